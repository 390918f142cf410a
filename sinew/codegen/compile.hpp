// Compiles a robot at run time: its forward dynamics (ABA), inverse dynamics (RNEA), their derivatives, mass matrix
// (CRBA), inverse operational-space inertia (Omega) and kinematics become straight-line code in a shared library.
//
//   const CompiledRobot robot =
//       compile(model, {.wanted = {{Quantity::forward_dynamics}, {Quantity::jacobian, "tool"}}});
//   robot.forward_dynamics(q, v, tau, a);
//   robot.jacobian(q, J);
//
//   CompiledBatch batch(robot, {.threads = 4});   // many states: compiled_batch.hpp
//   batch.forward_dynamics(all_q, all_v, all_tau, all_a);
//
// Compiling takes a second or so, once: the library is kept in a cache. If there is no compiler, or the robot is too
// large for one, the general recursions compute the results instead; is_compiled() and remark() report this.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/codegen/quantity.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

struct CompileOptions {
  std::vector<QuantityRequest> wanted = {{Quantity::forward_dynamics}};
  // Constants that stay open, by name: "payload.mass", "link3.com.x", "joint2.armature", "gravity.z" (docs/compile.md).
  std::vector<std::string> parameters = {};
  bool batches = true;               // true: also for eight states at once, for CompiledBatch; false: do not
  std::filesystem::path cache = {};  // folder of compiled robots; the user's cache folder if empty
  std::string compiler = {};         // a command; if empty, sinew looks for a compiler
  double compiler_seconds =
      300;  // a compiler that takes longer is killed, and the general recursions compute the results instead
  bool verify = true;  // true: compare with the general recursions at random states; false: do not
  // embedded: mimic joints and coupled joints follow, their entries of q, v and a are not read, and results other than
  // accelerations and poses are those of the independent coordinates. free: they move by themselves.
  Followers followers = Followers::embedded;
};

// The outcome of a compilation.
struct CompileReport {
  bool was_cached = false;
  double seconds = 0;       // in total
  std::string compiler{};   // the command; empty if there is none
  int verified_states = 0;  // for each function
  double worst_error = 0;   // the largest relative error among them
};

// The code of one quantity: reads arrays of doubles, the inputs of the quantity in the order of the functions below and
// the open parameters last, and writes the result, a matrix by columns. Checks nothing.
using CompiledFunction = void (*)(const void* const* inputs, void* output);

// Copies share the code, which is unloaded with the last of them; moving is copying. Calls are const, and several
// threads may call at once. Wrong sizes and inputs that are not finite throw std::invalid_argument. Results that are
// not finite throw std::overflow_error, or std::domain_error at a position at which a joint moves no inertia of its
// own.
//
// `parameters`: one value for each open constant, in the order of the options; if empty, the model's values. Compiled
// code accepts any values; the general recursions throw InvalidModel or ImpossibleRobot for values that do not describe
// a possible robot.
//
// `frame`: one of the frames for which the quantity was wanted; if empty, the first of them.
class CompiledRobot {
 public:
  CompiledRobot(const CompiledRobot&) = default;
  CompiledRobot& operator=(const CompiledRobot&) = default;

  void forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                        In<double> parameters = {}) const;
  void inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                        In<double> parameters = {}) const;
  void bias_force(In<double> q, In<double> v, Out<double> tau, In<double> parameters = {}) const;
  void gravity_force(In<double> q, Out<double> tau, In<double> parameters = {}) const;
  void mass_matrix(In<double> q, MatrixOut<double> M, In<double> parameters = {}) const;
  void inverse_mass_matrix(In<double> q, MatrixOut<double> inverse, In<double> parameters = {}) const;
  void omega(In<double> q, MatrixOut<double> omega, std::string_view frame = {},
             In<double> parameters = {}) const;
  void jacobian(In<double> q, MatrixOut<double> J, std::string_view frame = {},
                In<double> parameters = {}) const;
  // Rotation by columns (9 numbers), then origin (3).
  void pose(In<double> q, Out<double> rotation_and_origin, std::string_view frame = {},
            In<double> parameters = {}) const;

  // Derivatives. Those by q are along velocities: numbers along `Model::integrate`, one per entry of v, as in
  // DynamicsDerivatives. With embedded followers the columns of followers are zero.
  //
  // The three matrices side by side, n_v columns each: da/dq, da/dv and da/dtau = M^-1,
  void forward_dynamics_derivatives(In<double> q, In<double> v, In<double> tau, MatrixOut<double> derivatives,
                                    In<double> parameters = {}) const;
  // and dtau/dq, dtau/dv and dtau/da = M.
  void inverse_dynamics_derivatives(In<double> q, In<double> v, In<double> a, MatrixOut<double> derivatives,
                                    In<double> parameters = {}) const;
  // The rates of the result while the arguments change at the rates dq (a velocity), dv, and dtau or da.
  void forward_dynamics_jvp(In<double> q, In<double> v, In<double> tau, In<double> dq, In<double> dv,
                            In<double> dtau, Out<double> da, In<double> parameters = {}) const;
  void inverse_dynamics_jvp(In<double> q, In<double> v, In<double> a, In<double> dq, In<double> dv,
                            In<double> da, Out<double> dtau, In<double> parameters = {}) const;
  // The gradient of the sum of weights times results, n_v x 3: by q, by v, and by tau or a.
  void forward_dynamics_vjp(In<double> q, In<double> v, In<double> tau, In<double> weights,
                            MatrixOut<double> gradient, In<double> parameters = {}) const;
  void inverse_dynamics_vjp(In<double> q, In<double> v, In<double> a, In<double> weights,
                            MatrixOut<double> gradient, In<double> parameters = {}) const;

  const Model& model() const;
  // The coordinates of the results, as indices in v: all of them, unless followers are embedded.
  std::span<const int> independent() const;
  bool is_compiled() const;           // false: the general recursions compute the results
  const std::string& remark() const;  // why, or other remarks; empty if there are none
  const CompileReport& report() const;
  // Returns the code of a quantity, for callers that check sizes and numbers themselves. It is valid while a copy of the
  // robot exists; null if the general recursions compute the quantity.
  CompiledFunction code(Quantity quantity, std::string_view frame = {}) const;
  std::span<const QuantityRequest> wanted() const;
  std::span<const std::string> parameters() const;
  std::span<const double> nominal_parameters() const;

 private:
  friend class CompiledBatch;
  friend CompiledRobot compile(const Model& model, const CompileOptions& options);
  struct Data;
  CompiledRobot() = default;
  void call(Quantity quantity, std::string_view frame, std::span<const VectorView<const double>> inputs,
            VectorView<double> output, VectorView<const double> parameters) const;

  std::shared_ptr<const Data> data_;
};

// Throws std::invalid_argument for unknown frames and parameters, for a quantity that is requested twice, is not among
// offered::by_compiled_robots or takes too many operations to trace, for custom joints, which have no symbols, for joints
// that follow twice unless followers are free, and for derivatives of forward dynamics with loops and of robots whose
// followers are free.
CompiledRobot compile(const Model& model, const CompileOptions& options = {});

}  // namespace sinew
