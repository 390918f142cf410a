// Defines the description of a robot by its user: bodies, joints, frames, loops, actuators and sensors as plain
// aggregates, filled in with designated initialisers or by a file reader.
//
//   Description arm{.name = "pendulum",
//                   .bodies = {{.name = "rod",
//                               .joint = {.name = "hinge", .kind = JointKind::revolute, .axis = {0, 1, 0}},
//                               .inertial = {.mass = 1, .com = {0, 0, -0.5}, .inertia = {...}}}}};
//   const Model model(arm);
//
// Units are SI. A body's frame is at its inboard joint; `placement` is the pose of that frame in the parent body's
// frame while the joint is at zero.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/base/findings.hpp"
#include "sinew/model/description/actuator.hpp"
#include "sinew/model/description/connection.hpp"
#include "sinew/model/description/sensor.hpp"
#include "sinew/model/description/tendon.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Mass, centre of mass in the body frame, and the inertia about the centre of mass in body axes.
struct Inertial {
  double mass = 0;
  Vector3<double> com{};
  Symmetric3<double> inertia{};
};

// Coordinates per kind, in the order they take in q and v (docs/notation.md):
//   fixed        none
//   revolute     rotation about `axis` (radians)
//   continuous   as revolute, without position limits
//   prismatic    displacement along `axis` (metres)
//   helical      rotation about `axis`, advancing `pitch` metres per radian
//   cylindrical  rotation about `axis`, then displacement along it
//   universal    rotation about `axis`, then about `axis2` (both given in the frame at zero)
//   planar       displacements along the first and second in-plane direction, then rotation about `axis`, the normal;
//                for axis z these directions are x and y, for any other axis see `plane_directions`
//   spherical    q: quaternion w x y z; v: angular velocity in the body frame
//   floating     q: x y z, quaternion w x y z; v: twist in the body frame, angular then linear
//   custom       defined by the CustomJoint
enum class JointKind {
  fixed,
  revolute,
  continuous,
  prismatic,
  helical,
  cylindrical,
  universal,
  planar,
  spherical,
  floating,
  custom
};

const char* name_of(JointKind kind);
int position_size(JointKind kind);  // 0 for custom: ask the CustomJoint
int velocity_size(JointKind kind);

// The two in-plane directions of a planar joint with the given unit normal: the images of x and y under the
// shortest rotation that takes z to the normal (normal = -z: x and -y).
struct PlaneDirections {
  Vector3<double> first, second;
};
PlaneDirections plane_directions(const Vector3<double>& normal);

// The motion of a user-defined joint at position q and velocity v. `pose` is the pose of the body frame in the joint's
// base frame; column i of `axes` is the body's twist, in the body frame, per unit of v_i (DD91's P_n(q)); `bias` is the
// rate of change of the columns, seen in the body frame, times v (the P-dot term).
struct JointMotion {
  Transform<double> pose{};
  Motion<double> axes[6];
  Motion<double> bias{};
};

// A user-defined joint of 1 to 6 degrees of freedom whose axes may depend on its position. Choose its coordinates so
// that dq/dt = v. `evaluate` is called inside the sweeps: it must not allocate, throw or keep state.
class CustomJoint {
 public:
  virtual ~CustomJoint() = default;
  virtual int dofs() const = 0;
  virtual void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const = 0;
};

// One degree of freedom (DOF) of a joint. The springs of spherical and floating joints act on the displacement from the
// initial position instead of rest_position (algorithms/dynamics/passive_forces.hpp).
struct DegreeOfFreedom {
  double armature = 0;       // rotor inertia as seen at the joint; part of the mass matrix
  double damping = 0;        // joint torque per unit of velocity
  double dry_friction = 0;   // joint torque that opposes any motion
  double stiffness = 0;      // joint torque per unit of displacement from rest_position
  double rest_position = 0;  // where the spring gives no torque
  double lower = -infinity, upper = infinity;
  double max_velocity = infinity, max_effort = infinity;
  Interval actuation{};  // range of the sum of the torques of all actuators

  friend bool operator==(const DegreeOfFreedom&, const DegreeOfFreedom&) = default;
};

// Makes a joint follow another one: q = multiplier * q_leader + offset. The recursions of the tree treat the joint as
// free (see Model::follow_mimics); chains/loops/closed_chain.hpp enforces the relation.
struct Mimic {
  std::string joint{};
  double multiplier = 1, offset = 0;
};

struct Joint {
  std::string name{};
  JointKind kind = JointKind::fixed;
  Vector3<double> axis{0, 0, 1};
  Vector3<double> axis2{0, 1, 0};
  double pitch = 0;
  std::vector<DegreeOfFreedom> dofs{};  // empty for defaults, one that all DOFs share, or one per DOF
  std::shared_ptr<const CustomJoint> custom{};
  std::optional<Mimic> mimic{};
  std::vector<double> initial{};  // default q at the start of a motion; empty for zeros and no rotation
};

// Visual or collision geometry of a body. It is kept for viewers and has no effect on the dynamics.
struct Shape {
  enum class Kind { box, sphere, cylinder, capsule, ellipsoid, plane, mesh };
  enum class Role { visual, collision };
  std::string name{};
  Kind kind = Kind::box;
  Role role = Role::visual;
  Transform<double> placement{};
  Vector3<double> size{};  // box: full edges; sphere: radius; cylinder, capsule: radius, length; ellipsoid:
                           // radii; plane: half-edges; mesh: scale
  std::string mesh{};      // path as resolved by the reader
  std::optional<std::array<double, 4>> color{};  // red green blue alpha
};

struct Body {
  std::string name{};
  std::string parent{};  // empty for the ground
  Transform<double> placement{};
  Joint joint{};
  Inertial inertial{};
  std::vector<Shape> shapes{};
  double gravity_compensation = 0;  // fraction of its weight that a force at its centre of mass balances
  Source source{};
};

// A named placement on a body: a tool centre, a sensor, a foot.
struct Frame {
  std::string name{};
  std::string body{};  // empty for the ground
  Transform<double> placement{};
  Source source{};
};

// A named position of the robot, such as "home". Joints that are not listed stay at their initial position, except mimic
// joints, which follow.
struct NamedPosition {
  std::string name{};
  std::vector<std::pair<std::string, std::vector<double>>> joints{};  // name and q of moving joints
  Source source{};
  std::vector<std::pair<std::string, double>>
      controls{};  // name and control of actuators; zero for all others
};

struct Description {
  std::string name{};
  std::vector<Body> bodies{};
  std::vector<Frame> frames{};
  Vector3<double> gravity{0, 0, -9.81};
  std::vector<Loop>
      loops{};  // loops and couplings: ignored by the recursions of the tree, enforced by those of chains/
  std::vector<Coupling> couplings{};
  std::vector<Tendon> tendons{};
  std::vector<NamedPosition> named_positions{};
  std::vector<Actuator> actuators{};
  std::vector<Sensor> sensors{};
  Source source{};
  std::vector<std::string> files{};  // that it was read from; empty if made in code
};

// Returns all errors and warnings of a description (model/description/validation.cpp contains the rules).
Findings validate(const Description& description);

// The functions below return a modified description. They throw std::invalid_argument for unknown names.
struct Payload {
  std::string name{};
  std::string body{};             // the body that carries it
  Transform<double> placement{};  // of the payload's frame in the body's
  Inertial inertial{};
};
Description with_payload(Description description, const Payload& payload);
// Removes a body and everything it carries, with the frames, loops, couplings, tendons, actuators and sensors attached to
// these bodies.
Description without_body(Description description, const std::string& body);
struct LockedJoint {
  std::string joint{};
  std::vector<double> q{};  // empty for its initial position
};
// Replaces joints by fixed ones. The couplings of a locked follower are removed; a coupling whose leader is locked
// locks its follower at the position that the leader determines. In fixed tendons, a locked joint becomes a part of the
// offset; a fixed tendon whose joints are all locked is removed. So are actuators and sensors of locked joints and
// removed tendons.
Description with_locked_joints(Description description, std::span<const LockedJoint> locked);
// Replaces the joint of every body that is fixed to the ground by a floating joint. The joint is called
// floating_base, or floating_base_2, floating_base_3, ... if that name is taken.
Description with_floating_base(Description description);
// Fixes every body that floats on the ground, at its initial position.
Description with_fixed_base(Description description);

}  // namespace sinew
