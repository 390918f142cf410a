// Tests the parameters of a robot as vectors: their order, round trips, and the refusal of impossible ones.
#include "sinew/model/description/inertial_parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/messages.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::inertial_parameters_test {

// A bar on a hinge, with a ball fixed to its end.
Description pendulum() {
  const Symmetric3<double> slender{0.02, 0, 0, 0.02, 0, 0.001};
  return {.name = "pendulum",
          .bodies = {
              {.name = "bar",
               .joint = {.name = "hinge",
                         .kind = JointKind::revolute,
                         .dofs = {{.armature = 0.1, .damping = 0.2, .dry_friction = 0.3}}},
               .inertial = {2, {0, 0.1, -0.5}, slender}},
              {.name = "ball", .parent = "bar", .inertial = {1, {0, 0, 0.25}, {0.01, 0, 0, 0.01, 0, 0.01}}}}};
}

TEST(InertialParameters, AreMassFirstMomentAndInertiaAboutTheFrame) {
  const std::vector<double> p = inertial_parameters(Model(pendulum()));
  ASSERT_EQ(p.size(), 20u);
  const double bar[] = {2, 0, 0.2, -1, 0.02 + 2 * 0.26, 0, 0, 0.02 + 2 * 0.25, 2 * 0.05, 0.001 + 2 * 0.01};
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(p[i], bar[i], 1e-15) << i;
  EXPECT_EQ(p[10], 1);
  EXPECT_NEAR(p[14], 0.01 + 0.0625, 1e-15);
}

TEST(InertialParameters, AreWrittenBackToTheBodiesThatTheyWereReadFrom) {
  for (int i = 0; i < 300; ++i) {
    const Model model(random_sample(i).description);
    const std::vector<double> p = inertial_parameters(model), joint = joint_parameters(model);
    const std::vector<double> again = inertial_parameters(Model(with_inertial_parameters(model, p)));
    ASSERT_EQ(again.size(), p.size());
    for (std::size_t k = 0; k < p.size(); ++k) ASSERT_NEAR(again[k], p[k], 1e-13 * (1 + std::abs(p[k])));
    std::vector<double> other = joint;
    for (std::size_t k = 0; k < joint.size(); ++k) other[k] += 0.01 * double(k + 1);
    EXPECT_EQ(joint_parameters(Model(with_joint_parameters(model, other))), other);
    EXPECT_EQ(joint_parameters(Model(with_joint_parameters(model, joint))), joint);
  }
}

TEST(InertialParameters, OfJointsAreArmatureDampingAndDryFriction) {
  EXPECT_EQ(joint_parameters(Model(pendulum())), (std::vector<double>{0.1, 0.2, 0.3}));
}

TEST(InertialParameters, ThatNoBodyCanHaveAreRefused) {
  const Model model(pendulum());
  std::vector<double> p = inertial_parameters(model);
  const auto refusal = [&] { return complaint<InvalidModel>([&] { with_inertial_parameters(model, p); }); };
  p[0] = -1;
  EXPECT_TRUE(contains(refusal(), "mass is -"));
  p = inertial_parameters(model);
  p[9] = 10;
  EXPECT_TRUE(contains(refusal(), "triangle inequality"));
  p = inertial_parameters(model);
  p[0] = 0;
  EXPECT_TRUE(contains(complaint([&] { with_inertial_parameters(model, p); }),
                       "body 'bar': a body without mass has a first moment"));
  p[0] = NAN;
  EXPECT_THROW(with_inertial_parameters(model, p), std::invalid_argument);
  p.pop_back();
  EXPECT_THROW(with_inertial_parameters(model, p), std::invalid_argument);
  EXPECT_THROW(with_joint_parameters(model, p), std::invalid_argument);
  EXPECT_THROW(with_joint_parameters(model, std::vector<double>{0.1, -0.2, 0.3}), InvalidModel);
}

}  // namespace sinew::test::inertial_parameters_test
