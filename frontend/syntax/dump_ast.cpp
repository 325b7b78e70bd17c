#include "frontend/syntax/parse.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace miniyarv {
namespace {

/// Prints a tree, one line a node: what is not a node follows on the node's line, children are indented
/// below.
class AstDumper {
public:
  explicit AstDumper(const Source& source) : source_(source) {}

  std::string dump(const Node* root) {
    pending_.push_back({root, "", 0});
    while (!pending_.empty()) { // not recursive: chains of operators may be long
      const Item item = pending_.back();
      pending_.pop_back();
      out_.append(item.depth * 2, ' ');
      if (!item.label.empty()) out_ += item.label + ": ";
      const size_t first = pending_.size();
      depth_ = item.depth + 1;
      print_node(item.node);
      out_ += '\n';
      std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(first), pending_.end());
    }
    return std::move(out_);
  }

private:
  struct Item {
    const Node* node;
    std::string label;
    size_t depth;
  };

  void print_node(const Node* node);

  void print_position(uint32_t offset) {
    out_ += '(' + std::to_string(source_.line(offset)) + ',' + std::to_string(source_.column(offset)) + ')';
  }
  void print_location(Location loc) {
    print_position(loc.start);
    out_ += '-';
    print_position(loc.end);
  }
  void start_field(std::string_view name) { (out_ += ' ').append(name) += ": "; }

  void location(std::string_view field, Location loc) {
    if (!loc) return;
    start_field(field);
    print_location(loc);
  }
  void name(std::string_view field, Name value) {
    if (!value) return;
    start_field(field);
    out_ += ':';
    out_ += value.text();
  }
  void names(std::string_view field, NameList values) {
    start_field(field);
    out_ += '[';
    for (Name value : values) (out_ += value == values.front() ? "" : ", ") += value.text();
    out_ += ']';
  }
  void bytes(std::string_view field, std::string_view value) {
    static constexpr char kHex[] = "0123456789abcdef";
    start_field(field);
    out_ += '"';
    for (char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') {
        out_ += {'\\', c};
      } else if (byte >= 0x20 && byte < 0x7f) {
        out_ += c;
      } else {
        out_ += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
      }
    }
    out_ += '"';
  }
  void integer(std::string_view field, const IntegerLiteral& value) {
    start_field(field);
    if (!value.is_big()) {
      out_ += std::to_string(value.value);
      return;
    }
    if (value.negative) out_ += '-';
    (out_ += std::to_string(value.base)) += 'r';
    out_ += value.digits;
  }
  void real(std::string_view field, double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.17g", value);
    start_field(field);
    out_ += buffer;
  }
  void count(std::string_view field, uint32_t value) {
    start_field(field);
    out_ += std::to_string(value);
  }
  void child(std::string_view field, const Node* node) {
    if (node) pending_.push_back({node, std::string(field), depth_});
  }
  void list(std::string_view field, NodeList nodes) {
    for (size_t i = 0; i < nodes.size(); i++) {
      pending_.push_back({nodes[i], std::string(field) + '[' + std::to_string(i) + ']', depth_});
    }
  }
  /// `enumerators` is the list in the flag group's definition.
  void flags(const Node* node, std::string_view enumerators) {
    for (unsigned bit = 0; !enumerators.empty(); bit++) {
      const size_t comma = std::min(enumerators.find(','), enumerators.size());
      if (node->flags >> bit & 1) (out_ += ' ').append(enumerators.substr(0, comma));
      enumerators.remove_prefix(std::min(comma + 2, enumerators.size()));
    }
  }

  const Source& source_;
  std::string out_;
  std::vector<Item> pending_;
  size_t depth_ = 0;
};

#define FLAG_GROUP(Group, ...) constexpr std::string_view k##Group##Names = #__VA_ARGS__;
#include "frontend/syntax/nodes.def"

void AstDumper::print_node(const Node* node) {
  auto head = [&](std::string_view kind) {
    (out_ += kind) += "Node ";
    print_location(node->loc);
    if (node->newline) out_ += " newline";
    if (node->static_literal) out_ += " static";
  };
  switch (node->kind) {
#define CHILD(Type, field) child(#field, n->field);
#define MAYBE(Type, field) child(#field, n->field);
#define LIST(field) list(#field, n->field);
#define LOC(field) location(#field, n->field);
#define MAYBE_LOC(field) location(#field, n->field);
#define NAME(field) name(#field, n->field);
#define MAYBE_NAME(field) name(#field, n->field);
#define NAMES(field) names(#field, n->field);
#define BYTES(field) bytes(#field, n->field);
#define INTEGER(field) integer(#field, n->field);
#define FLOAT(field) real(#field, n->field);
#define COUNT(field) count(#field, n->field);
#define FLAGS(Group) flags(n, k##Group##Names);
#define NODE(Kind, ...)                                                                                      \
  case NodeKind::Kind: {                                                                                     \
    [[maybe_unused]] const auto* n = static_cast<const Kind##Node*>(node);                                   \
    head(#Kind);                                                                                             \
    __VA_ARGS__                                                                                              \
    break;                                                                                                   \
  }
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
  }
}

} // namespace

std::string dump_ast(const ParseResult& result) { return AstDumper(result.source()).dump(result.root()); }

} // namespace miniyarv
