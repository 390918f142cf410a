// Reads trajectories from text files: each line has a time and the values of q, separated by commas or whitespace.
//
// The first line may be a header; empty lines and lines that begin with # are skipped. Times are not negative and
// increase strictly.
#pragma once

#include <filesystem>

#include "sinew/base/findings.hpp"
#include "sinew/simulate/controllers/trajectory.hpp"

namespace sinew {

// Documented limit: how many numbers a file may have.
inline constexpr std::size_t max_trajectory_numbers = 10'000'000;

// Reads a trajectory of the model's q; for a trajectory of poses, the model is one floating body. Adds an error with
// its line number to the findings for each of the first ten invalid lines; if there is one, returns no waypoints.
TrajectoryPlan read_trajectory(const std::filesystem::path& file, const Model& model, Findings& findings);
TrajectoryPlan read_trajectory_text(const std::string& text, const std::string& file_name, const Model& model,
                                    Findings& findings);

}  // namespace sinew
