#include "frontend/syntax/source.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

Source::Source(std::string path, std::string text, int first_line)
    : path_(std::move(path)), text_(std::move(text)), first_line_(first_line) {
  line_starts_.push_back(0);
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  for (const char* at = begin; at < end;) {
    const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    if (!newline) break;
    at = static_cast<const char*>(newline) + 1;
    line_starts_.push_back(static_cast<uint32_t>(at - begin));
  }
}

size_t Source::line_index(uint32_t offset) const {
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<size_t>(after - line_starts_.begin()) - 1;
}

std::string_view Source::line_text(size_t index) const {
  uint32_t start = line_starts_[index];
  size_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] - 1 : text_.size();
  return text().substr(start, end - start);
}

} // namespace miniyarv
