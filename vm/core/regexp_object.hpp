#pragma once

// Inside of Regexp and MatchData objects, for the files that implement them.

#include "vm/core/regexp.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

#include <oniguruma.h>
#include <utility>
#include <vector>

namespace miniyarv {

/// Payload of a Regexp.
struct RegexpData {
  OnigRegex compiled; ///< for text in `encoding`, or UTF-8 when that is US-ASCII; null: uninitialised
  OnigRegex bytes;    ///< for strings of single bytes beyond ASCII; made at first use
  String* source;     ///< frozen
  int options;        ///< of regexp_option, without what the encoding implies
  Encoding encoding;  ///< US-ASCII for a source that says nothing of others
  bool fixed;         ///< matches only strings of `encoding` and ASCII
  double timeout;     ///< seconds; 0: the VM's
};
extern const DataType kRegexpType;

/// Payload of a MatchData: groups as pairs of byte offsets in `text`, -1 for unset ones.
struct MatchPayload {
  Value regexp;    ///< or the String that was searched for
  String* text;    ///< frozen
  String* outside; ///< holds the offsets when they do not fit the slot, else null
  int32_t* offsets;
  int32_t count;
};
extern const DataType kMatchType;

/// The regexp's data; raises TypeError "uninitialized Regexp".
RegexpData& regexp_data(VM&, Value regexp);
MatchPayload& match_payload(Value match);
/// The regexp of a match; made now when text was searched for.
Value match_regexp(VM&, Value match);

/// Group names in order of their first group, each with its groups.
using GroupNames = std::vector<std::pair<std::string_view, std::vector<int>>>;
GroupNames regexp_group_names(const RegexpData&);

/// Regexp#inspect's view of a source: slashes escaped, what does not print as hex.
std::string regexp_source_description(std::string_view source, Encoding);
std::string option_letters(int options);

/// Compiles `source` into an uninitialised Regexp. Raises RegexpError.
void regexp_initialize(VM&, RegexpData&, DataObject* owner, String* source, int options);

void init_match_data(VM&);

} // namespace miniyarv
