// Dynamics of trees in O(n): forward dynamics (ABA), inverse dynamics (RNEA), joint forces, responses to forces, and
// the results of the filter behind them.
#pragma once

#include "sinew/algorithms/dynamics/actuators.hpp"          // Actuators, actuator_torques
#include "sinew/algorithms/dynamics/constraint_forces.hpp"  // joint_forces, fixed_joint_forces
#include "sinew/algorithms/dynamics/filter.hpp"             // update_filter
#include "sinew/algorithms/dynamics/filter_results.hpp"     // P, D, G, e, z of the filter
#include "sinew/algorithms/dynamics/force_response.hpp"     // accelerations caused by external forces
#include "sinew/algorithms/dynamics/forward_dynamics.hpp"   // forward_dynamics
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"   // inverse_dynamics, bias_force, gravity_force
#include "sinew/algorithms/dynamics/passive_forces.hpp"     // joint_springs, gravity_compensation
#include "sinew/algorithms/dynamics/tendon_forces.hpp"      // tendon_springs, tendon_damping
#include "sinew/algorithms/workspace/workspace.hpp"         // Workspace, set_position, set_state
