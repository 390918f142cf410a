// Compares DART on the same robots: revolute, prismatic, universal, ball and free joints. The generalised velocities of
// ball and free joints are those of the body in its own axes in DART too; positions are exponential coordinates.
#include <gtest/gtest.h>

#include <dart/dynamics/dynamics.hpp>

#include "tests/support/eigen_map.hpp"
#include "tests/support/peer_comparison.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/shared_robots.hpp"

namespace sinew::test {
namespace {

namespace dd = dart::dynamics;

template <class Value>
EigenMatrix<double> as_eigen(const Value& value) {
  return to_eigen(as_dense(value));
}
Eigen::Isometry3d to_dart(const Transform<double>& x) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = as_eigen(x.rotation);
  result.translation() = as_eigen(x.translation);
  return result;
}

template <class JointType>
dd::BodyNode* add(dd::Skeleton& skeleton, dd::BodyNode* parent, const Body& body,
                  typename JointType::Properties joint) {
  joint.mName = body.name + "_joint";
  joint.mT_ParentBodyToJoint = to_dart(body.placement);
  return skeleton
      .createJointAndBodyNodePair<JointType>(parent, joint, dd::BodyNode::AspectProperties(body.name))
      .second;
}

dd::BodyNode* add_body(dd::Skeleton& skeleton, dd::BodyNode* parent, const Body& body) {
  const Eigen::Vector3d axis = to_eigen(as_dense(body.joint.axis).normalized()),
                        axis2 = to_eigen(as_dense(body.joint.axis2).normalized());
  switch (body.joint.kind) {
    case JointKind::spherical:
      return add<dd::BallJoint>(skeleton, parent, body, {});
    case JointKind::floating:
      return add<dd::FreeJoint>(skeleton, parent, body, {});
    case JointKind::revolute:
    case JointKind::continuous: {
      dd::RevoluteJoint::Properties properties;
      properties.mAxis = axis;
      return add<dd::RevoluteJoint>(skeleton, parent, body, properties);
    }
    case JointKind::prismatic: {
      dd::PrismaticJoint::Properties properties;
      properties.mAxis = axis;
      return add<dd::PrismaticJoint>(skeleton, parent, body, properties);
    }
    case JointKind::universal: {
      dd::UniversalJoint::Properties properties;
      properties.mAxis = {axis, axis2};
      return add<dd::UniversalJoint>(skeleton, parent, body, properties);
    }
    default:
      throw std::invalid_argument(body.joint.name);
  }
}

dd::SkeletonPtr build(const Description& description) {
  dd::SkeletonPtr skeleton = dd::Skeleton::create("robot");
  skeleton->setGravity(as_eigen(description.gravity));
  for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
    const Body& body = *std::find_if(description.bodies.begin(), description.bodies.end(),
                                     [&](const Body& b) { return b.name == name; });
    dd::BodyNode* node =
        add_body(*skeleton, body.parent.empty() ? nullptr : skeleton->getBodyNode(body.parent), body);
    const auto& [mass, com, i] = body.inertial;
    Eigen::Matrix3d inertia;
    inertia << i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz;
    node->setInertia(dd::Inertia(mass, as_eigen(com), inertia));
  }
  return skeleton;
}

PeerAnswers ask_dart(dd::Skeleton& skeleton, const VectorXd& q, const VectorXd& v, const VectorXd& moments) {
  skeleton.setPositions(to_eigen(q));
  skeleton.setVelocities(to_eigen(v));
  skeleton.setForces(to_eigen(moments));
  skeleton.computeForwardDynamics();
  return {from_eigen<double>(skeleton.getMassMatrix()),
          from_eigen<double>(skeleton.getCoriolisAndGravityForces()),
          from_eigen<double>(skeleton.getAccelerations())};
}

void compare(const Description& description, std::uint64_t seed) {
  const Model model(description);
  const State state = random_state(model, seed);
  const dd::SkeletonPtr skeleton = build(lumped(description));
  const int n = model.velocity_size();
  ASSERT_EQ(static_cast<int>(skeleton->getNumDofs()), n);
  VectorXd q(n);
  PeerVelocities u(n);
  u.S.setZero();
  for (const JointInfo& joint : model.joints()) {
    const double* ours = &state.q[std::size_t(joint.q_index)];
    const auto first = static_cast<Index>(skeleton->getJoint(joint.body + "_joint")->getIndexInSkeleton(0));
    u.S.block(first, joint.v_index, joint.v_size, joint.v_size).setIdentity();
    if (joint.kind == JointKind::spherical) {
      const Rotation<double> rotation = rotation_from_quaternion(ours[0], ours[1], ours[2], ours[3]);
      q.segment(first, 3) =
          from_eigen<double>(dd::BallJoint::convertToPositions(Eigen::Matrix3d(as_eigen(rotation))));
    } else if (joint.kind == JointKind::floating) {
      const Rotation<double> rotation = rotation_from_quaternion(ours[3], ours[4], ours[5], ours[6]);
      q.segment(first, 6) = from_eigen<double>(
          dd::FreeJoint::convertToPositions(to_dart({rotation, {ours[0], ours[1], ours[2]}})));
    } else {
      for (int i = 0; i < joint.q_size; ++i) q[first + i] = ours[i];
    }
  }
  const VectorXd v = u.S * as_dense(state.v);
  expect_agreement(model, state, u, ask_dart(*skeleton, q, v, u.moments(state.tau)));
}

TEST(Dart, AgreesOnTheSharedRobots) {
  for (SharedRobot& robot : shared_robots()) {
    SCOPED_TRACE(robot.name);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) compare(robot.description, seed);
  }
}

TEST(Dart, AgreesOnRandomRobots) {
  for (SharedRobot& robot :
       random_robots_without({JointKind::helical, JointKind::cylindrical, JointKind::planar}, 200)) {
    SCOPED_TRACE(robot.name);
    for (Body& body : robot.description.bodies) body.joint.dofs.clear();  // no rotors in DART
    compare(robot.description, 1);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace sinew::test
