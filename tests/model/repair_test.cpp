// Repaired robots: the nearest possible inertia, for each kind of fault, and nothing else changes.
#include <gtest/gtest.h>

#include "sinew/model/description/internal/possible_inertia.hpp"
#include "sinew/model/description/internal/principal_moments.hpp"
#include "sinew/model/description/repaired.hpp"
#include "tests/model/invalid_robot.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::repair_test {

using Matrix3 = Symmetric3<double>;

Matrix3 second_moments(const Matrix3& I) {
  const double half = (I.xx + I.yy + I.zz) / 2;
  return Matrix3{half, 0, 0, half, 0, half} - I;
}
double product(const Matrix3& a, const Matrix3& b) {
  return a.xx * b.xx + a.yy * b.yy + a.zz * b.zz + 2 * (a.xy * b.xy + a.xz * b.xz + a.yz * b.yz);
}

std::string repaired(Description& robot) {
  Findings changes;
  robot = with_repaired_inertias(std::move(robot), changes);
  EXPECT_EQ(changes.count(Severity::warning), int(changes.list.size()));
  EXPECT_EQ(validate(robot).of(Severity::physical_error).to_string(), "");
  return changes.to_string();
}

TEST(Repair, OfAFlatInertiaThatBreaksTheTriangleIsThatOfTheNearestDisc) {
  Description robot = valid_robot();
  robot.bodies[1].inertial.inertia = {1, 0, 0, 1, 0, 3};  // second moments 1.5, 1.5, -0.5
  EXPECT_EQ(
      repaired(robot),
      "warning: repaired body 'lower': principal moments (1, 1, 3) became (1.5, 1.5, 3) kg m^2, a change "
      "of 21.3201 %\n");
  const Matrix3& I = robot.bodies[1].inertial.inertia;
  EXPECT_NEAR(I.xx, 1.5, 1e-15);
  EXPECT_NEAR(I.yy, 1.5, 1e-15);
  EXPECT_NEAR(I.zz, 3, 1e-15);
  EXPECT_EQ(robot.bodies[1].inertial.mass, 1);
}

// S+ is the point of a convex cone nearest to S if and only if <S - S+, X - S+> <= 0 for every X in the cone.
TEST(Repair, FindsTheNearestPossibleInertiaInTheFrobeniusNorm) {
  Random random(20);
  for (int i = 0; i < 200; ++i) {
    const double size = std::pow(10.0, random.uniform(-8, 4));
    const Vector3<double> a = random.vector(size), b = random.vector(size);
    const Inertial given{1, {}, {a.x, a.y, a.z, b.x, b.y, b.z}};
    const Matrix3 S = second_moments(given.inertia), P = second_moments(nearest_possible(given, 1).inertia);
    EXPECT_EQ(fault_of(nearest_possible(given, 1), 1), "");
    EXPECT_GE(principal_moments(P).smallest, -1e-14 * size);
    for (int j = 0; j < 20; ++j) {
      Matrix3 X{};
      for (int k = 0; k < 3; ++k) {
        const Vector3<double> x = random.vector(std::sqrt(size));
        X = X + Matrix3{x.x * x.x, x.x * x.y, x.x * x.z, x.y * x.y, x.y * x.z, x.z * x.z};
      }
      EXPECT_LE(product(S - P, X - P), 1e-13 * size * size);
    }
    EXPECT_NEAR(product(S - P, P), 0, 1e-13 * size * size);
  }
}

TEST(Repair, LeavesPossibleBodiesUnchangedBitForBit) {
  for (int i = 0; i < 100; ++i) {
    Description robot = random_sample(i).description;
    const Description before = robot;
    EXPECT_EQ(repaired(robot), "");
    for (std::size_t k = 0; k < robot.bodies.size(); ++k) {
      EXPECT_EQ(robot.bodies[k].inertial.mass, before.bodies[k].inertial.mass);
      EXPECT_EQ(robot.bodies[k].inertial.com, before.bodies[k].inertial.com);
      EXPECT_EQ(robot.bodies[k].inertial.inertia, before.bodies[k].inertial.inertia);
    }
  }
}

TEST(Repair, TurnsANegativeMassToNoneAndTheBodyToASmallSphere) {
  Description robot = valid_robot();
  robot.bodies[1].inertial.mass = -2;
  const std::string changes = repaired(robot);
  EXPECT_NE(changes.find("body 'lower': the mass of -2 kg became 0, and its inertia with it"),
            std::string::npos);
  // One thousandth of the 1 kg of the other body; a tenth of the longest link, 1 m: 2/5 m r^2.
  EXPECT_NE(
      changes.find("body 'lower': joint 'lower_joint' moves no inertia; the body got a mass of 0.001 kg "
                   "and moments of 4e-06 kg m^2 (a sphere of radius 0.1 m)"),
      std::string::npos);
  EXPECT_DOUBLE_EQ(robot.bodies[1].inertial.mass, 1e-3);
  EXPECT_DOUBLE_EQ(robot.bodies[1].inertial.inertia.yy, 4e-6);
}

TEST(Repair, GivesInertiaWithoutMassTheMassOfARingAsWideAsTheRobot) {
  Description robot = valid_robot();
  robot.bodies[1].inertial.mass = 0;  // tr(S) = 0.125 kg m^2; the longest link is 1 m
  EXPECT_NE(repaired(robot).find("the mass became 0.125 kg"), std::string::npos);
  EXPECT_NEAR(robot.bodies[1].inertial.mass, 0.125, 1e-15);
  EXPECT_NEAR(robot.bodies[1].inertial.inertia.xx, 0.1, 1e-15);
}

TEST(Repair, MakesEveryJointMoveInertia) {
  Description tip = valid_robot();
  tip.bodies[1].inertial = {};
  EXPECT_NE(repaired(tip).find("'lower_joint'"), std::string::npos);
  EXPECT_GT(tip.bodies[1].inertial.mass, 0);

  Description coaxial = valid_robot();  // nothing between two joints on one axis
  coaxial.bodies[0].inertial = {};
  coaxial.bodies[1].placement = {};
  EXPECT_NE(repaired(coaxial).find("'upper_joint'"), std::string::npos);

  Description point = valid_robot();  // a point mass on the axis keeps its mass
  point.bodies[1].inertial = {.mass = 1, .com = {0, 2, 0}};
  EXPECT_NE(repaired(point).find("the body got additional moments of"), std::string::npos);
  EXPECT_EQ(point.bodies[1].inertial.mass, 1);

  Description nothing = valid_robot();  // a robot without any mass
  nothing.bodies[0].inertial = nothing.bodies[1].inertial = {};
  EXPECT_NE(repaired(nothing).find("'upper_joint'"), std::string::npos);
  EXPECT_DOUBLE_EQ(nothing.bodies[0].inertial.mass + nothing.bodies[1].inertial.mass, 1e-3);
}

TEST(Repair, ChangesBodiesOnFixedJointsOnlyIfTheirTotalIsImpossible) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "antenna", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].inertial = {0.001, {}, {-1e-8, 0, 0, 1e-8, 0, 1e-8}};
  EXPECT_EQ(repaired(robot), "");
  robot.bodies[2].inertial = {0.001, {}, {0, 0, 0, 0, 0, 10}};
  EXPECT_NE(repaired(robot).find("repaired body 'antenna': principal moments (0, 0, 10) became (5, 5, 10)"),
            std::string::npos);
  EXPECT_EQ(robot.bodies[1].inertial.inertia, valid_robot().bodies[1].inertial.inertia);
}

TEST(Repair, OfRandomlySpoiltRobotsGivesPossibleRobots) {
  for (int i = 0; i < 300; ++i) {
    Description robot = random_sample(i).description;
    Random random(std::uint64_t(i) + 1000);
    for (Body& body : robot.bodies) {
      if (!random.chance(0.4)) continue;
      const double size = random.uniform(0, 1);
      const Vector3<double> a = random.vector(size), b = random.vector(size);
      body.inertial.inertia = {a.x, a.y, a.z, b.x, b.y, b.z};
      if (random.chance(0.3)) body.inertial.mass = random.uniform(-1, 1);
      if (random.chance(0.2)) body.inertial = {};
    }
    ASSERT_FALSE(validate(robot).has_errors()) << validate(robot).to_string();
    repaired(robot);
  }
}

TEST(Repair, OfHostileNumbersDoesNotCrash) {
  for (const double x : {1e308, 1e200, 1e-308, 5e-324, -1e308, nan, infinity}) {
    for (const double y : {0.0, 1.0, -1.0, 1e308, nan}) {
      for (int what = 0; what < 5; ++what) {
        Description robot = valid_robot();
        Inertial& inertial = robot.bodies[1].inertial;
        if (what == 0) inertial.inertia = {x, y, -x, x, y, x};
        if (what == 1) inertial = {x, {y, x, y}, {y, 0, 0, y, 0, x}};
        if (what == 2) inertial = {y, {0, 0, x}, {x, x, x, x, x, x}};
        if (what == 3) robot.bodies[1].placement.translation.x = x, inertial.mass = y;
        if (what == 4) inertial.mass = 0, inertial.inertia.xy = x;
        const CheckedDescription checked(robot, {}, Repair::inertia);
        if (std::isnan(x) || std::isnan(y)) continue;
        EXPECT_FALSE(checked.findings().list.empty() && x < 0) << x << " " << y << " " << what;
      }
    }
  }
}

TEST(Repair, IsDoneByACheckedDescriptionOnRequest) {
  Description robot = valid_robot();
  robot.bodies[1].inertial.inertia = {1, 0, 0, 1, 0, 3};
  const Model as_written(CheckedDescription{robot}), repaired(CheckedDescription(robot, {}, Repair::inertia));
  EXPECT_FALSE(as_written.is_possible());
  EXPECT_TRUE(repaired.is_possible());
  EXPECT_EQ(repaired.warnings().count(Severity::warning), 1);
  EXPECT_NEAR(repaired.description().bodies[1].inertial.inertia.xx, 1.5, 1e-15);
  robot.frames[0].body = "hand";  // not understood: nothing is repaired
  EXPECT_TRUE(CheckedDescription(robot, {}, Repair::inertia).has_errors());
}

}  // namespace sinew::test::repair_test
