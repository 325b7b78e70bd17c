#include "frontend/syntax/parser.hpp"

#include <algorithm>

namespace miniyarv {

Parser::Parser(ParseResult::Storage& result, const ParseOptions& options)
    : arena_(result.arena),
      result_(result),
      options_(options),
      names_(result.names),
      diagnostics_(result.diagnostics),
      lexer_(result.source, result.arena, result.names, scopes_, contexts_, result.diagnostics) {
  lexer_.frozen_string_literal = options.frozen_string_literal;
  accepts_block_.push(true);
  for (const OuterScope& outer : options.outer_scopes) {
    scopes_.push(scopes_.empty());
    Scope& scope = scopes_.current();
    scope.forwards = {outer.forwards_rest, outer.forwards_keywords, outer.forwards_block, outer.forwards_all};
    scope.no_implicit_parameters = true;
    for (const std::string& local : outer.locals) scope.declare(name_of(local), {0, 0}, 1);
  }
  if (scopes_.empty()) scopes_.push(true);
}

// --- Tokens ------------------------------------------------------------------------------------------------

bool Parser::accept(TokenKind kind) {
  if (!match(kind)) return false;
  advance();
  return true;
}

bool Parser::accept_terminator() { return accept(TokenKind::Newline) || accept(TokenKind::Semicolon); }

void Parser::skip_terminators() {
  while (accept_terminator()) {
  }
}

void Parser::missing_token() {
  lexer_.previous.start = lexer_.previous.end;
  lexer_.previous.kind = TokenKind::Missing;
}

void Parser::expect(TokenKind kind, Message message) {
  if (accept(kind)) return;
  error(end_of(previous().loc()), message);
  missing_token();
}

void Parser::expect_any(TokenKind first, TokenKind second, Message message) {
  if (match(first)) return advance();
  expect(second, message);
}

void Parser::expect_terminator(Message message) {
  expect_any(TokenKind::Newline, TokenKind::Semicolon, message);
}

/// Whether the current token can begin an argument of a call without parentheses.
bool Parser::begins_argument() const {
  return begins_expression(current().kind) ||
         match_any(TokenKind::StarPrefix, TokenKind::StarStarPrefix, TokenKind::AmpersandPrefix);
}

// --- Nodes -------------------------------------------------------------------------------------------------

void Parser::append(NodeList& list, Node* node) {
  // The capacity follows from the size, so a list is no more than a span.
  auto capacity = [](size_t size) { return size <= 1 ? size * 2 : std::bit_ceil(size); };
  const size_t size = list.size();
  if (size == capacity(size)) {
    void* memory = arena_.allocate(capacity(size + 1) * sizeof(Node*), alignof(Node*));
    Node** nodes = static_cast<Node**>(memory);
    std::copy(list.begin(), list.end(), nodes);
    list = {nodes, size};
  }
  list.data()[size] = node;
  list = {list.data(), size + 1};
}

void Parser::extend(Node* node, Location loc) {
  if (!node->loc.present()) {
    node->loc = loc;
    return;
  }
  node->loc = {std::min(node->loc.start, loc.start), std::max(node->loc.end, loc.end)};
}

NameList Parser::local_table() {
  const auto& locals = scopes_.current().locals();
  if (locals.empty()) return {};
  void* memory = arena_.allocate(locals.size() * sizeof(Name), alignof(Name));
  Name* names = static_cast<Name*>(memory);
  std::transform(locals.begin(), locals.end(), names, [](const Scope::Local& local) { return local.name; });
  return {names, locals.size()};
}

// --- Program -----------------------------------------------------------------------------------------------

void Parser::find_start() {
  const std::string_view text = lexer_.text();
  const uint32_t start = text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
  lexer_.start_at(start);
  lexer_.encoding_comment_start = start;

  auto line_end = [&](uint32_t at) {
    return static_cast<uint32_t>(std::min(text.find('\n', at), text.size()));
  };
  auto names_ruby = [&](uint32_t at) {
    const std::string_view line = text.substr(at, line_end(at) - at);
    return line.size() > 2 && line.substr(0, 2) == "#!" && line.find("ruby") != std::string_view::npos;
  };
  auto use_shebang = [&](uint32_t at) {
    const uint32_t end = line_end(at);
    lexer_.encoding_comment_start = std::min(end + 1, lexer_.size());
    if (end > at && text[end - 1] == '\r') error(Location{at, end}, Message::ShebangCarriageReturn);
  };
  bool search = options_.skip_to_shebang;
  if (names_ruby(start)) {
    use_shebang(start);
    search = false;
  } else if (text.substr(start, 2) == "#!" && options_.main_script && !options_.eval) {
    search = true;
  }
  if (search) {
    uint32_t at = line_end(0);
    while (at < text.size() && !names_ruby(at + 1)) at = line_end(at + 1);
    if (at < text.size()) {
      use_shebang(at + 1);
      lexer_.start_at(at + 1);
    } else {
      error(Location{0, 0}, Message::ScriptNotFound);
    }
  }
  while (is_blank(lexer_.at(lexer_.encoding_comment_start))) lexer_.encoding_comment_start++;
}

void Parser::parse_program() {
  find_start();
  advance();
  const size_t block_exits = begin_block_exits();
  StatementsNode* statements = parse_statements(Context::Main);
  if (statements && !options_.eval) check_void_statement(statements->body.back());
  warn_unused_locals(true);
  const NameList locals = local_table();
  if (options_.wrap_gets || options_.print_last) {
    wrap_command_line(statements);
    block_exits_.resize(block_exits);
  } else {
    report_block_exits(block_exits);
  }
  if (!statements) statements = make<StatementsNode>(Location{0, 0});
  auto* program = make<ProgramNode>(statements->loc);
  program->locals = locals;
  program->statements = statements;
  result_.root = program;
  result_.frozen_string_literal = lexer_.frozen_string_literal;
  result_.data_offset = lexer_.data_offset;
  result_.encoding = lexer_.encoding_name;
}

/// Wraps the program as -n and -p ask: `while gets; ...; print $_; end`.
void Parser::wrap_command_line(StatementsNode*& statements) {
  const Location nowhere{0, 0};
  auto global = [&](std::string_view name) {
    auto* node = make<GlobalVariableReadNode>(nowhere);
    node->name = name_of(name);
    return node;
  };
  auto call = [&](std::string_view name, Node* argument) {
    auto* node = make<CallNode>(nowhere);
    node->set(CallFlag::IgnoreVisibility);
    node->name = name_of(name);
    node->arguments = make<ArgumentsNode>(nowhere);
    append(node->arguments->arguments, argument);
    return node;
  };
  if (!statements) statements = make<StatementsNode>(nowhere);
  if (options_.print_last) append_statement(statements, call("print", global("$_")));
  if (!options_.wrap_gets) return;
  if (options_.split_lines) {
    CallNode* split = call("split", global("$;"));
    split->clear(CallFlag::IgnoreVisibility);
    split->receiver = global("$_");
    auto* write = make<GlobalVariableWriteNode>(nowhere);
    write->name = name_of("$F");
    write->name_loc = write->operator_loc = nowhere;
    write->value = split;
    write->newline = true;
    append(statements->body, write);
    std::rotate(statements->body.begin(), statements->body.end() - 1, statements->body.end());
  }
  CallNode* gets = call("gets", global("$/"));
  if (options_.chomp_lines) {
    auto* key = make_literal<SymbolNode>(nowhere);
    key->set(SymbolFlag::ForcedUsAsciiEncoding);
    key->unescaped = "chomp";
    KeywordHashNode* keywords = make_keyword_hash();
    append_hash_element(keywords, make_assoc(key, {}, make_literal<TrueNode>(nowhere)));
    append(gets->arguments->arguments, keywords);
    gets->arguments->set(ArgumentsFlag::ContainsKeywords);
  }
  auto* loop = make<WhileNode>(nowhere);
  loop->keyword_loc = nowhere;
  loop->predicate = gets;
  loop->statements = statements;
  statements = make<StatementsNode>(nowhere);
  append_statement(statements, loop);
}

// --- Statements --------------------------------------------------------------------------------------------

/// Statements up to a token that ends `context`; null if there are none.
StatementsNode* Parser::parse_statements(Context context) {
  skip_terminators();
  if (ends(context, current().kind)) return nullptr;
  auto* statements = make<StatementsNode>(Location{});
  {
    ContextGuard guard(contexts_, context);
    for (;;) {
      Node* node = parse_expression({Power::Statement, true});
      append_statement(statements, node);
      if (recovering_) {
        if (ends(context, current().kind)) recovering_ = false;
        break;
      }
      if (accept_terminator()) {
        skip_terminators();
        if (ends(context, current().kind)) break;
        continue;
      }
      if (ends(context, current().kind)) break;
      if (is<MissingNode>(node)) {
        advance(); // past the token that begins no expression
        if (match(TokenKind::EndOfInput)) {
          recovering_ = true;
          break;
        }
        skip_terminators();
        if (ends(context, current().kind)) break;
      } else if (!accept(TokenKind::Newline) && !accept(TokenKind::EndOfInput)) {
        error(current(), Message::ExpectEolAfterStatement, {describe(current().kind)});
        missing_token();
      }
    }
  }
  const bool last_has_value = context != Context::BeginEnsure && context != Context::DefEnsure;
  check_void_statements(statements, last_has_value);
  return statements;
}

void Parser::append_statement(StatementsNode* statements, Node* node, bool newline) {
  extend(statements, node->loc);
  if (!statements->body.empty()) {
    switch (statements->body.back()->kind) {
    case NodeKind::Break:
    case NodeKind::Next:
    case NodeKind::Redo:
    case NodeKind::Retry:
    case NodeKind::Return: error(node, Message::UnreachableStatement); break;
    default: break;
    }
  }
  append(statements->body, node);
  if (newline) node->newline = true;
}

// --- Expressions -------------------------------------------------------------------------------------------

/// Whether a call has arguments without parentheses: only modifiers and `and`/`or` may follow it.
bool Parser::is_command_call(const CallNode* call) {
  return !call->opening_loc && (!call->block || is<BlockArgumentNode>(call->block)) &&
         (call->arguments || call->block);
}

/// Whether a node is a statement that takes no operators but modifiers.
bool Parser::is_statement_only(const Node* node) const {
  switch (node->kind) {
  case NodeKind::PreExecution:
  case NodeKind::PostExecution:
  case NodeKind::AliasGlobalVariable:
  case NodeKind::AliasMethod:
  case NodeKind::MultiWrite:
  case NodeKind::Undef: return true;
  default: return false;
  }
}

/// Whether the operator that follows may apply to a node that an operator has just made.
bool Parser::may_continue(const Node* node) const {
  if (binding_of(current().kind).left <= Power::Modifier) return true;
  switch (node->kind) {
  case NodeKind::MultiWrite: return false;
#define WRITE(Kind)                                                                                          \
  case NodeKind::Kind: return !is_implicit_array(as<Kind##Node>(node)->value);
    WRITE(ClassVariableWrite)
    WRITE(ConstantPathWrite)
    WRITE(ConstantWrite)
    WRITE(GlobalVariableWrite)
    WRITE(InstanceVariableWrite)
    WRITE(LocalVariableWrite)
#undef WRITE
  case NodeKind::Call: {
    auto* call = as<CallNode>(node);
    return !call->has(CallFlag::AttributeWrite) || !is_implicit_array(call->arguments->arguments.back());
  }
  default: return true;
  }
}

/// Whether a command call may follow as in `foo.bar.baz 1`: the node is a link of a method chain.
bool Parser::continues_chain(const Node* node, std::string_view text) {
  if (is<ConstantPathNode>(node)) return true;
  auto* call = as_if<CallNode>(node);
  if (!call) return false;
  if (is<BlockNode>(call->block)) return true;
  if (call->call_operator_loc) {
    return call->opening_loc || (!call->arguments && !call->block);
  }
  return call->message_loc && text[call->message_loc.start] == '[' && text[call->message_loc.end - 1] == ']';
}

Node* Parser::parse_expression(const Rules& rules) {
  Depth depth(*this);
  if (depth.exceeded()) {
    error(current(), Message::NestingTooDeep);
    return missing(current().loc());
  }
  Node* node = parse_prefix(rules);
  if (is<MissingNode>(node)) return node;
  const Power next = binding_of(current().kind).left;
  if (is_statement_only(node) && next > Power::Modifier) return node;
  if (auto* call = as_if<CallNode>(node); call && next > Power::Composition && is_command_call(call))
    return node;
  if (is<SymbolNode>(node) && is_label(node)) return node;

  Rules inner = rules;
  for (;;) {
    const TokenKind op = current().kind;
    const Binding& binding = binding_of(op);
    if (rules.power > binding.left || !binding.binary) return node;
    node = parse_infix(node, inner, binding);
    if (ends_context() || !may_continue(node)) return node;

    if (binding.nonassociative) {
      const TokenKind following = current().kind;
      auto reject = [&] {
        error(current(), Message::NonAssociativeOperator, {describe(following), describe(op)});
        return node;
      };
      if (following == op) return reject();
      auto* range = as_if<RangeNode>(node);
      if (range && !range->right) {
        if (match_any(TokenKind::AmpersandPrefix, TokenKind::StarPrefix, TokenKind::Dot,
                      TokenKind::AmpersandDot)) {
          return reject();
        }
        if (binding_of(following).left >= Power::Term) return node;
      } else if (binding_of(following).left >= binding.left) {
        return node;
      }
    }
    if (inner.command_call) inner.command_call = continues_chain(node, lexer_.text());
  }
}

Node* Parser::parse_value(const Rules& rules) {
  Node* node = parse_expression(rules);
  check_value(node);
  return node;
}

/// A value or a `*` splat.
Node* Parser::parse_starred(const Rules& rules) {
  if (!match(TokenKind::StarPrefix)) return parse_value(rules);
  advance();
  const Token star = previous();
  Node* expression = parse_value({rules.power, false, false, Message::ExpectExpressionAfterStar});
  auto* splat = make<SplatNode>(span(star.loc(), expression->loc));
  splat->operator_loc = star.loc();
  splat->expression = expression;
  return splat;
}

// --- Prefixes ----------------------------------------------------------------------------------------------

Node* Parser::parse_prefix(const Rules& rules) {
  switch (current().kind) {
  case TokenKind::Identifier:
  case TokenKind::MethodName: return parse_identifier(rules);
  case TokenKind::Constant: return parse_constant(rules);
  case TokenKind::ColonColonPrefix: return parse_top_constant(rules);
  case TokenKind::InstanceVariable:
  case TokenKind::ClassVariable:
  case TokenKind::GlobalVariable:
  case TokenKind::NumberedReference:
  case TokenKind::BackReference: return parse_variable_read(rules);
  case TokenKind::Integer:
  case TokenKind::IntegerImaginary:
  case TokenKind::IntegerRational:
  case TokenKind::IntegerRationalImaginary:
  case TokenKind::Float:
  case TokenKind::FloatImaginary:
  case TokenKind::FloatRational:
  case TokenKind::FloatRationalImaginary: return parse_number();
  case TokenKind::StringBegin: return parse_strings(nullptr, rules.label);
  case TokenKind::HeredocStart: return parse_heredoc();
  case TokenKind::CharacterLiteral: return parse_character();
  case TokenKind::SymbolBegin: return parse_symbol_after_colon(lex_state::kEnd);
  case TokenKind::RegexpBegin: return parse_regexp();
  case TokenKind::Backtick:
  case TokenKind::PercentLowerX: return parse_xstring();
  case TokenKind::PercentLowerI: return parse_plain_list(true);
  case TokenKind::PercentLowerW: return parse_plain_list(false);
  case TokenKind::PercentUpperI: return parse_interpolated_list(true);
  case TokenKind::PercentUpperW: return parse_interpolated_list(false);
  case TokenKind::BracketLeftArray: return parse_array();
  case TokenKind::BraceLeft: return parse_hash();
  case TokenKind::ParenLeft:
  case TokenKind::ParenLeftArg: return parse_parentheses(rules);
  case TokenKind::MinusGreater: return parse_lambda();
  case TokenKind::DotDotPrefix:
  case TokenKind::DotDotDotPrefix: return parse_prefix_range();
  case TokenKind::StarPrefix: return parse_splat_statement(rules);
  case TokenKind::Bang:
  case TokenKind::Tilde:
  case TokenKind::MinusPrefix:
  case TokenKind::PlusPrefix: return parse_unary(rules);
  case TokenKind::MinusNumber: return parse_negative_number();
  default: return parse_prefix_keyword(rules);
  }
}

Node* Parser::parse_prefix_keyword(const Rules& rules) {
  auto literal = [&](auto* node) {
    advance();
    return static_cast<Node*>(node);
  };
  switch (current().kind) {
  case TokenKind::KeywordNil: return literal(make_literal<NilNode>(current().loc()));
  case TokenKind::KeywordTrue: return literal(make_literal<TrueNode>(current().loc()));
  case TokenKind::KeywordFalse: return literal(make_literal<FalseNode>(current().loc()));
  case TokenKind::KeywordSelf: return literal(make<SelfNode>(current()));
  case TokenKind::KeywordFile:
  case TokenKind::KeywordLine:
  case TokenKind::KeywordEncoding: advance(); return make_receiver(previous());
  case TokenKind::KeywordIf: return parse_if(false);
  case TokenKind::KeywordUnless: return parse_if(true);
  case TokenKind::KeywordWhile:
  case TokenKind::KeywordUntil: return parse_loop();
  case TokenKind::KeywordFor: return parse_for();
  case TokenKind::KeywordCase: return parse_case();
  case TokenKind::KeywordBegin: return parse_begin();
  case TokenKind::KeywordBeginUpcase: return parse_pre_execution(rules);
  case TokenKind::KeywordEndUpcase: return parse_post_execution(rules);
  case TokenKind::KeywordBreak:
  case TokenKind::KeywordNext:
  case TokenKind::KeywordReturn: return parse_jump(rules);
  case TokenKind::KeywordRedo: {
    Node* node = make<RedoNode>(current());
    advance();
    check_block_exit(node);
    return node;
  }
  case TokenKind::KeywordRetry: {
    Node* node = make<RetryNode>(current());
    advance();
    check_retry(node);
    return node;
  }
  case TokenKind::KeywordSuper: return parse_super(rules);
  case TokenKind::KeywordYield: return parse_yield(rules);
  case TokenKind::KeywordDef: return parse_def(rules);
  case TokenKind::KeywordClass: return parse_class();
  case TokenKind::KeywordModule: return parse_module();
  case TokenKind::KeywordAlias: return parse_alias(rules);
  case TokenKind::KeywordUndef: return parse_undef(rules);
  case TokenKind::KeywordDefined: return parse_defined();
  case TokenKind::KeywordNot: return parse_not(rules);
  default: return parse_unexpected(rules);
  }
}

Node* Parser::parse_unexpected(const Rules& rules) {
  const std::string_view token = describe(current().kind);
  const Context closed = contexts_.ended_by(current().kind);
  const bool generic = rules.message == Message::CannotParseExpression;
  if (closed != Context::None) {
    recovering_ = true;
    if (!generic) error_expected_expression(rules.message);
    error(current(), Message::UnexpectedTokenCloseContext, {token, describe(closed)});
  } else if (generic) {
    error(current(), Message::UnexpectedTokenIgnore, {token});
  } else {
    error_expected_expression(rules.message);
  }
  return missing(previous().loc());
}

void Parser::error_expected_expression(Message message) {
  switch (message) {
  case Message::HashKey: return error(previous(), message, {describe(previous().kind)});
  case Message::UnaryReceiver:
    return error(previous(), message,
                 {describe(current().kind), lexer_.slice(Location{previous().start, previous().start + 1})});
  case Message::HashValue:
  case Message::ExpectExpressionAfterOperator:
  case Message::UnaryDisallowed:
  case Message::ExpectArgument: return error(current(), message, {describe(current().kind)});
  default: error(previous(), message);
  }
}

/// Goes on to the targets of a multiple assignment if a comma follows a first target.
Node* Parser::maybe_targets(const Rules& rules, Node* node) {
  return rules.power == Power::Statement && match(TokenKind::Comma) ? parse_targets_statement(node) : node;
}

Node* Parser::parse_variable_read(const Rules& rules) {
  advance();
  const Token& token = previous();
  auto read = [&](auto* node) {
    node->name = name_of(token);
    return static_cast<Node*>(node);
  };
  switch (token.kind) {
  case TokenKind::InstanceVariable: return maybe_targets(rules, read(make<InstanceVariableReadNode>(token)));
  case TokenKind::ClassVariable: return maybe_targets(rules, read(make<ClassVariableReadNode>(token)));
  case TokenKind::GlobalVariable: return maybe_targets(rules, read(make<GlobalVariableReadNode>(token)));
  case TokenKind::BackReference: return maybe_targets(rules, read(make<BackReferenceReadNode>(token)));
  default: return maybe_targets(rules, parse_numbered_reference());
  }
}

Node* Parser::parse_prefix_range() {
  const Token op = current();
  advance();
  Node* right =
      parse_expression({binding_of(op.kind).left, false, false, Message::ExpectExpressionAfterOperator});
  if (match_any(TokenKind::DotDot, TokenKind::DotDotDot)) error(current(), Message::UnexpectedRangeOperator);
  return make_range(nullptr, op, right);
}

Node* Parser::parse_splat_statement(const Rules& rules) {
  advance();
  if (rules.power != Power::Statement) {
    error_expected_expression(rules.message);
    return missing(previous().loc());
  }
  const Token star = previous();
  Node* name = nullptr;
  if (begins_expression(current().kind)) {
    name = parse_expression({Power::Index, false, false, Message::ExpectExpressionAfterStar});
  }
  auto* splat = make<SplatNode>(name ? span(star.loc(), name->loc) : star.loc());
  splat->operator_loc = star.loc();
  splat->expression = name;
  if (match(TokenKind::Comma)) return parse_targets_statement(splat);
  Node* target = make_target(splat, true);
  const bool assigned = match(TokenKind::Equal) ||
                        (contexts_.contains(Context::ForIndex) && match(TokenKind::KeywordIn)) ||
                        (contexts_.contains(Context::Parens) && match(TokenKind::ParenRight));
  if (!assigned) error(target, Message::WriteTargetUnexpected);
  return target;
}

Node* Parser::parse_unary(const Rules& rules) {
  if (rules.power > Power::Unary) error_expected_expression(Message::UnaryDisallowed);
  advance();
  const Token op = previous();
  const bool negation = op.kind == TokenKind::Bang;
  Node* receiver = parse_expression(
      {binding_of(op.kind).right, negation && rules.power < Power::Match, false, Message::UnaryReceiver});
  std::string_view name;
  switch (op.kind) {
  case TokenKind::Bang: name = "!"; break;
  case TokenKind::Tilde: name = "~"; break;
  case TokenKind::MinusPrefix: name = "-@"; break;
  default: name = "+@"; break;
  }
  CallNode* call = make_unary_call(op, receiver, name);
  if (negation) check_condition(call->receiver, Predicate::Not);
  return call;
}

/// A minus before a digit is part of the number, unless `**` follows: -2 ** 2 is -(2 ** 2).
Node* Parser::parse_negative_number() {
  advance();
  const Token op = previous();
  Node* node = parse_expression({Power::Max, false, false, Message::UnaryReceiver});
  if (accept(TokenKind::StarStar)) {
    const Token power = previous();
    Node* exponent = parse_expression({binding_of(power.kind).right, false, false, Message::ExpectArgument});
    return make_unary_call(op, make_binary_call(node, power, exponent), "-@");
  }
  switch (node->kind) {
  case NodeKind::Integer:
  case NodeKind::Float:
  case NodeKind::Rational:
  case NodeKind::Imaginary: negate(node); return node;
  default: return make_unary_call(op, node, "-@");
  }
}

void Parser::negate(Node* number) {
  auto negate_integer = [](IntegerLiteral& value) {
    value.value = -value.value;
    value.negative = true;
  };
  number->loc.start--;
  if (auto* integer = as_if<IntegerNode>(number)) negate_integer(integer->value);
  if (auto* real = as_if<FloatNode>(number)) real->value = -real->value;
  if (auto* rational = as_if<RationalNode>(number)) negate_integer(rational->numerator);
  if (auto* imaginary = as_if<ImaginaryNode>(number)) negate(imaginary->numeric);
}

// --- Parentheses -------------------------------------------------------------------------------------------

/// Skips newlines and semicolons; a semicolon makes the parentheses hold `multiple` statements.
bool Parser::skip_paren_terminators(bool& multiple) {
  bool found = false;
  for (;;) {
    if (accept(TokenKind::Semicolon)) {
      multiple = true;
    } else if (!accept(TokenKind::Newline)) {
      return found;
    }
    found = true;
  }
}

Node* Parser::parse_parentheses(const Rules& rules) {
  const Token opening = current();
  const size_t block_exits = begin_block_exits();
  advance();
  bool multiple = false;
  skip_paren_terminators(multiple);
  auto make_parens = [&](Node* body) {
    auto* node = make<ParenthesesNode>(span(opening.loc(), previous().loc()));
    node->opening_loc = opening.loc();
    node->closing_loc = previous().loc();
    node->body = body;
    if (multiple) node->set(ParenthesesFlag::MultipleStatements);
    return node;
  };
  if (match_any(TokenKind::ParenRight, TokenKind::EndOfInput)) {
    expect(TokenKind::ParenRight, Message::ExpectRparen);
    end_block_exits(block_exits);
    return make_parens(nullptr);
  }

  Node* statement = nullptr;
  bool terminated = false;
  {
    BlockGuard blocks(*this, true);
    {
      ContextGuard context(contexts_, Context::Parens);
      statement = parse_expression({Power::Statement, true});
    }
    terminated = skip_paren_terminators(multiple);
    if (match(TokenKind::ParenRight)) {
      if (opening.kind == TokenKind::ParenLeftArg) lexer_.state = lex_state::kEndArg;
      advance();
    } else {
      multiple = true;
      Node* body = parse_parenthesized_statements(opening, statement, terminated);
      end_block_exits(block_exits);
      return make_parens(body);
    }
  }
  end_block_exits(block_exits);
  if (is<MultiTargetNode>(statement) || is<SplatNode>(statement)) {
    return parse_multi_target_in_parens(rules, opening, statement);
  }
  auto* statements = make<StatementsNode>(Location{});
  append_statement(statements, statement);
  return make_parens(statements);
}

/// `(a, b)` as a target of an assignment; its closing parenthesis is the previous token.
Node* Parser::parse_multi_target_in_parens(const Rules& rules, const Token& opening, Node* statement) {
  auto* target = as_if<MultiTargetNode>(statement);
  if (!target || target->lparen_loc) {
    target = make<MultiTargetNode>(Location{});
    append_target(target, statement);
  }
  target->lparen_loc = opening.loc();
  target->rparen_loc = previous().loc();
  target->loc = span(opening.loc(), previous().loc());

  Node* result = target;
  if (match(TokenKind::Comma) && rules.power == Power::Statement) {
    result = parse_targets(target, Power::Index);
    accept(TokenKind::Newline);
  }
  if (contexts_.contains(Context::MultiTarget)) return result;
  if (contexts_.contains(Context::ForIndex) && match(TokenKind::KeywordIn)) return result;
  if (rules.power != Power::Statement || !match_any(TokenKind::Equal, TokenKind::ParenRight)) {
    error(result, Message::WriteTargetUnexpected);
  }
  return result;
}

Node* Parser::parse_parenthesized_statements(const Token&, Node* first, bool terminated) {
  auto* statements = make<StatementsNode>(Location{});
  append_statement(statements, first);
  if (!terminated && !match(TokenKind::EndOfInput)) {
    error(current(), Message::ExpectEolAfterStatement, {describe(current().kind)});
  }
  {
    ContextGuard context(contexts_, Context::Parens);
    for (;;) {
      Node* node = parse_expression({Power::Statement, true});
      append_statement(statements, node);
      if (recovering_) {
        if (match(TokenKind::ParenRight)) recovering_ = false;
        break;
      }
      if (is<MissingNode>(node)) break;
      if (accept_terminator()) {
        skip_terminators();
        if (match(TokenKind::ParenRight)) break;
      } else if (match(TokenKind::ParenRight)) {
        break;
      } else if (!match(TokenKind::EndOfInput)) {
        error(current(), Message::ExpectEolAfterStatement, {describe(current().kind)});
      }
    }
  }
  expect(TokenKind::ParenRight, Message::ExpectRparen);
  reject_trailing_targets(statements);
  check_void_statements(statements, true);
  return statements;
}

/// Targets may end at a closing parenthesis, but not as the last of several statements.
void Parser::reject_trailing_targets(StatementsNode* statements) {
  Node*& last = statements->body.back();
  if (is<SplatNode>(last)) {
    auto* target = make<MultiTargetNode>(Location{});
    append_target(target, last);
    last = target;
  }
  if (auto* target = as_if<MultiTargetNode>(last)) {
    const Location end = end_of(target->loc);
    last = make_multi_write(target, {TokenKind::Equal, end.start, end.end}, missing(end));
    last->newline = true;
    error(last, Message::WriteTargetUnexpected);
  }
}

} // namespace miniyarv
