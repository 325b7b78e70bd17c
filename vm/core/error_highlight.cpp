// The part of a detailed message that shows where in its source line an exception was raised: the name that
// was called or looked up for a NameError, the arguments for a TypeError or ArgumentError, and both the call
// and the definition when the arguments do not fit the parameters. The source is read and parsed again to
// find these, so only exceptions that are shown pay for it.

#include "vm/backtrace.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/string.hpp"
#include "vm/internals.hpp"
#include "vm/iseq.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include "frontend/syntax/ast_visit.hpp"
#include "frontend/syntax/parse.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

namespace miniyarv {
namespace {

enum class Spot { Name, Arguments };

// --- What to point at in a node ---

Location join(Location a, Location b) { return {std::min(a.start, b.start), std::max(a.end, b.end)}; }

/// "foo", with the dot before it if that is on the same line, and the `=` of an assignment after it.
Location call_name(const Source& source, const CallNode& call) {
  if (call.name == "call" && !call.message_loc.present()) return {};
  Location range = call.message_loc.present() ? call.message_loc : call.loc;
  const Location dot = call.call_operator_loc;
  if (dot.present() && source.line_index(dot.start) == source.line_index(range.start))
    range = join(dot, range);
  if (call.equal_loc.present() && source.line_index(call.equal_loc.start) == source.line_index(range.start))
    range = join(range, call.equal_loc);
  return range;
}

Location node_name(const Source& source, const Node* node) {
  switch (node->kind) {
  case NodeKind::Call: return call_name(source, *static_cast<const CallNode*>(node));
  case NodeKind::ConstantRead: return node->loc;
  case NodeKind::ConstantPath: {
    const auto* path = static_cast<const ConstantPathNode*>(node);
    const bool same_line =
        source.line_index(path->delimiter_loc.start) == source.line_index(path->name_loc.start);
    return same_line ? join(path->delimiter_loc, path->name_loc) : path->name_loc;
  }
  default: return {};
  }
}

Location node_arguments(const Node* node) {
  if (node->kind != NodeKind::Call) return {};
  const auto* arguments = static_cast<const CallNode*>(node)->arguments;
  return arguments ? arguments->loc : Location{};
}

Location definition_name(const Node* node) {
  switch (node->kind) {
  case NodeKind::Def: {
    const auto* def = static_cast<const DefNode*>(node);
    return def->operator_loc.present() ? join(def->operator_loc, def->name_loc) : def->name_loc;
  }
  case NodeKind::Lambda: return static_cast<const LambdaNode*>(node)->operator_loc;
  case NodeKind::Block: return static_cast<const BlockNode*>(node)->opening_loc;
  default: return {};
  }
}

/// The first node in the tree that `matches`.
template <class F> const Node* find_node(const Node* root, F&& matches) {
  std::vector<const Node*> stack{root};
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (matches(node)) return node;
    for_each_child(node, [&stack](const Node* child) { stack.push_back(child); });
  }
  return nullptr;
}

// --- Where ---

std::optional<Source> source_of(VM& vm, const ISeq* iseq) {
  if (!is_string(iseq->unit->realpath)) return std::nullopt;
  const std::string_view path = str_view(iseq->unit->realpath);
  if (path == "-e" || path == "-") return Source(std::string(path), vm.in().inline_program);
  std::ifstream file(std::string(path), std::ios::binary);
  if (!file) return std::nullopt;
  return Source(std::string(str_view(iseq->unit->path)),
                std::string(std::istreambuf_iterator<char>(file), {}));
}

/// What the instruction that raised stands for in the source, as the compiler recorded it; absent if unknown.
Location recorded_position(const BacktraceEntry& entry) {
  const uint32_t word = word_before(entry.iseq, entry.pc);
  const auto positions = entry.iseq->unlinked->positions;
  auto at = std::upper_bound(positions.begin(), positions.end(), word,
                             [](uint32_t w, const InsnPosition& p) { return w < p.word; });
  if (at == positions.begin()) return {};
  --at;
  return at->source_start < at->source_end ? Location{at->source_start, at->source_end} : Location{};
}

/// A part of a source line to be shown; `range` is absent when there is only the line's number to show.
struct Shown {
  std::string path;
  int line = 0;
  std::string text;
  uint32_t column = 0, length = 0;

  bool present() const { return length > 0; }
};

/// Only what fits one line of plain ASCII, whose columns are sure, is shown.
Shown show(const Source& source, Location range) {
  Shown shown;
  if (!range.present() || range.end > source.text().size() || range.start >= range.end) return shown;
  const size_t index = source.line_index(range.start);
  const std::string_view line = source.line_text(index);
  const bool ascii =
      std::all_of(line.begin(), line.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  if (!ascii || source.line_index(range.end - 1) != index) return shown;
  shown.text = line;
  shown.column = source.column(range.start);
  shown.length = range.length();
  return shown;
}

Shown show_call(VM& vm, const BacktraceEntry& entry, Spot spot) {
  const std::optional<Source> source = source_of(vm, entry.iseq);
  const Location recorded = recorded_position(entry);
  if (!source || !recorded.present()) return {};
  const ParseResult parsed = parse(*source);
  const Node* node = !parsed.ok() ? nullptr : find_node(parsed.root(), [&](const Node* n) {
    const Location name = node_name(*source, n);
    return name.present() && name.start <= recorded.start && recorded.start < name.end;
  });
  if (!node) return spot == Spot::Name ? show(*source, recorded) : Shown{};
  return show(*source, spot == Spot::Name ? node_name(*source, node) : node_arguments(node));
}

Shown show_definition(VM& vm, const ISeq* iseq) {
  const std::optional<Source> source = source_of(vm, iseq);
  if (!source) return {};
  const ParseResult parsed = parse(*source);
  const SourceRange& range = iseq->unlinked->range;
  const Node* node = !parsed.ok() ? nullptr : find_node(parsed.root(), [&](const Node* n) {
    return definition_name(n).present() && source->line(n->loc.start) == range.start_line &&
           static_cast<int32_t>(source->column(n->loc.start)) == range.start_column;
  });
  return node ? show(*source, definition_name(node)) : Shown{};
}

/// The marker below a line; it repeats the line's tabs, so that it lines up.
std::string marker(const Shown& shown) {
  std::string out;
  for (const char c : std::string_view(shown.text).substr(0, shown.column)) out += c == '\t' ? '\t' : ' ';
  return out.append(shown.length, '^');
}

/// Whether the exception was raised because arguments do not fit: then no instruction of the callee has run.
bool raised_on_entry(const BacktraceEntry& entry) { return entry.iseq && entry.pc == entry.iseq->code; }

std::string show_side(std::string_view title, Value bt, size_t index, const Shown& shown) {
  std::string out = cat("\n    ", title, ": ", backtrace_path(bt, index), ":", backtrace_lineno(bt, index));
  if (shown.present()) out += cat("\n    | ", shown.text, "\n      ", marker(shown));
  return out;
}

std::string show_mismatch(VM& vm, Value bt) {
  const bool has_caller = backtrace_size(bt) > 1 && backtrace_entry(bt, 1).iseq;
  const BacktraceEntry& callee = backtrace_entry(bt, 0);
  std::string out = "\n";
  if (has_caller) out += show_side("caller", bt, 1, show_call(vm, backtrace_entry(bt, 1), Spot::Name));
  if (callee.iseq) out += show_side("callee", bt, 0, show_definition(vm, callee.iseq));
  return out;
}

bool is_arity_message(std::string_view message) {
  for (const std::string_view start :
       {"wrong number of arguments", "missing keyword", "unknown keyword", "no keywords accepted"})
    if (message.starts_with(start)) return true;
  return false;
}

} // namespace

std::string error_highlight(VM& vm, Value e) {
  const bool of_name = kind_of(vm, e, vm.eNameError), of_arguments = kind_of(vm, e, vm.eArgumentError);
  if (!of_name && !of_arguments && !kind_of(vm, e, vm.eTypeError)) return {};
  const Value bt = exception_field(vm, e, ids::iv_bt);
  if (!is_backtrace(bt) || backtrace_size(bt) == 0) return {};
  const BacktraceEntry& first = backtrace_entry(bt, 0);
  const Value message = exception_field(vm, e, ids::iv_mesg);
  if (of_arguments && (raised_on_entry(first) || !first.iseq) && is_string(message) &&
      is_arity_message(str_view(message)))
    return show_mismatch(vm, bt);

  const BacktraceEntry* raised = backtrace_position_entry(bt, 0);
  if (!raised || !raised->iseq->linked()) return {};
  const Shown shown = show_call(vm, *raised, of_name ? Spot::Name : Spot::Arguments);
  return shown.present() ? cat("\n\n", shown.text, "\n", marker(shown)) : std::string();
}

} // namespace miniyarv
