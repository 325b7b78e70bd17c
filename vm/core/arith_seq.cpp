// Enumerator::ArithmeticSequence: numbers a constant step apart.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash_mix.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <cmath>

namespace miniyarv {

namespace {

void mark_seq(void* payload, Marker& marker) {
  const auto* s = static_cast<const ArithSeq*>(payload);
  for (Value v : {s->begin, s->end, s->step, s->receiver, s->args}) marker.mark(v);
}

constexpr DataType kArithSeqType{"arithmetic sequence", mark_seq, nullptr, nullptr};

const ArithSeq& seq_of(const DataObject* self) { return self->get<ArithSeq>(); }

bool uses_floats(const ArithSeq& s) { return is_float(s.begin) || is_float(s.end) || is_float(s.step); }
bool descends(VM& vm, const ArithSeq& s) { return compare(vm, s.step, Value::fixnum(0)) < 0; }

struct FloatSteps {
  double begin, end, step, count;
};

FloatSteps float_steps(VM& vm, const ArithSeq& s) {
  FloatSteps f{to_double(vm, s.begin), 0, to_double(vm, s.step), 0};
  f.end = s.end.is_nil() ? (f.step < 0 ? -HUGE_VAL : HUGE_VAL) : to_double(vm, s.end);
  f.count = float_step_size(f.begin, f.end, f.step, s.exclude_end);
  return f;
}

Value begin(VM&, DataObject* self) { return seq_of(self).begin; }
Value end(VM&, DataObject* self) { return seq_of(self).end; }
Value step(VM&, DataObject* self) { return seq_of(self).step; }
bool excludes_end(VM&, DataObject* self) { return seq_of(self).exclude_end; }

Value size_of(VM& vm, const ArithSeq& s) {
  if (s.end.is_nil()) return float_new(vm, HUGE_VAL);
  return interval_step_size(vm, s.begin, s.end, s.step, s.exclude_end);
}
Value size(VM& vm, DataObject* self) { return size_of(vm, seq_of(self)); }

Value plus(VM& vm, Value a, Value b) { return vm.send(a, ids::op_plus, b); }
Value minus(VM& vm, Value a, Value b) { return vm.send(a, ids::op_minus, b); }
Value times(VM& vm, Value a, Value b) { return vm.send(a, ids::op_mult, b); }

/// The value `i` steps from the start.
Value at(VM& vm, const ArithSeq& s, int64_t i) {
  if (!uses_floats(s)) return plus(vm, s.begin, times(vm, s.step, Value::fixnum(i)));
  const FloatSteps f = float_steps(vm, s);
  return float_new(vm, float_step_at(static_cast<double>(i), f.begin, f.end, f.step));
}

/// Number of values as a count, at most `limit`.
int64_t count_up_to(VM& vm, const ArithSeq& s, int64_t limit) {
  const Value n = size_of(vm, s);
  if (n.is_fixnum()) return std::min(n.to_fixnum(), limit);
  if (is_float(n))
    return float_value(n) < static_cast<double>(limit) ? static_cast<int64_t>(float_value(n)) : limit;
  return limit;
}

int64_t count_argument(VM& vm, Value v) {
  const int64_t n = to_int64(vm, v);
  if (n < 0) raise_argument_error(vm, "negative array size");
  return n;
}

Value first(VM& vm, DataObject* self, std::optional<Value> count) {
  const ArithSeq& s = seq_of(self);
  if (!count) return count_up_to(vm, s, 1) > 0 ? at(vm, s, 0) : Qnil;
  int64_t n = to_int64(vm, *count);
  if (n < 0) raise_argument_error(vm, "attempt to take negative size");
  n = count_up_to(vm, s, n);
  Array* out = ary_new(vm, static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) ary_push(vm, out, at(vm, s, i));
  return out;
}

Value last(VM& vm, DataObject* self, std::optional<Value> count) {
  const ArithSeq& s = seq_of(self);
  if (s.end.is_nil()) raise(vm, vm.eRangeError, "cannot get the last element of endless arithmetic sequence");
  const int64_t n = count_up_to(vm, s, Value::kFixnumMax);
  if (!count) return n > 0 ? at(vm, s, n - 1) : Qnil;
  const int64_t k = std::min(count_argument(vm, *count), n);
  Array* out = ary_new(vm, static_cast<size_t>(k));
  for (int64_t i = n - k; i < n; ++i) ary_push(vm, out, at(vm, s, i));
  return out;
}

bool equal(VM& vm, DataObject* self, Value other) {
  const ArithSeq& a = seq_of(self);
  const ArithSeq* b = arith_seq_of(other);
  return b && a.exclude_end == b->exclude_end && values_equal(vm, a.begin, b->begin) &&
         values_equal(vm, a.end, b->end) && values_equal(vm, a.step, b->step);
}

Value hash(VM& vm, DataObject* self) {
  const ArithSeq& s = seq_of(self);
  HashMix mix(s.exclude_end);
  for (Value v : {s.begin, s.end, s.step}) mix.add(value_hash(vm, v));
  return mix.value();
}

/// "(1.step(10, 3))", "((1..10).step(3))": the call that made it.
Value inspect_seq(VM& vm, DataObject* self) {
  const ArithSeq& s = seq_of(self);
  std::string out = inspect_str(vm, s.receiver);
  if (is_range(s.receiver)) out = cat("(", out, ")");
  out = cat("(", out, ".", vm.name(s.method));
  if (s.args.as<Array>()->size() > 0) out += inspect_arguments(vm, s.args.as<Array>());
  return str_new(vm, out + ")");
}

// --- For each in enumerator.rb ---

/// Number of values to be computed one by one because floats are involved (it may be Infinity), else nil.
Value float_count(VM& vm, DataObject* self) {
  const ArithSeq& s = seq_of(self);
  return uses_floats(s) ? float_new(vm, float_steps(vm, s).count) : Qnil;
}

Value value_at(VM& vm, DataObject* self, int64_t i) { return at(vm, seq_of(self), i); }

/// The last value, for sequences without floats; nil when there is none.
Value bound(VM& vm, DataObject* self) {
  const ArithSeq& s = seq_of(self);
  const bool down = descends(vm, s);
  const int order = compare(vm, s.begin, s.end);
  if (down ? order < 0 : order > 0) return Qnil;
  const Value distance = minus(vm, s.end, s.begin);
  const Value over = vm.send(distance, ids::op_mod, s.step);
  Value limit = minus(vm, s.end, over);
  if (s.exclude_end && values_equal(vm, limit, s.end)) limit = minus(vm, limit, s.step);
  return limit;
}

bool descending(VM& vm, DataObject* self) { return descends(vm, seq_of(self)); }

constexpr NativeMethod kMethods[] = {
    {"begin", native<begin>}, {"end", native<end>},
    {"step", native<step>},   {"exclude_end?", native<excludes_end>},
    {"size", native<size>},   {"first", native<first>},
    {"last", native<last>},   {"==", native<equal>},
    {"===", native<equal>},   {"eql?", native<equal>},
    {"hash", native<hash>},   {"inspect", native<inspect_seq>},
};

constexpr NativeMethod kPrimitives[] = {
    {"seq_float_count", native<float_count>},
    {"seq_at", native<value_at>},
    {"seq_bound", native<bound>},
    {"seq_descending", native<descending>},
};

} // namespace

const ArithSeq* arith_seq_of(Value v) {
  if (!is_type(v, Type::Data)) return nullptr;
  auto* data = v.as<DataObject>();
  return data->data_type == &kArithSeqType ? &data->get<ArithSeq>() : nullptr;
}

Value arith_seq_new(VM& vm, const ArithSeq& seq) {
  return vm.heap.make_data(vm.cArithmeticSequence, kArithSeqType, seq);
}

void init_arith_seq(VM& vm) {
  Class* c = vm.cArithmeticSequence;
  class_set_allocator(c, nullptr, Type::Data);
  undef_method(vm, singleton_class(vm, c), ids::new_);
  define_natives(vm, c, kMethods);
  define_primitives(vm, kPrimitives);
}

} // namespace miniyarv
