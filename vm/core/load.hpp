#pragma once

#include "vm/vm.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// What a VM has loaded and where it looks.
struct LoadState final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Load;
  Array* load_path = nullptr;       ///< $LOAD_PATH
  Array* features = nullptr;        ///< $LOADED_FEATURES
  std::vector<std::string> loading; ///< absolute paths and embedded names whose code is running
  void mark(Marker&) override;
};

/// Kernel#require: false when it has been loaded before. Raises LoadError "cannot load such file -- x".
bool require_feature(VM&, Value name);
/// Runs a Ruby source of vm/features, whatever was loaded before; its value.
Value load_embedded(VM&, std::string_view name);
/// Defines what the program itself sees of how it was started: ARGV, $0, -I, -r, DATA.
void prepare_program(VM&);
/// The absolute path of a program or library file; nil when there is no such file (-e, standard input).
Value absolute_path_value(VM&, const std::string& path);

void define_data_constant(VM&);
void init_load(VM&);

} // namespace miniyarv
