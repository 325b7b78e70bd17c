#include "compiler/optimizer.hpp"

// Rewrites of jumps and branches, and the removal of code that is not reached.

namespace miniyarv {

namespace {

/// Jumps that chase each other in a circle are followed this often.
constexpr int kMaxChain = 1000;

Label* target_of(const Instruction* jump) { return jump->operands[0].label; }

/// The instruction or adjustment that a jump arrives at; null if there is none. Events on the way to it
/// become its own.
Element* destination(const Instruction* jump) {
  uint16_t events = 0;
  Element* e = target_of(jump)->next;
  for (; e && !e->is_anchor(); e = e->next) {
    if (e->is_instruction() || e->is_adjust()) break;
    if (e->is_trace()) events |= static_cast<Trace*>(e)->events;
  }
  if (!e || e->is_anchor()) return nullptr;
  if (Instruction* insn = as_instruction(e)) insn->events |= events;
  return e;
}

void release(Label* label) {
  if (--label->refs == 0) remove_element(label);
}

/// Makes `jump` jump where `other` does; false if it does already.
bool retarget(Instruction* jump, const Instruction* other) {
  Label* const old_label = target_of(jump);
  Label* const new_label = target_of(other);
  if (old_label == new_label) return false;
  new_label->refs++;
  jump->operands[0] = new_label;
  release(old_label);
  return true;
}

Label* jump_target(const Instruction* insn) {
  const InsnInfo& info = insn_info(insn->insn);
  for (size_t i = 0; i < info.operand_count; i++) {
    if (info.operands[i] == OperandKind::Offset) return insn->operands[i].label;
  }
  return nullptr;
}

bool is_conditional(const Element* e) { return is_insn(e, Insn::branchif) || is_insn(e, Insn::branchunless); }

} // namespace

/// Drops the references of an instruction that goes.
void Optimizer::release_targets(Instruction* insn) {
  if (Label* target = jump_target(insn)) release(target);
}

/// Returns whether nothing is left to do for the instruction.
bool Optimizer::rewrite_jump(Instruction* jump) {
  for (int step = 0; step < kMaxChain; step++) {
    Element* const to = destination(jump);
    Element* const next = next_code(jump);
    if (to && to == next) {
      release(target_of(jump));
      remove_element(jump);
      return true;
    }
    if (to != jump && to && is_insn(to, Insn::jump) && target_of(jump) != target_of(as_instruction(to)) &&
        as_instruction(to)->events == 0) {
      if (retarget(jump, as_instruction(to))) {
        remove_unreachable(jump->next);
        continue;
      }
    } else if (to && is_insn(to, Insn::leave)) {
      const auto* leave = as_instruction(to);
      release(target_of(jump));
      jump->insn = Insn::leave;
      jump->position = leave->position;
      jump->events = leave->events;
      return false;
    } else if (is_conditional(jump->prev)) {
      Instruction* const branch = as_instruction(jump->prev);
      Element* const branch_to = destination(branch);
      if (next && next == branch_to) {
        // if A; jump B; A:  =>  unless B; A:
        const int refs = branch->next->is_label() ? static_cast<Label*>(branch->next)->refs : 0;
        branch->insn = branch->insn == Insn::branchif ? Insn::branchunless : Insn::branchif;
        if (retarget(branch, jump) && refs <= 1) remove_element(jump);
        return true;
      }
      if (to == branch_to) {
        // if A; jump A  =>  pop; jump A
        auto* pop = make_in<Instruction>(arena_, Insn::pop, jump->position);
        replace_element(branch, pop);
      }
    }
    if (!remove_unreachable(jump->next)) return false;
  }
  return false;
}

/// Removes what no jump leads to, from `first` up to the next label that one does. Nothing is removed if a
/// label that must stay or an adjustment comes before that.
bool Optimizer::remove_unreachable(Element* first) {
  if (first->is_anchor()) return false;
  const uint32_t scan = ++scans_;
  Element* last = first;
  for (Element* e = first; !e->is_anchor(); e = e->next) {
    if (e->is_adjust()) return false;
    if (Label* label = as_label(e)) {
      if (label->unremovable) return false;
      const int internal = label->scan == scan ? label->scan_refs : 0;
      if (label->refs > internal) {
        if (e == first) return false;
        break;
      }
      continue; // goes only if something behind it does
    }
    last = e;
    if (Instruction* insn = as_instruction(e)) {
      if (insn->insn == Insn::leave) break;
      if (Label* target = jump_target(insn)) {
        if (target->scan != scan) {
          target->scan = scan;
          target->scan_refs = 0;
        }
        target->scan_refs++;
      }
    }
  }
  for (Element* e = first;; e = e->next) {
    if (Instruction* insn = as_instruction(e)) release_targets(insn);
    remove_element(e);
    if (e == last) break;
  }
  return true;
}

/// Branches to jumps go to the jump's target; branches on literals are decided.
void Optimizer::shorten_branch(Instruction* branch) {
  Instruction* const pushed = as_instruction(branch->prev);
  const bool after_dup = pushed && pushed->insn == Insn::dup;
  for (int step = 0; step < kMaxChain; step++) {
    Element* const to = destination(branch);
    Instruction* const arrived = to ? as_instruction(to) : nullptr;
    if (arrived && arrived->insn == Insn::jump) {
      if (!retarget(branch, arrived)) return;
    } else if (after_dup && arrived && arrived->insn == Insn::dup && is_insn(arrived->next, branch->insn)) {
      // dup; if A; ... A: dup; if B  =>  dup; if B
      if (!retarget(branch, as_instruction(arrived->next))) return;
    } else {
      if (pushed) decide_branch(branch, pushed, after_dup);
      return;
    }
  }
}

/// A branch on a literal: becomes a jump, or goes.
void Optimizer::decide_branch(Instruction* branch, Instruction* pushed, bool after_dup) {
  if (after_dup && pushed->prev->is_instruction()) pushed = as_instruction(pushed->prev);
  const bool on_truth = branch->insn == Insn::branchif;
  bool taken = false;
  switch (pushed->insn) {
  case Insn::putobject: {
    const bool is_false = literal_kind(pushed) == LiteralKind::False;
    taken = on_truth ? !is_false : branch->insn == Insn::branchunless && is_false;
    break;
  }
  case Insn::putstring:
  case Insn::duparray:
  case Insn::newarray: taken = on_truth; break;
  case Insn::putnil: taken = !on_truth; break;
  default: return;
  }
  const Position where = pushed->position;
  if (after_dup || pushed->insn != Insn::newarray) {
    remove_element(branch->prev);
  } else if (!pop_new_array(pushed)) {
    insert_before(branch, make_in<Instruction>(arena_, Insn::pop, where));
  }
  if (!taken) {
    release(target_of(branch));
    remove_element(branch);
    return;
  }
  if (after_dup) insert_after(branch, make_in<Instruction>(arena_, Insn::putnil, where));
  branch->insn = Insn::jump;
  peephole(branch);
}

} // namespace miniyarv
