// Arrays as text: inspect and join.

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

namespace {

class Joiner {
public:
  Joiner(VM& vm, String* out, String* separator) : vm_(vm), out_(out), separator_(separator) {}

  void join(Array* a) {
    RecursionGuard guard(vm_, Walk::Join, a);
    if (guard.recursive()) raise_argument_error(vm_, "recursive array join");
    for (size_t i = 0; i < a->size(); ++i) {
      if (i > 0 && separator_) str_concat(vm_, out_, separator_);
      add(a->data()[i]);
    }
  }

private:
  void add(Value v) {
    if (is_string(v)) return append(v.as<String>());
    if (is_array(v)) return join(v.as<Array>());
    if (!v.is_object()) return append(to_s(vm_, v));
    if (String* s = try_to_str(vm_, v)) return append(s);
    if (Array* a = try_to_ary(vm_, v)) return join(a);
    append(to_s(vm_, v));
  }
  /// The first piece decides the encoding.
  void append(String* s) {
    if (first_) out_->set_encoding(s->encoding());
    first_ = false;
    str_concat(vm_, out_, s);
  }

  VM& vm_;
  String* out_;
  String* separator_;
  bool first_ = true;
};

} // namespace

Value ary_join(VM& vm, Array* a, Value separator) {
  if (separator.is_nil()) separator = vm.global_get("$,");
  if (a->size() == 0) return str_ascii(vm, "");
  String* out = str_buffer(vm, a->size() * 4);
  Joiner(vm, out, separator.is_nil() ? nullptr : to_str(vm, separator)).join(a);
  return out;
}

std::string ary_inspect(VM& vm, Array* a) {
  RecursionGuard guard(vm, Walk::Inspect, a);
  if (guard.recursive()) return "[...]";
  std::string out = "[";
  for (size_t i = 0; i < a->size(); ++i) {
    if (i > 0) out += ", ";
    out += inspect_str(vm, a->data()[i]);
  }
  return out += ']';
}

bool ary_includes(VM& vm, Array* a, Value v) {
  for (size_t i = 0; i < a->size(); ++i)
    if (values_equal(vm, a->data()[i], v)) return true;
  return false;
}

} // namespace miniyarv
