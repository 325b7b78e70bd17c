#include "vm/frames.hpp"
#include "vm/internals.hpp"
#include "vm/interpreter.hpp"

#include <algorithm>

// What a script's redefinitions do to code that is already linked. Redefining is rare, so it walks all iseqs;
// running code pays nothing.

namespace miniyarv {

namespace {

struct OperatorInsn {
  ID mid;
  Insn insn;
};
constexpr OperatorInsn kOperatorInsns[] = {
    {ids::op_plus, Insn::opt_plus},
    {ids::op_minus, Insn::opt_minus},
    {ids::op_mult, Insn::opt_mult},
    {ids::op_div, Insn::opt_div},
    {ids::op_mod, Insn::opt_mod},
    {ids::op_eq, Insn::opt_eq},
    {ids::op_neq, Insn::opt_neq},
    {ids::op_lt, Insn::opt_lt},
    {ids::op_le, Insn::opt_le},
    {ids::op_gt, Insn::opt_gt},
    {ids::op_ge, Insn::opt_ge},
    {ids::op_lshift, Insn::opt_ltlt},
    {ids::op_and, Insn::opt_and},
    {ids::op_or, Insn::opt_or},
    {ids::op_aref, Insn::opt_aref},
    {ids::op_aset, Insn::opt_aset},
    {ids::length, Insn::opt_length},
    {ids::size, Insn::opt_size},
    {ids::empty_p, Insn::opt_empty_p},
    {ids::succ, Insn::opt_succ},
    {ids::op_not, Insn::opt_not},
    {ids::nil_p, Insn::opt_nil_p},
    {ids::op_match, Insn::opt_regexpmatch2},
};

void replace_handler(VM& vm, Insn insn, QuickInsn quick) {
  const auto from = static_cast<size_t>(insn);
  const void* to = vm.in().dispatch->quick[static_cast<size_t>(quick)];
  if (vm.in().handlers[from] == to) return;
  vm.in().handlers[from] = to;
  for (const auto& [serial, iseq] : vm.in().linked_iseqs) {
    const auto code = iseq->unlinked->code;
    for (uint32_t at = 0; at < code.size(); at += insn_length(static_cast<Insn>(code[at])))
      if (static_cast<Insn>(code[at]) == insn) iseq->code[at] = reinterpret_cast<Word>(to);
  }
}

} // namespace

void basic_operation_redefined(VM& vm, Class*, ID mid) {
  RedefinedOperations& redefined = vm.in().redefined;
  if (mid == ids::freeze)
    redefined.freeze = true;
  else if (mid == ids::op_uminus)
    redefined.uminus = true;
  else if (mid == ids::op_eqq)
    redefined.case_equal = true;
  else if (mid == ids::max || mid == ids::min || mid == ids::hash || mid == ids::pack ||
           mid == ids::include_p || mid == ids::op_cmp)
    redefined.array_send = true;
  for (const OperatorInsn& o : kOperatorInsns)
    if (o.mid == mid)
      replace_handler(vm, o.insn, o.insn == Insn::opt_neq ? QuickInsn::opt_call_neq : QuickInsn::opt_call);
  // `!=` is computed from `==`.
  if (mid == ids::op_eq) replace_handler(vm, Insn::opt_neq, QuickInsn::opt_call_neq);
}

void register_linked_iseq(VM& vm, ISeq* iseq) {
  VM::Internals& in = vm.in();
  const uint64_t serial = ++in.last_iseq_serial;
  in.linked_iseqs.emplace(serial, iseq);
  for (const ConstantCache& ic : iseq->storage->constants)
    for (ID name : ic.path) {
      if (name == ID::None) continue;
      std::vector<uint64_t>& users = in.constant_users[name];
      if (users.empty() || users.back() != serial) users.push_back(serial);
    }
}

void constant_changed(VM& vm, ID name) {
  VM::Internals& in = vm.in();
  std::vector<uint64_t>* users = in.constant_users.find(name);
  if (!users) return;
  std::erase_if(*users, [&](uint64_t serial) {
    const auto it = in.linked_iseqs.find(serial);
    if (it == in.linked_iseqs.end()) return true;
    for (ConstantCache& ic : it->second->storage->constants)
      if (std::find(ic.path.begin(), ic.path.end(), name) != ic.path.end()) ic.value = Qundef;
    return false;
  });
}

void forget_constant_caches_below(const ISeq* body) {
  for (ISeq* iseq : body->unit->iseqs) {
    if (!iseq || !iseq->linked()) continue;
    for (const ISeq* scope = iseq; scope; scope = scope->parent) {
      if (scope != body) continue;
      for (ConstantCache& ic : iseq->storage->constants) {
        ic.value = Qundef;
        ic.shared_scope = true;
      }
      break;
    }
  }
}

} // namespace miniyarv
