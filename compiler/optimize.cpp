#include "compiler/optimizer.hpp"

#include "compiler/iseq_compiler.hpp"

// The pass itself. The rewrites are in optimize_jumps.cpp, optimize_peephole.cpp and optimize_calls.cpp.

namespace miniyarv {

void ISeqCompiler::optimize(ElementList& list) {
  Optimizer(unit_.options, unit_.builder, unit_.arena).run(list, type() == ISeqType::Block);
}

namespace {

bool jumps_to(const Instruction* insn, const Label* label) {
  const InsnInfo& info = insn_info(insn->insn);
  for (size_t i = 0; i < info.operand_count; i++) {
    if (info.operands[i] == OperandKind::Offset && insn->operands[i].label == label) return true;
  }
  return false;
}

} // namespace

void Optimizer::run(ElementList& list, bool is_block) {
  // The entry nop of a block, behind the trace of its event. It has to stay if anything jumps back to the
  // start, lest the event fires again, or if a throw may.
  const Element* const entry = list.empty() ? nullptr : list.first()->next;
  const bool has_entry = is_block && entry && is_insn(entry, Insn::nop);
  const Label* start =
      has_entry && entry->next->is_label() ? static_cast<const Label*>(entry->next) : nullptr;
  bool keep_entry = false;
  for (Element* e = list.first(); !e->is_anchor(); e = e->next) {
    Instruction* const insn = as_instruction(e);
    if (!insn) continue;
    if (options_.peephole_optimization) peephole(insn);
    if (options_.specialized_instruction) specialize(insn);
    if (options_.operands_unification) unify_operands(insn);
    if (insn->insn == Insn::throw_ || (start && jumps_to(insn, start))) keep_entry = true;
  }
  if (is_block && !keep_entry && is_insn(list.first()->next, Insn::nop)) remove_element(list.first()->next);
}

void Optimizer::peephole(Instruction* insn) {
  if (insn->insn == Insn::jump && rewrite_jump(insn)) return;
  switch (insn->insn) {
  case Insn::newrange: fold_string_range(insn); break;
  case Insn::leave: remove_unreachable(insn->next); break;
  case Insn::branchif:
  case Insn::branchunless:
  case Insn::branchnil: shorten_branch(insn); break;
  case Insn::pop: drop_popped(insn); break;
  case Insn::newarray:
  case Insn::duparray:
  case Insn::concatarray:
  case Insn::splatarray:
    simplify_array(insn);
    if (insn->insn == Insn::splatarray) pass_literal_keywords(insn);
    break;
  case Insn::newhash:
  case Insn::duphash: freeze_literal(insn); break;
  case Insn::putstring:
  case Insn::putchilledstring:
  case Insn::putobject: simplify_string(insn); break;
  case Insn::anytostring:
    if (is_insn(insn->next, Insn::concatstrings) && as_instruction(insn->next)->num(0) == 1) {
      remove_element(insn->next);
    }
    break;
  case Insn::concatstrings: merge_concatenations(insn); break;
  case Insn::dup: drop_repeated_store(insn); break;
  case Insn::getlocal: drop_self_assignment(insn); break;
  case Insn::getblockparam:
    if (is_insn(insn->next, Insn::branchif) || is_insn(insn->next, Insn::branchunless)) {
      insn->insn = Insn::getblockparamproxy;
    }
    break;
  default: break;
  }
}

void Optimizer::set(Instruction* insn, Insn opcode, std::initializer_list<Operand> operands) {
  insn->insn = opcode;
  std::copy(operands.begin(), operands.end(), insn->operands);
}

bool Optimizer::is_string(const Instruction* insn) const {
  switch (insn->insn) {
  case Insn::putstring:
  case Insn::putchilledstring: return true;
  case Insn::putobject: return literal_kind(insn) == LiteralKind::String;
  default: return false;
  }
}

/// Whether `e` is a call of `mid` with `argc` plain arguments and no block.
bool Optimizer::is_simple_call(const Element* e, std::string_view mid, uint16_t argc) const {
  if (!is_insn(e, Insn::send)) return false;
  const auto* send = static_cast<const Instruction*>(e);
  const CallSite* site = send->operands[0].call;
  return site->simple() && site->argc == argc && send->operands[1].iseq == ISeqId::None &&
         mid_of(site) == mid;
}

} // namespace miniyarv
