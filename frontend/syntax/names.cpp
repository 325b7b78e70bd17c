#include "frontend/syntax/names.hpp"

#include <cstring>
#include <functional>
#include <new>

namespace miniyarv {
namespace {

constexpr size_t kFirstBuckets = 256;

} // namespace

NameTable::NameTable(std::pmr::memory_resource& arena) : arena_(arena), buckets_(kFirstBuckets) {}

Name NameTable::intern(std::string_view text) { return find_or_add(text, false); }

Name NameTable::intern_stable(std::string_view text) { return find_or_add(text, true); }

Name NameTable::find_or_add(std::string_view text, bool stable) {
  const size_t mask = buckets_.size() - 1;
  size_t at = std::hash<std::string_view>{}(text)&mask;
  for (; buckets_[at]; at = (at + 1) & mask) {
    if (buckets_[at]->text == text) return Name(buckets_[at]);
  }
  if (!stable && !text.empty()) {
    char* copy = static_cast<char*>(arena_.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    text = {copy, text.size()};
  }
  void* memory = arena_.allocate(sizeof(NameEntry), alignof(NameEntry));
  const NameEntry* entry = ::new (memory) NameEntry{text, static_cast<uint32_t>(entries_.size())};
  entries_.push_back(entry);
  buckets_[at] = entry;
  if (entries_.size() * 2 > buckets_.size()) grow();
  return Name(entry);
}

void NameTable::grow() {
  buckets_.assign(buckets_.size() * 2, nullptr);
  const size_t mask = buckets_.size() - 1;
  for (const NameEntry* entry : entries_) {
    size_t at = std::hash<std::string_view>{}(entry->text) & mask;
    while (buckets_[at]) at = (at + 1) & mask;
    buckets_[at] = entry;
  }
}

} // namespace miniyarv
