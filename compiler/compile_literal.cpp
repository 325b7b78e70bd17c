#include "compiler/iseq_compiler.hpp"

#include <cassert>

// Literals, arrays and hashes.

namespace miniyarv {

namespace {

/// Arrays are pushed in runs of at most this many elements.
constexpr size_t kMaxArrayRun = 256;
/// A run of literals this long inside an array becomes an array literal of its own.
constexpr size_t kMinLiteralArrayRun = 64;
/// Hashes are pushed in runs of at most this many keys and values.
constexpr size_t kMaxHashRun = 256;
/// A run of literal pairs this long behind the start of a hash becomes a hash literal of its own.
constexpr size_t kMinLiteralHashRun = 2048;

bool is_container(const Node* node) {
  return is<ArrayNode>(node) || is<HashNode>(node) || is<RangeNode>(node);
}

TextEncoding string_encoding(const Node* node) {
  const auto* string = as_if<StringNode>(node);
  return string && string->has(StringFlag::ForcedBinaryEncoding) ? TextEncoding::Binary : TextEncoding::Utf8;
}

TextEncoding symbol_encoding(const SymbolNode& node) {
  if (node.has(SymbolFlag::ForcedBinaryEncoding)) return TextEncoding::Binary;
  return TextEncoding::Utf8;
}

} // namespace

uint32_t regexp_node_options(const Node& node) {
  using namespace regexp_option;
  uint32_t options = 0;
  if (node.has(RegexpFlag::IgnoreCase)) options |= kIgnoreCase;
  if (node.has(RegexpFlag::Extended)) options |= kExtended;
  if (node.has(RegexpFlag::MultiLine)) options |= kMultiLine;
  if (node.has(RegexpFlag::Ascii8bit)) options |= kNoEncoding;
  if (node.has(RegexpFlag::EucJp) || node.has(RegexpFlag::Windows31j) || node.has(RegexpFlag::Utf8)) {
    options |= kFixedEncoding;
  }
  return options;
}

namespace {

/// Decimal digits of a number written in base 2, 8, 10 or 16.
std::string to_decimal(std::string_view digits, uint32_t base) {
  if (base == 10) return std::string(digits);
  constexpr uint32_t kLimb = 1'000'000'000;
  std::vector<uint32_t> limbs{0}; // least significant first
  for (const char c : digits) {
    const uint32_t digit =
        c <= '9' ? static_cast<uint32_t>(c - '0') : static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    uint64_t carry = digit;
    for (uint32_t& limb : limbs) {
      const uint64_t value = uint64_t{limb} * base + carry;
      limb = static_cast<uint32_t>(value % kLimb);
      carry = value / kLimb;
    }
    if (carry) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string text = std::to_string(limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(limbs[i]);
    text.append(9 - part.size(), '0').append(part);
  }
  return text;
}

} // namespace

// --- Values of literals ---

bool ISeqCompiler::is_static(const Node* node) const { return node->static_literal; }

LiteralId ISeqCompiler::integer_literal(const IntegerLiteral& value) {
  if (!value.is_big()) return unit_.builder.integer(value.value);
  return unit_.builder.big_integer((value.negative ? "-" : "") + to_decimal(value.digits, value.base));
}

LiteralId ISeqCompiler::string_literal(const Node* node) {
  if (const auto* file = as_if<SourceFileNode>(node)) return unit_.builder.string(file->filepath);
  return unit_.builder.string(as<StringNode>(node)->unescaped, string_encoding(node));
}

/// The text of a string literal whose pieces are all known.
std::string ISeqCompiler::static_text(const Node* node) {
  check_depth();
  if (const auto* string = as_if<StringNode>(node)) return std::string(string->unescaped);
  if (const auto* embedded = as_if<EmbeddedStatementsNode>(node))
    return static_text(embedded->statements->body[0]);
  std::string text;
  for (const Node* part : as<InterpolatedStringNode>(node)->parts) text += static_text(part);
  return text;
}

LiteralId ISeqCompiler::static_literal(const Node* node) {
  UnitBuilder& builder = unit_.builder;
  switch (node->kind) {
  case NodeKind::Nil: return builder.nil();
  case NodeKind::True: return builder.boolean(true);
  case NodeKind::False: return builder.boolean(false);
  case NodeKind::Integer: return integer_literal(as<IntegerNode>(node)->value);
  case NodeKind::Float: return builder.real(as<FloatNode>(node)->value);
  case NodeKind::Rational: {
    const auto* rational = as<RationalNode>(node);
    return builder.rational(integer_literal(rational->numerator), integer_literal(rational->denominator));
  }
  case NodeKind::Imaginary: return builder.imaginary(static_literal(as<ImaginaryNode>(node)->numeric));
  case NodeKind::String:
  case NodeKind::SourceFile: return string_literal(node);
  case NodeKind::Symbol: {
    const auto* symbol = as<SymbolNode>(node);
    return builder.symbol(symbol->unescaped, symbol_encoding(*symbol));
  }
  case NodeKind::RegularExpression: {
    const auto* regexp = as<RegularExpressionNode>(node);
    const bool binary = regexp->has(RegexpFlag::ForcedBinaryEncoding);
    return builder.regexp(regexp->unescaped, regexp_node_options(*node),
                          binary ? TextEncoding::Binary : TextEncoding::Utf8);
  }
  case NodeKind::MatchLastLine:
    return builder.regexp(as<MatchLastLineNode>(node)->unescaped, regexp_node_options(*node),
                          TextEncoding::Utf8);
  case NodeKind::SourceLine: return builder.integer(unit_.line(node->loc.start));
  case NodeKind::SourceEncoding: return builder.encoding(unit_.program.encoding());
  case NodeKind::InterpolatedString: return builder.string(static_text(node));
  case NodeKind::Range: {
    const auto* range = as<RangeNode>(node);
    const LiteralId low = range->left ? static_literal(range->left) : builder.nil();
    const LiteralId high = range->right ? static_literal(range->right) : builder.nil();
    return builder.range(low, high, range->has(RangeFlag::ExcludeEnd));
  }
  case NodeKind::Array: {
    std::vector<LiteralId> elements;
    for (const Node* element : as<ArrayNode>(node)->elements) elements.push_back(static_literal(element));
    return builder.array(elements);
  }
  case NodeKind::Hash: {
    const NodeList pairs = as<HashNode>(node)->elements;
    return static_pairs(pairs, 0, pairs.size());
  }
  default: unexpected_node(node->kind);
  }
}

// --- Simple literals ---

void ISeqCompiler::put_literal(ElementList& out, const Node& node, bool popped) {
  if (!popped) out.insn(at(node), Insn::putobject, static_literal(&node));
}

void ISeqCompiler::visit(ElementList& out, const NilNode& node, bool popped) {
  if (!popped) out.insn(at(node), Insn::putnil);
}
void ISeqCompiler::visit(ElementList& out, const SelfNode& node, bool popped) {
  if (!popped) out.insn(at(node), Insn::putself);
}
void ISeqCompiler::visit(ElementList& out, const TrueNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const FalseNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const IntegerNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const FloatNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const RationalNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const ImaginaryNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const SymbolNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const SourceLineNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const SourceEncodingNode& node, bool popped) {
  put_literal(out, node, popped);
}
void ISeqCompiler::visit(ElementList& out, const RegularExpressionNode& node, bool popped) {
  put_literal(out, node, popped);
}

void ISeqCompiler::put_string(ElementList& out, Position at, const Node& node, LiteralId string) {
  const Insn insn = node.has(StringFlag::Frozen)    ? Insn::putobject
                    : node.has(StringFlag::Mutable) ? Insn::putstring
                                                    : Insn::putchilledstring;
  out.insn(at, insn, string);
}

void ISeqCompiler::visit(ElementList& out, const StringNode& node, bool popped) {
  if (!popped) put_string(out, at(node), node, string_literal(&node));
}

void ISeqCompiler::visit(ElementList& out, const SourceFileNode& node, bool popped) {
  if (!popped) put_string(out, at(node), node, string_literal(&node));
}

void ISeqCompiler::visit(ElementList& out, const XStringNode& node, bool popped) {
  const Position where = at(node);
  out.insn(where, Insn::putself);
  out.insn(where, Insn::putobject, unit_.builder.string(node.unescaped));
  send(out, where, "`", 1, call_flag::kFcall);
  if (popped) out.insn(where, Insn::pop);
}

/// A regexp alone as a condition: is it in `$_`?
void ISeqCompiler::visit(ElementList& out, const MatchLastLineNode& node, bool popped) {
  const Position where = at(node);
  out.insn(where, Insn::putobject, static_literal(&node));
  out.insn(where, Insn::getspecial, special_variable::kLastLine, 0);
  send(out, where, "=~", 1);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const RangeNode& node, bool popped) {
  const Position where = at(node);
  if (is_static(&node)) return put_literal(out, node, popped);
  const auto compile_end = [&](const Node* end) {
    if (end) {
      compile(out, end, popped);
    } else if (!popped) {
      out.insn(where, Insn::putnil);
    }
  };
  compile_end(node.left);
  compile_end(node.right);
  if (!popped) out.insn(where, Insn::newrange, node.has(RangeFlag::ExcludeEnd) ? 1 : 0);
}

void ISeqCompiler::visit(ElementList& out, const SplatNode& node, bool popped) {
  if (node.expression) compile(out, node.expression, popped);
  if (!popped) out.insn(at(node), Insn::splatarray, literal_true());
}

void ISeqCompiler::visit(ElementList& out, const ImplicitNode& node, bool popped) {
  compile(out, node.value, popped);
}

// --- Arrays ---

void ISeqCompiler::visit(ElementList& out, const ArrayNode& node, bool popped) {
  compile_elements(out, node, node.elements, popped);
}

/// Builds an array as it is pushed: the first run of elements becomes an array, later ones are appended to
/// it.
class ISeqCompiler::ArrayBuilder {
public:
  ArrayBuilder(ElementList& out, Position at) : out_(out), at_(at) {}

  void pushed_one() {
    if (++pending_ >= kMaxArrayRun) flush();
  }
  void pushed_keywords() { pending_++; }
  void flush() {
    if (pending_ == 0) return;
    out_.insn(at_, started_ ? Insn::pushtoarray : Insn::newarray, pending_);
    started_ = true;
    pending_ = 0;
  }
  /// A value that becomes an array is on the stack.
  void splat(LiteralId fresh) {
    if (started_) {
      out_.insn(at_, Insn::concattoarray);
    } else {
      out_.insn(at_, Insn::splatarray, fresh);
    }
    started_ = true;
  }
  void literal_run(LiteralId array) {
    flush();
    out_.insn(at_, started_ ? Insn::putobject : Insn::duparray, array);
    if (started_) out_.insn(at_, Insn::concattoarray);
    started_ = true;
  }
  /// An array to append to, be it an empty one.
  void ensure_started() {
    if (!started_ && pending_ == 0) {
      out_.insn(at_, Insn::newarray, 0);
      started_ = true;
    } else {
      flush();
    }
  }

private:
  ElementList& out_;
  Position at_;
  size_t pending_ = 0;
  bool started_ = false;
};

void ISeqCompiler::compile_elements(ElementList& out, const Node& node, NodeList elements, bool popped) {
  const Position where = at(node);
  if (is_static(&node)) {
    if (popped) return;
    if (elements.empty()) {
      out.insn(where, Insn::newarray, 0);
    } else {
      std::vector<LiteralId> values;
      for (const Node* element : elements) values.push_back(static_literal(element));
      out.insn(where, Insn::duparray, unit_.builder.array(values));
    }
    return;
  }
  ArrayBuilder array(out, where);
  const auto is_plain_literal = [&](size_t i) {
    return is_static(elements[i]) && !is_container(elements[i]);
  };
  bool after_literal = false; // the rest of a run that was too short is not measured at once
  for (size_t i = 0; i < elements.size(); i++) {
    const Node* element = elements[i];
    if (const auto* splat = as_if<SplatNode>(element)) {
      array.flush();
      compile_splatted(out, where, *splat);
      array.splat(literal_true());
      after_literal = false;
      continue;
    }
    if (const auto* keywords = as_if<KeywordHashNode>(element)) {
      array.ensure_started();
      compile_keyword_element(out, where, *keywords, array);
      continue;
    }
    if (!after_literal && i + kMinLiteralArrayRun < elements.size() && is_plain_literal(i)) {
      size_t end = i + 1;
      while (end < elements.size() && is_plain_literal(end)) end++;
      if (end - i >= kMinLiteralArrayRun) {
        std::vector<LiteralId> values;
        for (; i < end; i++) values.push_back(static_literal(elements[i]));
        i--;
        array.literal_run(unit_.builder.array(values));
        continue;
      }
      after_literal = true;
    } else {
      after_literal = false;
    }
    compile_value(out, element);
    array.pushed_one();
  }
  array.flush();
  if (popped) out.insn(where, Insn::pop);
}

/// The value of `*x` in a list; `*` alone is the anonymous rest parameter.
void ISeqCompiler::compile_splatted(ElementList& out, Position at, const SplatNode& splat) {
  if (splat.expression) {
    compile_value(out, splat.expression);
  } else {
    get_local(out, at, find_local("*"));
  }
}

/// `[a, k: v]`: the trailing hash, which is left out if it comes from `**` alone and is empty.
void ISeqCompiler::compile_keyword_element(ElementList& out, Position at, const KeywordHashNode& keywords,
                                           ArrayBuilder& array) {
  compile_pairs(out, keywords, keywords.elements, false);
  size_t splats = 0;
  while (splats < keywords.elements.size() && is<AssocSplatNode>(keywords.elements[splats])) splats++;
  if (splats == keywords.elements.size()) {
    out.insn(at, Insn::pushtoarraykwsplat);
  } else {
    array.pushed_keywords();
  }
}

// --- Hashes ---

void ISeqCompiler::visit(ElementList& out, const HashNode& node, bool popped) {
  if (popped) {
    if (is_static(&node)) return;
    for (const Node* element : node.elements) compile_popped(out, element);
    return;
  }
  if (!is_static(&node)) return compile_pairs(out, node, node.elements, false);
  if (node.elements.empty()) {
    out.insn(at(node), Insn::newhash, 0);
  } else {
    out.insn(at(node), Insn::duphash, static_literal(&node));
  }
}

void ISeqCompiler::visit(ElementList& out, const KeywordHashNode& node, bool popped) {
  if (!popped) return compile_pairs(out, node, node.elements, false);
  for (const Node* element : node.elements) compile_popped(out, element);
}

void ISeqCompiler::visit(ElementList& out, const AssocNode& node, bool popped) {
  compile(out, node.key, popped);
  compile(out, node.value, popped);
}

void ISeqCompiler::visit(ElementList& out, const AssocSplatNode& node, bool popped) {
  if (node.value) {
    compile(out, node.value, popped);
  } else if (!popped) {
    get_local(out, at(node), find_local("**"));
  }
}

size_t ISeqCompiler::static_pairs_from(NodeList elements, size_t index) const {
  size_t end = index;
  while (end < elements.size() && is<AssocNode>(elements[end]) && is_static(elements[end])) end++;
  return end - index;
}

/// Of equal keys the last value counts, in the place of the first.
LiteralId ISeqCompiler::static_pairs(NodeList elements, size_t first, size_t count) {
  std::vector<LiteralId> flat;
  std::unordered_map<LiteralId, size_t> places;
  for (size_t i = first; i < first + count; i++) {
    const auto* pair = as<AssocNode>(elements[i]);
    const LiteralId key = static_literal(pair->key);
    const LiteralId value = static_literal(pair->value);
    const auto [place, added] = places.try_emplace(key, flat.size());
    if (added) {
      flat.push_back(key);
      flat.push_back(value);
    } else {
      flat[place->second + 1] = value;
    }
  }
  return unit_.builder.hash(flat);
}

/// Builds a hash as it is pushed: the first run of pairs becomes a hash, later ones are merged into it.
class ISeqCompiler::HashBuilder {
public:
  HashBuilder(ISeqCompiler& compiler, ElementList& out, Position at)
      : compiler_(compiler), out_(out), at_(at), pairs_(out.arena()) {}

  /// Pairs are compiled into this list until they are flushed.
  ElementList& pairs() { return pairs_; }
  bool at_start() const { return !started_ && pending_ == 0; }
  bool started() const { return started_; }
  void start() { started_ = true; }

  void pushed_pair() {
    if ((pending_ += 2) >= kMaxHashRun) flush();
  }
  void flush() {
    if (pending_ == 0) return;
    if (started_) begin_merge();
    out_.append(pairs_);
    if (started_) {
      compiler_.send(out_, at_, "core#hash_merge_ptr", static_cast<int>(pending_ + 1));
    } else {
      out_.insn(at_, Insn::newhash, pending_);
    }
    started_ = true;
    pending_ = 0;
  }
  void literal_run(LiteralId hash) {
    flush();
    if (!started_) {
      out_.insn(at_, Insn::duphash, hash);
    } else {
      begin_merge();
      out_.insn(at_, Insn::putobject, hash);
      compiler_.send(out_, at_, "core#hash_merge_kwd", 2);
    }
    started_ = true;
  }
  /// Gets the helper under the hash that is to be merged into.
  void begin_merge() {
    out_.insn(at_, Insn::putspecialobject, SpecialObject::VMCore);
    out_.insn(at_, Insn::swap);
  }

private:
  ISeqCompiler& compiler_;
  ElementList& out_;
  Position at_;
  ElementList pairs_;
  size_t pending_ = 0;
  bool started_ = false;
};

void ISeqCompiler::compile_pairs(ElementList& out, const Node& node, NodeList elements, bool as_argument) {
  HashBuilder hash(*this, out, at(node));
  bool after_literal = false;
  for (size_t i = 0; i < elements.size(); i++) {
    if (const auto* splat = as_if<AssocSplatNode>(elements[i])) {
      const bool only = elements.size() == 1;
      compile_hash_splat(out, at(node), *splat, hash, only && as_argument);
      after_literal = false;
      continue;
    }
    const bool measure = (!after_literal && i + kMinLiteralHashRun < elements.size()) || hash.at_start();
    if (is_static(elements[i]) && measure) {
      const size_t count = static_pairs_from(elements, i);
      if (hash.at_start() || count >= kMinLiteralHashRun) {
        hash.literal_run(static_pairs(elements, i, count));
        i += count - 1;
        continue;
      }
      after_literal = true;
    } else {
      after_literal = false;
    }
    compile_value(hash.pairs(), elements[i]);
    hash.pushed_pair();
  }
  hash.flush();
}

void ISeqCompiler::compile_hash_splat(ElementList& out, Position at, const AssocSplatNode& splat,
                                      HashBuilder& hash, bool passed_as_is) {
  hash.flush();
  const auto* literal = as_if<HashNode>(splat.value);
  const bool empty = is<NilNode>(splat.value) || (literal && literal->elements.empty());
  const bool first = !hash.started();
  hash.start();
  if (empty) {
    if (passed_as_is) {
      out.insn(at, Insn::putnil);
    } else if (first) {
      out.insn(at, Insn::newhash, 0);
    }
    return;
  }
  if (passed_as_is) return compile_value(out, &splat);
  if (first) {
    out.insn(at, Insn::putspecialobject, SpecialObject::VMCore);
    out.insn(at, Insn::newhash, 0);
  } else {
    hash.begin_merge();
  }
  compile_value(out, &splat);
  send(out, at, "core#hash_merge_kwd", 2);
}

} // namespace miniyarv
