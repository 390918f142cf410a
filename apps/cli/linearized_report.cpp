#include "apps/cli/linearized_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/dof_tables.hpp"
#include "apps/cli/matrix_table.hpp"

namespace sinew::cli {
namespace {

std::string modes_table(const std::vector<Coordinate>& dofs, const std::vector<Mode>& modes) {
  std::vector<double> frequency, damping, real, imaginary;
  std::vector<std::string> largest;
  for (const Mode& mode : modes) {
    real.push_back(mode.eigenvalue.real());
    imaginary.push_back(mode.eigenvalue.imag());
    frequency.push_back(mode.frequency);
    damping.push_back(mode.damping_ratio);
    std::size_t most = 0;
    for (std::size_t i = 1; i < mode.shape.size(); ++i) {
      if (std::abs(mode.shape[i]) > std::abs(mode.shape[most]) * (1 + 1e-9)) most = i;
    }
    largest.push_back(dofs.at(most).name);
  }
  Table table;
  table.add_column("moves most", largest);
  table.add_numbers("real [1/s]", real);
  table.add_numbers("imaginary [1/s]", imaginary);
  table.add_numbers("frequency [rad/s]", frequency);
  table.add_numbers("damping ratio", damping);
  return table.to_string();
}

Json complex_numbers(const std::vector<std::complex<double>>& numbers) {
  Json list = Json::array();
  for (const auto& x : numbers) list.push_back({x.real(), x.imag()});
  return list;
}

}  // namespace

std::string linearized_text(const Model& model, const Linearized& linearized) {
  const Linearization& linear = linearized.matrices;
  const std::vector<Coordinate> dofs = velocity_coordinates(model);
  if (dofs.empty()) return no_joints;
  std::vector<std::string> rows;
  for (const char* const change : {"d ", "d/dt "}) {
    for (const Coordinate& dof : dofs) rows.push_back(change + dof.name);
  }
  std::string text = "modes, slowest first\n\n" + modes_table(dofs, linearized.modes);
  for (const auto& [title, matrix] : {std::pair{"A", &linear.A}, {"B", &linear.B}})
    text += fmt::format("\n{}\n\n{}", title, matrix_table(*matrix, rows));
  text += fmt::format("\nA of one step of {:g} s\n\n{}", linear.step, matrix_table(linear.A_discrete, rows));
  text += fmt::format("\nB of one step of {:g} s\n\n{}", linear.step, matrix_table(linear.B_discrete, rows));
  if (!linear.left_out.empty()) text += fmt::format("\nleft out: {}\n", fmt::join(linear.left_out, ", "));
  return text;
}

void add_linearized(Json& report, const Linearized& linearized) {
  const Linearization& linear = linearized.matrices;
  report["A"] = rows_of(linear.A);
  report["B"] = rows_of(linear.B);
  report["A_discrete"] = rows_of(linear.A_discrete);
  report["B_discrete"] = rows_of(linear.B_discrete);
  report["step"] = linear.step;
  report["qdd"] = linear.a;
  report["left_out"] = linear.left_out;
  report["modes"] = Json::array();
  for (const Mode& mode : linearized.modes) {
    report["modes"].push_back({{"eigenvalue", {mode.eigenvalue.real(), mode.eigenvalue.imag()}},
                               {"frequency", mode.frequency},
                               {"damping_ratio", mode.damping_ratio},
                               {"shape", complex_numbers(mode.shape)}});
  }
}

}  // namespace sinew::cli
