#include "vm/internals.hpp"
#include "vm/native.hpp"

namespace miniyarv {

void define_primitives(VM& vm, std::span<const NativeMethod> functions) {
  for (const NativeMethod& f : functions) vm.in().primitives[vm.intern(f.name)] = f.body;
}

} // namespace miniyarv
