#pragma once

#include "gc/value.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace miniyarv {

struct Class;

/// Kinds of heap objects. Those up to kLastGcType have their layout in this header and are marked by gc
/// itself; the VM registers a TypeInfo (gc/heap.hpp) for each of the others.
enum class Type : uint8_t {
  Free,
  // Layouts in this file.
  Object,
  String,
  Array,
  Float,
  Bignum,
  Range,
  Rational,
  Complex,
  Struct,
  Data,
  // Layouts in vm/.
  Class,
  Module,
  IClass,
  Hash,
  Proc,
  Env,
  ISeq,
  MethodEntry,
  CallCache,
  Cref,
  IFunc,
  Count
};
inline constexpr Type kLastGcType = Type::Data;

/// A transition-tree node that names an object's instance variables and their slots (gc/shape.hpp).
enum class ShapeId : uint32_t { Root = 0 };

/// Which size pool a slot belongs to; index into kSlotSizes.
enum class SizePool : uint8_t {};

inline constexpr uint16_t kSlotSizes[] = {32, 40, 64, 80, 96, 128, 160, 256, 512, 640, 768, 1024};
inline constexpr size_t kSizePools = std::size(kSlotSizes);
inline constexpr size_t kMaxSlotSize = 1024;

namespace detail {
struct PoolTable {
  uint8_t of[kMaxSlotSize / 8 + 1]{};
  constexpr PoolTable() {
    for (size_t words = 0, pool = 0; words <= kMaxSlotSize / 8; ++words) {
      while (kSlotSizes[pool] < words * 8) ++pool;
      of[words] = static_cast<uint8_t>(pool);
    }
  }
};
inline constexpr PoolTable kPoolTable;
} // namespace detail

/// The smallest pool whose slots hold `bytes`. Precondition: bytes <= kMaxSlotSize.
constexpr SizePool size_pool_for(size_t bytes) { return SizePool{detail::kPoolTable.of[(bytes + 7) / 8]}; }
constexpr size_t slot_size(SizePool pool) { return kSlotSizes[static_cast<size_t>(pool)]; }

/// Every heap object starts with these 16 bytes.
///
/// Flag word:
///     bits 0-5    Type
///     bit  6      Frozen
///     bit  7      Old: survived a collection (its mark bit is set)
///     bit  8      Remembered: already in the remembered set
///     bit  9      Spilled: contents are in an outside buffer, not in the slot
///     bit  10     GenericIvars: has instance variables in the heap's side table
///     bit  11     SeenObjectId: has an entry in the object id table
///     bits 12-15  SizePool of the slot
///     bits 16-31  for the type's own use
///     bits 32-63  ShapeId
struct Object {
  uint64_t flags;
  Class* klass;

  static constexpr uint64_t kFrozen = 1 << 6, kOld = 1 << 7, kRemembered = 1 << 8, kSpilled = 1 << 9,
                            kGenericIvars = 1 << 10, kSeenObjectId = 1 << 11;
  static constexpr int kPoolShift = 12, kUserShift = 16, kShapeShift = 32;

  static constexpr uint64_t make_flags(Type type, SizePool pool, ShapeId shape = ShapeId::Root) {
    return static_cast<uint64_t>(type) | static_cast<uint64_t>(pool) << kPoolShift |
           static_cast<uint64_t>(shape) << kShapeShift;
  }

  Type type() const { return static_cast<Type>(flags & 0x3f); }
  bool is(Type t) const { return type() == t; }
  bool frozen() const { return flags & kFrozen; }
  bool spilled() const { return flags & kSpilled; }
  SizePool pool() const { return static_cast<SizePool>(flags >> kPoolShift & 0xf); }
  ShapeId shape() const { return static_cast<ShapeId>(flags >> kShapeShift); }
  void set_shape(ShapeId id) { flags = (flags & 0xffffffff) | static_cast<uint64_t>(id) << kShapeShift; }
  /// True when storing a reference into this object must go through Heap::write_barrier's slow path.
  bool needs_barrier() const { return (flags & (kOld | kRemembered)) == kOld; }

  template <int bit> bool user_flag() const { return flags >> (kUserShift + bit) & 1; }
  template <int bit> void set_user_flag(bool on) {
    constexpr uint64_t mask = uint64_t{1} << (kUserShift + bit);
    flags = on ? flags | mask : flags & ~mask;
  }
};
static_assert(sizeof(Object) == 16);

inline bool is_type(Value v, Type t) { return v.is_object() && v.object()->type() == t; }

/// T_OBJECT: instance variables follow the header, in the order of the shape's indices. Only the first
/// `shape.count` slots are ever written or marked; the rest of the slot is left as it was. When Spilled, the
/// first word points to a malloc'd buffer of `capacity()` values instead (second word: the capacity).
struct ObjectWithIvars : Object {
  struct Outside {
    Value* values;
    uint64_t capacity;
  };
  union {
    Value embedded[1];
    Outside outside;
  };
  Value* ivars() { return spilled() ? outside.values : embedded; }
  const Value* ivars() const { return spilled() ? outside.values : embedded; }
  size_t capacity() const {
    return spilled() ? outside.capacity : (slot_size(pool()) - sizeof(Object)) / sizeof(Value);
  }
};

enum class Encoding : uint8_t { Utf8 = 0, UsAscii = 1, Binary = 2 };
/// What is known of a string's bytes. SevenBit: ASCII only. Valid: well-formed and not ASCII only.
enum class CodeRange : uint8_t { Unknown = 0, SevenBit = 1, Valid = 2, Broken = 3 };

/// T_STRING: `len` bytes, no terminator. Three states:
///   embedded          bytes follow in the slot
///   Spilled           `outside.ptr` is an owned malloc'd buffer of `outside.capacity` bytes
///   Spilled + shared  `outside.ptr` points, at any offset, into the buffer of the frozen root `outside.root`
/// User flags: 0-1 Encoding, 2-3 CodeRange, 4 shared, 5 chilled (a literal that warns when mutated),
/// 6 interned in the fstring table.
struct String : Object {
  uint64_t len;
  struct Outside {
    char* ptr;
    union {
      uint64_t capacity;
      String* root;
    };
  };
  union {
    char embedded[8];
    Outside outside;
  };

  static constexpr size_t kEmbedOffset = 24;
  static constexpr size_t kMaxEmbedded = kMaxSlotSize - kEmbedOffset;
  static constexpr int kEncodingBit = 0, kCodeRangeBit = 2, kSharedBit = 4, kChilledBit = 5, kInternedBit = 6;

  char* data() { return spilled() ? outside.ptr : embedded; }
  const char* data() const { return spilled() ? outside.ptr : embedded; }
  std::string_view view() const { return {data(), len}; }
  bool shared() const { return user_flag<kSharedBit>(); }
  bool chilled() const { return user_flag<kChilledBit>(); }
  Encoding encoding() const { return static_cast<Encoding>(flags >> (kUserShift + kEncodingBit) & 3); }
  void set_encoding(Encoding e) {
    flags = (flags & ~(uint64_t{3} << (kUserShift + kEncodingBit))) | static_cast<uint64_t>(e)
                                                                          << (kUserShift + kEncodingBit);
  }
  CodeRange code_range_cache() const {
    return static_cast<CodeRange>(flags >> (kUserShift + kCodeRangeBit) & 3);
  }
  void set_code_range(CodeRange cr) {
    flags = (flags & ~(uint64_t{3} << (kUserShift + kCodeRangeBit))) | static_cast<uint64_t>(cr)
                                                                           << (kUserShift + kCodeRangeBit);
  }
  size_t embed_capacity() const { return slot_size(pool()) - kEmbedOffset; }
};
static_assert(offsetof(String, embedded) == String::kEmbedOffset);

/// T_ARRAY: elements follow in the slot with their number in user flags 0-6, or, when Spilled, are in
/// `outside.ptr`, in an owned buffer or, with user flag 7, in that of the frozen root `outside.root`.
///
/// An owned buffer starts `shifted` elements before `ptr`: taking elements from the front moves `ptr`, so
/// that an array is a queue. Slots are at least kMinSlot bytes, so that any array can spill.
struct Array : Object {
  struct Owned {
    uint32_t capacity; ///< elements there is room for at `ptr`
    uint32_t shifted;
  };
  struct Outside {
    uint64_t len;
    Value* ptr;
    union {
      Owned owned;
      Array* root;
    };
  };
  union {
    Value embedded[2];
    Outside outside;
  };

  static constexpr int kSharedBit = 7;
  static constexpr uint64_t kEmbedLenMask = uint64_t{0x7f} << kUserShift;
  static constexpr size_t kMaxEmbedded = (kMaxSlotSize - sizeof(Object)) / sizeof(Value);
  static constexpr size_t kMinSlot = sizeof(Object) + sizeof(Outside);
  static constexpr size_t kMaxSize = UINT32_MAX;

  size_t size() const { return spilled() ? outside.len : (flags & kEmbedLenMask) >> kUserShift; }
  Value* data() { return spilled() ? outside.ptr : embedded; }
  const Value* data() const { return spilled() ? outside.ptr : embedded; }
  std::span<const Value> values() const { return {data(), size()}; }
  bool shared() const { return user_flag<kSharedBit>(); }
  bool owns_buffer() const { return spilled() && !shared(); }
  size_t capacity() const {
    if (!spilled()) return (slot_size(pool()) - sizeof(Object)) / sizeof(Value);
    return shared() ? outside.len : outside.owned.capacity;
  }
  /// The buffer as it was allocated. Precondition: owns_buffer().
  Value* buffer() const { return outside.ptr - outside.owned.shifted; }
  size_t buffer_bytes() const {
    return (size_t{outside.owned.capacity} + outside.owned.shifted) * sizeof(Value);
  }
  /// Precondition: n <= capacity(); elements below n are initialised.
  void set_size(size_t n) {
    if (spilled())
      outside.len = n;
    else
      flags = (flags & ~kEmbedLenMask) | static_cast<uint64_t>(n) << kUserShift;
  }
};
static_assert(Array::kMaxEmbedded < 128);

/// T_FLOAT: a float that has no flonum form.
struct Float : Object {
  double value;
};

/// Objects that are a fixed number of values: Range (begin, end, exclude_end?), Rational (numerator,
/// denominator), Complex (real, imaginary). Immutable after creation.
struct Tuple : Object {
  Value v[3];
};
constexpr size_t tuple_size(Type t) { return t == Type::Range ? 3 : 2; }

/// T_STRUCT: members of a Struct or Data instance; `count` of them, in the slot or, when Spilled, outside.
/// Instance variables beyond the members go to the generic table.
struct StructObject : Object {
  uint64_t count;
  union {
    Value embedded[1];
    Value* outside;
  };
  Value* members() { return spilled() ? outside : embedded; }
  const Value* members() const { return spilled() ? outside : embedded; }
};

class Marker;

/// How the collector treats the payload of a Data object.
struct DataType {
  const char* name;
  /// Marks what the payload references. May be null.
  void (*mark)(void* payload, Marker&);
  /// Destroys the payload; runs once, when the object is found dead or the heap goes. May be null: then the
  /// object owns nothing outside and is never visited again. Must not touch other objects, allocate or raise.
  void (*destroy)(void* payload);
  /// Bytes owned outside the slot. May be null.
  size_t (*memsize)(const void* payload);
};

/// T_DATA: a C++ payload behind a DataType, in the slot.
struct DataObject : Object {
  const DataType* data_type;
  alignas(8) std::byte payload[8];

  template <class T> T& get() { return *reinterpret_cast<T*>(payload); }
  template <class T> const T& get() const { return *reinterpret_cast<const T*>(payload); }
};
inline constexpr size_t kDataHeader = offsetof(DataObject, payload);

} // namespace miniyarv
