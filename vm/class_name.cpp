#include "vm/class.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

#include <cinttypes>
#include <cstdio>

namespace miniyarv {

std::string address_of(const Object* object) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIxPTR, reinterpret_cast<uintptr_t>(object));
  return text;
}

namespace {

std::string singleton_path(VM& vm, const Class* c) {
  const Object* attached = c->attached;
  if (is_class_or_module(attached))
    return cat("#<Class:", class_path(vm, static_cast<const Class*>(attached)), ">");
  return cat("#<Class:#<", class_path(vm, real_class(vm, attached)), ":", address_of(attached), ">>");
}

void set_name(VM& vm, Class* c, std::string_view name, bool permanent) {
  c->name = str_fstring(vm, name, Encoding::Utf8);
  c->name_permanent = permanent;
  vm.heap.write_barrier(c, c->name);
}

/// Names what was assigned to constants of `c` while `c` itself had no permanent name.
void name_nested(VM& vm, Class* c) {
  std::vector<std::pair<ID, Class*>> nested;
  c->ext->constants.each([&](ID name, const std::unique_ptr<ConstEntry>& entry) {
    if (is_class_or_module(entry->value)) nested.push_back({name, entry->value.as<Class>()});
  });
  for (const auto& [name, inner] : nested)
    if (!inner->name_permanent) class_set_path(vm, inner, c, name);
}

} // namespace

std::string class_path(VM& vm, const Class* c) {
  if (c->is_iclass()) c = c->module;
  if (!c->name.is_nil()) return std::string(str_view(c->name));
  if (c->is_singleton) return singleton_path(vm, c);
  return cat("#<", class_path(vm, real_class(vm, Value(c))), ":", address_of(c), ">");
}

void class_set_path(VM& vm, Class* c, Class* outer, ID name) {
  if (c->name_permanent) return;
  c->lexical_parent = outer;
  vm.heap.write_barrier(c, outer);
  const std::string_view own = vm.name(name);
  if (outer == vm.cObject) {
    set_name(vm, c, own, true);
  } else if (outer->name_permanent || c->name.is_nil()) {
    set_name(vm, c, cat(class_path(vm, outer), "::", own), outer->name_permanent);
  }
  if (c->name_permanent) name_nested(vm, c);
}

} // namespace miniyarv
