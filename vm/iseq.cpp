#include "vm/iseq.hpp"

#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/internals.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <new>

namespace miniyarv {

namespace {

void mark_unit(void* payload, Marker& m) {
  RuntimeUnit* unit = *static_cast<RuntimeUnit**>(payload);
  m.mark(unit->literals);
  m.mark(unit->case_tables);
  m.mark(unit->path);
  m.mark(unit->realpath);
  m.mark(unit->outer);
  for (ISeq* iseq : unit->iseqs) m.mark(iseq);
}
void destroy_unit(void* payload) { delete *static_cast<RuntimeUnit**>(payload); }
constexpr DataType kUnitType{"ISeqUnit", mark_unit, destroy_unit, nullptr};

void mark_iseq(Object* o, Marker& m) {
  auto* iseq = static_cast<ISeq*>(o);
  if (iseq->unit) m.mark(iseq->unit->holder);
  m.mark(iseq->parent);
  m.mark(iseq->local);
  if (!iseq->storage) return;
  for (const CallData& cd : iseq->storage->calls) m.mark(cd.cc);
  for (const CvarCache& c : iseq->storage->cvars) m.mark(c.owner);
  for (const OnceCache& c : iseq->storage->onces) m.mark(c.value);
  for (const ConstantCache& c : iseq->storage->constants) m.mark(c.value);
}

void destroy_iseq(Object* o, Heap&) {
  auto* iseq = static_cast<ISeq*>(o);
  delete[] iseq->code;
  delete iseq->params;
  delete iseq->storage;
}

size_t iseq_memsize(const Object* o) {
  const auto* iseq = static_cast<const ISeq*>(o);
  return iseq->code_size * sizeof(Word) +
         (iseq->storage ? iseq->storage->calls.size() * sizeof(CallData) : 0);
}

Encoding encoding_of(TextEncoding e) {
  switch (e) {
  case TextEncoding::UsAscii: return Encoding::UsAscii;
  case TextEncoding::Binary: return Encoding::Binary;
  case TextEncoding::Utf8: break;
  }
  return Encoding::Utf8;
}

Value core_constant(VM& vm, std::string_view name) { return vm.const_get(vm.cObject, vm.intern(name)); }

Value make_hash(VM& vm, RuntimeUnit& unit, std::span<const LiteralId> pairs) {
  Hash* h = hash_new(vm, pairs.size() / 2);
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const Value key = unit_literal(vm, unit, pairs[i]);
    hash_set(vm, h, key, unit_literal(vm, unit, pairs[i + 1]));
  }
  return h;
}

Value make_array(VM& vm, RuntimeUnit& unit, std::span<const LiteralId> elements) {
  Array* a = ary_new(vm, elements.size());
  for (LiteralId id : elements) ary_push(vm, a, unit_literal(vm, unit, id));
  return a;
}

Value make_literal(VM& vm, RuntimeUnit& unit, const Literal& l) {
  const UnlinkedUnit& u = *unit.unlinked;
  const auto element = [&](size_t i) { return unit_literal(vm, unit, u.elements(l)[i]); };
  switch (l.kind) {
  case LiteralKind::Nil: return Qnil;
  case LiteralKind::True: return Qtrue;
  case LiteralKind::False: return Qfalse;
  case LiteralKind::Integer: return int_new(vm, l.integer);
  case LiteralKind::BigInteger: return int_from_digits(vm, u.bytes(l), 10);
  case LiteralKind::Float: return float_new(vm, l.real);
  case LiteralKind::Rational: return rational_new(vm, element(0), element(1));
  case LiteralKind::Complex: return complex_new(vm, Value::fixnum(0), element(0));
  case LiteralKind::String: return str_fstring(vm, u.bytes(l), encoding_of(l.encoding));
  case LiteralKind::Symbol: return Value::symbol(unit_id(vm, unit, l.name));
  case LiteralKind::Regexp: return regexp_new(vm, u.bytes(l), l.options);
  case LiteralKind::Array: return make_array(vm, unit, u.elements(l));
  case LiteralKind::Hash: return make_hash(vm, unit, u.elements(l));
  case LiteralKind::Range: return range_new(vm, element(0), element(1), l.options & 1);
  case LiteralKind::CoreClass: return core_constant(vm, u.name(l.name));
  case LiteralKind::Encoding: {
    std::string constant(u.name(l.name));
    std::replace(constant.begin(), constant.end(), '-', '_');
    return vm.const_get(vm.cEncoding, vm.intern(constant));
  }
  }
  return Qnil;
}

ISeqParams* make_params(VM& vm, RuntimeUnit& unit, const UnlinkedISeq& u) {
  const UnlinkedParams& up = u.params;
  auto p = std::make_unique<ISeqParams>();
  p->lead_num = up.lead_num;
  p->opt_num = up.opt_num;
  p->post_num = up.post_num;
  p->rest_start = up.rest_start;
  p->post_start = up.post_start;
  p->block_start = up.block_start;
  p->kwrest_start = up.kwrest_start;
  p->keyword_num = static_cast<int16_t>(up.keyword_num);
  p->required_keywords = static_cast<int16_t>(up.required_keyword_num);
  p->keyword_bits = up.keyword_bits;
  p->has_keywords = up.has_keywords;
  p->accepts_no_kwarg = up.accepts_no_kwarg;
  p->ambiguous_param0 = up.ambiguous_param0;
  p->forwardable = up.forwardable;
  p->anon_rest = up.anon_rest;
  p->anon_kwrest = up.anon_kwrest;
  p->uses_block = up.uses_block;
  if (up.forwardable) {
    // `...` collects what it forwards like `*rest` of a ruby2_keywords method.
    p->rest_start = 0;
    p->ruby2_keywords = true;
  }
  p->opt_table.assign(u.opt_table.begin(), u.opt_table.end());
  for (NameId name : u.keywords) p->keywords.push_back(unit_id(vm, unit, name));
  for (LiteralId id : u.keyword_defaults)
    p->keyword_defaults.push_back(id == LiteralId::None ? Qundef : unit_literal(vm, unit, id));
  p->simple = p->opt_num == 0 && p->rest_start < 0 && p->post_num == 0 && !p->has_keywords &&
              p->kwrest_start < 0 && !p->accepts_no_kwarg && !p->forwardable &&
              (p->block_start < 0 || u.type == ISeqType::Method);
  p->packs =
      unit.internal && u.type == ISeqType::Block && p->simple && p->lead_num == 1 && p->ambiguous_param0;
  return p.release();
}

uint16_t param_size(const ISeqParams& p) {
  int n = p.lead_num + p.opt_num + p.post_num;
  const auto reach = [&n](int slot) { n = std::max(n, slot + 1); };
  reach(p.rest_start);
  reach(p.keyword_bits);
  reach(p.kwrest_start);
  reach(p.block_start);
  if (p.forwardable) reach(0);
  return static_cast<uint16_t>(n);
}

ISeq* make_iseq(VM& vm, RuntimeUnit& unit, ISeqId id) {
  const UnlinkedISeq& u = unit.unlinked->iseq(id);
  ISeq* parent = u.parent == ISeqId::None ? unit.outer : unit_iseq(vm, unit, u.parent);
  std::unique_ptr<ISeqParams> params(make_params(vm, unit, u));
  const SizePool pool = size_pool_for(sizeof(ISeq));
  auto* iseq =
      static_cast<ISeq*>(vm.heap.allocate_owning(pool, Object::make_flags(Type::ISeq, pool), nullptr));
  iseq->code = nullptr;
  iseq->storage = nullptr;
  iseq->code_size = static_cast<uint32_t>(u.code.size());
  iseq->local_size = static_cast<uint16_t>(u.locals.size());
  iseq->param_size = param_size(*params);
  iseq->stack_max = static_cast<uint16_t>(u.stack_max + 1);
  iseq->type = u.type;
  iseq->simple_block = params->simple;
  const uint64_t internal = unit.internal ? frame::kInternal : 0;
  iseq->method_flags = frame::Method | frame::kLocal | frame::kTag | internal;
  iseq->block_flags = frame::Block | frame::kTag | internal;
  iseq->params = params.release();
  iseq->unit = &unit;
  iseq->unlinked = &u;
  iseq->parent = parent;
  iseq->local = nullptr;
  unit.iseqs[static_cast<size_t>(id)] = iseq;
  vm.heap.write_barrier(unit.holder, Value(iseq));
  if (u.local == id || u.local == ISeqId::None)
    iseq->local = u.local == ISeqId::None && parent ? parent->local : iseq;
  else
    iseq->local = unit_iseq(vm, unit, u.local);
  vm.heap.write_barrier(iseq, Value(iseq->local));
  return iseq;
}

} // namespace

void register_iseq_types(Heap& heap) {
  heap.register_type(Type::ISeq, TypeInfo{"ISEQ", mark_iseq, destroy_iseq, iseq_memsize});
}

ISeq* load_unit(VM& vm, std::unique_ptr<UnlinkedUnit> unlinked, Value realpath, bool internal, ISeq* outer) {
  auto owned = std::make_unique<RuntimeUnit>();
  RuntimeUnit& unit = *owned;
  unit.ids.resize(unlinked->name_count(), ID::None);
  unit.literals.resize(unlinked->literal_count(), Qundef);
  unit.iseqs.resize(unlinked->iseq_count(), nullptr);
  unit.unlinked = std::move(unlinked);
  unit.internal = internal;
  unit.outer = outer;
  unit.realpath = realpath;
  DataObject* holder = vm.heap.make_data(nullptr, kUnitType, owned.get());
  owned.release();
  unit.holder = holder;
  unit.path = str_fstring(vm, unit.unlinked->path(), Encoding::Utf8);
  vm.heap.write_barrier(holder, unit.path);
  return unit_iseq(vm, unit, unit.unlinked->root());
}

ISeq* unit_iseq(VM& vm, RuntimeUnit& unit, ISeqId id) {
  ISeq* known = unit.iseqs[static_cast<size_t>(id)];
  return known ? known : make_iseq(vm, unit, id);
}

Value unit_literal(VM& vm, RuntimeUnit& unit, LiteralId id) {
  Value& slot = unit.literals[static_cast<size_t>(id)];
  if (!slot.is_undef()) return slot;
  const Value v = make_literal(vm, unit, unit.unlinked->literal(id));
  slot = v;
  vm.heap.write_barrier(unit.holder, v);
  return v;
}

ID unit_id(VM& vm, RuntimeUnit& unit, NameId id) {
  if (id == NameId::None) return ID::None;
  ID& slot = unit.ids[static_cast<size_t>(id)];
  if (slot == ID::None) slot = vm.intern(unit.unlinked->name(id));
  return slot;
}

// --- Linking ---

namespace {

class Linker {
public:
  Linker(VM& vm, ISeq* iseq) : vm_(vm), iseq_(iseq), unit_(*iseq->unit), u_(*iseq->unlinked) {}

  void run() {
    auto storage = std::make_unique<InlineStorage>();
    fill_storage(*storage);
    auto code = std::make_unique<Word[]>(u_.code.size());
    for (uint32_t at = 0; at < u_.code.size();) {
      const Insn insn = u_.insn_at(at);
      code[at] = reinterpret_cast<Word>(vm_.in().handlers[static_cast<size_t>(insn)]);
      const InsnInfo& info = insn_info(insn);
      for (uint32_t i = 0; i < info.operand_count; ++i)
        code[at + 1 + i] = operand(insn, info, at, i, code.get(), *storage);
      at += info.length();
    }
    // Nothing was allocated for the iseq itself until here, so a collection above saw it as not linked.
    iseq_->code = code.release();
    iseq_->storage = storage.release();
    vm_.heap.write_barrier(iseq_);
    register_linked_iseq(vm_, iseq_);
  }

private:
  void fill_storage(InlineStorage& s) {
    for (NameId name : u_.kwarg_names) s.kwarg_names.push_back(unit_id(vm_, unit_, name));
    s.calls = std::vector<CallData>(u_.calls.size());
    for (size_t i = 0; i < u_.calls.size(); ++i) {
      const CallInfo& ci = u_.calls[i];
      CallData& cd = s.calls[i];
      cd.cc = vm_.in().empty_cache;
      cd.mid = unit_id(vm_, unit_, ci.mid);
      cd.argc = ci.argc;
      cd.kwarg_count = ci.kwarg_count;
      cd.flags = ci.flags;
      cd.kwargs = s.kwarg_names.data() + ci.kwarg_first;
      cd.owner = iseq_;
    }
    s.ivars.resize(u_.ivar_caches);
    s.cvars.resize(u_.cvar_caches);
    s.onces.resize(u_.once_slots);
    s.constants.resize(u_.constant_paths.size());
    for (size_t i = 0; i < u_.constant_paths.size(); ++i)
      for (NameId name : u_.path_of(u_.constant_paths[i]))
        s.constants[i].path.push_back(unit_id(vm_, unit_, name));
  }

  Word operand(Insn insn, const InsnInfo& info, uint32_t at, uint32_t i, const Word* code, InlineStorage& s) {
    const uint32_t v = u_.code[at + 1 + i];
    switch (info.operands[i]) {
    case OperandKind::LIndex: return local_operand(insn, at, v);
    case OperandKind::Num: return insn == Insn::checktype ? checktype_operand(v) : v;
    case OperandKind::Id: return static_cast<Word>(unit_id(vm_, unit_, NameId{v}));
    case OperandKind::Object: return unit_literal(vm_, unit_, LiteralId{v}).bits;
    case OperandKind::ISeq:
      return ISeqId{v} == ISeqId::None ? 0 : reinterpret_cast<Word>(unit_iseq(vm_, unit_, ISeqId{v}));
    case OperandKind::Ic: return reinterpret_cast<Word>(&s.constants[v]);
    case OperandKind::Ivc: return reinterpret_cast<Word>(&s.ivars[v]);
    case OperandKind::Icvarc: return reinterpret_cast<Word>(&s.cvars[v]);
    case OperandKind::Ise: return reinterpret_cast<Word>(&s.onces[v]);
    case OperandKind::CallData: return reinterpret_cast<Word>(&s.calls[v]);
    case OperandKind::CdHash: return case_table(v).bits;
    case OperandKind::Offset: return reinterpret_cast<Word>(code + v);
    case OperandKind::Builtin: return reinterpret_cast<Word>(primitive(NameId{v}));
    }
    return 0;
  }

  Word local_operand(Insn insn, uint32_t at, uint32_t slot) const {
    uint32_t level = 0;
    if (insn == Insn::getlocal_WC_1 || insn == Insn::setlocal_WC_1)
      level = 1;
    else if (insn == Insn::getlocal || insn == Insn::setlocal || insn == Insn::getblockparam ||
             insn == Insn::setblockparam || insn == Insn::getblockparamproxy)
      level = u_.code[at + 2];
    const ISeq* scope = iseq_;
    while (level-- > 0) scope = scope->parent;
    return local_index(scope, slot);
  }

  static Word checktype_operand(uint32_t ruby_type) {
    constexpr uint32_t kRubyArray = 7, kRubyHash = 8;
    if (ruby_type == kRubyArray) return static_cast<Word>(Type::Array);
    if (ruby_type == kRubyHash) return static_cast<Word>(Type::Hash);
    return static_cast<Word>(Type::String);
  }

  Value case_table(uint32_t index) {
    Hash* h = hash_new(vm_);
    unit_.case_tables.push_back(h);
    vm_.heap.write_barrier(unit_.holder, Value(h));
    for (const CaseEntry& e : u_.entries_of(u_.case_tables[index])) {
      const Value key = unit_literal(vm_, unit_, e.key);
      if (hash_get(vm_, h, key).is_undef()) hash_set(vm_, h, key, Value::fixnum(e.target));
    }
    return h;
  }

  NativeFn primitive(NameId name) {
    const NativeBody* body = vm_.in().primitives.find(unit_id(vm_, unit_, name));
    if (!body) throw std::logic_error("unknown primitive " + std::string(unit_.unlinked->name(name)));
    return body->fn;
  }

  VM& vm_;
  ISeq* iseq_;
  RuntimeUnit& unit_;
  const UnlinkedISeq& u_;
};

} // namespace

void link_iseq(VM& vm, ISeq* iseq) {
  if (!iseq->linked()) Linker(vm, iseq).run();
}

// --- Positions and names ---

uint32_t word_before(const ISeq* iseq, const Word* pc) {
  const auto next = static_cast<uint32_t>(pc - iseq->code);
  return next == 0 ? 0 : next - 1;
}

int line_at(const ISeq* iseq, const Word* next_pc) {
  if (!iseq->linked() || next_pc == iseq->code) return iseq->unlinked->first_line;
  const uint32_t word = word_before(iseq, next_pc);
  const auto positions = iseq->unlinked->positions;
  auto it = std::upper_bound(positions.begin(), positions.end(), word,
                             [](uint32_t w, const InsnPosition& p) { return w < p.word; });
  return it == positions.begin() ? iseq->unlinked->first_line : std::prev(it)->line;
}

ID local_name(VM& vm, const ISeq* iseq, uint32_t slot) {
  return unit_id(vm, *iseq->unit, iseq->unlinked->locals[slot]);
}
std::string_view iseq_label(const ISeq* iseq) { return iseq->unit->unlinked->name(iseq->unlinked->label); }
std::string_view iseq_base_label(const ISeq* iseq) {
  return iseq->unit->unlinked->name(iseq->unlinked->base_label);
}

} // namespace miniyarv
