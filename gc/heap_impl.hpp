#pragma once

#include "gc/heap.hpp"
#include "gc/page.hpp"

#include <deque>
#include <unordered_map>
#include <vector>

namespace miniyarv {

inline constexpr size_t kReservedBytes = size_t{64} << 30;
inline constexpr size_t kInitialMajorThreshold = size_t{16} << 20;
inline constexpr size_t kMallocBudget = size_t{16} << 20;

struct PoolState {
  std::vector<uint32_t> pages; ///< indices into Impl::pages
  size_t current = 0;          ///< page the allocator is at
  std::byte* run_start = nullptr;
};

struct GenericIvars {
  boost::container::small_vector<std::pair<ID, Value>, 4> values;
};

struct Heap::Impl {
  std::byte* reserved = nullptr;
  size_t reserved_bytes = 0;
  std::byte* base = nullptr; ///< first page; page i is at base + i * kPageSize
  size_t page_limit = 0;
  std::deque<PageInfo> pages;
  std::array<PoolState, kSizePools> pools;
  std::array<TypeInfo, static_cast<size_t>(Type::Count)> types{};

  std::vector<Object*> mark_stack;
  std::vector<Object*> remembered;
  std::unordered_map<const Object*, GenericIvars> generic_ivars;

  uint64_t allocated_objects = 0; ///< in finished runs
  size_t young_bytes = 0;
  size_t malloc_bytes = 0, malloc_increase = 0;
  size_t old_bytes = 0;
  size_t major_threshold = 0;
  bool disabled = false;
  bool collecting = false;
  bool last_was_major = false;
  uint64_t last_pause_ns = 0;
  HeapStats stats;
};

} // namespace miniyarv
