// Integer: the method table and what is specific to integers. Operators shared with the other numbers are in
// numeric_ops.cpp; loops are in integer.rb.

#include "vm/class.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <cmath>

namespace miniyarv {

namespace {

int checked_radix(VM& vm, int64_t base) {
  if (base < 2 || base > 36) raise_argument_error(vm, cat("invalid radix ", base));
  return static_cast<int>(base);
}

String* int_to_s_m(VM& vm, Value self, std::optional<int64_t> base) {
  return str_ascii(vm, int_to_s(self, checked_radix(vm, base.value_or(10))));
}

// --- Predicates and simple values ---

bool int_is_zero_m(VM&, Value self) { return int_is_zero(self); }
bool int_is_even(VM&, Value self) { return !int_is_odd(self); }
bool int_is_odd_m(VM&, Value self) { return int_is_odd(self); }
bool int_is_integer(VM&, Value) { return true; }
Value int_self(VM&, Value self) { return self; }
Value int_one(VM&, Value) { return Value::fixnum(1); }
Value int_succ(VM& vm, Value self) { return int_add(vm, self, Value::fixnum(1)); }
Value int_pred(VM& vm, Value self) { return int_sub(vm, self, Value::fixnum(1)); }
double int_to_f(VM&, Value self) { return int_to_double(self); }
Value int_to_r(VM& vm, Value self) { return rational_raw(vm, self, Value::fixnum(1)); }
Value int_rationalize(VM& vm, Value self, std::optional<Value>) { return int_to_r(vm, self); }
Value int_hash_m(VM&, Value self) { return Value::fixnum(static_cast<int64_t>(int_hash(self)) >> 2); }
Value int_bit_length_m(VM& vm, Value self) { return int_from_uint64(vm, int_bit_length(self)); }
/// Bytes of the magnitude; of a machine word for fixnums.
int64_t int_size(VM&, Value self) {
  return self.is_fixnum() ? 8 : static_cast<int64_t>((mpz_sizeinbase(IntView(self), 2) + 7) / 8);
}

bool int_eql(VM&, Value self, Value other) { return is_integer(other) && int_equal(self, other); }

Value int_coerce(VM& vm, Value self, Value other) {
  if (is_integer(other)) return ary_of(vm, other, self);
  const Value as_float = kernel_float(vm, other);
  return ary_of(vm, as_float, float_new(vm, int_to_double(self)));
}

// --- Bits ---

Value int_and_m(VM& vm, Value self, Value other) {
  return is_integer(other) ? int_and(vm, self, other) : num_coerce_bit(vm, self, other, ids::op_and);
}
Value int_or_m(VM& vm, Value self, Value other) {
  return is_integer(other) ? int_or(vm, self, other) : num_coerce_bit(vm, self, other, ids::op_or);
}
Value int_xor_m(VM& vm, Value self, Value other) {
  return is_integer(other) ? int_xor(vm, self, other) : num_coerce_bit(vm, self, other, ids::op_xor);
}
Value int_lshift_m(VM& vm, Value self, Value by) { return int_shift(vm, self, to_integer(vm, by)); }
Value int_rshift_m(VM& vm, Value self, Value by) {
  return int_shift(vm, self, int_neg(vm, to_integer(vm, by)));
}

bool int_allbits(VM& vm, Value self, Value mask) {
  mask = to_integer(vm, mask);
  return int_equal(int_and(vm, self, mask), mask);
}
bool int_anybits(VM& vm, Value self, Value mask) {
  return !int_is_zero(int_and(vm, self, to_integer(vm, mask)));
}
bool int_nobits(VM& vm, Value self, Value mask) { return !int_anybits(vm, self, mask); }

/// Bit `index` of the two's complement form.
Value bit_at(Value v, Value index) {
  if (int_sign(index) < 0) return Value::fixnum(0);
  if (!index.is_fixnum()) return Value::fixnum(int_sign(v) < 0);
  return Value::fixnum(mpz_tstbit(IntView(v), static_cast<mp_bitcnt_t>(index.to_fixnum())));
}

/// `count` ones.
Value bit_mask(VM& vm, Value count) {
  return int_sub(vm, int_shift(vm, Value::fixnum(1), count), Value::fixnum(1));
}

Value bits_of_range(VM& vm, Value self, Value range) {
  const bool exclusive = range_excludes_end(range);
  const Value one = Value::fixnum(1);
  Value first = range_begin(range), last = range_end(range);
  if (!last.is_nil()) last = to_integer(vm, last);
  if (first.is_nil()) {
    if (last.is_nil() || int_sign(last) < 0) return Value::fixnum(0);
    const Value mask = bit_mask(vm, exclusive ? last : int_add(vm, last, one));
    if (int_is_zero(int_and(vm, self, mask))) return Value::fixnum(0);
    raise_argument_error(vm, "The beginless range for Integer#[] results in infinity");
  }
  first = to_integer(vm, first);
  const Value shifted = int_shift(vm, self, int_neg(vm, first));
  const int order = last.is_nil() ? 1 : int_compare(first, last);
  if (order > 0) return shifted;
  if (order == 0) return exclusive ? Value::fixnum(0) : bit_at(self, first);
  const Value length = int_sub(vm, last, first);
  return int_and(vm, shifted, bit_mask(vm, exclusive ? length : int_add(vm, length, one)));
}

Value int_aref(VM& vm, Value self, Value index, std::optional<Value> length) {
  if (length) {
    const Value shifted = int_shift(vm, self, int_neg(vm, to_integer(vm, index)));
    return int_and(vm, shifted, bit_mask(vm, to_integer(vm, *length)));
  }
  if (is_range(index)) return bits_of_range(vm, self, index);
  return bit_at(self, to_integer(vm, index));
}

// --- Arithmetic ---

Value int_pow_m(VM& vm, Value self, Value exponent, std::optional<Value> mod) {
  if (!mod) return num_pow(vm, self, exponent);
  if (!is_integer(exponent))
    raise_type_error(vm, "Integer#pow() 2nd argument not allowed unless a 1st argument is integer");
  if (int_sign(exponent) < 0)
    raise(vm, vm.eRangeError, "Integer#pow() 1st argument cannot be negative when 2nd argument specified");
  if (!is_integer(*mod))
    raise_type_error(vm, "Integer#pow() 2nd argument not allowed unless all arguments are integers");
  if (int_is_zero(*mod)) raise_zero_division(vm);
  return int_powm(vm, self, exponent, *mod);
}

/// -(-a div b), as CRuby defines it, so that any divisor with `div` will do.
Value int_ceildiv(VM& vm, Value self, Value other) {
  if (is_integer(other)) return int_neg(vm, int_div(vm, int_neg(vm, self), other));
  return num_neg(vm, num_idiv(vm, int_neg(vm, self), other));
}

Value checked_integer(VM& vm, Value v) {
  if (!is_integer(v)) raise_type_error(vm, "not an integer");
  return v;
}
Value int_gcd_m(VM& vm, Value self, Value other) { return int_gcd(vm, self, checked_integer(vm, other)); }
Value int_lcm_m(VM& vm, Value self, Value other) { return int_lcm(vm, self, checked_integer(vm, other)); }
Value int_gcdlcm(VM& vm, Value self, Value other) {
  const Value gcd = int_gcd_m(vm, self, other);
  return ary_of(vm, gcd, int_lcm(vm, self, other));
}

Value int_floor_m(VM& vm, Value self, std::optional<Value> digits) {
  return int_floor(vm, self, digits ? to_int32(vm, *digits) : 0);
}
Value int_ceil_m(VM& vm, Value self, std::optional<Value> digits) {
  return int_ceil(vm, self, digits ? to_int32(vm, *digits) : 0);
}
Value int_truncate_m(VM& vm, Value self, std::optional<Value> digits) {
  return int_sign(self) < 0 ? int_ceil_m(vm, self, digits) : int_floor_m(vm, self, digits);
}
Value int_round_m(VM& vm, Value self, std::optional<Value> digits, Keywords keywords) {
  if (!digits) return self;
  const RoundMode mode = round_mode(vm, keywords);
  return int_round(vm, self, to_int32(vm, *digits), mode);
}

// --- Digits and characters ---

/// Appends the digits of a Bignum below base ** count, least significant first, splitting in halves so that
/// the cost is that of a few big divisions.
void append_digits(VM& vm, Array* out, mpz_srcptr value, mpz_srcptr base, size_t count) {
  if (count == 0) return;
  if (count == 1) {
    ary_push(vm, out, int_from_mpz(vm, value));
    return;
  }
  const size_t low_count = count / 2;
  Mpz unit, low, high;
  mpz_pow_ui(unit, base, low_count);
  mpz_fdiv_qr(high, low, value, unit);
  append_digits(vm, out, low, base, low_count);
  append_digits(vm, out, high, base, count - low_count);
}

Array* int_digits(VM& vm, Value self, std::optional<Value> base_argument) {
  const Value base = base_argument ? to_integer(vm, *base_argument) : Value::fixnum(10);
  if (int_sign(base) < 0) raise_argument_error(vm, "negative radix");
  if (int_compare(base, Value::fixnum(2)) < 0)
    raise_argument_error(vm, cat("invalid radix ", int_to_s(base)));
  if (int_sign(self) < 0) raise_math_domain(vm, "out of domain");
  Array* out = ary_new(vm);
  if (int_is_zero(self)) {
    ary_push(vm, out, self);
    return out;
  }
  const size_t most = int_bit_length(self) / (int_bit_length(base) - 1) + 1;
  append_digits(vm, out, IntView(self), IntView(base), most);
  while (out->size() > 1 && int_is_zero(out->data()[out->size() - 1])) ary_pop(vm, out);
  return out;
}

uint32_t checked_char_code(VM& vm, Value self) {
  if (!self.is_fixnum() || self.to_fixnum() >= int64_t{1} << 32)
    raise(vm, vm.eRangeError, "bignum out of char range");
  if (self.to_fixnum() < 0) raise(vm, vm.eRangeError, cat(int_to_s(self), " out of char range"));
  return static_cast<uint32_t>(self.to_fixnum());
}

String* int_chr(VM& vm, Value self, std::optional<Value> encoding_argument) {
  const uint32_t code = checked_char_code(vm, self);
  if (!encoding_argument) {
    if (code > 0xff) raise(vm, vm.eRangeError, cat(code, " out of char range"));
    const char byte = static_cast<char>(code);
    return str_new(vm, {&byte, 1}, code < 0x80 ? Encoding::UsAscii : Encoding::Binary);
  }
  const Encoding encoding = to_encoding(vm, *encoding_argument);
  const bool utf8 = encoding == Encoding::Utf8;
  if (code > (utf8 ? 0x10ffff : 0xff)) raise(vm, vm.eRangeError, cat(code, " out of char range"));
  if ((utf8 && !utf8::valid_codepoint(code)) || (encoding == Encoding::UsAscii && code > 0x7f))
    raise(vm, vm.eRangeError, cat("invalid codepoint 0x", hex_digits(code), " in ", encoding_name(encoding)));
  char bytes[4] = {static_cast<char>(code)};
  const int length = utf8 ? utf8::encode(code, bytes) : 1;
  return str_new(vm, {bytes, static_cast<size_t>(length)}, encoding);
}

// --- Integer itself ---

Value int_sqrt_m(VM& vm, Value, Value v) {
  v = to_integer(vm, v);
  if (int_sign(v) < 0) raise_math_domain(vm, "Numerical argument is out of domain - \"isqrt\"");
  return int_sqrt(vm, v);
}

Value int_try_convert(VM& vm, Value, Value v) {
  if (is_integer(v)) return v;
  const Value result = vm.call_if_responds(v, ids::to_int);
  if (result.is_undef() || result.is_nil() || is_integer(result)) return result.is_undef() ? Qnil : result;
  const std::string name = class_path(vm, real_class(vm, v));
  raise_type_error(vm, cat("can't convert ", name, " to Integer (", name, "#to_int gives ",
                           class_path(vm, real_class(vm, result)), ")"));
}

constexpr NativeMethod kMethods[] = {
    {"+", native<num_add>},
    {"-", native<num_sub>},
    {"*", native<num_mul>},
    {"/", native<num_div>},
    {"%", native<num_mod>},
    {"modulo", native<num_mod>},
    {"div", native<num_idiv>},
    {"divmod", native<num_divmod>},
    {"remainder", native<num_remainder>},
    {"fdiv", native<num_fdiv>},
    {"**", native<num_pow>},
    {"pow", native<int_pow_m>},
    {"-@", native<num_neg>},
    {"~", native<int_not>},
    {"&", native<int_and_m>},
    {"|", native<int_or_m>},
    {"^", native<int_xor_m>},
    {"<<", native<int_lshift_m>},
    {">>", native<int_rshift_m>},
    {"[]", native<int_aref>},
    {"==", native<num_eq>},
    {"===", native<num_eq>},
    {"<=>", native<num_cmp>},
    {"<", native<num_lt>},
    {"<=", native<num_le>},
    {">", native<num_gt>},
    {">=", native<num_ge>},
    {"eql?", native<int_eql>},
    {"hash", native<int_hash_m>},
    {"coerce", native<int_coerce>},
    {"to_s", native<int_to_s_m>},
    {"inspect", native<int_to_s_m>},
    {"to_i", native<int_self>},
    {"to_int", native<int_self>},
    {"to_f", native<int_to_f>},
    {"to_r", native<int_to_r>},
    {"rationalize", native<int_rationalize>},
    {"numerator", native<int_self>},
    {"denominator", native<int_one>},
    {"ord", native<int_self>},
    {"chr", native<int_chr>},
    {"size", native<int_size>},
    {"bit_length", native<int_bit_length_m>},
    {"digits", native<int_digits>},
    {"zero?", native<int_is_zero_m>},
    {"even?", native<int_is_even>},
    {"odd?", native<int_is_odd_m>},
    {"integer?", native<int_is_integer>},
    {"allbits?", native<int_allbits>},
    {"anybits?", native<int_anybits>},
    {"nobits?", native<int_nobits>},
    {"succ", native<int_succ>},
    {"next", native<int_succ>},
    {"pred", native<int_pred>},
    {"abs", native<int_abs>},
    {"magnitude", native<int_abs>},
    {"ceildiv", native<int_ceildiv>},
    {"gcd", native<int_gcd_m>},
    {"lcm", native<int_lcm_m>},
    {"gcdlcm", native<int_gcdlcm>},
    {"floor", native<int_floor_m>},
    {"ceil", native<int_ceil_m>},
    {"round", native<int_round_m>},
    {"truncate", native<int_truncate_m>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"sqrt", native<int_sqrt_m>},
    {"try_convert", native<int_try_convert>},
};

} // namespace

void init_integer(VM& vm) {
  define_natives(vm, vm.cInteger, kMethods);
  define_singleton_natives(vm, vm.cInteger, kSingletonMethods);
}

} // namespace miniyarv
