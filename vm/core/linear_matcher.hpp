#pragma once

#include "vm/core/linear_program.hpp"

#include <functional>
#include <vector>

namespace miniyarv {

/// Matches by backtracking as Oniguruma does, with the same results, but remembers at which places of the
/// text each choice has failed: no choice is tried twice at a place, so that the time is bounded by the size
/// of the program times the length of the text. What a search turns to when plain backtracking takes too
/// long.
class LinearMatcher {
public:
  /// `interrupted` is asked now and then; true ends the search.
  LinearMatcher(const LinearProgram&, std::string_view text, std::function<bool()> interrupted);

  /// Whether the memo for this text has a reasonable size.
  static bool fits(const LinearProgram&, size_t text_size);

  enum class Result : uint8_t {
    Match,
    NoMatch,
    Interrupted,
    TooHard ///< Oniguruma gave up on an atom
  };
  /// A match that starts at byte `at`. May be called for one place after another.
  Result match_at(size_t at);
  /// Begin and end of each group of the match, -1 for those that took no part.
  const std::vector<int>& slots() const { return slots_; }

private:
  /// What to do when a way fails.
  struct Choice {
    enum class Kind : uint8_t {
      Try,   ///< go on at instruction `index`
      Undo,  ///< give slot `index` its old value
      Failed ///< both ways of split `index` have failed at this position: never try them here again
    };
    Kind kind;
    uint32_t index;
    int position; ///< Undo: the old value
  };
  int run_atom(uint32_t index, int position) const;
  bool backtrack(uint32_t& pc, int& position);
  void assign(uint32_t slot, int value);
  size_t memo_bit(uint32_t split, int position) const;

  const LinearProgram& program_;
  std::string_view text_;
  std::function<bool()> interrupted_;
  std::vector<bool> failed_;
  std::vector<int> slots_;
  std::vector<Choice> stack_;
  uint32_t steps_ = 0;
};

} // namespace miniyarv
