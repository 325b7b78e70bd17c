// File::Stat, and the methods of File that answer a part of it.

#include "vm/convert.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace miniyarv {

namespace {

const DataType kStatType{"File::Stat", nullptr, nullptr, nullptr};

Value stat_allocate(VM& vm, Class* klass) { return vm.heap.make_data(klass, kStatType, FileStatus{}); }

FileStatus& status_of(Value stat) { return stat.as<DataObject>()->get<FileStatus>(); }

Value stat_new(VM& vm, const FileStatus& st) {
  const Value stat = stat_allocate(vm, vm.const_get(vm.cFile, vm.intern("Stat")).as<Class>());
  status_of(stat) = st;
  return stat;
}

void stat_initialize(VM& vm, Value self, Value file) {
  status_of(self) = file_status_or_raise(vm, file, "rb_file_s_stat");
}

FileStatus link_status(VM& vm, Value file) {
  const std::string path = path_argument(vm, file);
  FileStatus st{};
  if (::lstat(path.c_str(), &st) != 0) raise_errno(vm, errno, path, "rb_file_s_lstat");
  return st;
}

const char* type_name(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFREG: return "file";
  case S_IFDIR: return "directory";
  case S_IFCHR: return "characterSpecial";
  case S_IFBLK: return "blockSpecial";
  case S_IFIFO: return "fifo";
  case S_IFLNK: return "link";
  case S_IFSOCK: return "socket";
  default: return "unknown";
  }
}

// --- File::Stat's methods ---

template <auto FileStatus::*field> int64_t stat_field(VM&, Value self) {
  return static_cast<int64_t>(status_of(self).*field);
}
template <timespec FileStatus::*field> Value stat_time(VM& vm, Value self) {
  return time_of(vm, status_of(self).*field);
}
template <mode_t type> bool stat_has_type(VM&, Value self) {
  return (status_of(self).st_mode & S_IFMT) == type;
}
template <mode_t bit> bool stat_has_bit(VM&, Value self) { return status_of(self).st_mode & bit; }

/// Whether the bits of the class of users that we are in (owner, group, others) allow it.
template <mode_t any> bool stat_allows(VM&, Value self) {
  const FileStatus& st = status_of(self);
  if (geteuid() == 0) return any != 0111 || st.st_mode & any;
  const mode_t users = st.st_uid == geteuid() ? 0700 : st.st_gid == getegid() ? 0070 : 0007;
  return st.st_mode & any & users;
}

bool stat_is_owned(VM&, Value self) { return status_of(self).st_uid == geteuid(); }
bool stat_is_empty(VM&, Value self) { return status_of(self).st_size == 0; }
Value stat_size_or_nil(VM& vm, Value self) {
  return status_of(self).st_size ? int_new(vm, status_of(self).st_size) : Qnil;
}
String* stat_ftype(VM& vm, Value self) { return str_new(vm, type_name(status_of(self).st_mode)); }

Value stat_compare(VM& vm, Value self, Value other) {
  if (!is_type(other, Type::Data) || other.as<DataObject>()->data_type != &kStatType) return Qnil;
  return vm.send(stat_time<&FileStatus::st_mtim>(vm, self), ids::op_cmp,
                 stat_time<&FileStatus::st_mtim>(vm, other));
}

constexpr NativeMethod kStatMethods[] = {
    {"initialize", native<stat_initialize>, Visibility::Private},
    {"size", native<stat_field<&FileStatus::st_size>>},
    {"mode", native<stat_field<&FileStatus::st_mode>>},
    {"ino", native<stat_field<&FileStatus::st_ino>>},
    {"dev", native<stat_field<&FileStatus::st_dev>>},
    {"rdev", native<stat_field<&FileStatus::st_rdev>>},
    {"nlink", native<stat_field<&FileStatus::st_nlink>>},
    {"uid", native<stat_field<&FileStatus::st_uid>>},
    {"gid", native<stat_field<&FileStatus::st_gid>>},
    {"blocks", native<stat_field<&FileStatus::st_blocks>>},
    {"blksize", native<stat_field<&FileStatus::st_blksize>>},
    {"mtime", native<stat_time<&FileStatus::st_mtim>>},
    {"atime", native<stat_time<&FileStatus::st_atim>>},
    {"ctime", native<stat_time<&FileStatus::st_ctim>>},
    {"ftype", native<stat_ftype>},
    {"file?", native<stat_has_type<S_IFREG>>},
    {"directory?", native<stat_has_type<S_IFDIR>>},
    {"symlink?", native<stat_has_type<S_IFLNK>>},
    {"pipe?", native<stat_has_type<S_IFIFO>>},
    {"socket?", native<stat_has_type<S_IFSOCK>>},
    {"blockdev?", native<stat_has_type<S_IFBLK>>},
    {"chardev?", native<stat_has_type<S_IFCHR>>},
    {"setuid?", native<stat_has_bit<S_ISUID>>},
    {"setgid?", native<stat_has_bit<S_ISGID>>},
    {"sticky?", native<stat_has_bit<S_ISVTX>>},
    {"readable?", native<stat_allows<0444>>},
    {"writable?", native<stat_allows<0222>>},
    {"executable?", native<stat_allows<0111>>},
    {"owned?", native<stat_is_owned>},
    {"zero?", native<stat_is_empty>},
    {"size?", native<stat_size_or_nil>},
    {"<=>", native<stat_compare>},
};

// --- File's ---

Value file_s_stat(VM& vm, Value, Value file) {
  return stat_new(vm, file_status_or_raise(vm, file, "rb_file_s_stat"));
}
Value file_s_lstat(VM& vm, Value, Value file) { return stat_new(vm, link_status(vm, file)); }
Value file_s_mtime(VM& vm, Value, Value file) {
  return time_of(vm, file_status_or_raise(vm, file, "rb_file_s_mtime").st_mtim);
}
Value file_s_atime(VM& vm, Value, Value file) {
  return time_of(vm, file_status_or_raise(vm, file, "rb_file_s_atime").st_atim);
}
Value file_s_ctime(VM& vm, Value, Value file) {
  return time_of(vm, file_status_or_raise(vm, file, "rb_file_s_ctime").st_ctim);
}
String* file_s_ftype(VM& vm, Value, Value file) {
  return str_new(vm, type_name(link_status(vm, file).st_mode));
}

constexpr NativeMethod kSingleton[] = {
    {"stat", native<file_s_stat>},   {"lstat", native<file_s_lstat>}, {"mtime", native<file_s_mtime>},
    {"atime", native<file_s_atime>}, {"ctime", native<file_s_ctime>}, {"ftype", native<file_s_ftype>},
};

FileStatus own_status(VM& vm, Value self) { return file_status_or_raise(vm, self, "rb_file_stat"); }

Value io_stat(VM& vm, Value self) { return stat_new(vm, own_status(vm, self)); }
Value file_lstat(VM& vm, Value self) {
  return stat_new(vm, link_status(vm, str_new(vm, io_stream(vm, self).path)));
}
Value file_mtime(VM& vm, Value self) { return time_of(vm, own_status(vm, self).st_mtim); }
Value file_atime(VM& vm, Value self) { return time_of(vm, own_status(vm, self).st_atim); }
Value file_ctime(VM& vm, Value self) { return time_of(vm, own_status(vm, self).st_ctim); }

int64_t file_size(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  if (s.writable) stream_flush(vm, s);
  return own_status(vm, self).st_size;
}

constexpr NativeMethod kIOMethods[] = {{"stat", native<io_stat>}};
constexpr NativeMethod kMethods[] = {
    {"lstat", native<file_lstat>}, {"mtime", native<file_mtime>}, {"atime", native<file_atime>},
    {"ctime", native<file_ctime>}, {"size", native<file_size>},
};

} // namespace

Value time_of(VM& vm, const timespec& t) {
  return vm.send(vm.cTime, vm.intern("at"), int_new(vm, t.tv_sec), Value::fixnum(t.tv_nsec),
                 Value::symbol(vm.intern("nsec")));
}

void init_file_stat(VM& vm) {
  Class* stat = define_class_under(vm, vm.cFile, "Stat", vm.cObject);
  class_set_allocator(stat, stat_allocate, Type::Data);
  include_module(vm, stat, vm.mComparable);
  define_natives(vm, stat, kStatMethods);
  define_natives(vm, vm.cIO, kIOMethods);
  define_natives(vm, vm.cFile, kMethods);
  define_singleton_natives(vm, vm.cFile, kSingleton);
}

} // namespace miniyarv
