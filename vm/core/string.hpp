#pragma once

#include "gc/object.hpp"

#include <string>
#include <string_view>

namespace miniyarv {

class VM;

// Creation. Bytes are copied; embedded when they fit a slot. All may allocate.
String* str_new(VM&, std::string_view bytes, Encoding = Encoding::Utf8);
String* str_new_class(VM&, Class*, std::string_view bytes, Encoding);
String* str_buffer(VM&, size_t capacity); ///< empty, UTF-8, with room
String* str_dup(VM&, const String*);      ///< plain String, unfrozen; shares big buffers
String* str_substr(VM&, const String*, size_t byte_offset, size_t byte_len); ///< embeds or shares
String* str_fstring(VM&, std::string_view bytes, Encoding);                  ///< frozen and interned
/// A copy of a literal: `chilled` ones warn when mutated (-W:deprecated).
String* str_literal_dup(VM&, const String* literal, bool chilled);

// Mutation: check frozen yourself (check_frozen) or use the checked forms in methods.
void str_append(
    VM&, String*,
    std::string_view bytes); ///< amortised O(1); keeps encoding, drops the code range cache as needed
void str_concat(VM&, String*, const String* other); ///< with encoding negotiation; raises CompatibilityError
void str_append_codepoint(VM&, String*, uint32_t codepoint);
void str_make_independent(VM&, String*); ///< unshares
void str_replace_bytes(VM&, String*, size_t offset, size_t len, std::string_view with);
/// Makes room for `capacity` bytes; the string then owns its buffer or has it embedded.
void str_reserve(VM&, String*, size_t capacity);
void str_set_len(String*, size_t len);

// Queries.
CodeRange str_code_range(String*); ///< scans once and caches
bool str_ascii_only(String*);
size_t str_length(String*); ///< characters
/// Byte offset of character index `chars` from byte `from`; clamps to the end.
size_t str_char_to_byte(String*, size_t chars, size_t from = 0);
bool str_equal(const String*, const String*);
int str_compare(const String*, const String*);
uint64_t str_hash(VM&, const String*);
bool str_comparable(String*, String*);
std::string str_inspect(VM&, String*);
String* str_concat_many(VM&, const Value* strings, size_t n); ///< concatstrings
Value str_intern(VM&, String*);                               ///< to a Symbol
String* sym_to_str(VM&, ID);                                  ///< fresh string
String* sym_fstring(VM&, ID); ///< Symbol#name: frozen, the same object each time
std::string sym_inspect(VM&, ID);
inline bool is_string(Value v) { return is_type(v, Type::String); }
inline std::string_view str_view(Value v) { return v.as<String>()->view(); }

void init_string(VM&);
void init_symbol(VM&);

} // namespace miniyarv
