// Invalid or missing bodies are refused: numbers, names, placements.
#include "tests/model/invalid_robot.hpp"

namespace sinew::test::validation_bodies_test {

const std::vector<InvalidRobot> invalid_bodies{
    {"shape_of_no_kind",
     [](Description& d) { d.bodies[0].shapes = {{.name = "hull", .kind = Shape::Kind(99)}}; },
     {"'upper'", "shape 'hull'", "kind is 99", "0 (box) to 6 (mesh)"}},
    {"shape_of_no_role",
     [](Description& d) { d.bodies[0].shapes = {{.name = "hull", .role = Shape::Role(7)}}; },
     {"'upper'", "shape 'hull'", "role is 7"}},
    {"mass_not_a_number",
     [](Description& d) { d.bodies[1].inertial.mass = nan; },
     {"'lower'", "mass is nan"}},
    {"infinite_mass",
     [](Description& d) { d.bodies[0].inertial.mass = infinity; },
     {"'upper'", "mass is inf"}},
    {"com_not_a_number",
     [](Description& d) { d.bodies[0].inertial.com.y = nan; },
     {"'upper'", "centre of mass"}},
    {"inertia_not_a_number",
     [](Description& d) { d.bodies[0].inertial.inertia.xy = nan; },
     {"'upper'", "inertia is not finite"}},
    {"cycle_of_one",
     [](Description& d) { d.bodies[1].parent = "lower"; },
     {"'lower'", "cycle", "'lower_joint'"}},
    {"cycle_of_two", [](Description& d) { d.bodies[0].parent = "lower"; }, {"cycle", "_joint'"}},
    {"unknown_parent",
     [](Description& d) { d.bodies[1].parent = "elbow"; },
     {"'lower'", "'elbow'", "does not exist"}},
    {"unknown_body_of_a_frame",
     [](Description& d) { d.frames[0].body = "hand"; },
     {"'tool'", "'hand'", "does not exist"}},
    {"duplicate_body", [](Description& d) { d.bodies[1].name = "upper"; }, {"body name 'upper'", "twice"}},
    {"duplicate_joint",
     [](Description& d) { d.bodies[1].joint.name = "upper_joint"; },
     {"joint name 'upper_joint'", "twice"}},
    {"frame_named_like_a_body", [](Description& d) { d.frames[0].name = "lower"; }, {"'lower'", "already"}},
    {"body_without_name", [](Description& d) { d.bodies[1].name = ""; }, {"body", "no name"}},
    {"joint_without_name",
     [](Description& d) { d.bodies[1].joint.name = ""; },
     {"'lower'", "joint", "no name"}},
    {"frame_without_name", [](Description& d) { d.frames[0].name = ""; }, {"frame", "no name"}},
    {"stretched_placement",
     [](Description& d) {
       d.bodies[1].placement.rotation.row_x = {2, 0, 0};
     },
     {"'lower'", "not a rotation"}},
    {"mirrored_placement",
     [](Description& d) {
       d.bodies[1].placement.rotation.row_x = {-1, 0, 0};
     },
     {"'lower'", "not a rotation"}},
    {"placement_not_a_number",
     [](Description& d) { d.bodies[1].placement.translation.x = nan; },
     {"'lower'", "not finite"}},
    {"frame_placement_not_a_number",
     [](Description& d) { d.frames[0].placement.rotation.row_x.x = nan; },
     {"'tool'", "not a rotation"}},
    {"gravity_not_finite", [](Description& d) { d.gravity.z = -infinity; }, {"gravity"}},
};

class InvalidBodies : public testing::TestWithParam<InvalidRobot> {};

TEST_P(InvalidBodies, AreRefusedByNameAndReason) {
  expect_refusal_by_name_and_reason(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Validation, InvalidBodies, testing::ValuesIn(invalid_bodies), name_of_invalid_robot);

}  // namespace sinew::test::validation_bodies_test
