// Finds bodies, joints, sites and geoms of a tree by the names that equality constraints and tendons refer to.
#pragma once

#include <map>
#include <string>

#include "sinew/base/unknown_name.hpp"
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

// Returns the part of a name that an attribute gives. Reports an error, which suggests the most similar name, and returns
// null if there is no such part.
template <class Part>
const Part* find_named(const std::map<std::string, Part>& parts, const char* kind, const std::string& name,
                       Element element, const char* attribute, const AttributeReader& reader) {
  const auto found = parts.find(name);
  if (found != parts.end()) return &found->second;
  reader.error(element, std::string(attribute) + ": there is no " + kind + " " +
                            xml::in_quotes(element.attribute(attribute)) +
                            detail::did_you_mean(name, parts, [](const auto& part) { return part.first; }));
  return nullptr;
}

// Returns the part that a required attribute names, in the copy of <replicate> with this suffix if there is one. Reports
// an error and returns null if there is no such part.
template <class Part>
const Part* find_part(const std::map<std::string, Part>& parts, const char* kind, Element element,
                      const char* attribute, const std::string& suffix, const AttributeReader& reader) {
  const auto name = reader.required_text(element, attribute);
  if (!name) return nullptr;
  const auto copied = parts.find(*name + suffix);
  if (copied != parts.end()) return &copied->second;
  return find_named(parts, kind, *name, element, attribute, reader);
}

}  // namespace sinew::mjcf
