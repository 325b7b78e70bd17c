#pragma once

#include "frontend/syntax/ast.hpp"

namespace miniyarv {

/// Calls `visit(const Node*)` for each child of a node, in the order of the node table. Not recursive.
template <class Visitor> void for_each_child(const Node* node, Visitor visit) {
  switch (node->kind) {
#define CHILD(Type, field)                                                                                   \
  if (n->field) visit(static_cast<const Node*>(n->field));
#define MAYBE(Type, field)                                                                                   \
  if (n->field) visit(static_cast<const Node*>(n->field));
#define LIST(field)                                                                                          \
  for (const Node* child : n->field) visit(child);
#define LOC(field)
#define MAYBE_LOC(field)
#define NAME(field)
#define MAYBE_NAME(field)
#define NAMES(field)
#define BYTES(field)
#define INTEGER(field)
#define FLOAT(field)
#define COUNT(field)
#define FLAGS(Group)
#define NODE(Kind, ...)                                                                                      \
  case NodeKind::Kind: {                                                                                     \
    [[maybe_unused]] const auto* n = static_cast<const Kind##Node*>(node);                                   \
    __VA_ARGS__                                                                                              \
    break;                                                                                                   \
  }
#include "frontend/syntax/nodes.def"
#undef CHILD
#undef MAYBE
#undef LIST
#undef LOC
#undef MAYBE_LOC
#undef NAME
#undef MAYBE_NAME
#undef NAMES
#undef BYTES
#undef INTEGER
#undef FLOAT
#undef COUNT
#undef FLAGS
  }
}

} // namespace miniyarv
