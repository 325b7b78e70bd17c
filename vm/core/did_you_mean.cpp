// The suggestions that a NameError, NoMethodError or KeyError's detailed message ends with.

#include "vm/constants.hpp"
#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/exception.hpp"
#include "vm/core/exception_methods.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/object.hpp"
#include "vm/core/spell_checker.hpp"
#include "vm/core/string.hpp"
#include "vm/native.hpp"

#include <algorithm>

namespace miniyarv {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kReservedWords[] = {
    "alias",  "and",    "begin",    "BEGIN",    "break",        "case",   "class",  "def",    "defined?",
    "do",     "else",   "elsif",    "end",      "END",          "ensure", "false",  "for",    "if",
    "in",     "module", "next",     "nil",      "not",          "or",     "redo",   "rescue", "retry",
    "return", "self",   "super",    "then",     "true",         "undef",  "unless", "until",  "when",
    "while",  "yield",  "__LINE__", "__FILE__", "__ENCODING__",
};

void add_names(VM& vm, Words& words, const std::vector<ID>& names) {
  for (const ID name : names) words.emplace_back(vm.name(name));
}

void make_unique(Words& words) {
  Words kept;
  for (std::string& word : words)
    if (std::find(kept.begin(), kept.end(), word) == kept.end()) kept.push_back(std::move(word));
  words = std::move(kept);
}

void remove_all(Words& words, const Words& unwanted) {
  const auto is_unwanted = [&](const std::string& word) {
    return std::find(unwanted.begin(), unwanted.end(), word) != unwanted.end();
  };
  words.erase(std::remove_if(words.begin(), words.end(), is_unwanted), words.end());
}

/// A variable or method that was not there: everything that could be named at that place.
Words variable_corrections(VM& vm, Value e, Value receiver, std::string_view name) {
  Words words(std::begin(kReservedWords), std::end(kReservedWords));
  add_names(vm, words, visible_locals(vm, e));
  const auto any = [](const MethodEntry&) { return true; };
  add_names(vm, words, method_names(vm.class_of(receiver), nullptr, any));
  if (receiver.is_object())
    for (const ID ivar : vm.heap.ivar_names(receiver.object()))
      if (vm.symbols.is_instance(ivar)) words.emplace_back(vm.name(ivar));
  for (const Class* c = real_class(vm, receiver); c; c = c->super)
    c->ext->cvars.each([&](ID cvar, Value) { words.emplace_back(vm.name(cvar)); });
  Words found = spelling_corrections(name, words);
  make_unique(found);
  if (name == "foo") remove_all(found, {"fork", "for"});
  return found;
}

Words method_corrections(VM& vm, Value receiver, std::string_view name) {
  if (!kind_of(vm, receiver, vm.cObject)) return {};
  Words words;
  add_names(vm, words, method_names(vm.class_of(receiver), nullptr, is_visible));
  // Who writes an attribute does not want to read one, and the other way round.
  const bool writer = name.ends_with("=");
  const auto other_kind = [writer](const std::string& word) { return (word.back() == '=') != writer; };
  words.erase(std::remove_if(words.begin(), words.end(), other_kind), words.end());
  Words found = spelling_corrections(name, words);
  if (receiver.is_nil()) remove_all(found, words);
  return found;
}

/// Constants of the scopes that the receiver's name goes through, Object first.
Words constant_corrections(VM& vm, Value receiver, std::string_view name, std::string_view message) {
  std::vector<Class*> scopes;
  if (is_class_or_module(receiver))
    for (Class* c = receiver.as<Class>(); c && c != vm.cObject; c = c->lexical_parent) scopes.push_back(c);
  scopes.push_back(vm.cObject);
  Words words, qualified;
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    (*scope)->ext->constants.each([&](ID constant, const std::unique_ptr<ConstEntry>& entry) {
      if (entry->visibility == Visibility::Private) return;
      words.emplace_back(vm.name(constant));
      qualified.push_back(const_prefix(vm, *scope) + words.back());
    });
  Words found;
  for (const std::string& word : spelling_corrections(name, words)) {
    const auto at = std::find(words.begin(), words.end(), word) - words.begin();
    const std::string& full = qualified[static_cast<size_t>(at)];
    if (message.find(full) == std::string_view::npos) found.push_back(full);
  }
  return found;
}

Words key_corrections(VM& vm, Value e, ID receiver_field) {
  const Value receiver = exception_field(vm, e, receiver_field);
  const Value key = exception_field(vm, e, ids::key);
  if (!is_hash(receiver)) return {};
  Words words, shown, exact;
  const std::string wanted(to_s(vm, key)->view());
  std::vector<Value> keys;
  hash_each(receiver.as<Hash>(), [&](Value k, Value) {
    keys.push_back(k);
    return true;
  });
  for (Value k : keys) {
    words.emplace_back(to_s(vm, k)->view());
    shown.push_back(inspect_str(vm, k));
    if (is_string(key) && words.back() == wanted) exact.push_back(shown.back());
  }
  if (!exact.empty()) return exact;
  Words found;
  for (const std::string& word : spelling_corrections(wanted, words))
    found.push_back(shown[static_cast<size_t>(std::find(words.begin(), words.end(), word) - words.begin())]);
  return found;
}

Words name_corrections(VM& vm, Value e) {
  const Value name = exception_field(vm, e, ids::name);
  const Value receiver = vm.heap.ivar_get(e.object(), ids::receiver);
  if (!name.is_symbol() || receiver.is_undef()) return {};
  const std::string text(vm.name(name.to_id()));
  if (kind_of(vm, e, vm.eNoMethodError)) return method_corrections(vm, receiver, text);
  const std::string message(to_s(vm, exception_field(vm, e, ids::iv_mesg))->view());
  const auto says = [&message](std::string_view part) { return message.find(part) != std::string::npos; };
  if (says("uninitialized constant")) return constant_corrections(vm, receiver, text, message);
  if (says("undefined local variable or method") || says("undefined method") ||
      says("uninitialized class variable") || says("no member"))
    return variable_corrections(vm, e, receiver, text);
  return {};
}

Words corrections_for(VM& vm, Value e) {
  if (kind_of(vm, e, vm.eNameError)) return name_corrections(vm, e);
  if (kind_of(vm, e, vm.eKeyError)) return key_corrections(vm, e, ids::receiver);
  if (kind_of(vm, e, vm.eNoMatchingPatternKeyError)) return key_corrections(vm, e, ids::iv_matchee);
  return {};
}

} // namespace

std::string did_you_mean(VM& vm, Value e) {
  const Words words = corrections_for(vm, e);
  if (words.empty()) return {};
  std::string text = "\nDid you mean?  ";
  for (size_t i = 0; i < words.size(); ++i) text += (i > 0 ? "\n               " : "") + words[i];
  return text;
}

} // namespace miniyarv
