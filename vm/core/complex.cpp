// Complex numbers.

#include "vm/core/numeric_classes.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

Value complex_new(VM& vm, Value real, Value imag) {
  auto* c = vm.heap.make<Tuple>(Type::Complex, vm.cComplex, sizeof(Object) + 2 * sizeof(Value));
  c->flags |= Object::kFrozen;
  c->v[0] = real;
  c->v[1] = imag;
  return Value(c);
}

} // namespace miniyarv
