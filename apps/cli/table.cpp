#include "apps/cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew::cli {
namespace {

constexpr double rounding = 1e-12;

std::vector<std::string> formatted(std::span<const double> values, const NumberFormat& format) {
  std::vector<std::string> cells;
  for (const double value : values) cells.push_back(format(value));
  return cells;
}

std::string padded(const std::string& text, std::size_t width, Table::Align align) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  return align == Table::Align::left ? text + blanks : blanks + text;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](std::size_t k) {
      return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u;
    };
    const bool is_start = (byte(i) & 0xc0) != 0x80;
    const bool is_mark_above =
        byte(i) == 0xcc || (byte(i) == 0xcd && byte(i + 1) < 0xb0);  // U+0300 to U+036F
    width += is_start && !is_mark_above;
  }
  return width;
}

NumberFormat::NumberFormat(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  if (largest < rounding) return;
  exponents_ = largest >= 1e9 || largest < 1e-6;
  if (largest >= 1e5) decimals_ = 3;
  if (largest < 0.1) decimals_ = 9;
}

std::string NumberFormat::operator()(double value) const {
  if (std::abs(value) < rounding) value = 0;
  std::string text = exponents_ ? fmt::format("{:.6e}", value) : fmt::format("{:.{}f}", value, decimals_);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  if (zero && text[0] == '-') text.erase(0, 1);
  return text;
}

void Table::add_column(std::string title, std::vector<std::string> cells, Align align) {
  columns_.push_back({std::move(title), std::move(cells), align});
}

void Table::add_numbers(std::string title, std::span<const double> values) {
  add_numbers(std::move(title), values, NumberFormat(values));
}

void Table::add_numbers(std::string title, std::span<const double> values, const NumberFormat& format) {
  add_column(std::move(title), formatted(values, format), Align::right);
}

void Table::add_numbers(const std::string& title, std::span<const double> values,
                        const std::vector<std::string>& units) {
  std::vector<std::string> cells = formatted(values, NumberFormat(values));
  std::size_t number_width = 0, unit_width = 0;
  for (const std::string& cell : cells) number_width = std::max(number_width, cell.size());
  for (const std::string& unit : units) unit_width = std::max(unit_width, unit.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = fmt::format("{:>{}} {:<{}}", cells[i], number_width, units[i], unit_width);
  }
  // The title is aligned with the end of the numbers.
  add_column(title + std::string(unit_width + 1, ' '), std::move(cells), Align::right);
}

std::string Table::to_string() const {
  std::vector<std::size_t> widths;
  std::size_t rows = 0;
  for (const Column& column : columns_) {
    std::size_t width = width_of(column.title);
    for (const std::string& cell : column.cells) width = std::max(width, width_of(cell));
    widths.push_back(width);
    rows = std::max(rows, column.cells.size());
  }
  std::string text;
  const auto add_line = [&](auto&& cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      line += "  " + padded(cell_of(columns_[i]), widths[i], columns_[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([](const Column& column) { return column.title; });
  std::string rule;
  for (const std::size_t width : widths) rule += "  " + std::string(width, '-');
  text += rule + "\n";
  for (std::size_t row = 0; row < rows; ++row) {
    add_line(
        [&](const Column& column) { return row < column.cells.size() ? column.cells[row] : std::string(); });
  }
  return text;
}

}  // namespace sinew::cli
