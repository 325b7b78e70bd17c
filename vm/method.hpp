#pragma once

#include "vm/class.hpp"

#include <span>

namespace miniyarv {

struct ISeq;
class VM;

/// A core method in C++. `argv` points at the arguments on the VM stack (they stay there, and stay marked,
/// for the whole call); a negative-free `argc` counts them. Keywords arrive as a trailing Hash, announced by
/// vm.keywords_given(). Raises by throwing (vm/error.hpp) or, cheaper, by returning Qundef after
/// vm.set_pending(...).
using NativeFn = Value (*)(VM&, Value self, const Value* argv, int argc);

enum class MethodKind : uint8_t {
  ISeq,       ///< `def`
  Native,     ///< C++ function
  AttrReader, ///< attr_reader
  AttrWriter, ///< attr_writer
  BMethod,    ///< define_method with a proc
  Alias,      ///< alias: another entry under a new name
  ZSuper,     ///< visibility changed without redefinition: look further up
  Undefined,  ///< undef
  Optimized,  ///< handled in the dispatcher itself: send, call, ...
  Missing,    ///< synthesised for respond_to_missing? (Method objects)
};

enum class OptimizedMethod : uint8_t { Send, Call, BlockCall, StructReader, StructWriter };

struct NativeBody {
  NativeFn fn;
  int16_t min_args;
  int16_t max_args; ///< -1: any number
};

/// A method as defined in a class (T_MethodEntry). `defined_class` differs from `owner` when found through an
/// iclass, or copied by `alias`: it is the place in the chain behind which `super` continues
/// (`next_ancestor(defined_class)`).
struct MethodEntry : Object {
  ID called_id;   ///< the name it is defined under
  ID original_id; ///< the name it was first defined with (backtraces, __method__)
  Class* owner;
  Class* defined_class;
  MethodKind kind;
  Visibility visibility;
  bool builtin; ///< defined by the core library: basic-operation checks rely on it
  bool ruby2_keywords;
  bool leaf; ///< native that never calls back, raises only argument errors
  OptimizedMethod optimized;
  struct RubyBody {
    ISeq* iseq;
    Cref* cref;
  };
  struct AttrBody {
    ID ivar;        ///< attr methods
    uint32_t index; ///< struct members
  };
  union {
    RubyBody rb;
    NativeBody native;
    AttrBody attr;
    Value proc;
    MethodEntry* alias;
  };

  bool is_undefined() const { return kind == MethodKind::Undefined; }
  /// The entry behind any chain of aliases.
  const MethodEntry* resolved() const {
    const MethodEntry* me = this;
    while (me->kind == MethodKind::Alias) me = me->alias;
    return me;
  }
};

/// Result of a method lookup, cached by class and mid and shared by all call sites (T_CallCache). `klass` is
/// the receiver class for which it holds; invalidation sets it to null, so a call site's check
/// `class_of(recv) == cc->klass` fails.
struct CallCache : Object {
  Class* receiver_class;
  const MethodEntry* me; ///< null: no such method (method_missing)
};

/// Entries. Both allocate; the body is the caller's to fill.
MethodEntry* method_entry_new(VM&, MethodKind, ID name, Visibility);
MethodEntry* method_entry_clone(VM&, const MethodEntry*);

// Definition. All invalidate caches and call no hooks unless said. `initialize` and its relatives become
// private whatever is asked for.
void define_method(VM&, Class* c, ID mid, MethodEntry* me);
MethodEntry* define_native(VM&, Class* c, std::string_view name, NativeBody body,
                           Visibility = Visibility::Public);
void define_attr(VM&, Class* c, ID name, bool reader, bool writer, Visibility);
void define_alias(VM&, Class* c, ID new_name, ID old_name); ///< raises NameError
void undef_method(VM&, Class* c, ID mid);                   ///< raises NameError; calls method_undefined
void remove_method(VM&, Class* c, ID mid);                  ///< raises NameError; calls method_removed
void set_visibility(VM&, Class* c, ID mid, Visibility);     ///< raises NameError
/// `def` in iseq form, with hooks (method_added / singleton_method_added).
void define_iseq_method(VM&, Class* c, ID mid, ISeq*, Cref*, Visibility);
void call_method_added(VM&, Class* c, ID mid);

// Lookup. May allocate (call caches).
/// The entry for `mid` on instances of `c`, complemented with its defined_class; null if none or undefined.
/// ZSuper entries are resolved; Alias entries are returned as they are.
const MethodEntry* find_method(VM&, Class* c, ID mid);
/// Lookup starting at a place in an ancestor chain, as `super` does: `start` itself included.
const MethodEntry* find_method_from(VM&, Class* start, ID mid);
/// The class-level cache entry for (c, mid), filled if needed. Never null; its `me` may be.
CallCache* call_cache_for(VM&, Class* c, ID mid);
/// Entry in c's own table, undefined ones included; null if none.
MethodEntry* own_method(const Class* c, ID mid);
/// The entry nearest to `c` as its table has it: not complemented, undefined and ZSuper ones included.
/// `where` receives the place in the chain. Does not allocate.
MethodEntry* search_method(Class* c, ID mid, Class** where = nullptr);
/// Drops cached lookups of `mid` (ID::None: of every name) for c and everything below it.
void invalidate_method_caches(VM&, Class* c, ID mid);

bool respond_to(VM&, Value recv, ID mid,
                bool include_private = false); ///< with respond_to? / respond_to_missing? honoured
/// Kernel#respond_to? itself: the method table, then respond_to_missing?.
bool responds_without_query(VM&, Value recv, ID mid, bool include_private);
/// Method#arity: the number of arguments, or -(required + 1) when there are optional ones.
int method_arity(VM&, const MethodEntry*);
bool has_builtin_method(VM&, Value recv, ID mid); ///< the core library's own definition is in force

} // namespace miniyarv
