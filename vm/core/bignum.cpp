// Bignum: making integers from limbs, and their queries.

#include "vm/core/bignum.hpp"

#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace miniyarv {

namespace {

Bignum* allocate_bignum(VM& vm, size_t limbs) {
  if (limbs <= Bignum::kMaxEmbedded)
    return vm.heap.make<Bignum>(Type::Bignum, vm.cInteger, Bignum::kEmbedOffset + limbs * sizeof(uint64_t));
  // The buffer comes first: a collection it causes must not see a half-made object.
  const size_t bytes = limbs * sizeof(uint64_t);
  auto* buffer = static_cast<uint64_t*>(vm.heap.malloc(bytes));
  const SizePool pool = size_pool_for(sizeof(Bignum));
  try {
    auto* big = static_cast<Bignum*>(vm.heap.allocate_owning(
        pool, Object::make_flags(Type::Bignum, pool) | Object::kSpilled, vm.cInteger));
    big->outside = buffer;
    return big;
  } catch (...) {
    vm.heap.free(buffer, bytes);
    throw;
  }
}

} // namespace

Value int_from_limbs(VM& vm, const mp_limb_t* limbs, size_t count, bool negative) {
  while (count > 0 && limbs[count - 1] == 0) --count;
  if (count == 0) return Value::fixnum(0);
  if (count == 1) {
    const uint64_t top = limbs[0];
    if (top <= static_cast<uint64_t>(Value::kFixnumMax))
      return Value::fixnum(negative ? -static_cast<int64_t>(top) : static_cast<int64_t>(top));
    if (negative && top == static_cast<uint64_t>(Value::kFixnumMax) + 1)
      return Value::fixnum(Value::kFixnumMin);
  }
  Bignum* big = allocate_bignum(vm, count);
  big->flags |= Object::kFrozen;
  big->size = negative ? -static_cast<int64_t>(count) : static_cast<int64_t>(count);
  std::memcpy(big->limbs(), limbs, count * sizeof(mp_limb_t));
  return big;
}

Value int_from_mpz(VM& vm, mpz_srcptr z) {
  return int_from_limbs(vm, mpz_limbs_read(z), mpz_size(z), mpz_sgn(z) < 0);
}

Value int_from_uint64(VM& vm, uint64_t u) {
  const mp_limb_t limb = u;
  return int_from_limbs(vm, &limb, 1, false);
}

Value int_new(VM& vm, int64_t i) {
  if (Value::fits_fixnum(i)) return Value::fixnum(i);
  const mp_limb_t limb = i < 0 ? -static_cast<mp_limb_t>(i) : static_cast<mp_limb_t>(i);
  return int_from_limbs(vm, &limb, 1, i < 0);
}

bool int_is_odd(Value v) {
  return v.is_fixnum() ? v.to_fixnum() & 1 : static_cast<bool>(v.as<Bignum>()->limbs()[0] & 1);
}

int int_compare(Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum())
    return a.to_fixnum() < b.to_fixnum() ? -1 : a.to_fixnum() > b.to_fixnum();
  const int order = mpz_cmp(IntView(a), IntView(b));
  return order < 0 ? -1 : order > 0;
}

uint64_t int_bit_length(Value v) {
  if (v.is_fixnum()) {
    const int64_t i = v.to_fixnum();
    return static_cast<uint64_t>(std::bit_width(static_cast<uint64_t>(i < 0 ? ~i : i)));
  }
  const IntView z(v);
  if (!z.negative()) return mpz_sizeinbase(z, 2);
  // ~x of a negative x is |x| - 1: one bit shorter when |x| is a power of two.
  const size_t bits = mpz_sizeinbase(z, 2);
  return mpz_scan1(z, 0) == bits - 1 ? bits - 1 : bits;
}

namespace {

/// limbs * 2^exponent, rounded to nearest, ties to even. The top limb is not zero.
double limbs_to_double(const mp_limb_t* limbs, size_t count, bool negative, int64_t exponent) {
  const int shift = std::countl_zero(static_cast<uint64_t>(limbs[count - 1]));
  uint64_t top = limbs[count - 1] << shift;
  bool sticky = false;
  if (count > 1) {
    if (shift) top |= limbs[count - 2] >> (64 - shift);
    sticky = (limbs[count - 2] << shift) != 0;
    for (size_t i = 0; !sticky && i + 2 < count; ++i) sticky = limbs[i] != 0;
  }
  const auto scale = static_cast<int64_t>(count - 1) * 64 - shift + exponent;
  if (scale > 1100) return negative ? -HUGE_VAL : HUGE_VAL;
  if (scale < -1200) return negative ? -0.0 : 0.0;
  // Below the normal range the mantissa has fewer bits: round once, at the right place, by hand.
  const int64_t top_bit = scale + 63;
  if (top_bit < -1022) {
    const int drop = static_cast<int>(std::min<int64_t>(63, -1022 - top_bit));
    sticky = sticky || (top & ((uint64_t{1} << drop) - 1)) != 0;
    top >>= drop;
    const double d = std::ldexp(static_cast<double>((top >> 11) << 11), static_cast<int>(scale + drop));
    const uint64_t rest = top & 0x7ff;
    const double ulp = std::numeric_limits<double>::denorm_min();
    const bool up = rest > 0x400 || (rest == 0x400 && (sticky || (top >> 11 & 1)));
    return (negative ? -1.0 : 1.0) * (up ? d + ulp : d);
  }
  const double d = std::ldexp(static_cast<double>(top | (sticky ? 1 : 0)), static_cast<int>(scale));
  return negative ? -d : d;
}

} // namespace

double int_to_double(Value v) {
  if (v.is_fixnum()) return static_cast<double>(v.to_fixnum());
  const IntView z(v);
  return limbs_to_double(z.limbs(), z.limb_count(), z.negative(), 0);
}

double int_fdiv(Value a, Value b) {
  if (int_is_zero(b)) return int_to_double(a) / 0.0;
  if (int_is_zero(a)) return int_sign(b) < 0 ? -0.0 : 0.0;
  const uint64_t exact = uint64_t{1} << 53;
  if (a.is_fixnum() && b.is_fixnum() && static_cast<uint64_t>(std::abs(a.to_fixnum())) <= exact &&
      static_cast<uint64_t>(std::abs(b.to_fixnum())) <= exact)
    return static_cast<double>(a.to_fixnum()) / static_cast<double>(b.to_fixnum());
  // A quotient of at least 65 bits, its lowest bit sticky, rounds as the exact one would.
  const IntView za(a), zb(b);
  const auto have = static_cast<int64_t>(mpz_sizeinbase(za, 2)) - static_cast<int64_t>(mpz_sizeinbase(zb, 2));
  const int64_t shift = 66 - have;
  Mpz n, d, q, r;
  mpz_abs(n, za);
  mpz_abs(d, zb);
  if (shift > 0)
    mpz_mul_2exp(n, n, static_cast<mp_bitcnt_t>(shift));
  else
    mpz_mul_2exp(d, d, static_cast<mp_bitcnt_t>(-shift));
  mpz_tdiv_qr(q, r, n, d);
  if (mpz_sgn(static_cast<mpz_ptr>(r)) != 0) mpz_setbit(q, 0);
  return limbs_to_double(mpz_limbs_read(q), mpz_size(q), int_sign(a) * int_sign(b) < 0, -shift);
}

Value int_from_double(VM& vm, double d) {
  if (std::isnan(d)) raise(vm, vm.eFloatDomainError, "NaN");
  if (std::isinf(d)) raise(vm, vm.eFloatDomainError, d < 0 ? "-Infinity" : "Infinity");
  if (std::fabs(d) < 0x1p62) return Value::fixnum(static_cast<int64_t>(d));
  Mpz z;
  mpz_set_d(z, d);
  return int_from_mpz(vm, z);
}

int int_compare_double(Value v, double d) {
  if (std::isinf(d)) return d > 0 ? -1 : 1;
  if (!v.is_fixnum()) {
    const int order = mpz_cmp_d(IntView(v), d);
    return order < 0 ? -1 : order > 0;
  }
  const int64_t i = v.to_fixnum();
  if (d >= 0x1p62) return -1;
  if (d < -0x1p62) return 1;
  const double whole = std::trunc(d);
  const auto other = static_cast<int64_t>(whole);
  if (i != other) return i < other ? -1 : 1;
  return whole < d ? -1 : whole > d;
}

bool int_equal_double(Value v, double d) { return !std::isnan(d) && int_compare_double(v, d) == 0; }

uint64_t int_hash(Value v) {
  const auto mix = [](uint64_t h) {
    h ^= h >> 32;
    h *= 0x9fb21c651e98df25;
    return h ^ h >> 28;
  };
  if (v.is_fixnum()) return mix(v.bits);
  const IntView z(v);
  uint64_t h = z.negative() ? 0x9e3779b97f4a7c15 : 0;
  for (size_t i = 0; i < z.limb_count(); ++i) h = mix(h * 31 + z.limbs()[i]);
  return h;
}

} // namespace miniyarv
