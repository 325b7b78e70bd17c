#pragma once

#include "frontend/syntax/ast.hpp"

#include <string>
#include <unordered_map>

namespace miniyarv {

/// The literals seen so far as keys of a hash or conditions of a `case`, to find duplicates.
class StaticLiterals {
public:
  explicit StaticLiterals(const Source& source) : source_(source) {}

  /// Remembers a literal. Returns the equal one that came before, or null; anything but a literal is ignored.
  /// With `replace` the new one is what later duplicates are compared with.
  const Node* add(const Node* node, bool replace);

private:
  const Source& source_;
  std::unordered_map<std::string, const Node*> seen_;
};

/// A literal as `inspect` shows it.
std::string inspect_literal(const Node* node, const Source& source);

} // namespace miniyarv
