// Method and UnboundMethod.

#include "vm/core/method_object.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/callable.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"
#include "vm/parameters.hpp"

namespace miniyarv {
namespace {

void mark_method_object(void* payload, Marker& marker) {
  auto& m = *static_cast<MethodObject*>(payload);
  marker.mark(m.receiver);
  marker.mark(m.klass);
  marker.mark(m.me);
  marker.mark(m.owner);
}

constexpr DataType kMethodType{"method", mark_method_object, nullptr, nullptr};

/// The class whose table has the method, even if it only changes its visibility.
Class* owner_of(Class* c, ID name, const MethodEntry* me) {
  const MethodEntry* found = search_method(c, name);
  return found && found->kind == MethodKind::ZSuper ? found->owner : me->owner;
}

Value method_object_new(VM& vm, const MethodObject& m) {
  return vm.heap.make_data(m.receiver.is_undef() ? vm.cUnboundMethod : vm.cMethod, kMethodType, m);
}

// --- Finding ---

void check_public(VM& vm, Class* c, ID name, const MethodEntry* me) {
  if (me->visibility == Visibility::Public) return;
  const char* kind = me->visibility == Visibility::Private ? "private" : "protected";
  raise_name_error(vm,
                   cat("method '", vm.name(name), "' for ", c->is_module() ? "module" : "class", " '",
                       class_path(vm, c), "' is ", kind),
                   c, name);
}

/// An entry for a method that only method_missing knows.
const MethodEntry* missing_entry(VM& vm, Class* c, ID name) {
  MethodEntry* me = method_entry_new(vm, MethodKind::Missing, name, Visibility::Public);
  me->owner = me->defined_class = c;
  return me;
}

bool responds_through_missing(VM& vm, Value receiver, ID name, bool include_private) {
  if (has_builtin_method(vm, receiver, ids::respond_to_missing_p)) return false;
  const Value args[] = {Value::symbol(name), Value::boolean(include_private)};
  return vm.call_if_responds(receiver, ids::respond_to_missing_p, args).truthy();
}

Value object_method(VM& vm, Value self, ID name) { return method_of(vm, self, name, false); }
Value object_public_method(VM& vm, Value self, ID name) { return method_of(vm, self, name, true); }

Value object_singleton_method(VM& vm, Value self, ID name) {
  Class* c = singleton_class_if_any(vm, self);
  const MethodEntry* own = c ? own_method(c, name) : nullptr;
  if (!own || own->is_undefined())
    raise_name_error(
        vm, cat("undefined singleton method '", vm.name(name), "' for '", inspect_str(vm, self), "'"), self,
        name);
  return method_object_new(vm, {self, c, name, find_method(vm, c, name), own->owner});
}

// --- Calling ---

Value call_with_given(VM& vm, Value receiver, const MethodEntry* me, std::span<const Value> args) {
  CallOptions options;
  options.block = vm.block();
  options.keywords = vm.keywords_given();
  return vm.call_method(receiver, me, args, options);
}

Value method_call(VM& vm, Value self, Rest args) {
  const MethodObject& m = method_object(self);
  return call_with_given(vm, m.receiver, m.me, args.span());
}

/// The entry as it is found in the receiver's ancestor chain, so that `super` knows where to go on.
const MethodEntry* entry_for(VM& vm, const MethodEntry* me, Value receiver) {
  if (!me->owner->is_module()) return me;
  for (Class* c = vm.class_of(receiver); c; c = c->super) {
    if (!c->is_iclass() || c->module != me->owner || c->origin != c) continue;
    if (me->defined_class == c) return me;
    MethodEntry* copy = method_entry_clone(vm, me);
    copy->defined_class = c;
    return copy;
  }
  return me;
}

const MethodEntry* bound_entry(VM& vm, const MethodObject& m, Value receiver) {
  const Class* owner = m.me->owner;
  if (!owner->is_module() && !kind_of(vm, receiver, owner)) {
    if (owner->is_singleton) raise_type_error(vm, "singleton method called for a different object");
    raise_type_error(vm, cat("bind argument must be an instance of ", class_path(vm, owner)));
  }
  return entry_for(vm, m.me, receiver);
}

Value method_bind(VM& vm, Value self, Value receiver) {
  const MethodObject m = method_object(self);
  return method_object_new(vm,
                           {receiver, vm.class_of(receiver), m.name, bound_entry(vm, m, receiver), m.owner});
}

Value method_bind_call(VM& vm, Value self, Value receiver, Rest args) {
  const MethodEntry* me = bound_entry(vm, method_object(self), receiver);
  return call_with_given(vm, receiver, me, args.span());
}

Value method_unbind(VM& vm, Value self) {
  MethodObject m = method_object(self);
  m.receiver = Qundef;
  return method_object_new(vm, m);
}

Value call_from_proc(VM& vm, Value data, const Value* argv, int argc, BlockHandler block) {
  const MethodObject& m = method_object(data);
  CallOptions options;
  options.block = block;
  options.keywords = vm.keywords_given();
  return vm.call_method(m.receiver, m.me, {argv, static_cast<size_t>(argc)}, options);
}

Value method_to_proc(VM& vm, Value self) {
  const ArityRange range = method_arity_range(method_object(self).me);
  Proc* proc = proc_from_native(vm, call_from_proc, self, range.min, range.max, true);
  proc->from_method = true;
  return proc;
}

// --- Questions ---

int64_t method_arity_method(VM& vm, Value self) { return method_arity(vm, method_object(self).me); }
Value method_parameters_method(VM& vm, Value self) { return method_parameters(vm, method_object(self).me); }
Value method_name(VM&, Value self) { return Value::symbol(method_object(self).name); }
Value method_owner(VM&, Value self) { return method_object(self).owner; }
Value method_receiver(VM&, Value self) { return method_object(self).receiver; }

Value method_original_name(VM&, Value self) {
  return Value::symbol(method_object(self).me->resolved()->original_id);
}

Value method_source_location(VM& vm, Value self) {
  return iseq_source_location(vm, method_iseq(method_object(self).me));
}

Value method_super(VM& vm, Value self) {
  const MethodObject m = method_object(self);
  Class* start = next_ancestor(m.me->resolved()->defined_class);
  const MethodEntry* me = find_method_from(vm, start, m.me->called_id);
  return me ? method_object_new(vm, {m.receiver, start, m.name, me, me->owner}) : Qnil;
}

/// Whether two entries are the same definition, as an alias is of its original.
bool same_definition(const MethodEntry* a, const MethodEntry* b) {
  a = a->resolved();
  b = b->resolved();
  if (a == b) return true;
  if (a->kind != b->kind || a->owner != b->owner) return false;
  switch (a->kind) {
  case MethodKind::ISeq: return a->rb.iseq == b->rb.iseq;
  case MethodKind::Native: return a->native.fn == b->native.fn && a->original_id == b->original_id;
  case MethodKind::AttrReader:
  case MethodKind::AttrWriter: return a->attr.ivar == b->attr.ivar;
  case MethodKind::BMethod: return a->proc == b->proc;
  case MethodKind::Optimized: return a->optimized == b->optimized && a->original_id == b->original_id;
  default: return a->original_id == b->original_id;
  }
}

bool method_equal(VM& vm, Value self, Value other) {
  if (!is_method_object(other) || real_class(vm, self) != real_class(vm, other)) return false;
  const MethodObject &a = method_object(self), &b = method_object(other);
  return a.receiver == b.receiver && same_definition(a.me, b.me);
}

Value method_hash(VM&, Value self) {
  const MethodObject& m = method_object(self);
  const auto seed = m.receiver.bits * 31 + static_cast<uint64_t>(m.me->resolved()->original_id);
  return Value::fixnum(static_cast<int64_t>(seed * 0x9E3779B97F4A7C15) >> 3);
}

Value method_clone(VM& vm, Value self) { return method_object_new(vm, method_object(self)); }

// --- inspect ---

struct ShownParameter {
  std::string_view kind, name;
};

std::string show_parameter(const ShownParameter& p) {
  const std::string name(p.name.empty() ? "_" : p.name);
  if (p.kind == "req") return name;
  if (p.kind == "opt") return name + "=...";
  if (p.kind == "keyreq") return name + ":";
  if (p.kind == "key") return name + ": ...";
  if (p.kind == "nokey") return "**nil";
  if (p.kind == "rest") return p.name == "*" || p.name.empty() ? "*" : "*" + name;
  if (p.kind == "keyrest") return p.name == "**" || p.name.empty() ? "**" : "**" + name;
  return "&" + name;
}

std::string show_parameters(VM& vm, const MethodEntry* me) {
  std::vector<std::string> shown;
  for (Value pair : method_parameters(vm, me)->values()) {
    const auto text = [&](int64_t i) {
      const Value v = ary_entry(pair.as<Array>(), i);
      return v.is_symbol() ? vm.name(v.to_id()) : std::string_view();
    };
    const ShownParameter p{text(0), text(1)};
    if (p.kind == "block" && p.name == "&") {
      // `...` takes a rest, keywords and a block, none of them named.
      while (!shown.empty() && (shown.back() == "*" || shown.back() == "**")) shown.pop_back();
      shown.push_back("...");
    } else {
      shown.push_back(show_parameter(p));
    }
  }
  std::string out = "(";
  for (size_t i = 0; i < shown.size(); ++i) out += (i > 0 ? ", " : "") + shown[i];
  return out + ")";
}

/// "Foo#", "Foo(Owner)#" or "object.".
std::string show_place(VM& vm, const MethodObject& m) {
  Class* owner = m.owner;
  if (m.receiver.is_undef()) return class_path(vm, owner) + "#";
  if (owner->is_singleton) {
    const Value attached = owner->attached;
    if (m.receiver == attached) return inspect_str(vm, attached) + ".";
    return cat(inspect_str(vm, m.receiver), "(", inspect_str(vm, attached), ").");
  }
  Class* c = m.klass;
  if (c->is_singleton && !is_class_or_module(c->attached)) c = skip_to_real(c);
  if (c->is_iclass()) c = c->module;
  const std::string shown = class_path(vm, c);
  return c == owner ? shown + "#" : cat(shown, "(", class_path(vm, owner), ")#");
}

Value method_inspect(VM& vm, Value self) {
  const MethodObject m = method_object(self);
  const ID original = m.me->resolved()->original_id;
  std::string text =
      cat("#<", class_path(vm, real_class(vm, self)), ": ", show_place(vm, m), vm.name(m.name));
  if (m.name != original) text += cat("(", vm.name(original), ")");
  text += show_parameters(vm, m.me);
  const ISeq* iseq = method_iseq(m.me);
  if (iseq && !iseq->unit->internal)
    text += cat(" ", str_view(iseq->unit->path), ":", iseq->unlinked->first_line);
  return str_new(vm, text + ">");
}

constexpr NativeMethod kSharedMethods[] = {
    {"arity", native<method_arity_method>}, {"parameters", native<method_parameters_method>},
    {"name", native<method_name>},          {"original_name", native<method_original_name>},
    {"owner", native<method_owner>},        {"source_location", native<method_source_location>},
    {"super_method", native<method_super>}, {"==", native<method_equal>},
    {"eql?", native<method_equal>},         {"hash", native<method_hash>},
    {"clone", native<method_clone>},        {"dup", native<method_clone>},
    {"inspect", native<method_inspect>},    {"to_s", native<method_inspect>},
};

constexpr NativeMethod kMethodMethods[] = {
    {"call", native<method_call>},     {"===", native<method_call>},
    {"[]", native<method_call>},       {"receiver", native<method_receiver>},
    {"unbind", native<method_unbind>}, {"to_proc", native<method_to_proc>},
    {"curry", native<callable_curry>}, {">>", native<callable_then>},
    {"<<", native<callable_after>},
};

constexpr NativeMethod kUnboundMethods[] = {
    {"bind", native<method_bind>},
    {"bind_call", native<method_bind_call>},
};

constexpr NativeMethod kKernelMethods[] = {
    {"method", native<object_method>},
    {"public_method", native<object_public_method>},
    {"singleton_method", native<object_singleton_method>},
};

} // namespace

bool is_method_object(Value v) {
  return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kMethodType;
}
const MethodObject& method_object(Value v) { return v.as<DataObject>()->get<MethodObject>(); }

void raise_undefined_method(VM& vm, Class* c, ID name) {
  raise_name_error(vm,
                   cat("undefined method '", vm.name(name), "' for ", c->is_module() ? "module" : "class",
                       " '", class_path(vm, c), "'"),
                   c, name);
}

Value method_of(VM& vm, Value receiver, ID name, bool public_only) {
  Class* c = vm.class_of(receiver);
  const MethodEntry* me = find_method(vm, c, name);
  if (!me) {
    if (!responds_through_missing(vm, receiver, name, !public_only)) raise_undefined_method(vm, c, name);
    me = missing_entry(vm, c, name);
  }
  if (public_only) check_public(vm, c, name, me);
  return method_object_new(vm, {receiver, c, name, me, owner_of(c, name, me)});
}

Value unbound_method_of(VM& vm, Class* c, ID name, bool public_only) {
  const MethodEntry* me = find_method(vm, c, name);
  if (!me) raise_undefined_method(vm, c, name);
  if (public_only) check_public(vm, c, name, me);
  return method_object_new(vm, {Qundef, c, name, me, owner_of(c, name, me)});
}

void init_method_objects(VM& vm) {
  for (Class* c : {vm.cMethod, vm.cUnboundMethod}) {
    class_undef_allocator(vm, c);
    define_natives(vm, c, kSharedMethods);
  }
  define_natives(vm, vm.cMethod, kMethodMethods);
  define_natives(vm, vm.cUnboundMethod, kUnboundMethods);
  define_natives(vm, vm.mKernel, kKernelMethods);
}

} // namespace miniyarv
