#include "sinew/simulate/linear/trim.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/dense/norms.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/dense/solvers/symmetric_solver.hpp"
#include "sinew/model/joints/coordinates.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"

namespace sinew {
namespace {

using Numbers = std::vector<double>;

constexpr double longest_step = 0.5;      // rad or m in one iteration, in any degree of freedom
constexpr double shortest_step = 1e-11;   // below it the search has ended
constexpr double rank_tolerance = 1e-10;  // of equations of joints without motors
constexpr double least_damping = 1e-12, first_damping = 1e-3,
                 most_damping = 1e8;  // mu, relative to J_M^T J_M

class TrimSearch {
 public:
  TrimSearch(const Model& model, In<double> start, const TrimOptions& options)
      : model_(model),
        options_(options),
        dynamics_(model, {.joint_damping = false, .joint_springs = options.joint_springs}),
        derivatives_(model),
        n_(model.velocity_size()),
        is_motor_(std::size_t(n_)),
        is_held_(std::size_t(n_)),
        lower_(std::size_t(n_), -infinity),
        upper_(lower_.size(), infinity),
        q_(start.data(), start.data() + start.size()),
        f_(std::size_t(n_)),
        zeros_(f_) {
    edge::check_input("the start", start, model.position_size());
    for (const int dof : detail::motor_dofs(model, options.motors)) is_motor_[std::size_t(dof)] = true;
    for (const std::string& name : options.hold) {
      const JointInfo& joint = model.joint(name);
      for (int i = 0; i < joint.v_size; ++i) is_held_[std::size_t(joint.v_index + i)] = true;
    }
    if (options.within_limits) set_limits();
  }

  Trim run();

 private:
  // Only joints whose coordinates are numbers have limits.
  void set_limits() {
    for (const JointInfo& joint : model_.joints()) {
      if (joint.q_size != joint.v_size) continue;
      for (int i = 0; i < joint.v_size; ++i) {
        const auto v = std::size_t(joint.v_index + i), q = std::size_t(joint.q_index + i);
        lower_[v] = model_.dofs()[v].lower;
        upper_[v] = model_.dofs()[v].upper;
        if (is_held_[v] || !(lower_[v] <= upper_[v])) continue;
        q_[q] = std::clamp(q_[q], lower_[v], upper_[v]);
        coordinates_.push_back({q, v});
      }
    }
  }

  // f: the torques that hold the robot at q.
  void holding_torques(const Numbers& q, Numbers& f) {
    Numbers passive(f.size());
    inverse_dynamics<double>(dynamics_.workspace(), q, zeros_, zeros_, f);
    dynamics_.add_passive_torques(q, zeros_, passive);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] -= passive[i];
  }

  // f and J = df/dq at q_.
  void differentiate() {
    J_.reset(n_, n_);
    holding_torques(q_, f_);
    derivatives_.gravity_force(q_, J_);
    dynamics_.add_stiffness(J_);
  }

  double residual(const Numbers& f) const {
    double most = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (!is_motor_[i]) most = std::max(most, std::abs(f[i]));
    }
    return most;
  }
  double effort(const Numbers& f) const {
    double square = 0;
    for (std::size_t i = 0; i < f.size(); ++i) square += is_motor_[i] ? f[i] * f[i] : 0;
    return std::sqrt(square);
  }
  // What a step must decrease: the effort, and much of the torques that no motor gives.
  double merit(const Numbers& f) const {
    double sum = options_.least_effort ? 0.5 * effort(f) * effort(f) : 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      if (!is_motor_[i]) sum += penalty_ * std::abs(f[i]);
    }
    return sum;
  }

  Numbers step(double damping, const std::vector<bool>& fixed);
  Numbers step_within_limits(double damping);
  Numbers moved(const Numbers& d) const;

  Model model_;
  TrimOptions options_;
  SmoothDynamics dynamics_;
  DynamicsDerivatives<double> derivatives_;
  int n_;
  std::vector<bool> is_motor_, is_held_;
  Numbers lower_, upper_;
  struct Limited {
    std::size_t q, v;
  };
  std::vector<Limited> coordinates_;
  Numbers q_, f_, zeros_;
  Matrix<double> J_;
  double penalty_ = 1;
};

// The step d of the degrees of freedom that are not fixed, by the multipliers x of the equations f_U + J_U d = 0.
Numbers TrimSearch::step(double damping, const std::vector<bool>& fixed) {
  std::vector<int> free, bare;
  for (int i = 0; i < n_; ++i) {
    if (!fixed[std::size_t(i)]) free.push_back(i);
    if (!is_motor_[std::size_t(i)]) bare.push_back(i);
  }
  const int size = int(free.size()), rows = int(bare.size());
  Matrix<double> W = identity<double>(size), JU(rows, size);
  Numbers g(free.size());
  if (options_.least_effort) {
    double scale = 0;
    for (int a = 0; a < size; ++a) {
      for (int b = 0; b < size; ++b) {
        W(a, b) = 0;
        for (int i = 0; i < n_; ++i) {
          if (is_motor_[std::size_t(i)]) W(a, b) += J_(i, free[std::size_t(a)]) * J_(i, free[std::size_t(b)]);
        }
      }
      scale = std::max(scale, W(a, a));
      for (int i = 0; i < n_; ++i) {
        if (is_motor_[std::size_t(i)]) g[std::size_t(a)] += J_(i, free[std::size_t(a)]) * f_[std::size_t(i)];
      }
    }
    for (int a = 0; a < size; ++a) W(a, a) += damping * (scale > 0 ? scale : 1);
  }
  for (int r = 0; r < rows; ++r) {
    for (int a = 0; a < size; ++a) JU(r, a) = J_(bare[std::size_t(r)], free[std::size_t(a)]);
  }
  // (J_U W^-1 J_U^T) x = f_U - J_U W^-1 g,   d = -W^-1 (g + J_U^T x)
  SymmetricSolver<double> weight(size), equations(rows);
  weight.factorise(W, 1e-15);
  Matrix<double> solved;
  transpose<double>(JU, solved);
  weight.solve_columns(solved);
  Matrix<double> omega;
  multiply<double>(JU, solved, omega);
  equations.factorise(omega, rank_tolerance);
  Numbers along = g, x(bare.size());
  weight.solve(along);
  for (int r = 0; r < rows; ++r) {
    x[std::size_t(r)] = f_[std::size_t(bare[std::size_t(r)])];
    for (int a = 0; a < size; ++a) x[std::size_t(r)] -= JU(r, a) * along[std::size_t(a)];
  }
  equations.solve(x);
  for (const double multiplier : x) penalty_ = std::max(penalty_, 2 * std::abs(multiplier));
  Numbers d(std::size_t(n_), 0.0);
  for (int a = 0; a < size; ++a) {
    double sum = -along[std::size_t(a)];
    for (int r = 0; r < rows; ++r) sum -= solved(a, r) * x[std::size_t(r)];
    d[std::size_t(free[std::size_t(a)])] = sum;
  }
  return d;
}

Numbers TrimSearch::step_within_limits(double damping) {
  std::vector<bool> fixed = is_held_;
  for (;;) {
    Numbers d = step(damping, fixed);
    bool changed = false;
    for (const auto& [q, v] : coordinates_) {
      if (fixed[v]) continue;
      const bool beyond = (q_[q] >= upper_[v] && d[v] > 0) || (q_[q] <= lower_[v] && d[v] < 0);
      if (beyond) fixed[v] = changed = true;
    }
    if (!changed) return d;
  }
}

Numbers TrimSearch::moved(const Numbers& d) const {
  Numbers q(q_.size());
  model_.integrate(q_, d, 1, q);
  for (const auto& [i, v] : coordinates_) q[i] = std::clamp(q[i], lower_[v], upper_[v]);
  return q;
}

Trim TrimSearch::run() {
  Trim out;
  double damping = first_damping;
  differentiate();
  Numbers f(f_.size());
  for (; out.iterations < options_.iterations; ++out.iterations) {
    Numbers d = step_within_limits(damping);
    double factor = std::min(1.0, longest_step / std::max(largest(d), 1e-300));
    const bool is_short = largest(d) <= shortest_step;
    if (is_short) break;
    bool improved = false;
    for (int halving = 0; halving < 30 && !improved; ++halving, factor *= 0.5) {
      Numbers part = d;
      for (double& x : part) x *= factor;
      const Numbers q = moved(part);
      holding_torques(q, f);
      if (!(merit(f) < merit(f_))) continue;
      improved = true;
      q_ = q;
    }
    if (improved) {
      damping = std::max(least_damping, damping / 5);
      differentiate();
    } else if (!options_.least_effort || damping >= most_damping) {
      break;
    } else {
      damping *= 10;
    }
  }
  out.q = q_;
  out.residual = residual(f_);
  out.effort = effort(f_);
  out.tau = f_;
  for (std::size_t i = 0; i < f_.size(); ++i) {
    if (!is_motor_[i]) out.tau[i] = 0;
  }
  out.converged =
      out.residual <= options_.tolerance * (1 + largest(f_)) && out.iterations < options_.iterations;
  if (out.converged) return out;
  const auto worst = [&] {
    std::size_t most = 0;
    double size = -1;
    for (std::size_t i = 0; i < f_.size(); ++i) {
      if (!is_motor_[i] && std::abs(f_[i]) > size) most = i, size = std::abs(f_[i]);
    }
    return most;
  };
  out.why = out.residual > options_.tolerance * (1 + largest(f_))
                ? "'" + velocity_coordinates(model_)[worst()].name + "' has no motor and would need " +
                      number_text(out.residual)
                : "the search did not end after " + std::to_string(out.iterations) + " steps";
  return out;
}

}  // namespace

Trim trim(const Model& model, In<double> start, const TrimOptions& options) {
  edge::check_size("the start", start, model.position_size());
  edge::check_tree("trim", model);
  return TrimSearch(model, start, options).run();
}

}  // namespace sinew
