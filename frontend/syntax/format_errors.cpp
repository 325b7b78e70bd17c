// The message of a SyntaxError: the lines around each error, with carets and texts below them.

#include "frontend/syntax/characters.hpp"
#include "frontend/syntax/parse.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace miniyarv {
namespace {

/// Columns of a long line that are shown around its errors.
constexpr uint32_t kTruncate = 30;
/// Lines shown before and after an error.
constexpr int kContextLines = 2;

constexpr std::string_view kGray = "\033[2m", kRed = "\033[1;31m", kReset = "\033[m";

/// An error by line index and columns, both from 0.
struct LocatedError {
  const Diagnostic* error;
  int line;
  uint32_t column;
  uint32_t column_end; ///< after the error, or after its first line
};

class ErrorFormatter {
public:
  ErrorFormatter(const Source& source, bool highlight, bool with_messages)
      : source_(source), highlight_(highlight), with_messages_(with_messages) {}

  std::string format(std::vector<const Diagnostic*> errors) {
    // Of errors at one place the last found comes first.
    for (auto error = errors.rbegin(); error != errors.rend(); ++error) located_.push_back(locate(*error));
    std::stable_sort(located_.begin(), located_.end(), [](const LocatedError& a, const LocatedError& b) {
      return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
    const auto number = [&](const LocatedError& e) { return std::abs(e.line + source_.first_line()); };
    const int largest = std::max(number(located_.front()), number(located_.back()));
    digits_ = std::max(std::to_string(largest).size(), std::to_string(first_number()).size());

    int shown = -1; // index of the last line shown
    for (size_t i = 0; i < located_.size(); i++) {
      const LocatedError& error = located_[i];
      if (i == 0) shown = std::max(error.line - kContextLines - 1, -1);
      show_lines_before(error, shown, i == 0);
      if (i == 0 || error.line != shown) {
        begin_error_line(i);
        shown = error.line;
      }
      print_carets(error);
      const bool last = i + 1 == located_.size();
      const int next = last ? context_end() : located_[i + 1].line;
      for (int line = 0; line < kContextLines && next - shown > 1; line++) print_line(++shown);
    }
    return std::move(out_);
  }

private:
  /// Line after the last that is shown as context: the end of the text is none.
  int context_end() const {
    const auto count = static_cast<int>(source_.line_count());
    return line_bytes(count - 1).empty() ? count - 1 : count;
  }
  int first_number() const { return located_.front().line + source_.first_line(); }

  LocatedError locate(const Diagnostic* error) const {
    const size_t line = source_.line_index(error->loc.start);
    const uint32_t column = error->loc.start - source_.line_start(line);
    uint32_t end = error->loc.end - source_.line_start(line);
    if (source_.line_index(error->loc.end) != line) {
      end = source_.line_start(line + 1) - source_.line_start(line) - 1;
    }
    return {error, static_cast<int>(line), column, std::max(end, column + 1)};
  }

  /// The bytes of a line with its newline.
  std::string_view line_bytes(int line) const {
    const auto index = static_cast<size_t>(line);
    const uint32_t start = source_.line_start(index);
    const size_t end =
        index + 1 < source_.line_count() ? source_.line_start(index + 1) : source_.text().size();
    return source_.text().substr(start, end - start);
  }

  static size_t width_at(std::string_view bytes, size_t at) {
    return at < bytes.size() ? std::max<size_t>(utf8_width(bytes.substr(at)), 1) : 1;
  }

  void paint(std::string_view color, std::string_view text) {
    if (highlight_) out_ += color;
    out_ += text;
    if (highlight_) out_ += kReset;
  }

  /// `marker` stands before the number: blanks, or an arrow for a line with errors.
  void print_number(int line) {
    const std::string number = std::to_string(line + source_.first_line());
    const std::string padding(digits_ > number.size() ? digits_ - number.size() : 0, ' ');
    paint(kGray, padding + number + " | ");
  }

  void print_line(int line) {
    out_ += "  ";
    print_number(line);
    const std::string_view bytes = line_bytes(line);
    out_ += bytes;
    if (bytes.empty() || bytes.back() != '\n') out_ += '\n';
  }

  void show_lines_before(const LocatedError& error, int& shown, bool first) {
    const int gap = error.line - shown;
    if (gap <= 1) return;
    if (gap > kContextLines) {
      if (!first && gap > kContextLines + 1) {
        out_ += "  ";
        paint(kGray, std::string(std::min<size_t>(digits_, 4) + 4, '~'));
        out_ += '\n';
      }
      print_line(error.line - 2);
    }
    print_line(error.line - 1);
  }

  /// The line of error number `index`, shortened at both ends if it is long.
  void begin_error_line(size_t index) {
    const LocatedError& error = located_[index];
    paint(kRed, "> ");
    print_number(error.line);
    uint32_t column_end = error.column_end;
    for (size_t i = index + 1; i < located_.size() && located_[i].line == error.line; i++) {
      column_end = std::max(column_end, located_[i].column_end);
    }
    std::string_view bytes = line_bytes(error.line);
    at_end_ = bytes.empty();
    first_column_ = error.column >= kTruncate ? error.column : 0;
    bool cut = false;
    if (bytes.size() >= size_t{column_end} + kTruncate) {
      size_t end = 0;
      while (end + width_at(bytes, end) <= size_t{column_end} + kTruncate) end += width_at(bytes, end);
      bytes = bytes.substr(0, end);
      cut = true;
    }
    if (first_column_ > 0) out_ += "... ";
    out_ += bytes.substr(std::min<size_t>(first_column_, bytes.size()));
    if (cut) {
      out_ += " ...\n";
    } else if (!at_end_ && (bytes.empty() || bytes.back() != '\n')) {
      out_ += '\n';
    }
  }

  void print_carets(const LocatedError& error) {
    if (at_end_) out_ += '\n';
    out_ += "  ";
    paint(kGray, std::string(digits_, ' ') + " | ");
    const std::string_view bytes = line_bytes(error.line);
    uint32_t column = first_column_;
    if (column > 0) out_ += "    ";
    for (; column < error.column; column += static_cast<uint32_t>(width_at(bytes, column))) out_ += ' ';
    std::string carets = "^";
    column += static_cast<uint32_t>(width_at(bytes, column));
    for (; column < error.column_end; column += static_cast<uint32_t>(width_at(bytes, column))) carets += '~';
    paint(kRed, carets);
    if (with_messages_) (out_ += ' ') += error.error->message;
    out_ += '\n';
  }

  const Source& source_;
  const bool highlight_;
  const bool with_messages_;
  std::vector<LocatedError> located_;
  size_t digits_ = 1;
  uint32_t first_column_ = 0; ///< of the current error line, if its beginning is left out
  bool at_end_ = false;       ///< the current error line is the empty one after the last newline
  std::string out_;
};

/// Whether the lines that an error covers can be shown.
bool is_valid_text(const Source& source, Location loc) {
  const uint32_t start = source.line_start(source.line_index(loc.start));
  const size_t last = source.line_index(loc.end);
  const size_t end = last + 1 < source.line_count() ? source.line_start(last + 1) : source.text().size();
  std::string_view bytes = source.text().substr(start, end - start);
  while (!bytes.empty()) {
    const size_t width = utf8_width(bytes);
    if (width == 0) return false;
    bytes.remove_prefix(width);
  }
  return true;
}

std::string position(const Source& source, const Diagnostic& error) {
  return source.path() + ":" + std::to_string(source.line(error.loc.start)) + ": ";
}

} // namespace

std::string format_errors(const ParseResult& result, bool highlight) {
  const Source& source = result.source();
  std::vector<const Diagnostic*> errors;
  bool valid = true;
  for (const Diagnostic& error : result.errors()) {
    if (error.level == Diagnostic::Level::LoadError) return error.message;
    errors.push_back(&error);
    valid = valid && is_valid_text(source, error.loc);
    if (error.level == Diagnostic::Level::ArgumentError) {
      std::string text = position(source, error) + error.message;
      if (valid) text += "\n" + ErrorFormatter(source, highlight, false).format({&error});
      return text;
    }
  }
  if (errors.empty()) return {};
  std::string text = position(source, *errors.front()) +
                     (errors.size() > 1 ? "syntax errors found\n" : "syntax error found\n");
  if (valid) return text + ErrorFormatter(source, highlight, true).format(errors);
  for (const Diagnostic* error : errors) {
    if (error != errors.front()) text += '\n';
    text += position(source, *error) + error->message;
  }
  return text;
}

} // namespace miniyarv
