#include "vm/core/record.hpp"

#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"

#include <algorithm>

namespace miniyarv {

Array* record_members(VM& vm, Class* c) {
  for (; c; c = c->super) {
    if (c->is_iclass()) continue;
    const Value members = vm.heap.ivar_get(c, ids::iv_members);
    if (!members.is_undef()) return members.as<Array>();
  }
  return nullptr;
}

Array* record_members_of(VM& vm, const StructObject* s) { return record_members(vm, s->klass); }

int64_t record_index(const Array* members, Value name) {
  for (size_t i = 0; i < members->size(); ++i)
    if (members->data()[i] == name) return static_cast<int64_t>(i);
  return -1;
}

Value record_allocate(VM& vm, Class* c) {
  const size_t n = record_members(vm, c)->size();
  const size_t bytes = sizeof(StructObject) + (std::max(n, size_t{1}) - 1) * sizeof(Value);
  const bool embed = bytes <= kMaxSlotSize;
  const SizePool pool = size_pool_for(embed ? bytes : sizeof(StructObject));
  auto* s = static_cast<StructObject*>(vm.heap.allocate(pool, Object::make_flags(Type::Struct, pool), c));
  s->count = 0;
  if (!embed) {
    Value* outside = vm.heap.malloc_array<Value>(n);
    vm.heap.set_owning(s);
    s->flags |= Object::kSpilled;
    s->outside = outside;
  }
  std::fill_n(s->members(), n, Qnil);
  s->count = n;
  return s;
}

// --- Defining a class ---

namespace {

void define_accessor(VM& vm, Class* c, ID name, OptimizedMethod what, size_t index) {
  MethodEntry* me = method_entry_new(vm, MethodKind::Optimized, name, Visibility::Public);
  me->optimized = what;
  me->attr = {ID::None, static_cast<uint32_t>(index)};
  define_method(vm, c, name, me);
}

Value s_members(VM& vm, Class* c) { return ary_dup(vm, record_members(vm, c)); }

} // namespace

Array* record_member_names(VM& vm, std::span<const Value> names) {
  Array* members = ary_new(vm, names.size());
  for (Value name : names) {
    const Value symbol = Value::symbol(to_id(vm, name));
    if (record_index(members, symbol) >= 0)
      raise_argument_error(vm, cat("duplicate member: ", vm.name(symbol.to_id())));
    ary_push(vm, members, symbol);
  }
  members->flags |= Object::kFrozen;
  return members;
}

void record_define(VM& vm, Class* c, Array* members, bool writable) {
  vm.heap.ivar_set(c, ids::iv_members, members);
  class_set_allocator(c, record_allocate, Type::Struct);
  for (size_t i = 0; i < members->size(); ++i) {
    const ID name = members->data()[i].to_id();
    define_accessor(vm, c, name, OptimizedMethod::StructReader, i);
    if (writable)
      define_accessor(vm, c, vm.intern(cat(vm.name(name), "=")), OptimizedMethod::StructWriter, i);
  }
  constexpr NativeMethod kMethods[] = {{"members", native<s_members>}};
  define_singleton_natives(vm, c, kMethods);
}

void record_eval_block(VM& vm, Class* c) {
  if (!vm.block_given()) return;
  Cref* cref = cref_new(vm, c, frame_cref(vm, caller_ruby_frame(vm)), true);
  const Value arg = c;
  vm.yield_with_self(vm.block(), arg, {&arg, 1}, cref);
}

// --- Methods ---

namespace {

template <bool equal(VM&, Value, Value)>
bool same_members(VM& vm, StructObject* self, Value other, Walk walk) {
  if (Value(self) == other) return true;
  if (!is_type(other, Type::Struct) || real_class(vm, self) != real_class(vm, other)) return false;
  RecursionGuard guard(vm, walk, self, other);
  if (guard.recursive()) return true;
  auto* s = other.as<StructObject>();
  for (size_t i = 0; i < self->count; ++i)
    if (!equal(vm, self->members()[i], s->members()[i])) return false;
  return true;
}

std::string shown_name(VM& vm, ID name) {
  const IdKind kind = SymbolTable::classify(vm.name(name));
  if (kind == IdKind::Local || kind == IdKind::Constant) return std::string(vm.name(name));
  return sym_inspect(vm, name);
}

} // namespace

bool record_equal(VM& vm, StructObject* self, Value other) {
  return same_members<values_equal>(vm, self, other, Walk::Equal);
}

bool record_eql(VM& vm, StructObject* self, Value other) {
  return same_members<values_eql>(vm, self, other, Walk::Eql);
}

Value record_hash(VM& vm, StructObject* self) {
  HashMix mix(reinterpret_cast<uint64_t>(real_class(vm, self)));
  RecursionGuard guard(vm, Walk::Hash, self);
  for (size_t i = 0; !guard.recursive() && i < self->count; ++i) mix.add(value_hash(vm, self->members()[i]));
  return mix.value();
}

Value record_inspect(VM& vm, StructObject* self, const char* kind) {
  Class* c = real_class(vm, self);
  std::string out = cat("#<", kind, " ");
  const bool named = !c->name.is_nil();
  if (named) out += class_path(vm, c);
  RecursionGuard guard(vm, Walk::Inspect, self);
  if (guard.recursive()) return str_new(vm, out + ":...>");
  Array* members = record_members_of(vm, self);
  for (size_t i = 0; i < self->count; ++i) {
    out += i > 0 ? ", " : named ? " " : "";
    out += cat(shown_name(vm, members->data()[i].to_id()), "=", inspect_str(vm, self->members()[i]));
  }
  return str_new(vm, out + ">");
}

Value record_to_h(VM& vm, StructObject* self) {
  Array* members = record_members_of(vm, self);
  Hash* h = hash_new(vm, self->count);
  for (size_t i = 0; i < self->count; ++i) hash_set(vm, h, members->data()[i], self->members()[i]);
  return h;
}

Value record_to_a(VM& vm, StructObject* self) {
  Array* out = ary_new(vm, self->count);
  for (size_t i = 0; i < self->count; ++i) ary_push(vm, out, self->members()[i]);
  return out;
}

Value record_deconstruct_keys(VM& vm, StructObject* self, Value names) {
  if (names.is_nil()) return record_to_h(vm, self);
  if (!is_array(names))
    raise_type_error(
        vm, cat("wrong argument type ", class_path(vm, real_class(vm, names)), " (expected Array or nil)"));
  Hash* h = hash_new(vm);
  Array* wanted = names.as<Array>();
  if (wanted->size() > self->count) return h;
  Array* members = record_members_of(vm, self);
  for (size_t i = 0; i < wanted->size(); ++i) {
    const int64_t at = record_index(members, wanted->data()[i]);
    if (at < 0) return h;
    hash_set(vm, h, wanted->data()[i], self->members()[at]);
  }
  return h;
}

void record_copy(VM& vm, StructObject* self, Value other) {
  if (Value(self) == other) return;
  check_frozen(vm, self);
  if (!is_type(other, Type::Struct) || real_class(vm, self) != real_class(vm, other))
    raise_type_error(vm, "initialize_copy should take same class object");
  auto* from = other.as<StructObject>();
  if (self->count != from->count) raise_type_error(vm, "struct size mismatch");
  std::copy_n(from->members(), from->count, self->members());
  vm.heap.write_barrier(self);
}

} // namespace miniyarv
