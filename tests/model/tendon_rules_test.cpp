// Validation, edits, merges and differences of tendons.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/model/description/differences.hpp"
#include "sinew/model/description/placement.hpp"
#include "sinew/model/model.hpp"

namespace sinew::test::tendon_rules_test {

using Kind = TendonElement::Kind;

const Inertial brick{.mass = 2, .com = {.1, .2, .3}, .inertia = {.1, .01, .02, .2, .03, .25}};

Body body(const std::string& name, const std::string& parent, JointKind kind = JointKind::revolute) {
  return {
      .name = name, .parent = parent, .joint = {.name = name + "_joint", .kind = kind}, .inertial = brick};
}

// Hinges a and b, and a ball joint c.
Description robot(std::vector<Tendon> tendons) {
  return {.name = "robot",
          .bodies = {body("a", ""), body("b", "a"), body("c", "b", JointKind::spherical)},
          .tendons = std::move(tendons)};
}

std::string findings_of(std::vector<Tendon> tendons) {
  return validate(robot(std::move(tendons))).to_string();
}

TendonElement point(const std::string& on, const Vector3<double>& at = {}) {
  return {.at = {on, {{}, at}}};
}

TEST(TendonRules, ValidTendonsGiveNoFindings) {
  EXPECT_EQ(
      findings_of({{.name = "fixed", .joints = {{"a_joint", 2}, {"b_joint", -1}}},
                   {.name = "spatial",
                    .path = {point(""),
                             {.kind = Kind::sphere, .at = {"a", {}}, .radius = .1, .side = LoopEnd{"b", {}}},
                             point("b"),
                             {.kind = Kind::pulley, .divisor = 2},
                             point("c"),
                             point("")},
                    .rest_lengths = std::array{.1, .1},
                    .lower = 0,
                    .upper = 2}}),
      "");
}

TEST(TendonRules, NamesMustBeGivenAndUnique) {
  EXPECT_EQ(findings_of({{.name = "", .joints = {{"a_joint", 1}}},
                         {.name = "t", .joints = {{"a_joint", 1}}},
                         {.name = "t", .joints = {{"a_joint", 1}}}}),
            "error: tendon '': the name is empty; every tendon needs one\n"
            "error: tendon name 't' is used twice; names must be unique\n");
}

TEST(TendonRules, ATendonHasEitherJointsOrAPath) {
  EXPECT_EQ(findings_of(
                {{.name = "t"}, {.name = "u", .joints = {{"a_joint", 1}}, .path = {point("a"), point("b")}}}),
            "error: tendon 't': it has neither joints nor a path; expected one of them\n"
            "error: tendon 'u': it has joints and a path; expected one of them\n");
}

TEST(TendonRules, JointsMustExistAndHaveOneDegreeOfFreedom) {
  EXPECT_EQ(
      findings_of({{.name = "t", .joints = {{"x", 1}, {"c_joint", 1}, {"a_joint", NAN}}, .offset = NAN}}),
      "error: tendon 't': joint 'x' does not exist\n"
      "error: tendon 't': joint 'c_joint' is spherical; expected a joint with one degree of freedom\n"
      "error: tendon 't': the coefficient of joint 'a_joint' is not finite\n"
      "error: tendon 't': its offset is not finite\n");
}

TEST(TendonRules, ElementsOfAPathMustFitTogether) {
  const TendonElement sphere{.kind = Kind::sphere, .radius = 1}, pulley{.kind = Kind::pulley};
  EXPECT_EQ(
      findings_of({{.name = "t", .path = {point("a")}},
                   {.name = "u", .path = {sphere, point("a"), pulley, pulley, point("x")}},
                   {.name = "v",
                    .path = {point("a"),
                             {.kind = Kind::cylinder, .radius = 0, .side = LoopEnd{"y", {}}},
                             point("b"),
                             {.kind = Kind::pulley, .divisor = 0}}}}),
      "error: tendon 't': its path has one element; expected two or more\n"
      "error: tendon 't': element 1 of its path (point) has no neighbour; expected another point before or "
      "after it\n"
      "error: tendon 'u': element 1 of its path (sphere) is not between two points; expected a point before "
      "and after it\n"
      "error: tendon 'u': element 3 of its path (pulley) is followed by another one; expected a point after "
      "it\n"
      "error: tendon 'u': element 5 of its path (point) has no neighbour; expected another point before or "
      "after it\n"
      "error: tendon 'u': its path contains body 'x', which does not exist\n"
      "error: tendon 'v': element 2 of its path (cylinder): its radius is 0, expected a number above 0\n"
      "error: tendon 'v': element 4 of its path (pulley) is followed by nothing; expected a point after it\n"
      "error: tendon 'v': element 4 of its path (pulley): its divisor is 0, expected a number above 0\n"
      "error: tendon 'v': its path contains body 'y', which does not exist\n");
}

TEST(TendonRules, ForcesAndPlacementsMustBeNumbersInRange) {
  TendonElement mirrored = point("a");
  mirrored.at.placement.rotation.row_x = {-1, 0, 0};
  EXPECT_EQ(
      findings_of({{.name = "t",
                    .path = {point("", {NAN, 0, 0}), mirrored},
                    .stiffness = INFINITY,
                    .damping = -1,
                    .rest_lengths = std::array{2., 1.},
                    .lower = 3,
                    .upper = 2}}),
      "error: tendon 't', on body '': the placement's translation is not finite\n"
      "error: tendon 't', on body 'a': the placement's rotation is not a rotation (orthonormal, "
      "right-handed)\n"
      "error: tendon 't': its stiffness is not finite\n"
      "error: tendon 't': its damping is -1, expected a finite number >= 0\n"
      "error: tendon 't': its rest lengths are 2 and 1, expected finite numbers, the shorter one first\n"
      "error: tendon 't': limits are reversed: lower 3, upper 2\n");
}

TEST(TendonEdits, RemovingABodyRemovesTheTendonsThatRunAlongIt) {
  const TendonElement beside{.kind = Kind::sphere, .at = {"a", {}}, .radius = .1, .side = LoopEnd{"c", {}}};
  const Description left = without_body(robot({{.name = "stays", .path = {point(""), point("b")}},
                                               {.name = "ends", .path = {point(""), point("c")}},
                                               {.name = "beside", .path = {point(""), beside, point("b")}}}),
                                        "c");
  ASSERT_EQ(left.tendons.size(), 1u);
  EXPECT_EQ(left.tendons[0].name, "stays");
  EXPECT_EQ(
      without_body(robot({{.name = "t", .joints = {{"a_joint", 1}, {"b_joint", 1}}}}), "b").tendons.size(),
      0u);
}

TEST(TendonEdits, ALockedJointBecomesAPartOfTheOffset) {
  const Description from = robot({{.name = "both", .joints = {{"a_joint", 2}, {"b_joint", 3}}, .offset = 1},
                                  {.name = "only", .joints = {{"a_joint", 2}}}});
  const LockedJoint locked{.joint = "a_joint", .q = {.25}};
  const Description left = with_locked_joints(from, {&locked, 1});
  ASSERT_EQ(left.tendons.size(), 1u);
  EXPECT_EQ(left.tendons[0].offset, 1.5);
  ASSERT_EQ(left.tendons[0].joints.size(), 1u);
  EXPECT_EQ(left.tendons[0].joints[0].joint, "b_joint");
  EXPECT_EQ(validate(left).to_string(), "");
}

TEST(TendonEdits, PointsOnTheGroundMoveWithTheRobot) {
  const Description moved = with_placement(
      robot({{.name = "t", .path = {point("", {1, 2, 3}), point("a", {4, 5, 6})}}}), {{}, {10, 0, 0}});
  EXPECT_EQ(moved.tendons[0].path[0].at.placement.translation, (Vector3<double>{11, 2, 3}));
  EXPECT_EQ(moved.tendons[0].path[1].at.placement.translation, (Vector3<double>{4, 5, 6}));
}

TEST(TendonEdits, MergedArmsHaveTendonsWithPrefixes) {
  const Model arm(
      robot({{.name = "t", .joints = {{"a_joint", 1}}}, {.name = "u", .path = {point(""), point("b")}}}));
  const Model object(Description{.name = "object"}), arms[] = {arm, arm};
  const Model whole = merge_arms(arms, object, {});
  ASSERT_EQ(whole.tendons().size(), 4u);
  EXPECT_EQ(whole.tendon("arm2/t"), TendonIndex{2});
  const auto& tendons = whole.description().tendons;
  EXPECT_EQ(tendons[2].joints[0].joint, "arm2/a_joint");
  EXPECT_EQ(tendons[3].path[0].at.body, "");
  EXPECT_EQ(tendons[3].path[1].at.body, "arm2/b");
}

TEST(TendonDifferences, AreListedNumberByNumber) {
  Tendon one{.name = "t",
             .path = {point(""), {.kind = Kind::sphere, .at = {"a", {}}, .radius = 1}, point("b")}};
  Tendon other = one;
  other.path[1].radius = 2;
  other.path[2].at.body = "c";
  other.stiffness = 3;
  other.rest_lengths = std::array{1., 2.};
  const auto list = differences(robot({one, {.name = "lost", .joints = {{"a_joint", 1}}}}), robot({other}));
  const std::vector<Difference> expected{{"tendon 't'", "element 2: radius", "1", "2"},
                                         {"tendon 't'", "element 3: body", "b", "c"},
                                         {"tendon 't'", "stiffness", "0", "3"},
                                         {"tendon 't'", "rest lengths", "", "(1, 2)"},
                                         {"tendon 'lost'", "exists", "yes", ""}};
  EXPECT_EQ(list, expected);
}

}  // namespace sinew::test::tendon_rules_test
