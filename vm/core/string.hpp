#pragma once

#include "gc/object.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace miniyarv {

class VM;

// Creation. Bytes are copied; embedded when they fit a slot. All may allocate.
String* str_new(VM&, std::string_view bytes, Encoding = Encoding::Utf8);
String* str_new_class(VM&, Class*, std::string_view bytes, Encoding);
/// US-ASCII, as the results of Integer#to_s and the like.
inline String* str_ascii(VM& vm, std::string_view bytes) { return str_new(vm, bytes, Encoding::UsAscii); }
String* str_buffer(VM&, size_t capacity); ///< empty, UTF-8, with room
String* str_dup(VM&, const String*);      ///< plain String, unfrozen; shares big buffers
/// Plain String of the same encoding; embeds or shares. Bytes must be copied before `source` changes: they
/// are.
String* str_substr(VM&, const String* source, size_t byte_offset, size_t byte_len);
/// Itself when frozen and plain, else a frozen copy: text that stays put while Ruby code runs.
String* str_frozen_copy(VM&, String*);
String* str_fstring(VM&, std::string_view bytes, Encoding); ///< frozen and interned
/// A copy of a literal: `chilled` ones warn when mutated (-W:deprecated).
String* str_literal_dup(VM&, const String* literal, bool chilled);

// Mutation. None checks frozen: methods take Mut<String> (vm/native.hpp), others call check_frozen.
/// Amortised O(1); keeps the encoding and what is known of the code range. `bytes` may lie in the string.
void str_append(VM&, String*, std::string_view bytes);
/// With encoding negotiation; raises Encoding::CompatibilityError.
void str_concat(VM&, String*, String* other);
/// Appends the character in the string's encoding; raises RangeError "x out of char range".
void str_append_codepoint(VM&, String*, uint32_t codepoint);
void str_make_independent(VM&, String*); ///< unshares
/// Bytes for writing: unshared, nothing assumed of their content afterwards.
char* str_modify(VM&, String*);
/// `with` must not lie in the string.
void str_replace_bytes(VM&, String*, size_t offset, size_t len, std::string_view with);
/// Becomes a copy of `other`: bytes (shared when big), encoding, code range.
void str_assign(VM&, String*, const String* other);
/// Makes room for `capacity` bytes; the string then owns its buffer or has it embedded.
void str_reserve(VM&, String*, size_t capacity);
size_t str_capacity(const String*);
void str_set_len(String*, size_t len);

// Queries.
CodeRange str_code_range(String*); ///< scans once and caches
bool str_ascii_only(String*);
/// Every character is one byte, so that character indices are byte offsets.
inline bool str_single_byte(String* s) {
  return s->encoding() != Encoding::Utf8 || str_code_range(s) == CodeRange::SevenBit;
}
size_t str_length(String*); ///< characters
/// Byte offset of the character `chars` after byte `from`; clamps to the end.
size_t str_char_to_byte(String*, size_t chars, size_t from = 0);
/// Number of characters that start before byte `offset`.
size_t str_byte_to_char(String*, size_t offset);
/// Bytes of the character that starts at `offset`. Precondition: offset < len.
size_t str_char_bytes(const String*, size_t offset);
/// Code point of the character at `offset`; raises ArgumentError "invalid byte sequence in UTF-8".
uint32_t str_codepoint(VM&, const String*, size_t offset);
bool str_equal(const String*, const String*);
int str_compare(const String*, const String*);
uint64_t str_hash(VM&, const String*);
bool str_comparable(String*, String*);
/// The encoding both can be combined in, if there is one.
std::optional<Encoding> str_compatible_encoding(String*, String*);
/// The same; raises Encoding::CompatibilityError "incompatible character encodings: ...".
Encoding str_check_compatible(VM&, String*, String*);
const char* encoding_name(Encoding);
/// How messages show it: "BINARY (ASCII-8BIT)".
const char* encoding_display_name(Encoding);

std::string str_inspect(VM&, String*);
std::string inspect_bytes(std::string_view bytes, Encoding);  ///< with the quotes
String* str_concat_many(VM&, const Value* strings, size_t n); ///< concatstrings
String* str_plus(VM&, String*, String*);                      ///< String#+
Value str_lshift(VM&, String*, Value);                        ///< String#<<; does not check frozen
Value str_intern(VM&, String*);                               ///< to a Symbol
String* sym_to_str(VM&, ID);                                  ///< fresh string
String* sym_fstring(VM&, ID); ///< Symbol#name: frozen, the same object each time
std::string sym_inspect(VM&, ID);
inline bool is_string(Value v) { return is_type(v, Type::String); }
inline std::string_view str_view(Value v) { return v.as<String>()->view(); }

String* str_succ(VM&, const String*);
/// String#[] with one argument.
Value str_aref(VM&, String*, Value index);

/// Kernel#format.
String* str_format(VM&, String* format, std::span<const Value> args);

void init_string(VM&);
void init_symbol(VM&);
void init_encoding(VM&);
void init_format(VM&);

} // namespace miniyarv
