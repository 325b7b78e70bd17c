#include "compiler/iseq_compiler.hpp"

#include <algorithm>

// Constant paths: `A::B`, `::A`, `expr::A`, and writes to them.

namespace miniyarv {

const PathNames* ISeqCompiler::constant_path(std::span<const NameId> names) {
  return make_in<PathNames>(unit_.arena, copy_into(unit_.arena, names));
}

/// The names of a path that consists of nothing but names; false if it does not.
bool ISeqCompiler::static_path(const Node* node, std::vector<NameId>& path) {
  path.clear();
  while (const auto* step = as_if<ConstantPathNode>(node)) {
    path.push_back(name(step->name));
    node = step->parent;
  }
  if (!node) {
    path.push_back(NameId::None);
  } else if (const auto* first = as_if<ConstantReadNode>(node)) {
    path.push_back(name(first->name));
  } else {
    return false;
  }
  std::reverse(path.begin(), path.end());
  return true;
}

void ISeqCompiler::visit(ElementList& out, const ConstantPathNode& node, bool popped) {
  const Position where = at(node);
  std::vector<NameId> path;
  const bool is_static = static_path(&node, path);
  if (is_static && unit_.options.inline_const_cache) {
    out.insn(where, Insn::opt_getconstant_path, constant_path(path));
  } else {
    compile_path_steps(out, node, is_static);
  }
  if (popped) out.insn(where, Insn::pop);
}

/// A path looked up name by name.
void ISeqCompiler::compile_path_steps(ElementList& out, const ConstantPathNode& node, bool is_static) {
  std::vector<const ConstantPathNode*> steps;
  const Node* first = &node;
  for (const auto* step = as_if<ConstantPathNode>(first); step; step = as_if<ConstantPathNode>(first)) {
    steps.push_back(step);
    first = step->parent;
  }
  const auto look_up = [&](Position where, LiteralId lexical, Name constant) {
    out.insn(where, Insn::putobject, lexical);
    out.insn(where, Insn::getconstant, name(constant));
  };
  if (!is_static) {
    compile_value(out, first);
  } else {
    out.insn(at(node), Insn::putnil);
    if (const auto* read = as_if<ConstantReadNode>(first)) {
      look_up(at(read), literal_true(), read->name);
    } else {
      const Position where = at(steps.back());
      out.insn(where, Insn::pop);
      out.insn(where, Insn::putobject, core_class("Object"));
      look_up(where, literal_true(), steps.back()->name);
      steps.pop_back();
    }
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    look_up(at(*step), literal_false(), (*step)->name);
}

/// Pushes what the last name of a path is looked up in.
void ISeqCompiler::compile_constant_owner(ElementList& out, Position at, const Node* parent) {
  if (parent) {
    compile_value(out, parent);
  } else {
    out.insn(at, Insn::putobject, core_class("Object"));
  }
}

void ISeqCompiler::visit(ElementList& out, const ConstantPathWriteNode& node, bool popped) {
  const Position where = at(node);
  compile_constant_owner(out, where, node.target->parent);
  compile_value(out, node.value);
  if (!popped) {
    out.insn(where, Insn::swap);
    out.insn(where, Insn::topn, 1);
  }
  out.insn(where, Insn::swap);
  out.insn(where, Insn::setconstant, name(node.target->name));
}

void ISeqCompiler::visit(ElementList& out, const ConstantPathOperatorWriteNode& node, bool popped) {
  const Position where = at(node);
  const NameId constant = name(node.target->name);
  compile_constant_owner(out, where, node.target->parent);
  out.insn(where, Insn::dup);
  out.insn(where, Insn::putobject, literal_true());
  out.insn(where, Insn::getconstant, constant);
  compile_value(out, node.value);
  send(out, where, node.binary_operator.text(), 1, call_flag::kFcall);
  out.insn(where, Insn::swap);
  if (!popped) {
    out.insn(where, Insn::topn, 1);
    out.insn(where, Insn::swap);
  }
  out.insn(where, Insn::setconstant, constant);
}

void ISeqCompiler::visit(ElementList& out, const ConstantPathAndWriteNode& node, bool popped) {
  conditional_path_write(out, at(node), *node.target, node.value, Insn::branchunless, popped);
}

void ISeqCompiler::visit(ElementList& out, const ConstantPathOrWriteNode& node, bool popped) {
  conditional_path_write(out, at(node), *node.target, node.value, Insn::branchif, popped);
}

/// `P::A &&= v` and `P::A ||= v`; the latter asks first whether there is such a constant.
void ISeqCompiler::conditional_path_write(ElementList& out, Position at, const ConstantPathNode& path,
                                          const Node* value, Insn skip_if, bool popped) {
  const NameId constant = name(path.name);
  Label* const assign = new_label();
  Label* const done = new_label();
  compile_constant_owner(out, at, path.parent);
  out.insn(at, Insn::dup);
  if (skip_if == Insn::branchif) {
    out.insn(at, Insn::defined, DefinedKind::ConstantFrom, unit_.builder.symbol(constant), literal_true());
    out.jump(at, Insn::branchunless, assign);
    out.insn(at, Insn::dup);
  }
  out.insn(at, Insn::putobject, literal_true());
  out.insn(at, Insn::getconstant, constant);
  if (!popped) out.insn(at, Insn::dup);
  out.jump(at, skip_if, done);
  if (!popped) out.insn(at, Insn::pop);
  if (skip_if == Insn::branchif) out.label(assign);
  compile_value(out, value);
  if (popped) {
    out.insn(at, Insn::topn, 1);
  } else {
    out.insn(at, Insn::dupn, 2);
    out.insn(at, Insn::swap);
  }
  out.insn(at, Insn::setconstant, constant);
  out.label(done);
  if (!popped) out.insn(at, Insn::swap);
  out.insn(at, Insn::pop);
}

} // namespace miniyarv
