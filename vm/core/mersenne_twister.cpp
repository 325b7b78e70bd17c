#include "vm/core/random.hpp"

#include <algorithm>

namespace miniyarv {

void MersenneTwister::seed_with(uint32_t seed) {
  state_[0] = seed;
  for (size_t i = 1; i < kSize; ++i)
    state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + static_cast<uint32_t>(i);
  used_ = kSize;
}

MersenneTwister::MersenneTwister(std::span<const uint32_t> seed) {
  seed_with(19650218u);
  size_t i = 1, j = 0;
  const auto advance = [&] {
    if (++i < kSize) return;
    state_[0] = state_[kSize - 1];
    i = 1;
  };
  const auto mixed = [&](uint32_t factor) { return (state_[i - 1] ^ state_[i - 1] >> 30) * factor; };
  for (size_t k = std::max(kSize, seed.size()); k > 0; --k) {
    state_[i] = (state_[i] ^ mixed(1664525u)) + seed[j] + static_cast<uint32_t>(j);
    advance();
    if (++j >= seed.size()) j = 0;
  }
  for (size_t k = kSize - 1; k > 0; --k) {
    state_[i] = (state_[i] ^ mixed(1566083941u)) - static_cast<uint32_t>(i);
    advance();
  }
  state_[0] = 0x80000000u;
}

void MersenneTwister::refill() {
  for (size_t i = 0; i < kSize; ++i) {
    const uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7fffffffu);
    state_[i] = state_[(i + kShift) % kSize] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
  }
  used_ = 0;
}

uint32_t MersenneTwister::next32() {
  if (used_ == kSize) refill();
  uint32_t y = state_[used_++];
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680u;
  y ^= y << 15 & 0xefc60000u;
  return y ^ y >> 18;
}

} // namespace miniyarv
