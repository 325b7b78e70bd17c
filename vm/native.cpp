#include "vm/native.hpp"

#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"

#include <algorithm>

namespace miniyarv {

void define_natives(VM& vm, Class* c, std::span<const NativeMethod> methods) {
  for (const NativeMethod& m : methods) define_native(vm, c, m.name, m.body, m.visibility);
}

void define_singleton_natives(VM& vm, Class* c, std::span<const NativeMethod> methods) {
  define_natives(vm, singleton_class(vm, c), methods);
}

void define_module_functions(VM& vm, Class* m, std::span<const NativeMethod> methods) {
  Class* const meta = singleton_class(vm, m);
  for (const NativeMethod& f : methods) {
    define_native(vm, m, f.name, f.body, Visibility::Private);
    define_native(vm, meta, f.name, f.body);
  }
}

Value Keywords::get(VM& vm, std::string_view name) const {
  return hash ? hash_get(vm, hash, Value::symbol(vm.intern(name))) : Qundef;
}

void Keywords::allow_only(VM& vm, std::initializer_list<std::string_view> names) const {
  if (!hash) return;
  std::string unknown;
  int count = 0;
  hash_each(hash, [&](Value key, Value) {
    const bool known =
        key.is_symbol() && std::find(names.begin(), names.end(), vm.name(key.to_id())) != names.end();
    if (!known) {
      unknown += count++ == 0 ? "" : ", ";
      unknown += inspect_str(vm, key);
    }
    return true;
  });
  if (count > 0) raise_argument_error(vm, cat("unknown keyword", count > 1 ? "s" : "", ": ", unknown));
}

} // namespace miniyarv
