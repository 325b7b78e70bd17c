#include "compiler/iseq_compiler.hpp"

#include <algorithm>

// Strings, symbols, regexps and commands with `#{}` in them.

namespace miniyarv {

namespace {

/// The literal that `#{"text"}` holds, which counts as text; null for other pieces.
const StringNode* embedded_literal(const Node* part) {
  const auto* embedded = as_if<EmbeddedStatementsNode>(part);
  if (!embedded || !embedded->statements || embedded->statements->body.size() != 1) return nullptr;
  return as_if<StringNode>(embedded->statements->body.front());
}

bool is_text_only(NodeList parts) {
  return std::ranges::all_of(parts, [](const Node* part) { return is<StringNode>(part); });
}

} // namespace

/// The instruction that pushes a literal of one text.
Insn ISeqCompiler::text_insn(StringResult result) {
  switch (result) {
  case StringResult::Frozen: return Insn::putobject;
  case StringResult::Mutable: return Insn::putstring;
  case StringResult::Chilled: break;
  }
  return Insn::putchilledstring;
}

/// Pushes the pieces of an interpolated literal, neighbouring text merged, and returns how many values that
/// made. `result` is what a literal of adjacent texts becomes; one with `#{"text"}` in it is always mutable.
int ISeqCompiler::compile_pieces(ElementList& out, Position at, NodeList parts, StringResult result) {
  if (!is_text_only(parts)) result = StringResult::Mutable;
  int pushed = 0;
  std::optional<std::string> text;
  TextEncoding encoding = TextEncoding::Utf8;
  Position text_at = at;
  const auto add_text = [&](const StringNode& node, Position where) {
    if (!text) text_at = where;
    text = text.value_or("") + std::string(node.unescaped);
    if (node.has(StringFlag::ForcedBinaryEncoding)) encoding = TextEncoding::Binary;
  };
  if (parts.empty()) {
    out.insn(at, Insn::putnil);
    return 0;
  }
  for (size_t i = 0; i < parts.size(); i++) {
    const Node* part = parts[i];
    if (const auto* string = as_if<StringNode>(part)) {
      add_text(*string, i == 0 ? at : at_end_of(part));
      continue;
    }
    if (const StringNode* literal = embedded_literal(part)) {
      add_text(*literal, this->at(part));
      continue;
    }
    const Position where = this->at(part);
    if (!text && parts.size() == 1) {
      text = "";
      text_at = where;
    }
    if (text) {
      out.insn(text_at, Insn::putobject, unit_.builder.string(*text, encoding));
      pushed++;
      text.reset();
    }
    compile_value(out, part);
    out.insn(where, Insn::dup);
    out.insn(where, Insn::objtostring, call_site("to_s", 0, call_flag::kFcall));
    out.insn(where, Insn::anytostring);
    pushed++;
  }
  if (text) {
    out.insn(text_at, pushed == 0 ? text_insn(result) : Insn::putobject,
             unit_.builder.string(*text, encoding));
    pushed++;
  }
  return pushed;
}

void ISeqCompiler::visit(ElementList& out, const InterpolatedStringNode& node, bool popped) {
  const Position where = at(node);
  const StringResult result = node.has(InterpolatedStringFlag::Frozen)    ? StringResult::Frozen
                              : node.has(InterpolatedStringFlag::Mutable) ? StringResult::Mutable
                                                                          : StringResult::Chilled;
  const bool adjacent_only =
      std::ranges::all_of(node.parts, [](const Node* part) { return is<StringNode>(part); });
  if (is_static(&node) && adjacent_only) {
    if (!popped) out.insn(where, text_insn(result), static_literal(&node));
    return;
  }
  const int pieces = compile_pieces(out, where, node.parts, result);
  if (pieces > 1) out.insn(where, Insn::concatstrings, pieces);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const InterpolatedSymbolNode& node, bool popped) {
  const Position where = at(node);
  const int pieces = compile_pieces(out, where, node.parts, StringResult::Chilled);
  if (pieces > 1) out.insn(where, Insn::concatstrings, pieces);
  if (popped) {
    out.insn(where, Insn::pop);
  } else {
    out.insn(where, Insn::intern);
  }
}

void ISeqCompiler::visit(ElementList& out, const InterpolatedXStringNode& node, bool popped) {
  const Position where = at(node);
  out.insn(where, Insn::putself);
  const int pieces = compile_pieces(out, where, node.parts, StringResult::Chilled);
  if (pieces > 1) out.insn(where, Insn::concatstrings, pieces);
  send(out, where, "`", 1, call_flag::kFcall);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::compile_dynamic_regexp(ElementList& out, Position at, NodeList parts, const Node& node) {
  const int pieces = compile_pieces(out, at, parts, StringResult::Chilled);
  out.insn(at, Insn::toregexp, regexp_node_options(node), pieces);
}

void ISeqCompiler::visit(ElementList& out, const InterpolatedRegularExpressionNode& node, bool popped) {
  const Position where = at(node);
  if (node.has(RegexpFlag::Once)) {
    const ChildISeq body =
        compile_child(ScopeSource::of(&node), ISeqType::Plain, block_label(), block_range(&node));
    out.insn(where, Insn::once, body.id, head_.once_slots++);
  } else {
    compile_dynamic_regexp(out, where, node.parts, node);
  }
  if (popped) out.insn(where, Insn::pop);
}

/// An interpolated regexp alone as a condition: is it in `$_`?
void ISeqCompiler::visit(ElementList& out, const InterpolatedMatchLastLineNode& node, bool popped) {
  const Position where = at(node);
  compile_dynamic_regexp(out, where, node.parts, node);
  out.insn(where, Insn::getglobal, name("$_"));
  send(out, where, "=~", 1);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const EmbeddedStatementsNode& node, bool popped) {
  if (node.statements) {
    compile(out, node.statements, popped);
  } else if (!popped) {
    out.insn(at(node), Insn::putnil);
  }
}

void ISeqCompiler::visit(ElementList& out, const EmbeddedVariableNode& node, bool popped) {
  compile(out, node.variable, popped);
}

} // namespace miniyarv
