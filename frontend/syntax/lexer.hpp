#pragma once

#include "frontend/syntax/characters.hpp"
#include "frontend/syntax/context.hpp"
#include "frontend/syntax/diagnostics.hpp"
#include "frontend/syntax/names.hpp"
#include "frontend/syntax/scope.hpp"
#include "frontend/syntax/source.hpp"
#include "frontend/syntax/token.hpp"

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// What the tokens so far allow the next one to be; a set of the bits below. The names are CRuby's.
using LexState = uint16_t;

namespace lex_state {
constexpr LexState kNone = 0;
constexpr LexState kBeg = 1 << 0;      ///< an expression begins: `-`, `[`, `/` are prefixes
constexpr LexState kEnd = 1 << 1;      ///< an expression has ended: they are infix
constexpr LexState kEndArg = 1 << 2;   ///< after `foo (a)`: a `{` is a block of foo
constexpr LexState kEndFn = 1 << 3;    ///< after a method's name or parameters
constexpr LexState kArg = 1 << 4;      ///< after a method name that may take arguments
constexpr LexState kCmdArg = 1 << 5;   ///< the same at the start of a statement
constexpr LexState kMid = 1 << 6;      ///< after `return` and the like
constexpr LexState kFName = 1 << 7;    ///< a method name comes: `def`, `alias`, `:`
constexpr LexState kDot = 1 << 8;      ///< after a dot
constexpr LexState kClass = 1 << 9;    ///< after `class`
constexpr LexState kLabel = 1 << 10;   ///< `name:` is a label
constexpr LexState kLabeled = 1 << 11; ///< after a label
constexpr LexState kFItem = 1 << 12;   ///< a symbol may stand for the method name
constexpr LexState kBegAny = kBeg | kMid | kClass;
constexpr LexState kArgAny = kArg | kCmdArg;
constexpr LexState kEndAny = kEnd | kEndArg | kEndFn;
} // namespace lex_state

/// A set of bytes.
class ByteSet {
public:
  constexpr void add(unsigned char byte) { bits_[byte >> 6] |= uint64_t{1} << (byte & 63); }
  constexpr void add(std::string_view bytes) {
    for (char c : bytes) add(static_cast<unsigned char>(c));
  }
  constexpr bool contains(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    return bits_[byte >> 6] >> (byte & 63) & 1;
  }

private:
  uint64_t bits_[4] = {};
};

/// What kind of text the lexer is in.
struct LexMode {
  enum class Kind : uint8_t {
    Code,
    EmbeddedExpression, ///< code inside `#{}`
    EmbeddedVariable,   ///< the variable after `#`
    List,
    Regexp,
    String,
    Heredoc
  };
  enum class Indent : uint8_t {
    None,
    Dash, ///< `<<-`: the terminator may be indented
    Tilde ///< `<<~`: and the common indentation is removed
  };
  static constexpr int kNoDelimiter = -1;
  static constexpr size_t kNoIndentation = SIZE_MAX;

  Kind kind = Kind::Code;
  bool interpolates = false;
  bool allows_label = false;  ///< String: `"a":` is a label
  int opening = kNoDelimiter; ///< bracket that nests inside the literal
  int closing = kNoDelimiter; ///< delimiter that ends it
  uint32_t nesting = 0;       ///< open brackets inside the literal
  ByteSet specials;           ///< the bytes that are not plain text
  // Heredoc:
  Indent indent = Indent::None;
  char quote = 0;                             ///< 0, ', " or `
  Location identifier;                        ///< the terminator as written after `<<`
  uint32_t rest_of_line = 0;                  ///< where the code after the opening goes on
  size_t common_indentation = kNoIndentation; ///< smallest so far, in columns
  bool line_continues = false;                ///< the last line ended in a backslash
};

/// A stack of yes/no answers; empty answers no.
class FlagStack {
public:
  void push(bool value) { stack_.push_back(value); }
  void pop() {
    if (!stack_.empty()) stack_.pop_back();
  }
  bool top() const { return !stack_.empty() && stack_.back(); }

private:
  std::vector<bool> stack_;
};

/// Whether a word is reserved, so that it cannot name a variable.
bool is_reserved_word(std::string_view word);

/// Turns a source into tokens, one at a time. What a character means depends on what came before it and on
/// the variables in scope, so the parser steers the lexer through the public state.
class Lexer {
public:
  Lexer(const Source& source, std::pmr::memory_resource& arena, NameTable& names, ScopeStack& scopes,
        const ContextStack& contexts, Diagnostics& diagnostics);

  Token previous;
  Token current;

  /// Moves `current` to `previous` and reads the next token into `current`.
  void advance();

  /// Starts over at `offset`, with no token read yet.
  void start_at(uint32_t offset);

  // State that the parser reads and sets.
  LexState state = lex_state::kBeg;
  bool command_start = true;                 ///< a command call can begin here
  bool pattern_newlines = false;             ///< in a one-line pattern: a newline after a label ends it
  bool in_keyword_parameter = false;         ///< the same for `def m a:`
  int enclosure_nesting = 0;                 ///< open (, [, { and #{
  int lambda_enclosure_nesting = -1;         ///< enclosure nesting at which a `{` opens a lambda's body
  int brace_nesting = 0;                     ///< open { inside the innermost #{}
  FlagStack do_loops;                        ///< whether `do` belongs to a loop
  std::optional<Encoding> explicit_encoding; ///< fixed by the escapes of the literal being read

  // What belongs to `current`.
  std::string_view content;      ///< StringContent, CharacterLiteral: the unescaped bytes
  bool regexp_ascii_only = true; ///< StringContent of a regexp: no character beyond ASCII
  IntegerBaseFlag integer_base = IntegerBaseFlag::Decimal;

  const LexMode& mode() const { return modes_.back(); }
  /// The indentation to remove from the `<<~` heredoc that just ended; kNoIndentation if it has no text.
  size_t ended_heredoc_indentation() const { return ended_heredoc_indentation_; }

  // What magic comments and the end of the program said.
  std::optional<bool> frozen_string_literal;
  std::optional<bool> warn_indent;
  Encoding encoding = Encoding::Utf8;
  std::string encoding_name = "UTF-8";
  std::optional<uint32_t> data_offset;
  uint32_t encoding_comment_start = 0; ///< the only comment that can name the encoding

  std::string_view text() const { return text_; }
  std::string_view slice(Location loc) const { return text_.substr(loc.start, loc.length()); }
  std::string_view slice(const Token& token) const { return slice(token.loc()); }
  /// The byte at `offset`; NUL beyond the end.
  char at(uint32_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }
  /// Whether only blanks and a comment follow the current token on its line.
  bool at_end_of_line() const;
  /// Whether a word is `_1` ... `_9`.
  static bool is_numbered_parameter(std::string_view word) {
    return word.size() == 2 && word[0] == '_' && word[1] >= '1' && word[1] <= '9';
  }
  /// Reports that a heredoc has no end.
  void error_unterminated_heredoc(Location identifier);
  /// A copy of `bytes` that lives as long as the tree.
  std::string_view keep(std::string_view bytes);

private:
  friend class EscapeReader;
  friend class ContentBuilder;
  static constexpr uint32_t kNowhere = UINT32_MAX;
  static constexpr TokenKind kNoToken = TokenKind::Missing;

  // Cursor.
  char peek(uint32_t ahead = 0) const { return at(current.end + ahead); }
  bool accept(char c) {
    if (peek() != c || current.end >= size()) return false;
    current.end++;
    return true;
  }
  std::string_view rest(uint32_t offset) const {
    return offset < size() ? text_.substr(offset) : std::string_view{};
  }
  size_t width_at(uint32_t offset) const { return character_width(encoding, rest(offset)); }
  size_t identifier_width_at(uint32_t offset) const { return identifier_width(encoding, rest(offset)); }
  /// Bytes of the line end at `offset`: 1, 2 for CR LF, or 0.
  uint32_t line_end_at(uint32_t offset) const;
  /// Offset of the next LF, or kNowhere.
  uint32_t next_newline(uint32_t offset) const;
  uint32_t skip_blanks(uint32_t offset) const;
  bool starts_line(uint32_t offset) const { return offset == 0 || text_[offset - 1] == '\n'; }

  void error(Location loc, Message message, std::initializer_list<std::string_view> arguments = {}) {
    diagnostics_.add(loc, message, arguments);
  }
  void error_here(Message message, std::initializer_list<std::string_view> arguments = {}) {
    error(current.loc(), message, arguments);
  }

  // State tests.
  bool in_state(LexState set) const { return state & set; }
  bool beg_state() const;
  bool arg_state() const { return in_state(lex_state::kArgAny); }
  bool end_state() const { return in_state(lex_state::kEndAny); }
  bool operator_name_state() const { return in_state(lex_state::kFName | lex_state::kDot); }
  bool spaced_argument() const;
  bool label_allowed() const;
  bool ambiguous_operator() const;
  void set_operator_state();

  // Code, by subject. Each returns the kind of the token that ends at `current.end`, or kNoToken to go on.
  TokenKind lex_code();
  void skip_whitespace();
  TokenKind lex_comment();
  TokenKind lex_line_end(bool after_comment);
  TokenKind lex_continued_line(uint32_t next, bool& continued);
  bool comment_block_continues(uint32_t comment);
  TokenKind finish_newline();
  bool lex_embedded_document();
  TokenKind lex_punctuation(char c);
  TokenKind lex_open_paren();
  TokenKind lex_open_bracket();
  TokenKind lex_open_brace();
  TokenKind lex_close_brace();
  TokenKind lex_star();
  TokenKind lex_bang();
  TokenKind lex_equal();
  TokenKind lex_less();
  TokenKind lex_greater();
  TokenKind lex_ampersand();
  TokenKind lex_pipe();
  TokenKind lex_plus();
  TokenKind lex_minus();
  TokenKind lex_dot();
  TokenKind lex_colon();
  TokenKind lex_slash();
  TokenKind lex_percent();
  TokenKind lex_backtick();
  TokenKind lex_quote(char quote);
  TokenKind lex_heredoc_start();
  TokenKind lex_question_mark();
  TokenKind lex_number();
  TokenKind lex_number_prefix(bool& exponent);
  TokenKind lex_fraction(bool& exponent);
  void lex_digits(bool (*is_digit_of_base)(char), Message none_message);
  void skip_digits(bool (*is_digit_of_base)(char));
  TokenKind lex_global();
  TokenKind lex_global_name();
  TokenKind lex_at_variable();
  TokenKind lex_word();
  TokenKind lex_identifier();
  TokenKind lex_keyword(std::string_view word);
  bool lex_invalid_character();
  bool lex_end_marker();

  // Text of literals.
  void push_mode(LexMode mode);
  void pop_mode();
  void push_quoted(LexMode::Kind kind, bool interpolates, bool allows_label, int delimiter);
  int percent_delimiter();
  void begin_content_token();
  TokenKind lex_list();
  TokenKind lex_quoted();
  TokenKind lex_quoted_end(uint32_t at);
  bool closes_at(uint32_t at) const;
  TokenKind lex_heredoc();
  bool lex_heredoc_line_start(bool continued);
  TokenKind end_heredoc(uint32_t end);
  /// Offset after the terminator line at `line`, or kNowhere if the heredoc goes on.
  uint32_t heredoc_end_at(uint32_t line) const;
  void measure_indentation(uint32_t line);
  /// The token at a `#`: an interpolation, the text before it, or none if it is plain text.
  TokenKind lex_interpolation(uint32_t pound);
  bool begins_variable(uint32_t pound) const;
  uint32_t find_special(uint32_t from, bool validate);
  void resume_after_heredocs();

  // Magic comments.
  bool lex_magic_comment(bool after_token);
  void apply_magic_comment(std::string_view key, std::string_view value, bool after_token, bool& result);
  void lex_encoding_comment();
  bool set_encoding(std::string_view name);

  std::string_view text_;
  std::pmr::memory_resource& arena_;
  NameTable& names_;
  ScopeStack& scopes_;
  const ContextStack& contexts_;
  Diagnostics& diagnostics_;

  std::vector<LexMode> modes_{LexMode{}};
  bool space_seen_ = false;          ///< whitespace stands before the current token
  bool after_command_start_ = false; ///< `command_start` as it was before the current token
  bool token_seen_ = false;          ///< something other than comments has been read
  bool token_seen_before_ = false;   ///< the same before the current token
  uint32_t resume_at_ = kNowhere;    ///< where the next token begins if not at `current.end`
  uint32_t heredoc_end_ = kNowhere;  ///< where the next line begins if heredocs were opened on this one
  size_t ended_heredoc_indentation_ = LexMode::kNoIndentation;
  uint32_t comment_block_end_ = 0; ///< end of the comment lines that `comment_block_continues` looked at
  bool comment_block_result_ = false;
  std::string buffer_; ///< bytes of the literal being unescaped
};

} // namespace miniyarv
