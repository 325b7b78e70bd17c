#include "compiler/iseq_compiler.hpp"

// Definitions of methods, classes and aliases; BEGIN and END.

namespace miniyarv {

void ISeqCompiler::visit(ElementList& out, const DefNode& node, bool popped) {
  const Position where = at(node);
  const NameId method = name(node.name);
  const ChildISeq body = compile_detached(ScopeSource::of(&node), ISeqType::Method, method,
                                          unit_.range(node.loc.start, node.loc.end));
  if (node.receiver) {
    compile_value(out, node.receiver);
    out.insn(where, Insn::definesmethod, method, body.id);
  } else {
    out.insn(where, Insn::definemethod, method, body.id);
  }
  if (!popped) out.insn(where, Insn::putobject, unit_.builder.symbol(method));
}

/// Pushes the module to define in and returns the flag that says whether it was named.
uint32_t ISeqCompiler::compile_class_owner(ElementList& out, Position at, const Node* path) {
  const auto* scoped = as_if<ConstantPathNode>(path);
  if (!scoped) {
    out.insn(at, Insn::putspecialobject, SpecialObject::ConstBase);
    return 0;
  }
  compile_constant_owner(out, at, scoped->parent);
  return defineclass::kScoped;
}

void ISeqCompiler::visit(ElementList& out, const ClassNode& node, bool popped) {
  const Position where = at(node);
  const NameId label = name("<class:" + std::string(node.name.text()) + ">");
  const ChildISeq body = compile_child(ScopeSource::of(&node), ISeqType::Class, label,
                                       unit_.range(node.loc.start, node.loc.end));
  uint32_t flags = defineclass::kClass | compile_class_owner(out, where, node.constant_path);
  if (node.superclass) {
    flags |= defineclass::kHasSuperclass;
    compile_value(out, node.superclass);
  } else {
    out.insn(where, Insn::putnil);
  }
  out.insn(where, Insn::defineclass, name(node.name), body.id, flags);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const ModuleNode& node, bool popped) {
  const Position where = at(node);
  const NameId label = name("<module:" + std::string(node.name.text()) + ">");
  const ChildISeq body = compile_child(ScopeSource::of(&node), ISeqType::Class, label,
                                       unit_.range(node.loc.start, node.loc.end));
  const uint32_t flags = defineclass::kModule | compile_class_owner(out, where, node.constant_path);
  out.insn(where, Insn::putnil);
  out.insn(where, Insn::defineclass, name(node.name), body.id, flags);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const SingletonClassNode& node, bool popped) {
  const Position where = at(node);
  const ChildISeq body = compile_detached(ScopeSource::of(&node), ISeqType::Class, name("singleton class"),
                                          unit_.range(node.loc.start, node.loc.end));
  compile_value(out, node.expression);
  out.insn(where, Insn::putnil);
  out.insn(where, Insn::defineclass, name("singletonclass"), body.id, defineclass::kSingleton);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const AliasMethodNode& node, bool popped) {
  const Position where = at(node);
  out.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
  out.insn(where, Insn::putspecialobject, SpecialObject::CBase);
  compile_value(out, node.new_name);
  compile_value(out, node.old_name);
  send(out, where, "core#set_method_alias", 3);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const AliasGlobalVariableNode& node, bool popped) {
  const Position where = at(node);
  const auto put_name = [&](const Node* variable) {
    out.insn(where, Insn::putobject, unit_.builder.symbol(unit_.source.slice(variable->loc)));
  };
  out.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
  put_name(node.new_name);
  put_name(node.old_name);
  send(out, where, "core#set_variable_alias", 2);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const UndefNode& node, bool popped) {
  const Position where = at(node);
  for (size_t i = 0; i < node.names.size(); i++) {
    out.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
    out.insn(where, Insn::putspecialobject, SpecialObject::CBase);
    compile_value(out, node.names[i]);
    send(out, where, "core#undef_method", 2);
    if (i + 1 < node.names.size()) out.insn(where, Insn::pop);
  }
  if (popped) out.insn(where, Insn::pop);
}

/// BEGIN blocks run before everything else, wherever they stand; nested ones before the block around them.
void ISeqCompiler::visit(ElementList&, const PreExecutionNode& node, bool popped) {
  ElementList* const outer = pre_execution_;
  ElementList nested(unit_.arena);
  ElementList body(unit_.arena);
  pre_execution_ = &nested;
  if (node.statements) {
    for (const Node* statement : node.statements->body) compile_popped(body, statement);
  }
  if (!popped) body.insn(at(node), Insn::putnil);
  pre_execution_ = outer;
  outer->append(nested);
  outer->append(body);
}

void ISeqCompiler::visit(ElementList& out, const PostExecutionNode& node, bool popped) {
  const Position where = at(node);
  const ChildISeq body = compile_block(&node);
  out.insn(where, Insn::once, body.id, head_.once_slots++);
  if (popped) out.insn(where, Insn::pop);
}

} // namespace miniyarv
