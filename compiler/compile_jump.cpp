#include "compiler/iseq_compiler.hpp"

// break, next, redo, retry and return. Within a sequence they are jumps, in front of which the bodies of
// pending ensures are repeated; out of a sequence they are throws.

namespace miniyarv {

void ISeqCompiler::compile_jump_value(ElementList& out, Position at, const ArgumentsNode* arguments) {
  if (arguments) {
    compile_value(out, arguments);
  } else {
    out.insn(at, Insn::putnil);
  }
}

/// Throws the top of the stack.
void ISeqCompiler::compile_throw(ElementList& out, Position at, uint32_t state, bool popped) {
  out.insn(at, Insn::throw_, state);
  if (popped) out.insn(at, Insn::pop);
}

/// In a body that a `rescue` protects, with an `ensure` pending as well, jumps are throws.
bool ISeqCompiler::can_inline_ensure() const {
  if (!in_rescue_) return true;
  for (const EnsureEntry* entry = ensure_; entry; entry = entry->outer) {
    if (entry->node) return false;
  }
  return true;
}

/// Repeats the bodies of the ensures that a jump leaves: all of the sequence, or those inside the loop. What
/// is repeated is not protected by its own ensure, so the protected range is split.
void ISeqCompiler::inline_ensure_bodies(ElementList& out, bool leaving_sequence) {
  EnsureEntry* const current = ensure_;
  for (EnsureEntry* entry = current; entry; entry = entry->outer) {
    if (!entry->node) {
      if (!leaving_sequence) break;
      continue;
    }
    Label* const start = new_label();
    Label* const end = new_label();
    Label* const range_end = entry->ranges.back().end;
    entry->ranges.back().end = start;
    entry->ranges.push_back({end, range_end});
    ensure_ = entry->outer;
    out.label(start);
    compile_popped(out, entry->node);
    out.label(end);
  }
  ensure_ = current;
}

/// The state bits of a throw to the nearest loop or block around, where it is a block: `in_block`.
uint32_t ISeqCompiler::throw_flags_to_target(const char* what, uint32_t in_block) const {
  for (const ISeqCompiler* scope = this; scope; scope = scope->parent_) {
    if (scope->redo_label_) return throw_state::kNoEscape;
    if (scope->type() == ISeqType::Block) return in_block;
    if (scope->type() == ISeqType::Eval) break;
  }
  throw CompileError(std::string("Invalid ") + what, std::max(last_line_, head_.first_line));
}

void ISeqCompiler::visit(ElementList& out, const BreakNode& node, bool popped) {
  const Position where = at(node);
  if (!redo_label_ || !can_inline_ensure()) {
    const uint32_t flags = throw_flags_to_target("break", 0);
    compile_jump_value(out, where, node.arguments);
    return compile_throw(out, where, flags | throw_state::kBreak, popped);
  }
  Label* const depth = new_label();
  out.label(depth);
  out.adjust(where, redo_label_);
  compile_jump_value(out, where, node.arguments);
  inline_ensure_bodies(out, false);
  out.jump(where, Insn::jump, end_label_);
  out.assume_depth(depth);
  if (!popped) out.insn(where, Insn::putnil);
}

void ISeqCompiler::visit(ElementList& out, const NextNode& node, bool popped) {
  const Position where = at(node);
  if (!can_inline_ensure() || (!redo_label_ && !end_label_)) {
    const uint32_t flags = throw_flags_to_target("next", throw_state::kNoEscape);
    compile_jump_value(out, where, node.arguments);
    return compile_throw(out, where, flags | throw_state::kNext, popped);
  }
  Label* const depth = new_label();
  out.label(depth);
  const bool in_loop = redo_label_ != nullptr;
  if (in_loop) {
    compile_jump_value(out, where, node.arguments);
    inline_ensure_bodies(out, false);
    out.adjust(where, redo_label_);
    out.jump(where, Insn::jump, start_label_);
  } else {
    out.adjust(where, start_label_);
    compile_jump_value(out, where, node.arguments);
    inline_ensure_bodies(out, false);
    out.jump(where, Insn::jump, end_label_);
  }
  out.assume_depth(depth);
  if (!in_loop) depth->unremovable = false;
  if (!popped) out.insn(where, Insn::putnil);
}

void ISeqCompiler::visit(ElementList& out, const RedoNode& node, bool popped) {
  const Position where = at(node);
  const bool in_block = !redo_label_ && type() != ISeqType::Eval && start_label_;
  if (!can_inline_ensure() || (!redo_label_ && !in_block)) {
    throw_flags_to_target("redo", 0);
    out.insn(where, Insn::putnil);
    return compile_throw(out, where, throw_state::kNoEscape | throw_state::kRedo, popped);
  }
  Label* const depth = new_label();
  out.label(depth);
  if (redo_label_) {
    out.adjust(where, redo_label_);
    inline_ensure_bodies(out, false);
    out.jump(where, Insn::jump, redo_label_);
  } else {
    inline_ensure_bodies(out, false);
    out.adjust(where, start_label_);
    out.jump(where, Insn::jump, start_label_);
  }
  out.assume_depth(depth);
  if (!popped) out.insn(where, Insn::putnil);
}

void ISeqCompiler::visit(ElementList& out, const RetryNode& node, bool popped) {
  const Position where = at(node);
  if (type() != ISeqType::Rescue) throw CompileError("Invalid retry", where.line);
  out.insn(where, Insn::putnil);
  compile_throw(out, where, throw_state::kRetry, popped);
}

void ISeqCompiler::visit(ElementList& out, const ReturnNode& node, bool popped) {
  const Position where = at(node);
  const bool leaves = type() == ISeqType::Method || type() == ISeqType::Top || type() == ISeqType::Main;
  Label* const depth = new_label();
  if (leaves) {
    out.label(depth);
    out.adjust(where, nullptr);
  }
  compile_jump_value(out, where, node.arguments);
  if (leaves && can_inline_ensure()) {
    inline_ensure_bodies(out, true);
    out.trace(event::kReturn);
    out.insn(where, Insn::leave);
    out.assume_depth(depth);
    if (!popped) out.insn(where, Insn::putnil);
  } else {
    compile_throw(out, where, throw_state::kReturn, popped);
  }
}

} // namespace miniyarv
