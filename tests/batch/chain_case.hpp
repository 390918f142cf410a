// Serial chains for the tests of long chains, with the results of both solvers.
#pragma once

#include "sinew/batch/long_chain/long_chain.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

struct ChainCase {
  explicit ChainCase(const Description& description, std::uint64_t seed = 1)
      : model(description), serial(model), blocked(model), expected(dofs()), a(dofs()) {
    Random random(seed);
    q = random_position(description, random);
    v = random_velocity(description, random);
    tau = random_velocity(description, random);
  }

  std::size_t dofs() const { return static_cast<std::size_t>(model.velocity_size()); }
  void solve_serially(const Environment<double>& environment = {}) {
    forward_dynamics(serial, q, v, tau, expected, environment);
  }
  // The relative error of the accelerations.
  double solve(LongChain<double>& chain, const Environment<double>& environment = {}) {
    solve_serially(environment);
    chain.forward_dynamics(blocked, q, v, tau, a, environment);
    return relative_error(a, expected);
  }

  Model model;
  Workspace<double> serial, blocked;
  std::vector<double> q, v, tau, expected, a;
};

inline Description mixed_chain(int bodies, std::uint64_t seed) {
  Random random(seed);
  return random_description(random, {.bodies = bodies, .serial = true});
}

}  // namespace sinew::test
