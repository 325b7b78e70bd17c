#pragma once

#include "frontend/syntax/parse.hpp"
#include "vm/frames.hpp"
#include "vm/proc.hpp"

#include <functional>
#include <optional>
#include <string>

namespace miniyarv {

/// Where an `eval` runs: the payload of a Binding (T_Data with kBindingType).
struct BindingScope {
  Value self = Qnil;
  Env* env = nullptr;         ///< innermost environment; grows by one for each eval that adds variables
  const ISeq* iseq = nullptr; ///< names env's locals
  std::string path;
  int line = 1;
};
extern const DataType kBindingType;

/// A Binding of a Ruby frame (moves its environment to the heap).
Value binding_new(VM&, ControlFrame*);
Value binding_from_proc(VM&, const Proc*);
BindingScope& binding_scope(VM&, Value binding); ///< raises TypeError unless it is one

/// Compiles and runs `text` in the scope of `binding`, whose variables it sees and to which it adds its own.
Value eval_in_binding(VM&, std::string_view text, Value binding, const std::string& path, int line);
/// The same with another self and, unless null, another cref (instance_eval, class_eval of a string).
Value eval_with_self(VM&, std::string_view text, Value self, Cref*, ControlFrame* scope,
                     const std::string& path, int line);

/// VM::yield_with_self for arguments that may end in a Hash of keywords.
Value yield_as(VM&, BlockHandler, Value self, std::span<const Value> args, Cref*, bool keywords);

struct SourceOptions {
  ISeqType type = ISeqType::Top;
  int first_line = 1;
  std::vector<OuterScope> outer_scopes;
  std::string eval_label = "<main>";
  bool main_script = false;
  bool builtin = false;                               ///< core library: `Primitive.name` reaches C++
  std::optional<std::string>* data_section = nullptr; ///< receives what follows __END__
};
/// Parses and compiles; raises SyntaxError; prints warnings.
std::unique_ptr<UnlinkedUnit> compile_source(VM&, std::string path, std::string text, const SourceOptions&);
/// Runs a whole program: `program`, then at_exit blocks, the report of an uncaught exception, finalizers.
/// Returns the exit status.
int run_to_end(VM&, const std::function<void()>& program);
/// Runs a top-level sequence with `self`.
Value run_top(VM&, ISeq*, Value self, Cref*);

} // namespace miniyarv
