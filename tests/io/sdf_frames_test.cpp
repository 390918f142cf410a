// Frames of SDF: poses relative to any frame, carriers of frames, nested models, and errors of the frame graph.
// tests/peers compares random graphs with libsdformat.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/io/sdf_texts.hpp"
#include "tests/support/frame_places.hpp"

namespace sinew::test::sdf_frames_test {

constexpr double pi = std::numbers::pi;

Vector3<double> place(const Description& robot, const std::string& name) {
  return place_of(Model(robot), name).translation;
}

TEST(SdfFrames, PlacesALinkRelativeToAnyFrameOfItsModel) {
  const auto robot = read_good_sdf(
      sdf_model("<pose>0 0 1 0 0 0</pose>"
                "<frame name='f'><pose relative_to='b'>0 0 0.5 0 0 0</pose></frame>" +
                sdf_link("a", "<pose relative_to='f'>1 0 0 0 0 0</pose>") +
                sdf_link("b", "0 2 0 0 0 1.5707963267948966") + sdf_joint("j", "fixed", "a", "b")));
  EXPECT_LT(norm(place(robot, "a") - Vector3<double>{0, 3, 1.5}), 1e-15);
  EXPECT_LT(norm(place(robot, "b") - Vector3<double>{0, 2, 1}), 1e-15);
  EXPECT_LT(norm(place(robot, "f") - Vector3<double>{0, 2, 1.5}), 1e-15);
}

TEST(SdfFrames, MovesAFrameWithWhatItIsAttachedTo) {
  const auto robot = read_good_sdf(sdf_model(
      sdf_link("a") + sdf_link("b", "1 0 0 0 0 0") + sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 1")) +
      "<frame name='on_b' attached_to='b'><pose>0 0 1 0 0 0</pose></frame>"
      "<frame name='on_joint' attached_to='j'/><frame name='above' attached_to='on_b'/>"
      "<frame name='drawn_from_b'><pose relative_to='b'/></frame>"));
  ASSERT_EQ(robot.frames.size(), 4u);
  EXPECT_EQ(robot.frames[0].body, "b");
  EXPECT_EQ(robot.frames[0].placement.translation, (Vector3<double>{0, 0, 1}));
  EXPECT_EQ(robot.frames[1].body, "b");  // a joint moves with its child
  EXPECT_EQ(robot.frames[2].body, "b");
  EXPECT_EQ(robot.frames[3].body, "a");  // relative_to places a frame, attached_to moves it
  EXPECT_EQ(robot.frames[3].placement.translation, (Vector3<double>{1, 0, 0}));
}

TEST(SdfFrames, AttachesAModelToItsCanonicalLink) {
  const std::string content = sdf_link("a") + sdf_link("b", "1 0 0 0 0 0") +
                              sdf_joint("j", "revolute", "a", "b", sdf_axis("0 0 1")) + "<frame name='f'/>";
  EXPECT_EQ(read_good_sdf(sdf_model(content)).frames[0].body, "a");
  EXPECT_EQ(read_good_sdf(sdf_model(content, "1.11", "canonical_link='b'")).frames[0].body, "b");
}

TEST(SdfFrames, FindsFramesInNestedModels) {
  const auto robot = read_good_sdf(sdf_model(
      sdf_link("base") + "<model name='arm'><pose>0 0 1 0 0 0</pose>" + sdf_link("hand", "0 0 1 0 0 0") +
      "<frame name='tip' attached_to='hand'><pose>0.5 0 0 0 0 0</pose></frame></model>" +
      sdf_joint("j", "revolute", "base", "arm::hand", sdf_axis("0 0 1")) +
      "<frame name='above' attached_to='arm::tip'><pose>0 0 0.25 0 0 0</pose></frame>"));
  EXPECT_EQ(sdf_body(robot, "arm::hand").parent, "base");
  EXPECT_EQ(robot.frames.at(0).name, "arm::tip");
  EXPECT_EQ(robot.frames.at(1).name, "above");
  EXPECT_EQ(robot.frames.at(1).body, "arm::hand");
  EXPECT_EQ(robot.frames.at(1).placement.translation, (Vector3<double>{0.5, 0, 0.25}));
  EXPECT_LT(norm(place(robot, "above") - Vector3<double>{0.5, 0, 2.25}), 1e-15);
}

TEST(SdfFrames, PlacesTheModelByItsPlacementFrame) {
  const std::string content = "<pose>0 0 2 0 0 0</pose>" + sdf_link("a") + sdf_link("b", "1 0 0.5 0 0 0") +
                              sdf_joint("j", "fixed", "a", "b");
  const auto robot = read_good_sdf(sdf_model(content, "1.11", "placement_frame='b'"));
  EXPECT_LT(norm(place(robot, "b") - Vector3<double>{0, 0, 2}), 1e-15);
  EXPECT_LT(norm(place(robot, "a") - Vector3<double>{-1, 0, 1.5}), 1e-15);
}

TEST(SdfFrames, ReadsDegreesAndQuaternions) {
  const auto degrees = read_good_sdf(sdf_model(sdf_link("a", "<pose degrees='true'>0 0 0 30 40 50</pose>")));
  const auto radians = read_good_sdf(
      sdf_model(sdf_link("a", "0 0 0 " + std::to_string(pi / 6) + " " + std::to_string(40 * pi / 180) + " " +
                                  std::to_string(50 * pi / 180))));
  const auto quaternion =
      read_good_sdf(sdf_model(sdf_link("a", "<pose rotation_format='quat_xyzw'>1 2 3 0 0 2 2</pose>")));
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(degrees.bodies[0].joint.initial[i], radians.bodies[0].joint.initial[i], 1e-6);
  }
  const std::vector<double> expected{1, 2, 3, std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // sinew: w x y z
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(quaternion.bodies[0].joint.initial[i], expected[i], 1e-15);
}

TEST(SdfFrames, ReportsCyclesOfPosesAndOfCarriers) {
  EXPECT_EQ(sdf_findings(sdf_model(sdf_link("a") + "<frame name='f'><pose relative_to='g'/></frame>\n"
                                                   "<frame name='g'><pose relative_to='f'/></frame>")),
            "robot.sdf:3: error: the frames form a cycle of relative_to: 'f' -> 'g' -> 'f'\n");
  EXPECT_EQ(sdf_findings(
                sdf_model(sdf_link("a") + "<frame name='f' attached_to='f'><pose relative_to='a'/></frame>")),
            "robot.sdf:3: error: the frames form a cycle of attached_to: 'f' -> 'f'\n");
  // A joint is placed in its child, which is placed in the joint.
  EXPECT_EQ(sdf_findings(sdf_model(sdf_link("a") + sdf_link("b", "<pose relative_to='j'/>") +
                                   sdf_joint("j", "fixed", "a", "b"))),
            "robot.sdf:3: error: the frames form a cycle of relative_to: 'b' -> 'j' -> 'b'\n");
}

TEST(SdfFrames, SuggestsTheNameThatWasMeant) {
  EXPECT_EQ(sdf_findings(sdf_model(sdf_link("forearm") + sdf_link("a", "<pose relative_to='foream'/>"))),
            "robot.sdf:3: error: link 'a': relative_to: unknown frame 'foream': did you mean 'forearm'? "
            "(expected one of a, forearm, __model__)\n");
}

TEST(SdfFrames, ReportsEveryUnknownFrameAtOnce) {
  const auto findings =
      read_sdf_text(sdf_model(sdf_link("a", "<pose relative_to='x'/>") +
                              "<frame name='f' attached_to='y'/>\n" + sdf_joint("j", "fixed", "z", "nobody")),
                    "robot.sdf")
          .findings;
  EXPECT_EQ(findings.count(Severity::error), 4) << findings.to_string();
}

TEST(SdfFrames, ResolvesLongChainsOfFrames) {
  constexpr int count = 20'000;
  std::string content = sdf_link("a", "<pose relative_to='f0'/>");
  for (int i = 0; i < count; ++i) {
    const std::string base = i + 1 < count ? "f" + std::to_string(i + 1) : "__model__";
    content += "<frame name='f" + std::to_string(i) + "'><pose relative_to='" + base +
               "'>0.001 0 0 0 0 0</pose></frame>\n";
  }
  const auto robot = read_good_sdf(sdf_model(content));
  EXPECT_NEAR(robot.bodies[0].joint.initial[0], count * 0.001, 1e-9);
}

}  // namespace sinew::test::sdf_frames_test
