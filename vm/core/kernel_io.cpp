#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/string.hpp"
#include "vm/internals.hpp"
#include "vm/native.hpp"

// Kernel's output and input functions: the methods of `$stdout` and, for reading, of the files named in ARGV.

namespace miniyarv {

namespace {

Value to_stdout(VM& vm, std::string_view method, Rest args) {
  return vm.call(vm.global_get("$stdout"), vm.intern(method), args.span());
}

Value kernel_puts(VM& vm, Value, Rest args) { return to_stdout(vm, "puts", args); }
Value kernel_print(VM& vm, Value, Rest args) {
  if (args.argc > 0) return to_stdout(vm, "print", args);
  const Value line = vm.global_get("$_");
  return to_stdout(vm, "print", Rest{&line, 1});
}
Value kernel_putc(VM& vm, Value, Value c) { return to_stdout(vm, "putc", Rest{&c, 1}); }
Value kernel_printf(VM& vm, Value, Rest args) {
  if (args.argc == 0) return Qnil;
  if (!is_string(args[0])) // printf(io, format, ...)
    return vm.call(args[0], vm.intern("printf"), args.span().subspan(1));
  return to_stdout(vm, "printf", args);
}

Value kernel_p(VM& vm, Value, Rest args) {
  const Value out = vm.global_get("$stdout");
  for (Value v : args.span()) vm.send(out, ids::write, Value(str_new(vm, inspect_str(vm, v) + "\n")));
  if (args.argc == 0) return Qnil;
  return args.argc == 1 ? args[0] : Value(ary_from(vm, args.span()));
}

Value object_display(VM& vm, Value self, std::optional<Value> port) {
  vm.send(port ? *port : vm.global_get("$stdout"), ids::write, self);
  return Qnil;
}

constexpr NativeMethod kFunctions[] = {
    {"puts", native<kernel_puts>},     {"print", native<kernel_print>}, {"putc", native<kernel_putc>},
    {"printf", native<kernel_printf>}, {"p", native<kernel_p>},
};
constexpr NativeMethod kMethods[] = {{"display", native<object_display>}};

} // namespace

void init_kernel_io(VM& vm) {
  define_module_functions(vm, vm.mKernel, kFunctions);
  define_natives(vm, vm.mKernel, kMethods);
}

} // namespace miniyarv
