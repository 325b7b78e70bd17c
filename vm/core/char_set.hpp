#pragma once

#include "vm/core/string.hpp"

#include <array>
#include <span>
#include <vector>

namespace miniyarv {

/// The little language of String#tr, #delete, #count and #squeeze: characters, ranges `a-z`, `^` for all
/// others, backslash to quote. Raises ArgumentError for a range that runs backwards.
class CharSpec {
public:
  CharSpec(VM&, const String* spec, bool allow_negation);

  bool negated() const { return negated_; }
  bool empty() const { return segments_.empty(); }
  /// Position of a listed character, the last one when it is listed twice; -1 when it is not listed.
  int64_t index_of(uint32_t codepoint) const;
  /// The character at a position; past the end, the last one. Precondition: !empty().
  uint32_t at(int64_t index) const;
  uint32_t last() const { return segments_.back().last; }
  bool contains(uint32_t codepoint) const { return (index_of(codepoint) >= 0) != negated_; }

private:
  struct Segment {
    uint32_t first, last;
    int64_t index; ///< position of `first`
  };
  std::vector<Segment> segments_;
  bool negated_ = false;
};

/// Characters that satisfy all of some specs.
class CharSet {
public:
  /// Raises for specs that are no strings or whose encoding does not go with that of `s`.
  CharSet(VM&, String* s, std::span<const Value> specs);
  bool contains(uint32_t c) const { return c < table_.size() ? table_[c] : all_contain(c); }

private:
  bool all_contain(uint32_t) const;
  std::vector<CharSpec> specs_;
  std::array<bool, 256> table_;
};

} // namespace miniyarv
