// Float values and the arithmetic the interpreter does not do inline.

#include "vm/core/numeric.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

Value float_new(VM& vm, double d) {
  if (Value::fits_flonum(d)) return Value::flonum(d);
  auto* f = vm.heap.make<Float>(Type::Float, vm.cFloat);
  f->flags |= Object::kFrozen;
  f->value = d;
  return Value(f);
}

double float_mod(double a, double b) {
  const double m = std::isinf(b) && std::isfinite(a) ? a : std::fmod(a, b);
  return b * m < 0 ? m + b : m;
}

} // namespace miniyarv
