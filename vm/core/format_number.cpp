#include "vm/core/format_number.hpp"

#include "vm/core/numeric.hpp"
#include "vm/core/text.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace miniyarv {

namespace {

constexpr int kDefaultPrecision = 6;

bool negative(Value integer) { return int_compare(integer, Value::fixnum(0)) < 0; }

/// The sign shown before a number, if any.
std::string sign_text(const FormatFlags& flags, bool minus) {
  return minus ? "-" : flags.plus ? "+" : flags.space ? " " : "";
}

/// Digits of a negative integer in two's complement, without the endless run of highest digits that it starts
/// with but for one.
std::string complement_digits(VM& vm, Value integer, int base) {
  const Value magnitude = int_sub(vm, Value::fixnum(0), integer);
  const size_t size = int_to_s(magnitude, base).size();
  const Value modulus = int_pow(vm, Value::fixnum(base), Value::fixnum(static_cast<int64_t>(size)));
  std::string digits = int_to_s(int_sub(vm, modulus, magnitude), base);
  digits.insert(0, size - digits.size(), '0');
  const char highest = "0123456789abcdef"[base - 1];
  digits.erase(0, std::min(digits.find_first_not_of(highest), digits.size()));
  return highest + digits;
}

int base_of(char directive) {
  switch (directive) {
  case 'b':
  case 'B': return 2;
  case 'o': return 8;
  case 'x':
  case 'X': return 16;
  default: return 10;
  }
}

/// A number's parts, put together with fill between sign and digits or spaces around.
struct NumberText {
  std::string sign, prefix, digits;
  char fill = '0'; ///< what widens the digits

  std::string layout(const FormatFlags& flags) const {
    const auto fixed = static_cast<int>(sign.size() + prefix.size());
    const auto size = static_cast<int>(digits.size());
    int wanted = flags.has_precision ? flags.precision : 0;
    if (flags.zero && !flags.minus && !flags.has_precision) wanted = flags.width - fixed;
    std::string number = sign + prefix;
    number.append(static_cast<size_t>(std::max(wanted - size, 0)), fill);
    number += digits;
    const size_t chars = number.size();
    return pad_to_width(flags, std::move(number), chars);
  }
};

/// One of the infinities or NaN, which zeros do not widen.
std::string format_special(const FormatFlags& flags, double d) {
  const std::string text =
      sign_text(flags, std::signbit(d) && !std::isnan(d)) + (std::isnan(d) ? "NaN" : "Inf");
  return pad_to_width(flags, text, text.size());
}

/// Hexadecimal digits of the fraction of a number in [1, 2), rounded half to even to `precision` digits;
/// a carry doubles the number.
std::string hex_fraction(double mantissa, const FormatFlags& flags, int& exponent) {
  constexpr int kFractionBits = 52;
  auto bits = static_cast<uint64_t>(std::ldexp(mantissa - 1, kFractionBits));
  int digits = kFractionBits / 4;
  if (flags.has_precision && flags.precision < digits) {
    const int dropped = kFractionBits - 4 * flags.precision;
    const uint64_t unit = uint64_t{1} << dropped, half = unit / 2, rest = bits & (unit - 1);
    // The leading 1 takes part in the rounding to even.
    uint64_t kept = (bits >> dropped) | (uint64_t{1} << (kFractionBits - dropped));
    if (rest > half || (rest == half && (kept & 1))) ++kept;
    if (kept >> (kFractionBits - dropped) > 1) ++exponent, kept >>= 1;
    bits = kept & ((uint64_t{1} << (kFractionBits - dropped)) - 1);
    digits = flags.precision;
  }
  std::string out;
  for (int i = digits - 1; i >= 0; --i) out += "0123456789abcdef"[bits >> (4 * i) & 0xf];
  if (!flags.has_precision) out.erase(out.find_last_not_of('0') + 1);
  if (flags.has_precision) out.append(static_cast<size_t>(std::max(flags.precision - digits, 0)), '0');
  return out;
}

std::string format_hex_float(const FormatFlags& flags, bool upper, double d) {
  NumberText text;
  text.sign = sign_text(flags, std::signbit(d));
  text.prefix = "0x";
  int exponent = 0;
  std::string fraction;
  const double mantissa = 2 * std::frexp(std::fabs(d), &exponent);
  if (d == 0) {
    fraction.assign(static_cast<size_t>(flags.has_precision ? flags.precision : 0), '0');
  } else {
    --exponent;
    fraction = hex_fraction(mantissa, flags, exponent);
  }
  text.digits = (d == 0 ? "0" : "1") + (fraction.empty() && !flags.sharp ? "" : "." + fraction);
  text.digits += (exponent < 0 ? "p-" : "p+") + std::to_string(std::abs(exponent));
  FormatFlags layout = flags;
  layout.has_precision = false;
  std::string out = text.layout(layout);
  if (upper) std::transform(out.begin(), out.end(), out.begin(), ascii_to_upper);
  return out;
}

} // namespace

std::string pad_to_width(const FormatFlags& flags, std::string text, size_t chars) {
  const auto width = static_cast<size_t>(flags.has_width ? flags.width : 0);
  if (width <= chars) return text;
  if (flags.minus)
    text.append(width - chars, ' ');
  else
    text.insert(0, width - chars, ' ');
  return text;
}

std::string format_integer(VM& vm, const FormatFlags& flags, char directive, Value integer) {
  const int base = base_of(directive);
  const bool below_zero = negative(integer);
  const bool complement = below_zero && base != 10 && !flags.plus && !flags.space;
  const bool zero = integer == Value::fixnum(0);
  FormatFlags layout = flags;
  NumberText text;
  if (complement) {
    text.digits = complement_digits(vm, integer, base);
    text.fill = text.digits[0];
    text.prefix = "..";
    layout.precision -= 2;
  } else {
    text.sign = sign_text(flags, below_zero);
    text.digits = int_to_s(integer, base);
    if (below_zero) text.digits.erase(0, 1);
    if (zero && flags.has_precision && flags.precision == 0) text.digits.clear();
  }
  if (flags.sharp && !zero) {
    if (base == 16) text.prefix.insert(0, directive == 'X' ? "0X" : "0x");
    if (base == 2) text.prefix.insert(0, directive == 'B' ? "0B" : "0b");
    if (base == 8 && !complement &&
        (!flags.has_precision || flags.precision <= static_cast<int>(text.digits.size())))
      text.prefix = "0";
  }
  if (directive == 'X') {
    std::transform(text.digits.begin(), text.digits.end(), text.digits.begin(), ascii_to_upper);
    text.fill = ascii_to_upper(text.fill);
  }
  return text.layout(layout);
}

std::string format_exact(VM& vm, const FormatFlags& flags, Value numerator, Value denominator) {
  const int precision = flags.has_precision ? flags.precision : kDefaultPrecision;
  NumberText text;
  const bool below_zero = negative(numerator);
  text.sign = sign_text(flags, below_zero);
  Value scaled = below_zero ? int_sub(vm, Value::fixnum(0), numerator) : numerator;
  scaled = int_mul(vm, scaled, int_pow(vm, Value::fixnum(10), Value::fixnum(precision)));
  // Half a unit more, so that the division rounds.
  scaled = int_div(vm, int_add(vm, scaled, int_div(vm, denominator, Value::fixnum(2))), denominator);
  text.digits = int_to_s(scaled);
  const auto places = static_cast<size_t>(precision);
  if (text.digits.size() <= places) text.digits.insert(0, places + 1 - text.digits.size(), '0');
  if (places || flags.sharp) text.digits.insert(text.digits.size() - places, ".");
  FormatFlags layout = flags;
  layout.has_precision = false;
  return text.layout(layout);
}

std::string format_float(const FormatFlags& flags, char directive, double d) {
  if (!std::isfinite(d)) return format_special(flags, d);
  if (directive == 'a' || directive == 'A') return format_hex_float(flags, directive == 'A', d);
  std::string spec = "%";
  if (flags.space) spec += ' ';
  if (flags.sharp) spec += '#';
  if (flags.plus) spec += '+';
  if (flags.minus) spec += '-';
  if (flags.zero) spec += '0';
  spec += "*.*";
  spec += directive;
  const int width = flags.has_width ? flags.width : 0;
  const int precision = flags.has_precision ? flags.precision : kDefaultPrecision;
  const int size = std::snprintf(nullptr, 0, spec.c_str(), width, precision, d);
  std::string out(static_cast<size_t>(size) + 1, '\0');
  std::snprintf(out.data(), out.size(), spec.c_str(), width, precision, d);
  out.pop_back();
  return out;
}

} // namespace miniyarv
