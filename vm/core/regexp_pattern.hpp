#pragma once

#include "gc/object.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

/// A Ruby regexp's source in Oniguruma's terms.
struct TranslatedPattern {
  std::string text;
  bool unicode_escape = false; ///< has a \u escape beyond ASCII
  std::string error;           ///< not empty: why the source is no regexp
};

/// Rewrites what Ruby and Oniguruma read differently: \u{...} lists, and \w \d \s that mean ASCII in Ruby but
/// any script in Oniguruma, (?a) and (?u). `options` as of Regexp.new.
TranslatedPattern translate_pattern(std::string_view source, int options);

namespace regexp_option {
inline constexpr int kIgnoreCase = 1, kExtended = 2, kMultiline = 4, kFixedEncoding = 16, kNoEncoding = 32;
}

} // namespace miniyarv
