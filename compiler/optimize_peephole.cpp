#include "compiler/optimizer.hpp"

// Rewrites of adjacent instructions. A label in between, used or not, keeps instructions apart.

namespace miniyarv {

namespace {

bool has_label_before(const Element* e) {
  for (e = e->prev; !e->is_anchor() && !e->is_instruction(); e = e->prev) {
    if (e->is_label()) return true;
  }
  return false;
}

} // namespace

/// "a".."b" needs to be made only once.
void Optimizer::fold_string_range(Instruction* range) {
  Element* const high = previous_code(range);
  Element* const low = high ? previous_code(high) : nullptr;
  if (!low || !high->is_instruction() || !low->is_instruction()) return;
  if (!is_string(as_instruction(low)) || !is_string(as_instruction(high))) return;
  if (has_label_before(low) || has_label_before(high)) return;
  const LiteralId value = builder_.range(as_instruction(low)->operands[0].literal,
                                         as_instruction(high)->operands[0].literal, range->num(0) != 0);
  remove_element(low);
  remove_element(high);
  set(range, Insn::putobject, {value});
}

/// [1].freeze, {a: 1}.freeze, [].freeze, {}.freeze
void Optimizer::freeze_literal(Instruction* insn) {
  if (!is_simple_call(insn->next, "freeze", 0)) return;
  const bool empty = insn->insn == Insn::newarray || insn->insn == Insn::newhash;
  if (empty && insn->num(0) != 0) return;
  const bool is_array = insn->insn == Insn::newarray || insn->insn == Insn::duparray;
  LiteralId value = insn->operands[0].literal;
  if (empty) value = is_array ? builder_.array({}) : builder_.hash({});
  CallSite* const site = as_instruction(insn->next)->operands[0].call;
  remove_element(insn->next);
  set(insn, is_array ? Insn::opt_ary_freeze : Insn::opt_hash_freeze, {value, site});
}

/// A value that is pushed without effect and dropped again.
void Optimizer::drop_popped(Instruction* pop) {
  Instruction* const before = as_instruction(pop->prev);
  if (!before) return;
  switch (before->insn) {
  case Insn::putobject:
  case Insn::putnil:
  case Insn::putself:
  case Insn::putstring:
  case Insn::putchilledstring:
  case Insn::dup:
  case Insn::getlocal:
  case Insn::getblockparam:
  case Insn::getblockparamproxy:
  case Insn::getinstancevariable:
  case Insn::duparray:
    remove_element(before);
    remove_element(pop);
    return;
  case Insn::newarray:
    if (pop_new_array(before)) remove_element(pop);
    return;
  case Insn::concatarray: {
    // The first operand need not be converted again, but the second has to be.
    auto* splat = make_in<Instruction>(arena_, Insn::splatarray, before->position);
    splat->operands[0] = builder_.boolean(false);
    insert_before(before, splat);
    before->insn = Insn::pop;
    return;
  }
  case Insn::concatstrings:
    if (before->num(0) == 1) {
      remove_element(before);
    } else {
      remove_element(pop);
      before->insn = Insn::adjuststack;
    }
    return;
  default: return;
  }
}

/// Turns a newarray whose value is dropped into the dropping of its elements.
bool Optimizer::pop_new_array(Instruction* newarray) {
  const uint32_t count = newarray->num(0);
  if (count == 0) {
    remove_element(newarray);
  } else {
    newarray->insn = count == 1 ? Insn::pop : Insn::adjuststack;
  }
  return true;
}

void Optimizer::simplify_array(Instruction* insn) {
  const bool literal = insn->insn == Insn::duparray;
  if (literal && (is_insn(insn->next, Insn::concatarray) || is_insn(insn->next, Insn::concattoarray))) {
    insn->insn = Insn::putobject;
    return;
  }
  if (literal || insn->insn == Insn::newarray) freeze_literal(insn);
  if (insn->insn == Insn::opt_ary_freeze) return;
  if (is_insn(insn->next, Insn::splatarray)) remove_element(insn->next);
  if (insn->insn == Insn::newarray) spread_new_array(insn);
  if (insn->insn == Insn::duparray && is_insn(insn->next, Insn::expandarray)) insn->insn = Insn::putobject;
}

/// newarray n; expandarray m: the values are on the stack already, in reverse.
void Optimizer::spread_new_array(Instruction* newarray) {
  if (!is_insn(newarray->next, Insn::expandarray)) return;
  const auto* expand = as_instruction(newarray->next);
  if (expand->num(1) != 0) return;
  const uint32_t have = newarray->num(0);
  const uint32_t want = expand->num(0);
  remove_element(newarray->next);
  if (have == want && have == 2) {
    newarray->insn = Insn::swap;
    return;
  }
  set(newarray, Insn::opt_reverse, {want});
  for (uint32_t i = want; i < have; i++) {
    insert_before(newarray, make_in<Instruction>(arena_, Insn::pop, newarray->position));
  }
  for (uint32_t i = have; i < want; i++) {
    insert_before(newarray, make_in<Instruction>(arena_, Insn::putnil, newarray->position));
  }
}

/// An empty string adds nothing to a concatenation; a regexp of one text is known now.
void Optimizer::simplify_string(Instruction* insn) {
  if (!is_string(insn)) return;
  const Literal string = builder_.literal(insn->operands[0].literal);
  if (is_insn(insn->next, Insn::concatstrings) && string.count == 0) {
    Instruction* const concat = as_instruction(insn->next);
    concat->operands[0] = concat->num(0) - 1;
    if (concat->num(0) == 1) remove_element(concat);
    remove_element(insn);
  }
  if (is_insn(insn->next, Insn::toregexp) && as_instruction(insn->next)->num(1) == 1) {
    const uint32_t options = as_instruction(insn->next)->num(0);
    const std::string source(builder_.bytes(string));
    remove_element(insn->next);
    set(insn, Insn::putobject, {builder_.regexp(source, options, string.encoding)});
  }
}

void Optimizer::merge_concatenations(Instruction* concat) {
  if (!is_insn(concat->next, Insn::concatstrings)) return;
  concat->operands[0] = concat->num(0) + as_instruction(concat->next)->num(0) - 1;
  remove_element(concat->next);
}

namespace {

bool same_local(const Element* a, const Element* b) {
  const auto* x = static_cast<const Instruction*>(a);
  const auto* y = static_cast<const Instruction*>(b);
  return x->num(0) == y->num(0) && x->num(1) == y->num(1);
}

} // namespace

/// dup; setlocal x; [dup;] setlocal x
void Optimizer::drop_repeated_store(Instruction* dup) {
  if (!is_insn(dup->next, Insn::setlocal)) return;
  Element* const first = dup->next;
  if (is_insn(first->next, Insn::setlocal)) {
    if (!same_local(first, first->next)) return;
    remove_element(first);
    remove_element(dup);
  } else if (is_insn(first->next, Insn::dup) && is_insn(first->next->next, Insn::setlocal)) {
    Element* const second = first->next->next;
    if (!same_local(first, second)) return;
    remove_element(first->next);
    remove_element(second);
  }
}

/// getlocal x; [dup;] setlocal x
void Optimizer::drop_self_assignment(Instruction* getlocal) {
  Element* last = getlocal;
  if (is_insn(last->next, Insn::dup)) last = last->next;
  if (!is_insn(last->next, Insn::setlocal) || !same_local(getlocal, last->next)) return;
  remove_element(last->next);
  remove_element(last);
}

/// m(*a, k: 1): the literal hash need not be copied, since the callee makes its own.
void Optimizer::pass_literal_keywords(Instruction* splat) {
  using namespace call_flag;
  if (literal_kind(splat) != LiteralKind::False || !is_insn(splat->next, Insn::duphash)) return;
  Instruction* const hash = as_instruction(splat->next);
  uint16_t required = kArgsSplat | kKwSplat | kKwSplatMut;
  uint16_t forbidden = 0;
  Element* call = hash->next;
  if (is_insn(call, Insn::send)) {
    forbidden = kArgsBlockarg;
  } else {
    const bool plain_block = is_insn(call, Insn::getlocal) || is_insn(call, Insn::getinstancevariable) ||
                             is_insn(call, Insn::getblockparamproxy);
    if (!plain_block || !is_insn(call->next, Insn::send)) return;
    call = call->next;
    required |= kArgsBlockarg;
  }
  CallSite* const site = as_instruction(call)->operands[0].call;
  if ((site->flags & required) != required || (site->flags & forbidden)) return;
  hash->insn = Insn::putobject;
  site->flags = static_cast<uint16_t>(site->flags & ~kKwSplatMut);
}

} // namespace miniyarv
