// Describes how a dynamics library (a peer) arranges the numbers of a robot: positions, velocities, twists and wrenches.
// The constants of `Convention` are the table of the peers that are known; docs/coming_from/ shows it in words.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew::interop {

// The order in which a peer lists the joints of a tree, depth first. `as_written`: children in the order of the file, as
// sinew does. `by_name`: children in the alphabetical order of their joints' names, which is that of urdfdom.
enum class JointOrder { as_written, by_name };

enum class QuaternionOrder { wxyz, xyzw };

// The axes of a velocity: those of the body that the joint carries, or those of the joint's base.
enum class Axes { body, base };

// The order of the two halves of six numbers. The angular half of a wrench is its moment.
enum class Halves { angular_first, linear_first };

// The position of a spherical joint: a quaternion, or roll, pitch and yaw (rotation.hpp).
enum class BallPosition { quaternion, roll_pitch_yaw };

class JointKinds {
 public:
  constexpr JointKinds(std::initializer_list<JointKind> kinds) {
    for (const JointKind kind : kinds) bits_ |= 1u << int(kind);
  }
  constexpr bool contains(JointKind kind) const { return (bits_ >> int(kind) & 1u) != 0; }

 private:
  unsigned bits_ = 0;
};

// The defaults are sinew's own convention. Copy a constant and change it to describe another peer.
struct Convention {
  std::string_view name = "sinew";  // for messages
  JointKinds joints{JointKind::revolute,    JointKind::continuous, JointKind::prismatic, JointKind::helical,
                    JointKind::cylindrical, JointKind::universal,  JointKind::planar,    JointKind::spherical,
                    JointKind::floating,    JointKind::custom};
  JointOrder order = JointOrder::as_written;
  // The peer's name of a floating joint that it adds to a robot itself; empty if it has none.
  std::string_view root_joint{};

  // true: the q of a continuous joint is the cosine and the sine of its angle, and that of a planar joint is x, y, cosine,
  // sine. false: it contains the angle.
  bool cosine_and_sine = false;
  // true: planar joints move in the plane of x and y. false: in the plane that is normal to their axis.
  bool planar_axis_is_z = false;
  Axes planar_velocity = Axes::base;  // of the two displacements
  QuaternionOrder quaternion = QuaternionOrder::wxyz;
  BallPosition ball_position = BallPosition::quaternion;
  Axes ball_velocity = Axes::body;

  // Floating joints.
  bool quaternion_before_position = false;
  Halves floating_velocity = Halves::angular_first;
  Axes floating_angular = Axes::body, floating_linear = Axes::body;
  // true: the base of a floating joint is the world. false: it is where the description attaches the joint.
  bool floats_in_world = false;

  Halves twist = Halves::angular_first, wrench = Halves::angular_first;
  Halves jacobian = Halves::angular_first;  // the rows

  static const Convention pinocchio, mujoco, drake, kdl;
};

// Jacobians: jacp, the linear rows, above jacr. Wrenches: as in xfrc_applied. Twists: as mj_objectVelocity returns them.
inline constexpr Convention Convention::mujoco{
    .name = "MuJoCo",
    .joints = {JointKind::revolute, JointKind::continuous, JointKind::prismatic, JointKind::spherical,
               JointKind::floating},
    .floating_velocity = Halves::linear_first,
    .floating_linear = Axes::base,
    .floats_in_world = true,
    .wrench = Halves::linear_first,
    .jacobian = Halves::linear_first};

// The default order is that of robots read from URDF, with or without JointModelFreeFlyer.
inline constexpr Convention Convention::pinocchio{
    .name = "Pinocchio",
    .joints = {JointKind::revolute, JointKind::continuous, JointKind::prismatic, JointKind::helical,
               JointKind::universal, JointKind::planar, JointKind::spherical, JointKind::floating},
    .order = JointOrder::by_name,
    .root_joint = "root_joint",
    .cosine_and_sine = true,
    .planar_axis_is_z = true,
    .planar_velocity = Axes::body,
    .quaternion = QuaternionOrder::xyzw,
    .floating_velocity = Halves::linear_first,
    .twist = Halves::linear_first,
    .wrench = Halves::linear_first,
    .jacobian = Halves::linear_first};

inline constexpr Convention Convention::drake{
    .name = "Drake",
    .joints = {JointKind::revolute, JointKind::continuous, JointKind::prismatic, JointKind::helical,
               JointKind::universal, JointKind::planar, JointKind::spherical, JointKind::floating},
    .ball_position = BallPosition::roll_pitch_yaw,
    .ball_velocity = Axes::base,
    .quaternion_before_position = true,
    .floating_angular = Axes::base,
    .floating_linear = Axes::base,
    .floats_in_world = true};

inline constexpr Convention Convention::kdl{
    .name = "KDL",
    .joints = {JointKind::revolute, JointKind::continuous, JointKind::prismatic},
    .order = JointOrder::by_name,
    .twist = Halves::linear_first,
    .wrench = Halves::linear_first,
    .jacobian = Halves::linear_first};

// Returns the names of the moving joints of a model in the given order.
std::vector<std::string> joint_names(const Model& model, JointOrder order);

}  // namespace sinew::interop
