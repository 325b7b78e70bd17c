// Running other programs: spawn, system, backquotes, exec, fork.

#include "vm/core/spawn.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/process.hpp"
#include "vm/core/signal.hpp"
#include "vm/core/string.hpp"
#include "vm/eval.hpp"
#include "vm/native.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace miniyarv {

namespace {

// --- Arguments ---

std::string command_text(VM& vm, Value v) {
  std::string text(to_str(vm, v)->view());
  if (text.find('\0') != std::string::npos) raise_argument_error(vm, "string contains null byte");
  return text;
}

/// Whether only a shell can make sense of the command.
bool needs_shell(std::string_view command) {
  constexpr std::string_view kWords[] = {
      "!",      ".",    ":",     "break", "case",   "continue", "do",    "done",  "elif", "else",
      "esac",   "eval", "exec",  "exit",  "export", "fi",       "for",   "if",    "in",   "readonly",
      "return", "set",  "shift", "then",  "times",  "trap",     "unset", "until", "while"};
  if (command.find_first_of("*?{}[]<>()~&|\\$;'`\"\n#") != std::string_view::npos) return true;
  const size_t start = std::min(command.find_first_not_of(" \t"), command.size());
  const std::string_view first = command.substr(start, command.find_first_of(" \t", start) - start);
  return first.find('=') != std::string_view::npos ||
         std::find(std::begin(kWords), std::end(kWords), first) != std::end(kWords);
}

std::vector<std::string> split_words(std::string_view command) {
  std::vector<std::string> words;
  for (size_t at = 0; (at = command.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const size_t end = std::min(command.find_first_of(" \t", at), command.size());
    words.emplace_back(command.substr(at, end - at));
    at = end;
  }
  return words;
}

void set_command(VM& vm, SpawnRequest& r, std::span<const Value> args) {
  if (Array* pair = is_string(args[0]) ? nullptr : try_to_ary(vm, args[0])) {
    if (pair->size() != 2) raise_argument_error(vm, "wrong first argument");
    r.program = command_text(vm, pair->data()[0]);
    r.argv.push_back(command_text(vm, pair->data()[1]));
  } else {
    r.program = command_text(vm, args[0]);
    if (args.size() == 1) {
      if (needs_shell(r.program))
        r.argv = {"sh", "-c", std::exchange(r.program, "/bin/sh")};
      else
        r.argv = split_words(r.program);
      if (r.argv.empty()) raise_errno(vm, ENOENT, r.program);
      if (r.argv[0] != "sh") r.program = r.argv[0];
      return;
    }
    r.argv.push_back(r.program);
  }
  for (const Value v : args.subspan(1)) r.argv.push_back(command_text(vm, v));
}

void set_environment(VM& vm, SpawnRequest& r, Hash* changes) {
  hash_each(changes, [&](Value name, Value value) {
    r.environment.emplace_back(command_text(vm, name),
                               value.is_nil() ? std::nullopt : std::optional(command_text(vm, value)));
    return true;
  });
}

/// A descriptor as options name it: :in, :out, :err, a number or an IO.
int descriptor(VM& vm, Value v) {
  if (v.is_fixnum()) return static_cast<int>(v.to_fixnum());
  if (v.is_symbol()) {
    const std::string_view name = vm.name(v.to_id());
    if (name == "in") return STDIN_FILENO;
    if (name == "out") return STDOUT_FILENO;
    if (name == "err") return STDERR_FILENO;
    raise_argument_error(vm, "wrong exec redirect action");
  }
  IOStream& s = io_stream(vm, to_io(vm, v));
  if (s.writable) stream_flush(vm, s);
  return s.output_fd();
}

SpawnRequest::Redirection redirection(VM& vm, int target, Value v) {
  SpawnRequest::Redirection r{target, SpawnRequest::kFromPath, {}, 0, 0666};
  Value path = v, mode = Qnil;
  if (v.is_symbol() && vm.name(v.to_id()) == "close") {
    r.source = SpawnRequest::kClosed;
    return r;
  }
  if (is_array(v)) {
    const Array* list = v.as<Array>();
    path = ary_entry(list, 0);
    if (path.is_symbol() && vm.name(path.to_id()) == "child") {
      r.source = descriptor(vm, ary_entry(list, 1));
      return r;
    }
    mode = ary_entry(list, 1);
    if (const Value permissions = ary_entry(list, 2); !permissions.is_nil())
      r.permissions = static_cast<int>(to_int64(vm, permissions));
  } else if (!is_string(v)) {
    r.source = descriptor(vm, v);
    return r;
  }
  r.path = path_argument(vm, path);
  r.flags = target == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
  if (!mode.is_nil()) r.flags = parse_open_mode(vm, mode).flags;
  return r;
}

void set_option(VM& vm, SpawnRequest& r, Value key, Value value) {
  if (is_array(key)) { // [:out, :err] => target
    const Array* targets = key.as<Array>();
    for (size_t i = 0; i < targets->size(); ++i)
      if (i == 0)
        r.redirections.push_back(redirection(vm, descriptor(vm, targets->data()[i]), value));
      else
        r.redirections.push_back(
            {descriptor(vm, targets->data()[i]), descriptor(vm, targets->data()[0]), {}, 0, 0});
    return;
  }
  const std::string_view name = key.is_symbol() ? vm.name(key.to_id()) : std::string_view();
  if (name == "chdir")
    r.directory = path_argument(vm, value);
  else if (name == "umask")
    r.mask = static_cast<mode_t>(to_int64(vm, value));
  else if (name == "unsetenv_others")
    r.clear_environment = value.truthy();
  else if (name == "pgroup")
    r.new_group = value.truthy();
  else if (name == "close_others" || name == "exception" || name == "new_pgroup")
    return;
  else if (name.empty() || name == "in" || name == "out" || name == "err")
    r.redirections.push_back(redirection(vm, descriptor(vm, key), value));
  else
    raise_argument_error(vm, cat("wrong exec option symbol: ", name));
}

// --- In the child: nothing may allocate or raise from here on ---

/// Replaces this process. Returns (with errno set) only on failure.
void exec_program(const SpawnRequest& r) {
  if (r.new_group && setpgid(0, 0) != 0) return;
  if (r.mask) umask(*r.mask);
  for (const SpawnRequest::Redirection& redirect : r.redirections) {
    int source = redirect.source;
    if (source == SpawnRequest::kClosed) {
      ::close(redirect.target);
      continue;
    }
    if (source == SpawnRequest::kFromPath) {
      source = ::open(redirect.path.c_str(), redirect.flags, redirect.permissions);
      if (source < 0) return;
    }
    if (source == redirect.target)
      fcntl(source, F_SETFD, 0);
    else if (dup2(source, redirect.target) < 0)
      return;
  }
  if (!r.directory.empty() && ::chdir(r.directory.c_str()) != 0) return;
  if (r.clear_environment) clearenv();
  for (const auto& [name, value] : r.environment)
    if (value)
      setenv(name.c_str(), value->c_str(), 1);
    else
      unsetenv(name.c_str());
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  std::vector<char*> argv;
  argv.reserve(r.argv.size() + 1);
  for (const std::string& word : r.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(r.program.c_str(), argv.data());
}

/// What to name in the message of a failure to start: the folder if it is that which is missing.
std::string failing_name(const SpawnRequest& r) {
  struct stat st {};
  if (!r.directory.empty() && (::stat(r.directory.c_str(), &st) != 0 || !S_ISDIR(st.st_mode)))
    return r.directory;
  return r.program;
}

} // namespace

SpawnRequest parse_spawn(VM& vm, std::span<const Value> args, Hash* options) {
  SpawnRequest r;
  if (!args.empty() && !is_string(args[0]))
    if (Hash* environment = try_to_hash(vm, args[0])) {
      set_environment(vm, r, environment);
      args = args.subspan(1);
    }
  if (args.empty()) raise_argument_error(vm, "wrong number of arguments (given 0, expected 1+)");
  if (options)
    hash_each(options, [&](Value key, Value value) {
      set_option(vm, r, key, value);
      return true;
    });
  set_command(vm, r, args);
  return r;
}

pid_t spawn(VM& vm, const SpawnRequest& r, bool raise_errors) {
  flush_standard_streams(vm);
  // The child reports a failed exec through a pipe that a successful one closes.
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) raise_errno(vm, errno, r.program);
  const pid_t pid = ::fork();
  if (pid == 0) {
    exec_program(r);
    const int error = errno;
    [[maybe_unused]] const ssize_t n = ::write(report[1], &error, sizeof error);
    _exit(127);
  }
  int error = pid < 0 ? errno : 0;
  ::close(report[1]);
  if (pid > 0 && ::read(report[0], &error, sizeof error) == sizeof error) ::waitpid(pid, nullptr, 0);
  ::close(report[0]);
  if (error == 0) return pid;
  if (raise_errors) raise_errno(vm, error, failing_name(r));
  return -1;
}

void wait_for_child(VM& vm, pid_t pid) {
  int status = 0;
  const ssize_t found = retry_interrupted(vm, [&] { return ::waitpid(pid, &status, 0); });
  if (found > 0) set_last_status(vm, process_status_new(vm, pid, status));
}

namespace {

/// The arguments of a method that takes (..., **options): the options are the last one when it is a Hash.
struct SpawnArguments {
  std::span<const Value> positional;
  Hash* options = nullptr;

  explicit SpawnArguments(Rest args) : positional(args.span()) {
    if (positional.size() > 1 && is_hash(positional.back())) {
      options = positional.back().as<Hash>();
      positional = positional.first(positional.size() - 1);
    }
  }
};

int64_t kernel_spawn(VM& vm, Value, Rest args) {
  const SpawnArguments a(args);
  return spawn(vm, parse_spawn(vm, a.positional, a.options));
}

/// true, false for a status other than 0, nil when the program could not be started.
Value kernel_system(VM& vm, Value, Rest args) {
  const SpawnArguments a(args);
  const Value exception = Keywords{a.options}.get(vm, "exception");
  const bool raises = !exception.is_undef() && exception.truthy();
  const SpawnRequest r = parse_spawn(vm, a.positional, a.options);
  const pid_t pid = spawn(vm, r, raises);
  if (pid < 0) {
    set_last_status(vm, process_status_new(vm, 0, 127 << 8));
    return Qnil;
  }
  wait_for_child(vm, pid);
  const Value status = vm.global_get("$?");
  const bool ok = vm.send(status, vm.intern("success?")).truthy();
  if (!ok && raises)
    raise(
        vm, vm.eRuntimeError,
        cat("Command failed with exit ", to_int64(vm, vm.send(status, vm.intern("exitstatus"))), ": ",
            r.argv[0] == "sh" && r.argv.size() == 3 ? r.argv[2].substr(0, r.argv[2].find(' ')) : r.program));
  return Value::boolean(ok);
}

Value kernel_backquote(VM& vm, Value, String* command) {
  const Value words[] = {command};
  SpawnRequest r = parse_spawn(vm, words, nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) raise_errno(vm, errno, r.program);
  r.redirections.push_back({STDOUT_FILENO, ends[1], {}, 0, 0});
  const Value io = io_new(vm, vm.cIO, ends[0], true, false, {});
  const pid_t pid = vm.ensure([&] { return spawn(vm, r); }, [&] { ::close(ends[1]); });
  std::string output;
  stream_read(vm, io_payload(io), std::string::npos, output);
  stream_close(vm, io_payload(io));
  wait_for_child(vm, pid);
  return str_new(vm, output);
}

Value kernel_exec(VM& vm, Value, Rest args) {
  const SpawnArguments a(args);
  const SpawnRequest r = parse_spawn(vm, a.positional, a.options);
  flush_standard_streams(vm);
  exec_program(r);
  raise_errno(vm, errno, failing_name(r));
}

/// In the child: nil, or, with a block, runs it and ends the process. In the parent: the child's pid.
Value kernel_fork(VM& vm, Value) {
  flush_standard_streams(vm);
  const pid_t pid = ::fork();
  if (pid < 0) raise_errno(vm, errno, "fork(2)");
  if (pid > 0) return Value::fixnum(pid);
  restart_signals_after_fork(vm);
  if (!vm.block_given()) return Qnil;
  _exit(run_to_end(vm, [&] { vm.yield(std::span<const Value>()); }));
}

constexpr NativeMethod kKernel[] = {
    {"spawn", native<kernel_spawn>}, {"system", native<kernel_system>}, {"`", native<kernel_backquote>},
    {"exec", native<kernel_exec>},   {"fork", native<kernel_fork>},
};
constexpr NativeMethod kProcess[] = {
    {"spawn", native<kernel_spawn>},
    {"exec", native<kernel_exec>},
    {"fork", native<kernel_fork>},
};

} // namespace

void init_spawn(VM& vm) {
  define_module_functions(vm, vm.mKernel, kKernel);
  define_singleton_natives(vm, vm.mProcess, kProcess);
}

} // namespace miniyarv
