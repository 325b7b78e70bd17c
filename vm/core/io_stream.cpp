#include "vm/core/io_stream.hpp"

#include "vm/convert.hpp"
#include "vm/core/string.hpp"
#include "vm/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace miniyarv {

namespace {

constexpr size_t kBlock = size_t{64} << 10;

void destroy_stream(void* payload) {
  auto* s = static_cast<IOStream*>(payload);
  if (!s->closed() && s->close_on_destroy) {
    if (!s->out.empty()) [[maybe_unused]]
      const ssize_t n = ::write(s->fd, s->out.data(), s->out.size());
    ::close(s->fd);
  }
  s->~IOStream();
}

/// Waits out signals; runs what they ask for.
template <class Call> ssize_t retry(VM& vm, Call&& call) {
  for (;;) {
    const ssize_t n = call();
    if (n >= 0 || errno != EINTR) return n;
    if (vm.interrupt) return n;
  }
}

} // namespace

const DataType kIOType{"IO", nullptr, destroy_stream, nullptr};

Value io_allocate(VM& vm, Class* klass) { return vm.heap.make_data(klass, kIOType, IOStream{}); }

Value io_new(VM& vm, Class* klass, int fd, bool readable, bool writable, std::string path) {
  const Value io = io_allocate(vm, klass);
  auto& s = io.as<DataObject>()->get<IOStream>();
  s.fd = fd;
  s.readable = readable;
  s.writable = writable;
  s.path = std::move(path);
  s.line_sync = writable && isatty(fd);
  return io;
}

IOStream& io_stream(VM& vm, Value io) {
  auto& s = io.as<DataObject>()->get<IOStream>();
  if (s.closed())
    raise(vm, vm.eIOError,
          s.path.empty() && !s.readable && !s.writable ? "uninitialized stream" : "closed stream");
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
  if (!s.buffered().empty() && lseek(s.fd, -static_cast<off_t>(s.buffered().size()), SEEK_CUR) >= 0) {
    s.in.clear();
    s.in_at = 0;
  }
  return s;
}

void stream_flush(VM& vm, IOStream& s) {
  size_t done = 0;
  while (done < s.out.size()) {
    const ssize_t n = retry(vm, [&] { return ::write(s.fd, s.out.data() + done, s.out.size() - done); });
    if (n < 0) {
      const int error = errno;
      s.out.erase(0, done);
      if (error != EPIPE)
        s.out.clear(); // a full disk: the rest cannot be written later either
      else
        s.out.clear();
      raise_errno(vm, error, s.path);
    }
    done += static_cast<size_t>(n);
  }
  s.out.clear();
}

void stream_write(VM& vm, IOStream& s, std::string_view bytes) {
  s.out += bytes;
  if (s.sync || s.out.size() >= kBlock || (s.line_sync && bytes.find('\n') != std::string_view::npos))
    stream_flush(vm, s);
}

bool stream_fill(VM& vm, IOStream& s) {
  if (s.in_at > 0) {
    s.in.erase(0, s.in_at);
    s.in_at = 0;
  }
  const size_t had = s.in.size();
  s.in.resize(had + kBlock);
  const ssize_t n = retry(vm, [&] { return ::read(s.fd, s.in.data() + had, kBlock); });
  const int error = errno;
  s.in.resize(had + static_cast<size_t>(n < 0 ? 0 : n));
  if (n < 0) raise_errno(vm, error, cat("@ io_fread - ", s.path));
  return n > 0;
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
      continue;
    }
    if ((static_cast<unsigned char>(unread[end]) & 0xc0) != 0x80) return end;
    ++end;
  }
}

} // namespace

std::optional<std::string> stream_gets(VM& vm, IOStream& s, std::optional<std::string_view> separator,
                                       int64_t limit, bool chomp) {
  if (limit == 0) return std::string();
  if (s.buffered().empty() && !stream_fill(vm, s)) return std::nullopt;
  std::string line;
  if (!separator) {
    stream_read(vm, s, limit < 0 ? std::string::npos : static_cast<size_t>(limit), line);
    ++s.lineno;
    return line;
  }
  const bool paragraph = separator->empty();
  const std::string_view end_mark = paragraph ? "\n\n" : *separator;
  const auto skip_newlines = [&] {
    for (;;) {
      while (!s.buffered().empty() && s.buffered()[0] == '\n') ++s.in_at;
      if (!s.buffered().empty() || !stream_fill(vm, s)) return;
    }
  };
  if (paragraph) {
    skip_newlines();
    if (s.buffered().empty()) return std::nullopt;
  }
  size_t end = find_line_end(vm, s, end_mark, limit);
  if (limit >= 0 && end == static_cast<size_t>(limit)) end = complete_character(vm, s, end);
  line = s.buffered().substr(0, end);
  s.in_at += end;
  if (paragraph) skip_newlines();
  ++s.lineno;
  if (chomp && line.size() >= end_mark.size() &&
      line.compare(line.size() - end_mark.size(), end_mark.size(), end_mark) == 0) {
    line.resize(line.size() - end_mark.size());
    if (end_mark == "\n" && !line.empty() && line.back() == '\r') line.pop_back();
  }
  return line;
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
  if (!s.out.empty()) stream_flush(vm, s);
  ::close(s.fd);
  s.fd = -1;
  if (s.child > 0) {
    int status = 0;
    waitpid(s.child, &status, 0);
    s.child = 0;
  }
}

OpenMode parse_open_mode(VM& vm, Value v) {
  OpenMode m;
  if (v.is_nil()) return m;
  if (v.is_fixnum()) {
    m.flags = static_cast<int>(v.to_fixnum());
    const int access = m.flags & O_ACCMODE;
    m.readable = access != O_WRONLY;
    m.writable = access != O_RDONLY;
    m.append = m.flags & O_APPEND;
    return m;
  }
  const std::string text(to_str(vm, v)->view());
  const std::string mode = text.substr(0, text.find(':')); // what follows names encodings
  const bool plus = mode.find('+') != std::string::npos;
  bool valid = !mode.empty() && mode.find_first_not_of("rwabt+x") == std::string::npos;
  switch (valid ? mode[0] : '?') {
  case 'r': m.flags = plus ? O_RDWR : O_RDONLY; break;
  case 'w': m.flags = (plus ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC; break;
  case 'a': m.flags = (plus ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND; break;
  default: valid = false;
  }
  if (mode.find('x') != std::string::npos) {
    if (mode[0] != 'w') valid = false;
    m.flags |= O_EXCL;
  }
  if (!valid) raise_argument_error(vm, cat("invalid access mode ", text));
  m.readable = mode[0] == 'r' || plus;
  m.writable = mode[0] != 'r' || plus;
  m.append = mode[0] == 'a';
  m.binary = mode.find('b') != std::string::npos;
  return m;
}

int open_path(VM& vm, const std::string& path, const OpenMode& mode, int permissions) {
  const auto fd =
      static_cast<int>(retry(vm, [&] { return ::open(path.c_str(), mode.flags | O_CLOEXEC, permissions); }));
  if (fd < 0) raise_errno(vm, errno, cat("@ rb_sysopen - ", path));
  struct stat st {};
  if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) && mode.writable) {
    ::close(fd);
    raise_errno(vm, EISDIR, cat("@ rb_sysopen - ", path));
  }
  return fd;
}

std::string path_argument(VM& vm, Value v) {
  if (!is_string(v)) {
    const Value path = vm.call_if_responds(v, ids::to_path);
    if (!path.is_undef()) v = path;
  }
  std::string path(to_str(vm, v)->view());
  if (path.find('\0') != std::string::npos) raise_argument_error(vm, "string contains null byte");
  return path;
}

void IOState::mark(Marker& m) {
  for (Value v : {standard_input, standard_output, standard_error, argf_current}) m.mark(v);
}

void flush_standard_streams(VM& vm) {
  const IOState& io = vm.state<IOState>();
  for (Value v : {io.standard_output, io.standard_error}) {
    if (v.is_nil()) continue;
    auto& s = v.as<DataObject>()->get<IOStream>();
    if (s.closed()) continue;
    vm.rescue(vm.cException, [&] { stream_flush(vm, s); });
  }
}

void write_stderr(VM& vm, std::string_view text) {
  const Value target = vm.global_get("$stderr");
  if (target == vm.state<IOState>().standard_error && !target.is_nil()) {
    auto& s = target.as<DataObject>()->get<IOStream>();
    if (!s.closed()) stream_write(vm, s, text);
    return;
  }
  vm.send(target, ids::write, Value(str_new(vm, text)));
}

} // namespace miniyarv
