// Compares forces across joints with the momentum balance of each body: Newton's and Euler's laws about the world's
// origin.
#include "sinew/algorithms/dynamics/constraint_forces.hpp"

#include <gtest/gtest.h>

#include <map>

#include "sinew/model/examples.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::constraint_forces_test {

// A force given in a frame, about the world's origin in world axes.
Vec6<double> in_world(const Pose<double>& pose, const Vec6<double>& force) {
  const Vector3d moment = force.head(3), push = pose.rotation * force.tail(3);
  return (Vec6<double>() << pose.rotation * moment + pose.translation.cross(push), push).finished();
}

// The required sum of all forces on a body except its weight, about the world's origin: the derivative of its momentum.
Vec6<double> needed_force(const Subject<>& s, const DenseReference<double>& dense, const Body& body,
                          const std::vector<double>& a) {
  const Pose<double> pose = dense.pose(body.name);
  const Vec6<double> twist = dense.velocity(body.name, Reference::aligned);
  const Vec6<double> rate = dense.acceleration(body.name, Reference::aligned, a);
  const Vec6<double>& ground = s.sample.environment.base_acceleration;
  const Vector3d arm = pose.rotation * as_dense(body.inertial.com), centre = pose.translation + arm;
  const Vector3d omega = twist.head(3), alpha = rate.head(3) + ground.head(3);
  const Vector3d own = rate.tail(3) + rate.head(3).cross(arm) + omega.cross(omega.cross(arm));
  const Vector3d acceleration = own + ground.tail(3) + ground.head(3).cross(centre);
  const Matrix3d inertia =
      pose.rotation * to_dense<double>(body.inertial.inertia) * pose.rotation.transpose();
  const Vector3d push = body.inertial.mass * (acceleration - as_dense(s.model.gravity()));
  const Vector3d spin = inertia * alpha + omega.cross(inertia * omega);
  return (Vec6<double>() << spin + centre.cross(push), push).finished();
}

std::vector<JointForce<double>> forces_of(Subject<>& s) {
  std::vector<JointForce<double>> forces(s.model.joints().size());
  joint_forces(s.work, s.sample.q, s.sample.v, s.sample.a, forces, s.environment());
  return forces;
}

// Bodies on fixed joints belong to the body that carries them; "" is the ground.
std::string carrier_of(const Description& description, std::string name) {
  const auto body_called = [&](const std::string& wanted) {
    return std::find_if(description.bodies.begin(), description.bodies.end(),
                        [&](const Body& b) { return b.name == wanted; });
  };
  while (!name.empty() && body_called(name)->joint.kind == JointKind::fixed) name = body_called(name)->parent;
  return name;
}

Columns6<double> axes_of(const DenseReference<double>& dense, const JointInfo& joint) {
  return dense.jacobian(joint.body, Reference::body).middleCols(joint.v_index, joint.v_size);
}

// Q Q^T: the projection onto the complement of the axes.
Mat6<double> off_the_axes(const Columns6<double>& axes) {
  const SingularValues parts = decompose(axes);
  const MatrixXd basis = parts.U.leftCols(parts.rank);
  return Mat6<double>::Identity() - basis * basis.transpose();
}

TEST(ConstraintForces, AndExternalForcesBalanceTheMomentumOfEveryBody) {
  for (int i = 0; i < std::min(1000, sample_count()); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    std::map<std::string, Vec6<double>> left;  // by carrier: derivative of momentum minus all forces
    double scale = 1;
    for (const Body& body : s.sample.description.bodies) {
      const Vec6<double> needed = needed_force(s, dense, body, s.sample.a);
      left.try_emplace(carrier_of(s.sample.description, body.name), Vec6<double>::Zero()).first->second +=
          needed;
      scale = std::max(scale, needed.largest());
    }
    for (const DenseForce& push : s.sample.environment.forces) {
      const FrameInfo& frame = s.model.frame(s.model.frame(push.frame));
      std::string on = frame.name;
      for (const Frame& f : s.sample.description.frames) on = f.name == frame.name ? f.body : on;
      left[carrier_of(s.sample.description, on)] -= in_world(dense.pose(push.frame), push.force);
    }
    const auto forces = forces_of(s);
    for (std::size_t j = 0; j < forces.size(); ++j) {
      const JointInfo& joint = s.model.joints()[j];
      const Vec6<double> x = in_world(dense.pose(joint.body), as_dense(forces[j].whole));
      const auto& bodies = s.sample.description.bodies;
      const auto body =
          std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == joint.body; });
      left[joint.body] -= x;
      left[carrier_of(s.sample.description, body->parent)] += x;
      scale = std::max(scale, x.largest());
    }
    for (const auto& [name, rest] : left) {
      if (name.empty()) continue;
      ASSERT_LE(rest.largest(), 1e-11 * scale) << "sample " << i << " " << name;
    }
  }
}

TEST(ConstraintForces, DoNoWorkAlongJointAxesAndComplementTheActivePart) {
  for (int i = 0; i < std::min(1000, sample_count()); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    const auto forces = forces_of(s);
    const VectorXd tau = dense.inverse_dynamics(s.sample.a, s.sample.environment);
    for (std::size_t j = 0; j < forces.size(); ++j) {
      const JointInfo& joint = s.model.joints()[j];
      const Columns6<double> axes = axes_of(dense, joint);
      const Vec6<double> whole = as_dense(forces[j].whole), constraint = as_dense(forces[j].constraint);
      const double scale = std::max(1.0, whole.largest());
      ASSERT_LE((axes.transpose() * constraint).largest(), 1e-12 * scale)
          << "sample " << i << " " << joint.name;
      ASSERT_LE(relative_error(constraint, off_the_axes(axes) * whole), 1e-12 * scale)
          << "sample " << i << " " << joint.name;
      VectorXd active = tau.segment(joint.v_index, joint.v_size);
      for (int k = 0; k < joint.v_size; ++k)
        active[k] -= s.model.dofs()[joint.v_index + k].armature * s.sample.a[joint.v_index + k];
      ASSERT_LE(relative_error(axes.transpose() * whole, active), 1e-11 * scale)
          << "sample " << i << " " << joint.name;
    }
  }
}

TEST(ConstraintForces, AfterForwardDynamicsAreThoseOfItsAccelerations) {
  for (int i = 0; i < std::min(1000, sample_count()); ++i) {
    Subject s(random_sample(i));
    std::vector<JointForce<double>> filtered(s.model.joints().size());
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, s.sample.a, s.environment());
    joint_forces(s.work, filtered);
    const auto expected = forces_of(s);
    const double tolerance = allowed_error(1e-9, s.dense().mass_matrix());
    for (std::size_t j = 0; j < expected.size(); ++j) {
      ASSERT_LE(relative_error(filtered[j].whole, as_dense(expected[j].whole)), tolerance) << "sample " << i;
      ASSERT_LE(relative_error(filtered[j].constraint, as_dense(expected[j].constraint)), tolerance)
          << "sample " << i;
    }
  }
}

// DD91 (29)-(31), with Q from a decomposition of the dense axes.
TEST(ConstraintForces, AfterTheBiasForceAreThoseOfZeroAccelerations) {
  const Model model(random_chain(5, 3));
  Workspace<double> work(model);
  const State state = random_state(model, 3);
  std::vector<double> bias(state.v.size());
  std::vector<JointForce<double>> forces(model.joints().size()), expected(forces.size());
  joint_forces(work, state.q, state.v, std::vector<double>(state.v.size()), expected);
  bias_force(work, state.q, state.v, bias);
  joint_forces(work, forces);
  for (std::size_t i = 0; i < forces.size(); ++i) {
    EXPECT_LE(relative_error(forces[i].whole, as_dense(expected[i].whole)), 1e-13);
    EXPECT_LE(relative_error(forces[i].constraint, as_dense(expected[i].constraint)), 1e-13);
  }
}

TEST(ConstraintForces, FollowFromArmstrongsForm) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    Subject s(random_sample(i));
    std::vector<JointForce<double>> forces(s.model.joints().size());
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, s.sample.a, s.environment());
    joint_forces(s.work, forces);
    const auto dense = s.dense();
    const double tolerance = allowed_error(1e-10, dense.mass_matrix());
    for (std::size_t j = 0; j < forces.size(); ++j) {
      const JointInfo& joint = s.model.joints()[j];
      const ArmstrongForm<double> form = armstrong_form(s.work, joint, s.sample.tau);
      const Columns6<double> axes = axes_of(dense, joint);
      const Vec6<double> lambda = as_dense(costate(s.work, joint.frame));
      const VectorXd rates = as_dense(s.sample.a).segment(joint.v_index, joint.v_size);
      const Vec6<double> before = lambda - axes * rates;
      const Mat6<double> inertia = as_dense(form.inertia), Q = off_the_axes(axes);
      const Vec6<double> offset = as_dense(form.offset), whole = as_dense(forces[j].whole);
      const double scale = std::max({1.0, (inertia.cwiseAbs() * before.cwiseAbs()).maxCoeff(),
                                     (inertia.cwiseAbs() * lambda.cwiseAbs()).maxCoeff(), offset.largest()});
      ASSERT_LE((inertia * before + offset - whole).largest(), tolerance * scale)
          << "sample " << i << " " << joint.name;
      bool armature = false;
      for (int k = 0; k < joint.v_size; ++k) armature |= s.model.dofs()[joint.v_index + k].armature > 0;
      if (armature) continue;
      const double size = std::max(1.0, inertia.largest());
      ASSERT_LE((Q * inertia * Q - inertia).largest(), 1e-10 * size) << "sample " << i;  // (29)
      ASSERT_LE((inertia * lambda + Q * offset - as_dense(forces[j].constraint)).largest(),
                tolerance * scale)
          << "sample " << i << " " << joint.name;  // (31)
    }
  }
}

// A pendulum that passes its lowest point with speed v: the hinge carries its weight and m l v^2.
TEST(ConstraintForces, OfAPendulumEqualTheHandComputedOnes) {
  const Model model(pendulum(2, 0.7, 0.3));
  Workspace<double> work(model);
  std::vector<JointForce<double>> forces(1);
  joint_forces(work, std::vector{0.0}, std::vector{3.0}, std::vector{0.0}, forces);
  Vec6<double> expected;
  expected << 0, 0, 0, 0, 0, 2 * (9.81 + 0.7 * 9);
  EXPECT_LE(relative_error(forces[0].whole, expected), 1e-14);
  EXPECT_LE(relative_error(forces[0].constraint, expected), 1e-14);
  joint_forces(work, std::vector{0.0}, std::vector{0.0}, std::vector{5.0}, forces);
  expected << 0, -(2 * 0.49 + 0.3) * 5, 0, 2 * 0.7 * 5, 0, 2 * 9.81;
  EXPECT_LE(relative_error(forces[0].whole, expected), 1e-14);
  expected[1] = 0;
  EXPECT_LE(relative_error(forces[0].constraint, expected), 1e-14);
}

TEST(ConstraintForces, OfAFreeBodyAreZero) {
  const Model model(free_body(3.0, {0.2, 0.5, 0.6}));
  Workspace<double> work(model);
  std::vector<JointForce<double>> forces(1);
  const std::vector<double> v{1, 2, 3, 4, 5, 6}, a{6, 5, 4, 3, 2, 1};
  joint_forces(work, model.neutral_position(), v, a, forces);
  EXPECT_EQ(forces[0].constraint, Force<double>{});
}

// In gimbal lock the six axes of the joint span five directions; the remaining direction is constrained.
TEST(ConstraintForces, InGimbalLockActAlongTheLostDirection) {
  Description robot{.bodies = {{.name = "body", .joint = {.name = "free", .kind = JointKind::custom}}}};
  robot.bodies[0].joint.custom = std::make_shared<YawPitchRollFree>();
  robot.bodies[0].inertial = {2, {0.1, 0.2, 0.3}, {0.3, 0, 0, 0.4, 0, 0.5}};
  const Model model(robot);
  Workspace<double> work(model);
  const std::vector<double> q{0, 0, 0, 0.4, std::acos(0.0), 0.7}, v{1, 2, 3, -1, 0.5, 0.3};
  std::vector<JointForce<double>> forces(1);
  joint_forces(work, q, v, v, forces);
  const Columns6<double> axes = DenseReference<double>(robot, q, v).jacobian("body", Reference::body);
  const Vec6<double> whole = as_dense(forces[0].whole), constraint = as_dense(forces[0].constraint);
  EXPECT_LE((axes.transpose() * constraint).largest(), 1e-13 * whole.norm());
  EXPECT_GT(constraint.norm(), 0.01 * whole.norm());
  EXPECT_LE(relative_error(constraint, off_the_axes(axes) * whole), 1e-13 * whole.norm());
}

TEST(ConstraintForces, AreRefusedIfTheirNumberIsWrong) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const std::vector<double> two(2), three(3);
  std::vector<JointForce<double>> forces(2), more(3);
  EXPECT_THROW(joint_forces(work, two, two, two, more), std::invalid_argument);
  EXPECT_THROW(joint_forces(work, more), std::invalid_argument);
  EXPECT_THROW(joint_forces(work, two, two, three, forces), std::invalid_argument);
  EXPECT_THROW(armstrong_form(work, model.joints()[0], three), std::invalid_argument);
}

}  // namespace sinew::test::constraint_forces_test
