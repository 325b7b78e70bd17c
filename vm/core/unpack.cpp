// String#unpack and #unpack1.

#include "gc/keep_alive.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/pack_format.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace miniyarv {

namespace {

Value unsigned_integer(VM& vm, uint64_t n) {
  if (n <= static_cast<uint64_t>(INT64_MAX)) return int_new(vm, static_cast<int64_t>(n));
  const Value high = int_lshift(vm, int_new(vm, static_cast<int64_t>(n >> 1)), 1);
  return int_or(vm, high, Value::fixnum(static_cast<int64_t>(n & 1)));
}

class Unpacker {
public:
  /// Gets each value; false stops. The strings must outlive run().
  using Sink = std::function<bool(Value)>;

  Unpacker(VM& vm, String* data, String* format, size_t offset, Sink sink)
      : vm_(vm),
        bytes_(data->view()),
        format_(vm, format->view(), "unpack"),
        at_(offset),
        sink_(std::move(sink)) {}

  void run() {
    for (PackDirective d; !stopped_ && format_.next(d);) directive(d);
  }

private:
  void emit(Value v) {
    if (!stopped_ && !sink_(v)) stopped_ = true;
  }
  void emit_bytes(std::string_view bytes) { emit(str_new(vm_, bytes, Encoding::Binary)); }
  size_t left() const { return bytes_.size() - at_; }
  std::string_view rest() const { return bytes_.substr(at_); }

  void directive(const PackDirective& d) {
    if (const PackInteger layout = pack_integer(d); layout.size) return integers(d, layout);
    switch (d.type) {
    case 'd':
    case 'D':
    case 'E':
    case 'G': return floats(d, 8);
    case 'f':
    case 'F':
    case 'e':
    case 'g': return floats(d, 4);
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
    case 'u': return uudecode();
    case 'M': return quoted_printable();
    case 'x': return skip(d);
    case 'X': return back(d);
    case '@': return jump(d);
    default: format_.raise_unknown(d);
    }
  }

  uint64_t word(int size, bool big_endian) {
    uint64_t out = 0;
    for (int i = 0; i < size; ++i) {
      const int byte = big_endian ? i : size - 1 - i;
      out = out << 8 | static_cast<unsigned char>(bytes_[at_ + static_cast<size_t>(byte)]);
    }
    at_ += static_cast<size_t>(size);
    return out;
  }

  /// Calls one() for as many values of `size` bytes as asked for and there; nil stands for the missing.
  template <class F> void each(const PackDirective& d, int size, F&& one) {
    const auto available = static_cast<int64_t>(left() / static_cast<size_t>(size));
    const int64_t wanted = d.star ? available : d.count;
    for (int64_t n = 0; n < std::min(wanted, available) && !stopped_; ++n) one();
    for (int64_t n = available; n < wanted && !stopped_; ++n) emit(Qnil);
  }

  void integers(const PackDirective& d, PackInteger layout) {
    each(d, layout.size, [&] {
      const uint64_t raw = word(layout.size, layout.big_endian);
      if (!layout.is_signed) return emit(unsigned_integer(vm_, raw));
      const int unused = 64 - 8 * layout.size;
      emit(int_new(vm_, static_cast<int64_t>(raw << unused) >> unused));
    });
  }

  void floats(const PackDirective& d, int size) {
    const bool big = d.type == 'G' || d.type == 'g';
    each(d, size, [&] {
      const uint64_t raw = word(size, big);
      emit(float_new(vm_, size == 8 ? std::bit_cast<double>(raw)
                                    : static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(raw)))));
    });
  }

  void text(const PackDirective& d) {
    const size_t size = d.star ? left() : std::min(left(), static_cast<size_t>(d.count));
    std::string_view field = rest().substr(0, size);
    size_t used = size;
    if (d.type == 'A') field = field.substr(0, field.find_last_not_of(std::string_view(" \0", 2)) + 1);
    if (d.type == 'Z') {
      const size_t nul = field.find('\0');
      if (nul != std::string_view::npos) {
        field = field.substr(0, nul);
        if (d.star) used = nul + 1;
      }
    }
    at_ += used;
    emit_bytes(field);
  }

  void digits(const PackDirective& d, int bits) {
    const auto per_byte = static_cast<size_t>(8 / bits);
    const size_t available = left() * per_byte;
    const size_t size = d.star ? available : std::min(available, static_cast<size_t>(d.count));
    const bool low_first = d.type == 'b' || d.type == 'h';
    std::string out;
    for (size_t i = 0; i < size; ++i) {
      const size_t in_byte = i % per_byte;
      const auto place = static_cast<int>(low_first ? in_byte : per_byte - 1 - in_byte) * bits;
      const unsigned byte = static_cast<unsigned char>(bytes_[at_ + i / per_byte]);
      out += "0123456789abcdef"[byte >> place & ((1u << bits) - 1)];
    }
    at_ += (size + per_byte - 1) / per_byte;
    emit(str_new(vm_, out, Encoding::UsAscii));
  }

  void codepoints(const PackDirective& d) {
    for (int64_t n = 0; (d.star || n < d.count) && left() && !stopped_; ++n) {
      const auto lead = static_cast<unsigned char>(bytes_[at_]);
      if (lead < 0x80) {
        ++at_;
        emit(Value::fixnum(lead));
        continue;
      }
      const size_t expected = lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
      if (!expected) raise_argument_error(vm_, "malformed UTF-8 character");
      if (expected > left())
        raise_argument_error(
            vm_, cat("malformed UTF-8 character (expected ", expected, " bytes, given ", left(), " bytes)"));
      for (size_t i = 1; i < expected; ++i)
        if (!utf8::is_continuation(bytes_[at_ + i])) raise_argument_error(vm_, "malformed UTF-8 character");
      const uint32_t c = utf8::decode(bytes_.data() + at_, static_cast<int>(expected));
      if (c < (expected == 2 ? 0x80u : expected == 3 ? 0x800u : 0x10000u))
        raise_argument_error(vm_, "redundant UTF-8 sequence");
      at_ += expected;
      emit(Value::fixnum(c));
    }
  }

  void compressed(const PackDirective& d) {
    Value value = Value::fixnum(0);
    for (int64_t n = 0; (d.star || n < d.count) && left() && !stopped_;) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value = int_or(vm_, int_lshift(vm_, value, 7), Value::fixnum(byte & 0x7f));
      if (byte & 0x80) continue;
      emit(value);
      value = Value::fixnum(0);
      ++n;
    }
  }

  static int base64_value(char c) {
    const size_t at = c ? kBase64Digits.find(c) : std::string_view::npos;
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
  }

  void base64(const PackDirective& d) {
    const std::string_view source = rest();
    if (d.has_count && d.count == 0) check_strict_base64(source);
    std::string out;
    uint32_t word = 0;
    int sextets = 0;
    for (const char c : source) {
      if (c == '=') break;
      const int value = base64_value(c);
      if (value < 0) continue;
      word = word << 6 | static_cast<uint32_t>(value);
      if (++sextets % 4) continue;
      for (int shift = 16; shift >= 0; shift -= 8) out += static_cast<char>(word >> shift);
      word = 0;
    }
    if (sextets % 4 == 2) out += static_cast<char>(word >> 4);
    if (sextets % 4 == 3) {
      out += static_cast<char>(word >> 10);
      out += static_cast<char>(word >> 2);
    }
    at_ = bytes_.size();
    emit_bytes(out);
  }

  /// Whole groups of four digits, padding only in the last, no bits left over.
  void check_strict_base64(std::string_view s) {
    const auto fail = [this] { raise_argument_error(vm_, "invalid base64"); };
    if (s.size() % 4) fail();
    size_t digits = s.size();
    while (digits > 0 && s.size() - digits < 2 && s[digits - 1] == '=') --digits;
    for (const char c : s.substr(0, digits))
      if (base64_value(c) < 0) fail();
    const size_t padding = s.size() - digits;
    if (padding == 1 && (base64_value(s[digits - 1]) & 3)) fail();
    if (padding == 2 && (base64_value(s[digits - 1]) & 15)) fail();
  }

  void uudecode() {
    std::string out;
    while (left() && bytes_[at_] > ' ' && bytes_[at_] < 'a') {
      auto size = static_cast<size_t>((bytes_[at_++] - ' ') & 0x3f);
      while (size > 0 && left() && bytes_[at_] != '\n') {
        uint32_t word = 0;
        for (int i = 0; i < 4; ++i) {
          const uint32_t digit =
              left() && bytes_[at_] != '\n' ? static_cast<uint32_t>(bytes_[at_++] - ' ') & 0x3f : 0;
          word = word << 6 | digit;
        }
        for (int shift = 16; shift >= 0 && size > 0; shift -= 8, --size)
          out += static_cast<char>(word >> shift);
      }
      while (left() && bytes_[at_] != '\n') ++at_;
      if (left()) ++at_;
    }
    emit_bytes(out);
  }

  void quoted_printable() {
    std::string out;
    while (left()) {
      const char c = bytes_[at_];
      if (c != '=') {
        out += c;
        ++at_;
        continue;
      }
      const std::string_view after = rest().substr(1);
      if (after.starts_with("\r\n")) {
        at_ += 3;
      } else if (after.starts_with('\n')) {
        at_ += 2;
      } else if (after.size() >= 2 && digit_value(after[0]) < 16 && digit_value(after[1]) < 16) {
        out += static_cast<char>(digit_value(after[0]) * 16 + digit_value(after[1]));
        at_ += 3;
      } else {
        out += rest();
        at_ = bytes_.size();
      }
    }
    emit_bytes(out);
  }

  void skip(const PackDirective& d) {
    const size_t n = d.star ? left() : static_cast<size_t>(d.count);
    if (n > left()) raise_argument_error(vm_, "x outside of string");
    at_ += n;
  }
  void back(const PackDirective& d) {
    const auto n = static_cast<size_t>(d.star ? 0 : d.count);
    if (n > at_) raise_argument_error(vm_, "X outside of string");
    at_ -= n;
  }
  void jump(const PackDirective& d) {
    const auto n = static_cast<size_t>(d.star ? 0 : d.count);
    if (n > bytes_.size()) raise_argument_error(vm_, "@ outside of string");
    at_ = n;
  }

  VM& vm_;
  std::string_view bytes_;
  PackFormat format_;
  size_t at_;
  Sink sink_;
  bool stopped_ = false;
};

size_t start_offset(VM& vm, String* s, Keywords keywords) {
  keywords.allow_only(vm, {"offset"});
  const Value given = keywords.get(vm, "offset");
  if (given.is_undef()) return 0;
  const int64_t offset = to_int64(vm, given);
  if (offset < 0) raise_argument_error(vm, "offset can't be negative");
  if (offset > static_cast<int64_t>(s->len)) raise_argument_error(vm, "offset outside of string");
  return static_cast<size_t>(offset);
}

Value unpack(VM& vm, String* self, String* format, Keywords keywords) {
  const size_t offset = start_offset(vm, self, keywords);
  String* const data = str_frozen_copy(vm, self);
  String* const directives = str_frozen_copy(vm, format);
  if (vm.block_given()) {
    Unpacker(vm, data, directives, offset, [&vm](Value v) {
      vm.yield(v);
      return true;
    }).run();
    keep_alive(data);
    keep_alive(directives);
    return Qnil;
  }
  Array* out = ary_new(vm);
  Unpacker(vm, data, directives, offset, [&vm, out](Value v) {
    ary_push(vm, out, v);
    return true;
  }).run();
  keep_alive(data);
  keep_alive(directives);
  return out;
}

Value unpack1(VM& vm, String* self, String* format, Keywords keywords) {
  const size_t offset = start_offset(vm, self, keywords);
  String* const data = str_frozen_copy(vm, self);
  String* const directives = str_frozen_copy(vm, format);
  Value first = Qnil;
  Unpacker(vm, data, directives, offset, [&first](Value v) {
    first = v;
    return false;
  }).run();
  keep_alive(data);
  keep_alive(directives);
  return first;
}

constexpr NativeMethod kMethods[] = {
    {"unpack", native<unpack>},
    {"unpack1", native<unpack1>},
};

} // namespace

void init_unpack(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
