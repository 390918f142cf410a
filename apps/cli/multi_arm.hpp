// Calls the library for the arms of a scene and what they hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/request.hpp"
#include "sinew/io/scene.hpp"

namespace sinew::cli {

struct ContactForce {
  const Grasp* grasp;
  Force<double> on_held;   // on the object or the ground by the arm, in the tip's axes at its origin
  Force<double> in_world;  // the same, in world axes
  bool pulls;              // a contact that can only push would have to pull
};

struct ArmsResult {
  Model whole;                                // all of it as one robot
  std::vector<std::vector<double>> qdd{};     // per arm
  std::vector<double> object_acceleration{};  // rates of its v; empty without an object
  std::optional<Motion<double>>
      mass_centre_acceleration{};  // of a rigid object: angular, and linear of the mass centre,
                                   // in world axes
  std::vector<ContactForce> contacts{};
  ClosedLoops closed{};  // rows and rank of everything; loops and couplings of the arms and the object
};

// The scene to compute with. Throws RequestError for what a scene of arms does not take.
Scene arms_scene(const ComputeRequest& request, std::string& notes);

ArmsResult compute_arms(const ComputeRequest& request, const Scene& scene);

std::string arms_text(const ComputeRequest& request, const Scene& scene, const ArmsResult& result);
std::string arms_json(const ComputeRequest& request, const Scene& scene, const ArmsResult& result);

}  // namespace sinew::cli
