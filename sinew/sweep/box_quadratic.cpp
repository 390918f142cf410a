#include "sinew/sweep/box_quadratic.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::sweep {
namespace {

constexpr int most_steps = 100;
constexpr double small_gradient = 1e-12;  // relative to the terms of the gradient
constexpr double enough = 0.1;            // of the decrease that the gradient promises

double value(MatrixIn<double> Q, In<double> c, const std::vector<double>& x) {
  double sum = 0;
  for (int j = 0; j < Q.cols(); ++j) {
    double row = c[std::size_t(j)];
    for (int i = 0; i < Q.rows(); ++i) row += 0.5 * Q(i, j) * x[std::size_t(i)];
    sum += row * x[std::size_t(j)];
  }
  return sum;
}

}  // namespace

bool BoxQuadratic::factorise(MatrixIn<double> Q) {
  const int n = int(free_.size());
  if (n > capacity_) solver_ = PositiveSolver<double>(capacity_ = n);
  free_Q_.reset(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) free_Q_(i, j) = Q(free_[std::size_t(i)], free_[std::size_t(j)]);
  }
  return solver_.factorise(free_Q_);
}

void BoxQuadratic::solve_free(MatrixOut<double> columns) {
  step_.resize(free_.size());
  for (int j = 0; j < columns.cols(); ++j) {
    for (std::size_t i = 0; i < free_.size(); ++i) step_[i] = columns(free_[i], j);
    solver_.solve(step_);
    for (int i = 0; i < columns.rows(); ++i) columns(i, j) = 0;
    for (std::size_t i = 0; i < free_.size(); ++i) columns(free_[i], j) = step_[i];
  }
}

bool BoxQuadratic::minimise(MatrixIn<double> Q, In<double> c, In<double> lower, In<double> upper,
                            Out<double> x) {
  const int n = Q.rows();
  edge::check_size("Q", Q, n, n);
  edge::check_size("c", c, n);
  edge::check_size("the lower bounds", lower, n);
  edge::check_size("the upper bounds", upper, n);
  edge::check_size("x", x, n);
  gradient_.resize(std::size_t(n));
  next_.resize(std::size_t(n));
  std::vector<double> now(x.data(), x.data() + n);
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = std::clamp(now[i], lower[i], upper[i]);
  std::vector<bool> before;
  for (int count = 0; count < most_steps; ++count) {
    double most = 0, scale = 0;
    clamped_.assign(std::size_t(n), false);
    free_.clear();
    for (int i = 0; i < n; ++i) {
      const auto k = std::size_t(i);
      double sum = c[k], terms = std::abs(c[k]);
      for (int j = 0; j < n; ++j) {
        sum += Q(i, j) * now[std::size_t(j)];
        terms += std::abs(Q(i, j) * now[std::size_t(j)]);
      }
      gradient_[k] = sum;
      clamped_[k] = (now[k] <= lower[k] && sum > 0) || (now[k] >= upper[k] && sum < 0);
      if (clamped_[k]) continue;
      free_.push_back(i);
      most = std::max(most, std::abs(sum));
      scale = std::max(scale, terms);
    }
    if (count == 0 || clamped_ != before) {
      if (!factorise(Q)) return false;
      before = clamped_;
    }
    if (most <= small_gradient * scale) break;
    step_.resize(free_.size());
    for (std::size_t i = 0; i < free_.size(); ++i) step_[i] = -gradient_[std::size_t(free_[i])];
    solver_.solve(step_);
    const double start = value(Q, c, now);
    bool moved = false;
    for (double size = 1; size > 1e-12 && !moved; size *= 0.6) {
      next_ = now;
      double promised = 0;
      for (std::size_t i = 0; i < free_.size(); ++i) {
        const auto k = std::size_t(free_[i]);
        next_[k] = std::clamp(now[k] + size * step_[i], lower[k], upper[k]);
        promised += gradient_[k] * (next_[k] - now[k]);
      }
      moved = promised < 0 && value(Q, c, next_) - start <= enough * promised;
    }
    if (!moved) break;  // rounding is all that is left
    now = next_;
  }
  std::copy(now.begin(), now.end(), x.data());
  return true;
}

}  // namespace sinew::sweep
