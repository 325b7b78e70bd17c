// IO's class methods that read and write whole files, and those about several streams.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <vector>

namespace miniyarv {

namespace {

Value read_file(VM& vm, Value path, Value length, Value offset, const OpenMode& mode) {
  if (!length.is_nil() && to_int64(vm, length) < 0)
    raise_argument_error(vm, cat("negative length ", to_int64(vm, length), " given"));
  return with_file(vm, path, mode, 0666, [&](Value io) {
    if (!offset.is_nil()) stream_seek(vm, io_stream(vm, io), to_int64(vm, offset), SEEK_SET);
    return io_read_bytes(vm, io, length, Qnil);
  });
}

Value io_s_read(VM& vm, Value, Value path, std::optional<Value> length, std::optional<Value> offset,
                Keywords keywords) {
  return read_file(vm, path, length.value_or(Qnil), offset.value_or(Qnil), open_mode_of(vm, Qnil, keywords));
}

Value io_s_binread(VM& vm, Value, Value path, std::optional<Value> length, std::optional<Value> offset) {
  OpenMode mode;
  mode.binary = true;
  mode.encoding = Encoding::Binary;
  return read_file(vm, path, length.value_or(Qnil), offset.value_or(Qnil), mode);
}

/// Without an offset the file is emptied first.
Value write_file(VM& vm, Value path, Value text, Value offset, Keywords keywords) {
  OpenMode mode = open_mode_of(vm, Qnil, keywords, "w");
  if (!offset.is_nil()) mode.flags &= ~O_TRUNC;
  String* bytes = to_s(vm, text);
  return with_file(vm, path, mode, open_permissions(vm, keywords.get(vm, "perm")), [&](Value io) {
    IOStream& s = io_for_writing(vm, io);
    if (!offset.is_nil()) stream_seek(vm, s, to_int64(vm, offset), SEEK_SET);
    stream_write(vm, s, bytes->view());
    stream_flush(vm, s);
    return Value::fixnum(static_cast<int64_t>(bytes->len));
  });
}

Value io_s_write(VM& vm, Value, Value path, Value text, std::optional<Value> offset, Keywords keywords) {
  return write_file(vm, path, text, offset.value_or(Qnil), keywords);
}

Value io_s_readlines(VM& vm, Value, Value path, Rest args, Keywords keywords) {
  const OpenMode mode = open_mode_of(vm, Qnil, keywords);
  const LineArguments lines(vm, args.span(), keywords.get(vm, "chomp"));
  return with_file(vm, path, mode, 0666, [&](Value io) { return Value(io_all_lines(vm, io, lines)); });
}

int64_t io_s_sysopen(VM& vm, Value, Value path, std::optional<Value> mode, std::optional<Value> permissions) {
  return open_path(vm, path_argument(vm, path), parse_open_mode(vm, mode.value_or(Qnil)),
                   open_permissions(vm, permissions.value_or(Qnil)));
}

Array* io_pipe(VM& vm, Value self) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) raise_errno(vm, errno, "");
  auto* klass = self.as<Class>();
  const Value reader = io_new(vm, klass, ends[0], true, false, {});
  const Value writer = io_new(vm, klass, ends[1], false, true, {});
  io_payload(writer).sync = true;
  return ary_of(vm, reader, writer);
}

Value io_s_for_fd(VM& vm, Value self, Rest args) {
  return vm.call(self, ids::new_, args.span(), CallOptions{{}, vm.keywords_given(), true});
}

Value io_s_try_convert(VM& vm, Value, Value v) {
  if (is_io(v)) return v;
  const Value io = vm.call_if_responds(v, ids::to_io);
  return io.is_undef() ? Qnil : io;
}

// --- select ---

/// Adds the streams of one of select's arrays to the poll set.
Array* add_watches(VM& vm, Value list, short events, std::vector<pollfd>& polls, bool& ready_now) {
  if (list.is_nil()) return ary_new(vm);
  Array* ios = to_ary(vm, list);
  for (const Value v : ios->values()) {
    IOStream& s = io_stream(vm, to_io(vm, v));
    if (events == POLLIN && !s.buffered().empty()) ready_now = true;
    polls.push_back({events == POLLOUT ? s.output_fd() : s.fd, events, 0});
  }
  return ios;
}

Array* ready_ones(VM& vm, Array* ios, const pollfd* polls, short events) {
  Array* ready = ary_new(vm);
  for (size_t i = 0; i < ios->size(); ++i) {
    const Value v = ios->data()[i];
    const bool buffered = events == POLLIN && !io_stream(vm, to_io(vm, v)).buffered().empty();
    if (buffered || (polls[i].revents & (events | POLLHUP | POLLERR))) ary_push(vm, ready, v);
  }
  return ready;
}

/// IO.select(readers, writers, errors, timeout in seconds).
Value io_select(VM& vm, Value, Value readers, std::optional<Value> writers, std::optional<Value> errors,
                std::optional<Value> timeout) {
  using Clock = std::chrono::steady_clock;
  std::vector<pollfd> polls;
  bool ready_now = false;
  Array* in = add_watches(vm, readers, POLLIN, polls, ready_now);
  Array* out = add_watches(vm, writers.value_or(Qnil), POLLOUT, polls, ready_now);
  Array* err = add_watches(vm, errors.value_or(Qnil), POLLPRI, polls, ready_now);
  const bool forever = !timeout || timeout->is_nil();
  const double seconds = forever ? 0 : to_double(vm, *timeout);
  if (seconds < 0) raise_argument_error(vm, "time interval must not be negative");
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  const ssize_t n = retry_interrupted(vm, [&] {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    const int wait = ready_now ? 0 : forever ? -1 : static_cast<int>(std::ceil(std::max(left, 0.0) * 1000));
    return ::poll(polls.data(), polls.size(), wait);
  });
  if (n < 0) raise_errno(vm, errno, "select(2)");
  if (n == 0 && !ready_now) return Qnil;
  const pollfd* p = polls.data();
  return ary_of(vm, ready_ones(vm, in, p, POLLIN), ready_ones(vm, out, p + in->size(), POLLOUT),
                ready_ones(vm, err, p + in->size() + out->size(), POLLPRI));
}

constexpr NativeMethod kSingleton[] = {
    {"read", native<io_s_read>},           {"binread", native<io_s_binread>},
    {"write", native<io_s_write>},         {"binwrite", native<io_s_write>},
    {"readlines", native<io_s_readlines>}, {"sysopen", native<io_s_sysopen>},
    {"for_fd", native<io_s_for_fd>},       {"try_convert", native<io_s_try_convert>},
    {"select", native<io_select>},
};
constexpr NativeMethod kKernel[] = {{"select", native<io_select>}};
constexpr NativeMethod kPrimitives[] = {{"io_pipe", native<io_pipe>}};

} // namespace

void init_io_class(VM& vm) {
  define_singleton_natives(vm, vm.cIO, kSingleton);
  define_module_functions(vm, vm.mKernel, kKernel);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
