// Instance variables by name.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/object.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/native.hpp"

namespace miniyarv {

ID check_ivar_name(VM& vm, Value name) {
  const ID id = to_id(vm, name);
  if (!vm.symbols.is_instance(id))
    raise_name_error(vm, cat("'", vm.name(id), "' is not allowed as an instance variable name"), Qnil, id);
  return id;
}

namespace {

Value ivar_get(VM& vm, Value self, Value name) {
  const ID id = check_ivar_name(vm, name);
  const Value v = self.is_object() ? vm.heap.ivar_get(self.object(), id) : Qundef;
  return v.is_undef() ? Qnil : v;
}

Value ivar_set(VM& vm, Value self, Value name, Value v) {
  const ID id = check_ivar_name(vm, name);
  check_frozen(vm, self);
  ivar_set(vm, self.object(), id, v);
  return v;
}

bool ivar_defined(VM& vm, Value self, Value name) {
  const ID id = check_ivar_name(vm, name);
  return self.is_object() && !vm.heap.ivar_get(self.object(), id).is_undef();
}

Value ivar_remove(VM& vm, Value self, Value name) {
  const ID id = check_ivar_name(vm, name);
  check_frozen(vm, self);
  const Value v = vm.heap.ivar_remove(self.object(), id);
  if (v.is_undef()) raise_name_error(vm, cat("instance variable ", vm.name(id), " not defined"), self, id);
  return v;
}

Value ivar_list(VM& vm, Value self) {
  std::vector<ID> names;
  if (self.is_object())
    for (const ID name : vm.heap.ivar_names(self.object()))
      if (vm.symbols.is_instance(name)) names.push_back(name);
  return symbols_array(vm, names);
}

constexpr NativeMethod kMethods[] = {
    {"instance_variable_get", native<ivar_get>},
    {"instance_variable_set", native<ivar_set>},
    {"instance_variable_defined?", native<ivar_defined>},
    {"remove_instance_variable", native<ivar_remove>},
    {"instance_variables", native<ivar_list>},
};

} // namespace

Array* symbols_array(VM& vm, const std::vector<ID>& names) {
  Array* list = ary_new(vm, names.size());
  for (const ID name : names) ary_push(vm, list, Value::symbol(name));
  return list;
}

void init_object_variables(VM& vm) { define_natives(vm, vm.mKernel, kMethods); }

} // namespace miniyarv
