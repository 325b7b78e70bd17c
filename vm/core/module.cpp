// Module: creation, naming, copying and evaluation.

#include "vm/core/module.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/object.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/native.hpp"

namespace miniyarv {

Value class_eval(VM& vm, Class* c, std::span<const Value> args) {
  Cref* cref = cref_new(vm, c, frame_cref(vm, caller_ruby_frame(vm)), true);
  return eval_text_or_block(vm, c, cref, args);
}

namespace {

void run_body_block(VM& vm, Class* c) {
  if (!vm.block_given()) return;
  Cref* cref = cref_new(vm, c, frame_cref(vm, caller_ruby_frame(vm)), true);
  const Value self = c;
  vm.yield_with_self(vm.block(), self, std::span<const Value>(&self, 1), cref);
}

Value module_initialize(VM& vm, Class* self) {
  run_body_block(vm, self);
  return self;
}

/// Copies what `original` defines on itself; what its clone and its dup have in common.
void copy_singleton_methods(VM& vm, Class* self, Class* original) {
  if (Class* singleton = singleton_class_if_any(vm, original))
    class_copy(vm, singleton_class(vm, self), singleton);
}

Value module_initialize_copy(VM& vm, Class* self, Value other) {
  if (other == self) return self;
  if (!is_type(other, self->type())) raise_type_error(vm, "initialize_copy should take same class object");
  auto* original = other.as<Class>();
  if (original->is_singleton) raise_type_error(vm, "can't copy singleton class");
  if (self->is_class()) {
    if (class_initialized(vm, self)) raise_type_error(vm, "already initialized class");
    class_initialize(vm, self, skip_to_real(original->super));
  }
  class_copy(vm, self, original);
  copy_singleton_methods(vm, self, original);
  return self;
}

Value module_to_s(VM& vm, Class* self) { return str_new(vm, class_path(vm, self)); }
Value module_name(VM&, Class* self) { return self->name; }

bool is_constant_path(std::string_view path) {
  for (;;) {
    const size_t at = path.find("::");
    if (SymbolTable::classify(path.substr(0, at)) != IdKind::Constant) return false;
    if (at == std::string_view::npos) return true;
    path.remove_prefix(at + 2);
  }
}

Value module_set_temporary_name(VM& vm, Class* self, Value name) {
  if (self->name_permanent) raise(vm, vm.eRuntimeError, "can't change permanent name");
  if (name.is_nil()) {
    self->name = Qnil;
    return self;
  }
  const std::string_view text = to_str(vm, name)->view();
  if (text.empty()) raise_argument_error(vm, "empty class/module name");
  if (is_constant_path(text))
    raise_argument_error(vm, "the temporary name must not be a constant path to avoid confusion");
  self->name = str_fstring(vm, text, Encoding::Utf8);
  vm.heap.write_barrier(self, self->name);
  return self;
}

Value module_class_eval(VM& vm, Class* self, Rest args) { return class_eval(vm, self, args.span()); }

Value module_class_exec(VM& vm, Class* self, Rest args) {
  if (!vm.block_given()) raise(vm, vm.eLocalJumpError, "no block given");
  Cref* cref = cref_new(vm, self, frame_cref(vm, caller_ruby_frame(vm)), true);
  return yield_as(vm, vm.block(), self, args.span(), cref, vm.keywords_given());
}

bool module_is_singleton(VM&, Class* self) { return self->is_singleton; }

Value module_freeze(VM& vm, Class* self) {
  vm.heap.freeze(self);
  return self;
}

[[noreturn]] void no_refinements(VM& vm) {
  raise(vm, vm.eNotImplementedError, "refinements are not supported");
}
Value module_refine(VM& vm, Class*, Value) { no_refinements(vm); }
Value module_using(VM& vm, Value, Value) { no_refinements(vm); }
Value module_refinements(VM& vm, Class*) { return ary_new(vm); }

Value module_nesting(VM& vm, Value) {
  Array* list = ary_new(vm);
  for (const Cref* cref = frame_cref(vm, caller_ruby_frame(vm)); cref && cref->outer; cref = cref->outer)
    if (!cref->pushed_by_eval && cref->klass) ary_push(vm, list, cref->klass);
  return list;
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<module_initialize>, Visibility::Private},
    {"initialize_copy", native<module_initialize_copy>, Visibility::Private},
    {"to_s", native<module_to_s>},
    {"inspect", native<module_to_s>},
    {"name", native<module_name>},
    {"set_temporary_name", native<module_set_temporary_name>},
    {"class_eval", native<module_class_eval>},
    {"module_eval", native<module_class_eval>},
    {"class_exec", native<module_class_exec>},
    {"module_exec", native<module_class_exec>},
    {"singleton_class?", native<module_is_singleton>},
    {"freeze", native<module_freeze>},
    {"refinements", native<module_refinements>},
    {"refine", native<module_refine>, Visibility::Private},
    {"using", native<module_using>, Visibility::Private},
};

constexpr NativeMethod kSingletonMethods[] = {{"nesting", native<module_nesting>}};

// --- The main object ---

Value main_to_s(VM& vm, Value) { return str_new(vm, "main"); }

constexpr NativeMethod kMainMethods[] = {
    {"to_s", native<main_to_s>},
    {"inspect", native<main_to_s>},
    {"using", native<module_using>, Visibility::Private},
};

} // namespace

void init_module(VM& vm) {
  class_set_allocator(vm.cModule, module_allocate_instance, Type::Module);
  class_set_allocator(vm.cClass, class_allocate_instance, Type::Class);
  define_natives(vm, vm.cModule, kMethods);
  define_singleton_natives(vm, vm.cModule, kSingletonMethods);
  define_natives(vm, singleton_class(vm, vm.main_object()), kMainMethods);
  init_module_hierarchy(vm);
  init_module_methods(vm);
  init_module_visibility(vm);
  init_module_constants(vm);
  init_class_methods(vm);
}

} // namespace miniyarv
