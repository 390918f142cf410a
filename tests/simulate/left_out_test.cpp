// What a simulation leaves out of the model, as its report names it.
#include <gtest/gtest.h>

#include "sinew/io/load.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "tests/simulate/blocks.hpp"

namespace sinew::test::left_out_test {

using Texts = std::vector<std::string>;

Description blocks_with_everything() {
  Description robot = blocks(
      {block("a", "", 1, {1, 0, 0},
             {.damping = 1, .dry_friction = 1, .stiffness = 5, .lower = -1, .upper = 1, .max_effort = 10}),
       block("b", "", 1, {0, 1, 0}, {.damping = 1})});
  robot.bodies[0].shapes = {{.role = Shape::Role::collision}, {.role = Shape::Role::visual}};
  robot.bodies[1].shapes = {{.role = Shape::Role::collision}};
  robot.bodies[1].gravity_compensation = 1;
  return robot;
}

TEST(LeftOut, ContactsOfShapesAreNamedWheneverThereAreCollisionShapes) {
  EXPECT_EQ(left_out(Model(blocks_with_everything()), {}), (Texts{"contacts of 2 collision shapes"}));
  EXPECT_TRUE(
      left_out(Model(blocks({block("a", "", 1, {1, 0, 0}, {.damping = 1, .lower = 0})})), {}).empty());
}

TEST(LeftOut, ForcesAreNamedWithTheKeyThatSwitchesThemOff) {
  SimulationPlan plan;
  plan.limits.kind = LimitKind::none;
  plan.joint_damping = plan.joint_springs = plan.dry_friction = plan.gravity_compensation = false;
  plan.controllers = {{.law = JointPdPlan{}}};
  const Model model(blocks_with_everything());
  const Texts expected{"contacts of 2 collision shapes",
                       "limits of 1 joint (limits: none)",
                       "damping of 2 joints (joint_damping: false)",
                       "springs of 1 joint (joint_springs: false)",
                       "dry friction of 1 joint (dry_friction: false)",
                       "effort limits of 1 joint (effort_limits: false)",
                       "gravity compensation of 1 body (gravity_compensation: false)"};
  EXPECT_EQ(left_out(model, plan), expected);
  const SimulatedScene scene{.whole = model};
  plan.options.duration = 0.01;
  EXPECT_EQ(make_simulation(scene, plan).run().left_out, expected);
}

TEST(LeftOut, ForcesOfTendonsAreNamed) {
  Description robot = blocks({block("a", "", 1, {1, 0, 0}, {})});
  const std::vector<TendonJoint> joints{{robot.bodies[0].joint.name}};
  robot.tendons = {{.name = "cable", .joints = joints, .stiffness = 2, .upper = 1},
                   {.name = "rope", .joints = joints, .damping = 3}};
  SimulationPlan plan;
  EXPECT_TRUE(left_out(Model(robot), plan).empty());
  plan.limits.kind = LimitKind::none;
  plan.tendon_damping = plan.tendon_springs = false;
  EXPECT_EQ(left_out(Model(robot), plan),
            (Texts{"limits of 1 tendon (limits: none)", "damping of 1 tendon (tendon_damping: false)",
                   "springs of 1 tendon (tendon_springs: false)"}));
}

TEST(LeftOut, PartsOfTheFileThatSinewDoesNotReadAreNamed) {
  const Model model = load_text(R"(<mujoco>
  <worldbody>
    <body name="a"><joint name="j" axis="0 1 0"/><geom size="0.1" mass="1"/></body>
  </worldbody>
  <sensor><jointpos joint="j"/></sensor>
  <extension><plugin plugin="mujoco.elasticity.cable"/></extension>
</mujoco>)",
                                "robot.xml");
  EXPECT_EQ(left_out(model, {}), (Texts{"contacts of 1 collision shape", "plugins"}));
}

}  // namespace sinew::test::left_out_test
