// Signal.trap, Process.kill and sleep.
//
// Signals that a VM answers are blocked; a thread of the VM's own waits for them, notes them and sets the
// VM's interrupt flag. No signal handler runs, so nothing here is global. To get the VM's thread out of a
// system call, the waiting thread sends it kWakeUp, whose handler does nothing, until the note has been seen.

#include "vm/core/signal.hpp"

#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string.hpp"
#include "vm/insn_helpers.hpp"
#include "vm/internals.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <unistd.h>

namespace miniyarv {

namespace {

constexpr int kSignals = 32;       ///< the classic ones; 0 stands for EXIT
constexpr int kWakeUp = SIGVTALRM; ///< interrupts system calls; scripts cannot trap it
constexpr int kEnding[] = {SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2};
constexpr int kReserved[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGVTALRM};

template <size_t n> bool contains(const int (&list)[n], int number) {
  return std::find(std::begin(list), std::end(list), number) != std::end(list);
}

sigset_t set_of(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

/// Waits for blocked signals on a thread of its own.
class SignalWaiter {
public:
  explicit SignalWaiter(volatile uint32_t& interrupt) : interrupt_(interrupt) {}
  ~SignalWaiter() { stop(); }
  SignalWaiter(const SignalWaiter&) = delete;
  SignalWaiter& operator=(const SignalWaiter&) = delete;

  /// Signals are from now on for the calling thread.
  void start() {
    if (running_) return;
    struct sigaction action {};
    action.sa_handler = [](int) {};
    sigaction(kWakeUp, &action, nullptr);
    client_ = pthread_self();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    running_ = pthread_create(&thread_, nullptr, run, this) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  /// After fork there is no thread to stop.
  void forget_thread() { running_ = false; }
  void note(int number) {
    pending_ |= uint32_t{1} << number;
    interrupt_ = 1;
  }
  uint32_t take_pending() { return pending_.exchange(0); }

private:
  void stop() {
    if (!running_) return;
    stopping_ = true;
    pthread_kill(thread_, kWakeUp);
    pthread_join(thread_, nullptr);
    running_ = false;
  }
  static void* run(void* self) {
    static_cast<SignalWaiter*>(self)->wait();
    return nullptr;
  }
  void wait() {
    sigset_t set;
    sigfillset(&set);
    constexpr timespec kPatience{0, 20'000'000};
    while (!stopping_) {
      const int number = pending_ ? sigtimedwait(&set, nullptr, &kPatience) : sigwaitinfo(&set, nullptr);
      if (stopping_) return;
      if (number > 0 && number < kSignals && number != kWakeUp) note(number);
      if (!pending_) continue;
      interrupt_ = 1;
      pthread_kill(client_, kWakeUp);
    }
  }

  volatile uint32_t& interrupt_;
  std::atomic<uint32_t> pending_ = 0;
  std::atomic<bool> stopping_ = false;
  bool running_ = false;
  pthread_t thread_{}, client_{};
};

enum class Action : uint8_t { Default, SystemDefault, Ignore, Exit, Call };

struct SignalState final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Signals;
  struct Handler {
    Action action = Action::Default;
    Value proc = Qnil;
    bool set = false; ///< by the script
  };
  std::array<Handler, kSignals> handlers;
  std::unique_ptr<SignalWaiter> waiter;
  bool owns_process = false;
  void mark(Marker& m) override {
    for (const Handler& h : handlers) m.mark(h.proc);
  }
};

void handle(VM& vm, int number) {
  const SignalState::Handler handler = vm.state<SignalState>().handlers[static_cast<size_t>(number)];
  switch (handler.action) {
  case Action::Ignore: return;
  case Action::Call: {
    const Value argument = Value::fixnum(number);
    vm.call(handler.proc, ids::call, {&argument, 1});
    return;
  }
  case Action::Exit: raise_exception(vm, vm.send(vm.eSystemExit, ids::new_));
  default: break;
  }
  const bool interrupt = number == SIGINT;
  const Value argument = str_new(vm, interrupt ? std::string() : signal_name(number));
  raise_exception(vm, vm.send(interrupt ? vm.eInterrupt : vm.eSignalException, ids::new_, argument));
}

void handle_pending(VM& vm) {
  const std::unique_ptr<SignalWaiter>& waiter = vm.state<SignalState>().waiter;
  uint32_t pending = waiter ? waiter->take_pending() : 0;
  for (int number = 1; number < kSignals; ++number) {
    const uint32_t bit = uint32_t{1} << number;
    if (!(pending & bit)) continue;
    pending &= ~bit;
    // A handler that raises must not lose the signals behind it.
    for (int rest = number + 1; rest < kSignals; ++rest)
      if (pending >> rest & 1) waiter->note(rest);
    handle(vm, number);
    pending = waiter->take_pending();
    number = 0;
  }
}

SignalWaiter& started_waiter(VM& vm) {
  SignalState& state = vm.state<SignalState>();
  if (!state.waiter) {
    state.waiter = std::make_unique<SignalWaiter>(vm.interrupt);
    vm.in().on_interrupt = handle_pending;
  }
  state.waiter->start();
  return *state.waiter;
}

// --- trap ---

/// What the system does with a signal the VM has handed over.
void set_disposition(VM& vm, int number, Action action) {
  const sigset_t set = set_of(number);
  const bool ours = vm.state<SignalState>().owns_process && contains(kEnding, number);
  const bool wait = action == Action::Call || action == Action::Exit || (action == Action::Default && ours);
  if (wait) started_waiter(vm);
  if (::signal(number, action == Action::Ignore ? SIG_IGN : SIG_DFL) == SIG_ERR)
    raise_errno(vm, errno, signal_name(number));
  pthread_sigmask(wait ? SIG_BLOCK : SIG_UNBLOCK, &set, nullptr);
}

SignalState::Handler parse_command(VM& vm, Value command) {
  SignalState::Handler h;
  h.set = true;
  if (command.is_nil()) {
    h.action = Action::Ignore;
    return h;
  }
  if (!is_string(command) && !command.is_symbol()) {
    h.action = Action::Call;
    h.proc = command;
    return h;
  }
  const std::string_view text = command.is_symbol() ? vm.name(command.to_id()) : str_view(command);
  constexpr struct {
    std::string_view text;
    Action action;
  } kCommands[] = {{"", Action::Ignore},
                   {"SIG_IGN", Action::Ignore},
                   {"IGNORE", Action::Ignore},
                   {"SIG_DFL", Action::Default},
                   {"DEFAULT", Action::Default},
                   {"EXIT", Action::Exit},
                   {"SYSTEM_DEFAULT", Action::SystemDefault}};
  for (const auto& known : kCommands)
    if (known.text == text) {
      h.action = known.action;
      return h;
    }
  raise_argument_error(vm, cat("wrong trap - ", text));
}

/// What trap answers: the handler that was.
Value former_command(VM& vm, int number, const SignalState::Handler& h) {
  switch (h.action) {
  case Action::Call: return h.proc;
  case Action::Exit: return str_new(vm, "EXIT");
  case Action::Ignore: return h.proc.is_nil() ? Value(str_new(vm, "IGNORE")) : h.proc;
  case Action::SystemDefault: return str_new(vm, "SYSTEM_DEFAULT");
  case Action::Default: break;
  }
  if (number == 0) return Qnil;
  return str_new(vm, h.set || contains(kEnding, number) || number == SIGCHLD ? "DEFAULT" : "SYSTEM_DEFAULT");
}

Value signal_trap(VM& vm, Value, Value signal, std::optional<Value> command) {
  const int number = signal_number(vm, signal);
  if (contains(kReserved, number))
    raise_argument_error(vm, cat("can't trap reserved signal: ", signal_name(number)));
  if (number >= kSignals) raise_argument_error(vm, cat("invalid signal number (", number, ")"));
  if (!command && !vm.block_given()) raise_argument_error(vm, "tried to create Proc object without a block");
  SignalState::Handler handler = parse_command(vm, command ? *command : proc_from_handler(vm, vm.block()));
  SignalState::Handler& slot = vm.state<SignalState>().handlers[static_cast<size_t>(number)];
  const Value former = former_command(vm, number, slot);
  if (number != 0) set_disposition(vm, number, handler.action);
  slot = handler;
  return former;
}

// --- Names ---

struct SignalAlias {
  const char* name;
  int number;
};
constexpr SignalAlias kAliases[] = {{"EXIT", 0}, {"IOT", SIGIOT}, {"CLD", SIGCHLD}, {"IO", SIGIO}};

Hash* signal_list(VM& vm, Value) {
  Hash* list = hash_new(vm);
  const auto add = [&](std::string_view name, int number) {
    hash_set(vm, list, str_new(vm, name), Value::fixnum(number));
  };
  add("EXIT", 0);
  for (int number = 1; number < kSignals; ++number)
    if (const char* name = sigabbrev_np(number)) add(name, number);
  for (const SignalAlias& alias : kAliases) add(alias.name, alias.number);
  return list;
}

Value signal_signame(VM& vm, Value, int64_t number) {
  if (number == 0) return str_new(vm, "EXIT");
  const char* name = number > 0 && number < kSignals ? sigabbrev_np(static_cast<int>(number)) : nullptr;
  return name ? Value(str_new(vm, name)) : Qnil;
}

// --- kill ---

/// Process.kill(signal, *pids): a negative number, or a name with "-", means process groups.
int64_t process_kill(VM& vm, Value, Value signal, Rest pids) {
  bool group = false;
  Value named = signal;
  if (is_string(signal) && !str_view(signal).empty() && str_view(signal)[0] == '-') {
    group = true;
    named = str_new(vm, str_view(signal).substr(1));
  } else if (signal.is_fixnum() && signal.to_fixnum() < 0) {
    group = true;
    named = Value::fixnum(-signal.to_fixnum());
  }
  const int number = signal_number(vm, named);
  for (const Value v : pids.span()) {
    const auto pid = static_cast<pid_t>(to_int64(vm, v));
    const std::unique_ptr<SignalWaiter>& waiter = vm.state<SignalState>().waiter;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    // To ourselves: answered before this call returns.
    if (!group && pid == getpid() && waiter && number > 0 && number < kSignals &&
        sigismember(&blocked, number)) {
      waiter->note(number);
      check_interrupts(vm);
    } else if ((group ? ::killpg(pid, number) : ::kill(pid, number)) != 0) {
      raise_errno(vm, errno, "");
    }
  }
  return pids.argc;
}

// --- sleep ---

timespec interval(VM& vm, Value v) {
  const bool number = is_numeric_core(v) || kind_of(vm, v, vm.cNumeric);
  if (!number)
    raise_type_error(vm, cat("can't convert ", describe_for_conversion(vm, v), " into time interval"));
  const double seconds = to_double(vm, v);
  if (seconds < 0) raise_argument_error(vm, "time interval must not be negative");
  const double whole = std::floor(seconds);
  return {static_cast<time_t>(std::min(whole, 1e10)), static_cast<long>((seconds - whole) * 1e9)};
}

/// Seconds slept, rounded. Without an argument only a signal's handler ends it, by raising.
int64_t kernel_sleep(VM& vm, Value, std::optional<Value> duration) {
  timespec begin{}, end{};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  if (duration && !duration->is_nil()) {
    const timespec length = interval(vm, *duration);
    timespec deadline{begin.tv_sec + length.tv_sec, begin.tv_nsec + length.tv_nsec};
    if (deadline.tv_nsec >= 1'000'000'000) {
      ++deadline.tv_sec;
      deadline.tv_nsec -= 1'000'000'000;
    }
    while ((errno = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr)) == EINTR)
      check_interrupts(vm);
  } else {
    for (;;) {
      ::pause();
      check_interrupts(vm);
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  return std::llround(static_cast<double>(end.tv_sec - begin.tv_sec) +
                      static_cast<double>(end.tv_nsec - begin.tv_nsec) / 1e9);
}

constexpr NativeMethod kKernel[] = {{"trap", native<signal_trap>}, {"sleep", native<kernel_sleep>}};
constexpr NativeMethod kSignal[] = {
    {"trap", native<signal_trap>},
    {"list", native<signal_list>},
    {"signame", native<signal_signame>},
};
constexpr NativeMethod kProcess[] = {{"kill", native<process_kill>}};

} // namespace

int signal_number(VM& vm, Value v) {
  if (v.is_fixnum()) {
    const int64_t number = v.to_fixnum();
    if (number < 0 || number > SIGRTMAX)
      raise_argument_error(vm, cat("invalid signal number (", number, ")"));
    return static_cast<int>(number);
  }
  const std::string given(v.is_symbol() ? vm.name(v.to_id()) : to_str(vm, v)->view());
  const std::string_view name =
      given.rfind("SIG", 0) == 0 ? std::string_view(given).substr(3) : std::string_view(given);
  for (const SignalAlias& alias : kAliases)
    if (name == alias.name) return alias.number;
  for (int number = 1; number < kSignals; ++number)
    if (const char* known = sigabbrev_np(number); known && name == known) return number;
  raise_argument_error(vm, cat("unsupported signal 'SIG", name, "'"));
}

std::string signal_name(int number) {
  const char* known = sigabbrev_np(number);
  return known ? cat("SIG", known) : cat("SIG", number);
}

void own_process_signals(VM& vm) {
  vm.state<SignalState>().owns_process = true;
  for (const int number : kEnding) {
    struct sigaction now {};
    sigaction(number, nullptr, &now);
    if (now.sa_handler != SIG_IGN) set_disposition(vm, number, Action::Default); // nohup stays in force
  }
  ::signal(SIGPIPE, SIG_IGN); // writing then fails with EPIPE
}

void run_exit_trap(VM& vm) {
  const SignalState::Handler handler = std::exchange(vm.state<SignalState>().handlers[0], {});
  const Value argument = Value::fixnum(0);
  if (handler.action == Action::Call) vm.call(handler.proc, ids::call, {&argument, 1});
}

void restart_signals_after_fork(VM& vm) {
  const std::unique_ptr<SignalWaiter>& waiter = vm.state<SignalState>().waiter;
  if (!waiter) return;
  waiter->forget_thread();
  waiter->start();
}

void init_signal(VM& vm) {
  define_module_functions(vm, vm.mKernel, kKernel);
  define_singleton_natives(vm, vm.mSignal, kSignal);
  define_singleton_natives(vm, vm.mProcess, kProcess);
}

} // namespace miniyarv
