// Robots as numbers and names, as the page sends them.
#include "apps/viewer/engine/page_robot.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "apps/viewer/engine/robot.hpp"

namespace sinew::test::page_robot_test {

using namespace std::string_view_literals;
using viewer::PageRobot;
using viewer::read_robot;

// A crank geared to a wheel and pinned to the ground by a loop; two parts.
struct Numbers {
  std::vector<double> gravity{0, 0, -9.81};
  std::vector<double> counts{2, 1, 1, 2};
  std::vector<double> crank{-1,                                       // parent
                            1,    0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.5,  // placement
                            0,    1, 0, 0, 0, 1, 0, 0, 0,             // axes, pitch, q, v
                            0.01,                                     // armature
                            2,    0, 0, 1, 3, 4, 5, 0, 0, 0};         // mass, centre, inertia
  std::vector<double> wheel{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0,  0,  1, 0,
                            1, 0, 0, 1, 1, 0, 7, 0, 0, 0, 3, 4, 5, .1, .2, .3};
  std::vector<double> loop{-1, 1, 0, 0, 0, 1, 0, 0, 0, 1,  0, 0, 0, 1, 1, 0, 0, 0,
                           1,  0, 0, 0, 1, 0, 0, 2, 0, -1, 1, 0, 0, 1, 0, 0, 0};
  std::vector<double> coupling{1, 0, 0.5, -2, 0, 0, 0};
  std::vector<double> parts{0, 1, 1, 1};

  std::vector<double> all() const {
    std::vector<double> numbers;
    for (const auto* list : {&gravity, &counts, &crank, &wheel, &loop, &coupling, &parts})
      numbers.insert(numbers.end(), list->begin(), list->end());
    return numbers;
  }
};
constexpr std::string_view names =
    "toy\0crank\0hinge\0revolute\0wheel\0axle\0continuous\0pin\0directions\0gear\0"sv;

TEST(PageRobot, IsReadFromNumbers) {
  const PageRobot robot = read_robot(Numbers().all(), names);
  const Description& description = robot.description;
  EXPECT_EQ(description.name, "toy");
  EXPECT_EQ(description.gravity.z, -9.81);
  ASSERT_EQ(description.bodies.size(), 2u);
  const Body &crank = description.bodies[0], &wheel = description.bodies[1];
  EXPECT_EQ(crank.parent, "");
  EXPECT_EQ(crank.placement.translation.z, 0.5);
  EXPECT_EQ(crank.joint.axis.y, 1);
  EXPECT_EQ(crank.joint.dofs.at(0).armature, 0.01);
  EXPECT_EQ(crank.inertial.mass, 2);
  EXPECT_EQ(wheel.parent, "crank");
  EXPECT_EQ(wheel.joint.kind, JointKind::continuous);
  EXPECT_EQ(wheel.inertial.inertia.yy, 4);
  EXPECT_EQ(wheel.inertial.inertia.yz, .3);
  EXPECT_EQ(robot.places[1].v, 1);
  const Loop& loop = description.loops.at(0);
  EXPECT_EQ(loop.first.body, "");
  EXPECT_EQ(loop.second.body, "wheel");
  EXPECT_EQ(loop.second.placement.translation.z, 2);
  EXPECT_EQ(loop.connection.directions.at(0).linear.x, 0);
  EXPECT_EQ(loop.connection.directions.at(0).angular.z, 1);
  const Coupling& gear = description.couplings.at(0);
  EXPECT_EQ(gear.joint, "axle");
  EXPECT_EQ(gear.leader, "hinge");
  EXPECT_EQ(gear.polynomial[1], -2);
  EXPECT_EQ(robot.parts.at(1).first_body, 1);
  EXPECT_EQ(robot.arm_of_loop.at(0), -1);
}

TEST(PageRobot, IsRefusedIfNumbersOrNamesAreMissing) {
  const std::vector<double> all = Numbers().all();
  for (std::size_t size = 0; size < all.size(); ++size)
    EXPECT_THROW(read_robot({all.data(), size}, names), std::invalid_argument) << size;
  for (std::size_t size = 0; size < names.size(); ++size)
    EXPECT_THROW(read_robot(all, names.substr(0, size)), std::invalid_argument) << size;
}

TEST(PageRobot, IsRefusedIfAnIndexIsInvalid) {
  for (const double wrong : {0.5, -2.0, 7.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
    Numbers parent, end, follower, part;
    parent.wheel[0] = end.loop[13] = follower.coupling[0] = part.parts[2] = wrong;
    for (const Numbers& numbers : {parent, end, follower, part})
      EXPECT_THROW(read_robot(numbers.all(), names), std::invalid_argument) << wrong;
  }
}

TEST(PageRobot, IsRefusedIfTheLibraryNumbersCoordinatesDifferently) {
  PageRobot robot = read_robot(Numbers().all(), names);
  EXPECT_NO_THROW(viewer::Robot{robot});
  robot.places[1].q = 0;
  EXPECT_THROW(viewer::Robot{robot}, std::invalid_argument);
}

}  // namespace sinew::test::page_robot_test
