#pragma once

#include "gc/value.hpp"

#include <span>
#include <string>
#include <string_view>

namespace miniyarv {

class VM;
struct Class;

/// The class of an errno, such as Errno::ENOENT; SystemCallError for unknown numbers. May allocate.
Class* errno_class(VM&, int err);
/// "No such file or directory @ function - what"; without the parts that are empty.
Value errno_exception(VM&, int err, std::string_view what, std::string_view function = {});

std::string exception_message(VM&, Value exception); ///< Exception#message; calls Ruby code
/// Exception#backtrace: an Array of strings, or nil.
Value exception_backtrace(VM&, Value exception);
Value exception_cause(VM&, Value exception);

/// What `raise` makes of its arguments (class or object, message, backtrace): a new or given exception.
/// Raises TypeError "exception class/object expected".
Value make_exception(VM&, std::span<const Value> args);
/// The `cause:` of a raise, checked. Qundef, for none given, passes.
Value checked_cause(VM&, Value exception, Value cause);

/// "\nDid you mean?  xs", or nothing.
std::string did_you_mean(VM&, Value exception);
/// The source line the exception points at with a marker below, after a blank line; or nothing.
std::string error_highlight(VM&, Value exception);

} // namespace miniyarv
