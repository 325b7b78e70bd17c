// Tokens that begin or are literals and variables.

#include "frontend/syntax/lex_escape.hpp"
#include "frontend/syntax/lexer.hpp"

namespace miniyarv {

using namespace lex_state;

// --- Numbers -----------------------------------------------------------------------------------------------

/// Skips digits and underscores, and reports misplaced underscores.
void Lexer::skip_digits(bool (*is_digit_of_base)(char)) {
  const uint32_t start = current.end;
  uint32_t invalid = kNowhere;
  bool underscore = false;
  while (is_digit_of_base(peek()) || peek() == '_') {
    if (peek() == '_') {
      if (underscore) invalid = current.end;
      underscore = true;
    } else {
      underscore = false;
    }
    current.end++;
  }
  if (current.end > start && text_[current.end - 1] == '_') invalid = current.end - 1;
  if (invalid == kNowhere) return;
  error({invalid, invalid + 1}, invalid == current.end - 1 ? Message::InvalidNumberUnderscoreTrailing
                                                           : Message::InvalidNumberUnderscoreInner);
}

/// The digits after a prefix such as `0x`, of which there must be one.
void Lexer::lex_digits(bool (*is_digit_of_base)(char), Message none_message) {
  current.end++;
  if (is_digit_of_base(peek())) return skip_digits(is_digit_of_base);
  accept('_');
  error_here(none_message);
}

TokenKind Lexer::lex_fraction(bool& exponent) {
  TokenKind kind = TokenKind::Integer;
  if (peek() == '.') {
    if (!is_digit(peek(1))) return kind; // a method call
    current.end += 2;
    skip_digits(is_digit);
    kind = TokenKind::Float;
  }
  if (peek() != 'e' && peek() != 'E') return kind;
  if (peek(1) == '+' || peek(1) == '-') {
    current.end += 2;
    if (is_digit(peek())) {
      skip_digits(is_digit);
    } else {
      error_here(Message::InvalidFloatExponent);
    }
  } else if (is_digit(peek(1))) {
    current.end++;
    skip_digits(is_digit);
  } else {
    return kind;
  }
  exponent = true;
  return TokenKind::Float;
}

TokenKind Lexer::lex_number_prefix(bool& exponent) {
  TokenKind kind = TokenKind::Integer;
  if (text_[current.end - 1] != '0') {
    skip_digits(is_digit);
    kind = lex_fraction(exponent);
  } else {
    switch (peek() | 0x20) {
    case 'd': lex_digits(is_digit, Message::InvalidNumberDecimal); break;
    case 'b':
      lex_digits(is_binary_digit, Message::InvalidNumberBinary);
      integer_base = IntegerBaseFlag::Binary;
      break;
    case 'o':
      lex_digits(is_octal_digit, Message::InvalidNumberOctal);
      integer_base = IntegerBaseFlag::Octal;
      break;
    case 'x':
      lex_digits(is_hex_digit, Message::InvalidNumberHexadecimal);
      integer_base = IntegerBaseFlag::Hexadecimal;
      break;
    default:
      if (is_octal_digit(peek()) || peek() == '_') {
        skip_digits(is_octal_digit);
        integer_base = IntegerBaseFlag::Octal;
      } else {
        kind = lex_fraction(exponent);
      }
    }
  }
  if (peek() == '.' && is_digit(peek(1))) {
    uint32_t end = current.end + 2;
    while (is_digit(at(end))) end++;
    error({current.end, end}, Message::InvalidNumberFraction);
  }
  return kind;
}

/// A number whose first digit has been read.
TokenKind Lexer::lex_number() {
  integer_base = IntegerBaseFlag::Decimal;
  if (current.end >= size()) return TokenKind::Integer;
  bool exponent = false;
  const TokenKind kind = lex_number_prefix(exponent);
  const uint32_t end = current.end;
  const bool rational = !exponent && accept('r');
  const bool imaginary = accept('i');
  if (is_letter(peek()) || is_non_ascii(peek()) || peek() == '_') {
    current.end = end; // the letters belong to a word
    return kind;
  }
  if (kind == TokenKind::Integer) {
    if (rational) return imaginary ? TokenKind::IntegerRationalImaginary : TokenKind::IntegerRational;
    return imaginary ? TokenKind::IntegerImaginary : kind;
  }
  if (rational) return imaginary ? TokenKind::FloatRationalImaginary : TokenKind::FloatRational;
  return imaginary ? TokenKind::FloatImaginary : kind;
}

// --- Variables ---------------------------------------------------------------------------------------------

TokenKind Lexer::lex_global() {
  TokenKind kind = lex_global_name();
  if (mode().kind == LexMode::Kind::EmbeddedVariable) pop_mode();
  state = kEnd;
  return kind;
}

TokenKind Lexer::lex_global_name() {
  static constexpr std::string_view kSpecial = "~*$?!@/\\;,.=:<>\"";
  static constexpr std::string_view kBackReferences = "&`'+";
  if (current.end >= size()) {
    error_here(Message::GlobalVariableBare);
    return TokenKind::GlobalVariable;
  }
  auto skip_name = [&] {
    const uint32_t start = current.end;
    while (size_t width = identifier_width_at(current.end)) current.end += static_cast<uint32_t>(width);
    return current.end > start;
  };
  const char c = peek();
  if (kSpecial.find(c) != std::string_view::npos) {
    current.end++;
  } else if (kBackReferences.find(c) != std::string_view::npos) {
    current.end++;
    return in_state(kFName) ? TokenKind::GlobalVariable : TokenKind::BackReference;
  } else if (c == '0') {
    current.end++;
    if (skip_name()) error_here(Message::InvalidVariableGlobal, {slice(current)});
  } else if (is_digit(c)) {
    while (is_digit(peek())) current.end++;
    return in_state(kFName) ? TokenKind::GlobalVariable : TokenKind::NumberedReference;
  } else {
    const bool option = accept('-'); // $-w: one character
    if (size_t width = identifier_width_at(current.end)) {
      current.end += static_cast<uint32_t>(width);
      if (!option) skip_name();
    } else if (is_space(peek())) {
      error_here(Message::GlobalVariableBare);
    } else {
      const Location loc{current.start, current.end + static_cast<uint32_t>(width_at(current.end))};
      error(loc, Message::InvalidVariableGlobal, {slice(loc)});
    }
  }
  return TokenKind::GlobalVariable;
}

TokenKind Lexer::lex_at_variable() {
  state = in_state(kFName) ? kEndFn : kEnd;
  const TokenKind kind = accept('@') ? TokenKind::ClassVariable : TokenKind::InstanceVariable;
  const bool is_class = kind == TokenKind::ClassVariable;
  if (identifier_start_width(encoding, rest(current.end))) {
    while (size_t width = identifier_width_at(current.end)) current.end += static_cast<uint32_t>(width);
  } else if (is_digit(peek())) {
    const Location name{current.start, current.end + 1};
    error_here(is_class ? Message::IncompleteVariableClass : Message::IncompleteVariableInstance,
               {slice(name)});
  } else {
    error_here(is_class ? Message::ClassVariableBare : Message::InstanceVariableBare);
  }
  if (mode().kind == LexMode::Kind::EmbeddedVariable) pop_mode();
  return kind;
}

// --- Quotes ------------------------------------------------------------------------------------------------

TokenKind Lexer::lex_quote(char quote) {
  push_quoted(LexMode::Kind::String, quote == '"', label_allowed(), quote);
  return TokenKind::StringBegin;
}

TokenKind Lexer::lex_backtick() {
  if (in_state(kFName)) {
    state = kEndFn;
  } else if (in_state(kDot)) {
    state = after_command_start_ ? kCmdArg : kArg;
  } else {
    push_quoted(LexMode::Kind::String, true, false, '`');
  }
  return TokenKind::Backtick;
}

/// `?` as an operator or with the character that it makes a string of.
TokenKind Lexer::lex_question_mark() {
  if (end_state()) {
    state = kBeg;
    return TokenKind::QuestionMark;
  }
  if (current.end >= size()) {
    error_here(Message::IncompleteQuestionMark);
    content = {};
    return TokenKind::CharacterLiteral;
  }
  state = kBeg;
  if (is_space(peek())) return TokenKind::QuestionMark;
  if (accept('\\')) {
    state = kEnd;
    explicit_encoding.reset();
    buffer_.clear();
    EscapeReader(*this, buffer_).read_character();
    content = keep(buffer_);
    return TokenKind::CharacterLiteral;
  }
  const auto width = static_cast<uint32_t>(width_at(current.end));
  const bool is_word = identifier_width_at(current.end) > 0;
  if (is_word && identifier_width_at(current.end + width)) return TokenKind::QuestionMark;
  state = kEnd;
  current.end += width;
  content = text_.substr(current.start + 1, width);
  return TokenKind::CharacterLiteral;
}

/// The delimiter of a %-literal, which may be a line end.
int Lexer::percent_delimiter() {
  const uint32_t line_end = line_end_at(current.end);
  if (!line_end) return static_cast<unsigned char>(text_[current.end++]);
  if (heredoc_end_ != kNowhere) {
    resume_at_ = heredoc_end_;
    heredoc_end_ = kNowhere;
  }
  current.end += line_end;
  return '\n';
}

TokenKind Lexer::lex_percent() {
  struct Literal {
    char letter;
    LexMode::Kind mode;
    bool interpolates;
    TokenKind kind;
  };
  static constexpr Literal kLiterals[] = {
      {'i', LexMode::Kind::List, false, TokenKind::PercentLowerI},
      {'I', LexMode::Kind::List, true, TokenKind::PercentUpperI},
      {'w', LexMode::Kind::List, false, TokenKind::PercentLowerW},
      {'W', LexMode::Kind::List, true, TokenKind::PercentUpperW},
      {'q', LexMode::Kind::String, false, TokenKind::StringBegin},
      {'Q', LexMode::Kind::String, true, TokenKind::StringBegin},
      {'s', LexMode::Kind::String, false, TokenKind::SymbolBegin},
      {'x', LexMode::Kind::String, true, TokenKind::PercentLowerX},
      {'r', LexMode::Kind::Regexp, true, TokenKind::RegexpBegin},
  };
  if ((beg_state() || arg_state()) && current.end >= size()) {
    error_here(Message::InvalidPercentEof);
    return TokenKind::Percent;
  }
  if (!beg_state() && accept('=')) {
    state = kBeg;
    return TokenKind::PercentEqual;
  }
  if (beg_state() || (in_state(kFItem) && peek() == 's') || spaced_argument()) {
    const bool bare = !is_alphanumeric(peek()) && !is_non_ascii(peek());
    if (bare) {
      push_quoted(LexMode::Kind::String, true, false, percent_delimiter());
      return TokenKind::StringBegin;
    }
    for (const Literal& literal : kLiterals) {
      if (peek() != literal.letter || is_alphanumeric(peek(1)) || is_non_ascii(peek(1))) continue;
      current.end++;
      const int delimiter = current.end < size() ? percent_delimiter() : LexMode::kNoDelimiter;
      push_quoted(literal.mode, literal.interpolates && delimiter != LexMode::kNoDelimiter, false, delimiter);
      if (literal.letter == 's' && delimiter != LexMode::kNoDelimiter) state = kFName | kFItem;
      return literal.kind;
    }
    error_here(Message::InvalidPercent);
    return kNoToken;
  }
  if (ambiguous_operator()) error_here(Message::AmbiguousBinaryOperator, {"%", "string literal"});
  set_operator_state();
  return TokenKind::Percent;
}

/// The opening of a heredoc, whose `<<` has been read, or no token if it is something else.
TokenKind Lexer::lex_heredoc_start() {
  const uint32_t start = current.end;
  LexMode heredoc;
  heredoc.kind = LexMode::Kind::Heredoc;
  if (accept('-')) {
    heredoc.indent = LexMode::Indent::Dash;
  } else if (accept('~')) {
    heredoc.indent = LexMode::Indent::Tilde;
  }
  if (peek() == '`' || peek() == '"' || peek() == '\'') heredoc.quote = text_[current.end++];
  heredoc.interpolates = heredoc.quote != '\'';

  const uint32_t name = current.end;
  if (name >= size() || (!heredoc.quote && !identifier_width_at(name))) {
    current.end = start;
    return kNoToken;
  }
  if (heredoc.quote) {
    while (current.end < size() && peek() != heredoc.quote && peek() != '\r' && peek() != '\n') current.end++;
  } else {
    while (size_t width = identifier_width_at(current.end)) current.end += static_cast<uint32_t>(width);
  }
  heredoc.identifier = {name, current.end};
  const bool unterminated = heredoc.quote && !accept(heredoc.quote);
  if (unterminated) error(heredoc.identifier, Message::HeredocIdentifier);
  heredoc.rest_of_line = current.end;

  explicit_encoding.reset();
  push_mode(heredoc);
  if (heredoc_end_ != kNowhere) {
    resume_at_ = heredoc_end_; // after the heredoc that was opened before on this line
  } else {
    const uint32_t newline = next_newline(current.end);
    if (newline == kNowhere && !unterminated) error_unterminated_heredoc(heredoc.identifier);
    resume_at_ = newline == kNowhere ? size() : newline + 1;
  }
  return TokenKind::HeredocStart;
}

void Lexer::error_unterminated_heredoc(Location identifier) {
  error(identifier, Message::HeredocTerm, {slice(identifier)});
}

} // namespace miniyarv
