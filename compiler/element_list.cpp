#include "compiler/element_list.hpp"

#include <cassert>

namespace miniyarv {

void remove_element(Element* e) {
  e->prev->next = e->next;
  e->next->prev = e->prev;
}

void insert_before(Element* place, Element* e) {
  e->prev = place->prev;
  e->next = place;
  place->prev->next = e;
  place->prev = e;
}

void insert_after(Element* place, Element* e) { insert_before(place->next, e); }

void replace_element(Element* old, Element* e) {
  insert_before(old, e);
  remove_element(old);
}

Instruction* ElementList::insn(Position position, Insn opcode, std::initializer_list<Operand> operands) {
  assert(operands.size() == insn_info(opcode).operand_count);
  auto* instruction = make_in<Instruction>(arena_, opcode, position);
  std::copy(operands.begin(), operands.end(), instruction->operands);
  push(instruction);
  return instruction;
}

void ElementList::jump(Position position, Insn opcode, Label* target) {
  insn(position, opcode, {Operand(target)});
  target->refs++;
}

void ElementList::label(Label* l) {
  assert(!l->placed);
  l->placed = true;
  push(l);
}

void ElementList::adjust(Position position, Label* depth_of) {
  if (depth_of) depth_of->unremovable = true;
  push(make_in<Adjust>(arena_, depth_of, position, true));
}

void ElementList::assume_depth(Label* depth_of) {
  depth_of->unremovable = true;
  push(make_in<Adjust>(arena_, depth_of, Position{}, false));
}

void ElementList::trace(uint16_t events) { push(make_in<Trace>(arena_, events)); }

void ElementList::append(ElementList& other) {
  if (other.empty()) return;
  Element* const head = other.first();
  Element* const tail = other.last();
  anchor_.prev->next = head;
  head->prev = anchor_.prev;
  tail->next = &anchor_;
  anchor_.prev = tail;
  other.anchor_.next = other.anchor_.prev = &other.anchor_;
}

Instruction* ElementList::only_instruction() {
  Instruction* found = nullptr;
  for (Element* e = first(); e != &anchor_; e = e->next) {
    if (Instruction* instruction = as_instruction(e)) {
      if (found) return nullptr;
      found = instruction;
    }
  }
  return found;
}

bool ElementList::has_instructions() {
  for (Element* e = first(); e != &anchor_; e = e->next) {
    if (e->is_instruction()) return true;
  }
  return false;
}

Element* next_code(Element* e) {
  for (e = e->next; !e->is_anchor(); e = e->next) {
    if (e->is_instruction() || e->is_adjust()) return e;
  }
  return nullptr;
}

Element* previous_code(Element* e) {
  for (e = e->prev; !e->is_anchor(); e = e->prev) {
    if (e->is_instruction() || e->is_adjust()) return e;
  }
  return nullptr;
}

} // namespace miniyarv
