// Writes the report of `sinew count`: text tables or one JSON object.
#include <fmt/format.h>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/count.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/json_text.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {
namespace {

struct Kind {
  const char* title;
  long Operations::*operations;
};
constexpr Kind operation_kinds[] = {{"additions", &Operations::additions},
                                    {"multiplications", &Operations::multiplications},
                                    {"divisions", &Operations::divisions},
                                    {"square roots", &Operations::square_roots},
                                    {"sines, cosines", &Operations::sines_cosines}};

// Adds one column for each kind of operation that occurs, with the average per link in brackets if there are links.
void add_columns(Table& table, const std::vector<Operations>& rows, std::size_t links = 0) {
  for (const auto& [title, operations] : operation_kinds) {
    std::vector<std::string> cells;
    bool any = false;
    for (const Operations& row : rows) {
      const long number = row.*operations;
      any |= number != 0;
      cells.push_back(fmt::format("{}", number));
      if (links > 0)
        cells.back() += fmt::format(" ({:.1f})", static_cast<double>(number) / static_cast<double>(links));
    }
    const std::string heading = links > 0 ? fmt::format("{} (per link)", title) : title;
    if (any) table.add_column(heading, cells, Table::Align::right);
  }
}

}  // namespace

std::string count_text(const Model& model, const std::vector<CountedQuantity>& list) {
  std::vector<std::string> names;
  std::vector<Operations> executed, folded;
  for (const CountedQuantity& item : list) {
    names.emplace_back(info(item.quantity).name);
    executed.push_back(item.total.executed);
    folded.push_back(item.total.folded);
  }
  const std::size_t links = model.joints().size();
  std::string text = fmt::format("operations on {}: {} link{} that move{}, {} base\n", model.name(), links,
                                 links == 1 ? "" : "s", links == 1 ? "s" : "",
                                 has_floating_base(model) ? "floating" : "fixed");
  if (constraint_count(model) > 0)
    text += fmt::format("ignored (treated as open): {}\n", constraints_in_words(model));
  const std::pair<const char*, const std::vector<Operations>*> tables[] = {
      {"as executed", &executed}, {"with the constants of this robot folded", &folded}};
  for (const auto& [title, rows] : tables) {
    Table table;
    table.add_column("algorithm", names);
    add_columns(table, *rows, links);
    text += fmt::format("\n{}\n\n{}", title, table.to_string());
  }
  for (const CountedQuantity& item : list) {
    if (item.by_link.empty()) continue;
    std::vector<std::string> joints;
    std::vector<Operations> added;
    for (const LinkCount& row : item.by_link) {
      joints.push_back(row.joint);
      added.push_back(row.added.executed);
    }
    joints.emplace_back("all");
    added.push_back(item.total.executed);
    Table table;
    table.add_column("link of", joints);
    add_columns(table, added);
    text += fmt::format("\n{}: operations added by each link, as executed\n\n{}", info(item.quantity).name,
                        table.to_string());
  }
  return text;
}

std::string count_json(const Model& model, const std::vector<CountedQuantity>& list) {
  Json all = Json::array();
  for (const CountedQuantity& item : list) {
    Json entry = {{"name", info(item.quantity).name},
                  {"executed", json_of(item.total.executed)},
                  {"folded", json_of(item.total.folded)}};
    if (!item.by_link.empty()) {
      Json rows = Json::array();
      for (const LinkCount& row : item.by_link) {
        rows.push_back({{"joint", row.joint},
                        {"executed", json_of(row.added.executed)},
                        {"folded", json_of(row.added.folded)}});
      }
      entry["by_link"] = std::move(rows);
    }
    all.push_back(std::move(entry));
  }
  Json report = {{"model", model.name()},
                 {"base", has_floating_base(model) ? "floating" : "fixed"},
                 {"links", model.joints().size()},
                 {"dofs", model.velocity_size()},
                 {"algorithms", std::move(all)}};
  if (const int count = constraint_count(model); count > 0) report["loops_left_out"] = count;
  return report.dump(2) + "\n";
}

}  // namespace sinew::cli
