#include "compiler/iseq_compiler.hpp"

// Statements, conditions and loops.

namespace miniyarv {

namespace {

const Node* left_of(const Node* node) {
  if (const auto* both = as_if<AndNode>(node)) return both->left;
  if (const auto* either = as_if<OrNode>(node)) return either->left;
  return nullptr;
}

const Node* right_of(const Node* node) {
  if (const auto* both = as_if<AndNode>(node)) return both->right;
  return as<OrNode>(node)->right;
}

bool is_always_true(const Node* node) {
  switch (node->kind) {
  case NodeKind::Float:
  case NodeKind::Imaginary:
  case NodeKind::Integer:
  case NodeKind::Lambda:
  case NodeKind::Rational:
  case NodeKind::RegularExpression:
  case NodeKind::String:
  case NodeKind::Symbol:
  case NodeKind::True: return true;
  default: return false;
  }
}

} // namespace

void ISeqCompiler::visit(ElementList& out, const StatementsNode& node, bool popped) {
  if (node.body.empty()) {
    out.insn(at(node), Insn::putnil);
    return;
  }
  for (const Node* statement : node.body.first(node.body.size() - 1)) compile_popped(out, statement);
  compile(out, node.body.back(), popped);
}

void ISeqCompiler::visit(ElementList& out, const ParenthesesNode& node, bool popped) {
  if (node.body) {
    compile(out, node.body, popped);
  } else if (!popped) {
    out.insn(at(node), Insn::putnil);
  }
}

/// The nil of a branch that was not written; it belongs to the statement before it.
void ISeqCompiler::put_implicit_nil(ElementList& out) {
  out.insn({last_line_ ? last_line_ : head_.first_line, {}}, Insn::putnil);
}

// --- and, or ---

void ISeqCompiler::visit(ElementList& out, const AndNode& node, bool popped) {
  compile_logical(out, &node, popped);
}
void ISeqCompiler::visit(ElementList& out, const OrNode& node, bool popped) {
  compile_logical(out, &node, popped);
}

/// Chains nest on the left, as deep as they are long, so the left sides are not compiled by recursion.
void ISeqCompiler::compile_logical(ElementList& out, const Node* node, bool popped) {
  std::vector<const Node*> chain;
  for (const Node* link = node; left_of(link); link = left_of(link)) {
    if (!chain.empty()) line_event(out, link, unit_.line(link->loc.start));
    chain.push_back(link);
  }
  compile_value(out, left_of(chain.back()));
  while (!chain.empty()) {
    const Node* link = chain.back();
    chain.pop_back();
    const bool link_popped = popped && chain.empty();
    const Position where = at(link);
    Label* const done = new_label();
    if (!link_popped) out.insn(where, Insn::dup);
    out.jump(where, is<AndNode>(link) ? Insn::branchunless : Insn::branchif, done);
    if (!link_popped) out.insn(where, Insn::pop);
    compile(out, right_of(link), link_popped);
    out.label(done);
  }
}

// --- Conditions ---

/// Compiles a condition to jumps. `a && b` and `a || b` short-circuit without making values.
void ISeqCompiler::compile_condition(ElementList& out, const Node* condition, Label* then_label,
                                     Label* else_label, bool popped) {
  compile_condition_at(out, at(condition), condition, then_label, else_label, popped);
}

void ISeqCompiler::compile_condition_at(ElementList& out, Position where, const Node* condition,
                                        Label* then_label, Label* else_label, bool popped) {
  // Chains nest on the left, as deep as they are long. The outcome of a link's left side that does not decide
  // goes on to its right side, at a label of its own.
  struct Link {
    const Node* node;
    Label *then_label, *else_label, *go_on;
  };
  std::vector<Link> chain;
  for (; left_of(condition); condition = left_of(condition)) {
    chain.push_back({condition, then_label, else_label, new_label()});
    (is<AndNode>(condition) ? then_label : else_label) = chain.back().go_on;
  }
  auto* code = make_in<ElementList>(unit_.arena, unit_.arena);
  compile_plain_condition(*code, where, condition, then_label, else_label);
  for (; !chain.empty(); chain.pop_back()) {
    const Link& link = chain.back();
    auto* whole = make_in<ElementList>(unit_.arena, unit_.arena);
    const Instruction* only = code->only_instruction();
    const bool always_goes_on = only && only->insn == Insn::jump && only->operands[0].label == link.go_on;
    if (!always_goes_on) {
      if (link.go_on->refs) {
        code->label(link.go_on);
      } else if (popped) {
        whole->insn(where, Insn::putnil);
      }
      whole->append(*code);
    }
    compile_condition_at(*whole, where, right_of(link.node), link.then_label, link.else_label, popped);
    code = whole;
  }
  out.append(*code);
}

void ISeqCompiler::compile_plain_condition(ElementList& out, Position where, const Node* condition,
                                           Label* then_label, Label* else_label) {
  if (is<FalseNode>(condition) || is<NilNode>(condition)) return out.jump(where, Insn::jump, else_label);
  if (is_always_true(condition)) return out.jump(where, Insn::jump, then_label);
  if (const auto* flip_flop = as_if<FlipFlopNode>(condition)) {
    return compile_flip_flop(out, *flip_flop, then_label, else_label);
  }
  if (const auto* defined = as_if<DefinedNode>(condition)) {
    compile_defined(out, where, defined->value, true);
  } else {
    ElementList code(unit_.arena);
    compile_value(code, condition);
    const Instruction* only = code.only_instruction();
    if (only && only->insn == Insn::putobject) {
      const LiteralKind kind = unit_.builder.literal(only->operands[0].literal).kind;
      return out.jump(where, Insn::jump, kind == LiteralKind::False ? else_label : then_label);
    }
    out.append(code);
  }
  out.jump(where, Insn::branchunless, else_label);
  out.jump(where, Insn::jump, then_label);
}

// --- if, unless ---

void ISeqCompiler::visit(ElementList& out, const IfNode& node, bool popped) {
  // `elsif` clauses nest, as deep as there are many.
  std::vector<Label*> ends;
  const IfNode* clause = &node;
  while (clause) {
    const Node* subsequent = clause->subsequent;
    const IfNode* next = as_if<IfNode>(clause->subsequent);
    if (Label* end =
            compile_conditional(out, at(clause), clause->predicate, clause->statements, subsequent, popped)) {
      ends.push_back(end);
    }
    clause = subsequent ? next : nullptr;
    if (clause) line_event(out, clause, unit_.line(clause->loc.start));
  }
  for (auto end = ends.rbegin(); end != ends.rend(); ++end) out.label(*end);
}

void ISeqCompiler::visit(ElementList& out, const UnlessNode& node, bool popped) {
  const Node* statements = node.else_clause ? node.else_clause->statements : nullptr;
  const Node* subsequent = node.statements;
  if (Label* end = compile_conditional(out, at(node), node.predicate, statements, subsequent, popped))
    out.label(end);
}

/// One conditional. Returns the label to put behind it, or null. If `subsequent` is an `elsif` it is left to
/// the caller, unless it cannot be reached: then `subsequent` becomes null.
Label* ISeqCompiler::compile_conditional(ElementList& out, Position at, const Node* predicate,
                                         const Node* statements, const Node*& subsequent, bool popped) {
  Label* const then_label = new_label();
  Label* const else_label = new_label();
  Label* end_label = nullptr;
  compile_condition(out, predicate, then_label, else_label, false);
  if (then_label->refs) {
    out.label(then_label);
    if (statements) {
      compile(out, statements, popped);
    } else if (!popped) {
      put_implicit_nil(out);
    }
    if (else_label->refs) {
      end_label = new_label();
      out.jump(at, Insn::jump, end_label);
      // The value of the branch not taken is not there; the optimiser drops this as unreachable.
      if (!popped) out.insn(at, Insn::pop);
    }
  }
  if (!else_label->refs) {
    subsequent = nullptr;
    return end_label;
  }
  out.label(else_label);
  if (!subsequent) {
    if (!popped) put_implicit_nil(out);
  } else if (!is<IfNode>(subsequent)) {
    compile(out, subsequent, popped);
    subsequent = nullptr;
  }
  return end_label;
}

void ISeqCompiler::visit(ElementList& out, const ElseNode& node, bool popped) {
  if (node.statements) {
    compile(out, node.statements, popped);
  } else if (!popped) {
    put_implicit_nil(out);
  }
}

// --- Loops ---

struct ISeqCompiler::Loop {
  Position at;
  const Node* predicate;
  const StatementsNode* statements;
  bool until;
  bool body_first; ///< begin ... end while
};

void ISeqCompiler::visit(ElementList& out, const WhileNode& node, bool popped) {
  const bool body_first = node.has(LoopFlag::BeginModifier);
  compile_loop(out, {at(node), node.predicate, node.statements, false, body_first}, popped);
}

void ISeqCompiler::visit(ElementList& out, const UntilNode& node, bool popped) {
  const bool body_first = node.has(LoopFlag::BeginModifier);
  compile_loop(out, {at(node), node.predicate, node.statements, true, body_first}, popped);
}

void ISeqCompiler::compile_loop(ElementList& out, const Loop& loop, bool popped) {
  Label* const outer_start = start_label_;
  Label* const outer_end = end_label_;
  Label* const outer_redo = redo_label_;
  Label* const next = start_label_ = new_label();
  Label* const redo = redo_label_ = new_label();
  Label* const leave = end_label_ = new_label();
  Label* const finished = new_label();
  Label* const head = new_label();
  Label* const next_catch = new_label();
  // A jump out of the loop stops here and does not run the bodies of ensures around it.
  EnsureEntry entry{ensure_, nullptr, {}};
  ensure_ = &entry;

  Label* const body = loop.body_first ? new_label() : nullptr;
  out.jump(loop.at, Insn::jump, body ? body : next);
  out.label(head);
  out.insn(loop.at, Insn::putnil);
  out.label(next_catch);
  out.insn(loop.at, Insn::pop);
  out.jump(loop.at, Insn::jump, next);
  if (body) out.label(body);

  out.label(redo);
  if (loop.statements) compile_popped(out, loop.statements);
  out.label(next);
  compile_condition(out, loop.predicate, loop.until ? finished : redo, loop.until ? redo : finished, popped);
  out.label(finished);
  out.assume_depth(head);
  out.insn(loop.at, Insn::putnil);
  out.label(leave);
  if (popped) out.insn(loop.at, Insn::pop);

  add_catch(CatchType::Break, redo, leave, ISeqId::None, leave);
  add_catch(CatchType::Next, redo, leave, ISeqId::None, next_catch);
  add_catch(CatchType::Redo, redo, leave, ISeqId::None, redo);
  start_label_ = outer_start;
  end_label_ = outer_end;
  redo_label_ = outer_redo;
  ensure_ = entry.outer;
}

// --- Flip-flops ---

void ISeqCompiler::visit(ElementList& out, const FlipFlopNode& node, bool) {
  const Position where = at(node);
  Label* const then_label = new_label();
  Label* const else_label = new_label();
  Label* const done = new_label();
  compile_flip_flop(out, node, then_label, else_label);
  out.label(then_label);
  out.insn(where, Insn::putobject, literal_true());
  out.jump(where, Insn::jump, done);
  out.label(else_label);
  out.insn(where, Insn::putobject, literal_false());
  out.label(done);
}

void ISeqCompiler::compile_flip_flop(ElementList& out, const FlipFlopNode& node, Label* then_label,
                                     Label* else_label) {
  const Position where = at(node);
  const uint32_t state = special_variable::kFlipFlop + local_->flip_flops_++;
  Label* const on = new_label();
  out.insn(where, Insn::getspecial, state, 0);
  out.jump(where, Insn::branchif, on);
  compile_flip_flop_bound(out, where, node.left);
  out.jump(where, Insn::branchunless, else_label);
  out.insn(where, Insn::putobject, literal_true());
  out.insn(where, Insn::setspecial, state);
  if (node.has(RangeFlag::ExcludeEnd)) out.jump(where, Insn::jump, then_label);
  out.label(on);
  compile_flip_flop_bound(out, where, node.right);
  out.jump(where, Insn::branchunless, then_label);
  out.insn(where, Insn::putobject, literal_false());
  out.insn(where, Insn::setspecial, state);
  out.jump(where, Insn::jump, then_label);
}

/// An integer is compared with the number of the line read last.
void ISeqCompiler::compile_flip_flop_bound(ElementList& out, Position where, const Node* bound) {
  if (!bound) {
    out.insn(where, Insn::putnil);
    return;
  }
  compile_value(out, bound);
  if (!is<IntegerNode>(bound)) return;
  out.insn(where, Insn::getglobal, name("$."));
  send(out, where, "==", 1);
}

} // namespace miniyarv
