#pragma once

#include "vm/class.hpp"

#include <vector>

namespace miniyarv {

/// Class#new: allocates and initializes.
Value class_new_instance(VM&, Class* c, std::span<const Value> args);
/// Runs class_eval's block or text in `c`.
Value class_eval(VM&, Class* c, std::span<const Value> args);

// Each defines one family of methods of Module; init_module calls them all.
void init_module_hierarchy(VM&); ///< include, ancestors, <, ...
void init_module_methods(VM&);   ///< define_method, attr_accessor, instance_methods, ...
void init_module_visibility(VM&);
void init_module_constants(VM&); ///< const_get, class_variable_get, ...
void init_class_methods(VM&);    ///< Class itself

} // namespace miniyarv
