// Kernel#format and String#%: parsing of the directives, conversion of the arguments.

#include "gc/keep_alive.hpp"
#include "vm/core/array.hpp"
#include "vm/core/format_number.hpp"
#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/native.hpp"

#include <algorithm>
#include <climits>

namespace miniyarv {

namespace {

class Formatter {
public:
  Formatter(VM& vm, String* format, std::span<const Value> args)
      : vm_(vm),
        format_(str_frozen_copy(vm, format)),
        text_(format_->view()),
        args_(args),
        out_(str_new(vm, {}, format->encoding())) {}

  String* run() {
    while (at_ < text_.size()) {
      const size_t percent = std::min(text_.find('%', at_), text_.size());
      if (percent + 1 == text_.size()) fail("incomplete format specifier; use %% (double %) instead");
      str_append(vm_, out_, text_.substr(at_, percent - at_));
      at_ = percent + 1;
      if (percent < text_.size()) directive();
    }
    check_all_used();
    keep_alive(format_);
    return out_;
  }

private:
  [[noreturn]] void fail(std::string_view message) { raise_argument_error(vm_, message); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // --- Parsing ---

  /// One directive, its percent sign already read.
  void directive() {
    flags_ = {};
    value_ = Qundef;
    name_.clear();
    precision_seen_ = false;
    while (modifier()) {
    }
  }

  /// Reads one modifier, or the letter that ends the directive: then false.
  bool modifier() {
    const char c = peek();
    switch (c) {
    case ' ': return flag(flags_.space);
    case '#': return flag(flags_.sharp);
    case '+': return flag(flags_.plus);
    case '-': return flag(flags_.minus);
    case '0': return flag(flags_.zero);
    case '*': return star_width();
    case '.': return precision();
    case '<':
    case '{': return name(c);
    default:
      if (c >= '1' && c <= '9') return width_or_position();
      convert(c);
      return false;
    }
  }

  bool flag(bool& which) {
    if (flags_.has_width) fail("flag after width");
    if (precision_seen_) fail("flag after precision");
    which = true;
    ++at_;
    return true;
  }

  int number(const char* what) {
    int64_t n = 0;
    for (; at_ < text_.size() && ascii_digit(static_cast<unsigned char>(text_[at_])); ++at_) {
      n = n * 10 + (text_[at_] - '0');
      if (n > INT_MAX) fail(cat(what, " too big"));
    }
    if (at_ >= text_.size()) fail("malformed format string - %*[0-9]");
    return static_cast<int>(n);
  }

  void check_width() {
    if (flags_.has_width) fail("width given twice");
    if (precision_seen_) fail("width after precision");
  }

  bool width_or_position() {
    const int n = number("width");
    if (peek() == '$') {
      if (!value_.is_undef()) fail(cat("value given twice - ", n, "$"));
      value_ = positional(n);
      ++at_;
      return true;
    }
    check_width();
    flags_.has_width = true;
    flags_.width = n;
    return true;
  }

  /// The argument of `*` or `*1$`.
  int star() {
    const size_t start = ++at_;
    const int n = number("width");
    Value v;
    if (n > 0 && peek() == '$') {
      ++at_;
      v = positional(n);
    } else {
      at_ = start;
      v = next();
    }
    const int64_t size = to_int64(vm_, v);
    if (size < -INT_MAX || size > INT_MAX)
      raise(vm_, vm_.eRangeError,
            cat("integer ", size, " too ", size < 0 ? "small" : "big", " to convert to 'int'"));
    return static_cast<int>(size);
  }

  bool star_width() {
    check_width();
    const int width = star();
    flags_.has_width = true;
    flags_.width = std::abs(width);
    flags_.minus |= width < 0;
    return true;
  }

  bool precision() {
    if (precision_seen_) fail("precision given twice");
    precision_seen_ = flags_.has_precision = true;
    if (at_ + 1 < text_.size() && text_[at_ + 1] == '*') {
      ++at_;
      flags_.precision = star();
      flags_.has_precision = flags_.precision >= 0;
      return true;
    }
    ++at_;
    flags_.precision = number("precision");
    return true;
  }

  /// `<name>`, a modifier, or `{name}`, a whole directive.
  bool name(char open) {
    const char close = open == '<' ? '>' : '}';
    const size_t end = text_.find(close, at_);
    if (end == std::string_view::npos) fail("malformed name - unmatched parenthesis");
    const std::string_view quoted = text_.substr(at_, end + 1 - at_);
    if (!name_.empty()) fail(cat("named", quoted, " after <", name_, ">"));
    name_ = quoted.substr(1, quoted.size() - 2);
    value_ = named(quoted);
    at_ = end + 1;
    if (open == '<') return true;
    string_directive(to_s(vm_, value_));
    return false;
  }

  // --- Arguments ---

  Value argument(int n) {
    if (n > static_cast<int>(args_.size())) fail("too few arguments");
    return args_[static_cast<size_t>(n - 1)];
  }

  Value next() {
    const int n = ++used_;
    if (style_ == Style::Numbered) fail(cat("unnumbered(", n, ") mixed with numbered"));
    if (style_ == Style::Named) fail(cat("unnumbered(", n, ") mixed with named"));
    style_ = Style::Unnumbered;
    return argument(n);
  }

  Value positional(int n) {
    if (style_ == Style::Unnumbered) fail(cat("numbered(", n, ") after unnumbered(", used_, ")"));
    if (style_ == Style::Named) fail(cat("numbered(", n, ") after named"));
    style_ = Style::Numbered;
    return argument(n);
  }

  Value named(std::string_view quoted) {
    if (style_ == Style::Unnumbered) fail(cat("named", quoted, " after unnumbered(", used_, ")"));
    if (style_ == Style::Numbered) fail(cat("named", quoted, " after numbered"));
    style_ = Style::Named;
    Hash* hash = args_.size() == 1 ? try_to_hash(vm_, args_[0]) : nullptr;
    if (!hash) fail("one hash required");
    const Value key = Value::symbol(vm_.intern(name_));
    const Value found = hash_get(vm_, hash, key);
    if (!found.is_undef()) return found;
    const Value fallback = hash_aref(vm_, hash, key);
    if (fallback.is_nil()) raise_key_error(vm_, cat("key", quoted, " not found"), hash, key);
    return fallback;
  }

  Value take() { return value_.is_undef() ? next() : value_; }

  void check_all_used() {
    if (style_ != Style::None && style_ != Style::Unnumbered) return;
    if (static_cast<size_t>(used_) >= args_.size()) return;
    if (args_.size() == 1 && is_hash(args_[0])) return;
    constexpr const char* kMessage = "too many arguments for format string";
    if (vm_.global_get("$DEBUG").truthy()) fail(kMessage);
    warn_verbose(vm_, kMessage);
  }

  // --- Conversion ---

  void convert(char c) {
    if (at_ < text_.size()) ++at_;
    switch (c) {
    case '%':
      if (!flags_.none()) fail("invalid format character - %");
      return str_append(vm_, out_, "%");
    case 'c': return character();
    case 's': return string_directive(to_s(vm_, take()));
    case 'p': return string_directive(inspect(vm_, take()));
    case 'd':
    case 'i':
    case 'u':
    case 'b':
    case 'B':
    case 'o':
    case 'x':
    case 'X': return str_append(vm_, out_, format_integer(vm_, flags_, c, to_format_integer(take())));
    case 'f':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A': return floating(c, take());
    default:
      if (c >= 0x20 && c < 0x7f) fail(cat("malformed format string - %", std::string(1, c)));
      fail("malformed format string");
    }
  }

  /// Truncated to the precision, padded to the width, both in characters.
  void string_directive(String* s) {
    String* shown = s;
    if (flags_.has_precision && static_cast<size_t>(flags_.precision) < str_length(s))
      shown = str_substr(vm_, s, 0, str_char_to_byte(s, static_cast<size_t>(flags_.precision)));
    const size_t chars = flags_.has_width ? str_length(shown) : 0;
    const auto width = static_cast<size_t>(flags_.width);
    const std::string padding(flags_.has_width && width > chars ? width - chars : 0, ' ');
    if (!flags_.minus) str_append(vm_, out_, padding);
    str_concat(vm_, out_, shown);
    if (flags_.minus) str_append(vm_, out_, padding);
  }

  void character() {
    const Value v = take();
    String* s = try_to_str(vm_, v);
    if (s) {
      s = str_substr(vm_, s, 0, s->len ? str_char_bytes(s, 0) : 0);
    } else {
      const int64_t code = to_int64(vm_, v);
      const bool utf8 = out_->encoding() == Encoding::Utf8;
      if (code < 0 || code > (utf8 ? 0x10ffff : 0xff) ||
          (utf8 && !utf8::valid_codepoint(static_cast<uint32_t>(code))))
        fail("invalid character");
      s = str_new(vm_, {}, out_->encoding());
      str_append_codepoint(vm_, s, static_cast<uint32_t>(code));
    }
    flags_.has_precision = false;
    string_directive(s);
  }

  Value to_format_integer(Value v) {
    if (is_integer(v)) return v;
    if (is_float(v)) return int_from_double(vm_, float_value(v));
    if (is_string(v)) {
      const Value n = int_parse(vm_, str_view(v), 0, true);
      if (n.is_undef()) fail(cat("invalid value for Integer(): ", str_inspect(vm_, v.as<String>())));
      return n;
    }
    if (!v.is_nil())
      for (const ID conversion : {ids::to_int, ids::to_i}) {
        const Value n = vm_.call_if_responds(v, conversion);
        if (!n.is_undef() && is_integer(n)) return n;
      }
    raise_type_error(vm_, cat("can't convert ", describe_for_conversion(vm_, v), " into Integer"));
  }

  double to_format_float(Value v) {
    if (is_float(v)) return float_value(v);
    if (is_integer(v)) return int_to_double(v);
    if (is_string(v)) {
      double d = 0;
      if (!float_parse(str_view(v), true, d))
        fail(cat("invalid value for Float(): ", str_inspect(vm_, v.as<String>())));
      return d;
    }
    if (!v.is_nil()) {
      const Value d = vm_.call_if_responds(v, ids::to_f);
      if (!d.is_undef() && is_float(d)) return float_value(d);
    }
    raise_type_error(vm_, cat("can't convert ", describe_for_conversion(vm_, v), " into Float"));
  }

  void floating(char c, Value v) {
    if (c == 'f' && is_integer(v))
      return str_append(vm_, out_, format_exact(vm_, flags_, v, Value::fixnum(1)));
    if (c == 'f' && is_type(v, Type::Rational)) {
      const auto* r = v.as<Tuple>();
      return str_append(vm_, out_, format_exact(vm_, flags_, r->v[0], r->v[1]));
    }
    str_append(vm_, out_, format_float(flags_, c, to_format_float(v)));
  }

  /// How the arguments are referred to; the ways do not mix.
  enum class Style : uint8_t { None, Unnumbered, Numbered, Named };

  VM& vm_;
  String* format_;
  std::string_view text_;
  std::span<const Value> args_;
  String* out_;
  size_t at_ = 0;
  int used_ = 0;
  Style style_ = Style::None;
  // The directive being read.
  FormatFlags flags_;
  Value value_ = Qundef;
  std::string name_;
  bool precision_seen_ = false;
};

String* format(VM& vm, Value, Rest args) {
  if (args.argc == 0) raise_argument_error(vm, "too few arguments");
  String* text = to_str(vm, args[0]);
  return str_format(vm, text, args.span().subspan(1));
}

constexpr NativeMethod kFunctions[] = {{"format", native<format>}, {"sprintf", native<format>}};

} // namespace

String* str_format(VM& vm, String* format, std::span<const Value> args) {
  return Formatter(vm, format, args).run();
}

void init_format(VM& vm) { define_module_functions(vm, vm.mKernel, kFunctions); }

} // namespace miniyarv
