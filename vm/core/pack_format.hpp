#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace miniyarv {

class VM;

/// One directive of Array#pack and String#unpack: a letter with its modifiers and count.
struct PackDirective {
  char type = 0;
  std::string_view text;    ///< as written, without the count
  bool native_size = false; ///< ! or _
  std::endian endian = std::endian::native;
  bool star = false;      ///< count is *
  bool has_count = false; ///< a number was given
  int64_t count = 1;
};

/// How an integer directive lays out its value; size 0 for other directives.
struct PackInteger {
  int size = 0;
  bool is_signed = false;
  bool big_endian = false;
};
PackInteger pack_integer(const PackDirective&);

/// Reads directives one after another; raises ArgumentError for modifiers that do not apply.
class PackFormat {
public:
  PackFormat(VM& vm, std::string_view format, const char* operation)
      : vm_(vm), text_(format), operation_(operation) {}
  bool next(PackDirective&);
  [[noreturn]] void raise_unknown(const PackDirective&) const;

private:
  void skip_blanks();
  void modifiers(PackDirective&);
  void count(PackDirective&);

  VM& vm_;
  std::string_view text_;
  const char* operation_; ///< "pack" or "unpack"
  size_t at_ = 0;
};

inline constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

} // namespace miniyarv
