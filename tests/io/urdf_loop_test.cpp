// <loop_joint> and <joint_coupling>: their meaning, writing and reading back, and refusals.
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/io/write.hpp"
#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_loop_test {

// Links a, b, c on two joints, j and k; the added text starts in line 7.
std::string chain(const std::string& more) {
  return robot(solid("a") + joint("j", "continuous", "a", "b") + solid("b") +
               joint("k", "continuous", "b", "c", "<origin xyz='1 0 0'/>") + solid("c") + more);
}
std::string loop(const std::string& attributes,
                 const std::string& content = "<link1 link='a'/><link2 link='c'/>") {
  return chain("<loop_joint " + attributes + ">" + content + "</loop_joint>");
}

Description read_well(const std::string& text) {
  ReadResult result = read_urdf_text(text, "r.urdf");
  EXPECT_EQ(result.findings.to_string(), "");
  return std::move(result.description);
}
std::string findings_of(const std::string& text) {
  return read_urdf_text(text, "r.urdf").findings.to_string();
}

double distance(const Transform<double>& a, const Transform<double>& b) {
  const Rotation<double>&x = a.rotation, &y = b.rotation;
  return norm(a.translation - b.translation) + norm(x.row_x - y.row_x) + norm(x.row_y - y.row_y) +
         norm(x.row_z - y.row_z);
}

TEST(UrdfLoop, ConnectsTwoLinks) {
  const Description robot =
      read_well(loop("name='closing' type='revolute'",
                     "<link1 link='a' xyz='1 2 3' rpy='0.1 0.2 0.3'/>\n<link2 link='c' xyz='0 0 4'/>"));
  ASSERT_EQ(robot.loops.size(), 1u);
  const Loop& loop = robot.loops[0];
  EXPECT_EQ(loop.name, "closing");
  EXPECT_EQ(loop.source.line, 7);
  EXPECT_EQ(loop.connection.kind, ConnectionKind::revolute);
  EXPECT_EQ(loop.first.body, "a");
  EXPECT_EQ(loop.first.placement,
            (Transform<double>{rotation_from_rpy(Vector3<double>{0.1, 0.2, 0.3}), {1, 2, 3}}));
  EXPECT_EQ(loop.second.body, "c");
  EXPECT_EQ(loop.second.placement, (Transform<double>{{}, {0, 0, 4}}));
}

TEST(UrdfLoop, WithoutALinkEndsAtTheGround) {
  const Description robot =
      read_well(loop("name='pin' type='spherical'", "<link1 xyz='0 0 1'/><link2 link='c'/>"));
  EXPECT_EQ(robot.loops.at(0).first.body, "");
  EXPECT_EQ(robot.loops.at(0).first.placement.translation, (Vector3<double>{0, 0, 1}));
}

TEST(UrdfLoop, AnAxisRotatesBothEndsSoThatTheirZPointsAlongIt) {
  const Loop loop =
      read_well(
          robot(
              solid("a") + joint("j", "continuous", "a", "b") + solid("b") +
              "<loop_joint name='l' type='cylindrical'><link1/><link2 link='b' rpy='0 0 1.5707963267948966'/>"
              "<axis xyz='1 0 0'/></loop_joint>"))
          .loops.at(0);
  EXPECT_LT(norm(loop.first.placement.rotation.column_z() - Vector3<double>{1, 0, 0}), 1e-15);
  EXPECT_LT(norm(loop.second.placement.rotation.column_z() - Vector3<double>{0, 1, 0}), 1e-15);
}

TEST(UrdfLoop, EveryKindHasAName) {
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    const auto kind = ConnectionKind(i);
    const bool has_directions = kind == ConnectionKind::directions;
    const std::string attributes = kind == ConnectionKind::distance ? " distance='0.5'" : "";
    const Description robot =
        read_well(loop("name='l' type='" + std::string(name_of(kind)) + "'" + attributes,
                       std::string("<link1 link='a'/><link2 link='c'/>") +
                           (has_directions ? "<direction force='0 0 1'/>" : "")));
    EXPECT_EQ(robot.loops.at(0).connection.kind, kind);
  }
  EXPECT_EQ(read_well(loop("name='l' type='fixed'")).loops.at(0).connection.kind, ConnectionKind::weld);
  EXPECT_EQ(read_well(loop("name='l' type='continuous'")).loops.at(0).connection.kind,
            ConnectionKind::revolute);
}

TEST(UrdfLoop, DistancesAndDirectionsAreKept) {
  EXPECT_EQ(read_well(loop("name='l' type='distance' distance='0.3'")).loops.at(0).connection.distance, 0.3);
  const Connection connection = read_well(loop("name='l' type='directions'",
                                               "<link1 link='a'/><link2 link='c'/><direction force='0 0 1'/>"
                                               "<direction moment='1 2 3' force='4 5 6'/>"))
                                    .loops.at(0)
                                    .connection;
  ASSERT_EQ(connection.directions.size(), 2u);
  EXPECT_EQ(connection.directions[0], (Force<double>{{}, {0, 0, 1}}));
  EXPECT_EQ(connection.directions[1], (Force<double>{{1, 2, 3}, {4, 5, 6}}));
}

TEST(UrdfCoupling, HasOneToFiveCoefficients) {
  const Description robot =
      read_well(chain("<joint_coupling name='gear' joint='k' leader='j' polynomial='0.5 -2'/>\n"
                      "<joint_coupling name='cam' joint='j' leader='k' polynomial='1 2 3 4 5'/>\n"
                      "<joint_coupling name='lock' joint='j' polynomial='0.25'/>"));
  ASSERT_EQ(robot.couplings.size(), 3u);
  EXPECT_EQ(robot.couplings[0].joint, "k");
  EXPECT_EQ(robot.couplings[0].leader, "j");
  EXPECT_EQ(robot.couplings[0].source.line, 7);
  EXPECT_EQ(robot.couplings[0].polynomial, (std::array<double, 5>{0.5, -2, 0, 0, 0}));
  EXPECT_EQ(robot.couplings[1].polynomial, (std::array<double, 5>{1, 2, 3, 4, 5}));
  EXPECT_EQ(robot.couplings[2].leader, "");
  EXPECT_EQ(robot.couplings[2].polynomial, (std::array<double, 5>{0.25, 0, 0, 0, 0}));
}

TEST(UrdfLoop, AndCouplingsReadBackAsWritten) {
  Description robot = read_well(chain(""));
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    const double x = 0.1 * i;
    Loop loop{.name = "loop & " + std::to_string(i),
              .connection = {.kind = ConnectionKind(i)},
              .first = {i % 2 == 0 ? "" : "b",
                        {rotation_from_rpy(Vector3<double>{x, 1.0 / 3, -x}), {1 / 3.0, x, 0}}},
              .second = {"c", {{}, {0, x, 1e-300}}}};
    if (loop.connection.kind == ConnectionKind::distance) loop.connection.distance = 1 / 7.0;
    if (loop.connection.kind == ConnectionKind::directions)
      loop.connection.directions = {{{1 / 9.0, 0, 0}, {0, 2, 0}}, {{}, {0, 0, -1}}};
    robot.loops.push_back(loop);
  }
  robot.couplings = {{.name = "gear", .joint = "k", .leader = "j", .polynomial = {1 / 3.0, -2, 0, 1e-9, 0}},
                     {.name = "lock", .joint = "k", .leader = "", .polynomial = {0.7, 0, 0, 0, 0}}};
  const Description again = read_well(write_urdf(robot).text);
  ASSERT_EQ(again.loops.size(), robot.loops.size());
  for (std::size_t i = 0; i < robot.loops.size(); ++i) {
    const Loop &x = robot.loops[i], &y = again.loops[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.connection.kind, y.connection.kind);
    EXPECT_EQ(x.connection.distance, y.connection.distance);
    EXPECT_EQ(x.connection.directions, y.connection.directions);
    EXPECT_EQ(x.first.body, y.first.body);
    EXPECT_EQ(x.second.body, y.second.body);
    EXPECT_LT(distance(x.first.placement, y.first.placement), 1e-15);
    EXPECT_EQ(x.second.placement, y.second.placement);
  }
  ASSERT_EQ(again.couplings.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(robot.couplings[i].name, again.couplings[i].name);
    EXPECT_EQ(robot.couplings[i].joint, again.couplings[i].joint);
    EXPECT_EQ(robot.couplings[i].leader, again.couplings[i].leader);
    EXPECT_EQ(robot.couplings[i].polynomial, again.couplings[i].polynomial);
  }
}

TEST(UrdfLoop, UnreadElementsGiveAWarning) {
  EXPECT_EQ(
      findings_of(loop("name='l' type='weld' distance='1' stiff='9'",
                       "<link1 link='a' color='red'/><link2 link='c'/>\n<direction force='0 0 1'/><limit/>")),
      "r.urdf:7: warning: attribute 'color' of <link1> is unknown and ignored\n"
      "r.urdf:7: warning: attribute 'distance' of <loop_joint> is unknown and ignored\n"
      "r.urdf:7: warning: attribute 'stiff' of <loop_joint> is unknown and ignored\n"
      "r.urdf:8: warning: <direction> in <loop_joint> is unknown and ignored\n"
      "r.urdf:8: warning: <limit> in <loop_joint> is unknown and ignored\n");
}

TEST(UrdfLoop, ErrorsAreReportedWithTheirLine) {
  struct Case {
    std::string text, findings;
  };
  const std::string ends = "<link1 link='a'/><link2 link='c'/>";
  const Case cases[] = {
      {loop("name='l' type='revolut'"),
       "7: error: loop_joint 'l': type 'revolut' is unknown; expected one of weld, revolute, prismatic, "
       "cylindrical, "
       "universal, spherical, planar, soft_finger, point_on_line, line_on_plane, point_on_plane, distance, "
       "directions\n"},
      {loop("name='l'"), "7: error: loop_joint 'l': <loop_joint> has no attribute 'type'\n"},
      {loop("type='weld'"), "7: error: <robot>: <loop_joint> has no attribute 'name'\n"},
      {loop("name='' type='weld'"), "7: error: a loop has no name; every loop needs one\n"},
      {loop("name='l' type='weld'", "<link1 link='a'/>"), "7: error: loop_joint 'l': has no <link2>\n"},
      {loop("name='l' type='weld'", ends + "\n<link1 link='b'/>"),
       "8: error: loop_joint 'l': <link1> is written twice in <loop_joint>\n"},
      {loop("name='l' type='weld'", "<link1 link='a' xyz='0 0'/><link2 link='c'/>"),
       "7: error: loop_joint 'l': xyz of <link1>: expected 3 numbers, got 2: '0 0'\n"},
      {loop("name='l' type='weld'", "<link1 link=''/><link2 link='c'/>"),
       "7: error: loop_joint 'l': link of <link1> is empty\n"},
      {loop("name='l' type='weld'", "<link1 link='hand'/><link2 link='c'/>"),
       "7: error: loop 'l': ends at body 'hand', which does not exist\n"},
      {loop("name='l' type='weld'", "<link1 link='c'/><link2 link='c'/>"),
       "7: error: loop 'l': both ends are on body 'c'; expected two bodies\n"},
      {loop("name='l' type='planar'", ends + "\n<axis xyz='0 0 0'/>"),
       "8: error: loop_joint 'l': axis '0 0 0' has no direction; expected a vector of length 1\n"},
      {loop("name='l' type='distance'"),
       "7: error: loop_joint 'l': <loop_joint> has no attribute 'distance'\n"},
      {loop("name='l' type='distance' distance='-1'"),
       "7: error: loop 'l': distance is -1, expected a finite number above zero\n"},
      {loop("name='l' type='directions'"), "7: error: loop 'l': lists no direction, expected at least one\n"},
      {loop("name='l' type='directions'", ends + "\n<direction force='up'/>"),
       "8: error: loop_joint 'l': force of <direction>: expected a number, got 'up'\n"},
      {loop("name='l' type='directions'", ends + "<direction/>"),
       "7: error: loop 'l': a direction is zero or not finite\n"},
      {chain("<joint_coupling name='g' joint='k' leader='j'/>"),
       "7: error: joint_coupling 'g': <joint_coupling> has no attribute 'polynomial'\n"},
      {chain("<joint_coupling name='g' leader='j' polynomial='1'/>"),
       "7: error: joint_coupling 'g': <joint_coupling> has no attribute 'joint'\n"},
      {chain("<joint_coupling joint='k' leader='j' polynomial='1'/>"),
       "7: error: <robot>: <joint_coupling> has no attribute 'name'\n"},
      {chain("<joint_coupling name='g' joint='k' leader='' polynomial='1'/>"),
       "7: error: joint_coupling 'g': leader of <joint_coupling> is empty\n"},
      {chain("<joint_coupling name='g' joint='k' leader='j' polynomial='1 2 3 4 5 6'/>"),
       "7: error: joint_coupling 'g': polynomial of <joint_coupling>: expected 1 to 5 numbers, got 6: '1 2 3 "
       "4 5 6'\n"},
      {chain("<joint_coupling name='g' joint='k' polynomial='1 2'/>"),
       "7: error: joint_coupling 'g': polynomial of <joint_coupling>: expected 1 number, got 2: '1 2'\n"},
      {chain("<joint_coupling name='g' joint='k' leader='i' polynomial='0 1'/>"),
       "7: error: coupling 'g': joint 'i' does not exist\n"},
      {chain("<joint_coupling name='g' joint='k' leader='k' polynomial='0 1'/>"),
       "7: error: coupling 'g': joint 'k' follows itself\n"},
  };
  for (const Case& each : cases) EXPECT_EQ(findings_of(each.text), "r.urdf:" + each.findings);
}

}  // namespace sinew::test::urdf_loop_test
