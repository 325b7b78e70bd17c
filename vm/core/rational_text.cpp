// Rational and Complex numbers in text.

#include "vm/core/numeric_ops.hpp"
#include "vm/core/text.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace miniyarv {

namespace {

/// What a written number is: 12, 1.5 or 1e3, 1/2.
enum class Spelling : uint8_t { Integer, Decimal, Fraction };

struct Written {
  Value exact; ///< Integer or Rational
  Spelling spelling;
};

class NumberScanner {
public:
  NumberScanner(VM& vm, std::string_view text) : vm_(vm), text_(text) { skip_space(); }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  size_t position() const { return at_; }
  void rewind(size_t to) { at_ = to; }
  bool take(char c) {
    if (peek() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  bool take_imaginary_unit() {
    const char c = ascii_to_lower(peek());
    if (c != 'i' && c != 'j') return false;
    ++at_;
    return true;
  }
  /// Whether a sign was there; `negative` tells which.
  bool take_sign(bool& negative) {
    negative = peek() == '-';
    return take('+') || take('-');
  }
  void skip_space() {
    while (at_ < text_.size() && ascii_space(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool at_end() {
    skip_space();
    return at_ == text_.size();
  }

  /// An unsigned number, perhaps a fraction.
  std::optional<Written> number() {
    auto result = decimal();
    if (!result) return result;
    const size_t before = at_;
    if (!take('/')) return result;
    const auto divisor = decimal();
    if (!divisor) {
      at_ = before;
      return result;
    }
    return Written{rational_div(vm_, result->exact, divisor->exact), Spelling::Fraction};
  }

private:
  /// Digits with single underscores between them.
  std::string digits() {
    std::string out;
    const auto digit = [&](size_t i) {
      return i < text_.size() && ascii_digit(static_cast<unsigned char>(text_[i]));
    };
    while (digit(at_) || (!out.empty() && peek() == '_' && digit(at_ + 1))) {
      if (text_[at_] != '_') out += text_[at_];
      ++at_;
    }
    return out;
  }

  /// The exponent after e or E; 0 when there is none.
  int64_t exponent(bool& present) {
    const size_t before = at_;
    if (ascii_to_lower(peek()) != 'e') return 0;
    ++at_;
    bool negative = false;
    take_sign(negative);
    const std::string text = digits();
    if (text.empty()) {
      at_ = before;
      return 0;
    }
    present = true;
    int64_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
      value = int64_t{1} << 40;
    return negative ? -value : value;
  }

  std::optional<Written> decimal() {
    std::string all = digits();
    int64_t scale = 0;
    bool is_decimal = false;
    if (peek() == '.') {
      const size_t before = at_++;
      const std::string fraction = digits();
      if (fraction.empty() && all.empty()) {
        at_ = before;
        return std::nullopt;
      }
      is_decimal = true;
      all += fraction;
      scale = -static_cast<int64_t>(fraction.size());
    }
    if (all.empty()) return std::nullopt;
    scale += exponent(is_decimal);
    const Value whole = int_from_digits(vm_, all, 10);
    if (scale == 0) return Written{whole, is_decimal ? Spelling::Decimal : Spelling::Integer};
    const Value power = int_pow(vm_, Value::fixnum(10), Value::fixnum(scale < 0 ? -scale : scale));
    const Value exact = scale < 0 ? rational_new(vm_, whole, power) : int_mul(vm_, whole, power);
    return Written{exact, Spelling::Decimal};
  }

  VM& vm_;
  std::string_view text_;
  size_t at_ = 0;
};

Value as_rational(VM& vm, Value exact) {
  return is_rational(exact) ? exact : rational_raw(vm, exact, Value::fixnum(1));
}

/// A part of a Complex: decimals are floats there.
Value complex_part(VM& vm, const Written& number, bool negative) {
  Value v = number.exact;
  if (number.spelling == Spelling::Decimal) v = float_new(vm, real_to_double(v));
  if (number.spelling == Spelling::Fraction) v = as_rational(vm, v);
  return negative ? num_neg(vm, v) : v;
}

/// After the real part: "+2i", "-i", "@1.5". Nothing when what follows is none of them.
std::optional<Value> complex_rest(VM& vm, NumberScanner& in, Value real) {
  const size_t before = in.position();
  bool negative = false;
  if (in.take('@')) {
    in.take_sign(negative);
    if (const auto angle = in.number()) return complex_polar(vm, real, complex_part(vm, *angle, negative));
  } else if (in.take_sign(negative)) {
    const auto number = in.number();
    if (in.take_imaginary_unit())
      return complex_new(vm, real,
                         number ? complex_part(vm, *number, negative) : Value::fixnum(negative ? -1 : 1));
  }
  in.rewind(before);
  return std::nullopt;
}

} // namespace

Value rational_parse(VM& vm, std::string_view text, bool strict) {
  NumberScanner in(vm, text);
  bool negative = false;
  in.take_sign(negative);
  const auto number = in.number();
  if (strict && (!number || !in.at_end())) return Qundef;
  const Value result = as_rational(vm, number ? number->exact : Value::fixnum(0));
  return negative ? num_neg(vm, result) : result;
}

Value complex_parse(VM& vm, std::string_view text, bool strict) {
  NumberScanner in(vm, text);
  const Value zero = Value::fixnum(0);
  bool negative = false;
  in.take_sign(negative);
  Value result = complex_new(vm, zero, zero);
  bool found = true;
  if (in.take_imaginary_unit()) {
    result = complex_new(vm, zero, Value::fixnum(negative ? -1 : 1));
  } else if (const auto number = in.number()) {
    const Value first = complex_part(vm, *number, negative);
    if (in.take_imaginary_unit())
      result = complex_new(vm, zero, first);
    else if (const auto both = complex_rest(vm, in, first))
      result = *both;
    else
      result = complex_new(vm, first, zero);
  } else {
    found = false;
  }
  return strict && (!found || !in.at_end()) ? Qundef : result;
}

} // namespace miniyarv
