// File's methods about names.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/path.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace miniyarv {

namespace {

String* file_basename(VM& vm, Value, Value name, std::optional<String*> suffix) {
  const std::string file = path_argument(vm, name);
  return str_new(vm, suffix ? path::basename(file, (*suffix)->view()) : path::basename(file));
}

String* file_dirname(VM& vm, Value, Value name, std::optional<int64_t> levels) {
  std::string file = path_argument(vm, name);
  const int64_t count = levels.value_or(1);
  if (count < 0) raise_argument_error(vm, cat("negative level: ", count));
  for (int64_t i = 0; i < count; ++i) {
    std::string parent(path::dirname(file));
    if (parent == file) break;
    file = std::move(parent);
  }
  return str_new(vm, file);
}

String* file_extname(VM& vm, Value, Value name) {
  return str_new(vm, path::extname(path_argument(vm, name)));
}

Array* file_split(VM& vm, Value, Value name) {
  const std::string file = path_argument(vm, name);
  const Value folder = str_new(vm, path::dirname(file));
  return ary_of(vm, folder, str_new(vm, path::basename(file)));
}

void join_into(VM& vm, std::string& out, bool& first, Value part) {
  if (Array* list = is_string(part) ? nullptr : try_to_ary(vm, part)) {
    const RecursionGuard guard(vm, Walk::Join, list);
    if (guard.recursive()) raise_argument_error(vm, "recursive array");
    for (size_t i = 0; i < list->size(); ++i) join_into(vm, out, first, list->data()[i]);
    return;
  }
  const std::string text = path_argument(vm, part);
  if (std::exchange(first, false))
    out = text;
  else
    path::join(out, text);
}

String* file_join(VM& vm, Value, Rest parts) {
  std::string out;
  bool first = true;
  for (const Value part : parts.span()) join_into(vm, out, first, part);
  return str_new(vm, out);
}

std::string home_of(VM& vm, const std::string& user) {
  if (user.empty()) {
    const char* home = std::getenv("HOME");
    if (!home) raise_argument_error(vm, "couldn't find HOME environment -- expanding '~'");
    if (!path::is_absolute(home)) raise_argument_error(vm, "non-absolute home");
    return home;
  }
  const passwd* entry = getpwnam(user.c_str());
  if (!entry) raise_argument_error(vm, cat("user ", user, " doesn't exist"));
  return entry->pw_dir;
}

String* file_expand_path(VM& vm, Value, Value name, std::optional<Value> folder) {
  return str_new(vm, expand_path(vm, name, folder.value_or(Qnil)));
}

std::string working_directory(VM& vm) {
  std::string cwd = path::current_directory();
  if (cwd.empty()) raise_errno(vm, errno, "getcwd");
  return cwd;
}

/// expand_path, but a "~" is only a name.
String* file_absolute_path(VM& vm, Value, Value name, std::optional<Value> folder) {
  const std::string file = path_argument(vm, name);
  std::string base = working_directory(vm);
  if (folder && !folder->is_nil()) base = path::expand(path_argument(vm, *folder), base);
  return str_new(vm, path::expand(file, base));
}

bool file_is_absolute_path(VM& vm, Value, Value name) { return path::is_absolute(path_argument(vm, name)); }

String* real_path(VM& vm, Value name, const std::optional<Value>& folder, bool last_may_be_missing) {
  std::string file = path_argument(vm, name);
  if (folder && !folder->is_nil() && !path::is_absolute(file)) {
    std::string base = path_argument(vm, *folder);
    path::join(base, file);
    file = std::move(base);
  }
  char resolved[PATH_MAX];
  if (::realpath(file.c_str(), resolved)) return str_new(vm, resolved);
  if (last_may_be_missing && errno == ENOENT &&
      ::realpath(std::string(path::dirname(file)).c_str(), resolved)) {
    std::string out = resolved;
    path::join(out, path::basename(file));
    return str_new(vm, out);
  }
  raise_errno(vm, errno, file, last_may_be_missing ? "rb_realpath_internal" : "dir_s_realpath");
}

String* file_realpath(VM& vm, Value, Value name, std::optional<Value> folder) {
  return real_path(vm, name, folder, false);
}
String* file_realdirpath(VM& vm, Value, Value name, std::optional<Value> folder) {
  return real_path(vm, name, folder, true);
}

bool file_fnmatch(VM& vm, Value, String* pattern, Value name, std::optional<Value> given_flags) {
  const std::string file = path_argument(vm, name);
  const int flags = match_flags(vm, given_flags);
  if (!(flags & path::kExtGlob)) return path::match(pattern->view(), file, flags);
  bool matched = false;
  expand_braces(std::string(pattern->view()),
                [&](std::string_view p) { matched = matched || path::match(p, file, flags); });
  return matched;
}

Value file_s_path(VM& vm, Value, Value name) { return str_new(vm, path_argument(vm, name)); }

constexpr NativeMethod kSingleton[] = {
    {"basename", native<file_basename>},
    {"dirname", native<file_dirname>},
    {"extname", native<file_extname>},
    {"split", native<file_split>},
    {"join", native<file_join>},
    {"expand_path", native<file_expand_path>},
    {"absolute_path", native<file_absolute_path>},
    {"absolute_path?", native<file_is_absolute_path>},
    {"realpath", native<file_realpath>},
    {"realdirpath", native<file_realdirpath>},
    {"fnmatch", native<file_fnmatch>},
    {"fnmatch?", native<file_fnmatch>},
    {"path", native<file_s_path>},
};

} // namespace

std::string expand_path(VM& vm, Value name, Value folder) {
  std::string file = path_argument(vm, name);
  if (!file.empty() && file[0] == '~') {
    const size_t slash = std::min(file.find('/'), file.size());
    file = home_of(vm, file.substr(1, slash - 1)) + file.substr(slash);
  }
  if (path::is_absolute(file)) return path::expand(file, "/");
  return path::expand(file, folder.is_nil() ? working_directory(vm) : expand_path(vm, folder, Qnil));
}

int match_flags(VM& vm, const std::optional<Value>& v) {
  return v && !v->is_nil() ? static_cast<int>(to_int64(vm, *v)) : 0;
}

void expand_braces(std::string_view pattern, const std::function<void(std::string_view)>& fn) {
  size_t open = std::string_view::npos, close = std::string_view::npos;
  int depth = 0;
  for (size_t i = 0; i < pattern.size() && close == std::string_view::npos; ++i) {
    if (pattern[i] == '\\')
      ++i;
    else if (pattern[i] == '{' && depth++ == 0)
      open = i;
    else if (pattern[i] == '}' && depth > 0 && --depth == 0)
      close = i;
  }
  if (close == std::string_view::npos) return fn(pattern);
  const std::string before(pattern.substr(0, open)), after(pattern.substr(close + 1));
  for (size_t at = open + 1; at <= close;) {
    size_t end = at;
    for (depth = 0; end < close && (depth > 0 || pattern[end] != ','); ++end) {
      if (pattern[end] == '\\')
        ++end;
      else if (pattern[end] == '{')
        ++depth;
      else if (pattern[end] == '}')
        --depth;
    }
    expand_braces(before + std::string(pattern.substr(at, end - at)) + after, fn);
    at = end + 1;
  }
}

void init_file_path(VM& vm) { define_singleton_natives(vm, vm.cFile, kSingleton); }

} // namespace miniyarv
