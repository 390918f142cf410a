// Writes text tables with aligned columns.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

// Returns the width of UTF-8 text in characters. Combining marks have no width.
std::size_t width_of(std::string_view text);

// Formats the numbers of a column, or of a whole matrix. The largest magnitude determines the number of decimals, so
// that decimal points are aligned. Rounding errors (below 1e-12) are written as zero.
class NumberFormat {
 public:
  explicit NumberFormat(std::span<const double> values);
  std::string operator()(double value) const;

 private:
  int decimals_ = 6;
  bool exponents_ = false;
};

class Table {
 public:
  enum class Align { left, right };

  void add_column(std::string title, std::vector<std::string> cells, Align align = Align::left);
  void add_numbers(std::string title, std::span<const double> values);
  void add_numbers(std::string title, std::span<const double> values, const NumberFormat& format);
  // Adds numbers, each of them followed by its unit.
  void add_numbers(const std::string& title, std::span<const double> values,
                   const std::vector<std::string>& units);

  // Returns the table, indented by two spaces, with a rule under the titles.
  std::string to_string() const;

 private:
  struct Column {
    std::string title;
    std::vector<std::string> cells;
    Align align;
  };
  std::vector<Column> columns_;
};

}  // namespace sinew::cli
