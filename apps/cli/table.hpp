// Aligned columns of text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

// Letters, not bytes: names may be written in any language, and marks above letters take no room.
std::size_t width_of(std::string_view text);

// How the numbers of a column, or of a whole matrix, are written: as many decimals as the largest magnitude
// asks for, so that points stand under points. What is left by rounding (below 1e-12) is written as zero.
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
  // Numbers with their units behind them, under one title.
  void add_numbers(const std::string& title, std::span<const double> values,
                   const std::vector<std::string>& units);

  // Indented by two blanks, a rule under the titles.
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
