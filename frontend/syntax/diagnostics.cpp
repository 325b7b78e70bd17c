#include "frontend/syntax/diagnostics.hpp"

namespace miniyarv {
namespace {

struct MessageInfo {
  Diagnostic::Level level;
  std::string_view text;
};

constexpr MessageInfo kMessages[] = {
#define MESSAGE(Id, level, text) {Diagnostic::Level::level, text},
#include "frontend/syntax/messages.def"
};

std::string fill(std::string_view text, std::initializer_list<std::string_view> arguments) {
  std::string result;
  for (std::string_view argument : arguments) {
    size_t hole = text.find("{}");
    result += text.substr(0, hole);
    result += argument;
    text.remove_prefix(hole + 2);
  }
  return result += text;
}

} // namespace

void Diagnostics::add(Location loc, Message message, std::initializer_list<std::string_view> arguments) {
  const MessageInfo& info = kMessages[static_cast<size_t>(message)];
  auto& list = info.level >= Diagnostic::Level::Warning ? warnings : errors;
  list.push_back({info.level, loc, fill(info.text, arguments)});
}

} // namespace miniyarv
