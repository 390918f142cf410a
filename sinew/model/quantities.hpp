// Lists the quantities that sinew computes with their names, inputs and results: one table for the program, batches
// and compiled robots.
//
// A quantity has an enumerator, a row of the table, an entry in the list of each front end that computes it, and one
// function in each of these front ends (ARCHITECTURE.md, "Quantities").
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

class Model;

enum class Quantity {
  forward_dynamics,
  inverse_dynamics,
  bias_force,
  gravity_force,
  mass_matrix,
  inverse_mass_matrix,
  udut,
  coriolis_matrix,
  inverse_dynamics_derivatives,
  forward_dynamics_derivatives,
  constraint_forces,
  omega,
  operational_inertia,
  jacobian,
  pose,
  velocity,
  energy,
  multi_arm,
  tendons,
  actuators,
  sensors,
  regressor,
  linearization,
  forward_dynamics_jvp,
  forward_dynamics_vjp,
  inverse_dynamics_jvp,
  inverse_dynamics_vjp,
};

// The form of a result. Matrices are stored by columns; twists, forces and the six rows of matrices have the angular
// part first.
enum class ResultShape {
  joint_accelerations,  // n_v
  joint_torques,        // n_v
  joint_matrix,         // n_v x n_v
  joint_factors,        // n_v x n_v and n_v: U and the diagonal D of U D U^T
  joint_derivatives,    // 3 matrices n_v x n_v: by q, by v, and by joint accelerations or torques
  joint_forces,         // 6 for each joint
  six_rows,             // 6 x n_v
  six_by_six,           // 6 x 6
  pose,                 // 12 for each frame: rotation by columns, then origin
  twist,                // 6 for each frame
  energies,             // 2: kinetic, potential
  arms,                 // depends on the scene
  tendons,              // 2 + n_v for each tendon: length, rate, moment arms
  actuators,            // 3 for each actuator: length, velocity, force
  sensors,              // 1, 3 or 4 for each sensor
  parameter_columns,    // n_v x inertial_parameters_per_body for each body
  linearization,        // 2 n_v x 6 n_v: A, B, and the two of one step, side by side
  joint_gradients,      // n_v x 3: by q, by v, and by joint accelerations or torques
};

// Returns whether batches compute the result for several frames in one call, one frame after the other.
constexpr bool is_per_frame(ResultShape shape) {
  return shape == ResultShape::pose || shape == ResultShape::twist;
}

struct QuantityInfo {
  // The inputs other than q, which every quantity depends on.
  enum Input : unsigned {
    v = 1,
    tau = 2,
    a = 4,
    frame = 8,
    reference = 16,  // the axes and the origin of the result; compiled robots use Reference::aligned
    gravity = 32,    // that of the model
    forces = 64,     // external forces and the acceleration of the base
    friction = 128,  // that of the joints, which the program includes on request
    controls = 256,  // of the actuators
    rates = 512,     // of the inputs: dq, dv, and dtau or da
    weights = 1024,  // of the result
  };
  static const QuantityInfo all[];  // in the order of the enumerators

  constexpr bool takes(Input input) const { return (inputs & input) != 0; }

  Quantity quantity;
  std::string_view name;           // as typed
  std::string_view also_known_as;  // names in other libraries and in the literature
  unsigned inputs;
  ResultShape shape;
  std::string_view meaning;   // for help texts and headlines of the program
  std::string_view key = {};  // the program's name of a result that is one array: JSON key, title of a column
  std::string_view symbol = {};    // compiled robots' name of the result
  std::string_view contents = {};  // the same result in words, for help texts and comments of generated code
};

inline constexpr QuantityInfo QuantityInfo::all[] = {
    {Quantity::forward_dynamics, "forward-dynamics", "articulated-body algorithm, ABA",
     v | tau | gravity | forces | friction, ResultShape::joint_accelerations,
     "accelerations qdd from q, v, tau", "qdd", "a", "joint accelerations a from joint torques tau"},
    {Quantity::inverse_dynamics, "inverse-dynamics", "recursive Newton-Euler algorithm, RNEA",
     v | a | gravity | forces | friction, ResultShape::joint_torques, "joint torques tau from q, v, a", "tau",
     "tau", "joint torques tau that give the accelerations a"},
    {Quantity::bias_force, "bias-force", "nonlinear effects, generalised bias force", v | gravity | forces,
     ResultShape::joint_torques, "tau that gives a = 0, from q, v (gravity included)", "bias", "tau",
     "joint torques that hold the accelerations at zero: Coriolis, centrifugal, gravity"},
    {Quantity::gravity_force, "gravity-force", "gravity compensation, generalised gravity", gravity,
     ResultShape::joint_torques, "tau that holds the robot at rest, from q", "gravity", "tau",
     "joint torques that hold the robot still"},
    {Quantity::mass_matrix, "mass-matrix", "joint-space inertia matrix, composite-rigid-body algorithm, CRBA",
     0, ResultShape::joint_matrix, "mass matrix from q", "mass_matrix", "M",
     "mass matrix, both triangles, by columns"},
    {Quantity::inverse_mass_matrix, "inverse-mass-matrix", "M^-1", 0, ResultShape::joint_matrix,
     "inverse of the mass matrix from q", "inverse_mass_matrix", "M_inverse",
     "inverse of the mass matrix, both triangles, by columns"},
    {Quantity::udut, "udut", "Cholesky-like factors of the mass matrix", 0, ResultShape::joint_factors,
     "factors of the mass matrix, U D U^T with U unit upper triangular, from q"},
    {Quantity::coriolis_matrix, "coriolis-matrix", "C(q, v)", v, ResultShape::joint_matrix,
     "C from q, v: C v is the bias force without gravity, dM/dt - 2 C is skew", "coriolis"},
    {Quantity::inverse_dynamics_derivatives, "inverse-dynamics-derivatives",
     "derivatives of RNEA, linearised inverse dynamics", v | a | gravity | forces,
     ResultShape::joint_derivatives, "dtau/dq, dtau/dv and M from q, v, a", "", "derivatives",
     "derivatives of tau by q, v and a: dtau/dq, dtau/dv and M side by side, by columns"},
    {Quantity::forward_dynamics_derivatives, "forward-dynamics-derivatives",
     "derivatives of ABA, linearised dynamics", v | tau | gravity | forces, ResultShape::joint_derivatives,
     "qdd, dqdd/dq, dqdd/dv and dqdd/dtau from q, v, tau", "", "derivatives",
     "derivatives of a by q, v and tau: da/dq, da/dv and M^-1 side by side, by columns"},
    {Quantity::constraint_forces, "constraint-forces", "joint reaction forces", v | tau | gravity | friction,
     ResultShape::joint_forces, "reaction forces of the joints, from q, v, tau"},
    {Quantity::omega, "omega", "Delassus matrix, inverse operational-space inertia", frame | reference,
     ResultShape::six_by_six, "omega = J M^-1 J^T of a frame, from q", "omega", "Omega",
     "Omega = J M^-1 J^T, 6 x 6, angular before linear, in world axes at the frame's origin"},
    {Quantity::operational_inertia, "operational-inertia", "operational-space inertia, Lambda",
     frame | reference, ResultShape::six_by_six,
     "omega = J M^-1 J^T of a frame, and its inverse lambda where it exists, from q", "omega"},
    {Quantity::jacobian, "jacobian", "geometric Jacobian", frame | reference, ResultShape::six_rows,
     "twist of a frame per unit of v, from q", "jacobian", "J",
     "Jacobian, 6 x n_v by columns, angular before linear, in world axes at the frame's origin"},
    {Quantity::pose, "pose", "forward kinematics", frame, ResultShape::pose,
     "position [m] and orientation of one frame or of all, from q", "pose", "X",
     "pose in the world: rotation by columns (9), then origin (3)"},
    {Quantity::velocity, "velocity", "spatial velocity", v | frame | reference, ResultShape::twist,
     "twist of a frame from q, v"},
    {Quantity::energy, "energy", "mechanical energy", v | gravity, ResultShape::energies,
     "kinetic and potential energy from q, v"},
    {Quantity::multi_arm, "multi-arm", "cooperating arms", v | tau | gravity, ResultShape::arms,
     "qdd of every arm, contact forces and the acceleration of the object, for a scene"},
    {Quantity::tendons, "tendons", "cable lengths, muscle paths", v, ResultShape::tendons,
     "lengths, rates and moment arms of the tendons, from q, v", "tendons"},
    {Quantity::actuators, "actuators", "actuation, qfrc_actuator of MuJoCo", v | controls,
     ResultShape::actuators, "forces of the actuators and their joint torques, from q, v, controls",
     "actuators"},
    {Quantity::sensors, "sensors", "sensordata of MuJoCo", v | tau | gravity | friction | controls,
     ResultShape::sensors, "values of the sensors, from q, v, tau, controls", "sensors"},
    {Quantity::regressor, "regressor", "joint torque regressor, identification matrix", v | a | gravity,
     ResultShape::parameter_columns,
     "Y from q, v, a: Y p is tau without armature, for ten inertial parameters p of each body", "regressor"},
    {Quantity::linearization, "linearization", "A and B of the state space, linmod, modal analysis",
     v | tau | gravity, ResultShape::linearization,
     "matrices A, B of small motions, those of a step, and modes, from q, v, tau"},
    {Quantity::forward_dynamics_jvp, "forward-dynamics-jvp", "directional derivative of ABA, forward mode",
     v | tau | rates | gravity, ResultShape::joint_accelerations,
     "rates of qdd from q, v, tau and their rates", "", "da",
     "rates of a while q, v and tau change at the rates dq, dv and dtau: Jacobian-vector product"},
    {Quantity::forward_dynamics_vjp, "forward-dynamics-vjp", "adjoint of ABA, backpropagation, reverse mode",
     v | tau | weights | gravity, ResultShape::joint_gradients,
     "gradient of a weighted sum of qdd by q, v and tau", "", "gradient",
     "gradient of the weighted sum of a by q, v and tau, one after the other: vector-Jacobian product"},
    {Quantity::inverse_dynamics_jvp, "inverse-dynamics-jvp", "directional derivative of RNEA, forward mode",
     v | a | rates | gravity, ResultShape::joint_torques, "rates of tau from q, v, a and their rates", "",
     "dtau", "rates of tau while q, v and a change at the rates dq, dv and da: Jacobian-vector product"},
    {Quantity::inverse_dynamics_vjp, "inverse-dynamics-vjp", "adjoint of RNEA, backpropagation, reverse mode",
     v | a | weights | gravity, ResultShape::joint_gradients,
     "gradient of a weighted sum of tau by q, v and a", "", "gradient",
     "gradient of the weighted sum of tau by q, v and a, one after the other: vector-Jacobian product"},
};

constexpr const QuantityInfo& info(Quantity quantity) {
  if (std::size_t(quantity) >= std::size(QuantityInfo::all))
    throw std::invalid_argument("there is no quantity number " + std::to_string(int(quantity)));
  return QuantityInfo::all[std::size_t(quantity)];
}
// Returns whether the quantity divides by D, the inertia that each joint moves: a model with physical errors has no
// such quantity.
constexpr bool divides_by_inertia(Quantity quantity) {
  using enum Quantity;
  constexpr Quantity all[] = {forward_dynamics,
                              inverse_mass_matrix,
                              udut,
                              constraint_forces,
                              omega,
                              operational_inertia,
                              multi_arm,
                              sensors,
                              forward_dynamics_derivatives,
                              linearization,
                              forward_dynamics_jvp,
                              forward_dynamics_vjp};
  return std::find(std::begin(all), std::end(all), quantity) != std::end(all);
}

// Returns whether compiled robots compute the quantity by differentiating another one.
constexpr bool is_derivative(Quantity quantity) {
  const QuantityInfo& row = info(quantity);
  return row.shape == ResultShape::joint_derivatives || row.takes(QuantityInfo::rates) ||
         row.takes(QuantityInfo::weights);
}

static_assert(std::all_of(std::begin(QuantityInfo::all), std::end(QuantityInfo::all),
                          [](const QuantityInfo& row) { return &row == &info(row.quantity); }));

// The quantities that each front end computes, in the order of its help text.
namespace offered {
using enum Quantity;
template <class... Quantities>
constexpr std::array<Quantity, sizeof...(Quantities)> list(Quantities... quantities) {
  return {quantities...};
}
// sinew compute
inline constexpr auto by_compute =
    list(forward_dynamics, multi_arm, inverse_dynamics, mass_matrix, inverse_mass_matrix, udut, bias_force,
         gravity_force, coriolis_matrix, inverse_dynamics_derivatives, forward_dynamics_derivatives,
         constraint_forces, jacobian, operational_inertia, pose, energy, tendons, actuators, sensors,
         regressor, linearization);
// sinew count
inline constexpr auto by_count =
    list(forward_dynamics, inverse_dynamics, mass_matrix, inverse_mass_matrix, udut, bias_force,
         gravity_force, constraint_forces, coriolis_matrix, operational_inertia, pose, jacobian, energy);
// Batch
inline constexpr auto by_batches = list(forward_dynamics, inverse_dynamics, bias_force, gravity_force,
                                        mass_matrix, inverse_mass_matrix, pose, velocity, jacobian, omega);
// CompiledRobot, CompiledBatch, sinew compile
inline constexpr auto by_compiled_robots =
    list(forward_dynamics, inverse_dynamics, bias_force, gravity_force, mass_matrix, inverse_mass_matrix,
         omega, jacobian, pose, forward_dynamics_derivatives, forward_dynamics_jvp, forward_dynamics_vjp,
         inverse_dynamics_derivatives, inverse_dynamics_jvp, inverse_dynamics_vjp);
}  // namespace offered

constexpr bool is_among(std::span<const Quantity> quantities, Quantity quantity) {
  return std::find(quantities.begin(), quantities.end(), quantity) != quantities.end();
}
// Returns the quantity of this name, or nullptr if there is none among `quantities`.
const QuantityInfo* find_quantity(std::span<const Quantity> quantities, std::string_view name);
// Returns their names, in the same order.
std::vector<std::string> names_of(std::span<const Quantity> quantities);

// The size of a result, per frame if is_per_frame. U and D of the factors count as one matrix whose last column is D. A
// result that depends on a scene has no size: 0 x 0.
struct ResultSize {
  int rows, cols;
  constexpr std::size_t numbers() const { return std::size_t(rows) * std::size_t(cols); }
};
ResultSize result_size(Quantity quantity, const Model& model);

}  // namespace sinew
