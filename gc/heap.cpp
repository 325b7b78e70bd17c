#include "gc/heap_impl.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

namespace miniyarv {

Heap::Heap(const HeapOptions& options) : options_(options), impl_(std::make_unique<Impl>()) {
  for (size_t bytes = kReservedBytes; bytes >= (size_t{1} << 28); bytes /= 2) {
    void* p = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) continue;
    impl_->reserved = static_cast<std::byte*>(p);
    impl_->reserved_bytes = bytes;
    const auto address = reinterpret_cast<uintptr_t>(p);
    impl_->base = impl_->reserved + ((kPageSize - address % kPageSize) % kPageSize);
    impl_->page_limit = static_cast<size_t>(impl_->reserved + bytes - impl_->base) / kPageSize;
    break;
  }
  if (!impl_->reserved) throw HeapExhausted("cannot reserve address space for the heap");
  impl_->major_threshold = kInitialMajorThreshold;
}

Heap::~Heap() {
  retire_runs();
  for (PageInfo& page : impl_->pages) {
    for (size_t i = 0; i < page.slots; ++i)
      if (page.owning.test(i)) destroy(reinterpret_cast<Object*>(page.slot(i)));
  }
  munmap(impl_->reserved, impl_->reserved_bytes);
}

void Heap::register_type(Type type, const TypeInfo& info) { impl_->types[static_cast<size_t>(type)] = info; }

// --- Allocation ---

namespace {
constexpr size_t kHeapLimitSlack = 0;
}

void Heap::retire_runs() {
  for (size_t pool = 0; pool < kSizePools; ++pool) {
    PoolState& state = impl_->pools[pool];
    if (state.run_start) {
      const auto used = static_cast<size_t>(runs_[pool].cursor - state.run_start);
      impl_->allocated_objects += used / kSlotSizes[pool];
    }
    state.run_start = nullptr;
    runs_[pool] = {};
  }
}

bool Heap::take_run(size_t pool) {
  PoolState& state = impl_->pools[pool];
  while (state.current < state.pages.size()) {
    PageInfo& page = impl_->pages[state.pages[state.current]];
    const size_t start = page.marks.find(page.consumed, page.slots, false);
    if (start == page.slots) {
      page.consumed = page.slots;
      ++state.current;
      continue;
    }
    size_t end = page.marks.find(start, page.slots, true);
    if (options_.stress) end = start + 1;
    page.consumed = static_cast<uint32_t>(end);
    state.run_start = page.slot(start);
    runs_[pool] = Run{page.slot(start), page.slot(end)};
    impl_->young_bytes += (end - start) * kSlotSizes[pool];
    return true;
  }
  return false;
}

void Heap::finish_run(size_t pool) {
  PoolState& state = impl_->pools[pool];
  if (!state.run_start) return;
  impl_->allocated_objects += static_cast<size_t>(runs_[pool].cursor - state.run_start) / kSlotSizes[pool];
  state.run_start = nullptr;
  runs_[pool] = {};
}

void Heap::add_page(size_t pool) {
  const size_t index = impl_->pages.size();
  const size_t committed = (index + 1) * kPageSize + impl_->malloc_bytes;
  if (index >= impl_->page_limit || (options_.max_bytes && committed > options_.max_bytes + kHeapLimitSlack))
    throw HeapExhausted("failed to allocate memory");
  std::byte* base = impl_->base + index * kPageSize;
  if (mprotect(base, kPageSize, PROT_READ | PROT_WRITE) != 0)
    throw HeapExhausted("failed to allocate memory");
  PageInfo& page = impl_->pages.emplace_back();
  page.base = base;
  page.pool = SizePool{static_cast<uint8_t>(pool)};
  page.slots = static_cast<uint16_t>(kPageSize / kSlotSizes[pool]);
  impl_->pools[pool].pages.push_back(static_cast<uint32_t>(index));
}

bool Heap::wants_collection() const {
  if (impl_->disabled || !roots_) return false;
  return options_.stress || impl_->young_bytes >= options_.young_budget ||
         impl_->malloc_increase >= kMallocBudget;
}

Object* Heap::allocate_slow(SizePool size_pool, uint64_t flags, Class* klass) {
  const auto pool = static_cast<size_t>(size_pool);
  finish_run(pool);
  if (wants_collection()) collect(impl_->old_bytes + impl_->malloc_bytes >= impl_->major_threshold);
  if (!take_run(pool)) {
    try {
      add_page(pool);
    } catch (const HeapExhausted&) {
      if (impl_->disabled || !roots_) throw;
      collect(true);
      if (take_run(pool)) return allocate(size_pool, flags, klass);
      throw;
    }
    take_run(pool);
  }
  return allocate(size_pool, flags, klass);
}

PageInfo* Heap::page_of(const void* p) const {
  const auto offset = static_cast<size_t>(static_cast<const std::byte*>(p) - impl_->base);
  const size_t index = offset / kPageSize;
  return index < impl_->pages.size() ? &impl_->pages[index] : nullptr;
}

void Heap::set_owning(Object* o) {
  PageInfo* page = page_of(o);
  page->owning.set(static_cast<size_t>(reinterpret_cast<std::byte*>(o) - page->base) / slot_size(page->pool));
}

// --- Outside memory ---

void Heap::note_malloc(size_t bytes) {
  impl_->malloc_bytes += bytes;
  impl_->malloc_increase += bytes;
  if (options_.max_bytes && impl_->malloc_bytes + impl_->pages.size() * kPageSize > options_.max_bytes) {
    if (roots_ && !impl_->disabled) collect(true);
    if (impl_->malloc_bytes + impl_->pages.size() * kPageSize > options_.max_bytes) {
      impl_->malloc_bytes -= bytes;
      throw HeapExhausted("failed to allocate memory");
    }
  }
}

void* Heap::malloc(size_t bytes) {
  note_malloc(bytes);
  void* p = std::malloc(bytes ? bytes : 1);
  if (!p) {
    impl_->malloc_bytes -= bytes;
    throw HeapExhausted("failed to allocate memory");
  }
  return p;
}

void* Heap::realloc(void* old, size_t old_bytes, size_t new_bytes) {
  if (new_bytes > old_bytes) note_malloc(new_bytes - old_bytes);
  void* p = std::realloc(old, new_bytes ? new_bytes : 1);
  if (!p) {
    if (new_bytes > old_bytes) impl_->malloc_bytes -= new_bytes - old_bytes;
    throw HeapExhausted("failed to allocate memory");
  }
  if (new_bytes < old_bytes) impl_->malloc_bytes -= old_bytes - new_bytes;
  return p;
}

void Heap::free(void* p, size_t bytes) {
  impl_->malloc_bytes -= std::min(bytes, impl_->malloc_bytes);
  std::free(p);
}

// --- Control and inspection ---

bool Heap::enable() {
  const bool was = impl_->disabled;
  impl_->disabled = false;
  return was;
}
bool Heap::disable() {
  const bool was = impl_->disabled;
  impl_->disabled = true;
  return was;
}
void Heap::set_stress(bool on) {
  options_.stress = on;
  for (size_t pool = 0; pool < kSizePools; ++pool)
    if (on && runs_[pool].cursor) {
      // The rest of the run goes back: it is the end of what its page has handed out.
      PageInfo* page =
          page_of(runs_[pool].cursor == runs_[pool].limit ? runs_[pool].limit - 1 : runs_[pool].cursor);
      page->consumed =
          static_cast<uint32_t>(static_cast<size_t>(runs_[pool].cursor - page->base) / kSlotSizes[pool]);
      finish_run(pool);
    }
}

HeapStats Heap::stats() const {
  HeapStats s = impl_->stats;
  s.total_allocated_objects = impl_->allocated_objects;
  for (size_t pool = 0; pool < kSizePools; ++pool)
    if (impl_->pools[pool].run_start)
      s.total_allocated_objects +=
          static_cast<size_t>(runs_[pool].cursor - impl_->pools[pool].run_start) / kSlotSizes[pool];
  s.pages = impl_->pages.size();
  s.malloc_bytes = impl_->malloc_bytes;
  s.live_slots = s.total_allocated_objects - s.total_freed_objects;
  uint64_t slots = 0;
  for (const PageInfo& p : impl_->pages) slots += p.slots;
  s.free_slots = slots - s.live_slots;
  s.remembered = impl_->remembered.size();
  return s;
}

bool Heap::is_allocated(const PageInfo& page, size_t i) const {
  if (page.marks.test(i) || page.was_allocated.test(i)) return true;
  if (i >= page.consumed) return false;
  const Run& run = runs_[static_cast<size_t>(page.pool)];
  const std::byte* slot = page.slot(i);
  return !(slot >= run.cursor && slot < run.limit);
}

bool Heap::is_marked(const Object* o) const {
  const PageInfo* page = page_of(o);
  return page && page->marks.test(static_cast<size_t>(reinterpret_cast<const std::byte*>(o) - page->base) /
                                  slot_size(page->pool));
}

void Heap::each_object(const std::function<void(Object*)>& fn) {
  for (PageInfo& page : impl_->pages)
    for (size_t i = 0; i < page.slots; ++i)
      if (is_allocated(page, i)) fn(reinterpret_cast<Object*>(page.slot(i)));
}

size_t Heap::memsize_of(const Object* o) const {
  size_t bytes = slot_size(o->pool());
  switch (o->type()) {
  case Type::Object:
    if (o->spilled()) bytes += static_cast<const ObjectWithIvars*>(o)->outside.capacity * sizeof(Value);
    break;
  case Type::String:
    if (o->spilled() && !static_cast<const String*>(o)->shared())
      bytes += static_cast<const String*>(o)->outside.capacity;
    break;
  case Type::Array:
    if (static_cast<const Array*>(o)->owns_buffer()) bytes += static_cast<const Array*>(o)->buffer_bytes();
    break;
  case Type::Struct:
    if (o->spilled()) bytes += static_cast<const StructObject*>(o)->count * sizeof(Value);
    break;
  case Type::Data:
    if (auto* size = static_cast<const DataObject*>(o)->data_type->memsize)
      bytes += size(static_cast<const DataObject*>(o)->payload);
    break;
  default:
    if (auto* size = impl_->types[static_cast<size_t>(o->type())].memsize) bytes += size(o);
  }
  return bytes;
}

bool Heap::last_collection_was_major() const { return impl_->last_was_major; }
uint64_t Heap::last_pause_ns() const { return impl_->last_pause_ns; }

std::string Heap::verify() { return {}; }

} // namespace miniyarv
