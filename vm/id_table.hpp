#pragma once

#include "gc/value.hpp"

#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

namespace miniyarv {

/// Open-addressing hash map from ID to a pointer-sized value. Insertion order is kept for iteration, since
/// `methods`, `constants` and the like list names in definition order. Never shrinks. References into it are
/// invalidated by insertion.
template <class T> class IdTable {
public:
  struct Entry {
    ID key; ///< ID::None once removed
    T value;
  };

  T* find(ID key) {
    if (count_ == 0) return nullptr;
    for (uint32_t i = slot_of(key);; i = (i + 1) & mask_) {
      const uint32_t e = index_[i];
      if (e == 0) return nullptr;
      if (entries_[e - 1].key == key) return &entries_[e - 1].value;
    }
  }
  const T* find(ID key) const { return const_cast<IdTable*>(this)->find(key); }

  /// The value of `key`, made from T{} when absent.
  T& operator[](ID key) {
    if (T* found = find(key)) return *found;
    if (used_ == capacity_) grow();
    entries_[used_] = Entry{key, T{}};
    place(key, ++used_);
    ++count_;
    return entries_[used_ - 1].value;
  }

  bool erase(ID key) {
    T* value = find(key);
    if (!value) return false;
    auto* entry = reinterpret_cast<Entry*>(reinterpret_cast<char*>(value) - offsetof(Entry, value));
    entry->key = ID::None;
    entry->value = T{};
    --count_;
    return true;
  }

  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  size_t memsize() const { return capacity_ * sizeof(Entry) + (mask_ ? (mask_ + 1) * sizeof(uint32_t) : 0); }

  /// fn(ID, T&), in insertion order. fn may erase but not insert.
  template <class F> void each(F&& fn) {
    for (uint32_t i = 0; i < used_; ++i)
      if (entries_[i].key != ID::None) fn(entries_[i].key, entries_[i].value);
  }
  template <class F> void each(F&& fn) const {
    for (uint32_t i = 0; i < used_; ++i)
      if (entries_[i].key != ID::None) fn(entries_[i].key, static_cast<const T&>(entries_[i].value));
  }

private:
  uint32_t slot_of(ID key) const { return static_cast<uint32_t>(key) * 0x9E3779B1u >> shift_; }
  void place(ID key, uint32_t entry) {
    uint32_t i = slot_of(key);
    while (index_[i] != 0) i = (i + 1) & mask_;
    index_[i] = entry;
  }
  /// Rebuilds at the size the live entries need; removed ones go.
  void grow() {
    const uint32_t capacity = std::bit_ceil(count_ * 2 < 4 ? 4u : count_ * 2);
    auto entries = std::make_unique<Entry[]>(capacity);
    uint32_t n = 0;
    for (uint32_t i = 0; i < used_; ++i)
      if (entries_[i].key != ID::None) entries[n++] = std::move(entries_[i]);
    entries_ = std::move(entries);
    capacity_ = capacity;
    used_ = n;
    mask_ = capacity * 2 - 1;
    shift_ = 32 - std::countr_zero(mask_ + 1);
    index_ = std::make_unique<uint32_t[]>(mask_ + 1);
    for (uint32_t i = 0; i < used_; ++i) place(entries_[i].key, i + 1);
  }

  std::unique_ptr<Entry[]> entries_;
  std::unique_ptr<uint32_t[]> index_; // entry number + 1; 0 is empty
  uint32_t count_ = 0, used_ = 0, capacity_ = 0, mask_ = 0;
  int shift_ = 32;
};

} // namespace miniyarv
