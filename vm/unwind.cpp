#include "vm/frames.hpp"
#include "vm/interpreter.hpp"
#include "vm/proc.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

/// A throw other than an exception, waiting in an ensure sequence's `$!`.
struct SuspendedThrow {
  PendingThrow pending;

  static void mark(void* payload, Marker& m) {
    const auto& p = static_cast<SuspendedThrow*>(payload)->pending;
    m.mark(p.value);
    m.mark(p.tag);
    if (p.target_ep && ep_escaped(p.target_ep)) m.mark(env_of(p.target_ep));
  }
};
constexpr DataType kSuspendedThrowType{"SuspendedThrow", SuspendedThrow::mark, nullptr, nullptr};

Value suspend(VM& vm, const PendingThrow& pending) {
  if (pending.state == ThrowState::Raise) return pending.value;
  return vm.heap.make_data(nullptr, kSuspendedThrowType, SuspendedThrow{pending});
}

bool is_suspended_throw(Value v) {
  return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kSuspendedThrowType;
}

Value* stack_base(const ControlFrame* cfp) { return ep_escaped(cfp->ep) ? cfp->bp : cfp->ep + 1; }

/// The catch entry that handles `pending` in this frame, or null. `at_target`: the frame is the one a break
/// or the like unwinds to, so its own kind of entry counts and not just ensure.
const CatchEntry* find_entry(const ControlFrame* cfp, const PendingThrow& pending, bool at_target) {
  const auto pc = static_cast<uint32_t>(cfp->pc - cfp->iseq->code);
  for (const CatchEntry& e : cfp->iseq->unlinked->catch_table) {
    if (!(e.start < pc && pc <= e.end)) continue;
    switch (e.type) {
    case CatchType::Ensure: return &e;
    case CatchType::Rescue:
      if (pending.state == ThrowState::Raise) return &e;
      break;
    case CatchType::Break:
      if (at_target && pending.state == ThrowState::Break) return &e;
      break;
    case CatchType::Next:
      if (at_target && pending.state == ThrowState::Next) return &e;
      break;
    case CatchType::Redo:
      if (at_target && pending.state == ThrowState::Redo) return &e;
      break;
    case CatchType::Retry:
      if (at_target && pending.state == ThrowState::Retry) return &e;
      break;
    }
  }
  return nullptr;
}

/// Resumes in `cfp` at the entry: at its continuation for break and the like, in its sequence for rescue and
/// ensure.
void enter(VM& vm, ControlFrame* cfp, const CatchEntry& e) {
  PendingThrow& pending = vm.ec->pending;
  ISeq* const iseq = cfp->iseq;
  cfp->pc = iseq->code + e.cont;
  cfp->sp = stack_base(cfp) + e.sp;
  vm.ec->cfp = cfp;
  if (e.type == CatchType::Rescue || e.type == CatchType::Ensure) {
    ISeq* handler = unit_iseq(vm, *iseq->unit, e.iseq);
    const Value error = suspend(vm, pending);
    pending = {};
    if (!handler->linked()) link_iseq(vm, handler);
    Value* const locals = cfp->sp;
    locals[0] = error;
    push_iseq_frame(vm, handler, frame::Rescue, cfp->self, locals, 1, reinterpret_cast<uint64_t>(cfp->ep) | 1,
                    Value(uint64_t{0}), 0);
    return;
  }
  if (e.type == CatchType::Break || e.type == CatchType::Next) *cfp->sp++ = pending.value;
  pending = {};
}

} // namespace

bool unwind(VM& vm, ControlFrame* entry) {
  ExecutionContext& ec = *vm.ec;
  PendingThrow& pending = ec.pending;
  for (ControlFrame* cfp = ec.cfp; cfp != entry; ++cfp) {
    ec.cfp = cfp;
    if (cfp->is_native()) continue;
    const bool at_target = pending.target_ep && cfp->ep == pending.target_ep;
    if (const CatchEntry* e = find_entry(cfp, pending, at_target)) {
      enter(vm, cfp, *e);
      return true;
    }
    if (at_target && pending.state == ThrowState::Return) {
      ControlFrame* caller = previous_frame(cfp);
      *caller->sp++ = pending.value;
      pending = {};
      ec.cfp = caller;
      return true;
    }
  }
  ec.cfp = entry;
  return false;
}

void set_pending_exception(VM& vm, Value exception) {
  vm.ec->pending = PendingThrow{ThrowState::Raise, exception, nullptr, Qundef, true};
}

namespace {

ControlFrame* find_frame(VM& vm, const Value* ep) {
  ControlFrame* const bottom = vm.ec->bottom();
  for (ControlFrame* f = vm.ec->cfp; f <= bottom; ++f)
    if (f->ep == ep) return f;
  return nullptr;
}

[[noreturn]] void raise_jump_error(VM& vm, const char* message, const char* reason, Value v) {
  const Value error = exception_new(vm, vm.eLocalJumpError, message);
  vm.heap.ivar_set(error.object(), vm.intern("@exit_value"), v);
  vm.heap.ivar_set(error.object(), vm.intern("@reason"), Value::symbol(vm.intern(reason)));
  raise_exception(vm, error);
}

/// Steps from a rescue or ensure sequence to the scope it is part of.
Value* skip_handler_scopes(VM&, Value* ep, const ISeq*& iseq) {
  while (iseq->type == ISeqType::Rescue || iseq->type == ISeqType::Ensure) {
    ep = outer_ep(ep);
    iseq = iseq->parent;
  }
  return ep;
}

/// `break` in a block: unwinds to the frame that passed the block, provided that call is still running.
Value* break_target(VM& vm, ControlFrame* cfp, Value v, ThrowState& state) {
  const ISeq* iseq = cfp->iseq;
  Value* ep = skip_handler_scopes(vm, cfp->ep, iseq);
  if (iseq->type != ISeqType::Block) raise_jump_error(vm, "break from proc-closure", "break", v);
  if (frame_flags(ep) & frame::kLambda) {
    state = ThrowState::Return;
    return ep;
  }
  Value* const home_ep = outer_ep(ep);
  if (const ControlFrame* home = find_frame(vm, home_ep); home && home->iseq) {
    const auto pc = static_cast<uint32_t>(home->pc - home->iseq->code);
    for (const CatchEntry& e : home->iseq->unlinked->catch_table)
      if (e.type == CatchType::Break && e.iseq == iseq->id() && e.start < pc && pc <= e.end) return home_ep;
  }
  raise_jump_error(vm, "break from proc-closure", "break", v);
}

/// `return` in a block or handler: unwinds to the nearest lambda, else to the method.
Value* return_target(VM& vm, ControlFrame* cfp, Value v) {
  const ISeq* iseq = cfp->iseq;
  Value* ep = cfp->ep;
  for (;;) {
    const uint64_t flags = frame_flags(ep);
    if (flags & (frame::kLambda | frame::kBMethod)) return ep;
    if (ep_is_local(ep)) break;
    ep = outer_ep(ep);
    iseq = iseq->parent;
  }
  const auto kind = frame_kind(ep);
  if (!find_frame(vm, ep) || kind == frame::ClassBody ||
      (kind != frame::Method && iseq->type == ISeqType::Class))
    raise_jump_error(vm, "unexpected return", "return", v);
  return ep;
}

} // namespace

void start_throw(VM& vm, ControlFrame* cfp, uint32_t operand, Value v) {
  constexpr uint32_t kNoEscape = 0x8000, kStateMask = 0xff;
  if (is_suspended_throw(v)) {
    vm.ec->pending = v.as<DataObject>()->get<SuspendedThrow>().pending;
    return;
  }
  auto state = static_cast<ThrowState>(operand & kStateMask);
  if (state == ThrowState::Raise) {
    if (v.is_nil()) v = exception_new(vm, vm.eRuntimeError, "unhandled exception");
    set_pending_exception(vm, v);
    return;
  }
  Value* target = nullptr;
  if (operand & kNoEscape || state == ThrowState::Next || state == ThrowState::Redo ||
      state == ThrowState::Retry) {
    const ISeq* iseq = cfp->iseq;
    target = skip_handler_scopes(vm, cfp->ep, iseq);
    if (state == ThrowState::Retry && cfp->iseq->type == ISeqType::Rescue) target = outer_ep(cfp->ep);
  } else if (state == ThrowState::Break) {
    target = break_target(vm, cfp, v, state);
  } else {
    target = return_target(vm, cfp, v);
  }
  vm.ec->pending = PendingThrow{state, v, target, Qundef, true};
}

} // namespace miniyarv
