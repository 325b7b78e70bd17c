#include "vm/core/pack_format.hpp"

#include "vm/core/text.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

namespace {

constexpr std::string_view kSizedTypes = "sSiIlLqQjJ";

struct IntegerType {
  char type;
  int size, native_size;
  bool is_signed;
};
constexpr IntegerType kIntegerTypes[] = {
    {'c', 1, 1, true},  {'C', 1, 1, false}, {'s', 2, 2, true},  {'S', 2, 2, false},
    {'i', 4, 4, true},  {'I', 4, 4, false}, {'l', 4, 8, true},  {'L', 4, 8, false},
    {'q', 8, 8, true},  {'Q', 8, 8, false}, {'j', 8, 8, true},  {'J', 8, 8, false},
    {'n', 2, 2, false}, {'N', 4, 4, false}, {'v', 2, 2, false}, {'V', 4, 4, false},
};

} // namespace

PackInteger pack_integer(const PackDirective& d) {
  for (const IntegerType& t : kIntegerTypes) {
    if (t.type != d.type) continue;
    const bool big =
        t.type == 'n' || t.type == 'N' || (d.endian == std::endian::big && t.type != 'v' && t.type != 'V');
    return {d.native_size ? t.native_size : t.size, t.is_signed, big};
  }
  return {};
}

void PackFormat::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '#')
      at_ = std::min(text_.find('\n', at_), text_.size());
    else if (ascii_space(static_cast<unsigned char>(c)) || c == '\0')
      ++at_;
    else
      return;
  }
}

void PackFormat::modifiers(PackDirective& d) {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c != '!' && c != '_' && c != '<' && c != '>') return;
    if (kSizedTypes.find(d.type) == std::string_view::npos)
      raise_argument_error(vm_, cat("'", std::string(1, c), "' allowed only after types ", kSizedTypes));
    if (c == '!' || c == '_')
      d.native_size = true;
    else
      d.endian = c == '<' ? std::endian::little : std::endian::big;
  }
}

void PackFormat::count(PackDirective& d) {
  if (at_ < text_.size() && text_[at_] == '*') {
    d.star = true;
    ++at_;
    return;
  }
  int64_t n = 0;
  while (at_ < text_.size() && ascii_digit(static_cast<unsigned char>(text_[at_]))) {
    n = n * 10 + (text_[at_++] - '0');
    if (n > INT32_MAX) raise(vm_, vm_.eRangeError, "pack length too big");
    d.has_count = true;
  }
  if (d.has_count) d.count = n;
}

bool PackFormat::next(PackDirective& d) {
  skip_blanks();
  if (at_ >= text_.size()) return false;
  d = {};
  const size_t start = at_;
  d.type = text_[at_++];
  if (d.type == '%') raise_argument_error(vm_, "% is not supported");
  modifiers(d);
  d.text = text_.substr(start, at_ - start);
  count(d);
  return true;
}

void PackFormat::raise_unknown(const PackDirective& d) const {
  raise_argument_error(vm_, cat("unknown ", operation_, " directive '", d.text, "' in '", text_, "'"));
}

} // namespace miniyarv
