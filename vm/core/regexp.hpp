#pragma once

#include "gc/object.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace miniyarv {

class VM;

/// Options as in Regexp::IGNORECASE | EXTENDED | MULTILINE.
Value regexp_new(VM&, std::string_view source,
                 int options); ///< raises RegexpError; literal regexps are frozen
/// Runs the regexp on `str` from a byte offset; the MatchData or nil. Sets $~ of the calling Ruby frame when
/// `set_backref`.
Value regexp_match(VM&, Value regexp, String* str, size_t byte_offset, bool set_backref);
/// `=~`: character index or nil; sets $~.
Value regexp_match_op(VM&, Value regexp, Value str);
bool is_regexp(VM&, Value);
std::string_view regexp_source(Value regexp);
int regexp_options(Value regexp);

/// $~ of the nearest Ruby frame, and what is derived from it. `getspecial`'s back references use nth.
Value backref_get(VM&);
void backref_set(VM&, Value match_or_nil);
Value match_nth(VM&, Value match, int n); ///< $1..; nil when unset
Value match_pre(VM&, Value match);        ///< $`
Value match_post(VM&, Value match);       ///< $'
Value match_last_paren(VM&, Value match); ///< $+

/// Number of groups, the whole match included.
int match_group_count(Value match);
/// Group number of an index (negative from the end) or name; raises IndexError "undefined group name
/// reference". The number may be out of range.
int match_group_index(VM&, Value match, Value group);
/// Where group `n` matched, in bytes; false when it did not or there is no such group.
bool match_group_bytes(Value match, int n, size_t& offset, size_t& len);

void init_regexp(VM&); ///< Regexp, MatchData

} // namespace miniyarv
