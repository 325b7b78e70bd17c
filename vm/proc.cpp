#include "vm/proc.hpp"

#include "vm/iseq.hpp"
#include "vm/vm.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

Env* allocate_env(VM& vm, uint32_t size) {
  const size_t bytes = offsetof(Env, embedded) + size * sizeof(Value);
  const bool fits = bytes <= kMaxSlotSize;
  const SizePool pool = size_pool_for(fits ? bytes : sizeof(Env));
  const uint64_t flags = Object::make_flags(Type::Env, pool);
  if (fits) {
    auto* env = static_cast<Env*>(vm.heap.allocate(pool, flags, nullptr));
    env->values = env->embedded;
    env->size = 0;
    return env;
  }
  auto* outside = vm.heap.malloc_array<Value>(size);
  Env* env;
  try {
    env = static_cast<Env*>(vm.heap.allocate_owning(pool, flags | Object::kSpilled, nullptr));
  } catch (...) {
    vm.heap.free(outside, size * sizeof(Value));
    throw;
  }
  env->values = outside;
  env->size = 0;
  return env;
}

/// Points every frame nested directly in `from` (their outer ep) at `to`.
void redirect_inner_frames(ControlFrame* top, const ControlFrame* owner, const Value* from, Value* to) {
  for (ControlFrame* f = top; f < owner; ++f)
    if (!ep_is_local(f->ep) && outer_ep(f->ep) == from) f->ep[-1] = Value(reinterpret_cast<uint64_t>(to) | 1);
}

ControlFrame* frame_owning(ControlFrame* cfp, const Value* ep) {
  while (cfp->ep != ep) ++cfp;
  return cfp;
}

} // namespace

Env* escape_env(VM& vm, ControlFrame* cfp) {
  if (ep_escaped(cfp->ep)) return env_of(cfp->ep);

  if (ep_is_local(cfp->ep)) {
    const BlockHandler handler = block_handler_of(cfp->ep);
    if (handler.is_iseq() || handler.is_ifunc()) {
      const Value proc = proc_from_handler(vm, handler);
      cfp->ep[-1] = proc;
    }
  } else if (Value* outer = outer_ep(cfp->ep); !ep_escaped(outer)) {
    escape_env(vm, frame_owning(cfp, outer)); // redirects this frame's ep[-1]
  }

  const uint32_t locals = cfp->iseq ? cfp->iseq->local_size : 0;
  const uint32_t size = locals + kEnvDataSize + 1;
  Env* env = allocate_env(vm, size);
  const Value* first = cfp->ep - (kEnvDataSize - 1) - locals;
  std::copy_n(first, locals + kEnvDataSize, env->values);
  env->iseq = cfp->iseq;
  env->ep = env->values + locals + kEnvDataSize - 1;
  env->ep[0].bits |= frame::kEscaped;
  env->ep[1] = Value(env);
  env->size = size;

  Value* const old = cfp->ep;
  cfp->bp = old + 1;
  cfp->ep = env->ep;
  redirect_inner_frames(vm.ec->cfp, cfp, old, env->ep);
  return env;
}

Proc* proc_new(VM& vm, Class* klass, const CapturedBlock& block, Proc::Kind kind, bool lambda) {
  auto* proc = vm.heap.make<Proc>(Type::Proc, klass);
  proc->block = block;
  proc->kind = kind;
  proc->lambda = lambda;
  proc->from_method = false;
  proc->ruby2_keywords = false;
  return proc;
}

Value proc_from_handler(VM& vm, BlockHandler handler) {
  if (!handler) return Qnil;
  if (handler.is_value()) {
    const Value v = handler.as_value();
    return v.is_symbol() ? Value(proc_from_symbol(vm, v.to_id())) : v;
  }
  // The captured part lies inside the control frame of the block's home.
  auto* captured = const_cast<CapturedBlock*>(handler.captured());
  auto* home =
      reinterpret_cast<ControlFrame*>(reinterpret_cast<std::byte*>(captured) - offsetof(ControlFrame, self));
  escape_env(vm, home);
  const bool native = handler.is_ifunc();
  const bool lambda = native && static_cast<const IFunc*>(captured->code)->lambda;
  return proc_new(vm, vm.cProc, *captured, native ? Proc::Kind::IFunc : Proc::Kind::ISeq, lambda);
}

Proc* proc_from_native(VM& vm, IFunc::Fn fn, Value data, int min_args, int max_args, bool lambda) {
  auto* ifunc = vm.heap.make<IFunc>(Type::IFunc, nullptr);
  ifunc->fn = fn;
  ifunc->data = data;
  ifunc->min_args = static_cast<int16_t>(min_args);
  ifunc->max_args = static_cast<int16_t>(max_args);
  ifunc->lambda = lambda;
  return proc_new(vm, vm.cProc, CapturedBlock{Qnil, nullptr, ifunc}, Proc::Kind::IFunc, lambda);
}

Proc* proc_from_symbol(VM& vm, ID id) {
  return proc_new(vm, vm.cProc, CapturedBlock{Value::symbol(id), nullptr, nullptr}, Proc::Kind::Symbol, true);
}

} // namespace miniyarv
