#pragma once

#include "vm/vm.hpp"

#include <array>
#include <vector>

namespace miniyarv {

/// Operations that walk a structure which may contain itself.
enum class Walk : uint8_t { Inspect, Equal, Eql, Hash, Compare, Flatten, Join, Count };

/// The objects each kind of walk is inside of, innermost last.
struct WalkStacks final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Collections;
  struct Step {
    Value object;
    Value other; ///< the second object of a pairwise walk, else Qundef
  };
  std::array<std::vector<Step>, static_cast<size_t>(Walk::Count)> steps;
};

/// Enters an object for the duration of a scope; `recursive()` tells that the walk is inside it already:
///
///     RecursionGuard guard(vm, Walk::Inspect, self);
///     if (guard.recursive()) return "[...]";
class RecursionGuard {
public:
  RecursionGuard(VM& vm, Walk walk, Value object, Value other = Qundef)
      : steps_(vm.state<WalkStacks>().steps[static_cast<size_t>(walk)]), object_(object), other_(other) {
    for (size_t i = steps_.size(); i-- > 0 && !recursive_;)
      recursive_ = steps_[i].object == object && steps_[i].other == other;
    if (!recursive_) steps_.push_back({object, other});
  }
  ~RecursionGuard() {
    if (recursive_) return;
    // Fibers may leave in another order than they entered.
    for (size_t i = steps_.size(); i-- > 0;)
      if (steps_[i].object == object_ && steps_[i].other == other_) {
        steps_.erase(steps_.begin() + static_cast<ptrdiff_t>(i));
        return;
      }
  }
  RecursionGuard(const RecursionGuard&) = delete;
  RecursionGuard& operator=(const RecursionGuard&) = delete;

  bool recursive() const { return recursive_; }

private:
  std::vector<WalkStacks::Step>& steps_;
  Value object_, other_;
  bool recursive_ = false;
};

} // namespace miniyarv
