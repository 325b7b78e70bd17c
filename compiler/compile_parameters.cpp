#include "compiler/iseq_compiler.hpp"

// Local tables and parameters: which slot each name gets, and the code before a body that fills the slots the
// caller's set-up leaves open.
//
// Slots are, in order: required parameters, optional ones, rest, trailing required ones, required keywords,
// optional keywords, a hidden slot if there are keywords, keyword rest, block; names inside destructured
// parameters; block-locals; all other locals.

namespace miniyarv {

int ISeqCompiler::add_slot(NameId slot_name) {
  const auto slot = static_cast<uint32_t>(locals_.size());
  locals_.push_back(slot_name);
  if (slot_name != NameId::None) slots_.try_emplace(slot_name, slot); // of repeated names the first counts
  return static_cast<int>(slot);
}

int ISeqCompiler::add_slot(Name n) { return add_slot(unit_.name(n)); }

/// A required parameter's slot; a destructured one's is hidden.
int ISeqCompiler::add_parameter_slot(const Node* parameter) {
  const auto* required = as_if<RequiredParameterNode>(parameter);
  return required ? add_slot(required->name) : add_slot(NameId::None);
}

void ISeqCompiler::declare_locals(const ScopeSource& scope) {
  if (type() == ISeqType::Rescue || type() == ISeqType::Ensure) {
    add_slot(unit_.name("$!"));
    return;
  }
  if (const auto* loop = as_if<ForNode>(scope.node)) {
    const int slot = add_slot(NameId::None);
    if (is<LocalVariableTargetNode>(loop->index)) {
      head_.params.lead_num = 1;
    } else {
      head_.params.rest_start = static_cast<int16_t>(slot);
    }
    return;
  }
  if (const auto* block = as_if<BlockParametersNode>(scope.parameters)) {
    declare_block_parameters(*block, scope);
  } else if (const auto* parameters = as_if<ParametersNode>(scope.parameters)) {
    declare_parameters(parameters, scope);
  } else if (const auto* numbered = as_if<NumberedParametersNode>(scope.parameters)) {
    for (uint32_t i = 1; i <= numbered->maximum; i++) add_slot(unit_.name("_" + std::to_string(i)));
    head_.params.lead_num = static_cast<uint16_t>(numbered->maximum);
    head_.params.ambiguous_param0 = numbered->maximum == 1;
  } else if (is<ItParametersNode>(scope.parameters)) {
    add_slot(unit_.name("<it>"));
    has_it_parameter_ = true;
    head_.params.lead_num = 1;
    head_.params.ambiguous_param0 = true;
  }
  declare_rest_of_locals(scope.locals);
}

void ISeqCompiler::declare_block_parameters(const BlockParametersNode& parameters, const ScopeSource& scope) {
  if (parameters.parameters) declare_parameters(parameters.parameters, scope);
  for (const Node* local : parameters.locals) {
    const auto* block_local = as<BlockLocalVariableNode>(local);
    if (block_local->has(ParameterFlag::RepeatedParameter) || !own_slot(name(block_local->name))) {
      add_slot(block_local->name);
    }
  }
}

void ISeqCompiler::declare_rest_of_locals(NameList locals) {
  for (const Name local : locals) {
    const NameId id = name(local);
    if (!own_slot(id)) add_slot(id);
  }
}

bool ISeqCompiler::is_forwarding_only(const ParametersNode& parameters) const {
  return type() == ISeqType::Method && is<ForwardingParameterNode>(parameters.keyword_rest) &&
         parameters.requireds.empty() && parameters.optionals.empty() && !parameters.rest &&
         parameters.posts.empty() && parameters.keywords.empty();
}

void ISeqCompiler::declare_parameters(const ParametersNode* parameters, const ScopeSource& scope) {
  UnlinkedParams& params = head_.params;
  params.lead_num = static_cast<uint16_t>(parameters->requireds.size());
  for (const Node* parameter : parameters->requireds) add_parameter_slot(parameter);

  params.opt_num = static_cast<uint16_t>(parameters->optionals.size());
  for (const Node* parameter : parameters->optionals) add_slot(as<OptionalParameterNode>(parameter)->name);

  if (const auto* rest = as_if<RestParameterNode>(parameters->rest)) {
    params.anon_rest = !rest->name;
    params.rest_start = static_cast<int16_t>(rest->name ? add_slot(rest->name) : add_slot(unit_.name("*")));
  }
  params.post_num = static_cast<uint16_t>(parameters->posts.size());
  for (const Node* parameter : parameters->posts) {
    const int slot = add_parameter_slot(parameter);
    if (params.post_start < 0) params.post_start = static_cast<int16_t>(slot);
  }
  declare_keywords(*parameters);
  if (is_forwarding_only(*parameters)) {
    params.forwardable = true;
    add_slot(unit_.name("..."));
  } else {
    declare_keyword_rest(parameters->keyword_rest);
  }
  if (const auto* block = as_if<BlockParameterNode>(parameters->block)) {
    params.block_start =
        static_cast<int16_t>(block->name ? add_slot(block->name) : add_slot(unit_.name("&")));
  }
  for (const Node* parameter : parameters->requireds) {
    if (is<MultiTargetNode>(parameter)) declare_destructured(*as<MultiTargetNode>(parameter));
  }
  for (const Node* parameter : parameters->posts) {
    if (is<MultiTargetNode>(parameter)) declare_destructured(*as<MultiTargetNode>(parameter));
  }
  params.ambiguous_param0 = is<BlockParametersNode>(scope.parameters) && params.lead_num == 1 &&
                            params.opt_num == 0 && !parameters->rest && params.post_num == 0 &&
                            params.keyword_num == 0;
}

void ISeqCompiler::declare_keywords(const ParametersNode& parameters) {
  if (parameters.keywords.empty()) return;
  UnlinkedParams& params = head_.params;
  for (const Node* keyword : parameters.keywords) {
    if (const auto* required = as_if<RequiredKeywordParameterNode>(keyword)) {
      keywords_.push_back(name(required->name));
    }
  }
  params.required_keyword_num = static_cast<uint16_t>(keywords_.size());
  for (const Node* keyword : parameters.keywords) {
    const auto* optional = as_if<OptionalKeywordParameterNode>(keyword);
    if (!optional) continue;
    keywords_.push_back(name(optional->name));
    keyword_defaults_.push_back(has_static_default(*optional) ? static_literal(optional->value)
                                                              : LiteralId::None);
  }
  for (const NameId keyword : keywords_) add_slot(keyword);
  params.has_keywords = true;
  params.keyword_num = static_cast<uint16_t>(keywords_.size());
  params.keyword_bits = static_cast<int16_t>(add_slot(NameId::None));
}

void ISeqCompiler::declare_keyword_rest(const Node* node) {
  UnlinkedParams& params = head_.params;
  if (!node) return;
  if (const auto* rest = as_if<KeywordRestParameterNode>(node)) {
    params.anon_kwrest = !rest->name;
    params.kwrest_start =
        static_cast<int16_t>(rest->name ? add_slot(rest->name) : add_slot(unit_.name("**")));
  } else if (is<NoKeywordsParameterNode>(node)) {
    params.accepts_no_kwarg = true;
  } else if (is<ForwardingParameterNode>(node)) {
    params.rest_start = static_cast<int16_t>(add_slot(unit_.name("*")));
    params.anon_rest = true;
    params.kwrest_start = static_cast<int16_t>(add_slot(unit_.name("**")));
    params.anon_kwrest = true;
    params.block_start = static_cast<int16_t>(add_slot(unit_.name("&")));
    add_slot(unit_.name("..."));
  }
}

void ISeqCompiler::declare_destructured(const MultiTargetNode& target) {
  const auto declare = [this](const Node* part) {
    if (const auto* splat = as_if<SplatNode>(part)) part = splat->expression;
    if (!part) return;
    if (const auto* required = as_if<RequiredParameterNode>(part)) {
      add_slot(required->name);
    } else if (const auto* nested = as_if<MultiTargetNode>(part)) {
      declare_destructured(*nested);
    }
  };
  for (const Node* part : target.lefts) declare(part);
  declare(target.rest);
  for (const Node* part : target.rights) declare(part);
}

// --- Code ---

void ISeqCompiler::setup_parameters(ElementList& out, const ScopeSource& scope) {
  const Node* node = scope.parameters;
  if (const auto* block = as_if<BlockParametersNode>(node)) node = block->parameters;
  const auto* parameters = as_if<ParametersNode>(node);
  if (!parameters) return;
  setup_optionals(out, *parameters);
  setup_keywords(out, *parameters);
  setup_destructured(out, *parameters);
}

void ISeqCompiler::setup_optionals(ElementList& out, const ParametersNode& parameters) {
  if (parameters.optionals.empty()) return;
  const auto start_here = [&] {
    Label* const label = new_label();
    label->refs++;
    out.label(label);
    opt_labels_.push_back(label);
  };
  for (const Node* node : parameters.optionals) {
    const auto* optional = as<OptionalParameterNode>(node);
    start_here();
    compile_value(out, optional->value);
    set_local(out, at(optional), find_local(optional->name, 0));
  }
  start_here();
}

bool ISeqCompiler::has_static_default(const OptionalKeywordParameterNode& parameter) const {
  const Node* value = parameter.value;
  return is_static(value) && !is<ArrayNode>(value) && !is<HashNode>(value) && !is<RangeNode>(value);
}

void ISeqCompiler::setup_keywords(ElementList& out, const ParametersNode& parameters) {
  uint32_t index = 0;
  for (const Node* node : parameters.keywords) {
    const auto* optional = as_if<OptionalKeywordParameterNode>(node);
    if (!optional) continue;
    if (!has_static_default(*optional)) {
      const Position where = at(optional);
      Label* const given = new_label();
      out.insn(where, Insn::checkkeyword, static_cast<uint32_t>(head_.params.keyword_bits), index);
      out.jump(where, Insn::branchif, given);
      compile_value(out, optional->value);
      set_local(out, where, find_local(optional->name, 0));
      out.label(given);
    }
    index++;
  }
}

void ISeqCompiler::setup_destructured(ElementList& out, const ParametersNode& parameters) {
  const auto spread = [&](const Node* node, int slot) {
    if (!is<MultiTargetNode>(node)) return;
    get_local(out, at(node), {static_cast<uint32_t>(slot), 0});
    assign_top(out, node);
  };
  int slot = 0;
  for (const Node* node : parameters.requireds) spread(node, slot++);
  slot = head_.params.post_start;
  for (const Node* node : parameters.posts) spread(node, slot++);
}

} // namespace miniyarv
