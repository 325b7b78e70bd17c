#pragma once

#include "frontend/syntax/source.hpp"

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace miniyarv {

/// What an interned name refers to. Entries live as long as the ParseResult that made them.
struct NameEntry {
  std::string_view text;
  uint32_t index; ///< position in the result's name table: 0, 1, 2, ...
};

/// An identifier, interned in one ParseResult: two names of the same result are equal when their text is.
class Name {
public:
  constexpr Name() = default;
  constexpr explicit Name(const NameEntry* entry) : entry_(entry) {}

  constexpr bool present() const { return entry_ != nullptr; }
  constexpr explicit operator bool() const { return present(); }
  /// The name's bytes; empty for no name.
  constexpr std::string_view text() const { return entry_ ? entry_->text : std::string_view{}; }
  const NameEntry& entry() const { return *entry_; }
  /// Dense index of a present name, for tables beside the result's.
  constexpr uint32_t index() const { return entry_->index; }
  constexpr bool operator==(const Name&) const = default;
  constexpr bool operator==(std::string_view other) const { return text() == other; }

private:
  const NameEntry* entry_ = nullptr;
};

/// The value of an integer literal. Literals beyond 64 bits keep their digits, without sign, prefix and `_`.
struct IntegerLiteral {
  int64_t value = 0;            ///< valid unless `is_big()`
  std::string_view digits = {}; ///< nonempty for a big literal, in base `base`
  uint8_t base = 10;            ///< 2, 8, 10 or 16
  bool negative = false;        ///< sign of a big literal

  bool is_big() const { return !digits.empty(); }
};

enum class NodeKind : uint8_t {
#define NODE(Kind, ...) Kind,
#include "frontend/syntax/nodes.def"
};

// The enumerators of a flag group are bit numbers in `Node::flags`.
#define FLAG_GROUP(Group, ...) enum class Group : uint8_t { __VA_ARGS__ };
#include "frontend/syntax/nodes.def"

/// What all nodes share. Nodes are made by the parser in its arena, are never copied and need no destructor.
struct Node {
  const NodeKind kind;
  /// A statement that starts a new line: the compiler emits a line event before it (Prism's rules).
  bool newline = false;
  /// A literal whose value is known without running anything.
  bool static_literal = false;
  uint16_t flags = 0;
  Location loc;

  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  template <class Flag> bool has(Flag flag) const { return flags >> static_cast<unsigned>(flag) & 1; }
  template <class Flag> void set(Flag flag) {
    flags = static_cast<uint16_t>(flags | 1u << static_cast<unsigned>(flag));
  }
  template <class Flag> void clear(Flag flag) {
    flags = static_cast<uint16_t>(flags & ~(1u << static_cast<unsigned>(flag)));
  }

protected:
  explicit Node(NodeKind node_kind) : kind(node_kind) {}
};

/// Lists live in the arena of the tree that they belong to.
using NodeList = std::span<Node*>;
using NameList = std::span<const Name>;

#define NODE(Kind, ...) struct Kind##Node;
#include "frontend/syntax/nodes.def"

#define CHILD(Type, field) Type* field = nullptr;
#define MAYBE(Type, field) Type* field = nullptr;
#define LIST(field) NodeList field;
#define LOC(field) Location field;
#define MAYBE_LOC(field) Location field;
#define NAME(field) Name field;
#define MAYBE_NAME(field) Name field;
#define NAMES(field) NameList field;
#define BYTES(field) std::string_view field;
#define INTEGER(field) IntegerLiteral field;
#define FLOAT(field) double field = 0;
#define COUNT(field) uint32_t field = 0;
#define FLAGS(Group)
#define NODE(Kind, ...)                                                                                      \
  struct Kind##Node : Node {                                                                                 \
    static constexpr NodeKind kKind = NodeKind::Kind;                                                        \
    Kind##Node() : Node(kKind) {}                                                                            \
    __VA_ARGS__                                                                                              \
  };
#include "frontend/syntax/nodes.def"
#undef CHILD
#undef MAYBE
#undef LIST
#undef LOC
#undef MAYBE_LOC
#undef NAME
#undef MAYBE_NAME
#undef NAMES
#undef BYTES
#undef INTEGER
#undef FLOAT
#undef COUNT
#undef FLAGS

/// Whether `node` is a T; null is none.
template <class T> bool is(const Node* node) { return node && node->kind == T::kKind; }

/// `node` as a T, which it must be.
template <class T> T* as(Node* node) {
  assert(is<T>(node));
  return static_cast<T*>(node);
}
template <class T> const T* as(const Node* node) {
  assert(is<T>(node));
  return static_cast<const T*>(node);
}

/// `node` as a T, or null if it is something else or null.
template <class T> T* as_if(Node* node) { return is<T>(node) ? static_cast<T*>(node) : nullptr; }
template <class T> const T* as_if(const Node* node) {
  return is<T>(node) ? static_cast<const T*>(node) : nullptr;
}

} // namespace miniyarv
