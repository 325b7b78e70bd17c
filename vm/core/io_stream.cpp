#include "vm/core/io_stream.hpp"

#include "vm/convert.hpp"
#include "vm/core/spawn.hpp"
#include "vm/core/string.hpp"
#include "vm/error.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/method.hpp"

#include <cerrno>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace miniyarv {

namespace {

constexpr size_t kBlock = size_t{32} << 10;

/// An IO nobody closed; failures have nobody to go to.
void destroy_stream(void* payload) {
  auto* s = static_cast<IOStream*>(payload);
  if (!s->closed() && s->autoclose) {
    std::string_view rest = s->out;
    while (!rest.empty()) {
      const ssize_t n = ::write(s->output_fd(), rest.data(), rest.size());
      if (n <= 0) break;
      rest.remove_prefix(static_cast<size_t>(n));
    }
    ::close(s->fd);
    if (s->write_fd >= 0) ::close(s->write_fd);
  }
  s->~IOStream();
}

void wait_until_ready(VM& vm, int fd, short events) {
  pollfd p{fd, events, 0};
  retry_interrupted(vm, [&] { return ::poll(&p, 1, -1); });
}

} // namespace

const DataType kIOType{"IO", nullptr, destroy_stream, nullptr};

bool was_interrupted(VM& vm) {
  if (errno != EINTR) return false;
  check_interrupts(vm);
  return true;
}

Value io_allocate(VM& vm, Class* klass) { return vm.heap.make_data(klass, kIOType, IOStream{}); }

Value io_new(VM& vm, Class* klass, int fd, bool readable, bool writable, std::string path) {
  const Value io = io_allocate(vm, klass);
  OpenMode mode;
  mode.readable = readable;
  mode.writable = writable;
  io_attach(io, fd, mode, std::move(path));
  return io;
}

void io_attach(Value io, int fd, const OpenMode& mode, std::string path) {
  IOStream& s = io_payload(io);
  s.fd = fd;
  s.initialized = true;
  s.readable = mode.readable;
  s.writable = mode.writable;
  s.binary = mode.binary;
  s.encoding = mode.encoding;
  s.path = std::move(path);
  s.sync = mode.writable && isatty(fd);
}

IOStream& io_stream(VM& vm, Value io) {
  IOStream& s = io_payload(io);
  if (s.closed()) raise(vm, vm.eIOError, s.initialized ? "closed stream" : "uninitialized stream");
  return s;
}

IOStream& io_for_reading(VM& vm, Value io) {
  IOStream& s = io_stream(vm, io);
  if (!s.readable) raise(vm, vm.eIOError, "not opened for reading");
  if (!s.out.empty()) stream_flush(vm, s);
  return s;
}

IOStream& io_for_writing(VM& vm, Value io) {
  IOStream& s = io_stream(vm, io);
  if (!s.writable) raise(vm, vm.eIOError, "not opened for writing");
  // What was read ahead lies before the file offset; writing continues where reading stopped.
  if (!s.buffered().empty() && s.write_fd < 0 &&
      lseek(s.fd, -static_cast<off_t>(s.buffered().size()), SEEK_CUR) >= 0) {
    s.in.clear();
    s.in_at = 0;
  }
  return s;
}

Value to_io(VM& vm, Value v) {
  if (is_io(v)) return v;
  const Value io = vm.call_if_responds(v, ids::to_io);
  if (io.is_undef() || !is_io(io)) raise_no_conversion(vm, v, "IO");
  return io;
}

void stream_flush(VM& vm, IOStream& s) {
  size_t done = 0;
  // Handlers may write, too: they must find the buffer without what has been written.
  const auto drop_written = [&] { s.out.erase(0, std::exchange(done, 0)); };
  while (done < s.out.size()) {
    const ssize_t n = ::write(s.output_fd(), s.out.data() + done, s.out.size() - done);
    if (n >= 0) {
      done += static_cast<size_t>(n);
    } else if (errno == EAGAIN) {
      wait_until_ready(vm, s.output_fd(), POLLOUT);
    } else {
      const int error = errno;
      drop_written();
      errno = error;
      if (was_interrupted(vm)) continue;
      s.out.clear(); // the device is full or the reader gone: it cannot be written later either
      raise_errno(vm, error, s.path, "io_write");
    }
  }
  s.out.clear();
}

void stream_write(VM& vm, IOStream& s, std::string_view bytes) {
  s.out += bytes;
  if (s.sync || s.out.size() >= kBlock) stream_flush(vm, s);
}

bool stream_fill(VM& vm, IOStream& s) {
  s.in.erase(0, std::exchange(s.in_at, 0));
  const size_t had = s.in.size();
  for (;;) {
    s.in.resize(had + kBlock);
    const ssize_t n = ::read(s.fd, s.in.data() + had, kBlock);
    const int error = errno;
    s.in.resize(had + static_cast<size_t>(std::max<ssize_t>(n, 0)));
    if (n >= 0) return n > 0;
    errno = error;
    if (error == EAGAIN)
      wait_until_ready(vm, s.fd, POLLIN);
    else if (!was_interrupted(vm))
      raise_errno(vm, error, s.path, "io_fread");
  }
}

size_t stream_read(VM& vm, IOStream& s, size_t n, std::string& out) {
  size_t total = 0;
  while (total < n) {
    if (s.buffered().empty() && !stream_fill(vm, s)) break;
    const std::string_view chunk = s.buffered().substr(0, n - total);
    out += chunk;
    total += chunk.size();
    s.in_at += chunk.size();
  }
  return total;
}

namespace {

/// Offset just behind `separator` in the unread bytes, reading on as needed; the end of the file otherwise.
size_t find_line_end(VM& vm, IOStream& s, std::string_view separator, int64_t limit) {
  size_t searched = 0;
  for (;;) {
    const std::string_view unread = s.buffered();
    const size_t from = searched >= separator.size() ? searched - separator.size() + 1 : 0;
    const size_t at = unread.find(separator, from);
    const size_t end = at == std::string_view::npos ? unread.size() : at + separator.size();
    if (limit >= 0 && end >= static_cast<size_t>(limit)) return static_cast<size_t>(limit);
    if (at != std::string_view::npos) return end;
    searched = unread.size();
    if (!stream_fill(vm, s)) return s.buffered().size();
  }
}

/// A limit counts bytes but never splits a UTF-8 character.
size_t complete_character(VM& vm, IOStream& s, size_t end) {
  for (;;) {
    const std::string_view unread = s.buffered();
    if (end >= unread.size()) {
      if (!stream_fill(vm, s)) return end;
    } else if ((static_cast<unsigned char>(unread[end]) & 0xc0) != 0x80) {
      return end;
    } else {
      ++end;
    }
  }
}

void skip_newlines(VM& vm, IOStream& s) {
  do {
    while (!s.buffered().empty() && s.buffered()[0] == '\n') ++s.in_at;
  } while (s.buffered().empty() && stream_fill(vm, s));
}

void chomp_line(std::string& line, std::string_view end_mark, bool paragraph) {
  if (paragraph) {
    while (!line.empty() && line.back() == '\n') line.pop_back();
    return;
  }
  if (line.size() < end_mark.size() || !std::string_view(line).ends_with(end_mark)) return;
  line.resize(line.size() - end_mark.size());
  if (end_mark == "\n" && !line.empty() && line.back() == '\r') line.pop_back();
}

} // namespace

std::optional<std::string> stream_gets(VM& vm, IOStream& s, std::optional<std::string_view> separator,
                                       int64_t limit, bool chomp) {
  if (limit == 0) return std::string();
  const bool paragraph = separator && separator->empty();
  if (paragraph) skip_newlines(vm, s);
  if (s.buffered().empty() && !stream_fill(vm, s)) return std::nullopt;
  std::string line;
  if (!separator && limit < 0) {
    stream_read(vm, s, std::string::npos, line);
  } else {
    const std::string_view end_mark = paragraph ? "\n\n" : separator.value_or("");
    size_t end = separator ? find_line_end(vm, s, end_mark, limit) : static_cast<size_t>(limit);
    if (limit >= 0 && end == static_cast<size_t>(limit) && s.encoding == Encoding::Utf8)
      end = complete_character(vm, s, end);
    stream_read(vm, s, end, line);
    if (paragraph) skip_newlines(vm, s);
    if (chomp && separator) chomp_line(line, end_mark, paragraph);
  }
  ++s.lineno;
  return line;
}

void stream_unread(IOStream& s, std::string_view bytes) {
  s.in.replace(0, s.in_at, bytes);
  s.in_at = 0;
}

int64_t stream_position(VM& vm, IOStream& s) {
  if (!s.out.empty()) stream_flush(vm, s);
  const off_t at = lseek(s.fd, 0, SEEK_CUR);
  if (at < 0) raise_errno(vm, errno, s.path);
  return at - static_cast<off_t>(s.buffered().size());
}

void stream_seek(VM& vm, IOStream& s, int64_t offset, int whence) {
  if (!s.out.empty()) stream_flush(vm, s);
  if (whence == SEEK_CUR) offset -= static_cast<int64_t>(s.buffered().size());
  if (lseek(s.fd, offset, whence) < 0) raise_errno(vm, errno, s.path);
  s.in.clear();
  s.in_at = 0;
}

void stream_close(VM& vm, IOStream& s) {
  if (s.closed()) return;
  vm.ensure(
      [&] {
        if (!s.out.empty()) stream_flush(vm, s);
      },
      [&] {
        s.out.clear();
        if (s.write_fd >= 0) ::close(std::exchange(s.write_fd, -1));
        ::close(std::exchange(s.fd, -1));
      });
  if (s.child > 0) wait_for_child(vm, std::exchange(s.child, 0));
}

void IOState::mark(Marker& m) {
  for (Value v : {standard_input, standard_output, standard_error, argf}) m.mark(v);
}

void flush_standard_streams(VM& vm) {
  const IOState& io = vm.state<IOState>();
  for (Value v : {io.standard_output, io.standard_error}) {
    if (v.is_nil() || io_payload(v).closed()) continue;
    vm.rescue(vm.cException, [&] { stream_flush(vm, io_payload(v)); });
  }
}

void write_text(VM& vm, Value out, String* text) {
  if (is_io(out) && has_builtin_method(vm, out, ids::write))
    stream_write(vm, io_for_writing(vm, out), text->view());
  else
    vm.send(out, ids::write, Value(text));
}

void write_stderr(VM& vm, std::string_view text) {
  const Value target = vm.global_get("$stderr");
  if (target.is_nil() || (is_io(target) && io_payload(target).closed())) return;
  write_text(vm, target, str_new(vm, text));
}

} // namespace miniyarv
