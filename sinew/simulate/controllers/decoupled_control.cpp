#include "sinew/simulate/controllers/decoupled_control.hpp"

#include <cmath>

#include "sinew/chains/followers/independent_dynamics.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {

struct DecoupledControl::Embedded {
  explicit Embedded(const Model& model)
      : dynamics(model),
        m(dynamics.size(), dynamics.size()),
        X(m),
        D(std::size_t(dynamics.size())),
        x(D),
        tau(D) {}

  // x becomes m (dm^*/dt) x, at the state (q, v).
  void apply_root_and_its_rate(In<double> q, In<double> v) {
    const int n = dynamics.size();
    dynamics.coriolis_matrix(q, v, X);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i <= j; ++i) X(i, j) = X(j, i) = X(i, j) + X(j, i);
    }
    dynamics.udut(q, m, D);
    for (int j = 0; j < n; ++j) {
      const double root = std::sqrt(D[std::size_t(j)]);
      for (int i = 0; i <= j; ++i) m(i, j) *= root;
    }
    // X = m^-1 (C + C^*) m^-*, which is symmetric: m^-1 is applied to the columns, then to the rows.
    for (int j = 0; j < n; ++j) solve([&](int i) -> double& { return X(i, j); });
    for (int i = 0; i < n; ++i) solve([&](int j) -> double& { return X(i, j); });
    // x = m Y^* m^* x, with Y the upper triangle of X and half of its diagonal
    for (int j = n - 1; j >= 0; --j) {
      double sum = 0;
      for (int i = 0; i <= j; ++i) sum += m(i, j) * x[std::size_t(i)];
      x[std::size_t(j)] = sum;
    }
    for (int j = n - 1; j >= 0; --j) {
      double sum = X(j, j) / 2 * x[std::size_t(j)];
      for (int i = 0; i < j; ++i) sum += X(i, j) * x[std::size_t(i)];
      x[std::size_t(j)] = sum;
    }
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = i; j < n; ++j) sum += m(i, j) * x[std::size_t(j)];
      x[std::size_t(i)] = sum;
    }
  }

  // y becomes m^-1 y.
  template <class Entry>
  void solve(Entry y) const {
    for (int i = m.rows() - 1; i >= 0; --i) {
      for (int j = i + 1; j < m.rows(); ++j) y(i) -= m(i, j) * y(j);
      y(i) /= m(i, i);
    }
  }

  IndependentDynamics<double> dynamics;
  Matrix<double> m, X;
  std::vector<double> D, x, tau;
};

DecoupledControl::DecoupledControl(const Model& model, const DecoupledPlan& plan)
    : model_(model),
      work_(model),
      tracking_(model, plan.target),
      stiffness_(detail::checked_gain("frequency", plan.frequency) * plan.frequency),
      damping_(2 * detail::checked_gain("damping ratio", plan.damping_ratio) * plan.frequency),
      a_(std::size_t(model.velocity_size())),
      behind_(a_.size()),
      correction_(a_.size()) {
  detail::require_motors_on_leaders("decoupled", model);
  if (has_followers(model)) embedded_ = std::make_unique<Embedded>(model);
}
DecoupledControl::~DecoupledControl() = default;

void DecoupledControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  tracking_.update(t, q, v);
  for (std::size_t i = 0; i < a_.size(); ++i) {
    behind_[i] = tracking_.velocity()[i] - v[i];
    a_[i] = tracking_.velocity_rate()[i] + damping_ * behind_[i] + stiffness_ * tracking_.error()[i];
  }
  if (embedded_) {
    auto& [dynamics, m, X, D, x, reduced] = *embedded_;
    dynamics.coordinates().select(behind_, x);
    embedded_->apply_root_and_its_rate(q, v);
    dynamics.inverse_dynamics(q, v, a_, reduced);
    for (std::size_t g = 0; g < reduced.size(); ++g) reduced[g] += x[g];
    dynamics.coordinates().spread(reduced, tau);
    return;
  }
  inverse_dynamics(work_.plain, q, v, a_, tau);
  square_root_adjoint_rate_times(work_, q, v, behind_, correction_);
  update_filter(work_.plain, q);
  square_root_times(work_.plain, correction_, correction_);
  for (std::size_t i = 0; i < a_.size(); ++i) tau[i] += correction_[i];
}

}  // namespace sinew
