#include "compiler/iseq_compiler.hpp"
#include "compiler/literal_inspect.hpp"

// Pattern matching.
//
// While a pattern is matched, these values are below the value being matched, from the top down:
//
//   the subject itself        it is needed again by the next clause, or by the error
//   deconstruct cache         nil: not tried; false: impossible; else what `deconstruct` returned
//   error text                } only if there is a single pattern, whose failure
//   is it a key error?        } raises an error that says why
//   hash that misses the key  }
//   the key                   }
//
// `depth` says how many values are between the top of the stack and the deconstruct cache.

namespace miniyarv {

namespace {

// Places of the scratch values, from the deconstruct cache down.
constexpr int kErrorText = 1, kIsKeyError = 2, kKeyErrorMatchee = 3, kKeyErrorKey = 4;
/// The value to be matched, a copy of the subject, is above the subject.
constexpr int kTopDepth = 2;
/// Scratch values and subject, to drop when all is done.
constexpr int kScratch = 2, kSingleScratch = 6;

} // namespace

/// Compiles the patterns of one `case/in`, `=>` or `in`.
class PatternCompiler {
public:
  /// `single`: record why the pattern fails.
  PatternCompiler(ISeqCompiler& compiler, bool single) : compiler_(compiler), single_(single) {}

  struct Context {
    bool use_cache; ///< this is the subject itself, whose deconstruction other clauses can use
    int depth;
    Context inner(int more) const { return {false, depth + more}; }
  };

  void push_scratch(ElementList& out, Position at);
  /// Takes the value on the stack and jumps.
  void compile(ElementList& out, const Node* node, Label* matched, Label* unmatched, Context context);
  void raise_mismatch(ElementList& out, Position at, Label* done, bool popped);
  void raise(ElementList& out, Position at, int argc) { compiler_.send(out, at, "core#raise", argc); }
  int scratch() const { return single_ ? kSingleScratch : kScratch; }

private:
  void compile_array(ElementList& out, const ArrayPatternNode& node, Label* matched, Label* unmatched,
                     Context context);
  void compile_array_rest(ElementList& out, const ArrayPatternNode& node, Label* failed, Context inner);
  void compile_find(ElementList& out, const FindPatternNode& node, Label* matched, Label* unmatched,
                    Context context);
  void compile_find_loop(ElementList& out, const FindPatternNode& node, Label* failed, Context context);
  void compile_hash(ElementList& out, const HashPatternNode& node, Label* matched, Label* unmatched,
                    Context context);
  void compile_hash_values(ElementList& out, const HashPatternNode& node, Label* failed, Context context);
  void compile_hash_rest(ElementList& out, Position at, const Node* rest, Label* failed, Context context);
  void compile_value(ElementList& out, const Node* node, Label* matched, Label* unmatched, Context context);
  void compile_guard(ElementList& out, const Node* node, Label* matched, Label* unmatched, Context context);
  void compile_alternation(ElementList& out, const AlternationPatternNode& node, Label* matched,
                           Label* unmatched, Context context);
  void compile_capture(ElementList& out, const CapturePatternNode& node, Label* matched, Label* unmatched,
                       Context context);

  /// Matches and goes on behind it.
  void match(ElementList& out, const Node* node, Label* unmatched, Context context);
  void check_constant(ElementList& out, const Node* constant, Label* failed, int depth);
  struct Deconstruction {
    Label *failed, *wrong_type;
  };
  void deconstruct(ElementList& out, Position at, const Deconstruction& labels, Context context);
  void check_length(ElementList& out, Position at, size_t count, bool at_least, Label* failed, int depth);
  void check_empty(ElementList& out, Position at, std::string_view text, Label* failed, int depth);
  void raise_type_error(ElementList& out, Position at, Label* wrong_type, std::string_view text);

  // Recording why a test failed. The test's result is on the stack, and stays.
  Label* begin_error(ElementList& out, Position at);
  void end_error(ElementList& out, Position at, int depth);
  void note_error(ElementList& out, Position at, std::string_view text, int depth);
  void note_mismatch(ElementList& out, Position at, int depth);
  void note_missing_key(ElementList& out, Position at, LiteralId key, int depth);

  void put_integer(ElementList& out, Position at, size_t n) {
    out.insn(at, Insn::putobject, compiler_.unit_.builder.integer(static_cast<int64_t>(n)));
  }
  void put_text(ElementList& out, Position at, std::string_view text) {
    out.insn(at, Insn::putobject, compiler_.unit_.builder.string(text));
  }
  void put_helper(ElementList& out, Position at) {
    out.insn(at, Insn::putspecialobject, SpecialObject::VMCore);
  }
  void send(ElementList& out, Position at, std::string_view mid, int argc) {
    compiler_.send(out, at, mid, argc);
  }
  LiteralId symbol(std::string_view text) { return compiler_.unit_.builder.symbol(text); }

  ISeqCompiler& compiler_;
  bool single_;
};

// --- Statements ---

void ISeqCompiler::visit(ElementList& out, const MatchPredicateNode& node, bool popped) {
  const Position where = at(node);
  Label* const matched = new_label();
  Label* const unmatched = new_label();
  Label* const done = new_label();
  PatternCompiler pattern(*this, false);
  pattern.push_scratch(out, where);
  compile_value(out, node.value);
  out.insn(where, Insn::dup);
  pattern.compile(out, node.pattern, matched, unmatched, {true, kTopDepth});
  out.label(unmatched);
  out.insn(where, Insn::pop);
  out.insn(where, Insn::pop);
  if (!popped) out.insn(where, Insn::putobject, literal_false());
  out.jump(where, Insn::jump, done);
  out.insn(where, Insn::putnil);
  out.label(matched);
  out.insn(where, Insn::adjuststack, pattern.scratch());
  if (!popped) out.insn(where, Insn::putobject, literal_true());
  out.jump(where, Insn::jump, done);
  out.label(done);
}

void ISeqCompiler::visit(ElementList& out, const MatchRequiredNode& node, bool popped) {
  const Position where = at(node);
  Label* const matched = new_label();
  Label* const unmatched = new_label();
  Label* const done = new_label();
  PatternCompiler pattern(*this, true);
  pattern.push_scratch(out, where);
  compile_value(out, node.value);
  out.insn(where, Insn::dup);
  pattern.compile(out, node.pattern, matched, unmatched, {true, kTopDepth});
  out.label(unmatched);
  pattern.raise_mismatch(out, where, done, popped);
  out.label(matched);
  out.insn(where, Insn::adjuststack, pattern.scratch());
  if (!popped) out.insn(where, Insn::putnil);
  out.label(done);
}

void ISeqCompiler::visit(ElementList& out, const CaseMatchNode& node, bool popped) {
  const Position where = at(node);
  const bool single = !node.else_clause && node.conditions.size() == 1;
  ElementList tests(unit_.arena);
  ElementList bodies(unit_.arena);
  Label* const end = new_label();
  PatternCompiler pattern(*this, single);
  pattern.push_scratch(out, where);
  compile_value(out, node.predicate);
  for (const Node* condition : node.conditions) {
    const auto* clause = as<InNode>(condition);
    const Position clause_at = at(clause);
    Label* const body = new_label();
    Label* const next = new_label();
    if (condition != node.conditions.front()) bodies.insn(clause_at, Insn::putnil);
    bodies.label(body);
    bodies.insn(clause_at, Insn::adjuststack, pattern.scratch());
    compile_branch(bodies, clause->statements, popped);
    bodies.jump(clause_at, Insn::jump, end);
    tests.insn(at(clause->pattern), Insn::dup);
    pattern.compile(tests, clause->pattern, body, next, {true, kTopDepth});
    tests.label(next);
    next->unremovable = true;
  }
  if (node.else_clause) {
    tests.insn(where, Insn::pop);
    tests.insn(where, Insn::pop);
    compile(tests, node.else_clause, popped);
    tests.jump(where, Insn::jump, end);
    tests.insn(where, Insn::putnil);
    if (popped) tests.insn(where, Insn::putnil);
  } else if (single) {
    pattern.raise_mismatch(tests, where, end, popped);
  } else {
    tests.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
    tests.insn(where, Insn::putobject, core_class("NoMatchingPatternError"));
    tests.insn(where, Insn::topn, 2);
    pattern.raise(tests, where, 2);
    tests.insn(where, Insn::adjuststack, 3);
    if (!popped) tests.insn(where, Insn::putnil);
    tests.jump(where, Insn::jump, end);
    tests.insn(where, Insn::dupn, 1);
    if (popped) tests.insn(where, Insn::putnil);
  }
  out.append(tests);
  out.append(bodies);
  out.label(end);
}

void PatternCompiler::push_scratch(ElementList& out, Position at) {
  if (single_) {
    out.insn(at, Insn::putnil);
    out.insn(at, Insn::putnil);
    out.insn(at, Insn::putobject, compiler_.literal_false());
    out.insn(at, Insn::putnil);
  }
  out.insn(at, Insn::putnil);
}

/// Raises the error that was recorded. Nothing goes on behind it, but the depth is as if it did.
void PatternCompiler::raise_mismatch(ElementList& out, Position at, Label* done, bool popped) {
  Label* const key_error = compiler_.new_label();
  Label* const cleanup = compiler_.new_label();
  const auto put_message = [&](std::string_view class_name) {
    out.insn(at, Insn::putobject, compiler_.core_class(class_name));
    put_helper(out, at);
    put_text(out, at, "%p: %s");
    out.insn(at, Insn::topn, 4);
    out.insn(at, Insn::topn, kErrorText + 6);
    send(out, at, "core#sprintf", 3);
  };
  put_helper(out, at);
  out.insn(at, Insn::topn, kIsKeyError + 2);
  out.jump(at, Insn::branchif, key_error);
  put_message("NoMatchingPatternError");
  raise(out, at, 2);
  out.jump(at, Insn::jump, cleanup);
  out.label(key_error);
  put_message("NoMatchingPatternKeyError");
  out.insn(at, Insn::topn, kKeyErrorMatchee + 4);
  out.insn(at, Insn::topn, kKeyErrorKey + 5);
  CallArguments args;
  args.argc = 1;
  args.kwargs = {compiler_.name("matchee"), compiler_.name("key")};
  compiler_.send(out, at, compiler_.name("new"), args);
  raise(out, at, 1);
  out.label(cleanup);
  out.insn(at, Insn::adjuststack, kSingleScratch + 1);
  if (!popped) out.insn(at, Insn::putnil);
  out.jump(at, Insn::jump, done);
  out.insn(at, Insn::dupn, 5);
  if (popped) out.insn(at, Insn::putnil);
}

// --- Patterns ---

void PatternCompiler::compile(ElementList& out, const Node* node, Label* matched, Label* unmatched,
                              Context context) {
  compiler_.check_depth();
  switch (node->kind) {
  case NodeKind::ArrayPattern:
    return compile_array(out, *as<ArrayPatternNode>(node), matched, unmatched, context);
  case NodeKind::FindPattern:
    return compile_find(out, *as<FindPatternNode>(node), matched, unmatched, context);
  case NodeKind::HashPattern:
    return compile_hash(out, *as<HashPatternNode>(node), matched, unmatched, context);
  case NodeKind::CapturePattern:
    return compile_capture(out, *as<CapturePatternNode>(node), matched, unmatched, context);
  case NodeKind::AlternationPattern:
    return compile_alternation(out, *as<AlternationPatternNode>(node), matched, unmatched, context);
  case NodeKind::If:
  case NodeKind::Unless: return compile_guard(out, node, matched, unmatched, context);
  case NodeKind::Parentheses:
    return compile(out, as<ParenthesesNode>(node)->body, matched, unmatched, context);
  case NodeKind::Statements:
    return compile(out, as<StatementsNode>(node)->body.front(), matched, unmatched, context);
  case NodeKind::PinnedVariable:
    return compile_value(out, as<PinnedVariableNode>(node)->variable, matched, unmatched, context);
  case NodeKind::PinnedExpression:
    return compile_value(out, as<PinnedExpressionNode>(node)->expression, matched, unmatched, context);
  case NodeKind::Implicit: return compile(out, as<ImplicitNode>(node)->value, matched, unmatched, context);
  case NodeKind::LocalVariableTarget: {
    const auto* target = as<LocalVariableTargetNode>(node);
    const Position where = compiler_.at(node);
    compiler_.set_local(out, where, compiler_.find_local(target->name, target->depth));
    out.jump(where, Insn::jump, matched);
    return;
  }
  default: return compile_value(out, node, matched, unmatched, context);
  }
}

void PatternCompiler::match(ElementList& out, const Node* node, Label* unmatched, Context context) {
  Label* const matched = compiler_.new_label();
  compile(out, node, matched, unmatched, context);
  out.label(matched);
}

/// A value that `===` decides about.
void PatternCompiler::compile_value(ElementList& out, const Node* node, Label* matched, Label* unmatched,
                                    Context context) {
  const Position where = compiler_.at(node);
  compiler_.compile_value(out, node);
  if (single_) out.insn(where, Insn::dupn, 2);
  out.insn(where, Insn::checkmatch, checkmatch::kCase);
  if (single_) note_mismatch(out, where, context.depth + 2);
  out.jump(where, Insn::branchif, matched);
  out.jump(where, Insn::jump, unmatched);
}

void PatternCompiler::compile_guard(ElementList& out, const Node* node, Label* matched, Label* unmatched,
                                    Context context) {
  const Position where = compiler_.at(node);
  const auto* if_node = as_if<IfNode>(node);
  const Node* predicate = if_node ? if_node->predicate : as<UnlessNode>(node)->predicate;
  const StatementsNode* statements = if_node ? if_node->statements : as<UnlessNode>(node)->statements;
  match(out, statements->body.front(), unmatched, context);
  compiler_.compile_value(out, predicate);
  if (single_) {
    Label* const passed = compiler_.new_label();
    out.insn(where, Insn::dup);
    out.jump(where, if_node ? Insn::branchif : Insn::branchunless, passed);
    put_text(out, where, "guard clause does not return true");
    end_error(out, where, context.depth);
    out.label(passed);
  }
  out.jump(where, if_node ? Insn::branchunless : Insn::branchif, unmatched);
  out.jump(where, Insn::jump, matched);
}

void PatternCompiler::compile_capture(ElementList& out, const CapturePatternNode& node, Label* matched,
                                      Label* unmatched, Context context) {
  const Position where = compiler_.at(node);
  Label* const failed = compiler_.new_label();
  out.insn(where, Insn::dup);
  match(out, node.value, failed, {context.use_cache, context.depth + 1});
  compile(out, node.target, matched, failed, {false, context.depth});
  out.insn(where, Insn::putnil);
  out.label(failed);
  out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, unmatched);
}

/// Chains of `|` nest on the left, as deep as they are long.
void PatternCompiler::compile_alternation(ElementList& out, const AlternationPatternNode& node,
                                          Label* matched, Label* unmatched, Context context) {
  struct Link {
    const AlternationPatternNode* node;
    Label *matched, *unmatched;
    Context context;
    Label *matched_left, *unmatched_left;
  };
  std::vector<Link> chain;
  const Node* left = &node;
  while (const auto* link = as_if<AlternationPatternNode>(left)) {
    chain.push_back({link, matched, unmatched, context, compiler_.new_label(), compiler_.new_label()});
    out.insn(compiler_.at(link), Insn::dup);
    matched = chain.back().matched_left;
    unmatched = chain.back().unmatched_left;
    context.depth++;
    left = link->left;
  }
  compile(out, left, matched, unmatched, context);
  for (; !chain.empty(); chain.pop_back()) {
    const Link link = chain.back();
    const Position where = compiler_.at(link.node);
    out.label(link.matched_left);
    out.insn(where, Insn::pop);
    out.jump(where, Insn::jump, link.matched);
    out.insn(where, Insn::putnil);
    out.label(link.unmatched_left);
    compile(out, link.node->right, link.matched, link.unmatched, link.context);
  }
}

/// `C(...)`: the value must be a C first.
void PatternCompiler::check_constant(ElementList& out, const Node* constant, Label* failed, int depth) {
  const Position where = compiler_.at(constant);
  out.insn(where, Insn::dup);
  compiler_.compile_value(out, constant);
  if (single_) out.insn(where, Insn::dupn, 2);
  out.insn(where, Insn::checkmatch, checkmatch::kCase);
  if (single_) note_mismatch(out, where, depth + 3);
  out.jump(where, Insn::branchunless, failed);
}

/// Replaces the value by what its `deconstruct` returns.
void PatternCompiler::deconstruct(ElementList& out, Position at, const Deconstruction& labels,
                                  Context context) {
  Label* const ask = compiler_.new_label();
  Label* const done = compiler_.new_label();
  if (context.use_cache) {
    out.insn(at, Insn::topn, context.depth);
    out.jump(at, Insn::branchnil, ask);
    out.insn(at, Insn::topn, context.depth);
    out.jump(at, Insn::branchunless, labels.failed);
    out.insn(at, Insn::pop);
    out.insn(at, Insn::topn, context.depth - 1);
    out.jump(at, Insn::jump, done);
  } else {
    out.jump(at, Insn::jump, ask);
  }
  out.label(ask);
  out.insn(at, Insn::dup);
  out.insn(at, Insn::putobject, symbol("deconstruct"));
  send(out, at, "respond_to?", 1);
  if (context.use_cache) out.insn(at, Insn::setn, context.depth + 1);
  if (single_) note_error(out, at, "%p does not respond to #deconstruct", context.depth + 1);
  out.jump(at, Insn::branchunless, labels.failed);
  send(out, at, "deconstruct", 0);
  if (context.use_cache) out.insn(at, Insn::setn, context.depth);
  out.insn(at, Insn::dup);
  out.insn(at, Insn::checktype, builtin_type::kArray);
  out.jump(at, Insn::branchunless, labels.wrong_type);
  out.label(done);
}

void PatternCompiler::check_length(ElementList& out, Position at, size_t count, bool at_least, Label* failed,
                                   int depth) {
  out.insn(at, Insn::dup);
  send(out, at, "length", 0);
  put_integer(out, at, count);
  send(out, at, at_least ? ">=" : "==", 1);
  if (single_) {
    Label* const passed = begin_error(out, at);
    put_text(out, at,
             at_least ? "%p length mismatch (given %p, expected %p+)"
                      : "%p length mismatch (given %p, expected %p)");
    out.insn(at, Insn::topn, 3);
    out.insn(at, Insn::dup);
    send(out, at, "length", 0);
    put_integer(out, at, count);
    send(out, at, "core#sprintf", 4);
    end_error(out, at, depth + 1);
    out.label(passed);
  }
  out.jump(at, Insn::branchunless, failed);
}

void PatternCompiler::raise_type_error(ElementList& out, Position at, Label* wrong_type,
                                       std::string_view text) {
  out.label(wrong_type);
  put_helper(out, at);
  out.insn(at, Insn::putobject, compiler_.core_class("TypeError"));
  put_text(out, at, text);
  raise(out, at, 2);
  out.insn(at, Insn::pop);
}

// --- [a, *b, c] ---

void PatternCompiler::compile_array(ElementList& out, const ArrayPatternNode& node, Label* matched,
                                    Label* unmatched, Context context) {
  const Position where = compiler_.at(node);
  const auto* rest = as_if<SplatNode>(node.rest);
  const bool named_rest = rest && rest->expression;
  const bool keeps_rest_size = node.rest && (named_rest || !node.posts.empty());
  const Deconstruction labels{compiler_.new_label(), compiler_.new_label()};
  if (keeps_rest_size) {
    put_integer(out, where, 0);
    out.insn(where, Insn::swap);
    context.depth++;
  }
  if (node.constant) check_constant(out, node.constant, labels.failed, context.depth);
  deconstruct(out, where, labels, context);
  check_length(out, where, node.requireds.size() + node.posts.size(), node.rest != nullptr, labels.failed,
               context.depth);
  for (size_t i = 0; i < node.requireds.size(); i++) {
    out.insn(where, Insn::dup);
    put_integer(out, where, i);
    send(out, where, "[]", 1);
    match(out, node.requireds[i], labels.failed, context.inner(1));
  }
  compile_array_rest(out, node, labels.failed, context.inner(1));
  out.insn(where, Insn::pop);
  if (keeps_rest_size) out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, matched);
  out.insn(where, Insn::putnil);
  if (keeps_rest_size) out.insn(where, Insn::putnil);
  raise_type_error(out, where, labels.wrong_type, "deconstruct must return Array");
  out.label(labels.failed);
  out.insn(where, Insn::pop);
  if (keeps_rest_size) out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, unmatched);
}

/// The rest and what follows it. The rest's size is noted in the slot under the array.
void PatternCompiler::compile_array_rest(ElementList& out, const ArrayPatternNode& node, Label* failed,
                                         Context inner) {
  const Position where = compiler_.at(node);
  const size_t leading = node.requireds.size();
  const size_t minimum = leading + node.posts.size();
  const auto* rest = as_if<SplatNode>(node.rest);
  if (rest && rest->expression) {
    out.insn(where, Insn::dup);
    put_integer(out, where, leading);
    out.insn(where, Insn::topn, 1);
    send(out, where, "length", 0);
    put_integer(out, where, minimum);
    send(out, where, "-", 1);
    out.insn(where, Insn::setn, 4);
    send(out, where, "[]", 2);
    match(out, rest->expression, failed, inner);
  } else if (node.rest && !node.posts.empty()) {
    out.insn(where, Insn::dup);
    send(out, where, "length", 0);
    put_integer(out, where, minimum);
    send(out, where, "-", 1);
    out.insn(where, Insn::setn, 2);
    out.insn(where, Insn::pop);
  }
  for (size_t i = 0; i < node.posts.size(); i++) {
    out.insn(where, Insn::dup);
    put_integer(out, where, leading + i);
    out.insn(where, Insn::topn, 3);
    send(out, where, "+", 1);
    send(out, where, "[]", 1);
    match(out, node.posts[i], failed, inner);
  }
}

// --- [*, a, *] ---

void PatternCompiler::compile_find(ElementList& out, const FindPatternNode& node, Label* matched,
                                   Label* unmatched, Context context) {
  const Position where = compiler_.at(node);
  const Deconstruction labels{compiler_.new_label(), compiler_.new_label()};
  if (node.constant) check_constant(out, node.constant, labels.failed, context.depth);
  deconstruct(out, where, labels, context);
  check_length(out, where, node.requireds.size(), true, labels.failed, context.depth);
  compile_find_loop(out, node, labels.failed, context);
  out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, matched);
  out.insn(where, Insn::putnil);
  raise_type_error(out, where, labels.wrong_type, "deconstruct must return Array");
  out.label(labels.failed);
  out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, unmatched);
}

/// Tries each place in turn. On the stack: the array, its length, the last place, the place.
void PatternCompiler::compile_find_loop(ElementList& out, const FindPatternNode& node, Label* failed,
                                        Context context) {
  const Position where = compiler_.at(node);
  const size_t size = node.requireds.size();
  Label* const again = compiler_.new_label();
  Label* const next = compiler_.new_label();
  Label* const found = compiler_.new_label();
  Label* const not_found = compiler_.new_label();
  const Context inner = context.inner(4);
  out.insn(where, Insn::dup);
  send(out, where, "length", 0);
  out.insn(where, Insn::dup);
  put_integer(out, where, size);
  send(out, where, "-", 1);
  put_integer(out, where, 0);
  out.label(again);
  out.insn(where, Insn::dup);
  out.insn(where, Insn::topn, 2);
  send(out, where, "<=", 1);
  out.jump(where, Insn::branchunless, not_found);
  for (size_t i = 0; i < size; i++) {
    out.insn(where, Insn::topn, 3);
    out.insn(where, Insn::topn, 1);
    if (i != 0) {
      put_integer(out, where, i);
      send(out, where, "+", 1);
    }
    send(out, where, "[]", 1);
    match(out, node.requireds[i], next, inner);
  }
  const auto* before = as_if<SplatNode>(node.left);
  if (before && before->expression) {
    out.insn(where, Insn::topn, 3);
    put_integer(out, where, 0);
    out.insn(where, Insn::topn, 2);
    send(out, where, "[]", 2);
    match(out, before->expression, not_found, inner);
  }
  const auto* after = as_if<SplatNode>(node.right);
  if (after && after->expression) {
    out.insn(where, Insn::topn, 3);
    out.insn(where, Insn::topn, 1);
    put_integer(out, where, size);
    send(out, where, "+", 1);
    out.insn(where, Insn::topn, 3);
    send(out, where, "[]", 2);
    match(out, after->expression, not_found, inner);
  }
  out.jump(where, Insn::jump, found);
  out.label(next);
  put_integer(out, where, 1);
  send(out, where, "+", 1);
  out.jump(where, Insn::jump, again);
  out.label(not_found);
  out.insn(where, Insn::adjuststack, 3);
  if (single_) {
    put_helper(out, where);
    put_text(out, where, "%p does not match to find pattern");
    out.insn(where, Insn::topn, 2);
    send(out, where, "core#sprintf", 2);
    end_error(out, where, context.depth);
  }
  out.jump(where, Insn::jump, failed);
  out.insn(where, Insn::dupn, 3);
  out.label(found);
  out.insn(where, Insn::adjuststack, 3);
}

// --- {k:, **r} ---

namespace {

/// `**r` and `**nil`, but not `**` alone.
bool takes_rest(const HashPatternNode& node) {
  const auto* splat = as_if<AssocSplatNode>(node.rest);
  return node.rest && !(splat && !splat->value);
}

} // namespace

void PatternCompiler::compile_hash(ElementList& out, const HashPatternNode& node, Label* matched,
                                   Label* unmatched, Context context) {
  const Position where = compiler_.at(node);
  const bool rest = takes_rest(node);
  const bool has_keys = !node.elements.empty() || node.rest;
  Label* const failed = compiler_.new_label();
  Label* const wrong_type = compiler_.new_label();
  if (node.constant) check_constant(out, node.constant, failed, context.depth);
  out.insn(where, Insn::dup);
  out.insn(where, Insn::putobject, symbol("deconstruct_keys"));
  send(out, where, "respond_to?", 1);
  if (single_) note_error(out, where, "%p does not respond to #deconstruct_keys", context.depth + 1);
  out.jump(where, Insn::branchunless, failed);
  if (has_keys && !rest) {
    std::vector<LiteralId> keys;
    for (const Node* element : node.elements) {
      keys.push_back(compiler_.static_literal(as<AssocNode>(element)->key));
    }
    out.insn(where, Insn::duparray, compiler_.unit_.builder.array(keys));
  } else {
    out.insn(where, Insn::putnil);
  }
  send(out, where, "deconstruct_keys", 1);
  out.insn(where, Insn::dup);
  out.insn(where, Insn::checktype, builtin_type::kHash);
  out.jump(where, Insn::branchunless, wrong_type);
  if (rest) send(out, where, "dup", 0);
  if (has_keys) {
    compile_hash_values(out, node, failed, context);
  } else {
    check_empty(out, where, "%p is not empty", failed, context.depth);
  }
  if (rest) compile_hash_rest(out, where, node.rest, failed, context);
  out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, matched);
  out.insn(where, Insn::putnil);
  raise_type_error(out, where, wrong_type, "deconstruct_keys must return Hash");
  out.label(failed);
  out.insn(where, Insn::pop);
  out.jump(where, Insn::jump, unmatched);
}

/// First whether all keys are there, then the values.
void PatternCompiler::compile_hash_values(ElementList& out, const HashPatternNode& node, Label* failed,
                                          Context context) {
  const Position where = compiler_.at(node);
  const bool rest = takes_rest(node);
  ElementList values(out.arena());
  for (const Node* element : node.elements) {
    const auto* pair = as<AssocNode>(element);
    const LiteralId key = compiler_.static_literal(pair->key);
    out.insn(where, Insn::dup);
    out.insn(where, Insn::putobject, key);
    send(out, where, "key?", 1);
    if (single_) note_missing_key(out, where, key, context.depth);
    out.jump(where, Insn::branchunless, failed);
    values.insn(where, Insn::dup);
    values.insn(where, Insn::putobject, key);
    send(values, where, rest ? "delete" : "[]", 1);
    match(values, pair->value, failed, context.inner(1));
  }
  out.append(values);
}

void PatternCompiler::compile_hash_rest(ElementList& out, Position at, const Node* rest, Label* failed,
                                        Context context) {
  if (const auto* splat = as_if<AssocSplatNode>(rest)) {
    out.insn(at, Insn::dup);
    match(out, splat->value, failed, context.inner(1));
  } else {
    check_empty(out, at, "rest of %p is not empty", failed, context.depth);
  }
}

void PatternCompiler::check_empty(ElementList& out, Position at, std::string_view text, Label* failed,
                                  int depth) {
  out.insn(at, Insn::dup);
  send(out, at, "empty?", 0);
  if (single_) note_error(out, at, text, depth + 1);
  out.jump(at, Insn::branchunless, failed);
}

// --- Error texts ---

/// Goes on behind the returned label if the test passed; else a text is to be made.
Label* PatternCompiler::begin_error(ElementList& out, Position at) {
  Label* const passed = compiler_.new_label();
  out.insn(at, Insn::dup);
  out.jump(at, Insn::branchif, passed);
  put_helper(out, at);
  return passed;
}

/// Stores the text on the stack as what went wrong.
void PatternCompiler::end_error(ElementList& out, Position at, int depth) {
  out.insn(at, Insn::setn, depth + kErrorText + 1);
  out.insn(at, Insn::putobject, compiler_.literal_false());
  out.insn(at, Insn::setn, depth + kIsKeyError + 2);
  out.insn(at, Insn::pop);
  out.insn(at, Insn::pop);
}

void PatternCompiler::note_error(ElementList& out, Position at, std::string_view text, int depth) {
  Label* const passed = begin_error(out, at);
  put_text(out, at, text);
  out.insn(at, Insn::topn, 3);
  send(out, at, "core#sprintf", 2);
  end_error(out, at, depth);
  out.label(passed);
}

/// Also drops the pattern and the value, which were kept for the text.
void PatternCompiler::note_mismatch(ElementList& out, Position at, int depth) {
  Label* const passed = begin_error(out, at);
  put_text(out, at, "%p === %p does not return true");
  out.insn(at, Insn::topn, 3);
  out.insn(at, Insn::topn, 5);
  send(out, at, "core#sprintf", 3);
  end_error(out, at, depth);
  out.label(passed);
  out.insn(at, Insn::setn, 2);
  out.insn(at, Insn::pop);
  out.insn(at, Insn::pop);
}

void PatternCompiler::note_missing_key(ElementList& out, Position at, LiteralId key, int depth) {
  Label* const found = compiler_.new_label();
  const std::string_view name = compiler_.unit_.builder.name_text(compiler_.unit_.builder.literal(key).name);
  out.insn(at, Insn::dup);
  out.jump(at, Insn::branchif, found);
  put_text(out, at, "key not found: " + inspect_symbol(name));
  out.insn(at, Insn::setn, depth + kErrorText + 2);
  out.insn(at, Insn::putobject, compiler_.literal_true());
  out.insn(at, Insn::setn, depth + kIsKeyError + 3);
  out.insn(at, Insn::topn, 3);
  out.insn(at, Insn::setn, depth + kKeyErrorMatchee + 4);
  out.insn(at, Insn::putobject, key);
  out.insn(at, Insn::setn, depth + kKeyErrorKey + 5);
  out.insn(at, Insn::adjuststack, 4);
  out.label(found);
}

} // namespace miniyarv
