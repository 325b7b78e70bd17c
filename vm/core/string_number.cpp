// String: numbers read from text.

#include "vm/core/numeric.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

Value to_i(VM& vm, String* self, std::optional<int64_t> base) {
  const int64_t radix = base.value_or(10);
  if (radix < 0 || radix == 1 || radix > 36) raise_argument_error(vm, cat("invalid radix ", radix));
  return int_parse(vm, self->view(), static_cast<int>(radix), false);
}

Value hex(VM& vm, String* self) { return int_parse(vm, self->view(), 16, false); }

/// Octal unless a prefix says otherwise.
Value oct(VM& vm, String* self) {
  std::string_view text = self->view();
  while (!text.empty() && ascii_space(static_cast<unsigned char>(text[0]))) text.remove_prefix(1);
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const bool prefixed =
      digits.size() > 1 && digits[0] == '0' && ascii_alpha(static_cast<unsigned char>(digits[1]));
  return int_parse(vm, text, prefixed ? 0 : 8, false);
}

double to_f(VM&, String* self) {
  double d = 0;
  float_parse(self->view(), false, d);
  return d;
}

Value to_r(VM& vm, String* self) { return rational_parse(vm, self->view(), false); }
Value to_c(VM& vm, String* self) { return complex_parse(vm, self->view(), false); }

constexpr NativeMethod kMethods[] = {
    {"to_i", native<to_i>}, {"hex", native<hex>},   {"oct", native<oct>},
    {"to_f", native<to_f>}, {"to_r", native<to_r>}, {"to_c", native<to_c>},
};

} // namespace

void init_string_number(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
