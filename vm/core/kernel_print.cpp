#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <cstdio>

namespace miniyarv {

namespace {

void put(VM& vm, Value v) {
  if (is_array(v)) {
    for (size_t i = 0; i < v.as<Array>()->size(); ++i) put(vm, v.as<Array>()->data()[i]);
    return;
  }
  const std::string_view text = to_s(vm, v)->view();
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (text.empty() || text.back() != '\n') std::fputc('\n', stdout);
}

void kernel_puts(VM& vm, Value, Rest args) {
  if (args.argc == 0) std::fputc('\n', stdout);
  for (int i = 0; i < args.argc; ++i) put(vm, args[i]);
}

void kernel_print(VM& vm, Value, Rest args) {
  for (int i = 0; i < args.argc; ++i) {
    const std::string_view text = to_s(vm, args[i])->view();
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

Value kernel_p(VM& vm, Value, Rest args) {
  for (int i = 0; i < args.argc; ++i) {
    const std::string text = inspect_str(vm, args[i]) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (args.argc == 0) return Qnil;
  return args.argc == 1 ? args[0] : Value(ary_from(vm, args.span()));
}

constexpr NativeMethod kFunctions[] = {
    {"puts", native<kernel_puts>}, {"print", native<kernel_print>}, {"p", native<kernel_p>}};

} // namespace

void init_kernel_print(VM& vm) { define_module_functions(vm, vm.mKernel, kFunctions); }

} // namespace miniyarv
