// Robots that cannot exist: which inertias are faults, at which size, and what a model keeps of them.
#include <gtest/gtest.h>

#include "tests/model/invalid_robot.hpp"

namespace sinew::test::physical_errors_test {

std::string physical_errors_of(const Description& robot) {
  const Findings found = validate(robot);
  EXPECT_FALSE(found.has_errors()) << found.to_string();
  return found.of(Severity::physical_error).to_string();
}

struct ImpossibleBody {
  const char* name;
  std::function<void(Description&)> spoil;
  const char* words;
};

const ImpossibleBody impossible_bodies[] = {
    {"negative mass", [](Description& d) { d.bodies[1].inertial.mass = -2; }, "body 'lower': mass is -2"},
    {"negative inertia", [](Description& d) { d.bodies[1].inertial.inertia.xx = -0.1; },
     "body 'lower': the inertia is not positive definite"},
    {"indefinite inertia", [](Description& d) { d.bodies[1].inertial.inertia.xy = 0.2; },
     "body 'lower': the inertia is not positive definite"},
    {"triangle inequality", [](Description& d) { d.bodies[1].inertial.inertia.zz = 0.3; },
     "body 'lower': the inertia breaks the triangle inequality: principal moments (0.1, 0.1, 0.3)"},
    {"inertia without mass", [](Description& d) { d.bodies[1].inertial.mass = 0; },
     "body 'lower': has inertia but no mass"},
    {"massless tip", [](Description& d) { d.bodies[1].inertial = {}; },
     "joint 'lower_joint' moves no inertia, so the mass matrix is singular; give body 'lower'"},
    {"massless robot", [](Description& d) { d.bodies[0].inertial = d.bodies[1].inertial = {}; },
     "joint 'upper_joint' moves no inertia"},
    {"massless between equal axes",
     [](Description& d) {
       d.bodies[0].inertial = {};
       d.bodies[1].placement = {};
     },
     "joint 'upper_joint' moves no inertia"},
    {"point mass on the axis",
     [](Description& d) {
       d.bodies[1].inertial = {.mass = 1, .com = {0, 2, 0}};
     },
     "joint 'lower_joint' moves no inertia"},
    {"massless tip of a robot that is impossible elsewhere",
     [](Description& d) {
       d.bodies[0].inertial.inertia.zz = 0.3;
       d.bodies[1].inertial = {};
     },
     "joint 'lower_joint' moves no inertia"},
};

TEST(PhysicalErrors, NameTheBodyOrJointAndTheReason) {
  for (const auto& [name, spoil, words] : impossible_bodies) {
    Description robot = valid_robot();
    spoil(robot);
    EXPECT_NE(physical_errors_of(robot).find(words), std::string::npos) << name << physical_errors_of(robot);
    EXPECT_FALSE(Model(robot).is_possible()) << name;
  }
}

TEST(PhysicalErrors, AreKeptByTheModelApartFromWarnings) {
  Description robot = valid_robot();
  robot.bodies[1].inertial.inertia.zz = 0.3;
  robot.bodies[0].inertial.inertia = {};
  const Model model(robot);
  EXPECT_EQ(model.physical_errors().list.size(), 1u);
  EXPECT_EQ(model.warnings().list.size(), 1u);
  const Model weightless = model.with_gravity({});
  EXPECT_FALSE(weightless.is_possible());
  EXPECT_EQ(weightless.physical_errors().to_string(), model.physical_errors().to_string());
  EXPECT_TRUE(Model(valid_robot()).is_possible());
}

TEST(PhysicalErrors, ToleratesRoundingNextToZeros) {
  Description robot = valid_robot();
  robot.bodies[1].inertial = {0.27, {0.01, 0, 0.05}, {0, 0, 1.4e-20, 0, 0, 0}};
  EXPECT_EQ(physical_errors_of(robot), "");
  robot.bodies[1].inertial.inertia = {-5e-20, 0, 0, -5e-20, 0, 1e-20};
  EXPECT_EQ(physical_errors_of(robot), "");
  Description alone = pendulum(1, 0, 0);  // without any length to compare with
  alone.bodies[0].joint = {.name = "free", .kind = JointKind::prismatic};
  alone.bodies[0].inertial.inertia.xz = 1e-20;
  EXPECT_EQ(physical_errors_of(alone), "");
}

// The tolerance is 1e-9 m L^2 with L = 1 m, the longest link, and m = 1 kg.
TEST(PhysicalErrors, AreMeasuredAgainstMassTimesLengthSquared) {
  for (const double length : {0.01, 1.0, 100.0}) {
    Description robot = valid_robot();
    for (Body& body : robot.bodies) {
      body.placement.translation = length * body.placement.translation;
      body.inertial.com = length * body.inertial.com;
      body.inertial.inertia = {0, 0, 0, 0, 0, 0};
    }
    Symmetric3<double>& inertia = robot.bodies[1].inertial.inertia;
    inertia.xx = -0.9e-9 * length * length;
    EXPECT_EQ(physical_errors_of(robot), "") << length;
    inertia.xx = -1.1e-9 * length * length;
    EXPECT_NE(physical_errors_of(robot).find("not positive definite"), std::string::npos) << length;
  }
}

TEST(PhysicalErrors, JudgeBodiesOnFixedJointsByTheirTotal) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "antenna", .parent = "lower", .joint = {.name = "bolt"}});
  const auto with = [&](const Inertial& inertial) {
    robot.bodies[2].inertial = inertial;
    return physical_errors_of(robot);
  };
  // An indefinite inertia, inertia without mass, and even a negative mass vanish in the total.
  EXPECT_EQ(with({0.001, {}, {-3.5e-8, 0, 0, 3.5e-8, 0, 9e-8}}), "");
  EXPECT_NE(validate(robot).to_string().find("warning: body 'antenna': the inertia is not positive definite"),
            std::string::npos);
  EXPECT_EQ(with({0, {}, {1e-5, 0, 0, 1e-5, 0, 1e-5}}), "");
  EXPECT_EQ(with({-0.1, {}, {}}), "");
  EXPECT_NE(with({-3, {}, {}}).find("body 'lower' and the bodies fixed to it: mass is -2"),
            std::string::npos);
  EXPECT_NE(with({0.1, {}, {-1, 0, 0, 0, 0, 0}})
                .find("body 'lower' and the bodies fixed to it: the inertia is "
                      "not positive definite"),
            std::string::npos);
}

TEST(PhysicalErrors, JudgeBodiesOnFixedJointsInTheAxesOfTheirCarrier) {
  Description robot = valid_robot();  // moments of the lower link: 0.1, 0.1, 0.05
  robot.bodies.push_back({.name = "flywheel", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies[2].inertial = {1e-9, {}, {0, 0, 0, 0, 0, 0.06}};
  EXPECT_EQ(physical_errors_of(robot), "");  // 0.1, 0.1, 0.11
  robot.bodies[2].placement.rotation = rotation_from_rpy(Vector3<double>{0, 1.5707963267948966, 0});
  EXPECT_NE(physical_errors_of(robot).find("principal moments (0.05, 0.1, 0.16)"), std::string::npos);
}

TEST(PhysicalErrors, OfBodiesFixedToTheGroundAreWarningsBecauseTheyMoveNothing) {
  Description robot = valid_robot();
  robot.bodies.push_back({.name = "table", .joint = {.name = "foot"}, .inertial = {-1, {}, {}}});
  EXPECT_EQ(physical_errors_of(robot), "");
  EXPECT_NE(validate(robot).to_string().find("warning: body 'table': mass is -1"), std::string::npos);
  EXPECT_NE(physical_errors_of(with_floating_base(robot)).find("body 'table': mass is -1"),
            std::string::npos);
}

}  // namespace sinew::test::physical_errors_test
