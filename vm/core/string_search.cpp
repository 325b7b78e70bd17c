// String: finding text and regexps in text.

#include "vm/core/array.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

size_t find_bytes(std::string_view text, std::string_view needle, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  if (needle.empty()) return from;
  const void* found = memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

size_t str_find(String* s, String* needle, size_t from) {
  size_t at = find_bytes(s->view(), needle->view(), from);
  // Only malformed text can contain the needle inside a character.
  while (at != std::string_view::npos && str_code_range(s) == CodeRange::Broken &&
         !str_on_char_boundary(s, at))
    at = find_bytes(s->view(), needle->view(), at + 1);
  return at;
}

size_t str_rfind(String* s, String* needle, size_t from) {
  size_t at = s->view().rfind(needle->view(), from);
  while (at != std::string_view::npos && str_code_range(s) == CodeRange::Broken &&
         !str_on_char_boundary(s, at))
    at = at == 0 ? std::string_view::npos : s->view().rfind(needle->view(), at - 1);
  return at;
}

namespace {

enum class Unit : uint8_t { Char, Byte };

int64_t size_in(Unit unit, String* s) {
  return static_cast<int64_t>(unit == Unit::Char ? str_length(s) : s->len);
}

Value position(Unit unit, String* s, size_t byte) {
  return Value::fixnum(static_cast<int64_t>(unit == Unit::Char ? str_byte_to_char(s, byte) : byte));
}

size_t to_byte(VM& vm, Unit unit, String* s, int64_t index) {
  if (unit == Unit::Char) return str_char_to_byte(s, static_cast<size_t>(index));
  const auto offset = static_cast<size_t>(index);
  if (!str_on_char_boundary(s, offset))
    raise(vm, vm.eIndexError, cat("offset ", offset, " does not land on character boundary"));
  return offset;
}

Value find_forward(VM& vm, Unit unit, String* s, Value pattern, std::optional<int64_t> start) {
  const bool regexp = is_regexp(vm, pattern);
  int64_t from = start.value_or(0);
  if (from != 0) {
    const int64_t size = size_in(unit, s);
    if (from < 0) from += size;
    if (from < 0 || from > size) {
      if (regexp) backref_set(vm, Qnil);
      return Qnil;
    }
  }
  const size_t byte = to_byte(vm, unit, s, from);
  if (regexp) {
    MatchRegs regs;
    if (!regexp_search(vm, pattern, s, byte, regs)) {
      backref_set(vm, Qnil);
      return Qnil;
    }
    const size_t at = regs.start();
    backref_set_match(vm, pattern, s, regs);
    return position(unit, s, at);
  }
  String* needle = to_str(vm, pattern);
  str_check_compatible(vm, s, needle);
  const size_t at = str_find(s, needle, byte);
  return at == std::string_view::npos ? Qnil : position(unit, s, at);
}

Value find_backward(VM& vm, Unit unit, String* s, Value pattern, std::optional<int64_t> start) {
  const bool regexp = is_regexp(vm, pattern);
  const int64_t size = size_in(unit, s);
  int64_t from = start.value_or(size);
  if (from < 0) from += size;
  if (from < 0) {
    if (regexp) backref_set(vm, Qnil);
    return Qnil;
  }
  const size_t byte = to_byte(vm, unit, s, std::min(from, size));
  if (regexp) {
    MatchRegs regs;
    if (!regexp_search_backward(vm, pattern, s, byte, regs)) {
      backref_set(vm, Qnil);
      return Qnil;
    }
    const size_t at = regs.start();
    backref_set_match(vm, pattern, s, regs);
    return position(unit, s, at);
  }
  String* needle = to_str(vm, pattern);
  str_check_compatible(vm, s, needle);
  const size_t at = str_rfind(s, needle, byte);
  return at == std::string_view::npos ? Qnil : position(unit, s, at);
}

template <Unit unit> Value index(VM& vm, String* s, Value pattern, std::optional<int64_t> start) {
  return find_forward(vm, unit, s, pattern, start);
}
template <Unit unit> Value rindex(VM& vm, String* s, Value pattern, std::optional<int64_t> start) {
  return find_backward(vm, unit, s, pattern, start);
}

bool include(VM& vm, String* s, String* needle) {
  str_check_compatible(vm, s, needle);
  return str_find(s, needle, 0) != std::string_view::npos;
}

bool start_with(VM& vm, String* s, Rest prefixes) {
  for (const Value prefix : prefixes.span()) {
    if (is_regexp(vm, prefix)) {
      MatchRegs regs;
      if (regexp_match_at(vm, prefix, s, 0, regs)) {
        backref_set_match(vm, prefix, s, regs);
        return true;
      }
      backref_set(vm, Qnil);
      continue;
    }
    if (str_has_prefix(vm, s, to_str(vm, prefix))) return true;
  }
  return false;
}

bool end_with(VM& vm, String* s, Rest suffixes) {
  for (const Value suffix : suffixes.span())
    if (str_has_suffix(vm, s, to_str(vm, suffix))) return true;
  return false;
}

// --- partition ---

Value three(VM& vm, String* s, size_t offset, size_t len) {
  const size_t end = offset + len;
  String* head = str_substr(vm, s, 0, offset);
  String* middle = str_substr(vm, s, offset, len);
  String* tail = str_substr(vm, s, end, s->len - end);
  return ary_of(vm, head, middle, tail);
}

Value partition(VM& vm, String* s, Value pattern) {
  if (is_regexp(vm, pattern)) {
    MatchRegs regs;
    if (regexp_search(vm, pattern, s, 0, regs)) {
      const size_t at = regs.start(), len = regs.length();
      backref_set_match(vm, pattern, s, regs);
      return three(vm, s, at, len);
    }
    backref_set(vm, Qnil);
  } else {
    String* needle = try_to_str(vm, pattern);
    if (!needle) to_regexp(vm, pattern, true);
    str_check_compatible(vm, s, needle);
    const size_t at = str_find(s, needle, 0);
    if (at != std::string_view::npos) return three(vm, s, at, needle->len);
  }
  String* whole = str_substr(vm, s, 0, s->len);
  String* empty = str_new(vm, {}, s->encoding());
  return ary_of(vm, whole, empty, str_new(vm, {}, s->encoding()));
}

Value rpartition(VM& vm, String* s, Value pattern) {
  if (is_regexp(vm, pattern)) {
    MatchRegs regs;
    if (regexp_search_backward(vm, pattern, s, s->len, regs)) {
      const size_t at = regs.start(), len = regs.length();
      backref_set_match(vm, pattern, s, regs);
      return three(vm, s, at, len);
    }
    backref_set(vm, Qnil);
  } else {
    String* needle = try_to_str(vm, pattern);
    if (!needle) to_regexp(vm, pattern, true);
    str_check_compatible(vm, s, needle);
    const size_t at = str_rfind(s, needle, s->len);
    if (at != std::string_view::npos) return three(vm, s, at, needle->len);
  }
  String* empty = str_new(vm, {}, s->encoding());
  String* second = str_new(vm, {}, s->encoding());
  return ary_of(vm, empty, second, str_substr(vm, s, 0, s->len));
}

// --- delete_prefix, delete_suffix ---

String* delete_prefix(VM& vm, String* s, String* prefix) {
  const size_t n = str_has_prefix(vm, s, prefix) ? prefix->len : 0;
  return str_substr(vm, s, n, s->len - n);
}

String* delete_suffix(VM& vm, String* s, String* suffix) {
  const size_t n = str_has_suffix(vm, s, suffix) ? suffix->len : 0;
  return str_substr(vm, s, 0, s->len - n);
}

Value delete_prefix_bang(VM& vm, Mut<String> s, String* prefix) {
  if (prefix->len == 0 || !str_has_prefix(vm, s, prefix)) return Qnil;
  str_replace_bytes(vm, s, 0, prefix->len, {});
  return Value(s.object);
}

Value delete_suffix_bang(VM& vm, Mut<String> s, String* suffix) {
  if (suffix->len == 0 || !str_has_suffix(vm, s, suffix)) return Qnil;
  str_replace_bytes(vm, s, s->len - suffix->len, suffix->len, {});
  return Value(s.object);
}

constexpr NativeMethod kMethods[] = {
    {"index", native<index<Unit::Char>>},
    {"byteindex", native<index<Unit::Byte>>},
    {"rindex", native<rindex<Unit::Char>>},
    {"byterindex", native<rindex<Unit::Byte>>},
    {"include?", native<include>},
    {"start_with?", native<start_with>},
    {"end_with?", native<end_with>},
    {"partition", native<partition>},
    {"rpartition", native<rpartition>},
    {"delete_prefix", native<delete_prefix>},
    {"delete_prefix!", native<delete_prefix_bang>},
    {"delete_suffix", native<delete_suffix>},
    {"delete_suffix!", native<delete_suffix_bang>},
};

} // namespace

bool str_has_prefix(VM& vm, String* s, String* prefix) {
  str_check_compatible(vm, s, prefix);
  return s->view().starts_with(prefix->view()) && str_on_char_boundary(s, prefix->len);
}

bool str_has_suffix(VM& vm, String* s, String* suffix) {
  str_check_compatible(vm, s, suffix);
  return s->view().ends_with(suffix->view()) && str_on_char_boundary(s, s->len - suffix->len);
}

void init_string_search(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
