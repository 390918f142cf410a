// Calls the library for one quantity.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/request.hpp"
#include "sinew/algorithms/constraint_forces.hpp"

namespace sinew::cli {

struct FramePose {
  std::string frame;
  Transform<double> pose;
};

// Which members are filled follows from the quantity.
struct Result {
  std::vector<double> vector;                     // forward and inverse dynamics, bias, gravity; D of udut
  Matrix<double> matrix;                          // mass matrix and inverse, U, C, Jacobian, omega
  std::optional<Matrix<double>> lambda;           // where omega has an inverse
  int rank = 0;                                   // of omega
  std::string frame;                              // of the Jacobian and of omega
  std::vector<FramePose> poses;                   // the one asked for, or all
  std::vector<JointForce<double>> joint_forces;   // one for each joint that moves
  std::vector<Force<double>> fixed_joint_forces;  // one for each that does not
  double kinetic = 0, potential = 0;
  std::optional<ClosedLoops> closed;  // forward dynamics and constraint forces of a model with loops
};

// Whether the answer would be another with the loops of the model closed.
bool leaves_loops_out(const Quantity& quantity, const Inputs& inputs, const Result& result);

// Throws RequestError for unknown frames and references, and where the numbers given overflow.
Result compute(const Quantity& quantity, const ComputeRequest& request, const Inputs& inputs);

}  // namespace sinew::cli
