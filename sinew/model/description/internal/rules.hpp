// Declares the rules of validation, one function for each subject. Each adds its findings to the list.
#pragma once

#include <cmath>

#include "sinew/model/description/description.hpp"

namespace sinew {

inline bool is_finite(const Vector3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void check_names(const Description& description, Findings& findings);
// Checks that the chain of parents of every body ends at the ground, and that frames are on bodies that exist.
void check_tree(const Description& description, Findings& findings);
// Checks the poses of bodies, frames, ends of loops and elements of tendons, and the kinds of shapes.
void check_placements(const Description& description, Findings& findings);
void check_joints(const Description& description, Findings& findings);
void check_mimics(const Description& description, Findings& findings);
// Checks actuators and sensors: their names, the joints and bodies that they name, and their numbers.
void check_actuators(const Description& description, Findings& findings);
// Removes actuators and sensors of joints that do not move and of bodies that do not exist, and the controls of such
// actuators from the named positions.
void drop_lost_actuators(Description& description);
// Checks that inertias are numbers, and, as physical errors, that a body can have them.
void check_inertias(const Description& description, Findings& findings);
// Checks the total inertia of bodies that are fixed to each other. The description must be free of errors.
void check_merged_inertias(const Description& description, Findings& findings);

}  // namespace sinew
