#pragma once

#include "vm/vm.hpp"

#include <string>

namespace miniyarv {

/// A signal from a number, or a name with or without "SIG" (String or Symbol). Raises ArgumentError.
int signal_number(VM&, Value);
/// "SIGINT", or "SIG99" when it has no name.
std::string signal_name(int number);

/// Lets this VM, on this thread, answer the signals that end a program: they raise Interrupt or
/// SignalException, so that `ensure` and at_exit run. For the one VM of a process that runs its program.
void own_process_signals(VM&);
/// Runs the block given to trap("EXIT").
void run_exit_trap(VM&);
/// After fork, in the child: signals are waited for anew.
void restart_signals_after_fork(VM&);

void init_signal(VM&);

} // namespace miniyarv
