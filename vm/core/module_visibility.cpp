// Module: public, private, protected, module_function.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/module.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/method.hpp"
#include "vm/native.hpp"

namespace miniyarv {
namespace {

void set_default_visibility(VM& vm, Visibility visibility, bool module_func) {
  Cref* scope = visibility_scope(caller_ruby_frame(vm)->ep);
  if (!scope) return;
  scope->default_visibility = visibility;
  scope->module_func = module_func;
}

/// The names given: several, or one array of them.
std::vector<ID> names_of(VM& vm, const Rest& args) {
  std::span<const Value> values = args.span();
  if (args.argc == 1 && is_array(args[0])) values = args[0].as<Array>()->values();
  std::vector<ID> names;
  for (Value v : values) names.push_back(to_id(vm, v));
  return names;
}

Value result_of(VM& vm, const Rest& args) {
  if (args.argc == 0) return Qnil;
  return args.argc == 1 ? args[0] : Value(ary_from(vm, args.span()));
}

template <Visibility visibility> Value set_visibilities(VM& vm, Class* self, Rest args) {
  if (args.argc == 0)
    set_default_visibility(vm, visibility, false);
  else
    for (const ID name : names_of(vm, args)) set_visibility(vm, self, name, visibility);
  return result_of(vm, args);
}

template <Visibility visibility> Value set_main_visibilities(VM& vm, Value, Rest args) {
  return set_visibilities<visibility>(vm, vm.cObject, args);
}

template <Visibility visibility> Value set_class_method_visibilities(VM& vm, Class* self, Rest args) {
  Class* meta = singleton_class(vm, self);
  for (const ID name : names_of(vm, args)) set_visibility(vm, meta, name, visibility);
  return Qnil;
}

/// Makes the methods private and copies them to the module itself.
Value module_function(VM& vm, Class* self, Rest args) {
  if (args.argc == 0) {
    set_default_visibility(vm, Visibility::Private, true);
    return Qnil;
  }
  for (const ID name : names_of(vm, args)) {
    set_visibility(vm, self, name, Visibility::Private);
    const MethodEntry* me = find_method(vm, self, name);
    if (!me) continue;
    MethodEntry* copy = method_entry_clone(vm, me->resolved());
    copy->visibility = Visibility::Public;
    copy->defined_class = nullptr;
    Class* meta = singleton_class(vm, self);
    define_method(vm, meta, name, copy);
    call_method_added(vm, meta, name);
  }
  return result_of(vm, args);
}

constexpr NativeMethod kMethods[] = {
    {"public", native<set_visibilities<Visibility::Public>>, Visibility::Private},
    {"private", native<set_visibilities<Visibility::Private>>, Visibility::Private},
    {"protected", native<set_visibilities<Visibility::Protected>>, Visibility::Private},
    {"module_function", native<module_function>, Visibility::Private},
    {"public_class_method", native<set_class_method_visibilities<Visibility::Public>>},
    {"private_class_method", native<set_class_method_visibilities<Visibility::Private>>},
};

constexpr NativeMethod kMainMethods[] = {
    {"public", native<set_main_visibilities<Visibility::Public>>, Visibility::Private},
    {"private", native<set_main_visibilities<Visibility::Private>>, Visibility::Private},
};

} // namespace

void init_module_visibility(VM& vm) {
  define_natives(vm, vm.cModule, kMethods);
  define_natives(vm, singleton_class(vm, vm.main_object()), kMainMethods);
}

} // namespace miniyarv
