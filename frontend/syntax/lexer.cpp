#include "frontend/syntax/lexer.hpp"

#include <cstring>

namespace miniyarv {

using namespace lex_state;

Lexer::Lexer(const Source& source, std::pmr::memory_resource& arena, NameTable& names, ScopeStack& scopes,
             const ContextStack& contexts, Diagnostics& diagnostics)
    : text_(source.text()),
      arena_(arena),
      names_(names),
      scopes_(scopes),
      contexts_(contexts),
      diagnostics_(diagnostics) {}

void Lexer::start_at(uint32_t offset) { previous = current = {TokenKind::EndOfInput, offset, offset}; }

std::string_view Lexer::keep(std::string_view bytes) {
  if (bytes.empty()) return {};
  char* copy = static_cast<char*>(arena_.allocate(bytes.size(), 1));
  std::memcpy(copy, bytes.data(), bytes.size());
  return {copy, bytes.size()};
}

uint32_t Lexer::line_end_at(uint32_t offset) const {
  if (at(offset) == '\n') return 1;
  return at(offset) == '\r' && at(offset + 1) == '\n' ? 2 : 0;
}

uint32_t Lexer::next_newline(uint32_t offset) const {
  if (offset >= size()) return kNowhere;
  size_t found = text_.find('\n', offset);
  return found == std::string_view::npos ? kNowhere : static_cast<uint32_t>(found);
}

uint32_t Lexer::skip_blanks(uint32_t offset) const {
  while (is_blank(at(offset))) offset++;
  return offset;
}

bool Lexer::at_end_of_line() const {
  uint32_t offset = skip_blanks(current.end);
  return offset >= size() || at(offset) == '\n' || at(offset) == '#';
}

// --- State -------------------------------------------------------------------------------------------------

bool Lexer::beg_state() const {
  return in_state(kBegAny) || (state & (kArg | kLabeled)) == (kArg | kLabeled);
}

/// `foo -1`: a space stands before the token but none after it.
bool Lexer::spaced_argument() const {
  return current.end < size() && arg_state() && space_seen_ && !is_space(peek());
}

bool Lexer::label_allowed() const {
  return (in_state(kLabel | kEndFn) && !after_command_start_) || arg_state();
}

bool Lexer::ambiguous_operator() const {
  return !in_state(kClass | kDot | kFName | kEndFn) && space_seen_ && !is_space(peek());
}

void Lexer::set_operator_state() { state = operator_name_state() ? kArg : kBeg; }

// --- Tokens ------------------------------------------------------------------------------------------------

void Lexer::advance() {
  previous = current;
  after_command_start_ = command_start;
  command_start = false;
  token_seen_before_ = token_seen_;
  token_seen_ = true;

  switch (mode().kind) {
  case LexMode::Kind::List: current.kind = lex_list(); break;
  case LexMode::Kind::Regexp:
  case LexMode::Kind::String: current.kind = lex_quoted(); break;
  case LexMode::Kind::Heredoc: current.kind = lex_heredoc(); break;
  default: do { current.kind = lex_code();
    } while (current.kind == kNoToken);
  }
}

void Lexer::skip_whitespace() {
  space_seen_ = false;
  for (;;) {
    switch (peek()) {
    case ' ':
    case '\t':
    case '\f':
    case '\v':
      current.end++;
      space_seen_ = true;
      continue;
    case '\r':
      if (line_end_at(current.end)) return;
      if (line_end_at(current.end + 1)) return;
      error({current.end, current.end + 1}, Message::UnexpectedCarriageReturn);
      current.end++;
      space_seen_ = true;
      continue;
    case '\\': {
      uint32_t line_end = line_end_at(current.end + 1);
      if (!line_end) return;
      if (heredoc_end_ != kNowhere) {
        current.end = heredoc_end_;
        heredoc_end_ = kNowhere;
      } else {
        current.end += line_end + 1;
        space_seen_ = true;
      }
      continue;
    }
    default: return;
    }
  }
}

TokenKind Lexer::lex_code() {
  if (resume_at_ != kNowhere) {
    current.end = resume_at_;
    resume_at_ = kNowhere;
  }
  skip_whitespace();
  current.start = current.end;
  if (current.end >= size()) {
    // After a final newline, errors about the end are reported on the line that it ends.
    if (current.start > 0 && text_[current.start - 1] == '\n') current.start--;
    return TokenKind::EndOfInput;
  }
  return lex_punctuation(text_[current.end++]);
}

TokenKind Lexer::lex_punctuation(char c) {
  switch (c) {
  case '\0':
  case '\004':
  case '\032': current.end--; return TokenKind::EndOfInput;
  case '#': return lex_comment();
  case '\r':
  case '\n': return lex_line_end(false);
  case ',':
    if (previous.kind == TokenKind::Comma && enclosure_nesting > 0) {
      error_here(Message::ArrayTerm, {describe(current.kind)});
    }
    state = kBeg | kLabel;
    return TokenKind::Comma;
  case '(': return lex_open_paren();
  case ')':
    enclosure_nesting--;
    state = kEndFn;
    do_loops.pop();
    return TokenKind::ParenRight;
  case ';':
    state = kBeg;
    command_start = true;
    return TokenKind::Semicolon;
  case '[': return lex_open_bracket();
  case ']':
    enclosure_nesting--;
    state = kEnd;
    do_loops.pop();
    return TokenKind::BracketRight;
  case '{': return lex_open_brace();
  case '}': return lex_close_brace();
  case '*': return lex_star();
  case '!': return lex_bang();
  case '=': return lex_equal();
  case '<': return lex_less();
  case '>': return lex_greater();
  case '"':
  case '\'': return lex_quote(c);
  case '`': return lex_backtick();
  case '?': return lex_question_mark();
  case '&': return lex_ampersand();
  case '|': return lex_pipe();
  case '+': return lex_plus();
  case '-': return lex_minus();
  case '.': return lex_dot();
  case ':': return lex_colon();
  case '/': return lex_slash();
  case '^': set_operator_state(); return accept('=') ? TokenKind::CaretEqual : TokenKind::Caret;
  case '~':
    if (operator_name_state()) accept('@');
    set_operator_state();
    return TokenKind::Tilde;
  case '%': return lex_percent();
  case '$': return lex_global();
  case '@': return lex_at_variable();
  default:
    if (!is_digit(c)) return lex_word();
    TokenKind kind = lex_number();
    state = kEnd;
    return kind;
  }
}

// --- Comments and line ends --------------------------------------------------------------------------------

TokenKind Lexer::lex_comment() {
  const uint32_t newline = next_newline(current.end);
  current.end = newline == kNowhere ? size() : newline + 1;
  if (!lex_magic_comment(token_seen_before_) && current.start == encoding_comment_start) {
    lex_encoding_comment();
  }
  return lex_line_end(true);
}

/// The newline token, or the operator that begins the next line and continues this one, or no token if the
/// newline means nothing here.
TokenKind Lexer::lex_line_end(bool after_comment) {
  token_seen_ = token_seen_before_;
  if (!after_comment && text_[current.end - 1] == '\r') current.end++;
  if (heredoc_end_ != kNowhere) {
    resume_at_ = heredoc_end_;
    heredoc_end_ = kNowhere;
  }

  const bool ignored = in_state(kBeg | kClass | kFName | kDot) && !in_state(kLabeled);
  if (ignored) return kNoToken;
  if ((state & ~kLabel) == (kArg | kLabeled)) {
    return pattern_newlines || in_keyword_parameter ? finish_newline() : kNoToken;
  }

  const uint32_t next = skip_blanks(resume_at_ == kNowhere ? current.end : resume_at_);
  if (at(next) == '#' && next < size() && comment_block_continues(next)) return kNoToken;
  bool continued = false;
  TokenKind kind = lex_continued_line(next, continued);
  return continued ? kind : finish_newline();
}

TokenKind Lexer::finish_newline() {
  state = kBeg;
  command_start = true;
  return TokenKind::Newline;
}

/// The operator at `next` that makes a line the continuation of the one before.
TokenKind Lexer::lex_continued_line(uint32_t next, bool& continued) {
  struct Leader {
    std::string_view text;
    TokenKind kind;
    LexState state;
    bool is_word;
  };
  static constexpr Leader kLeaders[] = {
      {"&.", TokenKind::AmpersandDot, kDot, false},       {".", TokenKind::Dot, kDot, false},
      {"&&", TokenKind::AmpersandAmpersand, kBeg, false}, {"||", TokenKind::PipePipe, kBeg, false},
      {"and", TokenKind::KeywordAnd, kBeg, true},         {"or", TokenKind::KeywordOr, kBeg, true},
  };
  if (at(next) == '.' && at(next + 1) == '.') return kNoToken; // a range without a beginning
  for (const Leader& leader : kLeaders) {
    if (text_.compare(std::min<size_t>(next, size()), leader.text.size(), leader.text) != 0) continue;
    const uint32_t end = next + static_cast<uint32_t>(leader.text.size());
    if (leader.is_word && identifier_width_at(end)) continue;
    continued = true;
    state = leader.state;
    command_start = leader.is_word;
    current.start = next;
    current.end = end;
    resume_at_ = kNowhere;
    token_seen_ = true;
    return leader.kind;
  }
  return kNoToken;
}

/// Whether the line after a block of comment lines, which begins at `comment`, continues the code before it.
bool Lexer::comment_block_continues(uint32_t comment) {
  if (comment < comment_block_end_) return comment_block_result_;
  uint32_t following = next_newline(comment);
  while (following != kNowhere && following + 1 < size()) {
    following = skip_blanks(following + 1);
    if (at(following) != '#') break;
    following = next_newline(following);
  }
  comment_block_end_ = following == kNowhere ? size() : following;
  comment_block_result_ = false;
  if (following == kNowhere) return false;
  const char first = at(following), second = at(following + 1);
  auto is_word = [&](std::string_view word) {
    return text_.compare(std::min<size_t>(following, size()), word.size(), word) == 0 &&
           !identifier_width_at(following + static_cast<uint32_t>(word.size()));
  };
  comment_block_result_ = first == '.' || (first == '&' && (second == '.' || second == '&')) ||
                          (first == '|' && second == '|') || is_word("and") || is_word("or");
  return comment_block_result_;
}

/// Skips `=begin ... =end`. False if the end is missing.
bool Lexer::lex_embedded_document() {
  auto skip_line = [&] {
    const uint32_t newline = next_newline(current.end);
    current.end = newline == kNowhere ? size() : newline + 1;
  };
  skip_line();
  while (current.end + 4 <= size()) {
    current.start = current.end;
    const char after = at(current.end + 4);
    const bool is_end = text_.compare(current.end, 4, "=end") == 0 &&
                        (is_space(after) || after == '\0' || after == '\004' || after == '\032');
    skip_line();
    if (is_end) return true;
  }
  error_here(Message::EmbdocTerm);
  return false;
}

// --- Brackets ----------------------------------------------------------------------------------------------

TokenKind Lexer::lex_open_paren() {
  const bool is_argument = space_seen_ && (arg_state() || state == (kEnd | kLabel));
  enclosure_nesting++;
  state = kBeg | kLabel;
  do_loops.push(false);
  return is_argument ? TokenKind::ParenLeftArg : TokenKind::ParenLeft;
}

TokenKind Lexer::lex_open_bracket() {
  enclosure_nesting++;
  if (operator_name_state()) {
    if (accept(']')) {
      enclosure_nesting--;
      state = kArg;
      return accept('=') ? TokenKind::BracketLeftRightEqual : TokenKind::BracketLeftRight;
    }
    state = kArg | kLabel;
    return TokenKind::BracketLeft;
  }
  const bool is_array = beg_state() || (arg_state() && (space_seen_ || in_state(kLabeled)));
  state = kBeg | kLabel;
  do_loops.push(false);
  return is_array ? TokenKind::BracketLeftArray : TokenKind::BracketLeft;
}

TokenKind Lexer::lex_open_brace() {
  TokenKind kind = TokenKind::BraceLeft;
  if (enclosure_nesting == lambda_enclosure_nesting) {
    kind = TokenKind::LambdaBegin;
    command_start = true;
    state = kBeg;
  } else if (!in_state(kLabeled) && in_state(kArgAny | kEnd | kEndFn | kEndArg)) {
    command_start = true; // a block
    state = kBeg;
  } else {
    state = kBeg | kLabel; // a hash
  }
  enclosure_nesting++;
  brace_nesting++;
  do_loops.push(false);
  return kind;
}

TokenKind Lexer::lex_close_brace() {
  enclosure_nesting--;
  do_loops.pop();
  if (mode().kind == LexMode::Kind::EmbeddedExpression && brace_nesting == 0) {
    pop_mode();
    return TokenKind::EmbeddedEnd;
  }
  brace_nesting--;
  state = kEnd;
  return TokenKind::BraceRight;
}

// --- Operators ---------------------------------------------------------------------------------------------

TokenKind Lexer::lex_star() {
  const bool twice = accept('*');
  if (accept('=')) {
    state = kBeg;
    return twice ? TokenKind::StarStarEqual : TokenKind::StarEqual;
  }
  bool prefix = true;
  if (spaced_argument()) {
    error_here(twice ? Message::AmbiguousPrefixStarStar : Message::AmbiguousPrefixStar);
  } else if (!beg_state()) {
    prefix = false;
    if (ambiguous_operator()) {
      error_here(Message::AmbiguousBinaryOperator, {twice ? "**" : "*", "argument prefix"});
    }
  }
  set_operator_state();
  if (twice) return prefix ? TokenKind::StarStarPrefix : TokenKind::StarStar;
  return prefix ? TokenKind::StarPrefix : TokenKind::Star;
}

TokenKind Lexer::lex_bang() {
  const bool is_name = operator_name_state();
  set_operator_state();
  if (is_name && accept('@')) return TokenKind::Bang;
  if (accept('=')) return TokenKind::BangEqual;
  return accept('~') ? TokenKind::BangTilde : TokenKind::Bang;
}

TokenKind Lexer::lex_equal() {
  if (starts_line(current.start) && text_.compare(current.end, 5, "begin") == 0 &&
      (is_space(peek(5)) || peek(5) == '\0')) {
    return lex_embedded_document() ? kNoToken : TokenKind::EndOfInput;
  }
  set_operator_state();
  if (accept('>')) return TokenKind::EqualGreater;
  if (accept('~')) return TokenKind::EqualTilde;
  if (!accept('=')) return TokenKind::Equal;
  return accept('=') ? TokenKind::EqualEqualEqual : TokenKind::EqualEqual;
}

TokenKind Lexer::lex_less() {
  auto set_state = [&] {
    if (!operator_name_state() && in_state(kClass)) command_start = true;
    set_operator_state();
  };
  if (accept('<')) {
    if (!in_state(kDot | kClass) && !end_state() && (!arg_state() || in_state(kLabeled) || space_seen_)) {
      TokenKind heredoc = lex_heredoc_start();
      if (heredoc != kNoToken) return heredoc;
    }
    if (accept('=')) {
      state = kBeg;
      return TokenKind::LessLessEqual;
    }
    if (ambiguous_operator()) error_here(Message::AmbiguousBinaryOperator, {"<<", "here document"});
    set_state();
    return TokenKind::LessLess;
  }
  set_state();
  if (!accept('=')) return TokenKind::Less;
  return accept('>') ? TokenKind::LessEqualGreater : TokenKind::LessEqual;
}

TokenKind Lexer::lex_greater() {
  const bool twice = accept('>');
  set_operator_state();
  const bool equal = accept('=');
  if (twice) return equal ? TokenKind::GreaterGreaterEqual : TokenKind::GreaterGreater;
  return equal ? TokenKind::GreaterEqual : TokenKind::Greater;
}

TokenKind Lexer::lex_ampersand() {
  if (accept('&')) {
    state = kBeg;
    return accept('=') ? TokenKind::AmpersandAmpersandEqual : TokenKind::AmpersandAmpersand;
  }
  if (accept('=')) {
    state = kBeg;
    return TokenKind::AmpersandEqual;
  }
  if (accept('.')) {
    state = kDot;
    return TokenKind::AmpersandDot;
  }
  TokenKind kind = TokenKind::Ampersand;
  if (spaced_argument()) {
    const char next = peek(1);
    const bool is_symbol = peek() == ':' && next != '\0' &&
                           (next == '\'' || next == '"' || identifier_width_at(current.end + 1));
    if (!is_symbol) error_here(Message::AmbiguousPrefixAmpersand);
    kind = TokenKind::AmpersandPrefix;
  } else if (beg_state()) {
    kind = TokenKind::AmpersandPrefix;
  } else if (ambiguous_operator()) {
    error_here(Message::AmbiguousBinaryOperator, {"&", "argument prefix"});
  }
  set_operator_state();
  return kind;
}

TokenKind Lexer::lex_pipe() {
  if (accept('|')) {
    if (accept('=')) {
      state = kBeg;
      return TokenKind::PipePipeEqual;
    }
    if (in_state(kBeg)) { // empty block parameters
      current.end--;
      return TokenKind::Pipe;
    }
    state = kBeg;
    return TokenKind::PipePipe;
  }
  if (accept('=')) {
    state = kBeg;
    return TokenKind::PipeEqual;
  }
  state = operator_name_state() ? kArg : kBeg | kLabel;
  return TokenKind::Pipe;
}

TokenKind Lexer::lex_plus() {
  if (operator_name_state()) {
    state = kArg;
    return accept('@') ? TokenKind::PlusPrefix : TokenKind::Plus;
  }
  if (accept('=')) {
    state = kBeg;
    return TokenKind::PlusEqual;
  }
  const bool spaced = !beg_state() && spaced_argument();
  if (spaced) error_here(Message::AmbiguousFirstArgumentPlus);
  if (beg_state() || spaced) {
    state = kBeg;
    if (!is_digit(peek())) return TokenKind::PlusPrefix;
    current.end++;
    TokenKind kind = lex_number();
    state = kEnd;
    return kind;
  }
  if (ambiguous_operator()) error_here(Message::AmbiguousBinaryOperator, {"+", "unary operator"});
  state = kBeg;
  return TokenKind::Plus;
}

TokenKind Lexer::lex_minus() {
  if (operator_name_state()) {
    state = kArg;
    return accept('@') ? TokenKind::MinusPrefix : TokenKind::Minus;
  }
  if (accept('=')) {
    state = kBeg;
    return TokenKind::MinusEqual;
  }
  if (accept('>')) {
    state = kEndFn;
    return TokenKind::MinusGreater;
  }
  const bool spaced = !beg_state() && spaced_argument();
  if (spaced) error_here(Message::AmbiguousFirstArgumentMinus);
  if (beg_state() || spaced) {
    state = kBeg;
    return is_digit(peek()) ? TokenKind::MinusNumber : TokenKind::MinusPrefix;
  }
  if (ambiguous_operator()) error_here(Message::AmbiguousBinaryOperator, {"-", "unary operator"});
  state = kBeg;
  return TokenKind::Minus;
}

TokenKind Lexer::lex_dot() {
  const bool prefix = beg_state();
  if (!accept('.')) {
    state = kDot;
    return TokenKind::Dot;
  }
  if (!accept('.')) {
    state = kBeg;
    return prefix ? TokenKind::DotDotPrefix : TokenKind::DotDot;
  }
  if (contexts_.contains(Context::DefParameters) && !contexts_.contains(Context::DefaultParameters)) {
    state = in_state(kEnd) ? kBeg : kEndArg;
    return TokenKind::DotDotDotPrefix;
  }
  if (enclosure_nesting == 0 && at_end_of_line()) error_here(Message::DotDotDotEol);
  state = kBeg;
  return prefix ? TokenKind::DotDotDotPrefix : TokenKind::DotDotDot;
}

TokenKind Lexer::lex_colon() {
  if (accept(':')) {
    if (beg_state() || in_state(kClass) || (arg_state() && space_seen_)) {
      state = kBeg;
      return TokenKind::ColonColonPrefix;
    }
    state = kDot;
    return TokenKind::ColonColon;
  }
  if (end_state() || is_space(peek()) || peek() == '#') {
    state = kBeg;
    return TokenKind::Colon;
  }
  const char next = peek();
  if (next == '"' || next == '\'') {
    push_quoted(LexMode::Kind::String, next == '"', false, next);
    current.end++;
  }
  state = kFName;
  return TokenKind::SymbolBegin;
}

TokenKind Lexer::lex_slash() {
  auto begin_regexp = [&] {
    push_quoted(LexMode::Kind::Regexp, true, false, '/');
    return TokenKind::RegexpBegin;
  };
  if (beg_state()) return begin_regexp();
  if (accept('=')) {
    state = kBeg;
    return TokenKind::SlashEqual;
  }
  if (spaced_argument()) {
    error_here(Message::AmbiguousSlash);
    return begin_regexp();
  }
  if (ambiguous_operator()) error_here(Message::AmbiguousBinaryOperator, {"/", "regexp literal"});
  set_operator_state();
  return TokenKind::Slash;
}

// --- Words -------------------------------------------------------------------------------------------------

TokenKind Lexer::lex_word() {
  const size_t width = identifier_start_width(encoding, rest(current.start));
  if (!width) return lex_invalid_character() ? kNoToken : TokenKind::EndOfInput;
  current.end = current.start + static_cast<uint32_t>(width);
  TokenKind kind = lex_identifier();
  if (current.end - current.start == 7 && lex_end_marker()) return TokenKind::EndOfInput;

  const LexState before = state;
  const bool is_name =
      kind == TokenKind::Identifier || kind == TokenKind::Constant || kind == TokenKind::MethodName;
  if (is_name) {
    if (in_state(kBegAny | kArgAny | kDot)) {
      state = after_command_start_ ? kCmdArg : kArg;
    } else {
      state = state == kFName ? kEndFn : kEnd;
    }
  }
  if (kind == TokenKind::Identifier && !(before & (kDot | kFName))) {
    const std::string_view word = slice(current);
    if (is_numbered_parameter(word) ||
        scopes_.depth_of(names_.intern_stable(word)) != ScopeStack::kNotFound) {
      state = kEnd | kLabel;
    }
  }
  return kind;
}

TokenKind Lexer::lex_identifier() {
  while (size_t width = identifier_width_at(current.end)) current.end += static_cast<uint32_t>(width);

  auto accept_label = [&] {
    if (!label_allowed() || peek() != ':' || peek(1) == ':') return false;
    state = kArg | kLabeled;
    current.end++;
    return true;
  };
  if (current.end < size()) {
    if ((peek() == '!' || peek() == '?') && (current.end + 1 >= size() || peek(1) != '=')) {
      current.end++;
      if (accept_label()) return TokenKind::Label;
      if (state != kDot && slice(current) == "defined?") return lex_keyword("defined?");
      return TokenKind::MethodName;
    }
    if (in_state(kFName) && peek() == '=' && peek(1) != '~' && peek(1) != '>' &&
        (peek(1) != '=' || peek(2) == '>')) {
      current.end++; // a setter's name
      return TokenKind::Identifier;
    }
    if (accept_label()) return TokenKind::Label;
  }
  if (state != kDot) {
    TokenKind keyword = lex_keyword(slice(current));
    if (keyword != kNoToken) return keyword;
  }
  return begins_uppercase(encoding, slice(current)) ? TokenKind::Constant : TokenKind::Identifier;
}

namespace {

struct Keyword {
  std::string_view word;
  TokenKind kind;
  TokenKind modifier; ///< kind after a complete expression
  LexState state;     ///< after the word
};

constexpr TokenKind kSame = TokenKind::Missing;

constexpr Keyword kKeywords[] = {
    {"do", TokenKind::KeywordDo, kSame, kBeg},
    {"if", TokenKind::KeywordIf, TokenKind::KeywordIfModifier, kBeg},
    {"in", TokenKind::KeywordIn, kSame, kBeg},
    {"or", TokenKind::KeywordOr, kSame, kBeg},
    {"and", TokenKind::KeywordAnd, kSame, kBeg},
    {"def", TokenKind::KeywordDef, kSame, kFName},
    {"end", TokenKind::KeywordEnd, kSame, kEnd},
    {"END", TokenKind::KeywordEndUpcase, kSame, kEnd},
    {"for", TokenKind::KeywordFor, kSame, kBeg},
    {"nil", TokenKind::KeywordNil, kSame, kEnd},
    {"not", TokenKind::KeywordNot, kSame, kArg},
    {"case", TokenKind::KeywordCase, kSame, kBeg},
    {"else", TokenKind::KeywordElse, kSame, kBeg},
    {"next", TokenKind::KeywordNext, kSame, kMid},
    {"redo", TokenKind::KeywordRedo, kSame, kEnd},
    {"self", TokenKind::KeywordSelf, kSame, kEnd},
    {"then", TokenKind::KeywordThen, kSame, kBeg},
    {"true", TokenKind::KeywordTrue, kSame, kEnd},
    {"when", TokenKind::KeywordWhen, kSame, kBeg},
    {"alias", TokenKind::KeywordAlias, kSame, kFName | kFItem},
    {"begin", TokenKind::KeywordBegin, kSame, kBeg},
    {"BEGIN", TokenKind::KeywordBeginUpcase, kSame, kEnd},
    {"break", TokenKind::KeywordBreak, kSame, kMid},
    {"class", TokenKind::KeywordClass, kSame, kClass},
    {"elsif", TokenKind::KeywordElsif, kSame, kBeg},
    {"false", TokenKind::KeywordFalse, kSame, kEnd},
    {"retry", TokenKind::KeywordRetry, kSame, kEnd},
    {"super", TokenKind::KeywordSuper, kSame, kArg},
    {"undef", TokenKind::KeywordUndef, kSame, kFName | kFItem},
    {"until", TokenKind::KeywordUntil, TokenKind::KeywordUntilModifier, kBeg},
    {"while", TokenKind::KeywordWhile, TokenKind::KeywordWhileModifier, kBeg},
    {"yield", TokenKind::KeywordYield, kSame, kArg},
    {"ensure", TokenKind::KeywordEnsure, kSame, kBeg},
    {"module", TokenKind::KeywordModule, kSame, kBeg},
    {"rescue", TokenKind::KeywordRescue, TokenKind::KeywordRescueModifier, kMid},
    {"return", TokenKind::KeywordReturn, kSame, kMid},
    {"unless", TokenKind::KeywordUnless, TokenKind::KeywordUnlessModifier, kBeg},
    {"defined?", TokenKind::KeywordDefined, kSame, kArg},
    {"__LINE__", TokenKind::KeywordLine, kSame, kEnd},
    {"__FILE__", TokenKind::KeywordFile, kSame, kEnd},
    {"__ENCODING__", TokenKind::KeywordEncoding, kSame, kEnd},
};

const Keyword* find_keyword(std::string_view word) {
  for (const Keyword& keyword : kKeywords) {
    if (keyword.word.size() == word.size() && keyword.word[0] == word[0] && keyword.word == word) {
      return &keyword;
    }
  }
  return nullptr;
}

} // namespace

bool is_reserved_word(std::string_view word) {
  const Keyword* keyword = word.empty() ? nullptr : find_keyword(word);
  return keyword && is_lower(word[0] == '_' ? 'a' : word[0]) && word != "defined?";
}

TokenKind Lexer::lex_keyword(std::string_view word) {
  if (word.size() < 2 || word.size() > 12) return kNoToken;
  const Keyword* keyword = find_keyword(word);
  if (!keyword) return kNoToken;
  const LexState before = state;
  if (in_state(kFName)) {
    state = kEndFn;
    // The name of a method may be a reserved word, and then `do` is not a loop's.
  } else {
    state = keyword->state;
    if (keyword->state == kBeg) command_start = true;
    if (keyword->modifier != kSame && !(before & (kBeg | kLabeled | kClass))) {
      state = kBeg | kLabel;
      return keyword->modifier;
    }
  }
  if (keyword->kind == TokenKind::KeywordDo && do_loops.top()) return TokenKind::KeywordDoLoop;
  return keyword->kind;
}

/// `__END__` on a line of its own: the program ends here.
bool Lexer::lex_end_marker() {
  if (slice(current) != "__END__" || !starts_line(current.start)) return false;
  const uint32_t line_end = line_end_at(current.end);
  if (current.end != size() && !line_end) return false;
  data_offset = current.end + line_end;
  current.end = size();
  return true;
}

/// Reports a byte that begins no token and skips it. False at the end of the source.
bool Lexer::lex_invalid_character() {
  static constexpr char kHex[] = "0123456789ABCDEF";
  const char c = text_[current.start];
  const auto byte = static_cast<unsigned char>(c);
  const char hex[] = {kHex[byte >> 4], kHex[byte & 15], '\0'};
  if (is_non_ascii(c)) {
    error_here(Message::InvalidMultibyteCharacter, {hex});
  } else if (c == '\\') {
    struct Escaped {
      char byte;
      std::string_view description;
    };
    static constexpr Escaped kEscaped[] = {{' ', "escaped space"},
                                           {'\f', "escaped form feed"},
                                           {'\t', "escaped horizontal tab"},
                                           {'\v', "escaped vertical tab"},
                                           {'\r', "escaped carriage return"}};
    std::string_view description = "backslash";
    for (const Escaped& escaped : kEscaped) {
      if (peek() != escaped.byte || (escaped.byte == '\r' && peek(1) == '\n')) continue;
      current.end++;
      description = escaped.description;
      break;
    }
    error_here(Message::UnexpectedTokenIgnore, {description});
  } else if (byte >= 0x20 && byte < 0x7f) {
    error_here(Message::InvalidPrintableCharacter, {std::string_view(&c, 1)});
  } else {
    error_here(Message::InvalidCharacter, {hex});
  }
  return true;
}

} // namespace miniyarv
