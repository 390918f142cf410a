// Compares the page's engine with stacked matrices and with the equations that the page shows.
#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"
#include "tests/viewer/page_robots.hpp"

namespace sinew::test::engine_test {

using viewer::BodyTrace;
using viewer::DofTrace;
using viewer::Evaluation;
using Six = Vector6d;

constexpr int samples = 300;
constexpr double rounding = 1e-9;

// A random robot, its state, and the engine's results.
struct Told {
  explicit Told(int index)
      : subject(random_sample(index)),
        robot(page_robot(subject.sample.description)),
        said(robot.evaluate(subject.sample.q, subject.sample.v, subject.sample.tau, {})) {
    update_velocities<double>(subject.work, subject.sample.q, subject.sample.v);
  }
  const Model& model() const { return subject.model; }
  int body_of(const JointInfo& joint) const {
    const auto& bodies = model().description().bodies;
    return int(
        std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == joint.body; }) -
        bodies.begin());
  }
  const BodyTrace& at(const JointInfo& joint) const { return said.bodies[std::size_t(body_of(joint))]; }
  const DofTrace& dof(int i) const { return said.dofs[std::size_t(i)]; }
  // The pose of a joint's body in another frame.
  Transform<double> in(FrameIndex frame, const JointInfo& joint) {
    return inverse(pose(subject.work, frame)) * pose(subject.work, joint.frame);
  }

  Subject<> subject;
  viewer::Robot robot;
  Evaluation said;
};

TEST(Engine, HasTheAccelerationsAndEnergiesOfStackedMatrices) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const auto dense = told.subject.dense();
    const VectorXd a = dense.forward_dynamics(told.subject.sample.tau);
    ASSERT_LE(relative_error(told.said.a, a), allowed_error(rounding, dense.mass_matrix())) << i;
    ASSERT_NEAR(told.said.kinetic, dense.kinetic_energy(), 1e-9 * (1 + dense.kinetic_energy())) << i;
    ASSERT_NEAR(told.said.potential, dense.potential_energy(),
                1e-9 * (1 + std::abs(dense.potential_energy())));
  }
}

TEST(Engine, PosesARobotThatCannotExistAndSaysWhyItHasNoAccelerations) {
  Description description = pendulum(2, 0.5, 0.1);
  description.bodies[0].inertial.inertia.zz = 0.3;
  viewer::Robot robot(page_robot(description));
  const std::vector<double> q{0.5}, zero{0};
  std::vector<double> poses, tau(1);
  robot.poses(q, poses);
  EXPECT_EQ(poses.size(), 12u);
  robot.applied_torques(q, zero, zero, {}, tau);
  EXPECT_NEAR(tau[0], 2 * 9.81 * 0.5 * std::sin(0.5), 1e-12);
  EXPECT_TRUE(contains(complaint<ImpossibleRobot>([&] { robot.evaluate(q, zero, zero, {}); }),
                       "triangle inequality"));
  EXPECT_TRUE(contains(complaint<ImpossibleRobot>([&] { robot.matrices(q); }), "triangle inequality"));
}

TEST(Engine, HasTheArticulatedInertiaOfEveryMovingBody) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const auto dense = told.subject.dense<long double>();
    for (const JointInfo& joint : told.model().joints()) {
      const MatrixXd P = dense.articulated_inertia(joint.body).cast<double>();
      ASSERT_LE(relative_error(told.at(joint).P, P), 1e-8) << i << " " << joint.name;
    }
  }
}

// R87 (38)-(43), one degree of freedom of a joint after another.
TEST(Engine, SatisfiesTheFilterEquationsAtEveryDegreeOfFreedom) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    for (const JointInfo& joint : told.model().joints()) {
      const BodyTrace& body = told.at(joint);
      Matrix6d P = as_dense(body.P);
      Six z = as_dense(body.z);
      for (int j = joint.v_index + joint.v_size - 1; j >= joint.v_index; --j) {
        const DofTrace& dof = told.dof(j);
        const Six H = as_dense(dof.H);
        const double armature = told.model().dofs()[std::size_t(j)].armature;
        const double D = H.dot(P * H) + armature;
        const Six G = P * H / D;
        const double e = told.subject.sample.tau[std::size_t(j)] - H.dot(z);
        ASSERT_NEAR(dof.D, D, rounding * D) << i << " " << joint.name;
        ASSERT_LE(relative_error(dof.G, G), 1e-8) << i << " " << joint.name;
        ASSERT_NEAR(dof.free_innovation, e, 1e-8 * (1 + z.norm())) << i << " " << joint.name;
        ASSERT_DOUBLE_EQ(dof.innovation, dof.free_innovation);
        ASSERT_DOUBLE_EQ(dof.residual, dof.innovation / dof.D);
        P -= D * G * G.transpose();
        z += G * e;
        if (armature == 0) {
          ASSERT_LE((P * H).norm(), 1e-8 * (1 + P.norm())) << i << " " << joint.name;
        }
      }
      ASSERT_LE(relative_error(body.P_plus, P), 1e-8) << i << " " << joint.name;
      const Six z_plus = z + P * as_dense(body.bias_acceleration);
      ASSERT_LE(relative_error(body.z_plus, z_plus), 1e-8) << i << " " << joint.name;
    }
  }
}

// R87 (36): z = b + sum phi z+, over the children of the link.
TEST(Engine, AddsTheStatesOfTheChildren) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    for (const JointInfo& joint : told.model().joints()) {
      Force<double> sum = told.at(joint).bias_force;
      for (const JointInfo& other : told.model().joints()) {
        const std::string& parent =
            told.model().description().bodies[std::size_t(told.body_of(other))].parent;
        const FrameIndex on = parent.empty() ? ground : told.model().frame(parent);
        if (told.model().frame(on).link != told.model().frame(joint.frame).link) continue;
        sum += told.in(joint.frame, other).force_to_parent(told.at(other).z_plus);
      }
      ASSERT_LE(relative_error(told.at(joint).z, sum), 1e-8) << i << " " << joint.name;
    }
  }
}

// R87 (45)-(47).
TEST(Engine, SatisfiesTheSmootherEquations) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const double allowed = allowed_error(1e-7, told.subject.dense().mass_matrix());
    const auto& bodies = told.model().description().bodies;
    for (const JointInfo& joint : told.model().joints()) {
      const BodyTrace& body = told.at(joint);
      const std::string& parent_name = bodies[std::size_t(told.body_of(joint))].parent;
      const FrameIndex parent = parent_name.empty() ? ground : told.model().frame(parent_name);
      const Vector3<double>& g = told.model().gravity();
      Motion<double> of_parent{{}, {-g.x, -g.y, -g.z}};
      for (std::size_t k = 0; k < bodies.size(); ++k) {
        if (!parent_name.empty() && bodies[k].name == parent_name) of_parent = told.said.bodies[k].lambda;
      }
      Motion<double> lambda = told.in(parent, joint).motion_to_child(of_parent) + body.bias_acceleration;
      ASSERT_LE(relative_error(body.lambda_plus, lambda), allowed) << i << " " << joint.name;
      for (int j = joint.v_index; j < joint.v_index + joint.v_size; ++j) {
        const DofTrace& dof = told.dof(j);
        const double rate = dof.residual - dot(dof.G, lambda);
        ASSERT_NEAR(rate, dof.acceleration, allowed * (1 + std::abs(rate) + as_dense(lambda).norm()));
        lambda += dof.acceleration * dof.H;
      }
      ASSERT_LE(relative_error(body.lambda, lambda), allowed) << i << " " << joint.name;
    }
  }
}

TEST(Engine, GivesTheForceAcrossEveryJoint) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    std::vector<JointForce<double>> forces(told.model().joints().size());
    joint_forces<double>(told.subject.work, told.subject.sample.q, told.subject.sample.v, told.said.a,
                         forces);
    for (std::size_t k = 0; k < forces.size(); ++k) {
      const JointInfo& joint = told.model().joints()[k];
      ASSERT_LE(relative_error(told.at(joint).force, forces[k].whole),
                allowed_error(1e-7, told.subject.dense().mass_matrix()))
          << i << " " << joint.name;
    }
  }
}

TEST(Engine, HasVelocitiesInBodyFramesAndGainsInParentFrames) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const auto& bodies = told.model().description().bodies;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const Motion<double> V = velocity(told.subject.work, told.model().frame(bodies[k].name));
      ASSERT_LE(relative_error(told.said.bodies[k].velocity, V), rounding) << i << " " << bodies[k].name;
    }
    for (const JointInfo& joint : told.model().joints()) {
      const std::string& parent = bodies[std::size_t(told.body_of(joint))].parent;
      const Transform<double> X = told.in(parent.empty() ? ground : told.model().frame(parent), joint);
      for (int j = joint.v_index; j < joint.v_index + joint.v_size; ++j)
        ASSERT_LE(relative_error(told.dof(j).K, X.force_to_parent(told.dof(j).G)), rounding);
    }
  }
}

TEST(Engine, SplitsTheTorquesByCause) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const auto& [description, q, v, a, tau, environment] = told.subject.sample;
    const auto dense = told.subject.dense();
    const auto parts = told.robot.split(q, v, a);
    const VectorXd bias = dense.bias_force(), gravity = dense.gravity_force();
    ASSERT_LE(relative_error(parts.inertial, dense.mass_matrix() * as_dense(a)), 1e-8) << i;
    ASSERT_LE(relative_error(parts.coriolis, bias - gravity), 1e-8) << i;
    ASSERT_LE(relative_error(parts.gravity, gravity), 1e-8) << i;
  }
}

TEST(Engine, FactorsTheMassMatrixAndItsInverse) {
  for (int i = 0; i < samples; ++i) {
    Told told(i);
    const auto matrices = told.robot.matrices(told.subject.sample.q);
    const MatrixXd M = as_dense(matrices.mass), U = as_dense(matrices.factor),
                   W = as_dense(matrices.inverse_factor);
    const VectorXd D = as_dense(matrices.D);
    const MatrixXd one = MatrixXd::Identity(M.rows(), M.cols());
    ASSERT_LE(relative_error(M, MatrixXd(told.subject.dense().mass_matrix())), rounding) << i;
    ASSERT_LE(relative_error(U * D.asDiagonal() * U.transpose(), M), 1e-8) << i;
    ASSERT_LE(relative_error(W * U, one), 1e-8 * (1 + W.norm() * U.norm())) << i;
    const double condition = condition_of(M);
    ASSERT_LE(relative_error(M * as_dense(matrices.inverse), one), 1e-14 * condition + 1e-9) << i;
  }
}

TEST(Engine, PlacesBodiesAsTheLibraryDoes) {
  Told told(7);
  std::vector<double> poses;
  told.robot.poses(told.subject.sample.q, poses);
  const auto& bodies = told.model().description().bodies;
  ASSERT_EQ(poses.size(), 12 * bodies.size());
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const auto X = pose(told.subject.work, told.model().frame(bodies[k].name));
    EXPECT_DOUBLE_EQ(poses[12 * k + 1], X.rotation.row_x.y);
    EXPECT_DOUBLE_EQ(poses[12 * k + 3], X.rotation.row_y.x);
    EXPECT_DOUBLE_EQ(poses[12 * k + 11], X.translation.z);
  }
}

}  // namespace sinew::test::engine_test
