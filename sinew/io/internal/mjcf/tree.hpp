// Reads <worldbody> into a tree of bodies as MuJoCo defines them; mjcf_lowering.hpp converts the tree to a Description.
#pragma once

#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/joint.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

struct Reading;

struct Site {
  std::string name;
  Transform<double> placement;
  Source source;
};

struct TreeBody {
  std::string name;  // empty if unnamed
  int parent = -1;   // index; -1 for the world
  Transform<double> placement;
  std::vector<Joint> joints;
  Inertial inertial;
  std::vector<Shape> shapes;
  std::vector<Site> sites;
  bool follows_mocap = false;  // set by the user in MuJoCo, fixed to the ground here
  Source source;
};

// A <connect> or <weld> of <equality>, and one of its two ends.
struct TreeEnd {
  int body = -1;  // index; -1 for the world
  Transform<double> placement;
};
struct TreeLoop {
  std::string name;  // empty if unnamed
  ConnectionKind kind = ConnectionKind::weld;
  TreeEnd first{}, second{};
  Source source;
};

// A loop or coupling with its id among MuJoCo's equality constraints.
template <class T>
struct Equality {
  T tie;
  int id;
};

// In MuJoCo's order: depth first, children as written. The body of index i has MuJoCo's id i + 1.
struct BodyTree {
  std::vector<TreeBody> bodies;
  std::vector<Site> world_sites;
  std::vector<Equality<TreeLoop>> loops;
  std::vector<Equality<Coupling>> couplings;
  int equality_count = 0;  // including those that are left out
};

// Adds the bodies and sites of a <worldbody>.
void read_worldbody(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
