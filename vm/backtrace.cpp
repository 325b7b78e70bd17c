#include "vm/backtrace.hpp"

#include "vm/core/array.hpp"
#include "vm/core/string.hpp"
#include "vm/frames.hpp"
#include "vm/iseq.hpp"
#include "vm/method.hpp"
#include "vm/native.hpp"
#include "vm/vm.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

/// Payload of a backtrace: entries in the slot, or outside when there are many.
struct Backtrace {
  uint64_t count;
  BacktraceEntry* outside;
  BacktraceEntry embedded[1];

  BacktraceEntry* entries() { return outside ? outside : embedded; }
  const BacktraceEntry* entries() const { return outside ? outside : embedded; }
};

constexpr size_t kHeaderBytes = kDataHeader + offsetof(Backtrace, embedded);
constexpr size_t kMaxEmbedded = (kMaxSlotSize - kHeaderBytes) / sizeof(BacktraceEntry);

void mark_backtrace(void* payload, Marker& marker) {
  auto& bt = *static_cast<Backtrace*>(payload);
  for (size_t i = 0; i < bt.count; ++i) {
    marker.mark(bt.entries()[i].iseq);
    marker.mark(bt.entries()[i].me);
  }
}

void destroy_backtrace(void* payload) {
  const std::unique_ptr<BacktraceEntry[]> owned(static_cast<Backtrace*>(payload)->outside);
}

size_t backtrace_memsize(const void* payload) {
  const auto& bt = *static_cast<const Backtrace*>(payload);
  return bt.outside ? bt.count * sizeof(BacktraceEntry) : 0;
}

constexpr DataType kBacktraceType{"backtrace", mark_backtrace, destroy_backtrace, backtrace_memsize};

bool is_data_of(Value v, const DataType& type) {
  return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &type;
}

Backtrace& backtrace_of(Value v) { return v.as<DataObject>()->get<Backtrace>(); }

bool is_handler(const ISeq* iseq) { return iseq->type == ISeqType::Rescue || iseq->type == ISeqType::Ensure; }

/// Calls fn(entry) for each frame that shows. A rescue or ensure sequence shows in place of the frame it is
/// part of. The core library's methods look native; its blocks do not show at all.
template <class F> void each_entry(VM& vm, const ControlFrame* from, F&& fn) {
  bool skip_next = false;
  for (const ControlFrame* cfp = from; cfp <= vm.ec->bottom(); ++cfp) {
    if (cfp->is_native()) {
      if (frame_kind(cfp->ep) == frame::Native)
        if (const MethodEntry* me = frame_method_entry(cfp)) fn(BacktraceEntry{nullptr, me, nullptr});
      continue;
    }
    const bool skipped = skip_next;
    skip_next = is_handler(cfp->iseq);
    if (skipped) continue;
    if (!cfp->iseq->unit->internal)
      fn(BacktraceEntry{cfp->iseq, frame_method_entry(cfp), cfp->pc});
    else if (cfp->iseq->type == ISeqType::Method)
      fn(BacktraceEntry{nullptr, frame_method_entry(cfp), nullptr});
  }
}

/// "Foo#bar", or "bar" when the owner has no name.
std::string method_label(VM&, const Class* owner, std::string_view name) {
  const bool singleton = owner->is_singleton;
  const Class* shown = owner;
  if (singleton) {
    if (!is_class_or_module(owner->attached)) return std::string(name);
    shown = static_cast<const Class*>(owner->attached);
  }
  if (!shown->name_permanent) return std::string(name);
  return cat(str_view(shown->name), singleton ? "." : "#", name);
}

std::string iseq_full_label(VM& vm, const MethodEntry* me, const ISeq* iseq) {
  while (iseq->parent && (is_handler(iseq) || iseq->type == ISeqType::Eval)) iseq = iseq->parent;
  if (iseq->type == ISeqType::Method)
    return me ? method_label(vm, me->owner, iseq_label(iseq)) : std::string(iseq_label(iseq));
  if (iseq->type != ISeqType::Block || !iseq->parent) return std::string(iseq_label(iseq));

  int levels = 0;
  const ISeq* outer = iseq;
  while (outer->parent && outer != outer->local) {
    if (outer->type == ISeqType::Block) ++levels;
    outer = outer->parent;
  }
  const std::string in = iseq_full_label(vm, me, outer);
  return levels <= 1 ? cat("block in ", in) : cat("block (", levels, " levels) in ", in);
}

} // namespace

Value backtrace_capture(VM& vm, const ControlFrame* from) {
  if (!from) from = vm.ec->cfp;
  size_t count = 0;
  each_entry(vm, from, [&](const BacktraceEntry&) { ++count; });

  const bool embed = count <= kMaxEmbedded;
  const SizePool pool =
      size_pool_for(kHeaderBytes + (embed ? std::max<size_t>(count, 1) : 1) * sizeof(BacktraceEntry));
  const uint64_t flags = Object::make_flags(Type::Data, pool);
  std::unique_ptr<BacktraceEntry[]> outside = embed ? nullptr : std::make_unique<BacktraceEntry[]>(count);
  auto* data = static_cast<DataObject*>(embed ? vm.heap.allocate(pool, flags, nullptr)
                                              : vm.heap.allocate_owning(pool, flags, nullptr));
  data->data_type = &kBacktraceType;
  auto& bt = data->get<Backtrace>();
  bt.count = count;
  bt.outside = outside.release();
  BacktraceEntry* next = bt.entries();
  each_entry(vm, from, [&](const BacktraceEntry& entry) { *next++ = entry; });
  return data;
}

bool is_backtrace(Value v) { return is_data_of(v, kBacktraceType); }
size_t backtrace_size(Value bt) { return backtrace_of(bt).count; }
const BacktraceEntry& backtrace_entry(Value bt, size_t index) { return backtrace_of(bt).entries()[index]; }

const BacktraceEntry* backtrace_position_entry(Value v, size_t index) {
  const Backtrace& bt = backtrace_of(v);
  for (size_t i = index; i < bt.count; ++i)
    if (bt.entries()[i].iseq) return &bt.entries()[i];
  return nullptr;
}

int backtrace_lineno(Value bt, size_t index) {
  const BacktraceEntry* at = backtrace_position_entry(bt, index);
  return at ? line_at(at->iseq, at->pc) : 0;
}

std::string backtrace_path(Value bt, size_t index) {
  const BacktraceEntry* at = backtrace_position_entry(bt, index);
  return at ? std::string(str_view(at->iseq->unit->path)) : std::string();
}

std::string backtrace_label(VM& vm, Value bt, size_t index) {
  const BacktraceEntry& entry = backtrace_entry(bt, index);
  if (entry.iseq) return iseq_full_label(vm, entry.me, entry.iseq);
  return entry.me ? method_label(vm, entry.me->owner, vm.name(entry.me->original_id)) : "<internal>";
}

std::string backtrace_line(VM& vm, Value bt, size_t index) {
  const int line = backtrace_lineno(bt, index);
  const std::string at = line > 0 ? cat(backtrace_path(bt, index), ":", line) : backtrace_path(bt, index);
  return cat(at, ":in '", backtrace_label(vm, bt, index), "'");
}

Array* backtrace_strings(VM& vm, Value bt, size_t start, size_t count) {
  const size_t size = backtrace_size(bt);
  const size_t end = count > size - std::min(start, size) ? size : start + count;
  Array* list = ary_new(vm, end > start ? end - start : 0);
  for (size_t i = start; i < end; ++i) ary_push(vm, list, str_new(vm, backtrace_line(vm, bt, i)));
  return list;
}

// --- Thread::Backtrace::Location ---

namespace {

struct Location {
  Value backtrace;
  uint64_t index;
};

void mark_location(void* payload, Marker& marker) { marker.mark(static_cast<Location*>(payload)->backtrace); }

constexpr DataType kLocationType{"backtrace location", mark_location, nullptr, nullptr};

Value location_new(VM& vm, Value bt, size_t index) {
  auto* data = vm.heap.make<DataObject>(Type::Data, vm.cBacktraceLocation, kDataHeader + sizeof(Location));
  data->data_type = &kLocationType;
  data->get<Location>() = {bt, index};
  return data;
}

const Location& location_of(Value v) { return v.as<DataObject>()->get<Location>(); }

Value location_path(VM& vm, Value self) {
  return str_new(vm, backtrace_path(location_of(self).backtrace, location_of(self).index));
}

Value location_absolute_path(VM&, Value self) {
  const BacktraceEntry* at = backtrace_position_entry(location_of(self).backtrace, location_of(self).index);
  return at ? at->iseq->unit->realpath : Qnil;
}

Value location_lineno(VM&, Value self) {
  const int line = backtrace_lineno(location_of(self).backtrace, location_of(self).index);
  return line > 0 ? Value::fixnum(line) : Qnil;
}

Value location_label(VM& vm, Value self) {
  return str_new(vm, backtrace_label(vm, location_of(self).backtrace, location_of(self).index));
}

Value location_base_label(VM& vm, Value self) {
  const BacktraceEntry& entry = backtrace_entry(location_of(self).backtrace, location_of(self).index);
  if (!entry.iseq) return str_new(vm, entry.me ? vm.name(entry.me->original_id) : "");
  return str_new(vm, entry.iseq->unit->unlinked->name(entry.iseq->unlinked->base_label));
}

Value location_to_s(VM& vm, Value self) {
  return str_new(vm, backtrace_line(vm, location_of(self).backtrace, location_of(self).index));
}

Value location_inspect(VM& vm, Value self) {
  return str_new(vm, str_inspect(vm, location_to_s(vm, self).as<String>()));
}

constexpr NativeMethod kLocationMethods[] = {
    {"path", native<location_path>},
    {"absolute_path", native<location_absolute_path>},
    {"lineno", native<location_lineno>},
    {"label", native<location_label>},
    {"base_label", native<location_base_label>},
    {"to_s", native<location_to_s>},
    {"inspect", native<location_inspect>},
};

} // namespace

bool is_location(Value v) { return is_data_of(v, kLocationType); }
LocationRef location_ref(Value v) { return {location_of(v).backtrace, location_of(v).index}; }

Array* backtrace_locations(VM& vm, Value bt, size_t start, size_t count) {
  const size_t size = backtrace_size(bt);
  const size_t end = count > size - std::min(start, size) ? size : start + count;
  Array* list = ary_new(vm, end > start ? end - start : 0);
  for (size_t i = start; i < end; ++i) ary_push(vm, list, location_new(vm, bt, i));
  return list;
}

std::string current_position(VM& vm) {
  for (const ControlFrame* cfp = vm.ec->cfp; cfp <= vm.ec->bottom(); ++cfp)
    if (!cfp->is_native() && !cfp->iseq->unit->internal)
      return cat(str_view(cfp->iseq->unit->path), ":", frame_line(cfp));
  return {};
}

void init_backtrace(VM& vm) {
  class_undef_allocator(vm, vm.cBacktraceLocation);
  define_natives(vm, vm.cBacktraceLocation, kLocationMethods);
}

} // namespace miniyarv
