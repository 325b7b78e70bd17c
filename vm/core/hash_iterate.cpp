// What the loops in hash.rb and set.rb are made of. A table is a Hash; a position is the number of a live
// entry.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash_methods.hpp"
#include "vm/iseq.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

namespace {

const HashEntry& entry(const Value* argv) { return argv[0].as<Hash>()->entries[argv[1].to_fixnum()]; }

/// The first position from argv[1] on, or nil.
Value next(VM&, Value, const Value* argv, int) {
  const Hash* h = argv[0].as<Hash>();
  const uint32_t i = hash_next_live(h, static_cast<uint32_t>(argv[1].to_fixnum()));
  return i < h->used ? Value::fixnum(i) : Qnil;
}

Value key(VM&, Value, const Value* argv, int) { return entry(argv).key; }
Value value(VM&, Value, const Value* argv, int) { return entry(argv).value; }
Value pair(VM& vm, Value, const Value* argv, int) { return ary_of(vm, entry(argv).key, entry(argv).value); }

Value get(VM& vm, Value, const Value* argv, int) {
  const Value v = hash_get(vm, argv[0].as<Hash>(), argv[1]);
  return v.is_undef() ? Qnil : v;
}

Value has(VM& vm, Value, const Value* argv, int) {
  return Value::boolean(!hash_get(vm, argv[0].as<Hash>(), argv[1]).is_undef());
}

Value set(VM& vm, Value, const Value* argv, int) {
  hash_set(vm, argv[0].as<Hash>(), argv[1], argv[2]);
  return argv[0];
}

/// Sets the value at a position, if its pair is still there.
Value set_value(VM& vm, Value, const Value* argv, int) {
  Hash* h = argv[0].as<Hash>();
  const auto i = static_cast<uint32_t>(argv[1].to_fixnum());
  if (i >= h->used || h->entries[i].key.is_undef()) return Qnil;
  h->entries[i].value = argv[2];
  vm.heap.write_barrier(h, argv[2]);
  return Qnil;
}

Value delete_at(VM&, Value, const Value* argv, int) {
  Hash* h = argv[0].as<Hash>();
  const auto i = static_cast<uint32_t>(argv[1].to_fixnum());
  if (i < h->used && !h->entries[i].key.is_undef()) hash_delete_entry(h, i);
  return Qnil;
}

Value size(VM&, Value, const Value* argv, int) { return Value::fixnum(argv[0].as<Hash>()->count); }

/// Adding keys raises until the matching table_leave.
Value enter(VM&, Value, const Value* argv, int) {
  ++argv[0].as<Hash>()->iterating;
  return Qnil;
}
Value leave(VM&, Value, const Value* argv, int) {
  --argv[0].as<Hash>()->iterating;
  return Qnil;
}

Value copy(VM& vm, Value, Hash* h) { return hash_dup(vm, h); }
Value fresh(VM& vm, Value, bool by_identity) {
  Hash* h = hash_new(vm);
  h->set_user_flag<Hash::kIdentityBit>(by_identity);
  return h;
}

/// The pairs become those of `from`; the default stays.
void assign(VM& vm, Value, Hash* h, Hash* from) {
  if (h->iterating) raise(vm, vm.eRuntimeError, "can't replace hash during iteration");
  hash_assign(vm, h, from);
}

/// Adds what a to_h block returned. `index` is that of the element for messages, or nil.
void add_pair(VM& vm, Value, Hash* h, Value v, Value index) {
  Array* pair = try_to_ary(vm, v);
  const std::string at = index.is_nil() ? "" : cat(" at ", index.to_fixnum());
  if (!pair)
    raise_type_error(vm,
                     cat("wrong element type ", class_path(vm, real_class(vm, v)), at, " (expected array)"));
  const char* what = index.is_nil() ? "element has wrong array length" : "wrong array length";
  if (pair->size() != 2) raise_argument_error(vm, cat(what, at, " (expected 2, was ", pair->size(), ")"));
  hash_set(vm, h, pair->data()[0], pair->data()[1]);
}

/// Whether the running method's block takes a pair as two arguments, so that no Array needs to be made.
Value block_takes_pair(VM& vm, Value, const Value*, int) {
  const BlockHandler block = vm.block();
  if (!block.is_iseq()) {
    const Proc* proc = block.is_value() ? as_proc(block.as_value()) : nullptr;
    return Value::boolean(proc && !proc->lambda && proc_arity(vm, proc).to_fixnum() > 1);
  }
  const auto* iseq = static_cast<const ISeq*>(block.captured()->code);
  const ISeqParams& p = *iseq->params;
  return Value::boolean(p.lead_num + p.post_num > 1);
}

/// A Hash with the pairs and the default of one of a subclass.
Value to_plain(VM& vm, Hash* self) {
  Hash* plain = hash_dup(vm, self);
  hash_set_default(vm, plain, self->default_value, hash_has_default_proc(self));
  return plain;
}

void merge(VM& vm, Mut<Hash> self, Hash* other) { hash_merge(vm, self, other); }

Value to_hash_value(VM& vm, Value, Value v) { return to_hash(vm, v); }

constexpr NativeMethod kPrimitives[] = {
    {"table_next", NativeBody{next, 2, 2}},
    {"table_key", NativeBody{key, 2, 2}},
    {"table_value", NativeBody{value, 2, 2}},
    {"table_pair", NativeBody{pair, 2, 2}},
    {"table_get", NativeBody{get, 2, 2}},
    {"table_has", NativeBody{has, 2, 2}},
    {"table_set", NativeBody{set, 3, 3}},
    {"table_set_value", NativeBody{set_value, 3, 3}},
    {"table_delete", NativeBody{delete_at, 2, 2}},
    {"table_size", NativeBody{size, 1, 1}},
    {"table_enter", NativeBody{enter, 1, 1}},
    {"table_leave", NativeBody{leave, 1, 1}},
    {"table_copy", native<copy>},
    {"table_new", native<fresh>},
    {"table_assign", native<assign>},
    {"hash_add_pair", native<add_pair>},
    {"block_takes_pair", NativeBody{block_takes_pair, 0, 0}},
    {"hash_to_plain", native<to_plain>},
    {"hash_merge", native<merge>},
    {"to_hash", native<to_hash_value>},
};

} // namespace

void init_hash_iterate(VM& vm) { define_primitives(vm, kPrimitives); }

void init_hash(VM& vm) {
  init_hash_access(vm);
  init_hash_edit(vm);
  init_hash_compare(vm);
  init_hash_iterate(vm);
}

} // namespace miniyarv
