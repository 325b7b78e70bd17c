// Floats as text.

#include "vm/core/numeric.hpp"
#include "vm/core/text.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace miniyarv {

namespace {

/// A finite number's shortest decimal digits, without trailing zeros, and the place of the point: the value
/// is 0.DIGITS * 10^point.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal shortest_decimal(double magnitude) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific).ptr;
  Decimal out;
  const char* p = buffer;
  for (; p < end && *p != 'e'; ++p)
    if (*p != '.') out.digits += *p;
  const char* exponent = p + 1;
  if (exponent < end && *exponent == '+') ++exponent;
  std::from_chars(exponent, end, out.point);
  ++out.point;
  while (out.digits.size() > 1 && out.digits.back() == '0') out.digits.pop_back();
  return out;
}

std::string exponential(const Decimal& d) {
  std::string out = d.digits.substr(0, 1) + "." + (d.digits.size() > 1 ? d.digits.substr(1) : "0") + "e";
  const int exponent = d.point - 1;
  const std::string number = std::to_string(std::abs(exponent));
  out += exponent < 0 ? '-' : '+';
  if (number.size() < 2) out += '0';
  return out + number;
}

std::string fixed(const Decimal& d) {
  if (d.point <= 0) return "0." + std::string(static_cast<size_t>(-d.point), '0') + d.digits;
  const auto point = static_cast<size_t>(d.point);
  if (d.digits.size() <= point) return d.digits + std::string(point - d.digits.size(), '0') + ".0";
  return d.digits.substr(0, point) + "." + d.digits.substr(point);
}

} // namespace

std::string float_to_s(double d) {
  if (std::isnan(d)) return "NaN";
  if (std::isinf(d)) return d < 0 ? "-Infinity" : "Infinity";
  const std::string sign = std::signbit(d) ? "-" : "";
  if (d == 0) return sign + "0.0";
  const Decimal decimal = shortest_decimal(std::fabs(d));
  // Whole numbers of 16 digits and more are exponential; so is what needs more than three zeros after the
  // point.
  const bool has_fraction = decimal.point < static_cast<int>(decimal.digits.size());
  const bool plain = decimal.point > -4 && (has_fraction || decimal.point <= 15);
  return sign + (plain ? fixed(decimal) : exponential(decimal));
}

namespace {

/// Recognises a float in text and collects it, without its underscores, in the form strtod reads.
class FloatScanner {
public:
  FloatScanner(std::string_view text, bool strict) : text_(text), strict_(strict) {}

  /// False when the whole text is not a float.
  bool scan() {
    skip_space();
    if (peek() == '+' || peek() == '-') out_ += text_[at_++];
    if (strict_ && peek() == '0' && ascii_to_lower(peek(1)) == 'x')
      hexadecimal();
    else
      decimal();
    if (failed_) return false;
    skip_space();
    return at_ == text_.size();
  }
  bool found() const { return found_; }
  const std::string& number() const { return out_; }

private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_space() {
    while (at_ < text_.size() && ascii_space(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  /// Digits with single underscores between them; whether there were any.
  bool digits(int base) {
    const size_t start = at_;
    while (digit_value(peek()) < base || (peek() == '_' && at_ > start && digit_value(peek(1)) < base)) {
      if (text_[at_] != '_') out_ += text_[at_];
      ++at_;
    }
    return at_ > start;
  }
  void exponent(char letter) {
    if (ascii_to_lower(peek()) != letter) return;
    const size_t sign = peek(1) == '+' || peek(1) == '-';
    if (!ascii_digit(static_cast<unsigned char>(peek(1 + sign)))) return;
    out_.append(text_.substr(at_, 1 + sign));
    at_ += 1 + sign;
    digits(10);
  }
  void decimal() {
    const bool whole = digits(10);
    bool fraction = false;
    if (peek() == '.' && (whole || digit_value(peek(1)) < 10)) {
      const size_t before = out_.size();
      ++at_;
      out_ += '.';
      fraction = digits(10);
      // "1." is a number, and "1.e3", but "1._5" is not.
      if (!fraction) out_.resize(before);
    }
    found_ = whole || fraction;
    if (found_)
      exponent('e');
    else
      failed_ = true;
  }
  void hexadecimal() {
    out_.append(text_.substr(at_, 2));
    at_ += 2;
    const bool whole = digits(16);
    bool fraction = false;
    if (peek() == '.') {
      ++at_;
      out_ += '.';
      fraction = digits(16);
    }
    found_ = whole || fraction;
    failed_ = !found_;
    exponent('p');
  }

  std::string_view text_;
  bool strict_;
  size_t at_ = 0;
  std::string out_;
  bool found_ = false;
  bool failed_ = false;
};

} // namespace

bool float_parse(std::string_view text, bool strict, double& result) {
  FloatScanner scanner(text, strict);
  const bool whole = scanner.scan();
  result = scanner.found() ? std::strtod(scanner.number().c_str(), nullptr) : 0.0;
  return whole || !strict;
}

} // namespace miniyarv
