#include "vm/parameters.hpp"

#include "vm/core/array.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

ArityRange iseq_arity(const ISeq* iseq) {
  const ISeqParams& p = *iseq->params;
  const int positional = p.lead_num + p.post_num;
  const bool takes_keywords = p.has_keywords || p.kwrest_start >= 0 || p.forwardable;
  const bool unlimited = p.rest_start >= 0 || p.forwardable;
  return {positional + (p.required_keywords > 0 ? 1 : 0),
          unlimited ? -1 : positional + p.opt_num + (takes_keywords ? 1 : 0)};
}

ArityRange proc_arity_range(VM& vm, const Proc* proc) {
  switch (proc->kind) {
  case Proc::Kind::ISeq: return iseq_arity(static_cast<const ISeq*>(proc->block.code));
  case Proc::Kind::IFunc: {
    const auto* ifunc = static_cast<const IFunc*>(proc->block.code);
    return {ifunc->min_args, ifunc->max_args};
  }
  case Proc::Kind::Symbol: break;
  }
  static_cast<void>(vm);
  return {1, -1};
}

ArityRange method_arity_range(const MethodEntry* entry) {
  const MethodEntry* me = entry->resolved();
  switch (me->kind) {
  case MethodKind::ISeq: return iseq_arity(me->rb.iseq);
  case MethodKind::Native:
    // As with CRuby's C functions, optional arguments are not told apart from any number.
    if (me->native.min_args == me->native.max_args) return {me->native.min_args, me->native.max_args};
    return {0, -1};
  case MethodKind::AttrReader: return {0, 0};
  case MethodKind::AttrWriter: return {1, 1};
  case MethodKind::BMethod: {
    const Proc* proc = me->proc.as<Proc>();
    if (proc->kind == Proc::Kind::ISeq) return iseq_arity(static_cast<const ISeq*>(proc->block.code));
    if (proc->kind == Proc::Kind::Symbol) return {1, -1};
    const auto* ifunc = static_cast<const IFunc*>(proc->block.code);
    return {ifunc->min_args, ifunc->max_args};
  }
  case MethodKind::Optimized:
    if (me->optimized == OptimizedMethod::StructReader) return {0, 0};
    if (me->optimized == OptimizedMethod::StructWriter) return {1, 1};
    return {0, -1};
  default: return {0, -1};
  }
}

int method_arity(VM&, const MethodEntry* me) {
  const ArityRange range = method_arity_range(me);
  return range.min == range.max ? range.min : -range.min - 1;
}

Value proc_arity(VM& vm, const Proc* proc) {
  const ArityRange range = proc_arity_range(vm, proc);
  const bool exact = proc->lambda ? range.min == range.max : range.max >= 0;
  return Value::fixnum(exact ? range.min : -range.min - 1);
}

namespace {

class ParameterList {
public:
  explicit ParameterList(VM& vm) : vm_(vm), list_(ary_new(vm)) {}

  void add(std::string_view kind, ID name = ID::None) {
    const Value symbol = Value::symbol(vm_.intern(kind));
    Array* pair = name == ID::None ? ary_of(vm_, symbol) : ary_of(vm_, symbol, Value::symbol(name));
    ary_push(vm_, list_, pair);
  }
  Array* get() const { return list_; }

private:
  VM& vm_;
  Array* list_;
};

void add_keywords(ParameterList& list, const ISeqParams& p) {
  for (size_t i = 0; i < p.keywords.size(); ++i)
    list.add(i < static_cast<size_t>(p.required_keywords) ? "keyreq" : "key", p.keywords[i]);
}

Array* native_parameters(VM& vm, ArityRange range) {
  ParameterList list(vm);
  if (range.min != range.max)
    list.add("rest");
  else
    for (int i = 0; i < range.min; ++i) list.add("req");
  return list.get();
}

} // namespace

Array* iseq_parameters(VM& vm, const ISeq* iseq, bool lambda) {
  const ISeqParams& p = *iseq->params;
  ParameterList list(vm);
  const auto name = [&](int slot) { return local_name(vm, iseq, static_cast<uint32_t>(slot)); };
  const char* required = lambda ? "req" : "opt";
  for (int i = 0; i < p.lead_num; ++i) list.add(required, name(i));
  for (int i = 0; i < p.opt_num; ++i) list.add("opt", name(p.lead_num + i));
  if (p.forwardable) {
    list.add("rest", vm.intern("*"));
    list.add("keyrest", vm.intern("**"));
    list.add("block", vm.intern("&"));
    return list.get();
  }
  if (p.rest_start >= 0) list.add("rest", name(p.rest_start));
  for (int i = 0; i < p.post_num; ++i) list.add(required, name(p.post_start + i));
  if (p.accepts_no_kwarg) list.add("nokey");
  add_keywords(list, p);
  if (p.kwrest_start >= 0) list.add("keyrest", name(p.kwrest_start));
  if (p.block_start >= 0) list.add("block", name(p.block_start));
  return list.get();
}

Value proc_parameters(VM& vm, const Proc* proc, bool as_lambda) {
  if (proc->kind == Proc::Kind::ISeq)
    return iseq_parameters(vm, static_cast<const ISeq*>(proc->block.code), as_lambda);
  const ArityRange range = proc_arity_range(vm, proc);
  ParameterList list(vm);
  for (int i = 0; i < range.min; ++i) list.add(as_lambda ? "req" : "opt");
  for (int i = range.min; i < range.max; ++i) list.add("opt");
  if (range.max < 0) list.add("rest");
  return list.get();
}

Array* method_parameters(VM& vm, const MethodEntry* me) {
  if (const ISeq* iseq = method_iseq(me)) return iseq_parameters(vm, iseq, true);
  return native_parameters(vm, method_arity_range(me));
}

const ISeq* method_iseq(const MethodEntry* entry) {
  const MethodEntry* me = entry->resolved();
  if (me->kind == MethodKind::ISeq) return me->rb.iseq;
  if (me->kind != MethodKind::BMethod) return nullptr;
  const Proc* proc = me->proc.as<Proc>();
  return proc->kind == Proc::Kind::ISeq ? static_cast<const ISeq*>(proc->block.code) : nullptr;
}

Value iseq_source_location(VM& vm, const ISeq* iseq) {
  if (!iseq || iseq->unit->internal) return Qnil;
  return ary_of(vm, iseq->unit->path, Value::fixnum(iseq->unlinked->first_line));
}

} // namespace miniyarv
