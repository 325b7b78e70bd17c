#include "vm/core/io_stream.hpp"
#include "vm/core/object_space.hpp"
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

int VM::run_main(const std::string& path, std::string text) {
  int status = 0;
  const Value error = run_protected(*this, [&] {
    SourceOptions source;
    source.type = ISeqType::Main;
    source.main_script = true;
    source.data_section = &in().data_section;
    auto unlinked = compile_source(*this, path, std::move(text), source);
    ISeq* top = load_unit(*this, std::move(unlinked), Value(str_fstring(*this, path, Encoding::Utf8)));
    in().main_iseq = top;
    register_root(Value(top));
    run_top(*this, top, main_object_, in().top_cref);
  });
  if (!error.is_undef()) {
    ec->errinfo = error;
    status = kind_of(*this, error, eSystemExit) ? status_of(*this, error) : 1;
  }
  // The message of an uncaught exception comes after what at_exit blocks print.
  run_at_exit(*this, status);
  if (!error.is_undef() && !kind_of(*this, error, eSystemExit)) status_of(*this, error);
  run_protected(*this, [&] { run_all_finalizers(*this); });
  flush_standard_streams(*this);
  return status;
}

} // namespace miniyarv
