// The Warning module: where warnings go and which are on.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"
#include "vm/options.hpp"

namespace miniyarv {

namespace {

struct Category {
  const char* name;
  bool Options::*enabled;
};
constexpr Category kCategories[] = {
    {"deprecated", &Options::warn_deprecated},
    {"experimental", &Options::warn_experimental},
    {"performance", &Options::warn_performance},
    {"strict_unused_block", &Options::warn_strict_unused_block},
};

bool& category_flag(VM& vm, Value v) {
  if (!v.is_symbol())
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected Symbol)"));
  for (const Category& c : kCategories)
    if (vm.name(v.to_id()) == c.name) return vm.options().*c.enabled;
  raise_argument_error(vm, cat("unknown category: ", vm.name(v.to_id())));
}

bool warning_aref(VM& vm, Value, Value category) { return category_flag(vm, category); }

Value warning_aset(VM& vm, Value, Value category, Value on) {
  category_flag(vm, category) = on.truthy();
  return on;
}

Array* warning_categories(VM& vm, Value) {
  Array* list = ary_new(vm);
  for (const Category& c : kCategories) ary_push(vm, list, Value::symbol(vm.intern(c.name)));
  return list;
}

/// Warning#warn(message, category: nil): what scripts override to catch warnings.
void warning_warn(VM& vm, Value, Value message, Keywords keywords) {
  keywords.allow_only(vm, {"category"});
  const Value category = keywords.get(vm, "category");
  if (!category.is_undef() && !category.is_nil() && !category_flag(vm, category)) return;
  if (!is_string(message))
    raise_type_error(
        vm, cat("wrong argument type ", class_path(vm, real_class(vm, message)), " (expected String)"));
  write_stderr(vm, str_view(message));
}

constexpr NativeMethod kSingleton[] = {
    {"[]", native<warning_aref>},
    {"[]=", native<warning_aset>},
    {"categories", native<warning_categories>},
};
constexpr NativeMethod kMethods[] = {{"warn", native<warning_warn>}};

} // namespace

void init_warning(VM& vm) {
  define_singleton_natives(vm, vm.mWarning, kSingleton);
  define_natives(vm, vm.mWarning, kMethods);
  include_module(vm, singleton_class(vm, vm.mWarning), vm.mWarning);
}

} // namespace miniyarv
