#pragma once

#include "gc/value.hpp"

#include <cstdint>
#include <string>

namespace miniyarv {

class VM;

/// The proleptic Gregorian calendar. Years and day numbers are Integers of any size; days count from
/// 1970-01-01.
struct CivilDate {
  Value year = Value::fixnum(1970);
  int month = 1; ///< 1-12
  int day = 1;   ///< 1-31
  int yday = 1;  ///< 1-366
  int wday = 4;  ///< 0 = Sunday
};

/// May allocate.
CivilDate civil_from_days(VM&, Value days);
/// May allocate. A day beyond the month's last runs into the next month.
Value days_from_civil(VM&, Value year, int month, int day);

/// ISO 8601 week number, and the year it belongs to relative to the calendar year: -1, 0 or 1.
struct IsoWeek {
  int week;
  int year_offset;
};
IsoWeek iso_week(VM&, const CivilDate&);
bool leap_year(VM&, Value year);

inline constexpr const char* kMonthNames[] = {"January",   "February", "March",    "April",
                                              "May",       "June",     "July",     "August",
                                              "September", "October",  "November", "December"};
inline constexpr const char* kDayNames[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                            "Thursday", "Friday", "Saturday"};

/// The system's time zone (TZ) at a moment.
struct LocalZone {
  int64_t offset = 0; ///< seconds east of UTC
  bool dst = false;
  std::string name;
};
/// Zone in force at `seconds` since the epoch. Moments beyond the C library's range use the same place in a
/// 400-year cycle that is within.
LocalZone local_zone_at(VM&, Value seconds);
/// Seconds since the epoch of a local wall clock reading, given as the seconds it would be in UTC. The
/// earlier of two readings; one that the clock skips is taken by the zone before the change.
Value local_to_seconds(VM&, Value wall_seconds);

} // namespace miniyarv
