// Conditions, loops, `case`, `begin` and the checks of jumps.

#include "frontend/syntax/parser.hpp"

namespace miniyarv {

// --- if and unless -----------------------------------------------------------------------------------------

IfNode* Parser::make_if(Location loc, Node* predicate) {
  auto* node = make<IfNode>(loc);
  node->newline = true;
  node->predicate = predicate;
  check_condition(node->predicate, Predicate::Condition);
  return node;
}

UnlessNode* Parser::make_unless(Location loc, Node* predicate) {
  auto* node = make<UnlessNode>(loc);
  node->newline = true;
  node->predicate = predicate;
  check_condition(node->predicate, Predicate::Condition);
  return node;
}

Node* Parser::make_modifier_if(Node* statement, const Token& keyword, Node* predicate, bool unless) {
  auto* statements = make<StatementsNode>(Location{});
  const Location loc = span(statement, predicate);
  if (unless) {
    UnlessNode* node = make_unless(loc, predicate);
    node->keyword_loc = keyword.loc();
    node->statements = statements;
    append_statement(statements, statement);
    return node;
  }
  IfNode* node = make_if(loc, predicate);
  node->if_keyword_loc = keyword.loc();
  node->statements = statements;
  append_statement(statements, statement);
  return node;
}

ElseNode* Parser::make_else(const Token& keyword, StatementsNode* statements, Location end) {
  Location loc = keyword.loc();
  if (end) {
    loc.end = end.end;
  } else if (statements) {
    loc.end = statements->loc.end;
  }
  auto* node = make<ElseNode>(loc);
  node->else_keyword_loc = keyword.loc();
  node->statements = statements;
  node->end_keyword_loc = end;
  return node;
}

/// The condition of an `if`, with the newline or `then` after it.
Node* Parser::parse_condition(Context context, Token& then_keyword) {
  ContextGuard guard(contexts_, Context::Predicate);
  Node* predicate = parse_value(
      {Power::Modifier, true, false,
       context == Context::If ? Message::ConditionalIfPredicate : Message::ConditionalUnlessPredicate});
  bool closed = accept_terminator();
  if (accept(TokenKind::KeywordThen)) {
    closed = true;
    then_keyword = previous();
  }
  if (!closed) error(current(), Message::ConditionalPredicateTerm);
  return predicate;
}

Node* Parser::parse_if(bool unless) {
  if (!unless && lexer_.at_end_of_line()) error(current(), Message::KeywordEol, {lexer_.slice(current())});
  const bool if_after_else = !unless && previous().kind == TokenKind::KeywordElse;
  advance();
  const Token keyword = previous();
  const size_t block_exits = begin_block_exits();
  const Context context = unless ? Context::Unless : Context::If;
  constexpr TokenKind kAbsent = TokenKind::Missing;

  Token then_keyword{kAbsent, 0, 0};
  auto then_loc = [&] { return then_keyword.kind == kAbsent ? Location{} : then_keyword.loc(); };
  auto parse_clause = [&](Context clause) {
    BlockGuard blocks(*this, true);
    StatementsNode* statements = parse_statements(clause);
    accept_terminator();
    return statements;
  };

  Node* predicate = parse_condition(context, then_keyword);
  StatementsNode* statements = nullptr;
  if (!match_any(TokenKind::KeywordElsif, TokenKind::KeywordElse, TokenKind::KeywordEnd)) {
    statements = parse_clause(context);
  }
  UnlessNode* unless_node = nullptr;
  std::vector<IfNode*> clauses;
  auto add_clause = [&](const Token& clause_keyword, Node* clause_predicate,
                        StatementsNode* clause_statements) {
    IfNode* node = make_if(clause_keyword.loc(), clause_predicate);
    node->if_keyword_loc = clause_keyword.loc();
    node->then_keyword_loc = then_loc();
    node->statements = clause_statements;
    if (!clauses.empty()) clauses.back()->subsequent = node;
    clauses.push_back(node);
  };
  if (unless) {
    unless_node = make_unless(keyword.loc(), predicate);
    unless_node->keyword_loc = keyword.loc();
    unless_node->then_keyword_loc = then_loc();
    unless_node->statements = statements;
  } else {
    add_clause(keyword, predicate, statements);
    while (match(TokenKind::KeywordElsif)) {
      if (lexer_.at_end_of_line()) error(current(), Message::KeywordEol, {lexer_.slice(current())});
      warn_indentation(keyword);
      const Token elsif = current();
      advance();
      Node* elsif_predicate = parse_condition(Context::Elsif, then_keyword);
      add_clause(elsif, elsif_predicate, parse_clause(Context::Elsif));
    }
  }

  ElseNode* else_node = nullptr;
  if (match(TokenKind::KeywordElse)) {
    warn_indentation(keyword);
    advance();
    const Token else_keyword = previous();
    StatementsNode* else_statements = parse_clause(Context::Else);
    warn_indentation(else_keyword);
    expect(TokenKind::KeywordEnd, Message::ConditionalTermElse);
    else_node = make_else(else_keyword, else_statements, previous().loc());
  } else {
    warn_indentation(keyword, if_after_else);
    expect(TokenKind::KeywordEnd, Message::ConditionalTerm);
  }
  const Location end = previous().loc();
  end_block_exits(block_exits);
  if (unless) {
    unless_node->else_clause = else_node;
    unless_node->end_keyword_loc = end;
    unless_node->loc.end = end.end;
    return unless_node;
  }
  clauses.back()->subsequent = else_node;
  for (IfNode* clause : clauses) {
    clause->end_keyword_loc = end;
    clause->loc.end = end.end;
  }
  return clauses.front();
}

// --- Loops -------------------------------------------------------------------------------------------------

/// `while` and `until`
Node* Parser::parse_loop() {
  Node* predicate = nullptr;
  Token keyword;
  Message message{};
  {
    ContextGuard context(contexts_, Context::LoopPredicate);
    lexer_.do_loops.push(true);
    advance();
    keyword = previous();
    message = keyword.kind == TokenKind::KeywordWhile ? Message::ConditionalWhilePredicate
                                                      : Message::ConditionalUntilPredicate;
    predicate = parse_value({Power::Composition, true, false, message});
    lexer_.do_loops.pop();
  }
  const bool is_while = keyword.kind == TokenKind::KeywordWhile;
  Location do_keyword;
  if (accept(TokenKind::KeywordDoLoop)) {
    do_keyword = previous().loc();
  } else {
    expect_terminator(message);
  }
  StatementsNode* statements = nullptr;
  if (!match(TokenKind::KeywordEnd)) {
    BlockGuard blocks(*this, true);
    statements = parse_statements(is_while ? Context::While : Context::Until);
    accept_terminator();
  }
  warn_indentation(keyword);
  expect(TokenKind::KeywordEnd, is_while ? Message::WhileTerm : Message::UntilTerm);
  check_condition(predicate, Predicate::Condition);
  auto fill = [&](auto* node) {
    node->keyword_loc = keyword.loc();
    node->do_keyword_loc = do_keyword;
    node->closing_loc = previous().loc();
    node->predicate = predicate;
    node->statements = statements;
    return static_cast<Node*>(node);
  };
  const Location loc = span(keyword.loc(), previous().loc());
  if (is_while) return fill(make<WhileNode>(loc));
  return fill(make<UntilNode>(loc));
}

Node* Parser::parse_for() {
  advance();
  const Token keyword = previous();
  Node* index = nullptr;
  {
    ContextGuard context(contexts_, Context::ForIndex);
    if (accept(TokenKind::StarPrefix)) {
      const Token star = previous();
      Node* name = nullptr;
      if (begins_expression(current().kind)) {
        name = parse_expression({Power::Index, false, false, Message::ExpectExpressionAfterStar});
      }
      auto* splat = make<SplatNode>(name ? span(star.loc(), name->loc) : star.loc());
      splat->operator_loc = star.loc();
      splat->expression = name;
      index = splat;
    } else if (begins_expression(current().kind)) {
      index = parse_expression({Power::Index, false, false, Message::ExpectExpressionAfterComma});
    } else {
      error(keyword, Message::ForIndex);
      index = missing(keyword.loc());
    }
    index = match(TokenKind::Comma) ? parse_targets(index, Power::Index) : make_target(index, false);
  }
  lexer_.do_loops.push(true);
  expect(TokenKind::KeywordIn, Message::ForIn);
  const Token in_keyword = previous();
  Node* collection = parse_value({Power::Composition, true, false, Message::ForCollection});
  lexer_.do_loops.pop();

  Location do_keyword;
  if (accept(TokenKind::KeywordDoLoop)) {
    do_keyword = previous().loc();
  } else if (!match_any(TokenKind::Semicolon, TokenKind::Newline)) {
    error(current(), Message::ExpectForDelimiter, {describe(current().kind)});
  }
  StatementsNode* statements = nullptr;
  if (!match(TokenKind::KeywordEnd)) statements = parse_statements(Context::For);
  warn_indentation(keyword);
  expect(TokenKind::KeywordEnd, Message::ForTerm);
  auto* node = make<ForNode>(span(keyword.loc(), previous().loc()));
  node->index = index;
  node->collection = collection;
  node->statements = statements;
  node->for_keyword_loc = keyword.loc();
  node->in_keyword_loc = in_keyword.loc();
  node->do_keyword_loc = do_keyword;
  node->end_keyword_loc = previous().loc();
  return node;
}

// --- case --------------------------------------------------------------------------------------------------

Node* Parser::parse_case() {
  advance();
  const Token keyword = previous();
  const size_t block_exits = begin_block_exits();
  Node* predicate = nullptr;
  if (match_any(TokenKind::Newline, TokenKind::Semicolon)) {
    skip_terminators();
  } else if (!match_any(TokenKind::KeywordWhen, TokenKind::KeywordIn, TokenKind::KeywordEnd) &&
             begins_expression(current().kind)) {
    predicate = parse_value({Power::Composition, true, false, Message::CaseExpressionAfterCase});
    skip_terminators();
  }
  auto finish = [&](auto* node) {
    node->predicate = predicate;
    node->case_keyword_loc = keyword.loc();
    node->end_keyword_loc = previous().loc();
    node->loc.end = previous().end;
    end_block_exits(block_exits);
    return node;
  };
  if (match(TokenKind::KeywordEnd)) {
    warn_indentation(keyword);
    advance();
    error(keyword, Message::CaseMissingConditions);
    return finish(make<CaseNode>(keyword));
  }
  if (match(TokenKind::KeywordWhen)) {
    auto* node = make<CaseNode>(keyword);
    parse_when_clauses(node, keyword);
    node->else_clause = parse_case_else();
    warn_indentation(keyword);
    expect(TokenKind::KeywordEnd, Message::CaseTerm);
    return finish(node);
  }
  auto* node = make<CaseMatchNode>(keyword);
  if (!predicate) error(keyword, Message::CaseMatchMissingPredicate);
  parse_in_clauses(node, keyword);
  if (node->conditions.empty()) error(keyword, Message::CaseMissingConditions);
  node->else_clause = parse_case_else();
  warn_indentation(keyword);
  expect(TokenKind::KeywordEnd, Message::CaseTerm);
  return finish(node);
}

ElseNode* Parser::parse_case_else() {
  accept_terminator();
  if (!accept(TokenKind::KeywordElse)) return nullptr;
  const Token keyword = previous();
  StatementsNode* statements = nullptr;
  if (!match(TokenKind::KeywordEnd)) statements = parse_statements(Context::Else);
  return make_else(keyword, statements, current().loc());
}

void Parser::parse_when_clauses(CaseNode* node, const Token& keyword) {
  StaticLiterals literals(result_.source);
  while (match(TokenKind::KeywordWhen)) {
    warn_indentation(keyword, false, true);
    advance();
    auto* when = make<WhenNode>(previous());
    when->keyword_loc = previous().loc();
    parse_when_conditions(when, literals);
    if (accept_terminator()) {
      if (accept(TokenKind::KeywordThen)) {
        when->then_keyword_loc = previous().loc();
        when->loc.end = previous().end;
      }
    } else {
      expect(TokenKind::KeywordThen, Message::ExpectWhenDelimiter);
      when->then_keyword_loc = previous().loc();
      when->loc.end = previous().end;
    }
    if (!match_any(TokenKind::KeywordWhen, TokenKind::KeywordElse, TokenKind::KeywordEnd)) {
      when->statements = parse_statements(Context::CaseWhen);
      if (when->statements) when->loc.end = std::max(when->loc.end, when->statements->loc.end);
    }
    append(node->conditions, when);
  }
}

void Parser::parse_when_conditions(WhenNode* node, StaticLiterals& literals) {
  do {
    if (accept(TokenKind::StarPrefix)) {
      const Token star = previous();
      Node* expression = parse_value({Power::Defined, false, false, Message::ExpectExpressionAfterStar});
      auto* splat = make<SplatNode>(span(star.loc(), expression->loc));
      splat->operator_loc = star.loc();
      splat->expression = expression;
      node->loc.end = splat->loc.end;
      append(node->conditions, splat);
      if (is<MissingNode>(expression)) break;
      continue;
    }
    Node* condition = parse_value({Power::Defined, false, false, Message::CaseExpressionAfterWhen});
    node->loc.end = condition->loc.end;
    append(node->conditions, condition);
    if (is<MissingNode>(condition)) break;
    if (is<StringNode>(condition)) condition->set(StringFlag::Frozen);
    if (is<StringNode>(condition) || is<SourceFileNode>(condition)) condition->static_literal = true;
    if (const Node* earlier = literals.add(condition, false)) {
      const Source& source = result_.source;
      error(condition, Message::DuplicatedWhenClause,
            {std::to_string(source.line(condition->loc.start)),
             std::to_string(source.line(earlier->loc.start))});
    }
  } while (accept(TokenKind::Comma));
}

void Parser::parse_in_clauses(CaseMatchNode* node, const Token& keyword) {
  while (match(TokenKind::KeywordIn)) {
    warn_indentation(keyword, false, true);
    const bool outer_newlines = lexer_.pattern_newlines;
    lexer_.pattern_newlines = true;
    lexer_.state = lex_state::kBeg | lex_state::kLabel;
    lexer_.command_start = false;
    advance();
    const Token in_keyword = previous();
    Captures captures;
    Node* pattern = parse_pattern(captures, PatternFlags::TopMulti, Message::PatternExpressionAfterIn);
    lexer_.pattern_newlines = outer_newlines;

    if (match_any(TokenKind::KeywordIfModifier, TokenKind::KeywordUnlessModifier)) {
      const bool unless = match(TokenKind::KeywordUnlessModifier);
      advance();
      const Token guard = previous();
      Node* predicate =
          parse_value({Power::Composition, true, false,
                       unless ? Message::ConditionalUnlessPredicate : Message::ConditionalIfPredicate});
      pattern = make_modifier_if(pattern, guard, predicate, unless);
    }
    auto* in = make<InNode>(span(in_keyword.loc(), pattern->loc));
    in->pattern = pattern;
    in->in_loc = in_keyword.loc();
    if (accept_terminator()) {
      if (accept(TokenKind::KeywordThen)) in->then_loc = previous().loc();
    } else {
      expect(TokenKind::KeywordThen, Message::ExpectInDelimiter);
      in->then_loc = previous().loc();
    }
    if (!match_any(TokenKind::KeywordIn, TokenKind::KeywordElse, TokenKind::KeywordEnd)) {
      in->statements = parse_statements(Context::CaseIn);
    }
    if (in->statements) {
      in->loc.end = in->statements->loc.end;
    } else if (in->then_loc) {
      in->loc.end = in->then_loc.end;
    }
    append(node->conditions, in);
  }
}

// --- begin -------------------------------------------------------------------------------------------------

Node* Parser::parse_begin() {
  advance();
  const Token keyword = previous();
  accept_terminator();
  const size_t block_exits = begin_block_exits();
  auto* node = make<BeginNode>(keyword);
  node->begin_keyword_loc = keyword.loc();
  if (!match_any(TokenKind::KeywordRescue, TokenKind::KeywordEnsure, TokenKind::KeywordElse,
                 TokenKind::KeywordEnd)) {
    BlockGuard blocks(*this, true);
    node->statements = parse_statements(Context::Begin);
    accept_terminator();
  }
  parse_rescues(node, RescueOwner::Begin, &keyword);
  expect(TokenKind::KeywordEnd, Message::BeginTerm);
  node->loc.end = previous().end;
  node->end_keyword_loc = previous().loc();
  end_block_exits(block_exits);
  return node;
}

BeginNode* Parser::parse_implicit_begin(RescueOwner owner, const Token* opening, uint32_t start,
                                        StatementsNode* statements) {
  auto* node = make<BeginNode>(Location{start, start});
  node->statements = statements;
  parse_rescues(node, owner, opening);
  return node;
}

namespace {

/// The contexts of the clauses of what can be rescued.
struct ClauseContexts {
  Context rescue, else_clause, ensure;
};
constexpr ClauseContexts kClauseContexts[] = {
    {Context::BeginRescue, Context::BeginElse, Context::BeginEnsure},
    {Context::BlockRescue, Context::BlockElse, Context::BlockEnsure},
    {Context::ClassRescue, Context::ClassElse, Context::ClassEnsure},
    {Context::DefRescue, Context::DefElse, Context::DefEnsure},
    {Context::LambdaRescue, Context::LambdaElse, Context::LambdaEnsure},
    {Context::ModuleRescue, Context::ModuleElse, Context::ModuleEnsure},
    {Context::SingletonClassRescue, Context::SingletonClassElse, Context::SingletonClassEnsure},
};

} // namespace

/// `=> variable` of a rescue; the arrow is the previous token.
void Parser::parse_rescue_reference(RescueNode* node) {
  node->operator_loc = previous().loc();
  Node* reference = parse_expression({Power::Index, false, false, Message::RescueVariable});
  node->reference = make_target(reference, false);
  node->loc.end = node->reference->loc.end;
}

RescueNode* Parser::parse_rescue(RescueOwner owner) {
  auto* node = make<RescueNode>(previous());
  node->keyword_loc = previous().loc();
  if (accept(TokenKind::EqualGreater)) {
    parse_rescue_reference(node);
  } else if (!match_any(TokenKind::Newline, TokenKind::Semicolon, TokenKind::KeywordThen) &&
             (begins_expression(current().kind) || match(TokenKind::StarPrefix))) {
    do {
      Node* exception = parse_starred({Power::Defined, false, false, Message::RescueExpression});
      append(node->exceptions, exception);
      node->loc.end = exception->loc.end;
      if (match_any(TokenKind::Newline, TokenKind::Semicolon, TokenKind::KeywordThen)) break;
      if (accept(TokenKind::EqualGreater)) {
        parse_rescue_reference(node);
        break;
      }
    } while (accept(TokenKind::Comma));
  }
  if (accept_terminator()) {
    if (accept(TokenKind::KeywordThen)) node->then_keyword_loc = previous().loc();
  } else {
    expect(TokenKind::KeywordThen, Message::RescueTerm);
    node->then_keyword_loc = previous().loc();
  }
  if (!match_any(TokenKind::KeywordElse, TokenKind::KeywordEnsure, TokenKind::KeywordEnd)) {
    BlockGuard blocks(*this, true);
    node->statements = parse_statements(kClauseContexts[static_cast<size_t>(owner)].rescue);
    if (node->statements) node->loc.end = node->statements->loc.end;
    accept_terminator();
  }
  return node;
}

/// The clauses after the body of a `begin`. `opening` is what their indentation is compared with, if
/// anything.
void Parser::parse_rescues(BeginNode* node, RescueOwner owner, const Token* opening) {
  const ClauseContexts& contexts = kClauseContexts[static_cast<size_t>(owner)];
  auto warn = [&] {
    if (opening) warn_indentation(*opening);
  };
  RescueNode* last = nullptr;
  while (match(TokenKind::KeywordRescue)) {
    warn();
    advance();
    RescueNode* rescue = parse_rescue(owner);
    (last ? last->subsequent : node->rescue_clause) = rescue;
    last = rescue;
  }
  for (RescueNode* rescue = node->rescue_clause; rescue; rescue = rescue->subsequent) {
    rescue->loc.end = last->loc.end;
  }

  Token else_keyword;
  if (match(TokenKind::KeywordElse)) {
    warn();
    else_keyword = current();
    if (opening) opening = &else_keyword;
    advance();
    accept_terminator();
    StatementsNode* statements = nullptr;
    if (!match_any(TokenKind::KeywordEnd, TokenKind::KeywordEnsure)) {
      BlockGuard blocks(*this, true);
      statements = parse_statements(contexts.else_clause);
      accept_terminator();
    }
    node->else_clause = make_else(else_keyword, statements, current().loc());
    if (!last) error(node->else_clause, Message::BeginLonelyElse);
  }
  if (match(TokenKind::KeywordEnsure)) {
    warn();
    const Token keyword = current();
    advance();
    accept_terminator();
    StatementsNode* statements = nullptr;
    if (!match(TokenKind::KeywordEnd)) {
      BlockGuard blocks(*this, true);
      statements = parse_statements(contexts.ensure);
      accept_terminator();
    }
    auto* ensure = make<EnsureNode>(span(keyword.loc(), current().loc()));
    ensure->ensure_keyword_loc = keyword.loc();
    ensure->statements = statements;
    ensure->end_keyword_loc = current().loc();
    node->ensure_clause = ensure;
  }
  Location end = end_of(previous().loc());
  if (match(TokenKind::KeywordEnd)) {
    warn();
    end = current().loc();
  }
  node->loc.end = end.end;
  node->end_keyword_loc = end;
}

// --- defined? and not --------------------------------------------------------------------------------------

Node* Parser::parse_defined() {
  advance();
  const Token keyword = previous();
  ContextGuard context(contexts_, Context::Defined);
  const bool newline = accept(TokenKind::Newline);
  Location lparen, rparen;
  Node* value = nullptr;
  if (accept(TokenKind::ParenLeft)) {
    lparen = previous().loc();
    if (newline && accept(TokenKind::ParenRight)) {
      auto* parens = make<ParenthesesNode>(span(lparen, previous().loc()));
      parens->opening_loc = lparen;
      parens->closing_loc = previous().loc();
      value = parens;
      lparen = {};
    } else {
      value = parse_expression({Power::Composition, true, false, Message::DefinedExpression});
      if (!recovering_) {
        accept(TokenKind::Newline);
        expect(TokenKind::ParenRight, Message::ExpectRparen);
        rparen = previous().loc();
      }
    }
  } else {
    value = parse_expression({Power::Defined, false, false, Message::DefinedExpression});
  }
  auto* node = make<DefinedNode>(span(keyword.loc(), rparen ? rparen : value->loc));
  node->lparen_loc = lparen;
  node->value = value;
  node->rparen_loc = rparen;
  node->keyword_loc = keyword.loc();
  return node;
}

Node* Parser::parse_not(const Rules& rules) {
  advance();
  const Token keyword = previous();
  if (!rules.command_call && !match(TokenKind::ParenLeft)) {
    if (match(TokenKind::ParenLeftArg)) {
      error(Location{previous().end, previous().end + 1}, Message::ExpectLparenAfterNotLparen);
    } else {
      accept(TokenKind::Newline);
      error(current(), Message::ExpectLparenAfterNotOther);
    }
    return missing(current().loc());
  }
  accept(TokenKind::Newline);
  Location opening, closing;
  Node* receiver = nullptr;
  if (accept(TokenKind::ParenLeft)) {
    const Token lparen = previous();
    if (accept(TokenKind::ParenRight)) {
      auto* parens = make<ParenthesesNode>(span(lparen.loc(), previous().loc()));
      parens->opening_loc = lparen.loc();
      parens->closing_loc = previous().loc();
      receiver = parens;
    } else {
      opening = lparen.loc();
      receiver = parse_expression({Power::Composition, true, false, Message::NotExpression});
      if (!recovering_) {
        accept(TokenKind::Newline);
        expect(TokenKind::ParenRight, Message::ExpectRparen);
        closing = previous().loc();
      }
    }
  } else {
    receiver = parse_expression({Power::Not, true, false, Message::NotExpression});
  }
  CallNode* call = make_unary_call(keyword, receiver, "!");
  check_condition(call->receiver, Predicate::Not);
  call->opening_loc = opening;
  call->closing_loc = closing;
  if (closing) call->loc.end = closing.end;
  return call;
}

// --- Jumps -------------------------------------------------------------------------------------------------

/// Jumps that were noted since `start` may still find their loop outside, unless a `while` modifier follows.
void Parser::end_block_exits(size_t start) {
  if (match_any(TokenKind::KeywordWhileModifier, TokenKind::KeywordUntilModifier)) block_exits_.resize(start);
}

void Parser::report_block_exits(size_t start) {
  for (size_t i = start; i < block_exits_.size(); i++) {
    const Node* node = block_exits_[i];
    std::string_view keyword = is<BreakNode>(node) ? "break" : is<NextNode>(node) ? "next" : "redo";
    error(node, Message::InvalidBlockExit, {keyword});
  }
  block_exits_.resize(start);
}

/// `break`, `next`, `redo`: reported later if nothing around takes them.
void Parser::check_block_exit(Node* node) {
  if (options_.partial_script) return;
  for (size_t level = 0; level < contexts_.size(); level++) {
    switch (contexts_.outer(level)) {
    case Context::BlockBraces:
    case Context::BlockKeywords:
    case Context::BlockElse:
    case Context::BlockEnsure:
    case Context::BlockParameters:
    case Context::BlockRescue:
    case Context::Defined:
    case Context::For:
    case Context::LambdaBraces:
    case Context::LambdaKeywords:
    case Context::LambdaElse:
    case Context::LambdaEnsure:
    case Context::LambdaRescue:
    case Context::LoopPredicate:
    case Context::PostExecution:
    case Context::Until:
    case Context::While: return;
    case Context::Def:
    case Context::DefParameters:
    case Context::DefElse:
    case Context::DefEnsure:
    case Context::DefRescue:
    case Context::Main:
    case Context::PreExecution:
    case Context::SingletonClass:
    case Context::SingletonClassElse:
    case Context::SingletonClassEnsure:
    case Context::SingletonClassRescue: block_exits_.push_back(node); return;
    default: break;
    }
  }
}

void Parser::check_return(const Node* node) {
  bool in_singleton_class = false;
  for (size_t level = 0; level < contexts_.size(); level++) {
    switch (contexts_.outer(level)) {
    case Context::SingletonClass:
    case Context::SingletonClassElse:
    case Context::SingletonClassEnsure:
    case Context::SingletonClassRescue: in_singleton_class = true; break;
    case Context::Class:
    case Context::ClassElse:
    case Context::ClassEnsure:
    case Context::ClassRescue:
    case Context::Module:
    case Context::ModuleElse:
    case Context::ModuleEnsure:
    case Context::ModuleRescue: error(node, Message::ReturnInvalid); return;
    case Context::BlockBraces:
    case Context::BlockElse:
    case Context::BlockEnsure:
    case Context::BlockKeywords:
    case Context::BlockRescue:
    case Context::BlockParameters:
    case Context::Def:
    case Context::DefElse:
    case Context::DefEnsure:
    case Context::DefParameters:
    case Context::DefRescue:
    case Context::LambdaBraces:
    case Context::LambdaKeywords:
    case Context::LambdaElse:
    case Context::LambdaEnsure:
    case Context::LambdaRescue: return;
    default: break;
    }
  }
  if (in_singleton_class) error(node, Message::ReturnInvalid);
}

void Parser::check_yield(const Node* node) {
  if (options_.eval || options_.partial_script) return;
  for (size_t level = 0; level < contexts_.size(); level++) {
    switch (contexts_.outer(level)) {
    case Context::Def:
    case Context::DefParameters:
    case Context::Defined:
    case Context::DefElse:
    case Context::DefEnsure:
    case Context::DefRescue: return;
    case Context::Class:
    case Context::ClassElse:
    case Context::ClassEnsure:
    case Context::ClassRescue:
    case Context::Main:
    case Context::Module:
    case Context::ModuleElse:
    case Context::ModuleEnsure:
    case Context::ModuleRescue:
    case Context::SingletonClass:
    case Context::SingletonClassElse:
    case Context::SingletonClassEnsure:
    case Context::SingletonClassRescue: error(node, Message::InvalidYield); return;
    default: break;
    }
  }
}

void Parser::check_retry(const Node* node) {
  Message message = Message::InvalidRetryWithoutRescue;
  for (size_t level = 0; level < contexts_.size(); level++) {
    switch (contexts_.outer(level)) {
    case Context::BeginRescue:
    case Context::BlockRescue:
    case Context::ClassRescue:
    case Context::DefRescue:
    case Context::LambdaRescue:
    case Context::ModuleRescue:
    case Context::SingletonClassRescue:
    case Context::Defined:
    case Context::RescueModifier: return;
    case Context::Class:
    case Context::Def:
    case Context::DefParameters:
    case Context::Main:
    case Context::Module:
    case Context::PreExecution:
    case Context::SingletonClass: error(node, message); return;
    case Context::BeginElse:
    case Context::BlockElse:
    case Context::ClassElse:
    case Context::DefElse:
    case Context::LambdaElse:
    case Context::ModuleElse:
    case Context::SingletonClassElse: message = Message::InvalidRetryAfterElse; break;
    case Context::BeginEnsure:
    case Context::BlockEnsure:
    case Context::ClassEnsure:
    case Context::DefEnsure:
    case Context::LambdaEnsure:
    case Context::ModuleEnsure:
    case Context::SingletonClassEnsure: message = Message::InvalidRetryAfterEnsure; break;
    default: break;
    }
  }
}

} // namespace miniyarv
