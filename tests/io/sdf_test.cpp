// The meaning of SDF: joints, axes, limits, springs, inertia, shapes, worlds, the base. Numbers by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/io/sdf_texts.hpp"

namespace sinew::test::sdf_test {

constexpr double pi = std::numbers::pi;

Description two_links(const std::string& type, const std::string& more, const std::string& version = "1.11") {
  return read_good_sdf(sdf_model(
      sdf_link("a") + sdf_link("b", "0 0 1 0 0 0") + sdf_joint("j", type, "a", "b", more), version));
}

TEST(Sdf, LetsAModelFloatFromThePoseInTheFile) {
  const auto robot = read_good_sdf(sdf_model("<pose>1 2 3 0 0 0</pose>" + sdf_link("a", "0 0 1 0 0 0")));
  EXPECT_EQ(robot.name, "m");
  EXPECT_EQ(robot.bodies[0].joint.kind, JointKind::floating);
  EXPECT_EQ(robot.bodies[0].joint.name, "floating_base");
  EXPECT_EQ(robot.bodies[0].joint.initial, (std::vector<double>{1, 2, 4, 1, 0, 0, 0}));
}

TEST(Sdf, FixesAndFreesTheBaseOnRequest) {
  const std::string free = sdf_model(sdf_link("a", "0 0 1 0 0 0"));
  const auto fixed = read_good_sdf(free, {.base = Base::fixed});
  EXPECT_EQ(fixed.bodies[0].joint.kind, JointKind::fixed);
  EXPECT_EQ(fixed.bodies[0].placement.translation, (Vector3<double>{0, 0, 1}));
  const std::string on_ground =
      sdf_model(sdf_link("a", "0 0 1 0 0 0") + sdf_joint("w", "fixed", "world", "a"));
  EXPECT_EQ(read_good_sdf(on_ground).bodies[0].joint.kind, JointKind::fixed);
  EXPECT_EQ(read_good_sdf(on_ground).bodies[0].joint.name, "w");
  const auto freed = read_good_sdf(on_ground, {.base = Base::floating});
  EXPECT_EQ(freed.bodies[0].joint.kind, JointKind::floating);
  EXPECT_EQ(freed.bodies[0].joint.initial, (std::vector<double>{0, 0, 1, 1, 0, 0, 0}));
}

TEST(Sdf, ReadsEveryTypeOfJoint) {
  const auto kind = [](const std::string& type, const std::string& more) {
    return sdf_body(two_links(type, more), "b").joint.kind;
  };
  const std::string z = sdf_axis("0 0 1"),
                    limited = sdf_axis("0 0 1", "<limit><lower>-1</lower><upper>2</upper></limit>");
  EXPECT_EQ(kind("fixed", ""), JointKind::fixed);
  EXPECT_EQ(kind("revolute", z), JointKind::continuous);  // without limits
  EXPECT_EQ(kind("revolute", limited), JointKind::revolute);
  EXPECT_EQ(kind("continuous", z), JointKind::continuous);
  EXPECT_EQ(kind("prismatic", limited), JointKind::prismatic);
  EXPECT_EQ(kind("ball", ""), JointKind::spherical);
  EXPECT_EQ(kind("universal", z + "<axis2><xyz>1 0 0</xyz></axis2>"), JointKind::universal);
  EXPECT_EQ(kind("revolute2", z + "<axis2><xyz>1 0 0</xyz></axis2>"), JointKind::universal);
  EXPECT_EQ(kind("screw", z + "<screw_thread_pitch>1</screw_thread_pitch>"), JointKind::helical);
}

TEST(Sdf, ReadsLimitsDampingFrictionAndSpring) {
  const auto robot = two_links(
      "revolute",
      sdf_axis(
          "0 0 1",
          "<limit><lower>-1</lower><upper>2</upper><effort>3</effort><velocity>4</velocity></limit>"
          "<dynamics><damping>0.5</damping><friction>0.25</friction><spring_stiffness>7</spring_stiffness>"
          "<spring_reference>-0.5</spring_reference></dynamics>"));
  const DegreeOfFreedom expected{.damping = 0.5,
                                 .dry_friction = 0.25,
                                 .stiffness = 7,
                                 .rest_position = -0.5,
                                 .lower = -1,
                                 .upper = 2,
                                 .max_velocity = 4,
                                 .max_effort = 3};
  EXPECT_EQ(sdf_body(robot, "b").joint.dofs, std::vector<DegreeOfFreedom>{expected});
}

TEST(Sdf, TreatsHugeLimitsAndNegativeEffortsAsNoLimits) {
  const auto robot = two_links("revolute", sdf_axis("0 0 1",
                                                    "<limit><lower>-1e16</lower><upper>1e+16</upper>"
                                                    "<effort>-1</effort><velocity>-1</velocity></limit>"));
  EXPECT_EQ(sdf_body(robot, "b").joint.dofs, std::vector<DegreeOfFreedom>{{}});
  EXPECT_EQ(sdf_body(two_links("revolute", sdf_axis("0 0 1", "<limit><upper>inf</upper></limit>")), "b")
                .joint.dofs.at(0)
                .upper,
            infinity);
}

TEST(Sdf, GivesEachAxisOfAUniversalJointItsOwnProperties) {
  const auto robot =
      two_links("universal", sdf_axis("0 0 1", "<dynamics><damping>1</damping></dynamics>") +
                                 "<axis2><xyz>1 0 0</xyz><dynamics><damping>2</damping></dynamics></axis2>");
  const Joint& joint = sdf_body(robot, "b").joint;
  ASSERT_EQ(joint.dofs.size(), 2u);
  EXPECT_EQ(joint.dofs[0].damping, 1);
  EXPECT_EQ(joint.dofs[1].damping, 2);
  EXPECT_EQ(joint.axis2, (Vector3<double>{1, 0, 0}));
}

TEST(Sdf, ExpressesAnAxisInTheJointOrInTheNamedFrame) {
  const auto axis = [](const std::string& more, const std::string& version = "1.11") {
    return sdf_body(read_good_sdf(
                        sdf_model(sdf_link("a") + sdf_link("b", "0 0 0 0 0 1.5707963267948966") +
                                      "<frame name='f'><pose>0 0 0 1.5707963267948966 0 0</pose></frame>" +
                                      sdf_joint("j", "revolute", "a", "b", more),
                                  version)),
                    "b")
        .joint.axis;
  };
  const Vector3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const std::string turned = "<pose>0 0 0 0 0 1.5707963267948966</pose>";
  EXPECT_LT(norm(axis(sdf_axis("1 0 0")) - x), 1e-15);  // in the joint
  EXPECT_LT(norm(axis(turned + sdf_axis("1 0 0")) - y), 1e-15);
  EXPECT_LT(norm(axis("<axis><xyz expressed_in='__model__'>0 1 0</xyz></axis>") - x), 1e-15);
  EXPECT_LT(norm(axis("<axis><xyz expressed_in='f'>0 1 0</xyz></axis>") - z), 1e-15);
  EXPECT_LT(norm(axis(sdf_axis("0 0 10")) - z), 1e-15);        // only the direction counts
  EXPECT_LT(norm(axis(sdf_axis("0 1 0"), "1.4") - x), 1e-15);  // 1.4: in the model
  EXPECT_LT(norm(axis(sdf_axis("0 1 0"), "1.6") - y), 1e-15);
  EXPECT_LT(norm(axis(sdf_axis("0 1 0", "<use_parent_model_frame>1</use_parent_model_frame>"), "1.6") - x),
            1e-15);
}

TEST(Sdf, MovesALinkAboutAnAxisThatDoesNotPassThroughItsOrigin) {
  const Model robot(read_good_sdf(
      sdf_model(sdf_link("a") + sdf_link("b", "1 0 0 0 0 0") + sdf_joint("w", "fixed", "world", "a") +
                sdf_joint("j", "revolute", "a", "b", "<pose>0 -1 0 0 0 0</pose>" + sdf_axis("0 0 1")))));
  ASSERT_EQ(robot.position_size(), 1);
  Workspace<double> work(robot);
  update_poses(work, std::vector<double>{pi / 2});
  EXPECT_LT(norm(pose(work, robot.frame("b")).translation - Vector3<double>{0, -1, 0}), 1e-15);
}

TEST(Sdf, NeedsNoBodyBetweenIfTheOriginIsOnTheAxis) {
  const auto robot = two_links("revolute", "<pose>0 0 5 0 0 0</pose>" + sdf_axis("0 0 1"));
  EXPECT_EQ(robot.bodies.size(), 2u);
}

TEST(Sdf, ReadsBothConventionsOfScrews) {
  const auto advance = [](const std::string& thread) {
    const Model robot(read_good_sdf(
        sdf_model(sdf_link("a") + sdf_joint("j", "screw", "world", "a", sdf_axis("0 0 1") + thread))));
    Workspace<double> work(robot);
    update_poses(work, std::vector<double>{2 * pi});
    return pose(work, robot.frame("a")).translation.z;
  };
  EXPECT_NEAR(advance("<screw_thread_pitch>0.01</screw_thread_pitch>"), 0.01,
              1e-15);  // metres per revolution
  EXPECT_NEAR(advance("<thread_pitch>10</thread_pitch>"), -2 * pi / 10,
              1e-15);  // radians per metre, left-handed
  EXPECT_NEAR(advance("<thread_pitch>10</thread_pitch><screw_thread_pitch>0.5</screw_thread_pitch>"), 0.5,
              1e-15);
}

TEST(Sdf, ReadsMimicWithItsReference) {
  const auto robot = read_good_sdf(
      sdf_model(sdf_link("a") + sdf_link("b") + sdf_link("c") +
                sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 1")) +
                sdf_joint("k", "revolute", "a", "c",
                          sdf_axis("0 0 1",
                                   "<mimic joint='j'><multiplier>2</multiplier><offset>0.5</offset>"
                                   "<reference>0.1</reference></mimic>"))));
  const auto& mimic = sdf_body(robot, "c").joint.mimic;
  ASSERT_TRUE(mimic);
  EXPECT_EQ(mimic->joint, "j");
  EXPECT_EQ(mimic->multiplier, 2);
  EXPECT_DOUBLE_EQ(mimic->offset, 0.3);  // 2 (x - 0.1) + 0.5
}

TEST(Sdf, CouplesTheJointsOfAGearbox) {
  const auto coupling = [](const std::string& first_axis, const std::string& second_axis) {
    const auto robot = read_good_sdf(sdf_model(
        sdf_link("frame") + sdf_link("motor") + sdf_link("wheel") +
        sdf_joint("m", "revolute", "frame", "motor", sdf_axis("0 0 1")) +
        sdf_joint("w", "revolute", "wheel", "frame", sdf_axis("0 0 1")) +  // written from wheel to frame
        sdf_joint("g", "gearbox", "motor", "wheel",
                  "<gearbox_reference_body>frame</gearbox_reference_body><gearbox_ratio>4</gearbox_ratio>" +
                      sdf_axis(first_axis) + "<axis2><xyz>" + second_axis + "</xyz></axis2>")));
    EXPECT_EQ(robot.couplings.size(), 1u);
    EXPECT_EQ(robot.couplings.at(0).name, "g");
    EXPECT_EQ(robot.couplings.at(0).joint, "w");
    EXPECT_EQ(robot.couplings.at(0).leader, "m");
    return robot.couplings.at(0).polynomial;
  };
  // theta_2 = -4 theta_1 with theta_1 = m and theta_2 = -w, because w turns the frame seen from the wheel.
  EXPECT_EQ(coupling("0 0 1", "0 0 1"), (std::array<double, 5>{0, 4, 0, 0, 0}));
  EXPECT_EQ(coupling("0 0 -1", "0 0 1"), (std::array<double, 5>{0, -4, 0, 0, 0}));
  EXPECT_EQ(coupling("0 0 -1", "0 0 -1"), (std::array<double, 5>{0, 4, 0, 0, 0}));
}

TEST(Sdf, RotatesAnInertiaToTheAxesOfTheLink) {
  const auto robot = read_good_sdf(
      sdf_model("<link name='a'><inertial><pose>1 2 3 0 0 1.5707963267948966</pose><mass>4</mass>"
                "<inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia></inertial></link>"));
  const Inertial& inertial = robot.bodies[0].inertial;
  EXPECT_EQ(inertial.mass, 4);
  EXPECT_EQ(inertial.com, (Vector3<double>{1, 2, 3}));
  EXPECT_NEAR(inertial.inertia.xx, 2, 1e-15);
  EXPECT_NEAR(inertial.inertia.yy, 1, 1e-15);
  EXPECT_NEAR(inertial.inertia.xy, 0, 1e-15);
}

TEST(Sdf, GivesALinkWithoutInertialTheDefaultOfSdf) {
  const auto result = read_sdf_text(sdf_model("<link name='a'/>"), "robot.sdf");
  EXPECT_EQ(result.description.bodies.at(0).inertial.mass, 1);
  EXPECT_EQ(result.description.bodies.at(0).inertial.inertia.zz, 1);
  EXPECT_EQ(
      result.findings.to_string(),
      "robot.sdf:2: warning: link 'a': no <inertial>; SDF's default is 1 kg with moments of 1 kg m^2 at its "
      "origin\n");
}

// A box of 2 x 4 x 6 m and 48 m^3, and a sphere next to it.
TEST(Sdf, ComputesAnAutomaticInertiaFromTheCollisions) {
  const std::string box =
      "<collision name='c'><density>2</density><geometry><box><size>2 4 "
      "6</size></box></geometry></collision>";
  const auto inertia = [&](const std::string& values, const std::string& more = "") {
    return read_good_sdf(sdf_model("<link name='a'><inertial auto='true'>" + values + "</inertial>" + box +
                                   more + "</link>"))
        .bodies.at(0)
        .inertial;
  };
  EXPECT_NEAR(inertia("").mass, 96, 1e-12);
  EXPECT_NEAR(inertia("").inertia.xx, 96 * (16 + 36) / 12.0, 1e-12);
  EXPECT_NEAR(inertia("<mass>12</mass>").inertia.zz, 12 * (4 + 16) / 12.0, 1e-12);
  const std::string sphere =
      "<collision name='d'><pose>0 0 10 0 0 "
      "0</pose><geometry><sphere><radius>1</radius></sphere></geometry></collision>";
  const double ball = 3 * 4 * pi / 3, total = 96 + ball;
  const Inertial both = inertia("<density>3</density>", sphere);
  EXPECT_NEAR(both.mass, total, 1e-12);
  EXPECT_NEAR(both.com.z, 10 * ball / total, 1e-12);
  EXPECT_NEAR(both.inertia.xx, 96 * 52 / 12.0 + ball * 2 / 5 + 100 * 96 * ball / total, 1e-9);
}

TEST(Sdf, ReadsShapes) {
  const auto shape = [](const std::string& geometry, const std::string& more = "") {
    return read_good_sdf(
               sdf_model(sdf_link(
                   "a", "", "<visual name='v'>" + more + "<geometry>" + geometry + "</geometry></visual>")))
        .bodies.at(0)
        .shapes.at(0);
  };
  EXPECT_EQ(shape("<box><size>1 2 3</size></box>").size, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(shape("<sphere><radius>2</radius></sphere>").size.x, 2);
  EXPECT_EQ(shape("<cylinder><radius>1</radius><length>3</length></cylinder>").size,
            (Vector3<double>{1, 3, 0}));
  EXPECT_EQ(shape("<capsule><radius>1</radius><length>3</length></capsule>").kind, Shape::Kind::capsule);
  EXPECT_EQ(shape("<ellipsoid><radii>1 2 3</radii></ellipsoid>").kind, Shape::Kind::ellipsoid);
  const Shape plane = shape("<plane><normal>1 0 0</normal><size>4 6</size></plane>");
  EXPECT_EQ(plane.size, (Vector3<double>{2, 3, 0}));
  EXPECT_LT(norm(plane.placement.rotation.column_z() - Vector3<double>{1, 0, 0}), 1e-15);
  const Shape red =
      shape("<box/>", "<pose>0 0 1 0 0 0</pose><material><diffuse>1 0 0 0.5</diffuse></material>");
  EXPECT_EQ(red.color, (std::array<double, 4>{1, 0, 0, 0.5}));
  EXPECT_EQ(red.placement.translation, (Vector3<double>{0, 0, 1}));
}

TEST(Sdf, ReadsAWorldOfSeveralModels) {
  const auto robot = read_good_sdf(
      sdf_world("<gravity>0 0 -1.6</gravity><model name='p'><pose>1 0 0 0 0 0</pose>" + sdf_link("a") +
                "</model>" + "<model name='q'><pose relative_to='p'>0 2 0 0 0 0</pose>" + sdf_link("a") +
                sdf_link("b") + sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 1")) + "</model>" +
                "<frame name='corner'><pose>5 0 0 0 0 0</pose></frame>"));
  EXPECT_EQ(robot.gravity, (Vector3<double>{0, 0, -1.6}));
  ASSERT_EQ(robot.bodies.size(), 3u);
  EXPECT_EQ(robot.bodies[0].name, "p::a");
  EXPECT_EQ(robot.bodies[0].joint.name, "p::floating_base");
  EXPECT_EQ(robot.bodies[1].name, "q::a");
  EXPECT_EQ(robot.bodies[1].joint.initial, (std::vector<double>{1, 2, 0, 1, 0, 0, 0}));
  EXPECT_EQ(robot.bodies[2].joint.name, "q::j");
  EXPECT_EQ(robot.frames.at(0).name, "corner");
  EXPECT_EQ(robot.frames.at(0).body, "");
}

TEST(Sdf, KnowsTheGravityOfSdf) {
  const std::string model = "<model name='p'>" + sdf_link("a") + "</model>";
  EXPECT_EQ(read_good_sdf(sdf_world(model)).gravity, (Vector3<double>{0, 0, -9.8}));
  EXPECT_EQ(read_good_sdf(sdf_world(model + "<physics><gravity>0 0 -1</gravity></physics>", "1.4")).gravity.z,
            -1);
  EXPECT_EQ(read_good_sdf(sdf_model(sdf_link("a"))).gravity, Description{}.gravity);
}

TEST(Sdf, ConnectsModelsByJointsOfTheWorld) {
  const auto robot = read_good_sdf(
      sdf_world("<model name='p'>" + sdf_link("a") + "</model><model name='q'>" + sdf_link("a") + "</model>" +
                sdf_joint("up", "prismatic", "world", "p::a", sdf_axis("0 0 1")) +
                sdf_joint("j", "ball", "p::a", "q::a")));
  EXPECT_EQ(robot.bodies[0].joint.name, "up");
  EXPECT_EQ(robot.bodies[1].parent, "p::a");
  EXPECT_EQ(robot.bodies[1].joint.kind, JointKind::spherical);
}

TEST(Sdf, FixesTheLinksOfStaticModelsWhateverTheBase) {
  const std::string text =
      sdf_world("<model name='table'><static>true</static><pose>0 0 1 0 0 0</pose>" +
                sdf_link("a", "1 0 0 0 0 0") + sdf_link("b") + "</model><model name='r'>" + sdf_link("c") +
                "</model>" + sdf_joint("j", "revolute", "table::a", "r::c", sdf_axis("0 0 1")));
  for (const Base base : {Base::as_written, Base::floating, Base::fixed}) {
    const auto robot = read_good_sdf(text, {.base = base});
    EXPECT_EQ(sdf_body(robot, "table::a").joint.kind, JointKind::fixed);
    EXPECT_EQ(sdf_body(robot, "table::a").placement.translation, (Vector3<double>{1, 0, 1}));
    EXPECT_EQ(sdf_body(robot, "table::b").parent, "");
    EXPECT_EQ(sdf_body(robot, "r::c").parent, "table::a");
  }
}

TEST(Sdf, CompensatesTheGravityOfLinksThatFeelNone) {
  const auto robot = read_good_sdf(sdf_model(sdf_link("a", "", "<gravity>false</gravity>") + sdf_link("b")));
  EXPECT_EQ(robot.bodies[0].gravity_compensation, 1);
  EXPECT_EQ(robot.bodies[1].gravity_compensation, 0);
}

TEST(Sdf, IsRecognisedByItsRootElement) {
  EXPECT_EQ(sdf_findings("<robot name='r'/>"),
            "robot.sdf:1: error: the root element is <robot>; expected <sdf>\n");
}

}  // namespace sinew::test::sdf_test
