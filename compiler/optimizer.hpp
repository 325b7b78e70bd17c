#pragma once

#include "compiler/compile.hpp"
#include "compiler/element_list.hpp"
#include "compiler/unit_builder.hpp"

namespace miniyarv {

/// Rewrites the list of a sequence: peepholes, specialised instructions, forms with an operand built in. One
/// pass from front to back applies all of them to each instruction in turn, so a rewrite that looks back sees
/// what the earlier ones made.
class Optimizer {
public:
  Optimizer(const CompileOptions& options, UnitBuilder& builder, Arena& arena)
      : options_(options), builder_(builder), arena_(arena) {}

  /// `is_block`: the list may begin with the nop of a block's entry, which goes if nothing needs it.
  void run(ElementList& list, bool is_block);

private:
  void peephole(Instruction* insn);
  // Jumps (optimize_jumps.cpp). Those that return bool say whether the instruction is settled.
  bool rewrite_jump(Instruction* jump);
  void shorten_branch(Instruction* branch);
  void decide_branch(Instruction* branch, Instruction* pushed, bool after_dup);
  bool remove_unreachable(Element* first);
  // Adjacent instructions (optimize_peephole.cpp).
  void fold_string_range(Instruction* range);
  void freeze_literal(Instruction* insn);
  void drop_popped(Instruction* pop);
  bool pop_new_array(Instruction* newarray);
  void simplify_array(Instruction* insn);
  void spread_new_array(Instruction* newarray);
  void simplify_string(Instruction* insn);
  void merge_concatenations(Instruction* concat);
  void drop_repeated_store(Instruction* dup);
  void drop_self_assignment(Instruction* getlocal);
  void pass_literal_keywords(Instruction* splat);
  // Specialised instructions (optimize_calls.cpp).
  void specialize(Instruction* insn);
  void specialize_new_array(Instruction* newarray);
  bool specialize_pack(Instruction* newarray);
  void specialize_dup_array(Instruction* duparray);
  Instruction* find_include(Instruction* argument);
  void specialize_send(Instruction* send);
  void unify_operands(Instruction* insn);

  void set(Instruction* insn, Insn opcode, std::initializer_list<Operand> operands);
  void release_targets(Instruction* insn);
  bool is_string(const Instruction* insn) const;
  LiteralKind literal_kind(const Instruction* insn) const {
    return builder_.literal(insn->operands[0].literal).kind;
  }
  std::string_view mid_of(const CallSite* site) const { return builder_.name_text(site->mid); }
  bool is_simple_call(const Element* e, std::string_view mid, uint16_t argc) const;

  const CompileOptions& options_;
  UnitBuilder& builder_;
  Arena& arena_;
  uint32_t scans_ = 0;
};

} // namespace miniyarv
