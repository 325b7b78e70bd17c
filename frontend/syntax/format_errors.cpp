#include "frontend/syntax/parse.hpp"

namespace miniyarv {

std::string format_errors(const ParseResult& result, bool) {
  std::string text;
  for (const Diagnostic& error : result.errors()) {
    text += std::to_string(result.source().line(error.loc.start)) + ":" +
            std::to_string(result.source().column(error.loc.start)) + ": " + error.message + "\n";
  }
  return text;
}

} // namespace miniyarv
