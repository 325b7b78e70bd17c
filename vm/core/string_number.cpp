// String: numbers read from text.

#include "vm/core/numeric.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

Value to_i(VM& vm, String* self, std::optional<int64_t> base) {
  const int64_t radix = base.value_or(10);
  if (radix < 0 || radix == 1 || radix > 36) raise_argument_error(vm, cat("invalid radix ", radix));
  return int_parse(vm, self->view(), static_cast<int>(radix), false);
}

Value hex(VM& vm, String* self) { return int_parse(vm, self->view(), 16, false); }

/// Octal unless a prefix says otherwise.
Value oct(VM& vm, String* self) {
  std::string_view text = self->view();
  while (!text.empty() && ascii_space(static_cast<unsigned char>(text[0]))) text.remove_prefix(1);
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const bool prefixed =
      digits.size() > 1 && digits[0] == '0' && ascii_alpha(static_cast<unsigned char>(digits[1]));
  return int_parse(vm, text, prefixed ? 0 : 8, false);
}

double to_f(VM&, String* self) {
  double d = 0;
  float_parse(self->view(), false, d);
  return d;
}

// --- Rational and Complex ---

/// Reads numbers as they are written in literals: digits with single underscores, a fraction, an exponent.
class NumberReader {
public:
  NumberReader(VM& vm, std::string_view text) : vm_(vm), text_(text) { skip_spaces(); }

  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool accept_sign(bool& minus) {
    minus = peek() == '-';
    return minus ? accept('-') : accept('+');
  }
  size_t position() const { return at_; }
  void rewind(size_t position) { at_ = position; }

  /// Digits without underscores; empty when there are none here.
  std::string digits() {
    std::string out;
    while (!done()) {
      const bool underscore = peek() == '_' && !out.empty() && at_ + 1 < text_.size();
      const size_t at = at_ + underscore;
      if (!ascii_digit(static_cast<unsigned char>(text_[at]))) break;
      out += text_[at];
      at_ = at + 1;
    }
    return out;
  }

  /// An unsigned number `1`, `1.5`, `1e3`; exact. Qundef when there is none here. `is_float` tells whether it
  /// was written as a float.
  Value number(bool& is_float, std::string& spelling) {
    const size_t start = at_;
    std::string whole = digits(), fraction;
    is_float = false;
    if (whole.empty()) return Qundef;
    if (peek() == '.') {
      const size_t dot = at_++;
      fraction = digits();
      if (fraction.empty())
        at_ = dot;
      else
        is_float = true;
    }
    int64_t exponent = 0;
    if (peek() == 'e' || peek() == 'E') {
      const size_t mark = at_++;
      bool minus = false;
      accept_sign(minus);
      const std::string power = digits();
      if (power.empty()) {
        at_ = mark;
      } else {
        is_float = true;
        exponent = power.size() > 6 ? 1000000 : std::stoll(power);
        if (minus) exponent = -exponent;
      }
    }
    spelling = std::string(text_.substr(start, at_ - start));
    std::erase(spelling, '_');
    const Value mantissa = int_parse(vm_, whole + fraction, 10, false);
    exponent -= static_cast<int64_t>(fraction.size());
    const Value power = int_pow(vm_, Value::fixnum(10), Value::fixnum(std::abs(exponent)));
    if (exponent >= 0) return int_mul(vm_, mantissa, power);
    return rational_new(vm_, mantissa, power);
  }

private:
  void skip_spaces() {
    while (!done() && ascii_space(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  VM& vm_;
  std::string_view text_;
  size_t at_ = 0;
};

Value negate(VM& vm, Value v) { return vm.send(v, ids::op_uminus); }

/// `[sign]number[/number]`; Qundef when there is no number.
Value read_rational(VM& vm, NumberReader& reader) {
  bool minus = false, is_float = false;
  std::string spelling;
  reader.accept_sign(minus);
  Value value = reader.number(is_float, spelling);
  if (value.is_undef()) return Qundef;
  const size_t slash = reader.position();
  if (reader.accept('/')) {
    const Value denominator = reader.number(is_float, spelling);
    if (denominator.is_undef())
      reader.rewind(slash);
    else if (denominator == Value::fixnum(0))
      raise_zero_division(vm);
    else
      value = vm.send(vm.send(value, ids::to_r), ids::op_div, denominator);
  }
  value = vm.send(value, ids::to_r);
  return minus ? negate(vm, value) : value;
}

Value to_r(VM& vm, String* self) {
  NumberReader reader(vm, self->view());
  const Value value = read_rational(vm, reader);
  return value.is_undef() ? rational_new(vm, Value::fixnum(0), Value::fixnum(1)) : value;
}

/// A part of a complex number: an Integer, a Float or, with a slash, a Rational; without its sign.
Value read_part(VM& vm, NumberReader& reader) {
  bool is_float = false;
  std::string spelling;
  const Value value = reader.number(is_float, spelling);
  if (value.is_undef()) return Qundef;
  const size_t slash = reader.position();
  if (reader.accept('/')) {
    const Value denominator = int_parse(vm, reader.digits(), 10, false);
    if (denominator != Value::fixnum(0)) return vm.send(vm.send(value, ids::to_r), ids::op_div, denominator);
    reader.rewind(slash);
  }
  if (!is_float) return value;
  double d = 0;
  float_parse(spelling, false, d);
  return float_new(vm, d);
}

bool accept_imaginary_unit(NumberReader& reader) { return reader.accept('i') || reader.accept('j'); }

Value read_complex(VM& vm, NumberReader& reader) {
  const Value zero = Value::fixnum(0);
  bool minus = false;
  reader.accept_sign(minus);
  const auto with_sign = [&vm](Value v, bool negative) { return negative ? negate(vm, v) : v; };
  const Value first = read_part(vm, reader);
  if (first.is_undef()) {
    const bool unit = accept_imaginary_unit(reader);
    return complex_new(vm, zero, unit ? with_sign(Value::fixnum(1), minus) : zero);
  }
  const Value real = with_sign(first, minus);
  if (accept_imaginary_unit(reader)) return complex_new(vm, zero, real);
  if (reader.accept('@')) {
    bool angle_minus = false;
    reader.accept_sign(angle_minus);
    const Value angle = read_part(vm, reader);
    if (angle.is_undef()) return complex_new(vm, real, zero);
    return vm.send(Value(vm.cComplex), vm.intern("polar"), real, with_sign(angle, angle_minus));
  }
  bool imaginary_minus = false;
  if (!reader.accept_sign(imaginary_minus)) return complex_new(vm, real, zero);
  Value imaginary = read_part(vm, reader);
  if (imaginary.is_undef()) imaginary = Value::fixnum(1);
  if (!accept_imaginary_unit(reader)) return complex_new(vm, real, zero);
  return complex_new(vm, real, with_sign(imaginary, imaginary_minus));
}

Value to_c(VM& vm, String* self) {
  NumberReader reader(vm, self->view());
  return read_complex(vm, reader);
}

constexpr NativeMethod kMethods[] = {
    {"to_i", native<to_i>}, {"hex", native<hex>},   {"oct", native<oct>},
    {"to_f", native<to_f>}, {"to_r", native<to_r>}, {"to_c", native<to_c>},
};

} // namespace

void init_string_number(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
