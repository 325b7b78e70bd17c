#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// The paths that match a pattern without braces, in the order of Dir.glob: depth first, each folder's
/// entries sorted if asked for. `base` is the folder relative patterns start from. Folders that cannot be
/// read count as empty.
std::vector<std::string> glob(std::string_view pattern, const std::string& base, int flags, bool sorted);

/// Names in a folder, "." and ".." included; false with errno set on failure.
bool list_directory(const std::string& path, std::vector<std::string>& names);

} // namespace miniyarv
