#pragma once

#include "gc/value.hpp"
#include "vm/control_frame.hpp"
#include "vm/method.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace miniyarv {

struct ISeq;

/// Cache of getinstancevariable / setinstancevariable: what an object's flag word must say (shape, not
/// spilled, and for writes the pool, so that a new slot is known to fit) and the slot that implies.
struct IvarCache {
  static constexpr uint64_t kKeyMask =
      uint64_t{0xffffffff} << Object::kShapeShift | Object::kSpilled | uint64_t{0xf} << Object::kPoolShift;
  static constexpr uint64_t kEmpty = 1; ///< has a bit outside the mask, so nothing matches

  uint64_t key = kEmpty;
  uint64_t next_shape_bits = 0; ///< set: shape after the write, in place
  uint32_t index = 0;
};

/// How a call site's keyword arguments fill the callee's keyword parameters.
struct KeywordPlan {
  static constexpr uint8_t kMissing = 0xff;
  uint8_t positional;        ///< arguments before the keywords
  uint8_t given;             ///< keyword arguments
  std::vector<uint8_t> from; ///< for each keyword parameter the given keyword that fills it, or kMissing
  Value unspecified;         ///< for the keyword bits slot
};

/// A call site: what the instruction says (call info) and what it has learnt (inline cache). Operand of send
/// and all its relatives.
///
/// The cache is monomorphic. `cc` is never null (an empty cache has receiver_class null), so a handler's
/// guard is `class_of(recv) == cd->cc->receiver_class`. Handlers quickened to a kind of callee may rely on
/// what filling established, for as long as the guard holds.
struct CallData {
  CallCache* cc = nullptr;
  ID mid{};
  uint16_t argc = 0; ///< values on the stack, keyword arguments included; receiver and block argument not
  uint16_t kwarg_count = 0;      ///< trailing values that are keyword arguments
  uint32_t flags = 0;            ///< call_flag bits
  uint32_t hits = 0, misses = 0; ///< kept by the counting interpreter
  const ID* kwargs = nullptr;    ///< their names
  ISeq* owner = nullptr;         ///< whose code this is, for the write barrier; null for call sites in C++
  // Of the quickened handler in charge:
  Value trivial_result = Qundef;     ///< send_trivial
  IvarCache ivar;                    ///< send_ivar_get
  std::unique_ptr<KeywordPlan> plan; ///< send_keywords

  std::span<const ID> keyword_names() const { return {kwargs, kwarg_count}; }
};

/// Cache of `opt_getconstant_path`: valid until a constant of any of the path's names changes.
struct ConstantCache {
  Value value = Qundef; ///< Qundef: empty
  /// The iseq runs under more than one lexical scope (a class body run again): never filled.
  bool shared_scope = false;
  std::vector<ID> path; ///< segments; the first is ID::None for a leading ::
};

/// Cache of getclassvariable / setclassvariable.
struct CvarCache {
  Class* owner = nullptr;
  uint64_t serial = 0;
};

/// `once`: evaluated at most once.
struct OnceCache {
  Value value = Qundef;
  bool running = false;
};

} // namespace miniyarv
