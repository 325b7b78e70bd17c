// Hash: creation and change.

#include "gc/keep_alive.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash_methods.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

namespace {

using Self = Mut<Hash>;

void check_not_iterating(VM& vm, const Hash* h, std::string_view what) {
  if (h->iterating) raise(vm, vm.eRuntimeError, cat(what, " during iteration"));
}

Value aset(VM& vm, Self self, Value key, Value value) {
  hash_set(vm, self, key, value);
  return value;
}

Value delete_key(VM& vm, Self self, Value key) {
  const Value value = hash_delete(vm, self, key);
  if (!value.is_undef()) return value;
  return vm.block_given() ? vm.yield(key) : Qnil;
}

Value shift(VM& vm, Self self) {
  if (self->count == 0) return Qnil;
  const HashEntry first = self->entries[self->first];
  hash_delete_entry(self, self->first);
  return ary_of(vm, first.key, first.value);
}

Value clear(VM& vm, Self self) {
  hash_clear(vm, self);
  return self.object;
}

Value replace(VM& vm, Self self, Hash* other) {
  if (self.object == other) return self.object;
  if (self->iterating) raise(vm, vm.eRuntimeError, "can't replace hash during iteration");
  hash_assign(vm, self, other);
  hash_set_default(vm, self, other->default_value, hash_has_default_proc(other));
  return self.object;
}

bool remove_nils(Hash* h) {
  const uint32_t before = h->count;
  for (uint32_t i = hash_next_live(h, 0); i < h->used; i = hash_next_live(h, i + 1))
    if (h->entries[i].value.is_nil()) hash_delete_entry(h, i);
  return h->count != before;
}
Value compact(VM& vm, Hash* self) {
  Hash* out = hash_dup(vm, self);
  remove_nils(out);
  return out;
}
Value compact_bang(VM&, Self self) { return remove_nils(self) ? Value(self.object) : Qnil; }

Value rehash(VM& vm, Hash* self) {
  check_not_iterating(vm, self, "rehash");
  check_frozen(vm, self);
  hash_rehash(vm, self);
  return self;
}

Value compare_by_identity(VM& vm, Hash* self) {
  if (self->by_identity()) return self;
  check_frozen(vm, self);
  check_not_iterating(vm, self, "compare_by_identity");
  self->set_user_flag<Hash::kIdentityBit>(true);
  hash_rehash(vm, self);
  return self;
}

Value set_default(VM& vm, Self self, Value v) {
  hash_set_default(vm, self, v, false);
  return v;
}

/// As a default proc: a Proc, of two arguments if it is a lambda.
Value checked_default_proc(VM& vm, Value v) {
  Value converted = v;
  if (!as_proc(v)) converted = vm.call_if_responds(v, ids::to_proc);
  const Proc* proc = converted.is_undef() ? nullptr : as_proc(converted);
  if (!proc)
    raise_type_error(vm,
                     cat("wrong default_proc type ", class_path(vm, real_class(vm, v)), " (expected Proc)"));
  if (!proc->lambda) return converted;
  const int64_t arity = proc_arity(vm, proc).to_fixnum();
  if (arity != 2 && (arity >= 0 || arity < -3))
    raise_type_error(vm,
                     cat("default_proc takes two arguments (2 for ", arity < 0 ? -arity - 1 : arity, ")"));
  return converted;
}

Value set_default_proc(VM& vm, Self self, Value v) {
  if (v.is_nil())
    hash_set_default(vm, self, Qnil, false);
  else
    hash_set_default(vm, self, checked_default_proc(vm, v), true);
  return v;
}

/// Hash.new(default, capacity:) { }
void initialize(VM& vm, Self self, Value default_value, bool default_given, int64_t capacity, Value proc) {
  (void)capacity; // room is made as pairs come
  if (proc.is_nil()) return hash_set_default(vm, self, default_given ? default_value : Qnil, false);
  if (default_given) raise_arity(vm, 1, 0, 0);
  hash_set_default(vm, self, checked_default_proc(vm, proc), true);
}

// --- Hash[...] ---

void add_listed_pair(VM& vm, Hash* h, Value v, size_t at) {
  Array* pair = try_to_ary(vm, v);
  if (!pair)
    raise_argument_error(
        vm, cat("wrong element type ", class_path(vm, real_class(vm, v)), " at ", at, " (expected array)"));
  const size_t n = pair->size();
  if (n != 1 && n != 2) raise_argument_error(vm, cat("invalid number of elements (", n, " for 1..2)"));
  hash_set(vm, h, pair->data()[0], ary_entry(pair, 1));
}

Value s_create(VM& vm, Class* klass, Rest args) {
  Hash* h = hash_new_class(vm, klass, 0);
  if (args.argc == 1) {
    if (Hash* from = try_to_hash(vm, args[0])) {
      hash_merge(vm, h, from);
      return h;
    }
    if (Array* pairs = try_to_ary(vm, args[0])) {
      for (size_t i = 0; i < pairs->size(); ++i) add_listed_pair(vm, h, pairs->data()[i], i);
      return h;
    }
  }
  if (args.argc % 2 != 0) raise_argument_error(vm, "odd number of arguments for Hash");
  for (int i = 0; i < args.argc; i += 2) hash_set(vm, h, args[i], args[i + 1]);
  return h;
}

Value s_try_convert(VM& vm, Value, Value v) { return try_to_hash(vm, v); }

Value s_is_ruby2_keywords(VM&, Value, Hash* h) { return Value::boolean(h->user_flag<Hash::kKeywordsBit>()); }

Value s_ruby2_keywords(VM& vm, Value, Hash* h) {
  Hash* copy = hash_dup(vm, h);
  copy->set_user_flag<Hash::kKeywordsBit>(true);
  return copy;
}

Value allocate_hash(VM& vm, Class* klass) { return hash_new_class(vm, klass, 0); }

/// Kernel#Hash.
Value kernel_hash(VM& vm, Value, Value v) {
  if (v.is_nil() || (is_array(v) && v.as<Array>()->size() == 0)) return hash_new(vm);
  if (Hash* h = try_to_hash(vm, v)) return h;
  raise_type_error(vm, cat("can't convert ", describe_for_conversion(vm, v), " into Hash"));
}

constexpr NativeMethod kMethods[] = {
    {"[]=", native<aset>},
    {"store", native<aset>},
    {"delete", native<delete_key>},
    {"shift", native<shift>},
    {"clear", native<clear>},
    {"replace", native<replace>},
    {"initialize_copy", native<replace>, Visibility::Private},
    {"compact", native<compact>},
    {"compact!", native<compact_bang>},
    {"rehash", native<rehash>},
    {"compare_by_identity", native<compare_by_identity>},
    {"default=", native<set_default>},
    {"default_proc=", native<set_default_proc>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"[]", native<s_create>},
    {"try_convert", native<s_try_convert>},
    {"ruby2_keywords_hash?", native<s_is_ruby2_keywords>},
    {"ruby2_keywords_hash", native<s_ruby2_keywords>},
};

constexpr NativeMethod kKernelMethods[] = {{"Hash", native<kernel_hash>}};
constexpr NativeMethod kPrimitives[] = {{"hash_initialize", native<initialize>}};

} // namespace

void init_hash_edit(VM& vm) {
  class_set_allocator(vm.cHash, allocate_hash, Type::Hash);
  define_natives(vm, vm.cHash, kMethods);
  define_singleton_natives(vm, vm.cHash, kSingletonMethods);
  define_module_functions(vm, vm.mKernel, kKernelMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
