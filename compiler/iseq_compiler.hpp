#pragma once

#include "compiler/compile.hpp"
#include "compiler/element_list.hpp"
#include "compiler/unit_builder.hpp"
#include "frontend/syntax/ast.hpp"

#include <optional>
#include <unordered_map>

namespace miniyarv {

/// What all sequences of one compilation share.
class UnitContext {
public:
  UnitContext(const ParseResult& parsed, const CompileOptions& compile_options);

  const ParseResult& program;
  const Source& source;
  const CompileOptions& options;
  UnitBuilder builder;
  Arena arena;
  /// Lowest address of the native stack that compiling may reach.
  const std::byte* native_limit;

  NameId name(Name n);
  NameId name(std::string_view text) { return builder.name(text); }
  /// Line of a byte of the source. Fast when asked about places near each other.
  int line(uint32_t offset);
  SourceRange range(uint32_t start, uint32_t end);

private:
  std::vector<NameId> name_ids_; ///< by Name::index
  size_t line_hint_ = 0;
};

/// A scope's parts, whatever kind of node it was written as.
struct ScopeSource {
  const Node* node = nullptr; ///< what the scope is made from
  const Node* body = nullptr;
  const Node* parameters = nullptr; ///< ParametersNode, BlockParametersNode, NumberedParametersNode, ...
  NameList locals = {};
  /// The tree counts it in the depths of locals. Rescue and ensure sequences and `for` bodies are scopes only
  /// for the machine.
  bool counted = true;

  static ScopeSource of(const Node* node);
};

/// A sequence that was compiled as part of another one.
struct ChildISeq {
  ISeqId id = ISeqId::None;
  bool has_catch_table = false;
};

/// Where a local lives, as seen from the sequence being compiled.
struct LocalPlace {
  uint32_t slot = 0;
  uint32_t level = 0; ///< scopes out
};

/// A variable of any kind, to be read or written.
struct Variable {
  enum class Kind : uint8_t { Local, Instance, ClassVariable, Global, Constant };
  Kind kind;
  Name name;
  uint32_t depth = 0; ///< of a local: scopes out in the tree
};

/// The parts of an argument list that decide on the call instruction.
struct CallArguments {
  int argc = 0; ///< without keyword arguments
  uint16_t flags = 0;
  std::vector<NameId> kwargs;

  bool has(uint16_t flag) const { return flags & flag; }
};

struct TargetLists;
struct TargetState;

/// Compiles one scope to one sequence. Instances nest as scopes do; a nested one is finished before its
/// parent goes on.
class ISeqCompiler {
public:
  ISeqCompiler(UnitContext& unit, ISeqCompiler* parent, ISeqType type, NameId label);
  ISeqCompiler(const ISeqCompiler&) = delete;
  ISeqCompiler& operator=(const ISeqCompiler&) = delete;

  /// Compiles the program itself.
  ISeqId compile_program(const ProgramNode& program);

private:
  // --- Scopes (compile_scope.cpp) ---
  ChildISeq compile_child(const ScopeSource& scope, ISeqType type, NameId label, SourceRange range);
  ChildISeq compile_detached(const ScopeSource& scope, ISeqType type, NameId label, SourceRange range);
  ChildISeq compile_block(const Node* node); ///< block, lambda or `for` body
  ChildISeq compile_scope(const ScopeSource& scope, SourceRange range);
  ChildISeq compile_defined_guard();
  void compile_body(ElementList& out, const ScopeSource& scope);
  void compile_block_body(ElementList& out, const ScopeSource& scope);
  void compile_ensure_body(ElementList& out, const ScopeSource& scope);
  void compile_rescue_body(ElementList& out, const ScopeSource& scope);
  void compile_post_execution(ElementList& out, const PostExecutionNode& node);
  NameId block_label() const;
  SourceRange block_range(const Node* node);

  // --- Parameters and local tables (compile_parameters.cpp) ---
  void declare_locals(const ScopeSource& scope);
  void declare_parameters(const ParametersNode* parameters, const ScopeSource& scope);
  void declare_keywords(const ParametersNode& parameters);
  void declare_keyword_rest(const Node* node);
  void declare_destructured(const MultiTargetNode& target);
  void declare_block_parameters(const BlockParametersNode& parameters, const ScopeSource& scope);
  void declare_rest_of_locals(NameList locals);
  bool is_forwarding_only(const ParametersNode& parameters) const;
  int add_slot(NameId name);
  int add_slot(Name name);
  int add_parameter_slot(const Node* parameter);
  void setup_parameters(ElementList& out, const ScopeSource& scope);
  void setup_optionals(ElementList& out, const ParametersNode& parameters);
  void setup_keywords(ElementList& out, const ParametersNode& parameters);
  void setup_destructured(ElementList& out, const ParametersNode& parameters);
  bool has_static_default(const OptionalKeywordParameterNode& parameter) const;

  // --- Locals (compile_variable.cpp) ---
  LocalPlace find_local(Name name, uint32_t depth) const;
  LocalPlace find_local(std::string_view name) const;
  LocalPlace find_outer_local(std::string_view name, uint32_t level, uint32_t depth) const;
  std::optional<uint32_t> own_slot(NameId name) const;
  bool is_block_parameter(LocalPlace place) const;
  const ISeqCompiler* scope_at(uint32_t level) const;
  void get_local(ElementList& out, Position at, LocalPlace place);
  void set_local(ElementList& out, Position at, LocalPlace place);
  void get_variable(ElementList& out, Position at, const Variable& v);
  void set_variable(ElementList& out, Position at, const Variable& v);
  void read_variable(ElementList& out, Position at, const Variable& v, bool popped);
  void write_variable(ElementList& out, Position at, const Variable& v, const Node* value, bool popped);
  void operator_write(ElementList& out, Position at, const Variable& v, Name op, const Node* value,
                      bool popped);
  void and_write(ElementList& out, Position at, const Variable& v, const Node* value, bool popped);
  void or_write(ElementList& out, Position at, const Variable& v, const Node* value, bool popped);
  void get_constant(ElementList& out, Position at, Name name);
  uint32_t new_ivar_cache() { return head_.ivar_caches++; }
  uint32_t cvar_cache(NameId name);

  // --- Nodes ---
  void compile(ElementList& out, const Node* node, bool popped);
  void compile_value(ElementList& out, const Node* node) { compile(out, node, false); }
  void compile_popped(ElementList& out, const Node* node) { compile(out, node, true); }
  void line_event(ElementList& out, const Node* node, int line);
  /// Kinds that are only ever compiled as part of another node have no overload of their own.
  template <class T> void visit(ElementList&, const T&, bool) { unexpected_node(T::kKind); }
  [[noreturn]] void unexpected_node(NodeKind kind) const;

  // compile_literal.cpp
  void visit(ElementList& out, const NilNode& node, bool popped);
  void visit(ElementList& out, const TrueNode& node, bool popped);
  void visit(ElementList& out, const FalseNode& node, bool popped);
  void visit(ElementList& out, const SelfNode& node, bool popped);
  void visit(ElementList& out, const IntegerNode& node, bool popped);
  void visit(ElementList& out, const FloatNode& node, bool popped);
  void visit(ElementList& out, const RationalNode& node, bool popped);
  void visit(ElementList& out, const ImaginaryNode& node, bool popped);
  void visit(ElementList& out, const SymbolNode& node, bool popped);
  void visit(ElementList& out, const StringNode& node, bool popped);
  void visit(ElementList& out, const XStringNode& node, bool popped);
  void visit(ElementList& out, const SourceFileNode& node, bool popped);
  void visit(ElementList& out, const SourceLineNode& node, bool popped);
  void visit(ElementList& out, const SourceEncodingNode& node, bool popped);
  void visit(ElementList& out, const RegularExpressionNode& node, bool popped);
  void visit(ElementList& out, const MatchLastLineNode& node, bool popped);
  void visit(ElementList& out, const RangeNode& node, bool popped);
  void visit(ElementList& out, const ArrayNode& node, bool popped);
  void visit(ElementList& out, const HashNode& node, bool popped);
  void visit(ElementList& out, const AssocNode& node, bool popped);
  void visit(ElementList& out, const AssocSplatNode& node, bool popped);
  void visit(ElementList& out, const KeywordHashNode& node, bool popped);
  void visit(ElementList& out, const SplatNode& node, bool popped);
  void visit(ElementList& out, const ImplicitNode& node, bool popped);
  void put_literal(ElementList& out, const Node& node, bool popped);
  void put_string(ElementList& out, Position at, const Node& node, LiteralId string);
  void compile_elements(ElementList& out, const Node& node, NodeList elements, bool popped);
  class ArrayBuilder;
  class HashBuilder;
  void compile_splatted(ElementList& out, Position at, const SplatNode& splat);
  void compile_keyword_element(ElementList& out, Position at, const KeywordHashNode& keywords,
                               ArrayBuilder& array);
  void compile_pairs(ElementList& out, const Node& node, NodeList elements, bool as_argument);
  void compile_hash_splat(ElementList& out, Position at, const AssocSplatNode& splat, HashBuilder& hash,
                          bool passed_as_is);
  size_t static_pairs_from(NodeList elements, size_t index) const;
  LiteralId static_pairs(NodeList elements, size_t first, size_t count);
  bool is_static(const Node* node) const;
  LiteralId static_literal(const Node* node);
  LiteralId integer_literal(const IntegerLiteral& value);
  LiteralId string_literal(const Node* node);
  std::string static_text(const Node* node);

  // compile_interpolation.cpp
  void visit(ElementList& out, const InterpolatedStringNode& node, bool popped);
  void visit(ElementList& out, const InterpolatedSymbolNode& node, bool popped);
  void visit(ElementList& out, const InterpolatedXStringNode& node, bool popped);
  void visit(ElementList& out, const InterpolatedRegularExpressionNode& node, bool popped);
  void visit(ElementList& out, const InterpolatedMatchLastLineNode& node, bool popped);
  void visit(ElementList& out, const EmbeddedStatementsNode& node, bool popped);
  void visit(ElementList& out, const EmbeddedVariableNode& node, bool popped);
  enum class StringResult : uint8_t { Chilled, Mutable, Frozen };
  static Insn text_insn(StringResult result);
  int compile_pieces(ElementList& out, Position at, NodeList parts, StringResult result);
  void compile_dynamic_regexp(ElementList& out, Position at, NodeList parts, const Node& node);

  // compile_variable.cpp
#define MINIYARV_DECLARE(Kind)                                                                               \
  void visit(ElementList& out, const Kind##ReadNode& node, bool popped);                                     \
  void visit(ElementList& out, const Kind##WriteNode& node, bool popped);                                    \
  void visit(ElementList& out, const Kind##OperatorWriteNode& node, bool popped);                            \
  void visit(ElementList& out, const Kind##AndWriteNode& node, bool popped);                                 \
  void visit(ElementList& out, const Kind##OrWriteNode& node, bool popped);
  MINIYARV_DECLARE(LocalVariable)
  MINIYARV_DECLARE(InstanceVariable)
  MINIYARV_DECLARE(ClassVariable)
  MINIYARV_DECLARE(GlobalVariable)
  MINIYARV_DECLARE(Constant)
#undef MINIYARV_DECLARE
  void visit(ElementList& out, const ItLocalVariableReadNode& node, bool popped);
  void visit(ElementList& out, const BackReferenceReadNode& node, bool popped);
  void visit(ElementList& out, const NumberedReferenceReadNode& node, bool popped);

  // compile_constant.cpp
  void visit(ElementList& out, const ConstantPathNode& node, bool popped);
  void visit(ElementList& out, const ConstantPathWriteNode& node, bool popped);
  void visit(ElementList& out, const ConstantPathOperatorWriteNode& node, bool popped);
  void visit(ElementList& out, const ConstantPathAndWriteNode& node, bool popped);
  void visit(ElementList& out, const ConstantPathOrWriteNode& node, bool popped);
  const PathNames* constant_path(std::span<const NameId> names);
  bool static_path(const Node* node, std::vector<NameId>& path);
  void compile_path_steps(ElementList& out, const ConstantPathNode& node, bool is_static);
  void compile_constant_owner(ElementList& out, Position at, const Node* parent);
  void conditional_path_write(ElementList& out, Position at, const ConstantPathNode& path, const Node* value,
                              Insn skip_if, bool popped);

  // compile_assign.cpp
  void visit(ElementList& out, const MultiWriteNode& node, bool popped);
  void visit(ElementList& out, const MatchWriteNode& node, bool popped);
  void compile_target(const Node* node, TargetLists& lists, TargetState* state);
  void compile_multi_target(const Node* node, TargetLists& lists, TargetState* state);
  void compile_call_target(const CallTargetNode& node, TargetLists& lists, TargetState* state);
  void compile_index_target(const IndexTargetNode& node, TargetLists& lists, TargetState* state);
  void compile_path_target(const ConstantPathTargetNode& node, TargetLists& lists, TargetState* state);
  /// Writes the top of the stack to a target.
  void assign_top(ElementList& out, const Node* target);
  void compile_for_index(ElementList& out, const Node* index);
  void unwrap_for_arguments(ElementList& out, Position where);

  // compile_op_assign.cpp
  void visit(ElementList& out, const IndexOrWriteNode& node, bool popped);
  void visit(ElementList& out, const IndexAndWriteNode& node, bool popped);
  void visit(ElementList& out, const IndexOperatorWriteNode& node, bool popped);
  void visit(ElementList& out, const CallOrWriteNode& node, bool popped);
  void visit(ElementList& out, const CallAndWriteNode& node, bool popped);
  void visit(ElementList& out, const CallOperatorWriteNode& node, bool popped);
  template <class N>
  void conditional_attribute_write(ElementList& out, const N& node, Insn skip_if, bool popped);
  struct IndexAccess {
    CallArguments args;
    int stored; ///< receiver and arguments
  };
  template <class N> IndexAccess read_index(ElementList& out, Position at, const N& node, bool popped);
  void write_index(ElementList& out, Position at, IndexAccess access, bool popped);
  template <class N> void conditional_index_write(ElementList& out, const N& node, Insn skip_if, bool popped);

  // compile_call.cpp
  void visit(ElementList& out, const CallNode& node, bool popped);
  void visit(ElementList& out, const SuperNode& node, bool popped);
  void visit(ElementList& out, const ForwardingSuperNode& node, bool popped);
  void visit(ElementList& out, const YieldNode& node, bool popped);
  void visit(ElementList& out, const LambdaNode& node, bool popped);
  void visit(ElementList& out, const ForNode& node, bool popped);
  void visit(ElementList& out, const BlockArgumentNode& node, bool popped);

  void compile_primitive(ElementList& out, const CallNode& node, bool popped);
  void compile_receiver(ElementList& out, const CallNode& node);
  void compile_call(ElementList& out, const CallNode& node, bool popped, Label* start);
  void keep_assigned_value(ElementList& out, Position at, const CallArguments& args);
  void compile_new(ElementList& out, Position at, Element* receiver_end, const CallArguments& args);
  void add_break_entry(ElementList& out, Label* start, ISeqId block);
  CallArguments zsuper_arguments(ElementList& out, Position at);
  Position call_position(const CallNode& node);

  // compile_arguments.cpp
  void visit(ElementList& out, const ArgumentsNode& node, bool popped);
  CallArguments compile_arguments(ElementList& out, Position at, const ArgumentsNode* arguments,
                                  const Node* block);
  struct ArgumentState;
  void compile_argument_list(ElementList& out, Position at, NodeList arguments, ArgumentState& state);
  void compile_keyword_argument(ElementList& out, Position at, const KeywordHashNode& node,
                                ArgumentState& state);
  void compile_named_arguments(ElementList& out, const KeywordHashNode& node, ArgumentState& state);
  void compile_splat_argument(ElementList& out, Position at, const SplatNode& node, bool last,
                              ArgumentState& state);
  void compile_forwarded_arguments(ElementList& out, Position at, ArgumentState& state);
  CallSite* call_site(NameId mid, const CallArguments& args, bool has_block = false);
  CallSite* call_site(std::string_view mid, int argc, uint16_t flags = 0);
  void send(ElementList& out, Position at, std::string_view mid, int argc, uint16_t flags = 0);
  void send(ElementList& out, Position at, NameId mid, const CallArguments& args,
            ISeqId block = ISeqId::None);

  // compile_control.cpp
  void visit(ElementList& out, const StatementsNode& node, bool popped);
  void visit(ElementList& out, const ParenthesesNode& node, bool popped);
  void visit(ElementList& out, const AndNode& node, bool popped);
  void visit(ElementList& out, const OrNode& node, bool popped);
  void visit(ElementList& out, const IfNode& node, bool popped);
  void visit(ElementList& out, const UnlessNode& node, bool popped);
  void visit(ElementList& out, const ElseNode& node, bool popped);
  void visit(ElementList& out, const WhileNode& node, bool popped);
  void visit(ElementList& out, const UntilNode& node, bool popped);
  void visit(ElementList& out, const FlipFlopNode& node, bool popped);
  void compile_logical(ElementList& out, const Node* node, bool popped);
  Label* compile_conditional(ElementList& out, Position at, const Node* predicate, const Node* statements,
                             const Node*& subsequent, bool popped);
  void compile_condition(ElementList& out, const Node* condition, Label* then_label, Label* else_label,
                         bool popped);
  void compile_condition_at(ElementList& out, Position where, const Node* condition, Label* then_label,
                            Label* else_label, bool popped);
  void compile_plain_condition(ElementList& out, Position where, const Node* condition, Label* then_label,
                               Label* else_label);
  void compile_flip_flop(ElementList& out, const FlipFlopNode& node, Label* then_label, Label* else_label);
  void compile_flip_flop_bound(ElementList& out, Position where, const Node* bound);
  struct Loop;
  void compile_loop(ElementList& out, const Loop& loop, bool popped);
  void put_implicit_nil(ElementList& out);

  // compile_case.cpp
  void visit(ElementList& out, const CaseNode& node, bool popped);
  void compile_case_without_subject(ElementList& out, const CaseNode& node, bool popped);
  void compile_branch(ElementList& out, const Node* statements, bool popped);
  void compile_when_test(ElementList& tests, const Node* condition, Label* body);
  bool add_dispatch_entry(CaseDispatch& dispatch, const Node* condition, Label* body);

  // compile_jump.cpp
  void visit(ElementList& out, const BreakNode& node, bool popped);
  void visit(ElementList& out, const NextNode& node, bool popped);
  void visit(ElementList& out, const RedoNode& node, bool popped);
  void visit(ElementList& out, const RetryNode& node, bool popped);
  void visit(ElementList& out, const ReturnNode& node, bool popped);
  void compile_jump_value(ElementList& out, Position at, const ArgumentsNode* arguments);
  void compile_throw(ElementList& out, Position at, uint32_t state, bool popped);
  uint32_t throw_flags_to_target(const char* what, uint32_t in_block) const;
  bool can_inline_ensure() const;
  void inline_ensure_bodies(ElementList& out, bool leaving_sequence);

  // compile_exception.cpp
  void visit(ElementList& out, const BeginNode& node, bool popped);
  void visit(ElementList& out, const RescueNode& node, bool popped);
  void visit(ElementList& out, const RescueModifierNode& node, bool popped);
  void visit(ElementList& out, const EnsureNode& node, bool popped);
  void compile_rescue(ElementList& out, const BeginNode& node, Position at, bool popped);
  void compile_ensure(ElementList& out, const BeginNode& node, Position at, bool popped);
  void assign_error(ElementList& out, Position where, const Node* target);
  void compile_rescue_test(ElementList& out, Position at, const RescueNode& clause, Label* matched);

  // compile_definition.cpp
  void visit(ElementList& out, const DefNode& node, bool popped);
  void visit(ElementList& out, const ClassNode& node, bool popped);
  void visit(ElementList& out, const ModuleNode& node, bool popped);
  void visit(ElementList& out, const SingletonClassNode& node, bool popped);
  void visit(ElementList& out, const AliasMethodNode& node, bool popped);
  void visit(ElementList& out, const AliasGlobalVariableNode& node, bool popped);
  void visit(ElementList& out, const UndefNode& node, bool popped);
  void visit(ElementList& out, const PreExecutionNode& node, bool popped);
  void visit(ElementList& out, const PostExecutionNode& node, bool popped);
  uint32_t compile_class_owner(ElementList& out, Position at, const Node* path);
  void define_class(ElementList& out, Position at, NameId name, ISeqId body, uint32_t flags, bool popped);

  // compile_defined.cpp
  void visit(ElementList& out, const DefinedNode& node, bool popped);
  void compile_defined(ElementList& out, Position at, const Node* value, bool in_condition);

  // compile_pattern.cpp
  void visit(ElementList& out, const CaseMatchNode& node, bool popped);
  void visit(ElementList& out, const MatchRequiredNode& node, bool popped);
  void visit(ElementList& out, const MatchPredicateNode& node, bool popped);
  friend class PatternCompiler;
  friend class DefinedCompiler;

  // --- Finishing (assemble.cpp, optimize.cpp) ---
  void optimize(ElementList& list);
  void separate_catch_ends();
  ChildISeq assemble(ElementList& list);

  // --- Helpers ---
  Position at(const Node* node);
  Position at(const Node& node) { return at(&node); }
  Position at(Location location);
  Position at_end_of(const Node* node);
  Label* new_label() { return make_in<Label>(unit_.arena); }
  void add_catch(CatchType type, Label* start, Label* end, ISeqId iseq, Label* cont);
  LiteralId literal_true() { return unit_.builder.boolean(true); }
  LiteralId literal_false() { return unit_.builder.boolean(false); }
  LiteralId core_class(std::string_view name) { return unit_.builder.core_class(name); }
  NameId name(Name n) { return unit_.name(n); }
  NameId name(std::string_view text) { return unit_.name(text); }
  std::string_view label_text() const { return unit_.builder.name_text(head_.label); }
  void check_depth() const;
  bool is_block_like() const { return type() == ISeqType::Block; }
  ISeqType type() const { return head_.type; }
  void propagate_throw();

  /// A protected stretch of an ensure; several when jumps out of it inline its body.
  struct EnsureRange {
    Label* begin;
    Label* end;
  };
  /// What an enclosing `ensure`, or (with a null node) a loop, means to jumps.
  struct EnsureEntry {
    EnsureEntry* outer;
    const EnsureNode* node;
    std::vector<EnsureRange> ranges;
  };
  struct CatchDraft {
    CatchType type;
    Label *start, *end;
    ISeqId iseq;
    Label* cont;
  };
  friend class Optimizer;
  friend class Assembler;

  UnitContext& unit_;
  ISeqCompiler* const parent_; ///< enclosing scope; null for methods, singleton classes and the program
  ISeqCompiler* const local_;  ///< nearest method, class or program
  UnlinkedISeqHead head_{};
  bool counted_scope_ = true;

  // Local table.
  std::vector<NameId> locals_; ///< None: hidden
  std::unordered_map<NameId, uint32_t> slots_;
  bool has_it_parameter_ = false;
  std::vector<Label*> opt_labels_;
  std::vector<NameId> keywords_;
  std::vector<LiteralId> keyword_defaults_;

  // Jump targets of the scope or loop being compiled.
  Label* start_label_ = nullptr;
  Label* end_label_ = nullptr;
  Label* redo_label_ = nullptr; ///< null outside loops
  EnsureEntry* ensure_ = nullptr;
  bool in_rescue_ = false;
  ElementList* pre_execution_ = nullptr; ///< where BEGIN blocks go

  int last_line_ = 0; ///< of the last line event
  std::vector<CatchDraft> catches_;
  bool throws_ = false; ///< it or a scope nested in it throws: catch entries are needed
  uint32_t flip_flops_ = 0;
  std::unordered_map<NameId, uint32_t> cvar_caches_;
};

/// The `toregexp` options of a regexp node.
uint32_t regexp_node_options(const Node& node);

/// Stack slots that a frame's environment data takes between locals and operands.
inline constexpr uint32_t kEnvDataSlots = 3;

} // namespace miniyarv
