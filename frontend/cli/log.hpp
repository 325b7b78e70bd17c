#pragma once

#include <string>

namespace miniyarv {
class VM;
}

namespace miniyarv::cli {

/// `--log=LEVEL` (every subsystem) or `--log=gc:debug,...`: sends what the VM reports to standard error
/// through spdlog. Nothing is set up for an empty spec.
void attach_log(VM&, const std::string& spec);

} // namespace miniyarv::cli
