// String#succ: counting in text.

#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

enum class Neighbour : uint8_t { None, Found, Wrapped };

/// Characters of one string's encoding as numbers of a fixed width: incrementing keeps the number of bytes.
class CharArithmetic {
public:
  explicit CharArithmetic(Encoding encoding) : utf8_(encoding == Encoding::Utf8) {}

  /// The next character of the same width; after the last comes, Wrapped, the first.
  Neighbour next(uint32_t& c) const {
    const uint32_t last = last_of_width(c);
    if (c == last) {
      c = first_of_width(c);
      return Neighbour::Wrapped;
    }
    c = utf8_ && c == 0xd7ff ? 0xe000 : c + 1;
    return Neighbour::Found;
  }
  bool previous(uint32_t& c) const {
    if (c == first_of_width(c)) return false;
    c = utf8_ && c == 0xe000 ? 0xd7ff : c - 1;
    return true;
  }
  bool digit(uint32_t c) const { return utf8_ ? unicode::is_digit(c) : c < 0x80 && ascii_digit(byte(c)); }
  bool alpha(uint32_t c) const { return utf8_ ? unicode::is_alpha(c) : c < 0x80 && ascii_alpha(byte(c)); }

private:
  static unsigned char byte(uint32_t c) { return static_cast<unsigned char>(c); }
  uint32_t last_of_width(uint32_t c) const {
    if (!utf8_) return 0xff;
    return c <= 0x7f ? 0x7f : c <= 0x7ff ? 0x7ff : c <= 0xffff ? 0xffff : 0x10ffff;
  }
  uint32_t first_of_width(uint32_t c) const {
    if (!utf8_ || c <= 0x7f) return 0;
    return c <= 0x7ff ? 0x80 : c <= 0xffff ? 0x800 : 0x10000;
  }
  bool utf8_;
};

class Successor {
public:
  explicit Successor(const String* s) : text_(s->view()), encoding_(s->encoding()), chars_(s->encoding()) {}

  std::string run() {
    if (text_.empty()) return {};
    if (!increment_alnum() && !increment_any()) text_.insert(carry_at_, carry_);
    return std::move(text_);
  }

private:
  struct Char {
    size_t at = 0;
    int len = 0; ///< 0: malformed
    uint32_t code = 0;
  };

  /// The character that ends at `end`, which is not 0.
  Char before(size_t end) const {
    const char* const data = text_.data();
    if (encoding_ != Encoding::Utf8) return {end - 1, 1, static_cast<unsigned char>(data[end - 1])};
    const char* const p = utf8::previous(data, data + end, data + end);
    const int len = utf8::char_length(p, data + end);
    return {static_cast<size_t>(p - data), len, len ? utf8::decode(p, len) : 0};
  }

  void store(const Char& c, uint32_t code) {
    char bytes[4] = {static_cast<char>(code)};
    if (encoding_ == Encoding::Utf8) utf8::encode(code, bytes);
    text_.replace(c.at, static_cast<size_t>(c.len), bytes, static_cast<size_t>(c.len));
  }

  std::string to_bytes(uint32_t code) const {
    std::string out;
    if (encoding_ == Encoding::Utf8)
      utf8::append(out, code);
    else
      out += static_cast<char>(code);
    return out;
  }

  /// Increments a letter or digit within the run of letters or digits it is in.
  Neighbour next_alnum(Char& c) {
    const bool digit = chars_.digit(c.code);
    if (!digit && !chars_.alpha(c.code)) return Neighbour::None;
    const auto same_kind = [&](uint32_t code) { return digit ? chars_.digit(code) : chars_.alpha(code); };
    // A gap of one character in a script's alphabet is stepped over.
    uint32_t next = c.code;
    for (int tries = 0; tries < 2 && chars_.next(next) == Neighbour::Found; ++tries) {
      if (!same_kind(next)) continue;
      c.code = next;
      return Neighbour::Found;
    }
    uint32_t first = c.code, lower = c.code;
    while (chars_.previous(lower) && same_kind(lower)) first = lower;
    c.code = first;
    uint32_t carry = first;
    if (digit) chars_.next(carry);
    carry_ = to_bytes(carry);
    return Neighbour::Wrapped;
  }

  /// Increments the rightmost letters and digits. True when done, without a carry left over.
  bool increment_alnum() {
    bool gap = false, wrapped = false, last_was_digit = false;
    for (size_t end = text_.size(); end > 0;) {
      Char c = before(end);
      end = c.at;
      // Across other characters a carry goes only from digits to digits and from letters to letters.
      const char ascii = text_[c.at];
      if (gap && wrapped) {
        const auto byte = static_cast<unsigned char>(ascii);
        if (last_was_digit ? ascii_alpha(byte) : ascii_digit(byte)) break;
      }
      if (c.len == 0) continue;
      const uint32_t old = c.code;
      const Neighbour neighbour = next_alnum(c);
      gap = neighbour == Neighbour::None;
      if (gap) continue;
      store(c, c.code);
      if (neighbour == Neighbour::Found) return true;
      wrapped = true;
      last_was_digit = old < 0x80 && ascii_digit(static_cast<unsigned char>(old));
      carry_at_ = c.at;
      any_alnum_ = true;
    }
    return false;
  }

  /// For text without letters and digits: increments the last characters. True when done.
  bool increment_any() {
    if (any_alnum_) return false;
    carry_ = "\x01";
    for (size_t end = text_.size(); end > 0;) {
      Char c = before(end);
      end = c.at;
      if (c.len == 0) continue;
      const Neighbour neighbour = chars_.next(c.code);
      store(c, c.code);
      if (neighbour == Neighbour::Found) return true;
      carry_at_ = c.at;
    }
    return false;
  }

  std::string text_;
  Encoding encoding_;
  CharArithmetic chars_;
  std::string carry_;
  size_t carry_at_ = 0;
  bool any_alnum_ = false;
};

String* succ(VM& vm, String* s) { return str_succ(vm, s); }

String* succ_bang(VM& vm, Mut<String> s) {
  str_assign(vm, s, str_succ(vm, s));
  return s;
}

constexpr NativeMethod kMethods[] = {
    {"succ", native<succ>},
    {"next", native<succ>},
    {"succ!", native<succ_bang>},
    {"next!", native<succ_bang>},
};

} // namespace

String* str_succ(VM& vm, const String* s) { return str_new(vm, Successor(s).run(), s->encoding()); }

void init_string_succ(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
