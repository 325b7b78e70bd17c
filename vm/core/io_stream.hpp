#pragma once

#include "gc/object.hpp"
#include "vm/vm.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace miniyarv {

/// The payload of an IO or File: a file descriptor with buffers of its own. Writing and reading raise
/// Errno::*, IOError and EOFError in Ruby's wording.
struct IOStream {
  int fd = -1;
  bool readable = false, writable = false;
  bool sync = false;      ///< write through
  bool line_sync = false; ///< flush at newlines (a terminal)
  bool append = false;
  bool binary = false;
  bool close_on_destroy = true;
  pid_t child = 0; ///< of popen: waited for at close
  int64_t lineno = 0;
  std::string path; ///< as given; "<STDOUT>" for standard streams
  std::string out;  ///< not yet written
  std::string in;   ///< read ahead; unread from `in_at` on
  size_t in_at = 0;

  bool closed() const { return fd < 0; }
  std::string_view buffered() const { return std::string_view(in).substr(in_at); }
};
extern const DataType kIOType;

/// Raises IOError when closed ("closed stream") or uninitialised.
IOStream& io_stream(VM&, Value io);
/// The same, and not opened for reading / writing.
IOStream& io_for_reading(VM&, Value io);
IOStream& io_for_writing(VM&, Value io);

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
int64_t stream_position(VM&, IOStream&);
void stream_seek(VM&, IOStream&, int64_t offset, int whence);
void stream_close(VM&, IOStream&);

Value io_allocate(VM&, Class*);
Value io_new(VM&, Class*, int fd, bool readable, bool writable, std::string path);

/// open(2) flags and what the stream may do, from "r+b" or an Integer. Raises ArgumentError "invalid access
/// mode x".
struct OpenMode {
  int flags = 0;
  bool readable = true, writable = false, append = false, binary = false;
};
OpenMode parse_open_mode(VM&, Value mode);
/// Opens a path; raises Errno::*.
int open_path(VM&, const std::string& path, const OpenMode&, int permissions);
/// A path argument: String, to_path or to_str; ArgumentError for a NUL byte.
std::string path_argument(VM&, Value);

/// The standard streams and `$<` position of one VM.
struct IOState final : VMState {
  static constexpr StateSlot kSlot = StateSlot::IO;
  Value standard_input = Qnil, standard_output = Qnil, standard_error = Qnil;
  Value argf_current = Qnil; ///< file that Kernel#gets reads now
  bool argf_started = false;
  int64_t last_lineno = 0; ///< $.
  void mark(Marker&) override;
};

/// Writes what standard output and error still buffer, at the end of the program. Errors are ignored.
void flush_standard_streams(VM&);
/// Writes to `$stderr` (any object with `write`).
void write_stderr(VM&, std::string_view text);

void init_io(VM&);
void init_file(VM&);
void init_dir(VM&);
void init_kernel_io(VM&);

} // namespace miniyarv
