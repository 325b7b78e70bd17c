// What strings are asked: lengths and positions in characters, equality, order, hash, encodings.

#include "vm/core/string.hpp"

#include "vm/convert.hpp"
#include "vm/core/string_table.hpp"
#include "vm/core/text.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

String* str_fstring(VM& vm, std::string_view bytes, Encoding encoding) {
  return vm.state<FrozenStringTable>().find_or_add(vm, bytes, encoding);
}

CodeRange str_code_range(String* s) {
  const CodeRange cached = s->code_range_cache();
  if (cached != CodeRange::Unknown) return cached;
  const CodeRange found = scan_code_range(s->view(), s->encoding());
  s->set_code_range(found);
  return found;
}

bool str_ascii_only(String* s) { return str_code_range(s) == CodeRange::SevenBit; }

size_t str_length(String* s) {
  if (str_single_byte(s)) return s->len;
  return str_code_range(s) == CodeRange::Valid ? utf8::count_valid(s->view()) : utf8::count(s->view());
}

size_t str_char_to_byte(String* s, size_t chars, size_t from) {
  if (str_single_byte(s)) return std::min<size_t>(s->len, from + chars);
  const std::string_view rest = s->view().substr(from);
  return from + (str_code_range(s) == CodeRange::Valid ? utf8::offset_valid(rest, chars)
                                                       : utf8::offset(rest, chars));
}

size_t str_byte_to_char(String* s, size_t offset) {
  if (str_single_byte(s)) return offset;
  const std::string_view head = s->view().substr(0, offset);
  return str_code_range(s) == CodeRange::Valid ? utf8::count_valid(head) : utf8::count(head);
}

size_t str_char_bytes(const String* s, size_t offset) {
  if (s->encoding() != Encoding::Utf8) return 1;
  const char* const data = s->data();
  return static_cast<size_t>(utf8::step(data + offset, data + s->len));
}

uint32_t str_codepoint(VM& vm, const String* s, size_t offset) {
  const char* const p = s->data() + offset;
  const auto byte = static_cast<unsigned char>(*p);
  if (s->encoding() == Encoding::Binary || byte < 0x80) return byte;
  const int n = s->encoding() == Encoding::Utf8 ? utf8::char_length(p, s->data() + s->len) : 0;
  if (n == 0) raise_argument_error(vm, cat("invalid byte sequence in ", encoding_name(s->encoding())));
  return utf8::decode(p, n);
}

bool str_equal(const String* a, const String* b) {
  if (a->len != b->len) return false;
  if (a == b) return true;
  if (std::memcmp(a->data(), b->data(), a->len) != 0) return false;
  // Equal bytes in two encodings are equal text only when they are ASCII.
  return a->encoding() == b->encoding() || is_ascii(a->view());
}

int str_compare(const String* a, const String* b) {
  const int order = std::memcmp(a->data(), b->data(), std::min(a->len, b->len));
  if (order != 0) return order < 0 ? -1 : 1;
  if (a->len != b->len) return a->len < b->len ? -1 : 1;
  if (a->encoding() == b->encoding() || is_ascii(a->view())) return 0;
  return a->encoding() < b->encoding() ? -1 : 1;
}

uint64_t str_hash(VM&, const String* s) { return hash_bytes(s->view(), 0x5bd1e995); }

bool str_comparable(String* a, String* b) {
  return a->encoding() == b->encoding() || a->len == 0 || b->len == 0 || str_ascii_only(a) ||
         str_ascii_only(b);
}

std::optional<Encoding> str_compatible_encoding(String* a, String* b) {
  if (a->encoding() == b->encoding()) return a->encoding();
  if (b->len == 0) return a->encoding();
  if (a->len == 0) return str_ascii_only(b) ? a->encoding() : b->encoding();
  if (str_ascii_only(b)) return a->encoding();
  if (str_ascii_only(a)) return b->encoding();
  return std::nullopt;
}

Encoding str_check_compatible(VM& vm, String* a, String* b) {
  if (const std::optional<Encoding> common = str_compatible_encoding(a, b)) return *common;
  raise(vm, vm.eCompatibilityError,
        cat("incompatible character encodings: ", encoding_display_name(a->encoding()), " and ",
            encoding_display_name(b->encoding())));
}

const char* encoding_name(Encoding e) {
  constexpr const char* kNames[] = {"UTF-8", "US-ASCII", "BINARY"};
  return kNames[static_cast<size_t>(e)];
}

const char* encoding_display_name(Encoding e) {
  return e == Encoding::Binary ? "BINARY (ASCII-8BIT)" : encoding_name(e);
}

namespace {

/// The encoding of a concatenation that needs no negotiation: parts in one encoding, or in US-ASCII.
std::optional<Encoding> simple_concat_encoding(const Value* strings, size_t n) {
  Encoding encoding = Encoding::UsAscii;
  for (size_t i = 0; i < n; ++i) {
    auto* s = strings[i].as<String>();
    if (s->encoding() == encoding) continue;
    if (s->encoding() == Encoding::UsAscii && str_ascii_only(s)) continue;
    if (encoding != Encoding::UsAscii) return std::nullopt;
    encoding = s->encoding();
    for (size_t j = 0; j < i; ++j)
      if (!str_ascii_only(strings[j].as<String>())) return std::nullopt;
  }
  return encoding;
}

} // namespace

String* str_concat_many(VM& vm, const Value* strings, size_t n) {
  size_t total = 0;
  CodeRange range = CodeRange::SevenBit;
  for (size_t i = 0; i < n; ++i) {
    const String* s = strings[i].as<String>();
    total += s->len;
    if (s->code_range_cache() != CodeRange::SevenBit) range = CodeRange::Unknown;
  }
  String* out = str_buffer(vm, total);
  const std::optional<Encoding> encoding = simple_concat_encoding(strings, n);
  if (!encoding) {
    out->set_encoding(strings[0].as<String>()->encoding());
    for (size_t i = 0; i < n; ++i) str_concat(vm, out, strings[i].as<String>());
    return out;
  }
  char* p = out->data();
  for (size_t i = 0; i < n; ++i) {
    const String* s = strings[i].as<String>();
    std::memcpy(p, s->data(), s->len);
    p += s->len;
  }
  out->len = total;
  out->set_encoding(*encoding);
  out->set_code_range(range);
  return out;
}

} // namespace miniyarv
