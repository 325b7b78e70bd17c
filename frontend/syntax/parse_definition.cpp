// Methods, classes, modules, parameters, `alias`, `undef`, BEGIN and END.

#include "frontend/syntax/parser.hpp"

namespace miniyarv {

// --- Parameters --------------------------------------------------------------------------------------------

/// How far a parameter list has come; later kinds of parameters have smaller values.
enum class Parser::ParameterOrder : uint8_t {
  NoChange,
  NothingAfter,
  KeywordRest,
  Keywords,
  Rest,
  AfterOptional,
  Optional,
  Named,
  None
};

void Parser::refute_numbered(Location name) {
  const std::string_view text = lexer_.slice(name);
  if (Lexer::is_numbered_parameter(text)) error(name, Message::ParameterNumberedReserved, {text});
}

bool Parser::declare_parameter(Location loc) {
  refute_numbered(loc);
  const Name name = name_of(loc);
  Scope& scope = scopes_.current();
  if (scope.find(name)) {
    if (loc.length() > 0 && name.text()[0] != '_') error(loc, Message::ParameterNameDuplicated);
    return true;
  }
  if (loc.length() > 0) scope.declare(name, loc, 1);
  return false;
}

/// Checks that a parameter may stand where it does.
bool Parser::update_order(const Token& token, ParameterOrder& order) {
  auto order_of = [](TokenKind kind) {
    switch (kind) {
    case TokenKind::AmpersandPrefix:
    case TokenKind::Ampersand:
    case TokenKind::DotDotDotPrefix: return ParameterOrder::NothingAfter;
    case TokenKind::Identifier:
    case TokenKind::ParenLeft: return ParameterOrder::Named;
    case TokenKind::Equal: return ParameterOrder::Optional;
    case TokenKind::Label: return ParameterOrder::Keywords;
    case TokenKind::StarPrefix:
    case TokenKind::Star: return ParameterOrder::AfterOptional;
    case TokenKind::StarStarPrefix:
    case TokenKind::StarStar: return ParameterOrder::KeywordRest;
    default: return ParameterOrder::NoChange;
    }
  };
  const ParameterOrder next = order_of(token.kind);
  if (next == ParameterOrder::NoChange) return true;
  if (next == ParameterOrder::Named && order == ParameterOrder::Optional) {
    order = ParameterOrder::AfterOptional;
    return true;
  }
  if (next == ParameterOrder::Named && order == ParameterOrder::AfterOptional) return true;

  if (token.kind == TokenKind::StarPrefix && order == ParameterOrder::AfterOptional) {
    error(token, Message::ParameterStar);
    return false;
  }
  if (token.kind == TokenKind::DotDotDotPrefix && order >= ParameterOrder::KeywordRest &&
      order <= ParameterOrder::AfterOptional) {
    error(token, order == ParameterOrder::AfterOptional ? Message::ParameterForwardingAfterRest
                                                        : Message::ParameterOrder);
    return false;
  }
  if (order == ParameterOrder::NothingAfter || next > order) {
    error(token, Message::ParameterOrder);
    return false;
  }
  if (next < order) order = next;
  return true;
}

void Parser::append_parameter(ParametersNode* parameters, NodeList& list, Node* node) {
  extend(parameters, node->loc);
  append(list, node);
}

/// Null if there are no parameters.
ParametersNode* Parser::parse_parameters(const ParameterRules& rules) {
  lexer_.do_loops.push(false);
  auto* parameters = make<ParametersNode>(Location{});
  ParameterOrder order = ParameterOrder::None;
  while (parse_parameter(rules, parameters, order)) {
    const bool newline = rules.parentheses && accept(TokenKind::Newline);
    if (!accept(TokenKind::Comma)) break;
    if (newline) error(previous(), Message::InvalidComma);
  }
  lexer_.do_loops.pop();
  return parameters->loc ? parameters : nullptr;
}

/// Parses one parameter. False if there is none or the rest of the list cannot be parsed.
bool Parser::parse_parameter(const ParameterRules& rules, ParametersNode* parameters, ParameterOrder& order) {
  switch (current().kind) {
  case TokenKind::ParenLeft: {
    update_order(current(), order);
    Node* node = parse_destructured_parameter();
    const bool leading = order > ParameterOrder::AfterOptional;
    append_parameter(parameters, leading ? parameters->requireds : parameters->posts, node);
    return true;
  }
  case TokenKind::AmpersandPrefix:
  case TokenKind::Ampersand: parse_block_parameter(parameters, order); return true;
  case TokenKind::DotDotDotPrefix: parse_forwarding_parameter(rules, parameters, order); return true;
  case TokenKind::StarPrefix:
  case TokenKind::Star: parse_rest_parameter(parameters, order); return true;
  case TokenKind::StarStarPrefix:
  case TokenKind::StarStar: parse_keyword_rest_parameter(parameters, order); return true;
  case TokenKind::Identifier:
  case TokenKind::Constant:
  case TokenKind::ClassVariable:
  case TokenKind::InstanceVariable:
  case TokenKind::GlobalVariable:
  case TokenKind::MethodName: return parse_named_parameter(rules, parameters, order);
  case TokenKind::Label: {
    const bool result = parse_keyword_parameter(rules, parameters, order);
    lexer_.in_keyword_parameter = false;
    return result;
  }
  default: parse_trailing_comma(rules, parameters, order); return false;
  }
}

void Parser::parse_trailing_comma(const ParameterRules& rules, ParametersNode* parameters,
                                  ParameterOrder order) {
  if (previous().kind != TokenKind::Comma) return;
  if (!rules.trailing_comma || order < ParameterOrder::Named) {
    return error(previous(), Message::ParameterWildLooseComma);
  }
  Node* node = make<ImplicitRestNode>(previous()); // |a,|
  if (parameters->rest) {
    error(node, Message::ParameterSplatMulti);
    append_parameter(parameters, parameters->posts, node);
  } else {
    extend(parameters, node->loc);
    parameters->rest = node;
  }
}

void Parser::parse_block_parameter(ParametersNode* parameters, ParameterOrder& order) {
  update_order(current(), order);
  advance();
  const Token op = previous();
  auto* node = make<BlockParameterNode>(op);
  node->operator_loc = op.loc();
  if (accept(TokenKind::Identifier)) {
    node->name_loc = previous().loc();
    node->name = name_of(previous());
    node->loc.end = previous().end;
    if (declare_parameter(previous().loc())) node->set(ParameterFlag::RepeatedParameter);
  } else {
    scopes_.current().forwards.block = true;
  }
  if (parameters->block) {
    error(node, Message::ParameterBlockMulti);
    append_parameter(parameters, parameters->posts, node);
  } else {
    extend(parameters, node->loc);
    parameters->block = node;
  }
}

void Parser::parse_forwarding_parameter(const ParameterRules& rules, ParametersNode* parameters,
                                        ParameterOrder& order) {
  if (!rules.forwarding) error(current(), Message::ArgumentNoForwardingEllipses);
  const bool ordered = update_order(current(), order);
  advance();
  scopes_.current().forwards.all = true;
  auto* node = make<ForwardingParameterNode>(previous());
  if (parameters->keyword_rest) {
    append_parameter(parameters, parameters->posts, parameters->keyword_rest);
    if (ordered) error(previous(), Message::ParameterUnexpectedFwd);
  }
  extend(parameters, node->loc);
  parameters->keyword_rest = node;
}

void Parser::parse_rest_parameter(ParametersNode* parameters, ParameterOrder& order) {
  update_order(current(), order);
  advance();
  auto* node = make<RestParameterNode>(previous());
  node->operator_loc = previous().loc();
  if (accept(TokenKind::Identifier)) {
    node->name_loc = previous().loc();
    node->name = name_of(previous());
    node->loc.end = previous().end;
    if (declare_parameter(previous().loc())) node->set(ParameterFlag::RepeatedParameter);
  } else {
    scopes_.current().forwards.positionals = true;
  }
  if (parameters->rest) {
    error(node, Message::ParameterSplatMulti);
    append_parameter(parameters, parameters->posts, node);
  } else {
    extend(parameters, node->loc);
    parameters->rest = node;
  }
}

void Parser::parse_keyword_rest_parameter(ParametersNode* parameters, ParameterOrder& order) {
  const ParameterOrder before = order;
  update_order(current(), order);
  advance();
  const Token op = previous();
  Node* result = nullptr;
  if (accept(TokenKind::KeywordNil)) {
    if (before <= ParameterOrder::Keywords) error(previous(), Message::ParameterUnexpectedNoKw);
    auto* node = make<NoKeywordsParameterNode>(span(op.loc(), previous().loc()));
    node->operator_loc = op.loc();
    node->keyword_loc = previous().loc();
    result = node;
  } else {
    auto* node = make<KeywordRestParameterNode>(op);
    node->operator_loc = op.loc();
    if (accept(TokenKind::Identifier)) {
      node->name_loc = previous().loc();
      node->name = name_of(previous());
      node->loc.end = previous().end;
      if (declare_parameter(previous().loc())) node->set(ParameterFlag::RepeatedParameter);
    } else {
      scopes_.current().forwards.keywords = true;
    }
    result = node;
  }
  if (parameters->keyword_rest) {
    error(result, Message::ParameterAssocSplatMulti);
    append_parameter(parameters, parameters->posts, result);
  } else {
    extend(parameters, result->loc);
    parameters->keyword_rest = result;
  }
}

Node* Parser::parse_default(const ParameterRules& rules, Message message) {
  if (!rules.blocks_in_defaults) return parse_value({rules.power, false, false, message});
  BlockGuard blocks(*this, true);
  return parse_value({rules.power, false, false, message});
}

bool Parser::parse_named_parameter(const ParameterRules& rules, ParametersNode* parameters,
                                   ParameterOrder& order) {
  advance();
  const Token name = previous();
  switch (name.kind) {
  case TokenKind::Constant: error(name, Message::ArgumentFormalConstant); break;
  case TokenKind::InstanceVariable: error(name, Message::ArgumentFormalIvar); break;
  case TokenKind::GlobalVariable: error(name, Message::ArgumentFormalGlobal); break;
  case TokenKind::ClassVariable: error(name, Message::ArgumentFormalClass); break;
  case TokenKind::MethodName: error(name, Message::ParameterMethodName); break;
  default: break;
  }
  update_order(match(TokenKind::Equal) ? current() : name, order);
  const bool repeated = declare_parameter(name.loc());

  if (match(TokenKind::Equal)) {
    const Token op = current();
    ContextGuard context(contexts_, Context::DefaultParameters);
    advance();
    Node* value = parse_default(rules, Message::ParameterNoDefault);
    auto* node = make<OptionalParameterNode>(span(name.loc(), value->loc));
    node->name = name_of(name);
    node->name_loc = name.loc();
    node->operator_loc = op.loc();
    node->value = value;
    if (repeated) node->set(ParameterFlag::RepeatedParameter);
    append_parameter(parameters, parameters->optionals, node);
    return !recovering_;
  }
  auto* node = make<RequiredParameterNode>(name);
  node->name = name_of(name);
  if (repeated) node->set(ParameterFlag::RepeatedParameter);
  const bool leading = order > ParameterOrder::AfterOptional;
  append_parameter(parameters, leading ? parameters->requireds : parameters->posts, node);
  return true;
}

bool Parser::parse_keyword_parameter(const ParameterRules& rules, ParametersNode* parameters,
                                     ParameterOrder& order) {
  if (!rules.parentheses && !rules.in_block) lexer_.in_keyword_parameter = true;
  update_order(current(), order);
  ContextGuard context(contexts_, Context::DefaultParameters);
  advance();
  const Token label = previous();
  const Location name{label.start, label.end - 1};
  const std::string_view text = lexer_.slice(name);
  if (begins_uppercase(lexer_.encoding, text)) {
    error(name, Message::ArgumentFormalConstant);
  } else if (text.back() == '!' || text.back() == '?') {
    error(name, Message::InvalidLocalVariableWrite, {text});
  }
  const bool repeated = declare_parameter(name);
  auto fill = [&](auto* node) {
    node->name = name_of(name);
    node->name_loc = label.loc();
    if (repeated) node->set(ParameterFlag::RepeatedParameter);
    append_parameter(parameters, parameters->keywords, node);
    return true;
  };
  switch (current().kind) {
  case TokenKind::Comma:
  case TokenKind::ParenRight:
  case TokenKind::Pipe: return fill(make<RequiredKeywordParameterNode>(label));
  case TokenKind::Semicolon:
  case TokenKind::Newline:
    if (rules.parentheses) return false;
    return fill(make<RequiredKeywordParameterNode>(label));
  default: break;
  }
  if (!begins_expression(current().kind)) {
    fill(make<RequiredKeywordParameterNode>(label));
  } else {
    Node* value = parse_default(rules, Message::ParameterNoDefaultKw);
    auto* node = make<OptionalKeywordParameterNode>(span(label.loc(), value->loc));
    node->value = value;
    fill(node);
  }
  return !recovering_;
}

/// `(a, *b)` in place of a required parameter.
MultiTargetNode* Parser::parse_destructured_parameter() {
  Depth depth(*this);
  expect(TokenKind::ParenLeft, Message::ExpectLparenReqParameter);
  auto* node = make<MultiTargetNode>(previous());
  node->lparen_loc = previous().loc();
  auto make_name = [&] {
    auto* name = make<RequiredParameterNode>(previous());
    name->name = name_of(previous());
    if (declare_parameter(previous().loc())) name->set(ParameterFlag::RepeatedParameter);
    return name;
  };
  do {
    if (!node->lefts.empty() && match(TokenKind::ParenRight)) {
      append_target(node, make<ImplicitRestNode>(previous()));
      error(current(), Message::ParameterWildLooseComma);
      break;
    }
    if (match(TokenKind::ParenLeft)) {
      if (depth.exceeded()) {
        error(current(), Message::NestingTooDeep);
        recovering_ = true;
        break;
      }
      append_target(node, parse_destructured_parameter());
    } else if (accept(TokenKind::StarPrefix)) {
      auto* splat = make<SplatNode>(previous());
      splat->operator_loc = previous().loc();
      if (accept(TokenKind::Identifier)) {
        splat->expression = make_name();
        splat->loc.end = previous().end;
      }
      append_target(node, splat);
    } else {
      expect(TokenKind::Identifier, Message::ExpectIdentReqParameter);
      append_target(node, make_name());
    }
  } while (accept(TokenKind::Comma));
  accept(TokenKind::Newline);
  expect(TokenKind::ParenRight, Message::ExpectRparenReqParameter);
  node->rparen_loc = previous().loc();
  node->loc.end = previous().end;
  return node;
}

// --- def ---------------------------------------------------------------------------------------------------

/// The parts of a `def`.
struct Parser::DefHead {
  Token keyword;
  Node* receiver = nullptr;
  Location op;
  Token name;
  Location lparen, rparen, equal, end;
  ParametersNode* parameters = nullptr;
  bool may_be_endless = true;
  Node* body = nullptr;
};

Token Parser::parse_method_name() {
  const TokenKind kind = current().kind;
  if (kind == TokenKind::Identifier) {
    refute_numbered(current().loc());
  } else if (has_trait(kind, kOperator)) {
    lexer_.state = lex_state::kEndFn;
  } else if (!has_trait(kind, kKeyword) && kind != TokenKind::Constant && kind != TokenKind::MethodName) {
    error(current(), Message::DefName, {describe(kind)});
    return {TokenKind::Missing, current().start, current().end};
  }
  advance();
  return previous();
}

/// A variable, constant or keyword as an expression: the receiver of a singleton method, or a literal.
Node* Parser::make_receiver(const Token& token) {
  auto named = [&](auto* node) {
    node->name = name_of(token);
    return static_cast<Node*>(node);
  };
  switch (token.kind) {
  case TokenKind::Constant: return named(make<ConstantReadNode>(token));
  case TokenKind::InstanceVariable: return named(make<InstanceVariableReadNode>(token));
  case TokenKind::ClassVariable: return named(make<ClassVariableReadNode>(token));
  case TokenKind::GlobalVariable: return named(make<GlobalVariableReadNode>(token));
  case TokenKind::KeywordNil: return make_literal<NilNode>(token.loc());
  case TokenKind::KeywordSelf: return make<SelfNode>(token);
  case TokenKind::KeywordTrue: return make_literal<TrueNode>(token.loc());
  case TokenKind::KeywordFalse: return make_literal<FalseNode>(token.loc());
  case TokenKind::KeywordLine: return make_literal<SourceLineNode>(token.loc());
  case TokenKind::KeywordEncoding: return make_literal<SourceEncodingNode>(token.loc());
  default: {
    auto* node = make<SourceFileNode>(token);
    node->filepath = result_.source.path();
    if (lexer_.frozen_string_literal == true) {
      node->static_literal = true;
      node->set(StringFlag::Frozen);
    } else if (lexer_.frozen_string_literal == false) {
      node->set(StringFlag::Mutable);
    }
    return node;
  }
  }
}

void Parser::check_receiver(const Node* receiver) {
  switch (receiver->kind) {
  case NodeKind::Begin:
    if (auto* statements = as<BeginNode>(receiver)->statements) check_receiver(statements);
    break;
  case NodeKind::Parentheses:
    if (auto* body = as<ParenthesesNode>(receiver)->body) check_receiver(body);
    break;
  case NodeKind::Statements: check_receiver(as<StatementsNode>(receiver)->body.back()); break;
  case NodeKind::Array:
  case NodeKind::Float:
  case NodeKind::Imaginary:
  case NodeKind::Integer:
  case NodeKind::InterpolatedRegularExpression:
  case NodeKind::InterpolatedString:
  case NodeKind::InterpolatedSymbol:
  case NodeKind::InterpolatedXString:
  case NodeKind::Rational:
  case NodeKind::RegularExpression:
  case NodeKind::SourceEncoding:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine:
  case NodeKind::String:
  case NodeKind::Symbol:
  case NodeKind::XString: error(receiver, Message::SingletonForLiterals); break;
  default: break;
  }
}

/// The receiver and the name of a method; opens its scope.
void Parser::parse_def_name(DefHead& head) {
  auto parse_name_after_dot = [&] {
    lexer_.state = lex_state::kFName;
    advance();
    head.op = previous().loc();
    head.name = parse_method_name();
  };
  switch (current().kind) {
  case TokenKind::Identifier:
    advance();
    if (match_any(TokenKind::Dot, TokenKind::ColonColon)) {
      head.receiver = read_variable_or_call();
      scopes_.push(true);
      return parse_name_after_dot();
    }
    refute_numbered(previous().loc());
    scopes_.push(true);
    head.name = previous();
    return;
  case TokenKind::InstanceVariable:
  case TokenKind::ClassVariable:
  case TokenKind::GlobalVariable:
  case TokenKind::Constant:
  case TokenKind::KeywordNil:
  case TokenKind::KeywordSelf:
  case TokenKind::KeywordTrue:
  case TokenKind::KeywordFalse:
  case TokenKind::KeywordFile:
  case TokenKind::KeywordLine:
  case TokenKind::KeywordEncoding: {
    scopes_.push(true);
    advance();
    const Token token = previous();
    if (match_any(TokenKind::Dot, TokenKind::ColonColon)) {
      head.receiver = make_receiver(token);
      return parse_name_after_dot();
    }
    if (token.kind != TokenKind::Constant && !has_trait(token.kind, kKeyword)) {
      error(token, Message::DefName, {describe(token.kind)});
    }
    head.name = token;
    return;
  }
  case TokenKind::ParenLeft: {
    contexts_.pop(); // the receiver is not among the parameters
    advance();
    const Token opening = previous();
    Node* expression = parse_value({Power::Composition, true, false, Message::DefReceiver});
    accept(TokenKind::Newline);
    expect(TokenKind::ParenRight, Message::ExpectRparen);
    const Token closing = previous();
    lexer_.state = lex_state::kFName;
    expect_any(TokenKind::Dot, TokenKind::ColonColon, Message::DefReceiverTerm);
    head.op = previous().loc();
    auto* receiver = make<ParenthesesNode>(span(opening.loc(), closing.loc()));
    receiver->opening_loc = opening.loc();
    receiver->closing_loc = closing.loc();
    receiver->body = expression;
    head.receiver = receiver;
    scopes_.push(true);
    contexts_.push(Context::DefParameters);
    head.name = parse_method_name();
    return;
  }
  default:
    scopes_.push(true);
    if (has_trait(current().kind, kOperator)) {
      lexer_.state = lex_state::kEndFn;
      advance();
      head.name = previous();
    } else {
      head.name = parse_method_name();
    }
  }
}

void Parser::parse_def_parameters(DefHead& head) {
  ParameterRules rules{Power::Defined};
  rules.forwarding = true;
  rules.blocks_in_defaults = true;
  if (match(TokenKind::ParenLeft)) {
    advance();
    head.lparen = previous().loc();
    rules.parentheses = true;
    if (!match(TokenKind::ParenRight)) head.parameters = parse_parameters(rules);
    lexer_.state = lex_state::kBeg;
    lexer_.command_start = true;
    contexts_.pop();
    if (!accept(TokenKind::ParenRight)) {
      error(current(), Message::DefParamsTermParen, {describe(current().kind)});
      missing_token();
    }
    head.rparen = previous().loc();
    return;
  }
  if (has_trait(current().kind, kParameter)) {
    if (match(TokenKind::Label)) lexer_.state |= lex_state::kLabel; // so that a newline ends the parameters
    head.parameters = parse_parameters(rules);
    head.may_be_endless = false; // `def a b = 1` sets a default value
  }
  contexts_.pop();
}

Node* Parser::parse_def(const Rules& rules) {
  const size_t block_exits = begin_block_exits();
  DefHead head;
  head.keyword = current();
  contexts_.push(Context::DefParameters); // before the first parameter is read, for `...`
  advance();
  parse_def_name(head);
  parse_def_parameters(head);
  if (accept(TokenKind::Equal)) {
    parse_endless_body(head, rules);
  } else {
    parse_def_body(head);
  }

  auto* node = make<DefNode>(span(head.keyword.loc(), head.end ? head.end : head.body->loc));
  warn_unused_locals(false);
  node->locals = local_table();
  scopes_.pop();
  node->name = message_name(head.name);
  node->name_loc = head.name.loc();
  node->receiver = head.receiver;
  if (head.receiver) check_receiver(head.receiver);
  node->parameters = head.parameters;
  node->body = head.body;
  node->def_keyword_loc = head.keyword.loc();
  node->operator_loc = head.op;
  node->lparen_loc = head.lparen;
  node->rparen_loc = head.rparen;
  node->equal_loc = head.equal;
  node->end_keyword_loc = head.end;
  report_block_exits(block_exits);
  return node;
}

/// `def a = b`
void Parser::parse_endless_body(DefHead& head, const Rules& rules) {
  const bool setter = head.name.kind == TokenKind::BracketLeftRightEqual ||
                      (head.name.kind == TokenKind::Identifier && head.name.end - head.name.start >= 2 &&
                       lexer_.at(head.name.end - 1) == '=');
  if (setter) error(head.name, Message::DefEndlessSetter);
  if (!head.may_be_endless) error(previous(), Message::DefEndlessParameters);
  if (contexts_.top() == Context::DefaultParameters && contexts_.outer(1) == Context::BlockParameters) {
    error(Location{head.keyword.start, previous().end}, Message::UnexpectedParameterDefaultValue,
          {"endless method definition"});
  }
  head.equal = previous().loc();
  ContextGuard context(contexts_, Context::Def);
  lexer_.do_loops.push(false);
  Node* statement =
      parse_expression({tighter(Power::Defined), rules.command_call, false, Message::DefEndless});
  if (accept(TokenKind::KeywordRescueModifier)) {
    const Token keyword = previous();
    ContextGuard rescue(contexts_, Context::RescueModifier);
    Node* fallback =
        parse_expression({binding_of(keyword.kind).right, false, false, Message::RescueModifierValue});
    statement = make_rescue_modifier(statement, keyword, fallback);
  }
  auto* statements = make<StatementsNode>(Location{});
  append_statement(statements, statement, false);
  lexer_.do_loops.pop();
  head.body = statements;
}

void Parser::parse_def_body(DefHead& head) {
  if (head.lparen) {
    accept_terminator();
  } else {
    lexer_.state = lex_state::kBeg;
    lexer_.command_start = true;
    expect_terminator(Message::DefParamsTerm);
  }
  lexer_.do_loops.push(false);
  head.body = parse_body(Context::Def, RescueOwner::Def, head.keyword, true);
  lexer_.do_loops.pop();
  expect(TokenKind::KeywordEnd, Message::DefTerm);
  head.end = previous().loc();
}

/// Statements with rescue clauses, up to `end`. With `lonely_else` an `else` without rescue is parsed too, to
/// be reported.
Node* Parser::parse_body(Context context, RescueOwner owner, const Token& keyword, bool lonely_else) {
  BlockGuard blocks(*this, true);
  StatementsNode* statements = nullptr;
  if (!match_any(TokenKind::KeywordRescue, TokenKind::KeywordEnsure, TokenKind::KeywordElse,
                 TokenKind::KeywordEnd)) {
    statements = parse_statements(context);
  }
  if (match_any(TokenKind::KeywordRescue, TokenKind::KeywordEnsure) ||
      (lonely_else && match(TokenKind::KeywordElse))) {
    return parse_implicit_begin(owner, &keyword, keyword.start, statements);
  }
  warn_indentation(keyword);
  return statements;
}

// --- class and module --------------------------------------------------------------------------------------

Node* Parser::parse_class() {
  advance();
  const Token keyword = previous();
  lexer_.do_loops.push(false);
  const size_t block_exits = begin_block_exits();
  if (match(TokenKind::LessLess)) return parse_singleton_class(keyword, block_exits);

  Node* path = parse_expression({Power::Index, false, false, Message::ClassName});
  const Token name = previous();
  if (name.kind != TokenKind::Constant) error(name, Message::ClassName);

  Location inheritance;
  Node* superclass = nullptr;
  if (match(TokenKind::Less)) {
    inheritance = current().loc();
    lexer_.state = lex_state::kBeg;
    lexer_.command_start = true;
    advance();
    superclass = parse_value({Power::Composition, true, false, Message::ClassSuperclass});
  }
  scopes_.push(true);
  if (inheritance) {
    expect_terminator(Message::ClassUnexpectedEnd);
  } else {
    accept_terminator();
  }
  Node* body = parse_body(Context::Class, RescueOwner::Class, keyword, false);
  expect(TokenKind::KeywordEnd, Message::ClassTerm);
  if (contexts_.in_def()) error(keyword, Message::ClassInMethod);

  auto* node = make<ClassNode>(span(keyword.loc(), previous().loc()));
  warn_unused_locals(false);
  node->locals = local_table();
  scopes_.pop();
  lexer_.do_loops.pop();
  if (!is<ConstantPathNode>(path) && !is<ConstantReadNode>(path)) error(path, Message::ClassName);
  end_block_exits(block_exits);
  node->class_keyword_loc = keyword.loc();
  node->constant_path = path;
  node->inheritance_operator_loc = inheritance;
  node->superclass = superclass;
  node->body = body;
  node->end_keyword_loc = previous().loc();
  node->name = name_of(name);
  return node;
}

/// `class << object`
Node* Parser::parse_singleton_class(const Token& keyword, size_t block_exits) {
  advance();
  const Token op = previous();
  Node* expression = parse_value({Power::Composition, true, false, Message::ExpectExpressionAfterLessLess});
  scopes_.push(true);
  if (!match_any(TokenKind::Newline, TokenKind::Semicolon)) {
    error(current(), Message::ExpectSingletonClassDelimiter, {describe(current().kind)});
  }
  Node* body = parse_body(Context::SingletonClass, RescueOwner::SingletonClass, keyword, false);
  expect(TokenKind::KeywordEnd, Message::ClassTerm);
  auto* node = make<SingletonClassNode>(span(keyword.loc(), previous().loc()));
  warn_unused_locals(false);
  node->locals = local_table();
  scopes_.pop();
  lexer_.do_loops.pop();
  report_block_exits(block_exits);
  node->class_keyword_loc = keyword.loc();
  node->operator_loc = op.loc();
  node->expression = expression;
  node->body = body;
  node->end_keyword_loc = previous().loc();
  return node;
}

Node* Parser::parse_module() {
  const size_t block_exits = begin_block_exits();
  advance();
  const Token keyword = previous();
  Node* path = parse_expression({Power::Index, false, false, Message::ModuleName});
  if (is<MissingNode>(path)) {
    end_block_exits(block_exits);
    const Location end = end_of(previous().loc());
    auto* node = make<ModuleNode>(span(keyword.loc(), end));
    node->module_keyword_loc = keyword.loc();
    node->constant_path = path;
    node->end_keyword_loc = end;
    node->name = name_of(end);
    return node;
  }
  while (accept(TokenKind::ColonColon)) {
    const Token delimiter = previous();
    expect(TokenKind::Constant, Message::ConstantPathColonColonConstant);
    path = make_constant_path(path, delimiter, previous());
  }
  const Token name = previous();
  if (name.kind != TokenKind::Constant) error(name, Message::ModuleName);
  scopes_.push(true);
  accept_terminator();
  Node* body = parse_body(Context::Module, RescueOwner::Module, keyword, true);
  warn_unused_locals(false);
  const NameList locals = local_table();
  scopes_.pop();
  expect(TokenKind::KeywordEnd, Message::ModuleTerm);
  if (contexts_.in_def()) error(keyword, Message::ModuleInMethod);
  end_block_exits(block_exits);
  auto* node = make<ModuleNode>(span(keyword.loc(), previous().loc()));
  node->locals = locals;
  node->module_keyword_loc = keyword.loc();
  node->constant_path = path;
  node->body = body;
  node->end_keyword_loc = previous().loc();
  node->name = name_of(name);
  return node;
}

// --- alias and undef ---------------------------------------------------------------------------------------

Node* Parser::parse_alias_argument(bool first) {
  constexpr LexState kNextName = lex_state::kFName | lex_state::kFItem;
  const TokenKind kind = current().kind;
  if (has_trait(kind, kOperator)) {
    return parse_operator_symbol({}, first ? kNextName : lex_state::kNone);
  }
  switch (kind) {
  case TokenKind::Constant:
  case TokenKind::Identifier:
  case TokenKind::MethodName: break;
  case TokenKind::SymbolBegin: return parse_symbol_after_colon(first ? kNextName : lex_state::kNone);
  case TokenKind::BackReference:
  case TokenKind::NumberedReference:
  case TokenKind::GlobalVariable: return parse_variable_read({Power::Unset});
  default:
    if (has_trait(kind, kKeyword)) break;
    error(current(), Message::AliasArgument);
    return missing(current().loc());
  }
  if (first) lexer_.state = kNextName;
  advance();
  return parse_word_symbol({});
}

Node* Parser::parse_alias(const Rules& rules) {
  if (rules.power != Power::Statement) error(current(), Message::StatementAlias);
  advance();
  const Token keyword = previous();
  Node* new_name = parse_alias_argument(true);
  Node* old_name = parse_alias_argument(false);
  auto fill = [&](auto* node) {
    node->new_name = new_name;
    node->old_name = old_name;
    node->keyword_loc = keyword.loc();
    return static_cast<Node*>(node);
  };
  auto is_global = [](const Node* node) {
    return is<BackReferenceReadNode>(node) || is<NumberedReferenceReadNode>(node) ||
           is<GlobalVariableReadNode>(node);
  };
  auto is_symbol = [](const Node* node) { return is<SymbolNode>(node) || is<InterpolatedSymbolNode>(node); };
  const Location loc = span(keyword.loc(), old_name->loc);
  if (is_global(new_name)) {
    if (is<NumberedReferenceReadNode>(old_name)) {
      error(old_name, Message::AliasArgumentNumberedReference);
    } else if (!is_global(old_name)) {
      error(old_name, Message::AliasArgument);
    }
    return fill(make<AliasGlobalVariableNode>(loc));
  }
  if (is_symbol(new_name) && !is_symbol(old_name)) error(old_name, Message::AliasArgument);
  return fill(make<AliasMethodNode>(loc));
}

Node* Parser::parse_undef_argument() {
  const TokenKind kind = current().kind;
  if (has_trait(kind, kOperator)) return parse_operator_symbol({}, lex_state::kNone);
  if (kind == TokenKind::SymbolBegin) return parse_symbol_after_colon(lex_state::kNone);
  if (has_trait(kind, kKeyword) || kind == TokenKind::Constant || kind == TokenKind::Identifier ||
      kind == TokenKind::MethodName) {
    advance();
    return parse_word_symbol({});
  }
  error(current(), Message::UndefArgument);
  return nullptr;
}

Node* Parser::parse_undef(const Rules& rules) {
  if (rules.power != Power::Statement) error(current(), Message::StatementUndef);
  advance();
  auto* node = make<UndefNode>(previous());
  node->keyword_loc = previous().loc();
  for (;;) {
    Node* name = parse_undef_argument();
    if (!name) return node;
    node->loc.end = name->loc.end;
    append(node->names, name);
    if (!match(TokenKind::Comma)) return node;
    lexer_.state = lex_state::kFName | lex_state::kFItem;
    advance();
  }
}

// --- BEGIN and END -----------------------------------------------------------------------------------------

Node* Parser::parse_pre_execution(const Rules& rules) {
  const size_t block_exits = begin_block_exits();
  if (rules.power != Power::Statement) error(current(), Message::StatementPreexeBegin);
  advance();
  const Token keyword = previous();
  expect(TokenKind::BraceLeft, Message::BeginUpcaseBrace);
  const Token opening = previous();
  StatementsNode* statements = parse_statements(Context::PreExecution);
  expect(TokenKind::BraceRight, Message::BeginUpcaseTerm);
  const Context context = contexts_.top();
  if (context != Context::Main && context != Context::PreExecution) {
    error(keyword, Message::BeginUpcaseToplevel);
  }
  report_block_exits(block_exits);
  auto* node = make<PreExecutionNode>(span(keyword.loc(), previous().loc()));
  node->statements = statements;
  node->keyword_loc = keyword.loc();
  node->opening_loc = opening.loc();
  node->closing_loc = previous().loc();
  return node;
}

Node* Parser::parse_post_execution(const Rules& rules) {
  if (rules.power != Power::Statement) error(current(), Message::StatementPostexeEnd);
  advance();
  const Token keyword = previous();
  if (contexts_.in_def()) error(keyword, Message::EndInMethod);
  expect(TokenKind::BraceLeft, Message::EndUpcaseBrace);
  const Token opening = previous();
  StatementsNode* statements = parse_statements(Context::PostExecution);
  expect(TokenKind::BraceRight, Message::EndUpcaseTerm);
  auto* node = make<PostExecutionNode>(span(keyword.loc(), previous().loc()));
  node->statements = statements;
  node->keyword_loc = keyword.loc();
  node->opening_loc = opening.loc();
  node->closing_loc = previous().loc();
  return node;
}

} // namespace miniyarv
