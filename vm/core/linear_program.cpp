#include "vm/core/linear_program.hpp"

#include "vm/core/text.hpp"

#include <algorithm>

namespace miniyarv {

namespace {

using Op = LinearProgram::Op;
using Insn = LinearProgram::Insn;

const OnigUChar* uchars(const char* p) { return reinterpret_cast<const OnigUChar*>(p); }

/// A pattern with parts that do not fit the scheme.
struct Unsuitable {};

struct Node {
  enum class Kind : uint8_t { Atom, Sequence, Alternatives, Repeat, Group };
  explicit Node(Kind k) : kind(k) {}
  Kind kind;
  uint32_t number = 0;   ///< Atom: its index. Group: its number
  int min = 0, max = -1; ///< Repeat; max -1: any number
  bool greedy = true;    ///< Repeat
  bool may_be_empty = false;
  std::vector<Node> children;
};

/// Modes that inline options change.
struct Modes {
  bool ignore_case, extended, multiline;
  bool ascii; ///< (?WDSP)
};

class PatternReader {
public:
  PatternReader(std::string_view text, OnigOptionType options, OnigEncoding encoding, OnigSyntaxType* syntax,
                bool named_groups, LinearProgram& program)
      : text_(text),
        encoding_(encoding),
        syntax_(syntax),
        named_groups_(named_groups),
        program_(program),
        modes_{(options & ONIG_OPTION_IGNORECASE) != 0, (options & ONIG_OPTION_EXTEND) != 0,
               (options & ONIG_OPTION_MULTILINE) != 0, false} {}

  Node run() {
    Node node = alternatives();
    if (!done()) throw Unsuitable{};
    return node;
  }

private:
  static constexpr int kMaxRepeat = 1000;

  bool done() const { return at_ >= text_.size(); }
  char peek(size_t n = 0) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
  bool looking_at(std::string_view s) const { return text_.substr(at_).starts_with(s); }
  bool accept(std::string_view s) {
    if (!looking_at(s)) return false;
    at_ += s.size();
    return true;
  }

  // --- Structure ---

  Node alternatives() {
    const Modes outer = modes_;
    Node node{Node::Kind::Alternatives};
    do {
      node.children.push_back(sequence());
    } while (accept("|"));
    modes_ = outer;
    node.may_be_empty =
        std::any_of(node.children.begin(), node.children.end(), [](const Node& n) { return n.may_be_empty; });
    if (node.children.size() > 1) return node;
    Node only = std::move(node.children[0]);
    return only;
  }

  Node sequence() {
    Node node{Node::Kind::Sequence};
    for (skip_extended(); !done() && peek() != '|' && peek() != ')'; skip_extended()) {
      std::optional<Node> item = atom();
      if (!item) continue; // options only
      node.children.push_back(quantified(std::move(*item)));
    }
    node.may_be_empty =
        std::all_of(node.children.begin(), node.children.end(), [](const Node& n) { return n.may_be_empty; });
    return node;
  }

  void skip_extended() {
    while (modes_.extended && !done()) {
      if (ascii_space(static_cast<unsigned char>(peek())))
        ++at_;
      else if (peek() == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        return;
    }
  }

  struct Quantifier {
    int min, max;
    bool interval;
  };

  std::optional<Quantifier> quantifier() {
    if (accept("*")) return Quantifier{0, -1, false};
    if (accept("+")) return Quantifier{1, -1, false};
    if (accept("?")) return Quantifier{0, 1, false};
    if (peek() != '{') return std::nullopt;
    size_t i = at_ + 1;
    const auto number = [&](int missing) {
      if (i >= text_.size() || !ascii_digit(static_cast<unsigned char>(text_[i]))) return missing;
      int n = 0;
      for (; i < text_.size() && ascii_digit(static_cast<unsigned char>(text_[i])); ++i) {
        n = n * 10 + (text_[i] - '0');
        if (n > kMaxRepeat) throw Unsuitable{};
      }
      return n;
    };
    const int low = number(-1);
    int high = low;
    if (i < text_.size() && text_[i] == ',') {
      ++i;
      high = number(-1);
      if (low < 0 && high < 0) return std::nullopt;
    } else if (low < 0) {
      return std::nullopt;
    }
    if (i >= text_.size() || text_[i] != '}') return std::nullopt;
    at_ = i + 1;
    return Quantifier{std::max(low, 0), high, true};
  }

  Node quantified(Node item) {
    for (skip_extended(); const std::optional<Quantifier> q = quantifier(); skip_extended()) {
      Node repeat{Node::Kind::Repeat};
      repeat.min = q->min;
      repeat.max = q->max;
      // Possessive repetition never gives back: that is no choice to be tried in turn.
      if (!q->interval && peek() == '+') throw Unsuitable{};
      const bool fixed = q->interval && q->min == q->max;
      if (!fixed && accept("?")) repeat.greedy = false;
      repeat.may_be_empty = q->min == 0 || item.may_be_empty;
      repeat.children.push_back(std::move(item));
      item = std::move(repeat);
    }
    return item;
  }

  std::optional<Node> atom() {
    switch (peek()) {
    case '(': return group();
    case '[': return plain_atom(class_end(), false, true);
    case '\\': return escape();
    case '.': return plain_atom(at_ + 1, false, true);
    case '^':
    case '$': return plain_atom(at_ + 1, true, false);
    default: {
      const size_t end =
          encoding_ == ONIG_ENCODING_UTF8
              ? at_ + static_cast<size_t>(utf8::step(text_.data() + at_, text_.data() + text_.size()))
              : at_ + 1;
      return plain_atom(end, false, false);
    }
    }
  }

  /// After the bracket that closes the class that starts here.
  size_t class_end() const {
    int depth = 0;
    for (size_t i = at_; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_.substr(i).starts_with("[:")) {
        const size_t close = text_.find(":]", i + 2);
        if (close != std::string_view::npos) i = close + 1;
      } else if (text_[i] == '[') {
        ++depth;
        if (i + 1 < text_.size() && text_[i + 1] == '^') ++i;
        if (i + 1 < text_.size() && text_[i + 1] == ']') ++i;
      } else if (text_[i] == ']' && --depth == 0) {
        return i + 1;
      }
    }
    throw Unsuitable{};
  }

  Node escape() {
    const char c = peek(1);
    if ((c >= '1' && c <= '9') || c == 'k' || c == 'g' || c == 'K') throw Unsuitable{};
    if (std::string_view("AzZbBG").find(c) != std::string_view::npos) return plain_atom(at_ + 2, true, false);
    if (c == 'X' || c == 'R') return plain_atom(at_ + 2, false, false);
    if (c == 'p' || c == 'P' || (c == 'x' && peek(2) == '{')) {
      const size_t close = text_.find('}', at_);
      if (close == std::string_view::npos) throw Unsuitable{};
      return plain_atom(close + 1, false, c != 'x');
    }
    if (c == 'x' || c == '0') return bytes_escape();
    if (c == 'c' || c == 'C' || c == 'M') throw Unsuitable{};
    const bool is_class = std::string_view("hHwWdDsS").find(c) != std::string_view::npos;
    const size_t size =
        encoding_ == ONIG_ENCODING_UTF8
            ? static_cast<size_t>(utf8::step(text_.data() + at_ + 1, text_.data() + text_.size()))
            : 1;
    return plain_atom(at_ + 1 + size, false, is_class);
  }

  /// \xHH or an octal escape; a run of them may spell one character.
  Node bytes_escape() {
    size_t end = at_;
    bool high = false;
    while (end + 1 < text_.size() && text_[end] == '\\' && (text_[end + 1] == 'x' || text_[end + 1] == '0') &&
           (end == at_ || high)) {
      const bool hex = text_[end + 1] == 'x';
      size_t i = end + 2;
      unsigned byte = 0;
      for (size_t n = 0; n < 2 && i < text_.size() && digit_value(text_[i]) < (hex ? 16 : 8); ++n, ++i)
        byte = byte * (hex ? 16 : 8) + static_cast<unsigned>(digit_value(text_[i]));
      high = byte >= 0x80 && encoding_ == ONIG_ENCODING_UTF8;
      end = i;
    }
    return plain_atom(end, false, false);
  }

  // --- Groups ---

  /// After the parenthesis that closes the group that starts here.
  size_t group_end() const {
    int depth = 0;
    for (size_t i = at_; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '[') {
        PatternReader inner(*this);
        inner.at_ = i;
        i = inner.class_end() - 1;
      } else if (text_[i] == '(') {
        ++depth;
      } else if (text_[i] == ')' && --depth == 0) {
        return i + 1;
      }
    }
    throw Unsuitable{};
  }

  bool captures_between(size_t from, size_t to) const {
    for (size_t i = from; i < to; ++i) {
      if (text_[i] == '\\') {
        ++i;
        continue;
      }
      if (text_[i] != '(') continue;
      const std::string_view rest = text_.substr(i);
      const bool plain = !rest.starts_with("(?");
      const bool named = rest.starts_with("(?'") ||
                         (rest.starts_with("(?<") && rest.size() > 3 && rest[3] != '=' && rest[3] != '!');
      if (named || (plain && !named_groups_)) return true;
    }
    return false;
  }

  std::optional<Node> group() {
    for (const std::string_view look : {"(?=", "(?!", "(?<=", "(?<!", "(?>"}) {
      if (!looking_at(look)) continue;
      const size_t end = group_end();
      if (captures_between(at_ + look.size(), end)) throw Unsuitable{};
      return plain_atom(end, true, false);
    }
    if (accept("(?:")) return closed(alternatives());
    if (looking_at("(?<") || looking_at("(?'")) {
      const size_t close = text_.find(peek(2) == '<' ? '>' : '\'', at_ + 3);
      if (close == std::string_view::npos) throw Unsuitable{};
      at_ = close + 1;
      return capture();
    }
    if (looking_at("(?")) return options();
    ++at_;
    if (named_groups_) return closed(alternatives());
    return capture();
  }

  Node closed(Node node) {
    if (!accept(")")) throw Unsuitable{};
    return node;
  }

  Node capture() {
    Node node{Node::Kind::Group};
    node.number = program_.groups++;
    node.children.push_back(closed(alternatives()));
    node.may_be_empty = node.children[0].may_be_empty;
    return node;
  }

  std::optional<Node> options() {
    at_ += 2;
    Modes changed = modes_;
    bool on = true;
    for (;; ++at_) {
      switch (peek()) {
      case '-': on = false; continue;
      case 'i': changed.ignore_case = on; continue;
      case 'x': changed.extended = on; continue;
      case 'm': changed.multiline = on; continue;
      case 'W':
      case 'D':
      case 'S':
      case 'P': changed.ascii = on; continue;
      case ')': {
        ++at_;
        modes_ = changed;
        return std::nullopt;
      }
      case ':': {
        ++at_;
        const Modes outer = modes_;
        modes_ = changed;
        Node node = closed(alternatives());
        modes_ = outer;
        return node;
      }
      default: throw Unsuitable{};
      }
    }
  }

  // --- Atoms ---

  /// The text up to `end` as an atom. `single_class`: it matches one character of a class.
  Node plain_atom(size_t end, bool may_be_empty, bool single_class) {
    const std::string_view text = text_.substr(at_, end - at_);
    at_ = end;
    LinearProgram::Atom atom;
    compile(atom, text);
    const auto byte = static_cast<unsigned char>(text[0]);
    if (text.size() == 1 && byte < 0x80 && !modes_.ignore_case && text != "." && text != "^" && text != "$")
      atom.literal = byte;
    if (single_class && !modes_.ignore_case) tabulate(atom);
    Node node{Node::Kind::Atom};
    node.number = static_cast<uint32_t>(program_.atoms.size());
    node.may_be_empty = may_be_empty;
    program_.atoms.push_back(std::move(atom));
    return node;
  }

  void compile(LinearProgram::Atom& atom, std::string_view text) {
    const std::string pattern = modes_.ascii ? "(?WDSP:" + std::string(text) + ")" : std::string(text);
    OnigOptionType options = ONIG_OPTION_NONE;
    if (modes_.ignore_case) options |= ONIG_OPTION_IGNORECASE;
    if (modes_.extended && text.size() > 1) options |= ONIG_OPTION_EXTEND;
    if (modes_.multiline) options |= ONIG_OPTION_MULTILINE;
    OnigRegex regex = nullptr;
    OnigErrorInfo info{};
    if (onig_new(&regex, uchars(pattern.data()), uchars(pattern.data() + pattern.size()), options, encoding_,
                 syntax_, &info) != ONIG_NORMAL)
      throw Unsuitable{};
    atom.regex.reset(regex);
  }

  static void tabulate(LinearProgram::Atom& atom) {
    atom.ascii.emplace();
    for (int c = 0; c < 128; ++c) {
      const auto byte = static_cast<OnigUChar>(c);
      (*atom.ascii)[static_cast<size_t>(c)] =
          onig_match(atom.regex.get(), &byte, &byte + 1, &byte, nullptr, ONIG_OPTION_NONE) == 1;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  OnigEncoding encoding_;
  OnigSyntaxType* syntax_;
  bool named_groups_;
  LinearProgram& program_;
  Modes modes_;
};

class CodeGenerator {
public:
  explicit CodeGenerator(LinearProgram& program) : program_(program), code_(program.code) {}

  void run(const Node& root) {
    program_.slots = 2 * program_.groups;
    emit({Op::Save, 0});
    node(root);
    emit({Op::Save, 1});
    emit({Op::Match});
  }

private:
  static constexpr size_t kMaxCode = 20000;

  uint32_t here() const { return static_cast<uint32_t>(code_.size()); }
  uint32_t emit(Insn insn) {
    if (code_.size() > kMaxCode) throw Unsuitable{};
    if (insn.op == Op::Split) insn.number = program_.splits++;
    code_.push_back(insn);
    return here() - 1;
  }

  void node(const Node& n) {
    switch (n.kind) {
    case Node::Kind::Atom: emit({Op::Atom, n.number}); break;
    case Node::Kind::Sequence:
      for (const Node& child : n.children) node(child);
      break;
    case Node::Kind::Alternatives: alternatives(n); break;
    case Node::Kind::Group:
      emit({Op::Save, 2 * n.number});
      node(n.children[0]);
      emit({Op::Save, 2 * n.number + 1});
      break;
    case Node::Kind::Repeat: repeat(n); break;
    }
  }

  void alternatives(const Node& n) {
    std::vector<uint32_t> exits;
    for (size_t i = 0; i + 1 < n.children.size(); ++i) {
      const uint32_t split = emit({Op::Split, here() + 1});
      node(n.children[i]);
      exits.push_back(emit({Op::Jump}));
      code_[split].b = here();
    }
    node(n.children.back());
    for (const uint32_t jump : exits) code_[jump].a = here();
  }

  /// A choice between going on at the next instruction and leaving; returns it for its way out to be set.
  uint32_t choice() { return emit({Op::Split}); }
  void set_choice(uint32_t split, uint32_t body, uint32_t exit, bool greedy) {
    code_[split].a = greedy ? body : exit;
    code_[split].b = greedy ? exit : body;
  }

  void repeat(const Node& n) {
    const Node& body = n.children[0];
    for (int i = 0; i < n.min; ++i) node(body);
    if (n.max < 0) return loop(n, body);
    std::vector<uint32_t> choices;
    for (int i = n.min; i < n.max; ++i) {
      choices.push_back(choice());
      node(body);
    }
    for (const uint32_t split : choices) set_choice(split, split + 1, here(), n.greedy);
  }

  void loop(const Node& n, const Node& body) {
    const uint32_t split = choice();
    uint32_t slot = 0, end = 0;
    if (body.may_be_empty) {
      slot = program_.slots++;
      emit({Op::LoopStart, slot});
    }
    node(body);
    if (body.may_be_empty) end = emit({Op::LoopEnd, slot});
    emit({Op::Jump, split});
    set_choice(split, split + 1, here(), n.greedy);
    if (body.may_be_empty) code_[end].b = here();
  }

  LinearProgram& program_;
  std::vector<Insn>& code_;
};

} // namespace

std::unique_ptr<LinearProgram> compile_linear(std::string_view pattern, OnigOptionType options,
                                              OnigEncoding encoding, OnigSyntaxType* syntax,
                                              bool named_groups) {
  auto program = std::make_unique<LinearProgram>();
  try {
    const Node root = PatternReader(pattern, options, encoding, syntax, named_groups, *program).run();
    CodeGenerator(*program).run(root);
  } catch (const Unsuitable&) {
    return nullptr;
  }
  return program;
}

} // namespace miniyarv
