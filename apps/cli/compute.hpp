// Computes one quantity of `sinew compute` with the library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/derivatives.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/linearized.hpp"
#include "apps/cli/request.hpp"
#include "apps/cli/robot_parts.hpp"
#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/model/quantities.hpp"

namespace sinew::cli {

struct FramePose {
  std::string frame;
  Transform<double> pose;
};

// The result of one computation. The quantity determines which members are filled.
struct Result {
  std::vector<double> vector;            // forward and inverse dynamics, bias, gravity; D of udut
  Matrix<double> matrix;                 // mass matrix and inverse, U, C, Jacobian, omega
  std::optional<Matrix<double>> lambda;  // if omega has an inverse
  Derivatives derivatives;               // by q, by v, and by joint accelerations or torques
  int rank = 0;                          // of omega
  std::optional<std::vector<int>>
      independent;               // indices in v of the independent coordinates of the result, if its
                                 // followers are embedded (apps/cli/followers.hpp)
  std::string frame;             // of the Jacobian and of omega
  std::vector<FramePose> poses;  // the requested frame, or all
  std::vector<JointForce<double>> joint_forces;   // one for each joint that can move
  std::vector<Force<double>> fixed_joint_forces;  // one for each fixed joint
  double kinetic = 0, potential = 0;
  std::vector<TendonValues> tendons;
  std::vector<ActuatorValues> actuators;     // their joint torques are `vector`
  std::vector<std::vector<double>> sensors;  // the accelerations are `vector`
  std::optional<Linearized> linearized;
  std::optional<ClosedLoops> closed;  // if forward dynamics closes the loops of the model
};

// Returns a quantity of `sinew compute`. Throws RequestError with the known names.
const QuantityInfo& quantity_named(const std::string& name);

// Returns the sum of the passive torques that the request includes: friction, springs, compensated weight.
std::vector<double> passive_torques(const ComputeRequest& request, const Model& model, const State& state);
// Names them for headlines: ", with springs".
std::string passive_in_words(const ComputeRequest& request);

// Returns whether the result ignores loops of the model and would be different with the loops closed.
bool leaves_loops_out(const QuantityInfo& quantity, const Inputs& inputs, const Result& result);

// Throws RequestError for unknown names of frames, references and strategies, and if the result overflows.
Result compute(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs);

}  // namespace sinew::cli
