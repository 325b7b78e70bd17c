#include "vm/core/regexp_pattern.hpp"

#include "vm/core/text.hpp"

#include <algorithm>
#include <vector>

namespace miniyarv {

namespace {

/// What inline options can change on the way through a pattern.
struct Scope {
  bool extended;
  bool ignore_case;
  bool unicode;   ///< (?u): \w and the like match any script
  bool all_ascii; ///< (?a): POSIX brackets match ASCII only, too
};

class Translator {
public:
  Translator(std::string_view source, int options) : source_(source) {
    scopes_.push_back({(options & regexp_option::kExtended) != 0, (options & regexp_option::kIgnoreCase) != 0,
                       false, false});
  }

  TranslatedPattern run() {
    result_.text.reserve(source_.size() + 16);
    while (at_ < source_.size() && result_.error.empty()) step();
    return std::move(result_);
  }

private:
  Scope& scope() { return scopes_.back(); }
  bool more(size_t n = 0) const { return at_ + n < source_.size(); }
  std::string_view rest() const { return source_.substr(at_); }
  void copy(size_t n) {
    result_.text += source_.substr(at_, n);
    at_ += n;
  }
  void emit(std::string_view text) { result_.text += text; }
  void fail(const char* message) { result_.error = message; }

  void step() {
    const char c = source_[at_];
    if (c == '\\') return escape();
    if (class_depth_ > 0) return in_class(c);
    switch (c) {
    case '[': return open_class();
    case '(': return open_group();
    case ')':
      if (scopes_.size() > 1) scopes_.pop_back();
      return copy(1);
    case '#':
      if (scope().extended) return comment();
      return copy(1);
    case '{': return interval();
    default: return copy(1);
    }
  }

  /// Drops a comment of extended syntax: its brackets are not the pattern's.
  void comment() {
    const size_t end = source_.find('\n', at_);
    at_ = end == std::string_view::npos ? source_.size() : end;
  }

  /// `{n,m}` with n above m, which Oniguruma takes for something else, is an error to Ruby.
  void interval() {
    size_t i = at_ + 1;
    const auto number = [&] {
      int64_t n = -1;
      for (; i < source_.size() && ascii_digit(static_cast<unsigned char>(source_[i])) && n < INT32_MAX; ++i)
        n = std::max<int64_t>(n, 0) * 10 + (source_[i] - '0');
      return n;
    };
    const int64_t low = number();
    if (low >= 0 && i < source_.size() && source_[i] == ',') {
      ++i;
      const int64_t high = number();
      if (high >= 0 && high < low && i < source_.size() && source_[i] == '}')
        return fail("upper is smaller than lower in repeat range");
    }
    copy(1);
  }

  // --- Character classes ---

  void open_class() {
    ++class_depth_;
    copy(1);
    if (more() && source_[at_] == '^') copy(1);
    if (more() && source_[at_] == ']') literal_bracket();
  }

  /// `[]a]`: a bracket right after the opening one is a member, if the class is closed at all.
  void literal_bracket() {
    if (source_.find(']', at_ + 1) != std::string_view::npos) copy(1);
  }

  void in_class(char c) {
    if (c == '[' && rest().starts_with("[:")) {
      const size_t end = source_.find(":]", at_ + 2);
      if (end != std::string_view::npos && is_posix_name(source_.substr(at_ + 2, end - at_ - 2)))
        return copy(end + 2 - at_);
    }
    if (c == '[') return open_class();
    if (c == ']') --class_depth_;
    copy(1);
  }

  static bool is_posix_name(std::string_view name) {
    if (name.starts_with('^')) name.remove_prefix(1);
    for (const char c : name)
      if (!ascii_alpha(static_cast<unsigned char>(c))) return false;
    return !name.empty();
  }

  // --- Groups ---

  void open_group() {
    if (rest().starts_with("(?#")) {
      const size_t end = source_.find(')', at_);
      if (end == std::string_view::npos) return fail("end pattern in group");
      at_ = end + 1;
      return;
    }
    const Scope inherited = scope();
    if (!rest().starts_with("(?") || !more(2) || !is_option_letter(source_[at_ + 2])) {
      scopes_.push_back(inherited);
      return copy(1);
    }
    size_t end = at_ + 2;
    while (end < source_.size() && is_option_letter(source_[end])) ++end;
    if (end >= source_.size() || (source_[end] != ')' && source_[end] != ':')) {
      scopes_.push_back(inherited);
      return copy(1);
    }
    options(source_.substr(at_ + 2, end - at_ - 2), source_[end] == ':');
    at_ = end + 1;
  }

  static bool is_option_letter(char c) {
    return std::string_view("imxadu-").find(c) != std::string_view::npos;
  }

  /// `(?letters)`, which holds to the end of the enclosing group, or `(?letters:`, which opens one.
  void options(std::string_view letters, bool group) {
    Scope changed = scope();
    bool on = true;
    std::string kept;
    for (const char c : letters) {
      switch (c) {
      case '-': on = false; break;
      case 'x': changed.extended = on; break;
      case 'i': changed.ignore_case = on; break;
      case 'u': changed.unicode = on, changed.all_ascii = false; break;
      case 'a': changed.all_ascii = on, changed.unicode = false; break;
      case 'd': changed.all_ascii = changed.unicode = false; break;
      default: break;
      }
      if (c == '-' || c == 'i' || c == 'm' || c == 'x') kept += c;
      if (c != '-' && !on && (c == 'a' || c == 'd' || c == 'u')) fail("undefined group option");
    }
    const bool was_ascii = scope().all_ascii;
    if (changed.all_ascii && !was_ascii) kept = "WDSP" + kept;
    if (!changed.all_ascii && was_ascii) kept += kept.find('-') == std::string::npos ? "-WDSP" : "WDSP";
    if (group || !kept.empty()) emit("(?" + kept + (group ? ":" : ")"));
    if (group)
      scopes_.push_back(changed);
    else
      scope() = changed;
  }

  // --- Escapes ---

  void escape() {
    if (!more(1)) return fail("too short escape sequence");
    const char c = source_[at_ + 1];
    if (c == 'u') return unicode_escape();
    if (c == 'x' && more(2) && source_[at_ + 2] == '{') return fail("invalid hex escape");
    const bool ascii_meaning = !scope().unicode;
    if (ascii_meaning && std::string_view("wWdDsS").find(c) != std::string_view::npos) {
      at_ += 2;
      return emit(ascii_class(c));
    }
    copy(2);
  }

  /// The ASCII-only meaning of a class escape. As a nested class it can stand inside a class, too.
  std::string_view ascii_class(char c) {
    // Without regard to case, [a-z] would match the few other letters that fold to one of these.
    if (scope().ignore_case && class_depth_ == 0 && c == 'w') return "(?W:\\w)";
    if (scope().ignore_case && class_depth_ == 0 && c == 'W') return "(?W:\\W)";
    switch (c) {
    case 'w': return "[a-zA-Z0-9_]";
    case 'W': return "[^a-zA-Z0-9_]";
    case 'd': return "[0-9]";
    case 'D': return "[^0-9]";
    case 's': return "[\\x09-\\x0d\\x20]";
    default: return "[^\\x09-\\x0d\\x20]";
    }
  }

  void unicode_escape() {
    at_ += 2;
    if (!more()) return fail("too short escape sequence");
    if (source_[at_] != '{') return one_codepoint(4, 4);
    ++at_;
    bool any = false;
    for (;;) {
      while (more() && ascii_space(static_cast<unsigned char>(source_[at_]))) ++at_;
      if (!more()) return fail("unterminated Unicode escape");
      if (source_[at_] == '}') break;
      one_codepoint(1, 6);
      if (!result_.error.empty()) return;
      any = true;
    }
    ++at_;
    if (!any) fail("invalid Unicode list");
  }

  void one_codepoint(size_t min_digits, size_t max_digits) {
    uint32_t c = 0;
    size_t n = 0;
    for (; n < max_digits && more() && digit_value(source_[at_]) < 16; ++n, ++at_)
      c = c * 16 + static_cast<uint32_t>(digit_value(source_[at_]));
    if (n < min_digits) return fail(min_digits == 4 ? "invalid Unicode escape" : "invalid Unicode list");
    if (c > 0x10ffff) return fail("invalid Unicode range");
    if (!utf8::valid_codepoint(c)) return fail("invalid Unicode range");
    if (c > 0x7f) result_.unicode_escape = true;
    emit("\\x{" + hex_digits(c) + "}");
  }

  std::string_view source_;
  size_t at_ = 0;
  int class_depth_ = 0;
  std::vector<Scope> scopes_;
  TranslatedPattern result_;
};

} // namespace

TranslatedPattern translate_pattern(std::string_view source, int options) {
  return Translator(source, options).run();
}

} // namespace miniyarv
