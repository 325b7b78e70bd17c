#pragma once

#include "frontend/syntax/ast.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace miniyarv {

/// The local variables of one scope around an `eval`.
struct OuterScope {
  std::vector<std::string> locals; ///< in the order of the scope's local table
  /// Parameters that the evaluated code may forward: `*`, `**`, `&`, `...`.
  bool forwards_rest = false;
  bool forwards_keywords = false;
  bool forwards_block = false;
  bool forwards_all = false;
};

struct ParseOptions {
  /// Value of string literals' frozenness when no magic comment says otherwise.
  std::optional<bool> frozen_string_literal;
  /// Scopes around an `eval`, outermost first. Their variables are read with depths counted from the inside.
  std::vector<OuterScope> outer_scopes;
  bool eval = false; ///< parse as the text of an `eval`: `yield`, `return` and the like follow the caller
  bool partial_script = false;  ///< jumps and `yield` outside their place are no errors
  bool main_script = false;     ///< the program named on the command line: `__END__` ends it, #! lines count
  bool wrap_gets = false;       ///< -n: run inside `while gets`
  bool print_last = false;      ///< -p: with -n's loop, print `$_` after each line
  bool chomp_lines = false;     ///< -l
  bool split_lines = false;     ///< -a: `$F = $_.split`
  bool skip_to_shebang = false; ///< -x: start after the first line that begins with `#!` and names ruby
  bool one_liner = false;       ///< -e: unused variables of the program are not reported
  bool warn_indent = false;     ///< -w: warn about mismatched indentation
};

struct Diagnostic {
  enum class Level : uint8_t {
    Error,         ///< SyntaxError
    ArgumentError, ///< bad magic comment: raised as an ArgumentError
    LoadError,     ///< no `#!` line found: raised as a LoadError
    Warning,       ///< shown unless warnings are off (-W0)
    VerboseWarning ///< shown with -w only
  };

  Level level;
  Location loc;
  std::string message;
};

/// The outcome of parsing. Owns the source, the arena of the tree and all names. Movable.
class ParseResult {
public:
  /// What the owning parser fills in; defined by the parser.
  struct Storage;

  ParseResult(std::unique_ptr<Storage> storage);
  ParseResult(ParseResult&&) noexcept;
  ParseResult& operator=(ParseResult&&) noexcept;
  ~ParseResult();

  const Source& source() const;
  /// The tree; never null, but of use only if `ok()`.
  const ProgramNode* root() const;
  bool ok() const { return errors().empty(); }
  /// Both in the order in which they were found, which is not always that of their positions.
  std::span<const Diagnostic> errors() const;
  std::span<const Diagnostic> warnings() const;
  /// Entries by `Name::index`.
  std::span<const NameEntry* const> names() const;

  /// What `# frozen_string_literal:` or else the options say; unset = chilled strings.
  std::optional<bool> frozen_string_literal() const;
  /// Offset of the text after `__END__`, if there is one.
  std::optional<uint32_t> data_offset() const;
  /// The source's encoding as a magic comment names it, else "UTF-8".
  std::string_view encoding() const;

private:
  std::unique_ptr<Storage> storage_;
};

/// Parses any bytes at all. Never fails: what is wrong is in the result's errors.
ParseResult parse(Source source, const ParseOptions& options = {});

/// The text of the SyntaxError that the errors of `result` make; `highlight` adds terminal colours.
std::string format_errors(const ParseResult& result, bool highlight = false);

/// One line a warning, `path:line: warning: text`.
std::string format_warnings(const ParseResult& result, bool verbose);

/// The tree as text: a node a line with its range and flags, its fields indented below it.
std::string dump_ast(const ParseResult& result);

} // namespace miniyarv
