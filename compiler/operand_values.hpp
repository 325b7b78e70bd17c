#pragma once

#include <cstdint>

// The meanings of number operands.

namespace miniyarv {

/// First operand of `defined`. Its second operand is a Symbol literal, or false for Yield and Super.
enum class DefinedKind : uint32_t {
  Global,
  ClassVariable,
  Constant,     ///< in the lexical scope
  ConstantFrom, ///< in the popped value
  Method,       ///< of the popped receiver
  Func,         ///< of the popped self: private ones count
  Yield,
  Super,
  Ref, ///< a regexp back reference
};

/// Operand of putspecialobject.
enum class SpecialObject : uint32_t {
  VMCore = 1,    ///< receiver of the `core#...` methods
  CBase = 2,     ///< the class that `def` and `alias` work on
  ConstBase = 3, ///< the class that constants and classes are defined in
};

/// Operand of `throw`.
namespace throw_state {
inline constexpr uint32_t kRaise = 0, kReturn = 1, kBreak = 2, kNext = 3, kRetry = 4, kRedo = 5;
/// The handler is in the same method.
inline constexpr uint32_t kNoEscape = 0x8000;
} // namespace throw_state

/// Operand of checkmatch.
namespace checkmatch {
inline constexpr uint32_t kWhen = 1, kCase = 2, kRescue = 3;
inline constexpr uint32_t kArray = 4; ///< the pattern is an Array of alternatives
} // namespace checkmatch

/// Operand of checktype, as CRuby numbers its types.
namespace builtin_type {
inline constexpr uint32_t kArray = 7, kHash = 8;
} // namespace builtin_type

/// Second operand of expandarray.
namespace expandarray {
inline constexpr uint32_t kRest = 1, kFromBack = 2;
} // namespace expandarray

/// Third operand of defineclass.
namespace defineclass {
inline constexpr uint32_t kClass = 0, kSingleton = 1, kModule = 2;
inline constexpr uint32_t kTypeMask = 7, kScoped = 8, kHasSuperclass = 16;
} // namespace defineclass

/// Second operand of opt_newarray_send.
enum class NewArraySend : uint32_t { Max = 1, Min = 2, Hash = 3, Pack = 4, PackBuffer = 5, Include = 6 };

/// First operand of getspecial: what it reads. Flip-flops have the numbers from kFlipFlop on.
namespace special_variable {
inline constexpr uint32_t kLastLine = 0, kBackReference = 1, kFlipFlop = 2;
} // namespace special_variable

} // namespace miniyarv
