// Finds bodies, joints and sites of a tree by their names in the file, for the elements that refer to them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

class TreeNames {
 public:
  explicit TreeNames(const BodyTree& tree);

  // Return null if there is none of this name.
  const int* body(const std::string& name) const { return find(bodies_, name); }  // -1: the world
  const TreeJoint* joint(const std::string& name) const { return find(joints_, name); }
  const TreeEnd* site(const std::string& name) const { return find(sites_, name); }
  const TreeEnd* geom(const std::string& name) const { return find(geoms_, name); }
  const std::size_t* actuator(const std::string& name) const { return find(actuators_, name); }

  // Returns whether the name exists only with the suffixes of <replicate>.
  bool is_copied(const std::string& name) const { return !carrier(name) && tree_.replicas.contains(name); }
  // Returns the suffixes of these copies.
  const std::set<std::string>& copies(const std::string& name) const { return tree_.replicas.at(name); }
  // Returns the index of the body that a body, joint, site or actuator belongs to; nothing if the name is unknown.
  std::optional<int> carrier(const std::string& name) const;

 private:
  template <class Map>
  static const typename Map::mapped_type* find(const Map& map, const std::string& name) {
    const auto found = map.find(name);
    return found == map.end() ? nullptr : &found->second;
  }

  const BodyTree& tree_;
  std::map<std::string, int> bodies_;
  std::map<std::string, TreeJoint> joints_;
  std::map<std::string, TreeEnd> sites_, geoms_;
  std::map<std::string, std::size_t> actuators_;
};

// An element that refers to others by name, and the suffix of the copy that it is read for: empty unless <replicate> has
// copied what it refers to.
struct Referring {
  Element element;
  std::string suffix;
};

// Returns the elements in MuJoCo's order: first those as written, then those of each copy. `attributes`: those that name
// others. Calls `leave_out` for elements that refer to something copied and to something outside of the copy.
std::vector<Referring> in_order(const std::vector<Element>& elements, std::span<const char* const> attributes,
                                const TreeNames& names, const std::function<void(Element)>& leave_out);

}  // namespace sinew::mjcf
