// Questions about files: class methods of File, functions of FileTest, methods of File::Stat.

#include "vm/convert.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <unistd.h>

namespace miniyarv {

namespace {

using Test = bool (*)(const FileStatus&);

template <mode_t type> bool has_type(const FileStatus& st) { return (st.st_mode & S_IFMT) == type; }
template <mode_t bit> bool has_bit(const FileStatus& st) { return st.st_mode & bit; }
bool exists(const FileStatus&) { return true; }
bool is_empty(const FileStatus& st) { return st.st_size == 0; }
bool is_owned(const FileStatus& st) { return st.st_uid == geteuid(); }
bool is_group_owned(const FileStatus& st) { return st.st_gid == getegid(); }

template <Test test> bool file_test(VM& vm, Value, Value file) {
  FileStatus st{};
  return file_status(vm, file, st) && test(st);
}

/// access(2) with the effective or the real user.
template <int access, bool real> bool accessible(VM& vm, Value, Value file) {
  if (is_io(file)) {
    FileStatus st{};
    return file_status(vm, file, st) && st.st_mode & (access == R_OK ? 0444 : access == W_OK ? 0222 : 0111);
  }
  const std::string path = path_argument(vm, file);
  return (real ? ::access(path.c_str(), access) : ::eaccess(path.c_str(), access)) == 0;
}

/// The permission bits when everybody may, else nil.
template <mode_t bit> Value world_accessible(VM& vm, Value, Value file) {
  FileStatus st{};
  if (!file_status(vm, file, st) || !(st.st_mode & bit)) return Qnil;
  return Value::fixnum(st.st_mode & 0777);
}

bool file_is_symlink(VM& vm, Value, Value file) {
  FileStatus st{};
  return ::lstat(path_argument(vm, file).c_str(), &st) == 0 && S_ISLNK(st.st_mode);
}

int64_t file_size(VM& vm, Value, Value file) {
  return file_status_or_raise(vm, file, "rb_file_s_size").st_size;
}

Value file_size_or_nil(VM& vm, Value, Value file) {
  FileStatus st{};
  return file_status(vm, file, st) && st.st_size > 0 ? int_new(vm, st.st_size) : Qnil;
}

bool file_identical(VM& vm, Value, Value a, Value b) {
  FileStatus x{}, y{};
  return file_status(vm, a, x) && file_status(vm, b, y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

constexpr NativeMethod kTests[] = {
    {"exist?", native<file_test<exists>>},
    {"file?", native<file_test<has_type<S_IFREG>>>},
    {"directory?", native<file_test<has_type<S_IFDIR>>>},
    {"blockdev?", native<file_test<has_type<S_IFBLK>>>},
    {"chardev?", native<file_test<has_type<S_IFCHR>>>},
    {"pipe?", native<file_test<has_type<S_IFIFO>>>},
    {"socket?", native<file_test<has_type<S_IFSOCK>>>},
    {"symlink?", native<file_is_symlink>},
    {"empty?", native<file_test<is_empty>>},
    {"zero?", native<file_test<is_empty>>},
    {"size", native<file_size>},
    {"size?", native<file_size_or_nil>},
    {"owned?", native<file_test<is_owned>>},
    {"grpowned?", native<file_test<is_group_owned>>},
    {"setuid?", native<file_test<has_bit<S_ISUID>>>},
    {"setgid?", native<file_test<has_bit<S_ISGID>>>},
    {"sticky?", native<file_test<has_bit<S_ISVTX>>>},
    {"readable?", native<accessible<R_OK, false>>},
    {"readable_real?", native<accessible<R_OK, true>>},
    {"writable?", native<accessible<W_OK, false>>},
    {"writable_real?", native<accessible<W_OK, true>>},
    {"executable?", native<accessible<X_OK, false>>},
    {"executable_real?", native<accessible<X_OK, true>>},
    {"world_readable?", native<world_accessible<S_IROTH>>},
    {"world_writable?", native<world_accessible<S_IWOTH>>},
    {"identical?", native<file_identical>},
};

} // namespace

bool file_status(VM& vm, Value file, FileStatus& out) {
  const Value io = is_io(file) ? file : is_string(file) ? Qundef : vm.call_if_responds(file, ids::to_io);
  if (!io.is_undef()) return ::fstat(io_stream(vm, to_io(vm, io)).fd, &out) == 0;
  return ::stat(path_argument(vm, file).c_str(), &out) == 0;
}

FileStatus file_status_or_raise(VM& vm, Value file, const char* function) {
  FileStatus st{};
  if (file_status(vm, file, st)) return st;
  const int error = errno;
  raise_errno(vm, error, is_io(file) ? io_payload(file).path : path_argument(vm, file), function);
}

void init_file_test(VM& vm) {
  define_singleton_natives(vm, vm.cFile, kTests);
  define_module_functions(vm, vm.mFileTest, kTests);
}

} // namespace miniyarv
