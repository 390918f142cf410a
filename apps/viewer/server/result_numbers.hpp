// The numbers of a result as the page asks for them: some rows of an array, or the least and greatest of its pieces. The
// file is read as far as that takes, never the whole at once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sinew/io/result_file.hpp"

namespace sinew::viewer {

class ResultNumbers {
 public:
  explicit ResultNumbers(const std::filesystem::path& file);

  const ResultFile& file() const { return file_; }
  // What the page calls the arrays: their paths, which are cut where they are too long for an address.
  const std::vector<std::string>& paths() const { return paths_; }

  // As those of Page.
  std::vector<double> rows(std::string_view path, std::size_t first, std::size_t count,
                           std::size_t stride) const;
  std::vector<double> overview(std::string_view path, std::size_t column, std::size_t buckets);

 private:
  // Of columns first up to end: for each all pieces in turn.
  std::vector<double> extremes(std::size_t array, std::size_t first, std::size_t end,
                               std::size_t buckets) const;
  std::size_t index_of(std::string_view path) const;
  const ResultArray& array(std::size_t index) const { return file_.arrays()[index]; }

  ResultFile file_;
  std::vector<std::string> paths_;
  // One reading of an array serves all of its columns, so all are kept: by array, columns, buckets.
  using Key = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
  std::map<Key, std::vector<double>> kept_;
  std::size_t kept_numbers_ = 0;
};

}  // namespace sinew::viewer
