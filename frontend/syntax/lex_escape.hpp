#pragma once

#include "frontend/syntax/lexer.hpp"

#include <string>

namespace miniyarv {

/// Reads one backslash escape, whose backslash has been read, and appends what it stands for.
class EscapeReader {
public:
  EscapeReader(Lexer& lexer, std::string& out) : lexer_(lexer), out_(out) {}

  /// The escape of a string.
  void read() { read({}); }
  /// The escape of a `?` literal: \u{} must name one character.
  void read_character();
  /// The escape of a regexp that Ruby resolves itself (\c \C \M \u \x). What is appended is source for the
  /// regexp engine; the lexer's `regexp_ascii_only` tells what the escape stands for.
  void read_regexp();

private:
  static constexpr int kMaxDepth = 16;
  struct Modifiers {
    bool control = false, meta = false;
  };

  void read(Modifiers modifiers);
  void read_octal(Modifiers modifiers);
  void read_hex(Modifiers modifiers);
  void read_unicode();
  void read_unicode_list(uint32_t start);
  void read_unicode_short(uint32_t start);
  void read_modified(Modifiers before, Modifiers added);
  void read_control_letter(Modifiers modifiers);
  void read_dashed(Modifiers modifiers, bool meta);
  void read_plain(Modifiers modifiers);

  void write_byte(uint32_t byte, Modifiers modifiers);
  void write_encoded(unsigned char byte);
  void write_code_point(Location digits);
  void write_source(uint32_t start) { out_ += lexer_.slice(Location{start, lexer_.current.end}); }
  void error_to_next_character(Message message);
  void warn_space(Modifiers before, bool control, bool meta, std::string_view name);

  Lexer& lexer_;
  std::string& out_;
  int depth_ = 0; ///< nested modifiers, as in \M-\C-x
  bool single_ = false;
  bool regexp_ = false;
};

} // namespace miniyarv
