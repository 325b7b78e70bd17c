#pragma once

#include "gc/value.hpp"
#include "vm/control_frame.hpp"

#include <cstddef>
#include <string>

namespace miniyarv {

class VM;
struct Array;
struct ISeq;
struct MethodEntry;

/// A backtrace is captured compactly, one entry a frame, and rendered only when a script looks at it: raising
/// must be cheap. It is a hidden Data object.
struct BacktraceEntry {
  const ISeq* iseq;      ///< null for a native frame, or a core library one, which looks like it
  const MethodEntry* me; ///< null outside of methods
  const Word* pc;        ///< the instruction after the one running
};

inline constexpr size_t kNoLimit = SIZE_MAX;

/// The frames from `from` (the running frame if null) outwards. May allocate.
Value backtrace_capture(VM&, const ControlFrame* from = nullptr);
bool is_backtrace(Value);
size_t backtrace_size(Value backtrace);
const BacktraceEntry& backtrace_entry(Value backtrace, size_t index);
/// The entry that gives `index` its position: itself, or the Ruby frame a native one was called from. May be
/// null.
const BacktraceEntry* backtrace_position_entry(Value backtrace, size_t index);
/// "FILE:LINE:in 'Foo#bar'"
std::string backtrace_line(VM&, Value backtrace, size_t index);
/// Line and file of an entry; for a native one those of the Ruby code that called it. Line 0: unknown.
int backtrace_lineno(Value backtrace, size_t index);
std::string backtrace_path(Value backtrace, size_t index);
/// 'Foo#bar', 'block in Foo#bar', '<main>'; without quotes.
std::string backtrace_label(VM&, Value backtrace, size_t index);

/// Arrays of `count` strings, or Thread::Backtrace::Location objects, from entry `start` on.
Array* backtrace_strings(VM&, Value backtrace, size_t start = 0, size_t count = kNoLimit);
Array* backtrace_locations(VM&, Value backtrace, size_t start = 0, size_t count = kNoLimit);
/// The backtrace and entry behind a Thread::Backtrace::Location.
struct LocationRef {
  Value backtrace;
  size_t index;
};
bool is_location(Value);
LocationRef location_ref(Value location);

/// "FILE:LINE" of the nearest Ruby frame that is not the core library's, for warnings; empty if there is
/// none.
std::string current_position(VM&);

void init_backtrace(VM&); ///< Thread::Backtrace::Location

} // namespace miniyarv
