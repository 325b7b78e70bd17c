// Process: clocks, ids, waiting for children and their exit statuses. Starting processes is Kernel's.

#include "vm/core/process.hpp"

#include "vm/class.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/globals.hpp"
#include "vm/native.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

namespace miniyarv {

namespace {

struct NamedNumber {
  const char* name;
  int64_t value;
};

constexpr NamedNumber kConstants[] = {
    {"CLOCK_REALTIME", CLOCK_REALTIME},
    {"CLOCK_MONOTONIC", CLOCK_MONOTONIC},
    {"CLOCK_PROCESS_CPUTIME_ID", CLOCK_PROCESS_CPUTIME_ID},
    {"CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID},
    {"CLOCK_MONOTONIC_RAW", CLOCK_MONOTONIC_RAW},
    {"CLOCK_REALTIME_COARSE", CLOCK_REALTIME_COARSE},
    {"CLOCK_MONOTONIC_COARSE", CLOCK_MONOTONIC_COARSE},
    {"CLOCK_BOOTTIME", CLOCK_BOOTTIME},
    {"WNOHANG", WNOHANG},
    {"WUNTRACED", WUNTRACED},
    {"RLIM_INFINITY", -1},
    {"PRIO_PROCESS", PRIO_PROCESS},
    {"PRIO_PGRP", PRIO_PGRP},
    {"PRIO_USER", PRIO_USER},
};

// --- Clocks ---

struct Unit {
  const char* name;
  int64_t per_second; ///< ticks of an Integer result
  double scale;       ///< of a Float result; 0 for Integer units
};
constexpr Unit kUnits[] = {
    {"float_second", 0, 1.0},         {"float_millisecond", 0, 1e3},
    {"float_microsecond", 0, 1e6},    {"second", 1, 0},
    {"millisecond", 1'000, 0},        {"microsecond", 1'000'000, 0},
    {"nanosecond", 1'000'000'000, 0},
};

const Unit& find_unit(VM& vm, std::optional<Value> argument) {
  if (!argument || argument->is_nil()) return kUnits[0];
  if (argument->is_symbol())
    for (const Unit& unit : kUnits)
      if (vm.name(argument->to_id()) == unit.name) return unit;
  raise_argument_error(vm, cat("unexpected unit: ", to_s(vm, *argument)->view()));
}

Value in_unit(VM& vm, const timespec& ts, const Unit& unit) {
  if (unit.scale != 0)
    return float_new(vm, static_cast<double>(ts.tv_sec) * unit.scale +
                             static_cast<double>(ts.tv_nsec) / (1e9 / unit.scale));
  return int_new(vm, ts.tv_sec * unit.per_second + ts.tv_nsec / (1'000'000'000 / unit.per_second));
}

template <int (*read)(clockid_t, timespec*)>
Value read_clock(VM& vm, const char* function, Value id, std::optional<Value> unit_argument) {
  if (id.is_symbol()) raise_errno(vm, EINVAL, cat(function, "(", inspect_str(vm, id), ")"));
  const int64_t clock = to_int64(vm, id);
  const Unit& unit = find_unit(vm, unit_argument);
  timespec ts{};
  if (read(static_cast<clockid_t>(clock), &ts) != 0) raise_errno(vm, errno, function);
  return in_unit(vm, ts, unit);
}

Value process_clock_gettime(VM& vm, Value, Value id, std::optional<Value> unit) {
  return read_clock<clock_gettime>(vm, "clock_gettime", id, unit);
}
Value process_clock_getres(VM& vm, Value, Value id, std::optional<Value> unit) {
  return read_clock<clock_getres>(vm, "clock_getres", id, unit);
}

/// User and system seconds of this process, then of its children.
Array* process_times(VM& vm, Value) {
  rusage own{}, children{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [&](const timeval& tv) {
    return float_new(vm, static_cast<double>(tv.tv_sec) + static_cast<double>(tv.tv_usec) / 1e6);
  };
  Array* out = ary_new(vm, 4);
  for (const timeval& tv : {own.ru_utime, own.ru_stime, children.ru_utime, children.ru_stime})
    ary_push(vm, out, seconds(tv));
  return out;
}

// --- Ids ---

int64_t process_pid(VM&, Value) { return getpid(); }
int64_t process_ppid(VM&, Value) { return getppid(); }
int64_t process_uid(VM&, Value) { return getuid(); }
int64_t process_euid(VM&, Value) { return geteuid(); }
int64_t process_gid(VM&, Value) { return getgid(); }
int64_t process_egid(VM&, Value) { return getegid(); }
int64_t process_getpgrp(VM&, Value) { return getpgrp(); }
int64_t process_getpgid(VM& vm, Value, int64_t pid) {
  const pid_t group = getpgid(static_cast<pid_t>(pid));
  if (group < 0) raise_errno(vm, errno, "");
  return group;
}

// --- Exit statuses ---

struct Status {
  pid_t pid = 0;
  int status = 0;
};
constexpr DataType kStatusType{"Process::Status", nullptr, nullptr, nullptr};

struct LastStatus final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Process;
  Value status = Qnil;
  void mark(Marker& marker) override { marker.mark(status); }
};

Class* status_class(VM& vm) { return vm.const_get(vm.mProcess, vm.intern("Status")).as<Class>(); }
const Status& status_of(Value v) { return v.as<DataObject>()->get<Status>(); }
bool is_status(Value v) { return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kStatusType; }

int64_t status_pid(VM&, Value self) { return status_of(self).pid; }
int64_t status_to_i(VM&, Value self) { return status_of(self).status; }
bool status_exited(VM&, Value self) { return WIFEXITED(status_of(self).status); }
bool status_signaled(VM&, Value self) { return WIFSIGNALED(status_of(self).status); }
bool status_stopped(VM&, Value self) { return WIFSTOPPED(status_of(self).status); }
bool status_coredump(VM&, Value self) { return WCOREDUMP(status_of(self).status); }
Value status_exitstatus(VM&, Value self) {
  const int s = status_of(self).status;
  return WIFEXITED(s) ? Value::fixnum(WEXITSTATUS(s)) : Qnil;
}
Value status_termsig(VM&, Value self) {
  const int s = status_of(self).status;
  return WIFSIGNALED(s) ? Value::fixnum(WTERMSIG(s)) : Qnil;
}
Value status_stopsig(VM&, Value self) {
  const int s = status_of(self).status;
  return WIFSTOPPED(s) ? Value::fixnum(WSTOPSIG(s)) : Qnil;
}
Value status_success(VM&, Value self) {
  const int s = status_of(self).status;
  return WIFEXITED(s) ? Value::boolean(WEXITSTATUS(s) == 0) : Qnil;
}
bool status_equal(VM& vm, Value self, Value other) {
  if (is_status(other)) return status_of(self).status == status_of(other).status;
  return values_equal(vm, Value::fixnum(status_of(self).status), other);
}

std::string status_text(Value self) {
  const auto [pid, s] = status_of(self);
  std::string out = cat("pid ", pid);
  const auto signal_name = [](int signal) {
    const char* abbreviation = sigabbrev_np(signal);
    return abbreviation ? cat("SIG", abbreviation, " (signal ", signal, ")") : cat("signal ", signal);
  };
  if (WIFSTOPPED(s)) out += cat(" stopped ", signal_name(WSTOPSIG(s)));
  if (WIFSIGNALED(s)) out += cat(" ", signal_name(WTERMSIG(s)));
  if (WIFEXITED(s)) out += cat(" exit ", WEXITSTATUS(s));
  if (WCOREDUMP(s)) out += " (core dumped)";
  return out;
}
String* status_to_s(VM& vm, Value self) { return str_new(vm, status_text(self)); }
String* status_inspect(VM& vm, Value self) {
  return str_new(vm, cat("#<Process::Status: ", status_text(self), ">"));
}

Value last_status(VM& vm, Value) { return vm.state<LastStatus>().status; }

// --- Waiting ---

/// Waits for a child and sets $?; nil when WNOHANG found none.
Value wait_for(VM& vm, pid_t pid, int flags) {
  int status = 0;
  const pid_t found = waitpid(pid, &status, flags);
  if (found < 0) raise_errno(vm, errno, "");
  if (found == 0) {
    set_last_status(vm, Qnil);
    return Qnil;
  }
  set_last_status(vm, process_status_new(vm, found, status));
  return Value::fixnum(found);
}

Value process_wait(VM& vm, Value, std::optional<int64_t> pid, std::optional<int64_t> flags) {
  return wait_for(vm, static_cast<pid_t>(pid.value_or(-1)), static_cast<int>(flags.value_or(0)));
}
Value process_wait2(VM& vm, Value self, std::optional<int64_t> pid, std::optional<int64_t> flags) {
  const Value found = process_wait(vm, self, pid, flags);
  return found.is_nil() ? Qnil : Value(ary_of(vm, found, last_status(vm, self)));
}
Array* process_waitall(VM& vm, Value) {
  Array* out = ary_new(vm);
  for (;;) {
    int status = 0;
    const pid_t pid = wait(&status);
    if (pid < 0) {
      if (errno == EINTR) continue;
      if (errno == ECHILD) return out;
      raise_errno(vm, errno, "");
    }
    const Value s = process_status_new(vm, pid, status);
    set_last_status(vm, s);
    ary_push(vm, out, Value(ary_of(vm, Value::fixnum(pid), s)));
  }
}

constexpr NativeMethod kFunctions[] = {
    {"clock_gettime", native<process_clock_gettime>},
    {"clock_getres", native<process_clock_getres>},
    {"pid", native<process_pid>},
    {"ppid", native<process_ppid>},
    {"uid", native<process_uid>},
    {"euid", native<process_euid>},
    {"gid", native<process_gid>},
    {"egid", native<process_egid>},
    {"getpgrp", native<process_getpgrp>},
    {"getpgid", native<process_getpgid>},
    {"wait", native<process_wait>},
    {"waitpid", native<process_wait>},
    {"wait2", native<process_wait2>},
    {"waitpid2", native<process_wait2>},
    {"waitall", native<process_waitall>},
    {"last_status", native<last_status>},
};

constexpr NativeMethod kStatusMethods[] = {
    {"pid", native<status_pid>},
    {"to_i", native<status_to_i>},
    {"exited?", native<status_exited>},
    {"signaled?", native<status_signaled>},
    {"stopped?", native<status_stopped>},
    {"coredump?", native<status_coredump>},
    {"exitstatus", native<status_exitstatus>},
    {"termsig", native<status_termsig>},
    {"stopsig", native<status_stopsig>},
    {"success?", native<status_success>},
    {"==", native<status_equal>},
    {"to_s", native<status_to_s>},
    {"inspect", native<status_inspect>},
};

constexpr NativeMethod kPrimitives[] = {{"process_times", native<process_times>}};

} // namespace

Value process_status_new(VM& vm, pid_t pid, int status) {
  return Value(vm.heap.make_data(status_class(vm), kStatusType, Status{pid, status}));
}

void set_last_status(VM& vm, Value status) { vm.state<LastStatus>().status = status; }

void init_process(VM& vm) {
  for (const NamedNumber& constant : kConstants)
    vm.const_set(vm.mProcess, vm.intern(constant.name), int_new(vm, constant.value));
  define_singleton_natives(vm, vm.mProcess, kFunctions);
  define_primitives(vm, kPrimitives);
  Class* const status = define_class_under(vm, vm.mProcess, "Status", vm.cObject);
  status->allocator = nullptr;
  define_natives(vm, status, kStatusMethods);
  vm.globals().define_hooked(
      vm.intern("$?"), [](VM& v, ID) { return last_status(v, Qnil); }, nullptr);
}

} // namespace miniyarv
