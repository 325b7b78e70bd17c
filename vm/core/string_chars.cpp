// String as a sequence: characters, bytes, code points, grapheme clusters, lines. The methods that yield each
// of them are in string.rb.

#include "vm/core/array.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

Array* chars(VM& vm, String* s) {
  Array* out = ary_new(vm, str_length(s));
  for (size_t at = 0; at < s->len;) {
    const size_t n = str_char_bytes(s, at);
    ary_push(vm, out, str_substr(vm, s, at, n));
    at += n;
  }
  return out;
}

Array* bytes(VM& vm, String* s) {
  Array* out = ary_new(vm, s->len);
  for (size_t i = 0; i < s->len; ++i)
    ary_push(vm, out, Value::fixnum(static_cast<unsigned char>(s->data()[i])));
  return out;
}

Array* codepoints(VM& vm, String* s) {
  Array* out = ary_new(vm, s->len);
  for (size_t at = 0; at < s->len; at += str_char_bytes(s, at))
    ary_push(vm, out, Value::fixnum(str_codepoint(vm, s, at)));
  return out;
}

Array* grapheme_clusters(VM& vm, String* s) {
  Array* out = ary_new(vm);
  for (size_t at = 0; at < s->len;) {
    const size_t n =
        str_single_byte(s) ? (s->view().substr(at, 2) == "\r\n" ? 2 : 1) : grapheme_length(vm, s, at);
    ary_push(vm, out, str_substr(vm, s, at, n));
    at += n;
  }
  return out;
}

// --- Lines ---

/// End of the paragraph that starts at `at`: after the blank lines that close it, or the end of the text.
/// `content_end` is where it ends without them.
size_t paragraph_end(std::string_view text, size_t at, size_t& content_end) {
  for (size_t i = at; (i = text.find('\n', i)) != std::string_view::npos; ++i) {
    size_t end = i + 1, newlines = 1;
    while (end < text.size() && text[end] == '\n') ++end, ++newlines;
    if (newlines < 2) continue;
    content_end = i;
    return end;
  }
  content_end = text.size();
  return text.size();
}

Array* paragraphs(VM& vm, String* s, bool chomp) {
  Array* out = ary_new(vm);
  const std::string_view text = s->view();
  for (size_t at = 0; at < text.size();) {
    size_t content_end = 0;
    const size_t end = paragraph_end(text, at, content_end);
    size_t shown = chomp ? content_end : std::min(end, content_end + 2);
    if (chomp && end == text.size() && content_end == end)
      while (shown > at && text[shown - 1] == '\n') --shown;
    ary_push(vm, out, str_substr(vm, s, at, shown - at));
    at = end;
  }
  return out;
}

/// Lines of `s` that end with `separator`.
Array* split_lines(VM& vm, String* s, Value separator, bool chomp) {
  if (separator.is_nil()) return ary_of(vm, str_substr(vm, s, 0, s->len));
  String* sep = to_str(vm, separator);
  str_check_compatible(vm, s, sep);
  if (s->len == 0) return ary_new(vm);
  if (sep->len == 0) return paragraphs(vm, s, chomp);
  Array* out = ary_new(vm);
  const bool newline = sep->view() == "\n";
  for (size_t at = 0; at < s->len;) {
    const size_t found = str_find(s, sep, at);
    const size_t end = found == std::string_view::npos ? s->len : found + sep->len;
    size_t shown = end;
    if (chomp && found != std::string_view::npos) {
      shown = found;
      if (newline && shown > at && s->data()[shown - 1] == '\r') --shown;
    }
    ary_push(vm, out, str_substr(vm, s, at, shown - at));
    at = end;
  }
  return out;
}

// --- reverse ---

String* reverse(VM& vm, String* s) {
  String* out = str_new(vm, s->view(), s->encoding());
  char* to = out->data() + s->len;
  for (size_t at = 0; at < s->len;) {
    const size_t n = str_single_byte(s) ? 1 : str_char_bytes(s, at);
    to -= n;
    s->view().copy(to, n, at);
    at += n;
  }
  if (s->code_range_cache() != CodeRange::Broken) out->set_code_range(s->code_range_cache());
  return out;
}

String* reverse_bang(VM& vm, Mut<String> s) {
  str_assign(vm, s, reverse(vm, s));
  return s;
}

// --- Primitives of string.rb ---

String* frozen_copy(VM& vm, String* self) { return str_frozen_copy(vm, self); }

Value char_at(VM& vm, Value, Value string, Value offset) {
  auto* s = string.as<String>();
  const auto at = static_cast<size_t>(offset.to_fixnum());
  if (at >= s->len) return Qnil;
  const size_t n = str_single_byte(s) ? 1 : str_char_bytes(s, at);
  return str_substr(vm, s, at, n);
}

Value byte_at(VM&, String* self, Value index) {
  const auto i = static_cast<size_t>(index.to_fixnum());
  return i < self->len ? Value::fixnum(static_cast<unsigned char>(self->data()[i])) : Qnil;
}

Value bytesize_of(VM&, Value, Value string) {
  return Value::fixnum(static_cast<int64_t>(string.as<String>()->len));
}

Value codepoint_at(VM& vm, String* self, Value offset) {
  const auto at = static_cast<size_t>(offset.to_fixnum());
  return at < self->len ? Value::fixnum(str_codepoint(vm, self, at)) : Qnil;
}

Value char_bytes_at(VM&, String* self, Value offset) {
  return Value::fixnum(static_cast<int64_t>(str_char_bytes(self, static_cast<size_t>(offset.to_fixnum()))));
}

/// Lines for each_line and lines; `separator` as given or $/.
Array* lines(VM& vm, String* self, Value separator, bool chomp) {
  return split_lines(vm, str_frozen_copy(vm, self), separator, chomp);
}

String* coerce(VM&, Value, String* v) { return v; }

Value succ_of(VM& vm, Value, Value string) { return str_succ(vm, string.as<String>()); }

/// Whether upto counts as numbers do: both ends are decimal digits only.
bool upto_numeric(VM&, String* self, Value last) {
  const auto digits = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return digits(self->view()) && digits(str_view(last));
}

constexpr NativeMethod kMethods[] = {
    {"bytes", native<bytes>},
    {"reverse", native<reverse>},
    {"reverse!", native<reverse_bang>},
};

constexpr NativeMethod kPrimitives[] = {
    {"str_frozen_copy", native<frozen_copy>},
    {"str_char_at", native<char_at>},
    {"str_byte_at", native<byte_at>},
    {"str_bytesize_of", native<bytesize_of>},
    {"str_codepoint_at", native<codepoint_at>},
    {"str_char_bytes_at", native<char_bytes_at>},
    {"str_chars", native<chars>},
    {"str_codepoints", native<codepoints>},
    {"str_grapheme_clusters", native<grapheme_clusters>},
    {"str_lines", native<lines>},
    {"str_coerce", native<coerce>},
    {"str_succ_of", native<succ_of>},
    {"str_upto_numeric", native<upto_numeric>},
};

} // namespace

void init_string_chars(VM& vm) {
  define_natives(vm, vm.cString, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
