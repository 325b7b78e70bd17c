// Where the bytes of strings live: embedding, spilling, sharing, growth.

#include "vm/core/string.hpp"

#include "vm/core/text.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

namespace {

/// A string must be able to spill, so its slot holds at least an Outside.
constexpr size_t kMinSlot = sizeof(String);
/// Embedded bytes up to here are copied as two words, length unseen.
constexpr size_t kTwoWords = kMinSlot - String::kEmbedOffset;
static_assert(kTwoWords == 16);

constexpr uint64_t kSharedFlag = uint64_t{1} << (Object::kUserShift + String::kSharedBit);
/// What a copy of the bytes inherits from the original's flag word: encoding and code range.
constexpr uint64_t kTextFlags = uint64_t{0xf} << Object::kUserShift;

constexpr uint64_t encoding_flag(Encoding e) {
  return static_cast<uint64_t>(e) << (Object::kUserShift + String::kEncodingBit);
}

String* allocate_embedded(VM& vm, Class* klass, size_t capacity, uint64_t text_flags) {
  const SizePool pool = size_pool_for(std::max(String::kEmbedOffset + capacity, kMinSlot));
  return static_cast<String*>(
      vm.heap.allocate(pool, Object::make_flags(Type::String, pool) | text_flags, klass));
}

String* allocate_spilled(VM& vm, Class* klass, size_t capacity, uint64_t text_flags) {
  String* s = allocate_embedded(vm, klass, kTwoWords, text_flags);
  s->len = 0;
  char* const buffer = static_cast<char*>(vm.heap.malloc(capacity));
  s->outside.ptr = buffer;
  s->outside.capacity = capacity;
  s->flags |= Object::kSpilled;
  vm.heap.set_owning(s);
  return s;
}

String* make(VM& vm, Class* klass, const char* bytes, size_t len, uint64_t text_flags) {
  if (len > String::kMaxEmbedded) {
    String* s = allocate_spilled(vm, klass, len, text_flags);
    std::memcpy(s->outside.ptr, bytes, len);
    s->len = len;
    return s;
  }
  String* s = allocate_embedded(vm, klass, len, text_flags);
  s->len = len;
  if (len) std::memcpy(s->embedded, bytes, len);
  return s;
}

/// The frozen string whose buffer substrings of `s` point into; made on demand from s's own buffer.
/// Precondition: s is spilled.
String* shared_root(VM& vm, String* s) {
  if (s->shared()) return s->outside.root;
  if (s->frozen()) return s;
  String* root = allocate_embedded(vm, vm.cString, kTwoWords, s->flags & kTextFlags);
  root->len = s->len;
  root->outside.ptr = s->outside.ptr;
  root->outside.capacity = s->outside.capacity;
  root->flags |= Object::kSpilled | Object::kFrozen;
  vm.heap.set_owning(root);
  s->outside.root = root;
  s->flags |= kSharedFlag;
  vm.heap.write_barrier(s, root);
  return root;
}

/// A string over bytes of root's buffer.
String* make_shared(VM& vm, Class* klass, String* root, const char* bytes, size_t len, uint64_t text_flags) {
  String* s = allocate_embedded(vm, klass, kTwoWords, text_flags);
  s->len = len;
  s->outside.ptr = const_cast<char*>(bytes);
  s->outside.root = root;
  s->flags |= Object::kSpilled | kSharedFlag;
  return s;
}

/// Text flags of a part of a string: a part of ASCII is ASCII, of anything else is unknown.
uint64_t part_flags(const String* s) {
  const uint64_t encoding = encoding_flag(s->encoding());
  const auto range = s->code_range_cache();
  if (range != CodeRange::SevenBit) return encoding;
  return encoding | uint64_t{static_cast<uint8_t>(range)} << (Object::kUserShift + String::kCodeRangeBit);
}

/// Moves the bytes to an owned buffer of `capacity`. The string is not shared.
void grow(VM& vm, String* s, size_t capacity) {
  if (s->spilled()) {
    s->outside.ptr = static_cast<char*>(vm.heap.realloc(s->outside.ptr, s->outside.capacity, capacity));
    s->outside.capacity = capacity;
    return;
  }
  char* const buffer = static_cast<char*>(vm.heap.malloc(capacity));
  std::memcpy(buffer, s->embedded, s->len);
  s->outside.ptr = buffer;
  s->outside.capacity = capacity;
  s->flags |= Object::kSpilled;
  vm.heap.set_owning(s);
}

void note_appended(String* s, bool ascii) {
  const auto range = s->code_range_cache();
  if (range == CodeRange::SevenBit && !ascii) s->set_code_range(CodeRange::Unknown);
  // Appended bytes may complete a truncated character.
  if (range == CodeRange::Broken) s->set_code_range(CodeRange::Unknown);
  if (range == CodeRange::Valid && !ascii && s->encoding() == Encoding::Utf8)
    s->set_code_range(CodeRange::Unknown);
}

void append_raw(VM& vm, String* s, const char* bytes, size_t n) {
  const size_t len = s->len, needed = len + n;
  if (s->shared() || needed > str_capacity(s)) [[unlikely]] {
    const bool inside = bytes >= s->data() && bytes <= s->data() + len;
    const size_t at = inside ? static_cast<size_t>(bytes - s->data()) : 0;
    str_reserve(vm, s, needed > str_capacity(s) ? std::max(needed, len * 2) : needed);
    if (inside) bytes = s->data() + at;
  }
  std::memcpy(s->data() + len, bytes, n);
  s->len = needed;
}

} // namespace

String* str_new(VM& vm, std::string_view bytes, Encoding encoding) {
  return make(vm, vm.cString, bytes.data(), bytes.size(), encoding_flag(encoding));
}

String* str_new_class(VM& vm, Class* klass, std::string_view bytes, Encoding encoding) {
  return make(vm, klass, bytes.data(), bytes.size(), encoding_flag(encoding));
}

String* str_buffer(VM& vm, size_t capacity) {
  if (capacity > String::kMaxEmbedded) return allocate_spilled(vm, vm.cString, capacity, 0);
  String* s = allocate_embedded(vm, vm.cString, capacity, 0);
  s->len = 0;
  return s;
}

String* str_dup(VM& vm, const String* original) {
  if (!original->spilled() || original->len <= String::kMaxEmbedded)
    return make(vm, vm.cString, original->data(), original->len, original->flags & kTextFlags);
  String* root = shared_root(vm, const_cast<String*>(original));
  return make_shared(vm, vm.cString, root, original->outside.ptr, original->len,
                     original->flags & kTextFlags);
}

String* str_literal_dup(VM& vm, const String* literal, bool chilled) {
  const uint64_t flags = (literal->flags & kTextFlags) |
                         (chilled ? uint64_t{1} << (Object::kUserShift + String::kChilledBit) : 0);
  if (literal->len <= kTwoWords && !literal->spilled()) [[likely]] {
    constexpr SizePool pool = size_pool_for(kMinSlot);
    auto* s = static_cast<String*>(
        vm.heap.allocate(pool, Object::make_flags(Type::String, pool) | flags, vm.cString));
    s->len = literal->len;
    std::memcpy(s->embedded, literal->embedded, kTwoWords);
    return s;
  }
  if (literal->spilled() && literal->len > String::kMaxEmbedded)
    return make_shared(vm, vm.cString, shared_root(vm, const_cast<String*>(literal)), literal->outside.ptr,
                       literal->len, flags);
  return make(vm, vm.cString, literal->data(), literal->len, flags);
}

String* str_substr(VM& vm, const String* source, size_t offset, size_t len) {
  if (len <= String::kMaxEmbedded)
    return make(vm, vm.cString, source->data() + offset, len, part_flags(source));
  String* root = shared_root(vm, const_cast<String*>(source));
  return make_shared(vm, vm.cString, root, source->outside.ptr + offset, len, part_flags(source));
}

String* str_frozen_copy(VM& vm, String* s) {
  if (s->frozen() && s->klass == vm.cString) return s;
  String* copy = str_dup(vm, s);
  copy->flags |= Object::kFrozen;
  return copy;
}

size_t str_capacity(const String* s) {
  if (!s->spilled()) return s->embed_capacity();
  return s->shared() ? s->len : s->outside.capacity;
}

void str_make_independent(VM& vm, String* s) {
  if (s->shared()) str_reserve(vm, s, s->len);
}

void str_reserve(VM& vm, String* s, size_t capacity) {
  if (!s->shared()) {
    if (capacity > str_capacity(s)) grow(vm, s, capacity);
    return;
  }
  const char* const bytes = s->outside.ptr;
  capacity = std::max(capacity, s->len);
  if (capacity <= s->embed_capacity()) {
    // Until here `root` lives in the slot; keep it alive while its bytes are copied over it.
    char copy[String::kMaxEmbedded];
    std::memcpy(copy, bytes, s->len);
    std::memcpy(s->embedded, copy, s->len);
    s->flags &= ~(Object::kSpilled | kSharedFlag);
    return;
  }
  char* const buffer = static_cast<char*>(vm.heap.malloc(capacity));
  std::memcpy(buffer, bytes, s->len);
  s->outside.ptr = buffer;
  s->outside.capacity = capacity;
  s->flags &= ~kSharedFlag;
  vm.heap.set_owning(s);
}

char* str_modify(VM& vm, String* s) {
  str_make_independent(vm, s);
  s->set_code_range(CodeRange::Unknown);
  return s->data();
}

void str_set_len(String* s, size_t len) {
  if (len < s->len && s->code_range_cache() != CodeRange::SevenBit) s->set_code_range(CodeRange::Unknown);
  s->len = len;
}

void str_append(VM& vm, String* s, std::string_view bytes) {
  if (bytes.empty()) return;
  if (s->len == 0) s->set_code_range(CodeRange::SevenBit);
  const bool ascii = s->code_range_cache() != CodeRange::Unknown && is_ascii(bytes);
  append_raw(vm, s, bytes.data(), bytes.size());
  note_appended(s, ascii);
}

void str_concat(VM& vm, String* s, String* other) {
  const size_t n = other->len;
  if (s->len == 0 && s->encoding() == other->encoding()) s->set_code_range(CodeRange::SevenBit);
  const CodeRange before = s->code_range_cache();
  const bool same_encoding = s->encoding() == other->encoding();
  if (!same_encoding) {
    const Encoding encoding = str_check_compatible(vm, s, other);
    const CodeRange mine = str_code_range(s), theirs = str_code_range(other);
    append_raw(vm, s, other->data(), n);
    s->set_encoding(encoding);
    s->set_code_range(mine == CodeRange::SevenBit     ? theirs
                      : theirs == CodeRange::SevenBit ? mine
                                                      : CodeRange::Unknown);
    return;
  }
  if (before == CodeRange::Unknown) return append_raw(vm, s, other->data(), n);
  const CodeRange theirs = str_code_range(other);
  append_raw(vm, s, other->data(), n);
  if (before == CodeRange::SevenBit)
    s->set_code_range(theirs);
  else if (before != CodeRange::Valid || theirs == CodeRange::Broken)
    s->set_code_range(CodeRange::Unknown);
}

void str_append_codepoint(VM& vm, String* s, uint32_t codepoint) {
  char bytes[4];
  int n = 1;
  if (s->encoding() == Encoding::Utf8) {
    if (!utf8::valid_codepoint(codepoint))
      raise(vm, vm.eRangeError, cat("invalid codepoint 0x", hex_digits(codepoint), " in UTF-8"));
    n = utf8::encode(codepoint, bytes);
  } else {
    if (codepoint > 0xff) raise(vm, vm.eRangeError, cat(codepoint, " out of char range"));
    bytes[0] = static_cast<char>(codepoint);
    if (s->encoding() == Encoding::UsAscii && codepoint > 0x7f) s->set_encoding(Encoding::Binary);
  }
  str_append(vm, s, {bytes, static_cast<size_t>(n)});
}

void str_replace_bytes(VM& vm, String* s, size_t offset, size_t len, std::string_view with) {
  const bool ascii = s->code_range_cache() == CodeRange::SevenBit && is_ascii(with);
  const size_t tail = s->len - offset - len, size = offset + with.size() + tail;
  str_reserve(vm, s, size);
  char* const at = s->data() + offset;
  if (with.size() != len) std::memmove(at + with.size(), at + len, tail);
  if (!with.empty()) std::memcpy(at, with.data(), with.size());
  s->len = size;
  if (!ascii) s->set_code_range(CodeRange::Unknown);
}

void str_assign(VM& vm, String* s, const String* other) {
  if (s == other) return;
  if (other->spilled() && other->len > s->embed_capacity() && other->len > String::kMaxEmbedded) {
    String* root = shared_root(vm, const_cast<String*>(other));
    if (s->spilled() && !s->shared()) vm.heap.free(s->outside.ptr, s->outside.capacity);
    s->outside.ptr = other->outside.ptr;
    s->outside.root = root;
    s->flags |= Object::kSpilled | kSharedFlag;
    s->len = other->len;
    vm.heap.write_barrier(s, root);
  } else {
    // Nothing of the old content is worth keeping.
    if (s->shared()) s->flags &= ~(Object::kSpilled | kSharedFlag);
    s->len = 0;
    str_reserve(vm, s, other->len);
    std::memcpy(s->data(), other->data(), other->len);
    s->len = other->len;
  }
  s->flags = (s->flags & ~kTextFlags) | (other->flags & kTextFlags);
}

} // namespace miniyarv
