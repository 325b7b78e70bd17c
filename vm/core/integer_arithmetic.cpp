// Integer arithmetic: fixnums with overflow into GMP. Sums, differences and products of Bignums are computed
// by GMP's mpn_ functions into a stack buffer; only the result is allocated.

#include "vm/core/bignum.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace miniyarv {

namespace {

/// Scratch space for a result's limbs: on the stack when small.
class LimbBuffer {
public:
  explicit LimbBuffer(size_t n) : outside_(n > local_.size() ? std::make_unique<mp_limb_t[]>(n) : nullptr) {}
  mp_limb_t* data() { return outside_ ? outside_.get() : local_.data(); }

private:
  std::array<mp_limb_t, 32> local_;
  std::unique_ptr<mp_limb_t[]> outside_;
};

/// a + b, or a - b when `subtract`.
Value add_signed(VM& vm, const IntView& a, const IntView& b, bool subtract) {
  const IntView& longer = a.limb_count() >= b.limb_count() ? a : b;
  const IntView& shorter = &longer == &a ? b : a;
  const size_t n = longer.limb_count(), m = shorter.limb_count();
  const bool negative_a = a.negative(), negative_b = b.negative() != subtract;
  LimbBuffer buffer(n + 1);
  mp_limb_t* r = buffer.data();
  if (m == 0) return int_from_limbs(vm, longer.limbs(), n, &longer == &a ? negative_a : negative_b);
  if (negative_a == negative_b) {
    r[n] = mpn_add(r, longer.limbs(), static_cast<mp_size_t>(n), shorter.limbs(), static_cast<mp_size_t>(m));
    return int_from_limbs(vm, r, n + 1, negative_a);
  }
  const bool swap = n == m && mpn_cmp(longer.limbs(), shorter.limbs(), static_cast<mp_size_t>(n)) < 0;
  const IntView& big = swap ? shorter : longer;
  const IntView& small = swap ? longer : shorter;
  mpn_sub(r, big.limbs(), static_cast<mp_size_t>(big.limb_count()), small.limbs(),
          static_cast<mp_size_t>(small.limb_count()));
  return int_from_limbs(vm, r, n, &big == &a ? negative_a : negative_b);
}

Value multiply(VM& vm, const IntView& a, const IntView& b) {
  const IntView& longer = a.limb_count() >= b.limb_count() ? a : b;
  const IntView& shorter = &longer == &a ? b : a;
  const size_t n = longer.limb_count(), m = shorter.limb_count();
  if (m == 0) return Value::fixnum(0);
  LimbBuffer buffer(n + m);
  mp_limb_t* r = buffer.data();
  if (n == m && longer.limbs() == shorter.limbs())
    mpn_sqr(r, longer.limbs(), static_cast<mp_size_t>(n));
  else
    mpn_mul(r, longer.limbs(), static_cast<mp_size_t>(n), shorter.limbs(), static_cast<mp_size_t>(m));
  return int_from_limbs(vm, r, n + m, a.negative() != b.negative());
}

/// Applies a GMP function of two operands.
template <class F> Value with_mpz(VM& vm, Value a, Value b, F function) {
  Mpz r;
  function(r, IntView(a), IntView(b));
  return int_from_mpz(vm, r);
}

} // namespace

void raise_zero_division(VM& vm) { raise(vm, vm.eZeroDivisionError, "divided by 0"); }

Value int_add(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return int_new(vm, a.to_fixnum() + b.to_fixnum());
  return add_signed(vm, IntView(a), IntView(b), false);
}

Value int_sub(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return int_new(vm, a.to_fixnum() - b.to_fixnum());
  return add_signed(vm, IntView(a), IntView(b), true);
}

Value int_mul(VM& vm, Value a, Value b) {
  int64_t product;
  if (a.is_fixnum() && b.is_fixnum() && !__builtin_mul_overflow(a.to_fixnum(), b.to_fixnum(), &product))
    return int_new(vm, product);
  return multiply(vm, IntView(a), IntView(b));
}

Value int_neg(VM& vm, Value a) {
  if (a.is_fixnum()) return int_new(vm, -a.to_fixnum());
  const IntView z(a);
  return int_from_limbs(vm, z.limbs(), z.limb_count(), !z.negative());
}

Value int_abs(VM& vm, Value a) { return int_sign(a) < 0 ? int_neg(vm, a) : a; }

std::pair<Value, Value> int_divmod(VM& vm, Value a, Value b) {
  if (int_is_zero(b)) raise_zero_division(vm);
  if (a.is_fixnum() && b.is_fixnum()) {
    const int64_t x = a.to_fixnum(), y = b.to_fixnum();
    int64_t q = x / y, r = x % y;
    if (r != 0 && (r < 0) != (y < 0)) --q, r += y;
    return {int_new(vm, q), Value::fixnum(r)};
  }
  Mpz q, r;
  mpz_fdiv_qr(q, r, IntView(a), IntView(b));
  const Value quotient = int_from_mpz(vm, q);
  return {quotient, int_from_mpz(vm, r)};
}

Value int_div(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return int_divmod(vm, a, b).first;
  if (int_is_zero(b)) raise_zero_division(vm);
  return with_mpz(vm, a, b, mpz_fdiv_q);
}

Value int_mod(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return int_divmod(vm, a, b).second;
  if (int_is_zero(b)) raise_zero_division(vm);
  return with_mpz(vm, a, b, mpz_fdiv_r);
}

Value int_truncdiv(VM& vm, Value a, Value b) {
  if (int_is_zero(b)) raise_zero_division(vm);
  if (a.is_fixnum() && b.is_fixnum()) return int_new(vm, a.to_fixnum() / b.to_fixnum());
  return with_mpz(vm, a, b, mpz_tdiv_q);
}

Value int_and(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return Value::fixnum(a.to_fixnum() & b.to_fixnum());
  return with_mpz(vm, a, b, mpz_and);
}

Value int_or(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return Value::fixnum(a.to_fixnum() | b.to_fixnum());
  return with_mpz(vm, a, b, mpz_ior);
}

Value int_xor(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return Value::fixnum(a.to_fixnum() ^ b.to_fixnum());
  return with_mpz(vm, a, b, mpz_xor);
}

Value int_not(VM& vm, Value a) {
  if (a.is_fixnum()) return Value::fixnum(~a.to_fixnum());
  Mpz r;
  mpz_com(r, IntView(a));
  return int_from_mpz(vm, r);
}

Value int_lshift(VM& vm, Value a, int64_t by) {
  if (int_is_zero(a) || by == 0) return a;
  if (by > 0) {
    if (a.is_fixnum() && by < 62) {
      const int64_t x = a.to_fixnum();
      const int64_t shifted = static_cast<int64_t>(static_cast<uint64_t>(x) << by);
      if (shifted >> by == x) return int_new(vm, shifted);
    }
    if (static_cast<uint64_t>(by) > kMaxIntegerBits - std::min(kMaxIntegerBits, int_bit_length(a)))
      raise(vm, vm.eRangeError, "shift width too big");
    Mpz r;
    mpz_mul_2exp(r, IntView(a), static_cast<mp_bitcnt_t>(by));
    return int_from_mpz(vm, r);
  }
  const uint64_t right = -static_cast<uint64_t>(by);
  if (a.is_fixnum()) return Value::fixnum(a.to_fixnum() >> std::min<uint64_t>(right, 63));
  Mpz r;
  mpz_fdiv_q_2exp(r, IntView(a), right);
  return int_from_mpz(vm, r);
}

Value int_shift(VM& vm, Value a, Value by) {
  if (by.is_fixnum()) return int_lshift(vm, a, by.to_fixnum());
  if (int_sign(by) < 0) return Value::fixnum(int_sign(a) < 0 ? -1 : 0);
  if (int_is_zero(a)) return a;
  raise(vm, vm.eRangeError, "shift width too big");
}

Value int_gcd(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) {
    auto x = static_cast<uint64_t>(std::abs(a.to_fixnum())),
         y = static_cast<uint64_t>(std::abs(b.to_fixnum()));
    while (y != 0) x = std::exchange(y, x % y);
    return int_from_uint64(vm, x);
  }
  return with_mpz(vm, a, b, mpz_gcd);
}

Value int_lcm(VM& vm, Value a, Value b) { return with_mpz(vm, a, b, mpz_lcm); }

Value int_pow10(VM& vm, uint64_t n) {
  Mpz r;
  mpz_ui_pow_ui(r, 10, n);
  return int_from_mpz(vm, r);
}

Value int_pow(VM& vm, Value a, Value b) {
  if (int_is_zero(b) || int_is_one(a)) return Value::fixnum(1);
  if (a == Value::fixnum(-1)) return Value::fixnum(int_is_odd(b) ? -1 : 1);
  if (int_sign(b) < 0) return rational_new(vm, Value::fixnum(1), int_pow(vm, a, int_neg(vm, b)));
  if (int_is_zero(a)) return a;
  if (!b.is_fixnum() || static_cast<uint64_t>(b.to_fixnum()) > kMaxIntegerBits / int_bit_length(a))
    raise_argument_error(vm, "exponent is too large");
  Mpz r;
  mpz_pow_ui(r, IntView(a), static_cast<unsigned long>(b.to_fixnum()));
  return int_from_mpz(vm, r);
}

Value int_powm(VM& vm, Value base, Value exponent, Value mod) {
  const Mpz modulus{mpz_srcptr(IntView(mod))};
  Mpz r;
  mpz_powm(r, IntView(base), IntView(exponent), modulus);
  if (int_sign(mod) < 0) mpz_fdiv_r(r, r, modulus);
  return int_from_mpz(vm, r);
}

Value int_sqrt(VM& vm, Value a) {
  Mpz r;
  mpz_sqrt(r, IntView(a));
  return int_from_mpz(vm, r);
}

} // namespace miniyarv
