#include "vm/core/case_mapping.hpp"

#include "vm/core/text.hpp"

#include <algorithm>
#include <iterator>

namespace miniyarv {

namespace {

struct CaseRange {
  uint32_t first, last;
  uint8_t stride;
  int32_t delta;
};
struct SpecialCase {
  uint32_t from;
  uint32_t to[3]; ///< up to three characters, padded with 0
};
struct CodepointRange {
  uint32_t first, last;
};

#include "vm/core/unicode/tables.inc"

template <size_t n> const CaseRange* find_range(const CaseRange (&table)[n], uint32_t c) {
  const CaseRange* const range = std::upper_bound(
      table, table + n, c, [](uint32_t value, const CaseRange& r) { return value < r.first; });
  if (range == table) return nullptr;
  const CaseRange* const candidate = range - 1;
  return c <= candidate->last && (c - candidate->first) % candidate->stride == 0 ? candidate : nullptr;
}

template <size_t n> const SpecialCase* find_special(const SpecialCase (&table)[n], uint32_t c) {
  const SpecialCase* const entry = std::lower_bound(
      table, table + n, c, [](const SpecialCase& s, uint32_t value) { return s.from < value; });
  return entry != table + n && entry->from == c ? entry : nullptr;
}

void append_special(std::string& out, const SpecialCase& special) {
  for (const uint32_t c : special.to)
    if (c) utf8::append(out, c);
}

template <size_t r, size_t s>
bool append_mapped(std::string& out, uint32_t c, const CaseRange (&ranges)[r],
                   const SpecialCase (&specials)[s]) {
  if (const SpecialCase* special = find_special(specials, c)) {
    append_special(out, *special);
    return true;
  }
  if (const CaseRange* range = find_range(ranges, c)) {
    utf8::append(out, c + static_cast<uint32_t>(range->delta));
    return true;
  }
  return false;
}

/// Turkic languages pair i with dotted İ and dotless ı with I.
bool append_turkic(std::string& out, uint32_t c, CaseOp op) {
  constexpr uint32_t kDottedUpper = 0x130, kDotlessLower = 0x131;
  const bool up = op == CaseOp::Upcase || (op == CaseOp::Swapcase && c == 'i');
  uint32_t to = 0;
  if (up && c == 'i') to = kDottedUpper;
  if (op == CaseOp::Capitalize && c == 'i') to = kDottedUpper;
  if (op != CaseOp::Upcase && op != CaseOp::Capitalize && c == 'I') to = kDotlessLower;
  if (op != CaseOp::Upcase && op != CaseOp::Capitalize && c == kDottedUpper) to = 'i';
  if (!to) return false;
  utf8::append(out, to);
  return true;
}

void append_char(std::string& out, uint32_t c, CaseOp op) {
  bool done = false;
  switch (op) {
  case CaseOp::Upcase: done = append_mapped(out, c, kUpper, kSpecialUpper); break;
  case CaseOp::Downcase: done = append_mapped(out, c, kLower, kSpecialLower); break;
  case CaseOp::Fold: done = append_mapped(out, c, kLower, kSpecialFold); break;
  case CaseOp::Capitalize:
    if (const SpecialCase* special = find_special(kSpecialTitle, c)) {
      append_special(out, *special);
      return;
    }
    done = append_mapped(out, c, kUpper, kSpecialUpper);
    break;
  case CaseOp::Swapcase:
    if (const SpecialCase* special = find_special(kSpecialSwap, c)) {
      append_special(out, *special);
      return;
    }
    done = append_mapped(out, c, kLower, kSpecialLower) || append_mapped(out, c, kUpper, kSpecialUpper);
    break;
  }
  if (!done) utf8::append(out, c);
}

} // namespace

std::string map_case(std::string_view text, CaseOp op, CaseMode mode) {
  std::string out;
  out.reserve(text.size());
  for (const char *p = text.data(), *end = p + text.size(); p < end;) {
    const int n = utf8::char_length(p, end);
    const uint32_t c = utf8::decode(p, n);
    p += n;
    if (mode != CaseMode::Turkic || !append_turkic(out, c, op)) append_char(out, c, op);
    if (op == CaseOp::Capitalize) op = CaseOp::Downcase;
  }
  return out;
}

void map_case_ascii(const char* in, char* out, size_t size, CaseOp op) {
  switch (op) {
  case CaseOp::Upcase: std::transform(in, in + size, out, ascii_to_upper); break;
  case CaseOp::Downcase:
  case CaseOp::Fold: std::transform(in, in + size, out, ascii_to_lower); break;
  case CaseOp::Capitalize:
    std::transform(in, in + size, out, ascii_to_lower);
    if (size) out[0] = ascii_to_upper(in[0]);
    break;
  case CaseOp::Swapcase:
    std::transform(in, in + size, out, [](char c) {
      return ascii_alpha(static_cast<unsigned char>(c)) ? static_cast<char>(c ^ 0x20) : c;
    });
    break;
  }
}

bool unicode::printable(uint32_t c) {
  const CodepointRange* const range =
      std::upper_bound(std::begin(kPrintable), std::end(kPrintable), c,
                       [](uint32_t value, const CodepointRange& r) { return value < r.first; });
  return range != std::begin(kPrintable) && c <= (range - 1)->last;
}

} // namespace miniyarv
