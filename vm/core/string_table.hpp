#pragma once

#include "vm/vm.hpp"

#include <string_view>
#include <vector>

namespace miniyarv {

/// The interned frozen strings of a VM. Weak: strings that nothing else references are dropped when a
/// collection ends.
class FrozenStringTable final : public VMState {
public:
  static constexpr StateSlot kSlot = StateSlot::Strings;

  String* find_or_add(VM&, std::string_view bytes, Encoding);
  /// Makes `s`, frozen and of plain bytes, the interned one unless there is an equal string already.
  String* find_or_adopt(VM&, String* s);
  void sweep_weak(Heap&) override;

private:
  struct Entry {
    uint64_t hash;
    String* string; ///< null: free
  };
  Entry& locate(std::string_view bytes, Encoding, uint64_t hash);
  void insert(String*, uint64_t hash);
  void rehash(size_t size);

  std::vector<Entry> entries_; // open addressing, linear probing; a power of two
  size_t count_ = 0;
};

/// Hash of bytes alone, the same in every VM and run.
uint64_t hash_bytes(std::string_view bytes, uint64_t seed);

} // namespace miniyarv
