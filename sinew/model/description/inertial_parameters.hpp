// Reads the parameters that a robot's dynamics depend on linearly as vectors, and writes such vectors back to a
// description.
//
//   inertial parameters   inertial_parameters_per_body numbers for each body, in the order of Model::frames()
//                         (spatial/inertial_parameters.hpp)
//   joint parameters      joint_parameters_per_dof n_v numbers: the armature of all DOFs, then their damping, then their
//                         dry friction
//
// The regressors (algorithms/derivatives/regressor.hpp) and the gradients of LinearizedDynamics have their entries in the
// same order.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/model/model.hpp"
#include "sinew/spatial/inertial_parameters.hpp"

namespace sinew {

inline constexpr int joint_parameters_per_dof = 3;

using InertialParameters = std::array<double, inertial_parameters_per_body>;

// These two convert the inertial parameters of one body. Without mass there is no centre of mass: `Inertial` then has it
// at the origin. Throws std::invalid_argument for a body without mass that has a first moment.
InertialParameters inertial_parameters(const Inertial& inertial);
Inertial inertial_from_parameters(const InertialParameters& parameters);

std::vector<double> inertial_parameters(const Model& model);
std::vector<double> joint_parameters(const Model& model);

// These two return the description of the model with other parameters. They throw std::invalid_argument for wrong sizes
// and numbers that are not finite, and InvalidModel, with all findings, if no robot can have these parameters: negative
// or missing masses, inertias that no distribution of mass has, negative friction.
Description with_inertial_parameters(const Model& model, std::span<const double> parameters);
Description with_joint_parameters(const Model& model, std::span<const double> parameters);

}  // namespace sinew
