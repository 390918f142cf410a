// Random robots and states: all joint kinds, any tree, and placements that are difficult for the choice of frames
// (parallel, intersecting, opposite and nearly parallel axes, zero offsets, 3.1415 for pi).
#pragma once

#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"
#include "tests/support/dense_reference.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

struct RobotOptions {
  int bodies = 8;
  bool custom_joints = true;
  bool massless_bodies = true;  // inside compound joints, where they are valid
  bool serial = false;          // each body on the previous one
  bool deep = false;            // at least one branch has more than 30 degrees of freedom and side branches
};

// A physically possible robot whose mass matrix is positive definite.
Description random_description(Random& random, const RobotOptions& options = {});

// Unit quaternions for spherical and floating joints, angles within +-pi, travel within +-1 m.
std::vector<double> random_position(const Description& description, Random& random);
std::vector<double> random_velocity(const Description& description, Random& random);  // also for a and tau

// A robot with a state and external forces.
struct Sample {
  Description description;
  std::vector<double> q, v, a, tau;
  DenseEnvironment environment;  // base acceleration, and forces on up to four bodies and frames
};
// Sample number `index`: mostly 1 to 12 bodies, every sixteenth up to 40, every sixty-fourth a deep tree.
Sample random_sample(int index);
Sample sample_without_custom_joints(int index);

// The number of samples of a test: 2,000; 20,000 if the environment sets SINEW_FULL; fewer under a sanitizer, where
// each costs twenty times as much.
int sample_count();

}  // namespace sinew::test
