// Lengths, rates, moment arms and forces of tendons: by hand, as derivatives of the length, and on random robots.
#include "sinew/algorithms/kinematics/tendons.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/algorithms/dynamics/tendon_forces.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::tendons_test {

using Kind = TendonElement::Kind;

const Inertial brick{.mass = 2, .com = {.1, .2, .3}, .inertia = {.1, .01, .02, .2, .03, .25}};

TendonElement point(const std::string& body, const Vector3<double>& at) {
  return {.at = {body, {{}, at}}};
}
TendonElement pulley(double divisor) {
  return {.kind = Kind::pulley, .divisor = divisor};
}

// An arm that rotates about y, and a slide along x on its tip one metre above the hinge.
Description arm(std::vector<Tendon> tendons) {
  return {.name = "arm",
          .bodies = {{.name = "arm",
                      .joint = {.name = "hinge", .kind = JointKind::revolute, .axis = {0, 1, 0}},
                      .inertial = brick},
                     {.name = "slide",
                      .parent = "arm",
                      .placement = {{}, {0, 0, 1}},
                      .joint = {.name = "slide", .kind = JointKind::prismatic, .axis = {1, 0, 0}},
                      .inertial = brick}},
          .tendons = std::move(tendons)};
}

struct Values {
  double length, rate;
  std::vector<double> arms;
};
Values values(const Model& model, const std::vector<double>& q, const std::vector<double>& v) {
  Workspace<double> work(model);
  set_state(work, q, v);
  Values result{tendon_length(work, {0}), tendon_velocity(work, {0}), std::vector<double>(v.size())};
  tendon_moment_arms(work, {0}, result.arms);
  return result;
}

TEST(Tendons, AFixedTendonIsALinearCombinationOfJoints) {
  const Model model(arm({{.name = "t", .joints = {{"hinge", 2}, {"slide", -3}}, .offset = .5}}));
  const auto [length, rate, arms] = values(model, {.7, .2}, {1, 10});
  EXPECT_NEAR(length, .5 + 1.4 - .6, 1e-15);
  EXPECT_NEAR(rate, 2 - 30, 1e-14);
  EXPECT_EQ(arms, (std::vector<double>{2, -3}));
}

TEST(Tendons, TheMomentArmOfAStraightTendonIsItsDistanceFromTheAxis) {
  // From a point one metre in front of the hinge to the tip of the arm: a leg of a right triangle at q = 0.
  const Model model(arm({{.name = "t", .path = {point("", {1, 0, 0}), point("arm", {0, 0, 1})}}}));
  const auto [length, rate, arms] = values(model, {0, 0}, {3, 5});
  EXPECT_NEAR(length, std::sqrt(2.), 1e-15);
  EXPECT_NEAR(arms[0], -std::sqrt(.5), 1e-15);  // the tip moves towards the point
  EXPECT_EQ(arms[1], 0);                        // the slide is not between the ends
  EXPECT_NEAR(rate, -3 * std::sqrt(.5), 1e-14);
}

TEST(Tendons, PulleysDivideTheLengthsAfterThem) {
  const Model model(
      arm({{.name = "t",
            .path = {point("", {1, 0, 1}), point("slide", {0, 0, 0}), pulley(2), point("", {0, 0, 3}),
                     point("arm", {0, 0, 1}), pulley(4), point("slide", {}), point("arm", {0, 0, 1})}}}));
  const auto [length, rate, arms] = values(model, {0, .25}, {0, 1});
  EXPECT_NEAR(length, .75 + 2. / 2 + .25 / 4, 1e-15);
  EXPECT_NEAR(rate, -1 + 1. / 4, 1e-15);
  EXPECT_NEAR(arms[1], -.75, 1e-15);
}

TEST(Tendons, PointsOfOneLinkAndSegmentsOfLengthZeroHaveNoMomentArms) {
  const Model model(
      arm({{.name = "t", .path = {point("arm", {0, 0, 0}), point("arm", {0, 0, 1}), point("slide", {})}}}));
  const auto [length, rate, arms] = values(model, {.3, 0}, {1, 1});
  EXPECT_NEAR(length, 1, 1e-15);
  EXPECT_EQ(rate, 0);
  EXPECT_EQ(arms, (std::vector<double>{0, 0}));
}

// The cable runs over the top of a wheel of radius 0.5 at the hinge, along a quarter of its rim at q = 0.
TEST(Tendons, AWheelAtTheHingeHasItsRadiusAsMomentArm) {
  const double r = .5;
  const Rotation<double> along_y = rotation_about(Vector3<double>{1, 0, 0}, std::numbers::pi / 2);
  for (const Kind kind : {Kind::cylinder, Kind::sphere}) {
    const TendonElement wheel{
        .kind = kind, .at = {"", {along_y, {}}}, .radius = r, .side = LoopEnd{"", {{}, {1, 0, 1}}}};
    const Model model(arm({{.name = "t", .path = {point("", {-2, 0, r}), wheel, point("arm", {r, 0, -1})}}}));
    for (const double q : {0., .3, -.4}) {
      const auto [length, rate, arms] = values(model, {q, 0}, {1, 1});
      EXPECT_NEAR(length, 2 + r * (std::numbers::pi / 2 + q) + 1, 1e-14) << name_of(kind);
      EXPECT_NEAR(arms[0], r, 1e-14);
      EXPECT_NEAR(rate, r, 1e-14);
    }
  }
}

TEST(Tendons, OnACylinderTheTendonRisesInProportionToItsLengthAcross) {
  const TendonElement post{.kind = Kind::cylinder, .at = {}, .radius = 1};
  const Model model(arm({{.name = "t", .path = {point("", {1, -.5, 0}), post, point("", {-1, 1, 3})}}}));
  const double across = .5 + std::numbers::pi / 2 + 1;
  EXPECT_NEAR(values(model, {0, 0}, {0, 0}).length, std::hypot(across, 3), 1e-14);
}

TEST(Tendons, ASidePointDecidesOnWhichSideTheTendonRuns) {
  const auto length = [](const Vector3<double>& side) {
    const TendonElement post{.kind = Kind::cylinder, .at = {}, .radius = 1, .side = LoopEnd{"", {{}, side}}};
    const Model model(arm({{.name = "t", .path = {point("", {-2, .5, 0}), post, point("", {2, .5, 0})}}}));
    return values(model, {0, 0}, {0, 0}).length;
  };
  const double d = std::hypot(2, .5), straight = std::sqrt(d * d - 1), tangent = std::acos(1 / d),
               between = std::numbers::pi - 2 * std::atan2(.5, 2);
  EXPECT_NEAR(length({0, 2, 0}), 2 * straight + between - 2 * tangent, 1e-14);
  EXPECT_NEAR(length({0, -2, 0}), 2 * straight + 2 * std::numbers::pi - between - 2 * tangent, 1e-14);
}

// The ring is one metre from the straight line: the cable goes to its nearest point and back.
TEST(Tendons, ASidePointInsideMakesTheObstacleARing) {
  for (const Kind kind : {Kind::cylinder, Kind::sphere}) {
    const TendonElement ring{.kind = kind, .at = {}, .radius = .25, .side = LoopEnd{"", {{}, {0, 0, .1}}}};
    const Model model(arm({{.name = "t", .path = {point("", {-2, 1, 0}), ring, point("", {2, 1, 0})}}}));
    EXPECT_NEAR(values(model, {0, 0}, {0, 0}).length, 2 * std::hypot(2, .75), 1e-14);
  }
}

TEST(Tendons, WithoutAnObstacleInTheWayTheTendonIsStraight) {
  for (const Kind kind : {Kind::cylinder, Kind::sphere}) {
    const TendonElement far{.kind = kind, .at = {"", {{}, {0, -.6, 0}}}, .radius = .5};
    const Model model(arm({{.name = "t", .path = {point("", {-2, 0, 0}), far, point("", {2, 0, 0})}}}));
    EXPECT_NEAR(values(model, {0, 0}, {0, 0}).length, 4, 1e-14);
  }
}

// ---- Random robots --------------------------------------------------------------------------------

Tendon random_tendon(const Description& robot, Random& random) {
  const auto end = [&](double size) {
    const Body& body = robot.bodies[std::size_t(random.below(int(robot.bodies.size())))];
    const std::string name = random.chance(.1) ? "" : body.name;
    const Rotation<double> rotation = random.rotation();
    return LoopEnd{name, {rotation, random.vector(size)}};
  };
  Tendon tendon{.name = "t"};
  for (int i = 0; i < 4; ++i) {
    tendon.path.push_back({.at = end(1)});
    if (i == 1) tendon.path.push_back(pulley(random.uniform(.5, 2)));
    if (i == 1 || i == 3) continue;
    TendonElement obstacle{.kind = random.chance(.5) ? Kind::sphere : Kind::cylinder,
                           .at = end(1),
                           .radius = random.uniform(.2, .8)};
    if (random.chance(.5)) {
      obstacle.side = obstacle.at;
      const double distance = random.uniform(.2, 1.5) * obstacle.radius;
      obstacle.side->placement.translation += distance * random.unit_vector();
    }
    tendon.path.push_back(obstacle);
  }
  return tendon;
}

TEST(Tendons, MomentArmsAndRatesAreTheDerivativesOfTheLength) {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    Description robot = random_description(random);
    robot.tendons = {random_tendon(robot, random)};
    const std::vector<double> q = random_position(robot, random), v = random_velocity(robot, random);
    const Model model(robot);
    Workspace<double> work(model);
    const auto length_after = [&](const std::vector<double>& rates, double time) {
      std::vector<double> near(q.size());
      model.integrate(q, rates, time, near);
      set_position(work, near);
      return tendon_length(work, {0});
    };
    const auto derivative = [&](const std::vector<double>& rates) {
      return (length_after(rates, 1e-6) - length_after(rates, -1e-6)) / 2e-6;
    };
    const Values now = values(model, q, v);
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j) {
      std::vector<double> unit(v.size());
      unit[j] = 1;
      EXPECT_NEAR(now.arms[j], derivative(unit), 1e-7) << j;
      sum += now.arms[j] * v[j];
    }
    EXPECT_NEAR(now.rate, sum, 1e-12 * (1 + std::abs(sum)));
    EXPECT_NEAR(now.rate, derivative(v), 1e-6);
  }
}

// ---- Forces ---------------------------------------------------------------------------------------

TEST(TendonForces, ASpringActsOutsideItsRestLengths) {
  const Model model(
      arm({{.name = "t", .joints = {{"slide", 2}}, .stiffness = 5, .rest_lengths = std::array{1., 2.}}}));
  Workspace<double> work(model);
  const auto torque_and_energy = [&](double q) {
    std::vector<double> tau(2);
    tendon_springs(work, std::vector<double>{0, q}, tau);
    return std::pair(tau[1], TendonSprings(model).energy(work));
  };
  EXPECT_EQ(torque_and_energy(1.5), std::pair(-5. * 1 * 2, 2.5));
  EXPECT_EQ(torque_and_energy(.75), std::pair(0., 0.));
  EXPECT_EQ(torque_and_energy(0), std::pair(5. * 1 * 2, 2.5));
}

TEST(TendonForces, WithoutRestLengthsASpringRestsAtTheInitialPosition) {
  Description robot = arm({{.name = "t", .joints = {{"slide", 2}}, .offset = 3, .stiffness = 5}});
  robot.bodies[1].joint.initial = {.5};
  Workspace<double> work{Model(robot)};
  std::vector<double> tau(2);
  tendon_springs(work, std::vector<double>{0, .6}, tau);
  EXPECT_NEAR(tau[1], -5 * .2 * 2, 1e-14);
}

TEST(TendonForces, ADamperOpposesTheRateAndTakesItsPower) {
  const Model model(arm({{.name = "t", .joints = {{"hinge", 2}, {"slide", -1}}, .damping = 3}}));
  Workspace<double> work(model);
  std::vector<double> tau(2), again(2);
  tendon_damping(work, std::vector<double>{0, 0}, std::vector<double>{1, .5}, tau);
  EXPECT_EQ(tau, (std::vector<double>{-3 * 1.5 * 2, 3 * 1.5}));
  EXPECT_EQ(TendonDampers(model).add_torques(work, again), -3 * 1.5 * 1.5);
}

TEST(Tendons, RefuseIndicesSizesAndMissingStates) {
  const Model model(arm({{.name = "t", .path = {point("", {}), point("slide", {})}}}));
  Workspace<double> work(model);
  std::vector<double> row(3);
  EXPECT_EQ(model.tendon("t"), TendonIndex{0});
  EXPECT_EQ(complaint([&] { (void)model.tendon("u"); }), "no tendon 'u'; there are: t");
  EXPECT_THROW(tendon_length(work, {0}), std::logic_error);
  set_position(work, std::vector<double>{0, 0});
  EXPECT_THROW(tendon_velocity(work, {0}), std::logic_error);
  EXPECT_EQ(complaint([&] { tendon_length(work, {1}); }), "there is no tendon 1: expected 0 to 0");
  EXPECT_THROW(tendon_moment_arms(work, {0}, row), std::invalid_argument);
}

}  // namespace sinew::test::tendons_test
