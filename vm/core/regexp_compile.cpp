// Regexp objects: compilation by Oniguruma, searching with its limits.

#include "vm/class.hpp"
#include "vm/core/linear_matcher.hpp"
#include "vm/core/regexp_object.hpp"
#include "vm/core/regexp_pattern.hpp"
#include "vm/core/regexp_state.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/core/text.hpp"

#include <algorithm>
#include <chrono>

namespace miniyarv {

namespace {

const OnigUChar* uchars(const char* p) { return reinterpret_cast<const OnigUChar*>(p); }

void mark_regexp(void* payload, Marker& marker) { marker.mark(static_cast<RegexpData*>(payload)->source); }

void destroy_regexp(void* payload) { static_cast<RegexpData*>(payload)->~RegexpData(); }

/// The library keeps tables of its own, made once in a process.
void initialize_library() {
  static const bool done = [] {
    OnigEncoding encodings[] = {ONIG_ENCODING_UTF8, ONIG_ENCODING_ASCII};
    return onig_initialize(encodings, 2) == ONIG_NORMAL;
  }();
  (void)done;
}

OnigEncoding library_encoding(Encoding encoding) {
  return encoding == Encoding::Binary ? ONIG_ENCODING_ASCII : ONIG_ENCODING_UTF8;
}

OnigOptionType library_options(int options) {
  OnigOptionType out = ONIG_OPTION_NONE;
  if (options & regexp_option::kIgnoreCase) out |= ONIG_OPTION_IGNORECASE;
  if (options & regexp_option::kExtended) out |= ONIG_OPTION_EXTEND;
  if (options & regexp_option::kMultiline) out |= ONIG_OPTION_MULTILINE;
  return out;
}

[[noreturn]] void raise_regexp_error(VM& vm, std::string_view message, String* source) {
  raise(vm, vm.eRegexpError,
        cat(message, ": /", regexp_source_description(source->view(), source->encoding()), "/"));
}

/// Whether the source has escapes of bytes beyond ASCII, and whether in UTF-8 they make characters.
struct ByteEscapes {
  bool any = false, well_formed = true;
};
ByteEscapes find_byte_escapes(std::string_view source) {
  ByteEscapes found;
  std::string run;
  const auto end_run = [&] {
    if (!run.empty() && scan_code_range(run, Encoding::Utf8) == CodeRange::Broken) found.well_formed = false;
    run.clear();
  };
  for (size_t i = 0; i < source.size(); ++i) {
    if (source[i] != '\\' || i + 1 >= source.size()) {
      end_run();
      continue;
    }
    ++i;
    unsigned byte = 0;
    size_t digits = 0;
    if (source[i] == 'x')
      for (; digits < 2 && i + 1 < source.size() && digit_value(source[i + 1]) < 16; ++digits)
        byte = byte * 16 + static_cast<unsigned>(digit_value(source[++i]));
    if (byte >= 0x80) {
      found.any = true;
      run += static_cast<char>(byte);
    } else {
      end_run();
    }
  }
  end_run();
  return found;
}

struct PatternEncoding {
  Encoding encoding;
  bool fixed;
};

PatternEncoding pattern_encoding(VM& vm, String* source, int options, const TranslatedPattern& pattern) {
  const ByteEscapes escapes = find_byte_escapes(source->view());
  const bool ascii = str_ascii_only(source) && !pattern.unicode_escape && !escapes.any;
  if (ascii) {
    if (options & regexp_option::kFixedEncoding) return {Encoding::Utf8, true};
    return {Encoding::UsAscii, false};
  }
  const bool binary = (options & regexp_option::kNoEncoding) || source->encoding() == Encoding::Binary;
  if (binary && !pattern.unicode_escape) return {Encoding::Binary, true};
  if (!escapes.well_formed) raise_regexp_error(vm, "invalid multibyte escape", source);
  return {Encoding::Utf8, true};
}

RegexpData::Program compile(VM& vm, String* source, int options, const std::string& pattern,
                            Encoding encoding) {
  initialize_library();
  auto& state = vm.state<RegexpState>();
  OnigRegex compiled = nullptr;
  OnigErrorInfo info{};
  const int status = onig_new(&compiled, uchars(pattern.data()), uchars(pattern.data() + pattern.size()),
                              library_options(options), library_encoding(encoding), &state.syntax, &info);
  if (status == ONIG_NORMAL) return RegexpData::Program(compiled);
  OnigUChar message[ONIG_MAX_ERROR_MESSAGE_LEN];
  const int size = onig_error_code_to_str(message, status, &info);
  raise_regexp_error(vm, {reinterpret_cast<const char*>(message), static_cast<size_t>(size)}, source);
}

enum class Direction : uint8_t { Forward, Backward, Here };

/// One search: by Oniguruma with a limit on how often it may retry; beyond that by the linear matcher if the
/// regexp is of its kind, else by Oniguruma with ever higher limits, the time looked at in between.
class Search {
public:
  Search(VM& vm, RegexpData& data, OnigRegex program, String* str, size_t from, Direction direction)
      : vm_(vm),
        state_(vm.state<RegexpState>()),
        data_(data),
        program_(program),
        text_(str->view()),
        from_(from),
        direction_(direction),
        timeout_(data.timeout > 0 ? data.timeout : state_.timeout) {}

  /// Whether there is a match; then the state's region has the groups.
  bool run() {
    for (unsigned long limit = kFirstLimit;; limit = next_limit(limit)) {
      const int result = attempt(limit);
      if (result >= 0) return true;
      if (result == ONIG_MISMATCH) return false;
      if (result == ONIGERR_MEMORY) raise_no_memory(vm_);
      if (result != ONIGERR_RETRY_LIMIT_IN_MATCH_OVER && result != ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER)
        raise(vm_, vm_.eRegexpError, error_text(result));
      if (const std::optional<bool> found = run_linear()) return *found;
    }
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned long kFirstLimit = 4'000'000;

  int attempt(unsigned long limit) {
    state_.set_retry_limit(limit);
    const OnigUChar* const begin = uchars(text_.data());
    const OnigUChar* const end = begin + text_.size();
    const OnigUChar* const at = begin + from_;
    if (direction_ == Direction::Here)
      return onig_match_with_param(program_, begin, end, at, &state_.region, ONIG_OPTION_NONE,
                                   state_.parameters());
    const OnigUChar* const range = direction_ == Direction::Forward ? end : begin;
    return onig_search_with_param(program_, begin, end, at, range, &state_.region, ONIG_OPTION_NONE,
                                  state_.parameters());
  }

  /// Nothing when the regexp or the text is not for the linear matcher.
  std::optional<bool> run_linear() {
    if (!data_.linear_tried) {
      data_.linear_tried = true;
      const TranslatedPattern pattern = translate_pattern(data_.source->view(), data_.options);
      data_.linear =
          compile_linear(pattern.text, library_options(data_.options), library_encoding(data_.encoding),
                         &state_.syntax, onig_number_of_names(data_.compiled.get()) > 0);
    }
    if (!data_.linear || !LinearMatcher::fits(*data_.linear, text_.size())) return std::nullopt;
    LinearMatcher matcher(*data_.linear, text_, [this] { return timed_out(); });
    const bool utf8 = data_.encoding != Encoding::Binary;
    for (size_t at = from_;;) {
      switch (matcher.match_at(at)) {
      case LinearMatcher::Result::Match: store_groups(matcher.slots()); return true;
      case LinearMatcher::Result::Interrupted: raise_timeout();
      case LinearMatcher::Result::TooHard: return std::nullopt;
      case LinearMatcher::Result::NoMatch: break;
      }
      if (direction_ == Direction::Here) return false;
      if (direction_ == Direction::Forward) {
        if (at >= text_.size()) return false;
        at += utf8 ? static_cast<size_t>(utf8::step(text_.data() + at, text_.data() + text_.size())) : 1;
      } else {
        if (at == 0) return false;
        const char* const begin = text_.data();
        at = utf8 ? static_cast<size_t>(utf8::previous(begin, begin + at, begin + text_.size()) - begin)
                  : at - 1;
      }
    }
  }

  void store_groups(const std::vector<int>& slots) {
    const int groups = onig_number_of_captures(program_) + 1;
    onig_region_resize(&state_.region, groups);
    for (int i = 0; i < groups; ++i)
      onig_region_set(&state_.region, i, slots[static_cast<size_t>(2 * i)],
                      slots[static_cast<size_t>(2 * i + 1)]);
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool timed_out() const { return timeout_ > 0 && elapsed() >= timeout_; }

  [[noreturn]] void raise_timeout() {
    const Value error = vm_.const_get(vm_.cRegexp, vm_.intern("TimeoutError"));
    raise(vm_, error.as<Class>(), "regexp match timeout");
  }

  unsigned long next_limit(unsigned long limit) {
    if (timed_out()) raise_timeout();
    if (timeout_ <= 0) return limit * 2;
    const double rate = static_cast<double>(limit) / std::max(elapsed(), 1e-6);
    const auto rest = static_cast<unsigned long>(rate * (timeout_ - elapsed()));
    return std::clamp(rest, limit / 8 + 1, limit * 2);
  }

  static std::string error_text(int code) {
    OnigUChar message[ONIG_MAX_ERROR_MESSAGE_LEN];
    const int size = onig_error_code_to_str(message, code);
    return {reinterpret_cast<const char*>(message), static_cast<size_t>(size)};
  }

  VM& vm_;
  RegexpState& state_;
  RegexpData& data_;
  OnigRegex program_;
  std::string_view text_;
  size_t from_;
  Direction direction_;
  double timeout_;
  Clock::time_point start_ = timeout_ > 0 ? Clock::now() : Clock::time_point();
};

/// The program to run on `str`; raises when the regexp cannot be applied to it.
OnigRegex prepare(VM& vm, RegexpData& data, String* str) {
  const CodeRange range = str_code_range(str);
  if (range == CodeRange::SevenBit) return data.compiled.get();
  if (range == CodeRange::Broken)
    raise_argument_error(vm, cat("invalid byte sequence in ", encoding_name(str->encoding())));
  if (data.fixed) {
    if (str->encoding() != data.encoding)
      raise(vm, vm.eCompatibilityError,
            cat("incompatible encoding regexp match (", encoding_display_name(data.encoding), " regexp with ",
                encoding_display_name(str->encoding()), " string)"));
    return data.compiled.get();
  }
  if (str->encoding() != Encoding::Binary) return data.compiled.get();
  if (!data.bytes) {
    const TranslatedPattern pattern = translate_pattern(data.source->view(), data.options);
    data.bytes = compile(vm, data.source, data.options, pattern.text, Encoding::Binary);
  }
  return data.bytes.get();
}

MatchRegs regs_of(const OnigRegion& region) { return {region.num_regs, region.beg, region.end}; }

bool search(VM& vm, Value regexp, String* str, size_t from, Direction direction, MatchRegs& regs) {
  RegexpData& data = regexp_data(vm, regexp);
  const OnigRegex program = prepare(vm, data, str);
  if (str->len > INT32_MAX) raise(vm, vm.eRegexpError, "too long string to match");
  if (!Search(vm, data, program, str, from, direction).run()) return false;
  regs = regs_of(vm.state<RegexpState>().region);
  return true;
}

} // namespace

const DataType kRegexpType = {"Regexp", mark_regexp, destroy_regexp, nullptr};

RegexpState::RegexpState() {
  initialize_library();
  onig_region_init(&region);
  onig_copy_syntax(&syntax, ONIG_SYNTAX_RUBY);
  // For the (?W:...) groups that translate_pattern writes.
  syntax.op2 |= ONIG_SYN_OP2_OPTION_ONIGURUMA;
  parameters_ = onig_new_match_param();
}

RegexpState::~RegexpState() {
  onig_region_free(&region, 0);
  onig_free_match_param(parameters_);
  if (grapheme) onig_free(grapheme);
}

void RegexpState::set_retry_limit(unsigned long limit) {
  if (limit == retry_limit_) return;
  retry_limit_ = limit;
  onig_set_retry_limit_in_match_of_match_param(parameters_, limit);
  onig_set_retry_limit_in_search_of_match_param(parameters_, limit);
}

void regexp_initialize(VM& vm, RegexpData& data, DataObject* owner, String* source, int options) {
  const TranslatedPattern pattern = translate_pattern(source->view(), options);
  if (!pattern.error.empty()) raise_regexp_error(vm, pattern.error, source);
  if (str_code_range(source) == CodeRange::Broken)
    raise_regexp_error(vm, "invalid multibyte character", source);
  const PatternEncoding encoding = pattern_encoding(vm, source, options, pattern);
  String* kept = str_new(vm, source->view(), encoding.encoding);
  str_code_range(kept);
  kept->flags |= Object::kFrozen;
  data.compiled = compile(vm, source, options, pattern.text, encoding.encoding);
  data.source = kept;
  data.options = options & (regexp_option::kIgnoreCase | regexp_option::kExtended |
                            regexp_option::kMultiline | regexp_option::kNoEncoding);
  data.encoding = encoding.encoding;
  data.fixed = encoding.fixed;
  vm.heap.write_barrier(owner, kept);
}

bool regexp_search(VM& vm, Value regexp, String* str, size_t from, MatchRegs& regs) {
  return search(vm, regexp, str, from, Direction::Forward, regs);
}

bool regexp_search_backward(VM& vm, Value regexp, String* str, size_t from, MatchRegs& regs) {
  return search(vm, regexp, str, from, Direction::Backward, regs);
}

bool regexp_match_at(VM& vm, Value regexp, String* str, size_t at, MatchRegs& regs) {
  return search(vm, regexp, str, at, Direction::Here, regs);
}

GroupNames regexp_group_names(const RegexpData& data) {
  GroupNames names;
  const auto collect = [](const OnigUChar* name, const OnigUChar* end, int count, int* groups, OnigRegex,
                          void* out) {
    static_cast<GroupNames*>(out)->emplace_back(
        std::string_view(reinterpret_cast<const char*>(name), static_cast<size_t>(end - name)),
        std::vector<int>(groups, groups + count));
    return 0;
  };
  onig_foreach_name(data.compiled.get(), collect, &names);
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return a.second[0] < b.second[0]; });
  return names;
}

size_t grapheme_length(VM& vm, String* s, size_t at) {
  auto& state = vm.state<RegexpState>();
  if (!state.grapheme) {
    OnigErrorInfo info{};
    constexpr std::string_view kPattern = "\\X";
    onig_new(&state.grapheme, uchars(kPattern.data()), uchars(kPattern.data() + kPattern.size()),
             ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, &state.syntax, &info);
  }
  const OnigUChar* const begin = uchars(s->data());
  const int n = str_code_range(s) == CodeRange::Valid
                    ? onig_match(state.grapheme, begin, begin + s->len, begin + at, nullptr, ONIG_OPTION_NONE)
                    : 0;
  return n > 0 ? static_cast<size_t>(n) : str_char_bytes(s, at);
}

} // namespace miniyarv
