// Aligned columns of text.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace sinew::cli {

// Numbers of one column with as many decimals as its largest magnitude asks for: points stand under points.
std::vector<std::string> aligned_numbers(std::span<const double> values);

class Table {
 public:
  enum class Align { left, right };

  void add_column(std::string title, std::vector<std::string> cells, Align align = Align::left);
  void add_numbers(std::string title, std::span<const double> values);
  // Numbers with their units behind them, under one title.
  void add_numbers(std::string title, std::span<const double> values, std::vector<std::string> units);

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
