// Array: reading elements.

#include "vm/convert.hpp"
#include "vm/core/array_methods.hpp"
#include "vm/core/enumerator.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/core/struct.hpp"

#include <algorithm>
#include <cstdlib>

namespace miniyarv {

size_t to_count(VM& vm, Value v, const char* message) {
  const int64_t n = to_int64(vm, v);
  if (n < 0) raise_argument_error(vm, message);
  return static_cast<size_t>(n);
}

Value ary_slice(VM& vm, Array* a, int64_t start, int64_t len) {
  const auto n = static_cast<int64_t>(a->size());
  if (start < 0) start += n;
  if (start < 0 || start > n || len < 0) return Qnil;
  return ary_subseq(vm, a, static_cast<size_t>(start), static_cast<size_t>(std::min(len, n - start)));
}

namespace {

struct Stride {
  int64_t start, count, step;
};

/// Resolves `(first..last) % step`: false when out of range. Steps beyond one must not leave the array.
bool stride_bounds(VM& vm, const ArithSeq& seq, Value index, int64_t n, Stride& out) {
  out.step = to_int64(vm, seq.step);
  Value first = seq.begin, last = seq.end;
  bool exclude = seq.exclude_end;
  if (out.step < 0) {
    if (exclude && !last.is_nil()) last = int_new(vm, to_int64(vm, last) + 1);
    exclude = false;
    std::swap(first, last);
  }
  const Value range = range_new(vm, first, last, exclude);
  if (out.step >= -1 && out.step <= 1) return range_bounds(vm, range, n, out.start, out.count);
  int64_t start, count;
  const bool inside = range_bounds(vm, range, n, start, count);
  if (inside) range_bounds_open(vm, range, n, out.start, out.count);
  if (!inside || out.count > n) raise(vm, vm.eRangeError, cat(inspect_str(vm, index), " out of range"));
  out.count = count;
  return true;
}

/// `a[(first..last) % step]`.
Value slice_by_step(VM& vm, Array* a, const ArithSeq& seq, Value index) {
  Stride s;
  if (!stride_bounds(vm, seq, index, static_cast<int64_t>(a->size()), s)) return Qnil;
  const int64_t by = std::abs(s.step);
  Array* out = ary_new(vm, static_cast<size_t>((s.count + by - 1) / by));
  for (int64_t i = 0; i < s.count; i += by)
    ary_push(vm, out, a->data()[s.step < 0 ? s.start + s.count - 1 - i : s.start + i]);
  return out;
}

Value aref(VM& vm, Array* self, Value index, std::optional<Value> len) {
  if (len) return ary_slice(vm, self, to_int64(vm, index), to_int64(vm, *len));
  if (index.is_fixnum()) return ary_entry(self, index.to_fixnum());
  if (is_range(index)) {
    int64_t start, count;
    if (!range_bounds(vm, index, static_cast<int64_t>(self->size()), start, count)) return Qnil;
    return ary_subseq(vm, self, static_cast<size_t>(start), static_cast<size_t>(count));
  }
  if (const ArithSeq* seq = arith_seq_of(index)) return slice_by_step(vm, self, *seq, index);
  return ary_entry(self, to_int64(vm, index));
}

Value at(VM&, Array* self, int64_t i) { return ary_entry(self, i); }

Value fetch(VM& vm, Array* self, Value index, std::optional<Value> fallback) {
  const int64_t i = to_int64(vm, index);
  const auto n = static_cast<int64_t>(self->size());
  if (vm.block_given() && fallback) warn(vm, "block supersedes default value argument");
  if (i >= -n && i < n) return ary_entry(self, i);
  if (vm.block_given()) return vm.yield(index);
  if (fallback) return *fallback;
  raise(vm, vm.eIndexError, cat("index ", i, " outside of array bounds: ", -n, "...", n));
}

Value first(VM& vm, Array* self, std::optional<Value> count) {
  if (!count) return ary_entry(self, 0);
  return ary_subseq(vm, self, 0, std::min(to_count(vm, *count, "negative array size"), self->size()));
}

Value last(VM& vm, Array* self, std::optional<Value> count) {
  if (!count) return ary_entry(self, -1);
  const size_t n = std::min(to_count(vm, *count, "negative array size"), self->size());
  return ary_subseq(vm, self, self->size() - n, n);
}

Value take(VM& vm, Array* self, Value count) {
  const size_t n = to_count(vm, count, "attempt to take negative size");
  return ary_subseq(vm, self, 0, std::min(n, self->size()));
}

Value drop(VM& vm, Array* self, Value count) {
  const size_t n = std::min(to_count(vm, count, "attempt to drop negative size"), self->size());
  return ary_subseq(vm, self, n, self->size() - n);
}

Value values_at(VM& vm, Array* self, Rest indices) {
  Array* out = ary_new(vm, static_cast<size_t>(indices.argc));
  for (Value index : indices.span()) {
    if (!is_range(index)) {
      ary_push(vm, out, ary_entry(self, to_int64(vm, index)));
      continue;
    }
    int64_t start, count;
    range_bounds_open(vm, index, static_cast<int64_t>(self->size()), start, count);
    for (int64_t i = start; i < start + count; ++i) ary_push(vm, out, ary_entry(self, i));
  }
  return out;
}

Value ary_dig(VM& vm, Value self, Value key, Rest more) {
  return dig(vm, self, {&key, 1 + static_cast<size_t>(more.argc)});
}

int64_t length(VM&, Array* self) { return static_cast<int64_t>(self->size()); }
bool is_empty(VM&, Array* self) { return self->size() == 0; }
Value to_a(VM& vm, Array* self) { return self->klass == vm.cArray ? self : ary_dup(vm, self); }
Value itself(VM&, Value self) { return self; }

Value inspect_array(VM& vm, Array* self) { return str_new(vm, ary_inspect(vm, self)); }
Value join(VM& vm, Array* self, std::optional<Value> separator) {
  return ary_join(vm, self, separator.value_or(Qnil));
}

Value reversed(VM& vm, Array* self) {
  Array* out = ary_new(vm, self->size());
  std::reverse_copy(self->data(), self->data() + self->size(), out->data());
  out->set_size(self->size());
  return out;
}

Value rotated(VM& vm, Array* self, std::optional<int64_t> by) {
  const auto n = static_cast<int64_t>(self->size());
  Array* out = ary_new(vm, self->size());
  const int64_t shift = n ? ((by.value_or(1) % n) + n) % n : 0;
  std::rotate_copy(self->data(), self->data() + shift, self->data() + n, out->data());
  out->set_size(self->size());
  return out;
}

Value pair_with(VM& vm, Array* self, Value key, int64_t position) {
  for (size_t i = 0; i < self->size(); ++i) {
    Array* pair = position == 0               ? try_to_ary(vm, self->data()[i])
                  : is_array(self->data()[i]) ? self->data()[i].as<Array>()
                                              : nullptr;
    if (pair && static_cast<int64_t>(pair->size()) > position &&
        values_equal(vm, pair->data()[position], key))
      return pair;
  }
  return Qnil;
}
Value assoc(VM& vm, Array* self, Value key) { return pair_with(vm, self, key, 0); }
Value rassoc(VM& vm, Array* self, Value value) { return pair_with(vm, self, value, 1); }

Value transpose(VM& vm, Array* self) {
  const size_t rows = self->size();
  if (rows == 0) return ary_new(vm);
  Array* out = nullptr;
  size_t columns = 0;
  for (size_t r = 0; r < rows; ++r) {
    Array* row = to_ary(vm, self->data()[r]);
    if (!out) {
      columns = row->size();
      out = ary_new(vm, columns);
      for (size_t c = 0; c < columns; ++c) ary_push(vm, out, ary_new(vm, rows));
    }
    if (row->size() != columns)
      raise(vm, vm.eIndexError, cat("element size differs (", row->size(), " should be ", columns, ")"));
    for (size_t c = 0; c < columns; ++c) ary_push(vm, out->data()[c].as<Array>(), row->data()[c]);
  }
  return out;
}

constexpr NativeMethod kMethods[] = {
    {"[]", native<aref>},
    {"slice", native<aref>},
    {"at", native<at>},
    {"fetch", native<fetch>},
    {"first", native<first>},
    {"last", native<last>},
    {"take", native<take>},
    {"drop", native<drop>},
    {"values_at", native<values_at>},
    {"dig", native<ary_dig>},
    {"length", native<length>},
    {"size", native<length>},
    {"empty?", native<is_empty>},
    {"to_a", native<to_a>},
    {"to_ary", native<itself>},
    {"deconstruct", native<itself>},
    {"inspect", native<inspect_array>},
    {"to_s", native<inspect_array>},
    {"join", native<join>},
    {"reverse", native<reversed>},
    {"rotate", native<rotated>},
    {"assoc", native<assoc>},
    {"rassoc", native<rassoc>},
    {"transpose", native<transpose>},
};

} // namespace

Value dig(VM& vm, Value v, std::span<const Value> keys) {
  const ID dig_id = vm.intern("dig");
  for (size_t i = 0; i < keys.size(); ++i) {
    if (v.is_nil()) return v;
    const bool builtin = has_builtin_method(vm, v, dig_id);
    if (builtin && is_array(v)) {
      v = ary_entry(v.as<Array>(), to_int64(vm, keys[i]));
    } else if (builtin && is_hash(v)) {
      v = hash_aref(vm, v.as<Hash>(), keys[i]);
    } else if (builtin && is_type(v, Type::Struct)) {
      v = struct_dig_step(vm, v, keys[i]);
    } else {
      if (!respond_to(vm, v, dig_id, true))
        raise_type_error(vm, cat(class_path(vm, real_class(vm, v)), " does not have #dig method"));
      return vm.call(v, dig_id, keys.subspan(i));
    }
  }
  return v;
}

void init_array_access(VM& vm) { define_natives(vm, vm.cArray, kMethods); }

} // namespace miniyarv
