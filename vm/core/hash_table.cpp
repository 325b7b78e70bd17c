// The table behind Hash: pairs in insertion order, found by a linear search or through an index.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/method.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace miniyarv {

namespace {

constexpr uint32_t kAbsent = UINT32_MAX;
constexpr uint32_t kMaxCapacity = uint32_t{1} << 30;

// --- Keys ---

/// Keys for which equal means the same word, and whose word is their hash.
bool is_word_key(Value key) { return !key.is_object() && !key.is_flonum(); }

uint64_t key_hash(VM& vm, const Hash* h, Value key) {
  if (is_word_key(key) || h->by_identity()) return key.bits;
  if (is_string(key)) return str_hash(vm, key.as<String>());
  return value_hash(vm, key);
}

bool is_plain_string(VM& vm, Value v) { return is_string(v) && v.object()->klass == vm.cString; }

/// Precondition: the hashes are equal and the words are not. May run Ruby code.
bool keys_eql(VM& vm, const Hash* h, Value a, Value b) {
  if (h->by_identity() || is_word_key(a) || is_word_key(b)) return false;
  if (is_plain_string(vm, a) && is_plain_string(vm, b)) return str_equal(a.as<String>(), b.as<String>());
  if (is_float(a) && is_float(b)) return float_value(a) == float_value(b);
  return values_eql(vm, a, b);
}

// --- Search ---

uint32_t index_size(const Hash* h) { return h->capacity * 2; }
uint32_t home(const Hash* h, uint64_t hash) {
  return static_cast<uint32_t>((hash * 0x9E3779B97F4A7C15) >> (64 - std::countr_zero(index_size(h))));
}

/// What a search relies on; user code run by keys_eql may have changed it.
struct Snapshot {
  const HashEntry* entries;
  const uint32_t* index;
  uint32_t used, count;
  explicit Snapshot(const Hash* h) : entries(h->entries), index(h->index), used(h->used), count(h->count) {}
  bool operator==(const Snapshot&) const = default;
};

enum class Match : uint8_t { No, Yes, TableChanged };

Match match(VM& vm, const Hash* h, const HashEntry& e, Value key, uint64_t hash) {
  if (e.key == key) return Match::Yes;
  if (e.hash != hash || e.key.is_undef()) return Match::No;
  const Snapshot before(h);
  const bool eql = keys_eql(vm, h, key, e.key);
  if (!(Snapshot(h) == before)) return Match::TableChanged;
  return eql ? Match::Yes : Match::No;
}

uint32_t find_linear(VM& vm, const Hash* h, Value key, uint64_t hash) {
  for (uint32_t i = h->first; i < h->used; ++i) {
    const Match m = match(vm, h, h->entries[i], key, hash);
    if (m == Match::Yes) return i;
    if (m == Match::TableChanged) i = h->first - 1;
  }
  return kAbsent;
}

uint32_t find_indexed(VM& vm, const Hash* h, Value key, uint64_t hash) {
  const uint32_t mask = index_size(h) - 1;
  for (uint32_t slot = home(h, hash); h->index[slot]; slot = (slot + 1) & mask) {
    const uint32_t i = h->index[slot] - 1;
    const Match m = match(vm, h, h->entries[i], key, hash);
    if (m == Match::Yes) return i;
    if (m == Match::TableChanged)
      return h->index ? find_indexed(vm, h, key, hash) : find_linear(vm, h, key, hash);
  }
  return kAbsent;
}

uint32_t find(VM& vm, const Hash* h, Value key, uint64_t hash) {
  return h->index ? find_indexed(vm, h, key, hash) : find_linear(vm, h, key, hash);
}

uint32_t find(VM& vm, const Hash* h, Value key) {
  if (h->count == 0) return kAbsent;
  if (!h->index && is_word_key(key)) {
    for (uint32_t i = h->first; i < h->used; ++i)
      if (h->entries[i].key == key) return i;
    return kAbsent;
  }
  return find(vm, h, key, key_hash(vm, h, key));
}

// --- Storage ---

size_t entry_bytes(uint32_t capacity) { return size_t{capacity} * sizeof(HashEntry); }
size_t index_bytes(uint32_t capacity) { return size_t{capacity} * 2 * sizeof(uint32_t); }
bool is_outside(Hash* h) { return h->entries != h->embedded(); }

void index_entry(Hash* h, uint32_t i) {
  const uint32_t mask = index_size(h) - 1;
  uint32_t slot = home(h, h->entries[i].hash);
  while (h->index[slot]) slot = (slot + 1) & mask;
  h->index[slot] = i + 1;
}

/// Moves live entries together and rebuilds the index. Must not run during an iteration.
void compact(Hash* h) {
  uint32_t n = 0;
  for (uint32_t i = h->first; i < h->used; ++i)
    if (!h->entries[i].key.is_undef()) h->entries[n++] = h->entries[i];
  h->used = n;
  h->first = 0;
  if (!h->index) return;
  std::memset(h->index, 0, index_bytes(h->capacity));
  for (uint32_t i = 0; i < n; ++i) index_entry(h, i);
}

void free_storage(Heap& heap, Hash* h) {
  if (!is_outside(h)) return;
  heap.free(h->entries, entry_bytes(h->capacity));
  if (h->index) heap.free(h->index, index_bytes(h->capacity));
}

void become_empty(Hash* h) {
  h->count = h->used = h->first = 0;
  h->entries = h->embedded();
  h->capacity = static_cast<uint32_t>((slot_size(h->pool()) - sizeof(Hash)) / sizeof(HashEntry));
  h->index = nullptr;
}

/// Moves to outside storage for `capacity` entries.
void set_capacity(VM& vm, Hash* h, uint32_t capacity) {
  if (capacity > kMaxCapacity) raise_argument_error(vm, "hash too big");
  auto* entries = vm.heap.malloc_array<HashEntry>(capacity);
  uint32_t* index = nullptr;
  if (capacity > Hash::kMaxLinear) {
    try {
      index = static_cast<uint32_t*>(vm.heap.malloc(index_bytes(capacity)));
    } catch (const HeapExhausted&) {
      vm.heap.free(entries, entry_bytes(capacity));
      throw;
    }
  }
  std::memcpy(static_cast<void*>(entries), h->entries, entry_bytes(h->used));
  free_storage(vm.heap, h);
  if (!is_outside(h)) vm.heap.set_owning(h);
  h->entries = entries;
  h->capacity = capacity;
  h->index = index;
  compact(h);
}

uint32_t capacity_for(size_t n) {
  if (n > kMaxCapacity) return kMaxCapacity + 1;
  return n <= Hash::kMaxLinear ? Hash::kMaxLinear : std::bit_ceil(static_cast<uint32_t>(n));
}

void make_room(VM& vm, Hash* h) {
  if (h->used < h->capacity) return;
  if (h->count <= h->capacity / 2)
    compact(h);
  else
    set_capacity(vm, h, capacity_for(size_t{h->count} + 1));
}

void append_entry(VM& vm, Hash* h, uint64_t hash, Value key, Value value) {
  make_room(vm, h);
  const uint32_t i = h->used++;
  h->entries[i] = {hash, key, value};
  ++h->count;
  if (h->index) index_entry(h, i);
  vm.heap.write_barrier(h, key);
  vm.heap.write_barrier(h, value);
}

void copy_table(VM& vm, Hash* to, Hash* from) {
  if (from->count > to->capacity) set_capacity(vm, to, capacity_for(from->count));
  to->set_user_flag<Hash::kIdentityBit>(from->by_identity());
  for (uint32_t i = from->first; i < from->used; ++i) {
    if (from->entries[i].key.is_undef()) continue;
    to->entries[to->used++] = from->entries[i];
    if (to->index) index_entry(to, to->used - 1);
  }
  to->count = to->used;
  vm.heap.write_barrier(to);
}

// --- The collector's side ---

void mark_hash(Object* o, Marker& marker) {
  auto* h = static_cast<Hash*>(o);
  marker.mark(h->default_value);
  for (uint32_t i = h->first; i < h->used; ++i) {
    marker.mark(h->entries[i].key);
    marker.mark(h->entries[i].value);
  }
}

void destroy_hash(Object* o, Heap& heap) { free_storage(heap, static_cast<Hash*>(o)); }

size_t hash_memsize(const Object* o) {
  auto* h = static_cast<Hash*>(const_cast<Object*>(o));
  if (!is_outside(h)) return 0;
  return entry_bytes(h->capacity) + (h->index ? index_bytes(h->capacity) : 0);
}

} // namespace

void register_hash_type(Heap& heap) {
  heap.register_type(Type::Hash, {"Hash", mark_hash, destroy_hash, hash_memsize});
}

Hash* hash_new_class(VM& vm, Class* klass, size_t capacity) {
  if (capacity == 0) capacity = 4;
  const bool embed = capacity <= Hash::kMaxLinear;
  const SizePool pool =
      size_pool_for(sizeof(Hash) + (embed ? entry_bytes(static_cast<uint32_t>(capacity)) : 0));
  auto* h = static_cast<Hash*>(vm.heap.allocate(pool, Object::make_flags(Type::Hash, pool), klass));
  become_empty(h);
  h->iterating = 0;
  h->default_value = Qnil;
  if (!embed) set_capacity(vm, h, capacity_for(capacity));
  return h;
}

Hash* hash_new(VM& vm, size_t capacity) { return hash_new_class(vm, vm.cHash, capacity); }

Hash* hash_dup(VM& vm, Hash* from) {
  Hash* h = hash_new(vm, from->count);
  copy_table(vm, h, from);
  return h;
}

void hash_assign(VM& vm, Hash* h, Hash* from) {
  if (h == from) return;
  free_storage(vm.heap, h);
  become_empty(h);
  copy_table(vm, h, from);
}

Value hash_get(VM& vm, Hash* h, Value key) {
  const uint32_t i = find(vm, h, key);
  return i == kAbsent ? Qundef : h->entries[i].value;
}

void hash_set(VM& vm, Hash* h, Value key, Value value) {
  const uint64_t hash = key_hash(vm, h, key);
  const uint32_t i = h->count ? find(vm, h, key, hash) : kAbsent;
  if (i != kAbsent) {
    h->entries[i].value = value;
    return vm.heap.write_barrier(h, value);
  }
  if (h->iterating) raise(vm, vm.eRuntimeError, "can't add a new key into hash during iteration");
  if (is_plain_string(vm, key) && !key.object()->frozen() && !h->by_identity())
    key = str_frozen_copy(vm, key.as<String>());
  append_entry(vm, h, hash, key, value);
}

void hash_delete_entry(Hash* h, uint32_t i) {
  h->entries[i].key = Qundef;
  h->entries[i].value = Qnil;
  --h->count;
  while (h->first < h->used && h->entries[h->first].key.is_undef()) ++h->first;
  if (h->count == 0 && !h->index && !h->iterating) h->first = h->used = 0;
}

Value hash_delete(VM& vm, Hash* h, Value key) {
  const uint32_t i = find(vm, h, key);
  if (i == kAbsent) return Qundef;
  const Value value = h->entries[i].value;
  hash_delete_entry(h, i);
  return value;
}

void hash_clear(VM& vm, Hash* h) {
  if (h->iterating) {
    for (uint32_t i = h->first; i < h->used; ++i)
      if (!h->entries[i].key.is_undef()) hash_delete_entry(h, i);
    return;
  }
  free_storage(vm.heap, h);
  become_empty(h);
}

void hash_merge(VM& vm, Hash* into, Hash* from) {
  for (uint32_t i = from->first; i < from->used; ++i)
    if (!from->entries[i].key.is_undef()) hash_set(vm, into, from->entries[i].key, from->entries[i].value);
}

void hash_rehash(VM& vm, Hash* h) {
  Hash* fresh = hash_new(vm, h->count);
  fresh->set_user_flag<Hash::kIdentityBit>(h->by_identity());
  hash_merge(vm, fresh, h);
  hash_assign(vm, h, fresh);
}

void hash_set_default(VM& vm, Hash* h, Value v, bool is_proc) {
  h->default_value = v;
  h->set_user_flag<Hash::kProcDefaultBit>(is_proc);
  vm.heap.write_barrier(h, v);
}

Value hash_default(VM& vm, Hash* h, Value key) {
  if (h->klass != vm.cHash) {
    const ID name = vm.intern("default");
    if (!has_builtin_method(vm, h, name)) return vm.send(h, name, key);
  }
  if (!hash_has_default_proc(h)) return h->default_value;
  const Value args[] = {h, key};
  return vm.call_proc(h->default_value, args);
}

Value hash_aref(VM& vm, Hash* h, Value key) {
  const uint32_t i = find(vm, h, key);
  return i == kAbsent ? hash_default(vm, h, key) : h->entries[i].value;
}

} // namespace miniyarv
