// The meaning of MJCF: joints, anchors, frames, names, shapes, the base, warnings. tests/peers compares the numbers
// with MuJoCo.
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/io/mjcf_texts.hpp"

namespace sinew::test::mjcf_test {

TEST(Mjcf, TreatsJointsWithoutTypeAsHingesAboutZ) {
  const auto robot = read_well(world("<body name='b'><joint name='j'/><geom size='1'/></body>"));
  EXPECT_EQ(robot.bodies.at(0).joint.kind, JointKind::continuous);
  EXPECT_EQ(robot.bodies.at(0).joint.axis, (Vector3<double>{0, 0, 1}));
}

TEST(Mjcf, RotatesAboutMovingAxesInLowerCaseAndFixedAxesInUpperCase) {
  const auto rotation = [](const std::string& sequence) {
    const auto robot = read_well(world("<body name='b' euler='0.3 0.4 0.5'/>",
                                       "<compiler angle='radian' eulerseq='" + sequence + "'/>"));
    return body_of(robot, "b").placement.rotation;
  };
  const auto rpy = rotation_from_rpy(Vector3<double>{0.3, 0.4, 0.5});  // about fixed x, then y, then z
  EXPECT_LT(norm(rotation("XYZ").row_x - rpy.row_x), 1e-15);
  EXPECT_LT(norm(rotation("XYZ").row_y - rpy.row_y), 1e-15);
  EXPECT_LT(
      norm(transpose(rotation("zyx")).row_x - rotation_from_rpy(Vector3<double>{0.5, 0.4, 0.3}).column_x()),
      1e-15);
  EXPECT_GT(norm(rotation("xyz").row_x - rpy.row_x), 0.1);
}

TEST(Mjcf, GivesEveryJointExceptOneAtTheOriginACarrierBody) {
  const auto robot = read_well(world(
      "<body name='b' pos='1 0 0'><joint name='x' axis='1 0 0' pos='0 0 1'/><joint name='y' axis='0 1 0' "
      "pos='0 2 0'/><geom size='1'/></body>"));
  ASSERT_EQ(robot.bodies.size(), 3u);
  EXPECT_EQ(robot.bodies[0].name, "x");
  EXPECT_EQ(robot.bodies[0].placement.translation, (Vector3<double>{1, 0, 1}));
  EXPECT_EQ(robot.bodies[0].inertial.mass, 0);
  EXPECT_EQ(robot.bodies[1].name, "y");
  EXPECT_EQ(robot.bodies[1].parent, "x");
  EXPECT_EQ(robot.bodies[1].placement.translation, (Vector3<double>{0, 2, -1}));
  EXPECT_EQ(robot.bodies[2].name, "b");
  EXPECT_EQ(robot.bodies[2].parent, "y");
  EXPECT_EQ(robot.bodies[2].joint.kind, JointKind::fixed);
  EXPECT_EQ(robot.bodies[2].placement.translation, (Vector3<double>{0, -2, 0}));
}

TEST(Mjcf, NeedsNoCarrierBodyForTheAnchorOfASlide) {
  const auto robot =
      read_well(world("<body name='b'><joint name='j' type='slide' pos='1 2 3'/><geom size='1'/></body>"));
  ASSERT_EQ(robot.bodies.size(), 1u);
  EXPECT_EQ(robot.bodies[0].joint.name, "j");
}

TEST(Mjcf, HasThePoseOfTheFileIfJointsAreAtTheirReference) {
  const auto robot =
      read_well(world("<body name='b' pos='1 0 0'><joint type='slide' axis='0 1 0' ref='3'/>"
                      "<geom size='1'/></body>"));
  EXPECT_EQ(robot.bodies.at(0).placement.translation, (Vector3<double>{1, -3, 0}));
}

TEST(Mjcf, NamesUnnamedElementsByMujocosIndex) {
  const auto robot =
      read_well(world("<body><joint/><joint axis='1 0 0'/><geom size='1'/>"
                      "<body><joint/><geom size='1'/></body></body>"));
  EXPECT_EQ(robot.bodies.at(0).name, "body1/joint1");
  EXPECT_EQ(robot.bodies.at(1).name, "body1");
  EXPECT_EQ(robot.bodies.at(1).joint.name, "body1/joint2");
  EXPECT_EQ(robot.bodies.at(2).name, "body2");
  EXPECT_EQ(robot.bodies.at(2).joint.name, "body2/joint");
}

TEST(Mjcf, MakesNamesUniqueThatMjcfAllowsForDifferentKinds) {
  const auto robot =
      read_well(world("<body name='body2'><joint name='a' axis='1 0 0'/><joint name='b'/><geom size='1'/>"
                      "<body><geom size='1'/></body></body><body name='a'><joint/><geom size='1'/></body>"));
  EXPECT_EQ(robot.bodies.at(0).name, "a_2");  // the carrier of joint a; body a keeps its name
  EXPECT_EQ(robot.bodies.at(0).joint.name, "a");
  EXPECT_EQ(robot.bodies.at(1).name, "body2");
  EXPECT_EQ(robot.bodies.at(2).name, "body2_2");
}

TEST(Mjcf, RenamesASiteWithTheNameOfABody) {
  const auto text = world("<body name='hand'><site name='hand' pos='0 0 1'/></body><site name='home'/>");
  const auto robot = read_well(text);
  ASSERT_EQ(robot.frames.size(), 2u);
  EXPECT_EQ(robot.frames[0].name, "home");
  EXPECT_EQ(robot.frames[0].body, "");
  EXPECT_EQ(robot.frames[1].name, "hand_site");
  EXPECT_EQ(robot.frames[1].body, "hand");
  EXPECT_EQ(findings_of(text),
            "robot.xml:2: warning: site 'hand': a body has the same name; the frame is called 'hand_site'\n");
}

const std::string flying = world(
    "<body name='b' pos='0 0 1'><freejoint name='root'/><geom size='1'/></body><body name='post' pos='2 0 0'>"
    "<geom size='1'/></body>");

TEST(Mjcf, GivesAFreeBodyItsPoseInTheWorldAsQ) {
  const auto robot = read_well(flying);
  EXPECT_EQ(body_of(robot, "b").joint.kind, JointKind::floating);
  EXPECT_EQ(body_of(robot, "b").joint.name, "root");
  EXPECT_EQ(body_of(robot, "b").placement, Transform<double>{});
  EXPECT_EQ(Model(robot).initial_position(), (std::vector<double>{0, 0, 1, 1, 0, 0, 0}));
}

TEST(Mjcf, StartsInThePoseOfTheFile) {
  const Model robot(
      read_well(world("<body name='b' pos='1 0 0'><joint name='turn' axis='0 1 0' ref='-45'/>"
                      "<joint name='slide' type='slide' ref='0.25'/><geom size='1'/>"
                      "<body name='c' pos='0 0 2' euler='90 0 0'><joint type='ball'/>"
                      "<geom size='1'/></body></body>")));
  const std::vector<double> q = robot.initial_position();
  ASSERT_EQ(q.size(), 6u);
  EXPECT_NEAR(q[0], -std::numbers::pi / 4, 1e-15);
  EXPECT_EQ((std::vector<double>{q.begin() + 1, q.end()}), (std::vector<double>{0.25, 1, 0, 0, 0}));
  Workspace<double> work(robot);
  update_poses(work, q);
  EXPECT_LT(norm(pose(work, robot.frame("b")).translation - Vector3<double>{1, 0, 0}), 1e-15);
  EXPECT_LT(norm(pose(work, robot.frame("c")).translation - Vector3<double>{1, 0, 2}), 1e-15);
}

TEST(Mjcf, FixesAFreeBodyInItsPoseOnRequest) {
  const auto robot = read_well(flying, {.base = Base::fixed});
  EXPECT_EQ(body_of(robot, "b").joint.kind, JointKind::fixed);
  EXPECT_EQ(body_of(robot, "b").placement.translation, (Vector3<double>{0, 0, 1}));
}

TEST(Mjcf, FreesAFixedBodyOnRequest) {
  const auto robot = read_well(flying, {.base = Base::floating});
  EXPECT_EQ(body_of(robot, "post").joint.kind, JointKind::floating);
  EXPECT_EQ(body_of(robot, "post").joint.name, "floating_base");
  // As if it had a <freejoint/>: q is the pose in the world.
  EXPECT_EQ(body_of(robot, "post").placement, Transform<double>{});
  EXPECT_EQ(body_of(robot, "post").joint.initial, (std::vector<double>{2, 0, 0, 1, 0, 0, 0}));
}

TEST(Mjcf, FreesABodyByAJointWithAnUnusedName) {
  const auto robot = read_well(world("<body name='b'><geom size='1'/><body><joint name='floating_base'/>"
                                     "<geom size='1'/></body></body>"),
                               {.base = Base::floating});
  EXPECT_EQ(body_of(robot, "b").joint.name, "floating_base_2");
}

TEST(Mjcf, RefusesToFreeABodyWithAJointToTheGround) {
  const std::string hinged = world("<body name='arm'>\n<joint name='shoulder'/><geom size='1'/></body>");
  EXPECT_EQ(
      findings_of(hinged, {.base = Base::floating}),
      "robot.xml:3: error: body 'arm': cannot have a floating base: a joint connects it to the ground; "
      "expected a <freejoint/> instead of its joints, or a body without joints between the ground and its "
      "joints\n");
  EXPECT_EQ(findings_of(hinged, {.base = Base::fixed}), "");
}

TEST(Mjcf, LeavesMocapBodiesOnTheGroundAlsoWithAFloatingBase) {
  const auto robot = read_well(world("<body name='target' mocap='true'><geom size='1'/></body>"
                                     "<body name='b'><geom size='1'/></body>"),
                               {.base = Base::floating});
  EXPECT_EQ(body_of(robot, "target").joint.kind, JointKind::fixed);
  EXPECT_EQ(body_of(robot, "b").joint.kind, JointKind::floating);
}

TEST(Mjcf, KeepsGeomsAsShapes) {
  const auto robot = read_well(world(
      "<body name='b'><geom name='g' type='capsule' size='0.1' fromto='0 0 0 0 0 2' material='red'/>"
      "<geom type='box' size='1 2 3' contype='0' conaffinity='0' rgba='0 1 0 1'/>"
      "<geom type='mesh' mesh='bone' mass='0'/></body>",
      "<compiler meshdir='../meshes' strippath='true'/>"
      "<asset><material name='red' rgba='1 0 0 0.5'/><mesh file='old/bone.stl' scale='2 2 2'/></asset>"));
  const auto& shapes = body_of(robot, "b").shapes;
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].name, "g");
  EXPECT_EQ(shapes[0].kind, Shape::Kind::capsule);
  EXPECT_EQ(shapes[0].role, Shape::Role::collision);
  EXPECT_EQ(shapes[0].size, (Vector3<double>{0.1, 2, 0}));
  EXPECT_EQ(shapes[0].placement.translation, (Vector3<double>{0, 0, 1}));
  EXPECT_EQ(shapes[0].color, (std::array{1.0, 0.0, 0.0, 0.5}));
  EXPECT_EQ(shapes[1].size, (Vector3<double>{2, 4, 6}));
  EXPECT_EQ(shapes[1].role, Shape::Role::visual);
  EXPECT_EQ(shapes[1].color, (std::array{0.0, 1.0, 0.0, 1.0}));
  EXPECT_EQ(shapes[2].kind, Shape::Kind::mesh);
  EXPECT_EQ(shapes[2].mesh, "../meshes/bone.stl");
  EXPECT_EQ(shapes[2].size, (Vector3<double>{2, 2, 2}));
}

TEST(Mjcf, ObeysDisablingOptionFlags) {
  const std::string hinge = "<body><joint range='-1 1' damping='2' frictionloss='3'/><geom size='1'/></body>";
  const auto robot = read_well(world(
      hinge,
      "<option gravity='1 2 3'><flag gravity='disable' passive='disable' constraint='disable'/></option>"));
  EXPECT_EQ(robot.gravity, Vector3<double>{});
  const DegreeOfFreedom& dof = robot.bodies.at(0).joint.dofs.at(0);
  EXPECT_EQ(dof.damping, 0);
  EXPECT_EQ(dof.dry_friction, 0);
  EXPECT_EQ(dof.upper, infinity);
  EXPECT_EQ(read_well(world(hinge, "<option gravity='1 2 3'/>")).gravity, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(
      read_well(world(hinge, "<option><flag gravity='disable'/></option><option gravity='1 2 3'/>")).gravity,
      Vector3<double>{});
}

TEST(Mjcf, AcceptsInfiniteLimits) {
  const auto robot = read_well(world("<body><joint range='-inf 90'/><geom size='1'/></body>"));
  EXPECT_EQ(robot.bodies.at(0).joint.dofs.at(0).lower, -infinity);
}

TEST(Mjcf, ReportsEachIgnoredKindOnce) {
  const std::string text =
      "<mujoco>\n<option density='1.2'/>\n<visual/><statistic/><size/>\n<worldbody>\n<geom type='plane' "
      "size='1 1 1'/>"
      "<light/>\n<camera/><camera/>\n<body mocap='true'/>\n<body name='b'>\n<joint type='ball' range='0 30' "
      "stiffness='2'/><geom size='1'/>\n</body></worldbody>\n<contact><exclude body1='b' "
      "body2='b'/></contact>\n"
      "<equality><distance geom1='t'/></equality>\n<tendon/>\n<actuator><muscle/></actuator>\n"
      "<sensor><touch/></sensor>\n<keyframe><key/></keyframe>\n<custom><text/></custom>\n<actuator/></"
      "mujoco>";
  EXPECT_EQ(
      findings_of(text),
      "robot.xml:2: warning: the forces of a surrounding fluid (density, viscosity, wind) are not part of "
      "the model\n"
      "robot.xml:5: warning: geoms of the ground are not kept\n"
      "robot.xml:6: warning: cameras are not kept (and 1 more)\n"
      "robot.xml:7: warning: mocap bodies are fixed to the ground at the pose in the file\n"
      "robot.xml:9: warning: the range of ball joints is not kept\n"
      "robot.xml:11: warning: contacts are not part of the model\n"
      "robot.xml:12: warning: equality constraints on distances of geoms are not part of the model\n"
      "robot.xml:14: warning: actuators of the kind <muscle> are not part of the model\n"
      "robot.xml:15: warning: sensors of the kind <touch> are not part of the model\n"
      "robot.xml:17: warning: custom data is not kept\n");
}

TEST(Mjcf, FollowsMujocoIfElementAndClassGiveOrientationsDifferently) {
  const auto text = world("<body name='b'><geom type='box' size='1 2 3' quat='1 1 0 0'/></body>",
                          "<default><geom euler='0 0 90'/></default>");
  EXPECT_NEAR(body_of(read_well(text), "b").shapes.at(0).placement.rotation.row_x.y, -1, 1e-15);
  EXPECT_EQ(findings_of(text),
            "robot.xml:1: warning: geom of body 'b': quat and euler are both given, by the element and its "
            "class; euler is used, as in MuJoCo\n");
}

}  // namespace sinew::test::mjcf_test
