// Tests named positions: the check of their joints and numbers, the positions that models compute from them, and
// edits that remove joints.
#include <gtest/gtest.h>

#include <algorithm>

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/model/model.hpp"

namespace sinew::test::named_positions_test {

Body link(const std::string& name, const std::string& parent, Joint joint) {
  return {.name = name,
          .parent = parent,
          .joint = std::move(joint),
          .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}};
}

// Three hinges, of which the last follows the first, and a ball.
Description arm() {
  return {
      .name = "arm",
      .bodies = {link("a", "", {.name = "one", .kind = JointKind::revolute}),
                 link("b", "a", {.name = "two", .kind = JointKind::revolute, .initial = {0.5}}),
                 link("c", "b",
                      {.name = "three", .kind = JointKind::revolute, .mimic = Mimic{"one", 2, 0.1}}),
                 link("d", "c", {.name = "ball", .kind = JointKind::spherical}),
                 link("e", "d", {.name = "weld"})},
      .named_positions = {{.name = "home", .joints = {{"one", {0.25}}}},
                          {.name = "bent", .joints = {{"three", {1}}, {"ball", {0, 0, 1, 0}}, {"one", {2}}}},
                          {.name = "rest"}}};
}

std::string errors_of(NamedPosition position) {
  Description description = arm();
  position.source = {"arm.srdf", 7};
  description.named_positions = {std::move(position)};
  return validate(description).to_string();
}

TEST(NamedPositions, JointsThatAreNotListedKeepTheirInitialPosition) {
  const Model model(arm());
  EXPECT_EQ(model.named_position("rest"), model.initial_position());
  EXPECT_EQ(model.named_position("bent"), (std::vector<double>{2, 0.5, 1, 0, 0, 1, 0}));
}

TEST(NamedPositions, MimicJointsThatAreNotListedFollow) {
  EXPECT_EQ(Model(arm()).named_position("home"), (std::vector<double>{0.25, 0.5, 0.6, 1, 0, 0, 0}));
}

TEST(NamedPositions, UnknownNamesSuggestAnother) {
  try {
    Model(arm()).named_position("hom");
    FAIL() << "expected an exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "unknown position 'hom': did you mean 'home'? (expected one of home, bent, rest)");
  }
}

TEST(NamedPositions, WrongOnesAreReportedWithFileAndLine) {
  const std::string start = "arm.srdf:7: error: position 'p': ";
  EXPECT_EQ(
      errors_of({.name = "p", .joints = {{"on", {1}}}}),
      start + "unknown moving joint 'on': did you mean 'one'? (expected one of ball, one, three, two)\n");
  EXPECT_EQ(errors_of({.name = "p", .joints = {{"weld", {}}}}),
            start + "unknown moving joint 'weld' (expected one of ball, one, three, two)\n");
  EXPECT_EQ(errors_of({.name = "p", .joints = {{"one", {1, 2}}}}),
            start + "the position of joint 'one' has 2 numbers, expected 1\n");
  EXPECT_EQ(errors_of({.name = "p", .joints = {{"one", {NAN}}}}),
            start + "the position of joint 'one' is not finite\n");
  EXPECT_EQ(errors_of({.name = "p", .joints = {{"ball", {2, 0, 0, 0}}}}),
            start + "the position of joint 'ball' has a quaternion of length 2, expected 1\n");
  EXPECT_EQ(errors_of({.name = "p", .joints = {{"one", {1}}, {"one", {1}}}}),
            start + "joint 'one' is listed twice\n");
  EXPECT_EQ(errors_of({.name = ""}), "arm.srdf:7: error: position '': the name is empty\n");
}

TEST(NamedPositions, NamesAreUnique) {
  Description description = arm();
  description.named_positions[1].name = "home";
  EXPECT_EQ(validate(description).to_string(),
            "error: position 'home': the name is used twice; names must be unique\n");
}

TEST(NamedPositions, EditsDropTheJointsThatTheyRemove) {
  const Description locked = with_locked_joints(arm(), std::vector<LockedJoint>{{"ball"}});
  EXPECT_EQ(Model(locked).named_position("bent"), (std::vector<double>{2, 0.5, 1}));
  const Description cut = without_body(arm(), "c");
  EXPECT_EQ(Model(cut).named_position("bent"), (std::vector<double>{2, 0.5}));
  const Description held = with_locked_joints(arm(), std::vector<LockedJoint>{{"three"}, {"one"}});
  ASSERT_EQ(held.named_positions.size(), 2u);
  EXPECT_EQ(held.named_positions[0].name, "bent");
}

TEST(NamedPositions, MergedArmsKeepThemUnderTheirOwnNames) {
  const Model model(arm());
  const Model whole = merge_arms(std::vector{model, model}, Model(Description{.name = "nothing"}), {});
  const std::vector<double> q = whole.named_position("arm2/home");
  EXPECT_EQ(q[0], 0);
  EXPECT_EQ(q[7], 0.25);
  EXPECT_NEAR(q[9], 0.6, 1e-15);
}

}  // namespace sinew::test::named_positions_test
