#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace miniyarv {

struct Object;

/// A method, variable or symbol name, interned in one VM's symbol table. 0 is no name.
enum class ID : uint32_t { None = 0 };

/// A Ruby value: 64 bits with CRuby's tags.
///
///     ...xxx1                integer (63-bit signed, "fixnum")
///     ...xx10                float with an exponent near zero ("flonum")
///     ...0000_1100           symbol, ID in the upper bits
///     0 / 4 / 0x14 / 0x24    false / nil / true / undef
///     ...x000 otherwise      pointer to an Object
///
/// `undef` is never visible to a script: it marks an unset slot, an omitted argument, and, as the result of
/// a native method, a pending throw.
struct Value {
  uint64_t bits = 4;

  static constexpr uint64_t kFalse = 0x00, kNil = 0x04, kTrue = 0x14, kUndef = 0x24;
  static constexpr int64_t kFixnumMax = (int64_t{1} << 62) - 1;
  static constexpr int64_t kFixnumMin = -(int64_t{1} << 62);

  constexpr Value() = default;
  constexpr explicit Value(uint64_t raw) : bits(raw) {}
  Value(const Object* object) : bits(reinterpret_cast<uint64_t>(object)) {}

  static constexpr Value fixnum(int64_t i) { return Value(static_cast<uint64_t>(i) << 1 | 1); }
  static constexpr Value symbol(ID id) { return Value(static_cast<uint64_t>(id) << 8 | 0x0c); }
  static constexpr Value boolean(bool b) { return Value(b ? kTrue : kFalse); }
  static constexpr bool fits_fixnum(int64_t i) { return i >= kFixnumMin && i <= kFixnumMax; }

  constexpr bool operator==(const Value&) const = default;

  constexpr bool is_nil() const { return bits == kNil; }
  constexpr bool is_undef() const { return bits == kUndef; }
  constexpr bool is_true() const { return bits == kTrue; }
  constexpr bool is_false() const { return bits == kFalse; }
  /// Ruby truth: everything but false and nil.
  constexpr bool truthy() const { return (bits & ~kNil) != 0; }
  constexpr bool falsy() const { return (bits & ~kNil) == 0; }
  constexpr bool is_fixnum() const { return bits & 1; }
  constexpr bool is_flonum() const { return (bits & 3) == 2; }
  constexpr bool is_symbol() const { return (bits & 0xff) == 0x0c; }
  constexpr bool is_object() const { return (bits & 7) == 0 && (bits & ~kNil) != 0; }

  constexpr int64_t to_fixnum() const { return static_cast<int64_t>(bits) >> 1; }
  constexpr ID to_id() const { return static_cast<ID>(bits >> 8); }
  Object* object() const { return reinterpret_cast<Object*>(bits); }
  template <class T> T* as() const { return static_cast<T*>(object()); }

  /// Whether `d` has a flonum form: exponent between -255 and 256, or +0.0.
  static bool fits_flonum(double d) {
    const auto raw = std::bit_cast<uint64_t>(d);
    const auto top = static_cast<unsigned>(raw >> 60) & 7;
    return (raw != 0x3000000000000000 && (top == 3 || top == 4)) || raw == 0;
  }
  /// Precondition: fits_flonum(d).
  static Value flonum(double d) {
    const auto raw = std::bit_cast<uint64_t>(d);
    if (raw == 0) return Value(0x8000000000000002);
    return Value((std::rotl(raw, 3) & ~uint64_t{3}) | 2);
  }
  double to_flonum() const {
    if (bits == 0x8000000000000002) return 0.0;
    const uint64_t b63 = bits >> 63;
    return std::bit_cast<double>(std::rotr((2 - b63) | (bits & ~uint64_t{3}), 3));
  }
};
static_assert(sizeof(Value) == 8);

inline constexpr Value Qfalse{Value::kFalse};
inline constexpr Value Qnil{Value::kNil};
inline constexpr Value Qtrue{Value::kTrue};
inline constexpr Value Qundef{Value::kUndef};

} // namespace miniyarv
