#pragma once

#include "frontend/syntax/parse.hpp"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace miniyarv {

enum class Message : uint16_t {
#define MESSAGE(Id, level, text) Id,
#include "frontend/syntax/messages.def"
};

/// Collects the errors and warnings of one parse.
class Diagnostics {
public:
  /// Adds a message to the errors or warnings, as its level says; `arguments` replace its `{}` in order.
  void add(Location loc, Message message, std::initializer_list<std::string_view> arguments = {});

  std::vector<Diagnostic> errors;
  std::vector<Diagnostic> warnings;
};

} // namespace miniyarv
