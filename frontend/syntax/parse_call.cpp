// Variables, calls, their arguments and blocks.

#include "frontend/syntax/ast_visit.hpp"
#include "frontend/syntax/parser.hpp"

#include <algorithm>

namespace miniyarv {

uint32_t Parser::Arguments::end() const {
  if (block) return closing ? std::max(block->loc.end, closing.end) : block->loc.end;
  if (closing) return closing.end;
  return arguments ? arguments->loc.end : Location::kAbsent;
}

// --- Variables ---------------------------------------------------------------------------------------------

Name Parser::declare(Location loc, uint32_t reads) {
  const Name name = name_of(loc);
  scopes_.current().declare(name, loc, reads);
  return name;
}

Name Parser::declare_implicit(std::string_view text) {
  const Name name = name_of(text);
  scopes_.current().declare(name, {0, 0}, 1);
  return name;
}

LocalVariableReadNode* Parser::make_local_read(Location loc, Name name, uint32_t depth) {
  if (auto* local = scopes_.at(depth).find(name)) local->reads++;
  auto* node = make<LocalVariableReadNode>(loc);
  node->name = name;
  node->depth = depth;
  return node;
}

/// The variable, numbered parameter or `it` that the previous token names.
Node* Parser::read_variable() {
  const Token token = previous();
  const Name name = name_of(token);
  const bool numbered = Lexer::is_numbered_parameter(name.text());
  if (!numbered) {
    const int depth = depth_of(name);
    if (depth != ScopeStack::kNotFound)
      return make_local_read(token.loc(), name, static_cast<uint32_t>(depth));
  }
  Scope& scope = scopes_.current();
  if (scope.closed || scope.no_implicit_parameters) return nullptr;
  if (numbered) {
    // _2 implies _1.
    static constexpr std::string_view kNames[] = {"_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9"};
    const auto count = static_cast<size_t>(name.text()[1] - '0');
    for (size_t i = 0; i < count; i++) declare_implicit(kNames[i]);
    if (!match(TokenKind::Equal)) scope.numbered_parameters = true;
    Node* node = make_local_read(token.loc(), name, 0);
    scope.implicit_parameters.push_back(node);
    return node;
  }
  if (name == "it") {
    Node* node = make<ItLocalVariableReadNode>(token);
    scope.implicit_parameters.push_back(node);
    return node;
  }
  return nullptr;
}

Node* Parser::read_variable_or_call() {
  const char last = lexer_.at(previous().end - 1);
  const bool maybe_variable = !match(TokenKind::ParenLeft) && last != '!' && last != '?';
  if (maybe_variable) {
    if (Node* variable = read_variable()) return variable;
  }
  CallNode* call = make_variable_call(previous().loc());
  if (maybe_variable) call->set(CallFlag::VariableCall);
  return call;
}

CallNode* Parser::make_variable_call(Location message) {
  auto* call = make<CallNode>(message);
  call->set(CallFlag::IgnoreVisibility);
  call->message_loc = message;
  call->name = name_of(message);
  return call;
}

/// Nodes that leave the tree after an error no longer count as jumps or implicit parameters.
void Parser::forget(const Node* tree) {
  std::vector<const Node*> pending{tree};
  while (!pending.empty()) {
    const Node* node = pending.back();
    pending.pop_back();
    switch (node->kind) {
    case NodeKind::Break:
    case NodeKind::Next:
    case NodeKind::Redo:
      block_exits_.erase(std::remove(block_exits_.begin(), block_exits_.end(), node), block_exits_.end());
      break;
    case NodeKind::LocalVariableRead:
    case NodeKind::ItLocalVariableRead: {
      auto& implicit = scopes_.current().implicit_parameters;
      implicit.erase(std::remove(implicit.begin(), implicit.end(), node), implicit.end());
      continue;
    }
    default: break;
    }
    for_each_child(node, [&](const Node* child) { pending.push_back(child); });
  }
}

Node* Parser::parse_identifier(const Rules& rules) {
  advance();
  const Token identifier = previous();
  Node* node = read_variable_or_call();
  if (auto* call = as_if<CallNode>(node)) {
    Arguments arguments;
    if (parse_argument_list(arguments, true, rules.command_call)) {
      call->clear(CallFlag::VariableCall);
      set_arguments(call, arguments);
      call->loc.end = arguments.end() == Location::kAbsent ? call->message_loc.end : arguments.end();
    }
    return maybe_targets(rules, node);
  }
  const bool is_call = (rules.command_call && begins_argument()) ||
                       (accepts_block_.top() && match(TokenKind::KeywordDo)) || match(TokenKind::BraceLeft);
  if (!is_call) return maybe_targets(rules, node);

  // A method with the name of a variable: `puts 1` after `puts = 2`.
  Arguments arguments;
  parse_argument_list(arguments, true, rules.command_call);
  CallNode* call = make_function_call(identifier, arguments);
  auto* read = as_if<LocalVariableReadNode>(node);
  if (!read || Lexer::is_numbered_parameter(read->name.text())) {
    forget(node);
  } else if (auto* local = scopes_.at(read->depth).find(read->name)) {
    local->reads--;
  }
  return call;
}

Node* Parser::parse_constant(const Rules& rules) {
  advance();
  const Token constant = previous();
  const bool is_call = match(TokenKind::ParenLeft) || (rules.command_call && begins_argument()) ||
                       (accepts_block_.top() && match(TokenKind::KeywordDo)) || match(TokenKind::BraceLeft);
  if (is_call) {
    Arguments arguments;
    parse_argument_list(arguments, true, rules.command_call);
    return make_function_call(constant, arguments);
  }
  auto* node = make<ConstantReadNode>(constant);
  node->name = name_of(constant);
  return maybe_targets(rules, node);
}

Node* Parser::parse_top_constant(const Rules& rules) {
  advance();
  const Token delimiter = previous();
  expect(TokenKind::Constant, Message::ConstantPathColonColonConstant);
  auto* node = make<ConstantPathNode>(span(delimiter.loc(), previous().loc()));
  node->delimiter_loc = delimiter.loc();
  node->name_loc = previous().loc();
  if (previous().kind == TokenKind::Constant) node->name = name_of(previous());
  return maybe_targets(rules, node);
}

ConstantPathNode* Parser::make_constant_path(Node* parent, const Token& delimiter, const Token& name) {
  check_value(parent);
  auto* node = make<ConstantPathNode>(span(parent->loc, name.loc()));
  node->parent = parent;
  node->delimiter_loc = delimiter.loc();
  node->name_loc = name.loc();
  if (name.kind == TokenKind::Constant) node->name = name_of(name);
  return node;
}

// --- Calls -------------------------------------------------------------------------------------------------

void Parser::set_arguments(CallNode* call, const Arguments& arguments) {
  call->opening_loc = arguments.opening;
  call->arguments = arguments.arguments;
  call->closing_loc = arguments.closing;
  call->block = arguments.block;
}

/// The method that a token names: `!@` and `~@` are `!` and `~`.
Name Parser::message_name(const Token& message) {
  Location loc = message.loc();
  if ((message.kind == TokenKind::Tilde || message.kind == TokenKind::Bang) && loc.length() > 1) {
    if (lexer_.at(loc.end - 1) == '@') loc.end--;
  }
  return name_of(loc);
}

CallNode* Parser::make_call(Node* receiver, const Token& op, const Token& message,
                            const Arguments& arguments) {
  check_value(receiver);
  auto* call = make<CallNode>(receiver->loc);
  const uint32_t end = arguments.end();
  call->loc.end = end == Location::kAbsent ? message.end : end;
  if (is<SelfNode>(receiver)) call->set(CallFlag::IgnoreVisibility);
  call->receiver = receiver;
  call->call_operator_loc = op.loc();
  call->message_loc = message.loc();
  set_arguments(call, arguments);
  if (op.kind == TokenKind::AmpersandDot) call->set(CallFlag::SafeNavigation);
  call->name = message_name(message);
  return call;
}

CallNode* Parser::make_function_call(const Token& message, const Arguments& arguments) {
  CallNode* call = make_variable_call(message.loc());
  call->loc.end = arguments.end() == Location::kAbsent ? message.end : arguments.end();
  set_arguments(call, arguments);
  return call;
}

/// `a.()`
CallNode* Parser::make_shorthand_call(Node* receiver, const Token& op, const Arguments& arguments) {
  check_value(receiver);
  auto* call = make<CallNode>(Location{receiver->loc.start, arguments.end()});
  if (is<SelfNode>(receiver)) call->set(CallFlag::IgnoreVisibility);
  call->receiver = receiver;
  call->call_operator_loc = op.loc();
  set_arguments(call, arguments);
  if (op.kind == TokenKind::AmpersandDot) call->set(CallFlag::SafeNavigation);
  call->name = name_of("call");
  return call;
}

CallNode* Parser::make_index_call(Node* receiver, const Arguments& arguments) {
  check_value(receiver);
  auto* call = make<CallNode>(Location{receiver->loc.start, arguments.end()});
  if (is<SelfNode>(receiver)) call->set(CallFlag::IgnoreVisibility);
  if (!arguments.block || is<BlockArgumentNode>(arguments.block)) call->set(PrivateFlag::Index);
  call->receiver = receiver;
  call->message_loc = span(arguments.opening, arguments.closing);
  set_arguments(call, arguments);
  call->name = name_of("[]");
  return call;
}

Node* Parser::parse_super(const Rules& rules) {
  advance();
  const Token keyword = previous();
  Arguments arguments;
  parse_argument_list(arguments, true, rules.command_call);
  const uint32_t end = arguments.end();
  const Location loc{keyword.start, end == Location::kAbsent ? keyword.end : end};
  if (!arguments.opening && !arguments.arguments && (!arguments.block || is<BlockNode>(arguments.block))) {
    auto* node = make<ForwardingSuperNode>(loc);
    node->block = as_if<BlockNode>(arguments.block);
    return node;
  }
  auto* node = make<SuperNode>(loc);
  node->keyword_loc = keyword.loc();
  node->lparen_loc = arguments.opening;
  node->arguments = arguments.arguments;
  node->rparen_loc = arguments.closing;
  node->block = arguments.block;
  return node;
}

Node* Parser::parse_yield(const Rules& rules) {
  advance();
  const Token keyword = previous();
  Arguments arguments;
  parse_argument_list(arguments, false, rules.command_call);
  if (arguments.block) {
    error(arguments.block, Message::UnexpectedBlockArgument);
    forget(arguments.block);
    arguments.block = nullptr;
  }
  uint32_t end = arguments.end();
  if (end == Location::kAbsent) end = arguments.opening ? arguments.opening.end : keyword.end;
  auto* node = make<YieldNode>(Location{keyword.start, end});
  node->keyword_loc = keyword.loc();
  node->lparen_loc = arguments.opening;
  node->arguments = arguments.arguments;
  node->rparen_loc = arguments.closing;
  check_yield(node);
  return node;
}

/// `break`, `next` and `return`, which take arguments as a command does.
Node* Parser::parse_jump(const Rules& rules) {
  advance();
  const Token keyword = previous();
  Arguments arguments;
  if (begins_expression(current().kind) || match_any(TokenKind::StarPrefix, TokenKind::StarStarPrefix)) {
    const Power power = binding_of(current().kind).left;
    if (power == Power::Unset || power >= Power::Range) {
      const Token next = current();
      parse_arguments(arguments, false, TokenKind::EndOfInput);
      if (!rules.command_call && arguments.arguments) {
        error(next, Message::ExpectEolAfterStatement, {describe(next.kind)});
      }
    }
  }
  const Location loc{keyword.start, arguments.arguments ? arguments.arguments->loc.end : keyword.end};
  auto fill = [&](auto* node) {
    node->arguments = arguments.arguments;
    node->keyword_loc = keyword.loc();
    return node;
  };
  if (keyword.kind == TokenKind::KeywordReturn) {
    Node* node = fill(make<ReturnNode>(loc));
    check_return(node);
    return node;
  }
  Node* node = keyword.kind == TokenKind::KeywordBreak ? static_cast<Node*>(fill(make<BreakNode>(loc)))
                                                       : fill(make<NextNode>(loc));
  check_block_exit(node);
  return node;
}

// --- Arguments ---------------------------------------------------------------------------------------------

void Parser::append_argument(ArgumentsNode* arguments, Node* argument) {
  extend(arguments, argument->loc);
  append(arguments->arguments, argument);
  if (is<SplatNode>(argument)) {
    arguments->set(arguments->has(ArgumentsFlag::ContainsSplat) ? ArgumentsFlag::ContainsMultipleSplats
                                                                : ArgumentsFlag::ContainsSplat);
  }
}

void Parser::append_argument(Arguments& arguments, Node* argument) {
  if (!arguments.arguments) arguments.arguments = make<ArgumentsNode>(Location{});
  append_argument(arguments.arguments, argument);
}

/// Whether `argument` is the key of an argument `key => value`; the arrow is skipped.
bool Parser::begins_bare_hash(const Node* argument) {
  if (is_label(argument)) return true;
  if (auto* call = as_if<CallNode>(argument); call && !call->opening_loc && call->arguments) {
    const auto* inner = call->arguments;
    if (inner->has(ArgumentsFlag::ContainsKeywords) || inner->has(ArgumentsFlag::ContainsSplat)) return false;
    if (call->block) return false;
  }
  return accept(TokenKind::EqualGreater);
}

/// What has been seen of a list of arguments.
struct ArgumentState {
  bool forwarding_allowed;
  TokenKind terminator; ///< EndOfInput: the arguments are not in brackets
  bool first = true;
  bool bare_hash = false;
  bool block = false;
  bool forwarding = false;
};

void Parser::check_forwarding(bool Scope::Forwards::*which, const Token& token, Message none,
                              std::optional<Message> conflict) {
  bool in_block = false;
  for (uint32_t depth = 0; depth < scopes_.size(); depth++) {
    const Scope& scope = scopes_.at(depth);
    if (scope.forwards.*which) {
      if (scope.closed) {
        if (in_block && conflict) error(token, *conflict);
        return;
      }
      in_block = true;
    }
    if (scope.closed) break;
  }
  error(token, none);
}

/// Parses arguments up to `terminator`, or for EndOfInput as far as commas go.
void Parser::parse_arguments(Arguments& arguments, bool forwarding, TokenKind terminator) {
  const Power power = binding_of(current().kind).left;
  if (match_any(terminator, TokenKind::EndOfInput) || (power != Power::Unset && power < Power::Range) ||
      ends_context()) {
    return;
  }
  ArgumentState state{forwarding, terminator};
  while (!match(TokenKind::EndOfInput)) {
    if (state.forwarding) error(current(), Message::ArgumentAfterForwardingEllipses);
    Node* argument = parse_argument(arguments, state);
    state.first = false;
    if (is<MissingNode>(argument) || recovering_) break;
    const bool newline = terminator != TokenKind::EndOfInput && accept(TokenKind::Newline);
    if (previous().kind == TokenKind::Comma && state.bare_hash) {
      // The comma was read with the hash.
    } else if (accept(TokenKind::Comma)) {
      if (newline) error(previous(), Message::InvalidComma);
      if (auto* call = as_if<CallNode>(argument);
          call && !call->opening_loc && call->arguments && call->block) {
        error(previous(), Message::InvalidComma);
        break;
      }
    } else {
      break;
    }
    if (match(terminator)) break;
  }
}

/// Parses one argument and adds it. Returns what it parsed.
Node* Parser::parse_argument(Arguments& arguments, ArgumentState& state) {
  Node* argument = nullptr;
  switch (current().kind) {
  case TokenKind::StarStarPrefix:
  case TokenKind::Label: {
    if (state.bare_hash) error(current(), Message::ArgumentBareHash);
    KeywordHashNode* hash = make_keyword_hash();
    StaticLiterals keys(result_.source);
    const bool splat = parse_assocs(keys, hash);
    append_argument(arguments, hash);
    arguments.arguments->set(ArgumentsFlag::ContainsKeywords);
    if (splat) arguments.arguments->set(ArgumentsFlag::ContainsKeywordSplat);
    state.bare_hash = true;
    return hash;
  }
  case TokenKind::AmpersandPrefix: {
    advance();
    const Token op = previous();
    auto* block = make<BlockArgumentNode>(op);
    block->operator_loc = op.loc();
    if (begins_expression(current().kind)) {
      block->expression = parse_value({Power::Defined, false, false, Message::ExpectArgument});
      block->loc.end = block->expression->loc.end;
    } else {
      check_forwarding(&Scope::Forwards::block, op, Message::ArgumentNoForwardingAmpersand,
                       Message::ArgumentConflictAmpersand);
    }
    if (state.block) {
      append_argument(arguments, block);
    } else {
      arguments.block = block;
    }
    if (match(TokenKind::Comma)) error(current(), Message::ArgumentAfterBlock);
    state.block = true;
    return block;
  }
  case TokenKind::StarPrefix: {
    advance();
    const Token op = previous();
    auto* splat = make<SplatNode>(op);
    splat->operator_loc = op.loc();
    if (match_any(TokenKind::ParenRight, TokenKind::Comma, TokenKind::Semicolon, TokenKind::BracketRight)) {
      check_forwarding(&Scope::Forwards::positionals, op, Message::ArgumentNoForwardingStar,
                       Message::ArgumentConflictStar);
      if (state.bare_hash) error(previous(), Message::ArgumentSplatAfterAssocSplat);
    } else {
      splat->expression = parse_value({Power::Defined, false, false, Message::ExpectExpressionAfterSplat});
      splat->loc.end = splat->expression->loc.end;
      if (state.bare_hash) error(splat, Message::ArgumentSplatAfterAssocSplat);
    }
    append_argument(arguments, splat);
    return splat;
  }
  case TokenKind::DotDotDotPrefix: {
    if (!state.forwarding_allowed) break;
    advance();
    const Token op = previous();
    if (begins_expression(current().kind)) { // a range after all
      Node* right = parse_expression({Power::Range, false, false, Message::ExpectExpressionAfterOperator});
      if (auto* range = as_if<RangeNode>(right)) error(range->operator_loc, Message::UnexpectedRangeOperator);
      argument = make_range(nullptr, op, right);
      break;
    }
    check_forwarding(&Scope::Forwards::all, op, Message::ArgumentNoForwardingEllipses, std::nullopt);
    if (!state.first && state.terminator == TokenKind::EndOfInput) {
      error(op, Message::ArgumentForwardingUnbound);
    }
    Node* forwarded = make<ForwardingArgumentsNode>(op);
    append_argument(arguments, forwarded);
    arguments.arguments->set(ArgumentsFlag::ContainsForwarding);
    arguments.has_forwarding = state.forwarding = true;
    return forwarded;
  }
  default: break;
  }

  if (!argument) argument = parse_value({Power::Defined, state.first, true, Message::ExpectArgument});
  if (!begins_bare_hash(argument)) {
    append_argument(arguments, argument);
    return argument;
  }
  if (state.bare_hash) error(previous(), Message::ArgumentBareHash);
  const Location arrow = previous().kind == TokenKind::EqualGreater ? previous().loc() : Location{};
  KeywordHashNode* hash = make_keyword_hash();
  StaticLiterals keys(result_.source);
  add_hash_key(keys, argument);
  Node* value = parse_value({Power::Defined, false, false, Message::HashValue});
  append_hash_element(hash, make_assoc(argument, arrow, value));
  bool splat = false;
  if (accept(TokenKind::Comma) &&
      (begins_expression(current().kind) || match_any(TokenKind::StarStarPrefix, TokenKind::Label))) {
    splat = parse_assocs(keys, hash);
  }
  state.bare_hash = true;
  append_argument(arguments, hash);
  arguments.arguments->set(ArgumentsFlag::ContainsKeywords);
  if (splat) arguments.arguments->set(ArgumentsFlag::ContainsKeywordSplat);
  return hash;
}

/// Parses arguments in parentheses or, for a command call, without, and a block. False if there are none.
bool Parser::parse_argument_list(Arguments& arguments, bool accepts_block, bool command_call) {
  bool found = false;
  if (accept(TokenKind::ParenLeft)) {
    found = true;
    arguments.opening = previous().loc();
    if (!accept(TokenKind::ParenRight)) {
      BlockGuard blocks(*this, true);
      parse_arguments(arguments, accepts_block, TokenKind::ParenRight);
      if (!accept(TokenKind::ParenRight)) {
        error(current(), Message::ArgumentTermParen, {describe(current().kind)});
        missing_token();
      }
    }
    arguments.closing = previous().loc();
  } else if (command_call && begins_argument() && !match(TokenKind::BraceLeft)) {
    found = true;
    BlockGuard blocks(*this, false);
    parse_arguments(arguments, accepts_block, TokenKind::EndOfInput);
    if (previous().kind == TokenKind::Comma && !match(TokenKind::Semicolon)) {
      error(previous(), Message::ExpectArgument, {describe(current().kind)});
    }
  }
  if (!accepts_block) return found;

  BlockNode* block = nullptr;
  if (accept(TokenKind::BraceLeft)) {
    block = parse_block();
    validate_brace_block(arguments, block);
  } else if (accepts_block_.top() && accept(TokenKind::KeywordDo)) {
    block = parse_block();
  }
  if (!block) return found;
  attach_block(arguments, block);
  return true;
}

void Parser::attach_block(Arguments& arguments, BlockNode* block) {
  if (arguments.block || arguments.has_forwarding) {
    error(block, Message::ArgumentBlockMulti);
    if (arguments.block) append_argument(arguments, arguments.block);
  }
  arguments.block = block;
}

/// `foo a { }` is no call of foo with a block.
void Parser::validate_brace_block(const Arguments& arguments, const BlockNode* block) {
  if (!arguments.arguments || arguments.closing) return;
  const NodeList list = arguments.arguments->arguments;
  if (list.size() == 1 && is<ParenthesesNode>(list[0])) return;
  error(block, Message::ArgumentUnexpectedBlock);
}

// --- Blocks ------------------------------------------------------------------------------------------------

/// A block whose `{` or `do` is the previous token.
BlockNode* Parser::parse_block() {
  const Token opening = previous();
  accept(TokenKind::Newline);
  BlockGuard blocks(*this, true);
  scopes_.push(false);

  BlockParametersNode* parameters = nullptr;
  if (accept(TokenKind::Pipe)) {
    const Token pipe = previous();
    if (match(TokenKind::Pipe)) {
      parameters = make<BlockParametersNode>(pipe);
      parameters->opening_loc = pipe.loc();
      lexer_.command_start = true;
      advance();
    } else {
      parameters = parse_block_parameters(&pipe, true, false, true);
      accept(TokenKind::Newline);
      lexer_.command_start = true;
      expect(TokenKind::Pipe, Message::BlockParamPipeTerm);
    }
    parameters->closing_loc = previous().loc();
    parameters->loc.end = previous().end;
  }
  accept(TokenKind::Newline);

  Node* body = nullptr;
  if (opening.kind == TokenKind::BraceLeft) {
    if (!match(TokenKind::BraceRight)) body = parse_statements(Context::BlockBraces);
    expect(TokenKind::BraceRight, Message::BlockTermBrace);
  } else {
    if (!match(TokenKind::KeywordEnd)) {
      StatementsNode* statements = nullptr;
      if (!match_any(TokenKind::KeywordRescue, TokenKind::KeywordElse, TokenKind::KeywordEnsure)) {
        statements = parse_statements(Context::BlockKeywords);
      }
      body = statements;
      if (match_any(TokenKind::KeywordRescue, TokenKind::KeywordEnsure)) {
        body = parse_implicit_begin(RescueOwner::Block, nullptr, opening.start, statements);
      }
    }
    expect(TokenKind::KeywordEnd, Message::BlockTermEnd);
  }

  auto* node = make<BlockNode>(span(opening.loc(), previous().loc()));
  node->opening_loc = opening.loc();
  node->closing_loc = previous().loc();
  node->body = body;
  warn_unused_locals(scopes_.at_top_level());
  node->locals = local_table();
  node->parameters = implicit_parameters(parameters, node->loc);
  scopes_.pop();
  return node;
}

/// Parameters between pipes or after `->`. `opening` is null if nothing encloses them.
BlockParametersNode* Parser::parse_block_parameters(const Token* opening, bool trailing_comma, bool lambda,
                                                    bool blocks_in_defaults) {
  ParametersNode* parameters = nullptr;
  if (!match(TokenKind::Semicolon)) {
    ParameterRules rules{lambda ? Power::Defined : Power::Index};
    rules.trailing_comma = trailing_comma;
    rules.blocks_in_defaults = blocks_in_defaults;
    rules.in_block = true;
    if (!lambda) contexts_.push(Context::BlockParameters);
    parameters = parse_parameters(rules);
    if (!lambda) contexts_.pop();
  }
  Location loc = parameters ? parameters->loc : Location{};
  if (opening) loc = {opening->start, parameters ? parameters->loc.end : opening->end};
  auto* node = make<BlockParametersNode>(loc);
  node->parameters = parameters;
  if (!opening) return node;
  node->opening_loc = opening->loc();
  accept(TokenKind::Newline);
  if (!accept(TokenKind::Semicolon)) return node;
  do {
    switch (current().kind) {
    case TokenKind::Constant:
      error(current(), Message::ArgumentFormalConstant);
      advance();
      break;
    case TokenKind::InstanceVariable:
      error(current(), Message::ArgumentFormalIvar);
      advance();
      break;
    case TokenKind::GlobalVariable:
      error(current(), Message::ArgumentFormalGlobal);
      advance();
      break;
    case TokenKind::ClassVariable:
      error(current(), Message::ArgumentFormalClass);
      advance();
      break;
    default: expect(TokenKind::Identifier, Message::BlockParamLocalVariable);
    }
    auto* local = make<BlockLocalVariableNode>(previous());
    if (declare_parameter(previous().loc())) local->set(ParameterFlag::RepeatedParameter);
    local->name = name_of(previous());
    append(node->locals, local);
    node->loc.end = local->loc.end;
  } while (accept(TokenKind::Comma));
  return node;
}

bool Parser::outer_numbered_parameters() {
  for (uint32_t depth = 1; depth < scopes_.size() && !scopes_.at(depth).closed; depth++) {
    if (scopes_.at(depth).numbered_parameters) return true;
  }
  return false;
}

/// The parameters of the block whose scope is current: those declared, or `_1`... or `it` if they were used.
Node* Parser::implicit_parameters(Node* declared, Location loc) {
  Scope& scope = scopes_.current();
  const auto& implicit = scope.implicit_parameters;
  if (declared) {
    if (!implicit.empty()) {
      error(implicit[0], is<ItLocalVariableReadNode>(implicit[0]) ? Message::ItNotAllowedOrdinary
                                                                  : Message::NumberedParameterOrdinary);
    }
    return declared;
  }
  uint32_t maximum = 0;
  bool it = false;
  for (Node* node : implicit) {
    if (is<ItLocalVariableReadNode>(node)) {
      if (maximum > 0) {
        error(node, Message::ItNotAllowedNumbered);
      } else {
        it = true;
      }
    } else if (it) {
      error(node, Message::NumberedParameterIt);
    } else if (outer_numbered_parameters()) {
      error(node, Message::NumberedParameterOuterBlock);
    } else if (scope.inner_numbered_parameters) {
      error(node, Message::NumberedParameterInnerBlock);
    } else {
      maximum = std::max(maximum, static_cast<uint32_t>(lexer_.at(node->loc.start + 1) - '0'));
    }
  }
  if (maximum > 0) {
    for (uint32_t depth = 1; depth < scopes_.size() && !scopes_.at(depth).closed; depth++) {
      scopes_.at(depth).inner_numbered_parameters = true;
    }
    auto* node = make<NumberedParametersNode>(loc);
    node->maximum = maximum;
    return node;
  }
  return it ? make<ItParametersNode>(loc) : nullptr;
}

Node* Parser::parse_lambda() {
  const int outer_nesting = lexer_.lambda_enclosure_nesting;
  lexer_.lambda_enclosure_nesting = lexer_.enclosure_nesting;
  BlockGuard blocks(*this, true);
  advance();
  const Token op = previous();
  scopes_.push(false);

  BlockParametersNode* parameters = nullptr;
  if (match(TokenKind::ParenLeft)) {
    const Token opening = current();
    advance();
    if (match(TokenKind::ParenRight)) {
      parameters = make<BlockParametersNode>(opening);
      parameters->opening_loc = opening.loc();
    } else {
      parameters = parse_block_parameters(&opening, false, true, true);
    }
    accept(TokenKind::Newline);
    expect(TokenKind::ParenRight, Message::ExpectRparen);
    parameters->closing_loc = previous().loc();
    parameters->loc.end = previous().end;
  } else if (has_trait(current().kind, kParameter)) {
    BlockGuard no_blocks(*this, false);
    parameters = parse_block_parameters(nullptr, false, true, false);
  }
  lexer_.lambda_enclosure_nesting = outer_nesting;

  Node* body = nullptr;
  Token opening;
  if (accept(TokenKind::LambdaBegin)) {
    opening = previous();
    if (!match(TokenKind::BraceRight)) body = parse_statements(Context::LambdaBraces);
    warn_indentation(op);
    expect(TokenKind::BraceRight, Message::LambdaTermBrace);
  } else {
    expect(TokenKind::KeywordDo, Message::LambdaOpen);
    opening = previous();
    StatementsNode* statements = nullptr;
    if (!match_any(TokenKind::KeywordEnd, TokenKind::KeywordRescue, TokenKind::KeywordEnsure)) {
      statements = parse_statements(Context::LambdaKeywords);
    }
    body = statements;
    if (match_any(TokenKind::KeywordRescue, TokenKind::KeywordEnsure)) {
      body = parse_implicit_begin(RescueOwner::Lambda, &op, opening.start, statements);
    } else {
      warn_indentation(op);
    }
    expect(TokenKind::KeywordEnd, Message::LambdaTermEnd);
  }

  auto* node = make<LambdaNode>(span(op.loc(), previous().loc()));
  node->operator_loc = op.loc();
  node->opening_loc = opening.loc();
  node->closing_loc = previous().loc();
  node->body = body;
  warn_unused_locals(scopes_.at_top_level());
  node->locals = local_table();
  node->parameters = implicit_parameters(parameters, node->loc);
  scopes_.pop();
  return node;
}

} // namespace miniyarv
