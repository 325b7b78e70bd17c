// Integers as text.

#include "vm/core/bignum.hpp"
#include "vm/core/text.hpp"
#include "vm/vm.hpp"

#include <charconv>
#include <optional>
#include <string>

namespace miniyarv {

std::string int_to_s(Value v, int base) {
  if (v.is_fixnum()) {
    char buffer[72];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, v.to_fixnum(), base).ptr;
    return {buffer, end};
  }
  const IntView z(v);
  std::string out(mpz_sizeinbase(z, base) + 2, '\0');
  mpz_get_str(out.data(), base, z);
  out.resize(std::char_traits<char>::length(out.c_str()));
  return out;
}

namespace {

/// Digits without separators to an Integer.
Value digits_to_int(VM& vm, const std::string& digits, int base, bool negative) {
  int64_t small;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), small, base);
  if (error == std::errc()) return int_new(vm, negative ? -small : small);
  Mpz z;
  mpz_set_str(z, digits.c_str(), base);
  if (negative) mpz_neg(z, z);
  return int_from_mpz(vm, z);
}

/// The base a letter after a leading 0 announces; 0 for none.
int prefix_base(char letter) {
  switch (ascii_to_lower(letter)) {
  case 'x': return 16;
  case 'b': return 2;
  case 'o': return 8;
  case 'd': return 10;
  default: return 0;
  }
}

/// Consumes a radix prefix that agrees with `base` and settles the base. A base of 0 takes any prefix;
/// a negative one is a default for when there is none.
int take_prefix(std::string_view& text, int base) {
  const bool any = base <= 0;
  const int fallback = base < -1 ? -base : 10;
  if (text.empty() || text[0] != '0') return any ? fallback : base;
  const int announced = text.size() > 1 ? prefix_base(text[1]) : 0;
  if (announced != 0 && (any || announced == base)) {
    text.remove_prefix(2);
    return announced;
  }
  if (!any) return base;
  return text.size() > 1 ? 8 : fallback; // a bare leading 0 is octal and a digit itself
}

/// Takes digits with single underscores between them. In strict parsing text that is left over is the
/// caller's error.
std::string take_digits(std::string_view& text, int base) {
  std::string digits;
  size_t used = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '_' && used == i && i > 0) continue;
    if (digit_value(text[i]) >= base) break;
    digits += text[i];
    used = i + 1;
  }
  text.remove_prefix(used);
  return digits;
}

void skip_space(std::string_view& text) {
  while (!text.empty() && ascii_space(static_cast<unsigned char>(text[0]))) text.remove_prefix(1);
}

} // namespace

Value int_parse(VM& vm, std::string_view text, int base, bool strict) {
  skip_space(text);
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  base = take_prefix(text, base);
  const std::string digits = take_digits(text, base);
  if (strict) {
    skip_space(text);
    if (digits.empty() || !text.empty()) return Qundef;
  }
  return digits.empty() ? Value::fixnum(0) : digits_to_int(vm, digits, base, negative);
}

Value int_from_digits(VM& vm, std::string_view digits, int base) {
  std::string plain;
  plain.reserve(digits.size());
  for (char c : digits)
    if (c != '_') plain += c;
  const bool negative = !plain.empty() && plain[0] == '-';
  if (negative) plain.erase(0, 1);
  return digits_to_int(vm, plain, base, negative);
}

} // namespace miniyarv
