#include "vm/vm.hpp"

#include "vm/boot.hpp"
#include "vm/constants.hpp"
#include "vm/core/object_space.hpp"
#include "vm/core/string.hpp"
#include "vm/core_library.hpp"
#include "vm/cref.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/globals.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"
#include "vm/method.hpp"
#include "vm/native.hpp"
#include "vm/options.hpp"
#include "vm/proc.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

namespace miniyarv {

void register_hash_type(Heap&);

namespace {

// --- Marking of the types the machine itself defines ---

void mark_env(Object* o, Marker& m) {
  auto* env = static_cast<Env*>(o);
  m.mark(env->iseq);
  m.mark_conservatively(env->values, env->values + env->size);
  if (!ep_is_local(env->ep)) m.mark(env_of(outer_ep(env->ep))); // escaped before this one was
}
void destroy_env(Object* o, Heap& heap) {
  auto* env = static_cast<Env*>(o);
  if (env->spilled()) heap.free(env->values, env->size * sizeof(Value));
}
void mark_proc(Object* o, Marker& m) {
  auto* proc = static_cast<Proc*>(o);
  m.mark(proc->block.self);
  m.mark(static_cast<const Object*>(proc->block.code));
  if (proc->block.ep) m.mark(env_of(proc->block.ep));
}
void mark_ifunc(Object* o, Marker& m) { m.mark(static_cast<IFunc*>(o)->data); }

void register_machine_types(Heap& heap) {
  heap.register_type(Type::Env, TypeInfo{"ENV", mark_env, destroy_env, nullptr});
  heap.register_type(Type::Proc, TypeInfo{"PROC", mark_proc, nullptr, nullptr});
  heap.register_type(Type::IFunc, TypeInfo{"IFUNC", mark_ifunc, nullptr, nullptr});
  register_iseq_types(heap);
  register_hash_type(heap);
}

// --- Stacks ---

constexpr size_t kNativeReserve = size_t{256} << 10; ///< left for C++ that does not check

void init_main_context(VM& vm, size_t stack_bytes) {
  ExecutionContext& ec = vm.in().main_context;
  void* memory =
      mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw HeapExhausted("failed to allocate the VM stack");
  ec.stack = static_cast<Value*>(memory);
  ec.stack_words = stack_bytes / sizeof(Value);
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  size_t native = limit.rlim_cur == RLIM_INFINITY ? size_t{8} << 20 : limit.rlim_cur;
  if (native > (size_t{64} << 20)) native = size_t{64} << 20;
  // The VM may be made anywhere on the native stack; what lies above it is the embedder's and holds no
  // values.
  ec.native_base = static_cast<const std::byte*>(__builtin_frame_address(0)) + 1024;
  ec.native_limit = ec.native_base - native + kNativeReserve;
  vm.ec = &ec;
  ControlFrame* bottom = ec.bottom();
  ec.cfp = bottom + 1;
  *bottom = ControlFrame{};
  push_native_frame(vm, frame::Dummy | frame::kLocal, Qnil, ec.stack, 0, Value(uint64_t{0}));
}

const MethodEntry* core_method(VM& vm, Class* c, ID mid) { return find_method(vm, c, mid); }

/// `putspecialobject 1`: what literals with `**`, alias, undef and pattern errors call.
void make_core_object(VM& vm) {
  vm.in().core_object_class = class_new(vm, vm.cBasicObject);
  vm.register_root(vm.in().core_object_class);
  const SizePool pool = size_pool_for(sizeof(Object));
  vm.in().core_object =
      vm.heap.allocate(pool, Object::make_flags(Type::Object, pool), vm.in().core_object_class);
  vm.register_root(vm.in().core_object);
  vm.in().block_param_proxy_class = class_new(vm, vm.cObject);
  vm.register_root(vm.in().block_param_proxy_class);
}

/// An exception here is a mistake in the core library itself.
void load_core_library(VM& vm) {
  for (const EmbeddedUnit& embedded : core_library()) {
    const Value error = vm.rescue(vm.cException, [&] {
      run_top(vm, load_embedded_unit(vm, embedded), vm.main_object(), vm.in().top_cref);
    });
    if (!error.is_undef()) throw std::logic_error(full_message(vm, error, false, false));
  }
}

} // namespace

ISeq* load_embedded_unit(VM& vm, const EmbeddedUnit& embedded) {
  SourceOptions source;
  source.builtin = true;
  std::string text(reinterpret_cast<const char*>(embedded.bytes.data()), embedded.bytes.size());
  auto unlinked = compile_source(vm, cat("<internal:", embedded.name, ">"), std::move(text), source);
  return load_unit(vm, std::move(unlinked), Qnil, true);
}

VM::VM(std::unique_ptr<Options> options)
    : heap(options->heap), options_(std::move(options)), internals_(std::make_unique<Internals>()) {
  Internals& in = *internals_;
  heap.set_root_visitor(this);
  in.counting = options_->counting;
  in.dispatch = &dispatch_table(in.counting);
  std::copy(std::begin(in.dispatch->canonical), std::end(in.dispatch->canonical), std::begin(in.handlers));
  in.finish_code[0] = reinterpret_cast<Word>(in.dispatch->quick[static_cast<size_t>(QuickInsn::finish)]);
  globals_ = std::make_unique<GlobalTable>();
  init_main_context(*this, options_->vm_stack_bytes);
  register_machine_types(heap);

  boot_classes(*this);
  auto* empty = heap.make<CallCache>(Type::CallCache, nullptr);
  empty->receiver_class = nullptr;
  empty->me = nullptr;
  in.empty_cache = empty;
  register_root(Value(empty));
  make_core_object(*this);
  const SizePool pool = size_pool_for(sizeof(Object));
  main_object_ = heap.allocate(pool, Object::make_flags(Type::Object, pool), cObject);
  in.top_cref = cref_new(*this, cObject, nullptr);
  in.top_cref->default_visibility = Visibility::Private;
  register_root(in.top_cref);
  boot_core(*this);
  define_core_object_methods(*this);
  in.class_new = core_method(*this, cClass, ids::new_);
  in.object_initialize = core_method(*this, cObject, ids::initialize);
  in.object_not = core_method(*this, cObject, ids::op_not);
  in.object_neq = core_method(*this, cObject, ids::op_neq);
  in.object_nil_p = core_method(*this, cObject, ids::nil_p);
  in.nil_nil_p = core_method(*this, cNilClass, ids::nil_p);
  load_core_library(*this);
  boot_finish(*this);
}

VM::~VM() {
  if (internals_->main_context.stack)
    munmap(internals_->main_context.stack, internals_->main_context.stack_words * sizeof(Value));
  // The heap's destructor destroys what objects own; that must not reach into state that is gone by then.
  heap.set_root_visitor(nullptr);
}

Class* VM::immediate_class(Value v) const {
  if (v.is_fixnum()) return cInteger;
  if (v.is_flonum()) return cFloat;
  if (v.is_symbol()) return cSymbol;
  if (v.is_nil()) return cNilClass;
  if (v.is_true()) return cTrueClass;
  if (v.is_false()) return cFalseClass;
  return internals_->block_param_proxy_class;
}

Value VM::rescued(ControlFrame* cfp, Class* klass) {
  if (ec->pending.state != ThrowState::Raise || !kind_of(*this, ec->pending.value, klass)) throw Throw{};
  const Value error = ec->pending.value;
  ec->pending = {};
  ec->cfp = cfp;
  return error;
}

Value VM::global_get(std::string_view name) { return gvar_get(*this, intern(name)); }
void VM::global_set(std::string_view name, Value v) { gvar_set(*this, intern(name), v); }

void check_native_stack(VM& vm) {
  if (static_cast<const std::byte*>(__builtin_frame_address(0)) < vm.ec->native_limit) [[unlikely]]
    raise_stack_overflow(vm);
}

void check_interrupts(VM& vm) {
  vm.interrupt = 0;
  if (vm.in().on_interrupt) vm.in().on_interrupt(vm);
  run_finalizers(vm);
}

// --- Roots ---

namespace {

/// Scans the native stack from here to its base. The callee-saved registers are on it: the builtin makes this
/// function save them all, above its local variables. (setjmp would hide some of them: glibc mangles
/// pointers.)
[[gnu::noinline]] void mark_native_stack(Marker& m, const ExecutionContext& ec) {
  __builtin_unwind_init();
  Word lowest = 0;
  m.mark_conservatively(&lowest, ec.native_base);
}

void mark_context(Marker& m, const ExecutionContext& ec) {
  m.mark(ec.pending.value);
  m.mark(ec.pending.tag);
  m.mark(ec.errinfo);
  if (!ec.stack) return;
  // Frames share the stack without gaps, so everything below the top frame's sp is some frame's. Words that
  // are no values (flags, tagged pointers) read as integers; those that point off the heap are ignored.
  m.mark_conservatively(ec.stack, ec.cfp->sp + kStackMargin);
  for (const ControlFrame* f = ec.cfp; f <= ec.bottom(); ++f) {
    m.mark(f->self);
    m.mark(f->iseq);
    if (!f->ep) continue;
    if (ep_escaped(f->ep))
      m.mark(env_of(f->ep));
    else if (!ep_is_local(f->ep) && ep_escaped(outer_ep(f->ep)))
      m.mark(env_of(outer_ep(f->ep)));
  }
}

} // namespace

void VM::mark_roots(Marker& m) {
  m.mark(roots_);
  m.mark(main_object_);
  for (Class* c : {cBasicObject, cObject, cModule, cClass}) m.mark(c);
#define MINIYARV_MODULE(member, name) m.mark(member);
#define MINIYARV_CLASS(member, name, super) m.mark(member);
#define MINIYARV_CLASS_UNDER(member, outer, name, super) m.mark(member);
#include "vm/core_classes.def"
#undef MINIYARV_MODULE
#undef MINIYARV_CLASS
#undef MINIYARV_CLASS_UNDER
  m.mark(internals_->at_exit);
  m.mark(internals_->no_memory_error);
  for (const MethodEntry* me : {internals_->class_new, internals_->object_initialize, internals_->object_not,
                                internals_->object_neq, internals_->object_nil_p, internals_->nil_nil_p})
    m.mark(me);
  if (globals_) globals_->mark(m);
  for (const auto& state : states_)
    if (state) state->mark(m);
  mark_context(m, *ec);
  mark_native_stack(m, *ec);
}

Value VM::string_value(std::string_view text) { return str_new(*this, text); }

void VM::collected(Heap& h) {
  if (on_collection) on_collection(h.stats(), h.last_collection_was_major(), h.last_pause_ns());
}

void VM::sweep_weak(Heap& h) {
  std::erase_if(internals_->linked_iseqs, [&h](const auto& entry) { return !h.is_marked(entry.second); });
  for (const auto& state : states_)
    if (state) state->sweep_weak(h);
}

} // namespace miniyarv
