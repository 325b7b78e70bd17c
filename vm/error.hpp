#pragma once

#include "vm/control_frame.hpp"

#include <string>
#include <string_view>
#include <type_traits>

namespace miniyarv {

class VM;
struct Class;

/// What a Throw unwinds for; CRuby's TAG_* states with their numbers (the operand of `throw`).
enum class ThrowState : uint8_t {
  Raise = 0,
  Return = 1,
  Break = 2,
  Next = 3,
  Retry = 4,
  Redo = 5,
  Throw = 7,
  Fatal = 8
};

/// The one C++ exception that crosses native frames: what is being thrown is in ExecutionContext::pending.
struct Throw {};

struct PendingThrow {
  ThrowState state = ThrowState::Raise;
  Value value = Qundef;       ///< the exception, or the value carried by break/return/throw
  Value* target_ep = nullptr; ///< break/return: the frame to unwind to
  Value tag = Qundef;         ///< catch/throw
  bool active = false;
};

// Creating exceptions (may allocate).
Value exception_new(VM&, Class* klass, std::string_view message);
Value exception_new(VM&, Class* klass, Value message);

/// Makes `exception` the pending throw: gives it a backtrace (from `from` on, the running frame if null) and
/// a cause, unless it has them. A native method then returns Qundef, which is cheaper than raise_exception.
void prepare_raise(VM&, Value exception, ControlFrame* from = nullptr);
/// The same with an explicit cause (Qundef: $!).
void prepare_raise_with_cause(VM&, Value exception, Value cause, ControlFrame* from = nullptr);

// Raising. All throw.
[[noreturn]] void raise(VM&, Class* klass, std::string_view message);
[[noreturn]] void raise_exception(VM&, Value exception);
[[noreturn]] void raise_arity(VM&, int given, int min,
                              int max); ///< "wrong number of arguments (given 1, expected 0)"
/// "wrong number of arguments (given 1, expected 0..2<note>)"
std::string arity_message(int given, int min, int max, std::string_view note = {});
/// Why a call found no method; decides the message of the NoMethodError or NameError.
enum class MissingReason : uint8_t { NoMethod, Private, Protected, Super, VCall };
[[noreturn]] void raise_no_method(VM&, Value recv, ID mid, MissingReason, const Value* argv, int argc);
[[noreturn]] void raise_type_error(VM&, std::string_view message);
[[noreturn]] void raise_argument_error(VM&, std::string_view message);
[[noreturn]] void raise_frozen(VM&, Value object); ///< "can't modify frozen String: \"abc\""
[[noreturn]] void
raise_no_conversion(VM&, Value v, std::string_view target); ///< "no implicit conversion of nil into String"
[[noreturn]] void raise_key_error(VM&, std::string_view message, Value receiver, Value key);
[[noreturn]] void raise_name_error(VM&, std::string_view message, Value receiver, ID name);
/// Errno::ENOENT "No such file or directory @ function - what"; `function` may be empty.
[[noreturn]] void raise_errno(VM&, int err, std::string_view what, std::string_view function = {});
[[noreturn]] void raise_stack_overflow(VM&);
[[noreturn]] void raise_no_memory(VM&);

/// Raises FrozenError unless `object` may be modified; warns for chilled strings under -W:deprecated.
void check_frozen(VM&, Value object);

/// How NameError's messages name a receiver: "nil", "main", "class Foo", "an instance of Foo", "#<Foo:0x...>"
/// when it has a singleton class.
std::string describe_receiver(VM&, Value);

// Warnings, "FILE:LINE: warning: message" through Warning.warn. They may run Ruby code.
void warn(VM&, std::string_view message);                                     ///< unless $VERBOSE is nil
void warn_at(VM&, std::string_view file, int line, std::string_view message); ///< for another place
void warn_verbose(VM&, std::string_view message);                             ///< only when $VERBOSE is true
void warn_deprecated(VM&, std::string_view message); ///< only when Warning[:deprecated]

/// Joins message pieces: cat("index ", 5, " too small").
template <class... Parts> std::string cat(const Parts&... parts) {
  std::string out;
  const auto add = [&out](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>> &&
                  !std::is_same_v<std::decay_t<decltype(part)>, char>)
      out += std::to_string(part);
    else
      out += part;
  };
  (add(parts), ...);
  return out;
}

/// Prints an exception that ended the program, as `ruby` does (message, backtrace, causes), to standard
/// error.
void report_uncaught(VM&, Value exception);
/// Exception#full_message.
std::string full_message(VM&, Value exception, bool highlight, bool reverse);

} // namespace miniyarv
