// Making Times: Time.now, at, new, utc and local.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/core/text.hpp"
#include "vm/core/time_methods.hpp"
#include "vm/native.hpp"

#include <ctime>

namespace miniyarv {

namespace {

TimeData now(VM& vm, TimeZone zone) {
  timespec ts{};
  clock_gettime(CLOCK_REALTIME, &ts);
  const Value seconds = int_mul(vm, Value::fixnum(ts.tv_sec), Value::fixnum(kNanosPerSecond));
  return {int_add(vm, seconds, Value::fixnum(ts.tv_nsec)), zone};
}

Value make(VM& vm, Class* c, const TimeData& data) {
  const Value time = allocate_time(vm, c);
  set_time(vm, time, data);
  return time;
}

// --- Fields from arguments: numbers or decimal strings ---

Value integer_field(VM& vm, Value v) {
  if (is_string(v)) {
    const Value parsed = int_parse(vm, str_view(v), 10, true);
    if (parsed.is_undef())
      raise_argument_error(vm, cat("invalid value for Integer(): ", str_inspect(vm, v.as<String>())));
    return parsed;
  }
  return to_integer(vm, v);
}

/// A field that CRuby keeps in so many bits.
int small_field(VM& vm, Value v, int bits) {
  const Value i = integer_field(vm, v);
  if (!i.is_fixnum() || i.to_fixnum() < 0 || i.to_fixnum() >= int64_t{1} << bits)
    raise_argument_error(vm, "argument out of range");
  return static_cast<int>(i.to_fixnum());
}

int month_field(VM& vm, Value v) {
  if (is_string(v) && v.as<String>()->len == 3) {
    std::string name(str_view(v));
    name[0] = ascii_to_upper(name[0]);
    for (size_t i = 1; i < 3; ++i) name[i] = ascii_to_lower(name[i]);
    for (int month = 0; month < 12; ++month)
      if (std::string_view(kMonthNames[month]).substr(0, 3) == name) return month + 1;
  }
  return small_field(vm, v, 4);
}

/// Whole seconds, and what is left as nanoseconds.
void second_field(VM& vm, Value v, TimeFields& f) {
  if (is_string(v)) {
    f.second = small_field(vm, v, 6);
    return;
  }
  const Value exact = exact_number(vm, v), whole = num_floor(vm, exact);
  f.second = small_field(vm, whole, 6);
  f.subnano = whole_or_rational(num_mul(vm, num_sub(vm, exact, whole), Value::fixnum(kNanosPerSecond)));
}

void microsecond_field(VM& vm, Value v, TimeFields& f) {
  const Value exact = is_string(v) ? integer_field(vm, v) : exact_number(vm, v);
  f.subnano = whole_or_rational(num_mul(vm, exact, Value::fixnum(1000)));
  if (num_negative(vm, f.subnano) || !num_less(vm, f.subnano, Value::fixnum(kNanosPerSecond)))
    raise_argument_error(vm, "subsecx out of range");
}

/// year, month, day, hour, minute, second, microsecond; nil and missing ones take their defaults.
TimeFields fields_from(VM& vm, std::span<const Value> args) {
  TimeFields f;
  f.year = integer_field(vm, args[0]);
  const auto given = [&](size_t i) { return i < args.size() && !args[i].is_nil(); };
  if (given(1)) f.month = month_field(vm, args[1]);
  if (given(2)) f.day = small_field(vm, args[2], 5);
  if (given(3)) f.hour = small_field(vm, args[3], 5);
  if (given(4)) f.minute = small_field(vm, args[4], 6);
  if (given(6)) {
    microsecond_field(vm, args[6], f);
    if (given(5)) f.second = small_field(vm, args[5], 6);
  } else if (given(5)) {
    second_field(vm, args[5], f);
  }
  check_time_fields(vm, f);
  return f;
}

/// Time.utc and Time.local, in either argument order.
TimeData from_positional(VM& vm, Rest args, TimeZone zone) {
  if (args.argc == 10) {
    const Value reordered[] = {args[5], args[4], args[3], args[2], args[1], args[0]};
    return time_from_fields(vm, fields_from(vm, reordered), zone);
  }
  if (args.argc < 1 || args.argc > 8) raise_arity(vm, args.argc, 1, 8);
  return time_from_fields(vm, fields_from(vm, args.span()), zone);
}

Value time_s_utc(VM& vm, Class* self, Rest args) {
  return make(vm, self, from_positional(vm, args, {TimeZone::Kind::Utc, 0}));
}
Value time_s_local(VM& vm, Class* self, Rest args) { return make(vm, self, from_positional(vm, args, {})); }

TimeZone zone_keyword(VM& vm, const Keywords& keywords) {
  const Value zone = keywords.get(vm, "in");
  return zone_argument(vm, zone.is_undef() ? Qnil : zone);
}

Value time_s_now(VM& vm, Class* self, Keywords keywords) {
  keywords.allow_only(vm, {"in"});
  return make(vm, self, now(vm, zone_keyword(vm, keywords)));
}

/// Nanoseconds in a unit of Time.at's second argument.
int64_t unit_nanoseconds(VM& vm, std::optional<Value> unit) {
  if (!unit) return 1000;
  if (unit->is_symbol()) {
    const std::string_view name = vm.name(unit->to_id());
    if (name == "millisecond") return 1'000'000;
    if (name == "usec" || name == "microsecond") return 1000;
    if (name == "nsec" || name == "nanosecond") return 1;
  }
  raise_argument_error(vm, cat("unexpected unit: ", to_s(vm, *unit)->view()));
}

Value time_s_at(VM& vm, Class* self, Value moment, std::optional<Value> sub, std::optional<Value> unit,
                Keywords keywords) {
  keywords.allow_only(vm, {"in"});
  TimeData data;
  if (is_time(moment))
    data = time_data(vm, moment);
  else
    data.nanoseconds = nanoseconds_argument(vm, moment);
  if (sub) {
    const Value factor = Value::fixnum(unit_nanoseconds(vm, unit));
    const Value extra = num_mul(vm, exact_number(vm, *sub), factor);
    data.nanoseconds = whole_or_rational(num_add(vm, data.nanoseconds, extra));
  }
  const Value zone = keywords.get(vm, "in");
  if (!zone.is_undef() && !zone.is_nil()) data.zone = zone_argument(vm, zone);
  return make(vm, self, data);
}

Value time_initialize(VM& vm, Mut<DataObject> self, Rest args, Keywords keywords) {
  keywords.allow_only(vm, {"in", "precision"});
  if (args.argc > 7) raise_arity(vm, args.argc, 0, 7);
  const Value time(self.object);
  const Value in = keywords.get(vm, "in");
  const bool zone_twice = args.argc == 7 && !args[6].is_nil() && !in.is_undef() && !in.is_nil();
  if (zone_twice) raise_argument_error(vm, "timezone argument given as positional and keyword arguments");
  const TimeZone zone =
      args.argc == 7 && !args[6].is_nil() ? zone_argument(vm, args[6]) : zone_keyword(vm, keywords);
  if (args.argc == 0) {
    set_time(vm, time, now(vm, zone));
  } else if (args.argc == 1 && is_string(args[0])) {
    const Value precision = keywords.get(vm, "precision");
    set_time(vm, time,
             parse_time(vm, str_view(args[0]), zone, precision.is_undef() ? 9 : to_int64(vm, precision)));
  } else {
    const auto fields = args.span().first(static_cast<size_t>(std::min(args.argc, 6)));
    set_time(vm, time, time_from_fields(vm, fields_from(vm, fields), zone));
  }
  return time;
}

constexpr NativeMethod kSingletonMethods[] = {
    {"now", native<time_s_now>}, {"at", native<time_s_at>},       {"utc", native<time_s_utc>},
    {"gm", native<time_s_utc>},  {"local", native<time_s_local>}, {"mktime", native<time_s_local>},
};

constexpr NativeMethod kMethods[] = {{"initialize", native<time_initialize>, Visibility::Private}};

} // namespace

void check_time_fields(VM& vm, const TimeFields& f) {
  const auto check = [&](bool ok, const char* field) {
    if (!ok) raise_argument_error(vm, cat(field, " out of range"));
  };
  check(f.month >= 1 && f.month <= 12, "mon");
  check(f.day >= 1 && f.day <= 31, "mday");
  check(f.hour <= 24, "hour");
  check(f.minute <= (f.hour == 24 ? 0 : 59), "min");
  check(f.second <= (f.hour == 24 ? 0 : 60), "sec");
}

void init_time_construct(VM& vm) {
  class_set_allocator(vm.cTime, allocate_time, Type::Data);
  define_natives(vm, vm.cTime, kMethods);
  define_singleton_natives(vm, vm.cTime, kSingletonMethods);
}

} // namespace miniyarv
