#include "apps/viewer/server/result_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "apps/viewer/server/page.hpp"
#include "apps/viewer/server/text.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/results/hdf5.hpp"

namespace sinew::viewer {
namespace {

constexpr std::size_t longest_path = 300;  // bytes; names of loops and frames can be of any length
constexpr std::size_t most_kept = 2 * Page::most_numbers;
constexpr std::size_t most_per_piece = std::size_t(1) << 17;  // numbers read at once

void check_amount(std::size_t count, std::size_t width, const std::string& what) {
  if (width == 0 || count <= Page::most_numbers / width) return;
  throw std::invalid_argument(fmt::format("{} {} of {} numbers were requested; at most {} numbers at once",
                                          count, what, width, Page::most_numbers));
}

}  // namespace

ResultNumbers::ResultNumbers(const std::filesystem::path& file) : file_(file) {
  for (const ResultArray& array : file_.arrays()) {
    std::string path = valid_utf8(array.path);
    if (path.size() > longest_path || std::find(paths_.begin(), paths_.end(), path) != paths_.end())
      path = fmt::format("{}~{}", first_bytes(path, longest_path), paths_.size());
    paths_.push_back(std::move(path));
  }
}

std::size_t ResultNumbers::index_of(std::string_view path) const {
  const auto found = std::find(paths_.begin(), paths_.end(), path);
  if (found == paths_.end()) throw std::invalid_argument(unknown_name("array", path, paths_));
  return std::size_t(found - paths_.begin());
}

std::vector<double> ResultNumbers::rows(std::string_view path, std::size_t first, std::size_t count,
                                        std::size_t stride) const {
  const ResultArray& what = array(index_of(path));
  check_amount(count, what.columns.size(), "rows");
  return file_.read(what.path, first, count, stride);
}

std::vector<double> ResultNumbers::overview(std::string_view path, std::size_t column, std::size_t buckets) {
  const std::size_t index = index_of(path), width = array(index).columns.size();
  if (column >= width)
    throw std::invalid_argument(
        fmt::format("column {} of '{}' was requested; there are {}", column, path, width));
  check_amount(buckets, 2, "pieces");
  // Computes all columns in one pass, unless that would be too much to keep.
  const bool takes_all = width * buckets * 2 <= Page::most_numbers;
  const std::size_t first = takes_all ? 0 : column, end = takes_all ? width : column + 1;
  const Key key{index, first, end, buckets};
  auto found = kept_.find(key);
  if (found == kept_.end()) {
    std::vector<double> values = extremes(index, first, end, buckets);
    if (kept_numbers_ + values.size() > most_kept) kept_.clear(), kept_numbers_ = 0;
    kept_numbers_ += values.size();
    found = kept_.emplace(key, std::move(values)).first;
  }
  const auto begin = found->second.begin() + std::ptrdiff_t(2 * buckets * (column - first));
  return {begin, begin + std::ptrdiff_t(2 * buckets)};
}

std::vector<double> ResultNumbers::extremes(std::size_t index, std::size_t first, std::size_t end,
                                            std::size_t buckets) const {
  const ResultArray& what = array(index);
  const std::size_t width = what.columns.size(), all = file_.rows();
  std::vector<double> values(2 * buckets * (end - first), std::numeric_limits<double>::quiet_NaN());
  // Reads whole chunks of the file, so that none is decompressed twice.
  const std::size_t in_file = std::size_t(hdf5::rows_per_piece(width));
  const std::size_t most = in_file * std::max<std::size_t>(most_per_piece / (in_file * width), 1);
  std::size_t bucket = 0;
  for (std::size_t row = 0; row < all && buckets > 0; row += most) {
    const std::size_t count = std::min(most, all - row);
    const std::vector<double> piece = file_.read(what.path, row, count);
    for (std::size_t i = 0; i < count; ++i) {
      while ((bucket + 1) * all / buckets <= row + i) ++bucket;
      for (std::size_t column = first; column < end; ++column) {
        double* const extreme = &values[2 * (buckets * (column - first) + bucket)];
        const double value = piece[i * width + column];
        // Written so that a number replaces NaN, and NaN replaces nothing.
        if (!(extreme[0] <= value) && value == value) extreme[0] = value;
        if (!(extreme[1] >= value) && value == value) extreme[1] = value;
      }
    }
  }
  return values;
}

}  // namespace sinew::viewer
