// String: encodings, conversion between them, repair of malformed text.

#include "vm/core/hash.hpp"
#include "vm/core/numeric.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"
#include "vm/core/transcode.hpp"
#include "vm/native.hpp"
#include "vm/proc.hpp"

namespace miniyarv {

namespace {

using Kind = DecodedChar::Kind;

/// Options of String#encode.
struct EncodeOptions {
  enum class Xml : uint8_t { None, Text, Attr };
  enum class Newline : uint8_t { Keep, Universal, Crlf, Cr };
  bool replace_invalid = false, replace_undefined = false;
  std::optional<String*> replacement;
  Value fallback = Qnil;
  Xml xml = Xml::None;
  Newline newline = Newline::Keep;
  bool changes_text() const { return xml != Xml::None || newline != Newline::Keep; }
};

bool is_symbol_named(VM& vm, Value v, std::string_view name) {
  return v.is_symbol() && vm.name(v.to_id()) == name;
}

bool replace_option(VM& vm, Keywords keywords, std::string_view name, const char* message) {
  const Value v = keywords.get(vm, name);
  if (v.is_undef() || v.is_nil()) return false;
  if (!is_symbol_named(vm, v, "replace")) raise_argument_error(vm, message);
  return true;
}

EncodeOptions::Xml xml_option(VM& vm, Keywords keywords) {
  const Value v = keywords.get(vm, "xml");
  if (v.is_undef() || v.is_nil()) return EncodeOptions::Xml::None;
  if (is_symbol_named(vm, v, "text")) return EncodeOptions::Xml::Text;
  if (is_symbol_named(vm, v, "attr")) return EncodeOptions::Xml::Attr;
  raise_argument_error(vm, cat("unexpected value for xml option: ",
                               v.is_symbol() ? vm.name(v.to_id()) : std::string_view("non-symbol")));
}

EncodeOptions::Newline newline_option(VM& vm, Keywords keywords) {
  using Newline = EncodeOptions::Newline;
  const auto set = [&](std::string_view name) {
    const Value v = keywords.get(vm, name);
    return !v.is_undef() && v.truthy();
  };
  if (const Value v = keywords.get(vm, "newline"); !v.is_undef() && !v.is_nil()) {
    if (is_symbol_named(vm, v, "universal")) return Newline::Universal;
    if (is_symbol_named(vm, v, "crlf")) return Newline::Crlf;
    if (is_symbol_named(vm, v, "cr")) return Newline::Cr;
    if (is_symbol_named(vm, v, "lf")) return Newline::Universal;
    raise_argument_error(vm, cat("unexpected value for newline option: ",
                                 v.is_symbol() ? vm.name(v.to_id()) : std::string_view("non-symbol")));
  }
  if (set("universal_newline")) return Newline::Universal;
  if (set("crlf_newline")) return Newline::Crlf;
  if (set("cr_newline")) return Newline::Cr;
  return Newline::Keep;
}

EncodeOptions parse_options(VM& vm, Keywords keywords) {
  EncodeOptions options;
  options.xml = xml_option(vm, keywords);
  options.replace_invalid =
      replace_option(vm, keywords, "invalid", "unknown value for invalid character option");
  options.replace_undefined =
      replace_option(vm, keywords, "undef", "unknown value for undefined character option");
  if (const Value v = keywords.get(vm, "replace"); !v.is_undef() && !v.is_nil())
    options.replacement = to_str(vm, v);
  if (const Value v = keywords.get(vm, "fallback"); !v.is_undef()) options.fallback = v;
  options.newline = newline_option(vm, keywords);
  return options;
}

/// Converts text character by character to UTF-8, US-ASCII or BINARY.
class Converter {
public:
  Converter(VM& vm, Charset from, Encoding to, const EncodeOptions& options)
      : vm_(vm), from_(from), to_(to), options_(options) {}

  String* run(String* source) {
    const std::string_view text = source->view();
    if (options_.xml == EncodeOptions::Xml::Attr) out_ += '"';
    for (size_t at = 0; at < text.size();) {
      const DecodedChar c = decode_char(from_, text.substr(at));
      const std::string_view bytes = text.substr(at, static_cast<size_t>(c.length));
      at += static_cast<size_t>(c.length);
      switch (c.kind) {
      case Kind::Character: at += character(c.codepoint, text.substr(at)); break;
      case Kind::Undefined: undefined(bytes, c.codepoint); break;
      default: invalid(c.kind, bytes, text.substr(at)); break;
      }
    }
    if (options_.xml == EncodeOptions::Xml::Attr) out_ += '"';
    return str_new(vm_, out_, to_);
  }

private:
  /// Returns how much more of the text was used up.
  size_t character(uint32_t c, std::string_view rest) {
    using Newline = EncodeOptions::Newline;
    if (options_.newline == Newline::Universal && c == '\r') {
      out_ += '\n';
      const bool pair = !rest.empty() && decode_char(from_, rest).codepoint == '\n';
      return pair ? static_cast<size_t>(decode_char(from_, rest).length) : 0;
    }
    if (c == '\n' && (options_.newline == Newline::Crlf || options_.newline == Newline::Cr)) {
      out_ += options_.newline == Newline::Crlf ? "\r\n" : "\r";
      return 0;
    }
    if (options_.xml != EncodeOptions::Xml::None && xml_escape(c)) return 0;
    if (c < 0x80)
      out_ += static_cast<char>(c);
    else if (to_ == Encoding::Utf8)
      utf8::append(out_, c);
    else
      unrepresentable(c);
    return 0;
  }

  bool xml_escape(uint32_t c) {
    switch (c) {
    case '&': out_ += "&amp;"; return true;
    case '<': out_ += "&lt;"; return true;
    case '>': out_ += "&gt;"; return true;
    case '"':
      if (options_.xml == EncodeOptions::Xml::Text) return false;
      out_ += "&quot;";
      return true;
    default: return false;
    }
  }

  /// A character that the target does not have.
  void unrepresentable(uint32_t c) {
    if (options_.xml != EncodeOptions::Xml::None) {
      out_ += "&#x" + hex_digits(c) + ";";
      return;
    }
    std::string text;
    utf8::append(text, c);
    if (fallback(str_new(vm_, text)) || replace(options_.replace_undefined)) return;
    raise(vm_, vm_.eUndefinedConversionError,
          cat("U+", hex_digits(c, 4), " from UTF-8 to ",
              to_ == Encoding::Binary ? "ASCII-8BIT" : encoding_name(to_)));
  }

  /// Bytes to which the source gives no character.
  void undefined(std::string_view bytes, uint32_t) {
    if (fallback(str_new(vm_, bytes, Encoding::Binary)) || replace(options_.replace_undefined)) return;
    const std::string shown = inspect_bytes(bytes, Encoding::Binary);
    const char* const from = charset_name(from_);
    raise(vm_, vm_.eUndefinedConversionError,
          to_ == Encoding::Utf8
              ? cat(shown, from_ == Charset::Binary ? " from " : " to UTF-8 in conversion from ", from,
                    " to UTF-8")
              : cat(shown, " to UTF-8 in conversion from ", from, " to UTF-8 to ", encoding_name(to_)));
  }

  void invalid(Kind kind, std::string_view bytes, std::string_view rest) {
    if (replace(options_.replace_invalid)) return;
    const std::string shown = inspect_bytes(bytes, Encoding::Binary);
    std::string message = kind == Kind::Incomplete ? cat("incomplete ", shown) : shown;
    const auto lead = static_cast<unsigned char>(bytes[0]);
    // A byte that can start a character is wrong because of what follows.
    if (kind == Kind::Invalid && from_ == Charset::Utf8 && lead >= 0xc2 && lead <= 0xf4 && !rest.empty())
      message += cat(" followed by ", inspect_bytes(rest.substr(0, 1), Encoding::Binary));
    raise(vm_, vm_.eInvalidByteSequenceError, cat(message, " on ", charset_name(from_)));
  }

  bool replace(bool wanted) {
    if (!wanted) return false;
    if (options_.replacement)
      out_ += (*options_.replacement)->view();
    else
      out_ += to_ == Encoding::Utf8 ? "\xef\xbf\xbd" : "?";
    return true;
  }

  bool fallback(String* character) {
    if (options_.fallback.is_nil()) return false;
    Value v = Qnil;
    if (is_hash(options_.fallback))
      v = hash_aref(vm_, options_.fallback.as<Hash>(), character);
    else if (as_proc(options_.fallback))
      v = vm_.send(options_.fallback, ids::call, character);
    else
      v = vm_.send(options_.fallback,
                   respond_to(vm_, options_.fallback, ids::call) ? ids::call : ids::op_aref, character);
    if (v.is_nil()) return false;
    out_ += to_str(vm_, v)->view();
    return true;
  }

  VM& vm_;
  Charset from_;
  Encoding to_;
  const EncodeOptions& options_;
  std::string out_;
};

[[noreturn]] void raise_no_converter(VM& vm, std::string_view from, std::string_view to) {
  raise(vm, vm.eConverterNotFoundError, cat("code converter not found (", from, " to ", to, ")"));
}

// --- scrub ---

void check_replacement(VM& vm, String* replacement) {
  if (str_code_range(replacement) == CodeRange::Broken)
    raise_argument_error(vm,
                         cat("replacement must be valid byte sequence '", str_inspect(vm, replacement), "'"));
}

/// The string with malformed parts replaced by the block's result, `replacement`, or a replacement
/// character; null when there are none.
String* scrubbed(VM& vm, String* s, String* replacement, bool block) {
  if (str_code_range(s) != CodeRange::Broken) return nullptr;
  if (replacement) check_replacement(vm, replacement);
  String* const text = str_frozen_copy(vm, s);
  std::string out;
  const std::string_view bytes = text->view();
  const Charset charset = charset_of(text->encoding());
  for (size_t at = 0; at < bytes.size();) {
    const DecodedChar c = decode_char(charset, bytes.substr(at));
    const std::string_view part = bytes.substr(at, static_cast<size_t>(c.length));
    at += static_cast<size_t>(c.length);
    if (c.kind == Kind::Character) {
      out += part;
    } else if (block) {
      String* given = to_str(vm, vm.yield(str_new(vm, part, text->encoding())));
      check_replacement(vm, given);
      out += given->view();
    } else if (replacement) {
      out += replacement->view();
    } else {
      out += text->encoding() == Encoding::Utf8 ? "\xef\xbf\xbd" : "?";
    }
  }
  return str_new(vm, out, text->encoding());
}

// --- Methods ---

struct EncodeRequest {
  Encoding to;
  Charset from;
};

EncodeRequest encode_request(VM& vm, String* self, std::optional<Value> to, std::optional<Value> from) {
  const Encoding target_default = Encoding::Utf8;
  const std::string from_name =
      from ? encoding_argument_name(vm, *from) : std::string(charset_name(charset_of(self->encoding())));
  const std::string to_name = to ? encoding_argument_name(vm, *to) : std::string();
  const std::optional<Encoding> target = to ? lookup_encoding(to_name) : target_default;
  const std::optional<Charset> source = find_charset(from_name);
  if (!target || !source) raise_no_converter(vm, from_name, to ? to_name : "UTF-8");
  return {*target, *source};
}

/// What encode gives; null when the text stays as it is but for the encoding's name.
String* converted(VM& vm, String* self, const EncodeRequest& request, const EncodeOptions& options) {
  const bool same = request.from == charset_of(request.to);
  if (same && !options.changes_text()) {
    if (!options.replace_invalid) return nullptr;
    return scrubbed(vm, self, options.replacement.value_or(nullptr), false);
  }
  if (!options.changes_text() && str_ascii_only(self) && request.from <= Charset::Windows1252) return nullptr;
  return Converter(vm, request.from, request.to, options).run(self);
}

String* with_encoding(String* s, Encoding encoding) {
  if (s->encoding() == encoding) return s;
  const bool ascii = s->code_range_cache() == CodeRange::SevenBit;
  s->set_encoding(encoding);
  s->set_code_range(ascii ? CodeRange::SevenBit : CodeRange::Unknown);
  return s;
}

String* encode(VM& vm, String* self, std::optional<Value> to, std::optional<Value> from, Keywords keywords) {
  const EncodeOptions options = parse_options(vm, keywords);
  const EncodeRequest request = encode_request(vm, self, to, from);
  String* out = converted(vm, self, request, options);
  return out ? out : with_encoding(str_substr(vm, self, 0, self->len), request.to);
}

String* encode_bang(VM& vm, Mut<String> self, std::optional<Value> to, std::optional<Value> from,
                    Keywords keywords) {
  str_assign(vm, self, encode(vm, self, to, from, keywords));
  return self;
}

Value encoding(VM& vm, String* self) { return encoding_object(vm, self->encoding()); }
String* force_encoding(VM& vm, Mut<String> self, Value encoding) {
  return with_encoding(self, to_encoding(vm, encoding));
}
String* binary_copy(VM& vm, String* self) { return with_encoding(str_dup(vm, self), Encoding::Binary); }
bool valid_encoding(VM&, String* self) { return str_code_range(self) != CodeRange::Broken; }
bool ascii_only(VM&, String* self) { return str_ascii_only(self); }

String* replacement_argument(VM& vm, std::optional<Value> v) {
  return v && !v->is_nil() ? to_str(vm, *v) : nullptr;
}

String* scrub(VM& vm, String* self, std::optional<Value> replacement) {
  String* out = scrubbed(vm, self, replacement_argument(vm, replacement), vm.block_given());
  return out ? out : str_substr(vm, self, 0, self->len);
}

String* scrub_bang(VM& vm, Mut<String> self, std::optional<Value> replacement) {
  if (String* out = scrubbed(vm, self, replacement_argument(vm, replacement), vm.block_given()))
    str_assign(vm, self, out);
  return self;
}

constexpr NativeMethod kMethods[] = {
    {"encoding", native<encoding>},      {"force_encoding", native<force_encoding>},
    {"b", native<binary_copy>},          {"valid_encoding?", native<valid_encoding>},
    {"ascii_only?", native<ascii_only>}, {"encode", native<encode>},
    {"encode!", native<encode_bang>},    {"scrub", native<scrub>},
    {"scrub!", native<scrub_bang>},
};

} // namespace

void init_string_encode(VM& vm) { define_natives(vm, vm.cString, kMethods); }

} // namespace miniyarv
