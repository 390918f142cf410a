// Computes quantities of robots with followers, which are mimic joints and the joints of couplings, in their
// independent coordinates.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/compute.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"

namespace sinew::cli {

// Returns the value of --followers. Throws RequestError with the known names.
Followers followers_named(const std::string& name);

// Returns whether the quantity is computed in independent coordinates: followers are embedded, the model has some, and
// the quantity depends on them. Forward dynamics and constraint forces do by other means (--ignore-loops).
bool is_embedded(const QuantityInfo& quantity, const ComputeRequest& request, const Model& model);

// Moves the followers of the state to where their leaders put them. Adds a note if that changes numbers that the user
// gave. Throws RequestError for joints that follow twice.
void follow_leaders(const ComputeRequest& request, Inputs& inputs, std::string& notes);

// Computes a quantity for which `is_embedded` is true; `passive`: torques of all joints that act besides the motors.
void compute_embedded(const QuantityInfo& quantity, const Inputs& inputs, FrameIndex frame,
                      Reference reference, const std::vector<double>& passive, Result& result);

// "8 of 9 degrees of freedom; finger_joint2 follows"
std::string independent_in_words(const Model& model);

}  // namespace sinew::cli
