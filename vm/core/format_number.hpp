#pragma once

#include "gc/value.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

class VM;

/// What a format directive says beside its letter.
struct FormatFlags {
  bool space = false, sharp = false, plus = false, minus = false, zero = false;
  bool has_width = false, has_precision = false;
  int width = 0, precision = 0;
  bool none() const { return !(space || sharp || plus || minus || zero || has_width || has_precision); }
};

/// %d %i %u %b %B %o %x %X of an Integer.
std::string format_integer(VM&, const FormatFlags&, char directive, Value integer);
/// %f of an Integer or Rational, all digits exact.
std::string format_exact(VM&, const FormatFlags&, Value numerator, Value denominator);
/// %f %e %E %g %G %a %A of a double.
std::string format_float(const FormatFlags&, char directive, double);
/// Fills up to the width with spaces. `chars` is the length of `text` as shown.
std::string pad_to_width(const FormatFlags&, std::string text, size_t chars);

} // namespace miniyarv
