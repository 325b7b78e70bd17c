// Enumerator: a call that can be walked. What it does with it is in enumerator.rb.

#include "vm/core/enumerator.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

namespace {

struct EnumeratorData {
  Value receiver = Qundef; ///< Qundef: not initialised
  Value args = Qnil;       ///< an Array, its last a Hash flagged as keywords if there are any; nil for none
  /// Number, nil, a callable, or Qundef: what the receiver's `size` answers.
  Value size = Qnil;
  Value cursor = Qnil; ///< external iteration in progress
  ID method = ID::None;
};

void mark_enumerator(void* payload, Marker& marker) {
  const auto* e = static_cast<const EnumeratorData*>(payload);
  for (Value v : {e->receiver, e->args, e->size, e->cursor}) marker.mark(v);
}

constexpr DataType kEnumeratorType{"enumerator", mark_enumerator, nullptr, nullptr};

EnumeratorData& data_of(VM& vm, Value self) {
  auto& data = self.as<DataObject>()->get<EnumeratorData>();
  if (data.receiver.is_undef()) raise_argument_error(vm, "uninitialized enumerator");
  return data;
}

DataObject* make(VM& vm, Class* klass, const EnumeratorData& data) {
  return vm.heap.make_data(klass, kEnumeratorType, data);
}

Value allocate(VM& vm, Class* klass) { return make(vm, klass, {}); }

/// Walks by `method` without arguments, as many times as the receiver's size says.
Value sized_enum(VM& vm, Value self, const Value* argv, int) {
  return make(vm, vm.cEnumerator, {self, Qnil, Qundef, Qnil, argv[0].to_id()});
}

Value to_enum(VM& vm, Value self, Rest args) {
  const ID method = args.argc > 0 ? to_id(vm, args[0]) : ids::each;
  Value size = vm.block_given() ? proc_from_handler(vm, vm.block()) : Qnil;
  Value list = Qnil;
  if (args.argc > 1) {
    Array* rest = ary_from(vm, args.span().subspan(1));
    list = rest;
    if (vm.keywords_given()) {
      Hash* keywords = hash_dup(vm, rest->data()[rest->size() - 1].as<Hash>());
      keywords->set_user_flag<Hash::kKeywordsBit>(true);
      ary_store(vm, rest, -1, keywords);
    }
  }
  return make(vm, vm.cEnumerator, {self, list, size, Qnil, method});
}

void initialize(VM& vm, DataObject* self, Value receiver, Value size) {
  check_frozen(vm, self);
  const bool callable = as_proc(size) || size.is_nil() || is_float(size) || is_integer(size);
  if (!callable && !respond_to(vm, size, ids::call)) size = to_integer(vm, size);
  self->get<EnumeratorData>() = {receiver, Qnil, size, Qnil, ids::each};
  vm.heap.write_barrier(self);
}

Value initialize_copy(VM& vm, DataObject* self, Value other) {
  if (Value(self) == other) return self;
  EnumeratorData copy = data_of(vm, other);
  if (!copy.cursor.is_nil()) raise_type_error(vm, "can't copy execution context");
  self->get<EnumeratorData>() = copy;
  vm.heap.write_barrier(self);
  return self;
}

/// The same walk with more arguments; its size is not known.
Value with_arguments(VM& vm, Value self, Array* more) {
  EnumeratorData data = data_of(vm, self);
  data.args = data.args.is_nil() ? more : ary_concat(vm, data.args.as<Array>(), more);
  data.size = Qnil;
  data.cursor = Qnil;
  return make(vm, self.object()->klass, data);
}

Value receiver(VM& vm, Value self) { return data_of(vm, self).receiver; }
Value method(VM& vm, Value self) { return Value::symbol(data_of(vm, self).method); }
Value arguments(VM& vm, Value self) {
  const Value args = data_of(vm, self).args;
  return args.is_nil() ? Value(ary_new(vm)) : args;
}
bool has_arguments(VM& vm, Value self) { return !data_of(vm, self).args.is_nil(); }

Value cursor(VM& vm, Value self) { return data_of(vm, self).cursor; }
void set_cursor(VM& vm, Value self, Value v) {
  data_of(vm, self).cursor = v;
  vm.heap.write_barrier(self.object(), v);
}

Value size(VM& vm, Value self) {
  const EnumeratorData data = data_of(vm, self);
  if (data.size.is_undef()) {
    const Value n = vm.call_if_responds(data.receiver, ids::size);
    return n.is_undef() ? Qnil : n;
  }
  if (data.size.is_nil() || is_numeric_core(data.size)) return data.size;
  if (data.args.is_nil()) return vm.send(data.size, ids::call);
  Array* args = ary_dup(vm, data.args.as<Array>());
  return vm.call(data.size, ids::call, args->values());
}

// --- inspect ---

bool is_keywords(Value v) { return is_hash(v) && v.object()->user_flag<Hash::kKeywordsBit>(); }

std::string inspect_keywords(VM& vm, Hash* h) {
  std::string out;
  hash_each(h, [&](Value key, Value value) {
    if (!out.empty()) out += ", ";
    out += cat(inspect_str(vm, key).substr(1), ": ", inspect_str(vm, value));
    return true;
  });
  return out;
}

/// "#<Enumerator: RECEIVER:METHOD(ARGUMENTS)>"
std::string inspect_data(VM& vm, Value self, const EnumeratorData& data) {
  const std::string name = class_path(vm, real_class(vm, self));
  if (data.receiver.is_undef()) return cat("#<", name, ": uninitialized>");
  RecursionGuard guard(vm, Walk::Inspect, self);
  if (guard.recursive()) return cat("#<", name, ": ...>");
  std::string out = cat("#<", name, ": ", inspect_str(vm, data.receiver), ":", vm.name(data.method));
  if (!data.args.is_nil()) out += inspect_arguments(vm, data.args.as<Array>());
  return out += '>';
}

Value inspect_enumerator(VM& vm, DataObject* self) {
  return str_new(vm, inspect_data(vm, self, self->get<EnumeratorData>()));
}

/// "#<CLASS: [LIST]>", for enumerators made of others.
Value inspect_list_of(VM& vm, Value self, Value list) {
  const std::string name = class_path(vm, real_class(vm, self));
  if (!is_array(list)) return str_new(vm, cat("#<", name, ": uninitialized>"));
  RecursionGuard guard(vm, Walk::Inspect, self);
  if (guard.recursive()) return str_new(vm, cat("#<", name, ": ...>"));
  return str_new(vm, cat("#<", name, ": ", inspect_str(vm, list), ">"));
}

Value produce(VM& vm, Value klass, Value producer, Value size) {
  Value e = allocate(vm, klass.as<Class>());
  initialize(vm, e.as<DataObject>(), producer, size);
  return e;
}

/// An Enumerator::Lazy over `self.method(*args)`.
Value lazy_new(VM& vm, Value self, Value method, Array* args, Value size) {
  const Value list = args->size() > 0 ? Value(ary_dup(vm, args)) : Qnil;
  return make(vm, vm.cLazy, {self, list, size, Qnil, to_id(vm, method)});
}

/// The start of a lazy chain shows what it walks alone.
Value lazy_inspect(VM& vm, Value self, bool is_start) {
  const EnumeratorData data = data_of(vm, self);
  if (!is_start || data.method != ids::each) return inspect_enumerator(vm, self.as<DataObject>());
  return str_new(vm,
                 cat("#<", class_path(vm, real_class(vm, self)), ": ", inspect_str(vm, data.receiver), ">"));
}

Value stop_iteration(VM& vm, Value, Value result) {
  const Value error = exception_new(vm, vm.eStopIteration, "iteration reached an end");
  vm.heap.ivar_set(error.object(), ids::iv_result, result);
  return error;
}

/// "unknown keyword: :a", from the Hash of them.
Value unknown_keywords(VM& vm, Value, Hash* options) {
  std::string list;
  hash_each(options, [&](Value key, Value) {
    list += cat(list.empty() ? "" : ", ", inspect_str(vm, key));
    return true;
  });
  return str_new(vm, cat(options->count > 1 ? "unknown keywords: " : "unknown keyword: ", list));
}

constexpr NativeMethod kKernelMethods[] = {
    {"to_enum", native<to_enum>},
    {"enum_for", native<to_enum>},
};

constexpr NativeMethod kMethods[] = {
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"size", native<size>},
    {"inspect", native<inspect_enumerator>},
};

constexpr NativeMethod kPrimitives[] = {
    {"sized_enum", NativeBody{sized_enum, 1, 1}},
    {"enum_initialize", native<initialize>},
    {"enum_with_arguments", native<with_arguments>},
    {"enum_receiver", native<receiver>},
    {"enum_method", native<method>},
    {"enum_arguments", native<arguments>},
    {"enum_has_arguments", native<has_arguments>},
    {"enum_cursor", native<cursor>},
    {"enum_set_cursor", native<set_cursor>},
    {"enum_produce", native<produce>},
    {"inspect_list_of", native<inspect_list_of>},
    {"lazy_new", native<lazy_new>},
    {"lazy_inspect", native<lazy_inspect>},
    {"stop_iteration", native<stop_iteration>},
    {"unknown_keywords", native<unknown_keywords>},
};

} // namespace

std::string inspect_arguments(VM& vm, Array* args) {
  std::string out = "(";
  for (Value v : args->values()) {
    if (out.size() > 1) out += ", ";
    out += is_keywords(v) ? inspect_keywords(vm, v.as<Hash>()) : inspect_str(vm, v);
  }
  return out += ')';
}

Value enumerator_new(VM& vm, Value receiver, ID method, std::span<const Value> args, Value size) {
  const Value list = args.empty() ? Qnil : Value(ary_from(vm, args));
  return make(vm, vm.cEnumerator, {receiver, list, size, Qnil, method});
}

void init_enumerator(VM& vm) {
  class_set_allocator(vm.cEnumerator, allocate, Type::Data);
  define_natives(vm, vm.mKernel, kKernelMethods);
  define_natives(vm, vm.cEnumerator, kMethods);
  define_primitives(vm, kPrimitives);
  init_arith_seq(vm);
}

} // namespace miniyarv
