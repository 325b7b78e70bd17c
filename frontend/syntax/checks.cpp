// Checks of parsed code: values that are never there, conditions, useless statements, indentation.

#include "frontend/syntax/parser.hpp"

namespace miniyarv {

// --- Void values -------------------------------------------------------------------------------------------

/// The expression that leaves `node` without a value, such as a `return`; null if it has one.
Node* Parser::void_value(Node* node) {
  Node* found = nullptr; // in a branch; it counts if all other branches are void too
  while (node) {
    switch (node->kind) {
    case NodeKind::Return:
    case NodeKind::Break:
    case NodeKind::Next:
    case NodeKind::Redo:
    case NodeKind::Retry:
    case NodeKind::MatchRequired: return found ? found : node;
    case NodeKind::Begin: {
      bool done = false;
      node = void_value_of_begin(as<BeginNode>(node), found, done);
      if (done) return node;
      break;
    }
    case NodeKind::Ensure: node = as<EnsureNode>(node)->statements; break;
    case NodeKind::Else: node = as<ElseNode>(node)->statements; break;
    case NodeKind::Parentheses: node = as<ParenthesesNode>(node)->body; break;
    case NodeKind::Statements: node = as<StatementsNode>(node)->body.back(); break;
    case NodeKind::If: {
      auto* branch = as<IfNode>(node);
      if (!branch->statements || !branch->subsequent) return nullptr;
      Node* in_then = void_value(branch->statements);
      if (!in_then) return nullptr;
      if (!found) found = in_then;
      node = branch->subsequent;
      break;
    }
    case NodeKind::Unless: {
      auto* branch = as<UnlessNode>(node);
      if (!branch->statements || !branch->else_clause) return nullptr;
      Node* in_body = void_value(branch->statements);
      if (!in_body) return nullptr;
      if (!found) found = in_body;
      node = branch->else_clause;
      break;
    }
    // What is known of the left side spares walking down long chains again and again.
    case NodeKind::And: node = node->has(PrivateFlag::VoidLeft) ? as<AndNode>(node)->left : nullptr; break;
    case NodeKind::Or: node = node->has(PrivateFlag::VoidLeft) ? as<OrNode>(node)->left : nullptr; break;
    case NodeKind::LocalVariableWrite: {
      auto* write = as<LocalVariableWriteNode>(node);
      if (auto* local = scopes_.at(write->depth).find(write->name)) local->reads++; // its value is used
      return nullptr;
    }
    default: return nullptr;
    }
  }
  return nullptr;
}

/// Returns the part of a `begin` to look at next, or with `done` the result.
Node* Parser::void_value_of_begin(BeginNode* node, Node*& found, bool& done) {
  auto result = [&](Node* value) {
    done = true;
    return value;
  };
  if (node->ensure_clause) {
    if (node->statements) {
      if (Node* in_body = void_value(node->statements)) return result(in_body);
    }
    return node->ensure_clause;
  }
  if (!node->rescue_clause) return node->statements;
  if (!node->statements) return result(nullptr);
  Node* in_body = void_value(node->statements);
  if (!in_body) return result(nullptr);
  if (!found) found = in_body;
  for (RescueNode* rescue = node->rescue_clause; rescue; rescue = rescue->subsequent) {
    Node* in_rescue = void_value(rescue->statements);
    if (!in_rescue) {
      found = nullptr;
      break;
    }
    if (!found) found = in_rescue;
  }
  return node->else_clause ? node->else_clause : result(found);
}

void Parser::check_value(Node* node) {
  if (Node* culprit = void_value(node)) error(culprit, Message::VoidExpression);
}

// --- Useless statements ------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kUselessOperators[] = {"+", "-",  "*",  "/",  "%",  "|",  "^",  "&",  ">",
                                                  "<", "<=", ">=", "!=", "==", "+@", "-@", "**", "<=>"};

/// What a warning calls a node that does nothing as a statement; empty if it may do something.
std::string_view useless_use(const Node* node) {
  switch (node->kind) {
  case NodeKind::BackReferenceRead:
  case NodeKind::ClassVariableRead:
  case NodeKind::GlobalVariableRead:
  case NodeKind::InstanceVariableRead:
  case NodeKind::LocalVariableRead:
  case NodeKind::NumberedReferenceRead: return "a variable";
  case NodeKind::Call: {
    auto* call = as<CallNode>(node);
    if (call->call_operator_loc || !call->message_loc) return {};
    for (std::string_view op : kUselessOperators) {
      if (call->name == op) return op;
    }
    return {};
  }
  case NodeKind::ConstantPath: return "::";
  case NodeKind::ConstantRead: return "a constant";
  case NodeKind::Defined: return "defined?";
  case NodeKind::Float:
  case NodeKind::Imaginary:
  case NodeKind::Integer:
  case NodeKind::InterpolatedRegularExpression:
  case NodeKind::InterpolatedString:
  case NodeKind::Rational:
  case NodeKind::RegularExpression:
  case NodeKind::SourceEncoding:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine:
  case NodeKind::String:
  case NodeKind::Symbol: return "a literal";
  case NodeKind::Nil: return "nil";
  case NodeKind::Self: return "self";
  case NodeKind::True: return "true";
  case NodeKind::False: return "false";
  case NodeKind::Range: return node->has(RangeFlag::ExcludeEnd) ? "..." : "..";
  default: return {};
  }
}

} // namespace

void Parser::check_void_statement(const Node* node) {
  const std::string_view use = useless_use(node);
  if (!use.empty()) error(node, Message::VoidStatement, {use});
}

void Parser::check_void_statements(const StatementsNode* statements, bool last_has_value) {
  const size_t count = statements->body.size() - (last_has_value ? 1 : 0);
  for (size_t i = 0; i < count; i++) check_void_statement(statements->body[i]);
}

// --- Conditions --------------------------------------------------------------------------------------------

/// Makes of a condition what it means as such: ranges become flip-flops, regexps match the last line read.
/// Reports literals.
void Parser::check_condition(Node*& condition, Predicate kind) {
  struct Pending {
    Node** node;
    Predicate kind;
  };
  std::vector<Pending> pending{{&condition, kind}}; // chains of `and` may be long
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    Node*& node = *next.node;
    auto only_statement = [&](Node* body) {
      auto* statements = as_if<StatementsNode>(body);
      if (statements && statements->body.size() == 1) pending.push_back({&statements->body[0], next.kind});
    };
    switch (node->kind) {
    case NodeKind::And:
      pending.push_back({&as<AndNode>(node)->right, Predicate::Condition});
      pending.push_back({&as<AndNode>(node)->left, Predicate::Condition});
      break;
    case NodeKind::Or:
      pending.push_back({&as<OrNode>(node)->right, Predicate::Condition});
      pending.push_back({&as<OrNode>(node)->left, Predicate::Condition});
      break;
    case NodeKind::Parentheses: only_statement(as<ParenthesesNode>(node)->body); break;
    case NodeKind::Begin: only_statement(as<BeginNode>(node)->statements); break;
    case NodeKind::Range: {
      auto* range = as<RangeNode>(node);
      auto* flip_flop = make<FlipFlopNode>(range->loc);
      flip_flop->newline = range->newline;
      flip_flop->static_literal = range->static_literal;
      flip_flop->flags = range->flags;
      flip_flop->left = range->left;
      flip_flop->right = range->right;
      flip_flop->operator_loc = range->operator_loc;
      node = flip_flop;
      if (flip_flop->right) pending.push_back({&flip_flop->right, Predicate::FlipFlop});
      if (flip_flop->left) pending.push_back({&flip_flop->left, Predicate::FlipFlop});
      break;
    }
    default: check_condition_leaf(node, next.kind);
    }
  }
}

void Parser::check_condition_leaf(Node*& node, Predicate kind) {
  auto warn_write = [&](const auto* write) { warn_assigned_literal(write->value); };
  switch (node->kind) {
  case NodeKind::RegularExpression: {
    auto* regexp = as<RegularExpressionNode>(node);
    auto* match = make_literal<MatchLastLineNode>(regexp->loc);
    match->newline = regexp->newline;
    match->flags = regexp->flags;
    match->opening_loc = regexp->opening_loc;
    match->content_loc = regexp->content_loc;
    match->closing_loc = regexp->closing_loc;
    match->unescaped = regexp->unescaped;
    node = match;
    return warn_literal(node, kind, false, "regex ");
  }
  case NodeKind::InterpolatedRegularExpression: {
    auto* regexp = as<InterpolatedRegularExpressionNode>(node);
    auto* match = make<InterpolatedMatchLastLineNode>(regexp->loc);
    match->newline = regexp->newline;
    match->static_literal = regexp->static_literal;
    match->flags = regexp->flags;
    match->opening_loc = regexp->opening_loc;
    match->parts = regexp->parts;
    match->closing_loc = regexp->closing_loc;
    node = match;
    return warn_literal(node, kind, true, "regex ");
  }
  case NodeKind::Integer:
    if (kind == Predicate::FlipFlop) return error(node, Message::IntegerInFlipFlop);
    return warn_literal(node, kind, true, "");
  case NodeKind::String:
  case NodeKind::SourceFile:
  case NodeKind::InterpolatedString: return warn_literal(node, kind, false, "string ");
  case NodeKind::Symbol:
  case NodeKind::InterpolatedSymbol: return warn_literal(node, kind, true, "symbol ");
  case NodeKind::SourceLine:
  case NodeKind::SourceEncoding:
  case NodeKind::Float:
  case NodeKind::Rational:
  case NodeKind::Imaginary: return warn_literal(node, kind, true, "");
  case NodeKind::ClassVariableWrite: return warn_write(as<ClassVariableWriteNode>(node));
  case NodeKind::ConstantWrite: return warn_write(as<ConstantWriteNode>(node));
  case NodeKind::GlobalVariableWrite: return warn_write(as<GlobalVariableWriteNode>(node));
  case NodeKind::InstanceVariableWrite: return warn_write(as<InstanceVariableWriteNode>(node));
  case NodeKind::LocalVariableWrite: return warn_write(as<LocalVariableWriteNode>(node));
  case NodeKind::MultiWrite: return warn_write(as<MultiWriteNode>(node));
  default: return;
  }
}

void Parser::warn_literal(const Node* node, Predicate kind, bool verbose, std::string_view prefix) {
  if (kind == Predicate::Not) return;
  error(node, verbose ? Message::LiteralInConditionVerbose : Message::LiteralInConditionDefault,
        {prefix, kind == Predicate::Condition ? "condition" : "flip-flop"});
}

namespace {

/// Whether a value is known to be a literal all through.
bool is_literal_value(const Node* node) {
  switch (node->kind) {
  case NodeKind::Array:
    if (node->static_literal) return true;
    for (const Node* element : as<ArrayNode>(node)->elements) {
      if (!is_literal_value(element)) return false;
    }
    return true;
  case NodeKind::Hash:
    if (node->static_literal) return true;
    for (const Node* element : as<HashNode>(node)->elements) {
      auto* assoc = as_if<AssocNode>(element);
      if (!assoc || !is_literal_value(assoc->key) || !is_literal_value(assoc->value)) return false;
    }
    return true;
  case NodeKind::False:
  case NodeKind::Float:
  case NodeKind::Imaginary:
  case NodeKind::Integer:
  case NodeKind::Nil:
  case NodeKind::Rational:
  case NodeKind::RegularExpression:
  case NodeKind::SourceEncoding:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine:
  case NodeKind::String:
  case NodeKind::Symbol:
  case NodeKind::True: return true;
  default: return false;
  }
}

} // namespace

/// `if a = 1`
void Parser::warn_assigned_literal(const Node* value) {
  if (is_literal_value(value)) error(value, Message::EqualInConditional);
}

// --- Variables and indentation -----------------------------------------------------------------------------

/// Reports the variables of the current scope that are never read.
void Parser::warn_unused_locals(bool top_level) {
  if (top_level && (options_.eval || options_.one_liner)) return;
  for (const Scope::Local& local : scopes_.current().locals()) {
    const std::string_view name = local.name.text();
    if (local.reads > 0 || name.empty() || name[0] == '_') continue;
    error(local.loc, Message::UnusedLocalVariable, {name});
  }
}

/// Column of `offset`, with tab stops; -1 if something else than blanks comes before it.
int64_t Parser::column_of(uint32_t line_start, uint32_t offset, bool only_blanks) const {
  constexpr int64_t kTabWidth = 8;
  if (line_start == 0 && lexer_.text().substr(0, 3) == "\xef\xbb\xbf") line_start = 3;
  int64_t column = 0;
  for (uint32_t at = line_start; at < offset; at++) {
    const char c = lexer_.at(at);
    if (c == '\t') {
      column = (column / kTabWidth + 1) * kTabWidth;
      continue;
    }
    column++;
    if (c != ' ' && only_blanks) return -1;
  }
  return column;
}

/// Reports that the current token is not indented like the one that it belongs to.
void Parser::warn_indentation(const Token& opening, bool if_after_else, bool allow_indent) {
  if (!lexer_.warn_indent.value_or(options_.warn_indent)) return;
  const Source& source = result_.source;
  const Token& closing = current();
  const size_t opening_line = source.line_index(opening.start);
  const size_t closing_line = source.line_index(closing.start);
  if (opening_line == closing_line) return;
  const int64_t opening_column = column_of(source.line_start(opening_line), opening.start, !if_after_else);
  if (opening_column == -1) return;
  const int64_t closing_column = column_of(source.line_start(closing_line), closing.start, true);
  if (closing_column == -1 || closing_column == opening_column) return;
  if (allow_indent && closing_column > opening_column) return;
  error(closing, Message::IndentationMismatch,
        {lexer_.slice(closing), lexer_.slice(opening), std::to_string(source.line(opening.start))});
}

} // namespace miniyarv
