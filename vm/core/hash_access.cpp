// Hash: reading.

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/hash_methods.hpp"
#include "vm/core/string.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

void raise_key_not_found(VM& vm, Value receiver, Value key) {
  constexpr size_t kMaxShown = 65;
  String* shown = inspect(vm, key);
  std::string text(shown->view());
  if (str_length(shown) > kMaxShown)
    text = cat(text.substr(0, str_char_to_byte(shown, kMaxShown - 3)), "...");
  raise_key_error(vm, cat("key not found: ", text), receiver, key);
}

Array* hash_to_a(VM& vm, Hash* h) {
  Array* out = ary_new(vm, h->count);
  hash_each(h, [&](Value key, Value value) {
    ary_push(vm, out, ary_of(vm, key, value));
    return true;
  });
  return out;
}

namespace {

Value aref(VM& vm, Hash* self, Value key) { return hash_aref(vm, self, key); }
bool has_key(VM& vm, Hash* self, Value key) { return !hash_get(vm, self, key).is_undef(); }

Value fetch(VM& vm, Hash* self, Value key, std::optional<Value> fallback) {
  if (vm.block_given() && fallback) warn(vm, "block supersedes default value argument");
  const Value v = hash_get(vm, self, key);
  if (!v.is_undef()) return v;
  if (vm.block_given()) return vm.yield(key);
  if (fallback) return *fallback;
  raise_key_not_found(vm, self, key);
}

/// The pair whose value equals `value`; Qundef key when there is none.
struct Pair {
  Value key = Qundef, value = Qundef;
};
Pair pair_of_value(VM& vm, Hash* h, Value value) {
  for (uint32_t i = hash_next_live(h, 0); i < h->used; i = hash_next_live(h, i + 1)) {
    const Pair pair{h->entries[i].key, h->entries[i].value};
    if (values_equal(vm, pair.value, value)) return pair;
  }
  return {};
}

bool has_value(VM& vm, Hash* self, Value value) { return !pair_of_value(vm, self, value).key.is_undef(); }

Value key_of(VM& vm, Hash* self, Value value) {
  const Pair pair = pair_of_value(vm, self, value);
  return pair.key.is_undef() ? Qnil : pair.key;
}

Value rassoc(VM& vm, Hash* self, Value value) {
  const Pair pair = pair_of_value(vm, self, value);
  return pair.key.is_undef() ? Qnil : Value(ary_of(vm, pair.key, pair.value));
}

/// With the key as the hash has it.
Value assoc(VM& vm, Hash* self, Value key) {
  for (uint32_t i = hash_next_live(self, 0); i < self->used; i = hash_next_live(self, i + 1)) {
    const HashEntry e = self->entries[i];
    const bool found = self->by_identity() ? e.key == key : values_eql(vm, e.key, key);
    if (found) return ary_of(vm, e.key, e.value);
  }
  return Qnil;
}

Value keys(VM& vm, Hash* self) {
  Array* out = ary_new(vm, self->count);
  hash_each(self, [&](Value key, Value) {
    ary_push(vm, out, key);
    return true;
  });
  return out;
}

Value values(VM& vm, Hash* self) {
  Array* out = ary_new(vm, self->count);
  hash_each(self, [&](Value, Value value) {
    ary_push(vm, out, value);
    return true;
  });
  return out;
}

Value values_at(VM& vm, Hash* self, Rest wanted) {
  Array* out = ary_new(vm, static_cast<size_t>(wanted.argc));
  for (Value key : wanted.span()) ary_push(vm, out, hash_aref(vm, self, key));
  return out;
}

Value hash_dig(VM& vm, Value self, Value key, Rest more) {
  return dig(vm, self, {&key, 1 + static_cast<size_t>(more.argc)});
}

int64_t length(VM&, Hash* self) { return self->count; }
bool is_empty(VM&, Hash* self) { return self->count == 0; }
Value to_a(VM& vm, Hash* self) { return hash_to_a(vm, self); }
Value itself(VM&, Value self) { return self; }
Value same_for_keys(VM&, Value self, Value) { return self; }
Value inspect_hash(VM& vm, Hash* self) { return str_new(vm, hash_inspect(vm, self)); }

Value default_for(VM& vm, Hash* self, std::optional<Value> key) {
  if (!hash_has_default_proc(self)) return self->default_value;
  if (!key) return Qnil;
  const Value args[] = {self, *key};
  return vm.call_proc(self->default_value, args);
}

Value default_proc(VM&, Hash* self) { return hash_has_default_proc(self) ? self->default_value : Qnil; }

Value to_proc(VM& vm, Value self) {
  const auto look_up = [](VM& m, Value hash, const Value* argv, int argc, BlockHandler) {
    if (argc != 1) raise_arity(m, argc, 1, 1);
    return m.send(hash, ids::op_aref, argv[0]);
  };
  return proc_from_native(vm, look_up, self, 1, 1, true);
}

Value slice(VM& vm, Hash* self, Rest wanted) {
  Hash* out = hash_new(vm, static_cast<size_t>(wanted.argc));
  out->set_user_flag<Hash::kIdentityBit>(self->by_identity());
  for (Value key : wanted.span()) {
    const Value value = hash_get(vm, self, key);
    if (!value.is_undef()) hash_set(vm, out, key, value);
  }
  return out;
}

Value except(VM& vm, Hash* self, Rest unwanted) {
  Hash* out = hash_dup(vm, self);
  for (Value key : unwanted.span()) hash_delete(vm, out, key);
  return out;
}

Value invert(VM& vm, Hash* self) {
  Hash* out = hash_new(vm, self->count);
  for (uint32_t i = hash_next_live(self, 0); i < self->used; i = hash_next_live(self, i + 1))
    hash_set(vm, out, self->entries[i].value, self->entries[i].key);
  return out;
}

Value flatten(VM& vm, Hash* self, std::optional<int64_t> depth) {
  const int64_t level = depth.value_or(1);
  Array* pairs = hash_to_a(vm, self);
  if (level == 0) return pairs;
  return vm.send(pairs, vm.intern("flatten"), Value::fixnum(level));
}

bool compares_by_identity(VM&, Hash* self) { return self->by_identity(); }

constexpr NativeMethod kMethods[] = {
    {"[]", native<aref>},
    {"fetch", native<fetch>},
    {"key?", native<has_key>},
    {"has_key?", native<has_key>},
    {"include?", native<has_key>},
    {"member?", native<has_key>},
    {"value?", native<has_value>},
    {"has_value?", native<has_value>},
    {"key", native<key_of>},
    {"assoc", native<assoc>},
    {"rassoc", native<rassoc>},
    {"keys", native<keys>},
    {"values", native<values>},
    {"values_at", native<values_at>},
    {"dig", native<hash_dig>},
    {"length", native<length>},
    {"size", native<length>},
    {"empty?", native<is_empty>},
    {"to_a", native<to_a>},
    {"to_hash", native<itself>},
    {"deconstruct_keys", native<same_for_keys>},
    {"inspect", native<inspect_hash>},
    {"to_s", native<inspect_hash>},
    {"default", native<default_for>},
    {"default_proc", native<default_proc>},
    {"to_proc", native<to_proc>},
    {"slice", native<slice>},
    {"except", native<except>},
    {"invert", native<invert>},
    {"flatten", native<flatten>},
    {"compare_by_identity?", native<compares_by_identity>},
};

} // namespace

void init_hash_access(VM& vm) { define_natives(vm, vm.cHash, kMethods); }

} // namespace miniyarv
