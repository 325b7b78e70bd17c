#pragma once

#include "vm/control_frame.hpp"

#include <functional>

namespace miniyarv {

class VM;
struct Class;

/// An escaped environment (T_Env): the locals of a frame and its three data words, moved to the heap. `ep`
/// points at the flags word inside `values`; ep[1] is the Env itself.
struct Env : Object {
  ISeq* iseq; ///< names the locals; null for a native frame's
  Value* ep;
  Value* values; ///< in the slot, or owned outside when there are too many
  uint32_t size; ///< words in `values`: locals + kEnvDataSize + 1
  Value embedded[1];
};
inline Env* env_of(const Value* ep) {
  return static_cast<Env*>(ep[1].object());
} ///< Precondition: ep_escaped(ep)

/// A C++ block (T_IFunc). `fn` gets the yielded arguments; `block` is the block passed to the block.
struct IFunc : Object {
  using Fn = Value (*)(VM&, Value data, const Value* argv, int argc, BlockHandler block);
  Fn fn;
  Value data;                 ///< marked
  int16_t min_args, max_args; ///< for arity; max -1: any
  bool lambda;
};

/// T_Proc. `block` holds what it runs: an iseq or IFunc block, or a Symbol (code null, self the symbol).
struct Proc : Object {
  enum class Kind : uint8_t { ISeq, IFunc, Symbol };
  CapturedBlock block;
  Kind kind;
  bool lambda;
  bool from_method; ///< Method#to_proc
  bool ruby2_keywords;
};

// All may allocate.
/// Moves the environment of `cfp`, and all it is nested in, to the heap; returns its Env.
Env* escape_env(VM&, ControlFrame* cfp); ///< every running frame nested in it is pointed at the new place
/// The Proc of a block handler (creating one for a literal block); nil for none.
Value proc_from_handler(VM&, BlockHandler);
Proc* proc_new(VM&, Class*, const CapturedBlock&, Proc::Kind, bool lambda);
Proc* proc_from_native(VM&, IFunc::Fn, Value data, int min_args, int max_args, bool lambda);
Proc* proc_from_symbol(VM&, ID);
/// `proc { }` / `lambda { }` for the block of the calling frame.
Value proc_arity(VM&, const Proc*);
Value proc_parameters(VM&, const Proc*, bool as_lambda);

inline Proc* as_proc(Value v) { return is_type(v, Type::Proc) ? v.as<Proc>() : nullptr; }

} // namespace miniyarv
