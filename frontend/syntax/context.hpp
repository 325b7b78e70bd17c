#pragma once

#include "frontend/syntax/token.hpp"

#include <string_view>
#include <vector>

namespace miniyarv {

enum class Context : uint8_t {
#define CONTEXT(Kind, description, terminators) Kind,
#include "frontend/syntax/contexts.def"
};

std::string_view describe(Context context);

/// Whether a token ends the statements of a context.
bool ends(Context context, TokenKind token);

/// The contexts around the code being parsed, innermost last.
class ContextStack {
public:
  void push(Context context) { stack_.push_back(context); }
  void pop() {
    if (!stack_.empty()) stack_.pop_back();
  }
  Context top() const { return stack_.empty() ? Context::None : stack_.back(); }
  /// The context `level` steps out from the innermost, or None.
  Context outer(size_t level) const {
    return level < stack_.size() ? stack_[stack_.size() - 1 - level] : Context::None;
  }
  size_t size() const { return stack_.size(); }

  bool contains(Context context) const;
  /// Whether the code belongs to a method's body or parameters, with no class body in between.
  bool in_def() const;
  /// The innermost context that `token` would end, or None.
  Context ended_by(TokenKind token) const;

private:
  std::vector<Context> stack_;
};

/// Pushes a context for the lifetime of a C++ scope.
class ContextGuard {
public:
  ContextGuard(ContextStack& stack, Context context) : stack_(stack) { stack_.push(context); }
  ~ContextGuard() { stack_.pop(); }
  ContextGuard(const ContextGuard&) = delete;
  ContextGuard& operator=(const ContextGuard&) = delete;

private:
  ContextStack& stack_;
};

} // namespace miniyarv
