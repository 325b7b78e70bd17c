#pragma once

// What the files that define Time share. Others use time.hpp.

#include "vm/core/time.hpp"

namespace miniyarv {

inline constexpr int64_t kNanosPerSecond = 1'000'000'000;

Value allocate_time(VM&, Class*);
/// Raises TypeError "uninitialized Time".
const TimeData& time_data(VM&, Value time);
void set_time(VM&, Value time, const TimeData&);
/// An Integer for a Rational that is whole.
Value whole_or_rational(Value);
/// Integer or Rational; "can't convert String into an exact number".
Value exact_number(VM&, Value);
Value nanoseconds_argument(VM&, Value seconds);
TimeZone zone_from_text(VM&, std::string_view);

/// Raises ArgumentError "mon out of range" and so on.
void check_time_fields(VM&, const TimeFields&);

void init_time_construct(VM&);

} // namespace miniyarv
