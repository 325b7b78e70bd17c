// String#[] and its relatives: parts of a string by character or byte position, range, text or regexp.

#include "vm/core/array.hpp"
#include "vm/core/range.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

/// A part of a string, in bytes.
struct Span {
  size_t offset, len;
};
using MaybeSpan = std::optional<Span>;

String* part(VM& vm, String* s, Span span) { return str_substr(vm, s, span.offset, span.len); }
Value part_or_nil(VM& vm, String* s, MaybeSpan span) { return span ? Value(part(vm, s, *span)) : Qnil; }

/// Byte offset of character `index`, negative from the end; nothing when it is outside. One past the last
/// character is inside.
std::optional<size_t> char_offset(String* s, int64_t index) {
  if (index < 0) {
    index += static_cast<int64_t>(str_length(s));
    if (index < 0) return std::nullopt;
  }
  const auto chars = static_cast<size_t>(index);
  if (chars > s->len) return std::nullopt;
  const size_t offset = str_char_to_byte(s, chars);
  if (offset == s->len && !str_single_byte(s) && chars > str_length(s)) return std::nullopt;
  return offset;
}

MaybeSpan char_span(String* s, int64_t start, int64_t count) {
  if (count < 0) return std::nullopt;
  const std::optional<size_t> offset = char_offset(s, start);
  if (!offset) return std::nullopt;
  const auto chars = std::min<size_t>(static_cast<size_t>(count), s->len - *offset);
  return Span{*offset, str_char_to_byte(s, chars, *offset) - *offset};
}

MaybeSpan single_char(String* s, int64_t index) {
  const std::optional<size_t> offset = char_offset(s, index);
  if (!offset || *offset >= s->len) return std::nullopt;
  return Span{*offset, str_char_bytes(s, *offset)};
}

MaybeSpan range_span(VM& vm, String* s, Value range, bool must) {
  int64_t start = 0, count = 0;
  if (!range_bounds(vm, range, static_cast<int64_t>(str_length(s)), start, count, must)) return std::nullopt;
  return char_span(s, start, count);
}

MaybeSpan text_span(String* s, String* text) {
  const size_t at = s->view().find(text->view());
  if (at == std::string_view::npos) return std::nullopt;
  return Span{at, text->len};
}

/// Matches and sets $~; the span of a group.
MaybeSpan regexp_span(VM& vm, String* s, Value regexp, Value group) {
  const Value match = regexp_match(vm, regexp, s, 0, true);
  if (match.is_nil()) return std::nullopt;
  size_t offset = 0, len = 0;
  if (!match_group_bytes(match, match_group_index(vm, match, group), offset, len)) return std::nullopt;
  return Span{offset, len};
}

/// The part that `[index]` or `[index, extra]` names.
MaybeSpan resolve(VM& vm, String* s, Value index, std::optional<Value> extra) {
  if (extra) {
    if (is_regexp(vm, index)) return regexp_span(vm, s, index, *extra);
    const int64_t start = to_int64(vm, index);
    return char_span(s, start, to_int64(vm, *extra));
  }
  if (index.is_fixnum()) return single_char(s, index.to_fixnum());
  if (is_range(index)) return range_span(vm, s, index, false);
  if (is_string(index)) return text_span(s, index.as<String>());
  if (is_regexp(vm, index)) return regexp_span(vm, s, index, Value::fixnum(0));
  return single_char(s, to_int64(vm, index));
}

[[noreturn]] void raise_outside(VM& vm, int64_t index) {
  raise(vm, vm.eIndexError, cat("index ", index, " out of string"));
}

/// The part that an assignment replaces; raises where reading would answer nil.
Span resolve_for_write(VM& vm, String* s, Value index, std::optional<Value> extra) {
  if (is_regexp(vm, index)) {
    const Value match = regexp_match(vm, index, s, 0, true);
    if (match.is_nil()) raise(vm, vm.eIndexError, "regexp not matched");
    const Value group = extra.value_or(Value::fixnum(0));
    const int n = match_group_index(vm, match, group);
    size_t offset = 0, len = 0;
    if (n < 0 || n >= match_group_count(match))
      raise(vm, vm.eIndexError, cat("index ", group.is_fixnum() ? group.to_fixnum() : n, " out of regexp"));
    if (!match_group_bytes(match, n, offset, len))
      raise(vm, vm.eIndexError, cat("regexp group ", n, " not matched"));
    return {offset, len};
  }
  if (extra) {
    const int64_t start = to_int64(vm, index), count = to_int64(vm, *extra);
    if (count < 0) raise(vm, vm.eIndexError, cat("negative length ", count));
    const MaybeSpan span = char_span(s, start, count);
    if (!span) raise_outside(vm, start);
    return *span;
  }
  if (is_range(index)) return *range_span(vm, s, index, true);
  if (is_string(index)) {
    const MaybeSpan span = text_span(s, index.as<String>());
    if (!span) raise(vm, vm.eIndexError, "string not matched");
    return *span;
  }
  const int64_t i = to_int64(vm, index);
  const MaybeSpan span = char_span(s, i, 1);
  if (!span || (i < 0 && span->len == 0)) raise_outside(vm, i);
  return *span;
}

/// Puts `text` in place of a part, negotiating the encoding.
void splice(VM& vm, String* s, Span span, String* text) {
  const Encoding encoding = str_check_compatible(vm, s, text);
  String* source = text == s ? str_dup(vm, text) : text;
  str_replace_bytes(vm, s, span.offset, span.len, source->view());
  if (encoding != s->encoding()) {
    s->set_encoding(encoding);
    s->set_code_range(CodeRange::Unknown);
  }
}

Value slice(VM& vm, String* s, Value index, std::optional<Value> extra) {
  const MaybeSpan span = resolve(vm, s, index, extra);
  if (span && !extra && is_string(index)) return str_dup(vm, index.as<String>());
  return part_or_nil(vm, s, span);
}

Value assign(VM& vm, Mut<String> s, Value index, Value second, std::optional<Value> third) {
  const std::optional<Value> extra = third ? std::optional<Value>(second) : std::nullopt;
  const Value value = third.value_or(second);
  String* text = to_str(vm, value);
  splice(vm, s, resolve_for_write(vm, s, index, extra), text);
  return value;
}

Value slice_bang(VM& vm, Mut<String> s, Value index, std::optional<Value> extra) {
  const MaybeSpan span = resolve(vm, s, index, extra);
  if (!span) return Qnil;
  String* removed = part(vm, s, *span);
  str_replace_bytes(vm, s, span->offset, span->len, {});
  return removed;
}

String* insert(VM& vm, Mut<String> s, int64_t index, String* text) {
  // -1 appends: negative positions count from after the last character.
  const int64_t at = index < 0 ? index + 1 : index;
  if (index == -1) {
    str_concat(vm, s, text);
    return s;
  }
  const MaybeSpan span = char_span(s, at, 0);
  if (!span) raise_outside(vm, at);
  splice(vm, s, *span, text);
  return s;
}

// --- By bytes ---

MaybeSpan byte_span(String* s, int64_t start, int64_t count) {
  const auto n = static_cast<int64_t>(s->len);
  if (count < 0 || start > n) return std::nullopt;
  if (start < 0) start += n;
  if (start < 0) return std::nullopt;
  return Span{static_cast<size_t>(start), static_cast<size_t>(std::min(count, n - start))};
}

MaybeSpan byte_range_span(VM& vm, String* s, Value range, bool must) {
  int64_t start = 0, count = 0;
  if (!range_bounds(vm, range, static_cast<int64_t>(s->len), start, count, must)) return std::nullopt;
  return Span{static_cast<size_t>(start), static_cast<size_t>(count)};
}

Value byteslice(VM& vm, String* s, Value index, std::optional<int64_t> count) {
  if (count) return part_or_nil(vm, s, byte_span(s, to_int64(vm, index), *count));
  if (is_range(index)) return part_or_nil(vm, s, byte_range_span(vm, s, index, false));
  const int64_t i = to_int64(vm, index);
  const MaybeSpan span = byte_span(s, i, 1);
  return span && span->len ? Value(part(vm, s, *span)) : Qnil;
}

bool on_boundary(String* s, size_t offset) {
  if (offset >= s->len || str_single_byte(s)) return true;
  if (str_code_range(s) == CodeRange::Valid) return !utf8::is_continuation(s->data()[offset]);
  size_t at = 0;
  while (at < offset) at += str_char_bytes(s, at);
  return at == offset;
}

void check_boundary(VM& vm, String* s, size_t offset) {
  if (!on_boundary(s, offset))
    raise(vm, vm.eIndexError, cat("offset ", offset, " does not land on character boundary"));
}

Span checked_byte_span(VM& vm, String* s, Value start, Value count) {
  const int64_t from = to_int64(vm, start), n = to_int64(vm, count);
  if (n < 0) raise(vm, vm.eIndexError, cat("negative length ", n));
  const MaybeSpan span = byte_span(s, from, n);
  if (!span) raise_outside(vm, from);
  return *span;
}

Value bytesplice(VM& vm, Mut<String> s, Value first, Value second, std::optional<Value> third,
                 std::optional<Value> fourth, std::optional<Value> fifth) {
  const int given = 2 + third.has_value() + fourth.has_value() + fifth.has_value();
  if (given == 4) raise_argument_error(vm, "wrong number of arguments (given 4, expected 2, 3, or 5)");
  Span target{}, source{};
  String* text = nullptr;
  if (given == 2 || (given == 3 && is_range(first))) {
    if (!is_range(first))
      raise_type_error(
          vm, cat("wrong argument type ", class_path(vm, real_class(vm, first)), " (expected Range)"));
    target = *byte_range_span(vm, s, first, true);
    text = to_str(vm, second);
    source = third ? *byte_range_span(vm, text, *third, true) : Span{0, text->len};
  } else {
    target = checked_byte_span(vm, s, first, second);
    text = to_str(vm, *third);
    source = fifth ? checked_byte_span(vm, text, *fourth, *fifth) : Span{0, text->len};
  }
  check_boundary(vm, s, target.offset);
  check_boundary(vm, s, target.offset + target.len);
  check_boundary(vm, text, source.offset);
  check_boundary(vm, text, source.offset + source.len);
  splice(vm, s, target, str_substr(vm, text, source.offset, source.len));
  return Value(s.object);
}

constexpr NativeMethod kMethods[] = {
    {"[]", native<slice>},
    {"slice", native<slice>},
    {"[]=", native<assign>},
    {"slice!", native<slice_bang>},
    {"insert", native<insert>},
    {"byteslice", native<byteslice>},
    {"bytesplice", native<bytesplice>},
};

} // namespace

Value str_aref(VM& vm, String* s, Value index) { return slice(vm, s, index, std::nullopt); }

bool str_on_char_boundary(String* s, size_t offset) { return on_boundary(s, offset); }

void init_string_index(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
