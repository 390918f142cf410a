#include "apps/cli/dof_tables.hpp"

namespace sinew::cli {
namespace {

std::vector<std::string> units_of(const std::vector<Coordinate>& coordinates, Derivative derivative) {
  std::vector<std::string> units;
  for (const Coordinate& coordinate : coordinates)
    units.emplace_back(unit_of(coordinate.measure, derivative));
  return units;
}

}  // namespace

std::vector<std::string> names_of(const std::vector<Coordinate>& coordinates) {
  std::vector<std::string> names;
  for (const Coordinate& coordinate : coordinates) names.push_back(coordinate.name);
  return names;
}

std::string coordinate_table(const std::vector<Coordinate>& coordinates, const std::string& title,
                             const std::vector<double>& values, Derivative derivative) {
  if (coordinates.empty()) return no_joints;
  Table table;
  table.add_column("joint", names_of(coordinates));
  table.add_numbers(title, values, units_of(coordinates, derivative));
  return table.to_string();
}

DofTables::DofTables(const Model& model, const std::vector<double>& q)
    : positions_(position_coordinates(model)), velocities_(velocity_coordinates(model)) {
  Table& first = positions_.size() == velocities_.size() ? main_ : separate_;
  first.add_column("joint", names_of(positions_));
  first.add_numbers("q", q, units_of(positions_, Derivative::position));
  if (&first == &separate_) main_.add_column("joint", names_of(velocities_));
}

void DofTables::add(const std::string& title, const std::vector<double>& values, Derivative derivative) {
  main_.add_numbers(title, values, units_of(velocities_, derivative));
}

std::string DofTables::to_string(bool main_needed) const {
  if (positions_.empty()) return no_joints;
  if (positions_.size() == velocities_.size()) return main_.to_string();
  return separate_.to_string() + (main_needed ? "\n" + main_.to_string() : "");
}

}  // namespace sinew::cli
