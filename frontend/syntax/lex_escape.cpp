#include "frontend/syntax/lex_escape.hpp"

namespace miniyarv {
namespace {

/// The letters that name one control character: \n and the like.
struct NamedEscape {
  char letter, byte;
};
constexpr NamedEscape kNamedEscapes[] = {
    {'\\', '\\'}, {'\'', '\''}, {'a', '\a'}, {'b', '\b'}, {'e', '\033'}, {'f', '\f'},
    {'n', '\n'},  {'r', '\r'},  {'s', ' '},  {'t', '\t'}, {'v', '\v'},
};

bool is_printable(char c) { return (c >= ' ' && c < 0x7f && c != '\\') || (c >= '\t' && c <= '\r'); }

} // namespace

void EscapeReader::read_character() {
  single_ = true;
  read({});
}

void EscapeReader::read_regexp() {
  regexp_ = true;
  read({});
}

void EscapeReader::read(Modifiers modifiers) {
  const char c = lexer_.peek();
  for (const NamedEscape& named : kNamedEscapes) {
    if (named.letter != c || lexer_.current.end >= lexer_.size()) continue;
    lexer_.current.end++;
    return write_byte(static_cast<unsigned char>(named.byte), modifiers);
  }
  switch (c) {
  case 'x': return read_hex(modifiers);
  case 'u': return read_unicode();
  case 'c': lexer_.current.end++; return read_control_letter(modifiers);
  case 'C':
  case 'M': lexer_.current.end++; return read_dashed(modifiers, c == 'M');
  case '\r':
    if (lexer_.peek(1) == '\n') {
      lexer_.current.end += 2;
      return write_encoded('\n');
    }
    return read_plain(modifiers);
  default: return is_octal_digit(c) ? read_octal(modifiers) : read_plain(modifiers);
  }
}

void EscapeReader::read_octal(Modifiers modifiers) {
  uint32_t value = 0;
  for (int i = 0; i < 3 && is_octal_digit(lexer_.peek()); i++) {
    value = value << 3 | static_cast<uint32_t>(lexer_.peek() - '0');
    lexer_.current.end++;
  }
  write_byte(value & 0xff, modifiers);
}

void EscapeReader::read_hex(Modifiers modifiers) {
  const uint32_t start = lexer_.current.end - 1;
  lexer_.current.end++;
  if (!is_hex_digit(lexer_.peek())) return lexer_.error_here(Message::EscapeInvalidHexadecimal);
  uint32_t value = 0;
  for (int i = 0; i < 2 && is_hex_digit(lexer_.peek()); i++) {
    value = value << 4 | hex_value(lexer_.peek());
    lexer_.current.end++;
  }
  if (regexp_ && !modifiers.control && !modifiers.meta) {
    // The engine reads \x itself.
    write_source(start);
    if (value >= 0x80) {
      lexer_.regexp_ascii_only = false;
      lexer_.explicit_encoding = lexer_.encoding;
    }
    return;
  }
  write_byte(value, modifiers);
}

// --- \u ----------------------------------------------------------------------------------------------------

void EscapeReader::read_unicode() {
  const uint32_t start = lexer_.current.end - 1;
  lexer_.current.end++;
  if (lexer_.current.end == lexer_.size()) {
    const Location loc{start, lexer_.current.end};
    return lexer_.error(loc, Message::EscapeInvalidUnicodeShort, {lexer_.slice(loc)});
  }
  if (lexer_.peek() == '{') return read_unicode_list(start);
  read_unicode_short(start);
}

void EscapeReader::read_unicode_list(uint32_t start) {
  Token& token = lexer_.current;
  token.end++;
  auto skip_separators = [&] {
    for (;;) {
      if (is_blank(lexer_.peek())) {
        token.end++;
      } else if (lexer_.peek() == '\\' && lexer_.peek(1) == 'n') {
        token.end += 2;
      } else {
        return;
      }
    }
  };
  skip_separators();
  int count = 0;
  uint32_t second = 0;
  while (token.end < lexer_.size() && lexer_.peek() != '}') {
    const uint32_t digits = token.end;
    while (is_hex_digit(lexer_.peek())) token.end++;
    const Location loc{digits, token.end};
    if (loc.length() > 6) {
      lexer_.error(loc, Message::EscapeInvalidUnicodeLong);
    } else if (loc.length() == 0) {
      if (regexp_) return write_source(start); // the engine reports it
      lexer_.error(loc, Message::EscapeInvalidUnicode);
      return lexer_.error(loc, Message::EscapeInvalidUnicodeTerm);
    }
    if (++count == 2) second = digits;
    write_code_point(loc);
    while (is_blank(lexer_.peek())) token.end++;
  }
  if (single_ && count > 1) {
    lexer_.error({second, token.end - 1}, Message::EscapeInvalidUnicodeLiteral);
  }
  if (token.end == lexer_.size()) {
    const Location loc{start, token.end};
    lexer_.error(loc, Message::EscapeInvalidUnicodeList, {lexer_.slice(loc)});
  } else {
    token.end++;
  }
  if (regexp_) write_source(start);
}

void EscapeReader::read_unicode_short(uint32_t start) {
  Token& token = lexer_.current;
  const uint32_t digits = token.end;
  uint32_t end = digits;
  while (end < digits + 4 && is_hex_digit(lexer_.at(end))) end++;
  if (end == digits + 4) {
    token.end = end;
    if (regexp_) write_source(start);
    return write_code_point({digits, end});
  }
  token.end = end;
  if (regexp_) return write_source(start); // the engine reports it
  if (end == digits) {
    const Location loc{start, end};
    return lexer_.error(loc, Message::EscapeInvalidUnicodeShort, {lexer_.slice(loc)});
  }
  lexer_.error_here(Message::EscapeInvalidUnicode);
}

void EscapeReader::write_code_point(Location digits) {
  uint32_t value = 0;
  for (char c : lexer_.slice(digits)) value = value << 4 | hex_value(c);
  if (value >= 0xd800 && value <= 0xdfff) {
    lexer_.error(digits, Message::EscapeInvalidUnicode);
    value = 0xfffd;
  }
  if (value >= 0x80 || single_) {
    if (lexer_.explicit_encoding && *lexer_.explicit_encoding != Encoding::Utf8) {
      lexer_.error(digits, Message::MixedEncoding, {lexer_.encoding_name});
    }
    lexer_.explicit_encoding = Encoding::Utf8;
  }
  if (regexp_) {
    if (value >= 0x80) lexer_.regexp_ascii_only = false;
    if (value > 0x10ffff) lexer_.error(digits, Message::EscapeInvalidUnicode);
    return;
  }
  if (!append_utf8(out_, value)) {
    lexer_.error(digits, Message::EscapeInvalidUnicode);
    append_utf8(out_, 0xfffd);
  }
}

// --- \c \C- \M- --------------------------------------------------------------------------------------------

void EscapeReader::read_control_letter(Modifiers modifiers) {
  if (modifiers.control) lexer_.error_here(Message::EscapeInvalidControlRepeat);
  read_modified(modifiers, {true, false});
}

void EscapeReader::read_dashed(Modifiers modifiers, bool meta) {
  if (meta ? modifiers.meta : modifiers.control) {
    lexer_.error_here(meta ? Message::EscapeInvalidMetaRepeat : Message::EscapeInvalidControlRepeat);
  }
  if (lexer_.peek() != '-') return error_to_next_character(Message::EscapeInvalidMeta);
  lexer_.current.end++;
  read_modified(modifiers, {!meta, meta});
}

/// The character that a control or meta modifier applies to.
void EscapeReader::read_modified(Modifiers before, Modifiers added) {
  Token& token = lexer_.current;
  const Modifiers all{before.control || added.control, before.meta || added.meta};
  if (token.end == lexer_.size()) return lexer_.error_here(Message::EscapeInvalidControl);
  const char c = lexer_.peek();
  if (c == '?' && added.control) {
    token.end++;
    return write_byte(0x7f, before);
  }
  if (c == '\\') {
    token.end++;
    if (lexer_.accept('u') || lexer_.accept('U')) return lexer_.error_here(Message::InvalidEscapeCharacter);
    if (++depth_ < kMaxDepth) read(all);
    return;
  }
  if (c != ' ' && c != '\t' && !is_printable(c))
    return error_to_next_character(Message::EscapeInvalidControl);
  token.end++;
  if (c == ' ') warn_space(before, added.control, added.meta, "\\s");
  if (c == '\t') warn_space({before.control && !added.meta, before.meta}, false, added.meta, "\\t");
  write_byte(static_cast<unsigned char>(c), all);
}

void EscapeReader::warn_space(Modifiers before, bool control, bool meta, std::string_view name) {
  auto prefix = [](bool is_control, bool is_meta) -> std::string_view {
    return is_control ? "\\C-" : is_meta ? "\\M-" : "";
  };
  lexer_.error_here(Message::InvalidCharacterSyntax,
                    {prefix(before.control, before.meta), prefix(control, meta), name});
}

void EscapeReader::error_to_next_character(Message message) {
  const Token& token = lexer_.current;
  lexer_.error({token.start, token.end + static_cast<uint32_t>(lexer_.width_at(token.end))}, message);
}

// --- Anything else -----------------------------------------------------------------------------------------

/// A backslash before a character without a meaning of its own stands for that character.
void EscapeReader::read_plain(Modifiers modifiers) {
  Token& token = lexer_.current;
  if ((modifiers.control || modifiers.meta) && !is_printable(lexer_.peek())) {
    return error_to_next_character(Message::EscapeInvalidMeta);
  }
  if (token.end >= lexer_.size()) return lexer_.error_here(Message::InvalidEscapeCharacter);
  const size_t width = lexer_.width_at(token.end);
  if (width == 1) return write_byte(static_cast<unsigned char>(lexer_.text_[token.end++]), modifiers);
  if (width == 0) {
    token.end++;
    return lexer_.error_here(Message::EscapeInvalidControl);
  }
  out_ += lexer_.text_.substr(token.end, width);
  token.end += static_cast<uint32_t>(width);
}

void EscapeReader::write_byte(uint32_t byte, Modifiers modifiers) {
  if (modifiers.control) byte &= 0x9f;
  if (modifiers.meta) byte |= 0x80;
  if (regexp_) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    out_ += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    if (byte >= 0x80) {
      lexer_.regexp_ascii_only = false;
      lexer_.explicit_encoding = lexer_.encoding;
    }
    return;
  }
  write_encoded(static_cast<unsigned char>(byte));
}

/// Appends a byte; one beyond ASCII fixes the literal's encoding.
void EscapeReader::write_encoded(unsigned char byte) {
  if (byte >= 0x80) {
    if (lexer_.explicit_encoding == Encoding::Utf8 && lexer_.encoding != Encoding::Utf8) {
      lexer_.error_here(Message::MixedEncoding, {lexer_.encoding_name});
    }
    lexer_.explicit_encoding = lexer_.encoding;
  }
  out_.push_back(static_cast<char>(byte));
}

} // namespace miniyarv
