// ENV: the environment of the process, which all VMs in it share.

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace miniyarv {

namespace {

using Variable = std::pair<std::string_view, std::string_view>;

std::vector<Variable> variables() {
  std::vector<Variable> list;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=', 1);
    if (equals != std::string_view::npos) list.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return list;
}

/// A name or value of a variable; `what` is how messages call it.
std::string text_argument(VM& vm, Value v, const char* what) {
  std::string text(to_str(vm, v)->view());
  if (text.find('\0') != std::string::npos)
    raise_argument_error(vm, cat("bad environment variable ", what, ": contains null byte"));
  return text;
}
std::string name_argument(VM& vm, Value v) { return text_argument(vm, v, "name"); }

/// Frozen, as all that ENV answers.
Value frozen(VM& vm, std::string_view text) {
  String* s = str_new(vm, text);
  vm.heap.freeze(s);
  return s;
}

Value env_aref(VM& vm, Value, Value name) {
  const char* value = std::getenv(name_argument(vm, name).c_str());
  return value ? frozen(vm, value) : Qnil;
}

Value env_aset(VM& vm, Value, Value name, Value value) {
  const std::string key = name_argument(vm, name);
  if (value.is_nil()) {
    ::unsetenv(key.c_str());
    return Qnil;
  }
  const std::string text = text_argument(vm, value, "value");
  if (::setenv(key.c_str(), text.c_str(), 1) != 0) raise_errno(vm, errno, cat("setenv(", key, ")"));
  return value;
}

Value env_remove(VM& vm, Value self, Value name) {
  const Value old = env_aref(vm, self, name);
  if (!old.is_nil()) ::unsetenv(name_argument(vm, name).c_str());
  return old;
}

bool env_has_key(VM& vm, Value, Value name) { return std::getenv(name_argument(vm, name).c_str()); }

template <bool name> Array* env_list(VM& vm, Value) {
  Array* list = ary_new(vm);
  for (const Variable& v : variables()) ary_push(vm, list, frozen(vm, name ? v.first : v.second));
  return list;
}

Hash* env_to_hash(VM& vm, Value) {
  Hash* hash = hash_new(vm);
  for (const Variable& v : variables()) {
    const Value key = frozen(vm, v.first);
    hash_set(vm, hash, key, frozen(vm, v.second));
  }
  return hash;
}

int64_t env_size(VM&, Value) { return static_cast<int64_t>(variables().size()); }
bool env_is_empty(VM&, Value) { return variables().empty(); }

Value env_clear(VM&, Value self) {
  ::clearenv();
  return self;
}

String* env_to_s(VM& vm, Value) { return str_new(vm, "ENV"); }
String* env_inspect(VM& vm, Value self) { return str_new(vm, hash_inspect(vm, env_to_hash(vm, self))); }

constexpr NativeMethod kMethods[] = {
    {"[]", native<env_aref>},          {"[]=", native<env_aset>},
    {"store", native<env_aset>},       {"__remove", native<env_remove>, Visibility::Private},
    {"key?", native<env_has_key>},     {"has_key?", native<env_has_key>},
    {"include?", native<env_has_key>}, {"member?", native<env_has_key>},
    {"keys", native<env_list<true>>},  {"values", native<env_list<false>>},
    {"to_hash", native<env_to_hash>},  {"size", native<env_size>},
    {"length", native<env_size>},      {"empty?", native<env_is_empty>},
    {"clear", native<env_clear>},      {"to_s", native<env_to_s>},
    {"inspect", native<env_inspect>},
};

} // namespace

void init_env(VM& vm) {
  const Value env = object_allocate(vm, vm.cObject);
  Class* singleton = singleton_class(vm, env);
  define_natives(vm, singleton, kMethods);
  include_module(vm, singleton, vm.mEnumerable);
  vm.const_set(vm.cObject, vm.intern("ENV"), env);
}

} // namespace miniyarv
