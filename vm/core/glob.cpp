#include "vm/core/glob.hpp"

#include "vm/core/path.hpp"

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <sys/stat.h>

namespace miniyarv {

bool list_directory(const std::string& path, std::vector<std::string>& names) {
  struct Close {
    void operator()(DIR* d) const { ::closedir(d); }
  };
  const std::unique_ptr<DIR, Close> dir(::opendir(path.c_str()));
  if (!dir) return false;
  while (const dirent* entry = ::readdir(dir.get())) names.emplace_back(entry->d_name);
  return true;
}

namespace {

class Glob {
public:
  Glob(std::string base, int flags, bool sorted) : base_(std::move(base)), flags_(flags), sorted_(sorted) {}

  std::vector<std::string> run(std::string_view pattern) {
    std::string prefix;
    while (!pattern.empty() && pattern.front() == '/') {
      prefix = "/";
      pattern.remove_prefix(1);
    }
    for (size_t at = 0; at <= pattern.size();) {
      const size_t end = std::min(pattern.find('/', at), pattern.size());
      parts_.emplace_back(pattern.substr(at, end - at));
      at = end + 1;
    }
    walk(prefix, 0);
    return std::move(found_);
  }

private:
  std::string on_disk(const std::string& path) const {
    if (base_.empty() || path::is_absolute(path)) return path.empty() ? "." : path;
    std::string full = base_;
    if (!path.empty()) path::join(full, path);
    return full;
  }
  bool is_directory(const std::string& path, bool follow) const {
    struct stat st {};
    const std::string file = on_disk(path);
    return (follow ? ::stat(file.c_str(), &st) : ::lstat(file.c_str(), &st)) == 0 && S_ISDIR(st.st_mode);
  }
  bool exists(const std::string& path) const {
    struct stat st {};
    return ::lstat(on_disk(path).c_str(), &st) == 0;
  }
  std::string unescaped(const std::string& part) const {
    if (flags_ & path::kNoEscape) return part;
    std::string out;
    for (size_t i = 0; i < part.size(); ++i) {
      if (part[i] == '\\' && i + 1 < part.size()) ++i;
      out += part[i];
    }
    return out;
  }
  std::vector<std::string> entries(const std::string& folder) const {
    std::vector<std::string> names;
    list_directory(on_disk(folder), names);
    if (sorted_) std::sort(names.begin(), names.end());
    return names;
  }
  static bool is_dots(const std::string& name) { return name == "." || name == ".."; }

  /// Everything that parts from `i` on match below `prefix`, which is empty or ends in "/".
  void walk(const std::string& prefix, size_t i) {
    const std::string& part = parts_[i];
    const bool last = i + 1 == parts_.size();
    if (part.empty()) { // "a/": directories only
      if (!last)
        walk(prefix, i + 1);
      else if (!prefix.empty() && is_directory(prefix, true))
        found_.push_back(prefix);
    } else if (part == "**" && !last) {
      walk_down(prefix, i);
    } else if (!path::has_magic(part, flags_) || part == "." || part == "..") {
      const std::string path = prefix + unescaped(part);
      if (last ? exists(path) : is_directory(path, true)) step(path, i, last);
    } else {
      for (const std::string& name : entries(prefix)) {
        if (name == ".." || (name == "." && !(last && flags_ & path::kDotMatch))) continue;
        if (!path::match(part, name, flags_ & ~path::kPathName)) continue;
        if (last || is_directory(prefix + name, true)) step(prefix + name, i, last);
      }
    }
  }

  void step(const std::string& path, size_t i, bool last) {
    if (last)
      found_.push_back(path);
    else
      walk(path + "/", i + 1);
  }

  /// "**/": here, and in every folder below that is not hidden and no link.
  void walk_down(const std::string& prefix, size_t i) {
    size_t next = i + 1;
    while (next + 1 < parts_.size() && parts_[next] == "**") ++next;
    walk(prefix, next);
    for (const std::string& name : entries(prefix)) {
      if (is_dots(name) || (name[0] == '.' && !(flags_ & path::kDotMatch))) continue;
      if (is_directory(prefix + name, false)) walk_down(prefix + name + "/", i);
    }
  }

  std::string base_;
  int flags_;
  bool sorted_;
  std::vector<std::string> parts_, found_;
};

} // namespace

std::vector<std::string> glob(std::string_view pattern, const std::string& base, int flags, bool sorted) {
  if (pattern.empty()) return {};
  return Glob(base, flags, sorted).run(pattern);
}

} // namespace miniyarv
