#include "compiler/iseq_compiler.hpp"

// Calls, super, yield, and what passes a block.

namespace miniyarv {

namespace {

bool is_string_freeze(const CallNode& node) {
  return (node.name == "freeze" || node.name == "-@") && is<StringNode>(node.receiver) && !node.arguments &&
         !node.block && !node.has(CallFlag::SafeNavigation);
}

bool is_primitive(const CallNode& node) {
  const auto* receiver = as_if<ConstantReadNode>(node.receiver);
  return receiver && receiver->name == "Primitive";
}

} // namespace

/// A call belongs to the line of its method's name.
Position ISeqCompiler::call_position(const CallNode& node) {
  const Location message = node.message_loc ? node.message_loc : node.loc;
  Position position = at(message);
  if (node.call_operator_loc) position.source.start = node.call_operator_loc.start;
  return position;
}

/// Chains such as `a + b + c` nest on the left, as deep as they are long, so receivers are not compiled by
/// recursion.
void ISeqCompiler::visit(ElementList& out, const CallNode& node, bool popped) {
  struct Pending {
    const CallNode* node;
    Label* start;
    bool popped;
  };
  std::vector<Pending> chain;
  for (const CallNode* call = &node;;) {
    const bool call_popped = chain.empty() && popped;
    if (!chain.empty()) line_event(out, call, unit_.line(call->loc.start));
    if (unit_.options.builtin && is_primitive(*call)) {
      compile_primitive(out, *call, call_popped);
      break;
    }
    Label* start = nullptr;
    if (call->block) out.label(start = new_label());
    if (is_string_freeze(*call) && unit_.options.specialized_instruction) {
      const Insn insn = call->name == "freeze" ? Insn::opt_str_freeze : Insn::opt_str_uminus;
      out.insn(call_position(*call), insn, string_literal(call->receiver), call_site(call->name.text(), 0));
      if (call_popped) out.insn(call_position(*call), Insn::pop);
      break;
    }
    if (call->has(CallFlag::AttributeWrite) && !call_popped) out.insn(call_position(*call), Insn::putnil);
    chain.push_back({call, start, call_popped});
    const auto* receiver = as_if<CallNode>(call->receiver);
    if (!receiver) {
      compile_receiver(out, *call);
      break;
    }
    call = receiver;
  }
  for (; !chain.empty(); chain.pop_back()) {
    compile_call(out, *chain.back().node, chain.back().popped, chain.back().start);
  }
}

void ISeqCompiler::compile_receiver(ElementList& out, const CallNode& node) {
  if (!node.receiver) {
    out.insn(call_position(node), Insn::putself);
    return;
  }
  const auto* local = as_if<LocalVariableReadNode>(node.receiver);
  if (local && node.name == "call") {
    const LocalPlace place = find_local(local->name, local->depth);
    if (is_block_parameter(place)) {
      out.insn(call_position(node), Insn::getblockparamproxy, place.slot, place.level);
      return;
    }
  }
  compile_value(out, node.receiver);
}

/// Everything of a call but its receiver, which is on the stack.
void ISeqCompiler::compile_call(ElementList& out, const CallNode& node, bool popped, Label* start) {
  check_depth();
  const Position where = call_position(node);
  Label* const nil_receiver = new_label();
  const bool safe = node.has(CallFlag::SafeNavigation);
  if (safe) {
    out.insn(where, Insn::dup);
    out.jump(where, Insn::branchnil, nil_receiver);
  }
  Element* const receiver_end = out.last();
  CallArguments args = compile_arguments(out, where, node.arguments, node.block);
  ChildISeq block;
  if (is<BlockNode>(node.block)) {
    block = compile_block(node.block);
  } else if (node.has(CallFlag::VariableCall)) {
    args.flags |= call_flag::kVcall;
  }
  if (node.has(CallFlag::IgnoreVisibility)) args.flags |= call_flag::kFcall;

  const bool keeps_value = node.has(CallFlag::AttributeWrite) && !popped;
  if (keeps_value) keep_assigned_value(out, where, args);
  if (args.has(call_flag::kKwSplat) && args.has(call_flag::kArgsBlockarg) &&
      !args.has(call_flag::kKwSplatMut)) {
    out.insn(where, Insn::splatkw);
  }
  const bool inline_new = unit_.options.specialized_instruction && unit_.options.opt_new &&
                          node.name == "new" && !node.block && !args.has(call_flag::kArgsBlockarg);
  if (inline_new) {
    compile_new(out, where, receiver_end, args);
  } else {
    send(out, where, name(node.name), args, block.id);
  }
  if (block.has_catch_table) add_break_entry(out, start, block.id);
  if (safe) out.label(nil_receiver);
  if (keeps_value) out.insn(where, Insn::pop);
  if (popped) out.insn(where, Insn::pop);
}

/// The value of `a.b = v` and `a[i] = v` is v, whatever the method returns: puts it below the receiver.
void ISeqCompiler::keep_assigned_value(ElementList& out, Position at, const CallArguments& args) {
  const auto last_of_array = [&] {
    out.insn(at, Insn::putobject, unit_.builder.integer(-1));
    send(out, at, "[]", 1);
  };
  if (args.has(call_flag::kArgsBlockarg)) {
    out.insn(at, Insn::topn, 1);
    if (args.has(call_flag::kArgsSplat)) last_of_array();
    out.insn(at, Insn::setn, args.argc + 3);
    out.insn(at, Insn::pop);
  } else if (args.has(call_flag::kArgsSplat)) {
    out.insn(at, Insn::dup);
    last_of_array();
    out.insn(at, Insn::setn, args.argc + 2);
    out.insn(at, Insn::pop);
  } else {
    out.insn(at, Insn::setn, args.argc + 1);
  }
}

/// `new`: allocates in place and calls `initialize`, unless the class has a `new` of its own.
void ISeqCompiler::compile_new(ElementList& out, Position at, Element* receiver_end,
                               const CallArguments& args) {
  Label* const custom_new = new_label();
  Label* const done = new_label();
  auto* swap = make_in<Instruction>(unit_.arena, Insn::swap, at);
  auto* slot = make_in<Instruction>(unit_.arena, Insn::putnil, at);
  insert_after(receiver_end, swap);
  insert_after(receiver_end, slot);

  CallArguments allocation = args;
  if (args.has(call_flag::kForwarding)) allocation.argc++;
  out.insn(at, Insn::opt_new, call_site(name("new"), allocation), custom_new);
  custom_new->refs++;
  CallArguments initialization = args;
  initialization.flags |= call_flag::kFcall;
  send(out, at, name("initialize"), initialization);
  out.jump(at, Insn::jump, done);

  out.label(custom_new);
  send(out, at, name("new"), args);
  out.insn(at, Insn::swap);
  out.label(done);
  out.insn(at, Insn::pop);
}

/// A call that `break` in its block ends. The entry ends behind the call instruction itself.
void ISeqCompiler::add_break_entry(ElementList& out, Label* start, ISeqId block) {
  Label* const end = new_label();
  Element* call = out.last();
  while (!is_insn(call, Insn::send) && !is_insn(call, Insn::sendforward) &&
         !is_insn(call, Insn::invokesuper) && !is_insn(call, Insn::invokesuperforward)) {
    call = call->prev;
  }
  insert_after(call, end);
  end->placed = true;
  add_catch(CatchType::Break, start, end, block, end);
}

/// `Primitive.name(args)`: calls the built-in function `name`.
void ISeqCompiler::compile_primitive(ElementList& out, const CallNode& node, bool popped) {
  const Position where = call_position(node);
  const NodeList arguments = node.arguments ? node.arguments->arguments : NodeList{};
  for (const Node* argument : arguments) compile_value(out, argument);
  out.insn(where, Insn::invokebuiltin, name(node.name), arguments.size());
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const SuperNode& node, bool popped) {
  const Position where = at(node);
  Label* const start = new_label();
  out.label(start);
  out.insn(where, Insn::putself);
  CallArguments args = compile_arguments(out, where, node.arguments, node.block);
  args.flags |= call_flag::kSuper | call_flag::kFcall;
  ChildISeq block;
  if (is<BlockNode>(node.block)) block = compile_block(node.block);
  if (!node.block) local_->head_.params.uses_block = true;
  if (args.has(call_flag::kArgsBlockarg) && args.has(call_flag::kKwSplat) &&
      !args.has(call_flag::kKwSplatMut)) {
    out.insn(where, Insn::splatkw);
  }
  const Insn insn = args.has(call_flag::kForwarding) ? Insn::invokesuperforward : Insn::invokesuper;
  out.insn(where, insn, call_site(NameId::None, args, block.id != ISeqId::None), block.id);
  add_break_entry(out, start, block.id);
  if (popped) out.insn(where, Insn::pop);
}

/// Bare `super`: passes on the method's parameters as they are now.
void ISeqCompiler::visit(ElementList& out, const ForwardingSuperNode& node, bool popped) {
  const Position where = at(node);
  Label* start = nullptr;
  if (node.block) {
    out.label(start = new_label());
  } else {
    local_->head_.params.uses_block = true;
  }
  out.insn(where, Insn::putself);
  ChildISeq block;
  if (node.block) block = compile_block(node.block);
  CallArguments args;
  Insn insn = Insn::invokesuper;
  if (local_->head_.params.forwardable) {
    get_local(out, where, find_local("..."));
    args.flags = call_flag::kForwarding;
    insn = Insn::invokesuperforward;
  } else {
    args = zsuper_arguments(out, where);
  }
  args.flags |= call_flag::kZsuper | call_flag::kSuper | call_flag::kFcall;
  out.insn(where, insn, call_site(NameId::None, args, node.block != nullptr), block.id);
  if (node.block && insn == Insn::invokesuper) add_break_entry(out, start, block.id);
  if (popped) out.insn(where, Insn::pop);
}

CallArguments ISeqCompiler::zsuper_arguments(ElementList& out, Position at) {
  CallArguments args;
  const UnlinkedParams& params = local_->head_.params;
  uint32_t level = 0;
  for (const ISeqCompiler* scope = this; scope != local_; scope = scope->parent_) level++;
  const auto push_slot = [&](int slot) { get_local(out, at, {static_cast<uint32_t>(slot), level}); };

  for (int i = 0; i < params.lead_num + params.opt_num; i++) push_slot(i);
  args.argc = params.lead_num + params.opt_num;
  if (params.rest_start >= 0) {
    push_slot(params.rest_start);
    out.insn(at, Insn::splatarray, literal_false());
    args.argc = params.rest_start + 1;
    args.flags |= call_flag::kArgsSplat;
  }
  if (params.post_num > 0) {
    for (int i = 0; i < params.post_num; i++) push_slot(params.post_start + i);
    if (params.rest_start >= 0) {
      out.insn(at, Insn::newarray, static_cast<int>(params.post_num));
      out.insn(at, Insn::concatarray);
    } else {
      args.argc = params.post_start + params.post_num;
    }
  }
  if (params.has_keywords) {
    args.argc++;
    out.insn(at, Insn::putspecialobject, SpecialObject::VMCore);
    if (params.kwrest_start >= 0) {
      push_slot(params.kwrest_start);
      send(out, at, "dup", 0);
    } else {
      out.insn(at, Insn::newhash, 0);
    }
    for (int i = 0; i < params.keyword_num; i++) {
      out.insn(at, Insn::putobject, unit_.builder.symbol(local_->keywords_[static_cast<size_t>(i)]));
      push_slot(params.keyword_start() + i);
    }
    send(out, at, "core#hash_merge_ptr", params.keyword_num * 2 + 1);
    args.flags |= call_flag::kKwSplat | call_flag::kKwSplatMut;
  } else if (params.kwrest_start >= 0) {
    push_slot(params.kwrest_start);
    args.argc++;
    args.flags |= call_flag::kKwSplat;
  }
  return args;
}

void ISeqCompiler::visit(ElementList& out, const YieldNode& node, bool popped) {
  const Position where = at(node);
  CallArguments args;
  if (node.arguments) args = compile_arguments(out, where, node.arguments, nullptr);
  out.insn(where, Insn::invokeblock, call_site(NameId::None, args));
  local_->head_.params.uses_block = true;
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const LambdaNode& node, bool popped) {
  const Position where = at(node);
  const ChildISeq body = compile_block(&node);
  out.insn(where, Insn::putspecialobject, SpecialObject::VMCore);
  CallArguments args;
  args.flags = call_flag::kFcall;
  send(out, where, name("lambda"), args, body.id);
  if (popped) out.insn(where, Insn::pop);
}

void ISeqCompiler::visit(ElementList& out, const ForNode& node, bool popped) {
  const Position where = at(node);
  Label* const start = new_label();
  out.label(start);
  compile_value(out, node.collection);
  const ChildISeq body = compile_block(&node);
  send(out, where, name("each"), CallArguments{}, body.id);
  add_break_entry(out, start, body.id);
  if (popped) out.insn(where, Insn::pop);
}

} // namespace miniyarv
