#include "vm/core/char_set.hpp"

#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

constexpr uint32_t kFirstSurrogate = 0xd800, kLastSurrogate = 0xdfff, kSurrogates = 0x800;

/// Place of a character in the order of all characters: code points without the surrogates between.
int64_t ordinal(uint32_t c) { return c > kLastSurrogate ? c - kSurrogates : c; }
uint32_t from_ordinal(int64_t n) { return static_cast<uint32_t>(n >= kFirstSurrogate ? n + kSurrogates : n); }

class SpecReader {
public:
  SpecReader(VM& vm, const String* spec) : vm_(vm), spec_(spec) {}
  bool done() const { return at_ >= spec_->len; }
  /// Whether `c` comes next and is not the last byte.
  bool looking_at(char c) const { return at_ + 1 < spec_->len && spec_->data()[at_] == c; }
  void skip() { ++at_; }
  uint32_t next() {
    const uint32_t c = str_codepoint(vm_, spec_, at_);
    at_ += str_char_bytes(spec_, at_);
    return c;
  }

private:
  VM& vm_;
  const String* spec_;
  size_t at_ = 0;
};

[[noreturn]] void raise_backwards(VM& vm, uint32_t first, uint32_t last) {
  if (first >= 0x80 || last >= 0x80) raise_argument_error(vm, "invalid range in string transliteration");
  raise_argument_error(vm, cat("invalid range \"", static_cast<char>(first), "-", static_cast<char>(last),
                               "\" in string transliteration"));
}

} // namespace

CharSpec::CharSpec(VM& vm, const String* spec, bool allow_negation) {
  SpecReader reader(vm, spec);
  if (allow_negation && reader.looking_at('^')) {
    negated_ = true;
    reader.skip();
  }
  int64_t index = 0;
  while (!reader.done()) {
    if (reader.looking_at('\\')) reader.skip();
    const uint32_t first = reader.next();
    uint32_t last = first;
    if (reader.looking_at('-')) {
      reader.skip();
      last = reader.next();
      if (last < first) raise_backwards(vm, first, last);
    }
    segments_.push_back({first, last, index});
    index += ordinal(last) - ordinal(first) + 1;
  }
}

int64_t CharSpec::index_of(uint32_t c) const {
  for (auto segment = segments_.rbegin(); segment != segments_.rend(); ++segment)
    if (c >= segment->first && c <= segment->last)
      return segment->index + ordinal(c) - ordinal(segment->first);
  return -1;
}

uint32_t CharSpec::at(int64_t index) const {
  for (const Segment& segment : segments_) {
    const int64_t c = ordinal(segment.first) + index - segment.index;
    if (c <= ordinal(segment.last)) return from_ordinal(c);
  }
  return last();
}

CharSet::CharSet(VM& vm, String* s, std::span<const Value> specs) : table_{} {
  specs_.reserve(specs.size());
  for (const Value v : specs) {
    String* spec = to_str(vm, v);
    str_check_compatible(vm, s, spec);
    specs_.emplace_back(vm, spec, true);
  }
  for (uint32_t c = 0; c < table_.size(); ++c) table_[c] = all_contain(c);
}

bool CharSet::all_contain(uint32_t c) const {
  return std::all_of(specs_.begin(), specs_.end(), [c](const CharSpec& spec) { return spec.contains(c); });
}

} // namespace miniyarv
