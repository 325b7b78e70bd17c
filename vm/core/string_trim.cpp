// String: strip, chomp, chop and justification.

#include "vm/core/char_set.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

/// What remains of a string after trimming: bytes [begin, end).
struct Kept {
  size_t begin, end;
};

size_t last_char_start(String* s, size_t end) {
  if (end == 0) return 0;
  if (str_single_byte(s)) return end - 1;
  const char* const data = s->data();
  return static_cast<size_t>(utf8::previous(data, data + end, data + end) - data);
}

/// What strip removes: white space and NUL, or the characters of selectors as in String#tr.
class Strippable {
public:
  Strippable(VM& vm, String* s, Rest selectors) {
    if (selectors.argc) set_.emplace(vm, s, selectors.span());
  }
  bool operator()(uint32_t c) const {
    if (set_) return set_->contains(c);
    return c == 0 || (c < 0x80 && ascii_space(static_cast<unsigned char>(c)));
  }

private:
  std::optional<CharSet> set_;
};

Kept keep_all(String* s) { return {0, s->len}; }

Kept lstripped(VM& vm, String* s, Rest selectors) {
  const Strippable strippable(vm, s, selectors);
  Kept kept = keep_all(s);
  while (kept.begin < kept.end && strippable(str_codepoint(vm, s, kept.begin)))
    kept.begin += str_char_bytes(s, kept.begin);
  return kept;
}

Kept rstripped(VM& vm, String* s, Rest selectors) {
  if (s->encoding() == Encoding::Utf8 && str_code_range(s) == CodeRange::Broken)
    raise(vm, vm.eCompatibilityError, "invalid byte sequence in UTF-8");
  const Strippable strippable(vm, s, selectors);
  Kept kept = keep_all(s);
  while (kept.end > kept.begin) {
    const size_t start = last_char_start(s, kept.end);
    if (!strippable(str_codepoint(vm, s, start))) break;
    kept.end = start;
  }
  return kept;
}

Kept stripped(VM& vm, String* s, Rest selectors) {
  const Kept left = lstripped(vm, s, selectors), right = rstripped(vm, s, selectors);
  return {std::min(left.begin, right.end), right.end};
}

Kept chopped(VM&, String* s, Rest) {
  const std::string_view text = s->view();
  return {0, text.ends_with("\r\n") ? s->len - 2 : last_char_start(s, s->len)};
}

/// Without one line terminator: \r\n, \n or \r.
size_t chomp_newline(std::string_view text) {
  if (text.ends_with("\r\n")) return text.size() - 2;
  if (text.ends_with('\n') || text.ends_with('\r')) return text.size() - 1;
  return text.size();
}

Kept chomped(VM& vm, String* s, Rest args) {
  const Value separator = args.argc ? args[0] : vm.global_get("$/");
  if (separator.is_nil()) return keep_all(s);
  return {0, str_chomped_size(vm, s, to_str(vm, separator))};
}

using Trimmer = Kept (*)(VM&, String*, Rest);

/// -1: any number.
template <int max_args> void check_arity(VM& vm, Rest args) {
  if (max_args >= 0 && args.argc > max_args) raise_arity(vm, args.argc, 0, max_args);
}

template <Trimmer trimmer, int max_args> String* trim(VM& vm, String* s, Rest args) {
  check_arity<max_args>(vm, args);
  const Kept kept = trimmer(vm, s, args);
  return str_substr(vm, s, kept.begin, kept.end - kept.begin);
}

template <Trimmer trimmer, int max_args> Value trim_bang(VM& vm, Mut<String> s, Rest args) {
  check_arity<max_args>(vm, args);
  const Kept kept = trimmer(vm, s, args);
  if (kept.begin == 0 && kept.end == s->len) return Qnil;
  if (kept.end != s->len) str_set_len(s, kept.end);
  if (kept.begin) str_replace_bytes(vm, s, 0, kept.begin, {});
  return Value(s.object);
}

// --- center, ljust, rjust ---

enum class Align : uint8_t { Left, Right, Center };

/// Appends `chars` characters of `pad`, starting over as often as needed.
void append_padding(VM& vm, String* out, String* pad, size_t chars) {
  const size_t pad_chars = str_length(pad);
  for (; chars >= pad_chars; chars -= pad_chars) str_append(vm, out, pad->view());
  if (chars) str_append(vm, out, pad->view().substr(0, str_char_to_byte(pad, chars)));
}

template <Align align> String* justify(VM& vm, String* s, int64_t width, std::optional<String*> given) {
  String* pad = given ? *given : str_new(vm, " ", Encoding::UsAscii);
  const Encoding encoding = str_check_compatible(vm, s, pad);
  if (pad->len == 0) raise_argument_error(vm, "zero width padding");
  const auto length = static_cast<int64_t>(str_length(s));
  if (width <= length) return str_substr(vm, s, 0, s->len);
  const auto missing = static_cast<size_t>(width - length);
  if (missing > static_cast<size_t>(INT64_MAX) / pad->len - s->len)
    raise_argument_error(vm, "argument too big");
  const size_t left = align == Align::Left ? 0 : align == Align::Right ? missing : missing / 2;
  String* out = str_buffer(vm, s->len + missing * pad->len / std::max<size_t>(str_length(pad), 1) + pad->len);
  out->set_encoding(encoding);
  append_padding(vm, out, pad, left);
  str_append(vm, out, s->view());
  append_padding(vm, out, pad, missing - left);
  return out;
}

constexpr NativeMethod kMethods[] = {
    {"strip", native<trim<stripped, -1>>},      {"strip!", native<trim_bang<stripped, -1>>},
    {"lstrip", native<trim<lstripped, -1>>},    {"lstrip!", native<trim_bang<lstripped, -1>>},
    {"rstrip", native<trim<rstripped, -1>>},    {"rstrip!", native<trim_bang<rstripped, -1>>},
    {"chop", native<trim<chopped, 0>>},         {"chop!", native<trim_bang<chopped, 0>>},
    {"chomp", native<trim<chomped, 1>>},        {"chomp!", native<trim_bang<chomped, 1>>},
    {"ljust", native<justify<Align::Left>>},    {"rjust", native<justify<Align::Right>>},
    {"center", native<justify<Align::Center>>},
};

} // namespace

size_t str_chomped_size(VM& vm, String* s, String* separator) {
  const std::string_view text = s->view();
  if (separator->view() == "\n") return chomp_newline(text);
  if (separator->len == 0) {
    size_t end = text.size();
    while (end > 0 && text[end - 1] == '\n') end -= end > 1 && text[end - 2] == '\r' ? 2 : 1;
    return end;
  }
  return str_has_suffix(vm, s, separator) ? text.size() - separator->len : text.size();
}

void init_string_trim(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
