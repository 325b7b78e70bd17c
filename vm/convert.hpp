#pragma once

#include "gc/object.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

class VM;
struct Class;
struct Hash;

// Conversions with Ruby's own rules and wording. All may call Ruby code and raise TypeError
// ("no implicit conversion of X into Y") or RangeError.

int64_t to_int64(VM&, Value);          ///< Integer, or to_int; RangeError when it does not fit
Value to_integer(VM&, Value);          ///< Integer (any size), or to_int
double to_double(VM&, Value);          ///< Integer, Float, Rational, or a Numeric's to_f
String* to_str(VM&, Value);            ///< String, or to_str
Array* to_ary(VM&, Value);             ///< Array, or to_ary
Hash* to_hash(VM&, Value);             ///< Hash, or to_hash
ID to_id(VM&, Value);                  ///< Symbol, String, or to_str ("x is not a symbol nor a string")
Class* to_class_or_module(VM&, Value); ///< TypeError "wrong argument type X (expected Class or Module)"

// The same, answering null / Qnil instead of raising when there is no conversion.
String* try_to_str(VM&, Value);
Array* try_to_ary(VM&, Value);
Hash* try_to_hash(VM&, Value);
/// `[*v]`: nil is empty, to_a when it responds, else the value alone. A fresh array if `fresh`.
Array* splat_to_array(VM&, Value, bool fresh);

// Renderings.
String* to_s(VM&, Value);    ///< calls to_s; falls back to the default rendering when that is no String
String* inspect(VM&, Value); ///< calls inspect
std::string inspect_str(VM&, Value);
String* any_to_s(VM&, Value); ///< "#<Foo>" with an address
/// How messages name a value: `nil`, `true`, or the class ("an instance of Foo" is the caller's wording).
std::string describe_for_conversion(VM&, Value);

// Comparison, with the fast cases of core types inline.
bool values_equal(VM&, Value a, Value b);     ///< ==
bool values_eql(VM&, Value a, Value b);       ///< eql?
uint64_t value_hash(VM&, Value);              ///< consistent with eql?
int compare(VM&, Value a, Value b);           ///< <=>; ArgumentError "comparison of X with Y failed"
bool case_equal(VM&, Value pattern, Value v); ///< ===

// Constructors of numbers.
Value int_new(VM&, int64_t); ///< fixnum or Bignum
Value float_new(VM&, double);

} // namespace miniyarv
