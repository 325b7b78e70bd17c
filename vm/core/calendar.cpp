#include "vm/core/calendar.hpp"

#include "vm/core/bignum.hpp"
#include "vm/vm.hpp"

#include <ctime>

namespace miniyarv {

namespace {

constexpr int64_t kDaysPer400Years = 146097;
constexpr int kDaysBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

bool leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/// Days from 0000-03-01 to a date of a year that is not negative; years start in March here (Howard Hinnant's
/// chrono algorithms).
int64_t days_in_era(int64_t year, int month, int day) {
  const int from_march = (month + 9) % 12;
  if (month <= 2) --year;
  const int64_t day_of_year = (153 * from_march + 2) / 5 + day - 1;
  return year * 365 + year / 4 - year / 100 + year / 400 + day_of_year;
}

constexpr int64_t kEpochInEra = 719468; // days from 0000-03-01 to 1970-01-01

int year_in_cycle(VM& vm, Value year) {
  return static_cast<int>(int_mod(vm, year, Value::fixnum(400)).to_fixnum());
}

int day_of_year(int64_t year, int month, int day) {
  return kDaysBefore[month - 1] + day + (month > 2 && leap(year) ? 1 : 0);
}

} // namespace

bool leap_year(VM& vm, Value year) { return leap(year_in_cycle(vm, year)); }

CivilDate civil_from_days(VM& vm, Value days) {
  const auto [era, rest] =
      int_divmod(vm, int_add(vm, days, Value::fixnum(kEpochInEra)), Value::fixnum(kDaysPer400Years));
  const int64_t day = rest.to_fixnum();
  const int64_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const int64_t of_year = day - (365 * year + year / 4 - year / 100);
  const int64_t from_march = (5 * of_year + 2) / 153;
  CivilDate out;
  out.day = static_cast<int>(of_year - (153 * from_march + 2) / 5 + 1);
  out.month = static_cast<int>(from_march < 10 ? from_march + 3 : from_march - 9);
  const int64_t in_era = year + (out.month <= 2);
  out.year = int_add(vm, int_mul(vm, era, Value::fixnum(400)), Value::fixnum(in_era));
  out.yday = day_of_year(in_era, out.month, out.day);
  out.wday = static_cast<int>(int_mod(vm, int_add(vm, days, Value::fixnum(4)), Value::fixnum(7)).to_fixnum());
  return out;
}

Value days_from_civil(VM& vm, Value year, int month, int day) {
  // Shift by whole cycles so that the year before is never negative.
  const auto [era, rest] = int_divmod(vm, year, Value::fixnum(400));
  const int64_t in_cycle = days_in_era(rest.to_fixnum() + 400, month, day) - kDaysPer400Years - kEpochInEra;
  return int_add(vm, int_mul(vm, era, Value::fixnum(kDaysPer400Years)), Value::fixnum(in_cycle));
}

IsoWeek iso_week(VM& vm, const CivilDate& date) {
  const int weekday = (date.wday + 6) % 7; // 0 = Monday
  const int week = (date.yday - 1 - weekday + 10) / 7;
  // A year has 53 weeks when it starts on a Thursday, or on a Wednesday if it is a leap year.
  const auto weeks_in = [](bool is_leap, int first_weekday) {
    return first_weekday == 3 || (is_leap && first_weekday == 2) ? 53 : 52;
  };
  const int first = ((weekday - (date.yday - 1)) % 7 + 7) % 7;
  if (week < 1) {
    const bool before_leap = leap_year(vm, int_sub(vm, date.year, Value::fixnum(1)));
    const int first_before = ((first - (before_leap ? 366 : 365)) % 7 + 7) % 7;
    return {weeks_in(before_leap, first_before), -1};
  }
  if (week > weeks_in(leap_year(vm, date.year), first)) return {1, 1};
  return {week, 0};
}

// --- The system's zone ---

namespace {

constexpr int64_t kSecondsPer400Years = kDaysPer400Years * 86400;
constexpr int64_t kFarFuture = kSecondsPer400Years; // well after the last change any zone file knows

/// Brings a moment far away to the same place in a 400-year cycle.
int64_t nearby(VM& vm, Value seconds) {
  if (seconds.is_fixnum() && seconds.to_fixnum() > -kFarFuture && seconds.to_fixnum() < kFarFuture)
    return seconds.to_fixnum();
  return int_mod(vm, seconds, Value::fixnum(kSecondsPer400Years)).to_fixnum() +
         (int_sign(seconds) < 0 ? -kSecondsPer400Years : 0);
}

LocalZone zone_at(int64_t seconds) {
  const auto t = static_cast<time_t>(seconds);
  std::tm tm{};
  tzset();
  if (!localtime_r(&t, &tm)) return {0, false, "UTC"};
  return {tm.tm_gmtoff, tm.tm_isdst > 0, tm.tm_zone ? tm.tm_zone : ""};
}

} // namespace

LocalZone local_zone_at(VM& vm, Value seconds) { return zone_at(nearby(vm, seconds)); }

Value local_to_seconds(VM& vm, Value wall_seconds) {
  const int64_t wall = nearby(vm, wall_seconds);
  const int64_t before = zone_at(wall - 86400).offset, after = zone_at(wall + 86400).offset;
  const auto holds = [&](int64_t offset) { return zone_at(wall - offset).offset == offset; };
  int64_t offset = before;
  if (!holds(before) && holds(after)) offset = after;
  return int_sub(vm, wall_seconds, Value::fixnum(offset));
}

} // namespace miniyarv
