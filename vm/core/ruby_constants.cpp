// RUBY_VERSION and its relatives, and the module Ruby that has them, too.

#include "version.hpp"

#include "vm/class.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

namespace {

struct TextConstant {
  const char* name; ///< without RUBY_
  const char* value;
};
/// The language is that of this release; the engine says whose interpreter it is.
constexpr TextConstant kTexts[] = {
    {"VERSION", "4.0.0"},
    {"RELEASE_DATE", "2025-12-25"},
    {"PLATFORM", MINIYARV_PLATFORM},
    {"COPYRIGHT", "ruby - Copyright (C) 1993-2025 Yukihiro Matsumoto"},
    {"ENGINE", "miniyarv"},
    {"ENGINE_VERSION", MINIYARV_VERSION},
    {"REVISION", MINIYARV_VERSION},
    {"DESCRIPTION", "miniyarv " MINIYARV_VERSION " (ruby 4.0 semantics) [" MINIYARV_PLATFORM "]"},
};

void define_both(VM& vm, Class* ruby, const char* name, Value v) {
  vm.const_set(vm.cObject, vm.intern(cat("RUBY_", name)), v);
  vm.const_set(ruby, vm.intern(name), v);
}

} // namespace

void init_ruby_constants(VM& vm) {
  Class* ruby = define_module(vm, "Ruby");
  for (const TextConstant& c : kTexts)
    define_both(vm, ruby, c.name, str_fstring(vm, c.value, Encoding::UsAscii));
  define_both(vm, ruby, "PATCHLEVEL", Value::fixnum(0));
}

} // namespace miniyarv
