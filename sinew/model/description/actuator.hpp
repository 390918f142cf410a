// Describes the actuators of a robot: what their forces act on, and how the forces follow from the controls. These are
// MuJoCo's actuators with one control (algorithms/dynamics/actuators.hpp has the equations).
#pragma once

#include <array>
#include <optional>
#include <string>

#include "sinew/base/findings.hpp"
#include "sinew/model/description/connection.hpp"
#include "sinew/model/description/interval.hpp"

namespace sinew {

// What the force of an actuator acts on.
//   joint            a joint with one degree of freedom, a spherical or a floating joint
//   joint_in_parent  the same; moments on spherical and floating joints are in the axes of the parent body
//   tendon           a tendon
//   site             a frame on a body: a force and a moment on it, relative to another frame if there is a reference
enum class TransmissionKind { joint, joint_in_parent, tendon, site };
const char* name_of(TransmissionKind kind);

// `gear` scales length and force. It has one number for tendons and joints with one degree of freedom, and three for
// the moment on a spherical joint. For floating joints and sites it has six: force, then moment. The force on a floating joint is in
// the axes of the frame that it moves in and the moment in body axes; those on a site are in its axes, or in those of
// the reference.
struct Transmission {
  TransmissionKind kind = TransmissionKind::joint;
  std::string target{};                // the joint or tendon
  LoopEnd site{};                      // only for sites
  std::optional<LoopEnd> reference{};  // only for sites
  std::array<double, 6> gear{1, 0, 0, 0, 0, 0};
};

// How the activation w follows from the control u.
//   none        w = u
//   integrator  w' = u
//   filter      w' = (u - w) / time_constant
enum class ActivationKind { none, integrator, filter };
const char* name_of(ActivationKind kind);

// force = (gain[0] + gain[1] l + gain[2] l') w + bias[0] + bias[1] l + bias[2] l', with the length l of the
// transmission. u, w and the force stay within their ranges.
struct Actuator {
  std::string name{};
  Transmission transmission{};
  std::array<double, 3> gain{1, 0, 0}, bias{};
  ActivationKind activation = ActivationKind::none;
  double time_constant = 1;  // seconds; only for filters
  Interval control_range{}, activation_range{}, force_range{};
  Source source{};
};

}  // namespace sinew
