// Aligned columns: the first to the left, the others to the right.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

namespace bench {

struct TextTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> lines;

  explicit TextTable(std::vector<std::string> columns) : head(std::move(columns)) {}

  std::string text() const {
    std::vector<std::size_t> widths;
    for (const std::string& cell : head) widths.push_back(cell.size());
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    }
    std::string result;
    const auto add = [&](const std::vector<std::string>& line) {
      result += fmt::format("  {:<{}}", line.front(), widths.front());
      for (std::size_t i = 1; i < line.size(); ++i) result += fmt::format("  {:>{}}", line[i], widths[i]);
      result += "\n";
    };
    add(head);
    for (const auto& line : lines) add(line);
    return result;
  }
};

inline std::string readable_time(double microseconds) {
  return microseconds < 99.95 ? fmt::format("{:#.3g}", microseconds) : fmt::format("{:.0f}", microseconds);
}
inline std::string readable_ratio(double ratio) {
  return ratio < 0.0995 ? fmt::format("{:#.2g}", ratio) : fmt::format("{:.2f}", ratio);
}

}  // namespace bench
