#pragma once

#include "gc/object.hpp"

#include <cstdint>

namespace miniyarv {

struct ISeq;
struct MethodEntry;
struct Env;

/// One word of linked code: a handler address or an operand.
using Word = uint64_t;

/// An activation. Control frames grow down from the top of the VM stack, values grow up from its bottom; they
/// meet at stack overflow. self, ep and code in this order are also a captured block: a block handler is a
/// tagged pointer to `self` of the frame that wrote the block.
///
/// Around a frame's ep the value stack holds
///
///     [receiver] arguments = first locals, other locals, | me/cref, specval, flags |, operands...
///                                                           ep[-2]   ep[-1]   ep[0]
///
/// ep[-2] a MethodEntry or Cref (or 0: look in the outer scope); ep[-1] in a method, class or top frame the
/// block handler, in a block frame the outer ep (tagged with 1); ep[0] the frame flags below. When the
/// environment escapes it is copied into an Env on the heap, ep is moved there, and ep[1] is the Env itself.
struct ControlFrame {
  const Word* pc; ///< next instruction; native frames point at `finish` (vm/interpreter.hpp)
  Value* sp;
  ISeq* iseq; ///< null in native frames
  Value self;
  Value* ep;
  const void* block_code; ///< ISeq* or IFunc* of the literal block passed by the call in progress
  Value* bp; ///< operand stack base; valid only once the environment has escaped (else it is ep + 1)

  bool is_native() const { return iseq == nullptr; }
};

/// Frame flags, in ep[0]. Bit 0 is set so that the word reads as an integer to the collector.
namespace frame {
inline constexpr uint64_t kTag = 1;
inline constexpr uint64_t kKindMask = 0xf << 4;
enum Kind : uint64_t {
  Method = 1 << 4,
  Block = 2 << 4,
  ClassBody = 3 << 4,
  Top = 4 << 4,
  Native = 5 << 4,
  IFuncBlock = 6 << 4,
  Eval = 7 << 4,
  Rescue = 8 << 4, ///< rescue and ensure sequences
  Dummy = 9 << 4,  ///< bottom of an execution context
};
inline constexpr uint64_t kLocal = 1 << 8;   ///< ep[-1] is a block handler, not an outer ep
inline constexpr uint64_t kEscaped = 1 << 9; ///< ep is in an Env: stores need the write barrier
inline constexpr uint64_t kLambda = 1 << 10;
inline constexpr uint64_t kKeywords = 1 << 11; ///< native frame: the last argument is the keyword hash
inline constexpr uint64_t kBMethod = 1 << 12;  ///< block run as a method by define_method
inline constexpr uint64_t kBlockParamModified = 1 << 13; ///< &blk was materialised or assigned
inline constexpr uint64_t kInternal = 1 << 14; ///< core library iseq: backtraces show it like a native frame
inline constexpr uint64_t kFromNew = 1 << 15;  ///< `initialize` run by Class#new
} // namespace frame

inline constexpr int kEnvDataSize = 3; ///< me/cref, specval, flags

inline uint64_t frame_flags(const Value* ep) { return ep[0].bits; }
inline frame::Kind frame_kind(const Value* ep) {
  return static_cast<frame::Kind>(ep[0].bits & frame::kKindMask);
}
inline bool ep_is_local(const Value* ep) { return ep[0].bits & frame::kLocal; }
inline bool ep_escaped(const Value* ep) { return ep[0].bits & frame::kEscaped; }
/// Precondition: !ep_is_local(ep).
inline Value* outer_ep(const Value* ep) { return reinterpret_cast<Value*>(ep[-1].bits & ~uint64_t{3}); }
inline Value* local_ep(Value* ep) {
  while (!ep_is_local(ep)) ep = outer_ep(ep);
  return ep;
}

/// The block passed to a method: none, a literal block (a frame's captured part), a native block, a symbol or
/// a Proc.
struct BlockHandler {
  uint64_t bits = 0;

  static BlockHandler none() { return {}; }
  static BlockHandler iseq_block(const ControlFrame* cfp) {
    return {reinterpret_cast<uint64_t>(&cfp->self) | 1};
  }
  static BlockHandler ifunc_block(const ControlFrame* cfp) {
    return {reinterpret_cast<uint64_t>(&cfp->self) | 3};
  }
  static BlockHandler value(Value proc_or_symbol) { return {proc_or_symbol.bits}; }

  explicit operator bool() const { return bits != 0; }
  bool is_iseq() const { return (bits & 3) == 1; }
  bool is_ifunc() const { return (bits & 3) == 3; }
  bool is_value() const { return bits != 0 && (bits & 1) == 0; } ///< a Proc or a Symbol
  const struct CapturedBlock* captured() const {
    return reinterpret_cast<const struct CapturedBlock*>(bits & ~uint64_t{3});
  }
  Value as_value() const { return Value(bits); }
};

/// The part of a control frame, or of a Proc, that makes a block.
struct CapturedBlock {
  Value self;
  Value* ep;
  const void* code; ///< ISeq* or IFunc*
};
static_assert(offsetof(ControlFrame, block_code) - offsetof(ControlFrame, self) ==
              offsetof(CapturedBlock, code));

inline BlockHandler block_handler_of(const Value* lep) { return BlockHandler{lep[-1].bits}; }

} // namespace miniyarv
