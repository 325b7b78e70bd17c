#include "test/unit/catch.hpp"
#include "vm/core/spell_checker.hpp"

using namespace miniyarv;

TEST_CASE("edit distance counts insertions, deletions and replacements", "[spelling]") {
  CHECK(levenshtein_distance("", "") == 0);
  CHECK(levenshtein_distance("abc", "abc") == 0);
  CHECK(levenshtein_distance("abc", "") == 3);
  CHECK(levenshtein_distance("kitten", "sitting") == 3);
  CHECK(levenshtein_distance("flaw", "lawn") == 2);
}

TEST_CASE("similarity rewards common characters and a common start", "[spelling]") {
  CHECK(jaro_winkler_similarity("same", "same") == Approx(1.0));
  CHECK(jaro_winkler_similarity("abc", "xyz") == Approx(0.0));
  CHECK(jaro_winkler_similarity("MARTHA", "MARHTA") == Approx(0.9611).margin(0.0001));
  CHECK(jaro_winkler_similarity("DIXON", "DICKSONX") == Approx(0.8133).margin(0.0001));
}

TEST_CASE("corrections are the near words, best first", "[spelling]") {
  CHECK(spelling_corrections("frist", {"last", "first", "list"}) == std::vector<std::string>{"first"});
  CHECK(spelling_corrections("lenght", {"length", "size"}) == std::vector<std::string>{"length"});
  CHECK(spelling_corrections("foo_bar", {"@foo_bar", "other"}) == std::vector<std::string>{"@foo_bar"});
  CHECK(spelling_corrections("flatten_mapp", {"flat_map", "zip"}) == std::vector<std::string>{"flat_map"});
  CHECK(spelling_corrections("zork", {"first", "last"}).empty());
  CHECK(spelling_corrections("first", {"first"}).empty());
}
