// Invalid joints are refused: axes, degrees of freedom, mimics.
#include "tests/model/invalid_robot.hpp"

namespace sinew::test::validation_joints_test {

class NoDofs : public CustomJoint {
 public:
  int dofs() const override { return 0; }
  void evaluate(std::span<const double>, std::span<const double>, JointMotion&) const override {}
};

const std::vector<InvalidRobot> invalid_joints{
    {"zero_axis",
     [](Description& d) { d.bodies[1].joint.axis = {}; },
     {"'lower_joint'", "axis is (0, 0, 0)"}},
    {"tiny_axis",
     [](Description& d) {
       d.bodies[1].joint.axis = {0, 0, 1e-16};
     },
     {"'lower_joint'", "axis"}},
    {"axis_not_a_number", [](Description& d) { d.bodies[1].joint.axis.x = nan; }, {"'lower_joint'", "axis"}},
    {"zero_second_axis",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::universal;
       d.bodies[1].joint.axis2 = {};
     },
     {"'lower_joint'", "second axis"}},
    {"parallel_axes_of_a_universal_joint",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::universal;
       d.bodies[1].joint.axis2 = {0, 3, 0};
     },
     {"'lower_joint'", "parallel"}},
    {"pitch_not_finite",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::helical;
       d.bodies[1].joint.pitch = infinity;
     },
     {"'lower_joint'", "pitch is inf"}},
    {"kind_that_is_none",
     [](Description& d) { d.bodies[1].joint.kind = JointKind(99); },
     {"'lower_joint'", "kind is 99", "0 (fixed) to 10 (custom)"}},
    {"negative_kind",
     [](Description& d) { d.bodies[1].joint.kind = JointKind(-1); },
     {"'lower_joint'", "kind is -1"}},
    {"custom_joint_missing",
     [](Description& d) { d.bodies[1].joint.kind = JointKind::custom; },
     {"'lower_joint'", "CustomJoint"}},
    {"custom_joint_without_dofs",
     [](Description& d) {
       d.bodies[1].joint.kind = JointKind::custom;
       d.bodies[1].joint.custom = std::make_shared<NoDofs>();
     },
     {"'lower_joint'", "0 degrees of freedom", "1 to 6"}},
    {"wrong_number_of_dofs",
     [](Description& d) { d.bodies[1].joint.dofs.resize(2); },
     {"'lower_joint'", "2 degrees of freedom"}},
    {"reversed_limits",
     [](Description& d) { d.bodies[1].joint.dofs = {{.lower = 1, .upper = -1}}; },
     {"'lower_joint'", "reversed", "1", "-1"}},
    {"limit_not_a_number",
     [](Description& d) { d.bodies[1].joint.dofs = {{.lower = nan}}; },
     {"'lower_joint'", "limits"}},
    {"negative_velocity_limit",
     [](Description& d) { d.bodies[1].joint.dofs = {{.max_velocity = -1}}; },
     {"'lower_joint'", "velocity limit is -1"}},
    {"negative_effort_limit",
     [](Description& d) { d.bodies[1].joint.dofs = {{.max_effort = -1}}; },
     {"'lower_joint'", "effort limit is -1"}},
    {"negative_armature",
     [](Description& d) { d.bodies[1].joint.dofs = {{.armature = -1}}; },
     {"'lower_joint'", "armature is -1"}},
    {"negative_damping",
     [](Description& d) { d.bodies[1].joint.dofs = {{.damping = -1}}; },
     {"'lower_joint'", "damping is -1"}},
    {"negative_friction",
     [](Description& d) { d.bodies[1].joint.dofs = {{.dry_friction = nan}}; },
     {"'lower_joint'", "dry friction is nan"}},
    {"initial_position_of_another_size",
     [](Description& d) {
       d.bodies[1].joint.initial = {0, 0};
     },
     {"'lower_joint'", "the initial position has 2 numbers, expected 1"}},
    {"initial_position_not_a_number",
     [](Description& d) { d.bodies[1].joint.initial = {nan}; },
     {"'lower_joint'", "the initial position is not finite"}},
    {"initial_position_with_a_long_quaternion",
     [](Description& d) {
       d.bodies[1].joint = {.name = "lower_joint", .kind = JointKind::spherical, .initial = {1, 1, 0, 0}};
     },
     {"'lower_joint'", "quaternion of the initial position has length 1.414"}},
    {"mimic_of_nothing",
     [](Description& d) { d.bodies[1].joint.mimic = {.joint = "thumb"}; },
     {"'lower_joint'", "mimic", "'thumb'", "does not exist"}},
    {"mimic_cycle",
     [](Description& d) {
       d.bodies[0].joint.mimic = {.joint = "lower_joint"};
       d.bodies[1].joint.mimic = {.joint = "upper_joint"};
     },
     {"mimic", "cycle"}},
    {"mimic_of_a_planar_joint",
     [](Description& d) {
       d.bodies[0].joint.kind = JointKind::planar;
       d.bodies[1].joint.mimic = {.joint = "upper_joint"};
     },
     {"'lower_joint'", "mimic", "planar"}},
    {"mimic_multiplier_not_a_number",
     [](Description& d) { d.bodies[1].joint.mimic = {.joint = "upper_joint", .multiplier = nan}; },
     {"'lower_joint'", "mimic", "finite"}},
};

class InvalidJoints : public testing::TestWithParam<InvalidRobot> {};

TEST_P(InvalidJoints, AreRefusedByNameAndReason) {
  expect_refusal_by_name_and_reason(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Validation, InvalidJoints, testing::ValuesIn(invalid_joints), name_of_invalid_robot);

}  // namespace sinew::test::validation_joints_test
