#include "sinew/simulate/optimal/optimize.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/linear/differentiable_step.hpp"
#include "sinew/sweep/box_quadratic.hpp"

namespace sinew {
namespace {

using Numbers = std::vector<double>;

// The regularisation mu: a further cost of changes of the torques, relative to that of the torques.
constexpr double least_mu = 1e-3, most_mu = 1e12, mu_factor = 4;
constexpr double least_part = 1e-4;  // of a change of torques that is tried
constexpr double enough = 1e-3;      // of the decrease that the expansion promises
// A promised decrease of the cost that is only rounding, relative to the cost.
constexpr double least_promise = 1e-12;

struct Candidate {
  std::vector<Numbers> q{}, v{}, u{};  // u: torques of the motors
  double cost = infinity;
};

int step_count(const OptimizePlan& plan) {
  edge::check_positive("the duration", plan.duration);
  edge::check_positive("the step", plan.step);
  if (plan.iterations < 1)
    throw std::invalid_argument("iterations: got " + std::to_string(plan.iterations) +
                                "; expected 1 or more");
  const double count = std::ceil(plan.duration / plan.step - 1e-9);
  if (count > 1e6)
    throw std::invalid_argument("the motion has " + number_text(count) +
                                " steps; expected at most a million");
  return int(count);
}

class Optimizer {
 public:
  Optimizer(const Model& model, In<double> q, In<double> v, const OptimizePlan& plan,
            const SmoothForces& forces)
      : model_(model),
        plan_(plan),
        steps_(step_count(plan)),
        n_(model.velocity_size()),
        step_(model, plan.integrator, plan.step, forces),
        motors_(detail::motor_dofs(model, plan.joints)),
        weights_(detail::gains_of_motors("torque_cost", model, motors_, plan.torque_cost)),
        target_(plan.target.empty() ? Numbers(q.data(), q.data() + q.size()) : plan.target),
        running_(model, plan.running, target_, nullptr, plan.step),
        final_(model, plan.final, target_, plan.frame_target ? &*plan.frame_target : nullptr, 1),
        tau_(std::size_t(n_)),
        A_(std::size_t(steps_), Matrix<double>(2 * n_, 2 * n_)),
        K_(A_.size()),
        k_(A_.size()) {
    edge::check_input("q", q, model.position_size());
    edge::check_input("v", v, n_);
    edge::check_input("the target", In<double>(target_), model.position_size());
    Numbers given;
    if (!plan.torque_limits.empty())
      given = detail::gains_of_motors("torque_limits", model, motors_, plan.torque_limits);
    for (const int dof : motors_) {
      if (!given.empty() && !(given[std::size_t(dof)] > 0))
        throw std::invalid_argument(
            "torque_limits: expected numbers above 0; leave joints without motors out of joints");
      const double most = given.empty() ? model.dofs()[std::size_t(dof)].max_effort : given[std::size_t(dof)];
      limits_.push_back(most > 0 ? most : infinity);
      if (!(weights_[std::size_t(dof)] > 0))
        throw std::invalid_argument("torque_cost: expected numbers above 0");
    }
    B_.assign(A_.size(), Matrix<double>(2 * n_, motors()));
    start(q, v);
  }

  OptimizedMotion run(const OptimizeProgress& progress);

 private:
  int motors() const { return int(motors_.size()); }

  // The motion under the torques that hold the robot at the start, or zeros where that is not possible.
  void start(In<double> q, In<double> v) {
    now_.q.assign(std::size_t(steps_) + 1, Numbers(q.data(), q.data() + q.size()));
    now_.v.assign(now_.q.size(), Numbers(v.data(), v.data() + v.size()));
    Numbers hold(tau_.size()), passive(tau_.size());
    const Numbers zeros(tau_.size());
    inverse_dynamics<double>(step_.dynamics().workspace(), q, zeros, zeros, hold);
    step_.dynamics().add_passive_torques(q, zeros, passive);
    Numbers u;
    for (std::size_t i = 0; i < motors_.size(); ++i) {
      const auto dof = std::size_t(motors_[i]);
      u.push_back(std::clamp(hold[dof] - passive[dof], -limits_[i], limits_[i]));
    }
    now_.u.assign(std::size_t(steps_), u);
    for (Numbers& k : k_) k.assign(motors_.size(), 0.0);
    for (Matrix<double>& K : K_) K.reset(motors(), 2 * n_);
    const Candidate guess = now_;
    now_ = run_with(guess, 0);
    if (std::isfinite(now_.cost)) return;
    throw std::domain_error(
        "the motion under the torques that hold the robot at the start cannot be "
        "computed with steps of " +
        number_text(plan_.step) + " s; use shorter steps");
  }

  const Numbers& torques(const Numbers& u) {
    std::fill(tau_.begin(), tau_.end(), 0.0);
    for (std::size_t i = 0; i < u.size(); ++i) tau_[std::size_t(motors_[i])] = u[i];
    return tau_;
  }

  double torque_cost(const Numbers& u) const {
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += weights_[std::size_t(motors_[i])] * u[i] * u[i];
    return 0.5 * plan_.step * sum;
  }

  // Runs with u + part k + K x, x the difference from `base`. The cost is infinite if the run cannot be computed.
  Candidate run_with(const Candidate& base, double part) {
    Candidate out = base;
    Numbers x(2 * std::size_t(n_));
    double cost = 0;
    try {
      for (std::size_t i = 0; i < A_.size(); ++i) {
        difference(model_, base.q[i], out.q[i], {x.data(), std::size_t(n_)});
        for (std::size_t j = 0; j < std::size_t(n_); ++j) x[std::size_t(n_) + j] = out.v[i][j] - base.v[i][j];
        Numbers& u = out.u[i];
        for (std::size_t j = 0; j < u.size(); ++j) u[j] = base.u[i][j] + part * k_[i][j];
        add_product<double>(K_[i], x, u);
        for (std::size_t j = 0; j < u.size(); ++j) u[j] = std::clamp(u[j], -limits_[j], limits_[j]);
        cost += running_.value(out.q[i], out.v[i]) + torque_cost(u);
        step_.advance(out.q[i], out.v[i], torques(u), out.q[i + 1], out.v[i + 1]);
      }
      cost += final_.value(out.q.back(), out.v.back());
      out.cost = std::isfinite(cost) ? cost : infinity;
    } catch (const std::overflow_error&) {
      out.cost = infinity;
    } catch (const std::invalid_argument&) {  // numbers that are not finite
      out.cost = infinity;
    } catch (const std::domain_error&) {  // a joint that moves no inertia there
      out.cost = infinity;
    }
    return out;
  }

  void linearize() {
    Numbers q(now_.q[0].size()), v(tau_.size());
    Matrix<double> all(2 * n_, n_);
    for (std::size_t i = 0; i < A_.size(); ++i) {
      step_.linearize(now_.q[i], now_.v[i], torques(now_.u[i]), q, v, A_[i], all);
      for (int j = 0; j < motors(); ++j) std::copy_n(&all(0, motors_[std::size_t(j)]), 2 * n_, &B_[i](0, j));
    }
  }

  // Computes k and K from the last step to the first. Returns false if mu is too small.
  bool backward(double mu);

  Model model_;
  OptimizePlan plan_;
  int steps_, n_;
  DifferentiableStep step_;
  std::vector<int> motors_;
  Numbers weights_, limits_, target_;
  detail::StateCosts running_, final_;
  Numbers tau_;
  std::vector<Matrix<double>> A_, B_{}, K_;  // of each step
  std::vector<Numbers> k_;
  Candidate now_{};
  double promised_linear_ = 0,
         promised_square_ = 0;  // the change of the cost is part * linear + part^2 * square
  sweep::BoxQuadratic box_{};
};

bool Optimizer::backward(double mu) {
  const int m = motors();
  promised_linear_ = promised_square_ = 0;
  Numbers V_x(2 * std::size_t(n_)), Q_x, Q_u(motors_.size()), lower(Q_u), upper(Q_u);
  Matrix<double> V_xx(2 * n_, 2 * n_), Q_xx, Q_ux, Q_uu, regular_uu, VA, VB;
  final_.expand(now_.q.back(), now_.v.back(), V_x, V_xx);
  for (std::size_t i = A_.size(); i-- > 0;) {
    const Matrix<double>&A = A_[i], &B = B_[i];
    const Numbers& u = now_.u[i];
    // Q_x, Q_u, Q_xx, Q_ux, Q_uu
    Q_x.assign(V_x.size(), 0.0);
    add_transposed_product<double>(A, V_x, Q_x);
    for (int j = 0; j < m; ++j)
      Q_u[std::size_t(j)] = plan_.step * weights_[std::size_t(motors_[std::size_t(j)])] * u[std::size_t(j)];
    add_transposed_product<double>(B, V_x, Q_u);
    multiply<double>(V_xx, A, VA);
    transposed_multiply<double>(A, VA, Q_xx);
    multiply<double>(V_xx, B, VB);
    transposed_multiply<double>(VB, A, Q_ux);
    transposed_multiply<double>(B, VB, Q_uu);
    for (int j = 0; j < m; ++j) Q_uu(j, j) += plan_.step * weights_[std::size_t(motors_[std::size_t(j)])];
    running_.expand(now_.q[i], now_.v[i], Q_x, Q_xx);
    // The torques are chosen as if they cost more, so that they change less.
    regular_uu = Q_uu;
    for (int j = 0; j < m; ++j)
      regular_uu(j, j) += mu * plan_.step * weights_[std::size_t(motors_[std::size_t(j)])];
    // k and K
    for (std::size_t j = 0; j < u.size(); ++j) lower[j] = -limits_[j] - u[j], upper[j] = limits_[j] - u[j];
    Numbers& k = k_[i];
    if (!box_.minimise(regular_uu, Q_u, lower, upper, k)) return false;
    Matrix<double>& K = K_[i];
    K = Q_ux;
    box_.solve_free(K);
    for (int j = 0; j < m * 2 * n_; ++j) K.data()[j] = -K.data()[j];
    // V_x = Q_x + K^T Q_uu k + K^T Q_u + Q_ux^T k,  V_xx = Q_xx + K^T Q_uu K + K^T Q_ux + Q_ux^T K
    Numbers Qk(k.size());
    add_product<double>(Q_uu, k, Qk);
    for (std::size_t j = 0; j < k.size(); ++j) {
      promised_linear_ += k[j] * Q_u[j];
      promised_square_ += 0.5 * k[j] * Qk[j];
      Qk[j] += Q_u[j];
    }
    V_x = Q_x;
    add_transposed_product<double>(K, Qk, V_x);
    add_transposed_product<double>(Q_ux, k, V_x);
    Matrix<double> QK, square, mixed;
    multiply<double>(Q_uu, K, QK);
    transposed_multiply<double>(K, QK, square);
    transposed_multiply<double>(K, Q_ux, mixed);
    for (int j = 0; j < 2 * n_; ++j) {
      for (int a = 0; a <= j; ++a) {
        const double sum =
            0.5 * (Q_xx(a, j) + Q_xx(j, a) + square(a, j) + square(j, a)) + mixed(a, j) + mixed(j, a);
        V_xx(a, j) = V_xx(j, a) = sum;
      }
    }
  }
  return true;
}

OptimizedMotion Optimizer::run(const OptimizeProgress& progress) {
  OptimizedMotion out{
      .limits = Numbers(tau_.size()), .costs = {now_.cost}, .left_out = step_.dynamics().left_out()};
  for (std::size_t i = 0; i < motors_.size(); ++i) out.limits[std::size_t(motors_[i])] = limits_[i];
  out.why = "the search did not end after " + std::to_string(plan_.iterations) + " iterations";
  double mu = 0;
  linearize();
  while (out.iterations < plan_.iterations) {
    ++out.iterations;
    bool improved = false;
    double decrease = 0;
    while (!improved && mu <= most_mu) {
      if (!backward(mu)) {
        mu = std::max(least_mu, mu * mu_factor);
        continue;
      }
      const double promise = -(promised_linear_ + promised_square_);
      if (promise <= least_promise * now_.cost) {
        out.converged = mu <= 1;  // a larger mu makes every promise small
        break;
      }
      for (double part = 1; part >= least_part && !improved; part *= 0.5) {
        Candidate next = run_with(now_, part);
        const double promised = -part * (promised_linear_ + part * promised_square_);
        if (!(now_.cost - next.cost >= enough * promised)) continue;
        decrease = now_.cost - next.cost;
        improved = true;
        now_ = std::move(next);
      }
      if (!improved) mu = std::max(least_mu, mu * mu_factor);
    }
    if (!improved && !out.converged) {
      out.why = "no change of the torques along the expansion decreases the cost";
      break;
    }
    out.costs.push_back(now_.cost);
    if (improved) {
      linearize();
      out.converged = decrease <= plan_.tolerance * now_.cost && mu <= 1;
      mu = mu > least_mu ? mu / mu_factor : 0;
    }
    if (progress && !progress(out.iterations, now_.cost)) {
      out.why = "the search was interrupted";
      break;
    }
    if (out.converged) break;
  }
  if (out.converged) out.why.clear();
  // The feedback about the last motion, without damping if the expansion is convex there.
  for (mu = 0; !backward(mu) && mu <= most_mu;) mu = std::max(least_mu, mu * mu_factor);
  for (int i = 0; i <= steps_; ++i) out.times.push_back(plan_.step * i);
  for (std::size_t i = 0; i < A_.size(); ++i) {
    out.tau.push_back(torques(now_.u[i]));
    Matrix<double>& K = out.K.emplace_back(n_, 2 * n_);
    for (int j = 0; j < 2 * n_; ++j) {
      for (int a = 0; a < motors(); ++a) K(motors_[std::size_t(a)], j) = K_[i](a, j);
    }
  }
  out.q = std::move(now_.q);
  out.v = std::move(now_.v);
  return out;
}

}  // namespace

OptimizedMotion optimize(const Model& model, In<double> q, In<double> v, const OptimizePlan& plan,
                         const SmoothForces& forces, const OptimizeProgress& progress) {
  edge::check_size("q", q, model.position_size());
  edge::check_size("v", v, model.velocity_size());
  edge::check_tree("optimize", model);
  return Optimizer(model, q, v, plan, forces).run(progress);
}

}  // namespace sinew
