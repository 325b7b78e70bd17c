// Rounding integers to tens, hundreds and so on.

#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/error.hpp"
#include "vm/native.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

int64_t to_int32(VM& vm, Value v) {
  const int64_t i = to_int64(vm, v);
  if (i != static_cast<int32_t>(i))
    raise(vm, vm.eRangeError, cat("integer ", i, i < 0 ? " too small" : " too big", " to convert to 'int'"));
  return i;
}

RoundMode round_mode(VM& vm, const Keywords& keywords) {
  keywords.allow_only(vm, {"half"});
  const Value half = keywords.get(vm, "half");
  if (half.is_undef() || half.is_nil()) return RoundMode::HalfUp;
  std::string name;
  if (half.is_symbol())
    name = vm.name(half.to_id());
  else if (const String* s = try_to_str(vm, half))
    name = s->view();
  else
    name = to_s(vm, half)->view();
  if (name == "up") return RoundMode::HalfUp;
  if (name == "even") return RoundMode::HalfEven;
  if (name == "down") return RoundMode::HalfDown;
  raise_argument_error(vm, cat("invalid rounding mode: ", name));
}

namespace {

/// Whether 10 ** -digits is more than twice the number, whatever it is exactly.
bool far_below_unit(Value v, int64_t digits) {
  return static_cast<double>(-digits) * 3.32 > static_cast<double>(int_bit_length(v)) + 4;
}

} // namespace

Value int_floor(VM& vm, Value v, int64_t digits) {
  if (digits >= 0 || int_is_zero(v)) return v;
  if (far_below_unit(v, digits) && int_sign(v) > 0) return Value::fixnum(0);
  return int_sub(vm, v, int_mod(vm, v, int_pow10(vm, static_cast<uint64_t>(-digits))));
}

Value int_ceil(VM& vm, Value v, int64_t digits) {
  return digits >= 0 ? v : int_neg(vm, int_floor(vm, int_neg(vm, v), digits));
}

Value int_round(VM& vm, Value v, int64_t digits, RoundMode mode) {
  if (digits >= 0) return v;
  if (far_below_unit(v, digits)) return Value::fixnum(0);
  const Value unit = int_pow10(vm, static_cast<uint64_t>(-digits));
  return int_mul(vm, rational_round(vm, rational_new(vm, v, unit), mode), unit);
}

} // namespace miniyarv
