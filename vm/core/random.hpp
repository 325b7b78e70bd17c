#pragma once

#include "gc/value.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace miniyarv {

class VM;

/// The Mersenne Twister MT19937, seeded as CRuby seeds it, so that a seed gives the same numbers.
class MersenneTwister {
public:
  explicit MersenneTwister(uint32_t seed) { seed_with(seed); }
  /// Seeds from the limbs of a longer seed, least significant first. Precondition: not empty.
  explicit MersenneTwister(std::span<const uint32_t> seed);
  uint32_t next32();
  bool operator==(const MersenneTwister&) const = default;

private:
  static constexpr size_t kSize = 624, kShift = 397;
  void seed_with(uint32_t);
  void refill();
  std::array<uint32_t, kSize> state_;
  size_t used_ = kSize;
};

/// An integer in [0, limit] from a random source: a Random object, any object with `rand`, or Qnil for the
/// VM's default generator. What Array#shuffle and Array#sample draw. May run Ruby code; RangeError when a
/// foreign `rand` answers out of range.
uint64_t random_limited(VM&, Value source, uint64_t limit);
/// A float in [0, 1).
double random_real(VM&, Value source);

} // namespace miniyarv
