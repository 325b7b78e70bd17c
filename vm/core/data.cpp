// Data: immutable records.

#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/record.hpp"
#include "vm/core/string.hpp"
#include "vm/core/struct.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

// --- Creation: always through `initialize` with keywords, which classes override for defaults ---

std::string name_list(VM& vm, std::span<const Value> names) {
  std::string out;
  for (Value name : names) out += cat(out.empty() ? "" : ", ", inspect_str(vm, name));
  return out;
}

[[noreturn]] void raise_missing(VM& vm, StructObject* self, Hash* given) {
  std::vector<Value> missing;
  for (Value name : record_members_of(vm, self)->values())
    if (hash_get(vm, given, name).is_undef()) missing.push_back(name);
  raise_argument_error(
      vm, cat(missing.size() > 1 ? "missing keywords: " : "missing keyword: ", name_list(vm, missing)));
}

[[noreturn]] void raise_unknown(VM& vm, std::span<const Value> unknown) {
  raise_argument_error(
      vm, cat(unknown.size() > 1 ? "unknown keywords: " : "unknown keyword: ", name_list(vm, unknown)));
}

void freeze_record(VM& vm, StructObject* self) {
  vm.heap.write_barrier(self);
  vm.heap.freeze(self);
}

void fill_by_name(VM& vm, StructObject* self, Hash* values) {
  Array* members = record_members_of(vm, self);
  if (values->count < members->size()) raise_missing(vm, self, values);
  std::vector<Value> unknown;
  size_t found = 0;
  hash_each(values, [&](Value key, Value value) {
    const int64_t i = record_index(members, is_string(key) ? Value::symbol(to_id(vm, key)) : key);
    if (i < 0) {
      unknown.push_back(key);
    } else {
      self->members()[i] = value;
      ++found;
    }
    return true;
  });
  if (found < members->size()) raise_missing(vm, self, values);
  if (!unknown.empty()) raise_unknown(vm, unknown);
  freeze_record(vm, self);
}

Value initialize(VM& vm, Value self_value, const Value* argv, int argc) {
  auto* self = self_value.as<StructObject>();
  check_frozen(vm, self);
  if (argc == 0 && self->count == 0) {
    freeze_record(vm, self);
    return Qnil;
  }
  if (argc == 0) raise_missing(vm, self, hash_new(vm));
  if (argc > 1 || !is_hash(argv[0])) raise_arity(vm, argc, 0, 0);
  fill_by_name(vm, self, argv[0].as<Hash>());
  return Qnil;
}

void initialize_with(VM& vm, StructObject* self, std::span<const Value> args, bool keywords) {
  CallOptions options;
  options.keywords = keywords;
  vm.call(self, ids::initialize, args, options);
}

Value s_new(VM& vm, Value klass, const Value* argv, int argc) {
  auto* self = record_allocate(vm, klass.as<Class>()).as<StructObject>();
  if (vm.keywords_given() || argc == 0) {
    initialize_with(vm, self, {argv, static_cast<size_t>(argc)}, argc > 0);
    return self;
  }
  if (static_cast<size_t>(argc) > self->count) raise_arity(vm, argc, 0, static_cast<int>(self->count));
  if (static_cast<size_t>(argc) == self->count && has_builtin_method(vm, self, ids::initialize)) {
    std::copy_n(argv, argc, self->members());
    freeze_record(vm, self);
    return self;
  }
  Array* members = record_members_of(vm, self);
  Hash* named = hash_new(vm, static_cast<size_t>(argc));
  for (int i = 0; i < argc; ++i) hash_set(vm, named, members->data()[i], argv[i]);
  const Value keywords = named;
  initialize_with(vm, self, {&keywords, 1}, true);
  return self;
}

constexpr NativeMethod kClassMethods[] = {
    {"new", NativeBody{s_new, 0, -1}},
    {"[]", NativeBody{s_new, 0, -1}},
};

Value s_define(VM& vm, Class* klass, Rest names) {
  Array* members = record_member_names(vm, names.span());
  for (Value name : members->values())
    if (vm.name(name.to_id()).ends_with('='))
      raise_argument_error(vm, cat("invalid data member: ", vm.name(name.to_id())));
  Class* c = class_new(vm, klass);
  vm.send(klass, ids::inherited, Value(c));
  record_define(vm, c, members, false);
  undef_method(vm, singleton_class(vm, c), vm.intern("define"));
  define_singleton_natives(vm, c, kClassMethods);
  record_eval_block(vm, c);
  return c;
}

// --- Instances ---

Value initialize_copy(VM& vm, StructObject* self, Value other) {
  record_copy(vm, self, other);
  vm.heap.freeze(self);
  return self;
}

Value with(VM& vm, StructObject* self, Rest args) {
  if (args.argc == 0) return self;
  if (!vm.keywords_given() || args.argc > 1) raise_arity(vm, args.argc, 0, 0);
  Hash* values = record_to_h(vm, self).as<Hash>();
  hash_merge(vm, values, args[0].as<Hash>());
  auto* copy = record_allocate(vm, self->klass).as<StructObject>();
  const Value keywords = values;
  initialize_with(vm, copy, {&keywords, 1}, true);
  return copy;
}

Value members(VM& vm, StructObject* self) { return ary_dup(vm, record_members_of(vm, self)); }
Value inspect_data(VM& vm, StructObject* self) { return record_inspect(vm, self, "data"); }

constexpr NativeMethod kMethods[] = {
    {"initialize", NativeBody{initialize, 0, -1}, Visibility::Private},
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"with", native<with>},
    {"members", native<members>},
    {"inspect", native<inspect_data>},
    {"to_s", native<inspect_data>},
    {"deconstruct", native<record_to_a>},
    {"deconstruct_keys", native<record_deconstruct_keys>},
    {"==", native<record_equal>},
    {"eql?", native<record_eql>},
    {"hash", native<record_hash>},
};

constexpr NativeMethod kSingletonMethods[] = {{"define", native<s_define>}};

} // namespace

void init_data(VM& vm) {
  class_set_allocator(vm.cData, nullptr, Type::Struct);
  define_natives(vm, vm.cData, kMethods);
  define_singleton_natives(vm, vm.cData, kSingletonMethods);
  undef_method(vm, singleton_class(vm, vm.cData), ids::new_);
}

} // namespace miniyarv
