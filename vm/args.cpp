#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/interpreter.hpp"
#include "vm/iseq.hpp"
#include "vm/proc.hpp"
#include "vm/vm.hpp"

#include <boost/container/small_vector.hpp>

namespace miniyarv {

namespace {

using Values = boost::container::small_vector<Value, 16>;

/// The arguments of one call while they are distributed over the callee's parameters. The values stay
/// reachable: they were copied from the VM stack, which is rewritten only after everything that can allocate
/// has run, or they are kept alive by the native stack scan (small_vector's inline part) and `guard`.
struct Incoming {
  Values positional;
  // Keyword arguments, in either form.
  const CallData* names = nullptr; ///< names; values in `keyword_values`
  Values keyword_values;
  Hash* hash = nullptr;

  bool has_keywords() const { return names || hash; }
  size_t keyword_count() const { return names ? names->kwarg_count : hash ? hash_size(hash) : 0; }
};

Hash* keywords_as_hash(VM& vm, const Incoming& in) {
  if (in.hash) return hash_dup(vm, in.hash);
  Hash* h = hash_new(vm, in.names->kwarg_count);
  for (uint16_t i = 0; i < in.names->kwarg_count; ++i)
    hash_set(vm, h, Value::symbol(in.names->kwargs[i]), in.keyword_values[i]);
  return h;
}

Incoming take_arguments(VM& vm, const Calling& c) {
  Incoming in;
  int argc = c.argc;
  if (c.kwargs) {
    argc -= c.kwargs->kwarg_count;
    in.names = c.kwargs;
    in.keyword_values.assign(c.argv + argc, c.argv + c.argc);
  } else if (c.kw_splat && argc > 0) {
    const Value last = c.argv[--argc];
    if (!last.is_nil()) in.hash = last.as<Hash>();
  } else if (c.splat && argc > 0 && is_hash(c.argv[argc - 1]) &&
             c.argv[argc - 1].object()->user_flag<Hash::kKeywordsBit>()) {
    in.hash = hash_dup(vm, c.argv[--argc].as<Hash>());
  }
  in.positional.assign(c.argv, c.argv + argc);
  return in;
}

/// Raises with the callee's own frame on top, as CRuby does: the first backtrace line is the definition. A
/// block has no frame of its own to show.
template <class Raise>
[[noreturn]] void raise_in_callee(VM& vm, const ISeq* iseq, Value* locals, const Calling& c,
                                  Raise&& raise_it) {
  if (c.me) {
    vm.ec->cfp->sp = locals;
    push_iseq_frame(vm, iseq, frame::Method | frame::kLocal, c.recv, locals, 0, 0, Value(c.me), 0);
  }
  raise_it();
  std::abort();
}

std::string symbol_list(VM& vm, const std::vector<ID>& names) {
  std::string out;
  for (ID id : names) {
    if (!out.empty()) out += ", ";
    out += sym_inspect(vm, id);
  }
  return out;
}

/// Marks which optional keyword parameters still need their default computed by the body. Up to 62 fit an
/// integer; beyond that an Array of indices.
class UnspecifiedKeywords {
public:
  void add(VM& vm, int index) {
    if (index < kBits)
      bits_ |= int64_t{1} << index;
    else {
      if (!list_) list_ = ary_new(vm);
      ary_push(vm, list_, Value::fixnum(index));
    }
  }
  Value value(VM& vm) {
    if (!list_) return Value::fixnum(bits_);
    for (int i = 0; i < kBits; ++i)
      if (bits_ >> i & 1) ary_push(vm, list_, Value::fixnum(i));
    return list_;
  }

private:
  static constexpr int kBits = 61;
  int64_t bits_ = 0;
  Array* list_ = nullptr;
};

class KeywordSetup {
public:
  KeywordSetup(VM& vm, const ISeq* iseq, Value* locals, const Calling& calling, Incoming& in)
      : vm_(vm), iseq_(iseq), p_(*iseq->params), locals_(locals), calling_(calling), in_(in) {}

  /// Matches keywords to parameters; may allocate and raise. Writes no local yet.
  void match() {
    UnspecifiedKeywords unspecified;
    std::vector<ID> missing;
    size_t found = 0;
    filled_.assign(static_cast<size_t>(p_.keyword_num), Qundef);
    for (int i = 0; i < p_.keyword_num; ++i) {
      const Value v = take(p_.keywords[static_cast<size_t>(i)]);
      if (!v.is_undef()) {
        filled_[static_cast<size_t>(i)] = v;
        ++found;
      } else if (i < p_.required_keywords) {
        missing.push_back(p_.keywords[static_cast<size_t>(i)]);
      } else {
        const Value d = p_.keyword_defaults[static_cast<size_t>(i - p_.required_keywords)];
        if (d.is_undef()) unspecified.add(vm_, i - p_.required_keywords);
        filled_[static_cast<size_t>(i)] = d.is_undef() ? Qnil : d;
      }
    }
    if (!missing.empty()) {
      const char* s = missing.size() == 1 ? "missing keyword: " : "missing keywords: ";
      fail(cat(s, symbol_list(vm_, missing)));
    }
    if (p_.kwrest_start >= 0)
      rest_ = remaining();
    else if (found < in_.keyword_count())
      raise_unknown();
    if (p_.keyword_num > 0) bits_ = unspecified.value(vm_);
  }

  void store() {
    if (p_.keyword_bits >= 0) {
      std::copy(filled_.begin(), filled_.end(), locals_ + p_.keyword_bits - p_.keyword_num);
      locals_[p_.keyword_bits] = bits_;
    }
    if (p_.kwrest_start >= 0) locals_[p_.kwrest_start] = rest_;
  }

private:
  Value take(ID name) {
    if (in_.hash) return hash_get(vm_, in_.hash, Value::symbol(name));
    if (in_.names)
      for (size_t i = in_.names->kwarg_count; i-- > 0;)
        if (in_.names->kwargs[i] == name) return in_.keyword_values[i];
    return Qundef;
  }

  bool is_parameter(Value key) const {
    if (!key.is_symbol()) return false;
    for (ID id : p_.keywords)
      if (id == key.to_id()) return true;
    return false;
  }

  Value remaining() {
    if (!in_.has_keywords()) return p_.anon_kwrest ? Qnil : Value(hash_new(vm_));
    Hash* h = keywords_as_hash(vm_, in_);
    for (ID id : p_.keywords) hash_delete(vm_, h, Value::symbol(id));
    return h;
  }

  [[noreturn]] void raise_unknown() {
    std::string list;
    int count = 0;
    const auto add = [&](Value key) {
      if (is_parameter(key)) return;
      if (count++) list += ", ";
      list += inspect_str(vm_, key);
    };
    if (in_.names)
      for (ID id : in_.names->keyword_names()) add(Value::symbol(id));
    else
      hash_each(in_.hash, [&](Value k, Value) {
        add(k);
        return true;
      });
    fail(cat(count == 1 ? "unknown keyword: " : "unknown keywords: ", list));
  }

  [[noreturn]] void fail(const std::string& message) {
    raise_in_callee(vm_, iseq_, locals_, calling_, [&] { raise_argument_error(vm_, message); });
  }

  VM& vm_;
  const ISeq* iseq_;
  const ISeqParams& p_;
  Value* locals_;
  const Calling& calling_;
  Incoming& in_;
  Values filled_;
  Value rest_ = Qnil;
  Value bits_ = Value::fixnum(0);
};

/// Keywords given to a callee that declares none become a trailing Hash; a hash given as keywords is always
/// copied.
void settle_keywords(VM& vm, const ISeq* iseq, Value* locals, const Calling& c, Incoming& in) {
  const ISeqParams& p = *iseq->params;
  const bool takes = p.has_keywords || p.kwrest_start >= 0;
  if (!in.has_keywords() || takes) return;
  if (p.accepts_no_kwarg && in.keyword_count() > 0)
    raise_in_callee(vm, iseq, locals, c, [&] { raise_argument_error(vm, "no keywords accepted"); });
  if (in.keyword_count() > 0) {
    Hash* h = keywords_as_hash(vm, in);
    if (p.ruby2_keywords && p.rest_start >= 0) h->set_user_flag<Hash::kKeywordsBit>(true);
    in.positional.push_back(h);
  }
  in.names = nullptr;
  in.hash = nullptr;
  in.keyword_values.clear();
}

/// A block given one Array spreads it when it takes more than one argument.
void spread_single_array(VM& vm, const ISeqParams& p, Incoming& in) {
  if (in.positional.size() != 1 || p.ambiguous_param0) return;
  const int named = p.lead_num + p.post_num;
  if (named == 0 && p.opt_num == 0) return;
  if (named + p.opt_num == 1 && p.rest_start < 0 && (p.has_keywords || p.kwrest_start >= 0)) return;
  Array* list = try_to_ary(vm, in.positional[0]);
  if (list) in.positional.assign(list->data(), list->data() + list->size());
}

void pack_arguments(VM& vm, Incoming& in) {
  const size_t n = in.positional.size();
  if (n == 1) return;
  const Value packed = n == 0 ? Qnil : Value(ary_from(vm, {in.positional.data(), n}));
  in.positional.assign(1, packed);
}

[[noreturn]] void raise_method_arity(VM& vm, const ISeqParams& p, size_t given, size_t required, int max) {
  std::string note;
  if (p.required_keywords > 0) {
    note = p.required_keywords == 1 ? "; required keyword:" : "; required keywords:";
    for (int i = 0; i < p.required_keywords; ++i)
      note += cat(i ? ", " : " ", vm.name(p.keywords[static_cast<size_t>(i)]));
  }
  raise_argument_error(vm, arity_message(static_cast<int>(given), static_cast<int>(required), max, note));
}

} // namespace

uint32_t setup_arguments(VM& vm, const ISeq* iseq, Value* locals, const Calling& calling, ArgSetup kind) {
  const ISeqParams& p = *iseq->params;
  check_stack_room(vm, iseq, locals);
  // The running frame's sp covers the arguments until the callee's frame does, so they stay marked here.
  Incoming in = take_arguments(vm, calling);
  if (kind == ArgSetup::Block && !in.has_keywords()) spread_single_array(vm, p, in);
  settle_keywords(vm, iseq, locals, calling, in);
  if (p.packs && kind == ArgSetup::Block) pack_arguments(vm, in);

  const size_t required = static_cast<size_t>(p.lead_num) + p.post_num;
  const int max = p.max_positional();
  size_t given = in.positional.size();
  if (kind == ArgSetup::Method) {
    if (given < required || (max >= 0 && given > static_cast<size_t>(max)))
      raise_in_callee(vm, iseq, locals, calling, [&] { raise_method_arity(vm, p, given, required, max); });
  } else {
    if (given < required) in.positional.resize(required, Qnil);
    if (max >= 0 && given > static_cast<size_t>(max)) in.positional.resize(static_cast<size_t>(max));
    given = in.positional.size();
  }

  const size_t optional_given = std::min<size_t>(given - required, p.opt_num);
  const size_t rest_given = given - required - optional_given;
  const Value* from = in.positional.data();
  Value rest = Qnil;
  if (p.rest_start >= 0) rest = ary_from(vm, {from + p.lead_num + optional_given, rest_given});
  KeywordSetup keywords(vm, iseq, locals, calling, in);
  if (p.has_keywords || p.kwrest_start >= 0) keywords.match();

  Value block = Qnil; // in a method: made by getblockparam when asked for
  if (p.block_start >= 0 && iseq->type == ISeqType::Block) block = proc_from_handler(vm, calling.block);

  Value* const out = std::copy(from, from + p.lead_num + optional_given, locals);
  std::fill(out, locals + p.lead_num + p.opt_num, Qnil);
  if (p.rest_start >= 0) locals[p.rest_start] = rest;
  if (p.post_num > 0) std::copy(from + given - p.post_num, from + given, locals + p.post_start);
  keywords.store();
  if (p.block_start >= 0) locals[p.block_start] = block;
  return p.opt_num > 0 ? p.opt_table[optional_given] : 0;
}

} // namespace miniyarv
