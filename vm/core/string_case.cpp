// String: upcase and its family, comparison without regard to case.

#include "vm/core/case_mapping.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

struct CaseRequest {
  CaseOp op;
  CaseMode mode = CaseMode::Full;
};

[[noreturn]] void raise_option(VM& vm, bool second) {
  raise_argument_error(vm, second ? "invalid second option" : "invalid option");
}

/// One of :ascii, :fold, or :turkic and :lithuanian together or alone.
CaseRequest parse_options(VM& vm, CaseOp op, std::span<const Value> options) {
  CaseRequest request{op};
  if (options.empty()) return request;
  if (options.size() > 2) raise_argument_error(vm, "too many options");
  const auto name = [&vm](Value v) { return v.is_symbol() ? vm.name(v.to_id()) : std::string_view(); };
  const std::string_view first = name(options[0]);
  if (first == "ascii" || first == "fold") {
    if (options.size() > 1) raise_argument_error(vm, "too many options");
    if (first == "ascii")
      request.mode = CaseMode::Ascii;
    else if (op == CaseOp::Downcase)
      request.op = CaseOp::Fold;
    else
      raise_argument_error(vm, "option :fold only allowed for downcasing");
    return request;
  }
  if (first != "turkic" && first != "lithuanian") raise_option(vm, false);
  if (options.size() == 2 && name(options[1]) != (first == "turkic" ? "lithuanian" : "turkic"))
    raise_option(vm, true);
  if (first == "turkic" || options.size() == 2) request.mode = CaseMode::Turkic;
  return request;
}

bool ascii_mapping(String* s, CaseMode mode) {
  return mode == CaseMode::Ascii || s->encoding() != Encoding::Utf8 ||
         (mode == CaseMode::Full && str_code_range(s) == CodeRange::SevenBit);
}

void check_valid(VM& vm, String* s) {
  if (str_code_range(s) == CodeRange::Broken) raise_argument_error(vm, "input string invalid");
}

String* mapped(VM& vm, String* s, CaseRequest request) {
  if (ascii_mapping(s, request.mode)) {
    String* out = str_new(vm, s->view(), s->encoding());
    map_case_ascii(s->data(), out->data(), s->len, request.op);
    out->set_code_range(s->code_range_cache());
    return out;
  }
  check_valid(vm, s);
  return str_new(vm, map_case(s->view(), request.op, request.mode));
}

template <CaseOp op> String* change_case(VM& vm, String* s, Rest options) {
  return mapped(vm, s, parse_options(vm, op, options.span()));
}

template <CaseOp op> Value change_case_bang(VM& vm, Mut<String> s, Rest options) {
  String* result = mapped(vm, s, parse_options(vm, op, options.span()));
  if (result->view() == s->view()) return Qnil;
  str_assign(vm, s, result);
  return Value(s.object);
}

constexpr NativeMethod kMethods[] = {
    {"upcase", native<change_case<CaseOp::Upcase>>},
    {"upcase!", native<change_case_bang<CaseOp::Upcase>>},
    {"downcase", native<change_case<CaseOp::Downcase>>},
    {"downcase!", native<change_case_bang<CaseOp::Downcase>>},
    {"capitalize", native<change_case<CaseOp::Capitalize>>},
    {"capitalize!", native<change_case_bang<CaseOp::Capitalize>>},
    {"swapcase", native<change_case<CaseOp::Swapcase>>},
    {"swapcase!", native<change_case_bang<CaseOp::Swapcase>>},
    {"casecmp", native<str_casecmp>},
    {"casecmp?", native<str_casecmp_p>},
};

} // namespace

Value str_casecmp(VM& vm, String* s, Value other) {
  String* o = try_to_str(vm, other);
  if (!o || !str_compatible_encoding(s, o)) return Qnil;
  const size_t n = std::min(s->len, o->len);
  for (size_t i = 0; i < n; ++i) {
    const auto a = static_cast<unsigned char>(ascii_to_lower(s->data()[i]));
    const auto b = static_cast<unsigned char>(ascii_to_lower(o->data()[i]));
    if (a != b) return Value::fixnum(a < b ? -1 : 1);
  }
  return Value::fixnum(s->len == o->len ? 0 : s->len < o->len ? -1 : 1);
}

Value str_casecmp_p(VM& vm, String* s, Value other) {
  String* o = try_to_str(vm, other);
  if (!o || !str_compatible_encoding(s, o)) return Qnil;
  String* a = mapped(vm, s, {CaseOp::Fold});
  String* b = mapped(vm, o, {CaseOp::Fold});
  return Value::boolean(str_equal(a, b));
}

String* str_change_case(VM& vm, String* s, CaseOp op, std::span<const Value> options) {
  return mapped(vm, s, parse_options(vm, op, options));
}

void init_string_case(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
