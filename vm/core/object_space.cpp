// ObjectSpace: walking the heap, sizes, finalizers. Weak maps are in weak_map.cpp.

#include "vm/core/object_space.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/object.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace miniyarv {

namespace {

// --- Walking ---

/// Whether scripts may hold the object: not the machine's own bookkeeping.
bool is_visible(const Object* o) {
  switch (o->type()) {
  case Type::Free:
  case Type::IClass:
  case Type::Env:
  case Type::ISeq:
  case Type::MethodEntry:
  case Type::CallCache:
  case Type::Cref:
  case Type::IFunc: return false;
  case Type::Class: return o->klass != nullptr && !static_cast<const Class*>(o)->is_singleton;
  default: return o->klass != nullptr;
  }
}

/// All visible objects that `wanted` accepts, as an Array.
template <class F> Array* list_objects(VM& vm, F wanted) {
  size_t count = 0;
  const auto each = [&](auto&& fn) {
    vm.heap.each_object([&](Object* o) {
      if (is_visible(o) && wanted(o)) fn(o);
    });
  };
  each([&](Object*) { ++count; });
  Array* out = ary_new(vm, count);
  // Making room may have collected, so there may be fewer now; nothing is allocated from here on.
  each([&](Object* o) {
    const size_t n = out->size();
    if (o == out || n >= out->capacity()) return;
    out->data()[n] = Value(o);
    out->set_size(n + 1);
  });
  vm.heap.write_barrier(out);
  return out;
}

Value each_object(VM& vm, Value self, std::optional<Value> module) {
  const bool any = !module || module->is_nil();
  if (!any && !is_class_or_module(*module)) raise_type_error(vm, "class or module required");
  if (!vm.block_given()) {
    const std::span<const Value> args =
        module ? std::span<const Value>(&*module, 1) : std::span<const Value>{};
    return enumerator_new(vm, self, vm.intern("each_object"), args, Qnil);
  }
  const Class* const wanted = any ? nullptr : module->as<Class>();
  Array* const found =
      list_objects(vm, [&](const Object* o) { return !wanted || class_inherits(o->klass, wanted); });
  for (size_t i = 0; i < found->size(); ++i) vm.yield(found->data()[i]);
  return int_new(vm, static_cast<int64_t>(found->size()));
}

// --- Counting ---

/// CRuby's name for a type in count_objects; types of the machine's own are its T_IMEMO.
const char* type_name(Type type) {
  switch (type) {
  case Type::Object: return "T_OBJECT";
  case Type::String: return "T_STRING";
  case Type::Array: return "T_ARRAY";
  case Type::Float: return "T_FLOAT";
  case Type::Bignum: return "T_BIGNUM";
  case Type::Rational: return "T_RATIONAL";
  case Type::Complex: return "T_COMPLEX";
  case Type::Range:
  case Type::Struct: return "T_STRUCT";
  case Type::Data:
  case Type::Proc: return "T_DATA";
  case Type::Class: return "T_CLASS";
  case Type::Module: return "T_MODULE";
  case Type::IClass: return "T_ICLASS";
  case Type::Hash: return "T_HASH";
  default: return "T_IMEMO";
  }
}

using TypeSums = std::array<uint64_t, static_cast<size_t>(Type::Count)>;

Hash* hash_argument(VM& vm, std::optional<Value> v) {
  if (!v || v->is_nil()) return hash_new(vm);
  if (!is_hash(*v)) raise_type_error(vm, "non-hash given");
  check_frozen(vm, *v);
  return v->as<Hash>();
}

void put(VM& vm, Hash* out, const char* key, uint64_t n) {
  hash_set(vm, out, Value::symbol(vm.intern(key)), int_new(vm, static_cast<int64_t>(n)));
}

/// Adds up sums of types that share a name.
void put_by_type(VM& vm, Hash* out, const TypeSums& sums) {
  for (size_t t = 1; t < sums.size(); ++t) {
    if (sums[t] == 0) continue;
    const Value key = Value::symbol(vm.intern(type_name(static_cast<Type>(t))));
    uint64_t sum = 0;
    for (size_t u = 1; u < sums.size(); ++u)
      if (std::string_view(type_name(static_cast<Type>(u))) == type_name(static_cast<Type>(t)))
        sum += sums[u];
    hash_set(vm, out, key, int_new(vm, static_cast<int64_t>(sum)));
  }
}

Value count_objects(VM& vm, Value, std::optional<Value> hash) {
  Hash* const out = hash_argument(vm, hash);
  TypeSums counts{};
  vm.heap.each_object([&](Object* o) { ++counts[static_cast<size_t>(o->type())]; });
  const HeapStats stats = vm.heap.stats();
  put(vm, out, "TOTAL", stats.live_slots + stats.free_slots);
  put(vm, out, "FREE", stats.free_slots);
  put_by_type(vm, out, counts);
  return Value(out);
}

// Primitives of the objspace library.

Value memsize_of(VM& vm, Value, Value v) {
  return Value::fixnum(v.is_object() ? static_cast<int64_t>(vm.heap.memsize_of(v.object())) : 0);
}

Value memsize_of_all(VM& vm, Value, Value module) {
  if (!module.is_nil() && !is_class_or_module(module)) raise_type_error(vm, "class or module required");
  uint64_t sum = 0;
  vm.heap.each_object([&](Object* o) {
    const bool counts = module.is_nil() || (is_visible(o) && class_inherits(o->klass, module.as<Class>()));
    if (counts) sum += vm.heap.memsize_of(o);
  });
  return int_new(vm, static_cast<int64_t>(sum));
}

Value count_objects_size(VM& vm, Value, Value hash) {
  Hash* const out = hash_argument(vm, hash);
  TypeSums sizes{};
  uint64_t total = 0;
  vm.heap.each_object([&](Object* o) {
    const size_t bytes = vm.heap.memsize_of(o);
    sizes[static_cast<size_t>(o->type())] += bytes;
    total += bytes;
  });
  put_by_type(vm, out, sizes);
  put(vm, out, "TOTAL", total);
  return Value(out);
}

// --- Finalizers ---

struct Finalizers final : VMState {
  static constexpr StateSlot kSlot = StateSlot::ObjectSpace;
  struct Entry {
    Value object_id;
    Value procs; ///< Array
  };
  std::unordered_map<const Object*, Entry> entries;
  std::vector<Entry> due; ///< of objects found dead
  bool running = false;
  volatile uint32_t* interrupt = nullptr;

  void mark(Marker& marker) override {
    const auto mark_entry = [&](const Entry& e) {
      marker.mark(e.object_id);
      marker.mark(e.procs);
    };
    for (const auto& [object, entry] : entries) mark_entry(entry);
    for (const Entry& entry : due) mark_entry(entry);
  }
  void sweep_weak(Heap& heap) override {
    for (auto at = entries.begin(); at != entries.end();) {
      if (heap.is_marked(at->first)) {
        ++at;
        continue;
      }
      due.push_back(at->second);
      at = entries.erase(at);
    }
    if (!due.empty() && interrupt) *interrupt = 1;
  }
};

void check_finalizable(VM& vm, Value object) {
  if (!object.is_object() || is_numeric_core(object))
    raise_argument_error(vm, cat("cannot define finalizer for ", class_path(vm, real_class(vm, object))));
  if (object.object()->frozen() && !is_class_or_module(object)) raise_frozen(vm, object);
}

Value define_finalizer(VM& vm, Value, Value object, std::optional<Value> callable) {
  Value proc = callable ? *callable : vm.block_given() ? proc_from_handler(vm, vm.block()) : Qundef;
  if (proc.is_undef()) raise_argument_error(vm, "tried to create Proc object without a block");
  if (!respond_to(vm, proc, ids::call))
    raise_argument_error(
        vm, cat("wrong type argument ", class_path(vm, real_class(vm, proc)), " (should be callable)"));
  check_finalizable(vm, object);
  const Value id = object_id(vm, object);
  auto& state = vm.state<Finalizers>();
  state.interrupt = &vm.interrupt;
  auto found = state.entries.find(object.object());
  if (found == state.entries.end()) {
    const Value procs(ary_new(vm));
    found = state.entries.emplace(object.object(), Finalizers::Entry{id, procs}).first;
  }
  ary_push(vm, found->second.procs.as<Array>(), proc);
  return Value(ary_of(vm, Value::fixnum(0), proc));
}

Value undefine_finalizer(VM& vm, Value, Value object) {
  if (!object.is_object()) return object;
  if (object.object()->frozen() && !is_class_or_module(object)) raise_frozen(vm, object);
  vm.state<Finalizers>().entries.erase(object.object());
  return object;
}

void run_due(VM& vm, Finalizers& state) {
  if (state.running) return;
  state.running = true;
  while (!state.due.empty()) {
    const Finalizers::Entry entry = state.due.back();
    state.due.pop_back();
    const auto* procs = entry.procs.as<Array>();
    for (size_t i = 0; i < procs->size(); ++i)
      vm.rescue(vm.eStandardError, [&] { vm.send(procs->data()[i], ids::call, entry.object_id); });
  }
  state.running = false;
}

void garbage_collect(VM& vm, Value, Keywords keywords) {
  keywords.allow_only(vm, {"full_mark", "immediate_mark", "immediate_sweep"});
  const Value full = keywords.get(vm, "full_mark");
  vm.heap.collect(full.is_undef() || full.truthy());
  run_finalizers(vm);
}

constexpr NativeMethod kFunctions[] = {
    {"each_object", native<each_object>},
    {"count_objects", native<count_objects>},
    {"garbage_collect", native<garbage_collect>},
    {"define_finalizer", native<define_finalizer>},
    {"undefine_finalizer", native<undefine_finalizer>},
};

constexpr NativeMethod kPrimitives[] = {
    {"objspace_memsize_of", native<memsize_of>},
    {"objspace_memsize_of_all", native<memsize_of_all>},
    {"objspace_count_objects_size", native<count_objects_size>},
};

} // namespace

void run_finalizers(VM& vm) { run_due(vm, vm.state<Finalizers>()); }

void run_all_finalizers(VM& vm) {
  auto& state = vm.state<Finalizers>();
  for (auto& [object, entry] : state.entries) state.due.push_back(entry);
  state.entries.clear();
  run_due(vm, state);
}

void init_weak_map(VM&);

void init_object_space(VM& vm) {
  define_module_functions(vm, vm.mObjectSpace, kFunctions);
  define_primitives(vm, kPrimitives);
  init_weak_map(vm);
}

} // namespace miniyarv
