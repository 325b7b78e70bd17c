#pragma once

#include "compiler/iseq.hpp"

#include <string>

namespace miniyarv {

/// The sequence and everything in it as `--dump=insns` shows it.
std::string disasm(const UnlinkedUnit& unit, ISeqId id);
inline std::string disasm(const UnlinkedUnit& unit) { return disasm(unit, unit.root()); }

/// One instruction, without its address, line and events: the name padded, then the operands.
std::string disasm_insn(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t word);
/// Operand `index` of the instruction at `word`.
std::string disasm_operand(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t word, size_t index);
/// `#<ISeq:label@path:line (l,c)-(l,c)>`
std::string disasm_title(const UnlinkedUnit& unit, const UnlinkedISeq& iseq);
/// `<calldata!mid:m, argc:1, ...>`
std::string disasm_call(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, const CallInfo& call);

/// The position entry that holds for the instruction at `word`; null if there is none.
const InsnPosition* position_at(const UnlinkedISeq& iseq, uint32_t word);
/// 0 if unknown.
int line_at(const UnlinkedISeq& iseq, uint32_t word);

} // namespace miniyarv
