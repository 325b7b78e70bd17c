#pragma once

#include "gc/value.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace miniyarv {

/// IDs known at compile time, `ids::initialize` and so on, from vm/ids.def.
namespace ids {
enum : uint32_t {
  kNone = 0,
#define MINIYARV_ID(identifier, text) k_##identifier,
#include "vm/ids.def"
#undef MINIYARV_ID
  kCount
};
#define MINIYARV_ID(identifier, text) inline constexpr ID identifier{k_##identifier};
#include "vm/ids.def"
#undef MINIYARV_ID
} // namespace ids

/// What a name's spelling makes it. Method: ends in `?` or `!`. Junk: can only be written as a quoted symbol.
enum class IdKind : uint8_t { Local, Constant, Instance, Class, Global, Operator, AttrSet, Method, Junk };

/// The interned names of one VM.
class SymbolTable {
public:
  SymbolTable();
  ID intern(std::string_view name);
  /// ID::None when `name` was never interned.
  ID find(std::string_view name) const;
  std::string_view name(ID id) const { return names_[static_cast<size_t>(id)]; }
  /// Every interned ID is in [1, size()).
  size_t size() const { return names_.size(); }

  static IdKind classify(std::string_view name);
  bool is_constant(ID id) const { return classify(name(id)) == IdKind::Constant; }
  bool is_instance(ID id) const { return classify(name(id)) == IdKind::Instance; }

private:
  size_t slot_for(std::string_view name) const;
  ID add(std::string_view permanent, size_t slot);
  std::string_view store(std::string_view name);
  void rehash();

  std::vector<std::string_view> names_;
  std::vector<uint32_t> index_; // open addressing, 0 is empty
  std::vector<std::unique_ptr<char[]>> storage_;
  size_t storage_left_ = 0;
  char* storage_at_ = nullptr;
};

} // namespace miniyarv
