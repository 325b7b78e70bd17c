#pragma once

#include "compiler/instructions.hpp"
#include "compiler/iseq.hpp"
#include "compiler/operand_values.hpp"
#include "frontend/syntax/source.hpp"

#include <initializer_list>
#include <memory_resource>
#include <span>
#include <vector>

// The compiler's intermediate form: a doubly linked list of instructions, labels, stack adjustments and trace
// points for each sequence. The optimiser rewrites it in place; assembling turns it into code.
//
// Elements live in an arena and are never freed one by one. An element that was removed keeps its own links,
// so a walk that stands on it can go on.

namespace miniyarv {

using Arena = std::pmr::monotonic_buffer_resource;

/// Where the code of an instruction comes from.
struct Position {
  int line = 0;         ///< 0: unknown
  Location source = {}; ///< what to point at when it raises; absent if unknown
};

enum class ElementType : uint8_t { Anchor, Instruction, Label, Adjust, Trace };

struct Element {
  ElementType type;
  Element* prev = nullptr;
  Element* next = nullptr;

  explicit Element(ElementType element_type) : type(element_type) {}
  bool is_instruction() const { return type == ElementType::Instruction; }
  bool is_label() const { return type == ElementType::Label; }
  bool is_trace() const { return type == ElementType::Trace; }
  bool is_adjust() const { return type == ElementType::Adjust; }
  bool is_anchor() const { return type == ElementType::Anchor; }
};

/// A place that code can jump to. It may be jumped to before it is put into a list.
struct Label : Element {
  Label() : Element(ElementType::Label) {}

  int refs = 0;        ///< jumps and catch entries that mention it
  bool placed = false; ///< it is in the list that is being assembled
  bool unremovable =
      false;         ///< it begins a catch entry's range or its depth is used: code behind it must stay
  int sp = -1;       ///< stack depth here, once known
  uint32_t word = 0; ///< position in the code, once known
  uint32_t scan = 0; ///< the removal scan that `scan_refs` belongs to
  int scan_refs = 0; ///< references from the code which that scan would remove
};

/// What a call instruction says of its call, until assembling numbers it.
struct CallSite {
  NameId mid = NameId::None;
  uint16_t flags = 0;
  uint16_t argc = 0; ///< keyword arguments included
  std::span<const NameId> kwargs = {};

  bool simple() const { return flags & call_flag::kArgsSimple; }
};

/// The table of an opt_case_dispatch.
struct CaseDispatch {
  struct Entry {
    LiteralId key;
    Label* target;
  };
  std::pmr::vector<Entry> entries;
};

/// A constant path: NameId::None in front stands for a leading `::`.
using PathNames = std::span<const NameId>;

/// An operand of an instruction that is not assembled; which member holds follows from the operand's kind.
union Operand {
  uint32_t num;
  NameId name;
  LiteralId literal;
  ISeqId iseq;
  Label* label;
  CallSite* call;
  CaseDispatch* cases;
  const PathNames* path;

  Operand() : label(nullptr) {}
  Operand(uint32_t n) : num(n) {}
  Operand(int n) : num(static_cast<uint32_t>(n)) {}
  Operand(size_t n) : num(static_cast<uint32_t>(n)) {}
  Operand(DefinedKind kind) : num(static_cast<uint32_t>(kind)) {}
  Operand(SpecialObject object) : num(static_cast<uint32_t>(object)) {}
  Operand(NewArraySend what) : num(static_cast<uint32_t>(what)) {}
  Operand(NameId id) : name(id) {}
  Operand(LiteralId id) : literal(id) {}
  Operand(ISeqId id) : iseq(id) {}
  Operand(Label* l) : label(l) {}
  Operand(CallSite* c) : call(c) {}
  Operand(CaseDispatch* d) : cases(d) {}
  Operand(const PathNames* p) : path(p) {}
};

struct Instruction : Element {
  Instruction(Insn opcode, Position where)
      : Element(ElementType::Instruction), insn(opcode), position(where) {}

  Insn insn;
  uint16_t events = 0;
  Position position;
  Operand operands[kMaxOperands];

  uint32_t num(size_t i) const { return operands[i].num; }
};

/// Sets the stack to the depth it has at `label` (null: empty) by dropping what is above. Without a line it
/// only states that the depth is so.
struct Adjust : Element {
  Adjust(Label* target, Position where, bool emits)
      : Element(ElementType::Adjust), label(target), position(where), emits_code(emits) {}

  Label* label;
  Position position;
  bool emits_code;
};

/// Events of the instruction that follows.
struct Trace : Element {
  explicit Trace(uint16_t event_bits) : Element(ElementType::Trace), events(event_bits) {}

  uint16_t events;
};

inline Instruction* as_instruction(Element* e) {
  return e->is_instruction() ? static_cast<Instruction*>(e) : nullptr;
}
inline Label* as_label(Element* e) { return e->is_label() ? static_cast<Label*>(e) : nullptr; }
inline bool is_insn(const Element* e, Insn insn) {
  return e->is_instruction() && static_cast<const Instruction*>(e)->insn == insn;
}

void remove_element(Element* e);
void insert_before(Element* place, Element* e);
void insert_after(Element* place, Element* e);
void replace_element(Element* old, Element* e);

/// A list under construction. Appending to it is how code is emitted.
class ElementList {
public:
  explicit ElementList(Arena& arena) : arena_(arena), anchor_(ElementType::Anchor) {
    anchor_.prev = anchor_.next = &anchor_;
  }
  ElementList(const ElementList&) = delete;
  ElementList& operator=(const ElementList&) = delete;

  Element* first() { return anchor_.next; }
  Element* last() { return anchor_.prev; }
  /// Before the first and after the last element.
  Element* anchor() { return &anchor_; }
  bool empty() const { return anchor_.next == &anchor_; }
  Arena& arena() const { return arena_; }

  Instruction* insn(Position position, Insn insn, std::initializer_list<Operand> operands = {});
  template <class... Ops> Instruction* insn(Position position, Insn opcode, Ops... operands) {
    return insn(position, opcode, {Operand(operands)...});
  }
  /// A jump or branch, which counts as a reference to `target`.
  void jump(Position position, Insn opcode, Label* target);
  /// Puts `l` here. A label is put once.
  void label(Label* l);
  void adjust(Position position, Label* depth_of);
  /// States that the stack has the depth it has at `depth_of` from here on; emits nothing.
  void assume_depth(Label* depth_of);
  void trace(uint16_t events);
  /// Moves everything of `other` to the end; constant time.
  void append(ElementList& other);
  void push(Element* e) { insert_before(&anchor_, e); }

  /// The only instruction, or null if there is none or more than one. Labels and traces do not count.
  Instruction* only_instruction();
  bool has_instructions();

private:
  Arena& arena_;
  Element anchor_;
};

/// The next or previous instruction or adjustment; null at the list's end.
Element* next_code(Element* e);
Element* previous_code(Element* e);

/// Makes a T in the arena; T needs no destructor.
template <class T, class... Args> T* make_in(Arena& arena, Args&&... args) {
  return ::new (arena.allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
}
template <class T> std::span<const T> copy_into(Arena& arena, std::span<const T> values) {
  T* copy = static_cast<T*>(arena.allocate(values.size_bytes() + 1, alignof(T)));
  std::uninitialized_copy(values.begin(), values.end(), copy);
  return {copy, values.size()};
}

} // namespace miniyarv
