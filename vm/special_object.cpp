#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/frames.hpp"
#include "vm/internals.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

// Methods of the hidden object that `putspecialobject 1` pushes: what the compiler calls for constructs that
// have no instruction.

namespace miniyarv {

namespace {

/// `{..., k: v}` and `f(k: v, **h)`: adds pairs to the Hash given first, which is fresh.
Value hash_merge_ptr(VM& vm, Value, Hash* into, Rest pairs) {
  for (int i = 0; i + 1 < pairs.argc; i += 2) hash_set(vm, into, pairs[i], pairs[i + 1]);
  return into;
}

Value hash_merge_kwd(VM& vm, Value, Hash* into, Value from) {
  if (!from.is_nil()) hash_merge(vm, into, to_hash(vm, from));
  return into;
}

void set_method_alias(VM& vm, Value, Class* on, ID new_name, ID old_name) {
  define_alias(vm, on, new_name, old_name);
}

void set_variable_alias(VM& vm, Value, ID new_name, ID old_name) { gvar_alias(vm, new_name, old_name); }

void undefine(VM& vm, Value, Class* on, ID name) { undef_method(vm, on, name); }

Value lambda(VM& vm, Value) {
  const Value v = proc_from_handler(vm, vm.block());
  v.as<Proc>()->lambda = true;
  return v;
}

void set_postexe(VM& vm, Value) { vm.in().at_exit.push_back(proc_from_handler(vm, vm.block())); }

Value core_raise(VM& vm, Value, Value klass, Rest rest) {
  std::vector<Value> args{klass};
  args.insert(args.end(), rest.argv, rest.argv + rest.argc);
  return vm.call(vm.main_object(), ids::raise, args, CallOptions{{}, vm.keywords_given(), true});
}

Value core_sprintf(VM& vm, Value, Rest args) {
  return vm.call(vm.main_object(), vm.intern("format"), args.span());
}

constexpr NativeMethod kMethods[] = {
    {"core#hash_merge_ptr", native<hash_merge_ptr>},
    {"core#hash_merge_kwd", native<hash_merge_kwd>},
    {"core#set_method_alias", native<set_method_alias>},
    {"core#set_variable_alias", native<set_variable_alias>},
    {"core#undef_method", native<undefine>},
    {"core#set_postexe", native<set_postexe>},
    {"core#raise", native<core_raise>},
    {"core#sprintf", native<core_sprintf>},
    {"lambda", native<lambda>},
};

/// What a block parameter's stand-in answers: calls go to the frame's block.
void define_block_param_proxy(VM& vm) {
  for (const char* name : {"call", "()", "yield", "===", "[]"}) {
    const ID mid = vm.intern(name);
    MethodEntry* me = method_entry_new(vm, MethodKind::Optimized, mid, Visibility::Public);
    me->optimized = OptimizedMethod::BlockCall;
    define_method(vm, vm.in().block_param_proxy_class, mid, me);
  }
}

} // namespace

void define_core_object_methods(VM& vm) {
  define_natives(vm, vm.in().core_object_class, kMethods);
  define_block_param_proxy(vm);
}

} // namespace miniyarv
