// Kernel's functions about control flow and the running frame: raise, catch, lambda, eval, caller, exit.

#include "vm/backtrace.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/object.hpp"
#include "vm/core/range.hpp"
#include "vm/core/string.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/globals.hpp"
#include "vm/internals.hpp"
#include "vm/native.hpp"
#include "vm/options.hpp"

#include <algorithm>
#include <cstdlib>

namespace miniyarv {
namespace {

// --- raise ---

/// Takes `cause:` out of raise's arguments: Qundef when there is none. Other keywords stay, as a Hash.
Value take_cause(VM& vm, std::vector<Value>& args) {
  if (!vm.keywords_given() || args.empty()) return Qundef;
  Hash* keywords = hash_dup(vm, to_hash(vm, args.back()));
  const Value cause = hash_delete(vm, keywords, Value::symbol(ids::cause));
  if (cause.is_undef()) return Qundef;
  if (hash_size(keywords) == 0)
    args.pop_back();
  else
    args.back() = keywords;
  if (args.empty()) raise_argument_error(vm, "only cause is given with no arguments");
  return cause;
}

Value kernel_raise(VM& vm, Value, Rest rest) {
  std::vector<Value> args(rest.span().begin(), rest.span().end());
  const Value cause = take_cause(vm, args);
  const Value e = make_exception(vm, args);
  prepare_raise_with_cause(vm, e, checked_cause(vm, e, cause), caller_ruby_frame(vm));
  return Qundef;
}

// --- catch and throw ---

/// A running `catch`, on the native stack.
class CatchScope {
public:
  CatchScope(VM& vm, Value tag) : ec_(*vm.ec), scope_{tag, ec_.catches} { ec_.catches = &scope_; }
  ~CatchScope() { ec_.catches = scope_.outer; }
  CatchScope(const CatchScope&) = delete;
  CatchScope& operator=(const CatchScope&) = delete;

private:
  ExecutionContext& ec_;
  CatchTag scope_;
};

Value kernel_catch(VM& vm, Value, std::optional<Value> given) {
  const Value tag = given ? *given : object_allocate(vm, vm.cObject);
  ControlFrame* const cfp = vm.ec->cfp;
  const CatchScope scope(vm, tag);
  try {
    return vm.yield(tag);
  } catch (const Throw&) {
    PendingThrow& pending = vm.ec->pending;
    if (pending.state != ThrowState::Throw || pending.tag != tag) throw;
    const Value v = pending.value;
    pending = {};
    vm.ec->cfp = cfp;
    return v;
  }
}

Value kernel_throw(VM& vm, Value, Value tag, std::optional<Value> value) {
  const CatchTag* at = vm.ec->catches;
  while (at && at->tag != tag) at = at->outer;
  if (!at) {
    const Value args[] = {tag, value.value_or(Qnil), Value(str_new(vm, "uncaught throw %p"))};
    raise_exception(vm, vm.call(vm.eUncaughtThrowError, ids::new_, args));
  }
  PendingThrow& pending = vm.ec->pending;
  pending = {};
  pending.state = ThrowState::Throw;
  pending.tag = tag;
  pending.value = value.value_or(Qnil);
  pending.active = true;
  return Qundef;
}

// --- Blocks and scopes ---

bool kernel_block_given(VM& vm, Value) {
  return static_cast<bool>(block_handler_of(local_ep(caller_ruby_frame(vm)->ep)));
}

Value kernel_proc(VM& vm, Value) {
  if (!vm.block_given()) raise_argument_error(vm, "tried to create Proc object without a block");
  return proc_from_handler(vm, vm.block());
}

Value kernel_lambda(VM& vm, Value) {
  const BlockHandler block = vm.block();
  if (!block) raise_argument_error(vm, "tried to create Proc object without a block");
  const Value v = proc_from_handler(vm, block);
  if (block.is_iseq()) v.as<Proc>()->lambda = true;
  if (!v.as<Proc>()->lambda) raise_argument_error(vm, "the lambda method requires a literal block");
  return v;
}

Value kernel_binding(VM& vm, Value) { return binding_new(vm, caller_ruby_frame(vm)); }

Value kernel_eval(VM& vm, Value, Value text, std::optional<Value> binding, std::optional<Value> path,
                  std::optional<int64_t> line) {
  const std::string source(to_str(vm, text)->view());
  const bool given = binding && !binding->is_nil();
  if (given) binding_scope(vm, *binding);
  const std::string file = path && !path->is_nil() ? std::string(to_str(vm, *path)->view())
                                                   : cat("(eval at ", current_position(vm), ")");
  const Value scope = given ? *binding : binding_new(vm, caller_ruby_frame(vm));
  return eval_in_binding(vm, source, scope, file, static_cast<int>(line.value_or(1)));
}

Value kernel_local_variables(VM& vm, Value) {
  const ControlFrame* cfp = caller_ruby_frame(vm);
  return symbols_array(vm, local_names(vm, cfp->iseq));
}

Value kernel_global_variables(VM& vm, Value) { return symbols_array(vm, vm.globals().names()); }

// --- The running method and its callers ---

Value kernel_method_name(VM& vm, Value) {
  const MethodEntry* me = frame_method_entry(caller_ruby_frame(vm));
  return me ? Value::symbol(me->resolved()->original_id) : Qnil;
}

Value kernel_callee_name(VM& vm, Value) {
  const MethodEntry* me = frame_method_entry(caller_ruby_frame(vm));
  return me ? Value::symbol(me->called_id) : Qnil;
}

Value kernel_dir(VM& vm, Value) {
  const Value path = caller_ruby_frame(vm)->iseq->unit->realpath;
  if (!is_string(path)) return Qnil;
  const std::string_view text = str_view(path);
  const size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return str_new(vm, ".");
  return str_new(vm, text.substr(0, std::max<size_t>(slash, 1)));
}

struct Levels {
  int64_t start, count;
};

/// Which entries caller(start, count) or caller(range) asks for, start counted from the calling method.
Levels parse_levels(VM& vm, std::optional<Value> start, std::optional<Value> count, int64_t available) {
  if (start && is_range(*start)) {
    int64_t first = 0, size = 0;
    return range_bounds(vm, *start, available, first, size) ? Levels{first, size} : Levels{available + 1, 0};
  }
  const int64_t first = start ? to_int64(vm, *start) : 1;
  if (first < 0) raise_argument_error(vm, cat("negative level (", first, ")"));
  if (!count || count->is_nil()) return {first, available};
  const int64_t size = to_int64(vm, *count);
  if (size < 0) raise_argument_error(vm, cat("negative size (", size, ")"));
  return {first, size};
}

template <Array* (*render)(VM&, Value, size_t, size_t)>
Value kernel_caller(VM& vm, Value, std::optional<Value> start, std::optional<Value> count) {
  const Value bt = backtrace_capture(vm, caller_ruby_frame(vm));
  const auto available = static_cast<int64_t>(backtrace_size(bt));
  const Levels levels = parse_levels(vm, start, count, available);
  if (levels.start > available) return Qnil;
  return render(vm, bt, static_cast<size_t>(levels.start), static_cast<size_t>(levels.count));
}

// --- Leaving ---

Value kernel_at_exit(VM& vm, Value) {
  if (!vm.block_given()) raise_argument_error(vm, "called without a block");
  const Value block = proc_from_handler(vm, vm.block());
  vm.in().at_exit.push_back(block);
  return block;
}

int64_t exit_status(VM& vm, std::optional<Value> status) {
  if (!status || status->is_true()) return EXIT_SUCCESS;
  return status->is_false() ? EXIT_FAILURE : to_int64(vm, *status);
}

Value raise_exit(VM& vm, int64_t status, std::string_view message) {
  const Value args[] = {Value::fixnum(status), Value(str_new(vm, message))};
  prepare_raise(vm, vm.call(vm.eSystemExit, ids::new_, args), caller_ruby_frame(vm));
  return Qundef;
}

Value kernel_exit(VM& vm, Value, std::optional<Value> status) {
  return raise_exit(vm, exit_status(vm, status), "exit");
}

Value kernel_exit_now(VM& vm, Value, std::optional<Value> status) {
  std::_Exit(static_cast<int>(exit_status(vm, status)));
}

Value kernel_abort(VM& vm, Value, std::optional<String*> message) {
  if (!message) {
    if (const Value e = current_error(vm); !e.is_nil()) report_uncaught(vm, e);
    return raise_exit(vm, EXIT_FAILURE, "exit");
  }
  const std::string text((*message)->view());
  vm.send(vm.global_get("$stderr"), vm.intern("puts"), Value(*message));
  return raise_exit(vm, EXIT_FAILURE, text);
}

// --- warn ---

/// "FILE:LINE: warning: " of the frame `level` calls out; "warning: " beyond the outermost.
std::string uplevel_prefix(VM& vm, Value uplevel) {
  const int64_t level = to_int64(vm, uplevel);
  if (level < 0) raise_argument_error(vm, cat("negative level (", level, ")"));
  const Value bt = backtrace_capture(vm, caller_ruby_frame(vm));
  if (static_cast<size_t>(level) >= backtrace_size(bt)) return "warning: ";
  const auto index = static_cast<size_t>(level);
  return cat(backtrace_path(bt, index), ":", backtrace_lineno(bt, index), ": warning: ");
}

bool category_enabled(VM& vm, Value category) {
  const std::string_view name = vm.name(to_id(vm, category));
  if (name == "deprecated") return vm.options().warn_deprecated;
  if (name == "experimental" || name == "performance" || name == "strict_unused_block") return true;
  raise_argument_error(vm, cat("unknown category: ", name));
}

void append_lines(VM& vm, std::string& text, Value v) {
  if (is_array(v)) {
    for (size_t i = 0; i < v.as<Array>()->size(); ++i) append_lines(vm, text, v.as<Array>()->data()[i]);
    return;
  }
  text += to_s(vm, v)->view();
  if (text.empty() || text.back() != '\n') text += '\n';
}

void kernel_warn(VM& vm, Value, Rest messages, Keywords keywords) {
  keywords.allow_only(vm, {"uplevel", "category"});
  const Value uplevel = keywords.get(vm, "uplevel"), category = keywords.get(vm, "category");
  const bool categorised = !category.is_undef() && !category.is_nil();
  if (categorised && !category_enabled(vm, category)) return;
  if (vm.options().warning_level == 0 || messages.argc == 0) return;
  std::string text = uplevel.is_undef() || uplevel.is_nil() ? std::string() : uplevel_prefix(vm, uplevel);
  for (Value message : messages.span()) append_lines(vm, text, message);
  if (text.empty()) return;

  std::vector<Value> args{Value(str_new(vm, text))};
  CallOptions options;
  if (categorised) {
    Hash* passed = hash_new(vm);
    hash_set(vm, passed, Value::symbol(vm.intern("category")), category);
    args.push_back(passed);
    options.keywords = true;
  }
  vm.call(vm.mWarning, vm.intern("warn"), args, options);
}

// --- Conversions ---

Value kernel_string(VM& vm, Value, Value v) {
  if (String* s = try_to_str(vm, v)) return s;
  const Value s = vm.call_if_responds(v, ids::to_s);
  if (!is_string(s))
    raise_type_error(vm, cat("can't convert ", describe_for_conversion(vm, v), " into String"));
  return s;
}

constexpr NativeMethod kFunctions[] = {
    {"raise", native<kernel_raise>},
    {"fail", native<kernel_raise>},
    {"catch", native<kernel_catch>},
    {"throw", native<kernel_throw>},
    {"block_given?", native<kernel_block_given>},
    {"proc", native<kernel_proc>},
    {"lambda", native<kernel_lambda>},
    {"binding", native<kernel_binding>},
    {"eval", native<kernel_eval>},
    {"local_variables", native<kernel_local_variables>},
    {"global_variables", native<kernel_global_variables>},
    {"__method__", native<kernel_method_name>},
    {"__callee__", native<kernel_callee_name>},
    {"__dir__", native<kernel_dir>},
    {"caller", native<kernel_caller<backtrace_strings>>},
    {"caller_locations", native<kernel_caller<backtrace_locations>>},
    {"at_exit", native<kernel_at_exit>},
    {"exit", native<kernel_exit>},
    {"exit!", native<kernel_exit_now>},
    {"abort", native<kernel_abort>},
    {"warn", native<kernel_warn>},
    {"String", native<kernel_string>},
};

} // namespace

std::vector<ID> local_names(VM& vm, const ISeq* iseq) {
  std::vector<ID> names;
  for (; iseq; iseq = iseq->parent)
    for (const NameId local : iseq->unlinked->locals) {
      if (local == NameId::None) continue;
      const ID name = unit_id(vm, *iseq->unit, local);
      const bool spoken = SymbolTable::classify(vm.name(name)) == IdKind::Local;
      if (spoken && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  return names;
}

void init_kernel(VM& vm) {
  define_module_functions(vm, vm.mKernel, kFunctions);
  init_globals(vm);
}

} // namespace miniyarv
