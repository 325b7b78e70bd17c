// The interpreter loop.
//
// Rules for the code in this file:
//
//  1. The registers are pc (the instruction being executed), sp (one past the top of the operand stack), cfp
//  and ep. Memory
//     (vm.ec->cfp, cfp->pc, cfp->sp) is stale between instructions.
//  2. Whatever may allocate, call, raise or look at frames comes after SAVE(length), which stores pc (of the
//  next instruction) and sp.
//     Operands that must survive a collection stay below sp until the result is there.
//  3. Whatever may run Ruby code or capture an environment may move ep: RELOAD_EP() after it.
//  4. A handler that calls a method sets cfp->sp to where its result will go and leaves by CALLED(value).
//  5. A throw (C++ or pending) abandons the handler: no cleanup may be pending in it.
//  6. Stores into an environment that has escaped, and into objects, need the write barrier; the VM stack
//  does not.
//  7. Handlers in the loop hold the common case only. The rest is in insn_helpers.cpp, behind narrow
//  signatures that
//     generated code could call as well.
//  8. Guards of quickened handlers check identity only (class, shape); what follows from identity was checked
//     when quickening. Redefinition of core methods replaces handlers (invalidation.cpp): no handler tests
//     for it.

#include "vm/constants.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"
#include "vm/options.hpp"
#include "vm/proc.hpp"

#include <algorithm>

#pragma GCC diagnostic ignored "-Wpedantic" // labels as values
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wgnu-label-as-value"
#endif

namespace miniyarv {

namespace {

/// Float results are nearly always flonums; the others need the heap.
inline bool float_result(double d, Value& out) {
  if (!Value::fits_flonum(d)) return false;
  out = Value::flonum(d);
  return true;
}

/// Runs from ec->cfp down to `entry`, the native frame below the first. C++ exceptions pass through: run()
/// catches them, so that nothing here is live across a landing pad.
template <bool kCounting> Value loop(VM* vm_pointer, ControlFrame* const entry, DispatchTable* table_out) {
  if (table_out) {
    *table_out = DispatchTable{
        {
#define MINIYARV_INSN(name, ...) &&L_##name,
#include "compiler/instructions.def"
#undef MINIYARV_INSN
        },
        {
#define MINIYARV_QUICK(name, canonical, description) &&Q_##name,
#include "vm/quick_instructions.def"
#undef MINIYARV_QUICK
        },
    };
    return Qnil;
  }

  VM& vm = *vm_pointer;

  ControlFrame* cfp;
  const Word* pc;
  Value* sp;
  Value* ep;

#define DISPATCH()                                                                                           \
  do {                                                                                                       \
    if constexpr (kCounting) ++vm.in().instructions;                                                         \
    goto* reinterpret_cast<void*>(*pc);                                                                      \
  } while (0)
#define NEXT(length)                                                                                         \
  do {                                                                                                       \
    pc += (length);                                                                                          \
    DISPATCH();                                                                                              \
  } while (0)
#define JUMP_TO(operand)                                                                                     \
  do {                                                                                                       \
    pc = reinterpret_cast<const Word*>(operand);                                                             \
    DISPATCH();                                                                                              \
  } while (0)
#define SAVE(length)                                                                                         \
  do {                                                                                                       \
    cfp->pc = pc + (length);                                                                                 \
    cfp->sp = sp;                                                                                            \
    vm.ec->cfp = cfp;                                                                                        \
  } while (0)
#define RELOAD_EP() ep = cfp->ep
#define RELOAD()                                                                                             \
  do {                                                                                                       \
    cfp = vm.ec->cfp;                                                                                        \
    pc = cfp->pc;                                                                                            \
    sp = cfp->sp;                                                                                            \
    ep = cfp->ep;                                                                                            \
  } while (0)
// After a dispatch_* call: continue in the frame it pushed, with its value, or unwind.
#define CALLED(expression)                                                                                   \
  do {                                                                                                       \
    const Value called_ = (expression);                                                                      \
    if (called_ == kFramePushed) {                                                                           \
      RELOAD();                                                                                              \
      DISPATCH();                                                                                            \
    }                                                                                                        \
    if (called_.is_undef()) goto pending_throw;                                                              \
    pc = cfp->pc;                                                                                            \
    sp = cfp->sp;                                                                                            \
    ep = cfp->ep;                                                                                            \
    *sp++ = called_;                                                                                         \
    DISPATCH();                                                                                              \
  } while (0)
#define OPERAND(i) (pc[i])
#define OPERAND_U32(i) static_cast<uint32_t>(pc[i])
#define OPERAND_VALUE(i) Value(pc[i])
#define OPERAND_PTR(i, T) reinterpret_cast<T*>(pc[i])
#define OPERAND_ID(i) static_cast<ID>(pc[i])
#define COUNT_HIT(cd)                                                                                        \
  if constexpr (kCounting) ++(cd)->hits
#define QUICK_TABLE() dispatch_table(kCounting)
// Gives a call site's code word back its general handler and runs that.
#define DEQUICKEN(insn)                                                                                      \
  do {                                                                                                       \
    const_cast<Word*>(pc)[0] = reinterpret_cast<Word>(vm.in().handlers[static_cast<size_t>(Insn::insn)]);    \
    goto L_##insn;                                                                                           \
  } while (0)

  RELOAD();
  DISPATCH();

  // --- Locals ---

L_nop:
  NEXT(1);

L_getlocal_WC_0:
  *sp++ = *(ep - OPERAND(1));
  NEXT(2);

L_getlocal_WC_1:
  *sp++ = *(outer_ep(ep) - OPERAND(1));
  NEXT(2);

L_getlocal : {
  const Value* e = ep;
  for (Word level = OPERAND(2); level > 0; --level) e = outer_ep(e);
  *sp++ = *(e - OPERAND(1));
  NEXT(3);
}

L_setlocal_WC_0 : {
  const Value v = *--sp;
  *(ep - OPERAND(1)) = v;
  if (ep_escaped(ep)) [[unlikely]]
    vm.heap.write_barrier(env_of(ep), v);
  NEXT(2);
}

L_setlocal_WC_1 : {
  const Value v = *--sp;
  Value* const e = outer_ep(ep);
  *(e - OPERAND(1)) = v;
  if (ep_escaped(e)) [[unlikely]]
    vm.heap.write_barrier(env_of(e), v);
  NEXT(2);
}

L_setlocal : {
  const Value v = *--sp;
  Value* e = ep;
  for (Word level = OPERAND(2); level > 0; --level) e = outer_ep(e);
  *(e - OPERAND(1)) = v;
  if (ep_escaped(e)) [[unlikely]]
    vm.heap.write_barrier(env_of(e), v);
  NEXT(3);
}

L_getblockparam:
L_getblockparamproxy : {
  SAVE(3);
  const bool proxy = insn_at(cfp->iseq, pc) == Insn::getblockparamproxy;
  const Value v = insn_getblockparam(vm, cfp, OPERAND_U32(1), OPERAND_U32(2), proxy);
  RELOAD_EP();
  *sp++ = v;
  NEXT(3);
}

L_setblockparam:
  SAVE(3);
  insn_setblockparam(vm, cfp, OPERAND_U32(1), OPERAND_U32(2), sp[-1]);
  --sp;
  NEXT(3);

L_checkkeyword:
  *sp++ = Value::boolean(insn_checkkeyword(ep - OPERAND(1), OPERAND_U32(2)));
  NEXT(3);

  // --- Other variables and constants ---

L_getinstancevariable : {
  const auto* ic = OPERAND_PTR(2, const IvarCache);
  const Value self = cfp->self;
  if (self.is_object()) [[likely]] {
    const Object* o = self.object();
    if ((o->flags & IvarCache::kKeyMask) == ic->key) [[likely]] {
      if constexpr (kCounting) ++vm.in().ivar_hits;
      *sp++ = static_cast<const ObjectWithIvars*>(o)->embedded[ic->index];
      NEXT(3);
    }
  }
  SAVE(3);
  if constexpr (kCounting) ++vm.in().ivar_misses;
  *sp++ = insn_getivar(vm, self, OPERAND_ID(1), OPERAND_PTR(2, IvarCache));
  NEXT(3);
}

L_setinstancevariable : {
  const auto* ic = OPERAND_PTR(2, const IvarCache);
  const Value self = cfp->self;
  if (self.is_object()) [[likely]] {
    Object* o = self.object();
    if ((o->flags & IvarCache::kKeyMask) == ic->key) [[likely]] {
      if constexpr (kCounting) ++vm.in().ivar_hits;
      const Value v = *--sp;
      static_cast<ObjectWithIvars*>(o)->embedded[ic->index] = v;
      o->flags = (o->flags & 0xffffffff) | ic->next_shape_bits;
      vm.heap.write_barrier(o, v);
      NEXT(3);
    }
  }
  SAVE(3);
  if constexpr (kCounting) ++vm.in().ivar_misses;
  insn_setivar(vm, self, OPERAND_ID(1), OPERAND_PTR(2, IvarCache), sp[-1]);
  --sp;
  NEXT(3);
}

L_opt_getconstant_path : {
  auto* ic = OPERAND_PTR(1, ConstantCache);
  if (!ic->value.is_undef()) [[likely]] {
    if constexpr (kCounting) ++vm.in().constant_hits;
    *sp++ = ic->value;
    NEXT(2);
  }
  SAVE(2);
  if constexpr (kCounting) ++vm.in().constant_misses;
  *sp++ = insn_getconstant_path(vm, cfp, ic);
  RELOAD_EP();
  NEXT(2);
}

L_getconstant : {
  SAVE(2);
  const Value v = insn_getconstant(vm, cfp, sp[-2], OPERAND_ID(1), sp[-1].truthy());
  RELOAD_EP();
  sp -= 2;
  *sp++ = v;
  NEXT(2);
}

L_setconstant:
  SAVE(2);
  insn_setconstant(vm, sp[-1], OPERAND_ID(1), sp[-2]);
  RELOAD_EP();
  sp -= 2;
  NEXT(2);

L_getclassvariable:
  SAVE(3);
  *sp++ = insn_getclassvariable(vm, cfp, OPERAND_ID(1));
  NEXT(3);

L_setclassvariable:
  SAVE(3);
  insn_setclassvariable(vm, cfp, OPERAND_ID(1), sp[-1]);
  --sp;
  NEXT(3);

L_getglobal:
  SAVE(2);
  *sp++ = gvar_get(vm, OPERAND_ID(1));
  RELOAD_EP();
  NEXT(2);

L_setglobal:
  SAVE(2);
  gvar_set(vm, OPERAND_ID(1), sp[-1]);
  RELOAD_EP();
  --sp;
  NEXT(2);

L_getspecial : {
  SAVE(3);
  const Value v = insn_getspecial(vm, cfp, OPERAND_U32(1), OPERAND_U32(2));
  *sp++ = v;
  NEXT(3);
}

L_setspecial:
  SAVE(2);
  insn_setspecial(vm, cfp, OPERAND_U32(1), sp[-1]);
  --sp;
  NEXT(2);

  // --- Pushing values ---

L_putnil:
  *sp++ = Qnil;
  NEXT(1);

L_putself:
  *sp++ = cfp->self;
  NEXT(1);

L_putobject:
  *sp++ = OPERAND_VALUE(1);
  NEXT(2);

L_putobject_INT2FIX_0_:
  *sp++ = Value::fixnum(0);
  NEXT(1);

L_putobject_INT2FIX_1_:
  *sp++ = Value::fixnum(1);
  NEXT(1);

L_putspecialobject:
  SAVE(2);
  *sp++ = insn_putspecialobject(vm, cfp, OPERAND_U32(1));
  NEXT(2);

L_putstring:
  SAVE(2);
  *sp++ = Value(str_literal_dup(vm, OPERAND_VALUE(1).as<String>(), false));
  NEXT(2);

L_putchilledstring:
  SAVE(2);
  *sp++ = Value(str_literal_dup(vm, OPERAND_VALUE(1).as<String>(), true));
  NEXT(2);

  // --- Building values ---

L_concatstrings : {
  const uint32_t n = OPERAND_U32(1);
  SAVE(2);
  const Value v = insn_concatstrings(vm, sp - n, n);
  sp -= n;
  *sp++ = v;
  NEXT(2);
}

L_objtostring : {
  const Value v = sp[-1];
  if (is_type(v, Type::String)) NEXT(2);
  SAVE(2);
  auto* cd = OPERAND_PTR(1, CallData);
  const Value s = insn_objtostring(vm, cd, v);
  if (!s.is_undef()) {
    sp[-1] = s;
    NEXT(2);
  }
  CALLED(dispatch_send(vm, cfp, cd, BlockHandler::none()));
}

L_anytostring : {
  const Value s = sp[-1];
  if (!is_type(s, Type::String)) {
    SAVE(1);
    sp[-2] = insn_anytostring(vm, sp[-2], s);
    RELOAD_EP();
  } else {
    sp[-2] = s;
  }
  --sp;
  NEXT(1);
}

L_intern:
  SAVE(1);
  sp[-1] = str_intern(vm, sp[-1].as<String>());
  NEXT(1);

L_toregexp : {
  const uint32_t n = OPERAND_U32(2);
  SAVE(3);
  const Value v = insn_toregexp(vm, sp - n, n, OPERAND_U32(1));
  sp -= n;
  *sp++ = v;
  NEXT(3);
}

L_newarray : {
  const uint32_t n = OPERAND_U32(1);
  SAVE(2);
  const Value v = ary_from(vm, {sp - n, n});
  sp -= n;
  *sp++ = v;
  NEXT(2);
}

L_duparray:
  SAVE(2);
  *sp++ = Value(ary_dup(vm, OPERAND_VALUE(1).as<Array>()));
  NEXT(2);

L_newhash : {
  const uint32_t n = OPERAND_U32(1);
  SAVE(2);
  const Value v = insn_newhash(vm, sp - n, n);
  RELOAD_EP();
  sp -= n;
  *sp++ = v;
  NEXT(2);
}

L_duphash:
  SAVE(2);
  *sp++ = Value(hash_dup(vm, OPERAND_VALUE(1).as<Hash>()));
  NEXT(2);

L_newrange : {
  SAVE(2);
  const Value v = range_new(vm, sp[-2], sp[-1], OPERAND(1) != 0);
  RELOAD_EP();
  sp -= 2;
  *sp++ = v;
  NEXT(2);
}

L_splatarray:
  SAVE(2);
  sp[-1] = insn_splatarray(vm, sp[-1], OPERAND_VALUE(1).truthy());
  RELOAD_EP();
  NEXT(2);

L_concatarray:
L_concattoarray : {
  SAVE(1);
  const bool in_place = insn_at(cfp->iseq, pc) == Insn::concattoarray;
  const Value v = insn_concatarray(vm, sp[-2], sp[-1], in_place);
  RELOAD_EP();
  sp -= 2;
  *sp++ = v;
  NEXT(1);
}

L_pushtoarray : {
  const uint32_t n = OPERAND_U32(1);
  SAVE(2);
  ary_append(vm, sp[-1 - static_cast<int>(n)].as<Array>(), {sp - n, n});
  sp -= n;
  NEXT(2);
}

L_pushtoarraykwsplat:
  SAVE(1);
  if (!sp[-1].is_nil() && hash_size(sp[-1].as<Hash>()) > 0) ary_push(vm, sp[-2].as<Array>(), sp[-1]);
  --sp;
  NEXT(1);

L_splatkw:
  SAVE(1);
  if (!sp[-2].is_nil() && !is_type(sp[-2], Type::Hash)) sp[-2] = Value(to_hash(vm, sp[-2]));
  RELOAD_EP();
  NEXT(1);

  // --- Stack shuffling ---

L_pop:
  --sp;
  NEXT(1);

L_dup:
  sp[0] = sp[-1];
  ++sp;
  NEXT(1);

L_dupn : {
  const Word n = OPERAND(1);
  std::copy(sp - n, sp, sp);
  sp += n;
  NEXT(2);
}

L_swap:
  std::swap(sp[-1], sp[-2]);
  NEXT(1);

L_opt_reverse:
  std::reverse(sp - OPERAND(1), sp);
  NEXT(2);

L_topn:
  sp[0] = sp[-1 - static_cast<int64_t>(OPERAND(1))];
  ++sp;
  NEXT(2);

L_setn:
  sp[-1 - static_cast<int64_t>(OPERAND(1))] = sp[-1];
  NEXT(2);

L_adjuststack:
  sp -= OPERAND(1);
  NEXT(2);

L_expandarray:
  SAVE(3);
  insn_expandarray(vm, cfp, OPERAND_U32(1), OPERAND_U32(2));
  RELOAD_EP();
  sp = cfp->sp;
  NEXT(3);

  // --- Tests ---

L_defined : {
  SAVE(4);
  const Value v = insn_defined(vm, cfp, OPERAND_U32(1), OPERAND_VALUE(2), sp[-1], OPERAND_VALUE(3));
  RELOAD_EP();
  sp[-1] = v;
  NEXT(4);
}

L_definedivar : {
  const Value self = cfp->self;
  const Value v = self.is_object() ? vm.heap.ivar_get(self.object(), OPERAND_ID(1)) : Qundef;
  *sp++ = v.is_undef() ? Qnil : OPERAND_VALUE(3);
  NEXT(4);
}

L_checkmatch : {
  SAVE(2);
  const Value v = insn_checkmatch(vm, sp[-2], sp[-1], OPERAND_U32(1));
  RELOAD_EP();
  sp -= 2;
  *sp++ = v;
  NEXT(2);
}

L_checktype:
  sp[-1] = Value::boolean(is_type(sp[-1], static_cast<Type>(OPERAND(1))));
  NEXT(2);

  // --- Definitions ---

L_definemethod:
  SAVE(3);
  insn_definemethod(vm, cfp, OPERAND_ID(1), OPERAND_PTR(2, ISeq));
  RELOAD_EP();
  NEXT(3);

L_definesmethod:
  SAVE(3);
  insn_definesmethod(vm, cfp, sp[-1], OPERAND_ID(1), OPERAND_PTR(2, ISeq));
  RELOAD_EP();
  --sp;
  NEXT(3);

L_defineclass : {
  SAVE(4);
  auto* body = OPERAND_PTR(2, ISeq);
  const Value klass = insn_defineclass(vm, cfp, OPERAND_ID(1), body, OPERAND_U32(3), sp[-2], sp[-1]);
  cfp->sp = sp - 2;
  sp[-2] = klass;
  insn_push_class_frame(vm, cfp, body, klass);
  RELOAD();
  DISPATCH();
}

  // --- Calls ---

L_send : {
  auto* cd = OPERAND_PTR(1, CallData);
  const auto* block = OPERAND_PTR(2, const ISeq);
  SAVE(3);
  cfp->block_code = block;
  const CallCache* const before = cd->cc;
  const Value v = dispatch_send(vm, cfp, cd, block ? BlockHandler::iseq_block(cfp) : BlockHandler::none());
  if (cd->cc != before) {
    if (const void* handler = quick_send_handler(vm, QUICK_TABLE(), cd, block != nullptr))
      const_cast<Word*>(pc)[0] = reinterpret_cast<Word>(handler);
  } else {
    COUNT_HIT(cd);
  }
  CALLED(v);
}

L_opt_send_without_block : {
  auto* cd = OPERAND_PTR(1, CallData);
  SAVE(2);
  const CallCache* const before = cd->cc;
  const Value v = dispatch_send(vm, cfp, cd, BlockHandler::none());
  if (cd->cc != before) {
    if (const void* handler = quick_send_handler(vm, QUICK_TABLE(), cd, false))
      const_cast<Word*>(pc)[0] = reinterpret_cast<Word>(handler);
  } else {
    COUNT_HIT(cd);
  }
  CALLED(v);
}

Q_send_iseq : {
  auto* cd = OPERAND_PTR(1, CallData);
  Value* const locals = sp - cd->argc;
  const Value recv = locals[-1];
  const CallCache* const cc = cd->cc;
  if (vm.class_of(recv) != cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_send_without_block);
  COUNT_HIT(cd);
  const MethodEntry* const me = cc->me;
  ISeq* const iseq = me->rb.iseq;
  ControlFrame* const callee = cfp - 1;
  Value* const base = locals + iseq->local_size;
  if (base + iseq->stack_max + kStackMargin >= reinterpret_cast<Value*>(callee)) [[unlikely]]
    goto stack_overflow;
  for (Value* p = sp; p < base; ++p) *p = Qnil;
  base[0] = Value(me);
  base[1] = Value(uint64_t{0});
  base[2] = Value(iseq->method_flags);
  cfp->pc = pc + 2;
  cfp->sp = locals - 1;
  callee->iseq = iseq;
  callee->self = recv;
  ep = callee->ep = base + 2;
  sp = base + 3;
  cfp = callee;
  pc = iseq->code;
  DISPATCH();
}

Q_send_block_iseq : {
  auto* cd = OPERAND_PTR(1, CallData);
  Value* const locals = sp - cd->argc;
  const Value recv = locals[-1];
  const CallCache* const cc = cd->cc;
  if (vm.class_of(recv) != cc->receiver_class) [[unlikely]]
    DEQUICKEN(send);
  COUNT_HIT(cd);
  const MethodEntry* const me = cc->me;
  ISeq* const iseq = me->rb.iseq;
  ControlFrame* const callee = cfp - 1;
  Value* const base = locals + iseq->local_size;
  if (base + iseq->stack_max + kStackMargin >= reinterpret_cast<Value*>(callee)) [[unlikely]]
    goto stack_overflow;
  for (Value* p = sp; p < base; ++p) *p = Qnil;
  cfp->block_code = OPERAND_PTR(2, const ISeq);
  base[0] = Value(me);
  base[1] = Value(BlockHandler::iseq_block(cfp).bits);
  base[2] = Value(iseq->method_flags);
  cfp->pc = pc + 3;
  cfp->sp = locals - 1;
  callee->iseq = iseq;
  callee->self = recv;
  ep = callee->ep = base + 2;
  sp = base + 3;
  cfp = callee;
  pc = iseq->code;
  DISPATCH();
}

Q_send_trivial : {
  auto* cd = OPERAND_PTR(1, CallData);
  const CallCache* const cc = cd->cc;
  Value* const recv = sp - cd->argc - 1;
  if (vm.class_of(*recv) != cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_send_without_block);
  COUNT_HIT(cd);
  *recv = cd->trivial_result;
  sp = recv + 1;
  NEXT(2);
}

Q_send_ivar_get : {
  auto* cd = OPERAND_PTR(1, CallData);
  const Value recv = sp[-1];
  const CallCache* const cc = cd->cc;
  if (!recv.is_object() || recv.object()->klass != cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_send_without_block);
  COUNT_HIT(cd);
  const Object* const o = recv.object();
  if ((o->flags & IvarCache::kKeyMask) == cd->ivar.key) [[likely]] {
    sp[-1] = static_cast<const ObjectWithIvars*>(o)->embedded[cd->ivar.index];
    NEXT(2);
  }
  SAVE(2);
  sp[-1] = insn_getivar(vm, recv, cc->me->attr.ivar, &cd->ivar);
  NEXT(2);
}

Q_send_native : {
  auto* cd = OPERAND_PTR(1, CallData);
  Value* const argv = sp - cd->argc;
  const Value recv = argv[-1];
  const CallCache* const cc = cd->cc;
  if (vm.class_of(recv) != cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_send_without_block);
  COUNT_HIT(cd);
  const MethodEntry* const me = cc->me;
  ControlFrame* const callee = cfp - 1;
  if (sp + kEnvDataSize + kStackMargin >= reinterpret_cast<Value*>(callee)) [[unlikely]]
    goto stack_overflow;
  cfp->pc = pc + 2;
  cfp->sp = argv - 1;
  sp[0] = Value(me);
  sp[1] = Value(uint64_t{0});
  sp[2] = Value(frame::Native | frame::kLocal | frame::kTag);
  callee->pc = vm.in().finish_code;
  callee->sp = sp + kEnvDataSize;
  callee->iseq = nullptr;
  callee->self = recv;
  callee->ep = sp + 2;
  vm.ec->cfp = callee;
  const Value v = me->native.fn(vm, recv, argv, cd->argc);
  if (v.is_undef()) [[unlikely]]
    goto pending_throw;
  vm.ec->cfp = cfp;
  ep = cfp->ep;
  argv[-1] = v;
  sp = argv;
  NEXT(2);
}

Q_send_keywords : {
  auto* cd = OPERAND_PTR(1, CallData);
  Value* const locals = sp - cd->argc;
  const Value recv = locals[-1];
  const CallCache* const cc = cd->cc;
  if (vm.class_of(recv) != cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_send_without_block);
  COUNT_HIT(cd);
  const MethodEntry* const me = cc->me;
  ISeq* const iseq = me->rb.iseq;
  ControlFrame* const callee = cfp - 1;
  Value* const base = locals + iseq->local_size;
  if (base + iseq->stack_max + kStackMargin >= reinterpret_cast<Value*>(callee)) [[unlikely]]
    goto stack_overflow;
  Value* const filled = place_keywords(*cd, *iseq->params, locals);
  for (Value* p = filled; p < base; ++p) *p = Qnil;
  base[0] = Value(me);
  base[1] = Value(uint64_t{0});
  base[2] = Value(iseq->method_flags);
  cfp->pc = pc + 2;
  cfp->sp = locals - 1;
  callee->iseq = iseq;
  callee->self = recv;
  ep = callee->ep = base + 2;
  sp = base + 3;
  cfp = callee;
  pc = iseq->code;
  DISPATCH();
}

L_opt_new : {
  auto* cd = OPERAND_PTR(1, CallData);
  SAVE(3);
  Value* const slot = sp - cd->argc - 1;
  const Value v = insn_opt_new(vm, cfp, cd, *slot);
  if (v.is_undef()) JUMP_TO(OPERAND(2));
  slot[0] = v;
  slot[-1] = v;
  if (is_plain_instance(v) && vm.options().quickening)
    const_cast<Word*>(pc)[0] =
        reinterpret_cast<Word>(QUICK_TABLE().quick[static_cast<size_t>(QuickInsn::opt_new_object)]);
  NEXT(3);
}

Q_opt_new_object : {
  auto* cd = OPERAND_PTR(1, CallData);
  Value* const slot = sp - cd->argc - 1;
  const Value recv = *slot;
  if (!recv.is_object() || recv.object()->klass != cd->cc->receiver_class) [[unlikely]]
    DEQUICKEN(opt_new);
  COUNT_HIT(cd);
  auto* const klass = recv.as<Class>();
  Object* object = vm.heap.try_allocate(klass->instance_pool, klass->instance_flags, klass);
  if (!object) [[unlikely]] {
    SAVE(3);
    object = vm.heap.allocate(klass->instance_pool, klass->instance_flags, klass);
  }
  slot[0] = Value(object);
  slot[-1] = Value(object);
  NEXT(3);
}

L_sendforward:
L_invokesuperforward : {
  auto* cd = OPERAND_PTR(1, CallData);
  const auto* block = OPERAND_PTR(2, const ISeq);
  SAVE(3);
  cfp->block_code = block;
  const bool super = insn_at(cfp->iseq, pc) == Insn::invokesuperforward;
  CALLED(dispatch_forward(vm, cfp, cd, block ? BlockHandler::iseq_block(cfp) : BlockHandler::none(), super));
}

L_invokesuper : {
  auto* cd = OPERAND_PTR(1, CallData);
  const auto* block = OPERAND_PTR(2, const ISeq);
  SAVE(3);
  cfp->block_code = block;
  CALLED(dispatch_super(vm, cfp, cd, block ? BlockHandler::iseq_block(cfp) : BlockHandler::none(),
                        block != nullptr));
}

L_invokeblock : {
  auto* cd = OPERAND_PTR(1, CallData);
  const BlockHandler handler = block_handler_of(local_ep(ep));
  if (handler.is_iseq()) [[likely]] {
    const CapturedBlock* const captured = handler.captured();
    auto* const iseq = static_cast<ISeq*>(const_cast<void*>(captured->code));
    // Exactly as many arguments as required parameters, and no Array to spread over several.
    if (iseq->simple_block && cd->argc == iseq->params->lead_num && cd->flags & call_flag::kArgsSimple &&
        (cd->argc != 1 || iseq->params->ambiguous_param0) && iseq->linked()) [[likely]] {
      Value* const locals = sp - cd->argc;
      ControlFrame* const callee = cfp - 1;
      Value* const base = locals + iseq->local_size;
      if (base + iseq->stack_max + kStackMargin >= reinterpret_cast<Value*>(callee)) [[unlikely]]
        goto stack_overflow;
      for (Value* p = sp; p < base; ++p) *p = Qnil;
      base[0] = Value(uint64_t{0});
      base[1] = Value(reinterpret_cast<uint64_t>(captured->ep) | 1);
      base[2] = Value(iseq->block_flags);
      cfp->pc = pc + 2;
      cfp->sp = locals;
      callee->iseq = iseq;
      callee->self = captured->self;
      ep = callee->ep = base + 2;
      sp = base + 3;
      cfp = callee;
      pc = iseq->code;
      DISPATCH();
    }
  }
  SAVE(2);
  CALLED(dispatch_yield(vm, cfp, cd));
}

L_leave : {
  const Value v = sp[-1];
  ++cfp;
  pc = cfp->pc;
  sp = cfp->sp;
  ep = cfp->ep;
  *sp++ = v;
  DISPATCH();
}

Q_finish : {
  vm.ec->cfp = cfp;
  cfp->sp = sp - 1;
  return sp[-1];
}

L_throw_:
  SAVE(2);
  start_throw(vm, cfp, OPERAND_U32(1), sp[-1]);
  goto pending_throw;

L_once : {
  auto* once = OPERAND_PTR(2, OnceCache);
  if (!once->value.is_undef()) {
    *sp++ = once->value;
    NEXT(3);
  }
  SAVE(3);
  const Value v = insn_once(vm, cfp, OPERAND_PTR(1, ISeq), once);
  RELOAD_EP();
  *sp++ = v;
  NEXT(3);
}

L_opt_invokebuiltin_delegate:
L_opt_invokebuiltin_delegate_leave : {
  const auto fn = reinterpret_cast<NativeFn>(OPERAND(1));
  SAVE(4);
  const Value v =
      fn(vm, cfp->self, ep - local_index(cfp->iseq, OPERAND_U32(3)), static_cast<int>(OPERAND(2)));
  if (v.is_undef()) [[unlikely]]
    goto pending_throw;
  vm.ec->cfp = cfp;
  RELOAD_EP();
  *sp++ = v;
  NEXT(4);
}

L_invokebuiltin : {
  const auto fn = reinterpret_cast<NativeFn>(OPERAND(1));
  const auto argc = static_cast<int>(OPERAND(2));
  SAVE(3);
  const Value v = fn(vm, cfp->self, sp - argc, argc);
  if (v.is_undef()) [[unlikely]]
    goto pending_throw;
  vm.ec->cfp = cfp;
  RELOAD_EP();
  sp -= argc;
  *sp++ = v;
  NEXT(3);
}

  // --- Jumps ---

L_jump:
  if (vm.interrupt) [[unlikely]] {
    SAVE(2);
    check_interrupts(vm);
    RELOAD_EP();
  }
  JUMP_TO(OPERAND(1));

L_branchif:
  if ((--sp)->truthy()) {
    if (vm.interrupt) [[unlikely]] {
      SAVE(2);
      check_interrupts(vm);
      RELOAD_EP();
    }
    JUMP_TO(OPERAND(1));
  }
  NEXT(2);

L_branchunless:
  if ((--sp)->falsy()) JUMP_TO(OPERAND(1));
  NEXT(2);

L_branchnil:
  if ((--sp)->is_nil()) JUMP_TO(OPERAND(1));
  NEXT(2);

L_opt_case_dispatch : {
  SAVE(3);
  const Value target = insn_case_dispatch(vm, OPERAND_VALUE(1), sp[-1]);
  --sp;
  if (target.is_undef()) NEXT(3); // not a core literal type: the === chain decides
  if (target.is_nil()) JUMP_TO(OPERAND(2));
  pc = cfp->iseq->code + target.to_fixnum();
  DISPATCH();
}

  // --- Specialised calls ---

L_opt_plus : {
  const Value a = sp[-2], b = sp[-1];
  int64_t sum;
  if (a.bits & b.bits & 1 && !__builtin_add_overflow(static_cast<int64_t>(a.bits),
                                                     static_cast<int64_t>(b.bits - 1), &sum)) [[likely]] {
    sp[-2].bits = static_cast<uint64_t>(sum);
    --sp;
    NEXT(2);
  }
  if (a.is_flonum() && b.is_flonum() && float_result(a.to_flonum() + b.to_flonum(), sp[-2])) {
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_plus(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_minus : {
  const Value a = sp[-2], b = sp[-1];
  int64_t difference;
  if (a.bits & b.bits & 1 &&
      !__builtin_sub_overflow(static_cast<int64_t>(a.bits), static_cast<int64_t>(b.bits - 1), &difference))
      [[likely]] {
    sp[-2].bits = static_cast<uint64_t>(difference);
    --sp;
    NEXT(2);
  }
  if (a.is_flonum() && b.is_flonum() && float_result(a.to_flonum() - b.to_flonum(), sp[-2])) {
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_minus(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_mult : {
  const Value a = sp[-2], b = sp[-1];
  int64_t product;
  if (a.bits & b.bits & 1 && !__builtin_mul_overflow(a.to_fixnum(), b.to_fixnum(), &product) &&
      Value::fits_fixnum(product)) {
    sp[-2] = Value::fixnum(product);
    --sp;
    NEXT(2);
  }
  if (a.is_flonum() && b.is_flonum() && float_result(a.to_flonum() * b.to_flonum(), sp[-2])) {
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_mult(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_div : {
  const Value a = sp[-2], b = sp[-1];
  if (a.is_flonum() && b.is_flonum() && float_result(a.to_flonum() / b.to_flonum(), sp[-2])) {
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_div(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_mod : {
  const Value a = sp[-2], b = sp[-1];
  if (a.bits & b.bits & 1 && a.to_fixnum() >= 0 && b.to_fixnum() > 0) {
    sp[-2] = Value::fixnum(a.to_fixnum() % b.to_fixnum());
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_mod(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

#define COMPARISON(insn, function, OP)                                                                       \
  L_##insn : {                                                                                               \
    const Value a = sp[-2], b = sp[-1];                                                                      \
    if (a.bits & b.bits & 1) [[likely]] {                                                                    \
      sp[-2] = Value::boolean(static_cast<int64_t>(a.bits) OP static_cast<int64_t>(b.bits));                 \
      --sp;                                                                                                  \
      NEXT(2);                                                                                               \
    }                                                                                                        \
    if (a.is_flonum() && b.is_flonum()) {                                                                    \
      sp[-2] = Value::boolean(a.to_flonum() OP b.to_flonum());                                               \
      --sp;                                                                                                  \
      NEXT(2);                                                                                               \
    }                                                                                                        \
    SAVE(2);                                                                                                 \
    const Value v = function(vm, a, b);                                                                      \
    if (v.is_undef()) goto operator_call;                                                                    \
    sp[-2] = v;                                                                                              \
    --sp;                                                                                                    \
    NEXT(2);                                                                                                 \
  }
  COMPARISON(opt_lt, op_lt, <)
  COMPARISON(opt_le, op_le, <=)
  COMPARISON(opt_gt, op_gt, >)
  COMPARISON(opt_ge, op_ge, >=)

L_opt_eq : {
  const Value a = sp[-2], b = sp[-1];
  if (a.bits & b.bits & 1) [[likely]] {
    sp[-2] = Value::boolean(a == b);
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_eq(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_neq : {
  const Value a = sp[-2], b = sp[-1];
  SAVE(3);
  const Value v = op_neq(vm, OPERAND_PTR(2, CallData), a, b);
  if (v.is_undef()) CALLED(dispatch_send(vm, cfp, OPERAND_PTR(2, CallData), BlockHandler::none()));
  sp[-2] = v;
  --sp;
  NEXT(3);
}

#define BINARY_OPERATOR(insn, function)                                                                      \
  L_##insn : {                                                                                               \
    SAVE(2);                                                                                                 \
    const Value v = function(vm, sp[-2], sp[-1]);                                                            \
    if (v.is_undef()) goto operator_call;                                                                    \
    sp[-2] = v;                                                                                              \
    --sp;                                                                                                    \
    NEXT(2);                                                                                                 \
  }
  BINARY_OPERATOR(opt_ltlt, op_ltlt)
  BINARY_OPERATOR(opt_regexpmatch2, op_regexpmatch2)

L_opt_and : {
  const Value a = sp[-2], b = sp[-1];
  if (a.bits & b.bits & 1) {
    sp[-2].bits = a.bits & b.bits;
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_and(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_or : {
  const Value a = sp[-2], b = sp[-1];
  if (a.bits & b.bits & 1) {
    sp[-2].bits = a.bits | b.bits;
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_or(vm, a, b);
  if (v.is_undef()) goto operator_call;
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_aref : {
  const Value a = sp[-2], b = sp[-1];
  if (is_type(a, Type::Array) && b.is_fixnum() && a.object()->klass == vm.cArray) [[likely]] {
    sp[-2] = ary_entry(a.as<Array>(), b.to_fixnum());
    --sp;
    NEXT(2);
  }
  SAVE(2);
  const Value v = op_aref(vm, a, b);
  if (v.is_undef()) goto operator_call;
  RELOAD_EP();
  sp[-2] = v;
  --sp;
  NEXT(2);
}

L_opt_aset : {
  SAVE(2);
  const Value v = op_aset(vm, sp[-3], sp[-2], sp[-1]);
  if (v.is_undef()) goto operator_call;
  RELOAD_EP();
  sp[-3] = v;
  sp -= 2;
  NEXT(2);
}

#define UNARY_OPERATOR(insn, expression)                                                                     \
  L_##insn : {                                                                                               \
    SAVE(2);                                                                                                 \
    const Value v = (expression);                                                                            \
    if (v.is_undef()) goto operator_call;                                                                    \
    sp[-1] = v;                                                                                              \
    NEXT(2);                                                                                                 \
  }
  UNARY_OPERATOR(opt_length, op_length(vm, sp[-1]))
  UNARY_OPERATOR(opt_size, op_length(vm, sp[-1]))
  UNARY_OPERATOR(opt_empty_p, op_empty_p(vm, sp[-1]))
  UNARY_OPERATOR(opt_succ, op_succ(vm, sp[-1]))
  UNARY_OPERATOR(opt_not, op_not(vm, OPERAND_PTR(1, CallData), sp[-1]))
  UNARY_OPERATOR(opt_nil_p, op_nil_p(vm, OPERAND_PTR(1, CallData), sp[-1]))

L_opt_str_freeze:
L_opt_str_uminus:
L_opt_ary_freeze:
L_opt_hash_freeze : {
  SAVE(3);
  *sp++ = insn_frozen_literal_call(vm, OPERAND_VALUE(1), OPERAND_PTR(2, CallData));
  RELOAD_EP();
  NEXT(3);
}

L_opt_newarray_send : {
  const uint32_t n = OPERAND_U32(1);
  SAVE(3);
  const Value v = insn_newarray_send(vm, cfp, sp - n, n, OPERAND_U32(2));
  RELOAD_EP();
  sp -= n;
  *sp++ = v;
  NEXT(3);
}

L_opt_duparray_send : {
  SAVE(4);
  const Value v = insn_duparray_send(vm, cfp, OPERAND_VALUE(1), OPERAND_ID(2), sp[-1]);
  RELOAD_EP();
  sp[-1] = v;
  NEXT(4);
}

Q_opt_call:
  SAVE(2);
  CALLED(dispatch_send(vm, cfp, OPERAND_PTR(1, CallData), BlockHandler::none()));

Q_opt_call_neq:
  SAVE(3);
  CALLED(dispatch_send(vm, cfp, OPERAND_PTR(2, CallData), BlockHandler::none()));

// An operator that found no core types on the stack: SAVE(2) is done.
operator_call:
  CALLED(dispatch_send(vm, cfp, OPERAND_PTR(1, CallData), BlockHandler::none()));

stack_overflow:
  SAVE(2);
  raise_stack_overflow(vm);

pending_throw:
  if (!unwind(vm, entry)) throw Throw{};
  RELOAD();
  DISPATCH();
}

DispatchTable make_table(bool counting) {
  DispatchTable t;
  if (counting)
    loop<true>(nullptr, nullptr, &t);
  else
    loop<false>(nullptr, nullptr, &t);
  return t;
}

} // namespace

const DispatchTable& dispatch_table(bool counting) {
  static const DispatchTable plain = make_table(false), counted = make_table(true);
  return counting ? counted : plain;
}

Value run(VM& vm) {
  check_native_stack(vm);
  ControlFrame* const entry = vm.ec->cfp + 1;
  for (;;) {
    try {
      return vm.in().counting ? loop<true>(&vm, entry, nullptr) : loop<false>(&vm, entry, nullptr);
    } catch (const Throw&) {
      if (!unwind(vm, entry)) throw;
    } catch (const HeapExhausted&) {
      set_pending_exception(vm, vm.in().no_memory_error);
      if (!unwind(vm, entry)) throw Throw{};
    }
  }
}

} // namespace miniyarv
