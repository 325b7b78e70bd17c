// Time values: moments, their parts, and how they are made from arguments.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/core/text.hpp"
#include "vm/core/time.hpp"
#include "vm/core/time_methods.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <optional>

namespace miniyarv {

namespace {

void mark_time(void* payload, Marker& marker) { marker.mark(static_cast<TimeData*>(payload)->nanoseconds); }
constexpr DataType kTimeType{"time", mark_time, nullptr, nullptr};

} // namespace

Value allocate_time(VM& vm, Class* c) { return Value(vm.heap.make_data(c, kTimeType, TimeData{})); }

bool is_time(Value v) { return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kTimeType; }

Value time_new(VM& vm, const TimeData& data) { return Value(vm.heap.make_data(vm.cTime, kTimeType, data)); }

const TimeData& time_data(VM& vm, Value v) {
  const TimeData& data = v.as<DataObject>()->get<TimeData>();
  if (data.nanoseconds.is_undef()) raise_type_error(vm, "uninitialized Time");
  return data;
}

void set_time(VM& vm, Value time, const TimeData& data) {
  time.as<DataObject>()->get<TimeData>() = data;
  vm.heap.write_barrier(time.object(), data.nanoseconds);
}

Value time_from_timespec(VM& vm, int64_t seconds, int64_t nanos) {
  const Value whole = int_mul(vm, int_new(vm, seconds), Value::fixnum(kNanosPerSecond));
  return time_new(vm, {int_add(vm, whole, Value::fixnum(nanos)), {}});
}

void time_to_timespec(VM& vm, Value time, int64_t& seconds, int64_t& nanos) {
  const auto [whole, rest] =
      int_divmod(vm, num_floor(vm, time_data(vm, time).nanoseconds), Value::fixnum(kNanosPerSecond));
  seconds = to_int64(vm, whole);
  nanos = rest.to_fixnum();
}

Value whole_or_rational(Value v) {
  return is_rational(v) && int_is_one(rational_den(v)) ? rational_num(v) : v;
}

BrokenDownTime break_down(VM& vm, const TimeData& data) {
  BrokenDownTime out;
  const Value nanos = data.nanoseconds, per_second = Value::fixnum(kNanosPerSecond);
  out.seconds = num_idiv(vm, nanos, per_second);
  out.subnano = num_sub(vm, nanos, int_mul(vm, out.seconds, per_second));
  switch (data.zone.kind) {
  case TimeZone::Kind::Utc:
    out.utc = true;
    out.zone_name = "UTC";
    break;
  case TimeZone::Kind::Fixed: out.offset = data.zone.offset; break;
  case TimeZone::Kind::Local: {
    LocalZone zone = local_zone_at(vm, out.seconds);
    out.offset = zone.offset;
    out.dst = zone.dst;
    out.zone_name = std::move(zone.name);
    break;
  }
  }
  const auto [days, rest] =
      int_divmod(vm, int_add(vm, out.seconds, Value::fixnum(out.offset)), Value::fixnum(86400));
  const auto of_day = static_cast<int>(rest.to_fixnum());
  out.hour = of_day / 3600;
  out.minute = of_day / 60 % 60;
  out.second = of_day % 60;
  out.date = civil_from_days(vm, days);
  return out;
}

TimeData time_from_fields(VM& vm, const TimeFields& f, TimeZone zone) {
  const Value days = days_from_civil(vm, f.year, f.month, f.day);
  const int64_t of_day = f.hour * 3600 + f.minute * 60 + f.second;
  Value seconds = int_add(vm, int_mul(vm, days, Value::fixnum(86400)), Value::fixnum(of_day));
  if (zone.kind == TimeZone::Kind::Local)
    seconds = local_to_seconds(vm, seconds);
  else
    seconds = int_sub(vm, seconds, Value::fixnum(zone.offset));
  const Value nanos = num_add(vm, int_mul(vm, seconds, Value::fixnum(kNanosPerSecond)), f.subnano);
  return {whole_or_rational(nanos), zone};
}

// --- Arguments ---

Value exact_number(VM& vm, Value v) {
  if (is_integer(v) || is_rational(v)) return whole_or_rational(v);
  if (is_float(v)) return whole_or_rational(rational_from_double(vm, float_value(v)));
  const bool convertible = v.is_object() && !is_string(v);
  Value result = convertible ? vm.call_if_responds(v, ids::to_r) : Qundef;
  if (result.is_undef() && convertible) result = vm.call_if_responds(v, ids::to_int);
  if (!is_integer(result) && !is_rational(result))
    raise_type_error(vm, cat("can't convert ", class_path(vm, real_class(vm, v)), " into an exact number"));
  return whole_or_rational(result);
}

Value nanoseconds_argument(VM& vm, Value seconds) {
  return whole_or_rational(num_mul(vm, exact_number(vm, seconds), Value::fixnum(kNanosPerSecond)));
}

namespace {

constexpr int64_t kDaySeconds = 86400;

/// Two digits at `at` below `limit`; -1 when they are not.
int two_digits(std::string_view s, size_t at, int limit) {
  if (at + 2 > s.size() || digit_value(s[at]) > 9 || digit_value(s[at + 1]) > 9) return -1;
  const int n = digit_value(s[at]) * 10 + digit_value(s[at + 1]);
  return n < limit ? n : -1;
}

/// "+09", "+0930", "+09:30", "+093015", "+09:30:15" in seconds.
std::optional<int64_t> parse_offset(std::string_view s) {
  if (s.size() < 3 || (s[0] != '+' && s[0] != '-')) return std::nullopt;
  const int hours = two_digits(s, 1, 100);
  const bool colons = s.size() > 3 && s[3] == ':';
  const size_t step = colons ? 3 : 2;
  int minutes = 0, seconds = 0;
  if (s.size() > 3) minutes = two_digits(s, 3 + colons, 60);
  const size_t with_minutes = 3 + step, with_seconds = 3 + 2 * step;
  if (s.size() > with_minutes) {
    if (colons && s[6] != ':') return std::nullopt;
    seconds = two_digits(s, with_minutes + colons, 60);
  }
  if (hours < 0 || minutes < 0 || seconds < 0) return std::nullopt;
  if (s.size() != 3 && s.size() != with_minutes && s.size() != with_seconds) return std::nullopt;
  const int64_t total = hours * 3600 + minutes * 60 + seconds;
  return s[0] == '-' ? -total : total;
}

/// Hours of a military zone letter: A to I and K to Y; Z is UTC and not here.
std::optional<int> military_hours(char c) {
  if (c >= 'A' && c <= 'I') return c - 'A' + 1;
  if (c >= 'K' && c <= 'M') return c - 'K' + 10;
  if (c >= 'N' && c <= 'Y') return 'N' - c - 1;
  return std::nullopt;
}

TimeZone fixed_zone(VM& vm, int64_t offset) {
  if (offset <= -kDaySeconds || offset >= kDaySeconds) raise_argument_error(vm, "utc_offset out of range");
  return {TimeZone::Kind::Fixed, static_cast<int32_t>(offset)};
}

} // namespace

TimeZone zone_from_text(VM& vm, std::string_view s) {
  if (s == "UTC" || s == "utc" || s == "Z" || s == "-00:00") return {TimeZone::Kind::Utc, 0};
  if (s.size() == 1)
    if (const auto hours = military_hours(s[0])) return fixed_zone(vm, *hours * 3600);
  if (const auto offset = parse_offset(s)) return fixed_zone(vm, *offset);
  raise_argument_error(
      vm, cat("\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: ", s));
}

TimeZone zone_argument(VM& vm, Value v) {
  if (v.is_nil()) return {};
  if (is_string(v)) return zone_from_text(vm, str_view(v));
  return fixed_zone(vm, to_int64(vm, num_floor(vm, exact_number(vm, v))));
}

} // namespace miniyarv
