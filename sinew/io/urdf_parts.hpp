// The parts of a URDF file: one function for each kind of element. Internal to the reader.
//
// A fault is reported once: whatever could not be read is replaced by something harmless, so that the
// validation that follows does not stumble over it again.
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sinew/io/attributes.hpp"
#include "sinew/io/load.hpp"

namespace sinew::urdf {

using Color = std::array<double, 4>;

// What all parts of one reading share.
struct Reading {
  Findings& findings;
  const ReadOptions& options;
  xml::Ignored ignored = {};
  std::map<std::string, Color, std::less<>> materials = {};  // by name, from anywhere in the file
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

// Notes every child that is not in the list: known extensions as such, the rest as not known.
void note_other_children(xml::Element element, std::initializer_list<std::string_view> known,
                         Reading& reading);
// The only child of that name; a second one is an error.
xml::Element only_child(xml::Element element, const char* name, const xml::AttributeReader& reader);
// xyz and rpy of an element, and of the <origin> in one; identity where it says nothing.
Transform<double> read_pose(xml::Element element, const xml::AttributeReader& reader);
Transform<double> read_origin(xml::Element owner, const xml::AttributeReader& reader, Reading& reading);

// Fills reading.materials: those of the robot first, then the first of each name inside a link.
void collect_materials(xml::Element robot, Reading& reading);
std::optional<Shape> read_shape(xml::Element element, const xml::AttributeReader& reader, Reading& reading);

std::optional<Link> read_link(xml::Element element, Reading& reading);
// Names that are missing come back empty, so that the tree knows of the joint.
LinkedJoint read_joint(xml::Element element, Reading& reading);
// The direction of <axis xyz>; the x axis, with an error, where it has none.
Vector3<double> read_axis(xml::Element axis, const xml::AttributeReader& reader, Reading& reading);
// Nothing where they are faulty.
std::optional<Loop> read_loop(xml::Element element, Reading& reading);
std::optional<Coupling> read_coupling(xml::Element element, Reading& reading);
// Drops, with an error, every mimic whose leader is missing or cannot be followed, and every cycle of them.
void check_mimics(std::vector<LinkedJoint>& joints, Reading& reading);

// The bodies in depth-first order, children in file order; everything that is not one tree is reported.
std::vector<Body> grow_tree(std::vector<Link> links, std::vector<LinkedJoint> joints, const Source& robot,
                            Findings& findings);

}  // namespace sinew::urdf
