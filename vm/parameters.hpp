#pragma once

#include "vm/iseq.hpp"
#include "vm/method.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

/// How many positional arguments something takes; max -1: any number. Required keywords count as one.
struct ArityRange {
  int min, max;
};

ArityRange iseq_arity(const ISeq*);
ArityRange proc_arity_range(VM&, const Proc*);
ArityRange method_arity_range(const MethodEntry*);
/// [[:req, :a], [:opt, :b], ...]; without `lambda` required ones read as optional. Allocates.
Array* iseq_parameters(VM&, const ISeq*, bool lambda);
Array* method_parameters(VM&, const MethodEntry*);
/// The iseq a method runs, a define_method's block included; null if it is native.
const ISeq* method_iseq(const MethodEntry*);
/// [path, line] of an iseq; nil for null and for the core library.
Value iseq_source_location(VM&, const ISeq*);

} // namespace miniyarv
