#pragma once

// What the files that define IO's methods share. Not for other subsystems: those use io_stream.hpp.

#include "vm/core/io_stream.hpp"
#include "vm/native.hpp"

namespace miniyarv {

// Each defines one family of methods; init_io calls them all.
void init_io_read(VM&);
void init_io_write(VM&);
void init_io_class(VM&);
void init_io_popen(VM&);

/// Arguments of gets, readlines and their relatives: (separator = $/, limit = nil, chomp: false).
struct LineArguments {
  std::optional<std::string> separator; ///< nullopt: all that is left; empty: paragraphs
  int64_t limit = -1;                   ///< bytes; negative: none
  bool chomp = false;

  LineArguments(VM&, std::span<const Value> args, Value chomp);
};

/// The next line of `io` as a String, or nil at the end; counts `$.`.
Value io_next_line(VM&, Value io, const LineArguments&);
/// All lines that are left. Raises ArgumentError for a limit of 0.
Array* io_all_lines(VM&, Value io, const LineArguments&);
/// read(length, buffer): nil length for the rest.
Value io_read_bytes(VM&, Value io, Value length, Value buffer);

/// Calls fn(io) with a new File of `path` and closes it.
template <class F> Value with_file(VM& vm, Value path, const OpenMode& mode, int permissions, F&& fn) {
  const std::string name = path_argument(vm, path);
  const Value io = io_allocate(vm, vm.cFile);
  io_attach(io, open_path(vm, name, mode, permissions), mode, name);
  const Value v = vm.ensure([&] { return fn(io); },
                            [&] { vm.rescue(vm.cException, [&] { stream_close(vm, io_payload(io)); }); });
  return v;
}

/// The mode that `mode` (nil: default "r") and the keywords of open (mode:, flags:, binmode:,
/// external_encoding:, encoding:, textmode:) describe together. Raises ArgumentError for others.
OpenMode open_mode_of(VM&, Value mode, const Keywords&, const char* default_mode = "r");
/// The permissions for a new file: an Integer or nil (0666).
int open_permissions(VM&, Value);

/// Output of `puts` to any object with `write`.
void put_values(VM&, Value out, std::span<const Value> values);

} // namespace miniyarv
