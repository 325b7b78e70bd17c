// Methods of File that change the file system.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace miniyarv {

namespace {

/// Calls fn(path) for each; raises Errno::* when it fails. Their number.
template <class F> int64_t each_path(VM& vm, std::span<const Value> paths, const char* function, F&& fn) {
  for (const Value v : paths) {
    const std::string path = path_argument(vm, v);
    if (fn(path.c_str()) != 0) raise_errno(vm, errno, path, function);
  }
  return static_cast<int64_t>(paths.size());
}

int64_t file_delete(VM& vm, Value, Rest paths) {
  return each_path(vm, paths.span(), "apply2files", ::unlink);
}

int64_t file_s_chmod(VM& vm, Value, int64_t mode, Rest paths) {
  return each_path(vm, paths.span(), "apply2files",
                   [&](const char* path) { return ::chmod(path, static_cast<mode_t>(mode)); });
}

/// An owner or group number: nil leaves it.
uint32_t owner_argument(VM& vm, Value v) {
  return v.is_nil() ? UINT32_MAX : static_cast<uint32_t>(to_int64(vm, v));
}

int64_t file_s_chown(VM& vm, Value, Value owner, Value group, Rest paths) {
  const uint32_t uid = owner_argument(vm, owner), gid = owner_argument(vm, group);
  return each_path(vm, paths.span(), "apply2files",
                   [&](const char* path) { return ::chown(path, uid, gid); });
}

using PairCall = int (*)(const char*, const char*);

template <PairCall call> int64_t with_pair(VM& vm, Value from, Value to, const char* function) {
  const std::string a = path_argument(vm, from), b = path_argument(vm, to);
  if (call(a.c_str(), b.c_str()) != 0) raise_errno(vm, errno, cat("(", a, ", ", b, ")"), function);
  return 0;
}

int64_t file_rename(VM& vm, Value, Value from, Value to) {
  return with_pair<::rename>(vm, from, to, "rb_file_s_rename");
}
int64_t file_link(VM& vm, Value, Value from, Value to) {
  return with_pair<::link>(vm, from, to, "rb_file_s_link");
}
int64_t file_symlink(VM& vm, Value, Value from, Value to) {
  return with_pair<::symlink>(vm, from, to, "rb_file_s_symlink");
}

String* file_readlink(VM& vm, Value, Value link) {
  const std::string path = path_argument(vm, link);
  std::string target(256, '\0');
  for (;;) {
    const ssize_t n = ::readlink(path.c_str(), target.data(), target.size());
    if (n < 0) raise_errno(vm, errno, path, "rb_readlink");
    if (static_cast<size_t>(n) < target.size())
      return str_new(vm, std::string_view(target).substr(0, static_cast<size_t>(n)));
    target.resize(target.size() * 2);
  }
}

int64_t file_s_truncate(VM& vm, Value, Value file, int64_t length) {
  const std::string path = path_argument(vm, file);
  if (::truncate(path.c_str(), length) != 0) raise_errno(vm, errno, path, "rb_file_s_truncate");
  return 0;
}

int64_t file_mkfifo(VM& vm, Value, Value file, std::optional<int64_t> mode) {
  const std::string path = path_argument(vm, file);
  if (::mkfifo(path.c_str(), static_cast<mode_t>(mode.value_or(0666))) != 0)
    raise_errno(vm, errno, path, "rb_file_s_mkfifo");
  return 0;
}

int64_t file_umask(VM&, Value, std::optional<int64_t> mask) {
  if (mask) return ::umask(static_cast<mode_t>(*mask));
  const mode_t old = ::umask(0);
  ::umask(old);
  return old;
}

/// A Time, or seconds since the epoch; nil is now.
timespec time_argument(VM& vm, Value v) {
  if (v.is_nil()) return {0, UTIME_NOW};
  const double seconds = to_double(vm, vm.send(v, ids::to_f));
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(whole), static_cast<long>((seconds - whole) * 1e9)};
}

int64_t file_utime(VM& vm, Value, Value atime, Value mtime, Rest paths) {
  const timespec times[] = {time_argument(vm, atime), time_argument(vm, mtime)};
  return each_path(vm, paths.span(), "apply2files",
                   [&](const char* path) { return ::utimensat(AT_FDCWD, path, times, 0); });
}

constexpr NativeMethod kSingleton[] = {
    {"delete", native<file_delete>}, {"unlink", native<file_delete>},   {"rename", native<file_rename>},
    {"link", native<file_link>},     {"symlink", native<file_symlink>}, {"readlink", native<file_readlink>},
    {"chmod", native<file_s_chmod>}, {"chown", native<file_s_chown>},   {"truncate", native<file_s_truncate>},
    {"mkfifo", native<file_mkfifo>}, {"umask", native<file_umask>},     {"utime", native<file_utime>},
};

int64_t file_chmod(VM& vm, Value self, int64_t mode) {
  IOStream& s = io_stream(vm, self);
  if (::fchmod(s.fd, static_cast<mode_t>(mode)) != 0) raise_errno(vm, errno, s.path);
  return 0;
}

int64_t file_chown(VM& vm, Value self, Value owner, Value group) {
  IOStream& s = io_stream(vm, self);
  if (::fchown(s.fd, owner_argument(vm, owner), owner_argument(vm, group)) != 0)
    raise_errno(vm, errno, s.path);
  return 0;
}

int64_t file_truncate(VM& vm, Value self, int64_t length) {
  IOStream& s = io_for_writing(vm, self);
  stream_flush(vm, s);
  if (::ftruncate(s.fd, length) != 0) raise_errno(vm, errno, s.path);
  return 0;
}

/// false when File::LOCK_NB was given and the lock is taken.
Value file_flock(VM& vm, Value self, int64_t operation) {
  IOStream& s = io_stream(vm, self);
  if (s.writable) stream_flush(vm, s);
  const ssize_t n = retry_interrupted(vm, [&] { return ::flock(s.fd, static_cast<int>(operation)); });
  if (n == 0) return Value::fixnum(0);
  if (errno == EWOULDBLOCK && operation & LOCK_NB) return Qfalse;
  raise_errno(vm, errno, s.path);
}

constexpr NativeMethod kMethods[] = {
    {"chmod", native<file_chmod>},
    {"chown", native<file_chown>},
    {"truncate", native<file_truncate>},
    {"flock", native<file_flock>},
};

} // namespace

void init_file_change(VM& vm) {
  define_singleton_natives(vm, vm.cFile, kSingleton);
  define_natives(vm, vm.cFile, kMethods);
}

} // namespace miniyarv
