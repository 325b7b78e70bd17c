#pragma once

// Integers seen by GMP. For the files that implement numbers; others use numeric.hpp.

#include "gc/bignum.hpp"
#include "vm/core/numeric.hpp"

#include <gmp.h>

#include <span>
#include <utility>

namespace miniyarv {

static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NUMB_BITS == 64);

/// Results beyond this many bits are refused, as CRuby refuses them on 64-bit systems.
inline constexpr uint64_t kMaxIntegerBits = uint64_t{1} << 34;

/// A GMP integer that owns its limbs.
class Mpz {
public:
  Mpz() { mpz_init(z_); }
  explicit Mpz(int64_t i) { mpz_init_set_si(z_, i); }
  explicit Mpz(mpz_srcptr other) { mpz_init_set(z_, other); }
  ~Mpz() { mpz_clear(z_); }
  Mpz(const Mpz&) = delete;
  Mpz& operator=(const Mpz&) = delete;
  operator mpz_ptr() { return z_; }
  operator mpz_srcptr() const { return z_; }

private:
  mpz_t z_;
};

/// Read-only GMP view of an Integer; good while the value is reachable.
class IntView {
public:
  explicit IntView(Value v) {
    if (v.is_fixnum()) {
      const int64_t i = v.to_fixnum();
      limb_ = i < 0 ? -static_cast<mp_limb_t>(i) : static_cast<mp_limb_t>(i);
      mpz_roinit_n(z_, &limb_, i < 0 ? -1 : i > 0);
    } else {
      const auto* big = v.as<Bignum>();
      mpz_roinit_n(z_, reinterpret_cast<const mp_limb_t*>(big->limbs()), big->size);
    }
  }
  IntView(const IntView&) = delete;
  IntView& operator=(const IntView&) = delete;
  operator mpz_srcptr() const { return z_; }
  size_t limb_count() const { return mpz_size(z_); }
  const mp_limb_t* limbs() const { return mpz_limbs_read(z_); }
  bool negative() const { return mpz_sgn(z_) < 0; }

private:
  mpz_t z_;
  mp_limb_t limb_ = 0;
};

// Making integers. All may allocate and normalise to fixnums.
Value int_from_limbs(VM&, const mp_limb_t* limbs, size_t count, bool negative); ///< copies
Value int_from_mpz(VM&, mpz_srcptr);
Value int_from_uint64(VM&, uint64_t);

// What numeric.hpp leaves out. Operands are integers; all but the queries may allocate.
inline bool is_bignum(Value v) { return is_type(v, Type::Bignum); }
inline int int_sign(Value v) {
  if (v.is_fixnum()) return v.to_fixnum() < 0 ? -1 : v.to_fixnum() > 0;
  return v.as<Bignum>()->negative() ? -1 : 1;
}
inline bool int_is_zero(Value v) { return v == Value::fixnum(0); }
inline bool int_is_one(Value v) { return v == Value::fixnum(1); }
inline bool int_equal(Value a, Value b) { return a == b || int_compare(a, b) == 0; }
bool int_is_odd(Value);
Value int_neg(VM&, Value);
Value int_abs(VM&, Value);
Value int_xor(VM&, Value a, Value b);
Value int_not(VM&, Value);
/// Shifts by any integer; RangeError "shift width too big".
Value int_shift(VM&, Value a, Value by);
std::pair<Value, Value> int_divmod(VM&, Value a, Value b); ///< floored; ZeroDivisionError
Value int_truncdiv(VM&, Value a, Value b);                 ///< towards zero; ZeroDivisionError
Value int_gcd(VM&, Value a, Value b);
Value int_lcm(VM&, Value a, Value b);
/// 10 ** n.
Value int_pow10(VM&, uint64_t n);
/// Modular power with the sign of `mod`. Preconditions: exponent not negative, mod not zero.
Value int_powm(VM&, Value base, Value exponent, Value mod);
Value int_sqrt(VM&, Value);            ///< floored root. Precondition: not negative.
uint64_t int_bit_length(Value);        ///< of the two's complement form, without the sign bit
int int_compare_double(Value, double); ///< exact; precondition: not NaN
double int_fdiv(Value a, Value b);     ///< correctly rounded quotient; infinities and NaN for b = 0
uint64_t int_hash(Value);
/// Whether the value is a finite double's exact integer value, used by eql-like comparisons.
bool int_equal_double(Value, double);

} // namespace miniyarv
