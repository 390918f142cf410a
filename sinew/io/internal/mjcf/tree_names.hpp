// Finds the parts of a tree by their names in the file, for actuators and sensors, which refer to them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/named_parts.hpp"

namespace sinew::mjcf {

class TreeNames {
 public:
  explicit TreeNames(const BodyTree& tree);

  // Return null if there is none of this name.
  const int* body(const std::string& name) const { return find(parts_.bodies, name); }  // -1: the world
  const TreeJoint* joint(const std::string& name) const { return find(joints_, name); }
  const TreeEnd* site(const std::string& name) const { return find(parts_.sites, name); }
  const TreeGeom* geom(const std::string& name) const { return find(parts_.geoms, name); }
  // Indices.
  const int* tendon(const std::string& name) const { return find(tendons_, name); }
  const int* actuator(const std::string& name) const { return find(actuators_, name); }

  // True: the name exists only with the suffixes of <replicate>. False: it exists, or is unknown.
  bool is_copied(const std::string& name) const { return !carrier(name) && tree_.replicas.contains(name); }
  // Returns the suffixes of these copies.
  const std::set<std::string>& copies(const std::string& name) const { return tree_.replicas.at(name); }
  // Returns the index of the body that a named part belongs to (of a tendon or actuator: its first one). Returns nothing
  // if the name is unknown.
  std::optional<int> carrier(const std::string& name) const;

 private:
  template <class Map>
  static const typename Map::mapped_type* find(const Map& map, const std::string& name) {
    const auto found = map.find(name);
    return found == map.end() ? nullptr : &found->second;
  }
  int carrier_of(const TreeTendon& tendon) const;
  int carrier_of(const TreeActuator& actuator) const;

  const BodyTree& tree_;
  NamedParts parts_;
  std::map<std::string, TreeJoint> joints_;
  std::map<std::string, int> tendons_, actuators_;
};

// An element that refers to others by name, and the suffix of the copy that it is read for: empty unless <replicate> has
// copied what it refers to.
struct Referring {
  Element element;
  std::string suffix;
  int group = -1;  // first body of the copy
};

// Returns the elements as written, then those of the copies. `attributes`: those that name others. Calls `leave_out` for
// elements that refer to something copied and to something outside of the copy. Copies beyond the limit are an error.
std::vector<Referring> with_copies(const std::vector<Element>& elements,
                                   std::span<const char* const> attributes, const TreeNames& names,
                                   Reading& reading, const std::function<void(Element)>& leave_out);

}  // namespace sinew::mjcf
