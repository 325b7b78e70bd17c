// String#inspect, #dump and #undump: text as a literal, and back.

#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <cstring>

namespace miniyarv {

namespace {

/// The letter of a one-letter escape, or 0.
char escape_letter(unsigned char c) {
  switch (c) {
  case '\n': return 'n';
  case '\t': return 't';
  case '\r': return 'r';
  case '\f': return 'f';
  case '\v': return 'v';
  case '\b': return 'b';
  case '\a': return 'a';
  case 0x1b: return 'e';
  default: return 0;
  }
}

/// `"`, `\`, and a `#` that would start an interpolation.
bool needs_backslash(char c, const char* next, const char* end) {
  if (c == '"' || c == '\\') return true;
  return c == '#' && next < end && (*next == '{' || *next == '$' || *next == '@');
}

void append_hex_escape(std::string& out, unsigned char byte) { out += "\\x" + hex_digits(byte, 2); }

void append_unicode_escape(std::string& out, uint32_t c) {
  out += c > 0xffff ? "\\u{" + hex_digits(c) + "}" : "\\u" + hex_digits(c, 4);
}

/// The part common to inspect and dump; false when the byte is not ASCII or has no escape of its own.
bool append_ascii(std::string& out, const char* p, const char* end) {
  const char c = *p;
  if (needs_backslash(c, p + 1, end)) {
    out += '\\';
    out += c;
  } else if (const char letter = escape_letter(static_cast<unsigned char>(c))) {
    out += '\\';
    out += letter;
  } else if (c >= 0x20 && c < 0x7f) {
    out += c;
  } else {
    return false;
  }
  return true;
}

} // namespace

std::string inspect_bytes(std::string_view bytes, Encoding encoding) {
  std::string out;
  out.reserve(bytes.size() + 2);
  out += '"';
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  while (p < end) {
    if (append_ascii(out, p, end)) {
      ++p;
      continue;
    }
    const int n = encoding == Encoding::Utf8 ? utf8::char_length(p, end) : 0;
    if (n == 0) {
      append_hex_escape(out, static_cast<unsigned char>(*p++));
      continue;
    }
    const uint32_t c = utf8::decode(p, n);
    if (n > 1 && unicode::printable(c))
      out.append(p, static_cast<size_t>(n));
    else
      append_unicode_escape(out, c);
    p += n;
  }
  out += '"';
  return out;
}

std::string str_inspect(VM&, String* s) { return inspect_bytes(s->view(), s->encoding()); }

namespace {

String* inspect_method(VM& vm, String* s) { return str_new(vm, str_inspect(vm, s)); }

String* dump(VM& vm, String* s) {
  std::string out = "\"";
  const char* p = s->data();
  const char* const end = p + s->len;
  while (p < end) {
    if (append_ascii(out, p, end)) {
      ++p;
      continue;
    }
    const int n = s->encoding() == Encoding::Utf8 ? utf8::char_length(p, end) : 0;
    if (n > 1) {
      append_unicode_escape(out, utf8::decode(p, n));
      p += n;
    } else {
      append_hex_escape(out, static_cast<unsigned char>(*p++));
    }
  }
  out += '"';
  String* result = str_new_class(vm, vm.cString, out, s->encoding());
  return result;
}

/// Reads what dump wrote.
class Undumper {
public:
  Undumper(VM& vm, String* source) : vm_(vm), text_(source->view()), encoding_(source->encoding()) {}

  String* run() {
    check_source();
    size_t i = 1;
    for (;;) {
      if (i >= text_.size()) raise(vm_, vm_.eRuntimeError, "unterminated dumped string");
      const char c = text_[i];
      if (c == '"') break;
      if (c != '\\') {
        out_ += c;
        ++i;
      } else {
        i = escape(i + 1);
      }
    }
    finish(i + 1);
    return str_new(vm_, out_, encoding_);
  }

private:
  void check_source() {
    if (!is_ascii(text_))
      raise(vm_, vm_.eRuntimeError, "non-ASCII character detected at the undumped string");
    if (text_.find('\0') != std::string_view::npos)
      raise(vm_, vm_.eRuntimeError, "string contains null byte");
    if (text_.size() < 2 || text_[0] != '"')
      raise(vm_, vm_.eRuntimeError,
            "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form");
  }

  void finish(size_t i) {
    constexpr std::string_view kSuffix = ".dup.force_encoding(\"", kOldSuffix = ".force_encoding(\"";
    if (i == text_.size()) return;
    std::string_view rest = text_.substr(i);
    if (rest.starts_with(kSuffix))
      rest.remove_prefix(kSuffix.size());
    else if (rest.starts_with(kOldSuffix))
      rest.remove_prefix(kOldSuffix.size());
    else
      raise(vm_, vm_.eRuntimeError,
            "invalid dumped string; not wrapped with '\"' nor '\"...\".force_encoding(\"...\")' form");
    const size_t quote = rest.find('"');
    if (quote == std::string_view::npos || rest.substr(quote) != "\")")
      raise(vm_, vm_.eRuntimeError, "unterminated dumped string");
    encoding_ = find_encoding(vm_, rest.substr(0, quote));
  }

  /// Handles the escape whose letter is at i; returns the index after it.
  size_t escape(size_t i) {
    if (i >= text_.size()) raise(vm_, vm_.eRuntimeError, "invalid escape");
    constexpr std::string_view kLetters = "ntrfvbae", kBytes = "\n\t\r\f\v\b\a\x1b";
    const char c = text_[i];
    if (c == 'u') return unicode_escape(i + 1);
    if (c == 'x') return hex_escape(i + 1);
    const size_t letter = kLetters.find(c);
    out_ += letter == std::string_view::npos ? c : kBytes[letter];
    return i + 1;
  }

  size_t hex_escape(size_t i) {
    if (utf8_seen_) raise(vm_, vm_.eRuntimeError, "hex escape and Unicode escape are mixed");
    binary_seen_ = true;
    if (i + 2 > text_.size() || digit_value(text_[i]) > 15 || digit_value(text_[i + 1]) > 15)
      raise(vm_, vm_.eRuntimeError, "invalid hex escape");
    out_ += static_cast<char>(digit_value(text_[i]) * 16 + digit_value(text_[i + 1]));
    return i + 2;
  }

  size_t unicode_escape(size_t i) {
    if (binary_seen_) raise(vm_, vm_.eRuntimeError, "hex escape and Unicode escape are mixed");
    utf8_seen_ = true;
    if (i >= text_.size()) raise(vm_, vm_.eRuntimeError, "invalid Unicode escape");
    if (text_[i] != '{') return codepoint(i, 4);
    ++i;
    for (;;) {
      while (i < text_.size() && text_[i] == ' ') ++i;
      if (i >= text_.size()) raise(vm_, vm_.eRuntimeError, "unterminated Unicode escape");
      if (text_[i] == '}') return i + 1;
      size_t n = 0;
      while (i + n < text_.size() && digit_value(text_[i + n]) < 16) ++n;
      if (n == 0 || n > 6)
        raise(vm_, vm_.eRuntimeError, n ? "invalid Unicode codepoint" : "invalid Unicode codepoint");
      i = codepoint(i, n);
    }
  }

  size_t codepoint(size_t i, size_t digits) {
    uint32_t c = 0;
    for (size_t n = 0; n < digits; ++n) {
      const int d = i + n < text_.size() ? digit_value(text_[i + n]) : 99;
      if (d > 15) raise(vm_, vm_.eRuntimeError, "invalid Unicode escape");
      c = c * 16 + static_cast<uint32_t>(d);
    }
    if (c > 0x10ffff) raise(vm_, vm_.eRuntimeError, "invalid Unicode codepoint (too large)");
    if (!utf8::valid_codepoint(c)) raise(vm_, vm_.eRuntimeError, "invalid Unicode codepoint");
    utf8::append(out_, c);
    if (encoding_ != Encoding::Utf8) encoding_ = Encoding::Utf8;
    return i + digits;
  }

  VM& vm_;
  std::string_view text_;
  Encoding encoding_;
  std::string out_;
  bool utf8_seen_ = false, binary_seen_ = false;
};

String* undump(VM& vm, String* s) { return Undumper(vm, s).run(); }

constexpr NativeMethod kMethods[] = {
    {"inspect", native<inspect_method>},
    {"dump", native<dump>},
    {"undump", native<undump>},
};

} // namespace

void init_string_inspect(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
