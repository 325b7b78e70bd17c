// String: construction, conversion, comparison, concatenation, bytes.

#include "vm/core/array.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/string_table.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <cstring>

namespace miniyarv {

namespace {

constexpr uint64_t kChilledFlag = uint64_t{1} << (Object::kUserShift + String::kChilledBit);

Value allocate(VM& vm, Class* klass) { return str_new_class(vm, klass, {}, Encoding::Binary); }

// --- Construction and copying ---

void initialize(VM& vm, Mut<String> self, std::optional<String*> content, Keywords keywords) {
  keywords.allow_only(vm, {"encoding", "capacity"});
  if (content) str_assign(vm, self, *content);
  if (const Value capacity = keywords.get(vm, "capacity"); !capacity.is_undef() && !capacity.is_nil()) {
    const int64_t bytes = to_int64(vm, capacity);
    if (bytes > static_cast<int64_t>(self->len)) str_reserve(vm, self, static_cast<size_t>(bytes));
  }
  if (const Value encoding = keywords.get(vm, "encoding"); !encoding.is_undef() && !encoding.is_nil()) {
    self->set_encoding(to_encoding(vm, encoding));
    self->set_code_range(CodeRange::Unknown);
  }
}

String* replace(VM& vm, Mut<String> self, String* other) {
  str_assign(vm, self, other);
  return self;
}

Value try_convert(VM& vm, Value, Value v) {
  String* s = try_to_str(vm, v);
  return s ? Value(s) : Qnil;
}

bool is_bare(VM& vm, const String* s) {
  return s->klass == vm.cString && !(s->flags & Object::kGenericIvars);
}

Value dup(VM& vm, String* self) { return is_bare(vm, self) ? Value(str_dup(vm, self)) : vm.call_super({}); }

String* freeze(VM& vm, String* self) {
  if (self->frozen()) return self;
  self->flags &= ~kChilledFlag;
  vm.heap.freeze(self);
  return self;
}

/// -str: the interned string of the same text.
String* dedup(VM& vm, String* self) {
  if (self->user_flag<String::kInternedBit>()) return self;
  if (!is_bare(vm, self))
    return freeze(vm, is_type(self, Type::String) && self->frozen() ? self : str_dup(vm, self));
  auto& table = vm.state<FrozenStringTable>();
  if (self->frozen()) return table.find_or_adopt(vm, self);
  return table.find_or_add(vm, self->view(), self->encoding());
}

String* mutable_copy(VM& vm, String* self) {
  return self->flags & (Object::kFrozen | kChilledFlag) ? str_dup(vm, self) : self;
}

String* to_plain(VM& vm, String* self) { return self->klass == vm.cString ? self : str_dup(vm, self); }

Value intern(VM& vm, String* self) { return str_intern(vm, self); }

String* clear(VM& vm, Mut<String> self) {
  str_set_len(self, 0);
  str_make_independent(vm, self);
  self->set_code_range(CodeRange::SevenBit);
  return self;
}

// --- Comparison ---

bool equal(VM& vm, String* self, Value other) {
  if (is_string(other)) return str_equal(self, other.as<String>());
  if (!other.is_object() || !respond_to(vm, other, ids::to_str)) return false;
  return vm.send(other, ids::op_eq, self).truthy();
}

bool eql(VM&, String* self, Value other) { return is_string(other) && str_equal(self, other.as<String>()); }

Value spaceship(VM& vm, String* self, Value other) {
  if (is_string(other)) return Value::fixnum(str_compare(self, other.as<String>()));
  // The other side may know how to compare itself with a string.
  if (!other.is_object() || is_numeric_core(other)) return Qnil;
  const Value reversed = vm.call_if_responds(other, ids::op_cmp, std::array<Value, 1>{Value(self)});
  if (reversed.is_undef() || reversed.is_nil()) return Qnil;
  if (reversed.is_fixnum()) return Value::fixnum(-reversed.to_fixnum());
  return vm.send(Value::fixnum(0), ids::op_minus, reversed);
}

Value hash(VM& vm, String* self) { return Value::fixnum(static_cast<int64_t>(str_hash(vm, self)) >> 2); }

// --- Concatenation ---

String* times(VM& vm, String* self, int64_t n) {
  if (n < 0) raise_argument_error(vm, "negative argument");
  const auto count = static_cast<size_t>(n);
  if (self->len && count > static_cast<size_t>(INT64_MAX) / self->len)
    raise_argument_error(vm, "argument too big");
  const size_t total = self->len * count;
  String* out = str_buffer(vm, total);
  char* const to = out->data();
  if (total) {
    // Doubles what is written until the whole is.
    std::memcpy(to, self->data(), self->len);
    for (size_t done = self->len; done < total;) {
      const size_t n_bytes = std::min(done, total - done);
      std::memcpy(to + done, to, n_bytes);
      done += n_bytes;
    }
  }
  out->len = total;
  out->set_encoding(self->encoding());
  out->set_code_range(self->code_range_cache() == CodeRange::Broken ? CodeRange::Unknown
                                                                    : self->code_range_cache());
  return out;
}

String* format_operator(VM& vm, String* self, Value args) {
  if (Array* list = try_to_ary(vm, args)) {
    // A copy: converting the elements may run code that changes the array.
    const Array* copy = ary_dup(vm, list);
    return str_format(vm, self, copy->values());
  }
  return str_format(vm, self, std::span<const Value>(&args, 1));
}

Value lshift(VM& vm, Mut<String> self, Value other) { return str_lshift(vm, self, other); }

/// Arguments as strings, all converted before the receiver changes: it may be one of them.
String* join_arguments(VM& vm, String* self, Rest args) {
  if (args.argc == 1) {
    String* only = args[0].is_fixnum() ? nullptr : to_str(vm, args[0]);
    if (only && only != self) return only;
  }
  String* joined = str_new(vm, {}, self->encoding());
  for (const Value arg : args.span()) str_lshift(vm, joined, arg);
  return joined;
}

String* concat(VM& vm, Mut<String> self, Rest args) {
  if (args.argc) str_concat(vm, self, join_arguments(vm, self, args));
  return self;
}

String* prepend(VM& vm, Mut<String> self, Rest args) {
  if (args.argc == 0) return self;
  String* front = str_new(vm, {}, self->encoding());
  for (const Value arg : args.span()) str_concat(vm, front, to_str(vm, arg));
  str_concat(vm, front, self);
  str_assign(vm, self, front);
  return self;
}

String* append_as_bytes(VM& vm, Mut<String> self, Rest args) {
  for (const Value arg : args.span())
    if (!is_string(arg) && !is_integer(arg))
      raise_type_error(vm, cat("wrong argument type ", class_path(vm, real_class(vm, arg)),
                               " (expected String or Integer)"));
  for (const Value arg : args.span()) {
    if (is_string(arg)) {
      str_append(vm, self, str_view(arg));
      continue;
    }
    const Value low = arg.is_fixnum() ? arg : int_and(vm, arg, Value::fixnum(0xff));
    const char byte = static_cast<char>(low.to_fixnum());
    str_append(vm, self, {&byte, 1});
  }
  return self;
}

// --- Size and bytes ---

int64_t length(VM&, String* self) { return static_cast<int64_t>(str_length(self)); }
int64_t bytesize(VM&, String* self) { return static_cast<int64_t>(self->len); }
bool empty(VM&, String* self) { return self->len == 0; }

Value getbyte(VM&, String* self, int64_t i) {
  const auto n = static_cast<int64_t>(self->len);
  if (i < 0) i += n;
  if (i < 0 || i >= n) return Qnil;
  return Value::fixnum(static_cast<unsigned char>(self->data()[i]));
}

Value setbyte(VM& vm, Mut<String> self, int64_t i, Value byte) {
  const auto n = static_cast<int64_t>(self->len);
  if (i < -n || i >= n) raise(vm, vm.eIndexError, cat("index ", i, " out of string"));
  const Value low = int_and(vm, to_integer(vm, byte), Value::fixnum(0xff));
  str_modify(vm, self)[i < 0 ? i + n : i] = static_cast<char>(low.to_fixnum());
  return byte;
}

int64_t ord(VM& vm, String* self) {
  if (self->len == 0) raise_argument_error(vm, "empty string");
  return str_codepoint(vm, self, 0);
}

String* chr(VM& vm, String* self) { return str_substr(vm, self, 0, self->len ? str_char_bytes(self, 0) : 0); }

Value sum(VM& vm, String* self, std::optional<int64_t> bits) {
  const int64_t width = bits.value_or(16);
  uint64_t total = 0;
  for (const char c : self->view()) total += static_cast<unsigned char>(c);
  if (width > 0 && width < 64) total &= (uint64_t{1} << width) - 1;
  return int_new(vm, static_cast<int64_t>(total));
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<initialize>, Visibility::Private},
    {"initialize_copy", native<replace>, Visibility::Private},
    {"replace", native<replace>},
    {"dup", native<dup>},
    {"freeze", native<freeze>},
    {"-@", native<dedup>},
    {"dedup", native<dedup>},
    {"+@", native<mutable_copy>},
    {"to_s", native<to_plain>},
    {"to_str", native<to_plain>},
    {"to_sym", native<intern>},
    {"intern", native<intern>},
    {"clear", native<clear>},
    {"==", native<equal>},
    {"===", native<equal>},
    {"eql?", native<eql>},
    {"<=>", native<spaceship>},
    {"hash", native<hash>},
    {"+", native<str_plus>},
    {"*", native<times>},
    {"%", native<format_operator>},
    {"<<", native<lshift>},
    {"concat", native<concat>},
    {"prepend", native<prepend>},
    {"append_as_bytes", native<append_as_bytes>},
    {"length", native<length>},
    {"size", native<length>},
    {"bytesize", native<bytesize>},
    {"empty?", native<empty>},
    {"getbyte", native<getbyte>},
    {"setbyte", native<setbyte>},
    {"ord", native<ord>},
    {"chr", native<chr>},
    {"sum", native<sum>},
};

constexpr NativeMethod kSingletonMethods[] = {{"try_convert", native<try_convert>}};

} // namespace

String* str_plus(VM& vm, String* a, String* b) {
  Encoding encoding = a->encoding();
  if (encoding != b->encoding()) encoding = str_check_compatible(vm, a, b);
  const CodeRange ra = a->code_range_cache(), rb = b->code_range_cache();
  String* out = str_buffer(vm, a->len + b->len);
  char* const to = out->data();
  std::memcpy(to, a->data(), a->len);
  std::memcpy(to + a->len, b->data(), b->len);
  out->len = a->len + b->len;
  out->set_encoding(encoding);
  if (ra == CodeRange::SevenBit && rb == CodeRange::SevenBit) out->set_code_range(CodeRange::SevenBit);
  return out;
}

Value str_lshift(VM& vm, String* self, Value other) {
  if (is_string(other)) {
    str_concat(vm, self, other.as<String>());
  } else if (is_integer(other)) {
    if (!other.is_fixnum()) raise(vm, vm.eRangeError, "bignum out of char range");
    const int64_t c = other.to_fixnum();
    if (c < 0 || c > (self->encoding() == Encoding::Utf8 ? 0x10ffff : 0xff))
      raise(vm, vm.eRangeError, cat(c, " out of char range"));
    str_append_codepoint(vm, self, static_cast<uint32_t>(c));
  } else {
    str_concat(vm, self, to_str(vm, other));
  }
  return self;
}

void init_string_basics(VM& vm) {
  vm.cString->allocator = allocate;
  vm.cString->instance_type = Type::String;
  include_module(vm, vm.cString, vm.mComparable);
  define_natives(vm, vm.cString, kMethods);
  define_singleton_natives(vm, vm.cString, kSingletonMethods);
}

void init_string(VM& vm) {
  init_string_basics(vm);
  init_string_index(vm);
  init_string_search(vm);
  init_string_case(vm);
  init_string_trim(vm);
  init_string_tr(vm);
  init_string_succ(vm);
  init_string_split(vm);
  init_string_inspect(vm);
  init_string_encode(vm);
  init_string_number(vm);
  init_string_regexp(vm);
  init_string_chars(vm);
  init_format(vm);
  init_pack(vm);
  init_unpack(vm);
}

} // namespace miniyarv
