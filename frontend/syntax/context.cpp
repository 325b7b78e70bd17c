#include "frontend/syntax/context.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

constexpr uint32_t kMaxTerminators = 32;

constexpr uint32_t terminator(TokenKind kind) { return uint32_t{1} << static_cast<uint32_t>(kind); }
static_assert(static_cast<uint32_t>(TokenKind::Semicolon) < kMaxTerminators);

struct ContextInfo {
  std::string_view description;
  uint32_t terminators;
};

constexpr ContextInfo kContexts[] = {
#define T(Kind) terminator(TokenKind::Kind)
#define CONTEXT(Kind, description, terminators) {description, terminators},
#include "frontend/syntax/contexts.def"
#undef T
};

const ContextInfo& info(Context context) { return kContexts[static_cast<size_t>(context)]; }

} // namespace

std::string_view describe(Context context) { return info(context).description; }

bool ends(Context context, TokenKind token) {
  return static_cast<uint32_t>(token) < kMaxTerminators && (info(context).terminators & terminator(token));
}

bool ContextStack::contains(Context context) const {
  return std::find(stack_.begin(), stack_.end(), context) != stack_.end();
}

bool ContextStack::in_def() const {
  for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
    switch (*it) {
    case Context::Def:
    case Context::DefParameters:
    case Context::DefEnsure:
    case Context::DefRescue:
    case Context::DefElse: return true;
    case Context::Class:
    case Context::ClassEnsure:
    case Context::ClassRescue:
    case Context::ClassElse:
    case Context::Module:
    case Context::ModuleEnsure:
    case Context::ModuleRescue:
    case Context::ModuleElse:
    case Context::SingletonClass:
    case Context::SingletonClassEnsure:
    case Context::SingletonClassRescue:
    case Context::SingletonClassElse: return false;
    default: break;
    }
  }
  return false;
}

Context ContextStack::ended_by(TokenKind token) const {
  auto it =
      std::find_if(stack_.rbegin(), stack_.rend(), [&](Context context) { return ends(context, token); });
  return it == stack_.rend() ? Context::None : *it;
}

} // namespace miniyarv
