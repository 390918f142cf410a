// Computes the length of a tendon, its rate, and its moment arms: the gradient of the length with respect to the joints.
//
//   fixed     L = offset + sum c q,   moment arm of joint i: c_i
//   spatial   L = sum over straight segments |b - a| / divisor + sum over curves on obstacles / divisor
//             dL/dt = sum u . (velocity of b - velocity of a) / divisor,   u = (b - a) / |b - a|
//             moment arm of DOF i = dL/dv_i = sum u . (J_b - J_a)_i / divisor
//
// Curves on obstacles need no terms of their own (algorithms/kinematics/tendon_wrap.hpp). Segments between points of
// one link have a constant length. Between points of different links only the joints between these links and their
// nearest common ancestor change the length. A segment shorter than 1e-12 m has no direction and no moment arms.
//
// A tendon that pushes its ends apart with a force f (a cable pulls: f < 0) exerts the joint torques f dL/dv.
//
// Cost: O(length of the path) for the length; O(number of joints along the path) more for the moment arms, and O(n) to
// clear the row.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew {

// These functions refer to the state that the workspace was given last. They throw std::invalid_argument for an index
// outside model.tendons().
double tendon_length(Workspace<double>& work, TendonIndex tendon);
// Returns dL/dt. Throws std::logic_error if the workspace was given a position without velocities.
double tendon_velocity(Workspace<double>& work, TendonIndex tendon);
// Computes the moment arms, one number for each velocity of the robot.
void tendon_moment_arms(Workspace<double>& work, TendonIndex tendon, Out<double> row);
// Adds the joint torques of a force along the tendon, force * moment arms, to tau.
void add_tendon_torques(Workspace<double>& work, TendonIndex tendon, double force, Out<double> tau);

}  // namespace sinew
