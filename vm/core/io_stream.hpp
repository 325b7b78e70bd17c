#pragma once

#include "gc/object.hpp"
#include "vm/vm.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace miniyarv {

/// The payload of an IO or File: a file descriptor with buffers of its own.
struct IOStream {
  int fd = -1;
  int write_fd = -1; ///< what a two-way pipe is written to; else -1
  bool initialized = false;
  bool readable = false, writable = false;
  bool sync = false; ///< write through; terminals always are
  bool binary = false;
  bool autoclose = true;
  Encoding encoding = Encoding::Utf8; ///< of what is read
  pid_t child = 0;                    ///< of popen: waited for at close
  int64_t lineno = 0;
  std::string path; ///< as given; "<STDOUT>" for standard streams
  std::string out;  ///< not yet written
  std::string in;   ///< read ahead; unread from `in_at` on
  size_t in_at = 0;

  bool closed() const { return fd < 0; }
  int output_fd() const { return write_fd >= 0 ? write_fd : fd; }
  std::string_view buffered() const { return std::string_view(in).substr(in_at); }
};
extern const DataType kIOType;

inline bool is_io(Value v) { return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kIOType; }
/// The payload, whatever its state. Precondition: is_io(io).
inline IOStream& io_payload(Value io) { return io.as<DataObject>()->get<IOStream>(); }
/// Raises IOError when closed ("closed stream") or uninitialised.
IOStream& io_stream(VM&, Value io);
/// The same, and not opened for reading / writing.
IOStream& io_for_reading(VM&, Value io);
IOStream& io_for_writing(VM&, Value io);
/// `v` or its to_io; raises TypeError.
Value to_io(VM&, Value v);

// All that follow run pending signal handlers when a system call is interrupted, and raise Errno::*.

void stream_write(VM&, IOStream&, std::string_view bytes);
void stream_flush(VM&, IOStream&);
/// Appends up to `n` bytes (npos: to the end) to `out`; the number read.
size_t stream_read(VM&, IOStream&, size_t n, std::string& out);
/// One more block into the buffer; false at the end of the file.
bool stream_fill(VM&, IOStream&);
/// A line with its separator: nullopt at the end. An empty separator reads a paragraph, none the rest; limit
/// < 0: unlimited.
std::optional<std::string> stream_gets(VM&, IOStream&, std::optional<std::string_view> separator,
                                       int64_t limit, bool chomp);
/// Puts bytes back to be read next.
void stream_unread(IOStream&, std::string_view bytes);
int64_t stream_position(VM&, IOStream&);
void stream_seek(VM&, IOStream&, int64_t offset, int whence);
/// Flushes, closes and, for popen's, waits and sets `$?`.
void stream_close(VM&, IOStream&);

/// Runs the signal handlers if errno is EINTR; false otherwise.
bool was_interrupted(VM&);
/// Repeats a system call (-1 with errno on failure) that a signal interrupted, after running its handlers.
template <class Call> ssize_t retry_interrupted(VM& vm, Call&& call) {
  for (;;) {
    const ssize_t n = call();
    if (n >= 0 || !was_interrupted(vm)) return n;
  }
}

Value io_allocate(VM&, Class*);
Value io_new(VM&, Class*, int fd, bool readable, bool writable, std::string path);

/// What opening a file asks for: open(2) flags and what the stream may do.
struct OpenMode {
  int flags = 0;
  bool readable = true, writable = false, binary = false;
  Encoding encoding = Encoding::Utf8;
};
/// From "r+b:utf-8" or an Integer. Raises ArgumentError "invalid access mode x".
OpenMode parse_open_mode(VM&, Value mode);
/// Opens a path; raises Errno::*. close-on-exec.
int open_path(VM&, const std::string& path, const OpenMode&, int permissions);
/// Makes `io` the stream of an open descriptor.
void io_attach(Value io, int fd, const OpenMode&, std::string path);
/// A path argument: String, to_path or to_str; ArgumentError for a NUL byte.
std::string path_argument(VM&, Value);

/// The standard streams of one VM, and what its input functions remember.
struct IOState final : VMState {
  static constexpr StateSlot kSlot = StateSlot::IO;
  Value standard_input = Qnil, standard_output = Qnil, standard_error = Qnil;
  Value argf = Qnil;       ///< once it has been asked for
  int64_t last_lineno = 0; ///< $.
  void mark(Marker&) override;
};

/// Writes what standard output and error still buffer, at the end of the program and before other programs
/// are run. Errors are ignored.
void flush_standard_streams(VM&);
/// Writes to `$stderr` (any object with `write`).
void write_stderr(VM&, std::string_view text);
/// `out.write(text)`, without a call when `out` is an IO with the method of the core library.
void write_text(VM&, Value out, String* text);

void init_io(VM&);
void init_file(VM&);
void init_dir(VM&);
void init_kernel_io(VM&);

} // namespace miniyarv
