// ObjectSpace::WeakMap and WeakKeyMap.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

namespace miniyarv {

namespace {

struct WeakPair {
  Value key, value;
};

/// A WeakMap compares keys by identity and holds neither side. A WeakKeyMap compares them by eql? and holds
/// the values. Pairs are filed under the key's hash.
struct WeakTable {
  bool by_identity;
  std::unordered_multimap<uint64_t, WeakPair> pairs;

  void prune(Heap& heap) {
    const auto dead = [&](Value v) { return v.is_object() && !heap.is_marked(v.object()); };
    for (auto at = pairs.begin(); at != pairs.end();)
      at = dead(at->second.key) || dead(at->second.value) ? pairs.erase(at) : std::next(at);
  }
};

/// The weak maps alive, so that collections can prune them.
struct WeakMaps final : VMState {
  static constexpr StateSlot kSlot = StateSlot::WeakMaps;
  std::vector<DataObject*> maps;
  void sweep_weak(Heap& heap) override;
};

using Payload = std::unique_ptr<WeakTable>;

void mark_table(void* payload, Marker& marker) {
  const WeakTable& table = **static_cast<Payload*>(payload);
  if (table.by_identity) return;
  for (const auto& [hash, pair] : table.pairs) marker.mark(pair.value);
}
void destroy_table(void* payload) { static_cast<Payload*>(payload)->~Payload(); }
size_t table_memsize(const void* payload) {
  return (*static_cast<const Payload*>(payload))->pairs.size() * (sizeof(WeakPair) + 2 * sizeof(void*));
}
constexpr DataType kWeakMapType{"weakmap", mark_table, destroy_table, table_memsize};

void WeakMaps::sweep_weak(Heap& heap) {
  std::erase_if(maps, [&](DataObject* map) { return !heap.is_marked(map); });
  for (DataObject* map : maps) map->get<Payload>()->prune(heap);
}

template <bool by_identity> Value allocate(VM& vm, Class* c) {
  DataObject* map =
      vm.heap.make_data(c, kWeakMapType, std::make_unique<WeakTable>(WeakTable{by_identity, {}}));
  vm.state<WeakMaps>().maps.push_back(map);
  return Value(map);
}

WeakTable& table_of(Value self) { return *self.as<DataObject>()->get<Payload>(); }

uint64_t key_hash(VM& vm, const WeakTable& table, Value key) {
  return table.by_identity ? key.bits >> 3 : value_hash(vm, key);
}
bool same_key(VM& vm, const WeakTable& table, Value a, Value b) {
  return a == b || (!table.by_identity && values_eql(vm, a, b));
}

/// The pair of `key`; keys equal by eql? but of another class have been compared by Ruby code, so the search
/// works on a copy of the candidates.
WeakPair* find(VM& vm, WeakTable& table, Value key) {
  const uint64_t hash = key_hash(vm, table, key);
  std::vector<Value> candidates;
  const auto [first, last] = table.pairs.equal_range(hash);
  for (auto at = first; at != last; ++at) candidates.push_back(at->second.key);
  for (Value candidate : candidates) {
    if (!same_key(vm, table, candidate, key)) continue;
    const auto [lo, hi] = table.pairs.equal_range(hash);
    for (auto at = lo; at != hi; ++at)
      if (at->second.key == candidate) return &at->second;
  }
  return nullptr;
}

Value map_aref(VM& vm, Value self, Value key) {
  const WeakPair* pair = find(vm, table_of(self), key);
  return pair ? pair->value : Qnil;
}

Value map_aset(VM& vm, Value self, Value key, Value value) {
  WeakTable& table = table_of(self);
  check_frozen(vm, self);
  if (!table.by_identity && !key.is_object())
    raise_argument_error(vm, "WeakKeyMap keys must be garbage collectable");
  if (WeakPair* pair = find(vm, table, key))
    pair->value = value;
  else
    table.pairs.emplace(key_hash(vm, table, key), WeakPair{key, value});
  vm.heap.write_barrier(self.object(), value);
  return value;
}

Value map_delete(VM& vm, Value self, Value key) {
  WeakTable& table = table_of(self);
  WeakPair* pair = find(vm, table, key);
  if (!pair) return vm.block_given() ? vm.yield(key) : Qnil;
  const Value value = pair->value;
  const auto [lo, hi] = table.pairs.equal_range(key_hash(vm, table, pair->key));
  for (auto at = lo; at != hi; ++at)
    if (&at->second == pair) {
      table.pairs.erase(at);
      break;
    }
  return value;
}

bool map_has_key(VM& vm, Value self, Value key) { return find(vm, table_of(self), key) != nullptr; }
Value map_getkey(VM& vm, Value self, Value key) {
  const WeakPair* pair = find(vm, table_of(self), key);
  return pair ? pair->key : Qnil;
}
int64_t map_size(VM&, Value self) { return static_cast<int64_t>(table_of(self).pairs.size()); }
Value map_clear(VM&, Value self) {
  table_of(self).pairs.clear();
  return self;
}

/// Keys and values in turn: what walks the map holds them.
Array* map_pairs(VM& vm, Value self) {
  const WeakTable& table = table_of(self);
  Array* out = ary_new(vm, table.pairs.size() * 2);
  for (const auto& [hash, pair] : table.pairs) {
    if (out->size() + 2 > out->capacity()) break;
    ary_push(vm, out, pair.key);
    ary_push(vm, out, pair.value);
  }
  return out;
}

Value map_each(VM& vm, Value self) {
  Array* const pairs = map_pairs(vm, self);
  for (size_t i = 0; i + 1 < pairs->size(); i += 2) vm.yield(std::span<const Value>(pairs->data() + i, 2));
  return self;
}

template <size_t offset> Array* map_side(VM& vm, Value self) {
  Array* const pairs = map_pairs(vm, self);
  Array* out = ary_new(vm, pairs->size() / 2);
  for (size_t i = offset; i < pairs->size(); i += 2) ary_push(vm, out, pairs->data()[i]);
  return out;
}

template <size_t offset> Value map_each_side(VM& vm, Value self) {
  Array* const side = map_side<offset>(vm, self);
  for (size_t i = 0; i < side->size(); ++i) vm.yield(side->data()[i]);
  return self;
}

String* map_inspect(VM& vm, Value self) {
  std::string out(any_to_s(vm, self)->view());
  out.pop_back();
  if (!table_of(self).by_identity) return str_new(vm, cat(out, " size=", map_size(vm, self), ">"));
  Array* const pairs = map_pairs(vm, self);
  for (size_t i = 0; i + 1 < pairs->size(); i += 2)
    out += cat(i == 0 ? ": " : ", ", inspect_str(vm, pairs->data()[i]), " => ",
               inspect_str(vm, pairs->data()[i + 1]));
  return str_new(vm, out + ">");
}

constexpr NativeMethod kWeakMapMethods[] = {
    {"[]", native<map_aref>},
    {"[]=", native<map_aset>},
    {"delete", native<map_delete>},
    {"key?", native<map_has_key>},
    {"include?", native<map_has_key>},
    {"member?", native<map_has_key>},
    {"size", native<map_size>},
    {"length", native<map_size>},
    {"keys", native<map_side<0>>},
    {"values", native<map_side<1>>},
    {"each", native<map_each>},
    {"each_pair", native<map_each>},
    {"each_key", native<map_each_side<0>>},
    {"each_value", native<map_each_side<1>>},
    {"inspect", native<map_inspect>},
};

constexpr NativeMethod kWeakKeyMapMethods[] = {
    {"[]", native<map_aref>},         {"[]=", native<map_aset>},      {"delete", native<map_delete>},
    {"key?", native<map_has_key>},    {"getkey", native<map_getkey>}, {"clear", native<map_clear>},
    {"inspect", native<map_inspect>},
};

} // namespace

void init_weak_map(VM& vm) {
  Class* const weak = define_class_under(vm, vm.mObjectSpace, "WeakMap", vm.cObject);
  class_set_allocator(weak, allocate<true>, Type::Data);
  include_module(vm, weak, vm.mEnumerable);
  define_natives(vm, weak, kWeakMapMethods);
  Class* const by_key = define_class_under(vm, vm.mObjectSpace, "WeakKeyMap", vm.cObject);
  class_set_allocator(by_key, allocate<false>, Type::Data);
  define_natives(vm, by_key, kWeakKeyMapMethods);
}

} // namespace miniyarv
