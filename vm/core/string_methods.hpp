#pragma once

// What the files that define String's methods share. Not for other subsystems: those use string.hpp.

#include "vm/core/string.hpp"

#include "vm/convert.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

// Each defines one family of methods; init_string calls them all.
void init_string_basics(VM&);
void init_string_index(VM&);
void init_string_search(VM&);
void init_string_case(VM&);
void init_string_edit(VM&);
void init_string_trim(VM&);
void init_string_tr(VM&);
void init_string_succ(VM&);
void init_string_split(VM&);
void init_string_inspect(VM&);
void init_string_encode(VM&);
void init_string_number(VM&);
void init_string_regexp(VM&);
void init_string_each(VM&);
void init_pack(VM&);
void init_unpack(VM&);

/// Whether :name needs no quotes.
bool symbol_is_simple(std::string_view name);

/// An encoding by its name; raises ArgumentError "unknown encoding name - x".
Encoding find_encoding(VM&, std::string_view name);
/// An encoding from an Encoding object or a name.
Encoding to_encoding(VM&, Value);
Value encoding_object(VM&, Encoding);

} // namespace miniyarv
