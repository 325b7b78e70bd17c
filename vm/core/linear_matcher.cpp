#include "vm/core/linear_matcher.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

constexpr size_t kMaxMemoBits = size_t{1} << 31;
constexpr uint32_t kStepsBetweenPolls = 1 << 16;

} // namespace

LinearMatcher::LinearMatcher(const LinearProgram& program, std::string_view text,
                             std::function<bool()> interrupted)
    : program_(program),
      text_(text),
      interrupted_(std::move(interrupted)),
      failed_(static_cast<size_t>(program.splits) * (text.size() + 1)) {}

bool LinearMatcher::fits(const LinearProgram& program, size_t text_size) {
  return (text_size + 1) * std::max(program.splits, 1u) <= kMaxMemoBits;
}

int LinearMatcher::run_atom(uint32_t index, int position) const {
  const LinearProgram::Atom& atom = program_.atoms[index];
  const auto at = static_cast<size_t>(position);
  const bool at_end = at >= text_.size();
  if (atom.literal >= 0)
    return !at_end && static_cast<unsigned char>(text_[at]) == atom.literal ? 1 : ONIG_MISMATCH;
  if (atom.ascii) {
    if (at_end) return ONIG_MISMATCH;
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (byte < 0x80) return (*atom.ascii)[byte] ? 1 : ONIG_MISMATCH;
  }
  const auto* begin = reinterpret_cast<const OnigUChar*>(text_.data());
  return onig_match(atom.regex.get(), begin, begin + text_.size(), begin + at, nullptr, ONIG_OPTION_NONE);
}

size_t LinearMatcher::memo_bit(uint32_t split, int position) const {
  return static_cast<size_t>(split) * (text_.size() + 1) + static_cast<size_t>(position);
}

void LinearMatcher::assign(uint32_t slot, int value) {
  stack_.push_back({Choice::Kind::Undo, slot, slots_[slot]});
  slots_[slot] = value;
}

bool LinearMatcher::backtrack(uint32_t& pc, int& position) {
  while (!stack_.empty()) {
    const Choice choice = stack_.back();
    stack_.pop_back();
    switch (choice.kind) {
    case Choice::Kind::Undo: slots_[choice.index] = choice.position; break;
    case Choice::Kind::Failed: failed_[memo_bit(choice.index, choice.position)] = true; break;
    case Choice::Kind::Try:
      pc = choice.index;
      position = choice.position;
      return true;
    }
  }
  return false;
}

LinearMatcher::Result LinearMatcher::match_at(size_t at) {
  using Op = LinearProgram::Op;
  slots_.assign(program_.slots, -1);
  stack_.clear();
  uint32_t pc = 0;
  int position = static_cast<int>(at);
  for (;;) {
    if (++steps_ % kStepsBetweenPolls == 0 && interrupted_()) return Result::Interrupted;
    const LinearProgram::Insn& insn = program_.code[pc];
    bool failed = false;
    switch (insn.op) {
    case Op::Atom: {
      const int length = run_atom(insn.a, position);
      if (length < ONIG_MISMATCH) return Result::TooHard;
      failed = length < 0;
      position += std::max(length, 0);
      ++pc;
      break;
    }
    case Op::Split:
      failed = failed_[memo_bit(insn.number, position)];
      if (failed) break;
      stack_.push_back({Choice::Kind::Failed, insn.number, position});
      stack_.push_back({Choice::Kind::Try, insn.b, position});
      pc = insn.a;
      break;
    case Op::Jump: pc = insn.a; break;
    case Op::Save:
    case Op::LoopStart:
      assign(insn.a, position);
      ++pc;
      break;
    case Op::LoopEnd: pc = slots_[insn.a] == position ? insn.b : pc + 1; break;
    case Op::Match: return Result::Match;
    }
    if (failed && !backtrack(pc, position)) return Result::NoMatch;
  }
}

} // namespace miniyarv
