// BasicObject and what every object has from Kernel: identity, equality, copying, rendering.

#include "vm/core/object.hpp"

#include "vm/backtrace.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

#include <unordered_map>

namespace miniyarv {
namespace {

/// Object ids given out so far.
struct ObjectIds final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Kernel;
  static constexpr int64_t kStep = 8;

  std::unordered_map<const Object*, int64_t> ids;
  int64_t next = kStep;

  void sweep_weak(Heap& heap) override {
    for (auto at = ids.begin(); at != ids.end();)
      at = heap.is_marked(at->first) ? std::next(at) : ids.erase(at);
  }
};

// --- BasicObject ---

void basic_initialize(VM&, Value) {}
void hook(VM&, Value, Value) {}
bool equal(VM&, Value self, Value other) { return self == other; }
bool is_not(VM&, Value self) { return self.falsy(); }
bool not_equal(VM& vm, Value self, Value other) { return !values_equal(vm, self, other); }

Value method_missing(VM& vm, Value self, Rest args) {
  if (args.argc == 0 || !args[0].is_symbol()) raise_argument_error(vm, "no method name given");
  raise_no_method(vm, self, args[0].to_id(), MissingReason::NoMethod, args.argv + 1, args.argc - 1);
}

Cref* receiver_cref(VM& vm, Value self) {
  return cref_for_receiver(vm, self, frame_cref(vm, caller_ruby_frame(vm)));
}

Value instance_eval(VM& vm, Value self, Rest args) {
  return eval_text_or_block(vm, self, receiver_cref(vm, self), args.span());
}

Value instance_exec(VM& vm, Value self, Rest args) {
  if (!vm.block_given()) raise(vm, vm.eLocalJumpError, "no block given");
  return yield_as(vm, vm.block(), self, args.span(), receiver_cref(vm, self), vm.keywords_given());
}

constexpr NativeMethod kBasicMethods[] = {
    {"initialize", native<basic_initialize>, Visibility::Private},
    {"==", native<equal>},
    {"equal?", native<equal>},
    {"!", native<is_not>},
    {"!=", native<not_equal>},
    {"__id__", native<object_id>},
    {"instance_eval", native<instance_eval>},
    {"instance_exec", native<instance_exec>},
    {"method_missing", native<method_missing>, Visibility::Private},
    {"singleton_method_added", native<hook>, Visibility::Private},
    {"singleton_method_removed", native<hook>, Visibility::Private},
    {"singleton_method_undefined", native<hook>, Visibility::Private},
};

// --- Equality ---

bool is_nil(VM&, Value self) { return self.is_nil(); }
bool case_equality(VM& vm, Value self, Value other) { return self == other || values_equal(vm, self, other); }
bool no_match(VM& vm, Value self, Value other) { return vm.send(self, ids::op_match, other).falsy(); }
Value itself(VM&, Value self) { return self; }

Value spaceship(VM& vm, Value self, Value other) {
  return self == other || values_equal(vm, self, other) ? Value::fixnum(0) : Qnil;
}

Value identity_hash(VM&, Value self) {
  const uint64_t mixed = self.bits * 0x9E3779B97F4A7C15;
  return Value::fixnum(static_cast<int64_t>(mixed ^ mixed >> 29) >> 2);
}

// --- Class ---

Value class_of(VM& vm, Value self) { return real_class(vm, self); }
Value singleton(VM& vm, Value self) { return singleton_class(vm, self); }

Class* check_class(VM& vm, Value v) {
  if (!is_class_or_module(v)) raise_type_error(vm, "class or module required");
  return v.as<Class>();
}

bool instance_of(VM& vm, Value self, Value c) { return real_class(vm, self) == check_class(vm, c); }
bool is_kind_of(VM& vm, Value self, Value c) { return kind_of(vm, self, check_class(vm, c)); }

Value extend(VM& vm, Value self, Rest modules) {
  if (modules.argc == 0) raise_arity(vm, 0, 1, -1);
  for (Value m : modules.span())
    if (!is_type(m, Type::Module))
      raise_type_error(vm,
                       cat("wrong argument type ", class_path(vm, real_class(vm, m)), " (expected Module)"));
  for (int i = modules.argc; i-- > 0;) {
    vm.send(modules[i], ids::extend_object, self);
    vm.send(modules[i], ids::extended, self);
  }
  return self;
}

// --- Freezing and copying ---

Value freeze(VM& vm, Value self) {
  if (!self.is_object()) return self;
  vm.heap.freeze(self.object());
  if (Class* c = singleton_class_if_any(vm, self); c && c->attached == self.object()) vm.heap.freeze(c);
  return self;
}

bool frozen(VM&, Value self) { return !self.is_object() || self.object()->frozen(); }

/// Numbers, symbols and the like, which are their own copies.
bool is_own_copy(Value v) {
  return !v.is_object() || v.object()->is(Type::Float) || v.object()->is(Type::Bignum) ||
         v.object()->is(Type::Rational) || v.object()->is(Type::Complex);
}

/// A new object of the same class with the same instance variables.
Value shallow_copy(VM& vm, Value v) {
  Class* c = real_class(vm, v);
  if (!c->allocator) raise_type_error(vm, cat("allocator undefined for ", class_path(vm, c)));
  const Value copy = c->allocator(vm, c);
  vm.heap.copy_ivars(v.object(), copy.object());
  return copy;
}

void copy_singleton_class(VM& vm, Value from, Value to) {
  Class* original = singleton_class_if_any(vm, from);
  if (original && !is_class_or_module(from)) class_copy(vm, singleton_class(vm, to), original);
}

Value dup(VM& vm, Value self) { return object_dup(vm, self); }

Value clone(VM& vm, Value self, Keywords keywords) {
  keywords.allow_only(vm, {"freeze"});
  const Value given = keywords.get(vm, "freeze");
  const Value freeze_option = given.is_undef() ? Qnil : given;
  if (!freeze_option.is_nil() && !freeze_option.is_true() && !freeze_option.is_false())
    raise_argument_error(vm, cat("unexpected value for freeze: ", class_path(vm, real_class(vm, given))));
  return object_clone(vm, self, freeze_option);
}

Value initialize_copy(VM& vm, Value self, Value original) {
  if (self == original) return self;
  check_frozen(vm, self);
  if (real_class(vm, self) != real_class(vm, original))
    raise_type_error(vm, "initialize_copy should take same class object");
  return self;
}

Value initialize_dup(VM& vm, Value self, Value original) {
  vm.send(self, ids::initialize_copy, original);
  return self;
}

Value initialize_clone(VM& vm, Value self, Value original, Keywords keywords) {
  keywords.allow_only(vm, {"freeze"});
  vm.send(self, ids::initialize_copy, original);
  return self;
}

// --- Rendering ---

Value default_to_s(VM& vm, Value self) { return any_to_s(vm, self); }
Value inspect_object(VM& vm, Value self) { return object_inspect(vm, self); }
Value ivars_to_inspect(VM&, Value) { return Qnil; }

/// Instance variables that inspect shows: all, unless the object's class chooses.
std::vector<ID> inspected_ivars(VM& vm, Value self) {
  std::vector<ID> names;
  for (const ID name : vm.heap.ivar_names(self.object()))
    if (vm.symbols.is_instance(name)) names.push_back(name);
  if (has_builtin_method(vm, self, ids::instance_variables_to_inspect)) return names;
  const Value chosen = vm.send(self, ids::instance_variables_to_inspect);
  if (chosen.is_nil()) return names;
  if (!is_array(chosen))
    raise_type_error(
        vm, cat("Expected #instance_variables_to_inspect to return an Array or nil, but it returned ",
                class_path(vm, real_class(vm, chosen))));
  std::vector<ID> kept;
  for (const ID name : names)
    if (ary_includes(vm, chosen.as<Array>(), Value::symbol(name))) kept.push_back(name);
  return kept;
}

constexpr NativeMethod kKernelMethods[] = {
    {"nil?", native<is_nil>},
    {"===", native<case_equality>},
    {"!~", native<no_match>},
    {"eql?", native<equal>},
    {"hash", native<identity_hash>},
    {"<=>", native<spaceship>},
    {"itself", native<itself>},
    {"class", native<class_of>},
    {"singleton_class", native<singleton>},
    {"instance_of?", native<instance_of>},
    {"kind_of?", native<is_kind_of>},
    {"is_a?", native<is_kind_of>},
    {"extend", native<extend>},
    {"freeze", native<freeze>},
    {"frozen?", native<frozen>},
    {"dup", native<dup>},
    {"clone", native<clone>},
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"initialize_dup", native<initialize_dup>, Visibility::Private},
    {"initialize_clone", native<initialize_clone>, Visibility::Private},
    {"to_s", native<default_to_s>},
    {"inspect", native<inspect_object>},
    {"instance_variables_to_inspect", native<ivars_to_inspect>, Visibility::Private},
    {"object_id", native<object_id>},
};

} // namespace

Value object_id(VM& vm, Value v) {
  if (v.is_fixnum()) return int_add(vm, int_mul(vm, v, Value::fixnum(2)), Value::fixnum(1));
  if (v.is_nil()) return Value::fixnum(8);
  if (v.is_true()) return Value::fixnum(20);
  if (v.is_false()) return Value::fixnum(0);
  if (!v.is_object()) return int_new(vm, static_cast<int64_t>(v.bits));
  auto& state = vm.state<ObjectIds>();
  const auto [at, added] = state.ids.try_emplace(v.object(), state.next);
  if (added) {
    state.next += ObjectIds::kStep;
    v.object()->flags |= Object::kSeenObjectId;
  }
  return Value::fixnum(at->second);
}

Value object_dup(VM& vm, Value v) {
  if (is_own_copy(v)) return v;
  const Value copy = shallow_copy(vm, v);
  if (has_builtin_method(vm, copy, ids::initialize_dup))
    vm.send(copy, ids::initialize_copy, v);
  else
    vm.send(copy, ids::initialize_dup, v);
  return copy;
}

Value object_clone(VM& vm, Value v, Value freeze_option) {
  if (is_own_copy(v)) {
    if (freeze_option.is_false())
      raise_argument_error(vm, cat("can't unfreeze ", class_path(vm, real_class(vm, v))));
    return v;
  }
  const Value copy = shallow_copy(vm, v);
  copy_singleton_class(vm, v, copy);
  if (freeze_option.is_nil()) {
    vm.send(copy, ids::initialize_clone, v);
  } else {
    Hash* keywords = hash_new(vm);
    hash_set(vm, keywords, Value::symbol(ids::freeze), freeze_option);
    const Value args[] = {v, Value(keywords)};
    CallOptions options;
    options.keywords = true;
    vm.call(copy, ids::initialize_clone, args, options);
  }
  if (freeze_option.is_true() || (freeze_option.is_nil() && v.object()->frozen())) freeze(vm, copy);
  return copy;
}

Value object_inspect(VM& vm, Value self) {
  if (!self.is_object()) return any_to_s(vm, self);
  const std::vector<ID> names = inspected_ivars(vm, self);
  if (names.empty()) return any_to_s(vm, self);
  std::string text = cat("#<", class_path(vm, real_class(vm, self)), ":", address_of(self.object()));
  RecursionGuard guard(vm, Walk::Inspect, self);
  if (guard.recursive()) return str_new(vm, text + " ...>");
  const char* separator = " ";
  for (const ID name : names) {
    const Value v = vm.heap.ivar_get(self.object(), name);
    if (v.is_undef()) continue;
    text += cat(separator, vm.name(name), "=", inspect_str(vm, v));
    separator = ", ";
  }
  return str_new(vm, text + ">");
}

Value eval_text_or_block(VM& vm, Value self, Cref* cref, std::span<const Value> args) {
  if (vm.block_given()) {
    if (!args.empty()) raise_arity(vm, static_cast<int>(args.size()), 0, 0);
    return vm.yield_with_self(vm.block(), self, std::span<const Value>(&self, 1), cref);
  }
  if (args.empty() || args.size() > 3) raise_arity(vm, static_cast<int>(args.size()), 1, 3);
  const std::string text(to_str(vm, args[0])->view());
  const std::string path = args.size() > 1 && !args[1].is_nil() ? std::string(to_str(vm, args[1])->view())
                                                                : cat("(eval at ", current_position(vm), ")");
  const int line = args.size() > 2 ? static_cast<int>(to_int64(vm, args[2])) : 1;
  return eval_with_self(vm, text, self, cref, caller_ruby_frame(vm), path, line);
}

void init_object(VM& vm) {
  define_natives(vm, vm.cBasicObject, kBasicMethods);
  define_natives(vm, vm.mKernel, kKernelMethods);
  init_object_variables(vm);
  init_object_methods(vm);
}

} // namespace miniyarv
