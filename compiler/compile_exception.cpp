#include "compiler/assignment_target.hpp"
#include "compiler/iseq_compiler.hpp"

// begin, rescue, else, ensure.

namespace miniyarv {

namespace {
constexpr LocalPlace kErrorInfo{0, 0}; ///< `$!`, the only local of a rescue or ensure sequence
} // namespace

void ISeqCompiler::visit(ElementList& out, const BeginNode& node, bool popped) {
  if (node.ensure_clause) return compile_ensure(out, node, at(node), popped);
  if (node.rescue_clause) return compile_rescue(out, node, at(node), popped);
  if (node.statements) {
    compile(out, node.statements, popped);
  } else if (!popped) {
    put_implicit_nil(out);
  }
}

void ISeqCompiler::compile_rescue(ElementList& out, const BeginNode& node, Position at, bool popped) {
  const RescueNode& clause = *node.rescue_clause;
  const RescueNode* last = &clause;
  while (last->subsequent) last = last->subsequent;
  const NameId label = name("rescue in " + std::string(label_text()));
  const ChildISeq handler = compile_child(ScopeSource::of(&clause), ISeqType::Rescue, label,
                                          unit_.range(clause.loc.start, last->loc.end));
  Label* const start = new_label();
  Label* const end = new_label();
  Label* const cont = new_label();
  out.label(start);
  const bool was_in_rescue = in_rescue_;
  in_rescue_ = true;
  if (node.statements) {
    compile_value(out, node.statements);
  } else {
    out.insn(this->at(clause), Insn::putnil);
  }
  in_rescue_ = was_in_rescue;
  out.label(end);
  if (node.else_clause) {
    if (!popped) out.insn(at, Insn::pop);
    compile(out, node.else_clause, popped);
  }
  out.insn(at, Insn::nop);
  out.label(cont);
  if (popped) out.insn(at, Insn::pop);
  add_catch(CatchType::Rescue, start, end, handler.id, cont);
  add_catch(CatchType::Retry, end, cont, ISeqId::None, start);
}

void ISeqCompiler::compile_ensure(ElementList& out, const BeginNode& node, Position at, bool popped) {
  const EnsureNode& clause = *node.ensure_clause;
  const StatementsNode* statements = clause.statements;
  Label* const start = new_label();
  Label* const end = new_label();
  Label* const cont = new_label();
  ElementList inline_body(unit_.arena);
  if (statements) compile_popped(inline_body, statements);
  // An ensure that always returns leaves nothing of the body's value.
  const bool always_leaves = is_insn(inline_body.last(), Insn::leave);

  EnsureEntry entry{ensure_, &clause, {{start, end}}};
  ensure_ = &entry;
  out.label(start);
  const bool body_popped = popped || always_leaves;
  if (node.rescue_clause) {
    compile_rescue(out, node, at, body_popped);
  } else if (node.statements) {
    compile(out, node.statements, body_popped);
  } else if (!body_popped) {
    put_implicit_nil(out);
  }
  out.label(end);
  out.append(inline_body);
  if (!popped && always_leaves) out.insn(at, Insn::putnil);
  out.label(cont);
  if (always_leaves) out.insn(at, Insn::pop);

  const SourceRange range = statements ? unit_.range(statements->loc.start, statements->loc.end)
                                       : unit_.range(clause.ensure_keyword_loc.start, clause.loc.end);
  const NameId label = name("ensure in " + std::string(label_text()));
  const ChildISeq handler = compile_child(ScopeSource::of(&clause), ISeqType::Ensure, label, range);
  if (start->next != end) {
    for (const EnsureRange& protected_range : entry.ranges) {
      add_catch(CatchType::Ensure, protected_range.begin, protected_range.end, handler.id, cont);
    }
  }
  ensure_ = entry.outer;
}

/// The ensure body itself, repeated where a jump leaves through it.
void ISeqCompiler::visit(ElementList& out, const EnsureNode& node, bool popped) {
  if (node.statements) compile(out, node.statements, popped);
}

// --- Inside a rescue sequence ---

void ISeqCompiler::visit(ElementList& out, const RescueNode& node, bool) {
  Position where;
  for (const RescueNode* clause = &node; clause; clause = clause->subsequent) {
    where = at(clause);
    Label* const matched = new_label();
    Label* const unmatched = new_label();
    compile_rescue_test(out, where, *clause, matched);
    out.jump(where, Insn::jump, unmatched);
    out.label(matched);
    out.trace(event::kRescue);
    if (clause->reference) assign_error(out, where, clause->reference);
    if (clause->statements) {
      compile_value(out, clause->statements);
    } else {
      out.insn(where, Insn::putnil);
    }
    out.insn(where, Insn::leave);
    out.label(unmatched);
  }
  get_local(out, where, kErrorInfo);
}

void ISeqCompiler::compile_rescue_test(ElementList& out, Position where, const RescueNode& clause,
                                       Label* matched) {
  const auto test = [&](uint32_t flags) {
    out.insn(where, Insn::checkmatch, checkmatch::kRescue | flags);
    out.jump(where, Insn::branchif, matched);
  };
  for (const Node* exception : clause.exceptions) {
    get_local(out, where, kErrorInfo);
    compile_value(out, exception);
    test(is<SplatNode>(exception) ? checkmatch::kArray : 0);
  }
  if (!clause.exceptions.empty()) return;
  get_local(out, where, kErrorInfo);
  out.insn(where, Insn::putobject, core_class("StandardError"));
  test(0);
}

/// `=> target`.
void ISeqCompiler::assign_error(ElementList& out, Position where, const Node* target) {
  ElementList writes(unit_.arena);
  ElementList cleanup(unit_.arena);
  TargetLists lists{out, writes, cleanup};
  compile_target(target, lists, nullptr);
  get_local(out, where, kErrorInfo);
  out.append(writes);
  out.append(cleanup);
}

void ISeqCompiler::visit(ElementList& out, const RescueModifierNode& node, bool popped) {
  const Position where = at(node);
  const NameId label = name("rescue in " + std::string(label_text()));
  const ChildISeq handler =
      compile_child(ScopeSource::of(&node), ISeqType::Rescue, label,
                    unit_.range(node.expression->loc.start, node.rescue_expression->loc.end));
  Label* const start = new_label();
  Label* const end = new_label();
  Label* const cont = new_label();
  out.label(start);
  compile_value(out, node.expression);
  out.label(end);
  out.insn(where, Insn::nop);
  out.label(cont);
  if (popped) out.insn(where, Insn::pop);
  add_catch(CatchType::Rescue, start, end, handler.id, cont);
  add_catch(CatchType::Retry, end, cont, ISeqId::None, start);
}

} // namespace miniyarv
