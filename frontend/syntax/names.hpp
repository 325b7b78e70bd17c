#pragma once

#include "frontend/syntax/ast.hpp"

#include <memory_resource>
#include <string_view>
#include <vector>

namespace miniyarv {

/// The identifiers of one source, each stored once.
class NameTable {
public:
  explicit NameTable(std::pmr::memory_resource& arena);

  /// The name with this text; the text is copied into the arena when it is new.
  Name intern(std::string_view text);
  /// The same for text that lives as long as the arena, which is then not copied.
  Name intern_stable(std::string_view text);

  const std::vector<const NameEntry*>& entries() const { return entries_; }

private:
  Name find_or_add(std::string_view text, bool stable);
  void grow();

  std::pmr::memory_resource& arena_;
  std::vector<const NameEntry*> entries_;
  std::vector<const NameEntry*> buckets_; ///< open addressing, a power of two of them
};

} // namespace miniyarv
