// Assignments: `=`, `op=` and their targets.

#include "frontend/syntax/parser.hpp"

namespace miniyarv {

// --- Values ------------------------------------------------------------------------------------------------

/// `a rescue b` on the right of an assignment belongs to the value.
Node* Parser::parse_rescue_in_value(Node* value, bool command_call) {
  if (!match(TokenKind::KeywordRescueModifier)) return value;
  const Token keyword = current();
  ContextGuard context(contexts_, Context::RescueModifier);
  advance();
  Node* fallback =
      parse_expression({binding_of(keyword.kind).right, command_call, false, Message::RescueModifierValue});
  return make_rescue_modifier(value, keyword, fallback);
}

/// The value of `=`, or several with commas between them as an array without brackets.
Node* Parser::parse_assigned_values(const Rules& rules, Power power) {
  const bool at_statement = rules.power == Power::Statement;
  const bool misplaced_splat = !at_statement && match(TokenKind::StarPrefix);
  const bool command_call =
      rules.power == Power::Assignment ? rules.command_call : rules.power < Power::Modifier;
  Node* value = parse_starred({power, command_call, false, Message::ExpectExpressionAfterEqual});
  if (misplaced_splat) error(value, Message::UnexpectedMultiWrite);
  read_assigned_locals(value);

  bool single = true;
  if (at_statement && (is<SplatNode>(value) || match(TokenKind::Comma))) {
    single = false;
    auto* array = make_literal<ArrayNode>(value->loc);
    append_element(array, value);
    value = array;
    while (accept(TokenKind::Comma)) {
      Node* element = parse_starred({power, false, false, Message::ArrayElement});
      append_element(array, element);
      if (is<MissingNode>(element)) break;
      read_assigned_locals(element);
    }
  }
  if (!single && power != tighter(Power::MultiAssignment)) return value;
  auto* call = as_if<CallNode>(value);
  return parse_rescue_in_value(value, call && call->arguments && !call->opening_loc);
}

/// In `a = b = 1` the value of `b` is used.
void Parser::read_assigned_locals(const Node* value) {
  if (auto* write = as_if<LocalVariableWriteNode>(value)) {
    if (auto* local = scopes_.at(write->depth).find(write->name)) local->reads++;
  } else if (auto* begin = as_if<BeginNode>(value)) {
    if (begin->statements) read_assigned_locals(begin->statements);
  } else if (auto* parens = as_if<ParenthesesNode>(value)) {
    if (parens->body) read_assigned_locals(parens->body);
  } else if (auto* statements = as_if<StatementsNode>(value)) {
    for (const Node* statement : statements->body) read_assigned_locals(statement);
  }
}

bool Parser::is_implicit_array(const Node* value) {
  auto* array = as_if<ArrayNode>(value);
  return array && !array->opening_loc;
}

// --- = -----------------------------------------------------------------------------------------------------

Node* Parser::parse_assignment(Node* target, const Rules& rules, const Binding& binding) {
  const Token op = current();
  const bool multi_target = is<MultiTargetNode>(target);
  const Power power = multi_target || is<SplatNode>(target) ? tighter(Power::MultiAssignment) : binding.right;
  switch (target->kind) {
  case NodeKind::Call:
    // Before the value, which may refer to the variable.
    if (target->has(CallFlag::VariableCall)) declare(as<CallNode>(target)->message_loc, 0);
    break;
  case NodeKind::ItLocalVariableRead: declare(target->loc, 0); break;
  case NodeKind::ClassVariableRead:
  case NodeKind::ConstantPath:
  case NodeKind::ConstantRead:
  case NodeKind::GlobalVariableRead:
  case NodeKind::LocalVariableRead:
  case NodeKind::InstanceVariableRead:
  case NodeKind::MultiTarget:
  case NodeKind::BackReferenceRead:
  case NodeKind::NumberedReferenceRead:
  case NodeKind::Splat: break;
  case NodeKind::SourceEncoding:
  case NodeKind::False:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine:
  case NodeKind::Nil:
  case NodeKind::Self:
  case NodeKind::True:
    advance();
    return make_unwritable_write(target, op, parse_assigned_values(rules, power));
  default:
    advance();
    error(op, Message::ExpressionNotWritable);
    return target;
  }
  if (auto* splat = as_if<SplatNode>(target)) {
    auto* targets = make<MultiTargetNode>(Location{});
    append_target(targets, splat);
    target = targets;
  }
  advance();
  Node* value = parse_assigned_values(rules, power);
  if (multi_target && rules.power != Power::Statement) error(target, Message::UnexpectedMultiWrite);
  return make_write(target, op, value);
}

Node* Parser::make_write(Node* target, const Token& op, Node* value) {
  auto write = [&](auto* node, Name name) {
    node->name = name;
    node->name_loc = target->loc;
    node->operator_loc = op.loc();
    node->value = value;
    return static_cast<Node*>(node);
  };
  const Location loc = span(target, value);
  switch (target->kind) {
  case NodeKind::Missing: return target;
  case NodeKind::ClassVariableRead:
    return write(make<ClassVariableWriteNode>(loc), as<ClassVariableReadNode>(target)->name);
  case NodeKind::InstanceVariableRead:
    return write(make<InstanceVariableWriteNode>(loc), as<InstanceVariableReadNode>(target)->name);
  case NodeKind::BackReferenceRead:
  case NodeKind::NumberedReferenceRead:
    error(target, Message::WriteTargetReadonly, {lexer_.slice(target->loc)});
    [[fallthrough]];
  case NodeKind::GlobalVariableRead: return write(make<GlobalVariableWriteNode>(loc), global_name(target));
  case NodeKind::ConstantRead: {
    Node* node = write(make<ConstantWriteNode>(loc), as<ConstantReadNode>(target)->name);
    if (contexts_.in_def()) error(node, Message::WriteTargetInMethod);
    return node;
  }
  case NodeKind::ConstantPath: {
    auto* node = make<ConstantPathWriteNode>(loc);
    node->target = as<ConstantPathNode>(target);
    node->operator_loc = op.loc();
    node->value = value;
    if (contexts_.in_def()) error(node, Message::WriteTargetInMethod);
    return node;
  }
  case NodeKind::LocalVariableRead: {
    auto* read = as<LocalVariableReadNode>(target);
    Scope& scope = scopes_.at(read->depth);
    if (Lexer::is_numbered_parameter(lexer_.slice(target->loc))) {
      error(target,
            scope.numbered_parameters ? Message::ExpressionNotWritableNumbered
                                      : Message::ParameterNumberedReserved,
            {lexer_.slice(target->loc)});
      forget(target);
    }
    if (auto* local = scope.find(read->name)) local->reads--;
    return make_local_write(read->name, read->depth, target->loc, op, value);
  }
  case NodeKind::ItLocalVariableRead:
    forget(target);
    return make_local_write(declare_implicit("it"), 0, target->loc, op, value);
  case NodeKind::MultiTarget: return make_multi_write(as<MultiTargetNode>(target), op, value);
  case NodeKind::Call: return make_call_write(as<CallNode>(target), op, value);
  default: error(op, Message::WriteTargetUnexpected); return target;
  }
}

Node* Parser::make_local_write(Name name, uint32_t depth, Location name_loc, const Token& op, Node* value) {
  auto* node = make<LocalVariableWriteNode>(span(name_loc, value->loc));
  node->name = name;
  node->depth = depth;
  node->name_loc = name_loc;
  node->operator_loc = op.loc();
  node->value = value;
  return node;
}

MultiWriteNode* Parser::make_multi_write(MultiTargetNode* target, const Token& op, Node* value) {
  auto* node = make<MultiWriteNode>(span(target, value));
  node->lefts = target->lefts;
  node->rest = target->rest;
  node->rights = target->rights;
  node->lparen_loc = target->lparen_loc;
  node->rparen_loc = target->rparen_loc;
  node->operator_loc = op.loc();
  node->value = value;
  return node;
}

namespace {

/// Whether a call is a name alone, possibly after a receiver, that can be assigned to.
bool is_bare_name(const CallNode* call, std::string_view text) {
  if (!call->message_loc || call->opening_loc || call->arguments || call->block) return false;
  const char last = text[call->message_loc.end - 1];
  return last != '!' && last != '?';
}

} // namespace

/// Whether a call can be the target of `op=` as an attribute.
bool Parser::is_writable(const CallNode* call) const {
  return is_bare_name(call, lexer_.text()) &&
         identifier_start_width(lexer_.encoding, lexer_.slice(call->message_loc));
}

/// `a.b` becomes `a.b=`.
void Parser::add_write_suffix(CallNode* call) { call->name = name_of(std::string(call->name.text()) + "="); }

Node* Parser::make_call_write(CallNode* call, const Token& op, Node* value) {
  if (is_bare_name(call, lexer_.text()) && !call->receiver) {
    const Name name = declare(call->message_loc, 0);
    Node* write = make_local_write(name, 0, call->message_loc, op, value);
    refute_numbered(call->message_loc);
    return write;
  }
  const bool attribute = is_writable(call);
  if (!attribute && !call->has(PrivateFlag::Index)) {
    forget(value);
    error(op, Message::WriteTargetUnexpected);
    return call;
  }
  if (!call->arguments) call->arguments = make<ArgumentsNode>(Location{});
  append_argument(call->arguments, value);
  call->loc.end = value->loc.end;
  call->equal_loc = op.loc();
  call->set(CallFlag::AttributeWrite);
  if (attribute) {
    add_write_suffix(call);
  } else {
    call->name = name_of("[]=");
    check_index_arguments(call->arguments, call->block);
  }
  return call;
}

void Parser::check_index_arguments(const ArgumentsNode* arguments, const Node* block) {
  if (arguments && arguments->has(ArgumentsFlag::ContainsKeywords)) {
    for (const Node* argument : arguments->arguments) {
      if (!is<KeywordHashNode>(argument)) continue;
      error(argument, Message::UnexpectedIndexKeywords);
      break;
    }
  }
  if (block) error(block, Message::UnexpectedIndexBlock);
}

void Parser::error_unwritable(const Node* target, Location loc) {
  switch (target->kind) {
  case NodeKind::SourceEncoding: return error(loc, Message::ExpressionNotWritableEncoding);
  case NodeKind::False: return error(loc, Message::ExpressionNotWritableFalse);
  case NodeKind::SourceFile: return error(loc, Message::ExpressionNotWritableFile);
  case NodeKind::SourceLine: return error(loc, Message::ExpressionNotWritableLine);
  case NodeKind::Nil: return error(loc, Message::ExpressionNotWritableNil);
  case NodeKind::Self: return error(loc, Message::ExpressionNotWritableSelf);
  default: return error(loc, Message::ExpressionNotWritableTrue);
  }
}

Node* Parser::make_unwritable_write(Node* target, const Token& op, Node* value) {
  error_unwritable(target, op.loc());
  return make_local_write(declare(target->loc, 1), 0, target->loc, op, value);
}

Name Parser::global_name(const Node* target) { return name_of(target->loc); }

// --- op= ---------------------------------------------------------------------------------------------------

namespace {

Message missing_value_message(bool is_and, bool is_or) {
  if (is_and) return Message::ExpectExpressionAfterAmpampeq;
  return is_or ? Message::ExpectExpressionAfterPipepipeeq : Message::ExpectExpressionAfterOperator;
}

} // namespace

Node* Parser::parse_operator_value(const Rules& rules, const Binding& binding, WriteKind kind) {
  const bool command_call =
      rules.power == Power::Assignment ? rules.command_call : rules.power < Power::Match;
  Node* value = parse_value({binding.right, command_call, false,
                             missing_value_message(kind == WriteKind::And, kind == WriteKind::Or)});
  return parse_rescue_in_value(value, false);
}

/// Makes one of the three nodes of `&&=`, `||=` and `op=`; `fill` sets what they share.
template <class AndNodeT, class OrNodeT, class OperatorNodeT, class Fill>
Node* Parser::make_operator_write(WriteKind kind, const Token& op, const Node* target, Node* value,
                                  Fill fill) {
  const Location loc = span(target, value);
  auto finish = [&](auto* node) {
    fill(node);
    node->value = value;
    return static_cast<Node*>(node);
  };
  if (kind == WriteKind::And) {
    auto* node = make<AndNodeT>(loc);
    node->operator_loc = op.loc();
    return finish(node);
  }
  if (kind == WriteKind::Or) {
    auto* node = make<OrNodeT>(loc);
    node->operator_loc = op.loc();
    return finish(node);
  }
  auto* node = make<OperatorNodeT>(loc);
  node->binary_operator_loc = op.loc();
  node->binary_operator = name_of(Location{op.start, op.end - 1});
  return finish(node);
}

Node* Parser::make_local_operator_write(WriteKind kind, const Token& op, Node* target, Node* value, Name name,
                                        uint32_t depth) {
  const Location name_loc = is<CallNode>(target) ? as<CallNode>(target)->message_loc : target->loc;
  return make_operator_write<LocalVariableAndWriteNode, LocalVariableOrWriteNode,
                             LocalVariableOperatorWriteNode>(kind, op, target, value, [&](auto* node) {
    node->name = name;
    node->depth = depth;
    node->name_loc = name_loc;
  });
}

/// For variables other than locals, and constants.
Node* Parser::make_variable_operator_write(WriteKind kind, const Token& op, Node* target, Node* value) {
  const Name name = name_of(target->loc);
  auto fill = [&](auto* node) {
    node->name = name;
    node->name_loc = target->loc;
  };
  switch (target->kind) {
  case NodeKind::ClassVariableRead:
    return make_operator_write<ClassVariableAndWriteNode, ClassVariableOrWriteNode,
                               ClassVariableOperatorWriteNode>(kind, op, target, value, fill);
  case NodeKind::InstanceVariableRead:
    return make_operator_write<InstanceVariableAndWriteNode, InstanceVariableOrWriteNode,
                               InstanceVariableOperatorWriteNode>(kind, op, target, value, fill);
  case NodeKind::ConstantRead:
    return make_operator_write<ConstantAndWriteNode, ConstantOrWriteNode, ConstantOperatorWriteNode>(
        kind, op, target, value, fill);
  case NodeKind::ConstantPath:
    return make_operator_write<ConstantPathAndWriteNode, ConstantPathOrWriteNode,
                               ConstantPathOperatorWriteNode>(
        kind, op, target, value, [&](auto* node) { node->target = as<ConstantPathNode>(target); });
  default:
    return make_operator_write<GlobalVariableAndWriteNode, GlobalVariableOrWriteNode,
                               GlobalVariableOperatorWriteNode>(kind, op, target, value, fill);
  }
}

Node* Parser::parse_operator_assignment(Node* target, const Rules& rules, const Binding& binding,
                                        WriteKind kind) {
  const Token op = current();
  switch (target->kind) {
  case NodeKind::BackReferenceRead:
  case NodeKind::NumberedReferenceRead:
    error(target, Message::WriteTargetReadonly, {lexer_.slice(target->loc)});
    [[fallthrough]];
  case NodeKind::GlobalVariableRead:
  case NodeKind::ClassVariableRead:
  case NodeKind::InstanceVariableRead:
  case NodeKind::ConstantRead:
  case NodeKind::ConstantPath: {
    advance();
    Node* value = parse_operator_value(rules, binding, kind);
    return make_variable_operator_write(kind, op, target, value);
  }
  case NodeKind::ItLocalVariableRead: {
    const Name name = declare_implicit("it");
    advance();
    Node* value = parse_operator_value(rules, binding, kind);
    forget(target);
    return make_local_operator_write(kind, op, target, value, name, 0);
  }
  case NodeKind::LocalVariableRead: {
    auto* read = as<LocalVariableReadNode>(target);
    if (Lexer::is_numbered_parameter(lexer_.slice(target->loc))) {
      error(target, Message::ParameterNumberedReserved, {lexer_.slice(target->loc)});
      forget(target);
    }
    advance();
    Node* value = parse_operator_value(rules, binding, kind);
    return make_local_operator_write(kind, op, target, value, read->name, read->depth);
  }
  case NodeKind::Call: return parse_call_operator_assignment(as<CallNode>(target), op, rules, binding, kind);
  case NodeKind::MultiWrite:
    advance();
    error(op, kind == WriteKind::And  ? Message::AmpampeqMultiAssign
              : kind == WriteKind::Or ? Message::PipepipeeqMultiAssign
                                      : Message::OperatorMultiAssign);
    return target;
  default:
    advance();
    error(op, missing_value_message(kind == WriteKind::And, kind == WriteKind::Or),
          {describe(current().kind)});
    return target;
  }
}

Node* Parser::parse_call_operator_assignment(CallNode* call, const Token& op, const Rules& rules,
                                             const Binding& binding, WriteKind kind) {
  if (kind == WriteKind::Operator) advance();
  if (call->has(CallFlag::VariableCall)) {
    refute_numbered(call->message_loc);
    const Name name = declare(call->message_loc, 1);
    if (kind != WriteKind::Operator) advance();
    return make_local_operator_write(kind, op, call, parse_operator_value(rules, binding, kind), name, 0);
  }
  if (kind != WriteKind::Operator) advance();

  auto fill_call = [&](auto* node) {
    copy_flags(node, call);
    node->receiver = call->receiver;
    node->call_operator_loc = call->call_operator_loc;
  };
  if (call->has(PrivateFlag::Index)) {
    Node* value = parse_operator_value(rules, binding, kind);
    check_index_arguments(call->arguments, call->block);
    return make_operator_write<IndexAndWriteNode, IndexOrWriteNode, IndexOperatorWriteNode>(
        kind, op, call, value, [&](auto* node) {
          fill_call(node);
          node->opening_loc = call->opening_loc;
          node->arguments = call->arguments;
          node->closing_loc = call->closing_loc;
          node->block = as_if<BlockArgumentNode>(call->block);
        });
  }
  const Name read_name = call->name;
  if (!is_writable(call)) error(call, Message::WriteTargetUnexpected);
  if (call->arguments) {
    error(op, Message::OperatorWriteArguments);
    forget(call->arguments);
  }
  if (call->block) {
    error(op, Message::OperatorWriteBlock);
    forget(call->block);
  }
  add_write_suffix(call);
  Node* value = parse_operator_value(rules, binding, kind);
  return make_operator_write<CallAndWriteNode, CallOrWriteNode, CallOperatorWriteNode>(
      kind, op, call, value, [&](auto* node) {
        fill_call(node);
        node->message_loc = call->message_loc;
        node->read_name = read_name;
        node->write_name = call->name;
      });
}

// --- Targets -----------------------------------------------------------------------------------------------

LocalVariableTargetNode* Parser::make_local_target(Location loc, Name name, uint32_t depth) {
  refute_numbered(loc);
  auto* node = make<LocalVariableTargetNode>(loc);
  node->name = name;
  node->depth = depth;
  return node;
}

/// Turns an expression into a target of a multiple assignment, a `for` or a `rescue`.
Node* Parser::make_target(Node* node, bool multiple, bool splat_parent) {
  auto named = [&](auto* target, Name name) {
    target->name = name;
    return static_cast<Node*>(target);
  };
  switch (node->kind) {
  case NodeKind::Missing: return node;
  case NodeKind::SourceEncoding:
  case NodeKind::False:
  case NodeKind::SourceFile:
  case NodeKind::SourceLine:
  case NodeKind::Nil:
  case NodeKind::Self:
  case NodeKind::True:
    error_unwritable(node, node->loc);
    return make_local_target(node->loc, name_of(node->loc), 0);
  case NodeKind::ClassVariableRead:
    return named(make<ClassVariableTargetNode>(node->loc), as<ClassVariableReadNode>(node)->name);
  case NodeKind::InstanceVariableRead:
    return named(make<InstanceVariableTargetNode>(node->loc), as<InstanceVariableReadNode>(node)->name);
  case NodeKind::GlobalVariableRead:
    return named(make<GlobalVariableTargetNode>(node->loc), as<GlobalVariableReadNode>(node)->name);
  case NodeKind::BackReferenceRead:
  case NodeKind::NumberedReferenceRead:
    error(node, Message::WriteTargetReadonly, {lexer_.slice(node->loc)});
    return node;
  case NodeKind::ConstantRead:
    if (contexts_.in_def()) error(node, Message::WriteTargetInMethod);
    return named(make<ConstantTargetNode>(node->loc), as<ConstantReadNode>(node)->name);
  case NodeKind::ConstantPath: {
    if (contexts_.in_def()) error(node, Message::WriteTargetInMethod);
    auto* path = as<ConstantPathNode>(node);
    auto* target = make<ConstantPathTargetNode>(node->loc);
    target->parent = path->parent;
    target->delimiter_loc = path->delimiter_loc;
    target->name_loc = path->name_loc;
    return named(target, path->name);
  }
  case NodeKind::LocalVariableRead: {
    auto* read = as<LocalVariableReadNode>(node);
    if (Lexer::is_numbered_parameter(lexer_.slice(node->loc))) {
      error(node, Message::ParameterNumberedReserved, {lexer_.slice(node->loc)});
      forget(node);
    }
    if (auto* local = scopes_.at(read->depth).find(read->name)) local->reads--;
    auto* target = make<LocalVariableTargetNode>(node->loc);
    target->depth = read->depth;
    return named(target, read->name);
  }
  case NodeKind::ItLocalVariableRead:
    forget(node);
    return make_local_target(node->loc, declare_implicit("it"), 0);
  case NodeKind::MultiTarget:
    if (splat_parent) error(node, Message::WriteTargetUnexpected);
    return node;
  case NodeKind::Splat: {
    auto* splat = as<SplatNode>(node);
    if (splat->expression) splat->expression = make_target(splat->expression, multiple, true);
    return splat;
  }
  case NodeKind::Call: return make_call_target(as<CallNode>(node), multiple);
  default: error(node, Message::WriteTargetUnexpected); return node;
  }
}

Node* Parser::make_call_target(CallNode* call, bool multiple) {
  if (is_bare_name(call, lexer_.text())) {
    if (!call->receiver) return make_local_target(call->message_loc, declare(call->message_loc, 0), 0);
    if (identifier_width(lexer_.encoding, lexer_.slice(call->message_loc))) {
      if (multiple && call->has(CallFlag::SafeNavigation)) error(call, Message::UnexpectedSafeNavigation);
      add_write_suffix(call);
      auto* target = make<CallTargetNode>(call->loc);
      copy_flags(target, call);
      target->receiver = call->receiver;
      target->call_operator_loc = call->call_operator_loc;
      if (!target->call_operator_loc) target->call_operator_loc = {call->loc.start, call->loc.start};
      target->name = call->name;
      target->message_loc = call->message_loc;
      return target;
    }
  }
  if (call->has(PrivateFlag::Index)) {
    check_index_arguments(call->arguments, call->block);
    auto* target = make<IndexTargetNode>(call->loc);
    copy_flags(target, call);
    target->set(CallFlag::AttributeWrite);
    target->receiver = call->receiver;
    target->opening_loc = call->opening_loc;
    target->arguments = call->arguments;
    target->closing_loc = call->closing_loc;
    target->block = as_if<BlockArgumentNode>(call->block);
    return target;
  }
  error(call, Message::WriteTargetUnexpected);
  return call;
}

void Parser::append_target(MultiTargetNode* node, Node* target) {
  const bool splat = is<SplatNode>(target);
  if ((splat || is<ImplicitRestNode>(target)) && !node->rest) {
    node->rest = target;
  } else {
    if (splat) {
      error(target, Message::MultiAssignMultiSplats);
    } else if (is<ImplicitRestNode>(target)) {
      error(current(), Message::MultiAssignUnexpectedRest, {lexer_.slice(current())});
    }
    append(node->rest ? node->rights : node->lefts, target);
  }
  extend(node, target->loc);
}

/// The targets after the first one, which a comma follows.
Node* Parser::parse_targets(Node* first, Power power) {
  bool has_rest = is<SplatNode>(first);
  auto* node = make<MultiTargetNode>(Location{});
  append_target(node, make_target(first, true));
  while (accept(TokenKind::Comma)) {
    if (accept(TokenKind::StarPrefix)) {
      if (has_rest) error(previous(), Message::MultiAssignMultiSplats);
      has_rest = true;
      const Token star = previous();
      Node* name = nullptr;
      if (begins_expression(current().kind)) {
        name = parse_expression({power, false, false, Message::ExpectExpressionAfterStar});
        name = make_target(name, true, true);
      }
      auto* splat = make<SplatNode>(name ? span(star.loc(), name->loc) : star.loc());
      splat->operator_loc = star.loc();
      splat->expression = name;
      append_target(node, splat);
    } else if (match(TokenKind::ParenLeft)) {
      ContextGuard context(contexts_, Context::MultiTarget);
      Node* target = parse_expression({power, false, false, Message::ExpectExpressionAfterComma});
      append_target(node, make_target(target, true));
    } else if (begins_expression(current().kind)) {
      Node* target = parse_expression({power, false, false, Message::ExpectExpressionAfterComma});
      append_target(node, make_target(target, true));
    } else if (!match(TokenKind::EndOfInput)) {
      append_target(node, make<ImplicitRestNode>(previous())); // a, = b
      break;
    }
  }
  return node;
}

/// Targets that must be followed by `=`, or `)` if they are nested.
Node* Parser::parse_targets_statement(Node* first) {
  Node* node = parse_targets(first, Power::Index);
  accept(TokenKind::Newline);
  if (!match_any(TokenKind::Equal, TokenKind::ParenRight)) error(node, Message::WriteTargetUnexpected);
  return node;
}

} // namespace miniyarv
