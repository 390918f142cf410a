// A random system of arms with the library's results, and the degree to which its equations determine the forces.
#pragma once

#include <optional>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/random_arms.hpp"

namespace sinew::test {

template <class T>
std::vector<T> cast_all(const std::vector<double>& x) {
  return {x.begin(), x.end()};
}

// The system of a sample and the results of the five stages.
template <class T = double>
struct Together {
  explicit Together(const ArmsSample& sample, int threads = 1)
      : models(sample.arms()),
        system(models, sample.object(), sample.grasps, threads),
        q(cast_all<T>(sample.q)),
        v(cast_all<T>(sample.v)),
        tau(cast_all<T>(sample.tau)),
        a(v.size()) {
    models.push_back(sample.object());
    environments.emplace(sample, models);
  }
  void solve() { system.forward_dynamics(q, v, tau, a, environments->list); }
  VectorXd row_forces() const {
    VectorXd all(system.rows());
    int row = 0;
    for (int g = 0; g < system.grasp_count(); ++g) {
      if (!system.is_held(g)) continue;
      for (const T f : system.row_forces(g)) all[row++] = static_cast<double>(f);
    }
    return all;
  }

  std::vector<Model> models;
  MultiArm<T> system;
  std::vector<T> q, v, tau, a;
  std::optional<Environments<T>> environments;
};

// Eigenvalues of Omega with its rows scaled to ones. They are squares of those of J, so that 1e-8 of nearly parallel
// axes becomes 1e-16 here. Samples whose rank is uncertain are omitted.
struct Spectrum {
  explicit Spectrum(const MatX<double>& omega) {
    if (omega.size() == 0) return;
    const VecX<double> scale =
        omega.diagonal().unaryExpr([](double x) { return x > 1e-20 ? 1 / std::sqrt(x) : 0.0; });
    const VecX<double> values = eigenvalues(scale.asDiagonal() * omega * scale.asDiagonal());
    for (const double value : values) {
      if (value > 1e-10)
        ++rank, least = std::min(least, value);
      else
        largest_zero = std::max(largest_zero, std::abs(value));
    }
  }
  int rank = 0;
  double least = 1, largest_zero = 0;
  bool clear() const { return least > 1e-6 && largest_zero < 2e-15; }
};

}  // namespace sinew::test
