// Writes text tables with aligned columns.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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
  // Adds a column with a cell for each item of a list; `text` is a member of the item or a function of it.
  template <class Items, class Text>
  void add_texts(const std::string& title, const Items& items, const Text& text, Align align = Align::left) {
    add_column(title, cells_of(items, text), align);
  }
  // The same, but leaves the column out if all its cells are empty.
  template <class Items, class Text>
  void add_texts_if_any(std::string title, const Items& items, const Text& text, Align align = Align::left) {
    std::vector<std::string> cells = cells_of(items, text);
    for (const std::string& cell : cells) {
      if (!cell.empty()) return add_column(std::move(title), std::move(cells), align);
    }
  }
  void add_numbers(std::string title, std::span<const double> values);
  void add_numbers(std::string title, std::span<const double> values, const NumberFormat& format);
  // Adds numbers, each of them followed by its unit.
  void add_numbers(const std::string& title, std::span<const double> values,
                   const std::vector<std::string>& units);
  // Adds a number for each item of a list; `number` is a member of the item or a function of it.
  template <class Items, class Number>
  requires std::is_invocable_r_v<double, const Number&, const typename Items::value_type&>
  void add_numbers(std::string title, const Items& items, const Number& number) {
    std::vector<double> values;
    for (const auto& item : items) values.push_back(std::invoke(number, item));
    add_numbers(std::move(title), values);
  }

  // Returns the table, indented by two spaces, with a rule under the titles.
  std::string to_string() const;

 private:
  template <class Items, class Text>
  static std::vector<std::string> cells_of(const Items& items, const Text& text) {
    std::vector<std::string> cells;
    for (const auto& item : items) cells.emplace_back(std::invoke(text, item));
    return cells;
  }

  struct Column {
    std::string title;
    std::vector<std::string> cells;
    Align align;
  };
  std::vector<Column> columns_;
};

}  // namespace sinew::cli
