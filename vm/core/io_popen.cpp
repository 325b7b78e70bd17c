// IO.popen: a stream to or from another program.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/io_methods.hpp"
#include "vm/core/spawn.hpp"
#include "vm/core/string.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace miniyarv {

namespace {

/// A pipe whose ends close themselves unless they are taken.
class Pipe {
public:
  explicit Pipe(VM& vm) {
    if (pipe2(ends_, O_CLOEXEC) != 0) raise_errno(vm, errno, "popen");
  }
  ~Pipe() {
    for (const int fd : ends_)
      if (fd >= 0) ::close(fd);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  int take_read_end() { return std::exchange(ends_[0], -1); }
  int take_write_end() { return std::exchange(ends_[1], -1); }

private:
  int ends_[2] = {-1, -1};
};

/// popen([env,] command, mode = "r"): `args` as given, the options apart.
Value io_popen(VM& vm, Value self, Array* args, Hash* options) {
  std::vector<Value> words(args->values().begin(), args->values().end());
  size_t command_at = !words.empty() && is_hash(words[0]) ? 1 : 0;
  if (command_at >= words.size()) raise_arity(vm, static_cast<int>(words.size()), 1, 2);
  Value mode_text = Qnil;
  if (words.size() > command_at + 1) {
    mode_text = words.back();
    words.pop_back();
  }
  if (Array* list = is_string(words[command_at]) ? nullptr : try_to_ary(vm, words[command_at])) {
    words.pop_back();
    words.insert(words.end(), list->values().begin(), list->values().end());
    if (list->size() > 1 && is_hash(words.back())) words.pop_back();
    if (list->size() == 1) words.back() = ary_of(vm, words.back(), words.back()); // no shell
  }
  SpawnRequest r = parse_spawn(vm, words, options);
  const OpenMode mode = parse_open_mode(vm, mode_text);
  Pipe from_child(vm), to_child(vm);
  if (mode.readable) r.redirections.push_back({STDOUT_FILENO, from_child.write_end(), {}, 0, 0});
  if (mode.writable) r.redirections.push_back({STDIN_FILENO, to_child.read_end(), {}, 0, 0});
  const pid_t pid = spawn(vm, r);
  const Value io = io_allocate(vm, self.as<Class>());
  io_attach(io, mode.readable ? from_child.take_read_end() : to_child.take_write_end(), mode, {});
  IOStream& s = io_payload(io);
  if (mode.readable && mode.writable) s.write_fd = to_child.take_write_end();
  s.sync = true;
  s.child = pid;
  return io;
}

constexpr NativeMethod kPrimitives[] = {{"io_popen", native<io_popen>}};

} // namespace

void init_io_popen(VM& vm) { define_primitives(vm, kPrimitives); }

} // namespace miniyarv
