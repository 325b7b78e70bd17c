#include "compiler/iseq.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"
#include "vm/interpreter.hpp"
#include "vm/proc.hpp"

#include <algorithm>

namespace miniyarv {

// --- Frames ---

void check_stack_room(VM& vm, const ISeq* iseq, const Value* locals) {
  const Value* top = locals + iseq->local_size + kEnvDataSize + iseq->stack_max;
  if (top + kStackMargin >= reinterpret_cast<const Value*>(vm.ec->cfp)) [[unlikely]]
    raise_stack_overflow(vm);
}

ControlFrame* push_iseq_frame(VM& vm, const ISeq* iseq, uint64_t flags, Value self, Value* locals, int filled,
                              uint64_t specval, Value me_or_cref, uint32_t pc_offset) {
  check_stack_room(vm, iseq, locals);
  Value* ep = locals + iseq->local_size + kEnvDataSize - 1;
  std::fill(locals + filled, ep - 2, Qnil);
  ep[-2] = me_or_cref;
  ep[-1] = Value(specval);
  ep[0] = Value(flags | frame::kTag | (iseq->unit->internal ? frame::kInternal : 0));
  ControlFrame* cfp = vm.ec->cfp - 1;
  cfp->pc = iseq->code + pc_offset;
  cfp->sp = ep + 1;
  cfp->iseq = const_cast<ISeq*>(iseq);
  cfp->self = self;
  cfp->ep = ep;
  cfp->block_code = nullptr;
  vm.ec->cfp = cfp;
  return cfp;
}

ControlFrame* push_native_frame(VM& vm, uint64_t flags, Value self, Value* sp, uint64_t specval, Value me) {
  ControlFrame* cfp = vm.ec->cfp - 1;
  if (sp + kEnvDataSize + kStackMargin >= reinterpret_cast<Value*>(cfp)) [[unlikely]]
    raise_stack_overflow(vm);
  sp[0] = me;
  sp[1] = Value(specval);
  sp[2] = Value(flags | frame::kTag);
  cfp->pc = vm.in().finish_code;
  cfp->sp = sp + kEnvDataSize;
  cfp->iseq = nullptr;
  cfp->self = self;
  cfp->ep = sp + 2;
  cfp->block_code = nullptr;
  vm.ec->cfp = cfp;
  return cfp;
}

NativeFrame::NativeFrame(VM& vm, Value self, const MethodEntry* me, BlockHandler block, frame::Kind kind)
    : vm_(vm), saved_(vm.ec->cfp) {
  push_native_frame(vm, kind | frame::kLocal, self, saved_->sp, block.bits,
                    me ? Value(me) : Value(uint64_t{0}));
}

NativeFrame::~NativeFrame() { vm_.ec->cfp = saved_; }

namespace {

// --- Callees ---

/// Keywords as a native method sees them: a Hash as last argument, or nothing when there are none.
int collect_keywords(VM& vm, Calling& c) {
  if (c.kwargs) {
    const int positional = c.argc - c.kwargs->kwarg_count;
    Hash* h = hash_new(vm, c.kwargs->kwarg_count);
    for (uint16_t i = 0; i < c.kwargs->kwarg_count; ++i)
      hash_set(vm, h, Value::symbol(c.kwargs->kwargs[i]), c.argv[positional + i]);
    c.argv[positional] = Value(h);
    c.argc = positional + 1;
    c.kwargs = nullptr;
    c.kw_splat = true;
  } else if (c.kw_splat) {
    const Value last = c.argv[c.argc - 1];
    if (last.is_nil() || hash_size(last.as<Hash>()) == 0) {
      --c.argc;
      c.kw_splat = false;
    }
  } else if (c.splat && c.argc > 0 && is_hash(c.argv[c.argc - 1]) &&
             c.argv[c.argc - 1].object()->user_flag<Hash::kKeywordsBit>()) {
    c.argv[c.argc - 1] = Value(hash_dup(vm, c.argv[c.argc - 1].as<Hash>()));
    c.kw_splat = true;
  }
  return c.argc;
}

Value call_native(VM& vm, const MethodEntry* me, Calling& c) {
  ControlFrame* caller = vm.ec->cfp;
  collect_keywords(vm, c);
  caller->sp = c.argv - 1;
  push_native_frame(vm, frame::Native | frame::kLocal | (c.kw_splat ? frame::kKeywords : 0), c.recv,
                    c.argv + c.argc, c.block.bits, Value(me));
  const Value result = me->native.fn(vm, c.recv, c.argv, c.argc);
  if (!result.is_undef()) [[likely]]
    vm.ec->cfp = caller;
  return result;
}

Value call_iseq(VM& vm, const MethodEntry* me, Calling& c) {
  ISeq* iseq = me->rb.iseq;
  if (!iseq->linked()) link_iseq(vm, iseq);
  ControlFrame* caller = vm.ec->cfp;
  uint32_t start = 0;
  int filled = c.argc;
  if (iseq->params->simple && !c.kwargs && !c.kw_splat && !c.splat && c.argc == iseq->params->lead_num)
      [[likely]] {
  } else {
    caller->sp = std::max(caller->sp, c.argv + c.argc);
    c.me = me;
    start = setup_arguments(vm, iseq, c.argv, c, ArgSetup::Method);
    filled = iseq->param_size;
  }
  caller->sp = c.argv - 1;
  push_iseq_frame(vm, iseq, frame::Method | frame::kLocal, c.recv, c.argv, filled, c.block.bits, Value(me),
                  start);
  return kFramePushed;
}

void check_arity(VM& vm, const MethodEntry* me, Calling& c, int expected) {
  collect_keywords(vm, c);
  if (c.argc == expected) return;
  NativeFrame in_callee(vm, c.recv, me, {}, frame::Native);
  raise_arity(vm, c.argc, expected, expected);
}

Value call_attr_writer(VM& vm, const MethodEntry* me, Calling& c) {
  check_arity(vm, me, c, 1);
  const Value v = c.argv[0];
  if (!c.recv.is_object() || c.recv.object()->frozen()) {
    NativeFrame in_callee(vm, c.recv, me, {}, frame::Native);
    raise_frozen(vm, c.recv);
  }
  ivar_set(vm, c.recv.object(), me->attr.ivar, v);
  return v;
}

Value call_struct_writer(VM& vm, const MethodEntry* me, Calling& c) {
  check_arity(vm, me, c, 1);
  auto* s = c.recv.as<StructObject>();
  if (s->frozen()) {
    NativeFrame in_callee(vm, c.recv, me, {}, frame::Native);
    raise_frozen(vm, c.recv);
  }
  s->members()[me->attr.index] = c.argv[0];
  vm.heap.write_barrier(s, c.argv[0]);
  return c.argv[0];
}

/// `recv.send(:name, ...)`: drops the name and calls; the frame of `send` itself never shows.
Value call_send(VM& vm, const MethodEntry* me, Calling& c) {
  if (c.argc == 0) {
    NativeFrame in_callee(vm, c.recv, me, {}, frame::Native);
    raise_argument_error(vm, "no method name given");
  }
  const ID mid = to_id(vm, c.argv[0]);
  std::copy(c.argv + 1, c.argv + c.argc, c.argv);
  --c.argc;
  CallCache* cc = call_cache_for(vm, vm.class_of(c.recv), mid);
  if (!cc->me) return call_missing(vm, mid, MissingReason::NoMethod, c);
  return call_method_entry(vm, cc->me, c);
}

Value call_optimized(VM& vm, const MethodEntry* me, Calling& c) {
  switch (me->optimized) {
  case OptimizedMethod::Send: return call_send(vm, me, c);
  case OptimizedMethod::Call: return call_block(vm, BlockHandler::value(c.recv), c, c.argv - 1);
  case OptimizedMethod::BlockCall:
    return call_block(vm, block_handler_of(local_ep(vm.ec->cfp->ep)), c, c.argv - 1);
  case OptimizedMethod::StructReader:
    check_arity(vm, me, c, 0);
    return c.recv.as<StructObject>()->members()[me->attr.index];
  case OptimizedMethod::StructWriter: return call_struct_writer(vm, me, c);
  }
  return Qnil;
}

/// Leaves the result of a callee that pushed no frame: the receiver and arguments are gone from the caller's
/// stack.
Value finish_frameless(VM& vm, const Calling& c, Value v) {
  if (v != kFramePushed && !v.is_undef()) vm.ec->cfp->sp = c.argv - 1;
  return v;
}

} // namespace

Value call_method_entry(VM& vm, const MethodEntry* me, Calling& c) {
  switch (me->kind) {
  case MethodKind::ISeq: return call_iseq(vm, me, c);
  case MethodKind::Native: return call_native(vm, me, c);
  case MethodKind::AttrReader: {
    check_arity(vm, me, c, 0);
    const Value v = c.recv.is_object() ? vm.heap.ivar_get(c.recv.object(), me->attr.ivar) : Qundef;
    return finish_frameless(vm, c, v.is_undef() ? Qnil : v);
  }
  case MethodKind::AttrWriter: return finish_frameless(vm, c, call_attr_writer(vm, me, c));
  case MethodKind::BMethod: return call_bmethod(vm, me, c);
  case MethodKind::Alias: return call_method_entry(vm, me->alias, c);
  case MethodKind::Optimized: return finish_frameless(vm, c, call_optimized(vm, me, c));
  case MethodKind::ZSuper: {
    const MethodEntry* real = find_method_from(vm, next_ancestor(me->defined_class), me->called_id);
    if (!real) return call_missing(vm, me->called_id, MissingReason::NoMethod, c);
    return call_method_entry(vm, real, c);
  }
  case MethodKind::Missing: return call_missing(vm, me->original_id, MissingReason::NoMethod, c);
  case MethodKind::Undefined: return call_missing(vm, me->called_id, MissingReason::NoMethod, c);
  }
  return Qnil;
}

Value call_missing(VM& vm, ID mid, MissingReason reason, Calling& c) {
  const MethodEntry* me = find_method(vm, vm.class_of(c.recv), ids::method_missing);
  if (!me || me->builtin) {
    collect_keywords(vm, c);
    raise_no_method(vm, c.recv, mid, reason, c.argv, c.argc);
  }
  ControlFrame* cfp = vm.ec->cfp;
  if (c.argv + c.argc + 1 + kStackMargin >= reinterpret_cast<Value*>(cfp)) raise_stack_overflow(vm);
  std::copy_backward(c.argv, c.argv + c.argc, c.argv + c.argc + 1);
  c.argv[0] = Value::symbol(mid);
  ++c.argc;
  cfp->sp = std::max(cfp->sp, c.argv + c.argc);
  vm.in().missing_reason = reason;
  return call_method_entry(vm, me, c);
}

// --- Blocks ---

namespace {

struct BlockTarget {
  const CapturedBlock* captured;
  Proc::Kind kind;
  bool lambda;
  bool from_method;
};

BlockTarget block_target(BlockHandler handler) {
  if (handler.is_iseq()) return {handler.captured(), Proc::Kind::ISeq, false, false};
  if (handler.is_ifunc())
    return {handler.captured(), Proc::Kind::IFunc,
            static_cast<const IFunc*>(handler.captured()->code)->lambda, false};
  const auto* proc = handler.as_value().as<Proc>();
  return {&proc->block, proc->kind, proc->lambda, proc->from_method};
}

Value call_symbol_block(VM& vm, ID mid, Calling& c, Value* sp_after) {
  if (c.argc == 0) raise_argument_error(vm, "no receiver given");
  // The first argument becomes the receiver; it is already in the right place, below the others.
  Calling inner = c;
  inner.recv = c.argv[0];
  inner.argv = c.argv + 1;
  inner.argc = c.argc - 1;
  CallCache* cc = call_cache_for(vm, vm.class_of(inner.recv), mid);
  const bool hidden = cc->me && cc->me->visibility != Visibility::Public;
  Value result;
  if (!cc->me || hidden) {
    const MissingReason reason = !cc->me                                     ? MissingReason::NoMethod
                                 : cc->me->visibility == Visibility::Private ? MissingReason::Private
                                                                             : MissingReason::Protected;
    result = call_missing(vm, mid, reason, inner);
  } else {
    result = call_method_entry(vm, cc->me, inner);
  }
  // The caller's stack may end below the first argument (Proc#call has a receiver of its own).
  ControlFrame* caller = result == kFramePushed ? previous_frame(vm.ec->cfp) : vm.ec->cfp;
  if (!result.is_undef()) caller->sp = sp_after;
  return result;
}

Value call_ifunc_block(VM& vm, const BlockTarget& target, Calling& c, Value* sp_after, Value self) {
  ControlFrame* caller = vm.ec->cfp;
  collect_keywords(vm, c);
  const auto* ifunc = static_cast<const IFunc*>(target.captured->code);
  caller->sp = sp_after;
  push_native_frame(vm, frame::IFuncBlock | frame::kLocal | (c.kw_splat ? frame::kKeywords : 0), self,
                    c.argv + c.argc, c.block.bits, Value(uint64_t{0}));
  const Value result = ifunc->fn(vm, ifunc->data, c.argv, c.argc, c.block);
  if (!result.is_undef()) vm.ec->cfp = caller;
  return result;
}

} // namespace

Value call_block(VM& vm, BlockHandler handler, Calling& c, Value* sp_after, const BlockOptions& o) {
  if (!handler) {
    const Value error = exception_new(vm, vm.eLocalJumpError, "no block given (yield)");
    vm.heap.ivar_set(error.object(), vm.intern("@reason"), Value::symbol(vm.intern("noreason")));
    raise_exception(vm, error);
  }
  if (handler.is_value() && handler.as_value().is_symbol())
    return call_symbol_block(vm, handler.as_value().to_id(), c, sp_after);
  const BlockTarget target = block_target(handler);
  if (target.kind == Proc::Kind::Symbol)
    return call_symbol_block(vm, target.captured->self.to_id(), c, sp_after);
  const Value self = o.self.is_undef() ? target.captured->self : o.self;
  if (target.kind == Proc::Kind::IFunc) return call_ifunc_block(vm, target, c, sp_after, self);

  auto* iseq = const_cast<ISeq*>(static_cast<const ISeq*>(target.captured->code));
  if (!iseq->linked()) link_iseq(vm, iseq);
  ControlFrame* caller = vm.ec->cfp;
  const bool lambda = target.lambda || o.as_method;
  uint32_t start = 0;
  int filled = c.argc;
  const ISeqParams& p = *iseq->params;
  c.recv = self;
  if (p.simple && !c.kwargs && !c.kw_splat && !c.splat && c.argc == p.lead_num &&
      (lambda || c.argc != 1 || p.ambiguous_param0)) {
  } else {
    caller->sp = std::max(caller->sp, c.argv + c.argc);
    start = setup_arguments(vm, iseq, c.argv, c, lambda ? ArgSetup::Method : ArgSetup::Block);
    filled = iseq->param_size;
  }
  caller->sp = sp_after;
  const uint64_t flags = frame::Block | (lambda ? frame::kLambda : 0) | (o.as_method ? frame::kBMethod : 0);
  push_iseq_frame(vm, iseq, flags, self, c.argv, filled, reinterpret_cast<uint64_t>(target.captured->ep) | 1,
                  o.me_or_cref, start);
  return kFramePushed;
}

Value call_bmethod(VM& vm, const MethodEntry* me, Calling& c) {
  c.me = me;
  return call_block(vm, BlockHandler::value(me->proc), c, c.argv - 1, BlockOptions{c.recv, Value(me), true});
}

// --- Call sites ---

namespace {

/// Replaces a splatted Array among the arguments by its elements, in place on the stack. cfp->sp moves with
/// it.
void expand_splat(VM& vm, ControlFrame* cfp, Calling& c, bool hash_follows) {
  const int at = c.argc - 1 - (hash_follows ? 1 : 0);
  Array* list = splat_to_array(vm, c.argv[at], false);
  const auto n = static_cast<int>(list->size());
  if (c.argv + at + n + 1 + kStackMargin >= reinterpret_cast<Value*>(cfp)) raise_stack_overflow(vm);
  const Value hash = hash_follows ? c.argv[at + 1] : Qnil;
  std::copy(list->data(), list->data() + n, c.argv + at);
  if (hash_follows) c.argv[at + n] = hash;
  c.argc = at + n + (hash_follows ? 1 : 0);
  c.splat = true;
  cfp->sp = c.argv + c.argc;
}

Value* adjust_block_argument(VM& vm, ControlFrame* cfp, const CallData* cd, BlockHandler literal_block,
                             BlockHandler& block) {
  Value* sp = cfp->sp;
  if (!(cd->flags & call_flag::kArgsBlockarg)) {
    block = literal_block;
    return sp;
  }
  const Value v = sp[-1];
  if (v.is_nil())
    block = BlockHandler::none();
  else if (v == kBlockParamProxy)
    block = block_handler_of(local_ep(cfp->ep));
  else if (as_proc(v))
    block = BlockHandler::value(v);
  else if (v.is_symbol())
    block = BlockHandler::value(v);
  else {
    const Value proc = vm.call_if_responds(v, ids::to_proc);
    if (proc.is_undef() || !as_proc(proc)) {
      if (proc.is_undef())
        raise_type_error(vm,
                         cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected Proc)"));
      const std::string name = class_path(vm, real_class(vm, v));
      raise_type_error(vm, cat("can't convert ", name, " to Proc (", name, "#to_proc gives ",
                               class_path(vm, real_class(vm, proc)), ")"));
    }
    block = BlockHandler::value(proc);
    sp[-1] = proc; // stays on the stack, and marked, during the call
  }
  return sp - 1;
}

/// Reads the arguments of a call site off the stack. May allocate (splats) and call to_a, to_hash, to_proc.
Calling read_arguments(VM& vm, ControlFrame* cfp, const CallData* cd, BlockHandler literal_block) {
  Calling c{};
  Value* sp = adjust_block_argument(vm, cfp, cd, literal_block, c.block);
  c.argc = cd->argc;
  c.argv = sp - c.argc;
  c.recv = c.argv[-1];
  if (cd->flags & (call_flag::kArgsSplat | call_flag::kKwarg | call_flag::kKwSplat)) [[unlikely]] {
    if (cd->flags & call_flag::kKwarg) c.kwargs = cd;
    if (cd->flags & call_flag::kKwSplat) {
      c.kw_splat = true;
      Value& last = sp[-1];
      if (!last.is_nil() && !is_hash(last)) last = Value(to_hash(vm, last));
    }
    if (cd->flags & call_flag::kArgsSplat) expand_splat(vm, cfp, c, c.kw_splat);
  }
  return c;
}

/// Why `me` may not be called here, if so. Protected methods ask whether the caller's self is of the owner's
/// kind.
bool visible(VM& vm, const ControlFrame* cfp, const CallData* cd, const MethodEntry* me,
             MissingReason& reason) {
  if (me->visibility == Visibility::Public || cd->flags & call_flag::kFcall) return true;
  if (me->visibility == Visibility::Private) {
    reason = MissingReason::Private;
    return false;
  }
  reason = MissingReason::Protected;
  Class* owner = me->owner;
  return kind_of(vm, cfp->self, owner);
}

} // namespace

namespace {

Value send_to(VM& vm, ControlFrame* cfp, CallData* cd, Calling& c) {
  Class* klass = vm.class_of(c.recv);
  if (cd->cc->receiver_class != klass) fill_call_cache(vm, cd, klass);
  const MethodEntry* me = cd->cc->me;
  MissingReason reason = cd->flags & call_flag::kVcall ? MissingReason::VCall : MissingReason::NoMethod;
  if (!me || !visible(vm, cfp, cd, me, reason)) return call_missing(vm, cd->mid, reason, c);
  return call_method_entry(vm, me, c);
}

Value call_super_method(VM& vm, ControlFrame* cfp, CallData* cd, Calling& c) {
  const MethodEntry* current = frame_method_entry(cfp);
  if (!current) raise(vm, vm.eRuntimeError, "super called outside of method");
  if (cd->flags & call_flag::kZsuper && current->kind == MethodKind::BMethod)
    raise(vm, vm.eRuntimeError,
          "implicit argument passing of super from method defined by define_method() is not supported. "
          "Specify all "
          "arguments explicitly.");
  if (!kind_of(vm, c.recv, current->owner))
    raise_type_error(vm, cat("self has wrong type to call super in this context: ", inspect_str(vm, c.recv)));
  Class* start = current->defined_class ? next_ancestor(current->defined_class) : nullptr;
  const MethodEntry* me = start ? find_method_from(vm, start, current->original_id) : nullptr;
  if (!me) return call_missing(vm, current->original_id, MissingReason::Super, c);
  return call_method_entry(vm, me, c);
}

} // namespace

Value dispatch_send(VM& vm, ControlFrame* cfp, CallData* cd, BlockHandler literal_block) {
  Calling c = read_arguments(vm, cfp, cd, literal_block);
  return send_to(vm, cfp, cd, c);
}

Value dispatch_super(VM& vm, ControlFrame* cfp, CallData* cd, BlockHandler literal_block,
                     bool has_literal_block) {
  Calling c = read_arguments(vm, cfp, cd, literal_block);
  if (!has_literal_block && !(cd->flags & call_flag::kArgsBlockarg))
    c.block = block_handler_of(local_ep(cfp->ep));
  return call_super_method(vm, cfp, cd, c);
}

Value dispatch_forward(VM& vm, ControlFrame* cfp, CallData* cd, BlockHandler literal_block, bool super) {
  // The forwarded arguments are an Array on top of the explicit ones, keywords as a flagged Hash at its end.
  Calling c{};
  c.argc = cd->argc + 1;
  c.argv = cfp->sp - c.argc;
  c.recv = c.argv[-1];
  c.block = literal_block ? literal_block : block_handler_of(local_ep(cfp->ep));
  expand_splat(vm, cfp, c, false);
  if (super) return call_super_method(vm, cfp, cd, c);
  return send_to(vm, cfp, cd, c);
}

Value dispatch_yield(VM& vm, ControlFrame* cfp, CallData* cd) {
  Calling c = read_arguments(vm, cfp, cd, BlockHandler::none());
  return call_block(vm, block_handler_of(local_ep(cfp->ep)), c, c.argv, BlockOptions{});
}

void fill_call_cache(VM& vm, CallData* cd, Class* klass) {
  CallCache* cc = call_cache_for(vm, klass, cd->mid);
  cd->cc = cc;
  if (cd->owner) vm.heap.write_barrier(cd->owner, Value(cc));
  if (vm.in().counting) ++cd->misses;
}

// --- Calls from C++ ---

namespace {

/// Copies a call's receiver and arguments onto the VM stack, above a native frame (pushed when a Ruby frame
/// is running).
class NativeCall {
public:
  NativeCall(VM& vm, Value recv, std::span<const Value> args, const CallOptions& o)
      : vm_(vm), saved_(vm.ec->cfp) {
    if (!saved_->is_native())
      push_native_frame(vm, frame::Dummy | frame::kLocal, saved_->self, saved_->sp, 0, Value(uint64_t{0}));
    ControlFrame* cfp = vm.ec->cfp;
    sp_ = cfp->sp;
    if (sp_ + args.size() + 1 + kStackMargin >= reinterpret_cast<Value*>(cfp)) raise_stack_overflow(vm);
    *cfp->sp++ = recv;
    for (Value v : args) *cfp->sp++ = v;
    c.recv = recv;
    c.argv = sp_ + 1;
    c.argc = static_cast<int>(args.size());
    c.block = o.block;
    c.kw_splat = o.keywords;
  }
  ~NativeCall() {
    // On a throw the frames above are unwound by whoever catches it; this frame's stack is as it was before.
    vm_.ec->cfp = saved_;
    if (saved_->is_native()) saved_->sp = sp_;
  }
  NativeCall(const NativeCall&) = delete;

  Value finish(Value result) {
    if (result == kFramePushed) return run(vm_);
    if (result.is_undef()) throw Throw{};
    return result;
  }

  Calling c{};

private:
  VM& vm_;
  ControlFrame* saved_;
  Value* sp_;
};

} // namespace

Value VM::call(Value recv, ID mid, std::span<const Value> args, const CallOptions& o) {
  NativeCall call(*this, recv, args, o);
  CallCache* cc = call_cache_for(*this, class_of(recv), mid);
  if (!cc->me) return call.finish(call_missing(*this, mid, MissingReason::NoMethod, call.c));
  if (!o.ignore_visibility && cc->me->visibility != Visibility::Public) {
    const auto reason =
        cc->me->visibility == Visibility::Private ? MissingReason::Private : MissingReason::Protected;
    return call.finish(call_missing(*this, mid, reason, call.c));
  }
  return call.finish(call_method_entry(*this, cc->me, call.c));
}

Value VM::call_method(Value recv, const MethodEntry* me, std::span<const Value> args, const CallOptions& o) {
  NativeCall call(*this, recv, args, o);
  return call.finish(call_method_entry(*this, me, call.c));
}

Value VM::call_if_responds(Value recv, ID mid, std::span<const Value> args) {
  CallCache* cc = call_cache_for(*this, class_of(recv), mid);
  if (cc->me) return call(recv, mid, args);
  if (!respond_to(*this, recv, mid, true)) return Qundef;
  return call(recv, mid, args);
}

Value VM::call_super(std::span<const Value> args) {
  const MethodEntry* current = ep_method_entry(ec->cfp->ep);
  const BlockHandler given = block();
  const Value self = ec->cfp->self;
  NativeCall call(*this, self, args, CallOptions{given, keywords_given(), true});
  const MethodEntry* me =
      find_method_from(*this, next_ancestor(current->defined_class), current->original_id);
  if (!me) return call.finish(call_missing(*this, current->original_id, MissingReason::Super, call.c));
  return call.finish(call_method_entry(*this, me, call.c));
}

Value VM::yield(std::span<const Value> args) { return yield_block(block(), args); }

Value VM::yield_block(BlockHandler handler, std::span<const Value> args, const CallOptions& o) {
  NativeCall call(*this, Qnil, args, o);
  return call.finish(call_block(*this, handler, call.c, call.c.argv - 1, BlockOptions{}));
}

Value yield_as(VM& vm, BlockHandler handler, Value self, std::span<const Value> args, Cref* cref,
               bool keywords) {
  CallOptions call_options;
  call_options.keywords = keywords;
  NativeCall call(vm, self, args, call_options);
  BlockOptions options;
  options.self = self;
  if (cref) options.me_or_cref = Value(cref);
  return call.finish(call_block(vm, handler, call.c, call.c.argv - 1, options));
}

Value VM::yield_with_self(BlockHandler handler, Value self, std::span<const Value> args, Cref* cref) {
  return yield_as(*this, handler, self, args, cref, false);
}

Value VM::call_proc(Value proc, std::span<const Value> args, const CallOptions& o) {
  return yield_block(BlockHandler::value(proc), args, o);
}

} // namespace miniyarv
