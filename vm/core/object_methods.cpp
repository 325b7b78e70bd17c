// Asking an object for its methods, and calling them by name.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/object.hpp"
#include "vm/native.hpp"

#include <unordered_set>

namespace miniyarv {

std::vector<ID> method_names(Class* c, const Class* stop,
                             const std::function<bool(const MethodEntry&)>& wanted) {
  std::vector<ID> names;
  std::unordered_set<uint32_t> seen;
  for (; c && c != stop; c = c->super) {
    c->ext->methods.each([&](ID name, const MethodEntry* me) {
      if (!seen.insert(static_cast<uint32_t>(name)).second) return;
      if (!me->is_undefined() && wanted(*me)) names.push_back(name);
    });
  }
  return names;
}

namespace {

/// The part of an object's chain that is its own: its singleton class and what was extended into it.
const Class* end_of_singleton(const Class* c) {
  while (c && (c->is_singleton || c->is_iclass())) c = c->super;
  return c;
}

/// A class's singleton methods include those of its superclasses.
const Class* end_of_singleton_methods(VM& vm, Value self, bool all) {
  Class* c = vm.class_of(self);
  if (!c->is_singleton) return c;
  if (!all) return next_ancestor(c);
  return end_of_singleton(c);
}

Value singleton_methods(VM& vm, Value self, std::optional<bool> all) {
  const Class* stop = end_of_singleton_methods(vm, self, all.value_or(true));
  return symbols_array(vm, method_names(vm.class_of(self), stop, is_visible));
}

Value methods(VM& vm, Value self, std::optional<bool> all) {
  if (!all.value_or(true)) return singleton_methods(vm, self, false);
  return symbols_array(vm, method_names(vm.class_of(self), nullptr, is_visible));
}

template <bool (*wanted)(const MethodEntry&)>
Value methods_of_visibility(VM& vm, Value self, std::optional<bool> all) {
  Class* c = vm.class_of(self);
  const Class* stop = all.value_or(true) ? nullptr : next_ancestor(skip_to_real(c));
  return symbols_array(vm, method_names(c, stop, wanted));
}

Value public_send(VM& vm, Value self, Rest args) {
  if (args.argc == 0) raise_argument_error(vm, "no method name given");
  CallOptions options;
  options.block = vm.block();
  options.keywords = vm.keywords_given();
  options.ignore_visibility = false;
  return vm.call(self, to_id(vm, args[0]), args.span().subspan(1), options);
}

bool respond_to_p(VM& vm, Value self, Value name, std::optional<bool> include_all) {
  return responds_without_query(vm, self, to_id(vm, name), include_all.value_or(false));
}

bool respond_to_missing(VM&, Value, Value, Value) { return false; }

constexpr NativeMethod kMethods[] = {
    {"methods", native<methods>},
    {"singleton_methods", native<singleton_methods>},
    {"public_methods", native<methods_of_visibility<is_public>>},
    {"private_methods", native<methods_of_visibility<is_private>>},
    {"protected_methods", native<methods_of_visibility<is_protected>>},
    {"public_send", native<public_send>},
    {"respond_to?", native<respond_to_p>},
    {"respond_to_missing?", native<respond_to_missing>, Visibility::Private},
};

void define_send(VM& vm, Class* c, std::string_view name) {
  const ID mid = vm.intern(name);
  MethodEntry* me = method_entry_new(vm, MethodKind::Optimized, mid, Visibility::Public);
  me->optimized = OptimizedMethod::Send;
  define_method(vm, c, mid, me);
}

} // namespace

void init_object_methods(VM& vm) {
  define_natives(vm, vm.mKernel, kMethods);
  define_send(vm, vm.cBasicObject, "__send__");
  define_send(vm, vm.mKernel, "send");
}

} // namespace miniyarv
