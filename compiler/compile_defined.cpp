#include "compiler/iseq_compiler.hpp"

// defined?(x): a text or nil, without raising. Operands that must be evaluated to find out are guarded by a
// rescue entry that makes the result nil.

namespace miniyarv {

/// Compiles one `defined?`.
class DefinedCompiler {
public:
  DefinedCompiler(ISeqCompiler& compiler, ElementList& out, Position where)
      : compiler_(compiler), out_(out), where_(where) {}

  void compile(const Node* node, bool in_condition);

private:
  void test(const Node* node, bool want_true, bool keep_receiver = false);
  void test_call(const CallNode& node, bool want_true, bool keep_receiver);
  void test_path(const ConstantPathNode& node, bool want_true);
  void test_all(NodeList nodes);
  /// Tests a part of the operand; if it is undefined, so is the whole.
  void require(const Node* node, bool keep_receiver = false);
  LiteralId result(std::string_view text, bool want_true) {
    UnitBuilder& builder = compiler_.unit_.builder;
    return want_true ? builder.boolean(true) : builder.string(text);
  }
  void put(std::string_view text, bool want_true) {
    out_.insn(where_, Insn::putobject, result(text, want_true));
  }
  void ask(DefinedKind kind, LiteralId what, std::string_view text, bool want_true) {
    out_.insn(where_, Insn::defined, kind, what, result(text, want_true));
  }
  LiteralId symbol(Name name) { return compiler_.unit_.builder.symbol(compiler_.name(name)); }
  static std::string_view plain_text(const Node* node);

  ISeqCompiler& compiler_;
  ElementList& out_;
  Position where_;
  Label* undefined_ = nullptr;     ///< a part is undefined
  Label* drop_receiver_ = nullptr; ///< the same, with a receiver on the stack
};

void ISeqCompiler::visit(ElementList& out, const DefinedNode& node, bool popped) {
  if (popped) {
    out.label(new_label());
  } else {
    compile_defined(out, at(node), node.value, false);
  }
}

void ISeqCompiler::compile_defined(ElementList& out, Position at, const Node* value, bool in_condition) {
  DefinedCompiler(*this, out, at).compile(value, in_condition);
}

void DefinedCompiler::compile(const Node* node, bool in_condition) {
  Element* const before = out_.last();
  test(node, in_condition);
  if (undefined_) {
    Label* const start = compiler_.new_label();
    Label* const end = compiler_.new_label();
    const ChildISeq guard = compiler_.compile_defined_guard();
    insert_after(before, start);
    start->placed = true;
    out_.label(end);
    compiler_.add_catch(CatchType::Rescue, start, end, guard.id, undefined_);
    insert_after(before, make_in<Instruction>(out_.arena(), Insn::putnil, where_));
    out_.insn(where_, Insn::swap);
    if (drop_receiver_) out_.label(drop_receiver_);
    out_.insn(where_, Insn::pop);
    out_.label(undefined_);
  }
  // Keeps the result apart from what follows.
  out_.label(compiler_.new_label());
}

void DefinedCompiler::require(const Node* node, bool keep_receiver) {
  test(node, true, keep_receiver);
  out_.jump(where_, Insn::branchunless, keep_receiver ? drop_receiver_ : undefined_);
}

void DefinedCompiler::test_all(NodeList nodes) {
  if (!nodes.empty() && !undefined_) undefined_ = compiler_.new_label();
  for (const Node* node : nodes) require(node);
}

/// What `defined?` says of a node whose parts do not matter.
std::string_view DefinedCompiler::plain_text(const Node* node) {
  switch (node->kind) {
  case NodeKind::Nil: return "nil";
  case NodeKind::Self: return "self";
  case NodeKind::True: return "true";
  case NodeKind::False: return "false";
  case NodeKind::LocalVariableRead:
  case NodeKind::ItLocalVariableRead: return "local-variable";
#define MINIYARV_WRITES(Kind)                                                                                \
  case NodeKind::Kind##Write:                                                                                \
  case NodeKind::Kind##OperatorWrite:                                                                        \
  case NodeKind::Kind##AndWrite:                                                                             \
  case NodeKind::Kind##OrWrite:
    MINIYARV_WRITES(LocalVariable)
    MINIYARV_WRITES(InstanceVariable)
    MINIYARV_WRITES(ClassVariable)
    MINIYARV_WRITES(GlobalVariable)
    MINIYARV_WRITES(Constant)
    MINIYARV_WRITES(ConstantPath)
#undef MINIYARV_WRITES
  case NodeKind::CallOperatorWrite:
  case NodeKind::CallAndWrite:
  case NodeKind::CallOrWrite:
  case NodeKind::IndexOperatorWrite:
  case NodeKind::IndexAndWrite:
  case NodeKind::IndexOrWrite:
  case NodeKind::MultiWrite: return "assignment";
  default: return "expression";
  }
}

/// Pushes the text (or true) or a false value.
void DefinedCompiler::test(const Node* node, bool want_true, bool keep_receiver) {
  compiler_.check_depth();
  const auto ask_lexical = [&](DefinedKind kind, LiteralId what, std::string_view text) {
    out_.insn(where_, Insn::putnil);
    ask(kind, what, text, want_true);
  };
  UnitBuilder& builder = compiler_.unit_.builder;
  switch (node->kind) {
  case NodeKind::InstanceVariableRead: {
    const NameId ivar = compiler_.name(as<InstanceVariableReadNode>(node)->name);
    out_.insn(where_, Insn::definedivar, ivar, compiler_.new_ivar_cache(),
              result("instance-variable", want_true));
    return;
  }
  case NodeKind::GlobalVariableRead:
    return ask_lexical(DefinedKind::Global, symbol(as<GlobalVariableReadNode>(node)->name),
                       "global-variable");
  case NodeKind::ClassVariableRead:
    return ask_lexical(DefinedKind::ClassVariable, symbol(as<ClassVariableReadNode>(node)->name),
                       "class variable");
  case NodeKind::ConstantRead:
    return ask_lexical(DefinedKind::Constant, symbol(as<ConstantReadNode>(node)->name), "constant");
  case NodeKind::BackReferenceRead:
    return ask_lexical(DefinedKind::Ref, symbol(as<BackReferenceReadNode>(node)->name), "global-variable");
  case NodeKind::NumberedReferenceRead: {
    const std::string text = "$" + std::to_string(as<NumberedReferenceReadNode>(node)->number);
    return ask_lexical(DefinedKind::Ref, builder.symbol(text), "global-variable");
  }
  case NodeKind::Yield:
    compiler_.local_->head_.params.uses_block = true;
    return ask_lexical(DefinedKind::Yield, builder.boolean(false), "yield");
  case NodeKind::Super:
  case NodeKind::ForwardingSuper: return ask_lexical(DefinedKind::Super, builder.boolean(false), "super");
  case NodeKind::ConstantPath: return test_path(*as<ConstantPathNode>(node), want_true);
  case NodeKind::Call: return test_call(*as<CallNode>(node), want_true, keep_receiver);
  case NodeKind::Implicit: return test(as<ImplicitNode>(node)->value, want_true);
  case NodeKind::BlockArgument: {
    const auto* argument = as<BlockArgumentNode>(node);
    return argument->expression ? test(argument->expression, want_true) : put("expression", want_true);
  }
  case NodeKind::Parentheses: {
    const Node* body = as<ParenthesesNode>(node)->body;
    if (!body) return put("nil", want_true);
    const auto* statements = as_if<StatementsNode>(body);
    if (statements && statements->body.size() == 1) return test(statements->body[0], want_true);
    return put("expression", want_true);
  }
  case NodeKind::Begin: {
    const auto* begin = as<BeginNode>(node);
    if (begin->rescue_clause || begin->ensure_clause || begin->else_clause)
      return put("expression", want_true);
    if (!begin->statements) return put("nil", want_true);
    if (begin->statements->body.size() == 1) return test(begin->statements->body[0], want_true);
    return put("expression", want_true);
  }
  case NodeKind::Array: test_all(as<ArrayNode>(node)->elements); return put("expression", want_true);
  case NodeKind::Hash: test_all(as<HashNode>(node)->elements); return put("expression", want_true);
  case NodeKind::KeywordHash:
    test_all(as<KeywordHashNode>(node)->elements);
    return put("expression", want_true);
  case NodeKind::Assoc:
    if (!undefined_) undefined_ = compiler_.new_label();
    require(as<AssocNode>(node)->key);
    return test(as<AssocNode>(node)->value, want_true);
  case NodeKind::AssocSplat:
    if (const Node* value = as<AssocSplatNode>(node)->value) return test(value, want_true);
    return put("expression", want_true);
  case NodeKind::Splat: {
    const Node* expression = as<SplatNode>(node)->expression;
    if (!expression) return put("expression", want_true);
    if (!undefined_) undefined_ = compiler_.new_label();
    require(expression);
    return put("expression", want_true);
  }
  case NodeKind::Range: {
    const auto* range = as<RangeNode>(node);
    if (range->left && range->right) {
      if (!undefined_) undefined_ = compiler_.new_label();
      require(range->left);
      require(range->right);
    }
    return put("expression", want_true);
  }
  default: return put(plain_text(node), want_true);
  }
}

void DefinedCompiler::test_path(const ConstantPathNode& node, bool want_true) {
  if (node.parent) {
    if (!undefined_) undefined_ = compiler_.new_label();
    require(node.parent);
    compiler_.compile_value(out_, node.parent);
  } else {
    out_.insn(where_, Insn::putobject, compiler_.core_class("Object"));
  }
  ask(DefinedKind::ConstantFrom, symbol(node.name), "constant", want_true);
}

void DefinedCompiler::test_call(const CallNode& node, bool want_true, bool keep_receiver) {
  if (is<BlockNode>(node.block)) return put("expression", want_true);
  if (node.receiver || node.arguments || node.block) {
    if (!undefined_) undefined_ = compiler_.new_label();
    if (!drop_receiver_) drop_receiver_ = compiler_.new_label();
  }
  if (node.arguments) test_all(node.arguments->arguments);
  if (node.block) require(node.block);
  if (!node.receiver) {
    out_.insn(where_, Insn::putself);
    if (keep_receiver) out_.insn(where_, Insn::dup);
    return ask(DefinedKind::Func, symbol(node.name), "method", want_true);
  }
  if (const auto* receiver = as_if<CallNode>(node.receiver)) {
    require(receiver, true);
    compiler_.compile_call(out_, *receiver, false, nullptr);
  } else {
    require(node.receiver);
    compiler_.compile_value(out_, node.receiver);
  }
  if (keep_receiver) out_.insn(where_, Insn::dup);
  ask(DefinedKind::Method, symbol(node.name), "method", want_true);
}

} // namespace miniyarv
