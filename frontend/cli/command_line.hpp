#pragma once

#include "vm/options.hpp"

#include <memory>
#include <string>
#include <vector>

namespace miniyarv::cli {

enum class Dump : uint8_t { None, Insns, Ast };

/// What the user asked for. `vm` holds what a VM needs to know; the rest is for the command itself.
struct CommandLine {
  std::unique_ptr<Options> vm = std::make_unique<Options>();
  std::vector<std::string> expressions; ///< -e, in order
  std::string script;                   ///< path, "-" for standard input; empty when there is -e or nothing
  std::string directory;                ///< -C
  std::string log;                      ///< --log
  Dump dump = Dump::None;
  bool check_syntax = false;
  bool version = false; ///< --version: print it and leave
  bool verbose = false; ///< -v: print it, and leave unless there is something to run
  bool help = false;
  bool script_switches = false; ///< -s
  bool stats = false;
  bool yjit = false;
};

/// A command line that cannot be carried out; `what` is complete but for the program's name.
struct UsageError {
  std::string what;
};

/// Throws UsageError.
CommandLine parse_command_line(int argc, const char* const* argv);
std::string help_text();
std::string version_text();

} // namespace miniyarv::cli
