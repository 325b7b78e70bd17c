#include "frontend/cli/log.hpp"

#include "vm/vm.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace miniyarv::cli {

namespace {

/// The level `spec` gives to `subsystem`: its own entry, else the one without a name, else off.
spdlog::level::level_enum level_for(const std::string& spec, const std::string& subsystem) {
  spdlog::level::level_enum level = spdlog::level::off;
  for (size_t at = 0; at < spec.size();) {
    const size_t end = std::min(spec.find(',', at), spec.size());
    const std::string entry = spec.substr(at, end - at);
    const size_t colon = entry.find(':');
    if (colon == std::string::npos)
      level = spdlog::level::from_str(entry);
    else if (entry.substr(0, colon) == subsystem)
      return spdlog::level::from_str(entry.substr(colon + 1));
    at = end + 1;
  }
  return level;
}

} // namespace

void attach_log(VM& vm, const std::string& spec) {
  if (spec.empty()) return;
  const auto level = level_for(spec, "gc");
  if (level == spdlog::level::off) return;
  auto logger = std::make_shared<spdlog::logger>("gc", std::make_shared<spdlog::sinks::stderr_sink_st>());
  logger->set_level(level);
  logger->set_pattern("[%n] [%l] %v");
  vm.on_collection = [logger](const HeapStats& s, bool major, uint64_t pause_ns) {
    logger->debug("{} collection {}: {} us, {} live, {} freed in all, {} pages", major ? "major" : "minor",
                  s.count, pause_ns / 1000, s.live_slots, s.total_freed_objects, s.pages);
  };
}

} // namespace miniyarv::cli
