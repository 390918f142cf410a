// Functions of a robot that cannot exist: those that divide by the inertia that a joint moves refuse, all others work.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::impossible_robot_test {

// A pendulum with inertia about the hinge as usual, but too much about the vertical.
Description impossible_pendulum() {
  Description robot = pendulum(2, 0.5, 0.1);
  robot.bodies[0].inertial.inertia.zz = 0.3;
  robot.bodies[0].source = {"robot.urdf", 7};
  return robot;
}
// The same with a second link without mass at the end.
Description impossible_arm() {
  Description robot = impossible_pendulum();
  robot.bodies.push_back(hinged("tip", "rod", {0, 0, -1}, {}, {0, 1, 0}));
  return robot;
}

const std::vector<double> q{0.7}, v{0.4}, one{1.5};

TEST(AnImpossibleRobot, HasKinematicsAndInverseDynamics) {
  const Model model(impossible_pendulum());
  Workspace<double> work(model);
  const double about_hinge = 0.1 + 2 * 0.5 * 0.5, weight = 2 * 9.81 * 0.5 * std::sin(0.7);
  std::vector<double> tau(1);
  inverse_dynamics(work, q, v, one, tau);
  EXPECT_NEAR(tau[0], about_hinge * 1.5 + weight, 1e-13);
  gravity_force(work, q, tau);
  EXPECT_NEAR(tau[0], weight, 1e-13);
  bias_force(work, q, v, tau);
  EXPECT_NEAR(tau[0], weight, 1e-13);
  Matrix<double> M(1, 1), J(6, 1), C(1, 1);
  mass_matrix(work, q, M);
  EXPECT_NEAR(M(0, 0), about_hinge, 1e-14);
  coriolis_matrix(work, q, v, C);
  EXPECT_NEAR(C(0, 0), 0, 1e-14);
  update_poses(work, q);
  jacobian(work, model.frame("rod"), Reference::world, J);
  EXPECT_NEAR(std::abs(J(1, 0)), 1, 1e-15);
  EXPECT_NEAR(kinetic_energy(work, q, v), about_hinge * 0.4 * 0.4 / 2, 1e-14);
  EXPECT_NO_THROW(potential_energy(work, q));
}

TEST(AnImpossibleRobot, HasInverseKinematics) {
  Description robot = impossible_pendulum();
  robot.frames = {{.name = "bob", .body = "rod", .placement = {{}, {0, 0, -1}}}};
  const Model model(robot);
  Workspace<double> work(model);
  update_poses(work, q);
  const Transform<double> target = pose(work, model.frame("bob"));
  const auto found = inverse_kinematics(work, model.frame("bob"), target, std::vector<double>{0.1});
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.q[0], 0.7, 1e-6);
}

struct Refusal {
  const char* name;  // in the message
  std::function<void(const Model&)> call;
};

const Refusal refusals[] = {
    {"forward_dynamics",
     [](const Model& model) {
       Workspace<double> work(model);
       std::vector<double> a(1);
       forward_dynamics(work, q, v, one, a);
     }},
    {"forward_dynamics",
     [](const Model& model) {
       Workspace<float> work(model);
       std::vector<float> x(1), a(1);
       forward_dynamics(work, x, x, x, a);
     }},
    {"update_filter",
     [](const Model& model) {
       Workspace<double> work(model);
       update_filter(work, q);
     }},
    {"solve_mass_matrix",
     [](const Model& model) {
       Workspace<double> work(model);
       set_position(work, q);
       std::vector<double> y(1);
       solve_mass_matrix(work, one, y);
     }},
    {"inverse_mass_matrix",
     [](const Model& model) {
       Workspace<double> work(model);
       Matrix<double> inverse(1, 1);
       inverse_mass_matrix(work, q, inverse);
     }},
    {"udut",
     [](const Model& model) {
       Workspace<double> work(model);
       Matrix<double> U(1, 1);
       std::vector<double> D(1);
       udut(work, q, U, D);
     }},
    {"OperationalSpace",
     [](const Model& model) {
       Workspace<double> work(model);
       set_position(work, q);
       OperationalSpace<double>(model, model.last_body()).omega(work);
     }},
    {"ClosedChain::forward_dynamics",
     [](const Model& model) {
       Workspace<double> work(model);
       std::vector<double> a(1);
       ClosedChain<double>(model).forward_dynamics(work, q, v, one, a);
     }},
    {"EmbeddedTree::update",
     [](const Model& model) {
       Workspace<double> work(model);
       Constraints<double> none(model);
       EmbeddedTree<double> tree(model, none);
       tree.update(work, none, q);
     }},
    {"MultiArm::forward_dynamics",
     [](const Model& model) {
       MultiArm<double> arms({model}, Model(Description{.name = "nothing"}), {});
       std::vector<double> a(1);
       arms.forward_dynamics(q, v, one, a);
     }},
    {"batch",
     [](const Model& model) {
       Batch<double> batch(model);
       std::vector<double> a(1);
       batch.forward_dynamics(q, v, one, a);
     }},
    {"LongChain::forward_dynamics",
     [](const Model& model) {
       Workspace<double> work(model);
       LongChain<double> chain(model);
       std::vector<double> a(1);
       chain.forward_dynamics(work, q, v, one, a);
     }},
    {"compiled forward-dynamics", [](const Model& model) { compile(model, {.compiler = "none"}); }},
    {"operator expression",
     [](const Model& model) {
       operators::Configuration at(model);
       operators::Prepared inverse(operators::parse("Mass^-1"), at);
       at.set(q);
       std::vector<double> y(1);
       inverse.apply(one, y);
     }},
    {"planar chain", [](const Model& model) { PlanarChain::from(model); }},
    {"Simulation", [](const Model& model) { Simulation simulation(model, {}, {.duration = 1}); }},
};

TEST(AnImpossibleRobot, IsRefusedByEverythingThatDividesByItsInertia) {
  const Model model(impossible_pendulum());
  for (const auto& [name, call] : refusals) {
    try {
      call(model);
      ADD_FAILURE() << name << " did not refuse";
    } catch (const ImpossibleRobot& refusal) {
      const std::string text = refusal.what();
      for (const std::string& part :
           {std::string(name), std::string("'pendulum'"), std::string("robot.urdf:7: body 'rod'"),
            std::string("triangle inequality"), std::string("--repair inertia"),
            std::string("ReadOptions::repair")})
        EXPECT_NE(text.find(part), std::string::npos) << name << ": " << text;
      EXPECT_EQ(refusal.findings().list.size(), 1u);
    }
  }
}

TEST(AnImpossibleRobot, IsRefusedWithTheNumberOfFurtherFaults) {
  const Model model(impossible_arm());
  Workspace<double> work(model);
  try {
    update_filter(work, std::vector<double>{0.1, 0.2});
    FAIL() << "did not refuse";
  } catch (const std::domain_error& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("(and 1 more physical error)"), std::string::npos)
        << refusal.what();
  }
}

TEST(AnImpossibleRobot, HasBatchesAndCompiledCodeOfWhatNeedsNoInverse) {
  const Model model(impossible_pendulum());
  Batch<double> batch(model);
  std::vector<double> tau(1);
  batch.inverse_dynamics(q, v, one, tau);
  const double expected = (0.1 + 2 * 0.25) * 1.5 + 2 * 9.81 * 0.5 * std::sin(0.7);
  EXPECT_NEAR(tau[0], expected, 1e-13);
  const CompiledRobot compiled =
      compile(model, {.wanted = {{Quantity::inverse_dynamics}}, .compiler = "none"});
  compiled.inverse_dynamics(q, v, one, tau);
  EXPECT_NEAR(tau[0], expected, 1e-13);
}

TEST(AnImpossibleRobot, MovesOnceItIsRepaired) {
  const Model model(CheckedDescription(impossible_arm(), {}, Repair::inertia));
  Workspace<double> work(model);
  const std::vector<double> at{0.3, -0.2}, tau{0.1, 1e-6}, still{0, 0};
  std::vector<double> a(2), back(2);
  forward_dynamics(work, at, still, tau, a);
  inverse_dynamics(work, at, still, a, back);
  EXPECT_NEAR(back[0], tau[0], 1e-12);
  EXPECT_NEAR(back[1], tau[1], 1e-12);
}

}  // namespace sinew::test::impossible_robot_test
