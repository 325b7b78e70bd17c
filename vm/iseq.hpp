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
/// little. Lives in a heap object of its own (`holder`), which the unit's iseqs keep alive and which keeps
/// them alive.
struct RuntimeUnit {
  DataObject* holder = nullptr;
  std::unique_ptr<UnlinkedUnit> unlinked;
  std::vector<ID> ids;            ///< by NameId; ID::None until interned
  std::vector<Value> literals;    ///< by LiteralId; Qundef until made
  std::vector<ISeq*> iseqs;       ///< by ISeqId; null until made
  std::vector<Value> case_tables; ///< hashes of opt_case_dispatch, kept alive here
  Value path = Qnil;              ///< frozen String
  Value realpath = Qnil;          ///< frozen String, or nil for eval
  ISeq* outer = nullptr;          ///< eval: the iseq of the scope around it
  bool internal = false;          ///< core library: hidden from backtraces
};

/// Parameters, as the caller's set-up needs them. Slots count from the first local.
struct ISeqParams {
  uint16_t lead_num = 0, opt_num = 0, post_num = 0;
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
  /// A block of the core library with one plain parameter: it takes all that is yielded, several values as an
  /// Array, which is what Enumerable's methods see of an element.
  bool packs = false;
  std::vector<uint32_t> opt_table;     ///< word offsets, opt_num + 1 of them
  std::vector<ID> keywords;            ///< required first
  std::vector<Value> keyword_defaults; ///< of optional ones; Qundef: computed by the body (checkkeyword)
  int max_positional() const { return rest_start >= 0 ? -1 : lead_num + opt_num + post_num; }
};

struct InlineStorage;

/// An instruction sequence in a VM (T_ISEQ). Created with its parameters when something refers to it; its
/// code is linked (opcode words become handler addresses, operands become pointers) the first time it runs.
struct ISeq : Object {
  Word* code;          ///< owned; null until linked
  uint32_t code_size;  ///< words
  uint16_t local_size; ///< slots, parameters included
  uint16_t param_size; ///< leading slots that argument set-up fills
  uint16_t stack_max;
  ISeqType type;
  bool simple_block;      ///< a block with required parameters only
  uint64_t method_flags;  ///< frame flags of its activation as a method
  uint64_t block_flags;   ///< frame flags of its activation as a plain block
  ISeqParams* params;     ///< owned
  InlineStorage* storage; ///< owned; null until linked
  RuntimeUnit* unit;
  const UnlinkedISeq* unlinked;
  ISeq* parent; ///< enclosing scope's iseq, null at top level
  ISeq* local;  ///< nearest method, class or top iseq

  bool linked() const { return code != nullptr; }
  ISeqId id() const { return unlinked->id; }
};

/// Caches and call sites of one iseq. The vectors never change size once linked: code words point into them.
struct InlineStorage {
  std::vector<CallData> calls;
  std::vector<ID> kwarg_names;
  std::vector<IvarCache> ivars;
  std::vector<CvarCache> cvars;
  std::vector<OnceCache> onces;
  std::vector<ConstantCache> constants;
};

/// Makes a unit's iseqs available; returns its root, not linked yet. `outer` is the iseq around an eval.
ISeq* load_unit(VM&, std::unique_ptr<UnlinkedUnit>, Value realpath, bool internal = false,
                ISeq* outer = nullptr);
ISeq* unit_iseq(VM&, RuntimeUnit&, ISeqId);
Value unit_literal(VM&, RuntimeUnit&, LiteralId);
ID unit_id(VM&, RuntimeUnit&, NameId);
/// Replaces opcode words by handler addresses and operands by pointers. May allocate.
void link_iseq(VM&, ISeq*);
void register_iseq_types(Heap&);

/// The canonical instruction whose word is at `pc`, whatever it was quickened to.
inline Insn insn_at(const ISeq* iseq, const Word* pc) {
  return static_cast<Insn>(iseq->unlinked->code[static_cast<size_t>(pc - iseq->code)]);
}
/// Index of the instruction before `pc` (a frame's pc is that of the next one), for positions.
uint32_t word_before(const ISeq*, const Word* pc);
int line_at(const ISeq*, const Word* next_pc);
/// Name of a local's slot; ID::None for hidden ones.
ID local_name(VM&, const ISeq*, uint32_t slot);
std::string_view iseq_label(const ISeq*);
std::string_view iseq_base_label(const ISeq*);
/// ep-relative index of a slot: the local is at ep - index.
inline uint32_t local_index(const ISeq* iseq, uint32_t slot) { return iseq->local_size + 2u - slot; }

} // namespace miniyarv
