// Patterns of `case/in`, `in` and `=>`.

#include "frontend/syntax/ast_visit.hpp"
#include "frontend/syntax/parser.hpp"

#include <algorithm>

namespace miniyarv {

// --- Variables ---------------------------------------------------------------------------------------------

/// Notes that a pattern binds a variable; names that begin with an underscore may repeat.
void Parser::note_capture(Captures& captures, Name name, Location loc) {
  if (lexer_.at(loc.start) == '_') return;
  if (std::find(captures.begin(), captures.end(), name) != captures.end()) {
    error(loc, Message::PatternCaptureDuplicate);
  } else {
    captures.push_back(name);
  }
}

/// The variable that a pattern binds, declared if it is new.
LocalVariableTargetNode* Parser::capture(Captures& captures, Location loc) {
  const Name name = name_of(loc);
  int depth = depth_of(name);
  if (depth == ScopeStack::kNotFound) {
    scopes_.current().declare(name, loc, 0);
    depth = 0;
  }
  note_capture(captures, name, loc);
  return make_local_target(loc, name, static_cast<uint32_t>(depth));
}

/// Alternatives must not bind variables.
void Parser::reject_captures(const Node* pattern) {
  std::vector<const Node*> pending{pattern};
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    if (is<LocalVariableTargetNode>(node)) {
      error(node, Message::PatternCaptureInAlternative);
      continue;
    }
    const size_t first = pending.size();
    for_each_child(node, [&](const Node* child) { pending.push_back(child); });
    std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
  }
}

bool Parser::is_local_name(std::string_view name) const {
  const Encoding encoding = lexer_.encoding;
  if (!identifier_start_width(encoding, name) || begins_uppercase(encoding, name)) return false;
  while (size_t width = identifier_width(encoding, name)) name.remove_prefix(width);
  return name.empty();
}

/// Whether the current token ends a pattern, except for a comma.
bool Parser::ends_pattern() const {
  return match_any(TokenKind::KeywordThen, TokenKind::BraceRight, TokenKind::BracketRight,
                   TokenKind::ParenRight, TokenKind::Newline, TokenKind::Semicolon);
}

// --- Structure ---------------------------------------------------------------------------------------------

namespace {

template <class Flags> bool includes(Flags flags, Flags flag) {
  return static_cast<unsigned>(flags) & static_cast<unsigned>(flag);
}

} // namespace

Node* Parser::parse_pattern(Captures& captures, PatternFlags flags, Message message) {
  Depth depth(*this);
  if (depth.exceeded()) {
    error(current(), Message::NestingTooDeep);
    recovering_ = true;
    return missing(current().loc());
  }
  Node* node = nullptr;
  bool leading_rest = false;
  switch (current().kind) {
  case TokenKind::Label: advance(); return parse_pattern_hash_result(captures, make_label(previous()), flags);
  case TokenKind::StarStarPrefix:
    return parse_pattern_hash_result(captures, parse_pattern_keyword_rest(captures), flags);
  case TokenKind::StringBegin:
    node = parse_pattern_primitive(captures, message);
    if (is_label(node)) return parse_pattern_hash_result(captures, node, flags);
    node = parse_pattern_alternatives(captures, node, message);
    break;
  case TokenKind::StarPrefix:
    if (flags != PatternFlags::Single) {
      advance();
      node = parse_pattern_rest(captures);
      leading_rest = true;
      break;
    }
    [[fallthrough]];
  default: node = parse_pattern_alternatives(captures, nullptr, message);
  }
  if (is_label(node)) return parse_pattern_hash(captures, node);
  if (includes(flags, PatternFlags::Multi) && match(TokenKind::Comma)) {
    return parse_pattern_list(captures, node, leading_rest);
  }
  if (!leading_rest) return node;
  auto* array = make<ArrayPatternNode>(node->loc);
  array->rest = node;
  return array;
}

Node* Parser::parse_pattern_hash_result(Captures& captures, Node* first, PatternFlags flags) {
  Node* node = parse_pattern_hash(captures, first);
  if (!includes(flags, PatternFlags::Top)) error(node, Message::PatternHashImplicit);
  return node;
}

/// Patterns with commas between them: an array pattern, or a find pattern if a rest comes first and last.
Node* Parser::parse_pattern_list(Captures& captures, Node* first, bool leading_rest) {
  NodeList nodes;
  append(nodes, first);
  bool trailing_rest = false;
  while (accept(TokenKind::Comma)) {
    if (match_any(TokenKind::KeywordThen, TokenKind::BraceRight, TokenKind::BracketRight,
                  TokenKind::ParenRight, TokenKind::Semicolon, TokenKind::KeywordAnd, TokenKind::KeywordOr)) {
      append(nodes, make<ImplicitRestNode>(previous()));
      trailing_rest = true;
      break;
    }
    if (accept(TokenKind::StarPrefix)) {
      append(nodes, parse_pattern_rest(captures));
      if (trailing_rest) error(previous(), Message::PatternRest);
      trailing_rest = true;
    } else {
      append(nodes, parse_pattern_alternatives(captures, nullptr, Message::PatternExpressionAfterComma));
    }
    if (recovering_) break;
  }
  const Location loc = span(nodes.front(), nodes.back());
  if (leading_rest && is<SplatNode>(nodes.back())) {
    auto* node = make<FindPatternNode>(loc);
    node->left = nodes.front();
    for (size_t i = 1; i + 1 < nodes.size(); i++) append(node->requireds, nodes[i]);
    node->right = nodes.back();
    if (nodes.size() == 2) error(node, Message::PatternFindMissingInner);
    return node;
  }
  auto* node = make<ArrayPatternNode>(loc);
  for (Node* each : nodes) {
    if (!node->rest && (is<SplatNode>(each) || is<ImplicitRestNode>(each))) {
      node->rest = each;
    } else {
      append(node->rest ? node->posts : node->requireds, each);
    }
  }
  if (leading_rest && trailing_rest) error(node, Message::PatternArrayMultipleRests);
  return node;
}

/// Patterns with `|` between them, and names bound to the result with `=>`.
Node* Parser::parse_pattern_alternatives(Captures& captures, Node* first, Message message) {
  Node* node = first ? first : parse_pattern_alternative(captures, message, message);
  while (accept(TokenKind::Pipe)) {
    const Token op = previous();
    if (!is<AlternationPatternNode>(node) && !captures.empty()) reject_captures(node);
    Node* right = parse_pattern_alternative(captures, Message::PatternExpressionAfterPipe, message);
    if (!captures.empty()) reject_captures(right);
    auto* alternation = make<AlternationPatternNode>(span(node, right));
    alternation->left = node;
    alternation->right = right;
    alternation->operator_loc = op.loc();
    node = alternation;
    if (recovering_) break;
  }
  while (accept(TokenKind::EqualGreater)) {
    const Token op = previous();
    expect(TokenKind::Identifier, Message::PatternIdentAfterHrocket);
    LocalVariableTargetNode* target = capture(captures, previous().loc());
    auto* binding = make<CapturePatternNode>(span(node, target));
    binding->value = node;
    binding->target = target;
    binding->operator_loc = op.loc();
    node = binding;
  }
  return node;
}

Node* Parser::parse_pattern_alternative(Captures& captures, Message message, Message missing_message) {
  switch (current().kind) {
  case TokenKind::ParenLeft:
  case TokenKind::ParenLeftArg: {
    const Token opening = current();
    advance();
    Node* body = parse_pattern(captures, PatternFlags::Single, Message::PatternExpressionAfterParen);
    accept(TokenKind::Newline);
    expect(TokenKind::ParenRight, Message::PatternTermParen);
    auto* node = make<ParenthesesNode>(span(opening.loc(), previous().loc()));
    node->body = body;
    node->opening_loc = opening.loc();
    node->closing_loc = previous().loc();
    return node;
  }
  case TokenKind::Identifier:
  case TokenKind::BracketLeftArray:
  case TokenKind::BraceLeft:
  case TokenKind::Caret:
  case TokenKind::Constant:
  case TokenKind::ColonColonPrefix:
  case TokenKind::DotDotPrefix:
  case TokenKind::DotDotDotPrefix: return parse_pattern_primitive(captures, message);
  default:
    if (has_trait(current().kind, kPrimitive)) return parse_pattern_primitive(captures, message);
    error(current(), missing_message);
    return missing(current().loc());
  }
}

// --- Single patterns ---------------------------------------------------------------------------------------

Node* Parser::parse_pattern_primitive(Captures& captures, Message message) {
  switch (current().kind) {
  case TokenKind::Identifier:
  case TokenKind::MethodName: advance(); return capture(captures, previous().loc());
  case TokenKind::BracketLeftArray: return parse_pattern_array(captures);
  case TokenKind::BraceLeft: return parse_pattern_braces(captures);
  case TokenKind::Caret: return parse_pattern_pin();
  case TokenKind::DotDotPrefix:
  case TokenKind::DotDotDotPrefix: {
    const Token op = current();
    advance();
    return parse_pattern_range_end(op, nullptr);
  }
  case TokenKind::ColonColonPrefix: {
    advance();
    const Token delimiter = previous();
    expect(TokenKind::Constant, Message::ConstantPathColonColonConstant);
    auto* node = make<ConstantPathNode>(span(delimiter.loc(), previous().loc()));
    node->delimiter_loc = delimiter.loc();
    node->name_loc = previous().loc();
    if (previous().kind == TokenKind::Constant) node->name = name_of(previous());
    return parse_pattern_constant(captures, node);
  }
  case TokenKind::Constant: {
    auto* node = make<ConstantReadNode>(current());
    node->name = name_of(current());
    advance();
    return parse_pattern_constant(captures, node);
  }
  default:
    if (has_trait(current().kind, kPrimitive)) return parse_pattern_value(message);
    error(current(), message);
    return missing(current().loc());
  }
}

/// A literal, or a range of them.
Node* Parser::parse_pattern_value(Message message) {
  Node* node = parse_expression({Power::Max, false, true, message});
  if (is_label(node)) return node;
  if (is<CallNode>(node)) { // an operator is no part of a pattern
    error(node, message);
    forget(node);
    return missing(node->loc);
  }
  if (!match_any(TokenKind::DotDot, TokenKind::DotDotDot)) return node;
  advance();
  return parse_pattern_range_end(previous(), node);
}

Node* Parser::parse_pattern_range_end(const Token& op, Node* left) {
  const Token range = op;
  if (has_trait(current().kind, kPrimitive)) {
    return make_range(left, range,
                      parse_expression({Power::Max, false, false, Message::PatternExpressionAfterRange}));
  }
  if (left) return make_range(left, range, nullptr);
  error(range, Message::PatternExpressionAfterRange);
  return make_range(nullptr, range, missing(range.loc()));
}

Node* Parser::parse_pattern_array(Captures& captures) {
  const Token opening = current();
  advance();
  Node* inner = nullptr;
  if (!accept(TokenKind::BracketRight)) {
    inner = parse_pattern(captures, PatternFlags::Multi, Message::PatternExpressionAfterBracket);
    accept(TokenKind::Newline);
    expect(TokenKind::BracketRight, Message::PatternTermBracket);
  }
  const Location closing = previous().loc();
  auto enclose = [&](auto* node) {
    node->loc = span(opening.loc(), closing);
    node->opening_loc = opening.loc();
    node->closing_loc = closing;
    return static_cast<Node*>(node);
  };
  if (auto* array = as_if<ArrayPatternNode>(inner); array && !array->opening_loc) return enclose(array);
  if (auto* find = as_if<FindPatternNode>(inner); find && !find->opening_loc) return enclose(find);
  auto* array = make<ArrayPatternNode>(Location{});
  if (inner) append(array->requireds, inner);
  return enclose(array);
}

Node* Parser::parse_pattern_braces(Captures& captures) {
  const bool outer_newlines = lexer_.pattern_newlines;
  lexer_.pattern_newlines = false;
  const Token opening = current();
  advance();
  HashPatternNode* node = nullptr;
  if (accept(TokenKind::BraceRight)) {
    node = make<HashPatternNode>(Location{});
  } else {
    Node* first = nullptr;
    switch (current().kind) {
    case TokenKind::Label:
      advance();
      first = make_label(previous());
      break;
    case TokenKind::StarStarPrefix: first = parse_pattern_keyword_rest(captures); break;
    case TokenKind::StringBegin:
      first = parse_expression({Power::Max, false, true, Message::PatternHashKeyLabel});
      break;
    default:
      error(current(), Message::PatternHashKey, {describe(current().kind)});
      advance();
      first = missing(previous().loc());
    }
    node = parse_pattern_hash(captures, first);
    accept(TokenKind::Newline);
    expect(TokenKind::BraceRight, Message::PatternTermBrace);
  }
  node->loc = span(opening.loc(), previous().loc());
  node->opening_loc = opening.loc();
  node->closing_loc = previous().loc();
  lexer_.pattern_newlines = outer_newlines;
  return node;
}

/// `^a` and `^(a)`
Node* Parser::parse_pattern_pin() {
  advance();
  const Token op = previous();
  Node* variable = nullptr;
  switch (current().kind) {
  case TokenKind::Identifier:
    advance();
    variable = read_variable();
    if (!variable) {
      error(previous(), Message::NoLocalVariable, {lexer_.slice(previous())});
      auto* read = make<LocalVariableReadNode>(previous());
      read->name = name_of(previous());
      variable = read;
    }
    break;
  case TokenKind::InstanceVariable:
  case TokenKind::ClassVariable:
  case TokenKind::GlobalVariable:
  case TokenKind::NumberedReference:
  case TokenKind::BackReference: variable = parse_variable_read({Power::Unset}); break;
  case TokenKind::ParenLeft: {
    const bool outer_newlines = lexer_.pattern_newlines;
    lexer_.pattern_newlines = false;
    const Token opening = current();
    advance();
    Node* expression = parse_value({Power::Statement, true, false, Message::PatternExpressionAfterPin});
    lexer_.pattern_newlines = outer_newlines;
    accept(TokenKind::Newline);
    expect(TokenKind::ParenRight, Message::PatternTermParen);
    auto* node = make<PinnedExpressionNode>(span(op.loc(), previous().loc()));
    node->expression = expression;
    node->operator_loc = op.loc();
    node->lparen_loc = opening.loc();
    node->rparen_loc = previous().loc();
    return node;
  }
  default: error(op, Message::PatternExpressionAfterPin); variable = missing(op.loc());
  }
  auto* node = make<PinnedVariableNode>(span(op.loc(), variable->loc));
  node->variable = variable;
  node->operator_loc = op.loc();
  return node;
}

/// A constant, with the patterns in `A(...)` or `A[...]`.
Node* Parser::parse_pattern_constant(Captures& captures, Node* constant) {
  while (accept(TokenKind::ColonColon)) {
    const Token delimiter = previous();
    expect(TokenKind::Constant, Message::ConstantPathColonColonConstant);
    constant = make_constant_path(constant, delimiter, previous());
  }
  if (!match_any(TokenKind::BracketLeft, TokenKind::ParenLeft)) return constant;
  const bool brackets = match(TokenKind::BracketLeft);
  const TokenKind closer = brackets ? TokenKind::BracketRight : TokenKind::ParenRight;
  advance();
  const Location opening = previous().loc();
  accept(TokenKind::Newline);
  Node* inner = nullptr;
  if (!accept(closer)) {
    inner = parse_pattern(captures, PatternFlags::TopMulti,
                          brackets ? Message::PatternExpressionAfterBracket
                                   : Message::PatternExpressionAfterParen);
    accept(TokenKind::Newline);
    expect(closer, brackets ? Message::PatternTermBracket : Message::PatternTermParen);
  }
  const Location closing = previous().loc();
  auto enclose = [&](auto* node) {
    node->loc = span(constant->loc, closing);
    node->constant = constant;
    node->opening_loc = opening;
    node->closing_loc = closing;
    return static_cast<Node*>(node);
  };
  auto is_open = [](const auto* node) { return node && !node->constant && !node->opening_loc; };
  if (auto* array = as_if<ArrayPatternNode>(inner); is_open(array)) return enclose(array);
  if (auto* find = as_if<FindPatternNode>(inner); is_open(find)) return enclose(find);
  if (auto* hash = as_if<HashPatternNode>(inner); is_open(hash)) return enclose(hash);
  auto* array = make<ArrayPatternNode>(Location{});
  if (inner) append(array->requireds, inner);
  return enclose(array);
}

/// `*a`, whose star is the previous token.
Node* Parser::parse_pattern_rest(Captures& captures) {
  auto* node = make<SplatNode>(previous());
  node->operator_loc = previous().loc();
  if (accept(TokenKind::Identifier)) {
    node->loc.end = previous().end;
    node->expression = capture(captures, previous().loc());
  }
  return node;
}

// --- Hash patterns -----------------------------------------------------------------------------------------

/// `**a` and `**nil`
Node* Parser::parse_pattern_keyword_rest(Captures& captures) {
  advance();
  const Token op = previous();
  if (accept(TokenKind::KeywordNil)) {
    auto* node = make<NoKeywordsParameterNode>(span(op.loc(), previous().loc()));
    node->operator_loc = op.loc();
    node->keyword_loc = previous().loc();
    return node;
  }
  auto* node = make<AssocSplatNode>(op);
  node->operator_loc = op.loc();
  if (accept(TokenKind::Identifier)) {
    node->loc.end = previous().end;
    node->value = capture(captures, previous().loc());
  }
  return node;
}

/// The value of `{a:}`: the variable of that name.
Node* Parser::parse_pattern_implicit_value(Captures& captures, SymbolNode* key) {
  const Location loc = key->value_loc;
  const std::string_view text = lexer_.slice(loc);
  if (!is_local_name(text)) {
    error(key, Message::PatternHashKeyLocals);
    if (!text.empty() && (text.back() == '!' || text.back() == '?')) {
      error(loc, Message::InvalidLocalVariableWrite, {text});
    }
  }
  Node* target = capture(captures, loc);
  auto* node = make<ImplicitNode>(target->loc);
  node->value = target;
  return node;
}

void Parser::add_pattern_key(StaticLiterals& keys, const Node* key) {
  if (keys.add(key, true)) error(key, Message::PatternHashKeyDuplicate);
}

/// The keys and values of a hash pattern, whose first key or rest has been read.
HashPatternNode* Parser::parse_pattern_hash(Captures& captures, Node* first) {
  NodeList elements;
  StaticLiterals keys(result_.source);
  Node* rest = nullptr;
  if (is<AssocSplatNode>(first) || is<NoKeywordsParameterNode>(first)) {
    rest = first;
  } else if (is<SymbolNode>(first) && is_label(first)) {
    add_pattern_key(keys, first);
    Node* value = nullptr;
    if (ends_pattern() || match_any(TokenKind::Comma, TokenKind::EndOfInput)) {
      value = parse_pattern_implicit_value(captures, as<SymbolNode>(first));
    } else {
      value = parse_pattern(captures, PatternFlags::Single, Message::PatternExpressionAfterKey);
    }
    append(elements, make_assoc(first, {}, value));
  } else {
    error(first, is<InterpolatedSymbolNode>(first) ? Message::PatternHashKeyInterpolated
                                                   : Message::PatternHashKeyLabel);
    append(elements, make_assoc(first, {}, missing(first->loc)));
  }

  while (accept(TokenKind::Comma)) {
    if (ends_pattern() || match(TokenKind::EndOfInput)) {
      if (rest) error(current(), Message::PatternExpressionAfterRest);
      break;
    }
    if (match(TokenKind::StarStarPrefix)) {
      Node* splat = parse_pattern_keyword_rest(captures);
      if (rest) {
        error(splat, Message::PatternExpressionAfterRest);
        append(elements, splat);
      } else {
        rest = splat;
      }
    } else {
      parse_pattern_assoc(captures, keys, elements, rest);
    }
    if (recovering_) break;
  }

  auto* node = make<HashPatternNode>(Location{});
  node->elements = elements;
  node->rest = rest;
  if (!elements.empty()) node->loc = span(elements.front(), elements.back());
  if (rest) extend(node, rest->loc);
  return node;
}

void Parser::parse_pattern_assoc(Captures& captures, StaticLiterals& keys, NodeList& elements, Node* rest) {
  Node* key = nullptr;
  if (match(TokenKind::StringBegin)) {
    key = parse_strings(nullptr, true);
    if (is<InterpolatedSymbolNode>(key)) {
      error(key, Message::PatternHashKeyInterpolated);
    } else if (!is_label(key)) {
      error(key, Message::PatternLabelAfterComma);
    }
  } else {
    expect(TokenKind::Label, Message::PatternLabelAfterComma);
    key = make_label(previous());
  }
  add_pattern_key(keys, key);
  Node* value = nullptr;
  if (!ends_pattern() && !match(TokenKind::Comma)) {
    value = parse_pattern(captures, PatternFlags::Single, Message::PatternExpressionAfterKey);
  } else if (auto* symbol = as_if<SymbolNode>(key)) {
    value = parse_pattern_implicit_value(captures, symbol);
  } else {
    value = missing(end_of(key->loc));
  }
  Node* assoc = make_assoc(key, {}, value);
  if (rest) error(assoc, Message::PatternExpressionAfterRest);
  append(elements, assoc);
}

} // namespace miniyarv
