#include "vm/backtrace.hpp"
#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/object.hpp"
#include "vm/core/string.hpp"
#include "vm/eval.hpp"
#include "vm/native.hpp"

namespace miniyarv {
namespace {

ID check_local_name(VM& vm, Value self, Value name) {
  const ID id = to_id(vm, name);
  if (SymbolTable::classify(vm.name(id)) != IdKind::Local)
    raise_name_error(vm, cat("wrong local variable name '", vm.name(id), "' for ", inspect_str(vm, self)),
                     self, id);
  return id;
}

LocalVariable find_in(VM& vm, Value self, ID name) {
  const BindingScope& scope = binding_scope(vm, self);
  return find_local(vm, scope.iseq, scope.env->ep, name);
}

Value local_variable_get(VM& vm, Value self, Value name) {
  const ID id = check_local_name(vm, self, name);
  const LocalVariable local = find_in(vm, self, id);
  if (!local.slot)
    raise_name_error(vm, cat("local variable '", vm.name(id), "' is not defined for ", inspect_str(vm, self)),
                     self, id);
  return *local.slot;
}

Value local_variable_set(VM& vm, Value self, Value name, Value v) {
  const ID id = check_local_name(vm, self, name);
  LocalVariable local = find_in(vm, self, id);
  if (!local.slot) {
    // An assignment in an eval is what adds a variable to a binding.
    eval_in_binding(vm, cat(vm.name(id), " = nil"), self, "(binding)", 1);
    local = find_in(vm, self, id);
  }
  *local.slot = v;
  if (ep_escaped(local.ep)) vm.heap.write_barrier(env_of(local.ep), v);
  return v;
}

bool local_variable_defined(VM& vm, Value self, Value name) {
  return find_in(vm, self, check_local_name(vm, self, name)).slot;
}

Value binding_local_variables(VM& vm, Value self) {
  return symbols_array(vm, local_names(vm, binding_scope(vm, self).iseq));
}

Value binding_receiver(VM& vm, Value self) { return binding_scope(vm, self).self; }

Value binding_source_location(VM& vm, Value self) {
  const BindingScope& scope = binding_scope(vm, self);
  return ary_of(vm, Value(str_new(vm, scope.path)), Value::fixnum(scope.line));
}

Value binding_eval(VM& vm, Value self, String* text, std::optional<Value> path, std::optional<int64_t> line) {
  const std::string file = path && !path->is_nil() ? std::string(to_str(vm, *path)->view())
                                                   : cat("(eval at ", current_position(vm), ")");
  return eval_in_binding(vm, std::string(text->view()), self, file, static_cast<int>(line.value_or(1)));
}

constexpr NativeMethod kMethods[] = {
    {"local_variable_get", native<local_variable_get>},
    {"local_variable_set", native<local_variable_set>},
    {"local_variable_defined?", native<local_variable_defined>},
    {"local_variables", native<binding_local_variables>},
    {"receiver", native<binding_receiver>},
    {"source_location", native<binding_source_location>},
    {"eval", native<binding_eval>},
};

} // namespace

void init_binding(VM& vm) {
  class_undef_allocator(vm, vm.cBinding);
  define_natives(vm, vm.cBinding, kMethods);
}

} // namespace miniyarv
