// The part of a detailed message that shows where in its source line an exception was raised.

#include "vm/backtrace.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/string.hpp"
#include "vm/iseq.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include "frontend/syntax/source.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

namespace miniyarv {
namespace {

std::optional<Source> source_of(const ISeq* iseq) {
  if (!is_string(iseq->unit->realpath)) return std::nullopt;
  const std::string path(str_view(iseq->unit->realpath));
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return Source(path, std::string(std::istreambuf_iterator<char>(file), {}));
}

/// What the instruction that raised is said to stand for in the source; empty if unknown.
Location position_of(const BacktraceEntry& entry) {
  const uint32_t word = word_before(entry.iseq, entry.pc);
  const auto positions = entry.iseq->unlinked->positions;
  auto at = std::upper_bound(positions.begin(), positions.end(), word,
                             [](uint32_t w, const InsnPosition& p) { return w < p.word; });
  if (at == positions.begin()) return {};
  --at;
  return at->source_start < at->source_end ? Location{at->source_start, at->source_end} : Location{};
}

/// "\n\nline\n   ^^^": the marker repeats the line's tabs, so that it lines up.
std::string snippet(const Source& source, Location range) {
  const size_t index = source.line_index(range.start);
  if (range.end > source.text().size() || source.line_index(range.end - 1) != index) return {};
  const std::string_view line = source.line_text(index);
  const uint32_t column = source.column(range.start);
  std::string marker;
  for (const char c : line.substr(0, column)) marker += c == '\t' ? '\t' : ' ';
  marker.append(range.length(), '^');
  return cat("\n\n", line, "\n", marker);
}

} // namespace

std::string error_highlight(VM& vm, Value e) {
  if (!kind_of(vm, e, vm.eNameError)) return {};
  const Value bt = exception_field(vm, e, ids::iv_bt);
  if (!is_backtrace(bt) || backtrace_size(bt) == 0) return {};
  const BacktraceEntry& entry = backtrace_entry(bt, 0);
  if (!entry.iseq || !entry.iseq->linked()) return {};
  const Location range = position_of(entry);
  if (!range.present()) return {};
  const std::optional<Source> source = source_of(entry.iseq);
  return source ? snippet(*source, range) : std::string();
}

} // namespace miniyarv
