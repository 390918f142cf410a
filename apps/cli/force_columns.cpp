#include "apps/cli/force_columns.hpp"

#include <fmt/format.h>

namespace sinew::cli {
namespace {

std::string loop_table(const std::vector<LoopForce>& loops) {
  std::vector<Force<double>> forces;
  for (const LoopForce& each : loops) forces.push_back(each.force);
  Table table;
  table.add_texts("loop", loops, [](const LoopForce& each) { return each.loop->name; });
  table.add_texts("kind", loops, [](const LoopForce& each) { return name_of(each.loop->connection.kind); });
  table.add_texts("on body", loops, [](const LoopForce& each) {
    const std::string& body = each.loop->second.body;
    return body.empty() ? "(ground)" : body;
  });
  add_force_columns(table, forces);
  return table.to_string();
}

std::string coupling_table(const std::vector<CouplingTorque>& couplings) {
  Table table;
  table.add_texts("coupling", couplings, &CouplingTorque::name);
  table.add_numbers("torque or force on the follower [Nm, N]", couplings, &CouplingTorque::torque);
  return table.to_string();
}

}  // namespace

void add_force_columns(Table& table, const std::vector<Force<double>>& forces) {
  std::vector<double> columns[6];
  for (const auto& [n, f] : forces) {
    const double values[] = {n.x, n.y, n.z, f.x, f.y, f.z};
    for (int i = 0; i < 6; ++i) columns[i].push_back(values[i]);
  }
  constexpr const char* titles[] = {"nx [N m]", "ny [N m]", "nz [N m]", "fx [N]", "fy [N]", "fz [N]"};
  for (int i = 0; i < 6; ++i) table.add_numbers(titles[i], columns[i]);
}

std::string loop_report(const ClosedLoops& closed) {
  std::string text =
      fmt::format("constraints: {} rows of rank {} leave {} degree{} of freedom ({})\n", closed.rows,
                  closed.rank, closed.dofs, closed.dofs == 1 ? "" : "s", closed.method);
  if (!closed.loops.empty()) {
    text += "\nloop forces on the second body, in the axes and at the origin of the loop's second end\n\n" +
            loop_table(closed.loops);
  }
  if (!closed.couplings.empty()) text += "\n" + coupling_table(closed.couplings);
  return text;
}

}  // namespace sinew::cli
