// File objects and constants.

#include "vm/convert.hpp"
#include "vm/core/file_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/path.hpp"
#include "vm/core/string.hpp"

#include <fcntl.h>
#include <sys/file.h>

namespace miniyarv {

namespace {

/// File.new(path or descriptor, mode = "r", permissions = 0666)
Value file_initialize(VM& vm, Value self, Value file, std::optional<Value> mode,
                      std::optional<Value> permissions, Keywords keywords) {
  if (file.is_fixnum()) {
    std::vector<Value> args{file};
    if (mode) args.push_back(*mode);
    if (keywords.hash) args.push_back(Value(keywords.hash));
    return vm.call_method(self, find_method(vm, vm.cIO, ids::initialize), args,
                          CallOptions{{}, keywords.hash != nullptr, true});
  }
  const OpenMode m = open_mode_of(vm, mode.value_or(Qnil), keywords);
  Value perm = permissions.value_or(Qnil);
  if (const Value v = keywords.get(vm, "perm"); perm.is_nil() && !v.is_undef()) perm = v;
  std::string path = path_argument(vm, file);
  if (io_payload(self).initialized) raise(vm, vm.eRuntimeError, "reinitializing File");
  const int fd = open_path(vm, path, m, open_permissions(vm, perm));
  io_attach(self, fd, m, std::move(path));
  if (m.flags & O_APPEND && m.writable) ::lseek(fd, 0, SEEK_END);
  return Qnil;
}

/// IO#close at the end of a block: an IO that the block closed, or that fails, does not matter.
void close_after_block(VM& vm, Value, Value io) {
  if (is_io(io) && !io_payload(io).closed()) vm.send(io, vm.intern("close"));
}

constexpr NativeMethod kMethods[] = {{"initialize", native<file_initialize>, Visibility::Private}};
constexpr NativeMethod kPrimitives[] = {{"io_close_after_block", native<close_after_block>}};

struct NamedNumber {
  const char* name;
  int value;
};
constexpr NamedNumber kConstants[] = {
    {"RDONLY", O_RDONLY},
    {"WRONLY", O_WRONLY},
    {"RDWR", O_RDWR},
    {"APPEND", O_APPEND},
    {"CREAT", O_CREAT},
    {"EXCL", O_EXCL},
    {"NONBLOCK", O_NONBLOCK},
    {"TRUNC", O_TRUNC},
    {"NOCTTY", O_NOCTTY},
    {"BINARY", 0},
    {"SHARE_DELETE", 0},
    {"SYNC", O_SYNC},
    {"DSYNC", O_DSYNC},
    {"NOFOLLOW", O_NOFOLLOW},
    {"DIRECTORY", O_DIRECTORY},
    {"LOCK_SH", LOCK_SH},
    {"LOCK_EX", LOCK_EX},
    {"LOCK_NB", LOCK_NB},
    {"LOCK_UN", LOCK_UN},
    {"FNM_NOESCAPE", path::kNoEscape},
    {"FNM_PATHNAME", path::kPathName},
    {"FNM_DOTMATCH", path::kDotMatch},
    {"FNM_CASEFOLD", path::kCaseFold},
    {"FNM_EXTGLOB", path::kExtGlob},
    {"FNM_SYSCASE", 0},
    {"FNM_SHORTNAME", 0},
};

} // namespace

void init_file(VM& vm) {
  init_file_path(vm);
  init_file_test(vm);
  init_file_stat(vm);
  init_file_change(vm);
  define_natives(vm, vm.cFile, kMethods);
  define_primitives(vm, kPrimitives);
  Class* constants = define_module_under(vm, vm.cFile, "Constants");
  for (const NamedNumber& c : kConstants) vm.const_set(constants, vm.intern(c.name), Value::fixnum(c.value));
  vm.const_set(constants, vm.intern("NULL"), str_fstring(vm, "/dev/null", Encoding::Utf8));
  for (const char* name : {"SEPARATOR", "Separator"})
    vm.const_set(vm.cFile, vm.intern(name), str_fstring(vm, "/", Encoding::Utf8));
  vm.const_set(vm.cFile, vm.intern("ALT_SEPARATOR"), Qnil);
  vm.const_set(vm.cFile, vm.intern("PATH_SEPARATOR"), str_fstring(vm, ":", Encoding::Utf8));
  include_module(vm, vm.cIO, constants);
}

} // namespace miniyarv
