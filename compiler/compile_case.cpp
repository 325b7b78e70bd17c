#include "compiler/iseq_compiler.hpp"

#include <cmath>

// case/when. Tests come first, then the bodies; each is compiled into a list of its own.

namespace miniyarv {

void ISeqCompiler::visit(ElementList& out, const CaseNode& node, bool popped) {
  if (!node.predicate) return compile_case_without_subject(out, node, popped);
  const Position where = at(node);
  ElementList tests(unit_.arena);
  ElementList bodies(unit_.arena);
  Label* const end = new_label();
  Label* const otherwise = new_label();
  auto* dispatch =
      make_in<CaseDispatch>(unit_.arena, CaseDispatch{std::pmr::vector<CaseDispatch::Entry>(&unit_.arena)});
  bool dispatchable = unit_.options.specialized_instruction;
  for (const Node* condition : node.conditions) {
    const auto* clause = as<WhenNode>(condition);
    const Position clause_at = at(clause);
    Label* const body = new_label();
    for (const Node* value : clause->conditions) {
      dispatchable = dispatchable && add_dispatch_entry(*dispatch, value, body);
      compile_when_test(tests, value, body);
    }
    bodies.label(body);
    bodies.insn(clause_at, Insn::pop);
    compile_branch(bodies, clause->statements, popped);
    bodies.jump(clause_at, Insn::jump, end);
  }
  compile_value(out, node.predicate);
  if (dispatchable) {
    out.insn(where, Insn::dup);
    out.insn(where, Insn::opt_case_dispatch, dispatch, otherwise);
    otherwise->refs++;
  }
  out.append(tests);
  out.label(otherwise);
  const auto* clause = node.else_clause;
  const Position else_at = !clause ? where : clause->statements ? at(clause->statements) : at(clause);
  out.insn(else_at, Insn::pop);
  if (clause) {
    compile(out, clause, popped);
  } else if (!popped) {
    out.insn(else_at, Insn::putnil);
  }
  out.jump(else_at, Insn::jump, end);
  out.append(bodies);
  out.label(end);
}

void ISeqCompiler::compile_branch(ElementList& out, const Node* statements, bool popped) {
  if (statements) {
    compile(out, statements, popped);
  } else if (!popped) {
    put_implicit_nil(out);
  }
}

/// One value of a `when`, compared with the subject, which stays on the stack.
void ISeqCompiler::compile_when_test(ElementList& tests, const Node* condition, Label* body) {
  const Position where = at(condition);
  if (is<SplatNode>(condition)) {
    tests.insn(where, Insn::dup);
    compile_value(tests, condition);
    tests.insn(where, Insn::checkmatch, checkmatch::kCase | checkmatch::kArray);
  } else {
    if (is<StringNode>(condition)) {
      tests.insn(where, Insn::putobject, string_literal(condition));
    } else {
      compile_value(tests, condition);
    }
    tests.insn(where, Insn::topn, 1);
    send(tests, where, "===", 1, call_flag::kFcall);
  }
  tests.jump(where, Insn::branchif, body);
}

/// Adds a literal to the table of a dispatch; false if the condition is not one that can be looked up.
bool ISeqCompiler::add_dispatch_entry(CaseDispatch& dispatch, const Node* condition, Label* body) {
  switch (condition->kind) {
  case NodeKind::Float:
  case NodeKind::Integer:
  case NodeKind::Nil:
  case NodeKind::True:
  case NodeKind::False:
  case NodeKind::String:
  case NodeKind::Symbol:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine: break;
  default: return false;
  }
  LiteralId key = static_literal(condition);
  if (const auto* number = as_if<FloatNode>(condition)) {
    // 1.0 and 1 are the same to `===`.
    const double value = number->value;
    if (std::abs(value) < 0x1p62 && value == std::trunc(value)) {
      key = unit_.builder.integer(static_cast<int64_t>(value));
    }
  }
  for (const CaseDispatch::Entry& entry : dispatch.entries) {
    if (entry.key == key) return true;
  }
  dispatch.entries.push_back({key, body});
  return true;
}

/// `case` without a subject: the conditions one after the other.
void ISeqCompiler::compile_case_without_subject(ElementList& out, const CaseNode& node, bool popped) {
  const Position where = at(node);
  ElementList bodies(unit_.arena);
  Label* const end = new_label();
  for (const Node* condition : node.conditions) {
    const auto* clause = as<WhenNode>(condition);
    Label* const body = new_label();
    bodies.label(body);
    compile_branch(bodies, clause->statements, popped);
    bodies.jump(where, Insn::jump, end);
    for (const Node* test : clause->conditions) {
      if (is<SplatNode>(test)) {
        out.insn(at(test), Insn::putnil);
        compile_value(out, test);
        out.insn(at(test), Insn::checkmatch, checkmatch::kWhen | checkmatch::kArray);
        out.jump(at(test), Insn::branchif, body);
      } else {
        Label* const next = new_label();
        compile_condition(out, test, body, next, false);
        out.label(next);
      }
    }
  }
  compile_branch(out, node.else_clause, popped);
  out.jump(where, Insn::jump, end);
  out.append(bodies);
  out.label(end);
}

} // namespace miniyarv
