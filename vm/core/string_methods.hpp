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
void init_string_trim(VM&);
void init_string_tr(VM&);
void init_string_succ(VM&);
void init_string_split(VM&);
void init_string_inspect(VM&);
void init_string_encode(VM&);
void init_string_number(VM&);
void init_string_regexp(VM&);
void init_string_chars(VM&);
void init_pack(VM&);
void init_unpack(VM&);

/// False inside a character.
bool str_on_char_boundary(String*, size_t offset);

/// Byte offset of the first occurrence at or after `from`; npos when there is none.
size_t find_bytes(std::string_view text, std::string_view needle, size_t from);
/// The same on character boundaries only.
size_t str_find(String*, String* needle, size_t from);
/// Last occurrence that starts at or before `from`.
size_t str_rfind(String*, String* needle, size_t from);
bool str_has_prefix(VM&, String*, String* prefix);
bool str_has_suffix(VM&, String*, String* suffix);
/// Bytes that remain when a trailing separator is removed, by the rules of String#chomp.
size_t str_chomped_size(VM&, String*, String* separator);

// Shared with Symbol.
Value str_casecmp(VM&, String*, Value other);
Value str_casecmp_p(VM&, String*, Value other);
enum class CaseOp : uint8_t;
String* str_change_case(VM&, String*, CaseOp, std::span<const Value> options);

/// Whether :name needs no quotes.
bool symbol_is_simple(std::string_view name);

/// An encoding by its name; raises ArgumentError "unknown encoding name - x".
Encoding find_encoding(VM&, std::string_view name);
/// The same, without raising.
std::optional<Encoding> lookup_encoding(std::string_view name);
/// The name an encoding argument (an Encoding or a String) gives, known or not.
std::string encoding_argument_name(VM&, Value);
/// An encoding from an Encoding object or a name.
Encoding to_encoding(VM&, Value);
Value encoding_object(VM&, Encoding);

} // namespace miniyarv
