#pragma once

#include "gc/heap.hpp"

#include <optional>
#include <string>
#include <vector>

namespace miniyarv {

/// What the command line (or an embedder) decides about a VM. Fixed once the VM exists.
struct Options {
  HeapOptions heap;
  size_t vm_stack_bytes = size_t{8} << 20;
  std::optional<bool> frozen_string_literal; ///< unset: literals are chilled
  bool opt_new = true;                       ///< compile `new` inline
  bool quickening = true;
  int warning_level = 1; ///< -W0, -W1 (default), -W2 = -w
  bool warn_deprecated = false;
  bool warn_experimental = true, warn_performance = false, warn_strict_unused_block = false;
  bool counting = false; ///< --stats: run the counting interpreter
  // -n, -p, -l, -a, -x
  bool wrap_gets = false, print_last = false, chomp_lines = false, split_lines = false,
       skip_to_shebang = false;
  std::string program_name;                ///< $0
  std::vector<std::string> arguments;      ///< ARGV
  std::vector<std::string> load_paths;     ///< -I
  std::vector<std::string> requires_first; ///< -r
};

} // namespace miniyarv
