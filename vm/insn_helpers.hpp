#pragma once

#include "vm/interpreter.hpp"
#include "vm/iseq.hpp"

namespace miniyarv {

// The out-of-line parts of instructions. All may allocate, call Ruby code and raise, unless said. The
// interpreter has saved pc and sp before it calls them.

// Operators: the result, or Qundef when the operands are not the core types the operator is fast for and
// the method must be called.
Value op_plus(VM&, Value a, Value b);
Value op_minus(VM&, Value a, Value b);
Value op_mult(VM&, Value a, Value b);
Value op_div(VM&, Value a, Value b);
Value op_mod(VM&, Value a, Value b);
Value op_eq(VM&, Value a, Value b);
Value op_neq(VM&, CallData* neq, Value a, Value b);
Value op_lt(VM&, Value a, Value b);
Value op_le(VM&, Value a, Value b);
Value op_gt(VM&, Value a, Value b);
Value op_ge(VM&, Value a, Value b);
Value op_ltlt(VM&, Value a, Value b);
Value op_and(VM&, Value a, Value b);
Value op_or(VM&, Value a, Value b);
Value op_aref(VM&, Value a, Value b);
Value op_aset(VM&, Value a, Value b, Value v);
Value op_length(VM&, Value a);
Value op_empty_p(VM&, Value a);
Value op_succ(VM&, Value a);
Value op_not(VM&, CallData*, Value a);
Value op_nil_p(VM&, CallData*, Value a);
Value op_regexpmatch2(VM&, Value a, Value b);

Value insn_concatstrings(VM&, const Value* values, uint32_t n);
Value insn_toregexp(VM&, const Value* values, uint32_t n, uint32_t options);
Value insn_newhash(VM&, const Value* pairs, uint32_t n);
void insn_expandarray(VM&, ControlFrame*, uint32_t n, uint32_t flag); ///< on cfp->sp, which it moves
Value insn_concatarray(VM&, Value a, Value b, bool in_place);
Value insn_splatarray(VM&, Value v, bool dup);
Value insn_defined(VM&, ControlFrame*, uint32_t kind, Value what, Value v, Value result);
Value insn_checkmatch(VM&, Value target, Value pattern, uint32_t flag);
bool insn_checkkeyword(const Value* ep_local_bits, uint32_t index);
Value insn_defineclass(VM&, ControlFrame*, ID name, ISeq*, uint32_t flags, Value base,
                       Value super); ///< the class
void insn_push_class_frame(VM&, ControlFrame*, ISeq* body, Value klass);
void insn_definemethod(VM&, ControlFrame*, ID, ISeq*);
void insn_definesmethod(VM&, ControlFrame*, Value object, ID, ISeq*);
Value insn_putspecialobject(VM&, ControlFrame*, uint32_t kind);
Value insn_getspecial(VM&, ControlFrame*, uint32_t key, uint32_t type);
void insn_setspecial(VM&, ControlFrame*, uint32_t key, Value);
Value insn_getconstant_path(VM&, ControlFrame*, ConstantCache*);
Value insn_getconstant(VM&, ControlFrame*, Value base, ID, bool allow_nil);
void insn_setconstant(VM&, Value base, ID, Value);
Value insn_getivar(VM&, Value self, ID, IvarCache*);
void insn_setivar(VM&, Value self, ID, IvarCache*, Value);
Value insn_getclassvariable(VM&, ControlFrame*, ID);
void insn_setclassvariable(VM&, ControlFrame*, ID, Value);
Value insn_getblockparam(VM&, ControlFrame*, uint32_t slot_from_ep, uint32_t level, bool proxy);
void insn_setblockparam(VM&, ControlFrame*, uint32_t slot_from_ep, uint32_t level, Value);
Value insn_case_dispatch(VM&, Value table, Value key); ///< target word offset as an integer, or Qundef
Value insn_objtostring(VM&, CallData*, Value);         ///< String, or Qundef when to_s must be called
Value insn_anytostring(VM&, Value original, Value string);
Value insn_newarray_send(VM&, ControlFrame*, const Value* values, uint32_t n, uint32_t what);
Value insn_duparray_send(VM&, ControlFrame*, Value list, ID, Value arg);
Value insn_frozen_literal_call(VM&, Value literal, CallData*); ///< opt_str_freeze and its kin
Value insn_opt_new(VM&, ControlFrame*, CallData*,
                   Value klass); ///< a fresh instance, or Qundef when `new` must be called
bool is_plain_instance(Value);   ///< a T_OBJECT whose class allocates inline
Value insn_once(VM&, ControlFrame*, ISeq*, OnceCache*);
/// Heap::ivar_set, noting in the class how many variables its instances come to have.
void ivar_set(VM&, Object*, ID, Value);
void check_interrupts(VM&);

/// Chooses the handler for a call site that has just been filled and the callee it found; null to stay
/// canonical. send_keywords: lays the given keywords out as the callee's parameters; returns the end of what
/// it filled.
Value* place_keywords(const CallData&, const ISeqParams&, Value* locals);
const void* quick_send_handler(VM&, const DispatchTable&, CallData*, bool with_block);

} // namespace miniyarv
