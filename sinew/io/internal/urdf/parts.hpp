// Reads the parts of a URDF file: one function for each kind of element. Internal to the URDF reader.
//
// Each error is reported once: an element that cannot be read is replaced by a valid one, so that the validation that
// follows does not report it again.
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sinew/io/internal/files/missing_files.hpp"
#include "sinew/io/internal/text/attributes.hpp"
#include "sinew/io/load.hpp"

namespace sinew::urdf {

using Color = std::array<double, 4>;

// Data shared by all parts of the reader while one file is read.
struct Reading {
  Findings& findings;
  const ReadOptions& options;
  xml::Ignored ignored = {};
  std::map<std::string, Color, std::less<>> materials = {};  // by name, from anywhere in the file
  Packages packages = Packages(options);
  MissingFiles missing_meshes = {};
};

struct Link {
  std::string name;
  Inertial inertial;
  std::vector<Shape> shapes;
  Source source;
};

struct LinkedJoint {
  Joint joint;
  std::string parent, child;
  Transform<double> placement;
  Source source;
};

// Adds a warning for every child that is not in `known`: known extensions are ignored, others are unknown. An
// unexpanded xacro element is an error.
void note_other_children(xml::Element element, std::initializer_list<std::string_view> known,
                         Reading& reading);
// Returns the only child of that name, or no element. A second one is an error.
xml::Element only_child(xml::Element element, const char* name, const xml::AttributeReader& reader);
// Read xyz and rpy of an element, and of the <origin> in an element. Absent parts are zero or identity.
Transform<double> read_pose(xml::Element element, const xml::AttributeReader& reader);
Transform<double> read_origin(xml::Element owner, const xml::AttributeReader& reader, Reading& reading);

// Fills reading.materials. Materials of the robot take precedence over those in links; of each name the first is used.
void collect_materials(xml::Element robot, Reading& reading);
std::optional<Shape> read_shape(xml::Element element, const xml::AttributeReader& reader, Reading& reading);

std::optional<Link> read_link(xml::Element element, Reading& reading);
// Returns a joint even if names are missing (they are empty), so that the tree knows about it.
LinkedJoint read_joint(xml::Element element, Reading& reading);
// Returns the direction of <axis xyz>. If it has none, reports an error and returns the x axis.
Vector3<double> read_axis(xml::Element axis, const xml::AttributeReader& reader, Reading& reading);
// These return nothing if the element has errors.
std::optional<Loop> read_loop(xml::Element element, Reading& reading);
std::optional<Coupling> read_coupling(xml::Element element, Reading& reading);
// Reports and removes every mimic whose leader is missing or cannot be followed, and breaks every cycle of mimics.
void check_mimics(std::vector<LinkedJoint>& joints, Reading& reading);

// Returns the bodies in depth-first order, children in file order. Reports an error if the links do not form one tree.
std::vector<Body> grow_tree(std::vector<Link> links, std::vector<LinkedJoint> joints, const Source& robot,
                            Findings& findings);

}  // namespace sinew::urdf
