#pragma once

#include "compiler/unit_storage.hpp"

#include <string>
#include <string_view>
#include <unordered_map>

namespace miniyarv {

/// The tables of a finished sequence, on their way into a unit.
struct ISeqTables {
  std::vector<uint32_t> code;
  std::vector<NameId> locals;
  std::vector<CallInfo> calls;
  std::vector<NameId> kwarg_names;
  std::vector<ConstantPath> constant_paths;
  std::vector<NameId> path_names;
  std::vector<CaseTable> case_tables;
  std::vector<CaseEntry> case_entries;
  std::vector<CatchEntry> catch_table;
  std::vector<ISeqId> children;
  std::vector<uint32_t> opt_table;
  std::vector<NameId> keywords;
  std::vector<LiteralId> keyword_defaults;
  std::vector<InsnPosition> positions;
};

/// Collects the names, literals and sequences of a unit. Equal names have one id, and so have equal literals.
class UnitBuilder {
public:
  UnitBuilder();

  NameId name(std::string_view text);
  std::string_view name_text(NameId id) const;

  LiteralId nil() { return simple(LiteralKind::Nil); }
  LiteralId boolean(bool value) { return simple(value ? LiteralKind::True : LiteralKind::False); }
  LiteralId integer(int64_t value);
  /// `digits` decimal, with an optional `-`.
  LiteralId big_integer(std::string_view digits);
  LiteralId real(double value);
  LiteralId rational(LiteralId numerator, LiteralId denominator);
  LiteralId imaginary(LiteralId part);
  LiteralId string(std::string_view bytes, TextEncoding encoding = TextEncoding::Utf8);
  LiteralId symbol(std::string_view text, TextEncoding encoding = TextEncoding::Utf8);
  LiteralId symbol(NameId name);
  LiteralId regexp(std::string_view source, uint32_t options, TextEncoding encoding);
  LiteralId array(std::span<const LiteralId> elements);
  LiteralId hash(std::span<const LiteralId> keys_and_values);
  LiteralId range(LiteralId low, LiteralId high, bool exclude_end);
  LiteralId core_class(std::string_view name);
  LiteralId encoding(std::string_view name);

  const Literal& literal(LiteralId id) const { return storage_->owned.literals[static_cast<size_t>(id)]; }
  std::string_view bytes(const Literal& l) const {
    return std::string_view(storage_->owned.text).substr(l.first, l.count);
  }
  std::span<const LiteralId> elements(const Literal& l) const {
    return std::span<const LiteralId>(storage_->owned.elements).subspan(l.first, l.count);
  }

  /// Reserves an id, so that a sequence can be mentioned before it is finished.
  ISeqId new_iseq();
  void set_iseq(const UnlinkedISeqHead& head, const ISeqTables& tables);

  /// Ends building; the builder is of no use afterwards.
  std::unique_ptr<UnlinkedUnit> finish(std::string_view path, ISeqId root);

private:
  static Literal blank(LiteralKind kind);
  LiteralId simple(LiteralKind kind);
  LiteralId add(const Literal& literal, std::string_view payload);
  LiteralId with_bytes(Literal literal, std::string_view bytes);
  LiteralId with_elements(Literal literal, std::span<const LiteralId> elements);

  std::unique_ptr<UnlinkedUnit::Storage> storage_;
  std::unordered_map<std::string, NameId> names_;
  std::unordered_map<std::string, LiteralId> literals_; ///< keyed by everything that makes literals equal
};

} // namespace miniyarv
