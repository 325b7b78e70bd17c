// Symbol: names seen from Ruby.

#include "vm/core/array.hpp"
#include "vm/core/case_mapping.hpp"
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
  return cat(":", inspect_bytes(name, symbol_encoding(name)));
}

Value str_intern(VM& vm, String* s) {
  if (str_code_range(s) == CodeRange::Broken)
    raise(vm, vm.eEncodingError,
          cat("invalid symbol in encoding ", encoding_name(s->encoding()), " :", str_inspect(vm, s)));
  return Value::symbol(vm.intern(s->view()));
}

namespace {

String* text_of(VM& vm, Value self) { return sym_fstring(vm, self.to_id()); }
Value to_symbol(VM& vm, String* s) { return Value::symbol(vm.intern(s->view())); }

String* to_s_method(VM& vm, Value self) { return sym_to_str(vm, self.to_id()); }
String* name(VM& vm, Value self) { return text_of(vm, self); }
Value itself(VM&, Value self) { return self; }
String* inspect_method(VM& vm, Value self) { return str_new(vm, sym_inspect(vm, self.to_id())); }
Value to_proc(VM& vm, Value self) { return proc_from_symbol(vm, self.to_id()); }
bool equal(VM&, Value self, Value other) { return self == other; }

Value spaceship(VM& vm, Value self, Value other) {
  if (!other.is_symbol()) return Qnil;
  return Value::fixnum(str_compare(text_of(vm, self), text_of(vm, other)));
}

// Methods that are String's on the symbol's name.
int64_t length(VM& vm, Value self) { return static_cast<int64_t>(str_length(text_of(vm, self))); }
bool empty(VM& vm, Value self) { return text_of(vm, self)->len == 0; }
Value encoding(VM& vm, Value self) { return encoding_object(vm, text_of(vm, self)->encoding()); }
Value succ(VM& vm, Value self) { return to_symbol(vm, str_succ(vm, text_of(vm, self))); }

template <CaseOp op> Value change_case(VM& vm, Value self, Rest options) {
  return to_symbol(vm, str_change_case(vm, text_of(vm, self), op, options.span()));
}

Value casecmp(VM& vm, Value self, Value other) {
  return other.is_symbol() ? str_casecmp(vm, text_of(vm, self), text_of(vm, other)) : Qnil;
}
Value casecmp_p(VM& vm, Value self, Value other) {
  return other.is_symbol() ? str_casecmp_p(vm, text_of(vm, self), text_of(vm, other)) : Qnil;
}

/// Sends String's method of the same name to the symbol's name, block included.
template <const char* const& method> Value forward(VM& vm, Value self, Rest args) {
  return vm.call(text_of(vm, self), vm.intern(method), args.span(), {vm.block()});
}
constexpr const char* kAref = "[]";
constexpr const char* kMatchOperator = "=~";
constexpr const char* kMatch = "match";
constexpr const char* kMatchP = "match?";
constexpr const char* kStartWith = "start_with?";
constexpr const char* kEndWith = "end_with?";

Array* all_symbols(VM& vm, Value) {
  Array* out = ary_new(vm, vm.symbols.size());
  for (size_t i = 1; i < vm.symbols.size(); ++i) ary_push(vm, out, Value::symbol(static_cast<ID>(i)));
  return out;
}

constexpr NativeMethod kMethods[] = {
    {"to_s", native<to_s_method>},
    {"id2name", native<to_s_method>},
    {"name", native<name>},
    {"to_sym", native<itself>},
    {"intern", native<itself>},
    {"inspect", native<inspect_method>},
    {"to_proc", native<to_proc>},
    {"==", native<equal>},
    {"===", native<equal>},
    {"<=>", native<spaceship>},
    {"length", native<length>},
    {"size", native<length>},
    {"empty?", native<empty>},
    {"encoding", native<encoding>},
    {"succ", native<succ>},
    {"next", native<succ>},
    {"upcase", native<change_case<CaseOp::Upcase>>},
    {"downcase", native<change_case<CaseOp::Downcase>>},
    {"capitalize", native<change_case<CaseOp::Capitalize>>},
    {"swapcase", native<change_case<CaseOp::Swapcase>>},
    {"casecmp", native<casecmp>},
    {"casecmp?", native<casecmp_p>},
    {"[]", native<forward<kAref>>},
    {"slice", native<forward<kAref>>},
    {"=~", native<forward<kMatchOperator>>},
    {"match", native<forward<kMatch>>},
    {"match?", native<forward<kMatchP>>},
    {"start_with?", native<forward<kStartWith>>},
    {"end_with?", native<forward<kEndWith>>},
};

constexpr NativeMethod kSingletonMethods[] = {{"all_symbols", native<all_symbols>}};

} // namespace

void init_symbol(VM& vm) {
  vm.cSymbol->allocator = nullptr;
  include_module(vm, vm.cSymbol, vm.mComparable);
  define_natives(vm, vm.cSymbol, kMethods);
  define_singleton_natives(vm, vm.cSymbol, kSingletonMethods);
  undef_method(vm, singleton_class(vm, vm.cSymbol), ids::new_);
}

} // namespace miniyarv
