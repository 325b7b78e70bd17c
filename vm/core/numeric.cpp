// Numeric: what its Ruby half (numeric.rb) needs of C++, and the start-up of all number classes.

#include "vm/core/numeric.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/native.hpp"

#include <cfloat>
#include <cmath>

namespace miniyarv {

double float_step_size(double begin, double end, double step, bool exclude_end) {
  const double n = (end - begin) / step;
  double error = (std::fabs(begin) + std::fabs(end) + std::fabs(end - begin)) / std::fabs(step) * DBL_EPSILON;
  if (std::isinf(step)) return step > 0 ? begin <= end : begin >= end;
  if (step == 0) return HUGE_VAL;
  if (error > 0.5) error = 0.5;
  if (!exclude_end) return n < 0 ? 0 : std::floor(n + error) + 1;
  if (n <= 0) return 0;
  double steps = n < 1 ? 0 : std::floor(n - error);
  // The error bound may have cut off one value that is really below the end.
  const double next = (steps + 1) * step + begin;
  if ((begin < end && next < end) || (begin > end && next > end)) ++steps;
  return steps + 1;
}

double float_step_at(double index, double begin, double end, double step) {
  if (std::isinf(step)) return begin;
  const double d = index * step + begin;
  return (step >= 0 ? end < d : d < end) ? end : d;
}

Value interval_step_size(VM& vm, Value begin, Value end, Value step, bool exclude_end) {
  if (end.is_nil()) return float_new(vm, HUGE_VAL);
  if (is_core_real(begin) && is_core_real(end) && is_core_real(step) &&
      (is_float(begin) || is_float(end) || is_float(step))) {
    const double n =
        float_step_size(real_to_double(begin), real_to_double(end), real_to_double(step), exclude_end);
    return std::isinf(n) ? float_new(vm, n) : int_from_double(vm, n);
  }
  const Value zero = Value::fixnum(0);
  if (num_is_zero(vm, step)) return float_new(vm, HUGE_VAL);
  const bool down = !vm.send(step, ids::op_gt, zero).truthy();
  if (vm.send(begin, down ? ids::op_lt : ids::op_gt, end).truthy()) return zero;
  const Value count = vm.send(num_sub(vm, end, begin), ids::div, step);
  const Value last = num_add(vm, begin, num_mul(vm, count, step));
  const bool include_last = !exclude_end || vm.send(last, down ? ids::op_gt : ids::op_lt, end).truthy();
  return include_last ? num_add(vm, count, Value::fixnum(1)) : count;
}

namespace {

// Primitives of numeric.rb and integer.rb. self is the number.

Value num_quo_generic(VM& vm, Value self, Value other) {
  if (is_core_real(self)) return num_quo(vm, self, other);
  const Value rational = vm.call_if_responds(self, ids::to_r);
  if (rational.is_undef())
    raise_type_error(vm, cat("can't convert ", class_path(vm, real_class(vm, self)), " into Rational"));
  return num_quo(vm, rational, other);
}

bool num_any_float(VM&, Value self, Value limit, Value step) {
  return is_float(self) || is_float(limit) || is_float(step);
}

double step_end(VM& vm, Value limit, bool descending) {
  if (limit.is_nil()) return descending ? -HUGE_VAL : HUGE_VAL;
  return to_double(vm, limit);
}

double num_float_step_size(VM& vm, Value self, Value limit, Value step, bool descending) {
  return float_step_size(to_double(vm, self), step_end(vm, limit, descending), to_double(vm, step), false);
}

double num_float_step_at(VM& vm, Value self, int64_t index, Value limit, Value step) {
  const double by = to_double(vm, step);
  return float_step_at(static_cast<double>(index), to_double(vm, self), step_end(vm, limit, by < 0), by);
}

Value num_interval_size(VM& vm, Value self, Value limit, Value step) {
  return interval_step_size(vm, self, limit, step, false);
}

/// An arithmetic sequence of `step` without a block; a plain enumerator when an argument is no number.
Value num_step_sequence(VM& vm, Value self, Value limit, Value step, Array* args) {
  const auto numeric = [&](Value v) { return v.is_nil() || kind_of(vm, v, vm.cNumeric); };
  const ID method = vm.intern("step");
  if (!numeric(limit) || !numeric(step)) {
    const Value size_args[] = {limit, step};
    return enumerator_new(vm, self, method, size_args, Qnil);
  }
  const Value by = step.is_nil() ? Value::fixnum(1) : step;
  if (const Value options = ary_entry(args, -1); is_hash(options))
    options.object()->set_user_flag<Hash::kKeywordsBit>(true); // for inspect
  if (num_is_zero(vm, by)) raise_argument_error(vm, "step can't be 0");
  return arith_seq_new(vm, {self, limit, by, self, Value(args), method, false});
}

constexpr NativeMethod kPrimitives[] = {
    {"num_remainder", native<num_remainder>},         {"num_quo", native<num_quo_generic>},
    {"num_any_float", native<num_any_float>},         {"num_float_step_size", native<num_float_step_size>},
    {"num_float_step_at", native<num_float_step_at>}, {"num_interval_size", native<num_interval_size>},
    {"num_step_sequence", native<num_step_sequence>},
};

/// Numbers are made by literals and conversions only.
void undefine_constructors(VM& vm, Class* c) {
  Class* const meta = singleton_class(vm, c);
  c->allocator = nullptr;
  undef_method(vm, meta, ids::new_);
}

} // namespace

void init_numeric(VM& vm) {
  include_module(vm, vm.cNumeric, vm.mComparable);
  define_primitives(vm, kPrimitives);
  for (Class* c : {vm.cInteger, vm.cFloat, vm.cRational, vm.cComplex}) undefine_constructors(vm, c);
  init_integer(vm);
  init_float(vm);
  init_rational(vm);
  init_complex(vm);
  init_math(vm);
  init_random(vm);
  init_kernel_numbers(vm);
}

} // namespace miniyarv
