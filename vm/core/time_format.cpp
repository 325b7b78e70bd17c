// Time#strftime.

#include "vm/core/numeric_ops.hpp"
#include "vm/core/text.hpp"
#include "vm/core/time.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace miniyarv {

namespace {

constexpr int64_t kMaxWidth = 1 << 16;

enum class Padding : uint8_t { Default, None, Zero, Space };

struct Flags {
  Padding padding = Padding::Default;
  bool upcase = false, change_case = false;
  int colons = 0;
  int64_t width = -1;
};

std::string uppercase(std::string s) {
  for (char& c : s) c = ascii_to_upper(c);
  return s;
}
std::string lowercase(std::string s) {
  for (char& c : s) c = ascii_to_lower(c);
  return s;
}

class Formatter {
public:
  Formatter(VM& vm, const BrokenDownTime& t, std::string_view format) : vm_(vm), t_(t), format_(format) {}

  std::string run() {
    for (size_t i = 0; i < format_.size();) {
      if (format_[i] == '%')
        i = directive(i);
      else
        out_ += format_[i++];
    }
    return std::move(out_);
  }

private:
  [[noreturn]] void invalid() { raise_argument_error(vm_, cat("invalid format: ", format_)); }

  /// Formats the directive whose % is at `start`; copies it as it is when it means nothing. Returns where to
  /// go on.
  size_t directive(size_t start) {
    Flags flags;
    size_t i = start + 1;
    for (; i < format_.size() && take_flag(format_[i], flags); ++i) {
    }
    if (i < format_.size() && ascii_digit(static_cast<unsigned char>(format_[i]))) {
      if (!take_width(i, flags)) return literal(start, i);
    }
    while (i < format_.size() && format_[i] == ':') ++flags.colons, ++i;
    char modifier = 0;
    if (i < format_.size() && (format_[i] == 'E' || format_[i] == 'O') && flags.colons == 0) {
      modifier = format_[i++];
      if (i >= format_.size() || !modifies(modifier, format_[i])) return literal(start, i);
    }
    if (i >= format_.size()) {
      if (flags.colons > 0 && flags.colons < 4) return literal(start, i);
      invalid();
    }
    if (flags.colons > 0 && (format_[i] != 'z' || flags.colons > 3)) return literal(start, i);
    if (!conversion(format_[i], flags)) return literal(start, i + 1);
    return i + 1;
  }

  size_t literal(size_t start, size_t end) {
    out_ += format_.substr(start, end - start);
    return end;
  }

  static bool take_flag(char c, Flags& flags) {
    switch (c) {
    case '-': flags.padding = Padding::None; return true;
    case '0': flags.padding = Padding::Zero; return true;
    case '_': flags.padding = Padding::Space; return true;
    case '^': flags.upcase = true; return true;
    case '#': flags.change_case = true; return true;
    default: return false;
    }
  }

  /// False for a number that is none.
  bool take_width(size_t& i, Flags& flags) {
    int64_t width = 0;
    for (; i < format_.size() && ascii_digit(static_cast<unsigned char>(format_[i])); ++i) {
      width = width * 10 + (format_[i] - '0');
      if (width > INT32_MAX) {
        while (i < format_.size() && ascii_digit(static_cast<unsigned char>(format_[i]))) ++i;
        return false;
      }
    }
    if (width > kMaxWidth) raise_errno(vm_, ERANGE, format_);
    flags.width = width;
    return true;
  }

  static bool modifies(char modifier, char conversion) {
    const std::string_view allowed = modifier == 'E' ? "cCxXyY" : "deHkIlmMSuUVwWy";
    return allowed.find(conversion) != std::string_view::npos;
  }

  // --- Output ---

  void text(std::string s, const Flags& flags) {
    if (flags.upcase) s = uppercase(std::move(s));
    const auto width = static_cast<size_t>(std::max<int64_t>(flags.width, 0));
    if (flags.padding != Padding::None && s.size() < width)
      out_.append(width - s.size(), flags.padding == Padding::Zero ? '0' : ' ');
    out_ += s;
  }

  void number(Value v, int width, char fill, const Flags& flags) {
    const bool negative = int_sign(v) < 0;
    const std::string digits = int_to_s(int_abs(vm_, v));
    if (flags.padding == Padding::Zero) fill = '0';
    if (flags.padding == Padding::Space) fill = ' ';
    size_t total = static_cast<size_t>(flags.width >= 0 ? flags.width : width);
    if (flags.padding == Padding::None) total = 0;
    const size_t used = digits.size() + negative;
    const size_t pad = total > used ? total - used : 0;
    if (fill == ' ') out_.append(pad, ' ');
    if (negative) out_ += '-';
    if (fill == '0') out_.append(pad, '0');
    out_ += digits;
  }
  void number(int v, int width, char fill, const Flags& flags) {
    number(Value::fixnum(v), width, fill, flags);
  }

  void name(const char* full, size_t length, const Flags& flags) {
    std::string s(full);
    if (length) s.resize(length);
    Flags f = flags;
    if (f.change_case) f.upcase = true;
    text(s, f);
  }

  void composite(std::string_view format, const Flags& flags) {
    text(Formatter(vm_, t_, format).run(), flags);
  }

  void year(Value y, const Flags& flags) { number(y, int_sign(y) < 0 ? 5 : 4, '0', flags); }

  /// Digits of the fraction of the second, cut off.
  void fraction(int default_digits, const Flags& flags) {
    const auto digits = static_cast<size_t>(flags.width > 0 ? flags.width : default_digits);
    Value scaled = t_.subnano;
    if (digits > 9) scaled = num_mul(vm_, scaled, int_pow10(vm_, digits - 9));
    std::string s = int_to_s(num_floor(vm_, scaled));
    const size_t full = std::max<size_t>(digits, 9);
    s.insert(0, full - s.size(), '0');
    out_ += s.substr(0, digits);
  }

  void zone_offset(const Flags& flags) {
    const int64_t seconds = std::abs(t_.offset);
    const auto two = [](int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const std::string minutes = two(seconds / 60 % 60), rest_seconds = two(seconds % 60);
    std::string rest;
    if (flags.colons == 0) rest = minutes;
    if (flags.colons == 1 || flags.colons == 2) rest = ":" + minutes;
    if (flags.colons == 3 && seconds % 3600 != 0) rest = ":" + minutes;
    if (flags.colons == 2 || (flags.colons == 3 && seconds % 60 != 0)) rest += ":" + rest_seconds;
    // RFC 3339 has -00:00 for a UTC time whose place is not known.
    const bool minus = t_.offset < 0 || (t_.utc && flags.padding == Padding::None);
    std::string hours = std::to_string(seconds / 3600);
    const auto room =
        static_cast<size_t>(std::max<int64_t>(flags.width - static_cast<int64_t>(rest.size()), 3));
    if (flags.padding == Padding::Space) {
      hours.insert(0, 1, minus ? '-' : '+');
      hours.insert(0, room > hours.size() ? room - hours.size() : 0, ' ');
    } else {
      hours.insert(0, room > hours.size() + 1 ? room - hours.size() - 1 : 0, '0');
      hours.insert(0, 1, minus ? '-' : '+');
    }
    out_ += hours + rest;
  }

  void zone_name(const Flags& flags) {
    Flags f = flags;
    f.upcase = flags.upcase;
    text(flags.change_case ? lowercase(t_.zone_name) : t_.zone_name, f);
  }

  void meridian(bool lower, const Flags& flags) {
    std::string s = t_.hour < 12 ? "AM" : "PM";
    if (lower ? !flags.upcase && !flags.change_case : flags.change_case) s = lowercase(s);
    Flags plain = flags;
    plain.upcase = false;
    text(s, plain);
  }

  int twelve_hour() const { return t_.hour % 12 == 0 ? 12 : t_.hour % 12; }
  Value year_mod_100(Value y) { return int_mod(vm_, y, Value::fixnum(100)); }
  Value iso_year() { return int_add(vm_, t_.date.year, Value::fixnum(iso_week(vm_, t_.date).year_offset)); }
  /// Week of the year when weeks start on `first` (0 = Sunday).
  int week(int first) const { return (t_.date.yday - 1 + 7 - (t_.date.wday - first + 7) % 7) / 7; }

  bool conversion(char c, const Flags& flags) {
    return date_conversion(c, flags) || clock_conversion(c, flags) || other_conversion(c, flags);
  }

  bool date_conversion(char c, const Flags& flags) {
    const CivilDate& d = t_.date;
    switch (c) {
    case 'Y': year(d.year, flags); return true;
    case 'C': number(int_div(vm_, d.year, Value::fixnum(100)), 2, '0', flags); return true;
    case 'y': number(year_mod_100(d.year), 2, '0', flags); return true;
    case 'm': number(d.month, 2, '0', flags); return true;
    case 'B': name(kMonthNames[d.month - 1], 0, flags); return true;
    case 'b':
    case 'h': name(kMonthNames[d.month - 1], 3, flags); return true;
    case 'd': number(d.day, 2, '0', flags); return true;
    case 'e': number(d.day, 2, ' ', flags); return true;
    case 'j': number(d.yday, 3, '0', flags); return true;
    case 'A': name(kDayNames[d.wday], 0, flags); return true;
    case 'a': name(kDayNames[d.wday], 3, flags); return true;
    case 'u': number(d.wday == 0 ? 7 : d.wday, 1, '0', flags); return true;
    case 'w': number(d.wday, 1, '0', flags); return true;
    case 'G': year(iso_year(), flags); return true;
    case 'g': number(year_mod_100(iso_year()), 2, '0', flags); return true;
    case 'V': number(iso_week(vm_, d).week, 2, '0', flags); return true;
    case 'U': number(week(0), 2, '0', flags); return true;
    case 'W': number(week(1), 2, '0', flags); return true;
    default: return false;
    }
  }

  bool clock_conversion(char c, const Flags& flags) {
    switch (c) {
    case 'H': number(t_.hour, 2, '0', flags); return true;
    case 'k': number(t_.hour, 2, ' ', flags); return true;
    case 'I': number(twelve_hour(), 2, '0', flags); return true;
    case 'l': number(twelve_hour(), 2, ' ', flags); return true;
    case 'M': number(t_.minute, 2, '0', flags); return true;
    case 'S': number(t_.second, 2, '0', flags); return true;
    case 'p': meridian(false, flags); return true;
    case 'P': meridian(true, flags); return true;
    case 'L': fraction(3, flags); return true;
    case 'N': fraction(9, flags); return true;
    case 's': number(t_.seconds, 1, '0', flags); return true;
    case 'z': zone_offset(flags); return true;
    case 'Z': zone_name(flags); return true;
    default: return false;
    }
  }

  bool other_conversion(char c, const Flags& flags) {
    switch (c) {
    case 'c': composite("%a %b %e %H:%M:%S %Y", flags); return true;
    case 'x':
    case 'D': composite("%m/%d/%y", flags); return true;
    case 'F': composite("%Y-%m-%d", flags); return true;
    case 'v': composite("%e-%^b-%4Y", flags); return true;
    case 'X':
    case 'T': composite("%H:%M:%S", flags); return true;
    case 'R': composite("%H:%M", flags); return true;
    case 'r': composite("%I:%M:%S %p", flags); return true;
    case '%': text("%", flags); return true;
    case 'n': text("\n", flags); return true;
    case 't': text("\t", flags); return true;
    default: return false;
    }
  }

  VM& vm_;
  const BrokenDownTime& t_;
  std::string_view format_;
  std::string out_;
};

} // namespace

std::string format_time(VM& vm, const BrokenDownTime& t, std::string_view format) {
  return Formatter(vm, t, format).run();
}

} // namespace miniyarv
