#include "compiler/iseq_compiler.hpp"

#include <cassert>

// Reading and writing variables of all kinds.

namespace miniyarv {

namespace {

Variable make_variable(Variable::Kind kind, Name name, uint32_t depth = 0) { return {kind, name, depth}; }

template <class N> Variable local_variable(const N& n) {
  return make_variable(Variable::Kind::Local, n.name, n.depth);
}
template <class N> Variable instance_variable(const N& n) {
  return make_variable(Variable::Kind::Instance, n.name);
}
template <class N> Variable class_variable(const N& n) {
  return make_variable(Variable::Kind::ClassVariable, n.name);
}
template <class N> Variable global_variable(const N& n) {
  return make_variable(Variable::Kind::Global, n.name);
}
template <class N> Variable constant(const N& n) { return make_variable(Variable::Kind::Constant, n.name); }

} // namespace

// --- Locals ---

std::optional<uint32_t> ISeqCompiler::own_slot(NameId slot_name) const {
  const auto it = slots_.find(slot_name);
  if (it == slots_.end()) return std::nullopt;
  return it->second;
}

const ISeqCompiler* ISeqCompiler::scope_at(uint32_t level) const {
  const ISeqCompiler* scope = this;
  while (level-- > 0 && scope) scope = scope->parent_;
  return scope;
}

/// `depth` counts the tree's scopes; the machine has more of them.
LocalPlace ISeqCompiler::find_local(Name local, uint32_t depth) const {
  const NameId id = unit_.name(local);
  LocalPlace place;
  const ISeqCompiler* scope = this;
  for (; scope; scope = scope->parent_, place.level++) {
    if (!scope->counted_scope_) continue;
    if (depth == 0) break;
    depth--;
  }
  for (; scope; scope = scope->parent_, place.level++) {
    if (const std::optional<uint32_t> slot = scope->own_slot(id)) {
      place.slot = *slot;
      return place;
    }
    if (!scope->parent_) break;
  }
  return find_outer_local(local.text(), place.level + 1, depth);
}

/// A local by its name alone: a parameter that the source does not name.
LocalPlace ISeqCompiler::find_local(std::string_view local) const {
  const NameId id = unit_.name(local);
  LocalPlace place;
  const ISeqCompiler* scope = this;
  for (; scope; scope = scope->parent_, place.level++) {
    if (const std::optional<uint32_t> slot = scope->own_slot(id)) {
      place.slot = *slot;
      return place;
    }
  }
  return find_outer_local(local, place.level, 0);
}

/// A local of a scope around an `eval`. `level` is that of the innermost of those scopes, `depth` how many of
/// them to skip.
LocalPlace ISeqCompiler::find_outer_local(std::string_view local, uint32_t level, uint32_t depth) const {
  const std::vector<OuterScope>& outer = unit_.options.outer_scopes;
  for (size_t i = outer.size(); i-- > 0; level++) {
    if (depth > 0) {
      depth--;
      continue;
    }
    const std::vector<std::string>& names = outer[i].locals;
    for (size_t slot = 0; slot < names.size(); slot++) {
      if (names[slot] == local) return {static_cast<uint32_t>(slot), level};
    }
  }
  throw CompileError("unknown local variable " + std::string(local), last_line_);
}

bool ISeqCompiler::is_block_parameter(LocalPlace place) const {
  const ISeqCompiler* scope = scope_at(place.level);
  return scope && scope->head_.params.block_start == static_cast<int>(place.slot);
}

void ISeqCompiler::get_local(ElementList& out, Position at, LocalPlace place) {
  out.insn(at, is_block_parameter(place) ? Insn::getblockparam : Insn::getlocal, place.slot, place.level);
}

void ISeqCompiler::set_local(ElementList& out, Position at, LocalPlace place) {
  out.insn(at, is_block_parameter(place) ? Insn::setblockparam : Insn::setlocal, place.slot, place.level);
}

uint32_t ISeqCompiler::cvar_cache(NameId cvar) {
  const auto [it, added] = cvar_caches_.try_emplace(cvar, head_.cvar_caches);
  if (added) head_.cvar_caches++;
  return it->second;
}

// --- Any variable ---

void ISeqCompiler::get_variable(ElementList& out, Position at, const Variable& v) {
  const NameId id = name(v.name);
  switch (v.kind) {
  case Variable::Kind::Local: return get_local(out, at, find_local(v.name, v.depth));
  case Variable::Kind::Instance: out.insn(at, Insn::getinstancevariable, id, new_ivar_cache()); return;
  case Variable::Kind::ClassVariable: out.insn(at, Insn::getclassvariable, id, cvar_cache(id)); return;
  case Variable::Kind::Global: out.insn(at, Insn::getglobal, id); return;
  case Variable::Kind::Constant: return get_constant(out, at, v.name);
  }
}

/// Pops the value.
void ISeqCompiler::set_variable(ElementList& out, Position at, const Variable& v) {
  const NameId id = name(v.name);
  switch (v.kind) {
  case Variable::Kind::Local: return set_local(out, at, find_local(v.name, v.depth));
  case Variable::Kind::Instance: out.insn(at, Insn::setinstancevariable, id, new_ivar_cache()); return;
  case Variable::Kind::ClassVariable: out.insn(at, Insn::setclassvariable, id, cvar_cache(id)); return;
  case Variable::Kind::Global: out.insn(at, Insn::setglobal, id); return;
  case Variable::Kind::Constant:
    out.insn(at, Insn::putspecialobject, SpecialObject::ConstBase);
    out.insn(at, Insn::setconstant, id);
    return;
  }
}

void ISeqCompiler::get_constant(ElementList& out, Position at, Name constant_name) {
  const NameId id = name(constant_name);
  if (unit_.options.inline_const_cache) {
    out.insn(at, Insn::opt_getconstant_path, constant_path(std::span(&id, 1)));
    return;
  }
  out.insn(at, Insn::putnil);
  out.insn(at, Insn::putobject, literal_true());
  out.insn(at, Insn::getconstant, id);
}

/// Globals and constants are read even if nobody wants the value: reading may warn or raise.
void ISeqCompiler::read_variable(ElementList& out, Position at, const Variable& v, bool popped) {
  const bool observable = v.kind == Variable::Kind::Global || v.kind == Variable::Kind::Constant;
  if (popped && !observable) return;
  get_variable(out, at, v);
  if (popped) out.insn(at, Insn::pop);
}

void ISeqCompiler::write_variable(ElementList& out, Position at, const Variable& v, const Node* value,
                                  bool popped) {
  compile_value(out, value);
  if (!popped) out.insn(at, Insn::dup);
  set_variable(out, at, v);
}

void ISeqCompiler::operator_write(ElementList& out, Position at, const Variable& v, Name op,
                                  const Node* value, bool popped) {
  get_variable(out, at, v);
  compile_value(out, value);
  send(out, at, op.text(), 1);
  if (!popped) out.insn(at, Insn::dup);
  set_variable(out, at, v);
}

void ISeqCompiler::and_write(ElementList& out, Position at, const Variable& v, const Node* value,
                             bool popped) {
  Label* const done = new_label();
  get_variable(out, at, v);
  if (!popped) out.insn(at, Insn::dup);
  out.jump(at, Insn::branchunless, done);
  if (!popped) out.insn(at, Insn::pop);
  write_variable(out, at, v, value, popped);
  out.label(done);
}

void ISeqCompiler::or_write(ElementList& out, Position at, const Variable& v, const Node* value,
                            bool popped) {
  Label* const set = new_label();
  Label* const done = new_label();
  // Kinds whose absence would warn or raise are tested first.
  const auto test = [&](DefinedKind kind) {
    out.insn(at, Insn::putnil);
    out.insn(at, Insn::defined, kind, unit_.builder.symbol(name(v.name)), literal_true());
  };
  switch (v.kind) {
  case Variable::Kind::Local: out.insn(at, Insn::putobject, literal_true()); break;
  case Variable::Kind::Instance: break;
  case Variable::Kind::ClassVariable: test(DefinedKind::ClassVariable); break;
  case Variable::Kind::Global: test(DefinedKind::Global); break;
  case Variable::Kind::Constant: test(DefinedKind::Constant); break;
  }
  const bool tested = v.kind != Variable::Kind::Instance;
  if (tested) out.jump(at, Insn::branchunless, set);
  get_variable(out, at, v);
  if (!popped) out.insn(at, Insn::dup);
  out.jump(at, Insn::branchif, done);
  if (!popped) out.insn(at, Insn::pop);
  if (tested) out.label(set);
  write_variable(out, at, v, value, popped);
  out.label(done);
}

// --- Nodes ---

#define MINIYARV_VARIABLE_VISITS(Kind, variable)                                                             \
  void ISeqCompiler::visit(ElementList& out, const Kind##ReadNode& node, bool popped) {                      \
    read_variable(out, at(node), variable(node), popped);                                                    \
  }                                                                                                          \
  void ISeqCompiler::visit(ElementList& out, const Kind##WriteNode& node, bool popped) {                     \
    write_variable(out, at(node), variable(node), node.value, popped);                                       \
  }                                                                                                          \
  void ISeqCompiler::visit(ElementList& out, const Kind##OperatorWriteNode& node, bool popped) {             \
    operator_write(out, at(node), variable(node), node.binary_operator, node.value, popped);                 \
  }                                                                                                          \
  void ISeqCompiler::visit(ElementList& out, const Kind##AndWriteNode& node, bool popped) {                  \
    and_write(out, at(node), variable(node), node.value, popped);                                            \
  }                                                                                                          \
  void ISeqCompiler::visit(ElementList& out, const Kind##OrWriteNode& node, bool popped) {                   \
    or_write(out, at(node), variable(node), node.value, popped);                                             \
  }
MINIYARV_VARIABLE_VISITS(LocalVariable, local_variable)
MINIYARV_VARIABLE_VISITS(InstanceVariable, instance_variable)
MINIYARV_VARIABLE_VISITS(ClassVariable, class_variable)
MINIYARV_VARIABLE_VISITS(GlobalVariable, global_variable)
MINIYARV_VARIABLE_VISITS(Constant, constant)
#undef MINIYARV_VARIABLE_VISITS

void ISeqCompiler::visit(ElementList& out, const ItLocalVariableReadNode& node, bool popped) {
  if (popped) return;
  uint32_t level = 0;
  for (const ISeqCompiler* scope = this; scope; scope = scope->parent_, level++) {
    if (scope->has_it_parameter_) return get_local(out, at(node), {0, level});
  }
  get_local(out, at(node), find_local("<it>"));
}

void ISeqCompiler::visit(ElementList& out, const BackReferenceReadNode& node, bool popped) {
  if (popped) return;
  // `$&` and its relatives: the character, marked as not being a group's number.
  const auto kind = static_cast<uint32_t>(node.name.text()[1]);
  out.insn(at(node), Insn::getspecial, special_variable::kBackReference, kind << 1 | 1);
}

void ISeqCompiler::visit(ElementList& out, const NumberedReferenceReadNode& node, bool popped) {
  if (popped) return;
  if (node.number == 0) { // a group number too large for any regexp
    out.insn(at(node), Insn::putnil);
    return;
  }
  out.insn(at(node), Insn::getspecial, special_variable::kBackReference, node.number << 1);
}

} // namespace miniyarv
