#include "vm/core/sum.hpp"

#include "vm/convert.hpp"
#include "vm/core/numeric.hpp"
#include "vm/vm.hpp"

#include <cmath>

namespace miniyarv {

namespace {

bool is_exact(Value v) { return is_integer(v) || is_type(v, Type::Rational); }

} // namespace

void Summation::add(VM& vm, Value v) {
  if (mode_ == Mode::Exact) {
    if (is_exact(total_) && is_exact(v)) return add_exact(vm, v);
    if (is_float(v) && (is_exact(total_) || is_float(total_))) {
      sum_ = to_double(vm, total_);
      mode_ = Mode::Float;
    } else if (is_float(total_) && is_exact(v)) {
      sum_ = float_value(total_);
      mode_ = Mode::Float;
    } else {
      mode_ = Mode::Generic;
    }
  }
  if (mode_ == Mode::Float) {
    if (is_float(v) || is_exact(v)) return add_float(to_double(vm, v));
    total_ = result(vm);
    mode_ = Mode::Generic;
  }
  total_ = vm.send(total_, ids::op_plus, v);
}

void Summation::add_exact(VM& vm, Value v) {
  if (is_integer(total_) && is_integer(v))
    total_ = int_add(vm, total_, v);
  else
    total_ = vm.send(total_, ids::op_plus, v);
}

void Summation::add_float(double x) {
  if (std::isnan(sum_)) return;
  if (std::isnan(x) || std::isinf(x)) {
    const bool opposite = std::isinf(x) && std::isinf(sum_) && std::signbit(x) != std::signbit(sum_);
    sum_ = opposite ? NAN : x;
    compensation_ = 0;
    return;
  }
  if (std::isinf(sum_)) return;
  const double next = sum_ + x;
  compensation_ += std::fabs(sum_) >= std::fabs(x) ? (sum_ - next) + x : (x - next) + sum_;
  sum_ = next;
}

Value Summation::result(VM& vm) {
  return mode_ == Mode::Float ? float_new(vm, sum_ + compensation_) : total_;
}

} // namespace miniyarv
