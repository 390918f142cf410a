#include "apps/cli/force_columns.hpp"

#include <fmt/format.h>

namespace sinew::cli {
namespace {

std::string loop_table(const std::vector<LoopForce>& loops) {
  std::vector<std::string> names, kinds, bodies;
  std::vector<Force<double>> forces;
  for (const auto& [loop, force] : loops) {
    names.push_back(loop->name);
    kinds.emplace_back(name_of(loop->connection.kind));
    bodies.push_back(loop->second.body.empty() ? "(ground)" : loop->second.body);
    forces.push_back(force);
  }
  Table table;
  table.add_column("loop", names);
  table.add_column("kind", kinds);
  table.add_column("on body", bodies);
  add_force_columns(table, forces);
  return table.to_string();
}

std::string coupling_table(const std::vector<CouplingTorque>& couplings) {
  std::vector<std::string> names;
  std::vector<double> torques;
  for (const auto& [name, torque] : couplings) {
    names.push_back(name);
    torques.push_back(torque);
  }
  Table table;
  table.add_column("coupling", names);
  table.add_numbers("torque or force on the follower [Nm, N]", torques);
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
