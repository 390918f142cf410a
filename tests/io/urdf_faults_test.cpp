// Faults of URDF files that other readers ignore: they are warnings, and the robot loads.
#include <gtest/gtest.h>

#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_faults_test {

std::string findings_in(const std::string& text) {
  return read_urdf_text(text, "bad.urdf").findings.to_string();
}

TEST(FaultsOfUrdf, ThatOtherReadersIgnoreAreWarnings) {
  EXPECT_EQ(
      findings_in(pair("continuous", "<mimic joint='k'/>")),
      "bad.urdf:3: warning: joint 'j': mimic: there is no joint 'k': the joint moves independently; correct "
      "the name in <mimic>\n");
  const auto visual = [](const std::string& content) {
    return findings_in(robot(solid("a", "<visual>" + content + "</visual>")));
  };
  const std::string box = "<geometry><box size='1 1 1'/></geometry>";
  for (const char* color : {"<color/>", "<color rgba=''/>", "<color rgba=' '/>"}) {
    EXPECT_EQ(
        visual(box + "<material name='m'>" + color + "</material>"),
        "bad.urdf:2: warning: link 'a': <color> is empty: the shape gets no colour; expected rgba=\"red "
        "green blue alpha\"\n");
  }
  EXPECT_EQ(visual(""), "bad.urdf:2: warning: link 'a': <visual> has no <geometry> and is ignored\n");
  EXPECT_EQ(visual("<geometry/>"),
            "bad.urdf:2: warning: link 'a': <geometry> is empty, and its <visual> is ignored\n");
  EXPECT_EQ(visual("<geometry><teapot/></geometry>"),
            "bad.urdf:2: warning: <teapot> in <geometry> is unknown and ignored\n");
}

}  // namespace sinew::test::urdf_faults_test
