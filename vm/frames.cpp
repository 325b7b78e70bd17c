#include "vm/frames.hpp"

#include "vm/cref.hpp"
#include "vm/internals.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

ControlFrame* ruby_frame(const ExecutionContext& ec, ControlFrame* cfp) {
  for (ControlFrame* const bottom = ec.bottom(); cfp <= bottom; ++cfp)
    if (!cfp->is_native()) return cfp;
  return nullptr;
}

ControlFrame* caller_ruby_frame(VM& vm) { return ruby_frame(*vm.ec, vm.ec->cfp); }

const MethodEntry* ep_method_entry(const Value* ep) {
  for (;;) {
    const Value entry = ep_entry(ep);
    if (is_type(entry, Type::MethodEntry)) return entry.as<MethodEntry>();
    if (ep_is_local(ep)) return nullptr;
    ep = outer_ep(ep);
  }
}

const MethodEntry* frame_method_entry(const ControlFrame* cfp) { return ep_method_entry(cfp->ep); }

Cref* ep_cref(VM& vm, const Value* ep) {
  for (;;) {
    const Value entry = ep_entry(ep);
    if (is_type(entry, Type::Cref)) return entry.as<Cref>();
    // A method made by define_method keeps the scope its block was written in.
    if (is_type(entry, Type::MethodEntry) && entry.as<MethodEntry>()->kind == MethodKind::ISeq)
      return entry.as<MethodEntry>()->rb.cref;
    if (ep_is_local(ep)) return vm.in().top_cref;
    ep = outer_ep(ep);
  }
}

Cref* frame_cref(VM& vm, const ControlFrame* cfp) { return ep_cref(vm, cfp->ep); }

Value current_error(VM& vm) {
  for (ControlFrame *f = vm.ec->cfp, *const bottom = vm.ec->bottom(); f <= bottom; ++f) {
    if (!f->iseq || (f->iseq->type != ISeqType::Rescue && f->iseq->type != ISeqType::Ensure)) continue;
    const Value error = *(f->ep - local_index(f->iseq, 0));
    // An ensure sequence may hold another kind of throw.
    if (kind_of(vm, error, vm.cException)) return error;
  }
  return vm.ec->errinfo;
}

int frame_line(const ControlFrame* cfp) { return line_at(cfp->iseq, cfp->pc); }

LocalVariable find_local(VM& vm, const ISeq* iseq, Value* ep, ID name) {
  for (; iseq; iseq = iseq->parent) {
    for (uint32_t slot = 0; slot < iseq->local_size; ++slot)
      if (local_name(vm, iseq, slot) == name) return {ep - local_index(iseq, slot), ep};
    if (ep_is_local(ep)) break;
    ep = outer_ep(ep);
  }
  return {nullptr, nullptr};
}

// --- $_, $~ and flip-flops: one set an activation of a method, class or program. The first use wraps the
// me/cref word of its environment in an Svar object. ---

namespace {

struct Svar {
  Value entry; ///< the me/cref word it replaced
  Value last_line = Qnil, match = Qnil;
  std::vector<Value> flip_flops;

  static void mark(void* payload, Marker& m) {
    auto* s = static_cast<Svar*>(payload);
    m.mark(s->entry);
    m.mark(s->last_line);
    m.mark(s->match);
    m.mark(s->flip_flops);
  }
  static void destroy(void* payload) { static_cast<Svar*>(payload)->~Svar(); }

  Value* slot(int key) {
    if (key == 0) return &last_line;
    if (key == 1) return &match;
    const auto i = static_cast<size_t>(key - 2);
    if (i >= flip_flops.size()) flip_flops.resize(i + 1, Qnil);
    return &flip_flops[i];
  }
};
constexpr DataType kSvarType{"Svar", Svar::mark, Svar::destroy, nullptr};

DataObject* svar_of(const Value* lep) {
  const Value entry = lep[-2];
  return is_type(entry, Type::Data) && entry.as<DataObject>()->data_type == &kSvarType
             ? entry.as<DataObject>()
             : nullptr;
}

Value* svar_lep(ControlFrame* cfp) { return local_ep(cfp->ep); }

} // namespace

Value ep_entry(const Value* ep) {
  const DataObject* svar = svar_of(ep);
  return svar ? svar->get<Svar>().entry : ep[-2];
}

Value svar_get(VM&, ControlFrame* cfp, int key) {
  DataObject* svar = svar_of(svar_lep(cfp));
  return svar ? *svar->get<Svar>().slot(key) : Qnil;
}

void svar_set(VM& vm, ControlFrame* cfp, int key, Value v) {
  DataObject* svar = svar_of(svar_lep(cfp));
  if (!svar) {
    if (v.is_nil()) return;
    svar = vm.heap.make_data(nullptr, kSvarType, Svar{Qnil, Qnil, Qnil, {}});
    Value* const lep = svar_lep(cfp);
    svar->get<Svar>().entry = lep[-2];
    lep[-2] = Value(svar);
    if (ep_escaped(lep)) vm.heap.write_barrier(env_of(lep), Value(svar));
  }
  *svar->get<Svar>().slot(key) = v;
  vm.heap.write_barrier(svar, v);
}

} // namespace miniyarv
