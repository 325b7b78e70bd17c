#pragma once

#include "compiler/instructions.hpp"
#include "vm/call_data.hpp"
#include "vm/control_frame.hpp"
#include "vm/error.hpp"

namespace miniyarv {

class VM;

/// Instructions that exist only in linked code, each a specialised form of a canonical one
/// (vm/quick_instructions.def), and `finish`.
enum class QuickInsn : uint16_t {
#define MINIYARV_QUICK(name, canonical, description) name,
#include "vm/quick_instructions.def"
#undef MINIYARV_QUICK
  Count
};

/// Handler addresses of one interpreter build.
struct DispatchTable {
  const void* canonical[kInsnCount];
  const void* quick[static_cast<size_t>(QuickInsn::Count)];
};

/// The handlers of the plain or of the counting interpreter. The counting one maintains inline-cache and
/// instruction counts.
const DispatchTable& dispatch_table(bool counting);

/// Runs ec->cfp, an iseq frame just pushed on a native frame, until that native frame is reached; returns the
/// value left there. Throws Throw when the frame was unwound.
Value run(VM&);
/// Raises SystemStackError when native recursion comes near the end of the native stack.
void check_native_stack(VM&);

/// Result of a call-site dispatch that pushed a frame for the interpreter to continue in, as opposed to a
/// value.
inline constexpr Value kFramePushed{0x34};

// --- What call sites do, shared by the interpreter and by calls from C++ (call.cpp) ---

/// Arguments of a call in normal form: argc values at argv on top of the VM stack, the receiver below them.
struct Calling {
  Value recv;
  Value* argv;
  int argc; ///< keyword values included when `kwargs` is set
  BlockHandler block;
  const MethodEntry* me = nullptr;  ///< the method called; null for a plain block
  const CallData* kwargs = nullptr; ///< the last kwarg_count values are keyword arguments of these names
  bool kw_splat = false;            ///< the last value is a Hash of keywords
  bool splat = false; ///< the positional arguments came from a splat: a ruby2_keywords hash is honoured
};

/// Calls `me`. cfp->sp is set so that the result replaces receiver and arguments. Returns the value, Qundef
/// for a pending throw, or kFramePushed.
Value call_method_entry(VM&, const MethodEntry* me, Calling&);
/// The whole of a send-like instruction: receiver and arguments on the stack below cfp->sp as `cd` describes.
Value dispatch_send(VM&, ControlFrame* cfp, CallData* cd, BlockHandler literal_block);
Value dispatch_super(VM&, ControlFrame* cfp, CallData* cd, BlockHandler literal_block,
                     bool has_literal_block);
Value dispatch_yield(VM&, ControlFrame* cfp, CallData* cd);
Value dispatch_forward(VM&, ControlFrame* cfp, CallData* cd, BlockHandler literal_block, bool super);
struct BlockOptions {
  Value self = Qundef;           ///< another self than the block's own
  Value me_or_cref{uint64_t{0}}; ///< for ep[-2]: a method's entry (define_method) or a cref (instance_eval)
  bool as_method = false; ///< run by define_method: arguments as strict as a lambda's, `return` leaves it
};
/// Invokes a block with the arguments in `calling`; `sp_after` is where the caller's stack ends without them.
Value call_block(VM&, BlockHandler, Calling&, Value* sp_after, const BlockOptions& = {});
Value call_bmethod(VM&, const MethodEntry*, Calling&);
/// method_missing, or NoMethodError.
Value call_missing(VM&, ID mid, MissingReason, Calling&);
/// Looks (klass, mid) up in the class's cache and keeps the result at the call site.
void fill_call_cache(VM&, CallData*, Class* klass);

/// Defines the methods of the hidden objects that instructions push. At start-up.
void define_core_object_methods(VM&);

/// What getblockparamproxy pushes in place of a Proc: good for calling, passing on and testing.
inline constexpr Value kBlockParamProxy{0x44};
/// Words kept free between the two stacks so that natives can push a few values unchecked.
inline constexpr int kStackMargin = 64;

/// Lays out arguments into the locals of `iseq` starting at `locals`; returns the word offset to start at.
/// May allocate and raise ArgumentError. `kind`: how missing and surplus arguments are treated.
enum class ArgSetup : uint8_t { Method, Block };
/// Sets every parameter's local; the others are left to push_iseq_frame.
uint32_t setup_arguments(VM&, const ISeq*, Value* locals, const Calling&, ArgSetup);

/// Raises SystemStackError unless a frame of `iseq` fits with its locals at `locals`.
void check_stack_room(VM&, const ISeq*, const Value* locals);
/// Pushes a frame for `iseq` whose arguments are already laid out from `locals` on; fills the other locals
/// with nil. Raises SystemStackError when the VM stack is full.
ControlFrame* push_iseq_frame(VM&, const ISeq*, uint64_t flags, Value self, Value* locals, int filled,
                              uint64_t specval, Value me_or_cref, uint32_t pc_offset);
/// Pushes a frame for native code at `sp`.
ControlFrame* push_native_frame(VM&, uint64_t flags, Value self, Value* sp, uint64_t specval, Value me);

/// Continues a pending throw: pops frames down to a handler, in which case ec->cfp is ready to resume and the
/// result is true, or down to `entry`, which stays.
bool unwind(VM&, ControlFrame* entry);
/// The `throw` instruction: makes ec->pending.
void start_throw(VM&, ControlFrame* cfp, uint32_t operand, Value v);
/// Makes a pending throw active from a Ruby exception object.
void set_pending_exception(VM&, Value exception);

// --- Invalidation ---
/// A core method that an opt_* instruction assumes was redefined: from now on its instruction calls the
/// method.
void basic_operation_redefined(VM&, Class*, ID);
/// A constant of this name changed somewhere: inline constant caches that mention it are emptied.
void constant_changed(VM&, ID);
/// Makes a just linked iseq known to both.
void register_linked_iseq(VM&, ISeq*);
/// `body` runs again, perhaps for another class: its caches and those of what is nested in it stay empty from
/// now on.
void forget_constant_caches_below(const ISeq* body);

} // namespace miniyarv
