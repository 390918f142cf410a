// Compares Simbody on the same robots, with all joint kinds except custom. The speeds of ball and free joints are
// angular and linear velocity in the axes of the joint's base in Simbody; positions start with the quaternion.
#include <Simbody.h>
#include <gtest/gtest.h>

#include "tests/support/peer_comparison.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

SimTK::Vec3 to_simbody(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
SimTK::Rotation to_simbody(const Rotation<double>& r) {
  return SimTK::Rotation(SimTK::Mat33(r.row_x.x, r.row_x.y, r.row_x.z, r.row_y.x, r.row_y.y, r.row_y.z,
                                      r.row_z.x, r.row_z.y, r.row_z.z));
}
SimTK::Transform to_simbody(const Transform<double>& x) {
  return {to_simbody(x.rotation), to_simbody(x.translation)};
}
VectorXd from_simbody(const SimTK::Vector& v) {
  VectorXd result(v.size());
  for (int i = 0; i < v.size(); ++i) result[i] = v[i];
  return result;
}

// A frame with its x, y, z along the given orthonormal directions.
SimTK::Transform frame_with_axes(const Vector3<double>& x, const Vector3<double>& y,
                                 const Vector3<double>& z) {
  return SimTK::Transform(to_simbody(transpose(Rotation<double>{x, y, z})));
}
SimTK::Transform with_z_along(const Vector3<double>& axis) {
  const Vector3<double> z = (1 / norm(axis)) * axis;
  const auto [x, y] = plane_directions(z);
  return frame_with_axes(x, y, z);
}
SimTK::Transform with_x_along(const Vector3<double>& axis) {
  const Vector3<double> x = (1 / norm(axis)) * axis;
  const auto [y, z] = plane_directions(x);
  return frame_with_axes(x, y, z);
}

struct SimbodyRobot {
  explicit SimbodyRobot(const Description& description)
      : matter(system), forces(system), gravity(forces, matter, to_simbody(description.gravity)) {
    for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
      add(*std::find_if(description.bodies.begin(), description.bodies.end(),
                        [&](const Body& body) { return body.name == name; }));
    }
    state = system.realizeTopology();
    system.realizeModel(state);
  }

  void add(const Body& body) {
    const auto& [mass, com, i] = body.inertial;
    const SimTK::Inertia central(i.xx, i.yy, i.zz, i.xy, i.xz, i.yz);
    const SimTK::Body::Rigid rigid(
        SimTK::MassProperties(mass, to_simbody(com), central.shiftFromMassCenter(to_simbody(com), mass)));
    SimTK::MobilizedBody& parent = body.parent.empty() ? matter.updGround() : bodies.at(body.parent);
    const SimTK::Transform at = to_simbody(body.placement);
    const Joint& joint = body.joint;
    const auto mobilizer = [&]() -> SimTK::MobilizedBody {
      switch (joint.kind) {
        case JointKind::spherical:
          return SimTK::MobilizedBody::Ball(parent, at, rigid, SimTK::Transform());
        case JointKind::floating:
          return SimTK::MobilizedBody::Free(parent, at, rigid, SimTK::Transform());
        case JointKind::prismatic: {
          const SimTK::Transform x = with_x_along(joint.axis);
          return SimTK::MobilizedBody::Slider(parent, at * x, rigid, x);
        }
        case JointKind::universal: {  // perpendicular: rotates about x first, then about y
          const Vector3<double> x = (1 / norm(joint.axis)) * joint.axis,
                                y = (1 / norm(joint.axis2)) * joint.axis2;
          const SimTK::Transform frame = frame_with_axes(x, y, cross(x, y));
          return SimTK::MobilizedBody::Universal(parent, at * frame, rigid, frame);
        }
        default:
          break;
      }
      const SimTK::Transform z = with_z_along(joint.axis);
      switch (joint.kind) {
        case JointKind::helical:
          return SimTK::MobilizedBody::Screw(parent, at * z, rigid, z, joint.pitch);
        case JointKind::cylindrical:
          return SimTK::MobilizedBody::Cylinder(parent, at * z, rigid, z);
        case JointKind::planar:
          return SimTK::MobilizedBody::Planar(parent, at * z, rigid, z);
        default:
          return SimTK::MobilizedBody::Pin(parent, at * z, rigid, z);
      }
    };
    bodies.emplace(body.name, mobilizer());
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::UniformGravity gravity;
  std::map<std::string, SimTK::MobilizedBody> bodies;
  SimTK::State state;
};

PeerAnswers ask_simbody(SimbodyRobot& robot, const VectorXd& moments) {
  SimTK::State& state = robot.state;
  const int n = state.getNU();
  robot.system.realize(state, SimTK::Stage::Dynamics);
  const SimTK::Vector tau(n, moments.data());
  const auto& weights = robot.system.getRigidBodyForces(state, SimTK::Stage::Dynamics);
  SimTK::Matrix mass;
  SimTK::Vector bias, acceleration;
  SimTK::Vector_<SimTK::SpatialVec> body_accelerations;
  robot.matter.calcM(state, mass);
  robot.matter.calcResidualForceIgnoringConstraints(state, SimTK::Vector(n, 0.0), weights,
                                                    SimTK::Vector(n, 0.0), bias);
  robot.matter.calcAccelerationIgnoringConstraints(state, tau, weights, acceleration, body_accelerations);
  PeerAnswers answers{MatrixXd(n, n), from_simbody(bias), from_simbody(acceleration)};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) answers.mass(i, j) = mass(i, j);
  }
  return answers;
}

void compare(const Description& description, std::uint64_t seed) {
  const Model model(description);
  if (model.velocity_size() == 0) return;  // Simbody has no results of size zero
  const State state = random_state(model, seed);
  SimbodyRobot robot(lumped(description));
  ASSERT_EQ(robot.state.getNU(), model.velocity_size());
  PeerVelocities u(model.velocity_size());
  u.S.setZero();
  for (const JointInfo& joint : model.joints()) {
    const SimTK::MobilizedBody& body = robot.bodies.at(joint.body);
    const double* q = &state.q[std::size_t(joint.q_index)];
    const int first_q = body.getFirstQIndex(robot.state), first_u = body.getFirstUIndex(robot.state);
    const bool ball = joint.kind == JointKind::spherical, free = joint.kind == JointKind::floating;
    auto S = u.S.block(first_u, joint.v_index, joint.v_size, joint.v_size);
    if (!ball && !free) {
      // Simbody's planar joint rotates first, then slides along the axes of its base.
      const bool planar = joint.kind == JointKind::planar;
      for (int i = 0; i < joint.v_size; ++i) {
        const int theirs = planar ? (i + 1) % 3 : i;
        robot.state.updQ()[first_q + theirs] = q[i];
        S(theirs, i) = 1;
      }
      continue;
    }
    const double* wxyz = free ? q + 3 : q;
    for (int i = 0; i < 4; ++i) robot.state.updQ()[first_q + i] = wxyz[i];
    const Matrix3d rotation = as_dense(rotation_from_quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]));
    const VectorXd twist = as_dense(state.v).segment(joint.v_index, joint.v_size);
    S.topLeftCorner(3, 3) = rotation;  // (R w)' = R w'
    if (free) {
      for (int i = 0; i < 3; ++i) robot.state.updQ()[first_q + 4 + i] = q[i];
      S.bottomRightCorner(3, 3) = rotation;
      u.c.segment(first_u + 3, 3) = rotation * twist.head(3).cross(twist.tail(3));
    }
  }
  const VectorXd speeds = u.S * as_dense(state.v);
  robot.state.updU() = SimTK::Vector(static_cast<int>(speeds.size()), speeds.data());
  expect_agreement(model, state, u, ask_simbody(robot, u.moments(state.tau)));
}

TEST(Simbody, AgreesOnTheSharedRobots) {
  for (const SharedRobot& robot : shared_robots()) {
    SCOPED_TRACE(robot.name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) compare(robot.description, seed);
  }
}

TEST(Simbody, AgreesOnRandomRobots) {
  for (SharedRobot& robot : random_robots_without({}, 200)) {
    SCOPED_TRACE(robot.name);
    for (Body& body : robot.description.bodies) {
      body.joint.dofs.clear();  // no rotors in Simbody
      // Simbody's universal joint has perpendicular axes.
      const double along = dot(body.joint.axis, body.joint.axis2) / dot(body.joint.axis, body.joint.axis);
      body.joint.axis2 -= along * body.joint.axis;
    }
    compare(robot.description, 1);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace sinew::test
