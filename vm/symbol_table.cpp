#include "vm/symbol_table.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {
namespace {

constexpr size_t kInitialIndex = 8192;
constexpr size_t kChunkBytes = 16384;

uint64_t hash_bytes(std::string_view s) {
  constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  uint64_t h = s.size() * kMultiplier;
  const char* p = s.data();
  size_t left = s.size();
  for (; left >= 8; p += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, p, 8);
    h = std::rotl((h ^ word) * kMultiplier, 29);
  }
  uint64_t tail = 0;
  std::memcpy(&tail, p, left);
  h = (h ^ tail) * kMultiplier;
  return h ^ h >> 32;
}

constexpr std::string_view kFixedNames[] = {
    "",
#define MINIYARV_ID(identifier, text) text,
#include "vm/ids.def"
#undef MINIYARV_ID
};
static_assert(std::size(kFixedNames) == ids::kCount);

constexpr std::string_view kOperators[] = {
    "+",  "-",  "*",   "/",  "%",  "**", "==", "!=", "===", "=~",  "!~", "!", "~", "+@",
    "-@", "[]", "[]=", "<<", ">>", "<",  "<=", ">",  ">=",  "<=>", "&",  "|", "^", "`",
};

bool is_name_start(unsigned char c) {
  return c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c >= 0x80;
}
bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
bool is_name_char(unsigned char c) { return is_name_start(c) || is_digit(c); }
bool is_name(std::string_view s) {
  return !s.empty() && is_name_start(static_cast<unsigned char>(s[0])) &&
         std::all_of(s.begin(), s.end(), [](char c) { return is_name_char(static_cast<unsigned char>(c)); });
}

/// What follows the `$` of a global: a name, digits, one punctuation mark, or `-` and a character.
bool is_global_tail(std::string_view s) {
  if (is_name(s)) return true;
  if (s.size() == 1)
    return std::string_view("~*$?!@/\\;,.=:<>\"&`'+0123456789").find(s[0]) != std::string_view::npos;
  if (s.size() == 2 && s[0] == '-') return is_name_char(static_cast<unsigned char>(s[1]));
  return !s.empty() && s[0] != '0' &&
         std::all_of(s.begin(), s.end(), [](char c) { return is_digit(static_cast<unsigned char>(c)); });
}

IdKind classify_identifier(std::string_view s) {
  const char last = s.back();
  if ((last == '?' || last == '!') && is_name(s.substr(0, s.size() - 1))) return IdKind::Method;
  if (last == '=' && is_name(s.substr(0, s.size() - 1))) return IdKind::AttrSet;
  if (!is_name(s)) return IdKind::Junk;
  return s[0] >= 'A' && s[0] <= 'Z' ? IdKind::Constant : IdKind::Local;
}

} // namespace

SymbolTable::SymbolTable() {
  names_.reserve(kInitialIndex / 2);
  names_.push_back({});
  index_.resize(kInitialIndex);
  for (size_t i = 1; i < std::size(kFixedNames); ++i) add(kFixedNames[i], slot_for(kFixedNames[i]));
}

size_t SymbolTable::slot_for(std::string_view name) const {
  const size_t mask = index_.size() - 1;
  size_t i = hash_bytes(name) & mask;
  while (index_[i] != 0 && names_[index_[i]] != name) i = (i + 1) & mask;
  return i;
}

ID SymbolTable::add(std::string_view permanent, size_t slot) {
  const auto id = static_cast<uint32_t>(names_.size());
  names_.push_back(permanent);
  index_[slot] = id;
  if (names_.size() * 2 > index_.size()) rehash();
  return ID{id};
}

ID SymbolTable::intern(std::string_view name) {
  const size_t slot = slot_for(name);
  if (index_[slot] != 0) return ID{index_[slot]};
  return add(store(name), slot);
}

ID SymbolTable::find(std::string_view name) const { return ID{index_[slot_for(name)]}; }

std::string_view SymbolTable::store(std::string_view name) {
  if (name.size() > storage_left_) {
    const size_t bytes = std::max(kChunkBytes, name.size());
    storage_.push_back(std::make_unique<char[]>(bytes));
    storage_at_ = storage_.back().get();
    storage_left_ = bytes;
  }
  std::copy(name.begin(), name.end(), storage_at_);
  const std::string_view kept(storage_at_, name.size());
  storage_at_ += name.size();
  storage_left_ -= name.size();
  return kept;
}

void SymbolTable::rehash() {
  index_.assign(index_.size() * 2, 0);
  for (uint32_t id = 1; id < names_.size(); ++id) index_[slot_for(names_[id])] = id;
}

IdKind SymbolTable::classify(std::string_view name) {
  if (name.empty()) return IdKind::Junk;
  if (is_name_start(static_cast<unsigned char>(name[0]))) return classify_identifier(name);
  if (name.starts_with("@@")) return is_name(name.substr(2)) ? IdKind::Class : IdKind::Junk;
  if (name[0] == '@') return is_name(name.substr(1)) ? IdKind::Instance : IdKind::Junk;
  if (name[0] == '$') return is_global_tail(name.substr(1)) ? IdKind::Global : IdKind::Junk;
  const bool is_operator =
      std::find(std::begin(kOperators), std::end(kOperators), name) != std::end(kOperators);
  return is_operator ? IdKind::Operator : IdKind::Junk;
}

} // namespace miniyarv
