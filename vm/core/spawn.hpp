#pragma once

#include "gc/value.hpp"

#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace miniyarv {

class VM;
struct Hash;

/// A program to run: what Kernel#spawn's arguments say.
struct SpawnRequest {
  std::string program;           ///< looked up in PATH
  std::vector<std::string> argv; ///< the program's name for itself first
  std::vector<std::pair<std::string, std::optional<std::string>>> environment; ///< changes; nullopt removes
  bool clear_environment = false;
  std::string directory; ///< where to run; empty: here
  std::optional<mode_t> mask;
  bool new_group = false;

  /// One descriptor of the child: a copy of the parent's `source`, opened from `path`, or closed.
  struct Redirection {
    int target;
    int source = -1; ///< >= 0: the parent's; kFromPath; kClosed
    std::string path;
    int flags = 0, permissions = 0666;
  };
  static constexpr int kFromPath = -2, kClosed = -3;
  std::vector<Redirection> redirections;
};

/// ([env,] command... [, options]) with `options` already taken off (may be null). A single string with
/// characters that mean something to a shell is run by /bin/sh. Raises ArgumentError and TypeError.
SpawnRequest parse_spawn(VM&, std::span<const Value> args, Hash* options);

/// Starts the program. On failure raises Errno::* "No such file or directory - x" if `raise_errors`, else
/// returns -1.
pid_t spawn(VM&, const SpawnRequest&, bool raise_errors = true);
/// Waits for a child and sets `$?`.
void wait_for_child(VM&, pid_t);

void init_spawn(VM&);

} // namespace miniyarv
