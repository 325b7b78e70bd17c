#include "vm/backtrace.hpp"
#include "vm/class.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/error.hpp"
#include "vm/options.hpp"
#include "vm/vm.hpp"

namespace miniyarv {
namespace {

void emit(VM& vm, std::string_view position, std::string_view message, std::string_view category = {}) {
  if (vm.options().warning_level == 0) return;
  const std::string prefix = position.empty() ? std::string() : cat(position, ": ");
  const Value text = str_new(vm, cat(prefix, "warning: ", message, "\n"));
  const ID warn = vm.intern("warn");
  if (category.empty()) {
    vm.send(vm.mWarning, warn, text);
    return;
  }
  Hash* keywords = hash_new(vm);
  hash_set(vm, keywords, Value::symbol(vm.intern("category")), Value::symbol(vm.intern(category)));
  const Value args[] = {text, Value(keywords)};
  CallOptions options;
  options.keywords = true;
  vm.call(vm.mWarning, warn, args, options);
}

} // namespace

void warn(VM& vm, std::string_view message) { emit(vm, current_position(vm), message); }

void warn_at(VM& vm, std::string_view file, int line, std::string_view message) {
  emit(vm, cat(file, ":", line), message);
}

void warn_verbose(VM& vm, std::string_view message) {
  if (vm.options().warning_level >= 2) warn(vm, message);
}

void warn_deprecated(VM& vm, std::string_view message) {
  if (vm.options().warn_deprecated) emit(vm, current_position(vm), message, "deprecated");
}

} // namespace miniyarv
