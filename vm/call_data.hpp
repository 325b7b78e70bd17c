#pragma once

#include "gc/value.hpp"
#include "vm/control_frame.hpp"
#include "vm/method.hpp"

#include <cstdint>
#include <span>

namespace miniyarv {

struct ISeq;

/// A call site: what the instruction says (call info) and what it has learnt (inline cache). Operand of send
/// and all its relatives.
///
/// The cache is monomorphic. `cc` is never null (an empty cache has receiver_class null), so a handler's
/// guard is `class_of(recv) == cd->cc->receiver_class`. Handlers quickened to a kind of callee may rely on
/// what filling established, for as long as the guard holds.
struct CallData {
  CallCache* cc;
  ID mid;
  uint16_t argc;        ///< values on the stack, keyword arguments included; receiver and block argument not
  uint16_t kwarg_count; ///< trailing values that are keyword arguments
  uint32_t flags;       ///< call_flag bits
  const ID* kwargs;     ///< their names
  /// For a callee with keywords: for each of its keyword parameters in order, which of this site's keyword
  /// arguments fills it, or 0xff for none. Valid while `kwarg_iseq` is the callee.
  const uint8_t* kwarg_order;
  const ISeq* kwarg_iseq;
  uint32_t hits, misses; ///< counted in builds with statistics

  std::span<const ID> keyword_names() const { return {kwargs, kwarg_count}; }
};

/// Cache of `opt_getconstant_path`: valid until a constant of any of the path's names changes.
struct ConstantCache {
  Value value = Qundef;              ///< Qundef: empty
  const struct Cref* cref = nullptr; ///< null when the value does not depend on lexical scope
  const ID* path;                    ///< segments; the first is ID::None for a leading ::
  uint32_t path_length;
  Word* insn = nullptr; ///< the instruction, to restore its unquickened form
};

/// Cache of getinstancevariable / setinstancevariable: a shape and the slot it implies.
struct IvarCache {
  ShapeId shape = ShapeId{0xffffffff};
  ShapeId next_shape =
      ShapeId{0}; ///< set: the shape after the write; equal to `shape` when the variable exists
  uint32_t index = 0;
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
