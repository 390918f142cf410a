// Many states of a compiled robot: the code for eight states at once, times threads.
#pragma once

#include <memory>

#include "sinew/batch/batch.hpp"
#include "sinew/codegen/compile.hpp"

namespace sinew {

// One per calling thread; after it is made a call allocates nothing. How many states there are follows from the sizes; matrices
// are column after column for each state. Answers do not depend on the number of threads. A state that cannot be computed
// spoils no other: some of its results are not finite. A batch that was moved from throws std::logic_error.
//
// `parameters`: none (as the model has them), one set for all states, or one for each.
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

 private:
  struct Parts;
  Parts& parts() const;
  void call(Quantity quantity, std::string_view frame, std::span<const VectorView<const double>> inputs,
            VectorView<double> output, VectorView<const double> parameters);

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
