#include "compiler/assignment_target.hpp"
#include "compiler/iseq_compiler.hpp"

#include <cassert>

// Targets of assignments: multiple assignment, parameters that are destructured, `for`, `rescue => x`.

namespace miniyarv {

void TargetState::push(Element* topn, int values) {
  fetches.push_back({as_instruction(topn), stored + 1, position});
  stored += values;
}

void TargetState::resolve() {
  for (const Fetch& fetch : fetches) fetch.topn->operands[0] = stored - fetch.index + fetch.position;
}

namespace {

/// A target that is just a variable; none for other targets.
std::optional<Variable> variable_target(const Node* node) {
  using Kind = Variable::Kind;
  switch (node->kind) {
  case NodeKind::LocalVariableTarget: {
    const auto* local = as<LocalVariableTargetNode>(node);
    return Variable{Kind::Local, local->name, local->depth};
  }
  case NodeKind::RequiredParameter: return Variable{Kind::Local, as<RequiredParameterNode>(node)->name, 0};
  case NodeKind::InstanceVariableTarget:
    return Variable{Kind::Instance, as<InstanceVariableTargetNode>(node)->name, 0};
  case NodeKind::ClassVariableTarget:
    return Variable{Kind::ClassVariable, as<ClassVariableTargetNode>(node)->name, 0};
  case NodeKind::GlobalVariableTarget:
    return Variable{Kind::Global, as<GlobalVariableTargetNode>(node)->name, 0};
  case NodeKind::ConstantTarget: return Variable{Kind::Constant, as<ConstantTargetNode>(node)->name, 0};
  default: return std::nullopt;
  }
}

} // namespace

/// Without a state the target's receiver and arguments are directly below the value; with one they are
/// somewhere below and are fetched.
void ISeqCompiler::compile_target(const Node* node, TargetLists& lists, TargetState* state) {
  check_depth();
  if (const std::optional<Variable> variable = variable_target(node)) {
    return set_variable(lists.writes, at(node), *variable);
  }
  switch (node->kind) {
  case NodeKind::ConstantPathTarget:
    return compile_path_target(*as<ConstantPathTargetNode>(node), lists, state);
  case NodeKind::CallTarget: return compile_call_target(*as<CallTargetNode>(node), lists, state);
  case NodeKind::IndexTarget: return compile_index_target(*as<IndexTargetNode>(node), lists, state);
  case NodeKind::Splat:
    if (const Node* expression = as<SplatNode>(node)->expression) compile_target(expression, lists, state);
    return;
  case NodeKind::MultiTarget: {
    const int position = state ? state->position-- : 0;
    compile_multi_target(node, lists, state);
    if (state) state->position = position;
    return;
  }
  default: unexpected_node(node->kind);
  }
}

void ISeqCompiler::compile_path_target(const ConstantPathTargetNode& node, TargetLists& lists,
                                       TargetState* state) {
  const Position where = at(node);
  compile_constant_owner(lists.parents, where, node.parent);
  if (state) {
    lists.writes.insn(where, Insn::topn, 1);
    state->push(lists.writes.last(), 1);
    lists.cleanup.insn(where, Insn::pop);
  } else {
    lists.writes.insn(where, Insn::swap);
  }
  lists.writes.insn(where, Insn::setconstant, name(node.name));
}

void ISeqCompiler::compile_call_target(const CallTargetNode& node, TargetLists& lists, TargetState* state) {
  const Position where = at(node);
  compile_value(lists.parents, node.receiver);
  Label* safe = nullptr;
  if (node.has(CallFlag::SafeNavigation)) {
    safe = new_label();
    lists.parents.insn(where, Insn::dup);
    lists.parents.jump(where, Insn::branchnil, safe);
  }
  if (state) {
    lists.writes.insn(where, Insn::topn, 1);
    state->push(lists.writes.last(), 1);
    lists.writes.insn(where, Insn::swap);
    lists.cleanup.insn(where, Insn::pop);
  }
  send(lists.writes, where, node.name.text(), 1,
       node.has(CallFlag::IgnoreVisibility) ? call_flag::kFcall : 0);
  if (safe && !state) lists.writes.label(safe);
  lists.writes.insn(where, Insn::pop);
  if (safe && state) lists.writes.label(safe);
}

void ISeqCompiler::compile_index_target(const IndexTargetNode& node, TargetLists& lists, TargetState* state) {
  const Position where = at(node);
  ElementList& writes = lists.writes;
  compile_value(lists.parents, node.receiver);
  CallArguments args = compile_arguments(lists.parents, where, node.arguments, node.block);
  const int argc = args.argc;
  if (state) {
    writes.insn(where, Insn::topn, argc + 1);
    state->push(writes.last(), argc + 1);
    if (argc == 0) {
      writes.insn(where, Insn::swap);
    } else {
      // Each value fetched moves the next one as far down as it was.
      for (int i = 0; i < argc; i++) {
        writes.insn(where, Insn::topn, argc + 1);
        state->push_next(writes.last());
      }
      writes.insn(where, Insn::topn, argc + 1);
    }
  }
  if (args.has(call_flag::kArgsSplat)) {
    writes.insn(where, Insn::newarray, 1);
    writes.insn(where, Insn::concatarray);
  } else {
    args.argc++;
  }
  if (node.has(CallFlag::IgnoreVisibility)) args.flags |= call_flag::kFcall;
  send(writes, where, name("[]="), args);
  writes.insn(where, Insn::pop);
  if (!state) return;
  if (argc != 0) writes.insn(where, Insn::pop);
  for (int i = 0; i <= argc; i++) lists.cleanup.insn(where, Insn::pop);
}

namespace {
struct TargetGroups {
  NodeList lefts;
  const Node* rest;
  NodeList rights;
};
template <class N> TargetGroups groups_of(const N* node) { return {node->lefts, node->rest, node->rights}; }
} // namespace

void ISeqCompiler::compile_multi_target(const Node* node, TargetLists& lists, TargetState* state) {
  const Position where = at(node);
  const TargetGroups groups =
      is<MultiWriteNode>(node) ? groups_of(as<MultiWriteNode>(node)) : groups_of(as<MultiTargetNode>(node));
  const auto* splat = as_if<SplatNode>(groups.rest);
  const Node* rest = splat ? splat->expression : nullptr;
  const int posts = static_cast<int>(groups.rights.size());
  lists.writes.insn(where, Insn::expandarray, groups.lefts.size(), rest || posts ? expandarray::kRest : 0);

  const int base = state ? state->position : 0;
  const auto compile_at = [&](const Node* target, int above) {
    if (state) state->position = base + above;
    compile_target(target, lists, state);
  };
  const int rest_slot = rest || posts ? 1 : 0;
  for (size_t i = 0; i < groups.lefts.size(); i++) {
    compile_at(groups.lefts[i], static_cast<int>(groups.lefts.size() - i) + rest_slot);
  }
  if (!posts) {
    if (rest) compile_at(rest, 1);
    return;
  }
  lists.writes.insn(where, Insn::expandarray, posts,
                    expandarray::kFromBack | (rest || !groups.rest ? expandarray::kRest : 0));
  if (rest) compile_at(rest, 1 + posts);
  for (int i = 0; i < posts; i++) compile_at(groups.rights[static_cast<size_t>(i)], posts - i);
}

void ISeqCompiler::visit(ElementList& out, const MultiWriteNode& node, bool popped) {
  const Position where = at(node);
  ElementList writes(unit_.arena);
  ElementList cleanup(unit_.arena);
  TargetLists lists{out, writes, cleanup};
  TargetState state;
  state.position = popped ? 0 : 1;
  compile_multi_target(&node, lists, &state);
  compile_value(out, node.value);
  if (!popped) out.insn(where, Insn::dup);
  out.append(writes);
  if (!popped && state.stored >= 1) out.insn(where, Insn::setn, state.stored);
  state.resolve();
  out.append(cleanup);
}

void ISeqCompiler::assign_top(ElementList& out, const Node* target) {
  ElementList cleanup(unit_.arena);
  TargetLists lists{out, out, cleanup};
  compile_target(target, lists, nullptr);
  out.append(cleanup);
}

// --- for ---

/// Hands the block's argument to the targets of a `for`.
void ISeqCompiler::compile_for_index(ElementList& out, const Node* index) {
  const Position where = at(index);
  constexpr LocalPlace kArgument{0, 0};
  if (is<LocalVariableTargetNode>(index)) {
    get_local(out, where, kArgument);
    return assign_top(out, index);
  }
  ElementList writes(unit_.arena);
  ElementList cleanup(unit_.arena);
  TargetLists lists{out, writes, cleanup};
  const bool several = is<MultiTargetNode>(index) || is<SplatNode>(index);
  TargetState state;
  state.position = 1;
  compile_target(index, lists, several ? nullptr : &state);
  get_local(out, where, kArgument);
  if (several) {
    unwrap_for_arguments(out, where);
  } else {
    out.insn(where, Insn::expandarray, 1, 0);
  }
  out.append(writes);
  out.append(cleanup);
  state.resolve();
}

/// (args.length == 1 && Array.try_convert(args[0])) || args
void ISeqCompiler::unwrap_for_arguments(ElementList& out, Position where) {
  Label* const several = new_label();
  Label* const no_array = new_label();
  constexpr uint16_t kFcall = call_flag::kFcall;
  out.insn(where, Insn::dup);
  send(out, where, "length", 0, kFcall);
  out.insn(where, Insn::putobject, unit_.builder.integer(1));
  send(out, where, "==", 1, kFcall);
  out.jump(where, Insn::branchunless, several);
  out.insn(where, Insn::dup);
  out.insn(where, Insn::putobject, unit_.builder.integer(0));
  send(out, where, "[]", 1, kFcall);
  out.insn(where, Insn::putobject, core_class("Array"));
  out.insn(where, Insn::swap);
  send(out, where, "try_convert", 1, kFcall);
  out.insn(where, Insn::dup);
  out.jump(where, Insn::branchunless, no_array);
  out.insn(where, Insn::swap);
  out.label(no_array);
  out.insn(where, Insn::pop);
  out.label(several);
}

// --- Named captures ---

/// `/(?<a>...)/ =~ s`: assigns the groups, or nil if there is no match. The match's result is the value.
void ISeqCompiler::visit(ElementList& out, const MatchWriteNode& node, bool popped) {
  const Position where = at(node);
  Label* const failed = new_label();
  Label* const done = new_label();
  compile_value(out, node.call);
  out.insn(where, Insn::getglobal, name("$~"));
  out.insn(where, Insn::dup);
  out.jump(where, Insn::branchunless, failed);
  const size_t count = node.targets.size();
  const auto fetch = [&](const Node* target) {
    const Name capture = as<LocalVariableTargetNode>(target)->name;
    out.insn(at(target), Insn::putobject, unit_.builder.symbol(name(capture)));
    send(out, at(target), "[]", 1);
  };
  if (count == 1) {
    fetch(node.targets[0]);
    out.label(failed);
    assign_top(out, node.targets[0]);
    if (popped) out.insn(where, Insn::pop);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    if (i + 1 < count) out.insn(where, Insn::dup);
    fetch(node.targets[i]);
    assign_top(out, node.targets[i]);
  }
  out.jump(where, Insn::jump, done);
  out.label(failed);
  out.insn(where, Insn::pop);
  for (const Node* target : node.targets) {
    out.insn(at(target), Insn::putnil);
    assign_top(out, target);
  }
  out.label(done);
  if (popped) out.insn(where, Insn::pop);
}

} // namespace miniyarv
