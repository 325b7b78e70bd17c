#pragma once

#include "frontend/syntax/ast.hpp"

#include <memory>
#include <unordered_map>
#include <vector>

namespace miniyarv {

/// The variables and implicit parameters of a method, class body, block or program while it is parsed.
class Scope {
public:
  struct Local {
    Name name;
    Location loc; ///< where it was first assigned
    uint32_t reads = 0;
  };

  /// What a scope's parameters let its body forward.
  struct Forwards {
    bool positionals = false, keywords = false, block = false, all = false;
  };

  explicit Scope(bool is_closed) : closed(is_closed) {}

  const bool closed; ///< variables outside cannot be seen: a method, class body or program
  Forwards forwards;
  bool numbered_parameters = false;       ///< `_1` was read here
  bool inner_numbered_parameters = false; ///< ... or in a block inside
  bool no_implicit_parameters = false;    ///< an eval's scope cannot grow parameters
  std::vector<Node*> implicit_parameters; ///< reads of `_1`... and `it`, in order

  const std::vector<Local>& locals() const { return locals_; }
  /// The variable with this name, or null.
  Local* find(Name name);
  /// Declares a variable unless it exists.
  void declare(Name name, Location loc, uint32_t reads);

private:
  std::vector<Local> locals_;
  std::unordered_map<const NameEntry*, uint32_t> index_; ///< of all locals, once they are many
};

/// The scopes around the code being parsed, innermost last.
class ScopeStack {
public:
  static constexpr int kNotFound = -1;

  void push(bool closed) { scopes_.push_back(std::make_unique<Scope>(closed)); }
  void pop() { scopes_.pop_back(); }
  bool empty() const { return scopes_.empty(); }
  size_t size() const { return scopes_.size(); }

  Scope& current() { return *scopes_.back(); }
  /// The scope `depth` steps out.
  Scope& at(uint32_t depth) { return *scopes_[scopes_.size() - 1 - depth]; }
  /// How many scopes out a visible variable is, or kNotFound.
  int depth_of(Name name) const;
  /// Whether the scope belongs to the program itself rather than to a method or class.
  bool at_top_level() const;

private:
  std::vector<std::unique_ptr<Scope>> scopes_;
};

} // namespace miniyarv
