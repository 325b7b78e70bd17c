#include "compiler/disasm.hpp"

#include "compiler/iseq_compiler.hpp"
#include "compiler/literal_inspect.hpp"
#include "compiler/operand_values.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace miniyarv {

namespace {

constexpr size_t kNameColumns = 38;
constexpr size_t kLineColumn = 70;
constexpr size_t kLocalColumns = 11;

struct FlagName {
  uint16_t flag;
  std::string_view name;
};

constexpr std::array kCallFlagNames = {
    FlagName{call_flag::kArgsSplat, "ARGS_SPLAT"},
    FlagName{call_flag::kArgsSplatMut, "ARGS_SPLAT_MUT"},
    FlagName{call_flag::kArgsBlockarg, "ARGS_BLOCKARG"},
    FlagName{call_flag::kFcall, "FCALL"},
    FlagName{call_flag::kVcall, "VCALL"},
    FlagName{call_flag::kArgsSimple, "ARGS_SIMPLE"},
    FlagName{call_flag::kTailcall, "TAILCALL"},
    FlagName{call_flag::kSuper, "SUPER"},
    FlagName{call_flag::kZsuper, "ZSUPER"},
    FlagName{call_flag::kKwarg, "KWARG"},
    FlagName{call_flag::kKwSplat, "KW_SPLAT"},
    FlagName{call_flag::kKwSplatMut, "KW_SPLAT_MUT"},
    FlagName{call_flag::kForwarding, "FORWARDING"},
};

constexpr std::array kEventNames = {
    FlagName{event::kLine, "Li"},    FlagName{event::kClass, "Cl"},     FlagName{event::kEnd, "En"},
    FlagName{event::kCall, "Ca"},    FlagName{event::kReturn, "Re"},    FlagName{event::kCCall, "Cc"},
    FlagName{event::kCReturn, "Cr"}, FlagName{event::kBlockCall, "Bc"}, FlagName{event::kBlockReturn, "Br"},
    FlagName{event::kRescue, "Rs"},
};

constexpr std::array<std::string_view, 9> kDefinedNames = {"global-variable", "class variable", "constant",
                                                           "constant-from",   "method",         "func",
                                                           "yield",           "super",          "ref"};

constexpr std::array<std::string_view, 6> kCatchNames = {"rescue", "ensure", "retry",
                                                         "break",  "redo",   "next"};

std::string flag_names(std::span<const FlagName> names, uint16_t flags, std::string_view separator) {
  std::string out;
  for (const FlagName& entry : names) {
    if (!(flags & entry.flag)) continue;
    if (!out.empty()) out += separator;
    out += entry.name;
  }
  return out;
}

std::string padded(std::string text, size_t columns) {
  if (text.size() < columns) text.append(columns - text.size(), ' ');
  return text;
}

std::string four_digits(uint32_t n) {
  const std::string digits = std::to_string(n);
  return digits.size() < 4 ? std::string(4 - digits.size(), '0') + digits : digits;
}

std::string right_aligned(std::string text, size_t columns) {
  return text.size() < columns ? std::string(columns - text.size(), ' ') + text : text;
}

void strip_trailing_spaces(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

/// A local's name; hidden ones are `?`, names that are not plain are quoted.
std::string local_text(const UnlinkedUnit& unit, NameId name) {
  if (name == NameId::None) return "?";
  const std::string_view text = unit.name(name);
  return is_identifier(text) ? std::string(text) : inspect_string(text);
}

const UnlinkedISeq* scope_at(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t level) {
  const UnlinkedISeq* scope = &iseq;
  for (; level > 0; level--) {
    if (scope->parent == ISeqId::None) return nullptr;
    scope = &unit.iseq(scope->parent);
  }
  return scope;
}

/// Scopes out that the local operand of the instruction at `word` refers to.
uint32_t level_at(const UnlinkedISeq& iseq, uint32_t word) {
  switch (iseq.insn_at(word)) {
  case Insn::getlocal:
  case Insn::setlocal:
  case Insn::getblockparam:
  case Insn::setblockparam:
  case Insn::getblockparamproxy: return iseq.code[word + 2];
  case Insn::getlocal_WC_1:
  case Insn::setlocal_WC_1: return 1;
  default: return 0;
  }
}

std::string local_operand(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t word) {
  const uint32_t slot = iseq.code[word + 1];
  // The hidden slot of the keyword bits is shown by its distance from the environment pointer.
  if (iseq.insn_at(word) == Insn::checkkeyword) {
    return std::to_string(iseq.locals.size() - slot + kEnvDataSlots - 1);
  }
  const UnlinkedISeq* scope = scope_at(unit, iseq, level_at(iseq, word));
  if (!scope || slot >= scope->locals.size()) return "?@" + std::to_string(slot);
  return local_text(unit, scope->locals[slot]) + "@" + std::to_string(slot);
}

std::string number_operand(const UnlinkedISeq& iseq, uint32_t word, size_t index, uint32_t value) {
  const Insn insn = iseq.insn_at(word);
  if (insn == Insn::defined && index == 0 && value < kDefinedNames.size())
    return std::string(kDefinedNames[value]);
  if (insn == Insn::checktype) return value == builtin_type::kArray ? "T_ARRAY" : "T_HASH";
  return std::to_string(value);
}

std::string path_text(const UnlinkedUnit& unit, std::span<const NameId> names) {
  std::string out;
  for (size_t i = 0; i < names.size(); i++) {
    if (i) out += "::";
    out += unit.name(names[i]);
  }
  return out;
}

/// Prints sequences with what is nested in them.
class Printer {
public:
  Printer(const UnlinkedUnit& unit, std::string& out) : unit_(unit), out_(out) {}

  void print(const UnlinkedISeq& iseq, const std::string& indent);

private:
  void print_catch_table(const UnlinkedISeq& iseq, const std::string& indent);
  void print_locals(const UnlinkedISeq& iseq, const std::string& indent);
  void print_instructions(const UnlinkedISeq& iseq, const std::string& indent);
  std::string local_note(const UnlinkedISeq& iseq, int slot) const;
  void line(const std::string& indent, std::string text) {
    strip_trailing_spaces(text);
    out_ += indent + text + '\n';
  }

  const UnlinkedUnit& unit_;
  std::string& out_;
  std::set<ISeqId> done_; ///< shown in a catch table
};

void Printer::print(const UnlinkedISeq& iseq, const std::string& indent) {
  line(indent, "== disasm: " + disasm_title(unit_, iseq));
  print_catch_table(iseq, indent);
  print_locals(iseq, indent);
  print_instructions(iseq, indent);
  for (const ISeqId child : iseq.children) {
    if (done_.contains(child)) continue;
    out_ += '\n';
    print(unit_.iseq(child), indent);
  }
}

void Printer::print_catch_table(const UnlinkedISeq& iseq, const std::string& indent) {
  if (iseq.catch_table.empty()) return;
  line(indent, "== catch table");
  for (const CatchEntry& entry : iseq.catch_table) {
    const std::string type = padded(std::string(kCatchNames[static_cast<size_t>(entry.type)]), 6);
    line(indent, "| catch type: " + type + " st: " + four_digits(entry.start) +
                     " ed: " + four_digits(entry.end) + " sp: " + four_digits(entry.sp) +
                     " cont: " + four_digits(entry.cont));
    if (entry.iseq != ISeqId::None && done_.insert(entry.iseq).second) {
      print(unit_.iseq(entry.iseq), indent + "| ");
    }
  }
  line(indent, "|" + std::string(72, '-'));
}

std::string Printer::local_note(const UnlinkedISeq& iseq, int slot) const {
  const UnlinkedParams& p = iseq.params;
  const int first_optional = p.lead_num;
  std::string note;
  if (slot < p.lead_num) note += p.ambiguous_param0 ? "AmbiguousArg" : "Arg";
  if (slot >= first_optional && slot < first_optional + p.opt_num) {
    note += "Opt=" + std::to_string(iseq.opt_table[static_cast<size_t>(slot - first_optional)]);
  }
  if (slot == p.rest_start) note += p.anon_rest ? "AnonRest" : "Rest";
  if (p.post_num && slot >= p.post_start && slot < p.post_start + p.post_num) note += "Post";
  if (slot == p.kwrest_start) note += p.anon_kwrest ? "AnonKwrest" : "Kwrest";
  if (slot == p.block_start) note += "Block";
  return note.empty() ? note : "<" + note + ">";
}

void Printer::print_locals(const UnlinkedISeq& iseq, const std::string& indent) {
  if (iseq.locals.empty()) return;
  const UnlinkedParams& p = iseq.params;
  const auto number = [](int n) { return std::to_string(n); };
  const auto size = static_cast<int>(iseq.locals.size());
  line(indent, "local table (size: " + number(size) + ", argc: " + number(p.lead_num) +
                   " [opts: " + number(p.opt_num) + ", rest: " + number(p.rest_start) +
                   ", post: " + number(p.post_num) + ", block: " + number(p.block_start) +
                   ", kw: " + number(p.has_keywords ? p.keyword_num : -1) + "@" +
                   number(p.has_keywords ? p.required_keyword_num : -1) +
                   ", kwrest: " + number(p.kwrest_start) + "])");
  std::string slots;
  for (int i = 0; i < size; i++) {
    const std::string name = local_text(unit_, iseq.locals[static_cast<size_t>(i)]) + "@" + number(i);
    slots +=
        "[" + right_aligned(number(size - i), 2) + "] " + padded(name + local_note(iseq, i), kLocalColumns);
  }
  line(indent, slots);
}

void Printer::print_instructions(const UnlinkedISeq& iseq, const std::string& indent) {
  int previous_line = 0;
  size_t next_position = 0;
  const InsnPosition* position = nullptr;
  for (uint32_t word = 0; word < iseq.code.size(); word += insn_length(iseq.insn_at(word))) {
    uint16_t events = 0;
    if (next_position < iseq.positions.size() && iseq.positions[next_position].word == word) {
      position = &iseq.positions[next_position++];
      events = position->events;
    }
    std::string text = four_digits(word) + " " + disasm_insn(unit_, iseq, word);
    const int line_number = position ? position->line : 0;
    if (line_number && line_number != previous_line) {
      text = padded(std::move(text), kLineColumn) + "(" + right_aligned(std::to_string(line_number), 4) + ")";
    }
    previous_line = line_number;
    if (events) text += "[" + flag_names(kEventNames, events, "") + "]";
    line(indent, std::move(text));
  }
}

} // namespace

std::string disasm(const UnlinkedUnit& unit, ISeqId id) {
  std::string out;
  Printer(unit, out).print(unit.iseq(id), "");
  return out;
}

std::string disasm_title(const UnlinkedUnit& unit, const UnlinkedISeq& iseq) {
  const SourceRange& r = iseq.range;
  const auto point = [](int line, int column) {
    return "(" + std::to_string(line) + "," + std::to_string(column) + ")";
  };
  return "#<ISeq:" + std::string(unit.name(iseq.label)) + "@" + std::string(unit.path()) + ":" +
         std::to_string(iseq.first_line) + " " + point(r.start_line, r.start_column) + "-" +
         point(r.end_line, r.end_column) + ">";
}

std::string disasm_call(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, const CallInfo& call) {
  std::string out = "<calldata!";
  if (call.mid != NameId::None) out += "mid:" + std::string(unit.name(call.mid)) + ", ";
  out += "argc:" + std::to_string(call.argc);
  if (call.kwarg_count) {
    out += ", kw:[";
    for (const NameId& keyword : iseq.kwargs_of(call)) {
      if (&keyword != iseq.kwargs_of(call).data()) out += ",";
      out += unit.name(keyword);
    }
    out += "]";
  }
  const std::string flags = flag_names(kCallFlagNames, call.flags, "|");
  return out + (flags.empty() ? "" : ", " + flags) + ">";
}

std::string disasm_operand(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t word, size_t index) {
  const uint32_t value = iseq.code[word + 1 + index];
  const auto cache = [&](uint32_t base) { return "<is:" + std::to_string(base + value) + ">"; };
  switch (insn_info(iseq.insn_at(word)).operands[index]) {
  case OperandKind::LIndex: return local_operand(unit, iseq, word);
  case OperandKind::Num: return number_operand(iseq, word, index, value);
  case OperandKind::Id: return inspect_symbol(unit.name(static_cast<NameId>(value)));
  case OperandKind::Object: return inspect_literal(unit, static_cast<LiteralId>(value));
  case OperandKind::ISeq:
    if (static_cast<ISeqId>(value) == ISeqId::None) return "nil";
    return std::string(unit.name(unit.iseq(static_cast<ISeqId>(value)).label));
  case OperandKind::Ic:
    return "<ic:" + std::to_string(iseq.ivar_caches + iseq.cvar_caches + iseq.once_slots + value) + " " +
           path_text(unit, iseq.path_of(iseq.constant_paths[value])) + ">";
  case OperandKind::Ivc: return cache(0);
  case OperandKind::Icvarc: return cache(iseq.ivar_caches);
  case OperandKind::Ise: return cache(iseq.ivar_caches + iseq.cvar_caches);
  case OperandKind::CallData: return disasm_call(unit, iseq, iseq.calls[value]);
  case OperandKind::CdHash: return "<cdhash>";
  case OperandKind::Offset: return std::to_string(value);
  case OperandKind::Builtin: return "<builtin!" + std::string(unit.name(static_cast<NameId>(value))) + ">";
  }
  return {};
}

std::string disasm_insn(const UnlinkedUnit& unit, const UnlinkedISeq& iseq, uint32_t word) {
  const InsnInfo& info = insn_info(iseq.insn_at(word));
  std::string out = padded(std::string(info.name), kNameColumns) + " ";
  for (size_t i = 0; i < info.operand_count; i++) {
    if (i) out += ", ";
    out += disasm_operand(unit, iseq, word, i);
  }
  return out;
}

const InsnPosition* position_at(const UnlinkedISeq& iseq, uint32_t word) {
  const auto after = std::ranges::upper_bound(iseq.positions, word, {}, &InsnPosition::word);
  return after == iseq.positions.begin() ? nullptr : &*std::prev(after);
}

int line_at(const UnlinkedISeq& iseq, uint32_t word) {
  const InsnPosition* position = position_at(iseq, word);
  return position ? position->line : 0;
}

} // namespace miniyarv
