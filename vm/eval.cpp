#include "vm/eval.hpp"

#include "compiler/compile.hpp"
#include "frontend/syntax/parse.hpp"
#include "vm/core/string.hpp"
#include "vm/cref.hpp"
#include "vm/internals.hpp"
#include "vm/options.hpp"

namespace miniyarv {

namespace {

void mark_binding(void* payload, Marker& m) {
  auto* scope = static_cast<BindingScope*>(payload);
  m.mark(scope->self);
  m.mark(scope->env);
  m.mark(scope->iseq);
}
void destroy_binding(void* payload) { static_cast<BindingScope*>(payload)->~BindingScope(); }

Value make_binding(VM& vm, BindingScope scope) {
  return vm.heap.make_data(vm.cBinding, kBindingType, std::move(scope));
}

/// The variables visible from `iseq`, outermost scope first, as the parser and compiler want them. Slots keep
/// their positions, hidden ones have an empty name.
std::vector<OuterScope> outer_scopes(VM&, const ISeq* iseq) {
  std::vector<OuterScope> scopes;
  for (; iseq; iseq = iseq->parent) {
    OuterScope scope;
    for (NameId name : iseq->unlinked->locals) scope.locals.emplace_back(iseq->unit->unlinked->name(name));
    const ISeqParams& p = *iseq->params;
    scope.forwards_rest = p.anon_rest;
    scope.forwards_keywords = p.anon_kwrest;
    scope.forwards_all = p.forwardable;
    scopes.insert(scopes.begin(), std::move(scope));
    if (iseq->local == iseq) break;
  }
  return scopes;
}

Value run_eval(VM& vm, std::string_view text, const std::string& path, int line, Value self, Value me_or_cref,
               Env*& env, const ISeq*& iseq) {
  SourceOptions source;
  source.type = ISeqType::Eval;
  source.first_line = line;
  source.outer_scopes = outer_scopes(vm, iseq);
  source.eval_label = iseq ? std::string(iseq_label(iseq)) : "<main>";
  auto unlinked = compile_source(vm, path, std::string(text), source);
  ISeq* top = load_unit(vm, std::move(unlinked), Qnil, false, const_cast<ISeq*>(iseq));
  link_iseq(vm, top);
  NativeFrame below(vm, self, nullptr, {});
  ControlFrame* cfp = push_iseq_frame(vm, top, frame::Eval, self, vm.ec->cfp->sp, 0,
                                      reinterpret_cast<uint64_t>(env->ep) | 1, me_or_cref, 0);
  if (top->local_size > 0) {
    // New variables live on in the binding; the frame's environment is theirs from the start.
    env = escape_env(vm, cfp);
    iseq = top;
  }
  return run(vm);
}

} // namespace

const DataType kBindingType{"Binding", mark_binding, destroy_binding, nullptr};

Value binding_new(VM& vm, ControlFrame* cfp) {
  Env* env = escape_env(vm, cfp);
  return make_binding(vm, BindingScope{cfp->self, env, cfp->iseq,
                                       std::string(str_view(cfp->iseq->unit->path)), frame_line(cfp)});
}

Value binding_from_proc(VM& vm, const Proc* proc) {
  const auto* iseq = static_cast<const ISeq*>(proc->block.code);
  Env* env = env_of(proc->block.ep);
  return make_binding(vm, BindingScope{proc->block.self, env, env->iseq,
                                       std::string(str_view(iseq->unit->path)), iseq->unlinked->first_line});
}

BindingScope& binding_scope(VM& vm, Value v) {
  if (!is_type(v, Type::Data) || v.as<DataObject>()->data_type != &kBindingType)
    raise_type_error(vm,
                     cat("wrong argument type ", class_path(vm, real_class(vm, v)), " (expected binding)"));
  return v.as<DataObject>()->get<BindingScope>();
}

Value eval_in_binding(VM& vm, std::string_view text, Value binding, const std::string& path, int line) {
  BindingScope& scope = binding_scope(vm, binding);
  Env* env = scope.env;
  const ISeq* iseq = scope.iseq;
  const Value v = run_eval(vm, text, path, line, scope.self, Value(uint64_t{0}), env, iseq);
  scope.env = env;
  scope.iseq = iseq;
  vm.heap.write_barrier(binding.object());
  return v;
}

Value eval_with_self(VM& vm, std::string_view text, Value self, Cref* cref, ControlFrame* scope,
                     const std::string& path, int line) {
  Env* env = escape_env(vm, scope);
  const ISeq* iseq = scope->iseq;
  return run_eval(vm, text, path, line, self, cref ? Value(cref) : Value(uint64_t{0}), env, iseq);
}

std::unique_ptr<UnlinkedUnit> compile_source(VM& vm, std::string path, std::string text,
                                             const SourceOptions& source) {
  const Options& o = vm.options();
  ParseOptions parse_options;
  parse_options.frozen_string_literal = o.frozen_string_literal;
  parse_options.outer_scopes = source.outer_scopes;
  parse_options.eval = source.type == ISeqType::Eval;
  parse_options.main_script = source.main_script;
  if (source.main_script) {
    parse_options.wrap_gets = o.wrap_gets;
    parse_options.print_last = o.print_last;
    parse_options.chomp_lines = o.chomp_lines;
    parse_options.split_lines = o.split_lines;
    parse_options.skip_to_shebang = o.skip_to_shebang;
  }
  const ParseResult result =
      parse(Source{std::move(path), std::move(text), source.first_line}, parse_options);
  if (!result.ok()) raise(vm, vm.eSyntaxError, format_errors(result));
  for (const Diagnostic& w : result.warnings())
    if (w.level == Diagnostic::Level::Warning || o.warning_level > 1)
      warn_at(vm, result.source().path(), result.source().line(w.loc.start), w.message);
  if (source.data_section)
    if (auto at = result.data_offset())
      *source.data_section = std::string(result.source().text().substr(*at));
  CompileOptions compile_options;
  compile_options.type = source.type;
  compile_options.opt_new = o.opt_new;
  compile_options.builtin = source.builtin;
  compile_options.outer_scopes = source.outer_scopes;
  compile_options.eval_label = source.eval_label;
  try {
    return compile(result, compile_options);
  } catch (const CompileError& e) {
    raise(vm, vm.eSyntaxError, cat(result.source().path(), ":", e.line, ": ", e.what()));
  }
}

Value run_top(VM& vm, ISeq* iseq, Value self, Cref* cref) {
  link_iseq(vm, iseq);
  NativeFrame below(vm, self, nullptr, {});
  push_iseq_frame(vm, iseq, frame::Top | frame::kLocal, self, vm.ec->cfp->sp, 0, 0, Value(cref), 0);
  return run(vm);
}

Value VM::load_source(const std::string& path, std::string text, bool wrap) {
  (void)wrap;
  auto unlinked = compile_source(*this, path, std::move(text), SourceOptions{});
  ISeq* top = load_unit(*this, std::move(unlinked), Value(str_fstring(*this, path, Encoding::Utf8)));
  return run_top(*this, top, main_object_, cref_new(*this, cObject, nullptr));
}

Value VM::eval(std::string_view text, Value binding, const std::string& path, int line) {
  return eval_in_binding(*this, text, binding, path, line);
}

} // namespace miniyarv
