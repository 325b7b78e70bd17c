#pragma once

#include "vm/vm.hpp"

#include <oniguruma.h>

namespace miniyarv {

/// What a VM's searches share.
struct RegexpState final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Regexps;
  RegexpState();
  ~RegexpState() override;
  RegexpState(const RegexpState&) = delete;
  RegexpState& operator=(const RegexpState&) = delete;

  OnigRegion region;            ///< groups of the latest search
  OnigSyntaxType syntax;        ///< Ruby's
  OnigRegex grapheme = nullptr; ///< \X, made at first use
  double timeout = 0;           ///< Regexp.timeout in seconds; 0: none

  OnigMatchParam* parameters() { return parameters_; }
  void set_retry_limit(unsigned long limit);

private:
  OnigMatchParam* parameters_;
  unsigned long retry_limit_ = 0;
};

} // namespace miniyarv
