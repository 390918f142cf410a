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

  // The parts by their names; bodies, tendons and actuators as indices (the world is -1).
  const std::map<std::string, int>& bodies() const { return parts_.bodies; }
  const std::map<std::string, TreeJoint>& joints() const { return joints_; }
  const std::map<std::string, TreeEnd>& sites() const { return parts_.sites; }
  const std::map<std::string, TreeGeom>& geoms() const { return parts_.geoms; }
  const std::map<std::string, int>& tendons() const { return tendons_; }
  const std::map<std::string, int>& actuators() const { return actuators_; }

  // True: the name exists only with the suffixes of <replicate>. False: it exists, or is unknown.
  bool is_copied(const std::string& name) const { return !carrier(name) && tree_.replicas.contains(name); }
  // Returns the suffixes of these copies.
  const std::set<std::string>& copies(const std::string& name) const { return tree_.replicas.at(name); }
  // Returns the index of the body that a named part belongs to (of a tendon or actuator: its first one). Returns nothing
  // if the name is unknown.
  std::optional<int> carrier(const std::string& name) const;

 private:
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

// Calls `read` for the elements of a section, those as written before those of the copies. `kind`: what an element
// defines, such as "actuator". `attributes`: those that name others. Elements that refer to something copied and to
// something outside of the copy are left out with a warning; copies beyond the limit are an error.
void read_with_copies(Element section, const std::string& kind, std::span<const char* const> attributes,
                      Reading& reading, const BodyTree& tree,
                      const std::function<void(const Referring&)>& read);

}  // namespace sinew::mjcf
