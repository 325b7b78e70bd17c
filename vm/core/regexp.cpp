// Regexp's methods.

#include "vm/core/regexp.hpp"

#include "vm/core/array.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/regexp_object.hpp"
#include "vm/core/regexp_pattern.hpp"
#include "vm/core/regexp_state.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

namespace miniyarv {

namespace {

constexpr int kMixOptions = regexp_option::kIgnoreCase | regexp_option::kExtended | regexp_option::kMultiline;

Value allocate(VM& vm, Class* klass) { return vm.heap.make_data(klass, kRegexpType, RegexpData{}); }

/// Text to match against: nil is no text, a Symbol its name.
String* operand(VM& vm, Value v) {
  if (is_string(v)) return v.as<String>();
  if (v.is_symbol()) return sym_fstring(vm, v.to_id());
  return to_str(vm, v);
}

int all_options(const RegexpData& data) {
  return data.options | (data.fixed ? regexp_option::kFixedEncoding : 0);
}

// --- Construction ---

int option_of_letter(char c) {
  switch (c) {
  case 'i': return regexp_option::kIgnoreCase;
  case 'x': return regexp_option::kExtended;
  case 'm': return regexp_option::kMultiline;
  default: return 0;
  }
}

int parse_options(VM& vm, Value v) {
  if (v.is_fixnum()) return static_cast<int>(v.to_fixnum()) & (kMixOptions | 48);
  if (!is_string(v)) return v.truthy() ? regexp_option::kIgnoreCase : 0;
  int options = 0;
  for (const char c : str_view(v)) {
    const int option = option_of_letter(c);
    if (!option)
      raise_argument_error(
          vm, cat("unknown regexp option", str_view(v).size() > 1 ? "s" : "", ": ", str_view(v)));
    options |= option;
  }
  return options;
}

double parse_timeout(VM& vm, Value v) {
  if (v.is_nil()) return 0;
  const double seconds = to_double(vm, v);
  if (!(seconds > 0)) raise_argument_error(vm, cat("invalid timeout: ", inspect_str(vm, v)));
  return seconds;
}

void initialize(VM& vm, Value self, Value source, std::optional<Value> options, Keywords keywords) {
  check_frozen(vm, self);
  keywords.allow_only(vm, {"timeout"});
  auto* object = self.as<DataObject>();
  auto& data = object->get<RegexpData>();
  if (data.compiled) raise_type_error(vm, "already initialized regexp");
  if (is_regexp(vm, source)) {
    const RegexpData& other = regexp_data(vm, source);
    regexp_initialize(vm, data, object, other.source, all_options(other));
  } else {
    String* text = to_str(vm, source);
    regexp_initialize(vm, data, object, text, options ? parse_options(vm, *options) : 0);
  }
  if (const Value timeout = keywords.get(vm, "timeout"); !timeout.is_undef())
    data.timeout = parse_timeout(vm, timeout);
}

Value initialize_copy(VM& vm, Value self, Value other) {
  check_frozen(vm, self);
  if (!is_regexp(vm, other)) raise_type_error(vm, "wrong argument type");
  const RegexpData& original = regexp_data(vm, other);
  auto* object = self.as<DataObject>();
  if (object->get<RegexpData>().compiled) raise_type_error(vm, "already initialized regexp");
  regexp_initialize(vm, object->get<RegexpData>(), object, original.source, all_options(original));
  object->get<RegexpData>().timeout = original.timeout;
  return self;
}

// --- Matching ---

/// Byte offset of a position given in characters; nothing when it is outside.
std::optional<size_t> start_offset(String* s, int64_t position) {
  if (position == 0) return 0;
  const auto size = static_cast<int64_t>(str_length(s));
  if (position < 0) position += size;
  if (position < 0 || position > size) return std::nullopt;
  return str_char_to_byte(s, static_cast<size_t>(position));
}

Value match(VM& vm, Value self, Value text, std::optional<int64_t> position) {
  Value result = Qnil;
  if (!text.is_nil()) {
    String* s = operand(vm, text);
    if (const std::optional<size_t> from = start_offset(s, position.value_or(0)))
      result = regexp_match(vm, self, s, *from, false);
  }
  backref_set(vm, result);
  if (!result.is_nil() && vm.block_given()) return vm.yield(result);
  return result;
}

bool match_p(VM& vm, Value self, Value text, std::optional<int64_t> position) {
  if (text.is_nil()) return false;
  String* s = operand(vm, text);
  const std::optional<size_t> from = start_offset(s, position.value_or(0));
  MatchRegs regs;
  return from && regexp_search(vm, self, s, *from, regs);
}

bool case_match(VM& vm, Value self, Value text) {
  String* s = text.is_symbol() ? sym_fstring(vm, text.to_id()) : try_to_str(vm, text);
  if (!s) {
    backref_set(vm, Qnil);
    return false;
  }
  return !regexp_match(vm, self, s, 0, true).is_nil();
}

Value match_last_line(VM& vm, Value self) {
  const Value line = vm.global_get("$_");
  if (is_string(line)) return regexp_match_op(vm, self, line);
  backref_set(vm, Qnil);
  return Qnil;
}

// --- Asking ---

String* source(VM& vm, Value self) { return regexp_data(vm, self).source; }
int64_t options(VM& vm, Value self) { return all_options(regexp_data(vm, self)); }
bool casefold(VM& vm, Value self) { return regexp_data(vm, self).options & regexp_option::kIgnoreCase; }
Value encoding(VM& vm, Value self) { return encoding_object(vm, regexp_data(vm, self).encoding); }
bool fixed_encoding(VM& vm, Value self) { return regexp_data(vm, self).fixed; }

Value timeout(VM& vm, Value self) {
  const double seconds = regexp_data(vm, self).timeout;
  return seconds > 0 ? float_new(vm, seconds) : Qnil;
}

Array* names(VM& vm, Value self) {
  Array* out = ary_new(vm);
  for (const auto& entry : regexp_group_names(regexp_data(vm, self)))
    ary_push(vm, out, str_new(vm, entry.first));
  return out;
}

Hash* named_captures(VM& vm, Value self) {
  Hash* out = hash_new(vm);
  for (const auto& entry : regexp_group_names(regexp_data(vm, self))) {
    Array* groups = ary_new(vm);
    for (const int n : entry.second) ary_push(vm, groups, Value::fixnum(n));
    hash_set(vm, out, str_new(vm, entry.first), groups);
  }
  return out;
}

String* inspect_method(VM& vm, Value self) {
  const auto& data = self.as<DataObject>()->get<RegexpData>();
  if (!data.compiled) return any_to_s(vm, self);
  const std::string text =
      cat("/", regexp_source_description(data.source->view(), data.encoding), "/",
          option_letters(data.options), data.options & regexp_option::kNoEncoding ? "n" : "");
  return str_new(vm, text);
}

/// Reads the `mix-mix` of an option group at `at`.
int read_option_letters(std::string_view text, size_t& at, int options) {
  bool on = true;
  for (; at < text.size(); ++at) {
    if (text[at] == '-' && on) {
      on = false;
      continue;
    }
    const int option = option_of_letter(text[at]);
    if (!option) break;
    options = on ? options | option : options & ~option;
  }
  return options;
}

/// A source that is one option group, or starts with `(?mix)`, is shown with its options moved to the front.
struct Unwrapped {
  std::string_view source;
  int options;
};
Unwrapped unwrap_options(VM& vm, std::string_view source, int options) {
  const Unwrapped original{source, options};
  while (source.size() >= 4 && source.starts_with("(?")) {
    size_t at = 2;
    options = read_option_letters(source, at, options);
    if (at < source.size() && source[at] == ')') {
      source.remove_prefix(at + 1);
      continue;
    }
    if (at >= source.size() || source[at] != ':' || !source.ends_with(')')) return original;
    const std::string_view inner = source.substr(at + 1, source.size() - at - 2);
    // "(?i:a)(b)" also starts and ends like a group; its inside is no pattern.
    const Value failure = vm.rescue(vm.eRegexpError, [&] { regexp_new(vm, inner, options); });
    return failure.is_undef() ? Unwrapped{inner, options} : original;
  }
  return {source, options};
}

String* to_s_method(VM& vm, Value self) {
  const RegexpData& data = regexp_data(vm, self);
  const Unwrapped inner = unwrap_options(vm, data.source->view(), data.options & kMixOptions);
  const std::string off = option_letters(~inner.options & kMixOptions);
  const std::string text = cat("(?", option_letters(inner.options), off.empty() ? "" : "-", off, ":",
                               regexp_source_description(inner.source, data.encoding), ")");
  return str_new(vm, text, data.encoding == Encoding::UsAscii ? Encoding::Utf8 : data.encoding);
}

bool equal(VM& vm, Value self, Value other) {
  if (!is_regexp(vm, other)) return false;
  const RegexpData &a = regexp_data(vm, self), &b = regexp_data(vm, other);
  return all_options(a) == all_options(b) && a.encoding == b.encoding && str_equal(a.source, b.source);
}

Value hash(VM& vm, Value self) {
  const RegexpData& data = regexp_data(vm, self);
  return Value::fixnum(
      static_cast<int64_t>(str_hash(vm, data.source) ^ static_cast<uint64_t>(data.options)) >> 2);
}

// --- Class methods ---

String* escape(VM& vm, Value, Value v) {
  String* s = v.is_symbol() ? sym_to_str(vm, v.to_id()) : to_str(vm, v);
  return str_new(vm, regexp_quote(s->view()), str_ascii_only(s) ? Encoding::UsAscii : s->encoding());
}

Value union_of(VM& vm, Value, Rest args) {
  std::span<const Value> parts = args.span();
  if (args.argc == 1)
    if (Array* list = try_to_ary(vm, args[0])) parts = list->values();
  if (parts.empty()) return regexp_new(vm, "(?!)", 0);
  if (parts.size() == 1 && is_regexp(vm, parts[0])) return parts[0];
  std::string source;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i) source += '|';
    if (is_regexp(vm, parts[i]))
      source += to_s_method(vm, parts[i])->view();
    else
      source += escape(vm, Qnil, parts[i])->view();
  }
  return regexp_new(vm, source, 0);
}

Value last_match(VM& vm, Value, std::optional<Value> group) {
  const Value match = backref_get(vm);
  if (!group || match.is_nil()) return match;
  return match_nth(vm, match, match_group_index(vm, match, *group));
}

Value try_convert(VM& vm, Value, Value v) {
  return is_regexp(vm, v) ? v : vm.call_if_responds(v, vm.intern("to_regexp")).is_undef() ? Qnil : v;
}

Value default_timeout(VM& vm, Value) {
  const double seconds = vm.state<RegexpState>().timeout;
  return seconds > 0 ? float_new(vm, seconds) : Qnil;
}

Value set_default_timeout(VM& vm, Value, Value v) {
  vm.state<RegexpState>().timeout = parse_timeout(vm, v);
  return v;
}

/// Back references and calls of groups cannot be matched in time linear in the text.
bool linear_time(VM& vm, Value, Value pattern, std::optional<Value> options) {
  const Value regexp = is_regexp(vm, pattern) ? pattern
                                              : regexp_new(vm, to_str(vm, pattern)->view(),
                                                           options ? parse_options(vm, *options) : 0);
  const std::string_view source = regexp_source(regexp);
  for (size_t i = 0; i + 1 < source.size(); ++i) {
    if (source.substr(i).starts_with("(?~")) return false;
    if (source[i] != '\\') continue;
    const char c = source[++i];
    if (c == 'k' || c == 'g' || (c >= '1' && c <= '9')) return false;
  }
  return true;
}

constexpr NativeMethod kMethods[] = {
    {"initialize", native<initialize>, Visibility::Private},
    {"initialize_copy", native<initialize_copy>, Visibility::Private},
    {"=~", native<regexp_match_op>},
    {"===", native<case_match>},
    {"~", native<match_last_line>},
    {"match", native<match>},
    {"match?", native<match_p>},
    {"source", native<source>},
    {"options", native<options>},
    {"casefold?", native<casefold>},
    {"encoding", native<encoding>},
    {"fixed_encoding?", native<fixed_encoding>},
    {"timeout", native<timeout>},
    {"names", native<names>},
    {"named_captures", native<named_captures>},
    {"inspect", native<inspect_method>},
    {"to_s", native<to_s_method>},
    {"==", native<equal>},
    {"eql?", native<equal>},
    {"hash", native<hash>},
};

constexpr NativeMethod kSingletonMethods[] = {
    {"escape", native<escape>},
    {"quote", native<escape>},
    {"union", native<union_of>},
    {"last_match", native<last_match>},
    {"try_convert", native<try_convert>},
    {"timeout", native<default_timeout>},
    {"timeout=", native<set_default_timeout>},
    {"linear_time?", native<linear_time>},
};

} // namespace

bool is_regexp(VM&, Value v) {
  return is_type(v, Type::Data) && v.as<DataObject>()->data_type == &kRegexpType;
}

RegexpData& regexp_data(VM& vm, Value regexp) {
  auto& data = regexp.as<DataObject>()->get<RegexpData>();
  if (!data.compiled) [[unlikely]]
    raise_type_error(vm, "uninitialized Regexp");
  return data;
}

std::string_view regexp_source(Value regexp) {
  return regexp.as<DataObject>()->get<RegexpData>().source->view();
}
int regexp_options(Value regexp) { return all_options(regexp.as<DataObject>()->get<RegexpData>()); }

Value regexp_new(VM& vm, std::string_view source, int options) {
  String* text =
      str_new(vm, source,
              options & regexp_option::kNoEncoding && !is_ascii(source) ? Encoding::Binary : Encoding::Utf8);
  const Value regexp = allocate(vm, vm.cRegexp);
  auto* object = regexp.as<DataObject>();
  regexp_initialize(vm, object->get<RegexpData>(), object, text, options);
  object->flags |= Object::kFrozen;
  return regexp;
}

Value regexp_match(VM& vm, Value regexp, String* str, size_t from, bool set_backref) {
  MatchRegs regs;
  const bool found = regexp_search(vm, regexp, str, from, regs);
  const Value match = found ? match_new(vm, regexp, str_frozen_copy(vm, str), regs) : Qnil;
  if (set_backref) backref_set(vm, match);
  return match;
}

Value regexp_match_op(VM& vm, Value regexp, Value text) {
  if (text.is_nil()) {
    backref_set(vm, Qnil);
    return Qnil;
  }
  String* s = operand(vm, text);
  const Value match = regexp_match(vm, regexp, s, 0, true);
  if (match.is_nil()) return Qnil;
  const auto start = static_cast<size_t>(match_payload(match).offsets[0]);
  return Value::fixnum(static_cast<int64_t>(str_byte_to_char(match_payload(match).text, start)));
}

Value to_regexp(VM& vm, Value pattern, bool quote) {
  if (is_regexp(vm, pattern)) return pattern;
  String* text = try_to_str(vm, pattern);
  if (!text)
    raise_type_error(vm,
                     cat("wrong argument type ", describe_for_conversion(vm, pattern), " (expected Regexp)"));
  return regexp_new(vm, quote ? regexp_quote(text->view()) : std::string(text->view()), 0);
}

std::string regexp_quote(std::string_view text) {
  constexpr std::string_view kSpecial = "[]{}()|-*.\\?+^$#", kSpaces = " \t\f\v\n\r", kLetters = " tfvnr";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const size_t space = kSpaces.find(c);
    if (space != std::string_view::npos) {
      out += '\\';
      out += kLetters[space];
      continue;
    }
    if (kSpecial.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string regexp_source_description(std::string_view source, Encoding encoding) {
  std::string out;
  out.reserve(source.size());
  for (const char *p = source.data(), *end = p + source.size(); p < end;) {
    const int n =
        encoding == Encoding::Binary ? (static_cast<signed char>(*p) >= 0) : utf8::char_length(p, end);
    if (*p == '\\' && p + 1 < end) {
      const int next = utf8::step(p + 1, end);
      out.append(p, static_cast<size_t>(1 + next));
      p += 1 + next;
      continue;
    }
    if (n == 0) {
      out += "\\x" + hex_digits(static_cast<unsigned char>(*p++), 2);
      continue;
    }
    const uint32_t c = utf8::decode(p, n);
    if (c == '/')
      out += "\\/";
    else if (unicode::printable(c) || (n == 1 && ascii_space(static_cast<unsigned char>(c))))
      out.append(p, static_cast<size_t>(n));
    else
      out += n == 1 ? "\\x" + hex_digits(c, 2) : "\\x{" + hex_digits(c) + "}";
    p += n;
  }
  return out;
}

std::string option_letters(int options) {
  std::string out;
  if (options & regexp_option::kMultiline) out += 'm';
  if (options & regexp_option::kIgnoreCase) out += 'i';
  if (options & regexp_option::kExtended) out += 'x';
  return out;
}

void init_regexp(VM& vm) {
  vm.cRegexp->allocator = allocate;
  vm.cRegexp->instance_type = Type::Data;
  define_natives(vm, vm.cRegexp, kMethods);
  define_singleton_natives(vm, vm.cRegexp, kSingletonMethods);
  define_alias(vm, singleton_class(vm, vm.cRegexp), vm.intern("compile"), ids::new_);
  define_class_under(vm, vm.cRegexp, "TimeoutError", vm.eRegexpError);
  constexpr std::pair<const char*, int> kConstants[] = {
      {"IGNORECASE", regexp_option::kIgnoreCase}, {"EXTENDED", regexp_option::kExtended},
      {"MULTILINE", regexp_option::kMultiline},   {"FIXEDENCODING", regexp_option::kFixedEncoding},
      {"NOENCODING", regexp_option::kNoEncoding},
  };
  for (const auto& [name, value] : kConstants)
    vm.const_set(vm.cRegexp, vm.intern(name), Value::fixnum(value));
  init_match_data(vm);
}

} // namespace miniyarv
