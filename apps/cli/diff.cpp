#include "apps/cli/diff.hpp"

#include <fmt/format.h>

#include "apps/cli/json_text.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {

std::string diff_text(const DiffRequest& request, const std::vector<Difference>& differences) {
  const std::string of = fmt::format("{} and {}", request.first.file, request.second);
  if (differences.empty()) return of + ": no differences\n";
  const auto value = [](std::string Difference::*side) {
    return [side](const Difference& d) { return (d.*side).empty() ? "-" : d.*side; };
  };
  Table table;
  table.add_texts("where", differences, &Difference::where);
  table.add_texts("what", differences, &Difference::what);
  table.add_texts("first", differences, value(&Difference::first));
  table.add_texts("second", differences, value(&Difference::second));
  const std::size_t count = differences.size();
  return fmt::format("{}: {} difference{}\n\n{}", of, count, count == 1 ? "" : "s", table.to_string());
}

std::string diff_json(const std::vector<Difference>& differences) {
  const auto value_or_null = [](const std::string& value) { return value.empty() ? Json() : Json(value); };
  Json list = Json::array();
  for (const Difference& difference : differences) {
    list.push_back({{"where", difference.where},
                    {"what", difference.what},
                    {"first", value_or_null(difference.first)},
                    {"second", value_or_null(difference.second)}});
  }
  return text_of({{"differences", std::move(list)}});
}

}  // namespace sinew::cli
