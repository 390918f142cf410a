// Writes tables with one row for each degree of freedom: q, v, tau and other quantities in columns.
#pragma once

#include "apps/cli/table.hpp"
#include "sinew/model/joints/coordinates.hpp"

namespace sinew::cli {

inline constexpr const char* no_joints = "  (no joint moves)\n";

std::vector<std::string> names_of(const std::vector<Coordinate>& coordinates);
// Returns one table of the coordinates' names and these values.
std::string coordinate_table(const std::vector<Coordinate>& coordinates, const std::string& title,
                             const std::vector<double>& values, Derivative derivative);

// q is in the same table as the other columns if the model has as many positions as velocities; otherwise it has a
// table of its own.
class DofTables {
 public:
  DofTables(const Model& model, const std::vector<double>& q);

  void add(const std::string& title, const std::vector<double>& values, Derivative derivative);
  std::string to_string(bool main_needed = true) const;

 private:
  std::vector<Coordinate> positions_, velocities_;
  Table main_, separate_;
};

}  // namespace sinew::cli
