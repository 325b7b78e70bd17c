#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

/// The words of `dictionary` that `input` may be a misspelling of, best first, as Ruby's did_you_mean finds
/// them: Jaro-Winkler similarity picks candidates, Levenshtein distance keeps those a few mistypes away, or
/// else the single best.
std::vector<std::string> spelling_corrections(std::string_view input,
                                              const std::vector<std::string>& dictionary);

double jaro_winkler_similarity(std::string_view a, std::string_view b);
size_t levenshtein_distance(std::string_view a, std::string_view b);

} // namespace miniyarv
