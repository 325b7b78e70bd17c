#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/string.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"

// What the opt_* instructions do for core types once the interpreter's inline cases have not applied. A core
// method that is redefined never gets here: its instruction becomes a call (invalidation.cpp).

namespace miniyarv {

namespace {

bool plain_string(VM& vm, Value v) { return is_string(v) && v.object()->klass == vm.cString; }
bool plain_array(VM& vm, Value v) { return is_array(v) && v.object()->klass == vm.cArray; }
bool plain_hash(VM& vm, Value v) { return is_hash(v) && v.object()->klass == vm.cHash; }
bool both_integers(Value a, Value b) { return is_integer(a) && is_integer(b); }

/// Both as doubles when one is a Float and the other a Float or an Integer.
bool as_floats(Value a, Value b, double& x, double& y) {
  if (is_float(a)) {
    x = float_value(a);
    if (is_float(b))
      y = float_value(b);
    else if (is_integer(b))
      y = int_to_double(b);
    else
      return false;
    return true;
  }
  if (!is_integer(a) || !is_float(b)) return false;
  x = int_to_double(a);
  y = float_value(b);
  return true;
}

template <class IntOp, class FloatOp>
Value arithmetic(VM& vm, Value a, Value b, IntOp int_op, FloatOp float_op) {
  if (both_integers(a, b)) return int_op(vm, a, b);
  double x, y;
  if (as_floats(a, b, x, y)) return float_new(vm, float_op(x, y));
  return Qundef;
}

template <class Test> Value comparison(Value a, Value b, Test test) {
  if (both_integers(a, b)) return Value::boolean(test(int_compare(a, b), 0));
  if (is_float(a) && is_float(b)) return Value::boolean(test(float_value(a), float_value(b)));
  return Qundef; // an Integer beside a Float is compared exactly, by the method
}

} // namespace

Value op_plus(VM& vm, Value a, Value b) {
  const Value v = arithmetic(vm, a, b, int_add, [](double x, double y) { return x + y; });
  if (!v.is_undef()) return v;
  if (plain_string(vm, a) && plain_string(vm, b)) return str_plus(vm, a.as<String>(), b.as<String>());
  if (plain_array(vm, a) && plain_array(vm, b)) return ary_concat(vm, a.as<Array>(), b.as<Array>());
  return Qundef;
}
Value op_minus(VM& vm, Value a, Value b) {
  return arithmetic(vm, a, b, int_sub, [](double x, double y) { return x - y; });
}
Value op_mult(VM& vm, Value a, Value b) {
  return arithmetic(vm, a, b, int_mul, [](double x, double y) { return x * y; });
}
Value op_div(VM& vm, Value a, Value b) {
  return arithmetic(vm, a, b, int_div, [](double x, double y) { return x / y; });
}
Value op_mod(VM& vm, Value a, Value b) {
  if (is_float(b) && float_value(b) == 0) return Qundef; // the method raises
  return arithmetic(vm, a, b, int_mod, float_mod);
}

Value op_eq(VM& vm, Value a, Value b) {
  if (both_integers(a, b)) return Value::boolean(int_compare(a, b) == 0);
  if (is_float(a) && is_float(b)) return Value::boolean(float_value(a) == float_value(b));
  if (a.is_symbol() || a.is_nil() || a.is_true() || a.is_false()) return Value::boolean(a == b);
  if (plain_string(vm, a) && is_string(b))
    return Value::boolean(a == b || str_equal(a.as<String>(), b.as<String>()));
  return Qundef;
}

Value op_neq(VM& vm, CallData* neq, Value a, Value b) {
  // `!=` is `!(a == b)` as long as BasicObject#!= is the one in force.
  if (neq->cc->receiver_class != vm.class_of(a)) fill_call_cache(vm, neq, vm.class_of(a));
  if (!neq->cc->me || neq->cc->me != vm.in().object_neq) return Qundef;
  const Value equal = op_eq(vm, a, b);
  if (!equal.is_undef()) return Value::boolean(equal.is_false());
  return Value::boolean(vm.send(a, ids::op_eq, b).falsy());
}

Value op_lt(VM&, Value a, Value b) {
  return comparison(a, b, [](auto x, auto y) { return x < y; });
}
Value op_le(VM&, Value a, Value b) {
  return comparison(a, b, [](auto x, auto y) { return x <= y; });
}
Value op_gt(VM&, Value a, Value b) {
  return comparison(a, b, [](auto x, auto y) { return x > y; });
}
Value op_ge(VM&, Value a, Value b) {
  return comparison(a, b, [](auto x, auto y) { return x >= y; });
}

Value op_ltlt(VM& vm, Value a, Value b) {
  if (plain_array(vm, a)) {
    check_frozen(vm, a);
    ary_push(vm, a.as<Array>(), b);
    return a;
  }
  if (plain_string(vm, a) && is_string(b)) {
    check_frozen(vm, a);
    str_concat(vm, a.as<String>(), b.as<String>());
    return a;
  }
  return Qundef;
}
Value op_and(VM& vm, Value a, Value b) { return both_integers(a, b) ? int_and(vm, a, b) : Qundef; }
Value op_or(VM& vm, Value a, Value b) { return both_integers(a, b) ? int_or(vm, a, b) : Qundef; }

Value op_aref(VM& vm, Value a, Value b) {
  if (plain_array(vm, a) && b.is_fixnum()) return ary_entry(a.as<Array>(), b.to_fixnum());
  if (plain_hash(vm, a)) return hash_aref(vm, a.as<Hash>(), b);
  return Qundef;
}

Value op_aset(VM& vm, Value a, Value b, Value v) {
  if (plain_array(vm, a) && b.is_fixnum()) {
    auto* array = a.as<Array>();
    check_frozen(vm, a);
    const int64_t i = b.to_fixnum();
    if (i >= 0 && i < static_cast<int64_t>(array->size()) && !array->shared()) {
      array->data()[i] = v;
      vm.heap.write_barrier(array, v);
    } else {
      ary_store(vm, array, i, v);
    }
    return v;
  }
  if (plain_hash(vm, a)) {
    check_frozen(vm, a);
    hash_set(vm, a.as<Hash>(), b, v);
    return v;
  }
  return Qundef;
}

Value op_length(VM& vm, Value a) {
  if (plain_array(vm, a)) return Value::fixnum(static_cast<int64_t>(a.as<Array>()->size()));
  if (plain_string(vm, a)) return Value::fixnum(static_cast<int64_t>(str_length(a.as<String>())));
  if (plain_hash(vm, a)) return Value::fixnum(hash_size(a.as<Hash>()));
  return Qundef;
}
Value op_empty_p(VM& vm, Value a) {
  if (plain_array(vm, a)) return Value::boolean(a.as<Array>()->size() == 0);
  if (plain_string(vm, a)) return Value::boolean(a.as<String>()->len == 0);
  if (plain_hash(vm, a)) return Value::boolean(hash_size(a.as<Hash>()) == 0);
  return Qundef;
}
Value op_succ(VM& vm, Value a) { return is_integer(a) ? int_add(vm, a, Value::fixnum(1)) : Qundef; }

namespace {
/// Whether the call site's method on `recv` is `expected`.
bool method_is(VM& vm, CallData* cd, Value recv, const MethodEntry* expected) {
  if (cd->cc->receiver_class != vm.class_of(recv)) fill_call_cache(vm, cd, vm.class_of(recv));
  return cd->cc->me == expected;
}
} // namespace

Value op_not(VM& vm, CallData* cd, Value a) {
  return method_is(vm, cd, a, vm.in().object_not) ? Value::boolean(a.falsy()) : Qundef;
}
Value op_nil_p(VM& vm, CallData* cd, Value a) {
  if (a.is_nil()) return method_is(vm, cd, a, vm.in().nil_nil_p) ? Qtrue : Qundef;
  return method_is(vm, cd, a, vm.in().object_nil_p) ? Qfalse : Qundef;
}
Value op_regexpmatch2(VM& vm, Value a, Value b) {
  if (is_regexp(vm, a) && (is_string(b) || b.is_nil())) return regexp_match_op(vm, a, b);
  if (plain_string(vm, a) && is_regexp(vm, b)) return regexp_match_op(vm, b, a);
  return Qundef;
}

} // namespace miniyarv
