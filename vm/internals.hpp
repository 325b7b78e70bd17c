#pragma once

#include "vm/interpreter.hpp"
#include "vm/iseq.hpp"
#include "vm/vm.hpp"

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace miniyarv {

/// Core methods that an opt_* instruction assumes; one flag a method name, set once any core class's own is
/// redefined.
struct RedefinedOperations {
  bool freeze = false, uminus = false, array_send = false, case_equal = false;
};

/// What only the machine itself needs.
struct VM::Internals {
  const DispatchTable* dispatch = nullptr;
  /// Handlers that linking writes for each canonical instruction: the canonical ones, until a redefinition
  /// replaces some.
  const void* handlers[kInsnCount] = {};
  Word finish_code[1] = {};
  bool counting = false;
  // Kept by the counting interpreter.
  uint64_t instructions = 0;
  uint64_t ivar_hits = 0, ivar_misses = 0, constant_hits = 0, constant_misses = 0;

  CallCache* empty_cache = nullptr;
  Class* core_object_class = nullptr;
  Value core_object = Qnil; ///< `putspecialobject 1`
  Class* block_param_proxy_class = nullptr;
  Cref* top_cref = nullptr;
  const MethodEntry* class_new = nullptr;         ///< the core Class#new
  const MethodEntry* object_initialize = nullptr; ///< BasicObject#initialize
  const MethodEntry *object_not = nullptr, *object_neq = nullptr, *object_nil_p = nullptr,
                    *nil_nil_p = nullptr;
  Value no_memory_error = Qnil;
  /// Run when `VM::interrupt` was found set: signals, timers.
  std::function<void(VM&)> on_interrupt;
  MissingReason missing_reason = MissingReason::NoMethod;
  RedefinedOperations redefined;

  /// Weak: the linked iseqs by serial number. Serials are never used again, so other tables may hold them for
  /// longer.
  std::unordered_map<uint64_t, ISeq*> linked_iseqs;
  uint64_t last_iseq_serial = 0;
  /// By name: serials of the iseqs with a constant cache that mentions it; some may be gone.
  IdTable<std::vector<uint64_t>> constant_users;
  IdTable<NativeBody> primitives;
  std::vector<Value> at_exit; ///< procs, run last first

  int ending_signal = 0; ///< of the SignalException that ended the program

  ISeq* main_iseq = nullptr;
  std::string inline_program; ///< text of a program given by -e or on standard input, for error messages
  std::optional<std::string> data_section; ///< what follows __END__ in the main program

  ExecutionContext main_context;
};

} // namespace miniyarv
