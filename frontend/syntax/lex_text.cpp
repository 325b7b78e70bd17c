// The text inside quoted literals, lists and heredocs.

#include "frontend/syntax/lex_escape.hpp"
#include "frontend/syntax/lexer.hpp"

#include <algorithm>

namespace miniyarv {

using namespace lex_state;

/// The bytes that a piece of a literal stands for: a slice of the source until the first escape.
class ContentBuilder {
public:
  ContentBuilder(Lexer& lexer, bool regexp) : lexer_(lexer), regexp_(regexp) {
    lexer_.buffer_.clear();
    lexer_.regexp_ascii_only = true;
  }

  /// Takes the source up to `offset`, exclusive; what is there is replaced by what is put next.
  void take_until(uint32_t offset) {
    append(lexer_.slice(Location{copied_ ? cursor_ : lexer_.current.start, offset}));
    copied_ = true;
    cursor_ = offset;
  }
  /// Goes on taking the source at `offset`.
  void continue_at(uint32_t offset) { cursor_ = offset; }

  void put(char c) { lexer_.buffer_.push_back(c); }
  void put(std::string_view bytes) { append(bytes); }
  std::string& buffer() { return lexer_.buffer_; }

  /// The piece ends where the current token ends.
  void finish() {
    if (copied_) {
      append(lexer_.slice(Location{cursor_, lexer_.current.end}));
      finish_taken();
    } else {
      lexer_.content = lexer_.slice(lexer_.current);
      check_ascii(lexer_.content);
    }
  }
  /// The piece ends with what has been put.
  void finish_taken() { lexer_.content = lexer_.keep(lexer_.buffer_); }

private:
  void append(std::string_view bytes) {
    lexer_.buffer_ += bytes;
    check_ascii(bytes);
  }
  void check_ascii(std::string_view bytes) {
    if (regexp_ && std::any_of(bytes.begin(), bytes.end(), is_non_ascii)) lexer_.regexp_ascii_only = false;
  }

  Lexer& lexer_;
  const bool regexp_;
  bool copied_ = false;
  uint32_t cursor_ = 0;
};

namespace {

int closing_of(int delimiter) {
  switch (delimiter) {
  case '(': return ')';
  case '[': return ']';
  case '{': return '}';
  case '<': return '>';
  default: return delimiter;
  }
}

} // namespace

// --- Modes -------------------------------------------------------------------------------------------------

void Lexer::push_mode(LexMode mode) {
  switch (mode.kind) {
  case LexMode::Kind::List: mode.specials.add("\\ \t\f\r\v\n"); break;
  case LexMode::Kind::Regexp:
  case LexMode::Kind::String:
  case LexMode::Kind::Heredoc: mode.specials.add("\r\n\\"); break;
  default: break;
  }
  if (mode.interpolates) mode.specials.add('#');
  for (int delimiter : {mode.opening, mode.closing}) {
    if (delimiter != LexMode::kNoDelimiter) mode.specials.add(static_cast<unsigned char>(delimiter));
  }
  modes_.push_back(mode);
}

void Lexer::pop_mode() {
  if (modes_.size() > 1) modes_.pop_back();
}

void Lexer::push_quoted(LexMode::Kind kind, bool interpolates, bool allows_label, int delimiter) {
  LexMode mode;
  mode.kind = kind;
  mode.interpolates = interpolates;
  mode.allows_label = allows_label;
  mode.closing = closing_of(delimiter);
  if (mode.closing != delimiter) mode.opening = delimiter;
  explicit_encoding.reset();
  push_mode(mode);
}

void Lexer::begin_content_token() {
  if (resume_at_ != kNowhere) {
    current.end = resume_at_;
    resume_at_ = kNowhere;
  }
  current.start = current.end;
}

/// The next line is the one after the heredocs that this line opened.
void Lexer::resume_after_heredocs() {
  resume_at_ = heredoc_end_;
  heredoc_end_ = kNowhere;
}

/// The next byte that is not plain text, or kNowhere.
uint32_t Lexer::find_special(uint32_t from, bool validate) {
  const ByteSet specials = mode().specials;
  const uint32_t end = size();
  uint32_t at = from;
  while (at < end) {
    const char c = text_[at];
    if (specials.contains(c)) return at;
    if (!is_non_ascii(c)) {
      at++;
      continue;
    }
    size_t width = width_at(at);
    if (validate && encoding != Encoding::Utf8) explicit_encoding = encoding;
    if (width || !validate) {
      at += static_cast<uint32_t>(width ? width : 1);
      continue;
    }
    static constexpr char kHex[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    const char hex[] = {kHex[byte >> 4], kHex[byte & 15], '\0'};
    const uint32_t start = at;
    do {
      at++;
    } while (at < end && width_at(at) == 0);
    error({start, at}, Message::InvalidMultibyteCharacter, {hex});
  }
  return kNowhere;
}

// --- Interpolation -----------------------------------------------------------------------------------------

/// Whether the `#@` or `#$` at `pound` is followed by a variable's name.
bool Lexer::begins_variable(uint32_t pound) const {
  static constexpr std::string_view kPunctuation = "~*$?!@/\\;,.=:<>\"&`'+0";
  uint32_t name = pound + 2;
  if (at(pound + 1) == '@') {
    if (at(name) == '@' && name + 1 < size()) name++;
    return identifier_start_width(encoding, rest(name)) > 0;
  }
  const char c = at(name);
  if (name >= size()) return false;
  if (c == '-') return identifier_start_width(encoding, rest(name + 1)) > 0;
  return identifier_start_width(encoding, rest(name)) > 0 || is_digit(c) ||
         kPunctuation.find(c) != std::string_view::npos;
}

TokenKind Lexer::lex_interpolation(uint32_t pound) {
  const char next = at(pound + 1);
  const bool variable = (next == '@' || next == '$') && begins_variable(pound);
  if (next != '{' && !variable) {
    current.end = pound + 1;
    return pound + 1 >= size() ? TokenKind::StringContent : kNoToken;
  }
  if (pound > current.start) {
    current.end = pound;
    return TokenKind::StringContent;
  }
  LexMode mode;
  if (variable) {
    mode.kind = LexMode::Kind::EmbeddedVariable;
    push_mode(mode);
    current.end = pound + 1;
    return TokenKind::EmbeddedVariable;
  }
  mode.kind = LexMode::Kind::EmbeddedExpression;
  push_mode(mode);
  current.end = pound + 2;
  enclosure_nesting++;
  command_start = true;
  do_loops.push(false);
  return TokenKind::EmbeddedBegin;
}

// --- Lists -------------------------------------------------------------------------------------------------

TokenKind Lexer::lex_list() {
  begin_content_token();
  if (heredoc_end_ != kNowhere) {
    current.end = skip_blanks(current.end);
    if (peek() == '\n') current.end++;
  } else {
    while (is_space(peek())) current.end++;
  }
  if (current.end > current.start) {
    if (text_[current.end - 1] == '\n') resume_after_heredocs();
    return TokenKind::WordsSeparator;
  }
  if (current.end >= size()) return TokenKind::EndOfInput;

  ContentBuilder content_builder(*this, false);
  uint32_t special;
  while ((special = find_special(current.end, true)) != kNowhere) {
    const char c = text_[special];
    LexMode& list = modes_.back();
    if (is_space(c)) {
      current.end = special;
      break;
    }
    if (c == list.closing) {
      if (list.nesting > 0) {
        list.nesting--;
        current.end = special + 1;
        continue;
      }
      if (special == current.start) {
        current.end = special + 1;
        pop_mode();
        state = kEnd;
        return TokenKind::StringEnd;
      }
      current.end = special;
      break;
    }
    if (c == '\\') {
      current.end = special + 1;
      if (current.end == size()) break;
      content_builder.take_until(special);
      const char escaped = peek();
      const bool crlf = escaped == '\r' && peek(1) == '\n';
      if (escaped == '\n' || crlf) {
        content_builder.put('\n');
        if (crlf) current.end++;
        if (heredoc_end_ != kNowhere) {
          resume_after_heredocs();
          content_builder.finish_taken();
          return TokenKind::StringContent;
        }
        current.end++;
      } else if (is_space(escaped) || escaped == '\\' || escaped == list.opening || escaped == list.closing) {
        content_builder.put(escaped);
        current.end++;
      } else if (list.interpolates) {
        EscapeReader(*this, content_builder.buffer()).read();
      } else {
        const size_t width = std::max<size_t>(width_at(current.end), 1);
        content_builder.put('\\');
        content_builder.put(text_.substr(current.end, width));
        current.end += static_cast<uint32_t>(width);
      }
      content_builder.continue_at(current.end);
    } else if (c == '#') {
      TokenKind kind = lex_interpolation(special);
      if (kind == kNoToken) continue;
      if (kind == TokenKind::StringContent) content_builder.finish();
      return kind;
    } else {
      list.nesting++;
      current.end = special + 1;
    }
  }
  if (special == kNowhere) current.end = size();
  content_builder.finish();
  return TokenKind::StringContent;
}

// --- Strings and regexps -----------------------------------------------------------------------------------

bool Lexer::closes_at(uint32_t offset) const {
  const int closing = mode().closing;
  const bool crlf = at(offset) == '\r' && at(offset + 1) == '\n';
  if (crlf && (closing == '\n' || closing == '\r')) return closing == '\n';
  return static_cast<unsigned char>(text_[offset]) == closing;
}

/// The closing delimiter at `at`, with what belongs to it.
TokenKind Lexer::lex_quoted_end(uint32_t offset) {
  const LexMode closed = mode();
  const uint32_t line_end = line_end_at(offset);
  current.end = offset + (line_end ? line_end : 1);
  if (closed.kind == LexMode::Kind::Regexp) {
    while (is_letter(peek())) current.end++;
    pop_mode();
    state = kEnd;
    return TokenKind::RegexpEnd;
  }
  if (closed.allows_label && peek() == ':' && peek(1) != ':') {
    current.end++;
    state = kArg | kLabeled;
    pop_mode();
    return TokenKind::LabelEnd;
  }
  if (closed.closing == '\n' && heredoc_end_ != kNowhere) resume_after_heredocs();
  state = kEnd;
  pop_mode();
  return TokenKind::StringEnd;
}

namespace {

/// Whether a regexp's delimiter, escaped inside it, keeps its backslash because the engine gives it a
/// meaning.
bool keeps_backslash(char delimiter) {
  return std::string_view("$)*+.>?]^|}").find(delimiter) != std::string_view::npos;
}

} // namespace

TokenKind Lexer::lex_quoted() {
  begin_content_token();
  if (current.end >= size()) return TokenKind::EndOfInput;
  const bool regexp = mode().kind == LexMode::Kind::Regexp;
  ContentBuilder content_builder(*this, regexp);

  uint32_t special;
  while ((special = find_special(current.end, !regexp)) != kNowhere) {
    const char c = text_[special];
    LexMode& quoted = modes_.back();
    if (quoted.opening != LexMode::kNoDelimiter && c == quoted.opening) {
      quoted.nesting++;
      current.end = special + 1;
      continue;
    }
    if (closes_at(special)) {
      if (quoted.nesting > 0) {
        quoted.nesting--;
        current.end = special + 1;
        continue;
      }
      if (special == current.start) return lex_quoted_end(special);
      current.end = special;
      content_builder.finish();
      return TokenKind::StringContent;
    }
    if (c == '#') {
      TokenKind kind = lex_interpolation(special);
      if (kind == kNoToken) continue;
      if (kind == TokenKind::StringContent) content_builder.finish();
      return kind;
    }
    if (c == '\\') {
      current.end = special + 1;
      if (current.end == size()) break;
      content_builder.take_until(special);
      const char escaped = peek();
      const bool is_delimiter = escaped == quoted.closing || (!regexp && escaped == quoted.opening);
      const bool crlf = escaped == '\r' && peek(1) == '\n';
      if ((escaped == '\n' || crlf) && !(escaped == '\\')) {
        if (crlf) current.end++;
        if (!regexp && !quoted.interpolates) content_builder.put("\\\n");
        if (heredoc_end_ != kNowhere) {
          resume_after_heredocs();
          content_builder.finish_taken();
          return TokenKind::StringContent;
        }
        current.end++;
      } else if (escaped == '\r') {
        if (regexp ? quoted.closing != '\r' : !quoted.interpolates) content_builder.put('\\');
        content_builder.put('\r');
        current.end++;
      } else if (regexp && std::string_view("cCMux").find(escaped) != std::string_view::npos) {
        EscapeReader(*this, content_builder.buffer()).read_regexp();
      } else if (!regexp && escaped == '\\') {
        content_builder.put('\\');
        current.end++;
      } else if (is_delimiter) {
        if (regexp && keeps_backslash(escaped)) content_builder.put('\\');
        content_builder.put(escaped);
        current.end++;
      } else if (!regexp && quoted.interpolates) {
        EscapeReader(*this, content_builder.buffer()).read();
      } else {
        const size_t width = std::max<size_t>(width_at(current.end), 1);
        if (!regexp || !is_non_ascii(escaped)) content_builder.put('\\');
        content_builder.put(text_.substr(current.end, width));
        current.end += static_cast<uint32_t>(width);
      }
      content_builder.continue_at(current.end);
      continue;
    }
    // A line end; CR LF counts as LF.
    if (c == '\r') {
      if (at(special + 1) != '\n') {
        current.end = special + 1;
        continue;
      }
      content_builder.take_until(special);
      content_builder.continue_at(++special);
    }
    current.end = special + 1;
    if (heredoc_end_ != kNowhere) {
      resume_after_heredocs();
      content_builder.finish();
      return TokenKind::StringContent;
    }
  }
  current.end = size();
  content_builder.finish();
  return TokenKind::StringContent;
}

// --- Heredocs ----------------------------------------------------------------------------------------------

uint32_t Lexer::heredoc_end_at(uint32_t line) const {
  const LexMode& heredoc = mode();
  const uint32_t length = heredoc.identifier.length();
  if (uint64_t{line} + length > size()) return kNowhere;
  const uint32_t newline = next_newline(line);
  uint32_t line_end = newline == kNowhere ? size() : newline;
  if (newline != kNowhere && line_end > 0 && text_[line_end - 1] == '\r') line_end--;
  if (line_end < line + length) return kNowhere;
  // The terminator is matched from the end of the line: it may itself begin with blanks.
  const uint32_t terminator = line_end - length;
  uint32_t cursor = line;
  if (heredoc.indent != LexMode::Indent::None) {
    while (cursor < terminator && is_blank(text_[cursor])) cursor++;
  }
  if (cursor != terminator || text_.substr(terminator, length) != slice(heredoc.identifier)) return kNowhere;
  return newline == kNowhere ? size() : newline + 1;
}

/// Takes the indentation of the line at `line` into account; lines of blanks only do not count.
void Lexer::measure_indentation(uint32_t line) {
  static constexpr size_t kTabWidth = 8;
  LexMode& heredoc = modes_.back();
  if (heredoc.indent != LexMode::Indent::Tilde) return;
  size_t columns = 0;
  uint32_t cursor = line;
  for (; is_blank(at(cursor)); cursor++) {
    columns = at(cursor) == '\t' ? (columns / kTabWidth + 1) * kTabWidth : columns + 1;
  }
  if (at(cursor) != '\n') heredoc.common_indentation = std::min(heredoc.common_indentation, columns);
}

TokenKind Lexer::end_heredoc(uint32_t end) {
  const LexMode heredoc = mode();
  current.end = end;
  ended_heredoc_indentation_ = heredoc.common_indentation;
  if (at(heredoc.rest_of_line) == '\\' && current.end > current.start) {
    resume_at_ = kNowhere;
  } else {
    resume_at_ = heredoc.rest_of_line;
    heredoc_end_ = current.end;
  }
  state = kEnd;
  pop_mode();
  return TokenKind::HeredocEnd;
}

TokenKind Lexer::lex_heredoc() {
  if (resume_at_ != kNowhere) heredoc_end_ = kNowhere;
  begin_content_token();
  const bool continued = modes_.back().line_continues;
  modes_.back().line_continues = false;
  if (current.end >= size()) {
    error_unterminated_heredoc(mode().identifier);
    return end_heredoc(current.end);
  }
  if (starts_line(current.start)) {
    const uint32_t end = continued ? kNowhere : heredoc_end_at(current.start);
    if (end != kNowhere) return end_heredoc(end);
    measure_indentation(current.start);
  }

  const bool raw = mode().quote == '\'';
  ContentBuilder content_builder(*this, false);
  bool line_continued = false; // the newline found next was escaped
  uint32_t special = find_special(current.end, true);
  while (special != kNowhere) {
    const char c = text_[special];
    if (c == '\r' && at(special + 1) != '\n') {
      current.end = special + 1;
    } else if (c == '\r' || c == '\n') {
      if (c == '\r') {
        content_builder.take_until(special);
        content_builder.continue_at(++special);
      }
      current.end = special + 1;
      if (heredoc_end_ != kNowhere && heredoc_end_ > special) {
        resume_after_heredocs();
        content_builder.finish();
        return TokenKind::StringContent;
      }
      const bool tilde = mode().indent == LexMode::Indent::Tilde;
      const bool ends_next = !line_continued && heredoc_end_at(current.end) != kNowhere;
      if (!ends_next && tilde) measure_indentation(current.end);
      if (ends_next || tilde) {
        content_builder.finish();
        return TokenKind::StringContent;
      }
      line_continued = false;
    } else if (c == '#') {
      TokenKind kind = lex_interpolation(special);
      if (kind == TokenKind::StringContent) content_builder.finish();
      if (kind != kNoToken) return kind;
      line_continued = false;
    } else {
      current.end = special + 1;
      if (current.end == size()) break;
      content_builder.take_until(special);
      const char escaped = peek();
      const bool crlf = escaped == '\r' && peek(1) == '\n';
      if (escaped == '\n' || crlf) {
        if (crlf) current.end++;
        if (raw) {
          content_builder.put("\\\n");
        } else if (mode().indent == LexMode::Indent::Tilde) {
          content_builder.finish_taken();
          current.end++;
          modes_.back().line_continues = true;
          return TokenKind::StringContent;
        }
        line_continued = !raw;
        special = current.end; // the newline is looked at next, for the terminator after it
        content_builder.continue_at(special + 1);
        continue;
      }
      if (escaped == '\r') {
        if (raw) content_builder.put('\\');
        content_builder.put('\r');
        current.end++;
      } else if (raw) {
        const size_t width = std::max<size_t>(width_at(current.end), 1);
        content_builder.put('\\');
        content_builder.put(text_.substr(current.end, width));
        current.end += static_cast<uint32_t>(width);
      } else {
        EscapeReader(*this, content_builder.buffer()).read();
      }
      content_builder.continue_at(current.end);
      line_continued = false;
    }
    special = find_special(current.end, true);
  }
  current.end = size();
  content_builder.finish();
  return TokenKind::StringContent;
}

} // namespace miniyarv
