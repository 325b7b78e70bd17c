#pragma once

#include "gc/value.hpp"

namespace miniyarv {

/// Combines hashes of parts into the hash of a whole.
class HashMix {
public:
  explicit HashMix(uint64_t seed) : state_(seed) {}
  /// Order counts.
  void add(uint64_t part) {
    state_ = (state_ ^ part) * 0x9E3779B97F4A7C15;
    state_ ^= state_ >> 29;
  }
  /// Order does not count.
  void add_unordered(uint64_t part) {
    part *= 0xD6E8FEB86659FD93;
    state_ += part ^ part >> 32;
  }
  /// As the answer of a `hash` method.
  Value value() const { return Value::fixnum(static_cast<int64_t>(state_) >> 2); }

private:
  uint64_t state_;
};

} // namespace miniyarv
