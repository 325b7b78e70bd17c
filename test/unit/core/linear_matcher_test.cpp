#include "test/unit/catch.hpp"
#include "vm/core/linear_matcher.hpp"
#include "vm/core/regexp_pattern.hpp"

#include <optional>
#include <random>

using namespace miniyarv;

namespace {

const OnigUChar* uchars(const char* p) { return reinterpret_cast<const OnigUChar*>(p); }

/// A pattern both ways: by Oniguruma alone and as a linear program.
class BothEngines {
public:
  explicit BothEngines(const std::string& source) : pattern_(translate_pattern(source, 0).text) {
    static const bool ready = [] {
      OnigEncoding encodings[] = {ONIG_ENCODING_UTF8};
      return onig_initialize(encodings, 1) == ONIG_NORMAL;
    }();
    REQUIRE(ready);
    onig_copy_syntax(&syntax_, ONIG_SYNTAX_RUBY);
    syntax_.op2 |= ONIG_SYN_OP2_OPTION_ONIGURUMA;
    OnigErrorInfo info{};
    REQUIRE(onig_new(&regex_, uchars(pattern_.data()), uchars(pattern_.data() + pattern_.size()),
                     ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, &syntax_, &info) == ONIG_NORMAL);
    linear_ = compile_linear(pattern_, ONIG_OPTION_NONE, ONIG_ENCODING_UTF8, &syntax_,
                             onig_number_of_names(regex_) > 0);
  }
  ~BothEngines() { onig_free(regex_); }
  BothEngines(const BothEngines&) = delete;

  bool suitable() const { return linear_ != nullptr; }

  using Groups = std::optional<std::vector<int>>;

  Groups by_oniguruma(const std::string& text) const {
    OnigRegion* region = onig_region_new();
    const OnigUChar* const begin = uchars(text.data());
    const OnigUChar* const end = begin + text.size();
    const int at = onig_search(regex_, begin, end, begin, end, region, ONIG_OPTION_NONE);
    Groups groups;
    if (at >= 0) {
      groups.emplace();
      for (int i = 0; i < region->num_regs; ++i) {
        groups->push_back(region->beg[i]);
        groups->push_back(region->end[i]);
      }
    }
    onig_region_free(region, 1);
    return groups;
  }

  Groups by_linear_matcher(const std::string& text) const {
    LinearMatcher matcher(*linear_, text, [] { return false; });
    for (size_t at = 0; at <= text.size(); ++at) {
      if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) continue;
      if (matcher.match_at(at) != LinearMatcher::Result::Match) continue;
      return std::vector<int>(matcher.slots().begin(),
                              matcher.slots().begin() + static_cast<ptrdiff_t>(2 * linear_->groups));
    }
    return std::nullopt;
  }

private:
  std::string pattern_;
  OnigSyntaxType syntax_{};
  OnigRegex regex_ = nullptr;
  std::unique_ptr<LinearProgram> linear_;
};

} // namespace

TEST_CASE("the linear matcher finds what Oniguruma finds", "[regexp]") {
  const std::vector<std::string> patterns = {
      "a",
      "abc",
      "a|b|cd",
      "(a|ab)(c|bcd)(d*)",
      "a*b",
      "a*?b",
      "(a*)*b",
      "(a*)+",
      "(a|b)*?c",
      "a{2,3}",
      "a{2}?b",
      "a{,2}b",
      "(?:a|b){2,}c",
      "^a$",
      "\\Aab?\\z",
      "\\bb+\\b",
      "[a-c]+d",
      "[^a]b",
      "(?<x>a)(b)",
      "(a)(?:b)(c)?",
      "(?i:A)b",
      "a(?=b)",
      "a(?!b)",
      "(?<=a)b",
      "(?<!a)b",
      "(?>a+)b",
      ".+b",
      "(.)(.)?",
      "\\w+\\s\\w+",
      "(?x: a b # c\n)",
      "(a?)(a?)b",
      "((a)|b)*",
      "(a|b|)c",
      "\\p{Alpha}+",
      "é+|b",
      "(?:(a)|b)+",
      "a??b",
      "(|a)+b",
      "(a+|b+)*c",
      "x*",
      "[[:upper:]]b",
      "\\x61b",
  };
  const std::vector<std::string> texts = {"",      "a",        "b",     "ab",   "aab",
                                          "abcd",  "aaabcbcd", "ba ab", "cabd", "bbaac",
                                          "Ab ab", "a\nab\nb", "éébaé", "xab",  "aabbcc d"};
  for (const std::string& source : patterns) {
    const BothEngines engines(source);
    INFO(source);
    REQUIRE(engines.suitable());
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(engines.by_linear_matcher(text) == engines.by_oniguruma(text));
    }
  }
}

TEST_CASE("the linear matcher agrees on random patterns", "[regexp]") {
  std::mt19937 random(42);
  const auto pick = [&](auto n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::string atoms[] = {"a", "b", "[ab]", ".", "(a|b)", "(ab)", "(?:a|)", "a|b", "\\b", "^"};
  const std::string quantifiers[] = {"", "", "*", "+", "?", "*?", "+?", "{1,2}"};
  for (int round = 0; round < 300; ++round) {
    std::string source;
    for (int i = 0, n = 1 + pick(4); i < n; ++i) {
      const std::string& atom = atoms[pick(10)];
      source += atom.size() > 1 && atom.find('|') != std::string::npos ? "(?:" + atom + ")" : atom;
      if (atom != "^" && atom != "\\b") source += quantifiers[pick(8)];
    }
    const BothEngines engines(source);
    INFO(source);
    REQUIRE(engines.suitable());
    std::string text;
    for (int i = 0, n = pick(12); i < n; ++i) text += "ab c"[pick(4)];
    INFO(text);
    CHECK(engines.by_linear_matcher(text) == engines.by_oniguruma(text));
  }
}

TEST_CASE("back references and their like are left to Oniguruma", "[regexp]") {
  for (const char* source : {"(a)\\1", "(?<x>a)\\k<x>", "(?<x>a\\g<x>?)", "a\\Kb", "(?~ab)", "a++b"})
    CHECK_FALSE(BothEngines(source).suitable());
}

TEST_CASE("nested repetition takes time linear in the text", "[regexp]") {
  const std::string text = std::string(5000, 'a') + "b";
  for (const char* source : {"(a+)+$", "(a|a)+$", "(a|aa)+$", "(.*a){12}$", "(a*)*c"}) {
    const BothEngines engines(source);
    REQUIRE(engines.suitable());
    CHECK(engines.by_linear_matcher(text) == std::nullopt);
  }
}

TEST_CASE("patterns are rewritten where Ruby and Oniguruma differ", "[regexp]") {
  const auto translated = [](std::string_view source, int options = 0) {
    return translate_pattern(source, options).text;
  };
  CHECK(translated("a\\d") == "a[0-9]");
  CHECK(translated("[\\w-]") == "[[a-zA-Z0-9_]-]");
  CHECK(translated("\\u3042\\u{41 42}") == "\\x{3042}\\x{41}\\x{42}");
  CHECK(translated("(?u)\\w(?d)\\w") == "\\w[a-zA-Z0-9_]");
  CHECK(translated("(?a:[[:alpha:]])b") == "(?WDSP:[[:alpha:]])b");
  CHECK(translated("\\w", regexp_option::kIgnoreCase) == "(?W:\\w)");
  CHECK(translated("a # \\w [\nb", regexp_option::kExtended) == "a \nb");
  CHECK(translated("[[:digit:]\\]\\s]") == "[[:digit:]\\][\\x09-\\x0d\\x20]]");
  CHECK(translate_pattern("\\u{110000}", 0).error == "invalid Unicode range");
  CHECK(translate_pattern("\\u12", 0).error == "invalid Unicode escape");
  CHECK(translate_pattern("a\\", 0).error == "too short escape sequence");
}
