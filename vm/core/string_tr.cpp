// String: tr, tr_s, delete, squeeze, count.

#include "vm/core/char_set.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

/// Calls fn(code point, bytes) for every character. Raises for malformed text.
template <class F> void each_char(VM& vm, String* s, F&& fn) {
  const std::string_view text = s->view();
  if (str_single_byte(s)) {
    for (size_t i = 0; i < text.size(); ++i)
      fn(static_cast<uint32_t>(static_cast<unsigned char>(text[i])), text.substr(i, 1));
    return;
  }
  if (str_code_range(s) == CodeRange::Broken)
    raise_argument_error(vm, cat("invalid byte sequence in ", encoding_name(s->encoding())));
  for (size_t i = 0; i < text.size();) {
    const auto n = static_cast<size_t>(utf8::step(text.data() + i, text.data() + text.size()));
    fn(utf8::decode(text.data() + i, static_cast<int>(n)), text.substr(i, n));
    i += n;
  }
}

void append_codepoint(std::string& out, uint32_t c, Encoding encoding) {
  if (encoding == Encoding::Utf8)
    utf8::append(out, c);
  else
    out += static_cast<char>(c);
}

/// A new string that replaces the receiver's bytes, or null when nothing changes.
String* if_changed(VM& vm, bool changed, const std::string& text, Encoding encoding) {
  return changed ? str_new(vm, text, encoding) : nullptr;
}

String* deleted(VM& vm, String* s, std::span<const Value> specs) {
  const CharSet set(vm, s, specs);
  std::string out;
  out.reserve(s->len);
  each_char(vm, s, [&](uint32_t c, std::string_view bytes) {
    if (!set.contains(c)) out += bytes;
  });
  return if_changed(vm, out.size() != s->len, out, s->encoding());
}

String* squeezed(VM& vm, String* s, std::span<const Value> specs) {
  const CharSet set(vm, s, specs);
  std::string out;
  out.reserve(s->len);
  int64_t previous = -1;
  each_char(vm, s, [&](uint32_t c, std::string_view bytes) {
    if (c == previous && set.contains(c)) return;
    previous = c;
    out += bytes;
  });
  return if_changed(vm, out.size() != s->len, out, s->encoding());
}

/// Where each character goes, tabulated for the first 256.
class Translation {
public:
  static constexpr int64_t kUntouched = -1;

  Translation(const CharSpec& from, const CharSpec& to) : from_(from), to_(to) {
    for (uint32_t c = 0; c < table_.size(); ++c) table_[c] = compute(c);
  }
  int64_t operator[](uint32_t c) const { return c < table_.size() ? table_[c] : compute(c); }

private:
  int64_t compute(uint32_t c) const {
    const int64_t index = from_.index_of(c);
    if (from_.negated()) return index < 0 ? to_.last() : kUntouched;
    return index < 0 ? kUntouched : to_.at(index);
  }
  const CharSpec& from_;
  const CharSpec& to_;
  std::array<int64_t, 256> table_;
};

String* translated(VM& vm, String* s, String* from, String* to, bool squeeze) {
  if (to->len == 0) {
    const Value spec = from;
    return deleted(vm, s, std::span<const Value>(&spec, 1));
  }
  str_check_compatible(vm, s, from);
  const Encoding encoding = str_check_compatible(vm, s, to);
  const CharSpec from_spec(vm, from, true), to_spec(vm, to, false);
  const Translation translation(from_spec, to_spec);
  std::string out;
  out.reserve(s->len);
  bool changed = false;
  int64_t previous = Translation::kUntouched;
  each_char(vm, s, [&](uint32_t c, std::string_view bytes) {
    const int64_t target = translation[c];
    if (target == Translation::kUntouched) {
      previous = target;
      out += bytes;
      return;
    }
    if (squeeze && target == previous) {
      changed = true;
      return;
    }
    previous = target;
    changed |= target != c;
    append_codepoint(out, static_cast<uint32_t>(target), encoding);
  });
  return if_changed(vm, changed, out, encoding);
}

// --- Methods ---

String* changed_or_copy(VM& vm, String* s, String* result) {
  return result ? result : str_substr(vm, s, 0, s->len);
}

Value assign_if_changed(VM& vm, String* s, String* result) {
  if (!result) return Qnil;
  str_assign(vm, s, result);
  return Value(s);
}

template <bool squeeze> String* tr(VM& vm, String* s, String* from, String* to) {
  return changed_or_copy(vm, s, translated(vm, s, from, to, squeeze));
}
template <bool squeeze> Value tr_bang(VM& vm, Mut<String> s, String* from, String* to) {
  return assign_if_changed(vm, s, translated(vm, s, from, to, squeeze));
}

void require_spec(VM& vm, Rest specs) {
  if (specs.argc == 0) raise_arity(vm, 0, 1, -1);
}

String* delete_chars(VM& vm, String* s, Rest specs) {
  require_spec(vm, specs);
  return changed_or_copy(vm, s, deleted(vm, s, specs.span()));
}
Value delete_chars_bang(VM& vm, Mut<String> s, Rest specs) {
  require_spec(vm, specs);
  return assign_if_changed(vm, s, deleted(vm, s, specs.span()));
}

String* squeeze_chars(VM& vm, String* s, Rest specs) {
  return changed_or_copy(vm, s, squeezed(vm, s, specs.span()));
}
Value squeeze_chars_bang(VM& vm, Mut<String> s, Rest specs) {
  return assign_if_changed(vm, s, squeezed(vm, s, specs.span()));
}

int64_t count(VM& vm, String* s, Rest specs) {
  require_spec(vm, specs);
  const CharSet set(vm, s, specs.span());
  int64_t n = 0;
  each_char(vm, s, [&](uint32_t c, std::string_view) { n += set.contains(c); });
  return n;
}

constexpr NativeMethod kMethods[] = {
    {"tr", native<tr<false>>},          {"tr!", native<tr_bang<false>>},
    {"tr_s", native<tr<true>>},         {"tr_s!", native<tr_bang<true>>},
    {"delete", native<delete_chars>},   {"delete!", native<delete_chars_bang>},
    {"squeeze", native<squeeze_chars>}, {"squeeze!", native<squeeze_chars_bang>},
    {"count", native<count>},
};

} // namespace

void init_string_tr(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
