// Magic comments: settings of a file in its comments.

#include "frontend/syntax/lexer.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

char lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool delimits_key(char c) { return c == '\'' || c == '"' || c == ':' || c == ';'; }

/// Walks through the settings of a comment: `key: value`, or several between `-*-` marks.
class MagicCommentReader {
public:
  /// `text` is the comment without its `#`.
  explicit MagicCommentReader(std::string_view text) : text_(text) {
    const size_t open = text.find("-*-");
    if (open == std::string_view::npos) return;
    const size_t close = text.find("-*-", open + 3);
    emacs_ = true;
    valid_ = close != std::string_view::npos;
    if (valid_) text_ = text.substr(open + 3, close - open - 3);
  }

  bool valid() const { return valid_; }

  /// Reads the next setting; false at the end or when the comment is no magic comment after all.
  bool next(std::string_view& key, std::string_view& value) {
    for (;;) {
      skip([](char c) { return delimits_key(c) || is_space(c); });
      key = take([](char c) { return !delimits_key(c) && !is_space(c); });
      skip(is_space);
      if (at_ >= text_.size()) return false;
      if (text_[at_] == ':') break;
      if (!emacs_) return valid_ = false;
    }
    at_++;
    skip(is_space);
    if (at_ >= text_.size()) return false;
    value = read_value();
    if (emacs_) {
      skip([](char c) { return c == ';' || is_space(c); });
    } else {
      skip(is_space);
      if (at_ < text_.size()) return valid_ = false;
    }
    return true;
  }

private:
  template <class Predicate> void skip(Predicate matches) {
    while (at_ < text_.size() && matches(text_[at_])) at_++;
  }
  template <class Predicate> std::string_view take(Predicate matches) {
    const size_t start = at_;
    skip(matches);
    return text_.substr(start, at_ - start);
  }
  std::string_view read_value() {
    if (text_[at_] != '"') return take([](char c) { return c != '"' && c != ';' && !is_space(c); });
    const size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    std::string_view value = text_.substr(start, at_ - start);
    if (at_ < text_.size()) at_++;
    return value;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool emacs_ = false;
  bool valid_ = true;
};

} // namespace

/// Applies the settings of the current comment token. False if it is no magic comment or names an unknown
/// encoding.
bool Lexer::lex_magic_comment(bool after_token) {
  std::string_view comment = slice(current);
  comment.remove_prefix(1);
  if (comment.size() <= 7) return false;
  MagicCommentReader reader(comment);
  if (!reader.valid()) return false;
  bool result = true;
  std::string_view key, value;
  while (reader.next(key, value)) apply_magic_comment(key, value, after_token, result);
  return reader.valid() && result;
}

void Lexer::apply_magic_comment(std::string_view key, std::string_view value, bool after_token,
                                bool& result) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '-', '_');
  if (current.start == encoding_comment_start &&
      (equal_ignoring_case(name, "encoding") || equal_ignoring_case(name, "coding"))) {
    result = set_encoding(value);
  }
  std::optional<bool>* setting = nullptr;
  if (equal_ignoring_case(name, "warn_indent")) {
    setting = &warn_indent;
  } else if (equal_ignoring_case(name, "frozen_string_literal")) {
    if (after_token) return error_here(Message::IgnoredFrozenStringLiteral);
    setting = &frozen_string_literal;
  }
  if (!setting) return;
  if (equal_ignoring_case(value, "true")) {
    *setting = true;
  } else if (equal_ignoring_case(value, "false")) {
    *setting = false;
  } else {
    error_here(Message::InvalidMagicCommentValue, {name, value});
  }
}

/// Looks for `coding[:=] name` anywhere in the first comment, for editors' own notations.
void Lexer::lex_encoding_comment() {
  const std::string_view comment = slice(current);
  if (comment.size() < 10) return;
  for (size_t at = 1; at + 6 < comment.size(); at++) {
    if (!equal_ignoring_case(comment.substr(at, 6), "coding")) continue;
    size_t cursor = at + 6;
    while (cursor < comment.size() && is_space(comment[cursor])) cursor++;
    if (cursor >= comment.size() || (comment[cursor] != '=' && comment[cursor] != ':')) continue;
    do {
      cursor++;
    } while (cursor < comment.size() && is_space(comment[cursor]));
    const size_t start = cursor;
    while (cursor < comment.size() &&
           (comment[cursor] == '-' || comment[cursor] == '_' || is_alphanumeric(comment[cursor]))) {
      cursor++;
    }
    if (start == comment.size()) return;
    if (!set_encoding(comment.substr(start, cursor - start))) {
      const auto base = current.start + static_cast<uint32_t>(start);
      error({base, base + static_cast<uint32_t>(cursor - start)}, Message::InvalidEncodingMagicComment);
    }
    return;
  }
}

bool Lexer::set_encoding(std::string_view name) {
  struct Known {
    std::string_view name;
    Encoding encoding;
    std::string_view canonical;
  };
  static constexpr Known kKnown[] = {
      {"utf-8", Encoding::Utf8, "UTF-8"},         {"cp65001", Encoding::Utf8, "UTF-8"},
      {"utf8-mac", Encoding::Utf8, "UTF8-MAC"},   {"utf-8-mac", Encoding::Utf8, "UTF8-MAC"},
      {"utf-8-hfs", Encoding::Utf8, "UTF8-MAC"},  {"us-ascii", Encoding::UsAscii, "US-ASCII"},
      {"ascii", Encoding::UsAscii, "US-ASCII"},   {"ansi_x3.4-1968", Encoding::UsAscii, "US-ASCII"},
      {"646", Encoding::UsAscii, "US-ASCII"},     {"ascii-8bit", Encoding::Binary, "ASCII-8BIT"},
      {"binary", Encoding::Binary, "ASCII-8BIT"},
  };
  // Names of line-end conventions may follow the encoding's, as in utf-8-unix.
  for (std::string_view suffix : {"-unix", "-dos", "-mac"}) {
    if (name.size() > suffix.size() &&
        equal_ignoring_case(name.substr(name.size() - suffix.size()), suffix) &&
        !equal_ignoring_case(name, "utf8-mac") && !equal_ignoring_case(name, "utf-8-mac")) {
      name.remove_suffix(suffix.size());
      break;
    }
  }
  for (const Known& known : kKnown) {
    if (!equal_ignoring_case(name, known.name)) continue;
    encoding = known.encoding;
    encoding_name = known.canonical;
    return true;
  }
  return false;
}

} // namespace miniyarv
