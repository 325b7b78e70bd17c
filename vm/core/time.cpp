// Time: the method table. Making Times is in time_construct.cpp, text in time_format.cpp and time_parse.cpp.

#include "vm/core/time.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/core/time_methods.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

BrokenDownTime parts(VM& vm, Value self) { return break_down(vm, time_data(vm, self)); }

// --- Fields ---

Value time_year(VM& vm, Value self) { return parts(vm, self).date.year; }
int64_t time_month(VM& vm, Value self) { return parts(vm, self).date.month; }
int64_t time_day(VM& vm, Value self) { return parts(vm, self).date.day; }
int64_t time_wday(VM& vm, Value self) { return parts(vm, self).date.wday; }
int64_t time_yday(VM& vm, Value self) { return parts(vm, self).date.yday; }
int64_t time_hour(VM& vm, Value self) { return parts(vm, self).hour; }
int64_t time_min(VM& vm, Value self) { return parts(vm, self).minute; }
int64_t time_sec(VM& vm, Value self) { return parts(vm, self).second; }
bool time_dst(VM& vm, Value self) { return parts(vm, self).dst; }
int64_t time_offset(VM& vm, Value self) { return parts(vm, self).offset; }
bool time_is_utc(VM& vm, Value self) { return time_data(vm, self).zone.kind == TimeZone::Kind::Utc; }

Value time_zone(VM& vm, Value self) {
  const BrokenDownTime t = parts(vm, self);
  return t.zone_name.empty() ? Qnil : Value(str_ascii(vm, t.zone_name));
}

Value nanos_of_second(VM& vm, Value self) {
  return num_mod(vm, time_data(vm, self).nanoseconds, Value::fixnum(kNanosPerSecond));
}
Value time_nsec(VM& vm, Value self) { return num_floor(vm, nanos_of_second(vm, self)); }
Value time_usec(VM& vm, Value self) { return num_idiv(vm, nanos_of_second(vm, self), Value::fixnum(1000)); }
Value time_subsec(VM& vm, Value self) {
  return whole_or_rational(num_quo(vm, nanos_of_second(vm, self), Value::fixnum(kNanosPerSecond)));
}

// --- Numbers ---

Value time_to_i(VM& vm, Value self) {
  return num_idiv(vm, time_data(vm, self).nanoseconds, Value::fixnum(kNanosPerSecond));
}
Value time_to_r(VM& vm, Value self) {
  return num_quo(vm, time_data(vm, self).nanoseconds, Value::fixnum(kNanosPerSecond));
}
double time_to_f(VM& vm, Value self) { return rational_to_double(time_to_r(vm, self)); }

// --- Arithmetic and comparison ---

Value shifted(VM& vm, Value self, Value by, Value (*op)(VM&, Value, Value)) {
  const Value nanos = nanoseconds_argument(vm, by);
  const TimeData& data = time_data(vm, self);
  return time_new(vm, {whole_or_rational(op(vm, data.nanoseconds, nanos)), data.zone});
}

Value time_plus(VM& vm, Value self, Value other) {
  if (is_time(other)) raise_type_error(vm, "time + time?");
  return shifted(vm, self, other, num_add);
}

Value time_minus(VM& vm, Value self, Value other) {
  if (!is_time(other)) return shifted(vm, self, other, num_sub);
  const Value nanos = num_sub(vm, time_data(vm, self).nanoseconds, time_data(vm, other).nanoseconds);
  return float_new(vm, rational_to_double(num_quo(vm, nanos, Value::fixnum(kNanosPerSecond))));
}

Value time_cmp(VM& vm, Value self, Value other) {
  if (is_time(other)) return num_cmp(vm, time_data(vm, self).nanoseconds, time_data(vm, other).nanoseconds);
  // The other's view, turned around.
  const Value result = vm.send(other, ids::op_cmp, self);
  if (result.is_nil()) return Qnil;
  if (num_is_zero(vm, result)) return Value::fixnum(0);
  return Value::fixnum(num_negative(vm, result) ? 1 : -1);
}

bool time_eql(VM& vm, Value self, Value other) {
  return is_time(other) && num_equal(vm, time_data(vm, self).nanoseconds, time_data(vm, other).nanoseconds);
}

Value time_hash(VM& vm, Value self) {
  return Value::fixnum(static_cast<int64_t>(value_hash(vm, time_data(vm, self).nanoseconds)) >> 2);
}

// --- Rounding to digits of a second ---

template <class F> Value rounded(VM& vm, Value self, std::optional<int64_t> digits, F round) {
  if (digits.value_or(0) < 0) raise_argument_error(vm, "negative ndigits given");
  const TimeData& data = time_data(vm, self);
  const Value unit =
      num_quo(vm, Value::fixnum(kNanosPerSecond),
              int_pow10(vm, static_cast<uint64_t>(std::min<int64_t>(digits.value_or(0), 1 << 20))));
  const Value units = round(num_quo(vm, data.nanoseconds, unit));
  return time_new(vm, {whole_or_rational(num_mul(vm, units, unit)), data.zone});
}
Value time_floor(VM& vm, Value self, std::optional<int64_t> digits) {
  return rounded(vm, self, digits, [&](Value v) { return num_floor(vm, v); });
}
Value time_ceil(VM& vm, Value self, std::optional<int64_t> digits) {
  return rounded(vm, self, digits, [&](Value v) { return num_ceil(vm, v); });
}
Value time_round(VM& vm, Value self, std::optional<int64_t> digits) {
  const Value half = rational_new(vm, Value::fixnum(1), Value::fixnum(2));
  return rounded(vm, self, digits, [&](Value v) { return num_floor(vm, num_add(vm, v, half)); });
}

// --- Zones ---

Value with_zone(VM& vm, Value self, TimeZone zone) {
  return time_new(vm, {time_data(vm, self).nanoseconds, zone});
}
Value move_to_zone(VM& vm, Value self, TimeZone zone) {
  TimeData data = time_data(vm, self);
  if (data.zone.kind == zone.kind && data.zone.offset == zone.offset) return self;
  check_frozen(vm, self);
  data.zone = zone;
  set_time(vm, self, data);
  return self;
}
Value time_gmtime(VM& vm, Value self) { return move_to_zone(vm, self, {TimeZone::Kind::Utc, 0}); }
Value time_getutc(VM& vm, Value self) { return with_zone(vm, self, {TimeZone::Kind::Utc, 0}); }
Value time_localtime(VM& vm, Value self, std::optional<Value> zone) {
  return move_to_zone(vm, self, zone_argument(vm, zone.value_or(Qnil)));
}
Value time_getlocal(VM& vm, Value self, std::optional<Value> zone) {
  return with_zone(vm, self, zone_argument(vm, zone.value_or(Qnil)));
}

// --- Text ---

String* time_strftime(VM& vm, Value self, String* format) {
  const std::string pattern(format->view());
  return str_new(vm, format_time(vm, parts(vm, self), pattern), format->encoding());
}

String* time_to_s(VM& vm, Value self) {
  const BrokenDownTime t = parts(vm, self);
  return str_ascii(vm, format_time(vm, t, t.utc ? "%Y-%m-%d %H:%M:%S UTC" : "%Y-%m-%d %H:%M:%S %z"));
}

/// The fraction of the second as inspect shows it: digits when nanoseconds suffice, else a fraction.
std::string fraction_text(VM& vm, const BrokenDownTime& t) {
  if (exact_zero(t.subnano)) return "";
  if (is_integer(t.subnano)) {
    std::string digits = format_time(vm, t, ".%9N");
    while (digits.back() == '0') digits.pop_back();
    return digits;
  }
  const Value fraction = num_quo(vm, t.subnano, Value::fixnum(kNanosPerSecond));
  return cat(" ", to_s(vm, fraction)->view());
}

String* time_inspect(VM& vm, Value self) {
  const BrokenDownTime t = parts(vm, self);
  std::string out = format_time(vm, t, "%Y-%m-%d %H:%M:%S") + fraction_text(vm, t);
  if (t.utc)
    out += " UTC";
  else if (t.offset % 60 == 0)
    out += format_time(vm, t, " %z");
  else
    out += format_time(vm, t, " %z") + format_time(vm, t, "%::z").substr(7);
  return str_ascii(vm, out);
}

String* time_xmlschema(VM& vm, Value self, std::optional<int64_t> digits) {
  const BrokenDownTime t = parts(vm, self);
  std::string out = format_time(vm, t, "%Y-%m-%dT%H:%M:%S");
  if (digits.value_or(0) > 0) out += format_time(vm, t, cat(".%", *digits, "N"));
  return str_ascii(vm, out + (t.utc ? "Z" : format_time(vm, t, "%:z")));
}

Value time_initialize_copy(VM& vm, Mut<DataObject> self, Value other) {
  if (!is_time(other)) raise_type_error(vm, "wrong argument type (expected time)");
  set_time(vm, Value(self.object), time_data(vm, other));
  return Value(self.object);
}

constexpr NativeMethod kMethods[] = {
    {"initialize_copy", native<time_initialize_copy>, Visibility::Private},
    {"year", native<time_year>},
    {"month", native<time_month>},
    {"mon", native<time_month>},
    {"day", native<time_day>},
    {"mday", native<time_day>},
    {"wday", native<time_wday>},
    {"yday", native<time_yday>},
    {"hour", native<time_hour>},
    {"min", native<time_min>},
    {"sec", native<time_sec>},
    {"nsec", native<time_nsec>},
    {"tv_nsec", native<time_nsec>},
    {"usec", native<time_usec>},
    {"tv_usec", native<time_usec>},
    {"subsec", native<time_subsec>},
    {"dst?", native<time_dst>},
    {"isdst", native<time_dst>},
    {"utc?", native<time_is_utc>},
    {"gmt?", native<time_is_utc>},
    {"utc_offset", native<time_offset>},
    {"gmt_offset", native<time_offset>},
    {"gmtoff", native<time_offset>},
    {"zone", native<time_zone>},
    {"to_i", native<time_to_i>},
    {"tv_sec", native<time_to_i>},
    {"to_f", native<time_to_f>},
    {"to_r", native<time_to_r>},
    {"+", native<time_plus>},
    {"-", native<time_minus>},
    {"<=>", native<time_cmp>},
    {"eql?", native<time_eql>},
    {"hash", native<time_hash>},
    {"round", native<time_round>},
    {"floor", native<time_floor>},
    {"ceil", native<time_ceil>},
    {"utc", native<time_gmtime>},
    {"gmtime", native<time_gmtime>},
    {"getutc", native<time_getutc>},
    {"getgm", native<time_getutc>},
    {"localtime", native<time_localtime>},
    {"getlocal", native<time_getlocal>},
    {"strftime", native<time_strftime>},
    {"to_s", native<time_to_s>},
    {"inspect", native<time_inspect>},
    {"xmlschema", native<time_xmlschema>},
    {"iso8601", native<time_xmlschema>},
};

} // namespace

void init_time(VM& vm) {
  include_module(vm, vm.cTime, vm.mComparable);
  define_natives(vm, vm.cTime, kMethods);
  init_time_construct(vm);
}

} // namespace miniyarv
