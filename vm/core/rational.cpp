// Rational: exact fractions.

#include "vm/core/bignum.hpp"
#include "vm/core/numeric_classes.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

Value rational_raw(VM& vm, Value num, Value den) {
  auto* r = vm.heap.make<Tuple>(Type::Rational, vm.cRational, sizeof(Object) + 2 * sizeof(Value));
  r->flags |= Object::kFrozen;
  r->v[0] = num;
  r->v[1] = den;
  return Value(r);
}

Value rational_new(VM& vm, Value num, Value den) {
  if (int_is_zero(den)) raise_zero_division(vm);
  if (int_sign(den) < 0) {
    num = int_neg(vm, num);
    den = int_neg(vm, den);
  }
  const Value gcd = int_gcd(vm, num, den);
  if (int_is_one(gcd)) return rational_raw(vm, num, den);
  num = int_div(vm, num, gcd);
  return rational_raw(vm, num, int_div(vm, den, gcd));
}

} // namespace miniyarv
