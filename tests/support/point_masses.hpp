// Dynamics without spatial algebra: each body becomes six point masses, and joint torques follow from the principle of
// virtual work with velocities and accelerations of the points by differences in time. Slow and accurate to about 1e-9;
// it checks the dense reference on small robots.
#pragma once

#include <vector>

#include "tests/support/dense_joint.hpp"

namespace sinew::test {

// The position after a motion for `time` with initial velocity v and constant acceleration a (to second order).
std::vector<double> position_after(const Description& description, const std::vector<double>& q,
                                   const std::vector<double>& v, const std::vector<double>& a, double time);

struct PointMassResult {
  VectorXd tau;           // torques for the given acceleration
  double kinetic_energy;  // of the bodies and rotors
};
PointMassResult point_mass_dynamics(const Description& description, const std::vector<double>& q,
                                    const std::vector<double>& v, const std::vector<double>& a);

}  // namespace sinew::test
