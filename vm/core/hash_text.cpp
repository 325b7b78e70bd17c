// Hash#inspect.

#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/recursion.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

namespace {

/// Whether `name:` is how a symbol key is written.
bool is_label(std::string_view name) {
  switch (SymbolTable::classify(name)) {
  case IdKind::Method:
  case IdKind::Local:
  case IdKind::Constant: return true;
  default: return false;
  }
}

std::string inspect_key(VM& vm, Value key) {
  if (!key.is_symbol()) return inspect_str(vm, key) + " => ";
  std::string shown = sym_inspect(vm, key.to_id()).substr(1);
  if (shown.front() == '"' || is_label(vm.name(key.to_id()))) return shown + ": ";
  return '"' + shown + "\": ";
}

} // namespace

std::string hash_inspect(VM& vm, Hash* h) {
  RecursionGuard guard(vm, Walk::Inspect, h);
  if (guard.recursive()) return "{...}";
  std::string out = "{";
  hash_each(h, [&](Value key, Value value) {
    if (out.size() > 1) out += ", ";
    out += inspect_key(vm, key);
    out += inspect_str(vm, value);
    return true;
  });
  return out += '}';
}

} // namespace miniyarv
