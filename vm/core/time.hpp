#pragma once

#include "vm/core/calendar.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace miniyarv {

class VM;
struct Keywords;

/// How a Time shows itself.
struct TimeZone {
  enum class Kind : uint8_t { Local, Utc, Fixed };
  Kind kind = Kind::Local;
  int32_t offset = 0; ///< Fixed: seconds east of UTC
};

/// Payload of a Time: an exact moment.
struct TimeData {
  Value nanoseconds = Qundef; ///< since the epoch: an Integer, or a Rational for finer moments
  TimeZone zone;
};

/// A moment as calendar and clock show it in its zone.
struct BrokenDownTime {
  CivilDate date;
  int hour = 0, minute = 0, second = 0;
  Value subnano = Value::fixnum(0); ///< nanoseconds within the second: Integer or Rational
  Value seconds = Value::fixnum(0); ///< whole seconds since the epoch
  int64_t offset = 0;
  bool utc = false, dst = false;
  std::string zone_name; ///< empty for fixed offsets
};
BrokenDownTime break_down(VM&, const TimeData&);

/// Time#strftime. Raises ArgumentError "invalid format: ..." and Errno::ERANGE for absurd widths.
std::string format_time(VM&, const BrokenDownTime&, std::string_view format);

/// A zone given as "+09:00", "UTC", "Z", "A".."Z", or a number of seconds; nil: local.
TimeZone zone_argument(VM&, Value);

/// Calendar fields from Time.new and its like, as given.
struct TimeFields {
  Value year = Value::fixnum(1970);
  int month = 1, day = 1, hour = 0, minute = 0, second = 0;
  Value subnano = Value::fixnum(0);
};
/// The moment the fields name in the zone. A second 60 and an hour 24 run over.
TimeData time_from_fields(VM&, const TimeFields&, TimeZone);
/// Time.new("2024-12-25 00:56:17 +0900"); raises ArgumentError. `default_zone` when the text names none.
TimeData parse_time(VM&, std::string_view text, TimeZone default_zone, int64_t precision);

Value time_new(VM&, const TimeData&);                          ///< a Time (may allocate)
Value time_from_timespec(VM&, int64_t seconds, int64_t nanos); ///< local, as File.mtime gives it
/// Seconds, and nanoseconds of the second, of a Time. Precondition: is_time(v).
bool is_time(Value);
void time_to_timespec(VM&, Value time, int64_t& seconds, int64_t& nanos);

void init_time(VM&);

} // namespace miniyarv
