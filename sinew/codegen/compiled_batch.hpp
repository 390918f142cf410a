// Evaluates a compiled robot at many states: eight states at once on each of several threads.
#pragma once

#include <memory>

#include "sinew/batch/batch.hpp"
#include "sinew/codegen/compile.hpp"

namespace sinew {

// Use one object per calling thread. After construction, calls of compiled code allocate nothing. The number of states
// follows from the sizes of the arguments; matrices are stored column by column for each state. Results do not depend
// on the number of threads. A state that cannot be computed affects no other state: some of its own results are not
// finite. A batch that was moved from throws std::logic_error.
//
// `parameters`: empty (the model's values), one set for all states, or one set for each state.
class CompiledBatch {
 public:
  explicit CompiledBatch(const CompiledRobot& robot, const BatchOptions& options = {});
  ~CompiledBatch();
  CompiledBatch(CompiledBatch&&) noexcept;
  CompiledBatch& operator=(CompiledBatch&&) noexcept;

  void forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                        In<double> parameters = {});
  void inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                        In<double> parameters = {});
  void bias_force(In<double> q, In<double> v, Out<double> tau, In<double> parameters = {});
  void gravity_force(In<double> q, Out<double> tau, In<double> parameters = {});
  void mass_matrix(In<double> q, Out<double> M, In<double> parameters = {});
  void inverse_mass_matrix(In<double> q, Out<double> inverse, In<double> parameters = {});
  void omega(In<double> q, Out<double> omega, std::string_view frame = {}, In<double> parameters = {});
  void jacobian(In<double> q, Out<double> J, std::string_view frame = {}, In<double> parameters = {});
  void pose(In<double> q, Out<double> rotation_and_origin, std::string_view frame = {},
            In<double> parameters = {});

  // Derivatives, with the numbers of CompiledRobot's for each state.
  void forward_dynamics_derivatives(In<double> q, In<double> v, In<double> tau, Out<double> derivatives,
                                    In<double> parameters = {});
  void inverse_dynamics_derivatives(In<double> q, In<double> v, In<double> a, Out<double> derivatives,
                                    In<double> parameters = {});
  void forward_dynamics_jvp(In<double> q, In<double> v, In<double> tau, In<double> dq, In<double> dv,
                            In<double> dtau, Out<double> da, In<double> parameters = {});
  void inverse_dynamics_jvp(In<double> q, In<double> v, In<double> a, In<double> dq, In<double> dv,
                            In<double> da, Out<double> dtau, In<double> parameters = {});
  void forward_dynamics_vjp(In<double> q, In<double> v, In<double> tau, In<double> weights,
                            Out<double> gradient, In<double> parameters = {});
  void inverse_dynamics_vjp(In<double> q, In<double> v, In<double> a, In<double> weights,
                            Out<double> gradient, In<double> parameters = {});

 private:
  struct Parts;
  Parts& parts() const;
  void call(Quantity quantity, std::string_view frame, std::span<const VectorView<const double>> inputs,
            VectorView<double> output, VectorView<const double> parameters);

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
