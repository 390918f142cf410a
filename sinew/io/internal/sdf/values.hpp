// Reads values that SDF writes as the text of child elements: numbers, vectors, booleans, names and poses.
#pragma once

#include <optional>
#include <string>

#include "sinew/io/internal/text/attributes.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::sdf {

// A <pose> as written. `relative_to` is empty if the pose refers to the frame that is the default of its owner.
struct Pose {
  Transform<double> placement{};
  std::string relative_to{};
  xml::Element element{};  // no element if there is no <pose>
};

// Reads the values of one owner, such as "link 'arm'", and begins every message with the owner's name. For an absent
// child the functions return nothing; for an invalid one they return nothing and report an error.
class ValueReader {
 public:
  ValueReader(Findings& findings, std::string owner) : attributes_(findings, std::move(owner)) {}

  // Returns the first child of that name, or no element. A second one is left out with a warning.
  xml::Element only(xml::Element parent, const char* child) const;
  std::optional<double> number(xml::Element parent, const char* child,
                               xml::Infinite infinite = xml::Infinite::refused) const;
  std::optional<Vector3<double>> vector3(xml::Element parent, const char* child) const;
  // Returns the value of a boolean: true, false, 1 or 0, in upper or lower case.
  std::optional<bool> flag(xml::Element parent, const char* child) const;
  std::optional<bool> flag_attribute(xml::Element element, const char* attribute) const;
  // Returns the text of a child without blanks at its ends. An empty text is an error.
  std::optional<std::string> text(xml::Element parent, const char* child) const;
  // Returns an attribute that may be absent or empty.
  std::string name(xml::Element element, const char* attribute) const;
  Pose pose(xml::Element parent) const;

  void error(xml::Element element, const std::string& what) const { attributes_.error(element, what); }
  void warning(xml::Element element, const std::string& what) const { attributes_.warning(element, what); }
  const std::string& owner() const { return attributes_.owner(); }
  const xml::AttributeReader& attributes() const { return attributes_; }

 private:
  std::optional<std::vector<double>> numbers(xml::Element element, std::size_t count,
                                             xml::Infinite infinite = xml::Infinite::refused) const;
  Rotation<double> rotation(xml::Element pose, const std::vector<double>& values, bool is_quaternion) const;

  xml::AttributeReader attributes_;
};

// Returns the text of an element without blanks at its ends.
std::string trimmed_text(xml::Element element);

}  // namespace sinew::sdf
