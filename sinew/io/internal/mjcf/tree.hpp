// Reads <worldbody> into a tree of bodies as MuJoCo defines them; lowering.hpp converts the tree to a Description.
//
// <replicate> and <attach> copy parts of trees (graft.hpp). Masses are computed when the tree is complete (masses.hpp).
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sinew/io/internal/mjcf/contents.hpp"
#include "sinew/io/internal/mjcf/geom.hpp"
#include "sinew/io/internal/mjcf/joint.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

struct Reading;
struct Settings;

struct Site {
  std::string name;
  Transform<double> placement;
  Source source;
};

struct TreeBody {
  std::string name;  // empty if unnamed
  int parent = -1;   // index; -1 for the world
  Transform<double> placement;
  Transform<double> own_placement;  // as the body's element gives it, without the frames around it
  std::vector<Joint> joints;
  std::optional<Inertial> written;  // by <inertial>
  std::vector<Geom> geoms;
  Inertial inertial;
  std::vector<Site> sites;
  double gravity_compensation = 0;
  bool follows_mocap = false;          // set by the user in MuJoCo, fixed to the ground here
  const Settings* settings = nullptr;  // of the model that it comes from
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

// A geom of a body, or of the world.
struct TreeGeom {
  int body = -1;  // index; -1 for the world
  std::size_t index = 0;
};

// A tendon of <tendon>. The places of the elements of `tendon.path` are in `path`, until the bodies have names.
struct TreeTendon {
  struct Element {
    TreeEnd at{};                   // of an obstacle only the body
    int geom = -1;                  // of an obstacle: index among the geoms of the body
    std::optional<TreeEnd> side{};  // of an obstacle
  };
  Tendon tendon{};
  std::vector<Element> path{};
};

// A joint of the tree.
struct TreeJoint {
  int body = -1;  // index
  std::size_t index = 0;
};

// An actuator of <actuator>. Joint and bodies of its transmission are here instead of in `actuator`.
struct TreeActuator {
  Actuator actuator;  // its name is empty if unnamed
  TreeJoint joint{};
  int tendon = -1;  // index
  TreeEnd site{}, reference{};
  double damping_ratio = 0;  // above 0: damping of a servo relative to critical damping (servo_damping.hpp)
  double armature = 0, damping = 0;  // added to the joint
  int controls = 1;                  // its numbers in keyframes
  bool is_left_out = false;          // true: it only takes its place among MuJoCo's actuators
  int group = -1;                    // first body of the copy that it belongs to; -1 if nothing has copied it
};

// The frame of a sensor.
struct TreeFrame {
  TreeEnd end{};
  bool at_com = false;  // at the centre of mass of the body
};

// A sensor of <sensor>. What it is attached to is here instead of in `sensor`.
struct TreeSensor {
  Sensor sensor;  // its name is empty if unnamed
  TreeJoint joint{};
  int index = -1;  // of the tendon, actuator, or body of a subtree
  TreeFrame frame{};
  std::optional<TreeFrame> reference{};
  bool is_left_out = false;  // true: it only takes its place among MuJoCo's sensors
  int group = -1;            // first body of the copy that it belongs to; -1 if nothing has copied it
};

// The positions of joints in a <key>; joints that are not listed are at their reference.
struct TreeKey {
  struct At {
    int body;  // index
    std::size_t joint;
    std::vector<double> q;
  };
  std::string name;
  std::vector<At> joints;
  std::vector<std::pair<std::size_t, double>> controls;  // by index of the actuator
  Source source;
};

// In MuJoCo's order: depth first, children as written. The body of index i has MuJoCo's id i + 1.
struct BodyTree {
  std::vector<TreeBody> bodies;
  std::vector<Site> world_sites;
  std::vector<Geom> world_geoms;
  std::vector<Equality<TreeLoop>> loops;
  std::vector<Equality<Coupling>> couplings;
  int equality_count = 0;  // including those that are left out
  std::vector<TreeActuator> actuators;
  std::vector<TreeSensor> sensors;
  std::vector<TreeTendon> tendons;
  std::vector<TreeKey> keys;
  // The suffixes that <replicate> has appended to the name of a body, joint, site, geom or tendon, by the name in the
  // file.
  std::map<std::string, std::set<std::string>> replicas;
};

// Returns the indices of actuators or sensors in MuJoCo's order: first those that nothing has copied, then those of each
// copy by <replicate> and <attach>.
template <class Thing>
std::vector<std::size_t> in_mujoco_order(const std::vector<Thing>& things) {
  std::vector<std::size_t> order(things.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return things[a].group < things[b].group; });
  return order;
}

// Returns the geom of an obstacle.
const Geom& geom_of(const BodyTree& tree, const TreeTendon::Element& obstacle);

// Adds the bodies, sites and geoms of a <worldbody>.
void read_worldbody(Element section, Reading& reading, BodyTree& tree);

// Adds the geoms and sites to the ground of the tree, and the bodies. `owner`: for messages about elements that cannot
// be there.
void read_contents(const Contents& contents, const char* owner, Reading& reading, BodyTree& tree);

// Returns the pose of each body at qpos0, where every joint is at its reference.
std::vector<Transform<double>> reference_poses(const BodyTree& tree);

}  // namespace sinew::mjcf
