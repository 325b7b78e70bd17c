#pragma once

#include "gc/object.hpp"

#include <span>
#include <string>

namespace miniyarv {

class VM;

/// The payload of an Enumerator::ArithmeticSequence: first, first + step, ... up to `end`. It remembers the
/// call that made it (`receiver.method(*args)`) for inspect.
struct ArithSeq {
  Value begin;
  Value end; ///< nil: endless
  Value step;
  Value receiver;
  Value args; ///< Array
  ID method;
  bool exclude_end;
};

/// Null for any other value.
const ArithSeq* arith_seq_of(Value);
Value arith_seq_new(VM&, const ArithSeq&);

/// `receiver.to_enum(method, *args)`; `size` is nil, an Integer or Float, or a Proc that computes it.
Value enumerator_new(VM&, Value receiver, ID method, std::span<const Value> args, Value size);

/// "(1, a: 2)".
std::string inspect_arguments(VM&, Array* args);

void init_enumerator(VM&); ///< Enumerator, ArithmeticSequence, Kernel#to_enum
void init_arith_seq(VM&);

} // namespace miniyarv
