#include "sinew/codegen/build/internal/general_robot.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/codegen/build/internal/general_derivatives.hpp"

namespace sinew {

struct GeneralRobot::Parts {
  Parts(const Model& of, Loops loops, Followers followers) : model(of), work(model) {
    if (has_open_constraints(model, followers) && loops == Loops::closed) closed.emplace(model);
    if (followers == Followers::embedded && has_followers(model)) embedded.emplace(model);
  }
  // Computes a quantity of the independent coordinates. Returns false for quantities that do not depend on them.
  bool evaluate_embedded(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs,
                         double* output);

  Model model;
  Workspace<double> work;
  std::optional<ConstrainedSystem> closed{};
  std::optional<IndependentDynamics<double>> embedded{};
  std::optional<GeneralDerivatives> derivatives{};  // made when it is first needed
};

bool GeneralRobot::Parts::evaluate_embedded(Quantity quantity, FrameIndex frame,
                                            std::span<const double* const> inputs, double* output) {
  const int n = embedded->size(), all = model.velocity_size();
  const VectorView<const double> q(inputs[0], std::size_t(model.position_size()));
  const auto input = [&](std::size_t i) { return VectorView<const double>(inputs[i], std::size_t(all)); };
  const VectorView<double> vector(output, std::size_t(n));
  const MatrixView<double> square(output, n, n);
  switch (quantity) {
    case Quantity::forward_dynamics:
      if (closed) return false;
      embedded->forward_dynamics(q, input(1), input(2), {output, std::size_t(all)});
      return true;
    case Quantity::inverse_dynamics:
      embedded->inverse_dynamics(q, input(1), input(2), vector);
      return true;
    case Quantity::bias_force:
      embedded->bias_force(q, input(1), vector);
      return true;
    case Quantity::gravity_force:
      embedded->gravity_force(q, vector);
      return true;
    case Quantity::mass_matrix:
      embedded->mass_matrix(q, square);
      return true;
    case Quantity::inverse_mass_matrix:
      embedded->inverse_mass_matrix(q, square);
      return true;
    case Quantity::omega: {
      embedded->set_position(q);
      IndependentOperationalSpace<double> space(*embedded, frame, Reference::aligned);
      std::copy_n(space.omega(*embedded).data(), 36, output);
      return true;
    }
    case Quantity::jacobian:
      embedded->set_position(q);
      embedded->jacobian(frame, Reference::aligned, {output, 6, n});
      return true;
    default:
      return false;
  }
}

GeneralRobot::GeneralRobot(const Model& model, Loops loops, Followers followers)
    : parts_(std::make_unique<Parts>(model, loops, followers)) {}
GeneralRobot::~GeneralRobot() = default;
GeneralRobot::GeneralRobot(GeneralRobot&&) noexcept = default;
GeneralRobot& GeneralRobot::operator=(GeneralRobot&&) noexcept = default;

const Model& GeneralRobot::model() const {
  return parts_->model;
}

void GeneralRobot::evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs,
                            double* output) {
  if (is_derivative(quantity)) {
    if (!parts_->derivatives) parts_->derivatives.emplace(parts_->model);
    return parts_->derivatives->evaluate(quantity, inputs, output);
  }
  if (parts_->embedded && parts_->evaluate_embedded(quantity, frame, inputs, output)) return;
  const Model& model = parts_->model;
  Workspace<double>& work = parts_->work;
  const int n = model.velocity_size();
  const VectorView<const double> q(inputs[0], std::size_t(model.position_size()));
  const auto input = [&](std::size_t i) { return VectorView<const double>(inputs[i], std::size_t(n)); };
  const VectorView<double> vector(output, std::size_t(n));
  const MatrixView<double> square(output, n, n);
  switch (quantity) {
    case Quantity::forward_dynamics:
      if (parts_->closed) return parts_->closed->forward_dynamics(q, input(1), input(2), vector);
      return forward_dynamics(work, q, input(1), input(2), vector);
    case Quantity::inverse_dynamics:
      return inverse_dynamics(work, q, input(1), input(2), vector);
    case Quantity::bias_force:
      return bias_force(work, q, input(1), vector);
    case Quantity::gravity_force:
      return gravity_force(work, q, vector);
    case Quantity::mass_matrix:
      return mass_matrix(work, q, square);
    case Quantity::inverse_mass_matrix:
      return inverse_mass_matrix(work, q, square);
    case Quantity::omega: {
      set_position(work, q);
      OperationalSpace<double> space(model, frame, Reference::aligned);
      std::copy_n(space.omega(work).data(), 36, output);
      return;
    }
    case Quantity::jacobian:
      update_poses(work, q);
      return jacobian(work, frame, Reference::aligned, {output, 6, n});
    case Quantity::pose: {
      update_poses(work, q);
      const Transform<double> at = pose(work, frame);
      const Rotation<double>& r = at.rotation;
      const double numbers[] = {r.row_x.x, r.row_y.x,        r.row_z.x,        r.row_x.y,
                                r.row_y.y, r.row_z.y,        r.row_x.z,        r.row_y.z,
                                r.row_z.z, at.translation.x, at.translation.y, at.translation.z};
      std::copy(std::begin(numbers), std::end(numbers), output);
      return;
    }
    default:
      throw std::invalid_argument("compiled robots do not compute " + std::string(info(quantity).name));
  }
}

}  // namespace sinew
