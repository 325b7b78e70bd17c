#pragma once

#include "gc/object.hpp"
#include "vm/convert.hpp"

#include <string>

namespace miniyarv {

class VM;

/// Integers are fixnums and Bignums; a Bignum never holds a value that fits a fixnum.
inline bool is_integer(Value v) { return v.is_fixnum() || is_type(v, Type::Bignum); }
inline bool is_float(Value v) { return v.is_flonum() || is_type(v, Type::Float); }
/// Precondition: is_float(v).
inline double float_value(Value v) { return v.is_flonum() ? v.to_flonum() : v.as<Float>()->value; }
inline bool is_numeric_core(Value v) { return is_integer(v) || is_float(v); }

// Integer arithmetic beyond what the interpreter does inline. Both operands are integers. May allocate; div
// and mod raise ZeroDivisionError.
Value int_add(VM&, Value a, Value b);
Value int_sub(VM&, Value a, Value b);
Value int_mul(VM&, Value a, Value b);
Value int_div(VM&, Value a, Value b); ///< floored
Value int_mod(VM&, Value a, Value b); ///< sign of the divisor
Value int_pow(VM&, Value a, Value b);
Value int_lshift(VM&, Value a, int64_t by);
Value int_and(VM&, Value a, Value b);
Value int_or(VM&, Value a, Value b);
int int_compare(Value a, Value b);
double int_to_double(Value);
std::string int_to_s(Value, int base = 10);
/// Parses digits (optional sign, underscores, radix prefix when base is 0 or matches); Qundef when malformed
/// and strict.
Value int_parse(VM&, std::string_view text, int base, bool strict);
Value int_from_digits(VM&, std::string_view digits, int base); ///< a literal's digits, already validated
Value int_from_double(VM&, double); ///< truncates; FloatDomainError for NaN and infinities

/// Sign of the divisor, as Integer#%. Float#% raises ZeroDivisionError for b = 0: the caller checks.
double float_mod(double a, double b);
std::string float_to_s(double); ///< shortest text that reads back as the same number
/// The number at the start of `text` (0.0 when there is none), or, when strict, what Float() accepts; false
/// when malformed and strict.
bool float_parse(std::string_view text, bool strict, double& result);

// Steps of float ranges and Numeric#step, computed so that rounding errors do not add up.
double float_step_size(double begin, double end, double step, bool exclude_end); ///< may be infinite
double float_step_at(double index, double begin, double end, double step);
/// Number of values in begin, begin + step, ... up to end, for any numbers; nil end: Infinity.
Value interval_step_size(VM&, Value begin, Value end, Value step, bool exclude_end);

Value rational_new(VM&, Value num, Value den); ///< normalised; raises ZeroDivisionError
Value complex_new(VM&, Value real, Value imag);
/// The number at the start of `text` (0 when there is none); strict: what Rational() and Complex() accept,
/// else Qundef. ZeroDivisionError for "1/0".
Value rational_parse(VM&, std::string_view text, bool strict);
Value complex_parse(VM&, std::string_view text, bool strict);
/// a OP b for any two numbers through coerce, with CRuby's error messages.
[[noreturn]] void raise_zero_division(VM&);
/// "comparison of Integer with String failed"
[[noreturn]] void raise_comparison_failed(VM&, Value a, Value b);
Value num_coerce_bin(VM&, Value a, Value b, ID op);
Value num_coerce_cmp(VM&, Value a, Value b, ID op); ///< nil instead of raising
Value num_coerce_relop(VM&, Value a, Value b, ID op);

void init_numeric(VM&); ///< Numeric, Integer, Float, Rational, Complex, Math, Random

} // namespace miniyarv
