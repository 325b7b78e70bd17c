// Symbol: names seen from Ruby.

#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

#include <vector>

namespace miniyarv {

namespace {

/// Frozen strings handed out by Symbol#name and reused for methods that String implements.
struct SymbolStrings final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Symbols;
  std::vector<String*> by_id;
  void mark(Marker& marker) override {
    for (String* s : by_id) marker.mark(s);
  }
};

Encoding symbol_encoding(std::string_view name) {
  return is_ascii(name) ? Encoding::UsAscii : Encoding::Utf8;
}

bool prints_plain(std::string_view name) {
  for (const char *p = name.data(), *end = p + name.size(); p < end;) {
    const int n = utf8::char_length(p, end);
    if (n == 0 || !unicode::printable(utf8::decode(p, n))) return false;
    p += n;
  }
  return true;
}

} // namespace

String* sym_to_str(VM& vm, ID id) {
  const std::string_view name = vm.name(id);
  String* s = str_new(vm, name, symbol_encoding(name));
  str_code_range(s);
  return s;
}

String* sym_fstring(VM& vm, ID id) {
  auto& strings = vm.state<SymbolStrings>().by_id;
  const auto i = static_cast<size_t>(id);
  if (i < strings.size() && strings[i]) return strings[i];
  const std::string_view name = vm.name(id);
  String* s = str_fstring(vm, name, symbol_encoding(name));
  if (i >= strings.size()) strings.resize(vm.symbols.size());
  return strings[i] = s;
}

bool symbol_is_simple(std::string_view name) {
  return SymbolTable::classify(name) != IdKind::Junk && prints_plain(name);
}

std::string sym_inspect(VM& vm, ID id) {
  const std::string_view name = vm.name(id);
  if (symbol_is_simple(name)) return cat(":", name);
  return cat(":", inspect_bytes(name, Encoding::Utf8));
}

Value str_intern(VM& vm, String* s) {
  if (str_code_range(s) == CodeRange::Broken)
    raise(vm, vm.eEncodingError,
          cat("invalid symbol in encoding ", encoding_name(s->encoding()), " :", str_inspect(vm, s)));
  return Value::symbol(vm.intern(s->view()));
}

} // namespace miniyarv
