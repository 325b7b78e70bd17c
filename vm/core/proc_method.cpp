// Proc.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/callable.hpp"
#include "vm/core/method_object.hpp"
#include "vm/core/string.hpp"
#include "vm/eval.hpp"
#include "vm/native.hpp"
#include "vm/parameters.hpp"

namespace miniyarv {
namespace {

const ISeq* iseq_of(const Proc* proc) {
  return proc->kind == Proc::Kind::ISeq ? static_cast<const ISeq*>(proc->block.code) : nullptr;
}

Proc* copy_proc(VM& vm, Class* c, const Proc* proc) {
  Proc* copy = proc_new(vm, c, proc->block, proc->kind, proc->lambda);
  copy->from_method = proc->from_method;
  copy->ruby2_keywords = proc->ruby2_keywords;
  return copy;
}

Value proc_s_new(VM& vm, Class* self, Rest args) {
  if (!vm.block_given()) raise_argument_error(vm, "tried to create Proc object without a block");
  const Value given = proc_from_handler(vm, vm.block());
  const Value proc = self == vm.cProc ? given : Value(copy_proc(vm, self, given.as<Proc>()));
  CallOptions options;
  options.block = vm.block();
  options.keywords = vm.keywords_given();
  if (self != vm.cProc || args.argc > 0)
    vm.call_method(proc, find_method(vm, self, ids::initialize), args.span(), options);
  return proc;
}

Value proc_arity_method(VM& vm, Proc* self) { return proc_arity(vm, self); }

Value proc_parameters_method(VM& vm, Proc* self, Keywords keywords) {
  keywords.allow_only(vm, {"lambda"});
  const Value lambda = keywords.get(vm, "lambda");
  const bool as_lambda = lambda.is_undef() || lambda.is_nil() ? self->lambda : lambda.truthy();
  return proc_parameters(vm, self, as_lambda);
}

bool proc_is_lambda(VM&, Proc* self) { return self->lambda; }
Value proc_to_proc(VM&, Value self) { return self; }
Value proc_source_location(VM& vm, Proc* self) { return iseq_source_location(vm, iseq_of(self)); }

Value proc_dup(VM& vm, Proc* self) {
  Proc* copy = copy_proc(vm, real_class(vm, self), self);
  vm.heap.copy_ivars(self, copy);
  vm.send(Value(copy), ids::initialize_dup, Value(self));
  return copy;
}

Value proc_clone(VM& vm, Proc* self, Keywords keywords) {
  keywords.allow_only(vm, {"freeze"});
  Proc* copy = copy_proc(vm, real_class(vm, self), self);
  vm.heap.copy_ivars(self, copy);
  if (Class* singleton = singleton_class_if_any(vm, self))
    class_copy(vm, singleton_class(vm, copy), singleton);
  vm.send(Value(copy), ids::initialize_clone, Value(self));
  const Value freeze = keywords.get(vm, "freeze");
  if (freeze.is_true() || (self->frozen() && !freeze.is_false())) vm.heap.freeze(copy);
  return copy;
}

bool proc_equal(VM&, Proc* self, Value other) {
  const Proc* o = as_proc(other);
  return o && o->kind == self->kind && o->lambda == self->lambda && o->block.self == self->block.self &&
         o->block.ep == self->block.ep && o->block.code == self->block.code;
}

Value proc_hash(VM&, Proc* self) {
  const auto word = [](const void* p) { return reinterpret_cast<uint64_t>(p); };
  const uint64_t seed = (word(self->block.code) * 31 + word(self->block.ep)) * 31 + self->block.self.bits;
  return Value::fixnum(static_cast<int64_t>(seed * 0x9E3779B97F4A7C15) >> 3);
}

Value proc_inspect(VM& vm, Proc* self) {
  std::string text = cat("#<", class_path(vm, real_class(vm, self)), ":", address_of(self));
  if (const ISeq* iseq = iseq_of(self))
    text += cat(" ", str_view(iseq->unit->path), ":", iseq->unlinked->first_line);
  else if (self->kind == Proc::Kind::Symbol)
    text += cat("(&", sym_inspect(vm, self->block.self.to_id()), ")");
  if (self->lambda) text += " (lambda)";
  return str_new(vm, text + ">");
}

Value proc_binding(VM& vm, Proc* self) {
  if (!iseq_of(self)) raise_argument_error(vm, "Can't create Binding from C level Proc");
  return binding_from_proc(vm, self);
}

Value proc_ruby2_keywords(VM& vm, Proc* self) {
  check_frozen(vm, self);
  self->ruby2_keywords = true;
  return self;
}

constexpr NativeMethod kMethods[] = {
    {"arity", native<proc_arity_method>},
    {"parameters", native<proc_parameters_method>},
    {"lambda?", native<proc_is_lambda>},
    {"to_proc", native<proc_to_proc>},
    {"source_location", native<proc_source_location>},
    {"dup", native<proc_dup>},
    {"clone", native<proc_clone>},
    {"==", native<proc_equal>},
    {"eql?", native<proc_equal>},
    {"hash", native<proc_hash>},
    {"inspect", native<proc_inspect>},
    {"to_s", native<proc_inspect>},
    {"binding", native<proc_binding>},
    {"curry", native<callable_curry>},
    {">>", native<callable_then>},
    {"<<", native<callable_after>},
    {"ruby2_keywords", native<proc_ruby2_keywords>},
};

constexpr NativeMethod kSingletonMethods[] = {{"new", native<proc_s_new>}};

/// Calls are dispatched without a frame of their own.
constexpr const char* kCallNames[] = {"call", "()", "yield", "===", "[]"};

} // namespace

void init_proc_methods(VM& vm) {
  class_set_allocator(vm.cProc, nullptr, Type::Proc);
  define_natives(vm, vm.cProc, kMethods);
  define_singleton_natives(vm, vm.cProc, kSingletonMethods);
  for (const char* name : kCallNames) {
    const ID mid = vm.intern(name);
    MethodEntry* me = method_entry_new(vm, MethodKind::Optimized, mid, Visibility::Public);
    me->optimized = OptimizedMethod::Call;
    define_method(vm, vm.cProc, mid, me);
  }
}

void init_proc_method(VM& vm) {
  init_proc_methods(vm);
  init_method_objects(vm);
}

} // namespace miniyarv
