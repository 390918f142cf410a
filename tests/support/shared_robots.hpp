// The robots that are compared with every peer.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew::test {

// The .urdf and .xml files of a folder and its subfolders, sorted.
std::vector<std::filesystem::path> model_files(const std::filesystem::path& folder);
// The files of models/ itself. The classics below it have point masses, and are attached to a massless ground.
std::vector<std::filesystem::path> shipped_models();

struct SharedRobot {
  std::string name;  // file and base
  Description description;
};

// All URDF files of models/ and of the folder that SINEW_EXTRA_MODELS names, on a fixed and on a floating base, and a
// planar and a spatial chain of 20 links.
std::vector<SharedRobot> shared_robots();

// Random robots that a peer supports: no custom joints, no massless bodies, floating bodies on the ground only, and
// none of the given kinds.
std::vector<SharedRobot> random_robots_without(const std::vector<JointKind>& unknown_to_the_peer, int count);

// The same robot with bodies behind fixed joints merged into the bodies that carry them, without bodies fixed to the
// ground and without frames. Peers refuse massless bodies, and impossible inertias even of parts of a body.
Description lumped(const Description& description);

}  // namespace sinew::test
