#include "vm/core/path.hpp"

#include "vm/core/text.hpp"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace miniyarv::path {

namespace {

std::string_view without_trailing_separators(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

} // namespace

std::string_view basename(std::string_view path) {
  if (path.empty()) return path;
  path = without_trailing_separators(path);
  if (path == "/") return path;
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view basename(std::string_view path, std::string_view suffix) {
  const std::string_view base = basename(path);
  if (suffix == ".*") {
    const size_t dot = base.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? base : base.substr(0, dot);
  }
  const bool has = base.size() > suffix.size() && base.substr(base.size() - suffix.size()) == suffix;
  return has ? base.substr(0, base.size() - suffix.size()) : base;
}

std::string_view dirname(std::string_view path) {
  const std::string_view trimmed = without_trailing_separators(path);
  const size_t slash = trimmed.rfind('/');
  if (slash == std::string_view::npos) return ".";
  std::string_view dir = trimmed.substr(0, slash);
  while (!dir.empty() && dir.back() == '/') dir.remove_suffix(1);
  return dir.empty() ? std::string_view("/") : dir;
}

std::string_view extname(std::string_view path) {
  const size_t slash = path.rfind('/');
  std::string_view base = slash == std::string_view::npos ? path : path.substr(slash + 1);
  while (!base.empty() && base.front() == '.') base.remove_prefix(1);
  const size_t dot = base.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  return base.substr(dot);
}

void join(std::string& path, std::string_view part) {
  if (!part.empty() && part.front() == '/') {
    while (!path.empty() && path.back() == '/') path.pop_back();
  } else if (path.empty() || path.back() != '/') {
    path += '/';
  }
  path += part;
}

bool is_absolute(std::string_view path) { return !path.empty() && path.front() == '/'; }

std::string expand(std::string_view path, std::string_view base) {
  std::string out(is_absolute(path) ? std::string_view() : base);
  if (out == "/") out.clear();
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      const size_t slash = out.rfind('/');
      if (slash != std::string::npos) out.resize(slash);
      continue;
    }
    out += '/';
    out += part;
  }
  return out.empty() ? "/" : out;
}

std::string current_directory() {
  std::string buffer(256, '\0');
  while (!getcwd(buffer.data(), buffer.size())) {
    if (errno != ERANGE) return {};
    buffer.resize(buffer.size() * 2);
  }
  buffer.resize(buffer.find('\0'));
  return buffer;
}

namespace {

/// One match of a pattern without "/" semantics beyond those of `flags`, from any place in the path.
class Matcher {
public:
  Matcher(std::string_view pattern, std::string_view path, int flags)
      : p_(pattern), s_(path), flags_(flags) {}
  bool run() { return match(0, 0); }

private:
  bool match(size_t p, size_t s);
  bool match_star(size_t p, size_t s);
  bool match_directories(size_t p, size_t s);
  /// A bracket expression at p: its end, and whether it holds `c`; npos when it is not closed.
  size_t bracket(size_t p, uint32_t c, bool& holds) const;
  bool hidden_at(size_t s) const {
    return s < s_.size() && s_[s] == '.' && !(flags_ & kDotMatch) &&
           (s == 0 || ((flags_ & kPathName) && s_[s - 1] == '/'));
  }
  static uint32_t fold(uint32_t c) {
    return c < 128 ? static_cast<uint32_t>(ascii_to_lower(static_cast<char>(c))) : c;
  }
  bool same(uint32_t a, uint32_t b) const { return flags_ & kCaseFold ? fold(a) == fold(b) : a == b; }
  static uint32_t next(std::string_view text, size_t& at) {
    const char* start = text.data() + at;
    const int n = utf8::char_length(start, text.data() + text.size());
    at += n ? static_cast<size_t>(n) : 1;
    return n ? utf8::decode(start, n) : static_cast<unsigned char>(*start);
  }

  std::string_view p_, s_;
  int flags_;
};

size_t Matcher::bracket(size_t p, uint32_t c, bool& holds) const {
  const bool negated = p < p_.size() && (p_[p] == '!' || p_[p] == '^');
  if (negated) ++p;
  holds = false;
  const auto literal = [&](uint32_t& out) {
    if (p < p_.size() && p_[p] == '\\' && !(flags_ & kNoEscape)) ++p;
    if (p >= p_.size()) return false;
    out = next(p_, p);
    return true;
  };
  while (p < p_.size() && p_[p] != ']') {
    uint32_t low = 0;
    if (!literal(low)) return std::string_view::npos;
    uint32_t high = low;
    if (p + 1 < p_.size() && p_[p] == '-' && p_[p + 1] != ']') {
      ++p;
      if (!literal(high)) return std::string_view::npos;
    }
    if ((low <= c && c <= high) || ((flags_ & kCaseFold) && fold(low) <= fold(c) && fold(c) <= fold(high)))
      holds = true;
  }
  if (p >= p_.size()) return std::string_view::npos;
  holds = holds != negated;
  return p + 1;
}

/// "**/": any number of directories.
bool Matcher::match_directories(size_t p, size_t s) {
  while (p_.substr(p, 3) == "**/") p += 3;
  for (;;) {
    if (match(p, s)) return true;
    if (hidden_at(s)) return false;
    const size_t slash = s_.find('/', s);
    if (slash == std::string_view::npos) return false;
    s = slash + 1;
  }
}

bool Matcher::match_star(size_t p, size_t s) {
  while (p < p_.size() && p_[p] == '*') ++p;
  if (hidden_at(s)) return false;
  for (;;) {
    if (match(p, s)) return true;
    if (s >= s_.size() || ((flags_ & kPathName) && s_[s] == '/')) return false;
    next(s_, s);
  }
}

bool Matcher::match(size_t p, size_t s) {
  while (p < p_.size()) {
    const bool segment_start = p == 0 || p_[p - 1] == '/';
    if ((flags_ & kPathName) && segment_start && p_.substr(p, 3) == "**/") return match_directories(p, s);
    if (p_[p] == '*') return match_star(p, s);
    if (s >= s_.size()) return false;
    if (p_[p] == '?' || p_[p] == '[') {
      if (hidden_at(s) || ((flags_ & kPathName) && s_[s] == '/')) return false;
      const uint32_t c = next(s_, s);
      if (p_[p++] == '?') continue;
      bool holds = false;
      p = bracket(p, c, holds);
      if (p == std::string_view::npos || !holds) return false;
      continue;
    }
    if (p_[p] == '\\' && !(flags_ & kNoEscape) && p + 1 < p_.size()) ++p;
    if (!same(next(p_, p), next(s_, s))) return false;
  }
  return s == s_.size();
}

} // namespace

bool match(std::string_view pattern, std::string_view path, int flags) {
  return Matcher(pattern, path, flags).run();
}

bool has_magic(std::string_view pattern, int flags) {
  return pattern.find_first_of(flags & kNoEscape ? "*?[" : "*?[\\") != std::string_view::npos;
}

} // namespace miniyarv::path
