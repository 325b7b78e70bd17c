#include "compiler/iseq_compiler.hpp"

#include <cassert>

namespace miniyarv {

namespace {

constexpr size_t kDefaultNativeStack = 512 * 1024;

const std::byte* native_stack_pointer() { return static_cast<const std::byte*>(__builtin_frame_address(0)); }

} // namespace

// --- UnitContext ---

UnitContext::UnitContext(const ParseResult& parsed, const CompileOptions& compile_options)
    : program(parsed),
      source(parsed.source()),
      options(compile_options),
      native_limit(compile_options.native_limit ? compile_options.native_limit
                                                : native_stack_pointer() - kDefaultNativeStack),
      name_ids_(parsed.names().size(), NameId::None) {}

NameId UnitContext::name(Name n) {
  NameId& id = name_ids_[n.index()];
  if (id == NameId::None) id = builder.name(n.text());
  return id;
}

int UnitContext::line(uint32_t offset) {
  const size_t count = source.line_count();
  for (size_t i = line_hint_; i < line_hint_ + 2 && i < count; i++) {
    if (source.line_start(i) <= offset && (i + 1 == count || offset < source.line_start(i + 1))) {
      line_hint_ = i;
      return static_cast<int>(i) + source.first_line();
    }
  }
  line_hint_ = source.line_index(offset);
  return static_cast<int>(line_hint_) + source.first_line();
}

SourceRange UnitContext::range(uint32_t start, uint32_t end) {
  return {line(start), static_cast<int32_t>(source.column(start)), line(end),
          static_cast<int32_t>(source.column(end))};
}

// --- Entry ---

std::unique_ptr<UnlinkedUnit> compile(const ParseResult& program, const CompileOptions& options) {
  UnitContext unit(program, options);
  const std::string label = options.type == ISeqType::Main   ? "<main>"
                            : options.type == ISeqType::Eval ? options.eval_label
                                                             : "<top (required)>";
  ISeqCompiler compiler(unit, nullptr, options.type, unit.name(label));
  const ISeqId root = compiler.compile_program(*program.root());
  return unit.builder.finish(unit.source.path(), root);
}

// --- Nodes ---

ISeqCompiler::ISeqCompiler(UnitContext& unit, ISeqCompiler* parent, ISeqType type, NameId label)
    : unit_(unit),
      parent_(parent),
      local_(parent && type != ISeqType::Method && type != ISeqType::Class ? parent->local_ : this) {
  head_.id = unit.builder.new_iseq();
  head_.type = type;
  head_.label = label;
  head_.base_label = local_->head_.label;
  head_.parent = parent ? parent->head_.id : ISeqId::None;
  head_.local = local_->head_.id;
}

void ISeqCompiler::check_depth() const {
  if (native_stack_pointer() < unit_.native_limit) {
    throw CompileError("nesting too deep", std::max(last_line_, head_.first_line));
  }
}

void ISeqCompiler::unexpected_node(NodeKind) const {
  assert(!"this kind of node is compiled by the node that holds it");
  throw CompileError("unexpected node", last_line_);
}

/// Emits the line event of a node that starts a statement, unless its line has had one.
void ISeqCompiler::line_event(ElementList& out, const Node* node, int line) {
  if (!node->newline || line == last_line_) return;
  last_line_ = line;
  out.trace(event::kLine);
}

void ISeqCompiler::compile(ElementList& out, const Node* node, bool popped) {
  check_depth();
  int line = unit_.line(node->loc.start);
  if (const auto* begin = as_if<BeginNode>(node); begin && !begin->statements && begin->rescue_clause) {
    line = unit_.line(begin->rescue_clause->loc.start);
  }
  line_event(out, node, line);
  switch (node->kind) {
// clang-format off
#define NODE(Kind, ...) case NodeKind::Kind: return visit(out, *as<Kind##Node>(node), popped);
#include "frontend/syntax/nodes.def"
    // clang-format on
  }
}

// --- Helpers ---

Position ISeqCompiler::at(const Node* node) { return {unit_.line(node->loc.start), node->loc}; }

Position ISeqCompiler::at(Location location) { return {unit_.line(location.start), location}; }

Position ISeqCompiler::at_end_of(const Node* node) { return {unit_.line(node->loc.end), node->loc}; }

void ISeqCompiler::add_catch(CatchType type, Label* start, Label* end, ISeqId iseq, Label* cont) {
  start->unremovable = true;
  end->refs++;
  cont->refs++;
  catches_.push_back({type, start, end, iseq, cont});
}

/// Notes that this scope throws; the scopes around it then need their catch entries.
void ISeqCompiler::propagate_throw() {
  for (ISeqCompiler* scope = this; scope && !scope->throws_; scope = scope->parent_) scope->throws_ = true;
}

} // namespace miniyarv
