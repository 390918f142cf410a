// Invalid loops and couplings are refused.
#include "tests/model/invalid_robot.hpp"

namespace sinew::test::validation_loops_test {

const std::vector<InvalidRobot> invalid_loops{
    {"loop_without_name", [](Description& d) { d.loops[0].name = ""; }, {"loop", "no name"}},
    {"duplicate_loop", [](Description& d) { d.loops.push_back(d.loops[0]); }, {"loop name 'pin'", "twice"}},
    {"kind_that_is_none",
     [](Description& d) { d.loops[0].connection.kind = ConnectionKind(99); },
     {"loop 'pin'", "kind is 99", "0 (weld) to 12 (directions)"}},
    {"negative_kind",
     [](Description& d) { d.loops[0].connection.kind = ConnectionKind(-1); },
     {"loop 'pin'", "kind is -1"}},
    {"unknown_first_end",
     [](Description& d) { d.loops[0].first.body = "hand"; },
     {"loop 'pin'", "'hand'", "does not exist"}},
    {"unknown_second_end",
     [](Description& d) { d.loops[0].second.body = "foot"; },
     {"loop 'pin'", "'foot'", "does not exist"}},
    {"loop_from_a_body_to_itself",
     [](Description& d) { d.loops[0].first.body = "lower"; },
     {"loop 'pin'", "both ends are on body 'lower'"}},
    {"loop_from_the_ground_to_itself",
     [](Description& d) { d.loops[0].second.body = ""; },
     {"loop 'pin'", "both ends are on the ground"}},
    {"first_end_not_finite",
     [](Description& d) { d.loops[0].first.placement.translation.y = infinity; },
     {"loop 'pin', first end", "not finite"}},
    {"second_end_stretched",
     [](Description& d) {
       d.loops[0].second.placement.rotation.row_z = {0, 0, 2};
     },
     {"loop 'pin', second end", "not a rotation"}},
    {"distance_of_zero",
     [](Description& d) { d.loops[0].connection.distance = 0; },
     {"'pin'", "distance is 0"}},
    {"negative_distance",
     [](Description& d) { d.loops[0].connection.distance = -1; },
     {"'pin'", "distance is -1", "above zero"}},
    {"distance_not_a_number",
     [](Description& d) { d.loops[0].connection.distance = nan; },
     {"'pin'", "distance is nan"}},
    {"infinite_distance",
     [](Description& d) { d.loops[0].connection.distance = infinity; },
     {"'pin'", "distance is inf"}},
    {"no_directions",
     [](Description& d) { d.loops[0].connection = {.kind = ConnectionKind::directions}; },
     {"'pin'", "lists no direction"}},
    {"seven_directions",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions};
       d.loops[0].connection.directions.assign(7, {{0, 0, 1}, {}});
     },
     {"'pin'", "7 directions", "at most 6"}},
    {"direction_of_zero",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions, .directions = {{{0, 0, 1}, {}}, {}}};
     },
     {"'pin'", "a direction is zero"}},
    {"direction_not_finite",
     [](Description& d) {
       d.loops[0].connection = {.kind = ConnectionKind::directions, .directions = {{{}, {0, 0, nan}}}};
     },
     {"'pin'", "not finite"}},
    {"coupling_without_name", [](Description& d) { d.couplings[0].name = ""; }, {"coupling", "no name"}},
    {"duplicate_coupling",
     [](Description& d) { d.couplings.push_back(d.couplings[0]); },
     {"coupling name 'gear'", "twice"}},
    {"coupling_of_nothing",
     [](Description& d) { d.couplings[0].joint = "thumb"; },
     {"coupling 'gear'", "'thumb'", "does not exist"}},
    {"coupling_without_joint",
     [](Description& d) { d.couplings[0].joint = ""; },
     {"coupling 'gear'", "joint ''", "does not exist"}},
    {"unknown_leader",
     [](Description& d) { d.couplings[0].leader = "thumb"; },
     {"coupling 'gear'", "'thumb'", "does not exist"}},
    {"coupling_of_a_fixed_joint",
     [](Description& d) { d.bodies[1].joint.kind = JointKind::fixed; },
     {"coupling 'gear'", "'lower_joint' is fixed", "one degree of freedom"}},
    {"leader_of_several_dofs",
     [](Description& d) { d.bodies[0].joint.kind = JointKind::spherical; },
     {"coupling 'gear'", "'upper_joint' is spherical", "one degree of freedom"}},
    {"coupling_to_itself",
     [](Description& d) { d.couplings[0].leader = "lower_joint"; },
     {"coupling 'gear'", "'lower_joint' follows itself"}},
    {"polynomial_not_finite",
     [](Description& d) { d.couplings[0].polynomial[4] = nan; },
     {"coupling 'gear'", "polynomial is not finite"}},
};

class InvalidLoops : public testing::TestWithParam<InvalidRobot> {};

TEST_P(InvalidLoops, AreRefusedByNameAndReason) {
  expect_refusal_by_name_and_reason(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Validation, InvalidLoops, testing::ValuesIn(invalid_loops), name_of_invalid_robot);

}  // namespace sinew::test::validation_loops_test
