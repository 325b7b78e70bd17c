#include "compiler/iseq_compiler.hpp"

// Strings, symbols, regexps and commands with `#{}` in them.

namespace miniyarv {

namespace {

/// The literal that `#{"text"}` holds, which counts as text; null for other pieces.
const StringNode* embedded_literal(const Node* part) {
  const auto* embedded = as_if<EmbeddedStatementsNode>(part);
  if (!embedded || !embedded->statements || embedded->statements->body.size() != 1) return nullptr;
  return as_if<StringNode>(embedded->statements->body.front());
}

} // namespace

/// Pushes the pieces of an interpolated literal, neighbouring text merged, and returns how many values that
/// made. `result` is what a literal that turns out to be a single text becomes.
int ISeqCompiler::compile_pieces(ElementList& out, Position at, NodeList parts, StringResult result) {
  int pushed = 0;
  bool interpolated = false;
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
    interpolated = true;
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
    Insn insn = Insn::putobject;
    if (pushed == 0 && result != StringResult::Frozen) {
      insn = interpolated || result == StringResult::Mutable ? Insn::putstring : Insn::putchilledstring;
    }
    out.insn(text_at, insn, unit_.builder.string(*text, encoding));
    pushed++;
  }
  return pushed;
}

void ISeqCompiler::visit(ElementList& out, const InterpolatedStringNode& node, bool popped) {
  const Position where = at(node);
  const bool frozen = node.has(InterpolatedStringFlag::Frozen);
  const bool is_mutable = node.has(InterpolatedStringFlag::Mutable);
  if (is_static(&node)) {
    if (popped) return;
    out.insn(where,
             frozen       ? Insn::putobject
             : is_mutable ? Insn::putstring
                          : Insn::putchilledstring,
             static_literal(&node));
    return;
  }
  const int pieces = compile_pieces(out, where, node.parts,
                                    frozen       ? StringResult::Frozen
                                    : is_mutable ? StringResult::Mutable
                                                 : StringResult::Chilled);
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
