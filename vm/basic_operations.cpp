#include "vm/class_registry.hpp"
#include "vm/method.hpp"

namespace miniyarv {
namespace {

struct Operation {
  ID mid;
  std::initializer_list<Class * VM::*> classes;
};

void record(VM& vm, ClassRegistry& registry, const Operation& operation) {
  for (const auto member : operation.classes) {
    Class* c = vm.*member;
    if (const MethodEntry* me = search_method(c, operation.mid))
      registry.basic_operations.push_back({c, operation.mid, me});
  }
}

} // namespace

void record_basic_operations(VM& vm) {
  const auto integer = &VM::cInteger, flo = &VM::cFloat, string = &VM::cString, array = &VM::cArray,
             hash = &VM::cHash, symbol = &VM::cSymbol, nil = &VM::cNilClass, yes = &VM::cTrueClass,
             no = &VM::cFalseClass, proc = &VM::cProc, regexp = &VM::cRegexp, range = &VM::cRange,
             rational = &VM::cRational;
  // The operations that instructions of the opt_ family, literals and core methods do without a call.
  const Operation operations[] = {
      {ids::op_plus, {integer, flo, string, array}},
      {ids::op_minus, {integer, flo}},
      {ids::op_mult, {integer, flo}},
      {ids::op_div, {integer, flo}},
      {ids::op_mod, {integer, flo, string}},
      {ids::op_eq, {integer, flo, string, symbol, array, hash, nil, yes, no, range}},
      {ids::op_neq, {integer, flo, string, symbol, array, hash, nil, yes, no}},
      {ids::op_lt, {integer, flo}},
      {ids::op_le, {integer, flo}},
      {ids::op_gt, {integer, flo}},
      {ids::op_ge, {integer, flo}},
      {ids::op_cmp, {integer, flo, string, symbol, array}},
      {ids::op_lshift, {integer, string, array}},
      {ids::op_rshift, {integer}},
      {ids::op_and, {integer, array}},
      {ids::op_or, {integer, array}},
      {ids::op_xor, {integer}},
      {ids::op_not, {nil, yes, no}},
      {ids::op_uminus, {integer, flo, string}},
      {ids::op_aref, {array, hash, integer, string, proc}},
      {ids::op_aset, {array, hash}},
      {ids::op_eqq, {integer, flo, string, symbol, nil, yes, no, regexp, range, proc}},
      {ids::op_match, {regexp, string}},
      {ids::length, {array, string, hash}},
      {ids::size, {array, string, hash}},
      {ids::empty_p, {array, string, hash}},
      {ids::nil_p, {nil}},
      {ids::succ, {integer, string}},
      {ids::min, {array}},
      {ids::max, {array}},
      {ids::hash, {integer, flo, string, symbol, array}},
      {ids::eql_p, {integer, flo, string, symbol, array}},
      {ids::include_p, {array, range}},
      {ids::pack, {array}},
      {ids::freeze, {string, array, hash}},
      {ids::call, {proc}},
      {ids::to_s, {integer, flo, string, symbol, nil, yes, no, rational}},
      {ids::each, {array, hash, range}},
      {ids::to_a, {nil, array, hash}},
      {ids::to_proc, {symbol, proc}},
  };
  ClassRegistry& registry = vm.state<ClassRegistry>();
  for (const Operation& operation : operations) record(vm, registry, operation);
}

void check_basic_operations(VM& vm, const Class* c, ID mid) {
  if (c->is_singleton) return;
  for (ClassRegistry::BasicOperation& op : vm.state<ClassRegistry>().basic_operations) {
    if (op.redefined || (mid != ID::None && mid != op.mid) || !class_inherits(op.klass, c)) continue;
    if (search_method(op.klass, op.mid) == op.original) continue;
    op.redefined = true;
    basic_operation_redefined(vm, op.klass, op.mid);
  }
}

} // namespace miniyarv
