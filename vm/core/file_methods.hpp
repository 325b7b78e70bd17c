#pragma once

// What the files that define File's methods share.

#include "vm/core/io_stream.hpp"
#include "vm/native.hpp"

#include <sys/stat.h>

namespace miniyarv {

// Each defines one family of methods; init_file calls them all.
void init_file_path(VM&);
void init_file_test(VM&);
void init_file_stat(VM&);
void init_file_change(VM&);

using FileStatus = struct stat;

/// stat(2) of an IO or a path; false with errno set on failure.
bool file_status(VM&, Value file, FileStatus& out);
/// The same; raises Errno::* with `function` and the path.
FileStatus file_status_or_raise(VM&, Value file, const char* function);
/// A Time. May allocate and call Ruby code.
Value time_of(VM&, const timespec&);
/// File.expand_path: "~" and "~user", `folder` (nil: the current directory). Raises ArgumentError.
std::string expand_path(VM&, Value path, Value folder);
/// File::FNM_* bits of an optional argument.
int match_flags(VM&, const std::optional<Value>&);
/// "a{b,c}d" as "abd" and "acd"; calls fn(pattern) for each.
void expand_braces(std::string_view pattern, const std::function<void(std::string_view)>& fn);

} // namespace miniyarv
