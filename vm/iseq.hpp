#pragma once

#include "compiler/iseq.hpp"
#include "vm/call_data.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace miniyarv {

class VM;
struct ISeq;

/// Everything of one compiled source that its iseqs share: the heap-independent unit, and what has been made
/// of it in this VM. Names are interned and literals and iseqs created at first use, so loading a unit costs
/// little.
struct RuntimeUnit {
  std::unique_ptr<UnlinkedUnit> unlinked;
  std::vector<ID> ids;         ///< by NameId; ID::None until interned
  std::vector<Value> literals; ///< by LiteralId; Qundef until made
  std::vector<ISeq*> iseqs;    ///< by ISeqId; null until made
  Value path = Qnil;           ///< frozen String
  Value realpath = Qnil;       ///< frozen String, or nil for eval
  bool internal = false;       ///< core library: hidden from backtraces
};

/// Parameters, as the caller's set-up needs them. Slots count from the first local.
struct ISeqParams {
  uint16_t lead_num = 0, opt_num = 0, post_num = 0, required = 0;
  int16_t rest_start = -1, post_start = -1, block_start = -1;
  int16_t keyword_num = 0, required_keywords = 0, keyword_bits = -1, kwrest_start = -1;
  bool has_keywords = false;
  bool accepts_no_kwarg = false; ///< **nil
  bool ambiguous_param0 = false; ///< |a|: one required parameter that is not |a,|
  bool ruby2_keywords = false;
  bool forwardable = false; ///< only `...`
  bool anon_rest = false, anon_kwrest = false;
  /// Only required parameters: the stack needs no set-up beyond filling locals with nil.
  bool simple = false;
  bool uses_block = false;
  std::vector<uint32_t> opt_table;     ///< word offsets, opt_num + 1 of them
  std::vector<ID> keywords;            ///< required first
  std::vector<Value> keyword_defaults; ///< of optional ones; Qundef: computed by the body (checkkeyword)
  int max_positional() const { return rest_start >= 0 ? -1 : lead_num + opt_num + post_num; }
};

/// An instruction sequence in a VM (T_ISEQ). Created with its parameters when something refers to it; its
/// code is linked (opcode words become handler addresses, operands become pointers) the first time it runs.
struct ISeq : Object {
  Word* code;          ///< null until linked
  uint32_t code_size;  ///< words
  uint16_t local_size; ///< slots, parameters included
  uint16_t stack_max;
  ISeqId id;
  ISeqType type;
  /// The method body is trivial: it runs nothing and returns this value (an empty `initialize`, say). Qundef
  /// when not.
  Value trivial_result;
  ISeqParams* params;
  CallData* call_data;
  uint32_t call_data_count;
  struct InlineStorage* storage;
  RuntimeUnit* unit; ///< shared; kept alive by a count
  ISeq* parent;      ///< enclosing scope's iseq, null at top level
  ISeq* local;       ///< nearest method, class or top iseq
  const UnlinkedISeq* unlinked;
  bool quickened_off;

  bool linked() const { return code != nullptr; }
};

/// Inline storage of one iseq, by kind.
struct InlineStorage {
  std::vector<IvarCache> ivars;
  std::vector<CvarCache> cvars;
  std::vector<OnceCache> onces;
  std::vector<ConstantCache> constants;
};

/// Makes the unit's top iseq runnable. The VM keeps the unit for as long as any of its iseqs lives.
ISeq* load_unit(VM&, std::unique_ptr<UnlinkedUnit>, std::string_view realpath, bool internal = false);
ISeq* unit_iseq(VM&, RuntimeUnit&, ISeqId, ISeq* parent);
Value unit_literal(VM&, RuntimeUnit&, LiteralId);
ID unit_id(VM&, RuntimeUnit&, NameId);
/// Replaces opcode words by handler addresses and operands by pointers. May allocate.
void link_iseq(VM&, ISeq*);
/// The canonical instruction at `pc`, whatever it was quickened to.
Insn insn_at(VM&, const ISeq*, const Word* pc);
int line_at(const ISeq*, const Word* pc); ///< pc: the instruction itself, not the next
ID local_name(VM&, const ISeq*, int slot);
std::string iseq_label(const ISeq*);

} // namespace miniyarv
