// Encoding: names of the ways bytes are read as text.

#include "vm/core/array.hpp"
#include "vm/core/case_mapping.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/regexp_object.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

struct EncodingName {
  const char* name; ///< as Encoding#name
  Encoding encoding;
};
/// The first of an encoding is its proper name.
constexpr EncodingName kNames[] = {
    {"UTF-8", Encoding::Utf8},        {"CP65001", Encoding::Utf8},           {"US-ASCII", Encoding::UsAscii},
    {"ASCII", Encoding::UsAscii},     {"ANSI_X3.4-1968", Encoding::UsAscii}, {"646", Encoding::UsAscii},
    {"ASCII-8BIT", Encoding::Binary}, {"BINARY", Encoding::Binary},
};
/// Names for what the process takes from outside.
constexpr const char* kExternalNames[] = {"locale", "external", "filesystem"};

struct EncodingData {
  Encoding encoding;
};
constexpr DataType kEncodingType = {"Encoding", nullptr, nullptr, nullptr};

/// Encoding objects, one of each for the VM's life.
struct EncodingObjects final : VMState {
  static constexpr StateSlot kSlot = StateSlot::Encodings;
  Value objects[3];
  void mark(Marker& marker) override { marker.mark(objects); }
};

bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (ascii_to_lower(a[i]) != ascii_to_lower(b[i])) return false;
  return true;
}

bool is_encoding(Value v) {
  return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kEncodingType;
}
Encoding encoding_of(Value v) { return v.as<DataObject>()->get<EncodingData>().encoding; }

const char* proper_name(Encoding encoding) {
  return encoding == Encoding::Binary ? "ASCII-8BIT" : encoding_name(encoding);
}

// --- Methods ---

String* name(VM& vm, Value self) { return str_ascii(vm, proper_name(encoding_of(self))); }

Array* names(VM& vm, Value self) {
  Array* out = ary_new(vm);
  for (const EncodingName& entry : kNames)
    if (entry.encoding == encoding_of(self)) ary_push(vm, out, str_ascii(vm, entry.name));
  if (encoding_of(self) == Encoding::Utf8)
    for (const char* external : kExternalNames) ary_push(vm, out, str_ascii(vm, external));
  return out;
}

String* inspect_method(VM& vm, Value self) {
  return str_ascii(vm, cat("#<Encoding:", encoding_display_name(encoding_of(self)), ">"));
}

bool dummy(VM&, Value) { return false; }
bool ascii_compatible(VM&, Value) { return true; }

Array* list(VM& vm, Value) {
  return ary_of(vm, encoding_object(vm, Encoding::Binary), encoding_object(vm, Encoding::Utf8),
                encoding_object(vm, Encoding::UsAscii));
}

Array* name_list(VM& vm, Value) {
  Array* out = ary_new(vm);
  for (const EncodingName& entry : kNames) ary_push(vm, out, str_ascii(vm, entry.name));
  for (const char* external : kExternalNames) ary_push(vm, out, str_ascii(vm, external));
  return out;
}

Hash* aliases(VM& vm, Value) {
  Hash* out = hash_new(vm);
  for (const EncodingName& entry : kNames)
    if (std::string_view(entry.name) != proper_name(entry.encoding))
      hash_set(vm, out, str_ascii(vm, entry.name), str_ascii(vm, proper_name(entry.encoding)));
  for (const char* external : kExternalNames)
    hash_set(vm, out, str_ascii(vm, external), str_ascii(vm, "UTF-8"));
  return out;
}

Value find(VM& vm, Value, Value v) {
  if (is_encoding(v)) return v;
  return encoding_object(vm, find_encoding(vm, to_str(vm, v)->view()));
}

/// The encoding an argument of compatible? has; nothing for what has none.
std::optional<Encoding> encoding_of_any(VM& vm, Value v) {
  if (is_string(v)) return v.as<String>()->encoding();
  if (v.is_symbol()) return sym_fstring(vm, v.to_id())->encoding();
  if (is_encoding(v)) return encoding_of(v);
  if (is_regexp(vm, v)) return regexp_data(vm, v).encoding;
  return std::nullopt;
}

/// A stand-in for what has an encoding but is no string: text that counts as being beyond ASCII, unless its
/// encoding has nothing else.
String* representative(VM& vm, Value v, Encoding encoding) {
  if (is_string(v)) return v.as<String>();
  if (v.is_symbol()) return sym_fstring(vm, v.to_id());
  return str_new(vm,
                 encoding == Encoding::UsAscii ? "a"
                 : encoding == Encoding::Utf8  ? "\xc2\x80"
                                               : "\x80",
                 encoding);
}

Value compatible(VM& vm, Value, Value a, Value b) {
  const std::optional<Encoding> ea = encoding_of_any(vm, a), eb = encoding_of_any(vm, b);
  if (!ea || !eb) return Qnil;
  const auto common = str_compatible_encoding(representative(vm, a, *ea), representative(vm, b, *eb));
  return common ? encoding_object(vm, *common) : Qnil;
}

Value default_external(VM& vm, Value) { return encoding_object(vm, Encoding::Utf8); }
Value default_internal(VM&, Value) { return Qnil; }

/// Text from outside is UTF-8 here; other choices are refused rather than ignored.
Value set_default_external(VM& vm, Value, Value v) {
  if (to_encoding(vm, v) != Encoding::Utf8)
    raise(vm, vm.eNotImplementedError, "the default external encoding is always UTF-8");
  return v;
}
Value set_default_internal(VM& vm, Value, Value v) {
  if (!v.is_nil() && to_encoding(vm, v) != Encoding::Utf8)
    raise(vm, vm.eNotImplementedError, "the default internal encoding is always UTF-8");
  return v;
}
String* locale_charmap(VM& vm, Value) { return str_ascii(vm, "UTF-8"); }

constexpr NativeMethod kMethods[] = {
    {"name", native<name>},    {"to_s", native<name>},
    {"names", native<names>},  {"inspect", native<inspect_method>},
    {"dummy?", native<dummy>}, {"ascii_compatible?", native<ascii_compatible>},
};
constexpr NativeMethod kSingletonMethods[] = {
    {"list", native<list>},
    {"name_list", native<name_list>},
    {"aliases", native<aliases>},
    {"find", native<find>},
    {"compatible?", native<compatible>},
    {"default_external", native<default_external>},
    {"default_external=", native<set_default_external>},
    {"default_internal", native<default_internal>},
    {"default_internal=", native<set_default_internal>},
    {"locale_charmap", native<locale_charmap>},
};

} // namespace

std::optional<Encoding> lookup_encoding(std::string_view name) {
  for (const EncodingName& entry : kNames)
    if (same_name(entry.name, name)) return entry.encoding;
  for (const char* external : kExternalNames)
    if (same_name(external, name)) return Encoding::Utf8;
  return std::nullopt;
}

Encoding find_encoding(VM& vm, std::string_view name) {
  if (const std::optional<Encoding> found = lookup_encoding(name)) return *found;
  raise_argument_error(vm, cat("unknown encoding name - ", name));
}

Encoding to_encoding(VM& vm, Value v) {
  return is_encoding(v) ? encoding_of(v) : find_encoding(vm, to_str(vm, v)->view());
}

std::string encoding_argument_name(VM& vm, Value v) {
  return is_encoding(v) ? proper_name(encoding_of(v)) : std::string(to_str(vm, v)->view());
}

Value encoding_object(VM& vm, Encoding encoding) {
  return vm.state<EncodingObjects>().objects[static_cast<size_t>(encoding)];
}

void init_encoding(VM& vm) {
  vm.cEncoding->allocator = nullptr;
  undef_method(vm, singleton_class(vm, vm.cEncoding), ids::new_);
  auto& state = vm.state<EncodingObjects>();
  for (const Encoding encoding : {Encoding::Utf8, Encoding::UsAscii, Encoding::Binary}) {
    DataObject* object = vm.heap.make_data(vm.cEncoding, kEncodingType, EncodingData{encoding});
    object->flags |= Object::kFrozen;
    state.objects[static_cast<size_t>(encoding)] = object;
  }
  constexpr EncodingName kConstants[] = {
      {"UTF_8", Encoding::Utf8},
      {"CP65001", Encoding::Utf8},
      {"US_ASCII", Encoding::UsAscii},
      {"ASCII", Encoding::UsAscii},
      {"BINARY", Encoding::Binary},
      {"ASCII_8BIT", Encoding::Binary},
      {"ANSI_X3_4_1968", Encoding::UsAscii},
  };
  for (const EncodingName& constant : kConstants)
    vm.const_set(vm.cEncoding, vm.intern(constant.name), encoding_object(vm, constant.encoding));
  define_natives(vm, vm.cEncoding, kMethods);
  define_singleton_natives(vm, vm.cEncoding, kSingletonMethods);
}

} // namespace miniyarv
