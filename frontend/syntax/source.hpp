#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// A range of bytes `[start, end)` of a source. An absent location stands for a token that was not written.
struct Location {
  static constexpr uint32_t kAbsent = UINT32_MAX;

  uint32_t start = kAbsent;
  uint32_t end = kAbsent;

  constexpr bool present() const { return start != kAbsent; }
  constexpr explicit operator bool() const { return present(); }
  constexpr uint32_t length() const { return end - start; }
  constexpr bool operator==(const Location&) const = default;
};

/// A program's text with the table that turns byte offsets into lines. Immutable once made.
class Source {
public:
  /// The largest text that can be parsed, in bytes: offsets are 32 bits.
  static constexpr size_t kMaxSize = UINT32_MAX - 16;

  Source() : Source("", "") {}
  Source(std::string path, std::string text, int first_line = 1);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  int first_line() const { return first_line_; }

  /// The bytes of `location`, which must be present.
  std::string_view slice(Location location) const { return text().substr(location.start, location.length()); }

  /// Line number of the byte at `offset` (the first line is `first_line()`). Logarithmic in the line count.
  int line(uint32_t offset) const { return static_cast<int>(line_index(offset)) + first_line_; }
  /// Column of the byte at `offset`: bytes from the start of its line, from 0.
  uint32_t column(uint32_t offset) const { return offset - line_starts_[line_index(offset)]; }

  size_t line_count() const { return line_starts_.size(); }
  /// Index from 0 of the line that holds `offset`.
  size_t line_index(uint32_t offset) const;
  uint32_t line_start(size_t index) const { return line_starts_[index]; }
  /// The text of a line without its newline.
  std::string_view line_text(size_t index) const;

private:
  std::string path_;
  std::string text_;
  int first_line_;
  std::vector<uint32_t> line_starts_;
};

} // namespace miniyarv
