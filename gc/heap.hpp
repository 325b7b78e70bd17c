#pragma once

#include "gc/object.hpp"
#include "gc/shape.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace miniyarv {

class Heap;
struct PageInfo;

/// What the collector needs to know of a type whose layout is not in gc/object.hpp.
struct TypeInfo {
  const char* name = nullptr;
  void (*mark)(Object*, Marker&) = nullptr;
  /// Frees what the object owns outside its slot. Only called for objects allocated as owning. Must not touch
  /// other objects, allocate or raise.
  void (*destroy)(Object*, Heap&) = nullptr;
  size_t (*memsize)(const Object*) = nullptr;
};

/// Passed to mark functions. `mark` queues; nothing recurses.
class Marker {
public:
  void mark(Value v) {
    if (v.is_object()) mark_object(v.object());
  }
  void mark(const Object* o) {
    if (o) mark_object(const_cast<Object*>(o));
  }
  void mark(std::span<const Value> values) {
    for (Value v : values) mark(v);
  }
  /// Treats each word of [lo, hi) as a possible, perhaps interior, pointer; marks what it finds.
  void mark_conservatively(const void* lo, const void* hi);

private:
  friend class Heap;
  explicit Marker(Heap& heap) : heap_(heap) {}
  void mark_object(Object* o);
  Heap& heap_;
};

/// The VM's side of a collection.
class RootVisitor {
public:
  virtual ~RootVisitor() = default;
  /// Marks everything the VM references, native stacks included (conservatively).
  virtual void mark_roots(Marker&) = 0;
  /// After marking, before any slot is reused: drop weak references to unmarked objects (Heap::is_marked).
  virtual void sweep_weak(Heap&) {}
  /// A collection has ended (for logging, finalizers).
  virtual void collected(Heap&) {}
};

/// Thrown by allocation when the heap limit is reached even after a full collection, or the system is out of
/// memory. The VM turns it into NoMemoryError.
struct HeapExhausted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct HeapOptions {
  size_t max_bytes = 0;           ///< limit on slots plus malloc'd bytes; 0 = none
  size_t young_budget = 8u << 20; ///< bytes of slots allocated between minor collections
  bool stress = false;            ///< collect at every allocation
  bool verify = false;            ///< check the whole heap after every collection
};

struct HeapStats {
  uint64_t count = 0, minor_count = 0, major_count = 0;
  uint64_t total_allocated_objects = 0, total_freed_objects = 0;
  uint64_t live_slots = 0, free_slots = 0, pages = 0;
  uint64_t malloc_bytes = 0, time_ns = 0;
  uint64_t old_objects = 0, remembered = 0;
};

/// A heap of one VM: size pools of 64 KiB pages, bump allocation through runs of free slots found in the mark
/// bitmap, generational collection by sticky mark bits. Not thread-safe: one heap, one thread at a time.
class Heap {
public:
  explicit Heap(const HeapOptions&);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  void set_root_visitor(RootVisitor* v) { roots_ = v; }
  void register_type(Type, const TypeInfo&);

  /// A slot with its header written and the rest untouched: the caller initialises all that the type's mark
  /// function will read before the next allocation. May collect; throws HeapExhausted.
  Object* allocate(SizePool pool, uint64_t flags, Class* klass) {
    Run& run = runs_[static_cast<size_t>(pool)];
    std::byte* slot = run.cursor;
    std::byte* next = slot + slot_size(pool);
    if (next > run.limit) [[unlikely]]
      return allocate_slow(pool, flags, klass);
    run.cursor = next;
    auto* object = reinterpret_cast<Object*>(slot);
    object->flags = flags;
    object->klass = klass;
    return object;
  }
  /// The slot if it is there for the taking, else null; never collects.
  Object* try_allocate(SizePool pool, uint64_t flags, Class* klass) {
    Run& run = runs_[static_cast<size_t>(pool)];
    std::byte* slot = run.cursor;
    std::byte* next = slot + slot_size(pool);
    if (next > run.limit) [[unlikely]]
      return nullptr;
    run.cursor = next;
    auto* object = reinterpret_cast<Object*>(slot);
    object->flags = flags;
    object->klass = klass;
    return object;
  }
  /// The same for an object that owns memory outside its slot: its TypeInfo::destroy (or gc's own release of
  /// spilled buffers) runs when it dies.
  Object* allocate_owning(SizePool pool, uint64_t flags, Class* klass) {
    Object* o = allocate(pool, flags, klass);
    set_owning(o);
    return o;
  }
  /// From now on the object owns outside memory (a string that spilled, say).
  void set_owning(Object*);

  template <class T> T* make(Type type, Class* klass, size_t bytes = sizeof(T)) {
    const SizePool pool = size_pool_for(bytes);
    return static_cast<T*>(allocate(pool, Object::make_flags(type, pool), klass));
  }

  /// A Data object holding `payload`. Owning when the type has something to destroy.
  template <class T> DataObject* make_data(Class* klass, const DataType& type, T payload) {
    const SizePool pool = size_pool_for(kDataHeader + sizeof(T));
    const uint64_t flags = Object::make_flags(Type::Data, pool);
    auto* o = static_cast<DataObject*>(type.destroy ? allocate_owning(pool, flags, klass)
                                                    : allocate(pool, flags, klass));
    o->data_type = &type;
    ::new (reinterpret_cast<std::byte*>(o) + kDataHeader) T(std::move(payload));
    return o;
  }

  /// Call after storing `child` into `parent`, before the next allocation.
  void write_barrier(Object* parent, Value child) {
    if (parent->needs_barrier() && child.is_object()) [[unlikely]]
      remember(parent);
  }
  void write_barrier(Object* parent) {
    if (parent->needs_barrier()) [[unlikely]]
      remember(parent);
  }
  void remember(Object* parent);

  // Outside memory, counted towards collection and the limit. All throw HeapExhausted rather than return
  // null.
  void* malloc(size_t bytes);
  void* realloc(void* p, size_t old_bytes, size_t new_bytes);
  void free(void* p, size_t bytes);
  template <class T> T* malloc_array(size_t n) { return static_cast<T*>(malloc(n * sizeof(T))); }

  // Instance variables of any object (T_OBJECT through its shape, all others through the generic table).
  Value ivar_get(Object*, ID) const; ///< Qundef when unset
  void ivar_set(Object*, ID, Value); ///< may allocate outside memory; does not check frozen
  Value ivar_remove(Object*, ID);    ///< Qundef when unset
  boost::container::small_vector<ID, 16> ivar_names(Object*) const;
  void copy_ivars(Object* from, Object* to);
  /// Sets Frozen and, for T_OBJECT, moves to the frozen shape.
  void freeze(Object*);
  ShapeTree& shapes() { return shapes_; }

  void collect(bool major = true);
  bool enable();  ///< returns whether it was disabled
  bool disable(); ///< returns whether it was disabled
  bool stress() const { return options_.stress; }
  void set_stress(bool);
  HeapStats stats() const;
  bool last_collection_was_major() const;
  uint64_t last_pause_ns() const;
  bool is_marked(const Object*) const;
  /// Calls fn for every allocated, reachable-or-not-yet-swept object. fn must not allocate.
  void each_object(const std::function<void(Object*)>& fn);
  size_t memsize_of(const Object*) const;
  /// Checks the remembered set against a full trace, headers, free runs. Empty when sound, else what is
  /// wrong.
  std::string verify();

private:
  friend class Marker;
  struct Run {
    std::byte* cursor = nullptr;
    std::byte* limit = nullptr;
  };
  Object* allocate_slow(SizePool, uint64_t flags, Class*);
  bool take_run(size_t pool);
  void finish_run(size_t pool);
  void retire_runs();
  void add_page(size_t pool);
  bool wants_collection() const;
  void note_malloc(size_t bytes);
  PageInfo* page_of(const void*) const;
  bool is_allocated(const PageInfo&, size_t slot) const;
  void mark_children(Object*, Marker&);
  void drain(Marker&);
  void sweep();
  void destroy(Object*);
  void retire_marks(PageInfo&);

  // Hot: first members, reached by the allocation fast path.
  std::array<Run, kSizePools> runs_{};
  ShapeTree shapes_;
  RootVisitor* roots_ = nullptr;
  HeapOptions options_;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace miniyarv
