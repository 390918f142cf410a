// Lists the attributes that each MJCF element may have, and the elements that the reader leaves out.
//
// The lists are those of MuJoCo 2.2.2 with the additions up to 3.17. An attribute that is not listed is an error, as in
// MuJoCo: a misspelt "mass" must not give a wrong robot.
#pragma once

#include <string_view>

#include "sinew/io/internal/mjcf/attributes.hpp"

namespace sinew::mjcf {

extern const ElementRules frame_rules, replicate_rules, attach_rules, model_rules, key_rules, root_rules,
    compiler_rules, option_rules, flag_rules, default_rules, body_rules, inertial_rules, joint_rules,
    freejoint_rules, geom_rules, site_rules, mesh_rules, material_rules, include_rules, equality_rules,
    connect_rules, weld_rules, joint_equality_rules, tendon_equality_rules, spatial_rules, fixed_rules,
    tendon_joint_rules, tendon_site_rules, tendon_geom_rules, pulley_rules;

// How the reader treats an element that does not become part of the description.
struct LeftOut {
  enum class How { in_silence, with_warning, as_error };
  std::string_view name;
  How how;
  std::string_view message;  // explains the consequence to the user
};

// These functions return the entry of a section of <mujoco>, of a child of a body, or of a child of <equality>, and
// nullptr if no element of this name is left out.
const LeftOut* left_out_section(std::string_view name);
const LeftOut* left_out_in_body(std::string_view name);
const LeftOut* left_out_equality(std::string_view name);

}  // namespace sinew::mjcf
