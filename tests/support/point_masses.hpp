// Dynamics without any spatial algebra: each body becomes six points of mass, and the joint moments follow
// from the principle of virtual work with velocities and accelerations of the points taken by differences in
// time. Slow and good to about 1e-9; it judges the dense reference on small robots.
#pragma once

#include <vector>

#include "tests/support/dense_joint.hpp"

namespace sinew::test {

// The position after moving for `time` with velocity v at the start and constant acceleration a (to second
// order).
std::vector<double> position_after(const Description& description, const std::vector<double>& q,
                                   const std::vector<double>& v, const std::vector<double>& a, double time);

struct PointMassResult {
  VectorXd tau;           // moments for the given acceleration
  double kinetic_energy;  // of the bodies and rotors
};
PointMassResult point_mass_dynamics(const Description& description, const std::vector<double>& q,
                                    const std::vector<double>& v, const std::vector<double>& a);

}  // namespace sinew::test
