// Dir: folders, their entries, the current one, and globbing.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/glob.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/path.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <memory>
#include <pwd.h>
#include <unistd.h>

namespace miniyarv {

namespace {

// --- Dir objects ---

struct CloseDir {
  void operator()(DIR* d) const { ::closedir(d); }
};
struct Folder {
  std::unique_ptr<DIR, CloseDir> dir;
  std::string path;
};
void destroy_folder(void* payload) { static_cast<Folder*>(payload)->~Folder(); }
const DataType kDirType{"Dir", nullptr, destroy_folder, nullptr};

Value dir_allocate(VM& vm, Class* klass) { return vm.heap.make_data(klass, kDirType, Folder{}); }

Folder& payload(Value self) { return self.as<DataObject>()->get<Folder>(); }

Folder& folder(VM& vm, Value self) {
  Folder& f = payload(self);
  if (!f.dir) raise(vm, vm.eIOError, f.path.empty() ? "uninitialized Dir" : "closed directory");
  return f;
}

void dir_initialize(VM& vm, Value self, Value name, Keywords) {
  const std::string path = path_argument(vm, name);
  Folder& f = payload(self);
  f.dir.reset(::opendir(path.c_str()));
  if (!f.dir) raise_errno(vm, errno, path, "dir_initialize");
  f.path = path;
}

Value dir_read(VM& vm, Value self) {
  const dirent* entry = ::readdir(folder(vm, self).dir.get());
  return entry ? Value(str_new(vm, entry->d_name)) : Qnil;
}

Value dir_rewind(VM& vm, Value self) {
  ::rewinddir(folder(vm, self).dir.get());
  return self;
}
int64_t dir_tell(VM& vm, Value self) { return ::telldir(folder(vm, self).dir.get()); }
Value dir_seek(VM& vm, Value self, int64_t at) {
  ::seekdir(folder(vm, self).dir.get(), at);
  return self;
}
void dir_close(VM&, Value self) { payload(self).dir.reset(); }
int64_t dir_fileno(VM& vm, Value self) { return ::dirfd(folder(vm, self).dir.get()); }
Value dir_path(VM& vm, Value self) {
  const Folder& f = payload(self);
  return f.path.empty() ? Qnil : Value(str_new(vm, f.path));
}
String* dir_inspect(VM& vm, Value self) { return str_new(vm, cat("#<Dir:", payload(self).path, ">")); }

constexpr NativeMethod kMethods[] = {
    {"initialize", native<dir_initialize>, Visibility::Private},
    {"read", native<dir_read>},
    {"rewind", native<dir_rewind>},
    {"tell", native<dir_tell>},
    {"pos", native<dir_tell>},
    {"seek", native<dir_seek>},
    {"close", native<dir_close>},
    {"fileno", native<dir_fileno>},
    {"path", native<dir_path>},
    {"to_path", native<dir_path>},
    {"inspect", native<dir_inspect>},
};

// --- Class methods ---

bool is_dots(const std::string& name) { return name == "." || name == ".."; }

Array* string_array(VM& vm, const std::vector<std::string>& names) {
  Array* list = ary_new(vm, names.size());
  for (const std::string& name : names) ary_push(vm, list, str_new(vm, name));
  return list;
}

std::vector<std::string> names_in(VM& vm, Value name, bool with_dots) {
  const std::string path = path_argument(vm, name);
  std::vector<std::string> names;
  if (!list_directory(path, names)) raise_errno(vm, errno, path, "dir_initialize");
  if (!with_dots) names.erase(std::remove_if(names.begin(), names.end(), is_dots), names.end());
  return names;
}

Array* dir_s_entries(VM& vm, Value, Value name, Keywords) {
  return string_array(vm, names_in(vm, name, true));
}
Array* dir_s_children(VM& vm, Value, Value name, Keywords) {
  return string_array(vm, names_in(vm, name, false));
}

bool dir_s_exist(VM& vm, Value, Value name) {
  FileStatus st{};
  return file_status(vm, name, st) && S_ISDIR(st.st_mode);
}

bool dir_s_empty(VM& vm, Value, Value name) {
  std::vector<std::string> names;
  return list_directory(path_argument(vm, name), names) && std::all_of(names.begin(), names.end(), is_dots);
}

int64_t dir_s_mkdir(VM& vm, Value, Value name, std::optional<int64_t> mode) {
  const std::string path = path_argument(vm, name);
  if (::mkdir(path.c_str(), static_cast<mode_t>(mode.value_or(0777))) != 0)
    raise_errno(vm, errno, path, "dir_s_mkdir");
  return 0;
}

int64_t dir_s_rmdir(VM& vm, Value, Value name) {
  const std::string path = path_argument(vm, name);
  if (::rmdir(path.c_str()) != 0) raise_errno(vm, errno, path, "dir_s_rmdir");
  return 0;
}

String* dir_s_pwd(VM& vm, Value) {
  const std::string cwd = path::current_directory();
  if (cwd.empty()) raise_errno(vm, errno, "getcwd");
  return str_new(vm, cwd);
}

void change_directory(VM& vm, const std::string& path) {
  if (::chdir(path.c_str()) != 0) raise_errno(vm, errno, path, "dir_chdir0");
}

/// Dir.chdir(path = HOME); with a block, back again behind it.
Value dir_s_chdir(VM& vm, Value, std::optional<Value> name) {
  std::string path;
  if (name) {
    path = path_argument(vm, *name);
  } else {
    const char* home = std::getenv("HOME");
    if (!home) raise_argument_error(vm, "HOME/LOGDIR not set");
    path = home;
  }
  if (!vm.block_given()) {
    change_directory(vm, path);
    return Value::fixnum(0);
  }
  const std::string before = path::current_directory();
  change_directory(vm, path);
  const Value argument = str_new(vm, path);
  return vm.ensure([&] { return vm.yield(argument); },
                   [&] {
                     // Nowhere to report that the former folder is gone.
                     [[maybe_unused]] const int failed = ::chdir(before.c_str());
                   });
}

String* dir_s_home(VM& vm, Value, std::optional<Value> user) {
  const bool given = user && !user->is_nil();
  return str_new(vm, expand_path(vm, str_new(vm, given ? cat("~", to_str(vm, *user)->view()) : "~"), Qnil));
}

// --- Globbing ---

void glob_pattern(VM& vm, Value pattern, const std::string& base, int flags, bool sorted, Array* out) {
  const std::string text = path_argument(vm, pattern);
  expand_braces(text, [&](std::string_view p) {
    for (const std::string& path : glob(p, base, flags, sorted)) ary_push(vm, out, str_new(vm, path));
  });
}

struct GlobOptions {
  std::string base;
  bool sorted = true;

  GlobOptions(VM& vm, const Keywords& k) {
    if (const Value v = k.get(vm, "base"); !v.is_undef() && !v.is_nil()) base = path_argument(vm, v);
    if (const Value v = k.get(vm, "sort"); !v.is_undef()) sorted = v.truthy();
  }
};

Array* glob_all(VM& vm, std::span<const Value> patterns, int flags, const GlobOptions& o) {
  Array* found = ary_new(vm);
  for (const Value pattern : patterns) {
    Array* list = is_string(pattern) ? nullptr : try_to_ary(vm, pattern);
    if (!list) {
      glob_pattern(vm, pattern, o.base, flags, o.sorted, found);
      continue;
    }
    for (size_t i = 0; i < list->size(); ++i)
      glob_pattern(vm, list->data()[i], o.base, flags, o.sorted, found);
  }
  return found;
}

Value dir_s_aref(VM& vm, Value, Rest patterns, Keywords k) {
  k.allow_only(vm, {"base", "sort"});
  return glob_all(vm, patterns.span(), 0, GlobOptions(vm, k));
}

/// For Dir.glob: the pattern or patterns, the flags, the keywords.
Array* dir_glob(VM& vm, Value, Value patterns, Value flags, Hash* keywords) {
  const Keywords k{keywords};
  k.allow_only(vm, {"base", "sort", "flags"});
  if (const Value v = k.get(vm, "flags"); !v.is_undef()) flags = v;
  return glob_all(vm, {&patterns, 1}, static_cast<int>(to_int64(vm, flags)), GlobOptions(vm, k));
}

constexpr NativeMethod kSingleton[] = {
    {"entries", native<dir_s_entries>}, {"children", native<dir_s_children>}, {"exist?", native<dir_s_exist>},
    {"empty?", native<dir_s_empty>},    {"mkdir", native<dir_s_mkdir>},       {"rmdir", native<dir_s_rmdir>},
    {"delete", native<dir_s_rmdir>},    {"unlink", native<dir_s_rmdir>},      {"pwd", native<dir_s_pwd>},
    {"getwd", native<dir_s_pwd>},       {"chdir", native<dir_s_chdir>},       {"home", native<dir_s_home>},
    {"[]", native<dir_s_aref>},
};
constexpr NativeMethod kPrimitives[] = {{"dir_glob", native<dir_glob>}};

} // namespace

void init_dir(VM& vm) {
  class_set_allocator(vm.cDir, dir_allocate, Type::Data);
  include_module(vm, vm.cDir, vm.mEnumerable);
  define_natives(vm, vm.cDir, kMethods);
  define_singleton_natives(vm, vm.cDir, kSingleton);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
