// A robot compiled while the program runs: its recursions as straight-line code in a library of their own.
//
//   const CompiledRobot robot = compile(model, {.wanted = {{Quantity::forward_dynamics}, {Quantity::jacobian, "tool"}}});
//   robot.forward_dynamics(q, v, tau, a);
//   robot.jacobian(q, J);
//
//   CompiledBatch batch(robot, {.threads = 4});   // many states: compiled_batch.hpp
//   batch.forward_dynamics(all_q, all_v, all_tau, all_a);
//
// Compiling takes a second or so, once: the library is kept in a cache. Where there is no compiler, or the robot is too large
// for one, the general recursions answer instead; is_compiled() and remark() say so.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/codegen/quantity.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

struct CompileOptions {
  std::vector<Wanted> wanted = {{Quantity::forward_dynamics}};
  // Constants that stay open, by name: "payload.mass", "link3.com.x", "joint2.armature", "gravity.z" (docs/compile.md).
  std::vector<std::string> parameters = {};
  bool batches = true;               // compile also for eight states at once, which CompiledBatch uses
  std::filesystem::path cache = {};  // folder of compiled robots; the user's own if empty
  std::string compiler = {};         // a command; the one sinew finds if empty
  double compiler_seconds =
      300;  // after which a compiler that does not end is killed, and the general recursions answer
  bool verify = true;  // against the general recursions at random states
};

// How it went.
struct CompileReport {
  bool was_cached = false;
  double seconds = 0;       // all in all
  std::string compiler{};   // the command; empty: none
  int verified_states = 0;  // of each function
  double worst_error = 0;   // among them, relative
};

// Copies share the code, which is unloaded with the last of them; to move is to copy. Calls are const and may come from
// several threads at once. Sizes are checked, and so are numbers that are not finite (std::invalid_argument) and results
// that are none (std::overflow_error; for a position at which a joint moves no inertia of its own std::domain_error).
//
// `parameters`: one value for each open constant, in the order of the options; none: as the model has them. Compiled code
// takes any; the general recursions throw InvalidModel for those that make no robot.
// `frame`: one of those asked for; none: the first of them.
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

  const Model& model() const;
  bool is_compiled() const;           // false: the general recursions answer
  const std::string& remark() const;  // why, or what else there is to know; empty: nothing
  const CompileReport& report() const;
  std::span<const Wanted> wanted() const;
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

// Throws std::invalid_argument for unknown frames and parameters, for what is wanted twice, and for custom joints, which are
// known by their numbers only.
CompiledRobot compile(const Model& model, const CompileOptions& options = {});

}  // namespace sinew
