#pragma once

#include "gc/value.hpp"

#include <sys/types.h>

namespace miniyarv {

class VM;

/// A Process::Status of a wait status as wait(2) gives it. May allocate.
Value process_status_new(VM&, pid_t pid, int status);
/// $? of the VM.
void set_last_status(VM&, Value status);

void init_process(VM&);

} // namespace miniyarv
