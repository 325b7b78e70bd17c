#pragma once

#include "vm/class.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

/// What the VM knows of all its classes together.
struct ClassRegistry : VMState {
  static constexpr StateSlot kSlot = StateSlot::Classes;

  /// Weak: every class, module and iclass.
  std::vector<Class*> all;
  /// By ID: some class has a call cache, or a complemented entry, for this name. Defining a method that
  /// nobody ever called then costs no walk over the subclasses.
  std::vector<bool> cached_names;

  /// The definition of a basic operation that the interpreter's fast paths stand for.
  struct BasicOperation {
    Class* klass;
    ID mid;
    const MethodEntry* original;
    bool redefined = false;
  };
  std::vector<BasicOperation> basic_operations; ///< empty until the core library is defined

  void note_cached(ID mid) {
    const auto i = static_cast<size_t>(mid);
    if (i >= cached_names.size()) cached_names.resize(i * 2 + 64);
    cached_names[i] = true;
  }
  bool ever_cached(ID mid) const {
    const auto i = static_cast<size_t>(mid);
    return i < cached_names.size() && cached_names[i];
  }
  void mark(Marker&) override;
  void sweep_weak(Heap&) override;
};

/// Called after a change that may alter what `mid` (ID::None: any name) resolves to in `c` and below: turns
/// off the fast paths whose basic operation is no longer the core library's.
void check_basic_operations(VM&, const Class* c, ID mid);
/// Records the core library's definitions; from then on check_basic_operations compares with them.
void record_basic_operations(VM&);
/// The interpreter's reaction, called once for each operation.
void basic_operation_redefined(VM&, Class*, ID);

/// A class-like object with an empty header beyond its type. May allocate.
Class* class_allocate(VM&, Type, Class* klass);
/// Registers how classes, method entries, call caches and crefs are marked and destroyed.
void register_class_types(Heap&);
void add_subclass(Class* parent, Class* child);
/// BasicObject, Object, Module and Class with their metaclasses, unnamed.
void create_root_classes(VM&);

} // namespace miniyarv
