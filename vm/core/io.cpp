#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/globals.hpp"
#include "vm/native.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace miniyarv {

namespace {

/// `write`s each value's to_s; the bytes written.
Value io_write(VM& vm, Value self, Rest values) {
  int64_t written = 0;
  for (Value v : values.span()) {
    const String* s = to_s(vm, v);
    stream_write(vm, io_for_writing(vm, self), s->view());
    written += static_cast<int64_t>(s->len);
  }
  return Value::fixnum(written);
}

Value io_append(VM& vm, Value self, Value v) {
  vm.send(self, ids::write, v);
  return self;
}

Value io_print(VM& vm, Value self, Rest values) {
  if (values.argc == 0) return vm.send(self, ids::write, vm.global_get("$_"));
  for (Value v : values.span()) vm.send(self, ids::write, v);
  const Value separator = vm.global_get("$\\");
  if (!separator.is_nil()) vm.send(self, ids::write, separator);
  return Qnil;
}

/// One value of puts: arrays are flattened, a line gets its newline in the same write.
void put_value(VM& vm, Value io, Value v) {
  if (!is_string(v)) {
    if (Array* list = try_to_ary(vm, v)) {
      RecursionGuard guard(vm, Walk::Join, list);
      if (guard.recursive()) {
        vm.send(io, ids::write, Value(str_new(vm, "[...]\n")));
        return;
      }
      for (size_t i = 0; i < list->size(); ++i) put_value(vm, io, list->data()[i]);
      return;
    }
  }
  String* s = to_s(vm, v);
  const bool ends_line = s->len > 0 && s->view().back() == '\n';
  if (io.object()->klass == vm.cIO && has_builtin_method(vm, io, ids::write)) {
    IOStream& stream = io_for_writing(vm, io);
    if (ends_line) return stream_write(vm, stream, s->view());
    std::string line(s->view());
    line += '\n';
    return stream_write(vm, stream, line);
  }
  if (ends_line)
    vm.send(io, ids::write, Value(s));
  else
    vm.send(io, ids::write, Value(s), Value(str_new(vm, "\n")));
}

void io_puts(VM& vm, Value self, Rest values) {
  if (values.argc == 0) vm.send(self, ids::write, Value(str_new(vm, "\n")));
  for (Value v : values.span()) put_value(vm, self, v);
}

Value io_putc(VM& vm, Value self, Value v) {
  std::string text;
  if (is_string(v))
    text = std::string(v.as<String>()->view().substr(0, str_char_to_byte(v.as<String>(), 1)));
  else
    text.assign(1, static_cast<char>(to_int64(vm, v)));
  vm.send(self, ids::write, Value(str_new(vm, text)));
  return v;
}

Value io_printf(VM& vm, Value self, Rest args) {
  if (args.argc == 0) return Qnil;
  return vm.send(self, ids::write, vm.call(vm.main_object(), vm.intern("format"), args.span())), Qnil;
}

Value io_flush(VM& vm, Value self) {
  stream_flush(vm, io_stream(vm, self));
  return self;
}

bool io_sync(VM& vm, Value self) { return io_stream(vm, self).sync; }
Value io_set_sync(VM& vm, Value self, Value on) {
  IOStream& s = io_stream(vm, self);
  s.sync = on.truthy();
  if (s.sync) stream_flush(vm, s);
  return on;
}

// --- Reading ---

struct LineArguments {
  std::optional<std::string> separator = "\n";
  int64_t limit = -1;
  bool chomp = false;

  LineArguments(VM& vm, Rest args, const Keywords& keywords) {
    if (const Value v = keywords.get(vm, "chomp"); !v.is_undef()) chomp = v.truthy();
    const Value rs = vm.global_get("$/");
    if (rs.is_nil())
      separator.reset();
    else if (is_string(rs))
      separator = std::string(str_view(rs));
    if (args.argc > 2) raise_arity(vm, args.argc, 0, 2);
    if (args.argc == 0) return;
    const bool limit_alone =
        args.argc == 1 && !args[0].is_nil() && !is_string(args[0]) && !try_to_str(vm, args[0]);
    if (limit_alone) {
      limit = to_int64(vm, args[0]);
      return;
    }
    if (args[0].is_nil())
      separator.reset();
    else
      separator = std::string(to_str(vm, args[0])->view());
    if (args.argc == 2 && !args[1].is_nil()) limit = to_int64(vm, args[1]);
  }
};

Value read_line(VM& vm, Value self, const LineArguments& a) {
  IOStream& s = io_for_reading(vm, self);
  const auto line = stream_gets(
      vm, s, a.separator ? std::optional<std::string_view>(*a.separator) : std::nullopt, a.limit, a.chomp);
  if (!line) return Qnil;
  vm.state<IOState>().last_lineno = s.lineno;
  return str_new(vm, *line);
}

Value io_gets(VM& vm, Value self, Rest args, Keywords keywords) {
  const Value line = read_line(vm, self, LineArguments(vm, args, keywords));
  vm.global_set("$_", line);
  return line;
}

[[noreturn]] void raise_eof(VM& vm) { raise(vm, vm.eEOFError, "end of file reached"); }

Value io_readline(VM& vm, Value self, Rest args, Keywords keywords) {
  const Value line = io_gets(vm, self, args, keywords);
  if (line.is_nil()) raise_eof(vm);
  return line;
}

Value io_readlines(VM& vm, Value self, Rest args, Keywords keywords) {
  const LineArguments a(vm, args, keywords);
  if (a.limit == 0) raise_argument_error(vm, "invalid limit: 0 for readlines");
  Array* lines = ary_new(vm);
  for (Value line; !(line = read_line(vm, self, a)).is_nil();) ary_push(vm, lines, line);
  return lines;
}

/// read(): the rest, as text; read(n): up to n bytes, nil at the end.
Value io_read(VM& vm, Value self, std::optional<Value> length, std::optional<Value> buffer) {
  IOStream& s = io_for_reading(vm, self);
  std::string bytes;
  const bool all = !length || length->is_nil();
  Value result;
  if (all) {
    stream_read(vm, s, std::string::npos, bytes);
    result = str_new(vm, bytes, s.binary ? Encoding::Binary : Encoding::Utf8);
  } else {
    const int64_t n = to_int64(vm, *length);
    if (n < 0) raise_argument_error(vm, cat("negative length ", n, " given"));
    const size_t got = stream_read(vm, s, static_cast<size_t>(n), bytes);
    if (got == 0 && n > 0)
      result = Qnil;
    else
      result = str_new(vm, bytes, Encoding::Binary);
  }
  if (buffer && !buffer->is_nil()) {
    String* into = to_str(vm, *buffer);
    check_frozen(vm, into);
    str_replace_bytes(vm, into, 0, into->len, bytes);
    return result.is_nil() ? Qnil : Value(into);
  }
  return result;
}

Value io_readpartial(VM& vm, Value self, int64_t limit) {
  IOStream& s = io_for_reading(vm, self);
  if (s.buffered().empty() && !stream_fill(vm, s)) raise_eof(vm);
  std::string bytes;
  stream_read(vm, s, std::min<size_t>(static_cast<size_t>(limit), s.buffered().size()), bytes);
  return str_new(vm, bytes);
}

Value io_getbyte(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  std::string byte;
  if (stream_read(vm, s, 1, byte) == 0) return Qnil;
  return Value::fixnum(static_cast<unsigned char>(byte[0]));
}

size_t character_length(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

Value io_getc(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  if (s.buffered().empty() && !stream_fill(vm, s)) return Qnil;
  std::string c;
  stream_read(vm, s, s.binary ? 1 : character_length(static_cast<unsigned char>(s.buffered()[0])), c);
  return str_new(vm, c);
}

Value or_eof(VM& vm, Value v) {
  if (v.is_nil()) raise_eof(vm);
  return v;
}
Value io_readchar(VM& vm, Value self) { return or_eof(vm, io_getc(vm, self)); }
Value io_readbyte(VM& vm, Value self) { return or_eof(vm, io_getbyte(vm, self)); }

void io_ungetc(VM& vm, Value self, Value v) {
  IOStream& s = io_for_reading(vm, self);
  std::string text;
  if (v.is_fixnum())
    text.assign(1, static_cast<char>(v.to_fixnum()));
  else
    text = std::string(to_str(vm, v)->view());
  s.in.replace(0, s.in_at, text);
  s.in_at = 0;
}

bool io_eof(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  return s.buffered().empty() && !stream_fill(vm, s);
}

// --- Position and state ---

int64_t io_pos(VM& vm, Value self) { return stream_position(vm, io_stream(vm, self)); }
Value io_set_pos(VM& vm, Value self, int64_t at) {
  stream_seek(vm, io_stream(vm, self), at, SEEK_SET);
  return int_new(vm, at);
}
int64_t io_seek(VM& vm, Value self, int64_t offset, std::optional<Value> whence) {
  int from = SEEK_SET;
  if (whence && whence->is_fixnum())
    from = static_cast<int>(whence->to_fixnum());
  else if (whence && whence->is_symbol()) {
    const std::string_view name = vm.name(whence->to_id());
    from = name == "END" ? SEEK_END : name == "CUR" ? SEEK_CUR : SEEK_SET;
  }
  stream_seek(vm, io_stream(vm, self), offset, from);
  return 0;
}
int64_t io_rewind(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  stream_seek(vm, s, 0, SEEK_SET);
  s.lineno = 0;
  return 0;
}
int64_t io_lineno(VM& vm, Value self) { return io_for_reading(vm, self).lineno; }
Value io_set_lineno(VM& vm, Value self, int64_t n) {
  io_for_reading(vm, self).lineno = n;
  return int_new(vm, n);
}
int64_t io_fileno(VM& vm, Value self) { return io_stream(vm, self).fd; }
bool io_tty(VM& vm, Value self) { return isatty(io_stream(vm, self).fd); }
void io_close(VM& vm, Value self) {
  stream_close(vm, self.as<DataObject>()->get<IOStream>());
  (void)vm;
}
bool io_closed(VM&, Value self) { return self.as<DataObject>()->get<IOStream>().closed(); }

void io_close_write(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  if (!s.readable) return stream_close(vm, s);
  stream_flush(vm, s);
  s.writable = false;
}

Value io_binmode(VM& vm, Value self) {
  io_stream(vm, self).binary = true;
  return self;
}
Value io_self(VM&, Value self, Rest) { return self; }
Value io_external_encoding(VM& vm, Value self) {
  return vm.const_get(vm.cEncoding, vm.intern(io_stream(vm, self).binary ? "BINARY" : "UTF_8"));
}
Value io_nil(VM&, Value) { return Qnil; }
int64_t io_fsync(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  stream_flush(vm, s);
  if (fsync(s.fd) != 0 && errno != EINVAL) raise_errno(vm, errno, s.path);
  return 0;
}

std::string io_inspect(VM& vm, Value self) {
  const auto& s = self.as<DataObject>()->get<IOStream>();
  const std::string name = class_path(vm, real_class(vm, self));
  if (s.closed()) return cat("#<", name, ":", s.path.empty() ? "(closed)" : s.path + " (closed)", ">");
  return cat("#<", name, ":", s.path.empty() ? cat("fd ", s.fd) : s.path, ">");
}
Value io_inspect_value(VM& vm, Value self) { return str_new(vm, io_inspect(vm, self)); }

Value io_winsize(VM& vm, Value self) {
  winsize size{};
  if (ioctl(io_stream(vm, self).fd, TIOCGWINSZ, &size) != 0) raise_errno(vm, errno, "");
  return ary_of(vm, Value::fixnum(size.ws_row), Value::fixnum(size.ws_col));
}

/// IO.new(fd, mode)
Value io_initialize(VM& vm, Value self, int64_t fd, std::optional<Value> mode, Keywords) {
  const OpenMode m = mode ? parse_open_mode(vm, *mode) : OpenMode{};
  if (fcntl(static_cast<int>(fd), F_GETFD) < 0) raise_errno(vm, errno, "");
  auto& s = self.as<DataObject>()->get<IOStream>();
  s.fd = static_cast<int>(fd);
  s.readable = m.readable;
  s.writable = m.writable;
  return Qnil;
}

Value io_pipe(VM& vm, Value) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) raise_errno(vm, errno, "");
  const Value reader = io_new(vm, vm.cIO, ends[0], true, false, "");
  const Value writer = io_new(vm, vm.cIO, ends[1], false, true, "");
  writer.as<DataObject>()->get<IOStream>().sync = true;
  return ary_of(vm, reader, writer);
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<io_initialize>, Visibility::Private},
    {"write", native<io_write>},
    {"syswrite", native<io_write>},
    {"write_nonblock", native<io_write>},
    {"<<", native<io_append>},
    {"print", native<io_print>},
    {"puts", native<io_puts>},
    {"putc", native<io_putc>},
    {"printf", native<io_printf>},
    {"flush", native<io_flush>},
    {"sync", native<io_sync>},
    {"sync=", native<io_set_sync>},
    {"fsync", native<io_fsync>},
    {"fdatasync", native<io_fsync>},
    {"gets", native<io_gets>},
    {"readline", native<io_readline>},
    {"readlines", native<io_readlines>},
    {"read", native<io_read>},
    {"readpartial", native<io_readpartial>},
    {"sysread", native<io_readpartial>},
    {"getbyte", native<io_getbyte>},
    {"readbyte", native<io_readbyte>},
    {"getc", native<io_getc>},
    {"readchar", native<io_readchar>},
    {"ungetc", native<io_ungetc>},
    {"ungetbyte", native<io_ungetc>},
    {"eof?", native<io_eof>},
    {"eof", native<io_eof>},
    {"pos", native<io_pos>},
    {"tell", native<io_pos>},
    {"pos=", native<io_set_pos>},
    {"seek", native<io_seek>},
    {"rewind", native<io_rewind>},
    {"lineno", native<io_lineno>},
    {"lineno=", native<io_set_lineno>},
    {"fileno", native<io_fileno>},
    {"to_i", native<io_fileno>},
    {"tty?", native<io_tty>},
    {"isatty", native<io_tty>},
    {"close", native<io_close>},
    {"close_read", native<io_close>},
    {"close_write", native<io_close_write>},
    {"closed?", native<io_closed>},
    {"binmode", native<io_binmode>},
    {"set_encoding", native<io_self>},
    {"external_encoding", native<io_external_encoding>},
    {"internal_encoding", native<io_nil>},
    {"to_io", native<io_self>},
    {"inspect", native<io_inspect_value>},
    {"winsize", native<io_winsize>},
};
constexpr NativeMethod kSingleton[] = {{"pipe", native<io_pipe>}};

Value standard_stream(VM& vm, int fd, const char* path) {
  const Value io = io_new(vm, vm.cIO, fd, fd == STDIN_FILENO, fd != STDIN_FILENO, path);
  io.as<DataObject>()->get<IOStream>().close_on_destroy = false;
  return io;
}

void check_stdout(VM& vm, ID name, Value v) {
  if (!respond_to(vm, v, ids::write))
    raise_type_error(
        vm, cat(vm.name(name), " must have write method, ", class_path(vm, real_class(vm, v)), " given"));
  vm.globals().slot(name) = v;
}

Value last_lineno(VM& vm, ID) { return int_new(vm, vm.state<IOState>().last_lineno); }
void set_last_lineno(VM& vm, ID, Value v) { vm.state<IOState>().last_lineno = to_int64(vm, v); }

} // namespace

void init_io(VM& vm) {
  class_set_allocator(vm.cIO, io_allocate, Type::Data);
  class_set_allocator(vm.cFile, io_allocate, Type::Data);
  include_module(vm, vm.cIO, vm.mEnumerable);
  define_natives(vm, vm.cIO, kMethods);
  define_singleton_natives(vm, vm.cIO, kSingleton);
  vm.const_set(vm.cIO, vm.intern("SEEK_SET"), Value::fixnum(SEEK_SET));
  vm.const_set(vm.cIO, vm.intern("SEEK_CUR"), Value::fixnum(SEEK_CUR));
  vm.const_set(vm.cIO, vm.intern("SEEK_END"), Value::fixnum(SEEK_END));

  IOState& io = vm.state<IOState>();
  io.standard_input = standard_stream(vm, STDIN_FILENO, "<STDIN>");
  io.standard_output = standard_stream(vm, STDOUT_FILENO, "<STDOUT>");
  io.standard_error = standard_stream(vm, STDERR_FILENO, "<STDERR>");
  io.standard_error.as<DataObject>()->get<IOStream>().sync = true;
  vm.const_set(vm.cObject, vm.intern("STDIN"), io.standard_input);
  vm.const_set(vm.cObject, vm.intern("STDOUT"), io.standard_output);
  vm.const_set(vm.cObject, vm.intern("STDERR"), io.standard_error);
  GlobalTable& globals = vm.globals();
  globals.define(vm.intern("$stdin"), io.standard_input);
  globals.define_checked(vm.intern("$stdout"), io.standard_output, check_stdout);
  globals.define_checked(vm.intern("$stderr"), io.standard_error, check_stdout);
  globals.alias(vm.intern("$>"), vm.intern("$stdout"));
  globals.define_hooked(vm.intern("$."), last_lineno, set_last_lineno);
}

} // namespace miniyarv
