// Which attributes each MJCF element may carry, and what becomes of the elements that are not bodies.
//
// The lists are MuJoCo 2.2.2's with the additions up to 3.3. An attribute that is in none of them is an
// error, as it is for MuJoCo: a misspelt "mass" must not become a wrong robot.
#pragma once

#include <string_view>

#include "sinew/io/mjcf_attributes.hpp"

namespace sinew::mjcf {

extern const ElementRules root_rules, compiler_rules, option_rules, flag_rules, default_rules, body_rules,
    inertial_rules, joint_rules, freejoint_rules, geom_rules, site_rules, mesh_rules, material_rules,
    include_rules, equality_rules, connect_rules, weld_rules, joint_equality_rules;

// What happens to an element that does not become part of the description.
struct LeftOut {
  enum class How { in_silence, with_warning, as_error };
  std::string_view name;
  How how;
  std::string_view message;  // what that means for the user
};

// By name, nullptr when it is no element of MJCF: sections of <mujoco>, children of a body, and of
// <equality>.
const LeftOut* left_out_section(std::string_view name);
const LeftOut* left_out_in_body(std::string_view name);
const LeftOut* left_out_equality(std::string_view name);

}  // namespace sinew::mjcf
