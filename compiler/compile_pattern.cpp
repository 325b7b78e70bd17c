#include "compiler/iseq_compiler.hpp"
namespace miniyarv {
void ISeqCompiler::visit(ElementList&, const CaseMatchNode& node, bool) { unexpected_node(node.kind); }
void ISeqCompiler::visit(ElementList&, const MatchRequiredNode& node, bool) { unexpected_node(node.kind); }
void ISeqCompiler::visit(ElementList&, const MatchPredicateNode& node, bool) { unexpected_node(node.kind); }
} // namespace miniyarv
