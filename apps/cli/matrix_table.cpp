#include "apps/cli/matrix_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/table.hpp"

namespace sinew::cli {

std::string matrix_table(const Matrix<double>& matrix, const std::vector<std::string>& row_names) {
  constexpr std::size_t line_width = 110;
  const std::size_t rows = row_names.size(), columns = std::size_t(matrix.cols());
  const NumberFormat format({matrix.data(), rows * columns});
  std::size_t label_width = 0, cell_width = 3;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < rows; ++i) {
    labels.push_back(fmt::format("{} {}", i, row_names[i]));
    label_width = std::max(label_width, labels[i].size() + 2);
  }
  for (std::size_t i = 0; i < rows * columns; ++i) {
    cell_width = std::max(cell_width, format(matrix.data()[i]).size() + 2);
  }
  const std::size_t block = std::max(cell_width, line_width - std::min(line_width, label_width)) / cell_width;
  std::string text;
  for (std::size_t first = 0; first < columns; first += block) {
    Table table;
    table.add_column("row", labels);
    for (std::size_t j = first; j < std::min(first + block, columns); ++j) {
      table.add_numbers(fmt::format("{}", j), {matrix.data() + j * rows, rows}, format);
    }
    text += (first == 0 ? "" : "\n") + table.to_string();
  }
  return text;
}

}  // namespace sinew::cli
