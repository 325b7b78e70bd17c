#include "compiler/iseq_compiler.hpp"

#include <algorithm>
#include <cassert>

// From the optimised list to code: stack depths, positions, operands, tables.

namespace miniyarv {

namespace {

/// Operands of an instruction in a list, for its stack effect.
struct ListOperands {
  const Instruction& insn;
  int num(size_t i) const { return static_cast<int>(insn.num(i)); }
  int values(size_t i) const {
    const CallSite& site = *insn.operands[i].call;
    return site.argc + ((site.flags & call_flag::kArgsBlockarg) ? 1 : 0) +
           ((site.flags & call_flag::kForwarding) ? 1 : 0);
  }
};

} // namespace

/// Turns one list into the tables of a sequence.
class Assembler {
public:
  explicit Assembler(ISeqCompiler& compiler) : compiler_(compiler), head_(compiler.head_) {}

  void run(ElementList& list);
  ISeqTables& tables() { return tables_; }
  bool throws() const { return throws_; }

private:
  void compute_depths(ElementList& list);
  void place_labels(ElementList& list);
  void emit(ElementList& list);
  void emit(const Instruction& insn);
  void emit_adjust(const Adjust& adjust);
  uint32_t operand(OperandKind kind, const Instruction& insn, size_t i);
  uint32_t add_call(const CallSite& site);
  uint32_t add_path(const PathNames& path);
  uint32_t add_cases(const CaseDispatch& dispatch);
  void note_position(const Position& position, uint16_t events);
  void emit_catch_table();
  void emit_parameters();

  static int depth_of(const Adjust& adjust) { return adjust.label ? std::max(adjust.label->sp, 0) : 0; }

  ISeqCompiler& compiler_;
  UnlinkedISeqHead& head_;
  ISeqTables tables_;
  int depth_ = 0;
  bool throws_ = false;
};

/// Depths at labels: that of the first jump to it, or of the code before it. Code that is not reached takes
/// the depth of what stands before it.
void Assembler::compute_depths(ElementList& list) {
  int depth = 0;
  int max = 0;
  for (Element* e = list.first(); !e->is_anchor(); e = e->next) {
    if (const Instruction* insn = as_instruction(e)) {
      const StackEffect effect = insn_stack_effect(insn->insn, ListOperands{*insn});
      max = std::max({max, depth, depth + effect.net()});
      depth = std::max(depth + effect.net(), 0);
      const InsnInfo& info = insn_info(insn->insn);
      for (size_t i = 0; i < info.operand_count; i++) {
        if (info.operands[i] == OperandKind::Offset && insn->operands[i].label->sp < 0) {
          insn->operands[i].label->sp = depth;
        }
      }
    } else if (Label* label = as_label(e)) {
      if (label->sp < 0) label->sp = depth;
      depth = label->sp;
    } else if (e->is_adjust()) {
      depth = depth_of(*static_cast<Adjust*>(e));
    }
  }
  head_.stack_max = static_cast<uint32_t>(max);
}

void Assembler::place_labels(ElementList& list) {
  uint32_t word = 0;
  uint16_t events = 0;
  int depth = 0;
  for (Element* e = list.first(); !e->is_anchor(); e = e->next) {
    if (Instruction* insn = as_instruction(e)) {
      depth += insn_stack_effect(insn->insn, ListOperands{*insn}).net();
      insn->events |= events;
      events = 0;
      word += insn_length(insn->insn);
    } else if (Label* label = as_label(e)) {
      label->word = word;
      depth = label->sp;
    } else if (e->is_trace()) {
      events |= static_cast<Trace*>(e)->events;
    } else if (const auto* adjust = static_cast<Adjust*>(e); adjust->emits_code) {
      const int dropped = depth - depth_of(*adjust);
      if (dropped > 0) word += dropped > 1 ? 2 : 1;
      depth = depth_of(*adjust);
    }
  }
}

void Assembler::note_position(const Position& position, uint16_t events) {
  const uint32_t start = position.source.present() ? position.source.start : 0;
  const uint32_t end = position.source.present() ? position.source.end : 0;
  const auto word = static_cast<uint32_t>(tables_.code.size());
  if (!tables_.positions.empty()) {
    const InsnPosition& last = tables_.positions.back();
    const bool same = last.line == position.line && last.source_start == start && last.source_end == end;
    if (same && !events && !last.events) return;
  }
  tables_.positions.push_back({word, position.line, events, 0, start, end});
}

void Assembler::emit(ElementList& list) {
  for (Element* e = list.first(); !e->is_anchor(); e = e->next) {
    if (const Instruction* insn = as_instruction(e)) {
      emit(*insn);
    } else if (const Label* label = as_label(e)) {
      depth_ = label->sp;
    } else if (e->is_adjust()) {
      emit_adjust(*static_cast<Adjust*>(e));
    }
  }
}

void Assembler::emit(const Instruction& insn) {
  const InsnInfo& info = insn_info(insn.insn);
  note_position(insn.position, insn.events);
  depth_ += insn_stack_effect(insn.insn, ListOperands{insn}).net();
  throws_ = throws_ || insn.insn == Insn::throw_;
  tables_.code.push_back(static_cast<uint32_t>(insn.insn));
  for (size_t i = 0; i < info.operand_count; i++) tables_.code.push_back(operand(info.operands[i], insn, i));
}

void Assembler::emit_adjust(const Adjust& adjust) {
  const int depth = depth_of(adjust);
  if (adjust.emits_code && depth_ > depth) {
    const auto dropped = static_cast<uint32_t>(depth_ - depth);
    note_position(adjust.position, 0);
    tables_.code.push_back(static_cast<uint32_t>(dropped > 1 ? Insn::adjuststack : Insn::pop));
    if (dropped > 1) tables_.code.push_back(dropped);
  }
  depth_ = depth;
}

uint32_t Assembler::operand(OperandKind kind, const Instruction& insn, size_t i) {
  const Operand& op = insn.operands[i];
  switch (kind) {
  case OperandKind::Offset: return op.label->word;
  case OperandKind::CallData: return add_call(*op.call);
  case OperandKind::Ic: return add_path(*op.path);
  case OperandKind::CdHash: return add_cases(*op.cases);
  case OperandKind::ISeq:
    if (op.iseq != ISeqId::None) tables_.children.push_back(op.iseq);
    return static_cast<uint32_t>(op.iseq);
  case OperandKind::Id:
  case OperandKind::Builtin: return static_cast<uint32_t>(op.name);
  case OperandKind::Object: return static_cast<uint32_t>(op.literal);
  default: return op.num;
  }
}

uint32_t Assembler::add_call(const CallSite& site) {
  CallInfo info{};
  info.mid = site.mid;
  info.flags = site.flags;
  info.argc = site.argc;
  info.kwarg_count = static_cast<uint16_t>(site.kwargs.size());
  info.kwarg_first = static_cast<uint32_t>(tables_.kwarg_names.size());
  tables_.kwarg_names.insert(tables_.kwarg_names.end(), site.kwargs.begin(), site.kwargs.end());
  tables_.calls.push_back(info);
  return static_cast<uint32_t>(tables_.calls.size() - 1);
}

uint32_t Assembler::add_path(const PathNames& path) {
  tables_.constant_paths.push_back(
      {static_cast<uint32_t>(tables_.path_names.size()), static_cast<uint32_t>(path.size())});
  tables_.path_names.insert(tables_.path_names.end(), path.begin(), path.end());
  return static_cast<uint32_t>(tables_.constant_paths.size() - 1);
}

uint32_t Assembler::add_cases(const CaseDispatch& dispatch) {
  tables_.case_tables.push_back(
      {static_cast<uint32_t>(tables_.case_entries.size()), static_cast<uint32_t>(dispatch.entries.size())});
  for (const CaseDispatch::Entry& entry : dispatch.entries) {
    tables_.case_entries.push_back({entry.key, entry.target->word});
  }
  return static_cast<uint32_t>(tables_.case_tables.size() - 1);
}

void Assembler::emit_catch_table() {
  for (const ISeqCompiler::CatchDraft& draft : compiler_.catches_) {
    CatchEntry entry{};
    entry.type = draft.type;
    entry.iseq = draft.iseq;
    entry.start = draft.start->word;
    entry.end = draft.end->word;
    entry.cont = draft.cont->word;
    // The value that the handler leaves is not counted where the code before `cont` leaves one as well.
    const bool value =
        draft.type == CatchType::Rescue || draft.type == CatchType::Break || draft.type == CatchType::Next;
    entry.sp = static_cast<uint32_t>(std::max(draft.cont->sp - (value ? 1 : 0), 0));
    tables_.catch_table.push_back(entry);
  }
}

void Assembler::emit_parameters() {
  tables_.locals = compiler_.locals_;
  tables_.keywords = compiler_.keywords_;
  tables_.keyword_defaults = compiler_.keyword_defaults_;
  for (const Label* label : compiler_.opt_labels_) tables_.opt_table.push_back(label->word);
}

void Assembler::run(ElementList& list) {
  compute_depths(list);
  place_labels(list);
  emit(list);
  emit_catch_table();
  emit_parameters();
}

/// Keeps the address at which a protected range ends apart from the one at which it continues.
void ISeqCompiler::separate_catch_ends() {
  for (const CatchDraft& draft : catches_) {
    if (draft.type == CatchType::Break || draft.type == CatchType::Next || draft.type == CatchType::Redo)
      continue;
    for (Element* e = draft.end; e->is_label() || e->is_trace(); e = e->next) {
      if (e != draft.cont) continue;
      insert_after(draft.end, make_in<Instruction>(unit_.arena, Insn::nop, Position{}));
      break;
    }
  }
}

ChildISeq ISeqCompiler::assemble(ElementList& list) {
  Assembler assembler(*this);
  assembler.run(list);
  ISeqTables& tables = assembler.tables();
  if (assembler.throws()) propagate_throw();
  // Entries for jumps are of use only if something throws.
  const bool handles = std::ranges::any_of(catches_, [](const CatchDraft& draft) {
    return draft.type == CatchType::Rescue || draft.type == CatchType::Ensure ||
           draft.type == CatchType::Retry;
  });
  if (!throws_ && !handles) tables.catch_table.clear();
  unit_.builder.set_iseq(head_, tables);
  return {head_.id, !tables.catch_table.empty()};
}

} // namespace miniyarv
