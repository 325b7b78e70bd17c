// Range's methods, and what the loops in range.rb are made of.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <bit>
#include <cmath>

namespace miniyarv {

namespace {

Value first_of(const Tuple* r) { return r->v[0]; }
Value last_of(const Tuple* r) { return r->v[1]; }
bool excludes(const Tuple* r) { return r->v[2].truthy(); }

constexpr Value kZero = Value::fixnum(0), kOne = Value::fixnum(1);
Value infinity(VM& vm) { return float_new(vm, HUGE_VAL); }

bool is_number(VM& vm, Value v) { return is_numeric_core(v) || kind_of(vm, v, vm.cNumeric); }

[[noreturn]] void raise_cannot_iterate(VM& vm, Value from) {
  raise_type_error(vm, cat("can't iterate from ", class_path(vm, real_class(vm, from))));
}

/// a <=> b as a sign; 2 when they do not compare.
int order(VM& vm, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum())
    return a.to_fixnum() < b.to_fixnum() ? -1 : a.to_fixnum() > b.to_fixnum();
  const Value result = vm.send(a, ids::op_cmp, b);
  if (result.is_nil()) return 2;
  if (result.is_fixnum()) return result.to_fixnum() < 0 ? -1 : result.to_fixnum() > 0;
  if (vm.send(result, ids::op_gt, kZero).truthy()) return 1;
  return vm.send(result, ids::op_lt, kZero).truthy() ? -1 : 0;
}

// --- Creation ---

Value allocate(VM& vm, Class* klass) {
  auto* r = vm.heap.make<Tuple>(Type::Range, klass);
  r->v[0] = r->v[1] = r->v[2] = Qnil;
  return r;
}

void fill_in(VM& vm, Tuple* self, Value begin, Value end, bool exclude_end) {
  check_frozen(vm, self);
  if (!self->v[2].is_nil()) raise_name_error(vm, "'initialize' called twice", self, ids::initialize);
  const Value made = range_new(vm, begin, end, exclude_end);
  for (int i = 0; i < 3; ++i) self->v[i] = made.as<Tuple>()->v[i];
  vm.heap.write_barrier(self);
  if (self->klass == vm.cRange) self->flags |= Object::kFrozen;
}

void initialize(VM& vm, Tuple* self, Value begin, Value end, std::optional<bool> exclude_end) {
  fill_in(vm, self, begin, end, exclude_end.value_or(false));
}

Value initialize_copy(VM& vm, Tuple* self, Value other) {
  if (!is_range(other)) raise_type_error(vm, "initialize_copy should take same class object");
  check_frozen(vm, self);
  if (!self->v[2].is_nil()) raise_name_error(vm, "'initialize' called twice", self, ids::initialize);
  for (int i = 0; i < 3; ++i) self->v[i] = other.as<Tuple>()->v[i];
  vm.heap.write_barrier(self);
  return self;
}

// --- Questions ---

Value begin(VM&, Tuple* self) { return first_of(self); }
Value end(VM&, Tuple* self) { return last_of(self); }
bool exclude_end(VM&, Tuple* self) { return excludes(self); }

template <bool equal(VM&, Value, Value), Walk walk> bool same(VM& vm, Tuple* self, Value other) {
  if (Value(self) == other) return true;
  if (!is_range(other) || excludes(self) != range_excludes_end(other)) return false;
  RecursionGuard guard(vm, walk, self, other);
  return guard.recursive() ||
         (equal(vm, first_of(self), range_begin(other)) && equal(vm, last_of(self), range_end(other)));
}

Value hash(VM& vm, Tuple* self) {
  HashMix mix(excludes(self));
  mix.add(value_hash(vm, first_of(self)));
  mix.add(value_hash(vm, last_of(self)));
  return mix.value();
}

bool covers_value(VM& vm, const Tuple* r, Value v) {
  if (!first_of(r).is_nil()) {
    const int low = order(vm, first_of(r), v);
    if (low == 2 || low > 0) return false;
  }
  if (last_of(r).is_nil()) return true;
  const int high = order(vm, v, last_of(r));
  return high < 0 || (high == 0 && !excludes(r));
}

bool is_empty(VM& vm, const Tuple* r) {
  if (first_of(r).is_nil() || last_of(r).is_nil()) return false;
  const int o = order(vm, first_of(r), last_of(r));
  return o > 0 || (o == 0 && excludes(r));
}

bool covers_range(VM& vm, Tuple* self, Tuple* r) {
  if (is_empty(vm, r) || is_empty(vm, self)) return false;
  if (!first_of(self).is_nil()) {
    if (first_of(r).is_nil()) return false;
    const int low = order(vm, first_of(self), first_of(r));
    if (low == 2 || low > 0) return false;
  }
  if (last_of(self).is_nil()) return true;
  if (last_of(r).is_nil()) return false;
  const int high = order(vm, last_of(r), last_of(self));
  if (high < 0 || (high == 0 && (!excludes(self) || excludes(r)))) return true;
  // An excluded end beyond this one: what counts is the greatest value before it.
  if (high != 1 || !excludes(r) || excludes(self) || !is_integer(last_of(r)) || !is_integer(first_of(r)))
    return false;
  return order(vm, int_sub(vm, last_of(r), kOne), last_of(self)) <= 0;
}

bool cover(VM& vm, Tuple* self, Value v) {
  return is_range(v) ? covers_range(vm, self, v.as<Tuple>()) : covers_value(vm, self, v);
}
bool matches(VM& vm, Tuple* self, Value v) { return covers_value(vm, self, v); }

/// Whether `a` ends before `b` begins.
bool is_before(VM& vm, const Tuple* a, const Tuple* b) {
  if (last_of(a).is_nil() || first_of(b).is_nil()) return false;
  const int o = order(vm, last_of(a), first_of(b));
  return o == 2 || o < 0 || (o == 0 && excludes(a));
}

bool overlaps(VM& vm, Tuple* self, Value other) {
  if (!is_range(other))
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, other)), " (expected Range)"));
  auto* r = other.as<Tuple>();
  return !is_before(vm, self, r) && !is_before(vm, r, self) && !is_empty(vm, self) && !is_empty(vm, r);
}

/// true or false when comparing decides, nil when the elements have to be searched.
Value include(VM& vm, Tuple* self, Value v) {
  const Value b = first_of(self), e = last_of(self);
  const auto linear = [&](Value bound) { return is_number(vm, bound) || kind_of(vm, bound, vm.cTime); };
  if (linear(b) || linear(e) || (b.is_nil() && e.is_nil())) return Value::boolean(covers_value(vm, self, v));
  if (!is_string(b) && !is_string(e)) {
    if (!vm.call_if_responds(b, ids::to_int).is_undef()) return Value::boolean(covers_value(vm, self, v));
    return Qnil;
  }
  if (b.is_nil() || e.is_nil())
    raise_type_error(vm, "cannot determine inclusion in beginless/endless ranges");
  if (!is_string(v)) return Qfalse;
  return Qnil;
}

// --- Sizes ---

bool is_infinite(Value v) { return is_float(v) && std::isinf(float_value(v)); }

/// Number of Integers from `begin` to `end`, a real number; negative becomes 0.
Value integers_between(VM& vm, Value begin, Value end, bool exclude) {
  return interval_step_size(vm, begin, end, kOne, exclude);
}

Value size(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  if (is_integer(b)) {
    if (e.is_nil()) return infinity(vm);
    if (is_infinite(e)) return float_value(e) > 0 ? infinity(vm) : kZero;
    if (is_number(vm, e)) {
      const Value last = is_integer(e) ? e : vm.send(e, ids::floor);
      return integers_between(vm, b, last, excludes(self) && values_equal(vm, last, e));
    }
    return Qnil;
  }
  if (b.is_nil() || is_float(b) || !respond_to(vm, b, ids::succ)) raise_cannot_iterate(vm, b);
  return Qnil;
}

/// What `count` answers without a walk, else nil.
Value known_count(VM& vm, Tuple* self) {
  if (first_of(self).is_nil() || last_of(self).is_nil()) return infinity(vm);
  return is_integer(first_of(self)) && is_integer(last_of(self)) ? size(vm, self) : Qnil;
}

// --- Text ---

Value inspect_range(VM& vm, Tuple* self) {
  RecursionGuard guard(vm, Walk::Inspect, self);
  const char* dots = excludes(self) ? "..." : "..";
  if (guard.recursive()) return str_new(vm, cat("(... ", dots, " ...)"));
  const Value b = first_of(self), e = last_of(self);
  std::string out;
  if (!b.is_nil() || e.is_nil()) out += inspect_str(vm, b);
  out += dots;
  if (b.is_nil() || !e.is_nil()) out += inspect_str(vm, e);
  return str_new(vm, out);
}

Value range_to_s(VM& vm, Tuple* self) {
  String* out = str_dup(vm, to_s(vm, first_of(self)));
  str_append(vm, out, excludes(self) ? "..." : "..");
  str_concat(vm, out, to_s(vm, last_of(self)));
  return out;
}

// --- Walking: how `each` goes ---

/// The last Integer of a range of Integers, which `each` then counts up to; else nil.
Value integer_last(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  if (!is_integer(b) || !is_integer(e)) return Qnil;
  return excludes(self) ? int_sub(vm, e, kOne) : e;
}

Value walk_kind(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  const auto name = [&](const char* kind) { return Value::symbol(vm.intern(kind)); };
  if (is_integer(b) && e.is_nil()) return name("endless");
  if (b.is_symbol() && (e.is_symbol() || e.is_nil())) return name("symbol");
  if (is_string(b) && (is_string(e) || e.is_nil())) return name("string");
  if (!respond_to(vm, b, ids::succ)) raise_cannot_iterate(vm, b);
  return name("succ");
}

Value range_order(VM& vm, Value, const Value* argv, int) {
  return Value::fixnum(order(vm, argv[0], argv[1]));
}

/// The Integer reverse_each starts from; nil to walk what `each` gives.
Value reverse_first(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  if (e.is_nil()) raise_cannot_iterate(vm, e);
  if (!is_integer(e) || !(b.is_nil() || is_integer(b))) {
    if (b.is_nil()) raise_cannot_iterate(vm, b);
    return Qnil;
  }
  return excludes(self) ? int_sub(vm, e, kOne) : e;
}

Value reverse_size(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  if (e.is_nil()) raise_cannot_iterate(vm, e);
  if (b.is_nil() && is_integer(e)) return infinity(vm);
  return size(vm, self);
}

/// All values of a range of Integers; nil for others.
Value integers(VM& vm, Tuple* self) {
  const Value last = integer_last(vm, self);
  if (!first_of(self).is_fixnum() || !last.is_fixnum()) return Qnil;
  const int64_t from = first_of(self).to_fixnum(), to = last.to_fixnum();
  Array* out = ary_new(vm, from > to ? 0 : static_cast<size_t>(to - from) + 1);
  for (int64_t i = from; i <= to; ++i) ary_push(vm, out, Value::fixnum(i));
  return out;
}

/// The last `count` values of a range of Integers; nil for others.
Value last_integers(VM& vm, Tuple* self, Value count) {
  const Value last = integer_last(vm, self);
  if (!first_of(self).is_fixnum() || !last.is_fixnum()) return Qnil;
  int64_t n = to_int64(vm, count);
  if (n < 0) raise_argument_error(vm, "negative array size");
  const int64_t to = last.to_fixnum();
  n = std::min(n, std::max(to - first_of(self).to_fixnum() + 1, int64_t{0}));
  Array* out = ary_new(vm, static_cast<size_t>(n));
  for (int64_t i = to - n + 1; i <= to; ++i) ary_push(vm, out, Value::fixnum(i));
  return out;
}

/// Sum of a range of Integers; nil for others.
Value integer_sum(VM& vm, Value self, Value initial) {
  if (!is_range(self) || !is_integer(initial) || !has_builtin_method(vm, self, ids::each)) return Qnil;
  auto* range = self.as<Tuple>();
  const Value last = integer_last(vm, range);
  if (last.is_nil()) return Qnil;
  const Value first = first_of(range);
  if (int_compare(last, first) < 0) return initial;
  const Value n = int_add(vm, int_sub(vm, last, first), kOne);
  const Value twice = int_mul(vm, n, int_add(vm, first, last));
  return int_add(vm, initial, int_div(vm, twice, Value::fixnum(2)));
}

// --- Ends ---

void check_first(VM& vm, Tuple* self) {
  if (first_of(self).is_nil()) raise(vm, vm.eRangeError, "cannot get the first element of beginless range");
}
void check_last(VM& vm, Tuple* self) {
  if (last_of(self).is_nil()) raise(vm, vm.eRangeError, "cannot get the last element of endless range");
}
void check_to_a(VM& vm, Tuple* self, Value what) {
  if (last_of(self).is_nil())
    raise(vm, vm.eRangeError, cat("cannot convert endless range to ", str_view(what)));
}

void check_min(VM& vm, Tuple* self, bool by_block) {
  if (first_of(self).is_nil()) raise(vm, vm.eRangeError, "cannot get the minimum of beginless range");
  if (by_block && last_of(self).is_nil())
    raise(vm, vm.eRangeError, "cannot get the minimum of endless range with custom comparison method");
}

Value min(VM& vm, Tuple* self) { return is_empty(vm, self) ? Qnil : first_of(self); }

/// Whether max has to look at all values.
bool max_walks(VM& vm, Tuple* self, bool has_block_or_count) {
  if (last_of(self).is_nil()) raise(vm, vm.eRangeError, "cannot get the maximum of endless range");
  if (!has_block_or_count && (!excludes(self) || is_number(vm, last_of(self)))) return false;
  if (first_of(self).is_nil())
    raise(vm, vm.eRangeError, "cannot get the maximum of beginless range with custom comparison method");
  return true;
}

Value max(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  const int o = b.is_nil() ? -1 : order(vm, b, e);
  if (o > 0) return Qnil;
  if (!excludes(self)) return e;
  if (!is_integer(e)) raise_type_error(vm, "cannot exclude non Integer end value");
  if (o == 0) return Qnil;
  if (!b.is_nil() && !is_integer(b))
    raise_type_error(vm, "cannot exclude end value with non Integer begin value");
  return int_sub(vm, e, kOne);
}

// --- step ---

Value default_step(VM& vm, Tuple* self) {
  const Value b = first_of(self);
  if (is_number(vm, b) || (b.is_nil() && is_number(vm, last_of(self)))) return kOne;
  raise_argument_error(vm, "step is required for non-numeric ranges");
}

/// The arithmetic sequence that step answers without a block; nil when the range is not one of numbers.
Value step_sequence(VM& vm, Tuple* self, Value by, Value method, bool by_default) {
  const Value b = first_of(self), e = last_of(self);
  const bool from_number = is_number(vm, b), to_number = is_number(vm, e);
  if (from_number && is_number(vm, by) && values_equal(vm, by, kZero))
    raise_argument_error(vm, "step can't be 0");
  if (!(from_number && (e.is_nil() || to_number)) && !(b.is_nil() && to_number)) return Qnil;
  Array* args = by_default ? ary_new(vm) : ary_of(vm, by);
  return arith_seq_new(vm, {b, e, by, self, args, method.to_id(), excludes(self)});
}

bool is_text(Value v) { return is_string(v) || v.is_symbol(); }

void check_step(VM& vm, Tuple* self, Value by) {
  if (first_of(self).is_nil())
    raise_argument_error(vm, "#step iteration for beginless ranges is meaningless");
  if (!is_text(first_of(self)) || !by.is_fixnum()) return;
  if (by == kZero) raise_argument_error(vm, "step can't be 0");
  if (by.to_fixnum() < 0) raise_argument_error(vm, "step can't be negative");
}

/// Strings and symbols take every by-th element when the step is an Integer.
bool steps_by_succ(VM&, Tuple* self, Value by) { return is_text(first_of(self)) && by.is_fixnum(); }

double end_or_infinity(VM& vm, const Tuple* r, double by) {
  if (last_of(r).is_nil()) return by < 0 ? -HUGE_VAL : HUGE_VAL;
  return to_double(vm, last_of(r));
}

/// Number of steps when floats are involved (it may be Infinity), else nil.
Value float_steps(VM& vm, Tuple* self, Value by) {
  const Value b = first_of(self), e = last_of(self);
  if (!is_number(vm, b) || !is_number(vm, by) || !(e.is_nil() || is_number(vm, e))) return Qnil;
  if (!is_float(b) && !is_float(e) && !is_float(by)) return Qnil;
  const double step = to_double(vm, by);
  return float_new(vm,
                   float_step_size(to_double(vm, b), end_or_infinity(vm, self, step), step, excludes(self)));
}

double float_at_step(VM& vm, Tuple* self, Value by, int64_t i) {
  const double step = to_double(vm, by);
  return float_step_at(static_cast<double>(i), to_double(vm, first_of(self)), end_or_infinity(vm, self, step),
                       step);
}

// --- bsearch: floats are searched by their order number ---

int64_t float_ordinal(double d) {
  const auto bits = std::bit_cast<int64_t>(d == 0 ? 0.0 : d);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}

double ordinal_float(int64_t n) { return n < 0 ? -std::bit_cast<double>(-n) : std::bit_cast<double>(n); }

/// [low, high, whether they are order numbers of floats]; a nil end is open.
Value search_bounds(VM& vm, Tuple* self) {
  const Value b = first_of(self), e = last_of(self);
  if ((is_float(b) || is_float(e)) && (b.is_nil() || is_number(vm, b)) && (e.is_nil() || is_number(vm, e))) {
    const double low = b.is_nil() ? -HUGE_VAL : to_double(vm, b),
                 high = e.is_nil() ? HUGE_VAL : to_double(vm, e);
    return ary_of(vm, int_new(vm, float_ordinal(low)), int_new(vm, float_ordinal(high) - excludes(self)),
                  Qtrue);
  }
  const bool integers_only =
      (is_integer(b) && (is_integer(e) || e.is_nil())) || (b.is_nil() && is_integer(e));
  if (!integers_only)
    raise_type_error(vm, cat("can't do binary search for ", class_path(vm, real_class(vm, b))));
  return ary_of(vm, b, e.is_nil() || !excludes(self) ? e : int_sub(vm, e, kOne), Qfalse);
}

double float_at(VM&, Value, int64_t ordinal) { return ordinal_float(ordinal); }

constexpr NativeMethod kMethods[] = {
    {"initialize", native<initialize>, Visibility::Private},
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"begin", native<begin>},
    {"end", native<end>},
    {"exclude_end?", native<exclude_end>},
    {"==", native<same<values_equal, Walk::Equal>>},
    {"eql?", native<same<values_eql, Walk::Eql>>},
    {"hash", native<hash>},
    {"cover?", native<cover>},
    {"===", native<matches>},
    {"overlap?", native<overlaps>},
    {"size", native<size>},
    {"inspect", native<inspect_range>},
    {"to_s", native<range_to_s>},
};

constexpr NativeMethod kPrimitives[] = {
    {"range_integer_last", native<integer_last>},
    {"range_walk", native<walk_kind>},
    {"range_order", NativeBody{range_order, 2, 2}},
    {"range_reverse_first", native<reverse_first>},
    {"range_reverse_size", native<reverse_size>},
    {"range_integers", native<integers>},
    {"range_last_integers", native<last_integers>},
    {"range_sum", native<integer_sum>},
    {"range_count", native<known_count>},
    {"range_check_first", native<check_first>},
    {"range_check_last", native<check_last>},
    {"range_check_to_a", native<check_to_a>},
    {"range_check_min", native<check_min>},
    {"range_min", native<min>},
    {"range_max_walks", native<max_walks>},
    {"range_max", native<max>},
    {"range_include", native<include>},
    {"range_default_step", native<default_step>},
    {"range_step_sequence", native<step_sequence>},
    {"range_check_step", native<check_step>},
    {"range_steps_by_succ", native<steps_by_succ>},
    {"range_float_steps", native<float_steps>},
    {"range_float_at", native<float_at_step>},
    {"range_search_bounds", native<search_bounds>},
    {"float_at", native<float_at>},
};

} // namespace

void init_range(VM& vm) {
  class_set_allocator(vm.cRange, allocate, Type::Range);
  define_natives(vm, vm.cRange, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
