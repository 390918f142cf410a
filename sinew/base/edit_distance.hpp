// Computes the edit distance of two words, to find the known name that is closest to a misspelt one.
#pragma once

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace sinew {

// Returns the number of letters to insert, delete or replace to change one word into the other (Levenshtein).
inline int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace sinew
