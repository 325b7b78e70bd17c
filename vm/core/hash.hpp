#pragma once

#include "gc/object.hpp"

#include <cstdint>
#include <string>

namespace miniyarv {

class Heap;
class VM;

/// One pair, in insertion order. A deleted pair has key Qundef.
struct HashEntry {
  uint64_t hash;
  Value key;
  Value value;
};

/// T_HASH. Up to kMaxLinear pairs are a list that is searched from the front, in the slot as long as they fit
/// there; more have an entry array of their own and an index table with room for twice as many.
struct Hash : Object {
  uint32_t count;     ///< live pairs
  uint32_t used;      ///< entries in use, deleted ones included
  uint32_t capacity;  ///< of `entries`; a power of two when there is an index
  uint32_t first;     ///< no live entry comes before this one
  uint32_t iterating; ///< nesting of iterations in progress: adding a key then raises
  uint32_t reserved;
  Value default_value; ///< or the default proc
  HashEntry* entries;  ///< points into the slot while embedded
  uint32_t* index;     ///< open addressing, entry number + 1 or 0; null while linear
  // embedded entries follow

  // User flags.
  static constexpr int kProcDefaultBit = 0, kIdentityBit = 1, kKeywordsBit = 2 /* ruby2_keywords flag */;
  static constexpr uint32_t kMaxLinear = 8;
  bool by_identity() const { return user_flag<kIdentityBit>(); }
  HashEntry* embedded() { return reinterpret_cast<HashEntry*>(this + 1); }
};
static_assert(sizeof(Hash) + Hash::kMaxLinear * sizeof(HashEntry) == 256);

void register_hash_type(Heap&);

// Creation and access; may allocate, and call hash / eql? of keys that are not core types.
Hash* hash_new(VM&, size_t capacity = 0);
Hash* hash_new_class(VM&, Class*, size_t capacity);
Hash* hash_dup(VM&, Hash*);             ///< plain Hash: pairs and compare_by_identity, no default
Value hash_get(VM&, Hash*, Value key);  ///< Qundef when absent; no default
Value hash_aref(VM&, Hash*, Value key); ///< Hash#[]: default and `default` method honoured
/// What Hash#[] answers for an absent key.
Value hash_default(VM&, Hash*, Value key);
void hash_set(VM&, Hash*, Value key, Value value); ///< duplicates and freezes String keys; no frozen check
Value hash_delete(VM&, Hash*, Value key);          ///< Qundef when absent
/// Deletes entry `i`. Precondition: it is live.
void hash_delete_entry(Hash*, uint32_t i);
void hash_clear(VM&, Hash*);
void hash_merge(VM&, Hash* into, Hash* from);
/// Becomes a copy of `from`: pairs and compare_by_identity; the default stays.
void hash_assign(VM&, Hash*, Hash* from);
void hash_rehash(VM&, Hash*); ///< files pairs by their keys' present hashes
void hash_set_default(VM&, Hash*, Value v, bool is_proc);
inline bool hash_has_default_proc(const Hash* h) { return h->user_flag<Hash::kProcDefaultBit>(); }
inline size_t hash_size(const Hash* h) { return h->count; }
/// fn(key, value) over live pairs, tolerating deletion during the walk. Return false to stop.
template <class F> void hash_each(Hash* h, F&& fn) {
  for (uint32_t i = h->first; i < h->used; ++i) {
    const HashEntry& e = h->entries[i];
    if (e.key.is_undef()) continue;
    if (!fn(e.key, e.value)) return;
  }
}
/// The first live entry from `i` on; h->used when there is none.
inline uint32_t hash_next_live(const Hash* h, uint32_t i) {
  if (i < h->first) i = h->first;
  while (i < h->used && h->entries[i].key.is_undef()) ++i;
  return i;
}
std::string hash_inspect(VM&, Hash*);
inline bool is_hash(Value v) { return is_type(v, Type::Hash); }

void init_hash(VM&);

} // namespace miniyarv
