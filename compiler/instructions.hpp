#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace miniyarv {

enum class Insn : uint16_t {
#define MINIYARV_INSN(name, ...) name,
#include "compiler/instructions.def"
};

/// What a word after the opcode means. In an UnlinkedISeq all are numbers or ids.
enum class OperandKind : uint8_t {
  LIndex,   ///< slot of a local, 0 = first, in the scope that the level (0 if there is none) names
  Num,      ///< unsigned number
  Id,       ///< NameId
  Object,   ///< LiteralId
  ISeq,     ///< ISeqId; ISeqId::None for no block
  Ic,       ///< index of a constant cache, which names its path
  Ivc,      ///< index of an instance variable cache
  Icvarc,   ///< index of a class variable cache
  Ise,      ///< index of a once slot
  CallData, ///< index of a call info
  CdHash,   ///< index of a case table
  Offset,   ///< word index of the target instruction in the same code
  Builtin,  ///< NameId of a built-in function
};

inline constexpr size_t kMaxOperands = 3;

struct InsnInfo {
  std::string_view name;
  std::string_view description;
  std::array<OperandKind, kMaxOperands> operands;
  uint8_t operand_count;

  /// Words the instruction occupies.
  constexpr uint32_t length() const { return 1u + operand_count; }
  constexpr std::span<const OperandKind> operand_kinds() const { return {operands.data(), operand_count}; }
};

namespace detail {
template <class... K>
constexpr InsnInfo make_insn_info(std::string_view name, std::string_view text, K... kinds) {
  static_assert(sizeof...(K) <= kMaxOperands);
  return InsnInfo{name == "throw_" ? "throw" : name, text, {kinds...}, static_cast<uint8_t>(sizeof...(K))};
}
} // namespace detail

#define MINIYARV_INSN(name, ...) +1
inline constexpr size_t kInsnCount = 0
#include "compiler/instructions.def"
    ;

// The operand list of an entry is parenthesised; this takes the parentheses off.
#define MINIYARV_UNWRAP(...) __VA_OPT__(, ) __VA_ARGS__
inline constexpr std::array<InsnInfo, kInsnCount> kInsnTable = [] {
  using enum OperandKind;
  return std::array<InsnInfo, kInsnCount>{{
#define MINIYARV_INSN(name, operands, pops, pushes, text)                                                    \
  detail::make_insn_info(#name, text MINIYARV_UNWRAP operands),
#include "compiler/instructions.def"
  }};
}();
#undef MINIYARV_UNWRAP

constexpr const InsnInfo& insn_info(Insn insn) { return kInsnTable[static_cast<size_t>(insn)]; }
constexpr std::string_view insn_name(Insn insn) { return insn_info(insn).name; }
constexpr uint32_t insn_length(Insn insn) { return insn_info(insn).length(); }

struct StackEffect {
  int pops;   ///< values that must be there
  int pushes; ///< values there afterwards in their place
  constexpr int net() const { return pushes - pops; }
};

/// How `insn` changes the stack. `op` answers `int num(i)` and `int values(i)` for its operands as the head
/// of instructions.def describes.
template <class Operands> constexpr StackEffect insn_stack_effect(Insn insn, const Operands& op) {
  (void)op;
  switch (insn) {
// clang-format off
#define MINIYARV_INSN(name, operands, pops, pushes, text) case Insn::name: return {pops, pushes};
#include "compiler/instructions.def"
    // clang-format on
  }
  return {0, 0};
}

} // namespace miniyarv
