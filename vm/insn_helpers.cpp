#include "vm/insn_helpers.hpp"

#include "compiler/operand_values.hpp"
#include "vm/class.hpp"
#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/frames.hpp"
#include "vm/internals.hpp"
#include "vm/proc.hpp"

#include <algorithm>

namespace miniyarv {

// --- Building values ---

Value insn_concatstrings(VM& vm, const Value* values, uint32_t n) { return str_concat_many(vm, values, n); }

Value insn_toregexp(VM& vm, const Value* values, uint32_t n, uint32_t options) {
  String* source = str_concat_many(vm, values, n);
  return regexp_new(vm, source->view(), static_cast<int>(options));
}

Value insn_newhash(VM& vm, const Value* pairs, uint32_t n) {
  Hash* h = hash_new(vm, n / 2);
  for (uint32_t i = 0; i + 1 < n; i += 2) hash_set(vm, h, pairs[i], pairs[i + 1]);
  return h;
}

Value insn_splatarray(VM& vm, Value v, bool dup) { return splat_to_array(vm, v, dup); }

Value insn_concatarray(VM& vm, Value a, Value b, bool in_place) {
  Array* right = splat_to_array(vm, b, false);
  if (in_place) {
    ary_append(vm, a.as<Array>(), right->values());
    return a;
  }
  return ary_concat(vm, splat_to_array(vm, a, false), right);
}

namespace {

/// expandarray, front form: element 0 ends on top; with `rest`, the remaining elements lie below them all.
void expand_front(VM& vm, ControlFrame* cfp, const Value* from, size_t len, uint32_t n, bool rest) {
  if (rest) {
    Array* tail = ary_from(vm, {from + std::min<size_t>(n, len), len > n ? len - n : 0});
    *cfp->sp++ = Value(tail);
  }
  for (uint32_t i = n; i-- > 0;) *cfp->sp++ = i < len ? from[i] : Qnil;
}

/// expandarray, back form (`*, a, b`): the last n elements, the first of them deepest; with `rest`, what
/// comes before on top.
void expand_back(VM& vm, ControlFrame* cfp, const Value* from, size_t len, uint32_t n, bool rest) {
  const size_t taken = std::min<size_t>(n, len);
  const size_t before = len - taken;
  for (size_t i = n; i-- > taken;) *cfp->sp++ = Qnil;
  for (size_t i = taken; i-- > 0;) *cfp->sp++ = from[before + i];
  if (rest) *cfp->sp++ = Value(ary_from(vm, {from, before}));
}

} // namespace

void insn_expandarray(VM& vm, ControlFrame* cfp, uint32_t n, uint32_t flag) {
  const Value v = cfp->sp[-1];
  Array* list = is_array(v) ? v.as<Array>() : try_to_ary(vm, v);
  // `list` stays on the native stack; its elements must not move while the rest array is made.
  --cfp->sp;
  Value alone = v;
  if (list) list = ary_dup(vm, list);
  const Value* from = list ? list->data() : &alone;
  const size_t len = list ? list->size() : 1;
  if (flag & 2)
    expand_back(vm, cfp, from, len, n, flag & 1);
  else
    expand_front(vm, cfp, from, len, n, flag & 1);
}

Value insn_objtostring(VM& vm, CallData* cd, Value v) {
  if (v.is_symbol() && has_builtin_method(vm, v, ids::to_s)) return sym_fstring(vm, v.to_id());
  if (is_integer(v) && has_builtin_method(vm, v, ids::to_s))
    return str_new(vm, int_to_s(v), Encoding::UsAscii);
  if (v.is_nil() && has_builtin_method(vm, v, ids::to_s)) return str_new(vm, "", Encoding::UsAscii);
  (void)cd;
  return Qundef;
}

Value insn_anytostring(VM& vm, Value original, Value string) {
  return is_string(string) ? string : Value(any_to_s(vm, original));
}

// --- Tests ---

namespace {

bool defined_method(VM& vm, ControlFrame* cfp, Value recv, ID mid) {
  const MethodEntry* me = find_method(vm, vm.class_of(recv), mid);
  if (me) {
    if (me->visibility == Visibility::Private) return false;
    if (me->visibility == Visibility::Protected) return kind_of(vm, cfp->self, me->owner);
    return true;
  }
  return respond_to(vm, recv, mid, false);
}

bool defined_super(VM& vm, ControlFrame* cfp) {
  const MethodEntry* me = frame_method_entry(cfp);
  return me && me->defined_class && find_method_from(vm, next_ancestor(me->defined_class), me->original_id);
}

bool defined_special(VM& vm, uint32_t type) {
  const Value match = backref_get(vm);
  if (match.is_nil()) return false;
  if (!(type & 1)) return !match_nth(vm, match, static_cast<int>(type >> 1)).is_nil();
  return type >> 1 != '+' || !match_last_paren(vm, match).is_nil();
}

bool is_defined(VM& vm, ControlFrame* cfp, DefinedKind kind, Value what, Value v) {
  switch (kind) {
  case DefinedKind::Global: return gvar_defined(vm, what.to_id());
  case DefinedKind::ClassVariable: return cvar_defined(vm, frame_cref(vm, cfp), what.to_id());
  case DefinedKind::Constant: return const_defined_lexical(vm, frame_cref(vm, cfp), what.to_id());
  case DefinedKind::ConstantFrom:
    return is_class_or_module(v) && const_defined_scoped(vm, v.as<Class>(), what.to_id());
  case DefinedKind::Method: return defined_method(vm, cfp, v, what.to_id());
  case DefinedKind::Func:
    return find_method(vm, vm.class_of(cfp->self), what.to_id()) ||
           respond_to(vm, cfp->self, what.to_id(), true);
  case DefinedKind::Yield: return static_cast<bool>(block_handler_of(local_ep(cfp->ep)));
  case DefinedKind::Super: return defined_super(vm, cfp);
  case DefinedKind::Ref: return defined_special(vm, static_cast<uint32_t>(what.to_fixnum()));
  }
  return false;
}

} // namespace

Value insn_defined(VM& vm, ControlFrame* cfp, uint32_t kind, Value what, Value v, Value result) {
  return is_defined(vm, cfp, static_cast<DefinedKind>(kind), what, v) ? result : Qnil;
}

namespace {

bool match_one(VM& vm, Value pattern, Value target, uint32_t type) {
  constexpr uint32_t kRescue = 3;
  if (type == kRescue && !is_class_or_module(pattern))
    raise_type_error(vm, "class or module required for rescue clause");
  return case_equal(vm, pattern, target);
}

} // namespace

Value insn_checkmatch(VM& vm, Value target, Value pattern, uint32_t flag) {
  constexpr uint32_t kWhen = 1, kTypeMask = 3, kArray = 4;
  const uint32_t type = flag & kTypeMask;
  if (!(flag & kArray)) {
    return Value::boolean(match_one(vm, pattern, target, type));
  }
  auto* list = pattern.as<Array>();
  for (size_t i = 0; i < list->size(); ++i) {
    const Value p = list->data()[i];
    // `case` without a subject: the target is nil and the elements themselves are tested.
    if (type == kWhen && target.is_undef() ? p.truthy() : match_one(vm, p, target, type)) return Qtrue;
  }
  return Qfalse;
}

bool insn_checkkeyword(const Value* bits, uint32_t index) {
  if (bits->is_fixnum()) return !(bits->to_fixnum() >> index & 1);
  for (Value v : bits->as<Array>()->values())
    if (v == Value::fixnum(index)) return false;
  return true;
}

// --- Definitions ---

namespace {

constexpr uint32_t kDefineTypeMask = 7, kDefineSingleton = 1, kDefineModule = 2, kDefineHasSuper = 16;

std::string previous_definition(VM& vm, Class* under, ID name) {
  const auto* entry = under->ext->constants.find(name);
  if (!entry || (*entry)->file.is_nil()) return {};
  return cat("\n", str_view((*entry)->file), ":", (*entry)->line, ": previous definition of ", vm.name(name),
             " was here");
}

/// The constant a `class X` would reopen: in the scope itself, for Object also in what it includes.
Value existing_constant(VM& vm, Class* under, ID name) {
  return vm.const_lookup(under, name, under == vm.cObject, false);
}

Class* check_superclass(VM& vm, Value super) {
  if (!is_type(super, Type::Class))
    raise_type_error(vm, cat("superclass must be an instance of Class (given an instance of ",
                             class_path(vm, real_class(vm, super)), ")"));
  return super.as<Class>();
}

Class* open_class(VM& vm, Class* under, ID name, bool has_super, Value super_value) {
  Class* super = has_super ? check_superclass(vm, super_value) : nullptr;
  const Value existing = existing_constant(vm, under, name);
  if (!existing.is_undef()) {
    if (!is_type(existing, Type::Class))
      raise_type_error(vm, cat(under == vm.cObject ? "" : class_path(vm, under) + "::", vm.name(name),
                               " is not a class", previous_definition(vm, under, name)));
    auto* klass = existing.as<Class>();
    if (super && skip_to_real(klass->super) != super)
      raise_type_error(vm, cat("superclass mismatch for class ", vm.name(name)));
    return klass;
  }
  if (!super) super = vm.cObject;
  if (super->is_singleton) raise_type_error(vm, "can't make subclass of singleton class");
  if (super == vm.cClass) raise_type_error(vm, "can't make subclass of Class");
  Class* klass = class_new(vm, super);
  class_set_path(vm, klass, under, name);
  vm.const_set(under, name, klass);
  vm.send(super, ids::inherited, Value(klass));
  return klass;
}

Class* open_module(VM& vm, Class* under, ID name) {
  const Value existing = existing_constant(vm, under, name);
  if (!existing.is_undef()) {
    if (!is_type(existing, Type::Module))
      raise_type_error(vm, cat(under == vm.cObject ? "" : class_path(vm, under) + "::", vm.name(name),
                               " is not a module", previous_definition(vm, under, name)));
    return existing.as<Class>();
  }
  Class* module = module_new(vm);
  class_set_path(vm, module, under, name);
  vm.const_set(under, name, module);
  return module;
}

bool always_private(ID mid) {
  return mid == ids::initialize || mid == ids::initialize_copy || mid == ids::initialize_clone ||
         mid == ids::initialize_dup || mid == ids::respond_to_missing_p;
}

} // namespace

Value insn_defineclass(VM& vm, ControlFrame*, ID name, ISeq*, uint32_t flags, Value base, Value super) {
  switch (flags & kDefineTypeMask) {
  case kDefineSingleton: return singleton_class(vm, base);
  default: break;
  }
  if (!is_class_or_module(base)) raise_type_error(vm, cat(inspect_str(vm, base), " is not a class/module"));
  auto* under = base.as<Class>();
  if ((flags & kDefineTypeMask) == kDefineModule) return open_module(vm, under, name);
  return open_class(vm, under, name, flags & kDefineHasSuper, super);
}

void insn_push_class_frame(VM& vm, ControlFrame* cfp, ISeq* body, Value klass) {
  Cref* cref = cref_new(vm, klass.as<Class>(), frame_cref(vm, cfp));
  if (!body->linked())
    link_iseq(vm, body);
  else
    forget_constant_caches_below(body); // the body runs again, perhaps for another class
  push_iseq_frame(vm, body, frame::ClassBody | frame::kLocal, klass, cfp->sp, 0, 0, Value(cref), 0);
}

void insn_definemethod(VM& vm, ControlFrame* cfp, ID mid, ISeq* iseq) {
  Cref* cref = frame_cref(vm, cfp);
  Class* klass = cref_target(vm, cref);
  const Cref* scope = visibility_scope(cfp->ep);
  Visibility visibility = scope ? scope->default_visibility : Visibility::Public;
  if (always_private(mid)) visibility = Visibility::Private;
  const bool module_func = scope && scope->module_func;
  if (module_func) visibility = Visibility::Private;
  define_iseq_method(vm, klass, mid, iseq, cref, visibility);
  if (module_func) define_iseq_method(vm, singleton_class(vm, klass), mid, iseq, cref, Visibility::Public);
}

void insn_definesmethod(VM& vm, ControlFrame* cfp, Value object, ID mid, ISeq* iseq) {
  define_iseq_method(vm, singleton_class(vm, object), mid, iseq, frame_cref(vm, cfp), Visibility::Public);
}

Value insn_putspecialobject(VM& vm, ControlFrame* cfp, uint32_t kind) {
  constexpr uint32_t kCore = 1, kCbase = 2;
  if (kind == kCore) return vm.in().core_object;
  Cref* cref = frame_cref(vm, cfp);
  if (kind == kCbase) return cref_target(vm, cref);
  while (cref->outer && (cref->pushed_by_eval || !cref->klass || cref->klass->is_singleton))
    cref = cref->outer;
  return cref->klass;
}

// --- Variables and constants ---

Value insn_getspecial(VM& vm, ControlFrame* cfp, uint32_t key, uint32_t type) {
  if (type == 0) return svar_get(vm, cfp, static_cast<int>(key));
  const Value match = backref_get(vm);
  if (match.is_nil()) return Qnil;
  if (type & 1) {
    switch (type >> 1) {
    case '&': return match_nth(vm, match, 0);
    case '`': return match_pre(vm, match);
    case '\'': return match_post(vm, match);
    case '+': return match_last_paren(vm, match);
    default: return Qnil;
    }
  }
  return match_nth(vm, match, static_cast<int>(type >> 1));
}

void insn_setspecial(VM& vm, ControlFrame* cfp, uint32_t key, Value v) {
  svar_set(vm, cfp, static_cast<int>(key), v);
}

Value insn_getconstant_path(VM& vm, ControlFrame* cfp, ConstantCache* ic) {
  Value v;
  size_t i = 1;
  if (ic->path[0] == ID::None) {
    v = vm.cObject;
  } else {
    v = const_lookup_lexical(vm, frame_cref(vm, cfp), ic->path[0]);
  }
  for (; i < ic->path.size(); ++i) {
    if (!is_class_or_module(v)) raise_type_error(vm, cat(inspect_str(vm, v), " is not a class/module"));
    v = const_get_scoped(vm, v.as<Class>(), ic->path[i]);
  }
  // Autoload and const_missing may have run: the caller's frame is still this one.
  if (!ic->shared_scope) {
    ic->value = v;
    vm.heap.write_barrier(cfp->iseq, v);
  }
  return v;
}

Value insn_getconstant(VM& vm, ControlFrame* cfp, Value base, ID name, bool allow_nil) {
  if (base.is_nil() && allow_nil) return const_lookup_lexical(vm, frame_cref(vm, cfp), name);
  if (!is_class_or_module(base)) raise_type_error(vm, cat(inspect_str(vm, base), " is not a class/module"));
  return const_get_scoped(vm, base.as<Class>(), name);
}

void insn_setconstant(VM& vm, Value base, ID name, Value v) {
  if (!is_class_or_module(base)) raise_type_error(vm, cat(inspect_str(vm, base), " is not a class/module"));
  vm.const_set(base.as<Class>(), name, v);
}

Value insn_getivar(VM& vm, Value self, ID name, IvarCache* ic) {
  if (!self.is_object()) return Qnil;
  Object* o = self.object();
  if (!o->is(Type::Object)) {
    const Value v = vm.heap.ivar_get(o, name);
    return v.is_undef() ? Qnil : v;
  }
  const int index = vm.heap.shapes().index_of(o->shape(), name);
  if (index < 0) {
    const Value v = vm.heap.ivar_get(o, name); // beyond the shape tree's limit
    return v.is_undef() ? Qnil : v;
  }
  auto* object = static_cast<ObjectWithIvars*>(o);
  if (!o->spilled()) {
    ic->key = o->flags & IvarCache::kKeyMask;
    ic->index = static_cast<uint32_t>(index);
  }
  return object->ivars()[index];
}

void insn_setivar(VM& vm, Value self, ID name, IvarCache* ic, Value v) {
  if (!self.is_object()) raise_frozen(vm, self);
  Object* o = self.object();
  if (o->frozen()) raise_frozen(vm, self);
  const uint64_t before = o->flags & IvarCache::kKeyMask;
  ivar_set(vm, o, name, v);
  if (!o->is(Type::Object) || o->spilled()) return;
  const int index = vm.heap.shapes().index_of(o->shape(), name);
  if (index < 0) return;
  ic->key = before;
  ic->index = static_cast<uint32_t>(index);
  ic->next_shape_bits = static_cast<uint64_t>(o->shape()) << Object::kShapeShift;
}

void ivar_set(VM& vm, Object* o, ID name, Value v) {
  vm.heap.ivar_set(o, name, v);
  if (!o->is(Type::Object)) return;
  const size_t count = vm.heap.shapes()[o->shape()].count;
  Class* klass = skip_to_real(o->klass);
  if (count > klass->instance_ivars) class_note_instance_ivars(vm, klass, count);
}

Value insn_getclassvariable(VM& vm, ControlFrame* cfp, ID name) {
  return cvar_get(vm, frame_cref(vm, cfp), name);
}
void insn_setclassvariable(VM& vm, ControlFrame* cfp, ID name, Value v) {
  cvar_set(vm, frame_cref(vm, cfp), name, v);
}

// --- Block parameters ---

namespace {
Value* ep_at(Value* ep, uint32_t level) {
  while (level-- > 0) ep = outer_ep(ep);
  return ep;
}
} // namespace

Value insn_getblockparam(VM& vm, ControlFrame* cfp, uint32_t index, uint32_t level, bool proxy) {
  Value* ep = ep_at(cfp->ep, level);
  if (frame_flags(ep) & frame::kBlockParamModified) return *(ep - index);
  const BlockHandler handler = block_handler_of(ep);
  if (!handler) return Qnil;
  if (proxy && (handler.is_iseq() || handler.is_ifunc())) return kBlockParamProxy;
  const Value proc = proc_from_handler(vm, handler);
  if (proxy) return proc;
  insn_setblockparam(vm, cfp, index, level, proc);
  return proc;
}

void insn_setblockparam(VM& vm, ControlFrame* cfp, uint32_t index, uint32_t level, Value v) {
  Value* ep = ep_at(cfp->ep, level);
  *(ep - index) = v;
  ep[0].bits |= frame::kBlockParamModified;
  if (ep_escaped(ep)) vm.heap.write_barrier(env_of(ep), v);
}

// --- Control ---

Value insn_case_dispatch(VM& vm, Value table, Value key) {
  if (vm.in().redefined.case_equal) return Qundef;
  if (is_float(key)) {
    const double d = float_value(key);
    if (d == static_cast<double>(static_cast<int64_t>(d)) && d > -1e18 && d < 1e18)
      key = int_new(vm, static_cast<int64_t>(d));
  } else if (!(key.is_fixnum() || key.is_symbol() || key.is_nil() || key.is_true() || key.is_false() ||
               is_string(key) || is_type(key, Type::Bignum))) {
    return Qundef;
  }
  if (is_string(key) && key.object()->klass != vm.cString) return Qundef;
  const Value target = hash_get(vm, table.as<Hash>(), key);
  return target.is_undef() ? Qnil : target;
}

Value insn_once(VM& vm, ControlFrame* cfp, ISeq* iseq, OnceCache* once) {
  if (!iseq->linked()) link_iseq(vm, iseq);
  NativeFrame below(vm, cfp->self, nullptr, {});
  push_iseq_frame(vm, iseq, frame::Block, cfp->self, vm.ec->cfp->sp, 0,
                  reinterpret_cast<uint64_t>(cfp->ep) | 1, Value(uint64_t{0}), 0);
  const Value v = run(vm);
  once->value = v;
  vm.heap.write_barrier(cfp->iseq, v);
  return v;
}

// --- Calls on literals ---

Value insn_frozen_literal_call(VM& vm, Value literal, CallData* cd) {
  const bool redefined = cd->mid == ids::freeze ? vm.in().redefined.freeze : vm.in().redefined.uminus;
  if (!redefined) return literal;
  Value copy;
  if (is_string(literal))
    copy = Value(str_literal_dup(vm, literal.as<String>(), false));
  else if (is_array(literal))
    copy = Value(ary_dup(vm, literal.as<Array>()));
  else
    copy = Value(hash_dup(vm, literal.as<Hash>()));
  return vm.send(copy, cd->mid);
}

Value insn_newarray_send(VM& vm, ControlFrame*, const Value* values, uint32_t n, uint32_t what) {
  enum { kMax = 1, kMin, kHash, kPack, kPackBuffer, kInclude };
  const bool redefined = vm.in().redefined.array_send;
  switch (what) {
  case kMax:
  case kMin: {
    if (redefined || n == 0)
      return vm.send(Value(ary_from(vm, {values, n})), what == kMax ? ids::max : ids::min);
    Value best = values[0];
    for (uint32_t i = 1; i < n; ++i) {
      const int order = compare(vm, values[i], best);
      if (what == kMax ? order > 0 : order < 0) best = values[i];
    }
    return best;
  }
  case kHash: return vm.send(Value(ary_from(vm, {values, n})), ids::hash);
  case kPack: return vm.send(Value(ary_from(vm, {values, n - 1})), ids::pack, values[n - 1]);
  case kPackBuffer: {
    Hash* keywords = hash_new(vm, 1);
    hash_set(vm, keywords, Value::symbol(ids::buffer), values[n - 1]);
    const Value args[] = {values[n - 2], Value(keywords)};
    return vm.call(Value(ary_from(vm, {values, n - 2})), ids::pack, args, CallOptions{{}, true, true});
  }
  default: return vm.send(Value(ary_from(vm, {values, n - 1})), ids::include_p, values[n - 1]);
  }
}

Value insn_duparray_send(VM& vm, ControlFrame*, Value list, ID mid, Value arg) {
  if (!vm.in().redefined.array_send) return Value::boolean(ary_includes(vm, list.as<Array>(), arg));
  return vm.send(Value(ary_dup(vm, list.as<Array>())), mid, arg);
}

// --- Allocation ---

Value insn_opt_new(VM& vm, ControlFrame*, CallData* cd, Value recv) {
  if (!is_type(recv, Type::Class)) return Qundef;
  Class* meta = vm.class_of(recv);
  if (cd->cc->receiver_class != meta) fill_call_cache(vm, cd, meta);
  const MethodEntry* me = cd->cc->me;
  if (!me || me->kind != MethodKind::Native || me->native.fn != vm.in().class_new->native.fn) return Qundef;
  if (me->visibility != Visibility::Public && !(cd->flags & call_flag::kFcall))
    return Qundef; // as does the call
  auto* klass = recv.as<Class>();
  if (!klass->allocator) return Qundef; // Class#new raises
  return klass->allocator(vm, klass);
}

bool is_plain_instance(Value v) {
  return v.object()->is(Type::Object) && v.object()->klass->instance_type == Type::Object;
}

} // namespace miniyarv
