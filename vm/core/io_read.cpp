// IO's input methods.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/string.hpp"
#include "vm/core/text.hpp"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace miniyarv {

LineArguments::LineArguments(VM& vm, std::span<const Value> args, Value chomp_given)
    : chomp(!chomp_given.is_undef() && chomp_given.truthy()) {
  if (args.size() > 2) raise_arity(vm, static_cast<int>(args.size()), 0, 2);
  Value mark = vm.global_get("$/"), count = args.size() == 2 ? args[1] : Qnil;
  if (!args.empty()) {
    String* text = args[0].is_nil() ? nullptr : try_to_str(vm, args[0]);
    if (args.size() == 1 && !text && !args[0].is_nil())
      count = args[0];
    else
      mark = text ? Value(text) : args[0];
  }
  if (!mark.is_nil()) separator = std::string(to_str(vm, mark)->view());
  if (!count.is_nil()) limit = to_int64(vm, count);
}

Value io_next_line(VM& vm, Value io, const LineArguments& a) {
  IOStream& s = io_for_reading(vm, io);
  const std::optional<std::string> line = stream_gets(vm, s, a.separator, a.limit, a.chomp);
  if (!line) return Qnil;
  vm.state<IOState>().last_lineno = s.lineno;
  return str_new(vm, *line, s.encoding);
}

Array* io_all_lines(VM& vm, Value io, const LineArguments& a) {
  if (a.limit == 0) raise_argument_error(vm, "invalid limit: 0 for readlines");
  Array* lines = ary_new(vm);
  for (Value line; !(line = io_next_line(vm, io, a)).is_nil();) ary_push(vm, lines, line);
  return lines;
}

namespace {

[[noreturn]] void raise_eof(VM& vm) { raise(vm, vm.eEOFError, "end of file reached"); }

Value or_eof(VM& vm, Value v) {
  if (v.is_nil()) raise_eof(vm);
  return v;
}

/// The rest of a stream, straight into a String: what is buffered, then as many bytes as the file has left.
String* read_rest(VM& vm, IOStream& s) {
  size_t expected = 0;
  struct stat st {};
  if (fstat(s.fd, &st) == 0 && S_ISREG(st.st_mode)) {
    const off_t at = lseek(s.fd, 0, SEEK_CUR);
    if (at >= 0 && st.st_size > at) expected = static_cast<size_t>(st.st_size - at);
  }
  String* text = str_buffer(vm, s.buffered().size() + expected);
  text->set_encoding(s.encoding);
  do {
    str_append(vm, text, s.buffered());
    s.in_at = s.in.size();
    const size_t room = str_capacity(text) - text->len;
    if (expected == 0 || room < 4096) continue;
    const ssize_t n =
        retry_interrupted(vm, [&] { return ::read(s.fd, str_modify(vm, text) + text->len, room); });
    if (n < 0) raise_errno(vm, errno, s.path, "io_fread");
    str_set_len(text, text->len + static_cast<size_t>(n));
    text->set_code_range(CodeRange::Unknown);
  } while (stream_fill(vm, s));
  return text;
}

/// Puts what was read into the caller's buffer, if there is one.
Value deliver(VM& vm, String* bytes, Value buffer) {
  if (buffer.is_nil()) return bytes ? Value(bytes) : Qnil;
  String* into = to_str(vm, buffer);
  check_frozen(vm, into);
  str_replace_bytes(vm, into, 0, into->len, bytes ? bytes->view() : std::string_view());
  return bytes ? Value(into) : Qnil;
}

Value io_read(VM& vm, Value self, std::optional<Value> length, std::optional<Value> buffer) {
  return io_read_bytes(vm, self, length.value_or(Qnil), buffer.value_or(Qnil));
}

/// What is there, up to `limit` bytes, waiting only when there is nothing.
Value read_available(VM& vm, Value self, int64_t limit, Value buffer) {
  IOStream& s = io_for_reading(vm, self);
  if (limit < 0) raise_argument_error(vm, cat("negative length ", limit, " given"));
  if (limit > 0 && s.buffered().empty() && !stream_fill(vm, s)) {
    deliver(vm, nullptr, buffer);
    raise_eof(vm);
  }
  std::string bytes;
  stream_read(vm, s, std::min(static_cast<size_t>(limit), s.buffered().size()), bytes);
  return deliver(vm, str_new(vm, bytes, s.binary ? Encoding::Binary : s.encoding), buffer);
}

Value io_readpartial(VM& vm, Value self, int64_t limit, std::optional<Value> buffer) {
  return read_available(vm, self, limit, buffer.value_or(Qnil));
}

Value io_read_nonblock(VM& vm, Value self, int64_t limit, std::optional<Value> buffer, Keywords) {
  return read_available(vm, self, limit, buffer.value_or(Qnil));
}

Value io_pread(VM& vm, Value self, int64_t length, int64_t offset, std::optional<Value> buffer) {
  IOStream& s = io_for_reading(vm, self);
  if (length < 0) raise_argument_error(vm, cat("negative string size (or size too big)"));
  std::string bytes(static_cast<size_t>(length), '\0');
  const ssize_t n = retry_interrupted(vm, [&] { return ::pread(s.fd, bytes.data(), bytes.size(), offset); });
  if (n < 0) raise_errno(vm, errno, s.path, "rb_io_pread");
  if (n == 0 && length > 0) raise_eof(vm);
  bytes.resize(static_cast<size_t>(n));
  return deliver(vm, str_new(vm, bytes, Encoding::Binary), buffer.value_or(Qnil));
}

Value io_getbyte(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  if (s.buffered().empty() && !stream_fill(vm, s)) return Qnil;
  return Value::fixnum(static_cast<unsigned char>(s.in[s.in_at++]));
}

/// One character; a byte that starts none is one of its own.
Value io_getc(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  if (s.buffered().empty() && !stream_fill(vm, s)) return Qnil;
  while (s.encoding == Encoding::Utf8 && s.buffered().size() < 4)
    if (!stream_fill(vm, s)) break;
  const std::string_view next = s.buffered();
  const auto length = s.encoding == Encoding::Utf8
                          ? static_cast<size_t>(utf8::step(next.data(), next.data() + next.size()))
                          : size_t{1};
  s.in_at += length;
  return str_new(vm, next.substr(0, length), s.encoding);
}

Value io_readchar(VM& vm, Value self) { return or_eof(vm, io_getc(vm, self)); }
Value io_readbyte(VM& vm, Value self) { return or_eof(vm, io_getbyte(vm, self)); }

void io_ungetc(VM& vm, Value self, Value v) {
  IOStream& s = io_for_reading(vm, self);
  if (v.is_nil()) return;
  if (!v.is_fixnum()) return stream_unread(s, to_str(vm, v)->view());
  std::string text;
  if (s.encoding == Encoding::Utf8)
    utf8::append(text, static_cast<uint32_t>(v.to_fixnum()));
  else
    text.assign(1, static_cast<char>(v.to_fixnum()));
  stream_unread(s, text);
}

void io_ungetbyte(VM& vm, Value self, Value v) {
  IOStream& s = io_for_reading(vm, self);
  if (v.is_nil()) return;
  if (!v.is_fixnum()) return stream_unread(s, to_str(vm, v)->view());
  const auto byte = static_cast<char>(v.to_fixnum());
  stream_unread(s, {&byte, 1});
}

Value io_gets(VM& vm, Value self, Rest args, Keywords keywords) {
  keywords.allow_only(vm, {"chomp"});
  const Value line = io_next_line(vm, self, LineArguments(vm, args.span(), keywords.get(vm, "chomp")));
  vm.global_set("$_", line);
  return line;
}

Value io_readline(VM& vm, Value self, Rest args, Keywords keywords) {
  return or_eof(vm, io_gets(vm, self, args, keywords));
}

Value io_readlines(VM& vm, Value self, Rest args, Keywords keywords) {
  keywords.allow_only(vm, {"chomp"});
  return io_all_lines(vm, self, LineArguments(vm, args.span(), keywords.get(vm, "chomp")));
}

bool io_eof(VM& vm, Value self) {
  IOStream& s = io_for_reading(vm, self);
  return s.buffered().empty() && !stream_fill(vm, s);
}

int64_t io_lineno(VM& vm, Value self) { return io_for_reading(vm, self).lineno; }

Value io_set_lineno(VM& vm, Value self, int64_t n) {
  io_for_reading(vm, self).lineno = n;
  return int_new(vm, n);
}

/// For each_line: (args, chomp) as it was given them.
Value next_line(VM& vm, Value self, Array* args, Value chomp) {
  const LineArguments a(vm, args->values(), chomp);
  if (a.limit == 0) raise_argument_error(vm, "invalid limit: 0 for each_line");
  return io_next_line(vm, self, a);
}

constexpr NativeMethod kMethods[] = {
    {"read", native<io_read>},
    {"readpartial", native<io_readpartial>},
    {"sysread", native<io_readpartial>},
    {"read_nonblock", native<io_read_nonblock>},
    {"pread", native<io_pread>},
    {"getbyte", native<io_getbyte>},
    {"readbyte", native<io_readbyte>},
    {"getc", native<io_getc>},
    {"readchar", native<io_readchar>},
    {"ungetc", native<io_ungetc>},
    {"ungetbyte", native<io_ungetbyte>},
    {"gets", native<io_gets>},
    {"readline", native<io_readline>},
    {"readlines", native<io_readlines>},
    {"to_a", native<io_readlines>},
    {"eof?", native<io_eof>},
    {"eof", native<io_eof>},
    {"lineno", native<io_lineno>},
    {"lineno=", native<io_set_lineno>},
};

constexpr NativeMethod kPrimitives[] = {
    {"io_next_line", native<next_line>},
};

} // namespace

Value io_read_bytes(VM& vm, Value io, Value length, Value buffer) {
  IOStream& s = io_for_reading(vm, io);
  if (length.is_nil()) return deliver(vm, read_rest(vm, s), buffer);
  const int64_t n = to_int64(vm, length);
  if (n < 0) raise_argument_error(vm, cat("negative length ", n, " given"));
  std::string bytes;
  const size_t got = stream_read(vm, s, static_cast<size_t>(n), bytes);
  return deliver(vm, got == 0 && n > 0 ? nullptr : str_new(vm, bytes, Encoding::Binary), buffer);
}

void init_io_read(VM& vm) {
  define_natives(vm, vm.cIO, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
