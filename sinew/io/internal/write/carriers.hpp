// Finds bodies without mass whose only purpose is to carry a joint of the body beyond them. MJCF writes their joints as
// further joints of that body, and SDF as a joint away from the origin of a link.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "sinew/model/description/description.hpp"

namespace sinew::write {

// Refers to the description, which must not change.
class Carriers {
 public:
  explicit Carriers(const Description& robot);

  // Returns the parent of a body if it has a joint, no mass and no shape, and nothing else is attached to it; otherwise
  // null.
  const Body* of(const Body& body) const;

  // Returns the parent if it is a carrier that the SDF reader makes for a joint away from the origin of `body`: it is
  // called as its joint is, and `body` is fixed to it.
  const Body* anchor_of(const Body& body) const;

 private:
  std::unordered_map<std::string, const Body*> bodies_;
  std::unordered_map<std::string, int> children_;
  std::unordered_set<std::string> needed_;  // bodies that have frames or ends of loops
};

}  // namespace sinew::write
