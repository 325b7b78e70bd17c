// Time.new of a string: "2024-12-25 00:56:17.5 +0900".

#include "vm/core/numeric_ops.hpp"
#include "vm/core/string.hpp"
#include "vm/core/text.hpp"
#include "vm/core/time_methods.hpp"
#include "vm/error.hpp"
#include "vm/vm.hpp"

namespace miniyarv {

namespace {

class TimeParser {
public:
  TimeParser(VM& vm, std::string_view text, int64_t precision)
      : vm_(vm), text_(text), precision_(precision) {}

  TimeData parse(TimeZone default_zone) {
    if (text_.find('\0') != std::string_view::npos) raise_argument_error(vm_, "string contains null byte");
    parse_year();
    if (at_ == text_.size()) return time_from_fields(vm_, fields_, default_zone);
    parse_date();
    parse_clock();
    check_time_fields(vm_, fields_);
    return time_from_fields(vm_, fields_, parse_zone(default_zone));
  }

private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool digit(size_t ahead = 0) const { return ascii_digit(static_cast<unsigned char>(peek(ahead))); }
  [[noreturn]] void cannot_parse() {
    raise_argument_error(vm_, cat("can't parse: ", inspect_bytes(text_, Encoding::Utf8)));
  }

  void parse_year() {
    const size_t start = at_;
    if (peek() == '-' || peek() == '+') ++at_;
    const size_t first = at_;
    while (digit()) ++at_;
    if (at_ == first || ascii_space(static_cast<unsigned char>(text_.back()))) cannot_parse();
    if (at_ - first < 4)
      raise_argument_error(vm_, cat("year must be 4 or more digits: ", text_.substr(start, at_ - start)));
    std::string_view year = text_.substr(start, at_ - start);
    if (year[0] == '+') year.remove_prefix(1);
    fields_.year = int_from_digits(vm_, year, 10);
  }

  /// Two digits, and no third, after the separator at `at_`.
  int two_digits_after(const char* field, const char* where) {
    if (!digit(1) || !digit(2) || digit(3))
      raise_argument_error(vm_, cat("two digits ", field, " is expected", where, text_.substr(at_, 10)));
    const int n = digit_value(peek(1)) * 10 + digit_value(peek(2));
    at_ += 3;
    return n;
  }

  void parse_date() {
    if (peek() != '-') return;
    fields_.month = two_digits_after("mon", " after '-': ");
    if (peek() != '-') return;
    fields_.day = two_digits_after("mday", " after '-': ");
  }

  void parse_clock() {
    if (at_ == text_.size()) raise_argument_error(vm_, "no time information");
    if ((peek() != ' ' && peek() != 'T') || peek(1) == ' ') return;
    if (!digit(1)) return;
    const size_t start = at_ + 1;
    fields_.hour = two_digits_after("hour", ": ");
    if (peek() != ':') raise_argument_error(vm_, cat("missing min part: ", text_.substr(start, 10)));
    fields_.minute = two_digits_after("min", " after ':': ");
    if (peek() != ':') raise_argument_error(vm_, cat("missing sec part: ", text_.substr(start, 10)));
    fields_.second = two_digits_after("sec", " after ':': ");
    if (peek() == '.') parse_fraction(start);
  }

  void parse_fraction(size_t clock_start) {
    const size_t start = ++at_;
    while (digit()) ++at_;
    const size_t used = std::min<size_t>(at_ - start, static_cast<size_t>(std::max<int64_t>(precision_, 0)));
    if (used == 0)
      raise_argument_error(vm_, cat("subsecond expected after dot: ", text_.substr(clock_start, 10)));
    const Value digits = int_from_digits(vm_, text_.substr(start, used), 10);
    const Value nanos = int_mul(vm_, digits, Value::fixnum(kNanosPerSecond));
    fields_.subnano = whole_or_rational(rational_new(vm_, nanos, int_pow10(vm_, used)));
  }

  TimeZone parse_zone(TimeZone default_zone) {
    while (peek() == ' ') ++at_;
    if (at_ == text_.size()) return default_zone;
    if (peek() == '/') raise_argument_error(vm_, cat("can't parse at: ", text_.substr(at_)));
    return zone_from_text(vm_, text_.substr(at_));
  }

  VM& vm_;
  std::string_view text_;
  int64_t precision_;
  size_t at_ = 0;
  TimeFields fields_;
};

} // namespace

TimeData parse_time(VM& vm, std::string_view text, TimeZone default_zone, int64_t precision) {
  return TimeParser(vm, text, precision).parse(default_zone);
}

} // namespace miniyarv
