#include "frontend/syntax/scope.hpp"

namespace miniyarv {
namespace {

/// Up to this many variables a search through the list beats a hash table.
constexpr size_t kMaxUnindexed = 16;

} // namespace

Scope::Local* Scope::find(Name name) {
  if (locals_.size() > kMaxUnindexed) {
    auto it = index_.find(&name.entry());
    return it == index_.end() ? nullptr : &locals_[it->second];
  }
  for (Local& local : locals_) {
    if (local.name == name) return &local;
  }
  return nullptr;
}

void Scope::declare(Name name, Location loc, uint32_t reads) {
  if (find(name)) return;
  locals_.push_back({name, loc, reads});
  if (locals_.size() == kMaxUnindexed + 1) {
    for (uint32_t i = 0; i < locals_.size(); i++) index_.emplace(&locals_[i].name.entry(), i);
  } else if (locals_.size() > kMaxUnindexed) {
    index_.emplace(&name.entry(), static_cast<uint32_t>(locals_.size() - 1));
  }
}

int ScopeStack::depth_of(Name name) const {
  int depth = 0;
  for (auto it = scopes_.rbegin(); it != scopes_.rend(); ++it, ++depth) {
    if ((*it)->find(name)) return depth;
    if ((*it)->closed) break;
  }
  return kNotFound;
}

bool ScopeStack::at_top_level() const {
  for (size_t i = scopes_.size(); i-- > 1;) {
    if (scopes_[i]->closed) return false;
  }
  return true;
}

} // namespace miniyarv
