#pragma once

// Searching without a MatchData: what String's methods and Regexp's are built on.

#include "gc/object.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

class VM;

/// Groups of the latest successful search of a VM, in bytes; -1 for a group that did not take part. Valid
/// until the next search, so not across anything that may run Ruby code.
struct MatchRegs {
  int count = 0;
  const int* begin = nullptr;
  const int* end = nullptr;
  size_t start() const { return static_cast<size_t>(begin[0]); }
  size_t finish() const { return static_cast<size_t>(end[0]); }
  size_t length() const { return finish() - start(); }
};

// All raise for a string the regexp cannot be applied to, and Regexp::TimeoutError.

/// The first match at or after byte `from`. Precondition: from <= str->len.
bool regexp_search(VM&, Value regexp, String* str, size_t from, MatchRegs&);
/// The last match that starts at or before byte `from`.
bool regexp_search_backward(VM&, Value regexp, String* str, size_t from, MatchRegs&);
/// A match that starts at byte `at`.
bool regexp_match_at(VM&, Value regexp, String* str, size_t at, MatchRegs&);

/// `text` must be frozen, or at least not change.
Value match_new(VM&, Value regexp, String* text, const MatchRegs&);
/// A match for plain text, as string arguments leave in $~. `regexp` is made when asked for.
Value match_new_literal(VM&, String* text, size_t offset, String* needle);
/// Sets $~ to a match on a frozen copy of `text`.
void backref_set_match(VM&, Value regexp, String* text, const MatchRegs&);

/// The group of a name: of several, the last that took part. Raises IndexError.
int regexp_group_number(VM&, Value regexp, std::string_view name, const MatchRegs&);
/// False when the regexp has named groups: then groups have no numbers in replacement text.
bool regexp_numbers_groups(VM&, Value regexp);
/// The regexp of a pattern argument: itself, or text made a regexp (quoted); TypeError "wrong argument type
/// Integer (expected Regexp)" for others.
Value to_regexp(VM&, Value pattern, bool quote);
/// Bytes of the extended grapheme cluster that starts at byte `at`.
size_t grapheme_length(VM&, String*, size_t at);
std::string regexp_quote(std::string_view text);

} // namespace miniyarv
