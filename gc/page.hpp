#pragma once

#include "gc/object.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace miniyarv {

inline constexpr size_t kPageSize = size_t{64} << 10;
inline constexpr size_t kMaxSlotsPerPage = kPageSize / kSlotSizes[0];

/// One bit a slot.
class SlotBitmap {
public:
  bool test(size_t i) const { return words_[i / 64] >> (i % 64) & 1; }
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void reset(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  void clear() { words_.fill(0); }
  uint64_t& word(size_t w) { return words_[w]; }
  uint64_t word(size_t w) const { return words_[w]; }
  static constexpr size_t words() { return kMaxSlotsPerPage / 64; }
  size_t count() const {
    size_t n = 0;
    for (uint64_t w : words_) n += static_cast<size_t>(std::popcount(w));
    return n;
  }
  /// First index >= from (and < end) whose bit is `value`; end if none.
  size_t find(size_t from, size_t end, bool value) const {
    for (size_t i = from; i < end;) {
      uint64_t w = words_[i / 64];
      if (!value) w = ~w;
      w &= ~uint64_t{0} << (i % 64);
      if (w) {
        const size_t found = i / 64 * 64 + static_cast<size_t>(std::countr_zero(w));
        return found < end ? found : end;
      }
      i = i / 64 * 64 + 64;
    }
    return end;
  }

private:
  std::array<uint64_t, kMaxSlotsPerPage / 64> words_{};
};

/// What is known of a page, kept away from the page itself so that headers do not compete for the same cache
/// sets.
struct PageInfo {
  std::byte* base = nullptr;
  SizePool pool{};
  uint16_t slots = 0;
  /// Slots below this have been handed out to the allocator since the last collection: below it, a slot
  /// without a mark is young; at or above it, free.
  uint32_t consumed = 0;
  SlotBitmap marks;
  SlotBitmap
      was_allocated; ///< during a major collection: the marks before it, so old slots are known as allocated
  SlotBitmap owning; ///< objects with something to destroy

  std::byte* slot(size_t i) const { return base + i * slot_size(pool); }
};

} // namespace miniyarv
