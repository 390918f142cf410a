// Arranges the bodies of a description as MJCF does: nested, with all joints of massless carriers on the body that they
// carry, and posed where the joints start.
#pragma once

#include <unordered_map>
#include <vector>

#include "sinew/io/internal/write/losses.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::write {

// A joint of a written body, in the axes of that body at the start.
struct WrittenJoint {
  const Joint* joint;
  Vector3<double> anchor, axis;
};

struct WrittenBody {
  const Body* body;
  Transform<double> placement;       // in the body around it, at the start
  std::vector<WrittenJoint> joints;  // from the body around it to this one
  std::vector<int> children;         // indices
};

struct WrittenTree {
  std::vector<WrittenBody> bodies;
  std::vector<int> roots;
};

WrittenTree written_tree(const Description& robot, Losses& losses);

}  // namespace sinew::write
