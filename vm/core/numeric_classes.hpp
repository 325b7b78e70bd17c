#pragma once

#include "vm/core/numeric.hpp"

namespace miniyarv {

// Rational and Complex values for the files that implement numbers.

inline bool is_rational(Value v) { return is_type(v, Type::Rational); }
inline Value rational_num(Value r) { return r.as<Tuple>()->v[0]; }
inline Value rational_den(Value r) { return r.as<Tuple>()->v[1]; }
/// From integers already in lowest terms with a positive denominator. May allocate.
Value rational_raw(VM&, Value num, Value den);
/// The exact value of a finite float. May allocate; FloatDomainError otherwise.
Value rational_from_double(VM&, double);
double rational_to_double(Value);
Value rational_add(VM&, Value a, Value b);
Value rational_sub(VM&, Value a, Value b);
Value rational_mul(VM&, Value a, Value b);
Value rational_div(VM&, Value a, Value b);
int rational_compare(VM&, Value a, Value b);

inline bool is_complex(Value v) { return is_type(v, Type::Complex); }
inline Value complex_real(Value c) { return c.as<Tuple>()->v[0]; }
inline Value complex_imag(Value c) { return c.as<Tuple>()->v[1]; }

// Each defines one class's methods; init_numeric calls them all.
void init_integer(VM&);
void init_float(VM&);
void init_rational(VM&);
void init_complex(VM&);
void init_math(VM&);
void init_random(VM&);
void init_kernel_numbers(VM&);

} // namespace miniyarv
