// Operators between and after operands.

#include "frontend/syntax/parser.hpp"
#include "frontend/syntax/regexp_scan.hpp"

#include <algorithm>

namespace miniyarv {

Node* Parser::parse_infix(Node* left, const Rules& rules, const Binding& binding) {
  switch (current().kind) {
  case TokenKind::Equal: return parse_assignment(left, rules, binding);
  case TokenKind::AmpersandAmpersandEqual:
    return parse_operator_assignment(left, rules, binding, WriteKind::And);
  case TokenKind::PipePipeEqual: return parse_operator_assignment(left, rules, binding, WriteKind::Or);
  case TokenKind::AmpersandEqual:
  case TokenKind::CaretEqual:
  case TokenKind::GreaterGreaterEqual:
  case TokenKind::LessLessEqual:
  case TokenKind::MinusEqual:
  case TokenKind::PercentEqual:
  case TokenKind::PipeEqual:
  case TokenKind::PlusEqual:
  case TokenKind::SlashEqual:
  case TokenKind::StarEqual:
  case TokenKind::StarStarEqual: return parse_operator_assignment(left, rules, binding, WriteKind::Operator);
  case TokenKind::AmpersandAmpersand:
  case TokenKind::KeywordAnd:
  case TokenKind::PipePipe:
  case TokenKind::KeywordOr: return parse_logical(left, binding);
  case TokenKind::EqualTilde: return parse_match_operator(left, binding);
  case TokenKind::Greater:
  case TokenKind::GreaterEqual:
  case TokenKind::Less:
  case TokenKind::LessEqual: return parse_binary_call(left, binding, true);
  case TokenKind::Dot:
  case TokenKind::AmpersandDot: return parse_dot_call(left, rules);
  case TokenKind::ColonColon: return parse_double_colon(left, rules);
  case TokenKind::BracketLeft: return parse_index(left, rules);
  case TokenKind::DotDot:
  case TokenKind::DotDotDot: return parse_range(left, binding);
  case TokenKind::KeywordIfModifier:
  case TokenKind::KeywordUnlessModifier:
  case TokenKind::KeywordWhileModifier:
  case TokenKind::KeywordUntilModifier: return parse_modifier(left, binding);
  case TokenKind::KeywordRescueModifier: return parse_rescue_modifier(left, binding);
  case TokenKind::QuestionMark: return parse_ternary(left);
  case TokenKind::KeywordIn:
  case TokenKind::EqualGreater: return parse_match(left);
  default: return parse_binary_call(left, binding, false);
  }
}

/// `a => b` and `a in b` inside `and`, `or` and `rescue` take no operator after them.
void Parser::reject_after_match(const Node* left, const Token& op) {
  const Node* last = nullptr;
  if (auto* node = as_if<RescueModifierNode>(left)) last = node->rescue_expression;
  if (auto* node = as_if<AndNode>(left)) last = node->right;
  if (auto* node = as_if<OrNode>(left)) last = node->right;
  if (is<MatchPredicateNode>(last) || is<MatchRequiredNode>(last)) {
    error(op, Message::ExpectEolAfterStatement, {describe(op.kind)});
  }
}

Node* Parser::parse_binary_call(Node* left, const Binding& binding, bool comparison) {
  auto* left_call = as_if<CallNode>(left);
  if (comparison && left_call && left_call->has(PrivateFlag::Comparison)) {
    error(current(), Message::ComparisonAfterComparison, {lexer_.slice(current())});
  }
  advance();
  const Token op = previous();
  if (!comparison) reject_after_match(left, op);
  Node* right = parse_expression({binding.right, false, false, Message::ExpectExpressionAfterOperator});
  CallNode* call = make_binary_call(left, op, right);
  if (comparison) call->set(PrivateFlag::Comparison);
  return call;
}

CallNode* Parser::make_binary_call(Node* receiver, const Token& op, Node* argument) {
  check_value(receiver);
  check_value(argument);
  auto* call = make<CallNode>(receiver->loc);
  extend(call, argument->loc);
  if (is<SelfNode>(receiver)) call->set(CallFlag::IgnoreVisibility);
  call->receiver = receiver;
  call->message_loc = op.loc();
  call->name = name_of(op);
  call->arguments = make<ArgumentsNode>(Location{});
  append_argument(call->arguments, argument);
  return call;
}

CallNode* Parser::make_unary_call(const Token& op, Node* receiver, std::string_view name) {
  check_value(receiver);
  auto* call = make<CallNode>(span(op.loc(), receiver->loc));
  if (is<SelfNode>(receiver)) call->set(CallFlag::IgnoreVisibility);
  call->receiver = receiver;
  call->message_loc = op.loc();
  call->name = name_of(name);
  return call;
}

Node* Parser::parse_logical(Node* left, const Binding& binding) {
  advance();
  const Token op = previous();
  const bool word = op.kind == TokenKind::KeywordAnd || op.kind == TokenKind::KeywordOr;
  Node* right = parse_expression({binding.right, word, false, Message::ExpectExpressionAfterOperator});
  check_value(left);
  auto fill = [&](auto* node) {
    node->left = left;
    node->operator_loc = op.loc();
    node->right = right;
    if (void_value(left)) node->set(PrivateFlag::VoidLeft);
    return static_cast<Node*>(node);
  };
  const Location loc = span(left, right);
  if (op.kind == TokenKind::AmpersandAmpersand || op.kind == TokenKind::KeywordAnd) {
    return fill(make<AndNode>(loc));
  }
  return fill(make<OrNode>(loc));
}

// --- =~ ----------------------------------------------------------------------------------------------------

Node* Parser::parse_match_operator(Node* left, const Binding& binding) {
  const Token op = current();
  advance();
  // The right side is parsed first: in /(?<a>.)/ =~ a the right `a` is not yet a variable.
  Node* right = parse_expression({binding.right, false, false, Message::ExpectExpressionAfterOperator});
  return add_named_captures(make_binary_call(left, op, right));
}

/// Makes the named captures of a literal regexp on the left of `=~` variables.
Node* Parser::add_named_captures(CallNode* call) {
  std::string joined;
  std::string_view pattern;
  bool extended = false;
  if (auto* regexp = as_if<RegularExpressionNode>(call->receiver)) {
    pattern = regexp->unescaped;
    extended = regexp->has(RegexpFlag::Extended);
  } else if (auto* parts = as_if<InterpolatedRegularExpressionNode>(call->receiver)) {
    // A heredoc can split a regexp without interpolation.
    for (Node* part : parts->parts) {
      if (!is<StringNode>(part)) return call;
      joined += as<StringNode>(part)->unescaped;
    }
    if (joined.empty()) return call;
    pattern = lexer_.keep(joined);
    extended = parts->has(RegexpFlag::Extended);
  } else {
    return call;
  }

  const char* const text = lexer_.text().data();
  const bool in_source = pattern.data() >= text && pattern.data() < text + lexer_.size();
  auto location_of = [&](std::string_view part) {
    if (!in_source) return call->receiver->loc;
    const auto start = static_cast<uint32_t>(part.data() - text);
    return Location{start, start + static_cast<uint32_t>(part.size())};
  };
  MatchWriteNode* match = nullptr;
  std::vector<Name> seen;
  scan_regexp(pattern, extended, lexer_.encoding,
              {[&](std::string_view name) {
                 if (!is_local_name(name)) return;
                 const Name local = in_source ? names_.intern_stable(name) : name_of(name);
                 if (std::find(seen.begin(), seen.end(), local) != seen.end()) return;
                 seen.push_back(local);
                 int depth = depth_of(local);
                 if (depth == ScopeStack::kNotFound) {
                   if (is_reserved_word(name)) return;
                   scopes_.current().declare(local, location_of(name), 0);
                   depth = 0;
                 }
                 if (!match) {
                   match = make<MatchWriteNode>(call->loc);
                   match->call = call;
                 }
                 append(match->targets,
                        make_local_target(location_of(name), local, static_cast<uint32_t>(depth)));
               },
               [&](std::string_view part, std::string_view message) {
                 error(location_of(part), Message::RegexpParseError, {message});
               }});
  return match ? static_cast<Node*>(match) : call;
}

// --- Ranges ------------------------------------------------------------------------------------------------

Node* Parser::parse_range(Node* left, const Binding& binding) {
  const Token op = current();
  advance();
  Node* right = nullptr;
  if (begins_expression(current().kind)) {
    right = parse_expression({binding.right, false, false, Message::ExpectExpressionAfterOperator});
  }
  return make_range(left, op, right);
}

Node* Parser::make_range(Node* left, const Token& op, Node* right) {
  if (left) check_value(left);
  if (right) check_value(right);
  auto* range = make<RangeNode>(span(left ? left->loc : op.loc(), right ? right->loc : op.loc()));
  range->left = left;
  range->right = right;
  range->operator_loc = op.loc();
  if (op.kind == TokenKind::DotDotDot || op.kind == TokenKind::DotDotDotPrefix)
    range->set(RangeFlag::ExcludeEnd);
  auto is_static = [](const Node* end) { return !end || is<NilNode>(end) || is<IntegerNode>(end); };
  range->static_literal = is_static(left) && is_static(right);
  return range;
}

// --- Calls -------------------------------------------------------------------------------------------------

Node* Parser::parse_dot_call(Node* receiver, const Rules& rules) {
  advance();
  const Token op = previous();
  Arguments arguments;
  if (match(TokenKind::ParenLeft)) { // a.()
    parse_argument_list(arguments, true, false);
    return make_shorthand_call(receiver, op, arguments);
  }
  reject_after_match(receiver, op);

  Token message{TokenKind::Missing, previous().end, previous().end};
  if (has_trait(current().kind, kOperator) || has_trait(current().kind, kKeyword) ||
      match_any(TokenKind::Constant, TokenKind::Identifier, TokenKind::MethodName)) {
    advance();
    message = previous();
  } else {
    error(current(), Message::ExpectMessage, {describe(current().kind)});
  }
  parse_argument_list(arguments, true, rules.command_call);
  CallNode* call = make_call(receiver, op, message, arguments);
  if (!arguments.arguments && !arguments.opening) return maybe_targets(rules, call);
  return call;
}

Node* Parser::parse_double_colon(Node* left, const Rules& rules) {
  advance();
  const Token delimiter = previous();
  Arguments arguments;
  if (match(TokenKind::Constant)) {
    advance();
    const Token name = previous();
    if (match(TokenKind::ParenLeft) || (rules.command_call && begins_argument())) {
      parse_argument_list(arguments, true, rules.command_call);
      return maybe_targets(rules, make_call(left, delimiter, name, arguments));
    }
    return maybe_targets(rules, make_constant_path(left, delimiter, name));
  }
  if (match(TokenKind::ParenLeft)) { // A::()
    parse_argument_list(arguments, true, false);
    return make_shorthand_call(left, delimiter, arguments);
  }
  if (has_trait(current().kind, kOperator) || has_trait(current().kind, kKeyword) ||
      match_any(TokenKind::Identifier, TokenKind::MethodName)) {
    advance();
    const Token message = previous();
    parse_argument_list(arguments, true, rules.command_call);
    return maybe_targets(rules, make_call(left, delimiter, message, arguments));
  }
  expect(TokenKind::Constant, Message::ConstantPathColonColonConstant);
  return make_constant_path(left, delimiter, previous());
}

Node* Parser::parse_index(Node* receiver, const Rules& rules) {
  advance();
  Arguments arguments;
  arguments.opening = previous().loc();
  if (!accept(TokenKind::BracketRight)) {
    {
      BlockGuard blocks(*this, true);
      parse_arguments(arguments, false, TokenKind::BracketRight);
    }
    expect(TokenKind::BracketRight, Message::ExpectRbracket);
  }
  arguments.closing = previous().loc();
  if (rules.power == Power::Statement && match(TokenKind::Comma)) {
    return parse_targets_statement(make_index_call(receiver, arguments));
  }
  BlockNode* block = nullptr;
  if (accept(TokenKind::BraceLeft)) {
    block = parse_block();
    validate_brace_block(arguments, block);
  } else if (accepts_block_.top() && accept(TokenKind::KeywordDo)) {
    block = parse_block();
  }
  if (block) {
    if (arguments.block) {
      error(block, Message::ArgumentAfterBlock);
      append_argument(arguments, arguments.block);
    }
    arguments.block = block;
  }
  return make_index_call(receiver, arguments);
}

// --- Modifiers and conditions ------------------------------------------------------------------------------

Node* Parser::parse_modifier(Node* statement, const Binding& binding) {
  advance();
  const Token keyword = previous();
  const bool is_if = keyword.kind == TokenKind::KeywordIfModifier;
  if (is_if || keyword.kind == TokenKind::KeywordUnlessModifier) {
    Node* predicate =
        parse_value({binding.right, true, false,
                     is_if ? Message::ConditionalIfPredicate : Message::ConditionalUnlessPredicate});
    return make_modifier_if(statement, keyword, predicate, !is_if);
  }
  auto* statements = make<StatementsNode>(Location{});
  append_statement(statements, statement);
  const bool is_while = keyword.kind == TokenKind::KeywordWhileModifier;
  Node* predicate =
      parse_value({binding.right, true, false,
                   is_while ? Message::ConditionalWhilePredicate : Message::ConditionalUntilPredicate});
  check_condition(predicate, Predicate::Condition);
  // What looked like misplaced jumps belongs to this loop.
  while (!block_exits_.empty() && block_exits_.back()->loc.start >= statements->loc.start)
    block_exits_.pop_back();
  auto fill = [&](auto* loop) {
    loop->keyword_loc = keyword.loc();
    loop->predicate = predicate;
    loop->statements = statements;
    if (is<BeginNode>(statement)) loop->set(LoopFlag::BeginModifier);
    return static_cast<Node*>(loop);
  };
  const Location loc = span(statements, predicate);
  if (is_while) return fill(make<WhileNode>(loc));
  return fill(make<UntilNode>(loc));
}

Node* Parser::parse_rescue_modifier(Node* expression, const Binding& binding) {
  const Token keyword = current();
  ContextGuard context(contexts_, Context::RescueModifier);
  advance();
  accept(TokenKind::Newline);
  Node* fallback = parse_expression({binding.right, true, false, Message::RescueModifierValue});
  return make_rescue_modifier(expression, keyword, fallback);
}

Node* Parser::make_rescue_modifier(Node* expression, const Token& keyword, Node* fallback) {
  auto* node = make<RescueModifierNode>(span(expression, fallback));
  node->expression = expression;
  node->keyword_loc = keyword.loc();
  node->rescue_expression = fallback;
  return node;
}

Node* Parser::parse_ternary(Node* predicate) {
  const size_t block_exits = begin_block_exits();
  const Token question = current();
  Token colon;
  Node* then_value = nullptr;
  Node* else_value = nullptr;
  {
    ContextGuard context(contexts_, Context::Ternary);
    advance();
    then_value = parse_expression({Power::Defined, false, false, Message::TernaryExpressionTrue});
    if (recovering_) {
      colon = {TokenKind::Missing, previous().end, previous().end};
      else_value = missing(colon.loc());
    } else {
      accept(TokenKind::Newline);
      expect(TokenKind::Colon, Message::TernaryColon);
      colon = previous();
      else_value = parse_expression({Power::Defined, false, false, Message::TernaryExpressionFalse});
    }
  }
  end_block_exits(block_exits);

  check_value(predicate);
  IfNode* node = make_if(span(predicate, else_value), predicate);
  node->then_keyword_loc = question.loc();
  node->statements = make<StatementsNode>(Location{});
  append_statement(node->statements, then_value);
  auto* else_statements = make<StatementsNode>(Location{});
  append_statement(else_statements, else_value);
  node->subsequent = make_else(colon, else_statements, {});
  return node;
}

/// `value in pattern` and `value => pattern`.
Node* Parser::parse_match(Node* value) {
  const bool outer_newlines = lexer_.pattern_newlines;
  lexer_.pattern_newlines = true;
  const Token op = current();
  lexer_.command_start = false;
  lexer_.state = lex_state::kBeg | lex_state::kLabel;
  advance();
  const bool predicate = op.kind == TokenKind::KeywordIn;
  Captures captures;
  Node* pattern =
      parse_pattern(captures, PatternFlags::TopMulti,
                    predicate ? Message::PatternExpressionAfterIn : Message::PatternExpressionAfterHrocket);
  lexer_.pattern_newlines = outer_newlines;
  check_value(value);
  auto fill = [&](auto* node) {
    node->value = value;
    node->pattern = pattern;
    node->operator_loc = op.loc();
    return static_cast<Node*>(node);
  };
  const Location loc = span(value, pattern);
  if (predicate) return fill(make<MatchPredicateNode>(loc));
  return fill(make<MatchRequiredNode>(loc));
}

} // namespace miniyarv
