#include "vm/core/io_stream.hpp"
#include "vm/core/load.hpp"
#include "vm/core/object_space.hpp"
#include "vm/core/signal.hpp"
#include "vm/core/string.hpp"
#include "vm/eval.hpp"
#include "vm/internals.hpp"
#include "vm/options.hpp"

namespace miniyarv {

namespace {

/// Runs fn; takes what it throws. Returns the exception, or Qundef when there was none.
template <class F> Value run_protected(VM& vm, F&& fn) {
  ControlFrame* const cfp = vm.ec->cfp;
  try {
    fn();
    return Qundef;
  } catch (const Throw&) {
    vm.ec->cfp = cfp;
    const PendingThrow pending = vm.ec->pending;
    vm.ec->pending = {};
    return pending.state == ThrowState::Raise ? pending.value : Qundef;
  } catch (const HeapExhausted&) {
    vm.ec->cfp = cfp;
    return vm.in().no_memory_error;
  }
}

/// Exit status an exception ends the program with; reports it unless it is a SystemExit. Reporting can itself
/// raise.
int status_of(VM& vm, Value error) {
  if (kind_of(vm, error, vm.eSystemExit)) {
    const Value status = vm.heap.ivar_get(error.object(), ids::status);
    return status.is_fixnum() ? static_cast<int>(status.to_fixnum()) : 0;
  }
  if (kind_of(vm, error, vm.eSignalException)) {
    const Value number = vm.send(error, vm.intern("signo"));
    vm.in().ending_signal = static_cast<int>(number.to_fixnum());
    if (!kind_of(vm, error, vm.eInterrupt)) return 1;
  }
  run_protected(vm, [&] { report_uncaught(vm, error); });
  return 1;
}

/// at_exit blocks, last registered first; one may register more. Each exception replaces the status.
void run_at_exit(VM& vm, int& status) {
  std::vector<Value>& procs = vm.in().at_exit;
  while (!procs.empty()) {
    const Value proc = procs.back();
    procs.pop_back();
    const Value error = run_protected(vm, [&] { vm.call_proc(proc, {}); });
    if (!error.is_undef()) status = status_of(vm, error);
  }
}

} // namespace

int run_to_end(VM& vm, const std::function<void()>& program) {
  int status = 0;
  const Value error = run_protected(vm, program);
  const bool exits = !error.is_undef() && kind_of(vm, error, vm.eSystemExit);
  if (!error.is_undef()) {
    vm.ec->errinfo = error;
    status = exits ? status_of(vm, error) : 1;
  }
  run_protected(vm, [&] { run_exit_trap(vm); });
  // The message of an uncaught exception comes after what at_exit blocks print.
  run_at_exit(vm, status);
  if (!error.is_undef() && !exits) status_of(vm, error);
  run_protected(vm, [&] { run_all_finalizers(vm); });
  flush_standard_streams(vm);
  return status;
}

int VM::run_main(const std::string& path, std::string text) {
  return run_to_end(*this, [&] {
    prepare_program(*this);
    SourceOptions source;
    source.type = ISeqType::Main;
    source.main_script = true;
    source.data_section = &in().data_section;
    if (path == "-e" || path == "-") in().inline_program = text;
    auto unlinked = compile_source(*this, path, std::move(text), source);
    define_data_constant(*this);
    ISeq* top = load_unit(*this, std::move(unlinked), absolute_path_value(*this, path));
    in().main_iseq = top;
    register_root(Value(top));
    run_top(*this, top, main_object_, in().top_cref);
  });
}

} // namespace miniyarv
