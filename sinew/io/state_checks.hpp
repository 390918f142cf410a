// What a list of numbers must be to be a robot's q, v or tau. What is wrong comes back as text; empty: nothing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

enum class Coordinates { positions, velocities };

// "got 3 numbers, expected 2 (shoulder 1, elbow 1)"
std::string wrong_size(std::size_t count, std::size_t expected, const std::string& meaning);
std::string wrong_size(std::span<const double> values, const Model& model, Coordinates coordinates);

// Quaternions a little off unit length, as printed to a few digits, are put right; others are mistakes.
std::string normalise_quaternions(const Model& model, std::span<double> q);

}  // namespace sinew
