#include "compiler/iseq.hpp"

#include "compiler/unit_storage.hpp"

#include <cassert>

namespace miniyarv {

namespace {

template <class T> void view_table(std::span<const T>& table, std::span<const std::byte> pool, Slice slice) {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 4);
  table = {reinterpret_cast<const T*>(pool.data() + slice.first), slice.count};
}

std::unique_ptr<UnlinkedISeq> make_view(const UnlinkedUnit::Storage& storage, const ISeqRecord& record) {
  auto view = std::make_unique<UnlinkedISeq>();
  static_cast<UnlinkedISeqHead&>(*view) = record.head;
  const Slice* slice = record.tables.data();
#define MINIYARV_VIEW(name) view_table(view->name, storage.tables, *slice++);
  MINIYARV_ISEQ_TABLES(MINIYARV_VIEW)
#undef MINIYARV_VIEW
  return view;
}

} // namespace

void UnlinkedUnit::Storage::use_owned() {
  path = owned.path;
  text = owned.text;
  names = owned.names;
  literals = owned.literals;
  elements = owned.elements;
  records = owned.records;
  tables = owned.tables;
}

UnlinkedUnit::UnlinkedUnit(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {
  storage_->views.resize(storage_->records.size());
}

UnlinkedUnit::~UnlinkedUnit() = default;

std::string_view UnlinkedUnit::path() const { return storage_->path; }
ISeqId UnlinkedUnit::root() const { return storage_->root; }
uint32_t UnlinkedUnit::name_count() const { return static_cast<uint32_t>(storage_->names.size()); }
uint32_t UnlinkedUnit::literal_count() const { return static_cast<uint32_t>(storage_->literals.size()); }
uint32_t UnlinkedUnit::iseq_count() const { return static_cast<uint32_t>(storage_->records.size()); }

std::string_view UnlinkedUnit::name(NameId id) const {
  if (id == NameId::None) return {};
  const Slice slice = storage_->names[static_cast<size_t>(id)];
  return storage_->text.substr(slice.first, slice.count);
}

const Literal& UnlinkedUnit::literal(LiteralId id) const {
  assert(static_cast<size_t>(id) < storage_->literals.size());
  return storage_->literals[static_cast<size_t>(id)];
}

std::string_view UnlinkedUnit::bytes(const Literal& literal) const {
  return storage_->text.substr(literal.first, literal.count);
}

std::span<const LiteralId> UnlinkedUnit::elements(const Literal& literal) const {
  return storage_->elements.subspan(literal.first, literal.count);
}

const UnlinkedISeq& UnlinkedUnit::iseq(ISeqId id) const {
  std::unique_ptr<UnlinkedISeq>& view = storage_->views[static_cast<size_t>(id)];
  if (!view) view = make_view(*storage_, storage_->records[static_cast<size_t>(id)]);
  return *view;
}

} // namespace miniyarv
