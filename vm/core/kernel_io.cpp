// Kernel's output and input functions: the methods of `$stdout` and, for reading, of ARGF.

#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/load.hpp"
#include "vm/core/string.hpp"
#include "vm/globals.hpp"
#include "vm/internals.hpp"
#include "vm/options.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace miniyarv {

namespace {

Value standard_output(VM& vm) { return gvar_get(vm, ids::gv_stdout); }

// --- Output ---

void kernel_puts(VM& vm, Value, Rest args) {
  const Value out = standard_output(vm);
  static constexpr std::string_view kPuts = "puts";
  const ID puts = vm.intern(kPuts);
  if (is_io(out) && has_builtin_method(vm, out, puts))
    put_values(vm, out, args.span());
  else
    vm.call(out, puts, args.span());
}

void kernel_print(VM& vm, Value, Rest args) {
  if (args.argc > 0) {
    vm.call(standard_output(vm), vm.intern("print"), args.span());
    return;
  }
  vm.send(standard_output(vm), vm.intern("print"), vm.global_get("$_"));
}

Value kernel_putc(VM& vm, Value, Value c) { return vm.send(standard_output(vm), vm.intern("putc"), c); }

void kernel_printf(VM& vm, Value, Rest args) {
  if (args.argc == 0) return;
  // printf(io, format, ...)
  if (!is_string(args[0]))
    vm.call(args[0], vm.intern("printf"), args.span().subspan(1));
  else
    write_text(vm, standard_output(vm), str_format(vm, args[0].as<String>(), args.span().subspan(1)));
}

Value kernel_p(VM& vm, Value, Rest args) {
  for (const Value v : args.span()) {
    String* line = str_dup(vm, inspect(vm, v));
    str_append(vm, line, "\n");
    write_text(vm, standard_output(vm), line);
  }
  if (args.argc == 0) return Qnil;
  return args.argc == 1 ? args[0] : Value(ary_from(vm, args.span()));
}

void object_display(VM& vm, Value self, std::optional<Value> port) {
  write_text(vm, port ? *port : standard_output(vm), to_s(vm, self));
}

// --- Input ---

Value argument_list(VM& vm) { return vm.const_get(vm.cObject, vm.intern("ARGV")); }

/// The reader of the files that ARGV names, made when first asked for.
Value argf(VM& vm) {
  IOState& io = vm.state<IOState>();
  if (io.argf.is_nil()) {
    const Value reader = load_embedded(vm, "internal/argf");
    io.argf = vm.send(reader, ids::new_, argument_list(vm));
  }
  return io.argf;
}

Value make_argf(VM& vm, Class*, ID) { return argf(vm); }
Value get_argf(VM& vm, ID) { return argf(vm); }
Value get_file_name(VM& vm, ID) { return vm.send(argf(vm), vm.intern("filename")); }

/// What the input functions read: standard input unless there are, or have been, names in ARGV.
Value input(VM& vm) {
  const IOState& io = vm.state<IOState>();
  if (!io.argf.is_nil()) return io.argf;
  const Value names = argument_list(vm);
  if (is_array(names) && names.as<Array>()->size() > 0) return argf(vm);
  return vm.global_get("$stdin");
}

Value forward_to_input(VM& vm, std::string_view method, Rest args) {
  return vm.call(input(vm), vm.intern(method), args.span(), CallOptions{{}, vm.keywords_given(), true});
}

/// Sets `$_` of the calling method as well: what it calls sets its own.
Value kernel_gets(VM& vm, Value, Rest args) {
  const Value line = forward_to_input(vm, "gets", args);
  vm.global_set("$_", line);
  return line;
}

Value kernel_readline(VM& vm, Value, Rest args) {
  const Value line = forward_to_input(vm, "readline", args);
  vm.global_set("$_", line);
  return line;
}

Value kernel_readlines(VM& vm, Value, Rest args) { return forward_to_input(vm, "readlines", args); }

// --- DATA ---

/// A File of the program, positioned behind `__END__`; when the program came through a pipe, of a copy.
Value make_data(VM& vm, Class*, ID) {
  const std::string& rest = *vm.in().data_section;
  const std::string& path = vm.options().program_name;
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  off_t start = fd < 0 ? -1 : lseek(fd, 0, SEEK_END) - static_cast<off_t>(rest.size());
  if (start < 0) {
    if (fd >= 0) ::close(fd);
    fd = memfd_create("DATA", MFD_CLOEXEC);
    if (fd < 0 || ::write(fd, rest.data(), rest.size()) < 0) raise_errno(vm, errno, "DATA");
    start = 0;
  }
  lseek(fd, start, SEEK_SET);
  return io_new(vm, vm.cFile, fd, true, false, path);
}

constexpr NativeMethod kFunctions[] = {
    {"puts", native<kernel_puts>},
    {"print", native<kernel_print>},
    {"putc", native<kernel_putc>},
    {"printf", native<kernel_printf>},
    {"p", native<kernel_p>},
    {"gets", native<kernel_gets>},
    {"readline", native<kernel_readline>},
    {"readlines", native<kernel_readlines>},
};
constexpr NativeMethod kMethods[] = {{"display", native<object_display>}};

} // namespace

void define_data_constant(VM& vm) {
  if (vm.in().data_section) const_set_lazy(vm, vm.cObject, vm.intern("DATA"), make_data);
}

void init_kernel_io(VM& vm) {
  define_module_functions(vm, vm.mKernel, kFunctions);
  define_natives(vm, vm.mKernel, kMethods);
  const_set_lazy(vm, vm.cObject, vm.intern("ARGF"), make_argf);
  vm.globals().define_hooked(vm.intern("$<"), get_argf, nullptr);
  vm.globals().define_hooked(vm.intern("$FILENAME"), get_file_name, nullptr);
}

} // namespace miniyarv
