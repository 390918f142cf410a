// Finds bodies, joints, sites and geoms of a tree by the names that equality constraints and tendons refer to.
#pragma once

#include <map>
#include <string>

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

struct NamedParts {
  explicit NamedParts(const BodyTree& tree);

  // True: a body, joint, site or geom has this name. False: none has; parts that <replicate> has copied have it only
  // together with a suffix.
  bool contains(const std::string& name) const;

  std::map<std::string, int> bodies;  // -1 is the world
  std::map<std::string, const Joint*> joints;
  std::map<std::string, TreeEnd> sites;
  std::map<std::string, TreeGeom> geoms;
};

// Returns the part that a required attribute names, in the copy of <replicate> with this suffix if there is one. Reports
// an error and returns null if there is no such part.
template <class Part>
const Part* find_part(const std::map<std::string, Part>& parts, const char* kind, Element element,
                      const char* attribute, const std::string& suffix, const AttributeReader& reader) {
  const auto name = reader.required_text(element, attribute);
  if (!name) return nullptr;
  auto found = parts.find(*name + suffix);
  if (found == parts.end()) found = parts.find(*name);
  if (found != parts.end()) return &found->second;
  reader.error(element, std::string(attribute) + ": there is no " + kind + " " + xml::in_quotes(*name));
  return nullptr;
}

}  // namespace sinew::mjcf
