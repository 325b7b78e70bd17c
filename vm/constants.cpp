#include "vm/constants.hpp"

#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/iseq.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

namespace miniyarv {
namespace {

ConstEntry* own_entry(const Class* c, ID name) {
  const auto* entry = c->ext->constants.find(name);
  return entry ? entry->get() : nullptr;
}

/// An entry whose autoload is running is not there for the file being loaded.
bool is_present(const ConstEntry& entry) { return !entry.loading || !entry.value.is_undef(); }

Value load_autoload(VM& vm, const ConstPlace& place, ID name) {
  ConstEntry* entry = place.entry;
  entry->loading = true;
  vm.ensure([&] { return vm.send(vm.main_object(), ids::require, entry->autoload_path); },
            [&] {
              // The file may have removed or replaced the entry.
              if (own_entry(place.owner, name) == entry) entry->loading = false;
            });
  const ConstEntry* now = own_entry(place.owner, name);
  return now ? now->value : Qundef;
}

void warn_if_deprecated(VM& vm, const ConstPlace& place, ID name) {
  if (place.entry->deprecated)
    warn_deprecated(vm, cat("constant ", const_prefix(vm, place.owner), vm.name(name), " is deprecated"));
}

Value call_const_missing(VM& vm, Class* under, ID name) {
  if (has_builtin_method(vm, under, ids::const_missing)) raise_uninitialized_constant(vm, under, name);
  return vm.send(under, ids::const_missing, Value::symbol(name));
}

[[noreturn]] void raise_private_constant(VM& vm, Class* owner, ID name) {
  raise_name_error(vm, cat("private constant ", const_prefix(vm, owner), vm.name(name), " referenced"), owner,
                   name);
}

/// Value of an entry that was found, deprecation reported; const_missing when it turns out not to exist.
Value value_or_missing(VM& vm, const ConstPlace& place, Class* asked, ID name) {
  if (!place.entry) return call_const_missing(vm, asked, name);
  warn_if_deprecated(vm, place, name);
  const Value v = const_resolve(vm, place, name);
  return v.is_undef() ? call_const_missing(vm, asked, name) : v;
}

/// The innermost scope whose class constants belong to.
const Cref* base_scope(const Cref* cref) {
  while (cref->outer && (cref->pushed_by_eval || !cref->klass)) cref = cref->outer;
  return cref;
}

ConstPlace find_lexical(VM& vm, const Cref* cref, ID name) {
  for (const Cref* scope = cref; scope && scope->outer; scope = scope->outer) {
    if (scope->pushed_by_eval || !scope->klass) continue;
    ConstEntry* entry = own_entry(scope->klass, name);
    if (entry && is_present(*entry)) return {entry, scope->klass};
  }
  return const_find(vm, base_scope(cref)->klass, name, true);
}

} // namespace

ConstPlace const_find(VM& vm, Class* klass, ID name, bool inherit, bool exclude_object) {
  for (Class* c = klass; c; c = c->super) {
    if (exclude_object && c == vm.cObject && klass != vm.cObject) return {};
    ConstEntry* entry = own_entry(c, name);
    if (entry && is_present(*entry)) return {entry, c->is_iclass() ? c->module : c};
    if (!inherit) return {};
  }
  const bool is_module = klass->is_module() || (klass->is_iclass() && klass->module->is_module());
  if (!is_module || exclude_object) return {};
  return const_find(vm, vm.cObject, name, true);
}

Value const_resolve(VM& vm, const ConstPlace& place, ID name) {
  ConstEntry& entry = *place.entry;
  if (!entry.value.is_undef()) return entry.value;
  if (entry.lazy) {
    const LazyConstant make = std::exchange(entry.lazy, nullptr);
    entry.value = make(vm, place.owner, name);
    vm.heap.write_barrier(place.owner, entry.value);
    return entry.value;
  }
  return load_autoload(vm, place, name);
}

Value const_lookup_lexical(VM& vm, Cref* cref, ID name) {
  return value_or_missing(vm, find_lexical(vm, cref, name), base_scope(cref)->klass, name);
}

bool const_defined_lexical(VM& vm, Cref* cref, ID name) { return find_lexical(vm, cref, name).entry; }

Value const_get_scoped(VM& vm, Class* klass, ID name) {
  const ConstPlace place = const_find(vm, klass, name, true, true);
  if (place.entry && place.entry->visibility == Visibility::Private)
    raise_private_constant(vm, place.owner, name);
  return value_or_missing(vm, place, klass, name);
}

bool const_defined_scoped(VM& vm, Class* klass, ID name) {
  const ConstPlace place = const_find(vm, klass, name, true, true);
  return place.entry && place.entry->visibility != Visibility::Private;
}

Value VM::const_get(Class* under, ID name) {
  return value_or_missing(*this, const_find(*this, under, name, true), under, name);
}

Value VM::const_lookup(Class* under, ID name, bool inherit, bool exclude_object) {
  const ConstPlace place = const_find(*this, under, name, inherit, exclude_object);
  return place.entry ? const_resolve(*this, place, name) : Qundef;
}

bool VM::const_defined(Class* under, ID name, bool inherit) {
  return const_find(*this, under, name, inherit).entry;
}

namespace {

struct SourcePlace {
  Value file = Qnil;
  int line = 0;
};

SourcePlace current_place(VM& vm) {
  const ControlFrame* cfp = ruby_frame(*vm.ec, vm.ec->cfp);
  return cfp ? SourcePlace{cfp->iseq->unit->path, frame_line(cfp)} : SourcePlace{};
}

void warn_redefined(VM& vm, Class* under, ID name, const ConstEntry& previous) {
  const std::string shown = cat(const_prefix(vm, under), vm.name(name));
  warn(vm, cat("already initialized constant ", shown));
  if (!previous.file.is_nil())
    warn_at(vm, str_view(previous.file), static_cast<int>(previous.line),
            cat("previous definition of ", vm.name(name), " was here"));
}

} // namespace

void VM::const_set(Class* under, ID name, Value v) {
  check_frozen(*this, under);
  std::unique_ptr<ConstEntry>& slot = under->ext->constants[name];
  if (!slot) slot = std::make_unique<ConstEntry>();
  ConstEntry* entry = slot.get(); // the slot itself moves when something is inserted
  if (!entry->value.is_undef()) warn_redefined(*this, under, name, *entry);
  const SourcePlace place = current_place(*this);
  entry->value = v;
  entry->autoload_path = Qnil;
  entry->loading = false;
  entry->lazy = nullptr;
  entry->file = place.file;
  entry->line = static_cast<uint32_t>(place.line);
  heap.write_barrier(under);
  if (is_class_or_module(v)) class_set_path(*this, v.as<Class>(), under, name);
  constant_changed(*this, name);
  if (ec->cfp && !has_builtin_method(*this, under, ids::const_added))
    send(under, ids::const_added, Value::symbol(name));
}

Value const_remove(VM& vm, Class* klass, ID name) {
  check_frozen(vm, klass);
  const ConstEntry* entry = own_entry(klass, name);
  if (!entry) return Qundef;
  const Value v = entry->value.is_undef() ? Qnil : entry->value;
  klass->ext->constants.erase(name);
  constant_changed(vm, name);
  return v;
}

void const_set_lazy(VM&, Class* klass, ID name, LazyConstant make) {
  auto entry = std::make_unique<ConstEntry>();
  entry->lazy = make;
  klass->ext->constants[name] = std::move(entry);
}

std::string const_prefix(VM& vm, const Class* klass) {
  return klass == vm.cObject ? std::string() : cat(class_path(vm, klass), "::");
}

void raise_uninitialized_constant(VM& vm, Class* klass, ID name) {
  raise_name_error(vm, cat("uninitialized constant ", const_prefix(vm, klass), vm.name(name)), klass, name);
}

} // namespace miniyarv
