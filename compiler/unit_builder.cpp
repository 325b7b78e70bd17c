#include "compiler/unit_builder.hpp"

#include <bit>
#include <cstring>

namespace miniyarv {

namespace {

template <class T> Slice append_table(std::vector<std::byte>& pool, const std::vector<T>& table) {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 4 && sizeof(T) % 4 == 0);
  const Slice slice{static_cast<uint32_t>(pool.size()), static_cast<uint32_t>(table.size())};
  if (table.empty()) return slice;
  pool.resize(pool.size() + table.size() * sizeof(T));
  std::memcpy(pool.data() + slice.first, table.data(), table.size() * sizeof(T));
  return slice;
}

template <class T> std::string_view raw_bytes(const T* data, size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

} // namespace

UnitBuilder::UnitBuilder() : storage_(std::make_unique<UnlinkedUnit::Storage>()) {}

NameId UnitBuilder::name(std::string_view text) {
  std::vector<Slice>& names = storage_->owned.names;
  const auto [it, added] = names_.try_emplace(std::string(text), static_cast<NameId>(names.size()));
  if (added) {
    std::string& pool = storage_->owned.text;
    names.push_back({static_cast<uint32_t>(pool.size()), static_cast<uint32_t>(text.size())});
    pool += text;
  }
  return it->second;
}

std::string_view UnitBuilder::name_text(NameId id) const {
  if (id == NameId::None) return {};
  const Slice slice = storage_->owned.names[static_cast<size_t>(id)];
  return std::string_view(storage_->owned.text).substr(slice.first, slice.count);
}

Literal UnitBuilder::blank(LiteralKind kind) {
  Literal literal{};
  literal.kind = kind;
  literal.integer = 0;
  return literal;
}

/// `payload` is what the literal refers to in a pool; `literal` must not refer to it yet.
LiteralId UnitBuilder::add(const Literal& literal, std::string_view payload) {
  std::string key(raw_bytes(&literal, 1));
  key += payload;
  std::vector<Literal>& literals = storage_->owned.literals;
  const auto [it, added] = literals_.try_emplace(std::move(key), static_cast<LiteralId>(literals.size()));
  if (added) literals.push_back(literal);
  return it->second;
}

LiteralId UnitBuilder::simple(LiteralKind kind) { return add(blank(kind), {}); }

LiteralId UnitBuilder::with_bytes(Literal literal, std::string_view bytes) {
  literal.count = static_cast<uint32_t>(bytes.size());
  const size_t before = storage_->owned.literals.size();
  const LiteralId id = add(literal, bytes);
  if (static_cast<size_t>(id) == before) {
    std::string& pool = storage_->owned.text;
    storage_->owned.literals.back().first = static_cast<uint32_t>(pool.size());
    pool += bytes;
  }
  return id;
}

LiteralId UnitBuilder::with_elements(Literal literal, std::span<const LiteralId> elements) {
  literal.count = static_cast<uint32_t>(elements.size());
  const size_t before = storage_->owned.literals.size();
  const LiteralId id = add(literal, raw_bytes(elements.data(), elements.size()));
  if (static_cast<size_t>(id) == before) {
    std::vector<LiteralId>& pool = storage_->owned.elements;
    storage_->owned.literals.back().first = static_cast<uint32_t>(pool.size());
    pool.insert(pool.end(), elements.begin(), elements.end());
  }
  return id;
}

LiteralId UnitBuilder::integer(int64_t value) {
  Literal literal = blank(LiteralKind::Integer);
  literal.integer = value;
  return add(literal, {});
}

LiteralId UnitBuilder::big_integer(std::string_view digits) {
  return with_bytes(blank(LiteralKind::BigInteger), digits);
}

LiteralId UnitBuilder::real(double value) {
  Literal literal = blank(LiteralKind::Float);
  literal.integer = std::bit_cast<int64_t>(value);
  return add(literal, {});
}

LiteralId UnitBuilder::rational(LiteralId numerator, LiteralId denominator) {
  const LiteralId parts[] = {numerator, denominator};
  return with_elements(blank(LiteralKind::Rational), parts);
}

LiteralId UnitBuilder::imaginary(LiteralId part) {
  return with_elements(blank(LiteralKind::Complex), std::span(&part, 1));
}

LiteralId UnitBuilder::string(std::string_view bytes, TextEncoding encoding) {
  Literal literal = blank(LiteralKind::String);
  literal.encoding = encoding;
  return with_bytes(literal, bytes);
}

LiteralId UnitBuilder::symbol(std::string_view text, TextEncoding encoding) {
  Literal literal = blank(LiteralKind::Symbol);
  literal.encoding = encoding;
  literal.name = name(text);
  return add(literal, {});
}

LiteralId UnitBuilder::symbol(NameId name) {
  Literal literal = blank(LiteralKind::Symbol);
  literal.name = name;
  return add(literal, {});
}

LiteralId UnitBuilder::regexp(std::string_view source, uint32_t options, TextEncoding encoding) {
  Literal literal = blank(LiteralKind::Regexp);
  literal.encoding = encoding;
  literal.options = static_cast<uint16_t>(options);
  return with_bytes(literal, source);
}

LiteralId UnitBuilder::array(std::span<const LiteralId> elements) {
  return with_elements(blank(LiteralKind::Array), elements);
}

LiteralId UnitBuilder::hash(std::span<const LiteralId> keys_and_values) {
  return with_elements(blank(LiteralKind::Hash), keys_and_values);
}

LiteralId UnitBuilder::range(LiteralId low, LiteralId high, bool exclude_end) {
  Literal literal = blank(LiteralKind::Range);
  literal.options = exclude_end;
  const LiteralId ends[] = {low, high};
  return with_elements(literal, ends);
}

LiteralId UnitBuilder::core_class(std::string_view class_name) {
  Literal literal = blank(LiteralKind::CoreClass);
  literal.name = name(class_name);
  return add(literal, {});
}

LiteralId UnitBuilder::encoding(std::string_view encoding_name) {
  Literal literal = blank(LiteralKind::Encoding);
  literal.name = name(encoding_name);
  return add(literal, {});
}

ISeqId UnitBuilder::new_iseq() {
  std::vector<ISeqRecord>& records = storage_->owned.records;
  records.emplace_back();
  return static_cast<ISeqId>(records.size() - 1);
}

void UnitBuilder::set_iseq(const UnlinkedISeqHead& head, const ISeqTables& tables) {
  ISeqRecord& record = storage_->owned.records[static_cast<size_t>(head.id)];
  record.head = head;
  Slice* slice = record.tables.data();
#define MINIYARV_APPEND(name) *slice++ = append_table(storage_->owned.tables, tables.name);
  MINIYARV_ISEQ_TABLES(MINIYARV_APPEND)
#undef MINIYARV_APPEND
}

std::unique_ptr<UnlinkedUnit> UnitBuilder::finish(std::string_view path, ISeqId root) {
  storage_->owned.path = path;
  storage_->root = root;
  storage_->use_owned();
  return std::make_unique<UnlinkedUnit>(std::move(storage_));
}

} // namespace miniyarv
