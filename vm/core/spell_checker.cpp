#include "vm/core/spell_checker.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace miniyarv {
namespace {

struct Matches {
  std::vector<char> in_a, in_b;
  size_t count = 0;
};

/// Characters of `a` that occur in `b` within the window Jaro similarity allows. Precondition: a is no longer
/// than b.
Matches find_matches(std::string_view a, std::string_view b) {
  const size_t range = b.size() > 3 ? b.size() / 2 - 1 : 0;
  Matches m{std::vector<char>(a.size()), std::vector<char>(b.size())};
  for (size_t i = 0; i < a.size(); ++i) {
    const size_t end = std::min(i + range + 1, b.size());
    for (size_t j = i >= range ? i - range : 0; j < end; ++j) {
      if (m.in_b[j] || a[i] != b[j]) continue;
      m.in_a[i] = m.in_b[j] = 1;
      ++m.count;
      break;
    }
  }
  return m;
}

double jaro_similarity(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  const Matches m = find_matches(a, b);
  if (m.count == 0) return 0.0;
  size_t out_of_order = 0, j = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!m.in_a[i]) continue;
    while (!m.in_b[j]) ++j;
    if (a[i] != b[j++]) ++out_of_order;
  }
  const auto matched = static_cast<double>(m.count);
  const auto transpositions = static_cast<double>(out_of_order / 2);
  return (matched / static_cast<double>(a.size()) + matched / static_cast<double>(b.size()) +
          (matched - transpositions) / matched) /
         3;
}

std::string normalize(std::string_view word) {
  std::string out;
  for (const char c : word)
    if (c != '@') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return out;
}

} // namespace

double jaro_winkler_similarity(std::string_view a, std::string_view b) {
  constexpr double kThreshold = 0.7, kPrefixWeight = 0.1;
  constexpr size_t kMaxPrefix = 4;
  const double jaro = jaro_similarity(a, b);
  if (jaro <= kThreshold) return jaro;
  size_t prefix = 0;
  while (prefix < kMaxPrefix && prefix < a.size() && prefix < b.size() && a[prefix] == b[prefix]) ++prefix;
  return jaro + static_cast<double>(prefix) * kPrefixWeight * (1 - jaro);
}

size_t levenshtein_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::vector<std::string> spelling_corrections(std::string_view input,
                                              const std::vector<std::string>& dictionary) {
  const std::string wanted = normalize(input);
  const double threshold = wanted.size() > 3 ? 0.834 : 0.77;
  std::vector<std::pair<double, std::string>> candidates;
  for (const std::string& word : dictionary)
    if (word != input && jaro_winkler_similarity(normalize(word), wanted) >= threshold)
      candidates.push_back({jaro_winkler_similarity(word, wanted), word});
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::reverse(candidates.begin(), candidates.end());

  const auto mistypes = static_cast<size_t>(std::ceil(static_cast<double>(wanted.size()) * 0.25));
  std::vector<std::string> found;
  for (const auto& [similarity, word] : candidates)
    if (levenshtein_distance(normalize(word), wanted) <= mistypes) found.push_back(word);
  if (!found.empty()) return found;
  for (const auto& [similarity, word] : candidates) {
    const std::string plain = normalize(word);
    if (levenshtein_distance(plain, wanted) < std::min(plain.size(), wanted.size())) return {word};
  }
  return found;
}

} // namespace miniyarv
