#include "compiler/optimizer.hpp"

#include <algorithm>
#include <array>

// Calls that have instructions of their own, and instructions with an operand built in.

namespace miniyarv {

namespace {

struct SpecialCall {
  std::string_view mid;
  uint16_t argc;
  Insn insn;
};

constexpr std::array kSpecialCalls = {
    SpecialCall{"length", 0, Insn::opt_length},  SpecialCall{"size", 0, Insn::opt_size},
    SpecialCall{"empty?", 0, Insn::opt_empty_p}, SpecialCall{"nil?", 0, Insn::opt_nil_p},
    SpecialCall{"succ", 0, Insn::opt_succ},      SpecialCall{"!", 0, Insn::opt_not},
    SpecialCall{"+", 1, Insn::opt_plus},         SpecialCall{"-", 1, Insn::opt_minus},
    SpecialCall{"*", 1, Insn::opt_mult},         SpecialCall{"/", 1, Insn::opt_div},
    SpecialCall{"%", 1, Insn::opt_mod},          SpecialCall{"==", 1, Insn::opt_eq},
    SpecialCall{"!=", 1, Insn::opt_neq},         SpecialCall{"=~", 1, Insn::opt_regexpmatch2},
    SpecialCall{"<", 1, Insn::opt_lt},           SpecialCall{"<=", 1, Insn::opt_le},
    SpecialCall{">", 1, Insn::opt_gt},           SpecialCall{">=", 1, Insn::opt_ge},
    SpecialCall{"<<", 1, Insn::opt_ltlt},        SpecialCall{"[]", 1, Insn::opt_aref},
    SpecialCall{"&", 1, Insn::opt_and},          SpecialCall{"|", 1, Insn::opt_or},
    SpecialCall{"[]=", 2, Insn::opt_aset},
};

bool is_one_of(const Element* e, std::initializer_list<Insn> insns) {
  return e->is_instruction() &&
         std::ranges::find(insns, static_cast<const Instruction*>(e)->insn) != insns.end();
}

} // namespace

void Optimizer::specialize(Instruction* insn) {
  switch (insn->insn) {
  case Insn::newarray: specialize_new_array(insn); break;
  case Insn::duparray: specialize_dup_array(insn); break;
  case Insn::send: specialize_send(insn); break;
  default: break;
  }
}

/// A method on an array that is made only for it.
void Optimizer::specialize_new_array(Instruction* newarray) {
  static constexpr struct {
    std::string_view mid;
    NewArraySend what;
  } kMethods[] = {{"max", NewArraySend::Max}, {"min", NewArraySend::Min}, {"hash", NewArraySend::Hash}};
  for (const auto& method : kMethods) {
    if (!is_simple_call(newarray->next, method.mid, 0)) continue;
    remove_element(newarray->next);
    return set(newarray, Insn::opt_newarray_send, {newarray->operands[0], method.what});
  }
  Instruction* const argument = as_instruction(newarray->next);
  if (!argument || specialize_pack(newarray)) return;
  const bool plain = is_one_of(argument, {Insn::putstring, Insn::putchilledstring, Insn::putobject,
                                          Insn::putself, Insn::getlocal, Insn::getinstancevariable});
  if (!plain) return;
  if (Instruction* include = find_include(argument)) {
    set(include, Insn::opt_newarray_send, {newarray->num(0) + 1, NewArraySend::Include});
    remove_element(newarray);
  }
}

/// [...].pack("fmt") and [...].pack("fmt", buffer: b)
bool Optimizer::specialize_pack(Instruction* newarray) {
  Instruction* const format = as_instruction(newarray->next);
  if (!is_string(format)) return false;
  Element* const after = format->next;
  if (is_simple_call(after, "pack", 1)) {
    remove_element(newarray);
    remove_element(after);
    insert_after(format, newarray);
    set(newarray, Insn::opt_newarray_send, {newarray->num(0) + 1, NewArraySend::Pack});
    return true;
  }
  if (!is_insn(after, Insn::getlocal) || !is_insn(after->next, Insn::send)) return false;
  const CallSite* site = as_instruction(after->next)->operands[0].call;
  if (site->argc != 2 || site->kwargs.size() != 1 || mid_of(site) != "pack" ||
      builder_.name_text(site->kwargs[0]) != "buffer") {
    return false;
  }
  remove_element(after->next);
  remove_element(newarray);
  insert_after(after, newarray);
  set(newarray, Insn::opt_newarray_send, {newarray->num(0) + 2, NewArraySend::PackBuffer});
  return true;
}

/// The `include?` whose argument is `argument` or what calls without arguments make of it; null if it is
/// something else.
Instruction* Optimizer::find_include(Instruction* argument) {
  Element* call = argument->next;
  for (; is_insn(call, Insn::send); call = call->next) {
    const CallSite* site = as_instruction(call)->operands[0].call;
    if (!site->simple()) return nullptr;
    if (site->argc != 0) break;
  }
  return is_simple_call(call, "include?", 1) ? as_instruction(call) : nullptr;
}

void Optimizer::specialize_dup_array(Instruction* duparray) {
  if (!is_one_of(duparray->next, {Insn::getlocal, Insn::getinstancevariable, Insn::putself})) return;
  Instruction* const include = find_include(as_instruction(duparray->next));
  if (!include) return;
  const NameId mid = include->operands[0].call->mid;
  set(include, Insn::opt_duparray_send, {duparray->operands[0], mid, 1});
  remove_element(duparray);
}

void Optimizer::specialize_send(Instruction* send) {
  CallSite* const site = send->operands[0].call;
  if (site->simple()) {
    const std::string_view mid = mid_of(site);
    for (const SpecialCall& special : kSpecialCalls) {
      if (special.argc != site->argc || special.mid != mid) continue;
      send->events |= event::kCCall | event::kCReturn;
      if (special.insn != Insn::opt_neq) return set(send, special.insn, {site});
      auto* equal = make_in<CallSite>(arena_, *site);
      equal->mid = builder_.name("==");
      equal->flags = call_flag::kArgsSimple;
      return set(send, special.insn, {equal, site});
    }
  }
  const bool block = send->operands[1].iseq != ISeqId::None || (site->flags & call_flag::kArgsBlockarg);
  if (!block && !(site->flags & call_flag::kForwarding)) send->insn = Insn::opt_send_without_block;
}

void Optimizer::unify_operands(Instruction* insn) {
  switch (insn->insn) {
  case Insn::getlocal:
    if (insn->num(1) <= 1) insn->insn = insn->num(1) == 0 ? Insn::getlocal_WC_0 : Insn::getlocal_WC_1;
    break;
  case Insn::setlocal:
    if (insn->num(1) <= 1) insn->insn = insn->num(1) == 0 ? Insn::setlocal_WC_0 : Insn::setlocal_WC_1;
    break;
  case Insn::putobject: {
    const Literal& literal = builder_.literal(insn->operands[0].literal);
    if (literal.kind != LiteralKind::Integer) break;
    if (literal.integer == 0) insn->insn = Insn::putobject_INT2FIX_0_;
    if (literal.integer == 1) insn->insn = Insn::putobject_INT2FIX_1_;
    break;
  }
  default: break;
  }
}

} // namespace miniyarv
