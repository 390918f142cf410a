// Kinematics of trees: poses, velocities, Jacobians, inverse kinematics, energy and momentum, tendons.
#pragma once

#include "sinew/algorithms/kinematics/energy_momentum.hpp"     // kinetic_energy, potential_energy, momentum
#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"  // joint motions that move a frame as required
#include "sinew/algorithms/kinematics/jacobian.hpp"            // jacobian
#include "sinew/algorithms/kinematics/jacobian_products.hpp"   // jacobian_times and other products
#include "sinew/algorithms/kinematics/kinematics.hpp"          // pose, velocity, acceleration
#include "sinew/algorithms/kinematics/tendons.hpp"             // tendon_length, tendon_moment_arms
#include "sinew/algorithms/workspace/workspace.hpp"            // Workspace, set_position, set_state
