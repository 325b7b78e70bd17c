#pragma once

#include "gc/value.hpp"

namespace miniyarv {

class VM;

/// Adds up as Array#sum and Enumerable#sum do: Integers exactly, Floats with Kahan-Babuska compensation once
/// the first appears, anything else with +.
class Summation {
public:
  explicit Summation(Value initial) : total_(initial) {}
  /// May allocate, raise and run Ruby code.
  void add(VM&, Value);
  Value result(VM&);
  Value total() const { return total_; } ///< to be marked

private:
  void add_exact(VM&, Value);
  void add_float(double);

  enum class Mode : uint8_t { Exact, Float, Generic };
  Value total_; ///< Exact and Generic
  double sum_ = 0, compensation_ = 0;
  Mode mode_ = Mode::Exact;
};

} // namespace miniyarv
