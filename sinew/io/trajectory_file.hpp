// Motions from files: a line for each moment, its time and then the values of q, separated by commas or blanks.
//
// The first line may be a header; empty lines and lines that begin with # are skipped. Times rise from 0 or later.
#pragma once

#include <filesystem>

#include "sinew/model/findings.hpp"
#include "sinew/simulate/trajectory.hpp"

namespace sinew {

// Stated limit: numbers in a file.
inline constexpr std::size_t max_trajectory_numbers = 10'000'000;

// Of the robot's q; a pose is that of one body that floats. What is wrong joins the findings with its line, the first ten
// of such lines; then there are no waypoints.
TrajectoryPlan read_trajectory(const std::filesystem::path& file, const Model& model, Findings& findings);
TrajectoryPlan read_trajectory_text(const std::string& text, const std::string& file_name, const Model& model,
                                    Findings& findings);

}  // namespace sinew
