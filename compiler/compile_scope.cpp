#include "compiler/iseq_compiler.hpp"

#include <cassert>

// Scopes: from a node to a finished sequence.

namespace miniyarv {

namespace {

template <class N> ScopeSource with_body(const N& node) {
  ScopeSource scope;
  scope.node = &node;
  scope.body = node.body;
  scope.locals = node.locals;
  return scope;
}

template <class N> ScopeSource with_parameters(const N& node) {
  ScopeSource scope = with_body(node);
  scope.parameters = node.parameters;
  return scope;
}

} // namespace

ScopeSource ScopeSource::of(const Node* node) {
  switch (node->kind) {
  case NodeKind::Block: return with_parameters(*as<BlockNode>(node));
  case NodeKind::Lambda: return with_parameters(*as<LambdaNode>(node));
  case NodeKind::Def: return with_parameters(*as<DefNode>(node));
  case NodeKind::Class: return with_body(*as<ClassNode>(node));
  case NodeKind::Module: return with_body(*as<ModuleNode>(node));
  case NodeKind::SingletonClass: return with_body(*as<SingletonClassNode>(node));
  default: break;
  }
  ScopeSource scope;
  scope.node = node;
  scope.counted = false;
  switch (node->kind) {
  case NodeKind::For: scope.body = as<ForNode>(node)->statements; break;
  case NodeKind::Ensure: scope.body = as<EnsureNode>(node)->statements; break;
  case NodeKind::Rescue: scope.body = as<RescueNode>(node)->statements; break;
  case NodeKind::RescueModifier: scope.body = as<RescueModifierNode>(node)->rescue_expression; break;
  case NodeKind::PostExecution: scope.body = as<PostExecutionNode>(node)->statements; break;
  default: scope.body = node; break;
  }
  return scope;
}

ISeqId ISeqCompiler::compile_program(const ProgramNode& program) {
  ScopeSource scope;
  scope.node = &program;
  scope.body = program.statements;
  scope.locals = program.locals;
  const Location range = program.statements->loc;
  const bool empty = program.statements->body.empty();
  const int first = unit_.source.first_line();
  return compile_scope(scope, empty ? SourceRange{first, 0, first, 0} : unit_.range(range.start, range.end))
      .id;
}

ChildISeq ISeqCompiler::compile_child(const ScopeSource& scope, ISeqType type, NameId label,
                                      SourceRange range) {
  ISeqCompiler child(unit_, this, type, label);
  return child.compile_scope(scope, range);
}

/// A scope that neither sees this one's locals nor throws into it.
ChildISeq ISeqCompiler::compile_detached(const ScopeSource& scope, ISeqType type, NameId label,
                                         SourceRange range) {
  ISeqCompiler child(unit_, nullptr, type, label);
  return child.compile_scope(scope, range);
}

ChildISeq ISeqCompiler::compile_block(const Node* node) {
  return compile_child(ScopeSource::of(node), ISeqType::Block, block_label(), block_range(node));
}

/// `block in foo`, counting the blocks that are nested in each other.
NameId ISeqCompiler::block_label() const {
  int levels = 1;
  for (const ISeqCompiler* scope = this; scope != local_; scope = scope->parent_) {
    if (scope->is_block_like()) levels++;
  }
  std::string label = levels == 1 ? "block in " : "block (" + std::to_string(levels) + " levels) in ";
  label += local_->label_text();
  return unit_.name(label);
}

SourceRange ISeqCompiler::block_range(const Node* node) {
  // A lambda's range begins with its parameters; implicit ones are where the whole lambda is.
  uint32_t start = node->loc.start;
  const auto* lambda = as_if<LambdaNode>(node);
  if (lambda && !lambda->parameters) start = lambda->operator_loc.end;
  if (lambda && is<BlockParametersNode>(lambda->parameters)) start = lambda->parameters->loc.start;
  return unit_.range(start, node->loc.end);
}

ChildISeq ISeqCompiler::compile_scope(const ScopeSource& scope, SourceRange range) {
  head_.range = range;
  head_.first_line = range.start_line;
  head_.is_lambda_literal = is<LambdaNode>(scope.node);
  counted_scope_ = scope.counted;
  ElementList body(unit_.arena);
  ElementList whole(unit_.arena);
  pre_execution_ = &whole;
  declare_locals(scope);
  setup_parameters(body, scope);
  compile_body(body, scope);
  whole.append(body);
  optimize(whole);
  separate_catch_ends();
  return assemble(whole);
}

void ISeqCompiler::compile_body(ElementList& out, const ScopeSource& scope) {
  switch (type()) {
  case ISeqType::Ensure: return compile_ensure_body(out, scope);
  case ISeqType::Rescue: return compile_rescue_body(out, scope);
  case ISeqType::Block: compile_block_body(out, scope); break;
  default: {
    const bool is_class = is<ClassNode>(scope.node) || is<ModuleNode>(scope.node);
    const bool is_method = type() == ISeqType::Method;
    if (is_class || is_method) out.trace(is_class ? event::kClass : event::kCall);
    if (const auto* regexp = as_if<InterpolatedRegularExpressionNode>(scope.node)) {
      compile_dynamic_regexp(out, at(regexp), regexp->parts, *regexp);
    } else if (scope.body) {
      compile_value(out, scope.body);
    } else {
      out.insn(at(scope.node), Insn::putnil);
    }
    if (is_class || is_method) {
      out.trace(is_class ? event::kEnd : event::kReturn);
      last_line_ = head_.range.end_line;
    }
    break;
  }
  }
  out.insn({last_line_, scope.node->loc}, Insn::leave);
}

void ISeqCompiler::compile_block_body(ElementList& out, const ScopeSource& scope) {
  const Position at_start{head_.first_line, scope.node->loc};
  Label* const start = start_label_ = new_label();
  Label* const end = end_label_ = new_label();
  if (const auto* loop = as_if<ForNode>(scope.node)) compile_for_index(out, loop->index);
  out.trace(event::kBlockCall);
  out.insn(at_start, Insn::nop);
  out.label(start);
  if (const auto* post = as_if<PostExecutionNode>(scope.node)) {
    compile_post_execution(out, *post);
  } else if (scope.body) {
    compile_value(out, scope.body);
  } else {
    out.insn(at_start, Insn::putnil);
  }
  out.label(end);
  out.trace(event::kBlockReturn);
  last_line_ = head_.range.end_line;
  // These cover the whole body, so they come after the entries of what is in it.
  add_catch(CatchType::Redo, start, end, ISeqId::None, start);
  add_catch(CatchType::Next, start, end, ISeqId::None, end);
}

void ISeqCompiler::compile_post_execution(ElementList& out, const PostExecutionNode& node) {
  const Position where{head_.first_line, node.loc};
  out.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
  const Node* statements = node.statements ? static_cast<const Node*>(node.statements) : &node;
  const ChildISeq block =
      compile_child(ScopeSource{statements, node.statements, nullptr, {}, false}, ISeqType::Block,
                    parent_->block_label(), unit_.range(statements->loc.start, statements->loc.end));
  CallArguments args;
  args.flags = call_flag::kFcall;
  send(out, where, name("core#set_postexe"), args, block.id);
}

void ISeqCompiler::compile_ensure_body(ElementList& out, const ScopeSource& scope) {
  const Position where = at(scope.node);
  if (scope.body) compile_popped(out, scope.body);
  get_local(out, where, {0, 0});
  out.insn(where, Insn::throw_, throw_state::kRaise);
}

/// The clauses of a `begin`, or the fallback of a `rescue` modifier. The exception is in the only local.
void ISeqCompiler::compile_rescue_body(ElementList& out, const ScopeSource& scope) {
  const Position where = at(scope.node);
  if (!is<RescueModifierNode>(scope.node)) {
    compile_value(out, scope.node);
  } else {
    Label* const matched = new_label();
    Label* const unmatched = new_label();
    get_local(out, where, {0, 0});
    out.insn(where, Insn::putobject, core_class("StandardError"));
    out.insn(where, Insn::checkmatch, checkmatch::kRescue);
    out.jump(where, Insn::branchif, matched);
    out.jump(where, Insn::jump, unmatched);
    out.label(matched);
    out.trace(event::kRescue);
    compile_value(out, scope.body);
    out.insn(where, Insn::leave);
    out.label(unmatched);
    get_local(out, where, {0, 0});
  }
  out.insn(where, Insn::throw_, throw_state::kRaise);
}

/// The sequence that makes an exception in a `defined?` operand mean nil.
ChildISeq ISeqCompiler::compile_defined_guard() {
  ISeqCompiler guard(unit_, this, ISeqType::Rescue,
                     unit_.name("defined guard in " + std::string(label_text())));
  guard.head_.range = {0, 0, -1, -1};
  guard.head_.first_line = 0;
  guard.counted_scope_ = false;
  guard.add_slot(unit_.name("$!"));
  ElementList out(unit_.arena);
  out.insn({}, Insn::putnil);
  out.insn({}, Insn::leave);
  guard.optimize(out);
  return guard.assemble(out);
}

} // namespace miniyarv
