// Helps controllers to find the degrees of freedom that have motors, to expand lists of gains, and to track which loops
// are closed. Wrong names and numbers throw std::invalid_argument.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/simulate/saved/saved_state.hpp"

namespace sinew::detail {

// Returns the degrees of freedom of the named joints as indices in v, in the order named. If `joints` is empty: those
// of all joints of one DOF, except joints that follow another and joints that a coupling locks.
std::vector<int> motor_dofs(const Model& model, std::span<const std::string> joints);
// Returns one gain per degree of freedom, zero where there is no motor. `gains` has one number for all motors or one
// for each. `what` names the gain in messages.
std::vector<double> gains_of_motors(const char* what, const Model& model, std::span<const int> motors,
                                    std::span<const double> gains);
// The same, with a motor on every degree of freedom.
std::vector<double> gains_of_dofs(const char* what, const Model& model, std::span<const double> gains);
// Returns six gains, for rotation and then translation. `gains` has one number for all or six.
std::vector<double> gains_of_pose(const char* what, std::span<const double> gains);
// Returns `gain`, which must be finite and not negative.
double checked_gain(const char* what, double gain);
// For control laws that need a motor on every independent degree of freedom and no loops; joints may follow others and
// need no motor. Throws otherwise; the message names the floating joint, or the number of loops.
void require_motors_on_leaders(const char* law, const Model& model);

// Whether the coordinates of all these degrees of freedom are numbers, not parts of quaternions.
bool have_plain_coordinates(const Model& model, std::span<const int> dofs);

// Closes (`active` is true) or opens (`active` is false) the loop of that name; unknown names are ignored.
void set_loop_active(ClosedChain<double>& chain, const std::string& name, bool active);
// Save and restore which loops are closed.
void save_loops(const ClosedChain<double>& chain, StateWriter& out);
void restore_loops(ClosedChain<double>& chain, StateReader& in);

}  // namespace sinew::detail
