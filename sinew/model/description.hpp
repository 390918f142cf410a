// A robot as its user describes it: plain aggregates to be filled with designated initialisers or by a
// reader.
//
//   Description arm{.name = "pendulum",
//                   .bodies = {{.name = "rod",
//                               .joint = {.name = "hinge", .kind = JointKind::revolute, .axis = {0, 1, 0}},
//                               .inertial = {.mass = 1, .com = {0, 0, -0.5}, .inertia = {...}}}}};
//   const Model model(arm);
//
// Units are SI. A body's frame sits at its inboard joint; `placement` is where that frame stands in the
// parent body's frame while the joint is at zero.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/model/connection.hpp"
#include "sinew/model/findings.hpp"
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
//   revolute     turn about `axis` (radians); continuous: the same without position limits
//   prismatic    slide along `axis` (metres)
//   helical      turn about `axis`, advancing `pitch` metres per radian
//   cylindrical  turn about `axis`, then slide along it
//   universal    turn about `axis`, then about `axis2` (given in the frame before any turn)
//   planar       slide along the first and second in-plane direction, then turn about `axis`, the normal;
//                for axis z these directions are x and y, for any other see `plane_directions`
//   spherical    q: quaternion w x y z; v: angular velocity in the body frame
//   floating     q: x y z, quaternion w x y z; v: twist in the body frame, angular then linear
//   custom       what the CustomJoint says
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
int position_size(JointKind kind);  // custom: 0, ask the CustomJoint
int velocity_size(JointKind kind);

// The two in-plane directions of a planar joint with the given unit normal: the images of x and y under the
// shortest rotation that takes z to the normal (normal = -z: x and -y).
struct PlaneDirections {
  Vector3<double> first, second;
};
PlaneDirections plane_directions(const Vector3<double>& normal);

// What a joint of the user's own making does at position q and velocity v. `pose` is the body frame in the
// joint's base frame; column i of `axes` is the body's twist, in the body frame, per unit of v_i (DD91's
// P_n(q)); `bias` is the rate of change of the columns, seen in the body frame, times v (the P-dot term).
struct JointMotion {
  Transform<double> pose{};
  Motion<double> axes[6];
  Motion<double> bias{};
};

// A joint of 1 to 6 freedoms whose axes may depend on its position. Coordinates are chosen so that dq/dt = v.
// `evaluate` is called inside the sweeps: it must not allocate, throw or keep state.
class CustomJoint {
 public:
  virtual ~CustomJoint() = default;
  virtual int freedoms() const = 0;
  virtual void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const = 0;
};

// One freedom of a joint.
struct Freedom {
  double armature = 0;      // rotor inertia seen at the joint: part of the mass matrix
  double damping = 0;       // moment per unit of velocity
  double dry_friction = 0;  // moment that opposes any motion
  double lower = -infinity, upper = infinity;
  double max_velocity = infinity, max_effort = infinity;

  friend bool operator==(const Freedom&, const Freedom&) = default;
};

// This joint is meant to follow another: q = multiplier * q_leader + offset. The recursions of the tree treat the
// joint as free (see `follow_mimics`); chains/closed_chain.hpp holds it to its leader.
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
  std::vector<Freedom> freedoms{};  // none: all default; one: shared by all freedoms; else one per freedom
  std::shared_ptr<const CustomJoint> custom{};
  std::optional<Mimic> mimic{};
  std::vector<double> initial{};  // q where motion starts unless told otherwise; empty: zeros, no turn
};

// What a body looks like or touches with; kept for viewers, without effect on the dynamics.
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
  std::string parent{};  // empty: the ground
  Transform<double> placement{};
  Joint joint{};
  Inertial inertial{};
  std::vector<Shape> shapes{};
  Source source{};
};

// A named placement on a body: a tool centre, a sensor, a foot.
struct Frame {
  std::string name{};
  std::string body{};  // empty: the ground
  Transform<double> placement{};
  Source source{};
};

struct Description {
  std::string name{};
  std::vector<Body> bodies{};
  std::vector<Frame> frames{};
  Vector3<double> gravity{0, 0, -9.81};
  std::vector<Loop>
      loops{};  // loops and couplings: the recursions of the tree leave them out, chains/ closes them
  std::vector<Coupling> couplings{};
  Source source{};
  std::vector<std::string> files{};  // that it was read from; none: made in code
};

// Everything that is wrong with a description (model/validation.cpp lists the rules).
Findings validate(const Description& description);

// New descriptions from old ones. Unknown names throw std::invalid_argument that says which.
struct Payload {
  std::string name{};
  std::string body{};             // what carries it
  Transform<double> placement{};  // of the payload's frame in the body's
  Inertial inertial{};
};
Description with_payload(Description description, const Payload& payload);
// Removes a body and everything it carries, with the loops and couplings that end there.
Description without_body(Description description, const std::string& body);
struct LockedJoint {
  std::string joint{};
  std::vector<double> q{};  // empty: its initial position
};
// Couplings go with the joint that follows; one whose leader is locked holds its joint where the leader puts it.
Description with_locked_joints(Description description, std::span<const LockedJoint> locked);
// Puts a floating joint under every body that is fixed to the ground. It is called floating_base, or where joints have
// that name already, floating_base_2, floating_base_3, ...
Description with_floating_base(Description description);
// Fixes every body that floats on the ground, at its initial position.
Description with_fixed_base(Description description);

}  // namespace sinew
