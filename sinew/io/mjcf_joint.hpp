// <joint> and <freejoint>.
#pragma once

#include <string>

#include "sinew/io/mjcf_attributes.hpp"
#include "sinew/model/description.hpp"

namespace sinew::mjcf {

struct Reading;

struct Joint {
  enum class Type { free, ball, slide, hinge };
  std::string name;  // empty: unnamed
  Type type = Type::hinge;
  Vector3<double> anchor{};  // in the body's frame; zero for slide and free joints, which need none
  Vector3<double> axis{0, 0, 1};
  double reference = 0;  // q where the body stands as it is written
  Freedom freedom;       // shared by all freedoms of the joint
  bool limited = false;
  Source source;
};

// `class_index`: of the body's childclass.
Joint read_joint(Element element, const std::string& body, int class_index, Reading& reading);
Joint read_freejoint(Element element, const std::string& body, Reading& reading);

// How many freedoms a body's joints have together, and in what order, is limited in MJCF.
void check_joints(Element body, const std::string& body_name, std::span<const Joint> joints, bool top_level,
                  Findings& findings);

}  // namespace sinew::mjcf
