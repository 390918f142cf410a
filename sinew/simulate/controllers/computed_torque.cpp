#include "sinew/simulate/controllers/computed_torque.hpp"

#include <algorithm>
#include <numeric>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/chains/loops/closed_kinematics.hpp"

namespace sinew {

struct ComputedTorque::Partial {
  Partial(const Model& model, std::size_t motors);
  ClosedChain<double> chain;
  ClosedKinematics<double> kinematics;
  Matrix<double> M, MS, reduced, gram, W;
  Matrix<double> B, X;  // S^* B and (S^* M S)^-1 S^* B
  SymmetricSolver<double> inertia_solver;
  LeastNormSolver<double> gram_solver, answer_solver;
  std::vector<double> resisting, direction, free, demand, y;
};

ComputedTorque::Partial::Partial(const Model& model, std::size_t motors)
    : chain(model, Strategy::block_omega),
      kinematics(model, chain),
      M(model.velocity_size(), model.velocity_size()),
      MS(M),
      reduced(M),
      gram(M),
      W(int(motors), int(motors)),
      B(model.velocity_size(), int(motors)),
      X(B),
      inertia_solver(model.velocity_size()),
      gram_solver(model.velocity_size()),
      answer_solver(int(motors)),
      resisting(std::size_t(model.velocity_size())),
      direction(resisting.size()),
      free(resisting.size()),
      demand(motors),
      y(resisting.size()) {}

ComputedTorque::ComputedTorque(const Model& model, const ComputedTorquePlan& plan)
    : model_(model),
      work_(model),
      tracking_(model, plan.target),
      motors_(detail::motor_dofs(model, plan.joints)),
      stiffness_(detail::gains_of_motors("stiffness", model, motors_, plan.stiffness)),
      damping_(detail::gains_of_motors("damping", model, motors_, plan.damping)),
      a_(std::size_t(model.velocity_size())),
      of_q_(a_),
      of_v_(a_),
      of_a_(a_) {
  if (int(motors_.size()) < model.velocity_size() || model.is_closed())
    partial_ = std::make_unique<Partial>(model, motors_.size());
}
ComputedTorque::~ComputedTorque() = default;

void ComputedTorque::grasp_changed(const std::string& name, bool held) {
  if (partial_) detail::set_loop_active(partial_->chain, name, held);
}
void ComputedTorque::save(StateWriter& out) const {
  if (partial_) detail::save_loops(partial_->chain, out);
}
void ComputedTorque::restore(StateReader& in) {
  if (partial_) detail::restore_loops(partial_->chain, in);
}

void ComputedTorque::compensate(const Resistance& acting) {
  std::vector<int> all(std::size_t(model_.velocity_size()));
  std::iota(all.begin(), all.end(), 0);
  friction_.emplace(model_, all, acting);
}

// S^* B, X and W.
void ComputedTorque::set_answers(In<double> q) {
  Partial& p = *partial_;
  p.kinematics.update(work_, p.chain, q);
  mass_matrix(work_, q, p.M);
  const Matrix<double>& S = p.kinematics.independent_motions();
  const int n = S.rows(), f = S.cols(), m = int(motors_.size());
  p.MS.reset(n, f);
  p.reduced.reset(f, f);
  p.B.reset(f, m);
  for (int c = 0; c < f; ++c) {
    for (int j = 0; j < n; ++j) {
      if (S(j, c) == 0) continue;
      for (int i = 0; i < n; ++i) p.MS(i, c) += p.M(i, j) * S(j, c);
    }
    for (int b = 0; b <= c; ++b) {
      for (int i = 0; i < n; ++i) p.reduced(c, b) += S(i, b) * p.MS(i, c);
    }
    for (int k = 0; k < m; ++k) p.B(c, k) = S(motors_[std::size_t(k)], c);
  }
  p.inertia_solver.factorise(p.reduced);
  p.X = p.B;
  p.inertia_solver.solve_columns(p.X);
  p.W.reset(m, m);
  for (int k = 0; k < m; ++k) {
    for (int l = 0; l <= k; ++l) {
      for (int c = 0; c < f; ++c) p.W(k, l) += p.B(c, k) * p.X(c, l);
    }
  }
}

// demand -> B^* S (S^* B B^* S)^+ S^* B demand
void ComputedTorque::project_demand() {
  Partial& p = *partial_;
  const int f = p.B.rows(), m = p.B.cols();
  p.gram.reset(f, f);
  for (int c = 0; c < f; ++c) {
    for (int b = 0; b <= c; ++b) {
      for (int k = 0; k < m; ++k) p.gram(c, b) += p.B(c, k) * p.B(b, k);
    }
    p.y[std::size_t(c)] = 0;
    for (int k = 0; k < m; ++k) p.y[std::size_t(c)] += p.B(c, k) * p.demand[std::size_t(k)];
  }
  p.gram_solver.factorise(p.gram);
  p.gram_solver.solve(VectorView<double>(p.y.data(), std::size_t(f)));
  for (int k = 0; k < m; ++k) {
    double& sum = p.demand[std::size_t(k)] = 0;
    for (int c = 0; c < f; ++c) sum += p.B(c, k) * p.y[std::size_t(c)];
  }
}

void ComputedTorque::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("the result tau", tau, model_.velocity_size());
  tracking_.update(t, q, v);
  tracking_.demand(stiffness_, damping_, a_);
  if (!partial_) {
    inverse_dynamics(work_, q, v, a_, tau);
    if (friction_) friction_->add(v, tracking_.velocity(), tau);
    return;
  }
  Partial& p = *partial_;
  std::fill(tau.data(), tau.data() + tau.size(), 0.0);
  if (motors_.empty()) return;
  set_answers(q);
  std::fill(p.resisting.begin(), p.resisting.end(), 0.0);
  if (friction_) {
    // Joints without motors have no target.
    std::copy(v.data(), v.data() + v.size(), p.direction.begin());
    for (const int motor : motors_)
      p.direction[std::size_t(motor)] = tracking_.velocity()[std::size_t(motor)];
    friction_->add(v, p.direction, p.resisting, -1);
  }
  p.chain.forward_dynamics(work_, q, v, p.resisting, p.free);
  for (std::size_t k = 0; k < motors_.size(); ++k)
    p.demand[k] = a_[std::size_t(motors_[k])] - p.free[std::size_t(motors_[k])];
  project_demand();
  p.answer_solver.factorise(p.W);
  p.answer_solver.solve(p.demand);
  for (std::size_t k = 0; k < motors_.size(); ++k) tau[std::size_t(motors_[k])] = p.demand[k];
}

bool ComputedTorque::is_differentiable() const {
  return !partial_ && !friction_ && detail::have_plain_coordinates(model_, motors_);
}

// tau = inverse dynamics of a = a_d + damping (v_d - v) + stiffness (q_d - q)
void ComputedTorque::torques_vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                                 Out<double> by_v) {
  if (!linear_) linear_ = std::make_unique<LinearizedDynamics<double>>(model_);
  tracking_.update(t, q, v);
  tracking_.demand(stiffness_, damping_, a_);
  inverse_dynamics(work_, q, v, a_, of_a_);
  linear_->update(work_);
  linear_->inverse_vjp(work_, weights, of_q_, of_v_, of_a_);
  for (std::size_t i = 0; i < of_a_.size(); ++i) {
    by_q[i] += of_q_[i] - stiffness_[i] * of_a_[i];
    by_v[i] += of_v_[i] - damping_[i] * of_a_[i];
  }
}

}  // namespace sinew
