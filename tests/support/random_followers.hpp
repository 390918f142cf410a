// Random robots whose joints follow others: mimics and couplings in chains, across branches, with locked joints.
#pragma once

#include <vector>

#include "tests/support/compare.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

struct FollowerSample {
  Description description;
  // A state in which the followers follow. tau is arbitrary.
  std::vector<double> q, v, a, tau;
  std::vector<int> independent;  // indices in v
  MatrixXd N;                    // v = N u
  VectorXd rate;                 // dN/dt u
};

// Sample number `index`. `linear`: mimics and linear couplings only.
FollowerSample random_follower_sample(int index, bool linear = false);

}  // namespace sinew::test
