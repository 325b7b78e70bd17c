#include "compiler/iseq_compiler.hpp"

// `r.a += v`, `r[i] ||= v` and their relatives. Those on variables are in compile_variable.cpp, those on
// constant paths in compile_constant.cpp.

namespace miniyarv {

namespace {
template <class N> uint16_t visibility_flag(const N& node) {
  return node.has(CallFlag::IgnoreVisibility) ? call_flag::kFcall : 0;
}
} // namespace

void ISeqCompiler::visit(ElementList& out, const CallOperatorWriteNode& node, bool popped) {
  const Position where = at(node);
  const uint16_t flags = visibility_flag(node);
  Label* const safe = new_label();
  const bool is_safe = node.has(CallFlag::SafeNavigation);
  compile_value(out, node.receiver);
  if (is_safe) {
    out.insn(where, Insn::dup);
    out.jump(where, Insn::branchnil, safe);
  }
  out.insn(where, Insn::dup);
  send(out, where, node.read_name.text(), 0, flags);
  compile_value(out, node.value);
  send(out, where, node.binary_operator.text(), 1);
  if (!popped) {
    out.insn(where, Insn::swap);
    out.insn(where, Insn::topn, 1);
  }
  send(out, where, node.write_name.text(), 1, flags);
  if (is_safe && popped) out.label(safe);
  out.insn(where, Insn::pop);
  if (is_safe && !popped) out.label(safe);
}

void ISeqCompiler::visit(ElementList& out, const CallAndWriteNode& node, bool popped) {
  conditional_attribute_write(out, node, Insn::branchunless, popped);
}

void ISeqCompiler::visit(ElementList& out, const CallOrWriteNode& node, bool popped) {
  conditional_attribute_write(out, node, Insn::branchif, popped);
}

template <class N>
void ISeqCompiler::conditional_attribute_write(ElementList& out, const N& node, Insn skip_if, bool popped) {
  const Position where = at(node);
  const uint16_t flags = visibility_flag(node);
  Label* const skip = new_label();
  Label* const done = new_label();
  Label* const safe = new_label();
  const bool is_safe = node.has(CallFlag::SafeNavigation);
  compile_value(out, node.receiver);
  if (is_safe) {
    out.insn(where, Insn::dup);
    out.jump(where, Insn::branchnil, safe);
  }
  out.insn(where, Insn::dup);
  send(out, where, node.read_name.text(), 0, flags);
  if (!popped) out.insn(where, Insn::dup);
  out.jump(where, skip_if, skip);
  if (!popped) out.insn(where, Insn::pop);
  compile_value(out, node.value);
  if (!popped) {
    out.insn(where, Insn::swap);
    out.insn(where, Insn::topn, 1);
  }
  send(out, where, node.write_name.text(), 1, flags);
  out.jump(where, Insn::jump, done);
  out.label(skip);
  if (!popped) out.insn(where, Insn::swap);
  out.label(done);
  if (is_safe && popped) out.label(safe);
  out.insn(where, Insn::pop);
  if (is_safe && !popped) out.label(safe);
}

// --- r[i] ---

/// Pushes receiver and arguments, then what is at that index.
template <class N>
ISeqCompiler::IndexAccess ISeqCompiler::read_index(ElementList& out, Position at, const N& node,
                                                   bool popped) {
  if (!popped) out.insn(at, Insn::putnil);
  compile_value(out, node.receiver);
  CallArguments args = compile_arguments(out, at, node.arguments, node.block);
  args.flags |= visibility_flag(node);
  const int stored = args.argc + 1 + (args.has(call_flag::kArgsBlockarg) ? 1 : 0);
  out.insn(at, Insn::dupn, stored);
  CallArguments read = args;
  read.flags = static_cast<uint16_t>(read.flags & ~(call_flag::kArgsSplatMut | call_flag::kKwSplatMut));
  send(out, at, name("[]"), read);
  return {std::move(args), stored};
}

/// Stores the top of the stack, which is above receiver and arguments, and leaves the reserved slot.
void ISeqCompiler::write_index(ElementList& out, Position at, IndexAccess access, bool popped) {
  CallArguments& args = access.args;
  const bool block = args.has(call_flag::kArgsBlockarg);
  if (!popped) out.insn(at, Insn::setn, access.stored + 1);
  if (!args.has(call_flag::kArgsSplat)) {
    if (block) out.insn(at, Insn::swap);
    args.argc++;
  } else {
    if (block) {
      out.insn(at, Insn::dupn, 3);
      out.insn(at, Insn::swap);
      out.insn(at, Insn::pop);
    }
    if (!args.has(call_flag::kArgsSplatMut)) {
      out.insn(at, Insn::swap);
      out.insn(at, Insn::splatarray, literal_true());
      out.insn(at, Insn::swap);
      args.flags |= call_flag::kArgsSplatMut;
    }
    out.insn(at, Insn::pushtoarray, 1);
    if (block) {
      out.insn(at, Insn::setn, 3);
      out.insn(at, Insn::pop);
      out.insn(at, Insn::pop);
    }
  }
  send(out, at, name("[]="), args);
  out.insn(at, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const IndexOperatorWriteNode& node, bool popped) {
  const Position where = at(node);
  IndexAccess access = read_index(out, where, node, popped);
  compile_value(out, node.value);
  send(out, where, node.binary_operator.text(), 1);
  write_index(out, where, std::move(access), popped);
}

void ISeqCompiler::visit(ElementList& out, const IndexAndWriteNode& node, bool popped) {
  conditional_index_write(out, node, Insn::branchunless, popped);
}

void ISeqCompiler::visit(ElementList& out, const IndexOrWriteNode& node, bool popped) {
  conditional_index_write(out, node, Insn::branchif, popped);
}

template <class N>
void ISeqCompiler::conditional_index_write(ElementList& out, const N& node, Insn skip_if, bool popped) {
  const Position where = at(node);
  Label* const skip = new_label();
  Label* const done = new_label();
  IndexAccess access = read_index(out, where, node, popped);
  const int stored = access.stored;
  out.insn(where, Insn::dup);
  out.jump(where, skip_if, skip);
  out.insn(where, Insn::pop);
  compile_value(out, node.value);
  write_index(out, where, std::move(access), popped);
  out.jump(where, Insn::jump, done);
  out.label(skip);
  if (!popped) out.insn(where, Insn::setn, stored + 1);
  out.insn(where, Insn::adjuststack, stored + 1);
  out.label(done);
}

} // namespace miniyarv
