// String#split.

#include "vm/core/array.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

/// Cuts a string into pieces. A positive limit bounds their number, the last holding what is left; zero drops
/// empty pieces at the end; a negative one keeps them.
class Splitter {
public:
  Splitter(VM& vm, String* s, int64_t limit)
      : vm_(vm), text_(str_frozen_copy(vm, s)), limit_(limit), out_(ary_new(vm)) {}

  Array* on_spaces() {
    const std::string_view text = text_->view();
    size_t at = skip_spaces(0);
    begin_ = at;
    while (at < text.size()) {
      if (last_piece()) break;
      while (at < text.size() && !space(at)) ++at;
      if (at == text.size()) break;
      push(begin_, at);
      at = begin_ = skip_spaces(at);
    }
    return finish();
  }

  Array* on_chars() {
    while (begin_ < text_->len && !last_piece()) {
      const size_t n = str_char_bytes(text_, begin_);
      push(begin_, begin_ + n);
      begin_ += n;
    }
    return finish();
  }

  Array* on_text(String* separator) {
    str_check_compatible(vm_, text_, separator);
    while (!last_piece()) {
      const size_t found = str_find(text_, separator, begin_);
      if (found == std::string_view::npos) break;
      push(begin_, found);
      begin_ = found + separator->len;
    }
    return finish();
  }

  Array* on_regexp(Value regexp) {
    size_t from = 0;
    bool stepped = false; // past an empty match at `begin_`, which separates nothing
    MatchRegs regs;
    while (from <= text_->len && regexp_search(vm_, regexp, text_, from, regs)) {
      const size_t start = regs.start(), end = regs.finish();
      if (start == from && end == start && !stepped) {
        if (text_->len == 0) {
          push(0, 0);
          break;
        }
        from += from < text_->len ? str_char_bytes(text_, from) : 1;
        stepped = true;
        continue;
      }
      const bool empty = start == from && end == start;
      const std::vector<std::pair<int, int>> groups = captured(regs);
      push(begin_, empty ? from : start);
      begin_ = from = empty ? from : end;
      stepped = false;
      for (const auto& [group_start, group_end] : groups)
        push(static_cast<size_t>(group_start), static_cast<size_t>(group_end), false);
      if (last_piece()) break;
    }
    return finish();
  }

private:
  bool space(size_t at) const { return ascii_space(static_cast<unsigned char>(text_->data()[at])); }
  size_t skip_spaces(size_t at) const {
    while (at < text_->len && space(at)) ++at;
    return at;
  }
  bool last_piece() const { return limit_ > 0 && pieces_ + 1 >= limit_; }

  void push(size_t from, size_t to, bool counts = true) {
    ary_push(vm_, out_, str_substr(vm_, text_, from, to - from));
    pieces_ += counts;
  }

  static std::vector<std::pair<int, int>> captured(const MatchRegs& regs) {
    std::vector<std::pair<int, int>> groups;
    for (int i = 1; i < regs.count; ++i)
      if (regs.begin[i] >= 0) groups.emplace_back(regs.begin[i], regs.end[i]);
    return groups;
  }

  Array* finish() {
    if (text_->len > 0 && (limit_ != 0 || begin_ < text_->len))
      push(std::min(begin_, text_->len), text_->len);
    if (limit_ == 0)
      while (out_->size() && str_view(ary_entry(out_, -1)).empty()) ary_pop(vm_, out_);
    return out_;
  }

  VM& vm_;
  String* text_;
  int64_t limit_;
  Array* out_;
  size_t begin_ = 0; ///< where the piece being read starts
  int64_t pieces_ = 0;
};

Array* pieces(VM& vm, String* self, Value pattern, int64_t limit) {
  if (limit == 1) {
    if (self->len == 0) return ary_new(vm);
    return ary_of(vm, str_substr(vm, self, 0, self->len));
  }
  if (pattern.is_nil()) pattern = vm.global_get("$;");
  Splitter splitter(vm, self, limit);
  if (pattern.is_nil()) return splitter.on_spaces();
  if (is_regexp(vm, pattern))
    return regexp_source(pattern).empty() ? splitter.on_chars() : splitter.on_regexp(pattern);
  String* separator = try_to_str(vm, pattern);
  if (!separator) to_regexp(vm, pattern, true);
  if (separator->view() == " ") return splitter.on_spaces();
  if (str_code_range(self) == CodeRange::Broken)
    raise_argument_error(vm, cat("invalid byte sequence in ", encoding_name(self->encoding())));
  return separator->len == 0 ? splitter.on_chars() : splitter.on_text(separator);
}

Value split(VM& vm, String* self, std::optional<Value> pattern, std::optional<int64_t> limit) {
  Array* parts = pieces(vm, self, pattern.value_or(Qnil), limit.value_or(0));
  if (!vm.block_given()) return parts;
  for (size_t i = 0; i < parts->size(); ++i) vm.yield(parts->data()[i]);
  return self;
}

constexpr NativeMethod kMethods[] = {{"split", native<split>}};

} // namespace

void init_string_split(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
