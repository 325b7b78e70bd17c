#pragma once

#include "frontend/syntax/lexer.hpp"
#include "frontend/syntax/parse.hpp"
#include "frontend/syntax/static_literals.hpp"

#include <bit>
#include <memory_resource>
#include <new>
#include <vector>

namespace miniyarv {

struct ParseResult::Storage {
  Storage(Source text) : source(std::move(text)), names(arena) {}

  std::pmr::monotonic_buffer_resource arena{size_t{16} << 10};
  Source source;
  NameTable names;
  Diagnostics diagnostics;
  ProgramNode* root = nullptr;
  std::optional<bool> frozen_string_literal;
  std::optional<uint32_t> data_offset;
  std::string encoding = "UTF-8";
};

/// A recursive-descent parser that climbs precedences for operators. It keeps going after errors: what could
/// not be parsed becomes a MissingNode.
class Parser {
public:
  Parser(ParseResult::Storage& result, const ParseOptions& options);

  void parse_program();

private:
  /// What an expression may be where it stands.
  struct Rules {
    Power power;                                      ///< operators that bind looser end it
    bool command_call = false;                        ///< `foo a` may be written without parentheses
    bool label = false;                               ///< `"a":` may be a label
    Message message = Message::CannotParseExpression; ///< reported if there is none
  };

  /// The arguments of a call, as written.
  struct Arguments {
    Location opening, closing;
    ArgumentsNode* arguments = nullptr;
    Node* block = nullptr;
    bool has_forwarding = false;

    /// End of the last part that is there, else kAbsent.
    uint32_t end() const;
  };

  /// Bits of Node::flags that only the parser uses.
  enum class PrivateFlag : uint8_t { Comparison = 12, Index = 13, VoidLeft = 14 };
  static constexpr uint16_t kPublicFlags = 0x0fff;

  enum class PatternFlags : uint8_t { Single = 0, Top = 1, Multi = 2, TopMulti = 3 };
  enum class RescueOwner : uint8_t { Begin, Block, Class, Def, Lambda, Module, SingletonClass };
  enum class Predicate : uint8_t { Condition, FlipFlop, Not };
  enum class WriteKind : uint8_t { And, Or, Operator };
  enum class ParameterOrder : uint8_t;
  using Captures = std::vector<Name>;

  struct ParameterRules {
    Power power;              ///< of default values
    bool parentheses = false; ///< newlines may follow parameters
    bool trailing_comma = false;
    bool forwarding = false; ///< `...`
    bool blocks_in_defaults = false;
    bool in_block = false;
  };

  /// Counts native recursion; `exceeded` once it is too deep.
  class Depth {
  public:
    explicit Depth(Parser& parser) : parser_(parser) { parser_.depth_++; }
    ~Depth() { parser_.depth_--; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    bool exceeded() const { return parser_.depth_ > kMaxDepth; }

  private:
    Parser& parser_;
  };
  static constexpr int kMaxDepth = 1000;

  /// Pushes an answer to "does `do` open a block of this call?" for a C++ scope.
  class BlockGuard {
  public:
    BlockGuard(Parser& parser, bool accepts) : parser_(parser) { parser_.accepts_block_.push(accepts); }
    ~BlockGuard() { parser_.accepts_block_.pop(); }
    BlockGuard(const BlockGuard&) = delete;
    BlockGuard& operator=(const BlockGuard&) = delete;

  private:
    Parser& parser_;
  };

  void find_start(); ///< skips what may come before the program: a byte order mark, with -x other text

  // --- Tokens ---
  const Token& current() const { return lexer_.current; }
  const Token& previous() const { return lexer_.previous; }
  void advance() { lexer_.advance(); }
  bool match(TokenKind kind) const { return current().kind == kind; }
  template <class... Kinds> bool match_any(Kinds... kinds) const { return (match(kinds) || ...); }
  bool accept(TokenKind kind);
  bool accept_terminator(); ///< a newline or `;`
  void skip_terminators();
  void expect(TokenKind kind, Message message);
  void expect_any(TokenKind first, TokenKind second, Message message);
  void expect_terminator(Message message);
  void missing_token(); ///< makes `previous` an empty token that was not there
  bool begins_argument() const;
  bool ends_context() { return ends(contexts_.top(), current().kind); }

  // --- Nodes ---
  template <class T> T* make(Location loc) {
    void* memory = arena_.allocate(sizeof(T), alignof(T));
    T* node = ::new (memory) T;
    node->loc = loc;
    return node;
  }
  template <class T> T* make(const Token& token) { return make<T>(token.loc()); }
  template <class T> T* make_literal(Location loc) {
    T* node = make<T>(loc);
    node->static_literal = true;
    return node;
  }
  Node* missing(Location loc) { return make<MissingNode>(loc); }
  void append(NodeList& list, Node* node);
  Name name_of(Location loc) { return names_.intern_stable(lexer_.slice(loc)); }
  Name name_of(const Token& token) { return name_of(token.loc()); }
  Name name_of(std::string_view text) { return names_.intern(text); }
  NameList local_table();
  static Location span(const Node* first, const Node* last) { return {first->loc.start, last->loc.end}; }
  static Location span(Location first, Location last) { return {first.start, last.end}; }
  static Location end_of(Location loc) { return {loc.end, loc.end}; }
  static void extend(Node* node, Location loc);
  static void copy_flags(Node* to, const Node* from) { to->flags = from->flags & kPublicFlags; }

  // --- Diagnostics ---
  void error(Location loc, Message message, std::initializer_list<std::string_view> arguments = {}) {
    diagnostics_.add(loc, message, arguments);
  }
  void error(const Token& token, Message message, std::initializer_list<std::string_view> arguments = {}) {
    error(token.loc(), message, arguments);
  }
  void error(const Node* node, Message message, std::initializer_list<std::string_view> arguments = {}) {
    error(node->loc, message, arguments);
  }
  void error_expected_expression(Message message);
  void warn_indentation(const Token& opening, bool if_after_else = false, bool allow_indent = false);
  int64_t column_of(uint32_t line, uint32_t offset, bool only_blanks) const;
  void warn_unused_locals(bool top_level);

  // --- Expressions (parser.cpp) ---
  StatementsNode* parse_statements(Context context);
  void append_statement(StatementsNode* statements, Node* node, bool newline = true);
  Node* parse_expression(const Rules& rules);
  Node* parse_value(const Rules& rules); ///< an expression that must have a value
  Node* parse_starred(const Rules& rules);
  Node* parse_prefix(const Rules& rules);
  Node* parse_prefix_keyword(const Rules& rules);
  Node* parse_unexpected(const Rules& rules);
  Node* parse_variable_read(const Rules& rules);
  Node* maybe_targets(const Rules& rules, Node* node);
  Node* parse_parentheses(const Rules& rules);
  Node* finish_parentheses(const Rules& rules, const Token& opening, Node* statement, bool multiple);
  Node* parse_multi_target_in_parens(const Rules& rules, const Token& opening, Node* statement);
  Node* parse_parenthesized_statements(const Token& opening, Node* first, bool terminated);
  void reject_trailing_targets(StatementsNode* statements);
  bool skip_paren_terminators(bool& multiple);
  Node* parse_splat_statement(const Rules& rules);
  Node* parse_prefix_range();
  Node* parse_unary(const Rules& rules);
  Node* parse_negative_number();
  void negate(Node* number);
  void wrap_command_line(StatementsNode*& statements);
  bool may_continue(const Node* node) const;
  bool is_statement_only(const Node* node) const;
  static bool is_command_call(const CallNode* call);
  static bool continues_chain(const Node* node, std::string_view text);

  // --- Operators (parse_operator.cpp) ---
  Node* parse_infix(Node* left, const Rules& rules, const Binding& binding);
  Node* parse_binary_call(Node* left, const Binding& binding, bool comparison);
  Node* parse_match_operator(Node* left, const Binding& binding);
  Node* parse_logical(Node* left, const Binding& binding);
  Node* parse_range(Node* left, const Binding& binding);
  Node* parse_dot_call(Node* receiver, const Rules& rules);
  Node* parse_double_colon(Node* left, const Rules& rules);
  Node* parse_index(Node* receiver, const Rules& rules);
  Node* parse_modifier(Node* statement, const Binding& binding);
  Node* parse_rescue_modifier(Node* expression, const Binding& binding);
  Node* parse_ternary(Node* predicate);
  Node* parse_match(Node* value);
  void reject_after_match(const Node* left, const Token& op);
  Node* make_range(Node* left, const Token& op, Node* right);
  CallNode* make_binary_call(Node* receiver, const Token& op, Node* argument);
  CallNode* make_unary_call(const Token& op, Node* receiver, std::string_view name);
  Node* make_rescue_modifier(Node* expression, const Token& keyword, Node* fallback);
  Node* add_named_captures(CallNode* call);

  // --- Assignment (parse_assignment.cpp) ---
  Node* parse_assignment(Node* target, const Rules& rules, const Binding& binding);
  Node* parse_operator_assignment(Node* target, const Rules& rules, const Binding& binding, WriteKind kind);
  Node* parse_call_operator_assignment(CallNode* call, const Token& op, const Rules& rules,
                                       const Binding& binding, WriteKind kind);
  Node* parse_operator_value(const Rules& rules, const Binding& binding, WriteKind kind);
  template <class AndNodeT, class OrNodeT, class OperatorNodeT, class Fill>
  Node* make_operator_write(WriteKind kind, const Token& op, const Node* target, Node* value, Fill fill);
  Node* make_variable_operator_write(WriteKind kind, const Token& op, Node* target, Node* value);
  Node* make_local_operator_write(WriteKind kind, const Token& op, Node* target, Node* value, Name name,
                                  uint32_t depth);
  Node* parse_assigned_values(const Rules& rules, Power power);
  void read_assigned_locals(const Node* value);
  Node* parse_rescue_in_value(Node* value, bool command_call);
  Node* make_write(Node* target, const Token& op, Node* value);
  Node* make_local_write(Name name, uint32_t depth, Location name_loc, const Token& op, Node* value);
  Node* make_call_write(CallNode* call, const Token& op, Node* value);
  Node* make_unwritable_write(Node* target, const Token& op, Node* value);
  MultiWriteNode* make_multi_write(MultiTargetNode* target, const Token& op, Node* value);
  void error_unwritable(const Node* target, Location loc);
  Node* make_target(Node* node, bool multiple, bool splat_parent = false);
  Node* make_call_target(CallNode* call, bool multiple);
  Node* parse_targets(Node* first, Power power);
  Node* parse_targets_statement(Node* first);
  void append_target(MultiTargetNode* node, Node* target);
  LocalVariableTargetNode* make_local_target(Location loc, Name name, uint32_t depth);
  void add_write_suffix(CallNode* call);
  bool is_writable(const CallNode* call) const;
  void check_index_arguments(const ArgumentsNode* arguments, const Node* block);
  static bool is_implicit_array(const Node* value);
  Name global_name(const Node* target);

  // --- Variables and calls (parse_call.cpp) ---
  Node* parse_identifier(const Rules& rules);
  Node* parse_constant(const Rules& rules);
  Node* parse_top_constant(const Rules& rules);
  Node* read_variable(); ///< of `previous`; null if there is none
  Node* read_variable_or_call();
  LocalVariableReadNode* make_local_read(Location loc, Name name, uint32_t depth);
  int depth_of(Name name) const { return scopes_.depth_of(name); }
  Name declare(Location loc, uint32_t reads);
  Name declare_implicit(std::string_view name);
  void forget(const Node* tree); ///< drops what the parser noted about nodes that leave the tree
  void parse_arguments(Arguments& arguments, bool forwarding, TokenKind terminator);
  Node* parse_argument(Arguments& arguments, struct ArgumentState& state);
  bool parse_argument_list(Arguments& arguments, bool accepts_block, bool command_call);
  void attach_block(Arguments& arguments, BlockNode* block);
  void append_argument(Arguments& arguments, Node* argument);
  void append_argument(ArgumentsNode* arguments, Node* argument);
  bool begins_bare_hash(const Node* argument);
  BlockNode* parse_block();
  void validate_brace_block(const Arguments& arguments, const BlockNode* block);
  Node* parse_lambda();
  BlockParametersNode* parse_block_parameters(const Token* opening, bool trailing_comma, bool lambda,
                                              bool blocks_in_defaults);
  Node* implicit_parameters(Node* declared, Location loc);
  bool outer_numbered_parameters();
  ConstantPathNode* make_constant_path(Node* parent, const Token& delimiter, const Token& name);
  CallNode* make_call(Node* receiver, const Token& op, const Token& message, const Arguments& arguments);
  CallNode* make_function_call(const Token& message, const Arguments& arguments);
  CallNode* make_shorthand_call(Node* receiver, const Token& op, const Arguments& arguments);
  CallNode* make_index_call(Node* receiver, const Arguments& arguments);
  CallNode* make_variable_call(Location message);
  void set_arguments(CallNode* call, const Arguments& arguments);
  Name message_name(const Token& message);
  Node* parse_super(const Rules& rules);
  Node* parse_yield(const Rules& rules);
  Node* parse_jump(const Rules& rules); ///< break, next, return
  void check_forwarding(bool Scope::Forwards::*which, const Token& token, Message none,
                        std::optional<Message> conflict);
  void check_return(const Node* node);
  void check_yield(const Node* node);
  void check_retry(const Node* node);
  void check_block_exit(Node* node);

  // Block exits (break, next, redo) outside a block become valid if a `while` modifier follows.
  size_t begin_block_exits() const { return block_exits_.size(); }
  void end_block_exits(size_t start);
  void report_block_exits(size_t start);

  // --- Definitions (parse_definition.cpp) ---
  Node* parse_def(const Rules& rules);
  struct DefHead;
  void parse_def_name(DefHead& head);
  void parse_def_parameters(DefHead& head);
  void parse_endless_body(DefHead& head, const Rules& rules);
  void parse_def_body(DefHead& head);
  Token parse_method_name();
  Node* make_receiver(const Token& token);
  void check_receiver(const Node* receiver);
  ParametersNode* parse_parameters(const ParameterRules& rules);
  bool parse_parameter(const ParameterRules& rules, ParametersNode* parameters, ParameterOrder& order);
  bool parse_named_parameter(const ParameterRules& rules, ParametersNode* parameters, ParameterOrder& order);
  bool parse_keyword_parameter(const ParameterRules& rules, ParametersNode* parameters,
                               ParameterOrder& order);
  void parse_rest_parameter(ParametersNode* parameters, ParameterOrder& order);
  void parse_keyword_rest_parameter(ParametersNode* parameters, ParameterOrder& order);
  void parse_block_parameter(ParametersNode* parameters, ParameterOrder& order);
  void parse_forwarding_parameter(const ParameterRules& rules, ParametersNode* parameters,
                                  ParameterOrder& order);
  void parse_trailing_comma(const ParameterRules& rules, ParametersNode* parameters, ParameterOrder order);
  Node* parse_default(const ParameterRules& rules, Message message);
  MultiTargetNode* parse_destructured_parameter();
  bool update_order(const Token& token, ParameterOrder& order);
  bool declare_parameter(Location name); ///< true if the name was there before
  void refute_numbered(Location name);
  static void add_parameter(ParametersNode* parameters, NodeList& list, Node* node);
  void append_parameter(ParametersNode* parameters, NodeList& list, Node* node);
  Node* parse_class();
  Node* parse_singleton_class(const Token& keyword, size_t block_exits);
  Node* parse_module();
  Node* parse_body(Context context, RescueOwner owner, const Token& keyword, bool lonely_else);
  Node* parse_alias(const Rules& rules);
  Node* parse_alias_argument(bool first);
  Node* parse_undef(const Rules& rules);
  Node* parse_undef_argument();
  Node* parse_pre_execution(const Rules& rules);
  Node* parse_post_execution(const Rules& rules);

  // --- Control flow (parse_control.cpp) ---
  Node* parse_if(bool unless);
  Node* parse_condition(Context context, Token& then_keyword);
  Node* parse_loop();
  Node* parse_for();
  Node* parse_case();
  void parse_when_clauses(CaseNode* node, const Token& keyword);
  void parse_when_conditions(WhenNode* node, StaticLiterals& literals);
  void parse_in_clauses(CaseMatchNode* node, const Token& keyword);
  ElseNode* parse_case_else();
  Node* parse_begin();
  void parse_rescues(BeginNode* node, RescueOwner owner, const Token* opening);
  RescueNode* parse_rescue(RescueOwner owner);
  void parse_rescue_reference(RescueNode* node);
  BeginNode* parse_implicit_begin(RescueOwner owner, const Token* opening, uint32_t start,
                                  StatementsNode* statements);
  Node* parse_defined();
  Node* parse_not(const Rules& rules);
  IfNode* make_if(Location loc, Node* predicate);
  UnlessNode* make_unless(Location loc, Node* predicate);
  Node* make_modifier_if(Node* statement, const Token& keyword, Node* predicate, bool unless);
  ElseNode* make_else(const Token& keyword, StatementsNode* statements, Location end);

  // --- Literals (parse_literal.cpp, parse_string.cpp) ---
  Node* parse_number();
  IntegerNode* make_integer(Location loc, IntegerBaseFlag base);
  FloatNode* make_float(Location loc);
  RationalNode* make_rational(Location loc, bool is_float, IntegerBaseFlag base);
  IntegerLiteral integer_value(std::string_view digits, IntegerBaseFlag base);
  Node* parse_numbered_reference();
  Node* parse_array();
  Node* parse_array_element(bool& bare_hash);
  void append_element(ArrayNode* array, Node* element);
  Node* parse_hash();
  bool parse_assocs(StaticLiterals& keys, Node* hash); ///< true if there is a `**`
  Node* parse_assoc(StaticLiterals& keys, bool& has_splat);
  Node* parse_label_assoc(StaticLiterals& keys);
  Node* make_implicit_value(Location label);
  AssocNode* make_assoc(Node* key, Location op, Node* value);
  KeywordHashNode* make_keyword_hash();
  void append_hash_element(Node* hash, Node* element);
  void add_hash_key(StaticLiterals& keys, const Node* key);

  Node* parse_strings(Node* first, bool accepts_label);
  Node* parse_one_string(bool accepts_label);
  Node* parse_plain_string(const Token& opening);
  Node* parse_string_with_content(const Token& opening);
  Node* parse_string_parts(const Token& opening, NodeList parts);
  Node* parse_string_part();
  Node* parse_embedded_statements();
  Node* parse_embedded_variable();
  Node* parse_character();
  Node* parse_heredoc();
  Node* parse_heredoc_body(const LexMode& mode, const Token& opening);
  void expect_heredoc_end(const LexMode& mode);
  void dedent(NodeList& parts, size_t columns);
  std::string_view dedent(std::string_view bytes, size_t columns);
  Node* parse_symbol(const LexMode& mode, LexState next_state);
  Node* parse_interpolated_symbol(const Token& opening, LexState next_state);
  Node* parse_plain_quoted_symbol(const Token& opening, LexState next_state);
  Node* parse_operator_symbol(Location opening, LexState next_state);
  Node* parse_word_symbol(Location opening);
  Node* parse_symbol_after_colon(LexState next_state);
  Node* parse_xstring();
  Node* parse_regexp();
  Node* parse_plain_list(bool symbols);
  Node* parse_interpolated_list(bool symbols);
  void add_list_part(Node*& element, Node* part, bool symbols);
  Node* make_list_text(bool symbols);
  Node* finish_list(ArrayNode* array, const Token& opening, Message message);
  StringNode* make_string(Location opening, Location content, Location closing, std::string_view bytes);
  StringNode* make_content_string(); ///< of the current StringContent token
  SymbolNode* make_symbol(Location opening, Location value, Location closing, std::string_view bytes);
  SymbolNode* make_label(const Token& label);
  InterpolatedStringNode* make_interpolated_string(Location opening, Location closing);
  InterpolatedSymbolNode* make_interpolated_symbol(Location opening, Location closing);
  void append_string_part(InterpolatedStringNode* node, Node* part);
  void append_symbol_part(InterpolatedSymbolNode* node, Node* part);
  void append_part(Node* node, NodeList& parts, Node* part);
  void set_literal_flags(StringNode* node) const;
  void add_encoding_flags(Node* node) const;
  void set_symbol_encoding(SymbolNode* node, bool validate, std::optional<Encoding> forced);
  void set_regexp_flags(Node* node, const Token& closing);
  void set_regexp_encoding(RegularExpressionNode* node, bool ascii_only,
                           std::optional<Encoding> explicit_encoding);
  void check_regexp(const RegularExpressionNode* node);
  static bool is_label(const Node* node, std::string_view text);
  bool is_label(const Node* node) const { return is_label(node, lexer_.text()); }

  // --- Patterns (parse_pattern.cpp) ---
  Node* parse_pattern(Captures& captures, PatternFlags flags, Message message);
  Node* parse_pattern_list(Captures& captures, Node* first, bool leading_rest);
  Node* parse_pattern_alternatives(Captures& captures, Node* first, Message message);
  Node* parse_pattern_alternative(Captures& captures, Message message, Message missing_message);
  Node* parse_pattern_primitive(Captures& captures, Message message);
  Node* parse_pattern_value(Message message);
  Node* parse_pattern_array(Captures& captures);
  Node* parse_pattern_braces(Captures& captures);
  HashPatternNode* parse_pattern_hash(Captures& captures, Node* first);
  void parse_pattern_assoc(Captures& captures, StaticLiterals& keys, NodeList& elements, Node* rest);
  Node* parse_pattern_hash_result(Captures& captures, Node* first, PatternFlags flags);
  Node* parse_pattern_implicit_value(Captures& captures, SymbolNode* key);
  Node* parse_pattern_rest(Captures& captures);
  Node* parse_pattern_keyword_rest(Captures& captures);
  Node* parse_pattern_pin();
  Node* parse_pattern_constant(Captures& captures, Node* constant);
  Node* parse_pattern_range_end(const Token& op, Node* left);
  LocalVariableTargetNode* capture(Captures& captures, Location loc);
  void note_capture(Captures& captures, Name name, Location loc);
  void reject_captures(const Node* pattern);
  void add_pattern_key(StaticLiterals& keys, const Node* key);
  bool is_local_name(std::string_view name) const;
  bool ends_pattern() const;

  // --- Checks (checks.cpp) ---
  Node* void_value(Node* node);
  Node* void_value_of_begin(BeginNode* node, Node*& found, bool& done);
  void check_value(Node* node);
  void check_void_statement(const Node* node);
  void check_void_statements(const StatementsNode* statements, bool last_has_value);
  void check_condition(Node*& node, Predicate kind);
  void check_condition_leaf(Node*& node, Predicate kind);
  void warn_literal(const Node* node, Predicate kind, bool verbose, std::string_view prefix);
  void warn_assigned_literal(const Node* value);

  std::pmr::memory_resource& arena_;
  ParseResult::Storage& result_;
  const ParseOptions& options_;
  NameTable& names_;
  Diagnostics& diagnostics_;
  ScopeStack scopes_;
  ContextStack contexts_;
  Lexer lexer_;

  FlagStack accepts_block_;
  std::vector<Node*> block_exits_;
  StaticLiterals* shared_hash_keys_ = nullptr; ///< keys that the braces after `**` add to
  bool recovering_ = false;                    ///< an error is being left behind
  int depth_ = 0;
};

} // namespace miniyarv
