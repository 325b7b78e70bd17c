#pragma once

#include "frontend/syntax/characters.hpp"

#include <functional>
#include <string_view>

namespace miniyarv {

/// What a scan reports. Both get slices of the pattern.
struct RegexpEvents {
  std::function<void(std::string_view name)> on_name; ///< a named group, as written; may be empty
  std::function<void(std::string_view part, std::string_view message)> on_error;
};

/// Walks through the structure of a regexp to find named groups and the errors that can be found without
/// compiling it.
void scan_regexp(std::string_view pattern, bool extended, Encoding encoding, const RegexpEvents& events);

} // namespace miniyarv
