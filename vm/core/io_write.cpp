// IO's output methods.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <unistd.h>

namespace miniyarv {

namespace {

/// One value of puts: arrays are flattened, a line gets its newline in the same write.
void put_value(VM& vm, Value out, Value v) {
  if (!is_string(v)) {
    if (Array* list = try_to_ary(vm, v)) {
      const RecursionGuard guard(vm, Walk::Join, list);
      if (guard.recursive()) return put_value(vm, out, str_new(vm, "[...]"));
      for (size_t i = 0; i < list->size(); ++i) put_value(vm, out, list->data()[i]);
      return;
    }
  }
  String* s = to_s(vm, v);
  const bool ends_line = s->len > 0 && s->view().back() == '\n';
  if (is_io(out) && has_builtin_method(vm, out, ids::write)) {
    IOStream& stream = io_for_writing(vm, out);
    stream.out += s->view();
    return stream_write(vm, stream, ends_line ? "" : "\n");
  }
  if (ends_line)
    vm.send(out, ids::write, Value(s));
  else
    vm.send(out, ids::write, Value(s), Value(str_new(vm, "\n")));
}

Value io_write(VM& vm, Value self, Rest values) {
  int64_t written = 0;
  for (const Value v : values.span()) {
    const String* s = to_s(vm, v);
    stream_write(vm, io_for_writing(vm, self), s->view());
    written += static_cast<int64_t>(s->len);
  }
  return Value::fixnum(written);
}

/// Straight to the descriptor, behind what is buffered.
Value io_syswrite(VM& vm, Value self, Value v) {
  const String* s = to_s(vm, v);
  IOStream& stream = io_for_writing(vm, self);
  stream_flush(vm, stream);
  const ssize_t n = retry_interrupted(vm, [&] { return ::write(stream.output_fd(), s->data(), s->len); });
  if (n < 0) raise_errno(vm, errno, stream.path);
  return Value::fixnum(n);
}

Value io_pwrite(VM& vm, Value self, Value v, int64_t offset) {
  const String* s = to_s(vm, v);
  IOStream& stream = io_for_writing(vm, self);
  stream_flush(vm, stream);
  const ssize_t n =
      retry_interrupted(vm, [&] { return ::pwrite(stream.output_fd(), s->data(), s->len, offset); });
  if (n < 0) raise_errno(vm, errno, stream.path);
  return Value::fixnum(n);
}

Value io_append(VM& vm, Value self, Value v) {
  vm.send(self, ids::write, v);
  return self;
}

void write_global_if_set(VM& vm, Value out, const char* global) {
  if (const Value v = vm.global_get(global); !v.is_nil()) vm.send(out, ids::write, v);
}

/// Also of objects that only have `write`: separators are `$,` and `$\`.
void io_print(VM& vm, Value self, Rest values) {
  if (values.argc == 0) vm.send(self, ids::write, vm.global_get("$_"));
  for (int i = 0; i < values.argc; ++i) {
    if (i > 0) write_global_if_set(vm, self, "$,");
    write_text(vm, self, to_s(vm, values[i]));
  }
  write_global_if_set(vm, self, "$\\");
}

void io_puts(VM& vm, Value self, Rest values) { put_values(vm, self, values.span()); }

Value io_putc(VM& vm, Value self, Value v) {
  std::string text;
  if (is_string(v))
    text = std::string(v.as<String>()->view().substr(0, str_char_to_byte(v.as<String>(), 1)));
  else
    text.assign(1, static_cast<char>(to_int64(vm, v)));
  vm.send(self, ids::write, Value(str_new(vm, text)));
  return v;
}

void io_printf(VM& vm, Value self, Rest args) {
  if (args.argc > 0) write_text(vm, self, str_format(vm, to_str(vm, args[0]), args.span().subspan(1)));
}

Value io_flush(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  if (s.writable) stream_flush(vm, s);
  return self;
}

bool io_sync(VM& vm, Value self) { return io_stream(vm, self).sync; }

Value io_set_sync(VM& vm, Value self, Value on) {
  IOStream& s = io_stream(vm, self);
  s.sync = on.truthy();
  if (s.sync) stream_flush(vm, s);
  return on;
}

int64_t io_fsync(VM& vm, Value self) {
  IOStream& s = io_stream(vm, self);
  stream_flush(vm, s);
  if (fsync(s.output_fd()) != 0) raise_errno(vm, errno, s.path);
  return 0;
}

constexpr NativeMethod kMethods[] = {
    {"write", native<io_write>},   {"syswrite", native<io_syswrite>}, {"write_nonblock", native<io_syswrite>},
    {"pwrite", native<io_pwrite>}, {"<<", native<io_append>},         {"print", native<io_print>},
    {"puts", native<io_puts>},     {"putc", native<io_putc>},         {"printf", native<io_printf>},
    {"flush", native<io_flush>},   {"sync", native<io_sync>},         {"sync=", native<io_set_sync>},
    {"fsync", native<io_fsync>},   {"fdatasync", native<io_fsync>},
};

/// For classes in Ruby that have `write` and behave like an IO.
constexpr NativeMethod kPrimitives[] = {
    {"io_puts", native<io_puts>},
    {"io_print", native<io_print>},
    {"io_putc", native<io_putc>},
    {"io_printf", native<io_printf>},
};

} // namespace

void put_values(VM& vm, Value out, std::span<const Value> values) {
  if (values.empty()) return write_text(vm, out, str_new(vm, "\n"));
  for (const Value v : values) put_value(vm, out, v);
}

void init_io_write(VM& vm) {
  define_natives(vm, vm.cIO, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
