#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace miniyarv {

class VM;
struct ISeq;

/// A Ruby source of the core library or an embedded feature, compiled at build time
/// (compiler/precompile.cpp).
struct EmbeddedUnit {
  std::string_view name; ///< "array", "benchmark/ips"
  std::span<const std::byte> bytes;
};

/// Makes the unit's code available (may allocate); what it returns is yet to be run.
ISeq* load_embedded_unit(VM&, const EmbeddedUnit&);

/// vm/core/*.rb, in load order.
std::span<const EmbeddedUnit> core_library();
/// vm/features/**/*.rb, what `require` finds without a file.
std::span<const EmbeddedUnit> embedded_features();

} // namespace miniyarv
