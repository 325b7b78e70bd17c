#pragma once

#include "gc/heap.hpp"
#include "vm/id_table.hpp"

#include <memory>
#include <string>
#include <vector>

namespace miniyarv {

class VM;
struct MethodEntry;
struct CallCache;
struct Cref;

enum class Visibility : uint8_t { Public, Private, Protected };

/// Makes an uninitialised instance of a class. May allocate and raise.
using Allocator = Value (*)(VM&, Class*);

/// Makes the value of a constant at its first reference.
using LazyConstant = Value (*)(VM&, Class* owner, ID name);

struct ConstEntry {
  Value value = Qundef; ///< Qundef: to be made by `lazy`, or loaded from `autoload_path`, when referred to
  Visibility visibility = Visibility::Public;
  bool deprecated = false;
  bool loading = false; ///< its autoload is running
  LazyConstant lazy = nullptr;
  Value autoload_path = Qnil;
  Value file = Qnil;
  uint32_t line = 0;
};

/// What a class or module owns outside its slot. An iclass points to its module's. (Instance variables of
/// classes are in the heap's generic table.)
struct ClassExt {
  IdTable<MethodEntry*> methods;
  IdTable<std::unique_ptr<ConstEntry>> constants;
  IdTable<Value> cvars;
};

/// T_CLASS, T_MODULE, T_ICLASS.
///
/// The ancestor chain runs through `super` as in CRuby: including a module inserts an iclass whose `ext` is
/// the module's; the first prepend gives the class an origin iclass behind it that takes over its own methods
/// (`origin`), and prepended iclasses go between.
struct Class : Object {
  Class* super;
  ClassExt* ext; ///< the class's own, or, in an iclass that stands for a module, the module's
  std::unique_ptr<ClassExt> owned_ext;

  // Instances. `instance_flags` is the complete flag word of a new T_OBJECT instance, its pool chosen so that
  // as many variables fit as earlier instances came to have. `allocator` is copied from the superclass when
  // the class is created, so allocation never walks ancestors; null when the class cannot be instantiated.
  uint64_t instance_flags;
  Allocator allocator;
  SizePool instance_pool;
  Type instance_type;      ///< Type::Object when opt_new may allocate inline with instance_flags
  uint16_t instance_ivars; ///< most variables seen on an instance
  bool is_singleton;

  Class* module;         ///< iclass: the module (or the class, for an origin) it stands for; else null
  Class* includer;       ///< iclass: the class or module whose chain it is in
  Class* origin;         ///< where own methods live: itself unless something was prepended
  Object* attached;      ///< singleton class: the object it belongs to
  Class* lexical_parent; ///< the module it was named under

  /// (mid -> call cache) of methods looked up on instances of this class: the class's method cache and the
  /// registry through which inline caches are invalidated.
  std::unique_ptr<IdTable<CallCache*>> call_caches;
  /// iclass: its module's methods as seen from this place in the chain (defined_class is the iclass).
  std::unique_ptr<IdTable<MethodEntry*>> complemented;
  /// Weak: direct subclasses (for a module: its iclasses), through which invalidation spreads.
  std::unique_ptr<std::vector<Class*>> subclasses;
  Value name; ///< fully qualified name (a frozen String), or nil while anonymous
  bool name_permanent;

  bool is_iclass() const { return type() == Type::IClass; }
  bool is_module() const { return type() == Type::Module; }
  bool is_class() const { return type() == Type::Class; }
};

inline bool is_class_or_module(Value v) { return is_type(v, Type::Class) || is_type(v, Type::Module); }

// Creation. All may allocate.
Class* class_new(VM&, Class* super); ///< anonymous, with its metaclass; does not call `inherited`
Class* module_new(VM&);
Class* define_class(VM&, std::string_view name, Class* super); ///< top-level, created or reopened
Class* define_class_under(VM&, Class* outer, std::string_view name, Class* super);
Class* define_module(VM&, std::string_view name);
Class* define_module_under(VM&, Class* outer, std::string_view name);
/// The singleton class of `v`, created if needed. Raises TypeError for integers, floats and symbols.
Class* singleton_class(VM&, Value v);
/// The singleton class if `v` has one already, else null.
Class* singleton_class_if_any(VM&, Value v);
/// What Class.new and Module.new start from: a class without a superclass yet, which class_initialize gives
/// it, and a module.
Value class_allocate_instance(VM&, Class* klass);
Value module_allocate_instance(VM&, Class* klass);
bool class_initialized(const VM&, const Class* c);
void class_initialize(VM&, Class* c, Class* super);
/// Makes the fresh class or module `copy` a copy of `original`: methods, constants, class variables,
/// ancestors.
void class_copy(VM&, Class* copy, Class* original);
/// The allocator of ordinary objects.
Value object_allocate(VM&, Class*);
/// Gives `c` an allocator (null: no instances); `type` is what its instances are. Subclasses inherit both.
void class_set_allocator(Class* c, Allocator, Type type);
/// For classes whose instances only the core library makes: no allocator, and `new` is undefined.
void class_undef_allocator(VM&, Class* c);

// Hierarchy.
/// The class of `v` that is neither singleton nor iclass: what `v.class` answers.
Class* real_class(VM&, Value v);
inline Class* skip_to_real(Class* c) {
  while (c && (c->is_singleton || c->is_iclass())) c = c->super;
  return c;
}
bool class_inherits(const Class* c, const Class* ancestor); ///< c <= ancestor, modules included
bool kind_of(VM&, Value v, const Class* c);
void include_module(VM&, Class* target, Class* module); ///< Module#append_features; no hooks
void prepend_module(VM&, Class* target, Class* module);
std::vector<Class*> ancestors(Class* c); ///< classes and modules in lookup order, iclasses resolved
/// Direct subclasses, newest first; singleton classes and iclasses left out.
std::vector<Class*> class_subclasses(const Class* c);
/// The next class or module to search after `c` is done with its own methods.
inline Class* next_ancestor(const Class* c) { return c->origin->super; }

/// What Module#to_s prints: the name, or a rendering of anonymous and singleton classes.
std::string class_path(VM&, const Class* c);
/// Names `c`, if it has no permanent name yet, after the constant `name` of `outer`; then what is nested in
/// it.
void class_set_path(VM&, Class* c, Class* outer, ID name);
/// "0x000000000000abcd", as default renderings show an object's address.
std::string address_of(const Object*);

/// Re-derives instance_flags and instance_pool after an instance was seen to have `ivars` variables.
void class_note_instance_ivars(VM&, Class* c, size_t ivars);

} // namespace miniyarv
