// Struct.

#include "vm/core/struct.hpp"

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/module.hpp"
#include "vm/core/range.hpp"
#include "vm/core/record.hpp"
#include "vm/core/string.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

using Self = Mut<StructObject>;

// --- Struct.new ---

Value keyword_init_of(VM& vm, Class* c) {
  for (; c; c = c->super) {
    const Value v = vm.heap.ivar_get(c, ids::iv_keyword_init);
    if (!v.is_undef()) return v;
  }
  return Qnil;
}

Value s_keyword_init(VM& vm, Class* c) {
  const Value v = keyword_init_of(vm, c);
  return v.is_nil() ? v : Value::boolean(v.truthy());
}

Value s_inspect(VM& vm, Class* c) {
  const char* note = keyword_init_of(vm, c).truthy() ? "(keyword_init: true)" : "";
  return str_new(vm, class_path(vm, c) + note);
}

/// A class Struct::NAME for `Struct.new("NAME", ...)`.
void name_class(VM& vm, Class* under, Class* c, std::string_view name) {
  const ID id = vm.intern(name);
  if (!vm.symbols.is_constant(id))
    raise_name_error(vm, cat("identifier ", name, " needs to be constant"), under, id);
  if (vm.const_defined(under, id, false))
    warn(vm, cat("redefining constant ", class_path(vm, under), "::", name));
  vm.const_set(under, id, c);
}

constexpr NativeMethod kClassMethods[] = {
    {"keyword_init?", native<s_keyword_init>},
    {"inspect", native<s_inspect>},
};

Value s_new(VM& vm, Class* klass, Rest args, Keywords keywords) {
  keywords.allow_only(vm, {"keyword_init"});
  const Value keyword_init = keywords.get(vm, "keyword_init");
  std::span<const Value> names = args.span();
  Value class_name = Qnil;
  if (!names.empty() && (names[0].is_nil() || !names[0].is_symbol())) {
    if (!names[0].is_nil()) class_name = to_str(vm, names[0]);
    names = names.subspan(1);
  }
  Array* members = record_member_names(vm, names);
  Class* c = class_new(vm, klass);
  if (!class_name.is_nil()) name_class(vm, klass, c, str_view(class_name));
  vm.send(klass, ids::inherited, Value(c));
  record_define(vm, c, members, true);
  vm.heap.ivar_set(c, ids::iv_keyword_init, keyword_init.is_undef() ? Qnil : keyword_init);
  define_singleton_natives(vm, c, kClassMethods);
  // Instances come from Class#new, whose calls the interpreter can inline.
  const NativeBody class_new_body = own_method(vm.cClass, ids::new_)->native;
  define_native(vm, singleton_class(vm, c), "new", class_new_body);
  define_native(vm, singleton_class(vm, c), "[]", class_new_body);
  record_eval_block(vm, c);
  return c;
}

// --- Instances ---

void initialize_by_name(VM& vm, StructObject* self, Hash* values) {
  Array* members = record_members_of(vm, self);
  std::string unknown;
  hash_each(values, [&](Value key, Value value) {
    const int64_t i = record_index(members, key.is_symbol() ? key : Value::symbol(to_id(vm, key)));
    if (i >= 0)
      self->members()[i] = value;
    else
      unknown += cat(unknown.empty() ? "" : ", ", to_s(vm, key)->view());
    return true;
  });
  vm.heap.write_barrier(self);
  if (!unknown.empty()) raise_argument_error(vm, cat("unknown keywords: ", unknown));
}

Value initialize(VM& vm, Value self_value, const Value* argv, int argc) {
  auto* self = self_value.as<StructObject>();
  check_frozen(vm, self);
  if (argc > 0 && is_hash(argv[argc - 1])) {
    const Value keyword_init = keyword_init_of(vm, self->klass);
    const bool by_name = keyword_init.truthy() || (keyword_init.is_nil() && vm.keywords_given());
    if (by_name && argc == 1) {
      initialize_by_name(vm, self, argv[0].as<Hash>());
      return Qnil;
    }
  }
  if (argc > 0 && keyword_init_of(vm, self->klass).truthy()) raise_arity(vm, argc, 0, 0);
  if (static_cast<size_t>(argc) > self->count) raise_argument_error(vm, "struct size differs");
  std::copy_n(argv, argc, self->members());
  std::fill(self->members() + argc, self->members() + self->count, Qnil);
  vm.heap.write_barrier(self);
  return Qnil;
}

Value initialize_copy(VM& vm, StructObject* self, Value other) {
  record_copy(vm, self, other);
  return self;
}

/// Position of a member given by name or number; raises NameError or IndexError.
size_t member_position(VM& vm, StructObject* self, Value key) {
  if (key.is_symbol() || is_string(key)) {
    const ID name = to_id(vm, key);
    const int64_t i = record_index(record_members_of(vm, self), Value::symbol(name));
    if (i < 0) raise_name_error(vm, cat("no member '", vm.name(name), "' in struct"), self, name);
    return static_cast<size_t>(i);
  }
  const int64_t i = to_int64(vm, key);
  const auto n = static_cast<int64_t>(self->count);
  if (i >= n) raise(vm, vm.eIndexError, cat("offset ", i, " too large for struct(size:", n, ")"));
  if (i < -n) raise(vm, vm.eIndexError, cat("offset ", i, " too small for struct(size:", n, ")"));
  return static_cast<size_t>(i < 0 ? i + n : i);
}

Value aref(VM& vm, StructObject* self, Value key) { return self->members()[member_position(vm, self, key)]; }

Value aset(VM& vm, Self self, Value key, Value v) {
  self->members()[member_position(vm, self, key)] = v;
  vm.heap.write_barrier(self, v);
  return v;
}

Value members(VM& vm, StructObject* self) { return ary_dup(vm, record_members_of(vm, self)); }
int64_t size(VM&, StructObject* self) { return static_cast<int64_t>(self->count); }
Value inspect_struct(VM& vm, StructObject* self) { return record_inspect(vm, self, "struct"); }

Value values_at(VM& vm, StructObject* self, Rest wanted) {
  Array* out = ary_new(vm);
  const auto n = static_cast<int64_t>(self->count);
  for (Value key : wanted.span()) {
    if (!is_range(key)) {
      ary_push(vm, out, self->members()[member_position(vm, self, Value::fixnum(to_int64(vm, key)))]);
      continue;
    }
    int64_t start, count;
    range_bounds_open(vm, key, n, start, count);
    for (int64_t i = start; i < start + count; ++i) ary_push(vm, out, i < n ? self->members()[i] : Qnil);
  }
  return out;
}

Value struct_dig(VM& vm, Value self, Value key, Rest more) {
  return dig(vm, self, {&key, 1 + static_cast<size_t>(more.argc)});
}

Value value_at(VM&, Value self, const Value* argv, int) {
  return self.as<StructObject>()->members()[argv[0].to_fixnum()];
}

Value member_at(VM& vm, Value self, const Value* argv, int) {
  return record_members_of(vm, self.as<StructObject>())->data()[argv[0].to_fixnum()];
}

constexpr NativeMethod kMethods[] = {
    {"initialize", NativeBody{initialize, 0, -1}, Visibility::Private},
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"[]", native<aref>},
    {"[]=", native<aset>},
    {"members", native<members>},
    {"size", native<size>},
    {"length", native<size>},
    {"to_a", native<record_to_a>},
    {"values", native<record_to_a>},
    {"deconstruct", native<record_to_a>},
    {"deconstruct_keys", native<record_deconstruct_keys>},
    {"inspect", native<inspect_struct>},
    {"to_s", native<inspect_struct>},
    {"==", native<record_equal>},
    {"eql?", native<record_eql>},
    {"hash", native<record_hash>},
    {"values_at", native<values_at>},
    {"dig", native<struct_dig>},
};

constexpr NativeMethod kSingletonMethods[] = {{"new", native<s_new>}};

constexpr NativeMethod kPrimitives[] = {
    {"struct_size", native<size>},
    {"struct_at", NativeBody{value_at, 1, 1}},
    {"struct_member", NativeBody{member_at, 1, 1}},
    {"record_to_h", native<record_to_h>},
};

} // namespace

Value struct_dig_step(VM& vm, Value s, Value key) {
  auto* self = s.as<StructObject>();
  if (key.is_symbol() || is_string(key)) {
    const int64_t i = record_index(record_members_of(vm, self), Value::symbol(to_id(vm, key)));
    return i < 0 ? Qnil : self->members()[i];
  }
  const int64_t i = to_int64(vm, key), n = static_cast<int64_t>(self->count);
  return i >= n || i < -n ? Qnil : self->members()[i < 0 ? i + n : i];
}

void init_struct(VM& vm) {
  class_set_allocator(vm.cStruct, nullptr, Type::Struct);
  define_natives(vm, vm.cStruct, kMethods);
  define_singleton_natives(vm, vm.cStruct, kSingletonMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
