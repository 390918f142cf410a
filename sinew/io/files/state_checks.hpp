// Checks lists of numbers that are to be a robot's q, v or tau. Each function returns a message, which is empty if the
// list is valid.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/unit.hpp"
#include "sinew/model/joints/coordinates.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

enum class Coordinates { positions, velocities };

// "got 3 numbers, expected 2 (shoulder 1, elbow 1)"
std::string wrong_size(std::size_t count, std::size_t expected, const std::string& meaning);
std::string wrong_size(std::span<const double> values, const Model& model, Coordinates coordinates);

// Returns the dimensions of the entries of q (for Derivative::position), v, a or tau, for numbers with units. Entries of
// quaternions and of custom joints have none.
std::vector<Dimensions> dimensions_of(const Model& model, Derivative derivative);

// Normalises quaternions whose length differs from 1 by at most 1e-6, as after printing with few digits; reports
// others.
std::string normalise_quaternions(const Model& model, std::span<double> q);

// Returns whether a text given for q is the name of a position instead of numbers: a position that the model has, or a
// word that is no number.
bool names_position(std::string_view text, const Model& model);

}  // namespace sinew
