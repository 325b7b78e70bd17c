#pragma once

#include "gc/object.hpp"

namespace miniyarv {

/// T_BIGNUM: an integer that fits no fixnum. The magnitude's 64-bit limbs, least significant first and the
/// top one not zero, follow in the slot or, when Spilled, are in an owned heap.malloc'd buffer of exactly
/// `limb_count()` limbs. Immutable after creation. The layout is what GMP's mpn_ functions and mpz_roinit_n
/// take, so arithmetic reads limbs where they are.
struct Bignum : Object {
  int64_t size; ///< number of limbs, negative for a negative integer
  union {
    uint64_t embedded[1];
    uint64_t* outside;
  };

  static constexpr size_t kEmbedOffset = 24;
  static constexpr size_t kMaxEmbedded = (kMaxSlotSize - kEmbedOffset) / sizeof(uint64_t);

  bool negative() const { return size < 0; }
  size_t limb_count() const { return static_cast<size_t>(size < 0 ? -size : size); }
  const uint64_t* limbs() const { return spilled() ? outside : embedded; }
  uint64_t* limbs() { return spilled() ? outside : embedded; }
};
static_assert(offsetof(Bignum, embedded) == Bignum::kEmbedOffset);

} // namespace miniyarv
