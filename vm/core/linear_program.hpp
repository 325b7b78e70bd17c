#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <oniguruma.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// A regexp as a program for LinearMatcher: the structure (sequences, alternatives, repetition, groups) is
/// spelled out in instructions; what matches at one place (characters, classes, anchors, look-around) is an
/// atom, left to Oniguruma.
struct LinearProgram {
  /// Something that matches at a place in one way only.
  struct Atom {
    struct Free {
      void operator()(OnigRegex r) const { onig_free(r); }
    };
    std::unique_ptr<OnigRegexType, Free> regex;
    int literal = -1; ///< a byte to compare instead
    /// A class of single characters: which of ASCII are in it.
    std::optional<std::array<bool, 128>> ascii;
  };

  enum class Op : uint8_t {
    Atom,      ///< a: atom
    Split,     ///< a: tried first, b: tried if that fails, number: its column of the memo
    Jump,      ///< a: target
    Save,      ///< a: slot that gets the position
    LoopStart, ///< a: slot that remembers where an iteration starts
    LoopEnd,   ///< a: that slot, b: where to go if the iteration was empty
    Match
  };
  struct Insn {
    Op op;
    uint32_t a = 0, b = 0, number = 0;
  };

  std::vector<Insn> code;
  std::vector<Atom> atoms;
  uint32_t splits = 0;
  uint32_t groups = 1; ///< the whole match included
  uint32_t slots = 2;  ///< two a group, then those of loops
};

/// Translates a pattern in Oniguruma's terms. Null when it has parts whose matching depends on more than the
/// place in the text (back references, calls, conditions, absent groups) or would grow too large.
std::unique_ptr<LinearProgram> compile_linear(std::string_view pattern, OnigOptionType options,
                                              OnigEncoding encoding, OnigSyntaxType* syntax,
                                              bool named_groups);

} // namespace miniyarv
