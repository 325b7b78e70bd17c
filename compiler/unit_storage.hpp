#pragma once

#include "compiler/iseq.hpp"

#include <array>
#include <type_traits>

namespace miniyarv {

/// A run of bytes or elements in a pool.
struct Slice {
  uint32_t first = 0; ///< bytes, in ISeqRecord; elements elsewhere
  uint32_t count = 0; ///< elements
};

/// The spans of an UnlinkedISeq, in the order of their slices in an ISeqRecord.
#define MINIYARV_ISEQ_TABLES(X)                                                                              \
  X(code)                                                                                                    \
  X(locals)                                                                                                  \
  X(calls)                                                                                                   \
  X(kwarg_names)                                                                                             \
  X(constant_paths)                                                                                          \
  X(path_names)                                                                                              \
  X(case_tables)                                                                                             \
  X(case_entries)                                                                                            \
  X(catch_table)                                                                                             \
  X(children)                                                                                                \
  X(opt_table)                                                                                               \
  X(keywords)                                                                                                \
  X(keyword_defaults)                                                                                        \
  X(positions)

#define MINIYARV_COUNT(name) +1
inline constexpr size_t kISeqTableCount = 0 MINIYARV_ISEQ_TABLES(MINIYARV_COUNT);
#undef MINIYARV_COUNT

/// An UnlinkedISeq as it is kept: its tables are slices of the unit's table pool.
struct ISeqRecord {
  UnlinkedISeqHead head;
  std::array<Slice, kISeqTableCount> tables;
};
static_assert(std::is_trivially_copyable_v<ISeqRecord>);

/// The pools of a unit. In a built unit they are `owned`, in an opened one they are someone else's bytes.
struct UnlinkedUnit::Storage {
  std::string_view path;
  ISeqId root = ISeqId::None;
  std::string_view text;        ///< bytes of names and literals
  std::span<const Slice> names; ///< slices of text
  std::span<const Literal> literals;
  std::span<const LiteralId> elements; ///< of arrays, hashes, ...
  std::span<const ISeqRecord> records;
  std::span<const std::byte> tables; ///< aligned to 4

  struct Owned {
    std::string path;
    std::string text;
    std::vector<Slice> names;
    std::vector<Literal> literals;
    std::vector<LiteralId> elements;
    std::vector<ISeqRecord> records;
    std::vector<std::byte> tables;
  };
  Owned owned;

  mutable std::vector<std::unique_ptr<UnlinkedISeq>> views; ///< by ISeqId, made at first use

  /// Makes the pools views of `owned`.
  void use_owned();
};

} // namespace miniyarv
