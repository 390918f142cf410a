// Reads the numbers of a result that the page requests: some rows of an array, or the minimum and maximum of each of
// its buckets of rows. Only the necessary part of the file is read, never all of it at once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sinew/io/results/result_file.hpp"

namespace sinew::viewer {

class ResultNumbers {
 public:
  explicit ResultNumbers(const std::filesystem::path& file);

  const ResultFile& file() const { return file_; }
  // The names that the page uses for the arrays: their paths, shortened if they are too long for an address.
  const std::vector<std::string>& paths() const { return paths_; }

  // The same as those of Page.
  std::vector<double> rows(std::string_view path, std::size_t first, std::size_t count,
                           std::size_t stride) const;
  std::vector<double> overview(std::string_view path, std::size_t column, std::size_t buckets);

 private:
  // Computes minimum and maximum of all buckets, column by column, for the columns from `first` up to but excluding
  // `end`.
  std::vector<double> extremes(std::size_t array, std::size_t first, std::size_t end,
                               std::size_t buckets) const;
  std::size_t index_of(std::string_view path) const;
  const ResultArray& array(std::size_t index) const { return file_.arrays()[index]; }

  ResultFile file_;
  std::vector<std::string> paths_;
  // One pass through an array serves all of its columns, so all are kept. Key: array, first and end column, buckets.
  using Key = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
  std::map<Key, std::vector<double>> kept_;
  std::size_t kept_numbers_ = 0;
};

}  // namespace sinew::viewer
