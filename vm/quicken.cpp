#include "compiler/iseq.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"
#include "vm/options.hpp"

#include <algorithm>

// Choosing the specialised handler for a call site. What is established here holds as long as the handler's
// class guard does: a method's redefinition empties the call cache, so the guard fails.

namespace miniyarv {

namespace {

/// The value a method body returns if that is all it does; Qundef otherwise.
Value trivial_body(const ISeq* iseq) {
  const auto code = iseq->unlinked->code;
  if (code.empty()) return Qundef;
  const auto first = static_cast<Insn>(code[0]);
  const uint32_t length = insn_length(first);
  if (code.size() != length + 1 || static_cast<Insn>(code[length]) != Insn::leave) return Qundef;
  switch (first) {
  case Insn::putnil: return Qnil;
  case Insn::putobject_INT2FIX_0_: return Value::fixnum(0);
  case Insn::putobject_INT2FIX_1_: return Value::fixnum(1);
  case Insn::putobject: return Value(iseq->code[1]);
  default: return Qundef;
  }
}

/// Matches the site's keywords with the callee's parameters; null if the call needs the general set-up (and
/// its errors).
std::unique_ptr<KeywordPlan> keyword_plan(const CallData& cd, const ISeqParams& p) {
  const int positional = cd.argc - cd.kwarg_count;
  const bool plain = p.opt_num == 0 && p.rest_start < 0 && p.post_num == 0 && p.kwrest_start < 0 &&
                     p.block_start < 0 && !p.forwardable;
  if (!p.has_keywords || !plain || positional != p.lead_num || p.keyword_num > 60) return nullptr;
  auto plan = std::make_unique<KeywordPlan>();
  plan->positional = static_cast<uint8_t>(positional);
  plan->given = static_cast<uint8_t>(cd.kwarg_count);
  int64_t unspecified = 0;
  size_t used = 0;
  for (int i = 0; i < p.keyword_num; ++i) {
    const auto names = cd.keyword_names();
    const auto it = std::find(names.begin(), names.end(), p.keywords[static_cast<size_t>(i)]);
    if (it != names.end()) {
      plan->from.push_back(static_cast<uint8_t>(it - names.begin()));
      ++used;
      continue;
    }
    if (i < p.required_keywords) return nullptr;
    plan->from.push_back(KeywordPlan::kMissing);
    if (p.keyword_defaults[static_cast<size_t>(i - p.required_keywords)].is_undef())
      unspecified |= int64_t{1} << (i - p.required_keywords);
  }
  if (used != cd.kwarg_count || cd.kwarg_count >= KeywordPlan::kMissing) return nullptr;
  plan->unspecified = Value::fixnum(unspecified);
  return plan;
}

const void* iseq_handler(VM&, const DispatchTable& table, CallData* cd, ISeq* iseq, bool with_block) {
  const auto quick = [&table](QuickInsn q) { return table.quick[static_cast<size_t>(q)]; };
  if (!iseq->linked()) return nullptr;
  const ISeqParams& p = *iseq->params;
  const bool keywords = cd->flags & call_flag::kKwarg;
  if (keywords) {
    if (with_block) return nullptr;
    cd->plan = keyword_plan(*cd, p);
    if (!cd->plan) return nullptr;
  } else if (!p.simple || cd->argc != p.lead_num) {
    return nullptr;
  }
  if (with_block) return quick(QuickInsn::send_block_iseq);
  if (const Value v = trivial_body(iseq); !v.is_undef()) {
    cd->trivial_result = v;
    return quick(QuickInsn::send_trivial);
  }
  return quick(keywords ? QuickInsn::send_keywords : QuickInsn::send_iseq);
}

} // namespace

const void* quick_send_handler(VM& vm, const DispatchTable& table, CallData* cd, bool with_block) {
  const MethodEntry* me = cd->cc->me;
  if (!vm.options().quickening || !me || !cd->cc->receiver_class) return nullptr;
  const bool fcall = cd->flags & call_flag::kFcall;
  if (me->visibility != Visibility::Public && !fcall) return nullptr;
  constexpr uint32_t kNeedsSetup =
      call_flag::kArgsSplat | call_flag::kArgsBlockarg | call_flag::kKwSplat | call_flag::kForwarding;
  if (cd->flags & kNeedsSetup) return nullptr;
  const auto quick = [&table](QuickInsn q) { return table.quick[static_cast<size_t>(q)]; };
  switch (me->kind) {
  case MethodKind::ISeq: return iseq_handler(vm, table, cd, me->rb.iseq, with_block);
  case MethodKind::Native:
    if (with_block || cd->flags & call_flag::kKwarg) return nullptr;
    if (me == vm.in().object_initialize && cd->argc == 0) {
      cd->trivial_result = Qnil;
      return quick(QuickInsn::send_trivial);
    }
    return quick(QuickInsn::send_native);
  case MethodKind::AttrReader:
    if (with_block || cd->argc != 0) return nullptr;
    cd->ivar = {};
    return quick(QuickInsn::send_ivar_get);
  default: return nullptr;
  }
}

Value* place_keywords(const CallData& cd, const ISeqParams& p, Value* locals) {
  const KeywordPlan& plan = *cd.plan;
  Value given[KeywordPlan::kMissing];
  Value* const first = locals + plan.positional;
  std::copy(first, first + plan.given, given);
  for (size_t i = 0; i < plan.from.size(); ++i) {
    if (plan.from[i] != KeywordPlan::kMissing) {
      first[i] = given[plan.from[i]];
      continue;
    }
    const Value d = p.keyword_defaults[i - static_cast<size_t>(p.required_keywords)];
    first[i] = d.is_undef() ? Qnil : d;
  }
  first[plan.from.size()] = plan.unspecified;
  return first + plan.from.size() + 1;
}

} // namespace miniyarv
