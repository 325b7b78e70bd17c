#include "compiler/iseq_compiler.hpp"

#include <algorithm>

// Argument lists, and the instructions that make calls.

namespace miniyarv {

namespace {

/// Whether evaluating the node could change an array that was splatted before it. Plain literals, variables
/// and the like cannot.
bool may_change_splatted(const Node* node) {
  switch (node->kind) {
  case NodeKind::BackReferenceRead:
  case NodeKind::ClassVariableRead:
  case NodeKind::ConstantRead:
  case NodeKind::False:
  case NodeKind::Float:
  case NodeKind::GlobalVariableRead:
  case NodeKind::Imaginary:
  case NodeKind::InstanceVariableRead:
  case NodeKind::Integer:
  case NodeKind::Lambda:
  case NodeKind::LocalVariableRead:
  case NodeKind::Nil:
  case NodeKind::NumberedReferenceRead:
  case NodeKind::Rational:
  case NodeKind::RegularExpression:
  case NodeKind::Self:
  case NodeKind::String:
  case NodeKind::Symbol:
  case NodeKind::True: return false;
  case NodeKind::ConstantPath: {
    while (const auto* path = as_if<ConstantPathNode>(node)) node = path->parent;
    return node && may_change_splatted(node);
  }
  case NodeKind::Implicit: return may_change_splatted(as<ImplicitNode>(node)->value);
  case NodeKind::Array: return std::ranges::any_of(as<ArrayNode>(node)->elements, may_change_splatted);
  default: return true;
  }
}

bool keywords_may_change_splatted(const KeywordHashNode& keywords) {
  return std::ranges::any_of(keywords.elements, [](const Node* element) {
    if (const auto* pair = as_if<AssocNode>(element)) {
      return may_change_splatted(pair->key) || may_change_splatted(pair->value);
    }
    const auto* splat = as<AssocSplatNode>(element);
    return splat->value && may_change_splatted(splat->value);
  });
}

/// `m(*a, k: v)` with values that cannot change `a` may pass `a` itself.
bool splat_needs_copy(const ArgumentsNode* arguments) {
  if (!arguments || arguments->arguments.size() < 2) return true;
  if (!arguments->has(ArgumentsFlag::ContainsSplat) ||
      arguments->has(ArgumentsFlag::ContainsMultipleSplats)) {
    return true;
  }
  const auto* keywords = as_if<KeywordHashNode>(arguments->arguments.back());
  return !keywords || keywords_may_change_splatted(*keywords);
}

} // namespace

struct ISeqCompiler::ArgumentState {
  CallArguments call;
  bool has_splat = false;
  bool has_keyword_splat = false;
  bool copy_splat = true;          ///< the first splat must make a fresh array if something follows it
  bool copied_splat = false;       ///< it did
  bool copy_keyword_splat = false; ///< a lone `**h` must be copied
  bool block_may_change = false;   ///< the block argument is more than one instruction
  int after_splat = 0;             ///< plain arguments since the last splat
};

CallArguments ISeqCompiler::compile_arguments(ElementList& out, Position at, const ArgumentsNode* arguments,
                                              const Node* block) {
  ArgumentState state;
  state.copy_splat = splat_needs_copy(arguments);
  state.has_keyword_splat = arguments && arguments->has(ArgumentsFlag::ContainsKeywordSplat);
  const NodeList list = arguments ? arguments->arguments : NodeList{};
  const auto* block_argument = as_if<BlockArgumentNode>(block);
  if (!block_argument) {
    compile_argument_list(out, at, list, state);
  } else {
    if (block_argument->expression && may_change_splatted(block_argument->expression)) {
      state.copy_splat = true;
      state.copy_keyword_splat = true;
    }
    // Compiled first: what it is decides on how the arguments are passed.
    ElementList block_code(unit_.arena);
    compile_value(block_code, block);
    state.call.flags |= call_flag::kArgsBlockarg;
    state.block_may_change = true;
    if (Instruction* only = block_code.only_instruction(); only && block_code.first() == only) {
      if (only->insn == Insn::getblockparam) only->insn = Insn::getblockparamproxy;
      state.block_may_change = false;
    }
    compile_argument_list(out, at, list, state);
    out.append(block_code);
  }
  if (state.has_splat) state.call.argc++;
  if (state.has_keyword_splat) state.call.argc++;
  if (state.call.has(call_flag::kArgsSplat) && state.copied_splat)
    state.call.flags |= call_flag::kArgsSplatMut;
  return std::move(state.call);
}

void ISeqCompiler::compile_argument_list(ElementList& out, Position at, NodeList arguments,
                                         ArgumentState& state) {
  for (size_t i = 0; i < arguments.size(); i++) {
    const Node* argument = arguments[i];
    const bool last = i + 1 == arguments.size();
    if (const auto* keywords = as_if<KeywordHashNode>(argument)) {
      compile_keyword_argument(out, at, *keywords, state);
    } else if (const auto* splat = as_if<SplatNode>(argument)) {
      compile_splat_argument(out, at, *splat, last, state);
    } else if (is<ForwardingArgumentsNode>(argument)) {
      compile_forwarded_arguments(out, at, state);
    } else {
      compile_value(out, argument);
      if (!state.has_splat) {
        state.call.argc++;
        continue;
      }
      state.after_splat++;
      if (last) {
        out.insn(at, Insn::pushtoarray, state.after_splat);
      } else if (const Node* next = arguments[i + 1];
                 is<KeywordHashNode>(next) || is<SplatNode>(next) || is<ForwardingArgumentsNode>(next)) {
        out.insn(at, Insn::newarray, state.after_splat);
        out.insn(at, Insn::concatarray);
      }
    }
  }
}

void ISeqCompiler::compile_splat_argument(ElementList& out, Position at, const SplatNode& node, bool last,
                                          ArgumentState& state) {
  state.call.flags |= call_flag::kArgsSplat;
  compile_splatted(out, at, node);
  if (state.has_splat) {
    out.insn(at, Insn::concattoarray);
  } else {
    const bool fresh = state.copy_splat && (!last || state.block_may_change);
    out.insn(at, Insn::splatarray, unit_.builder.boolean(fresh));
    state.copied_splat = fresh;
  }
  state.has_splat = true;
  state.after_splat = 0;
}

void ISeqCompiler::compile_keyword_argument(ElementList& out, Position at, const KeywordHashNode& node,
                                            ArgumentState& state) {
  uint16_t& flags = state.call.flags;
  const NodeList elements = node.elements;
  if (state.has_keyword_splat || state.has_splat) {
    flags |= call_flag::kKwSplat;
    state.has_keyword_splat = true;
    const bool only_splat = elements.size() == 1 && is<AssocSplatNode>(elements[0]);
    if (only_splat && !state.copy_keyword_splat) return compile_pairs(out, node, elements, true);
    flags |= call_flag::kKwSplatMut;
    if (!only_splat) return compile_pairs(out, node, elements, true);
    out.insn(at, Insn::putspecialobject, SpecialObject::VMCore);
    out.insn(at, Insn::newhash, 0);
    compile_pairs(out, node, elements, true);
    send(out, at, "core#hash_merge_kwd", 2);
  } else if (node.has(KeywordHashFlag::SymbolKeys)) {
    compile_named_arguments(out, node, state);
  } else {
    state.call.argc++;
    flags |= call_flag::kKwSplat;
    if (elements.size() > 1) flags |= call_flag::kKwSplatMut;
    for (const Node* element : elements) compile_value(out, element);
    out.insn(at, Insn::newhash, 2 * elements.size());
  }
}

/// Keywords that the call info names. Of repeated ones only the last value is passed.
void ISeqCompiler::compile_named_arguments(ElementList& out, const KeywordHashNode& node,
                                           ArgumentState& state) {
  std::unordered_map<NameId, size_t> last_of;
  std::vector<NameId> names;
  for (size_t i = 0; i < node.elements.size(); i++) {
    const auto* key = as<SymbolNode>(as<AssocNode>(node.elements[i])->key);
    names.push_back(name(key->unescaped));
    last_of[names.back()] = i;
  }
  state.call.flags |= call_flag::kKwarg;
  for (size_t i = 0; i < node.elements.size(); i++) {
    const bool passed = last_of[names[i]] == i;
    if (passed) state.call.kwargs.push_back(names[i]);
    compile(out, as<AssocNode>(node.elements[i])->value, !passed);
  }
}

/// `...` in an argument list: the caller's call info if the method takes nothing else, or else `*, **, &`.
void ISeqCompiler::compile_forwarded_arguments(ElementList& out, Position at, ArgumentState& state) {
  if (local_->head_.params.forwardable) {
    state.call.flags |= call_flag::kForwarding;
    get_local(out, at, find_local("..."));
    return;
  }
  state.call.flags |= call_flag::kArgsSplat | call_flag::kArgsBlockarg | call_flag::kKwSplat;
  get_local(out, at, find_local("*"));
  if (state.has_splat) {
    out.insn(at, Insn::concattoarray);
  } else {
    out.insn(at, Insn::splatarray, literal_false());
    state.call.argc++;
  }
  state.call.argc++;
  get_local(out, at, find_local("**"));
  const LocalPlace block = find_local("&");
  out.insn(at, Insn::getblockparamproxy, block.slot, block.level);
}

/// The value of `return`, `break` and `next`: one argument as it is, several as an array.
void ISeqCompiler::visit(ElementList& out, const ArgumentsNode& node, bool popped) {
  if (node.arguments.size() == 1) return compile(out, node.arguments[0], popped);
  compile_elements(out, node, node.arguments, popped);
}

void ISeqCompiler::visit(ElementList& out, const BlockArgumentNode& node, bool popped) {
  if (node.expression) return compile(out, node.expression, popped);
  const LocalPlace block = find_local("&");
  out.insn(at(node), Insn::getblockparamproxy, block.slot, block.level);
}

// --- Call instructions ---

CallSite* ISeqCompiler::call_site(NameId mid, const CallArguments& args, bool has_block) {
  using namespace call_flag;
  auto* site = make_in<CallSite>(unit_.arena);
  site->mid = mid;
  site->flags = args.flags;
  if (!args.has(kArgsSplat | kArgsBlockarg | kKwSplat | kForwarding) && args.kwargs.empty() && !has_block) {
    site->flags |= kArgsSimple;
  }
  if (!args.kwargs.empty()) site->flags |= kKwarg;
  site->argc = static_cast<uint16_t>(args.argc + static_cast<int>(args.kwargs.size()));
  site->kwargs = copy_into(unit_.arena, std::span<const NameId>(args.kwargs));
  return site;
}

CallSite* ISeqCompiler::call_site(std::string_view mid, int argc, uint16_t flags) {
  auto* site = make_in<CallSite>(unit_.arena);
  site->mid = name(mid);
  site->flags = flags | call_flag::kArgsSimple;
  site->argc = static_cast<uint16_t>(argc);
  return site;
}

/// A call with plain arguments.
void ISeqCompiler::send(ElementList& out, Position at, std::string_view mid, int argc, uint16_t flags) {
  out.insn(at, Insn::send, call_site(mid, argc, flags), ISeqId::None);
}

void ISeqCompiler::send(ElementList& out, Position at, NameId mid, const CallArguments& args, ISeqId block) {
  const Insn insn = args.has(call_flag::kForwarding) ? Insn::sendforward : Insn::send;
  out.insn(at, insn, call_site(mid, args, block != ISeqId::None), block);
}

} // namespace miniyarv
