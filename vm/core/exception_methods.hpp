#pragma once

// What the files that define the exception classes share.

#include "gc/value.hpp"
#include "vm/error.hpp"

#include <optional>
#include <vector>

namespace miniyarv {

class VM;
struct Hash;

/// A hidden variable of an exception; nil when unset.
Value exception_field(VM&, Value exception, ID name);
void set_exception_field(VM&, Value exception, ID name, Value);
/// Raises ArgumentError `missing` when unset.
Value exception_field_or_raise(VM&, Value exception, ID name, std::string_view missing);

Value exc_initialize(VM&, Value self, std::optional<Value> message);
Value exc_set_backtrace(VM&, Value self, Value backtrace);
/// Exception#full_message; `options` are the keywords that detailed_message gets.
std::string full_message(VM&, Value exception, bool highlight, bool reverse, Hash* options);
bool stderr_is_terminal();

/// Names of the local variables in scope where the exception was raised.
std::vector<ID> visible_locals(VM&, Value exception);

void init_exception_classes(
    VM&);             ///< NameError, KeyError, SystemExit and the others with methods of their own
void init_errno(VM&); ///< SystemCallError, Errno

} // namespace miniyarv
