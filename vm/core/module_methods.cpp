// Module: defining, listing and fetching methods.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/method_object.hpp"
#include "vm/core/module.hpp"
#include "vm/core/object.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

namespace miniyarv {
namespace {

/// What `private` without arguments has set for the code that calls the running method.
Visibility caller_visibility(VM& vm) {
  const Cref* scope = visibility_scope(caller_ruby_frame(vm)->ep);
  return scope ? scope->default_visibility : Visibility::Public;
}

// --- attr_* ---

ID check_attribute(VM& vm, Value name) {
  const ID id = to_id(vm, name);
  const IdKind kind = SymbolTable::classify(vm.name(id));
  if (kind != IdKind::Local && kind != IdKind::Constant)
    raise_name_error(vm, cat("invalid attribute name '", vm.name(id), "'"), name, id);
  return id;
}

Value define_attributes(VM& vm, Class* self, const Rest& names, bool reader, bool writer) {
  check_frozen(vm, self);
  const Visibility visibility = caller_visibility(vm);
  Array* defined = ary_new(vm);
  for (Value name : names.span()) {
    const ID id = check_attribute(vm, name);
    define_attr(vm, self, id, reader, writer, visibility);
    if (reader) ary_push(vm, defined, Value::symbol(id));
    if (writer) ary_push(vm, defined, Value::symbol(vm.intern(cat(vm.name(id), "="))));
  }
  return defined;
}

Value attr_reader(VM& vm, Class* self, Rest names) { return define_attributes(vm, self, names, true, false); }
Value attr_writer(VM& vm, Class* self, Rest names) { return define_attributes(vm, self, names, false, true); }
Value attr_accessor(VM& vm, Class* self, Rest names) {
  return define_attributes(vm, self, names, true, true);
}

// --- define_method, alias_method, undef_method, remove_method ---

/// A method runs its block as a lambda with the receiver as self.
MethodEntry* entry_from_proc(VM& vm, const Proc* proc, ID name, Visibility visibility) {
  Proc* body = proc_new(vm, vm.cProc, proc->block, proc->kind, true);
  body->from_method = proc->from_method;
  MethodEntry* me = method_entry_new(vm, MethodKind::BMethod, name, visibility);
  me->proc = body;
  return me;
}

MethodEntry* entry_from_method(VM& vm, Class* c, const MethodObject& method, Visibility visibility) {
  const Class* owner = method.me->owner;
  if (!owner->is_module() && !class_inherits(c, owner)) {
    if (owner->is_singleton) raise_type_error(vm, "can't bind singleton method to a different class");
    raise_type_error(vm, cat("bind argument must be a subclass of ", class_path(vm, owner)));
  }
  MethodEntry* me = method_entry_clone(vm, method.me->resolved());
  me->visibility = visibility;
  me->defined_class = nullptr;
  return me;
}

Value define_method_from(VM& vm, Class* self, ID name, std::optional<Value> body, Visibility visibility) {
  check_frozen(vm, self);
  if (!body) {
    if (!vm.block_given()) raise_argument_error(vm, "tried to create Proc object without a block");
    body = proc_from_handler(vm, vm.block());
  }
  MethodEntry* me;
  if (const Proc* proc = as_proc(*body))
    me = entry_from_proc(vm, proc, name, visibility);
  else if (is_method_object(*body))
    me = entry_from_method(vm, self, method_object(*body), visibility);
  else
    raise_type_error(vm, cat("wrong argument type ", class_path(vm, real_class(vm, *body)),
                             " (expected Proc/Method/UnboundMethod)"));
  define_method(vm, self, name, me);
  call_method_added(vm, self, name);
  return Value::symbol(name);
}

Value module_define_method(VM& vm, Class* self, ID name, std::optional<Value> body) {
  const Cref* scope = visibility_scope(caller_ruby_frame(vm)->ep);
  const bool own_scope = scope && scope->klass == self;
  const Value result =
      define_method_from(vm, self, name, body, own_scope ? scope->default_visibility : Visibility::Public);
  if (own_scope && scope->module_func)
    define_method_from(vm, singleton_class(vm, self), name, body, Visibility::Public);
  return result;
}

Value main_define_method(VM& vm, Value, ID name, std::optional<Value> body) {
  return define_method_from(vm, vm.cObject, name, body, Visibility::Public);
}

Value define_singleton_method(VM& vm, Value self, ID name, std::optional<Value> body) {
  return define_method_from(vm, singleton_class(vm, self), name, body, Visibility::Public);
}

Value module_alias_method(VM& vm, Class* self, ID new_name, ID old_name) {
  define_alias(vm, self, new_name, old_name);
  return Value::symbol(new_name);
}

Value module_undef_method(VM& vm, Class* self, Rest names) {
  for (Value name : names.span()) undef_method(vm, self, to_id(vm, name));
  return self;
}

Value module_remove_method(VM& vm, Class* self, Rest names) {
  for (Value name : names.span()) remove_method(vm, self, to_id(vm, name));
  return self;
}

Value module_ruby2_keywords(VM& vm, Class* self, Rest names) {
  for (Value name : names.span()) {
    MethodEntry* me = own_method(self, to_id(vm, name));
    if (!me || me->is_undefined()) raise_undefined_method(vm, self, to_id(vm, name));
    me->ruby2_keywords = true;
    if (me->kind == MethodKind::ISeq) me->rb.iseq->params->ruby2_keywords = true;
  }
  return Qnil;
}

// --- Questions ---

/// The methods of `self`, or, without `all`, those it defines itself.
std::vector<ID> own_or_all(Class* self, bool all, bool (*wanted)(const MethodEntry&)) {
  return all ? method_names(self, nullptr, wanted) : method_names(self->origin, next_ancestor(self), wanted);
}

template <bool (*wanted)(const MethodEntry&)>
Value instance_methods(VM& vm, Class* self, std::optional<bool> all) {
  return symbols_array(vm, own_or_all(self, all.value_or(true), wanted));
}

Value undefined_instance_methods(VM& vm, Class* self) {
  std::vector<ID> names;
  self->origin->ext->methods.each([&](ID name, const MethodEntry* me) {
    if (me->is_undefined()) names.push_back(name);
  });
  return symbols_array(vm, names);
}

template <bool (*wanted)(const MethodEntry&)>
bool method_defined(VM& vm, Class* self, ID name, std::optional<bool> inherit) {
  if (!inherit.value_or(true)) {
    const MethodEntry* own = own_method(self, name);
    return own && !own->is_undefined() && wanted(*own);
  }
  const MethodEntry* me = find_method(vm, self, name);
  return me && wanted(*me);
}

Value instance_method(VM& vm, Class* self, ID name) { return unbound_method_of(vm, self, name, false); }
Value public_instance_method(VM& vm, Class* self, ID name) { return unbound_method_of(vm, self, name, true); }

void hook(VM&, Value, Value) {}

constexpr NativeMethod kMethods[] = {
    {"attr", native<attr_reader>},
    {"attr_reader", native<attr_reader>},
    {"attr_writer", native<attr_writer>},
    {"attr_accessor", native<attr_accessor>},
    {"define_method", native<module_define_method>},
    {"alias_method", native<module_alias_method>},
    {"undef_method", native<module_undef_method>},
    {"remove_method", native<module_remove_method>},
    {"ruby2_keywords", native<module_ruby2_keywords>, Visibility::Private},
    {"instance_methods", native<instance_methods<is_visible>>},
    {"public_instance_methods", native<instance_methods<is_public>>},
    {"private_instance_methods", native<instance_methods<is_private>>},
    {"protected_instance_methods", native<instance_methods<is_protected>>},
    {"undefined_instance_methods", native<undefined_instance_methods>},
    {"method_defined?", native<method_defined<is_visible>>},
    {"public_method_defined?", native<method_defined<is_public>>},
    {"private_method_defined?", native<method_defined<is_private>>},
    {"protected_method_defined?", native<method_defined<is_protected>>},
    {"instance_method", native<instance_method>},
    {"public_instance_method", native<public_instance_method>},
    {"method_added", native<hook>, Visibility::Private},
    {"method_removed", native<hook>, Visibility::Private},
    {"method_undefined", native<hook>, Visibility::Private},
};

constexpr NativeMethod kKernelMethods[] = {{"define_singleton_method", native<define_singleton_method>}};
constexpr NativeMethod kMainMethods[] = {{"define_method", native<main_define_method>, Visibility::Private}};

} // namespace

void init_module_methods(VM& vm) {
  define_natives(vm, vm.cModule, kMethods);
  define_natives(vm, vm.mKernel, kKernelMethods);
  define_natives(vm, singleton_class(vm, vm.main_object()), kMainMethods);
}

} // namespace miniyarv
