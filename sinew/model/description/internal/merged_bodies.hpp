// Groups the bodies that fixed joints connect: only their total inertia affects the motion.
#pragma once

#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew {

struct MergedBody {
  std::vector<int> bodies{};  // indices; the first one has the joint that moves them all
  Inertial total{};           // in the frame of the first body
};

// Returns one group for each moving joint. Bodies that are fixed to the ground belong to none. The description must be
// free of errors.
std::vector<MergedBody> merged_bodies(const Description& description);

}  // namespace sinew
