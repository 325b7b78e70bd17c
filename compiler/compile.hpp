#pragma once

#include "compiler/iseq.hpp"
#include "frontend/syntax/parse.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace miniyarv {

/// Switches of CRuby's RubyVM::InstructionSequence.compile_option, and which kind of program this is. The
/// defaults are CRuby's.
struct CompileOptions {
  ISeqType type = ISeqType::Top; ///< Top (required file), Main or Eval
  bool inline_const_cache = true;
  bool peephole_optimization = true;
  bool specialized_instruction = true;
  bool operands_unification = true;
  bool opt_new = true;  ///< off: `new` is a plain call
  bool builtin = false; ///< `Primitive.name(args)` calls the built-in function `name`
  /// Eval only: the label of the scope around it, such as "foo" or "block in foo".
  std::string eval_label = "<main>";
  /// Eval only: the scopes around it, outermost first, as the parser was given them. The slots of their
  /// locals are the positions in these lists.
  std::vector<OuterScope> outer_scopes;
  /// Lowest address of the native stack that compiling may use; null: half a MiB below the caller.
  const std::byte* native_limit = nullptr;
};

/// Thrown for a program that parses but cannot be compiled: it is nested too deeply, or jumps to nowhere.
struct CompileError : std::runtime_error {
  CompileError(const std::string& message, int error_line) : std::runtime_error(message), line(error_line) {}
  int line;
};

/// Compiles a parsed program, which must be without errors. Throws CompileError.
std::unique_ptr<UnlinkedUnit> compile(const ParseResult& program, const CompileOptions& options = {});

} // namespace miniyarv
