#pragma once

// Inside of Regexp and MatchData objects, for the files that implement them.

#include "vm/core/linear_program.hpp"
#include "vm/core/regexp.hpp"
#include "vm/core/regexp_search.hpp"
#include "vm/core/string.hpp"
#include "vm/vm.hpp"

#include <memory>
#include <oniguruma.h>
#include <utility>
#include <vector>

namespace miniyarv {

/// Payload of a Regexp.
struct RegexpData {
  struct Free {
    void operator()(OnigRegex r) const { onig_free(r); }
  };
  using Program = std::unique_ptr<OnigRegexType, Free>;

  Program compiled; ///< for text in `encoding`, or UTF-8 when that is US-ASCII; null: uninitialised
  Program bytes;    ///< for strings of single bytes beyond ASCII; made at first use
  /// What to run when backtracking takes too long, if the regexp is of that kind; made when first needed.
  std::unique_ptr<LinearProgram> linear;
  bool linear_tried = false;
  String* source = nullptr;              ///< frozen
  int options = 0;                       ///< of regexp_option, without what the encoding implies
  Encoding encoding = Encoding::UsAscii; ///< US-ASCII for a source that says nothing of others
  bool fixed = false;                    ///< matches only strings of `encoding` and ASCII
  double timeout = 0;                    ///< seconds; 0: the VM's
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
