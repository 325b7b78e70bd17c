#pragma once

#include "gc/object.hpp"

#include <cstdint>
#include <string>

namespace miniyarv {

class VM;

/// One pair, in insertion order. A deleted pair has key Qundef.
struct HashEntry {
  uint64_t hash;
  Value key;
  Value value;
};

/// T_HASH. Small hashes are a linear list in the slot; larger ones own an entry array and an index table.
struct Hash : Object {
  uint32_t count;      ///< live pairs
  uint32_t used;       ///< entries in use, deleted ones included
  uint32_t capacity;   ///< of `entries`
  uint32_t iterating;  ///< nesting of iterations in progress: adding a key then raises
  Value default_value; ///< or the default proc
  HashEntry* entries;  ///< points into the slot while embedded
  uint32_t* index;     ///< open addressing, entry number + 1; null while small
  // embedded entries may follow

  // User flags.
  static constexpr int kProcDefaultBit = 0, kIdentityBit = 1, kKeywordsBit = 2 /* ruby2_keywords flag */;
  bool by_identity() const { return user_flag<kIdentityBit>(); }
};

// Creation and access; may allocate, and call hash / eql? of keys that are not core types.
Hash* hash_new(VM&, size_t capacity = 0);
Hash* hash_dup(VM&, Hash*);                        ///< plain Hash: pairs and compare_by_identity, no default
Value hash_get(VM&, Hash*, Value key);             ///< Qundef when absent; no default
Value hash_aref(VM&, Hash*, Value key);            ///< Hash#[]: default and `default` method honoured
void hash_set(VM&, Hash*, Value key, Value value); ///< duplicates and freezes String keys; no frozen check
Value hash_delete(VM&, Hash*, Value key);          ///< Qundef when absent
void hash_clear(VM&, Hash*);
void hash_merge(VM&, Hash* into, Hash* from);
inline size_t hash_size(const Hash* h) { return h->count; }
/// fn(key, value) over live pairs, tolerating deletion during the walk. Return false to stop.
template <class F> void hash_each(Hash* h, F&& fn) {
  for (uint32_t i = 0; i < h->used; ++i) {
    const HashEntry& e = h->entries[i];
    if (e.key.is_undef()) continue;
    if (!fn(e.key, e.value)) return;
  }
}
std::string hash_inspect(VM&, Hash*);
inline bool is_hash(Value v) { return is_type(v, Type::Hash); }

void init_hash(VM&);

} // namespace miniyarv
