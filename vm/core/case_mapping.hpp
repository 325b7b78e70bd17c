#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace miniyarv {

enum class CaseOp : uint8_t { Upcase, Downcase, Capitalize, Swapcase, Fold };
/// What the options of String#upcase and the like narrow the mapping to.
enum class CaseMode : uint8_t { Full, Ascii, Turkic };

/// Maps well-formed UTF-8 text.
std::string map_case(std::string_view text, CaseOp, CaseMode);
/// Maps the ASCII letters of any bytes, `size` of them. `in` and `out` may be the same.
void map_case_ascii(const char* in, char* out, size_t size, CaseOp);

} // namespace miniyarv
