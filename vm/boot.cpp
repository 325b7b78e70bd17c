#include "vm/boot.hpp"

#include "vm/class_registry.hpp"
#include "vm/method.hpp"

namespace miniyarv {

#define MINIYARV_INIT(name) void init_##name(VM&);
#include "vm/core/init.def"
#undef MINIYARV_INIT

namespace {

struct CoreClass {
  Class* VM::*member;
  Class* VM::*outer; ///< null for Object
  const char* name;
  Class* VM::*super; ///< null for modules
};

constexpr CoreClass kRootClasses[] = {
    {&VM::cBasicObject, nullptr, "BasicObject", nullptr},
    {&VM::cObject, nullptr, "Object", &VM::cBasicObject},
    {&VM::cModule, nullptr, "Module", &VM::cObject},
    {&VM::cClass, nullptr, "Class", &VM::cModule},
};

constexpr CoreClass kCoreClasses[] = {
#define MINIYARV_MODULE(member, name) {&VM::member, nullptr, name, nullptr},
#define MINIYARV_CLASS(member, name, super) {&VM::member, nullptr, name, &VM::super},
#define MINIYARV_CLASS_UNDER(member, outer, name, super) {&VM::member, &VM::outer, name, &VM::super},
#include "vm/core_classes.def"
#undef MINIYARV_MODULE
#undef MINIYARV_CLASS
#undef MINIYARV_CLASS_UNDER
};

/// Files `c` under its name. Not through const_set: there is nothing yet to invalidate, warn or call.
void file_under(VM& vm, Class* outer, ID name, Class* c) {
  auto entry = std::make_unique<ConstEntry>();
  entry->value = c;
  outer->ext->constants[name] = std::move(entry);
  vm.heap.write_barrier(outer, c);
  class_set_path(vm, c, outer, name);
}

/// A name such as "Backtrace::Location" has its outer class made on the way.
void name_core_class(VM& vm, const CoreClass& core) {
  Class* outer = core.outer ? vm.*core.outer : vm.cObject;
  std::string_view name = core.name;
  for (size_t at; (at = name.find("::")) != std::string_view::npos; name.remove_prefix(at + 2))
    outer = define_class_under(vm, outer, name.substr(0, at), vm.cObject);
  file_under(vm, outer, vm.intern(name), vm.*core.member);
}

Class* define_under(VM& vm, Class* outer, std::string_view name, Class* super, bool is_module) {
  const ID id = vm.intern(name);
  if (auto* entry = outer->ext->constants.find(id)) return (*entry)->value.as<Class>();
  Class* c = is_module ? module_new(vm) : class_new(vm, super);
  file_under(vm, outer, id, c);
  return c;
}

} // namespace

Class* define_class_under(VM& vm, Class* outer, std::string_view name, Class* super) {
  return define_under(vm, outer, name, super, false);
}

Class* define_module_under(VM& vm, Class* outer, std::string_view name) {
  return define_under(vm, outer, name, nullptr, true);
}

Class* define_class(VM& vm, std::string_view name, Class* super) {
  return define_class_under(vm, vm.cObject, name, super);
}

Class* define_module(VM& vm, std::string_view name) { return define_module_under(vm, vm.cObject, name); }

void boot_classes(VM& vm) {
  register_class_types(vm.heap);
  create_root_classes(vm);
  for (const CoreClass& core : kCoreClasses)
    vm.*core.member = core.super ? class_new(vm, vm.*core.super) : module_new(vm);
  for (const CoreClass& core : kRootClasses) name_core_class(vm, core);
  for (const CoreClass& core : kCoreClasses) name_core_class(vm, core);
  include_module(vm, vm.cObject, vm.mKernel);
}

void boot_core(VM& vm) {
#define MINIYARV_INIT(name) init_##name(vm);
#include "vm/core/init.def"
#undef MINIYARV_INIT
}

void boot_finish(VM& vm) { record_basic_operations(vm); }

} // namespace miniyarv
