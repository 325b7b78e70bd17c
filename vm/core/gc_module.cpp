// GC: the collector seen from Ruby.

#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/object_space.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

/// A statistic by CRuby's name. Those about moving objects, and limits our collector does not have, are left
/// out.
struct Statistic {
  const char* name;
  uint64_t (*get)(const HeapStats&);
};

constexpr Statistic kStatistics[] = {
    {"count", [](const HeapStats& s) { return s.count; }},
    {"time", [](const HeapStats& s) { return s.time_ns / 1'000'000; }},
    {"heap_allocated_pages", [](const HeapStats& s) { return s.pages; }},
    {"heap_available_slots", [](const HeapStats& s) { return s.live_slots + s.free_slots; }},
    {"heap_live_slots", [](const HeapStats& s) { return s.live_slots; }},
    {"heap_free_slots", [](const HeapStats& s) { return s.free_slots; }},
    {"heap_eden_pages", [](const HeapStats& s) { return s.pages; }},
    {"total_allocated_pages", [](const HeapStats& s) { return s.pages; }},
    {"total_allocated_objects", [](const HeapStats& s) { return s.total_allocated_objects; }},
    {"total_freed_objects", [](const HeapStats& s) { return s.total_freed_objects; }},
    {"malloc_increase_bytes", [](const HeapStats& s) { return s.malloc_bytes; }},
    {"minor_gc_count", [](const HeapStats& s) { return s.minor_count; }},
    {"major_gc_count", [](const HeapStats& s) { return s.major_count; }},
    {"remembered_objects", [](const HeapStats& s) { return s.remembered; }},
    {"old_objects", [](const HeapStats& s) { return s.old_objects; }},
};

/// Fills `hash` with all statistics, or answers the one that `key` names. Allocates nothing when the hash has
/// the keys already, so that a script can measure with it.
template <size_t n, class Stats>
Value statistics(VM& vm, const Statistic (&table)[n], const Stats& stats, Value key) {
  if (key.is_symbol()) {
    const std::string_view name = vm.name(key.to_id());
    for (const Statistic& statistic : table)
      if (name == statistic.name) return int_new(vm, static_cast<int64_t>(statistic.get(stats)));
    raise_argument_error(vm, cat("unknown key: ", name));
  }
  if (!key.is_undef() && !is_hash(key)) raise_type_error(vm, "non-hash or symbol given");
  Hash* const out = key.is_undef() ? hash_new(vm, n) : key.as<Hash>();
  if (!key.is_undef()) check_frozen(vm, key);
  for (const Statistic& statistic : table)
    hash_set(vm, out, Value::symbol(vm.intern(statistic.name)),
             int_new(vm, static_cast<int64_t>(statistic.get(stats))));
  return Value(out);
}

Value argument(std::optional<Value> v) { return v && !v->is_nil() ? *v : Qundef; }

Value gc_stat(VM& vm, Value, std::optional<Value> key) {
  return statistics(vm, kStatistics, vm.heap.stats(), argument(key));
}

Value gc_count(VM& vm, Value) { return int_new(vm, static_cast<int64_t>(vm.heap.stats().count)); }

void collect(VM& vm, const Keywords& keywords) {
  keywords.allow_only(vm, {"full_mark", "immediate_mark", "immediate_sweep"});
  const Value full = keywords.get(vm, "full_mark");
  vm.heap.collect(full.is_undef() || full.truthy());
  run_finalizers(vm);
}
void gc_start(VM& vm, Value, Keywords keywords) { collect(vm, keywords); }

bool gc_enable(VM& vm, Value) { return vm.heap.enable(); }
bool gc_disable(VM& vm, Value) { return vm.heap.disable(); }
bool gc_stress(VM& vm, Value) { return vm.heap.stress(); }
Value gc_set_stress(VM& vm, Value, Value on) {
  vm.heap.set_stress(on.truthy());
  return on;
}

/// Nanoseconds spent collecting. They are always measured: it costs two clock readings a collection.
Value gc_total_time(VM& vm, Value) { return int_new(vm, static_cast<int64_t>(vm.heap.stats().time_ns)); }
bool gc_measure_total_time(VM&, Value) { return true; }
Value gc_set_measure_total_time(VM&, Value, Value on) { return on; }

Value gc_compact(VM& vm, Value) {
  raise(vm, vm.eNotImplementedError, "compact() function is unimplemented on this machine");
}
bool gc_auto_compact(VM&, Value) { return false; }

Value gc_verify(VM& vm, Value) {
  const std::string problem = vm.heap.verify();
  if (!problem.empty()) raise(vm, vm.eRuntimeError, problem);
  return Qnil;
}

Value gc_config(VM& vm, Value, std::optional<Value> settings) {
  if (settings && !settings->is_nil() && !is_hash(*settings))
    raise_type_error(vm,
                     cat("no implicit conversion of ", describe_for_conversion(vm, *settings), " into Hash"));
  Hash* const out = hash_new(vm, 2);
  hash_set(vm, out, Value::symbol(vm.intern("rgengc_allow_full_mark")), Qtrue);
  hash_set(vm, out, Value::symbol(vm.intern("implementation")), Value(str_new(vm, "default")));
  return Value(out);
}

Value gc_latest_info(VM& vm, Value, std::optional<Value> key) {
  Hash* const out = hash_new(vm, 2);
  const auto set = [&](const char* name, Value v) { hash_set(vm, out, Value::symbol(vm.intern(name)), v); };
  const bool any = vm.heap.stats().count > 0;
  set("major_by", any && vm.heap.last_collection_was_major() ? Value::symbol(vm.intern("force")) : Qnil);
  set("immediate_sweep", Qtrue);
  if (!key || key->is_nil()) return Value(out);
  const Value found = hash_get(vm, out, *key);
  if (found.is_undef()) raise_argument_error(vm, cat("unknown key: ", to_s(vm, *key)->view()));
  return found;
}

constexpr NativeMethod kFunctions[] = {
    {"start", native<gc_start>},
    {"stat", native<gc_stat>},
    {"count", native<gc_count>},
    {"enable", native<gc_enable>},
    {"disable", native<gc_disable>},
    {"stress", native<gc_stress>},
    {"stress=", native<gc_set_stress>},
    {"total_time", native<gc_total_time>},
    {"measure_total_time", native<gc_measure_total_time>},
    {"measure_total_time=", native<gc_set_measure_total_time>},
    {"compact", native<gc_compact>},
    {"auto_compact", native<gc_auto_compact>},
    {"verify_internal_consistency", native<gc_verify>},
    {"config", native<gc_config>},
    {"latest_gc_info", native<gc_latest_info>},
};

constexpr NativeMethod kMethods[] = {{"garbage_collect", native<gc_start>}};

} // namespace

void init_gc(VM& vm) {
  define_singleton_natives(vm, vm.mGC, kFunctions);
  define_natives(vm, vm.mGC, kMethods);
}

} // namespace miniyarv
