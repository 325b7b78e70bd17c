#pragma once

#include "compiler/instructions.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The heap-independent product of compilation. Names and literals are descriptions, not values, so that
// compiling, disassembling and storing need no VM; the VM makes values of them when an iseq is linked.
//
// All records are plain and hold ids instead of pointers: the form in memory is the form in a file
// (compiler/iseq_binary.hpp), and opening a stored unit decodes nothing.

namespace miniyarv {

/// A name in a unit: of a method, a variable, a constant, a label. None has the empty text.
enum class NameId : uint32_t { None = 0xffffffff };
enum class LiteralId : uint32_t { None = 0xffffffff };
enum class ISeqId : uint32_t { None = 0xffffffff };

// --- Literals ---

enum class LiteralKind : uint8_t {
  Nil,
  True,
  False,
  Integer,    ///< `integer`
  BigInteger, ///< bytes: optional `-`, decimal digits
  Float,      ///< `real`
  Rational,   ///< elements: numerator, denominator (Integer or BigInteger)
  Complex,    ///< elements: the imaginary part; the real part is 0
  String,     ///< bytes, encoding
  Symbol,     ///< name, encoding
  Regexp,     ///< bytes: source; options, encoding
  Array,      ///< elements
  Hash,       ///< elements: keys and values alternating
  Range,      ///< elements: begin, end; options 1: without its end
  CoreClass,  ///< name: a class of the core library, such as StandardError
  Encoding,   ///< name: an Encoding object
};

enum class TextEncoding : uint8_t { Utf8, UsAscii, Binary };

/// Options of a Regexp literal, as `toregexp` has them too.
namespace regexp_option {
inline constexpr uint32_t kIgnoreCase = 1, kExtended = 2, kMultiLine = 4;
inline constexpr uint32_t kFixedEncoding = 16, kNoEncoding = 32;
} // namespace regexp_option

struct Literal {
  LiteralKind kind;
  TextEncoding encoding;
  uint16_t options;
  uint32_t count; ///< bytes or elements
  union {
    int64_t integer;
    double real;
    NameId name;
    uint32_t first; ///< of the bytes or elements in the unit's pool
  };
};
static_assert(sizeof(Literal) == 16);

// --- Call infos ---

namespace call_flag {
inline constexpr uint16_t kArgsSplat = 1 << 0;    ///< m(*a)
inline constexpr uint16_t kArgsBlockarg = 1 << 1; ///< m(&b)
inline constexpr uint16_t kFcall = 1 << 2;        ///< m()  or self.m
inline constexpr uint16_t kVcall = 1 << 3;        ///< m, which could be a variable
inline constexpr uint16_t kArgsSimple = 1 << 4;   ///< plain arguments only, no block
inline constexpr uint16_t kKwarg = 1 << 5;   ///< trailing keyword arguments, whose names the call info has
inline constexpr uint16_t kKwSplat = 1 << 6; ///< m(**h): the last argument is a Hash of keywords
inline constexpr uint16_t kTailcall = 1 << 7;
inline constexpr uint16_t kSuper = 1 << 8;
inline constexpr uint16_t kZsuper = 1 << 9; ///< super without arguments or parentheses
inline constexpr uint16_t kOptSend = 1 << 10;
inline constexpr uint16_t kKwSplatMut = 1 << 11;   ///< the keyword Hash is fresh, so it may be mutated
inline constexpr uint16_t kArgsSplatMut = 1 << 12; ///< the splatted Array is fresh
inline constexpr uint16_t kForwarding = 1 << 13;   ///< m(...)
} // namespace call_flag

struct CallInfo {
  NameId mid; ///< None for yield and super
  uint16_t flags;
  uint16_t argc;        ///< values on the stack, keyword arguments included; receiver, block argument not
  uint16_t kwarg_count; ///< how many of them are keyword arguments
  uint16_t reserved;
  uint32_t kwarg_first; ///< index of their names in `UnlinkedISeq::kwarg_names`

  /// Values the call takes besides the receiver.
  int values() const {
    return argc + ((flags & call_flag::kArgsBlockarg) ? 1 : 0) + ((flags & call_flag::kForwarding) ? 1 : 0);
  }
};

// --- Side tables ---

/// Names of a static constant path, outermost first: `count` entries of `UnlinkedISeq::path_names` from
/// `first`. A leading `::` is an entry of its own, NameId::None.
struct ConstantPath {
  uint32_t first, count;
};

/// A table of opt_case_dispatch: `count` entries of `UnlinkedISeq::case_entries` from `first`. Of equal keys
/// only the first is kept.
struct CaseTable {
  uint32_t first, count;
};
struct CaseEntry {
  LiteralId key;
  uint32_t target; ///< word index
};

enum class CatchType : uint8_t { Rescue, Ensure, Retry, Break, Redo, Next };

struct CatchEntry {
  CatchType type;
  ISeqId iseq;         ///< Rescue, Ensure: the sequence that handles; Break: the block, if it was literal
  uint32_t start, end; ///< protected words [start, end)
  uint32_t cont;       ///< word to continue at
  uint32_t sp;         ///< stack depth to restore before the value is pushed
};

/// Events at an instruction, in the order in which a dump shows them.
namespace event {
inline constexpr uint16_t kLine = 1 << 0, kClass = 1 << 1, kEnd = 1 << 2, kCall = 1 << 3, kReturn = 1 << 4;
inline constexpr uint16_t kCCall = 1 << 5, kCReturn = 1 << 6, kBlockCall = 1 << 7, kBlockReturn = 1 << 8;
inline constexpr uint16_t kRescue = 1 << 9;
} // namespace event

/// What is known of an instruction. Entries are in order of `word`; an instruction without one has the line
/// of the entry before it and no events.
struct InsnPosition {
  uint32_t word;
  int32_t line; ///< 0: unknown
  uint16_t events;
  uint16_t reserved;
  /// The part of the source to point at when the instruction raises, in bytes: for a call from its dot or
  /// name to the end of its name. Empty if unknown.
  uint32_t source_start, source_end;
};

/// Lines from 1, columns in bytes from 0, end exclusive.
struct SourceRange {
  int32_t start_line, start_column, end_line, end_column;
};

// --- Instruction sequences ---

enum class ISeqType : uint8_t { Top, Method, Block, Class, Rescue, Ensure, Eval, Main, Plain };

/// Parameters. Slots count from the first local; -1 is none.
struct UnlinkedParams {
  uint16_t lead_num = 0; ///< leading required ones, in slots 0...lead_num
  uint16_t opt_num = 0;  ///< optional ones, in the slots after them
  uint16_t post_num = 0; ///< trailing required ones
  int16_t rest_start = -1, post_start = -1, block_start = -1, kwrest_start = -1;
  uint16_t keyword_num = 0;          ///< keywords, required ones first, in the keyword_num slots
  uint16_t required_keyword_num = 0; ///< before keyword_bits
  int16_t keyword_bits = -1;         ///< hidden slot that checkkeyword tests
  bool has_keywords = false;
  bool accepts_no_kwarg = false; ///< **nil
  bool ambiguous_param0 = false; ///< |a|: exactly one required parameter, and not |a,|
  bool forwardable = false;      ///< `...` is the only parameter: slot 0 holds the caller's call info
  bool anon_rest = false, anon_kwrest = false;
  bool uses_block = false; ///< the method yields or otherwise uses its block

  int keyword_start() const { return keyword_bits - keyword_num; }
};

/// What an instruction sequence has besides its tables.
struct UnlinkedISeqHead {
  ISeqId id;
  ISeqType type;
  NameId label;      ///< as dumps and backtraces show it: "block in foo"
  NameId base_label; ///< without the levels: "foo"
  int32_t first_line;
  SourceRange range;
  ISeqId parent; ///< enclosing scope; None at the top (an eval's parent is known to its caller only)
  ISeqId local;  ///< nearest method, class or top sequence; may be itself
  uint32_t stack_max;
  UnlinkedParams params;
  bool is_lambda_literal; ///< block of `->`
  /// Indices of the operands Ivc, Icvarc, Ise and Ic count each kind from 0; these say how many there are
  /// (of Ic: the number of constant paths).
  uint32_t ivar_caches, cvar_caches, once_slots;
};

/// One instruction sequence. A view: the spans point into the unit, which outlives it.
struct UnlinkedISeq : UnlinkedISeqHead {
  /// Opcode (an Insn) and operands, one word each. Offsets are indices of the target instruction's opcode.
  std::span<const uint32_t> code;
  std::span<const NameId> locals; ///< all slots, parameters first; None for a hidden one
  std::span<const CallInfo> calls;
  std::span<const NameId> kwarg_names;
  std::span<const ConstantPath> constant_paths; ///< one a constant cache
  std::span<const NameId> path_names;
  std::span<const CaseTable> case_tables;
  std::span<const CaseEntry> case_entries;
  std::span<const CatchEntry> catch_table; ///< innermost first
  std::span<const ISeqId> children;        ///< in the order in which instructions mention them
  std::span<const uint32_t> opt_table;     ///< opt_num + 1 words to start at, or empty
  std::span<const NameId> keywords;
  std::span<const LiteralId> keyword_defaults; ///< of the optional ones; None: computed by the code
  std::span<const InsnPosition> positions;

  Insn insn_at(uint32_t word) const { return static_cast<Insn>(code[word]); }
  std::span<const NameId> kwargs_of(const CallInfo& ci) const {
    return kwarg_names.subspan(ci.kwarg_first, ci.kwarg_count);
  }
  std::span<const NameId> path_of(const ConstantPath& p) const {
    return path_names.subspan(p.first, p.count);
  }
  std::span<const CaseEntry> entries_of(const CaseTable& t) const {
    return case_entries.subspan(t.first, t.count);
  }
};

/// What one source compiled to: its names, literals and sequences. Either built by the compiler or a view of
/// stored bytes. Not safe for use from two threads at once: iseq() caches.
class UnlinkedUnit {
public:
  struct Storage;
  explicit UnlinkedUnit(std::unique_ptr<Storage>);
  ~UnlinkedUnit();
  UnlinkedUnit(const UnlinkedUnit&) = delete;
  UnlinkedUnit& operator=(const UnlinkedUnit&) = delete;

  std::string_view path() const;
  ISeqId root() const; ///< the top, main or eval sequence

  uint32_t name_count() const;
  uint32_t literal_count() const;
  uint32_t iseq_count() const;

  std::string_view name(NameId id) const; ///< bytes; empty for None
  const Literal& literal(LiteralId id) const;
  std::string_view bytes(const Literal& literal) const;
  std::span<const LiteralId> elements(const Literal& literal) const;
  /// Constant time; the reference holds for the unit's life.
  const UnlinkedISeq& iseq(ISeqId id) const;
  const Storage& storage() const { return *storage_; }

private:
  std::unique_ptr<Storage> storage_;
};

} // namespace miniyarv
