#pragma once

#include "vm/control_frame.hpp"
#include "vm/iseq.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

struct Cref;

// Looking at frames. None allocates or raises unless said.

inline ControlFrame* previous_frame(ControlFrame* cfp) { return cfp + 1; }
/// The nearest frame at or below `cfp` that runs Ruby code; null at the bottom.
ControlFrame* ruby_frame(const ExecutionContext&, ControlFrame* cfp);
/// The same from the running frame: the frame that called the running native method.
ControlFrame* caller_ruby_frame(VM&);
/// The method a frame belongs to, blocks included; null at top level and in class bodies.
const MethodEntry* frame_method_entry(const ControlFrame*);
const MethodEntry* ep_method_entry(const Value* ep);
/// The me/cref word of an environment: a MethodEntry, a Cref or 0.
Value ep_entry(const Value* ep);
/// Lexical scope of a frame: where constants are looked up and methods defined.
Cref* frame_cref(VM&, const ControlFrame*);
Cref* ep_cref(VM&, const Value* ep);
/// The frame's method-level svar slot of `key` (0: $_, 1: $~): one Value per method activation, created on
/// demand (may allocate). The frame is the nearest Ruby frame's method, top or class frame.
Value svar_get(VM&, ControlFrame*, int key);
void svar_set(VM&, ControlFrame*, int key, Value);
/// `$!`: the exception of the innermost rescue or ensure sequence that is running, else the context's own.
Value current_error(VM&);
/// Source line of a Ruby frame.
int frame_line(const ControlFrame*);

/// A scope that can be captured: what Binding holds.
struct LocalVariable {
  Value* slot;
  Value* ep; ///< for the write barrier
};
/// Finds a local by name from `ep` outwards; slot null when there is none.
LocalVariable find_local(VM&, const ISeq*, Value* ep, ID name);

/// Pushes a frame for native code and pops it on scope exit; for calls that need one where the running frame
/// is Ruby's.
class NativeFrame {
public:
  NativeFrame(VM&, Value self, const MethodEntry* me, BlockHandler, frame::Kind = frame::Dummy);
  ~NativeFrame();
  NativeFrame(const NativeFrame&) = delete;

private:
  VM& vm_;
  ControlFrame* saved_;
};

} // namespace miniyarv
