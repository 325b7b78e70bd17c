#include "frontend/syntax/regexp_scan.hpp"

namespace miniyarv {
namespace {

class RegexpScanner {
public:
  RegexpScanner(std::string_view pattern, bool extended, Encoding encoding, const RegexpEvents& events)
      : pattern_(pattern), extended_(extended), encoding_(encoding), events_(events) {}

  void scan() {
    do {
      if (at_end() || !alternative(0)) return;
    } while (accept('|'));
  }

private:
  static constexpr int kMaxDepth = 1000;

  bool at_end() const { return at_ >= pattern_.size(); }
  char peek(size_t ahead = 0) const { return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0'; }
  bool accept(char c) {
    if (at_end() || pattern_[at_] != c) return false;
    at_++;
    return true;
  }
  bool skip_past(char c) {
    const size_t found = pattern_.find(c, at_);
    if (found == std::string_view::npos) return false;
    at_ = found + 1;
    return true;
  }
  void error(size_t start, size_t end, std::string_view message) {
    events_.on_error(pattern_.substr(start, end - start), message);
  }
  bool too_deep(int depth) {
    if (depth < kMaxDepth) return false;
    error(0, pattern_.size(), "parse depth limit over");
    return true;
  }

  // Each returns false if the rest of the pattern cannot be followed.

  bool alternative(int depth) {
    if (too_deep(depth) || !item(depth)) return false;
    while (!at_end() && peek() != ')' && peek() != '|') {
      if (!item(depth)) return false;
    }
    return true;
  }

  bool item(int depth) {
    const char c = peek();
    switch (c) {
    case '\\': at_ += at_ + 1 < pattern_.size() ? 2 : 1; return quantifiers();
    case '(': at_++; return group(depth) && quantifiers();
    case '[': at_++; return character_class(depth) && quantifiers();
    case '*':
    case '?':
    case '+':
      at_++;
      error(at_ - 1, at_, "target of repeat operator is not specified");
      return true;
    case ')':
      at_++;
      error(at_ - 1, at_, "unmatched close parenthesis");
      return true;
    default: break;
    }
    if (c == '#' && extended_) {
      if (!skip_past('\n')) at_ = pattern_.size();
      return true;
    }
    const size_t width = character_width(encoding_, pattern_.substr(at_));
    at_ += width;
    return width > 0 && quantifiers();
  }

  bool quantifiers() {
    for (;;) {
      switch (peek()) {
      case '*':
      case '+':
      case '?': at_++; break;
      case '{':
        at_++;
        skip_repetition();
        break;
      default: return true;
      }
    }
  }

  /// `2,3}` after a brace; anything else is plain text.
  void skip_repetition() {
    const size_t start = at_;
    while (is_digit(peek())) at_++;
    const bool minimum = at_ > start;
    if (accept(',')) {
      const size_t maximum = at_;
      while (is_digit(peek())) at_++;
      if (!minimum && at_ == maximum) at_ = start;
    } else if (!minimum) {
      at_ = start;
    }
    if (at_ == start || !accept('}')) at_ = start;
  }

  bool character_class(int depth) {
    if (too_deep(depth)) return false;
    if (accept(']')) {
      error(at_ - 1, at_, "empty char-class");
      return true;
    }
    const size_t start = at_;
    if (peek() == '[' && peek(1) == ':') { // a class that is one POSIX class
      at_ += 2;
      accept('^');
      if (skip_past(':') && accept(']') && accept(']')) return true;
      at_ = start;
    }
    accept('^');
    while (!at_end() && peek() != ']') {
      const char c = pattern_[at_++];
      if (c == '[') {
        character_class(depth + 1);
      } else if (c == '\\' && !at_end()) {
        at_++;
      }
    }
    return accept(']');
  }

  bool group(int depth) {
    const size_t start = at_;
    const bool extended = extended_;
    if (accept('?')) {
      if (at_end()) {
        error(start, at_, "end pattern in group");
        return false;
      }
      bool closed = false;
      if (!group_head(start, closed)) return false;
      if (closed) return true;
    }
    bool valid = true;
    while (valid && !at_end() && peek() != ')') {
      valid = alternative(depth + 1);
      accept('|');
    }
    extended_ = extended;
    if (!valid) return false;
    if (accept(')')) return true;
    error(start, at_, "end pattern with unmatched parenthesis");
    return false;
  }

  /// What follows `(?`. `closed` tells that it was the whole group.
  bool group_head(size_t start, bool& closed) {
    const char c = peek();
    switch (c) {
    case '#':
      at_++;
      if (at_end()) {
        error(start, at_, "end pattern in group");
        return false;
      }
      closed = true;
      while (skip_past(')')) {
        if (pattern_[at_ - 2] != '\\') return true;
      }
      return false;
    case ':':
    case '=':
    case '!':
    case '>':
    case '~': at_++; return true;
    case '<':
      at_++;
      if (at_end()) {
        error(start, at_, "end pattern with unmatched parenthesis");
        return false;
      }
      return accept('=') || accept('!') || group_name('>');
    case '\'': at_++; return group_name('\'');
    case '(': return skip_past(')');
    case 'i':
    case 'm':
    case 'x':
    case 'd':
    case 'a':
    case 'u':
    case '-': return options(closed);
    default:
      at_++;
      error(at_ - 1, at_, "undefined group option");
      return true;
    }
  }

  bool group_name(char closing) {
    const size_t start = at_;
    if (!skip_past(closing)) return false;
    const std::string_view name = pattern_.substr(start, at_ - 1 - start);
    if (name.empty() && closing == '>') error(start, at_, "group name is empty");
    if (events_.on_name) events_.on_name(name);
    return true;
  }

  /// `i-m:` or `x)`. An x changes how the rest of the group is read.
  bool options(bool& closed) {
    bool add = true;
    bool extended = extended_;
    for (; !at_end() && peek() != ':' && peek() != ')'; at_++) {
      const char c = peek();
      if (c == '-' && add) {
        add = false;
        continue;
      }
      if (std::string_view(add ? "imxdau" : "imx").find(c) == std::string_view::npos) return false;
      if (c == 'x') extended = add;
    }
    if (at_end()) return false;
    extended_ = extended;
    closed = accept(')');
    return true;
  }

  const std::string_view pattern_;
  bool extended_;
  const Encoding encoding_;
  const RegexpEvents& events_;
  size_t at_ = 0;
};

} // namespace

void scan_regexp(std::string_view pattern, bool extended, Encoding encoding, const RegexpEvents& events) {
  RegexpScanner(pattern, extended, encoding, events).scan();
}

} // namespace miniyarv
