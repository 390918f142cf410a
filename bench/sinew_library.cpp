// Times sinew itself, called as a user would: views of the state's own numbers in, a preallocated result out.
#include "bench/coordinates.hpp"
#include "bench/methods.hpp"
#include "bench/three_arms.hpp"
#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"
#include "sinew/algorithms/derivatives/regressor.hpp"
#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/algorithms/dynamics/force_response.hpp"
#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian_products.hpp"
#include "sinew/algorithms/mass_matrix/coriolis.hpp"
#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/udut.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/version.hpp"

namespace bench {
namespace {

// Welds the feet to the ground, or the tip of a robot without feet.
sinew::Model closed(const sinew::Model& model, const std::string& tip) {
  sinew::Description description = model.description();
  for (const sinew::Body& body : description.bodies) {
    if (body.name.ends_with("foot"))
      description.loops.push_back({.name = body.name, .second = {.body = body.name}});
  }
  if (description.loops.empty()) description.loops.push_back({.name = tip, .second = {.body = tip}});
  return sinew::Model(description);
}

class Sinew : public Peer {
 public:
  Sinew(const sinew::Model& model, const std::string& tip)
      : model_(model),
        workspace_(model),
        diagonal_workspace_(model),
        derivatives_(model),
        closed_(closed(model, tip)),
        closed_workspace_(closed_),
        closed_chain_(closed_),
        three_arms_(model, tip),
        tip_(model.frame(tip)),
        tip_space_(model, tip_),
        tip_force_{tip_, {{1, 2, 3}, {4, 5, 6}}},
        joint_forces_(model.joints().size()),
        result_(static_cast<std::size_t>(model.velocity_size())),
        second_(result_.size()),
        third_(result_.size()),
        jacobian_(6, model.velocity_size()),
        regressor_(model.velocity_size(), sinew::result_size(sinew::Quantity::regressor, model).cols),
        matrix_(result_.size() * result_.size()),
        three_matrices_(3 * matrix_.size()) {}

  std::string version() const override { return std::string(sinew::version) + ", " __VERSION__; }
  bool offers(Job) const override { return true; }

  void prepare(std::span<const sinew::State> states) override {
    states_ = {states.begin(), states.end()};
    three_arms_.prepare(states);
  }

  void get_ready(Job, std::size_t index) override {
    const sinew::State& state = states_[index];
    sinew::update_poses(workspace_, state.q);
    sinew::forward_dynamics(workspace_, state.q, state.v, state.tau, result_);
  }

  void run(Job job, std::size_t index) override {
    const sinew::State& state = states_[index];
    const int n = model_.velocity_size();
    const sinew::MatrixView matrix(matrix_.data(), n, n);
    double* const three = three_matrices_.data();
    const sinew::MatrixView by_q(three, n, n), by_v(three + matrix_.size(), n, n),
        by_third(three + 2 * matrix_.size(), n, n);
    switch (job) {
      case Job::inverse_dynamics:
        return sinew::inverse_dynamics(workspace_, state.q, state.v, state.a, result_);
      case Job::mass_matrix:
        return sinew::mass_matrix(workspace_, state.q, matrix);
      case Job::forward_dynamics:
        return sinew::forward_dynamics(workspace_, state.q, state.v, state.tau, result_);
      case Job::inverse_mass_matrix:
        return sinew::inverse_mass_matrix(workspace_, state.q, matrix);
      case Job::solve_mass_matrix:
        return sinew::solve_mass_matrix(workspace_, state.tau, result_);
      case Job::omega:
        sinew::update_filter(workspace_, state.q);
        ++workspace_.contents.position;  // so that Omega is computed again even at the same position
        tip_space_.omega(workspace_);
        return;
      case Job::poses:
        return sinew::update_poses(workspace_, state.q);
      case Job::jacobian:
        sinew::update_poses(workspace_, state.q);
        return sinew::jacobian(workspace_, tip_, sinew::Reference::body, jacobian_);
      case Job::update_filter:
        return sinew::update_filter(workspace_, state.q);
      case Job::inverse_mass_diagonal:
        return sinew::inverse_mass_diagonal(workspace_, result_);
      case Job::factor_times:
        return sinew::factor_times(workspace_, state.tau, result_);
      case Job::factor_adjoint_times:
        return sinew::factor_adjoint_times(workspace_, state.tau, result_);
      case Job::factor_solve:
        return sinew::factor_solve(workspace_, state.tau, result_);
      case Job::factor_adjoint_solve:
        return sinew::factor_adjoint_solve(workspace_, state.tau, result_);
      case Job::udut:
        return sinew::udut(workspace_, state.q, matrix, result_);
      case Job::forward_dynamics_by_udut:
        return sinew::forward_dynamics_by_udut(workspace_, state.q, state.v, state.tau, result_);
      case Job::acceleration_parts:
        return sinew::acceleration_parts(workspace_, state.q, state.v, state.tau, result_, second_, third_);
      case Job::force_response:
        return sinew::force_response(workspace_, {&tip_force_, 1}, result_);
      case Job::coriolis_product:
        return sinew::coriolis_product(workspace_, state.q, state.v, state.a, result_);
      case Job::coriolis_matrix:
        return sinew::coriolis_matrix(workspace_, state.q, state.v, matrix);
      case Job::inverse_dynamics_derivatives:
        return derivatives_.inverse_dynamics(state.q, state.v, state.a, by_q, by_v, by_third);
      case Job::forward_dynamics_derivatives:
        return derivatives_.forward_dynamics(state.q, state.v, state.tau, by_q, by_v, by_third, result_);
      case Job::jacobian_times:
        twist_ = sinew::jacobian_times(workspace_, tip_, sinew::Reference::body, state.v);
        return;
      case Job::jacobian_adjoint_times:
        return sinew::jacobian_adjoint_times(workspace_, tip_, sinew::Reference::body, tip_force_.force,
                                             result_);
      case Job::jacobian_outer_product:
        return sinew::jacobian_outer_product(workspace_, tip_, sinew::Reference::body,
                                             sinew::MatrixView(six_by_six_, 6, 6));
      case Job::joint_forces:
        return sinew::joint_forces(workspace_, state.q, state.v, state.a, joint_forces_);
      case Job::joint_forces_in_hand:
        return sinew::joint_forces(workspace_, joint_forces_);
      case Job::residual_coriolis:
        return sinew::residual_coriolis(diagonal_workspace_, state.q, state.v, result_);
      case Job::regressor:
        return sinew::torque_regressor(workspace_, state.q, state.v, state.a, regressor_);
      case Job::closed_forward_dynamics:
        return closed_chain_.forward_dynamics(closed_workspace_, state.q, state.v, state.tau, result_);
      case Job::three_arms:
        return three_arms_.run(index);
    }
  }

  std::optional<Work> work(Job job) const override { return counted_work(model_, job); }

  std::vector<double> answer(Job job, std::size_t) override {
    if (job == Job::omega)
      return {tip_space_.omega(workspace_).data(), tip_space_.omega(workspace_).data() + 36};
    if (job == Job::jacobian) return {jacobian_.data(), jacobian_.data() + 6 * jacobian_.cols()};
    if (job == Job::poses) {
      std::vector<double> poses;
      for (const sinew::JointInfo& joint : model_.joints())
        append(sinew::pose(workspace_, joint.frame), poses);
      return poses;
    }
    if (job == Job::three_arms) return three_arms_.result();
    if (is_one_of(job, {Job::inverse_dynamics_derivatives, Job::forward_dynamics_derivatives}))
      return three_matrices_;
    if (job ==
        Job::regressor) {  // times the robot's own parameters, because each library has an order of its own
      const std::vector<double> p = sinew::inertial_parameters(model_);
      std::fill(result_.begin(), result_.end(), 0.0);
      for (int j = 0; j < regressor_.cols(); ++j) {
        for (int i = 0; i < regressor_.rows(); ++i)
          result_[static_cast<std::size_t>(i)] += regressor_(i, j) * p[static_cast<std::size_t>(j)];
      }
    }
    return gives_matrix(job) ? matrix_ : result_;
  }

 private:
  sinew::Model model_;
  sinew::Workspace<double> workspace_;
  sinew::DiagonalWorkspace<double> diagonal_workspace_;
  sinew::DynamicsDerivatives<double> derivatives_;
  sinew::Model closed_;
  sinew::Workspace<double> closed_workspace_;
  sinew::ClosedChain<double> closed_chain_;
  ThreeArms three_arms_;
  sinew::FrameIndex tip_;
  sinew::OperationalSpace<double> tip_space_;
  sinew::ExternalForce<double> tip_force_;
  sinew::Motion<double> twist_;
  double six_by_six_[36] = {};
  std::vector<sinew::JointForce<double>> joint_forces_;
  std::vector<double> result_, second_, third_;
  sinew::Matrix<double> jacobian_, regressor_;
  std::vector<double> matrix_, three_matrices_;
  std::vector<sinew::State> states_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew(const sinew::Model& model, const std::string& tip) {
  return std::make_unique<Sinew>(model, tip);
}

}  // namespace bench
