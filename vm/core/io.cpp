// IO objects: opening and closing, position, state; the standard streams.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/string.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/globals.hpp"
#include "vm/insn_helpers.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace miniyarv {

OpenMode open_mode_of(VM& vm, Value mode, const Keywords& k, const char* default_mode) {
  k.allow_only(vm, {"mode", "flags", "external_encoding", "internal_encoding", "encoding", "textmode",
                    "binmode", "autoclose", "perm", "path", "chomp", "newline", "crlf_newline",
                    "universal_newline", "invalid", "undef", "replace"});
  const auto given = [&](const char* name) {
    const Value v = k.get(vm, name);
    return v.is_undef() ? Qnil : v;
  };
  if (mode.is_nil()) mode = given("mode");
  OpenMode m = parse_open_mode(vm, mode.is_nil() ? Value(str_new(vm, default_mode)) : mode);
  if (const Value v = given("flags"); !v.is_nil()) m.flags |= static_cast<int>(to_int64(vm, v));
  if (given("binmode").truthy()) {
    m.binary = true;
    m.encoding = Encoding::Binary;
  }
  for (const char* name : {"encoding", "external_encoding"})
    if (const Value v = given(name); !v.is_nil()) {
      const std::string named = encoding_argument_name(vm, v);
      m.encoding = parse_open_mode(vm, str_new(vm, cat("r:", named))).encoding;
    }
  return m;
}

int open_permissions(VM& vm, Value v) {
  return v.is_nil() || v.is_undef() ? 0666 : static_cast<int>(to_int64(vm, v));
}

namespace {

/// IO.new(fd, mode = "r")
void io_initialize(VM& vm, Value self, int64_t fd, std::optional<Value> mode, Keywords keywords) {
  const auto number = static_cast<int>(fd);
  const int status = fcntl(number, F_GETFL);
  if (status < 0) raise_errno(vm, errno, "");
  const bool given = (mode && !mode->is_nil()) || !keywords.get(vm, "mode").is_undef();
  OpenMode m = open_mode_of(vm, mode.value_or(Qnil), keywords);
  const int access = status & O_ACCMODE;
  if (!given) {
    m.readable = access != O_WRONLY;
    m.writable = access != O_RDONLY;
  } else if ((m.readable && access == O_WRONLY) || (m.writable && access == O_RDONLY)) {
    raise_errno(vm, EINVAL, "");
  }
  io_attach(self, number, m, {});
  if (const Value v = keywords.get(vm, "autoclose"); !v.is_undef()) io_payload(self).autoclose = v.truthy();
  if (const Value v = keywords.get(vm, "path"); !v.is_undef() && !v.is_nil())
    io_payload(self).path = path_argument(vm, v);
}

void io_initialize_copy(VM& vm, Value self, Value other) {
  IOStream& from = io_stream(vm, to_io(vm, other));
  if (!from.out.empty()) stream_flush(vm, from);
  const int fd = fcntl(from.fd, F_DUPFD_CLOEXEC, 3);
  if (fd < 0) raise_errno(vm, errno, from.path);
  OpenMode m;
  m.readable = from.readable;
  m.writable = from.writable;
  m.binary = from.binary;
  m.encoding = from.encoding;
  io_attach(self, fd, m, from.path);
}

// --- Position ---

int64_t io_pos(VM& vm, Value self) { return stream_position(vm, io_stream(vm, self)); }

Value io_set_pos(VM& vm, Value self, int64_t at) {
  stream_seek(vm, io_stream(vm, self), at, SEEK_SET);
  return int_new(vm, at);
}

int whence_of(VM& vm, Value v) {
  if (!v.is_symbol()) return static_cast<int>(to_int64(vm, v));
  const std::string_view name = vm.name(v.to_id());
  if (name == "SET") return SEEK_SET;
  if (name == "CUR") return SEEK_CUR;
  if (name == "END") return SEEK_END;
  raise_argument_error(vm, cat("unknown whence: ", name));
}

int64_t io_seek(VM& vm, Value self, int64_t offset, std::optional<Value> whence) {
  stream_seek(vm, io_stream(vm, self), offset, whence ? whence_of(vm, *whence) : SEEK_SET);
  return 0;
}

int64_t io_sysseek(VM& vm, Value self, int64_t offset, std::optional<Value> whence) {
  IOStream& s = io_stream(vm, self);
  if (!s.buffered().empty()) raise(vm, vm.eIOError, "sysseek for buffered IO");
  const off_t at = lseek(s.fd, offset, whence ? whence_of(vm, *whence) : SEEK_SET);
  if (at < 0) raise_errno(vm, errno, s.path);
  return at;
}

int64_t io_rewind(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  stream_seek(vm, s, 0, SEEK_SET);
  s.lineno = 0;
  return 0;
}

// --- Closing ---

void io_close(VM& vm, Value self) {
  IOStream& s = io_payload(self);
  if (!s.initialized) raise(vm, vm.eIOError, "uninitialized stream");
  stream_close(vm, s);
}

bool io_closed(VM& vm, Value self) {
  const IOStream& s = io_payload(self);
  if (!s.initialized) raise(vm, vm.eIOError, "uninitialized stream");
  return s.closed();
}

void io_close_read(VM& vm, Value self) {
  IOStream& s = io_payload(self);
  if (s.closed()) return;
  if (!s.readable || (s.writable && s.write_fd < 0))
    raise(vm, vm.eIOError, "closing non-duplex IO for reading");
  if (!s.writable) return stream_close(vm, s);
  ::close(std::exchange(s.fd, std::exchange(s.write_fd, -1)));
  s.readable = false;
}

void io_close_write(VM& vm, Value self) {
  IOStream& s = io_payload(self);
  if (s.closed()) return;
  if (!s.writable || (s.readable && s.write_fd < 0))
    raise(vm, vm.eIOError, "closing non-duplex IO for writing");
  if (!s.readable) return stream_close(vm, s);
  stream_flush(vm, s);
  ::close(std::exchange(s.write_fd, -1));
  s.writable = false;
}

/// IO#reopen(other) or reopen(path, mode): from now on the same descriptor number is something else.
Value io_reopen(VM& vm, Value self, Value target, std::optional<Value> mode, Keywords keywords) {
  IOStream& s = io_payload(self);
  if (!s.closed() && s.writable) stream_flush(vm, s);
  OpenMode m;
  int fd = -1;
  const Value io = is_io(target) ? target : vm.call_if_responds(target, ids::to_io);
  std::string path;
  if (!io.is_undef()) {
    IOStream& from = io_stream(vm, to_io(vm, io));
    if (from.writable) stream_flush(vm, from);
    m.readable = from.readable;
    m.writable = from.writable;
    path = from.path;
    fd = fcntl(from.fd, F_DUPFD_CLOEXEC, 3);
  } else {
    path = path_argument(vm, target);
    m = open_mode_of(vm, mode.value_or(Qnil), keywords, s.writable ? (s.readable ? "r+" : "w") : "r");
    fd = open_path(vm, path, m, 0666);
  }
  if (fd < 0) raise_errno(vm, errno, path);
  if (!s.closed()) {
    if (dup2(fd, s.fd) < 0) raise_errno(vm, errno, path);
    ::close(std::exchange(fd, s.fd));
  }
  s.in.clear();
  s.in_at = 0;
  io_attach(self, fd, m, path);
  return self;
}

// --- State ---

int64_t io_fileno(VM& vm, Value self) { return io_stream(vm, self).fd; }
bool io_tty(VM& vm, Value self) { return isatty(io_stream(vm, self).fd); }

Value io_binmode(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  s.binary = true;
  s.encoding = Encoding::Binary;
  return self;
}

bool io_is_binmode(VM& vm, Value self) { return io_stream(vm, self).binary; }

Value io_set_encoding(VM& vm, Value self, Value encoding, std::optional<Value>, Keywords) {
  IOStream& s = io_stream(vm, self);
  if (encoding.is_nil())
    s.encoding = Encoding::Utf8;
  else
    s.encoding = parse_open_mode(vm, str_new(vm, cat("r:", encoding_argument_name(vm, encoding)))).encoding;
  return self;
}

Value io_external_encoding(VM& vm, Value self) {
  const IOStream& s = io_stream(vm, self);
  if (s.writable && s.encoding == Encoding::Utf8) return Qnil;
  return encoding_object(vm, s.encoding);
}

Value io_internal_encoding(VM& vm, Value self) {
  io_stream(vm, self);
  return Qnil;
}

Value io_to_io(VM&, Value self) { return self; }

Value io_pid(VM& vm, Value self) {
  const IOStream& s = io_stream(vm, self);
  return s.child > 0 ? Value::fixnum(s.child) : Qnil;
}

Value io_path(VM& vm, Value self) {
  const IOStream& s = io_payload(self);
  return s.path.empty() ? Qnil : Value(str_new(vm, s.path));
}

bool io_autoclose(VM& vm, Value self) { return io_stream(vm, self).autoclose; }
Value io_set_autoclose(VM& vm, Value self, Value on) {
  io_stream(vm, self).autoclose = on.truthy();
  return on;
}

bool io_close_on_exec(VM& vm, Value self) { return fcntl(io_stream(vm, self).fd, F_GETFD) & FD_CLOEXEC; }
Value io_set_close_on_exec(VM& vm, Value self, Value on) {
  if (fcntl(io_stream(vm, self).fd, F_SETFD, on.truthy() ? FD_CLOEXEC : 0) < 0) raise_errno(vm, errno, "");
  return on;
}

Value io_inspect(VM& vm, Value self) {
  const IOStream& s = io_payload(self);
  const std::string name = class_path(vm, real_class(vm, self));
  if (!s.initialized) return any_to_s(vm, self);
  if (s.closed())
    return str_new(vm, cat("#<", name, ":", s.path, s.path.empty() ? "(closed)>" : " (closed)>"));
  return str_new(vm, cat("#<", name, ":", s.path.empty() ? cat("fd ", s.fd) : s.path, ">"));
}

Value io_winsize(VM& vm, Value self) {
  winsize size{};
  if (ioctl(io_stream(vm, self).fd, TIOCGWINSZ, &size) != 0) raise_errno(vm, errno, "");
  return ary_of(vm, Value::fixnum(size.ws_row), Value::fixnum(size.ws_col));
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<io_initialize>, Visibility::Private},
    {"initialize_copy", native<io_initialize_copy>, Visibility::Private},
    {"pos", native<io_pos>},
    {"tell", native<io_pos>},
    {"pos=", native<io_set_pos>},
    {"seek", native<io_seek>},
    {"sysseek", native<io_sysseek>},
    {"rewind", native<io_rewind>},
    {"close", native<io_close>},
    {"closed?", native<io_closed>},
    {"close_read", native<io_close_read>},
    {"close_write", native<io_close_write>},
    {"reopen", native<io_reopen>},
    {"fileno", native<io_fileno>},
    {"to_i", native<io_fileno>},
    {"tty?", native<io_tty>},
    {"isatty", native<io_tty>},
    {"binmode", native<io_binmode>},
    {"binmode?", native<io_is_binmode>},
    {"set_encoding", native<io_set_encoding>},
    {"external_encoding", native<io_external_encoding>},
    {"internal_encoding", native<io_internal_encoding>},
    {"to_io", native<io_to_io>},
    {"pid", native<io_pid>},
    {"path", native<io_path>},
    {"to_path", native<io_path>},
    {"autoclose?", native<io_autoclose>},
    {"autoclose=", native<io_set_autoclose>},
    {"close_on_exec?", native<io_close_on_exec>},
    {"close_on_exec=", native<io_set_close_on_exec>},
    {"inspect", native<io_inspect>},
    {"winsize", native<io_winsize>},
};

// --- Standard streams ---

Value standard_stream(VM& vm, int fd, const char* path, const char* constant) {
  const Value io = io_new(vm, vm.cIO, fd, fd == STDIN_FILENO, fd != STDIN_FILENO, path);
  io_payload(io).autoclose = false;
  vm.const_set(vm.cObject, vm.intern(constant), io);
  return io;
}

void set_output(VM& vm, ID name, Value v) {
  if (!respond_to(vm, v, ids::write))
    raise_type_error(
        vm, cat(vm.name(name), " must have write method, ", class_path(vm, real_class(vm, v)), " given"));
  vm.globals().slot(name) = v;
}

Value last_lineno(VM& vm, ID) { return int_new(vm, vm.state<IOState>().last_lineno); }
void set_last_lineno(VM& vm, ID, Value v) { vm.state<IOState>().last_lineno = to_int64(vm, v); }

void define_standard_streams(VM& vm) {
  IOState& io = vm.state<IOState>();
  io.standard_input = standard_stream(vm, STDIN_FILENO, "<STDIN>", "STDIN");
  io.standard_output = standard_stream(vm, STDOUT_FILENO, "<STDOUT>", "STDOUT");
  io.standard_error = standard_stream(vm, STDERR_FILENO, "<STDERR>", "STDERR");
  io_payload(io.standard_error).sync = true;
  GlobalTable& globals = vm.globals();
  globals.define(vm.intern("$stdin"), io.standard_input);
  globals.define_checked(vm.intern("$stdout"), io.standard_output, set_output);
  globals.define_checked(vm.intern("$stderr"), io.standard_error, set_output);
  globals.alias(vm.intern("$>"), vm.intern("$stdout"));
  globals.define_hooked(vm.intern("$."), last_lineno, set_last_lineno);
}

struct NamedNumber {
  const char* name;
  int value;
};
constexpr NamedNumber kSeekConstants[] = {
    {"SEEK_SET", SEEK_SET}, {"SEEK_CUR", SEEK_CUR}, {"SEEK_END", SEEK_END}};

} // namespace

void init_io(VM& vm) {
  class_set_allocator(vm.cIO, io_allocate, Type::Data);
  class_set_allocator(vm.cFile, io_allocate, Type::Data);
  include_module(vm, vm.cIO, vm.mEnumerable);
  define_natives(vm, vm.cIO, kMethods);
  init_io_read(vm);
  init_io_write(vm);
  init_io_class(vm);
  init_io_popen(vm);
  for (const NamedNumber& c : kSeekConstants) vm.const_set(vm.cIO, vm.intern(c.name), Value::fixnum(c.value));
  define_standard_streams(vm);
}

} // namespace miniyarv
