// Array#pack.

#include "gc/bignum.hpp"
#include "gc/keep_alive.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/pack_format.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <bit>

namespace miniyarv {

namespace {

/// The integer modulo 2 to the 64th.
uint64_t low_word(Value integer) {
  if (integer.is_fixnum()) return static_cast<uint64_t>(integer.to_fixnum());
  const auto* big = integer.as<Bignum>();
  const uint64_t word = big->limbs()[0];
  return big->negative() ? 0 - word : word;
}

void append_word(std::string& out, uint64_t word, int size, bool big_endian) {
  for (int i = 0; i < size; ++i) {
    const int byte = big_endian ? size - 1 - i : i;
    out += static_cast<char>(word >> (8 * byte));
  }
}

class Packer {
public:
  Packer(VM& vm, Array* source, String* format, String* buffer)
      : vm_(vm),
        source_(source),
        format_(vm, format->view(), "pack"),
        out_(buffer ? std::string(buffer->view()) : std::string()) {}

  void run() {
    for (PackDirective d; format_.next(d);) {
      note_encoding(d.type);
      directive(d);
    }
  }
  const std::string& bytes() const { return out_; }
  Encoding encoding() const { return encoding_; }

private:
  /// Text encodings give ASCII, with U UTF-8, all else is binary.
  void note_encoding(char type) {
    if (type == 'U') {
      if (encoding_ == Encoding::UsAscii) encoding_ = Encoding::Utf8;
    } else if (type != 'm' && type != 'M' && type != 'u') {
      encoding_ = Encoding::Binary;
    }
  }

  Value next() {
    if (index_ >= source_->size()) raise_argument_error(vm_, "too few arguments");
    return source_->data()[index_++];
  }
  int64_t repeat(const PackDirective& d) const {
    return d.star ? static_cast<int64_t>(source_->size() - std::min(index_, source_->size())) : d.count;
  }

  void directive(const PackDirective& d) {
    if (const PackInteger layout = pack_integer(d); layout.size) {
      for (int64_t n = repeat(d); n > 0; --n)
        append_word(out_, low_word(integer(next())), layout.size, layout.big_endian);
      return;
    }
    switch (d.type) {
    case 'd':
    case 'D':
    case 'E':
    case 'G':
    case 'f':
    case 'F':
    case 'e':
    case 'g': return floats(d);
    case 'a':
    case 'A':
    case 'Z': return text(d);
    case 'b':
    case 'B': return digits(d, 1);
    case 'h':
    case 'H': return digits(d, 4);
    case 'U': return codepoints(d);
    case 'w': return compressed(d);
    case 'm': return base64(d);
    case 'u': return uuencode(d);
    case 'M': return quoted_printable(d);
    case 'x': out_.append(static_cast<size_t>(d.star ? 0 : d.count), '\0'); return;
    case 'X': return back(d);
    case '@': out_.resize(static_cast<size_t>(d.star ? 0 : d.count), '\0'); return;
    default: format_.raise_unknown(d);
    }
  }

  Value integer(Value v) {
    if (is_integer(v)) return v;
    if (v.is_nil()) raise_type_error(vm_, "no implicit conversion of nil into Integer");
    return to_integer(vm_, v);
  }

  void floats(const PackDirective& d) {
    const bool single = std::string_view("fFeg").find(d.type) != std::string_view::npos;
    const bool big = d.type == 'G' || d.type == 'g';
    for (int64_t n = repeat(d); n > 0; --n) {
      const double value = to_double(vm_, next());
      if (single)
        append_word(out_, std::bit_cast<uint32_t>(static_cast<float>(value)), 4, big);
      else
        append_word(out_, std::bit_cast<uint64_t>(value), 8, big);
    }
  }

  /// nil is an empty string to the directives that take text.
  std::string_view text_argument() {
    const Value v = next();
    if (v.is_nil()) return {};
    text_ = to_str(vm_, v);
    return text_->view();
  }

  void text(const PackDirective& d) {
    const std::string_view s = text_argument();
    const size_t size = d.star ? s.size() + (d.type == 'Z') : static_cast<size_t>(d.count);
    out_ += s.substr(0, size);
    if (size > s.size()) out_.append(size - s.size(), d.type == 'A' ? ' ' : '\0');
  }

  /// Bit and hex strings: each character gives `bits` bits, from the low end for lower-case directives.
  void digits(const PackDirective& d, int bits) {
    const std::string_view s = text_argument();
    const size_t size = d.star ? s.size() : static_cast<size_t>(d.count);
    const bool low_first = d.type == 'b' || d.type == 'h';
    const auto per_byte = static_cast<size_t>(8 / bits);
    for (size_t i = 0; i < size; i += per_byte) {
      unsigned byte = 0;
      for (size_t j = 0; j < per_byte; ++j) {
        const unsigned digit = i + j < std::min(size, s.size()) ? digit_bits(s[i + j], bits) : 0;
        const auto place = static_cast<int>(low_first ? j : per_byte - 1 - j) * bits;
        byte |= digit << place;
      }
      out_ += static_cast<char>(byte);
    }
  }

  static unsigned digit_bits(char c, int bits) {
    const auto byte = static_cast<unsigned char>(c);
    if (bits == 1) return byte & 1;
    return (ascii_alpha(byte) ? (byte & 0x1f) + 9u : byte) & 0xf;
  }

  void codepoints(const PackDirective& d) {
    for (int64_t n = repeat(d); n > 0; --n) {
      const int64_t c = to_int64(vm_, next());
      if (c < 0 || c > INT32_MAX) raise(vm_, vm_.eRangeError, "pack(U): value out of range");
      append_extended_utf8(static_cast<uint32_t>(c));
    }
  }

  /// UTF-8 as first defined, with up to 31 bits in 6 bytes.
  void append_extended_utf8(uint32_t c) {
    if (c <= 0x1fffff) {
      char bytes[4];
      out_.append(bytes, static_cast<size_t>(utf8::encode(c, bytes)));
      return;
    }
    const int tails = c <= 0x3ffffff ? 4 : 5;
    out_ += static_cast<char>((tails == 4 ? 0xf8 : 0xfc) | c >> (6 * tails));
    for (int i = tails - 1; i >= 0; --i) out_ += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3f));
  }

  void compressed(const PackDirective& d) {
    for (int64_t n = repeat(d); n > 0; --n) {
      Value v = integer(next());
      if (int_compare(v, Value::fixnum(0)) < 0) raise_argument_error(vm_, "can't compress negative numbers");
      std::string reversed;
      do {
        const auto low = static_cast<char>(int_and(vm_, v, Value::fixnum(0x7f)).to_fixnum());
        reversed += static_cast<char>(low | (reversed.empty() ? 0 : 0x80));
        v = int_lshift(vm_, v, -7);
      } while (v != Value::fixnum(0));
      out_.append(reversed.rbegin(), reversed.rend());
    }
  }

  void append_sextets(std::string_view bytes, std::string_view alphabet, char padding) {
    for (size_t i = 0; i < bytes.size(); i += 3) {
      const size_t n = std::min<size_t>(3, bytes.size() - i);
      uint32_t word = 0;
      for (size_t j = 0; j < 3; ++j)
        word = word << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0u);
      for (size_t j = 0; j < 4; ++j) out_ += j <= n ? alphabet[word >> (18 - 6 * j) & 0x3f] : padding;
    }
  }

  /// Bytes on each line: a multiple of three, 45 unless given.
  static size_t line_bytes(const PackDirective& d) {
    return d.has_count && d.count > 2 ? static_cast<size_t>(d.count / 3 * 3) : 45;
  }

  void base64(const PackDirective& d) {
    text_ = to_str(vm_, next());
    const std::string_view s = text_->view();
    if (d.has_count && d.count == 0) return append_sextets(s, kBase64Digits, '=');
    for (size_t i = 0; i < s.size(); i += line_bytes(d)) {
      append_sextets(s.substr(i, line_bytes(d)), kBase64Digits, '=');
      out_ += '\n';
    }
  }

  void uuencode(const PackDirective& d) {
    constexpr std::string_view kDigits = "`!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_";
    text_ = to_str(vm_, next());
    const std::string_view s = text_->view();
    const size_t line = std::min<size_t>(line_bytes(d), 63);
    for (size_t i = 0; i < s.size(); i += line) {
      const std::string_view part = s.substr(i, line);
      out_ += static_cast<char>(' ' + part.size());
      append_sextets(part, kDigits, '`');
      out_ += '\n';
    }
  }

  void quoted_printable(const PackDirective& d) {
    const int64_t limit = d.has_count && d.count > 1 ? d.count : 72;
    text_ = to_s(vm_, next());
    int64_t column = 0;
    char previous = 0;
    for (const char c : text_->view()) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain = (byte >= 32 && byte <= 126 && c != '=') || c == '\t';
      if (plain) {
        out_ += c;
        ++column;
      } else if (c == '\n') {
        // White space at the end of a line would be lost.
        if (previous == ' ' || previous == '\t') out_ += "=\n";
        out_ += '\n';
        previous = c;
        column = 0;
        continue;
      } else {
        out_ += '=' + hex_digits(byte, 2);
        column += 3;
      }
      if (column > limit) {
        out_ += "=\n";
        column = 0;
      }
      previous = c;
    }
    if (column > 0) out_ += "=\n";
  }

  void back(const PackDirective& d) {
    const auto n = static_cast<size_t>(d.star ? 0 : d.count);
    if (n > out_.size()) raise_argument_error(vm_, "X outside of string");
    out_.resize(out_.size() - n);
  }

  VM& vm_;
  Array* source_;
  PackFormat format_;
  std::string out_;
  Encoding encoding_ = Encoding::UsAscii;
  size_t index_ = 0;
  String* text_ = nullptr; ///< the argument being packed
};

String* pack(VM& vm, Array* self, String* format, Keywords keywords) {
  keywords.allow_only(vm, {"buffer"});
  const Value given = keywords.get(vm, "buffer");
  const bool buffered = !given.is_undef() && !given.is_nil();
  if (buffered && !is_string(given))
    raise_type_error(vm, cat("buffer must be String, not ", class_path(vm, real_class(vm, given))));
  String* buffer = buffered ? given.as<String>() : nullptr;
  if (buffer) check_frozen(vm, buffer);
  String* const directives = str_frozen_copy(vm, format);
  Packer packer(vm, self, directives, buffer);
  packer.run();
  keep_alive(directives);
  if (!buffer) return str_new(vm, packer.bytes(), packer.encoding());
  str_replace_bytes(vm, buffer, 0, buffer->len, packer.bytes());
  return buffer;
}

constexpr NativeMethod kMethods[] = {{"pack", native<pack>}};

} // namespace

void init_pack(VM& vm) { define_natives(vm, vm.cArray, kMethods); }

} // namespace miniyarv
