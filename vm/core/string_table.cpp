#include "vm/core/string_table.hpp"

#include "vm/core/string.hpp"

#include <bit>
#include <cstring>

namespace miniyarv {

namespace {

uint64_t load(const char* p, size_t n) {
  uint64_t word = 0;
  std::memcpy(&word, p, n);
  return word;
}

/// Folds the 128-bit product, so that every input bit reaches every output bit.
uint64_t fold_multiply(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

} // namespace

uint64_t hash_bytes(std::string_view bytes, uint64_t seed) {
  constexpr uint64_t kA = 0x9e3779b97f4a7c15, kB = 0xd6e8feb86659fd93;
  const char* p = bytes.data();
  size_t left = bytes.size();
  uint64_t h = seed ^ kB;
  for (; left >= 16; p += 16, left -= 16) h = fold_multiply(load(p, 8) ^ kA, load(p + 8, 8) ^ h);
  uint64_t lo = 0, hi = 0;
  if (left >= 8) {
    lo = load(p, 8);
    hi = load(p + left - 8, 8);
  } else if (left >= 4) {
    lo = load(p, 4);
    hi = load(p + left - 4, 4);
  } else if (left > 0) {
    lo = load(p, 1) | load(p + left / 2, 1) << 8 | load(p + left - 1, 1) << 16;
  }
  h = fold_multiply(lo ^ kA, hi ^ h);
  return fold_multiply(h ^ bytes.size(), kB);
}

FrozenStringTable::Entry& FrozenStringTable::locate(std::string_view bytes, Encoding encoding,
                                                    uint64_t hash) {
  const size_t mask = entries_.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    Entry& entry = entries_[i];
    if (!entry.string) return entry;
    if (entry.hash == hash && entry.string->view() == bytes && entry.string->encoding() == encoding)
      return entry;
  }
}

void FrozenStringTable::insert(String* s, uint64_t hash) {
  if (entries_.size() < (count_ + 1) * 2) rehash(std::bit_ceil((count_ + 1) * 4));
  locate(s->view(), s->encoding(), hash) = Entry{hash, s};
  ++count_;
}

void FrozenStringTable::rehash(size_t size) {
  std::vector<Entry> old(size < 64 ? 64 : size);
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.string) locate(entry.string->view(), entry.string->encoding(), entry.hash) = entry;
}

String* FrozenStringTable::find_or_add(VM& vm, std::string_view bytes, Encoding encoding) {
  const uint64_t hash = hash_bytes(bytes, 0);
  if (!entries_.empty())
    if (String* found = locate(bytes, encoding, hash).string) return found;
  String* s = str_new(vm, bytes, encoding);
  str_code_range(s);
  s->flags |= Object::kFrozen;
  s->set_user_flag<String::kInternedBit>(true);
  insert(s, hash);
  return s;
}

String* FrozenStringTable::find_or_adopt(VM&, String* s) {
  const uint64_t hash = hash_bytes(s->view(), 0);
  if (!entries_.empty())
    if (String* found = locate(s->view(), s->encoding(), hash).string) return found;
  s->set_user_flag<String::kInternedBit>(true);
  insert(s, hash);
  return s;
}

void FrozenStringTable::sweep_weak(Heap& heap) {
  bool dropped = false;
  for (Entry& entry : entries_) {
    if (!entry.string || heap.is_marked(entry.string)) continue;
    entry.string = nullptr;
    --count_;
    dropped = true;
  }
  if (dropped) rehash(entries_.size());
}

} // namespace miniyarv
