// Strings, symbols, heredocs, regexps and %-lists.

#include "frontend/syntax/parser.hpp"
#include "frontend/syntax/regexp_scan.hpp"

#include <algorithm>

namespace miniyarv {

// --- Nodes -------------------------------------------------------------------------------------------------

/// Whether string literals are frozen here is part of the literal.
void Parser::set_literal_flags(StringNode* node) const {
  if (lexer_.frozen_string_literal == true) {
    node->static_literal = true;
    node->set(StringFlag::Frozen);
  } else if (lexer_.frozen_string_literal == false) {
    node->set(StringFlag::Mutable);
  }
}

StringNode* Parser::make_string(Location opening, Location content, Location closing,
                                std::string_view bytes) {
  auto* node = make<StringNode>(span(opening ? opening : content, closing ? closing : content));
  set_literal_flags(node);
  node->opening_loc = opening;
  node->content_loc = content;
  node->closing_loc = closing;
  node->unescaped = bytes;
  return node;
}

StringNode* Parser::make_content_string() { return make_string({}, current().loc(), {}, lexer_.content); }

/// Escapes beyond ASCII fix the encoding of the literal that they are in.
void Parser::add_encoding_flags(Node* node) const {
  if (!lexer_.explicit_encoding) return;
  if (*lexer_.explicit_encoding == Encoding::Utf8) {
    node->set(StringFlag::ForcedUtf8Encoding);
  } else if (lexer_.encoding == Encoding::UsAscii) {
    node->set(StringFlag::ForcedBinaryEncoding);
  }
}

SymbolNode* Parser::make_symbol(Location opening, Location value, Location closing, std::string_view bytes) {
  const Location inner = value ? value : opening;
  auto* node = make_literal<SymbolNode>(span(opening ? opening : inner, closing ? closing : inner));
  node->opening_loc = opening;
  node->value_loc = value;
  node->closing_loc = closing;
  node->unescaped = bytes;
  return node;
}

/// `forced` is the encoding that the symbol's escapes fix, if any.
void Parser::set_symbol_encoding(SymbolNode* node, bool validate, std::optional<Encoding> forced) {
  const std::string_view bytes = node->unescaped;
  auto check = [&](Encoding encoding) {
    if (!validate) return;
    for (size_t at = 0; at < bytes.size();) {
      const size_t width = character_width(encoding, bytes.substr(at));
      if (width == 0) return error(node->value_loc, Message::InvalidSymbol);
      at += width;
    }
  };
  if (forced) {
    if (*forced == Encoding::Utf8) {
      check(Encoding::Utf8);
      node->set(SymbolFlag::ForcedUtf8Encoding);
    } else if (lexer_.encoding == Encoding::UsAscii) {
      node->set(SymbolFlag::ForcedBinaryEncoding);
    } else {
      check(lexer_.encoding);
    }
  } else if (std::none_of(bytes.begin(), bytes.end(), is_non_ascii)) {
    node->set(SymbolFlag::ForcedUsAsciiEncoding);
  } else {
    check(lexer_.encoding);
  }
}

/// The symbol that a label `name:` stands for.
SymbolNode* Parser::make_label(const Token& label) {
  if (label.kind == TokenKind::Missing) return make_symbol({}, label.loc(), {}, {});
  const Location name{label.start, label.end - 1};
  SymbolNode* node = make_symbol({}, name, {name.end, label.end}, lexer_.slice(name));
  set_symbol_encoding(node, false, std::nullopt);
  return node;
}

bool Parser::is_label(const Node* node, std::string_view text) {
  Location closing;
  if (auto* symbol = as_if<SymbolNode>(node)) closing = symbol->closing_loc;
  if (auto* symbol = as_if<InterpolatedSymbolNode>(node)) closing = symbol->closing_loc;
  return closing && closing.end > 0 && text[closing.end - 1] == ':';
}

InterpolatedStringNode* Parser::make_interpolated_string(Location opening, Location closing) {
  auto* node = make_literal<InterpolatedStringNode>(opening ? span(opening, closing) : Location{});
  if (lexer_.frozen_string_literal == true) node->set(InterpolatedStringFlag::Frozen);
  if (lexer_.frozen_string_literal == false) node->set(InterpolatedStringFlag::Mutable);
  node->opening_loc = opening;
  node->closing_loc = closing;
  return node;
}

InterpolatedSymbolNode* Parser::make_interpolated_symbol(Location opening, Location closing) {
  auto* node = make_literal<InterpolatedSymbolNode>(opening ? span(opening, closing) : Location{});
  node->opening_loc = opening;
  node->closing_loc = closing;
  return node;
}

namespace {

void freeze_part(Node* string) {
  string->set(StringFlag::Frozen);
  string->clear(StringFlag::Mutable);
  string->static_literal = true;
}

/// The only expression inside `#{}`, if there is just one.
Node* single_expression(const EmbeddedStatementsNode* part) {
  return part->statements && part->statements->body.size() == 1 ? part->statements->body[0] : nullptr;
}

} // namespace

/// Adds a part and works out what is known of the whole string: a string of literal parts is one literal.
void Parser::append_string_part(InterpolatedStringNode* node, Node* part) {
  auto clear = [&] {
    node->static_literal = false;
    node->clear(InterpolatedStringFlag::Frozen);
    node->clear(InterpolatedStringFlag::Mutable);
  };
  auto set_mutable = [&] {
    if (!node->static_literal) return;
    node->set(InterpolatedStringFlag::Mutable);
    node->clear(InterpolatedStringFlag::Frozen);
  };
  if (node->parts.empty() && !node->opening_loc) {
    node->loc = part->loc;
  } else {
    node->loc.end = std::max(node->loc.end, part->loc.end);
  }
  switch (part->kind) {
  case NodeKind::String:
    if (!part->has(StringFlag::Frozen)) node->static_literal = false;
    freeze_part(part);
    break;
  case NodeKind::InterpolatedString:
    if (!part->static_literal) clear();
    break;
  case NodeKind::EmbeddedStatements: {
    Node* embedded = single_expression(as<EmbeddedStatementsNode>(part));
    if (is<StringNode>(embedded)) {
      freeze_part(embedded);
      set_mutable();
    } else if (is<InterpolatedStringNode>(embedded) && embedded->static_literal) {
      set_mutable();
    } else {
      clear();
    }
    break;
  }
  case NodeKind::EmbeddedVariable:
  case NodeKind::XString:
  case NodeKind::InterpolatedXString:
  case NodeKind::Symbol:
  case NodeKind::InterpolatedSymbol: clear(); break;
  default: break;
  }
  append(node->parts, part);
}

/// The same for symbols, regexps and commands.
void Parser::append_part(Node* node, NodeList& parts, Node* part) {
  if (is<StringNode>(part)) {
    part->set(StringFlag::Frozen);
    part->static_literal = true;
  } else if (auto* statements = as_if<EmbeddedStatementsNode>(part)) {
    Node* embedded = single_expression(statements);
    if (is<StringNode>(embedded)) {
      embedded->set(StringFlag::Frozen);
      embedded->static_literal = true;
    } else if (!is<InterpolatedStringNode>(embedded) || !embedded->static_literal) {
      node->static_literal = false;
    }
  } else if (is<EmbeddedVariableNode>(part)) {
    node->static_literal = false;
  }
  append(parts, part);
}

void Parser::append_symbol_part(InterpolatedSymbolNode* node, Node* part) {
  if (node->parts.empty() && !node->opening_loc) node->loc = part->loc;
  append_part(node, node->parts, part);
  node->loc.end = std::max(node->loc.end, part->loc.end);
}

// --- Parts -------------------------------------------------------------------------------------------------

/// Text, `#{}` or `#@a`; null after an error.
Node* Parser::parse_string_part() {
  switch (current().kind) {
  case TokenKind::StringContent: {
    StringNode* node = make_content_string();
    add_encoding_flags(node);
    advance();
    return node;
  }
  case TokenKind::EmbeddedBegin: return parse_embedded_statements();
  case TokenKind::EmbeddedVariable: return parse_embedded_variable();
  default:
    advance();
    error(previous(), Message::CannotParseStringPart);
    return nullptr;
  }
}

Node* Parser::parse_embedded_statements() {
  lexer_.explicit_encoding.reset();
  const LexState state = lexer_.state;
  const int brace_nesting = lexer_.brace_nesting;
  lexer_.brace_nesting = 0;
  lexer_.state = lex_state::kBeg;
  advance();
  const Token opening = previous();
  StatementsNode* statements = nullptr;
  if (!match(TokenKind::EmbeddedEnd)) {
    Depth depth(*this);
    BlockGuard blocks(*this, true);
    statements = parse_statements(Context::Embedded);
  }
  lexer_.brace_nesting = brace_nesting;
  lexer_.state = state;
  expect(TokenKind::EmbeddedEnd, Message::EmbexprEnd);
  // A single expression is no statement that could have a line event.
  if (statements && statements->body.size() == 1) statements->body[0]->newline = false;
  auto* node = make<EmbeddedStatementsNode>(span(opening.loc(), previous().loc()));
  node->opening_loc = opening.loc();
  node->statements = statements;
  node->closing_loc = previous().loc();
  return node;
}

Node* Parser::parse_embedded_variable() {
  lexer_.explicit_encoding.reset();
  lexer_.state = lex_state::kBeg;
  advance();
  const Token op = previous();
  Node* variable = nullptr;
  switch (current().kind) {
  case TokenKind::BackReference:
  case TokenKind::NumberedReference:
  case TokenKind::GlobalVariable:
  case TokenKind::InstanceVariable:
  case TokenKind::ClassVariable: variable = parse_variable_read({Power::Unset}); break;
  default: expect(TokenKind::Identifier, Message::EmbvarInvalid); variable = missing(current().loc());
  }
  auto* node = make<EmbeddedVariableNode>(span(op.loc(), variable->loc));
  node->operator_loc = op.loc();
  node->variable = variable;
  return node;
}

// --- Strings -----------------------------------------------------------------------------------------------

Node* Parser::parse_character() {
  const Token token = current();
  StringNode* node =
      make_string({token.start, token.start + 1}, {token.start + 1, token.end}, {}, lexer_.content);
  node->loc.end = token.end;
  add_encoding_flags(node);
  advance();
  return match(TokenKind::StringBegin) ? parse_strings(node, false) : node;
}

/// Adjacent string literals, which make one string. `first` is one that came before, or null.
Node* Parser::parse_strings(Node* first, bool accepts_label) {
  Node* result = first;
  InterpolatedStringNode* container = nullptr;
  while (match(TokenKind::StringBegin)) {
    Node* node = parse_one_string(accepts_label);
    if (!result) {
      if (is<SymbolNode>(node) || is<InterpolatedSymbolNode>(node)) return node;
      result = node;
      continue;
    }
    auto is_string = [](const Node* n) { return is<StringNode>(n) || is<InterpolatedStringNode>(n); };
    if (!is_string(node)) error(node, Message::StringConcatenation);
    if (!container) {
      if (!is_string(result)) error(result, Message::StringConcatenation);
      container = make_interpolated_string({}, {});
      append_string_part(container, result);
      result = container;
    }
    append_string_part(container, node);
  }
  return result;
}

Node* Parser::parse_one_string(bool accepts_label) {
  const LexMode mode = lexer_.mode();
  const bool label_allowed = mode.allows_label && accepts_label;
  const Token opening = current();
  advance();
  Node* node = nullptr;
  if (match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    expect(TokenKind::StringEnd, Message::StringLiteralEof);
    const Location content{previous().start, previous().start};
    node = make_string(opening.loc(), content, previous().loc(), {});
  } else if (accept(TokenKind::LabelEnd)) {
    const Location content{previous().start, previous().start};
    node = make_symbol(opening.loc(), content, previous().loc(), {});
  } else if (!mode.interpolates) {
    node = parse_plain_string(opening);
  } else if (match(TokenKind::StringContent)) {
    node = parse_string_with_content(opening);
  } else {
    node = parse_string_parts(opening, {});
  }
  if (is_label(node) && !label_allowed) error(node, Message::UnexpectedLabel);
  return node;
}

/// A string without interpolation; its first text is the current token.
Node* Parser::parse_plain_string(const Token& opening) {
  std::string_view bytes = lexer_.content;
  expect(TokenKind::StringContent, Message::ExpectStringContent);
  const Token content = previous();
  if (match(TokenKind::StringContent)) {
    // A heredoc that was opened on the same line lies between the parts.
    NodeList parts;
    append(parts, make_string({}, content.loc(), {}, bytes));
    do {
      append(parts, make_content_string());
      advance();
    } while (match(TokenKind::StringContent));
    expect(TokenKind::StringEnd, Message::StringLiteralEof);
    InterpolatedStringNode* node = make_interpolated_string(opening.loc(), previous().loc());
    for (Node* part : parts) append_string_part(node, part);
    return node;
  }
  const auto forced = lexer_.explicit_encoding;
  if (accept(TokenKind::LabelEnd)) {
    SymbolNode* node = make_symbol(opening.loc(), content.loc(), previous().loc(), bytes);
    set_symbol_encoding(node, true, forced);
    return node;
  }
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::StringLiteralEof);
    return make_string(opening.loc(), content.loc(), current().loc(), bytes);
  }
  if (!accept(TokenKind::StringEnd)) {
    error(previous(), Message::StringLiteralTerm, {describe(previous().kind)});
    missing_token();
  }
  return make_string(opening.loc(), content.loc(), previous().loc(), bytes);
}

/// A string that begins with text and may have interpolation after it.
Node* Parser::parse_string_with_content(const Token& opening) {
  const Token content = current();
  const std::string_view bytes = lexer_.content;
  advance();
  if (match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    StringNode* node = make_string(opening.loc(), content.loc(), current().loc(), bytes);
    add_encoding_flags(node);
    if (!accept(TokenKind::StringEnd)) {
      // Reported on the last line of the text.
      uint32_t at = previous().end;
      if (at > 0 && lexer_.at(at - 1) == '\n') at--;
      error(Location{at, at}, Message::StringLiteralEof);
      missing_token();
    }
    return node;
  }
  const auto forced = lexer_.explicit_encoding;
  if (accept(TokenKind::LabelEnd)) {
    SymbolNode* node = make_symbol(opening.loc(), content.loc(), previous().loc(), bytes);
    set_symbol_encoding(node, true, forced);
    return node;
  }
  StringNode* part = make_string({}, content.loc(), {}, bytes);
  add_encoding_flags(part);
  NodeList parts;
  append(parts, part);
  return parse_string_parts(opening, parts);
}

Node* Parser::parse_string_parts(const Token& opening, NodeList parts) {
  while (!match_any(TokenKind::StringEnd, TokenKind::LabelEnd, TokenKind::EndOfInput)) {
    if (Node* part = parse_string_part()) append(parts, part);
  }
  if (accept(TokenKind::LabelEnd)) {
    InterpolatedSymbolNode* node = make_interpolated_symbol(opening.loc(), previous().loc());
    for (Node* part : parts) append_symbol_part(node, part);
    return node;
  }
  Location closing = current().loc();
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::StringInterpolatedTerm);
  } else {
    advance();
  }
  InterpolatedStringNode* node = make_interpolated_string(opening.loc(), closing);
  for (Node* part : parts) append_string_part(node, part);
  return node;
}

// --- Heredocs ----------------------------------------------------------------------------------------------

void Parser::expect_heredoc_end(const LexMode& mode) {
  if (match(TokenKind::HeredocEnd)) return advance();
  lexer_.error_unterminated_heredoc(mode.identifier);
  missing_token();
}

Node* Parser::parse_heredoc() {
  const LexMode mode = lexer_.mode();
  advance();
  const Token opening = previous();
  Node* node = parse_heredoc_body(mode, opening);
  return match(TokenKind::StringBegin) ? parse_strings(node, false) : node;
}

/// The text of a heredoc whose opening is the previous token. The node covers the opening only.
Node* Parser::parse_heredoc_body(const LexMode& mode, const Token& opening) {
  const bool command = mode.quote == '`';
  auto plain = [&](Location content, Location closing, std::string_view bytes) -> Node* {
    if (command) {
      auto* node = make<XStringNode>(opening);
      node->opening_loc = opening.loc();
      node->content_loc = content;
      node->closing_loc = closing;
      node->unescaped = bytes;
      return node;
    }
    StringNode* node = make_string(opening.loc(), content, closing, bytes);
    node->loc = opening.loc();
    return node;
  };
  auto indentation = [&] {
    const size_t columns = lexer_.ended_heredoc_indentation();
    return mode.indent == LexMode::Indent::Tilde && columns != LexMode::kNoIndentation ? columns : 0;
  };
  if (match_any(TokenKind::HeredocEnd, TokenKind::EndOfInput)) {
    expect_heredoc_end(mode);
    return plain({previous().start, previous().start}, previous().loc(), {});
  }
  Node* part = parse_string_part();
  if (!part) return missing(previous().loc());

  if (is<StringNode>(part) && match_any(TokenKind::HeredocEnd, TokenKind::EndOfInput)) {
    auto* text = as<StringNode>(part);
    add_encoding_flags(text);
    const size_t columns = indentation();
    std::string_view bytes = columns ? dedent(text->unescaped, columns) : text->unescaped;
    Node* node = plain(text->content_loc, current().loc(), bytes);
    node->flags = text->flags;
    node->static_literal = text->static_literal;
    expect_heredoc_end(mode);
    return node;
  }

  NodeList parts;
  append(parts, part);
  while (!match_any(TokenKind::HeredocEnd, TokenKind::EndOfInput)) {
    if ((part = parse_string_part())) append(parts, part);
  }
  const size_t columns = indentation();
  expect_heredoc_end(mode);
  auto finish = [&](auto* node, NodeList& node_parts) {
    node->closing_loc = previous().loc();
    node->loc = opening.loc();
    if (columns) dedent(node_parts, columns);
    return static_cast<Node*>(node);
  };
  if (command) {
    auto* node = make<InterpolatedXStringNode>(opening);
    node->opening_loc = opening.loc();
    node->parts = parts;
    return finish(node, node->parts);
  }
  InterpolatedStringNode* node = make_interpolated_string(opening.loc(), opening.loc());
  for (Node* each : parts) append_string_part(node, each);
  return finish(node, node->parts);
}

/// Removes up to `columns` columns of blanks from the start of a line.
std::string_view Parser::dedent(std::string_view bytes, size_t columns) {
  constexpr size_t kTabWidth = 8;
  size_t removed = 0, column = 0;
  while (removed < bytes.size() && is_blank(bytes[removed]) && column < columns) {
    if (bytes[removed] == '\t') {
      column = (column / kTabWidth + 1) * kTabWidth;
      if (column > columns) break;
    } else {
      column++;
    }
    removed++;
  }
  return bytes.substr(removed);
}

/// Removes the common indentation; text that becomes empty is dropped.
void Parser::dedent(NodeList& parts, size_t columns) {
  bool at_line_start = true;
  size_t kept = 0;
  for (Node* part : parts) {
    if (auto* text = as_if<StringNode>(part)) {
      if (at_line_start) text->unescaped = dedent(text->unescaped, columns);
      at_line_start = true;
      if (text->unescaped.empty()) continue;
    } else {
      at_line_start = false;
    }
    parts[kept++] = part;
  }
  parts = parts.first(kept);
}

// --- Symbols -----------------------------------------------------------------------------------------------

Node* Parser::parse_symbol_after_colon(LexState next_state) {
  const LexMode mode = lexer_.mode();
  advance();
  return parse_symbol(mode, next_state);
}

/// A symbol whose `:` is the previous token. `next_state` is what the lexer is set to before the token after
/// it, if not kNone.
Node* Parser::parse_symbol(const LexMode& mode, LexState next_state) {
  const Token opening = previous();
  auto set_state = [&] {
    if (next_state != lex_state::kNone) lexer_.state = next_state;
  };
  if (mode.kind == LexMode::Kind::String) {
    return mode.interpolates ? parse_interpolated_symbol(opening, next_state)
                             : parse_plain_quoted_symbol(opening, next_state);
  }
  set_state();
  const TokenKind kind = current().kind;
  if (has_trait(kind, kOperator)) {
    return parse_operator_symbol(opening.loc(),
                                 next_state == lex_state::kNone ? lex_state::kEndFn : next_state);
  }
  switch (kind) {
  case TokenKind::Identifier:
  case TokenKind::Constant:
  case TokenKind::InstanceVariable:
  case TokenKind::MethodName:
  case TokenKind::ClassVariable:
  case TokenKind::GlobalVariable:
  case TokenKind::NumberedReference:
  case TokenKind::BackReference: advance(); break;
  default:
    if (has_trait(kind, kKeyword)) {
      advance();
    } else {
      expect_any(TokenKind::Identifier, TokenKind::MethodName, Message::SymbolInvalid);
    }
  }
  return parse_word_symbol(opening.loc());
}

/// The symbol named by the previous token.
Node* Parser::parse_word_symbol(Location opening) {
  SymbolNode* node = make_symbol(opening, previous().loc(), {}, lexer_.slice(previous()));
  set_symbol_encoding(node, false, std::nullopt);
  return node;
}

Node* Parser::parse_operator_symbol(Location opening, LexState next_state) {
  const Token op = current();
  SymbolNode* node = make_symbol(opening, op.loc(), {}, message_name(op).text());
  node->set(SymbolFlag::ForcedUsAsciiEncoding);
  if (next_state != lex_state::kNone) lexer_.state = next_state;
  advance();
  return node;
}

Node* Parser::parse_interpolated_symbol(const Token& opening, LexState next_state) {
  auto set_state = [&] {
    if (next_state != lex_state::kNone) lexer_.state = next_state;
  };
  if (match(TokenKind::StringEnd)) {
    set_state();
    advance();
    return make_symbol(opening.loc(), {}, previous().loc(), {});
  }
  Node* part = parse_string_part();
  if (part && is<StringNode>(part) && match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    set_state();
    auto* text = as<StringNode>(part);
    const auto forced = lexer_.explicit_encoding;
    expect(TokenKind::StringEnd, Message::SymbolTermInterpolated);
    SymbolNode* node = make_symbol(opening.loc(), text->content_loc, previous().loc(), text->unescaped);
    set_symbol_encoding(node, true, forced);
    return node;
  }
  InterpolatedSymbolNode* node = make_interpolated_symbol(opening.loc(), opening.loc());
  if (part) append_symbol_part(node, part);
  while (!match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    if ((part = parse_string_part())) append_symbol_part(node, part);
  }
  set_state();
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::SymbolTermInterpolated);
  } else {
    advance();
  }
  node->closing_loc = previous().loc();
  node->loc.end = previous().end;
  return node;
}

Node* Parser::parse_plain_quoted_symbol(const Token& opening, LexState next_state) {
  auto set_state = [&] {
    if (next_state != lex_state::kNone) lexer_.state = next_state;
  };
  Location content = end_of(previous().loc());
  std::string_view bytes;
  if (match(TokenKind::StringContent)) {
    content = current().loc();
    bytes = lexer_.content;
    advance();
    if (match(TokenKind::StringContent)) {
      // A heredoc that was opened on the same line lies between the parts.
      InterpolatedSymbolNode* node = make_interpolated_symbol(opening.loc(), opening.loc());
      append_symbol_part(node, make_string({}, content, {}, bytes));
      append_symbol_part(node, make_content_string());
      set_state();
      advance();
      expect(TokenKind::StringEnd, Message::SymbolTermDynamic);
      node->closing_loc = previous().loc();
      node->loc.end = previous().end;
      return node;
    }
  }
  set_state();
  const auto forced = lexer_.explicit_encoding;
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::SymbolTermDynamic);
  } else {
    expect(TokenKind::StringEnd, Message::SymbolTermDynamic);
  }
  SymbolNode* node = make_symbol(opening.loc(), content, previous().loc(), bytes);
  set_symbol_encoding(node, false, forced);
  return node;
}

// --- Commands and regexps ----------------------------------------------------------------------------------

Node* Parser::parse_xstring() {
  advance();
  const Token opening = previous();
  auto plain = [&](Location content, Location closing, std::string_view bytes) {
    auto* node = make<XStringNode>(span(opening.loc(), closing));
    node->opening_loc = opening.loc();
    node->content_loc = content;
    node->closing_loc = closing;
    node->unescaped = bytes;
    return node;
  };
  if (match(TokenKind::StringEnd)) {
    const Location content = end_of(previous().loc());
    advance();
    return plain(content, previous().loc(), {});
  }
  auto* node = make<InterpolatedXStringNode>(opening);
  node->opening_loc = opening.loc();
  if (match(TokenKind::StringContent)) {
    const Token content = current();
    const std::string_view bytes = lexer_.content;
    advance();
    if (match(TokenKind::StringEnd)) {
      XStringNode* result = plain(content.loc(), current().loc(), bytes);
      add_encoding_flags(result);
      advance();
      return result;
    }
    StringNode* part = make_string({}, content.loc(), {}, bytes);
    add_encoding_flags(part);
    append_part(node, node->parts, part);
  }
  while (!match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    if (Node* part = parse_string_part()) append_part(node, node->parts, part);
  }
  Location closing = current().loc();
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::XstringTerm);
    closing = end_of(previous().loc());
  } else {
    advance();
  }
  node->closing_loc = closing;
  node->loc.end = closing.end;
  return node;
}

void Parser::set_regexp_flags(Node* node, const Token& closing) {
  if (closing.kind != TokenKind::RegexpEnd) return;
  std::string unknown;
  auto set_encoding = [&](RegexpFlag flag) {
    for (RegexpFlag other :
         {RegexpFlag::EucJp, RegexpFlag::Ascii8bit, RegexpFlag::Windows31j, RegexpFlag::Utf8}) {
      node->clear(other);
    }
    node->set(flag);
  };
  for (char option : lexer_.slice(Location{closing.start + 1, closing.end})) {
    switch (option) {
    case 'i': node->set(RegexpFlag::IgnoreCase); break;
    case 'm': node->set(RegexpFlag::MultiLine); break;
    case 'x': node->set(RegexpFlag::Extended); break;
    case 'o': node->set(RegexpFlag::Once); break;
    case 'e': set_encoding(RegexpFlag::EucJp); break;
    case 'n': set_encoding(RegexpFlag::Ascii8bit); break;
    case 's': set_encoding(RegexpFlag::Windows31j); break;
    case 'u': set_encoding(RegexpFlag::Utf8); break;
    default:
      if (is_letter(option)) unknown.push_back(option);
    }
  }
  if (!unknown.empty()) {
    error(previous(), Message::RegexpUnknownOptions, {unknown.size() > 1 ? "options" : "option", unknown});
  }
}

/// What a regexp's encoding follows from: its option, its escapes, its characters.
void Parser::set_regexp_encoding(RegularExpressionNode* node, bool ascii_only,
                                 std::optional<Encoding> explicit_encoding) {
  struct Modifier {
    RegexpFlag flag;
    std::string_view letter;
    std::optional<Encoding> encoding;
  };
  static constexpr Modifier kModifiers[] = {{RegexpFlag::Ascii8bit, "n", Encoding::Binary},
                                            {RegexpFlag::Utf8, "u", Encoding::Utf8},
                                            {RegexpFlag::EucJp, "e", std::nullopt},
                                            {RegexpFlag::Windows31j, "s", std::nullopt}};
  const bool plain_non_ascii = !explicit_encoding && !ascii_only;
  if (plain_non_ascii && lexer_.encoding == Encoding::UsAscii) {
    error(current(), Message::InvalidMultibyteChar, {lexer_.encoding_name});
  }
  for (const Modifier& modifier : kModifiers) {
    if (!node->has(modifier.flag)) continue;
    if (!explicit_encoding && ascii_only) {
      if (modifier.flag == RegexpFlag::Ascii8bit) {
        node->set(RegexpFlag::ForcedUsAsciiEncoding);
      }
    } else if (plain_non_ascii && lexer_.encoding != Encoding::UsAscii &&
               modifier.encoding != lexer_.encoding) {
      error(current(), Message::RegexpEncodingOptionMismatch, {modifier.letter, lexer_.encoding_name});
      if (modifier.flag == RegexpFlag::Ascii8bit) {
        error(current(), Message::RegexpNonEscapedMbc, {node->unescaped});
      }
    } else if (modifier.flag != RegexpFlag::Utf8 && explicit_encoding == Encoding::Utf8 &&
               lexer_.encoding != Encoding::Utf8) {
      error(current(), Message::RegexpIncompatCharEncoding, {node->unescaped});
    }
    return;
  }
  if (ascii_only) {
    node->set(RegexpFlag::ForcedUsAsciiEncoding);
  } else if (explicit_encoding == Encoding::Utf8) {
    node->set(RegexpFlag::ForcedUtf8Encoding);
  } else if (explicit_encoding && lexer_.encoding == Encoding::UsAscii) {
    node->set(RegexpFlag::ForcedBinaryEncoding);
  }
}

void Parser::check_regexp(const RegularExpressionNode* node) {
  const char* const text = lexer_.text().data();
  const std::string_view pattern = node->unescaped;
  const bool in_source = pattern.data() >= text && pattern.data() < text + lexer_.size();
  scan_regexp(pattern, node->has(RegexpFlag::Extended), lexer_.encoding,
              {{}, [&](std::string_view part, std::string_view message) {
                 Location loc = node->loc;
                 if (in_source) {
                   loc.start = static_cast<uint32_t>(part.data() - text);
                   loc.end = loc.start + static_cast<uint32_t>(part.size());
                 }
                 error(loc, Message::RegexpParseError, {message});
               }});
}

Node* Parser::parse_regexp() {
  const Token opening = current();
  advance();
  auto plain = [&](Location content, std::string_view bytes) {
    const Token closing = previous();
    auto* node = make_literal<RegularExpressionNode>(span(opening.loc(), closing.loc()));
    set_regexp_flags(node, closing);
    node->opening_loc = opening.loc();
    node->content_loc = content;
    node->closing_loc = closing.loc();
    node->unescaped = bytes;
    return node;
  };
  if (match(TokenKind::RegexpEnd)) {
    const Location content = end_of(previous().loc());
    advance();
    RegularExpressionNode* node = plain(content, {});
    node->set(RegexpFlag::ForcedUsAsciiEncoding);
    return node;
  }
  auto* node = make_literal<InterpolatedRegularExpressionNode>(opening.loc());
  node->opening_loc = opening.loc();
  auto add_part = [&](Node* part) {
    extend(node, part->loc);
    append_part(node, node->parts, part);
  };
  if (match(TokenKind::StringContent)) {
    const std::string_view bytes = lexer_.content;
    const Token content = current();
    const bool ascii_only = lexer_.regexp_ascii_only;
    advance();
    if (match(TokenKind::RegexpEnd)) {
      const auto explicit_encoding = lexer_.explicit_encoding;
      advance();
      RegularExpressionNode* result = plain(content.loc(), bytes);
      // Before `=~` the check comes with the search for named captures.
      if (!match(TokenKind::EqualTilde)) check_regexp(result);
      set_regexp_encoding(result, ascii_only, explicit_encoding);
      return result;
    }
    StringNode* part = make_string({}, content.loc(), {}, bytes);
    if (lexer_.encoding == Encoding::UsAscii) part->set(StringFlag::ForcedBinaryEncoding);
    add_part(part);
  }
  while (!match_any(TokenKind::RegexpEnd, TokenKind::EndOfInput)) {
    if (Node* part = parse_string_part()) add_part(part);
  }
  Token closing = current();
  if (match(TokenKind::EndOfInput)) {
    error(opening, Message::RegexpTerm);
    closing = {TokenKind::Missing, previous().end, previous().end};
  } else {
    advance();
  }
  node->closing_loc = closing.loc();
  node->loc.end = closing.end;
  set_regexp_flags(node, closing);
  return node;
}

// --- %-lists -----------------------------------------------------------------------------------------------

/// The current text as an element of a list.
Node* Parser::make_list_text(bool symbols) {
  if (!symbols) return make_content_string();
  SymbolNode* node = make_symbol({}, current().loc(), {}, lexer_.content);
  set_symbol_encoding(node, false, lexer_.explicit_encoding);
  return node;
}

/// Adds a part to the element being read, which becomes an interpolated one with its second part.
void Parser::add_list_part(Node*& element, Node* part, bool symbols) {
  if (symbols) {
    auto* node = as_if<InterpolatedSymbolNode>(element);
    if (!node) {
      node = make_interpolated_symbol({}, {});
      if (auto* first = as_if<SymbolNode>(element)) {
        StringNode* text =
            make_string(first->opening_loc, first->value_loc, first->closing_loc, first->unescaped);
        append_symbol_part(node, text);
      }
      element = node;
    }
    append_symbol_part(node, part);
    return;
  }
  auto* node = as_if<InterpolatedStringNode>(element);
  if (!node) {
    node = make_interpolated_string({}, {});
    if (element) append_string_part(node, element);
    element = node;
  }
  append_string_part(node, part);
}

Node* Parser::finish_list(ArrayNode* array, const Token& opening, Message message) {
  Location closing = current().loc();
  if (match(TokenKind::EndOfInput)) {
    error(opening, message);
    closing = end_of(previous().loc());
  } else {
    expect(TokenKind::StringEnd, message);
  }
  array->closing_loc = closing;
  array->loc.end = closing.end;
  return array;
}

/// `%w` and `%i`
Node* Parser::parse_plain_list(bool symbols) {
  advance();
  const Token opening = previous();
  auto* array = make_literal<ArrayNode>(opening.loc());
  array->opening_loc = opening.loc();
  while (!match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    accept(TokenKind::WordsSeparator);
    if (match(TokenKind::StringEnd)) break;
    Node* element = nullptr;
    while (match(TokenKind::StringContent)) { // several if a heredoc lies in between
      if (element) {
        add_list_part(element, make_content_string(), symbols);
      } else {
        element = make_list_text(symbols);
      }
      advance();
    }
    if (element) {
      append_element(array, element);
    } else {
      expect(TokenKind::StringContent, symbols ? Message::ListILowerElement : Message::ListWLowerElement);
      if (!match(TokenKind::WordsSeparator)) break;
    }
  }
  return finish_list(array, opening, symbols ? Message::ListILowerTerm : Message::ListWLowerTerm);
}

/// `%W` and `%I`
Node* Parser::parse_interpolated_list(bool symbols) {
  advance();
  const Token opening = previous();
  auto* array = make_literal<ArrayNode>(opening.loc());
  array->opening_loc = opening.loc();
  Node* element = nullptr;
  while (!match_any(TokenKind::StringEnd, TokenKind::EndOfInput)) {
    switch (current().kind) {
    case TokenKind::WordsSeparator:
      if (!symbols) lexer_.explicit_encoding.reset(); // each string has its own
      if (element) append_element(array, element);
      element = nullptr;
      advance();
      break;
    case TokenKind::StringContent:
      if (element) {
        StringNode* part = make_content_string();
        if (!symbols) add_encoding_flags(part);
        advance();
        add_list_part(element, part, symbols);
      } else {
        element = make_list_text(symbols);
        if (!symbols) add_encoding_flags(element);
        advance();
      }
      break;
    case TokenKind::EmbeddedVariable:
    case TokenKind::EmbeddedBegin: {
      Node* part = parse_string_part();
      if (part) add_list_part(element, part, symbols);
      break;
    }
    default:
      expect(TokenKind::StringContent, symbols ? Message::ListIUpperElement : Message::ListWUpperElement);
      advance();
    }
  }
  if (element) append_element(array, element);
  return finish_list(array, opening, symbols ? Message::ListIUpperTerm : Message::ListWUpperTerm);
}

} // namespace miniyarv
