// The robot that each library gets: the moving bodies of a Description, nothing else.
//
// Bodies behind fixed joints are merged into the bodies that carry them, and frames are rotated so that every joint
// axis is z: no library has to handle links that do not move or an unfavourable axis. Neither changes the coordinates
// of a joint, so all libraries solve the same problem.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"

namespace bench {

struct Link {
  enum class Kind { rotating, sliding, free };

  std::string name;
  int parent = -1;  // -1: the ground
  Kind kind = Kind::rotating;
  sinew::Transform<double> placement;  // of this link's frame in the parent's while the joint is at zero
  sinew::Transform<double> body{};     // the frame of its body in the description, in this link's frame
  sinew::Inertial inertial;
  int q_index = 0, v_index = 0;  // where sinew keeps its coordinates
};

struct Robot {
  std::string name;
  std::vector<Link> links;  // depth first: the order of q and v
  sinew::Vector3<double> gravity;
  int q_size = 0, v_size = 0;

  bool floats() const { return !links.empty() && links.front().kind == Link::Kind::free; }
};

// Armature, damping and dry friction set to zero: not every library has them.
sinew::Description without_joint_losses(sinew::Description description);

// Throws std::invalid_argument for joints other than fixed, revolute, prismatic and, on the ground, floating.
Robot make_robot(const sinew::Description& description);

}  // namespace bench
