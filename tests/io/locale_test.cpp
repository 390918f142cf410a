// All locales give the same bits, in both directions. In locales with a decimal comma other readers took 1.57079632679
// for 1 (ros/urdfdom#98, urdfdom_headers#41, drake PR#10326, mc_rbdyn_urdf PR#15).
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <locale>
#include <thread>

#include "sinew/io/scene.hpp"
#include "sinew/io/write.hpp"
#include "tests/io/urdf_texts.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::locale_test {

class CommaForPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// A locale of the machine, or one compiled for this test from Debian's package `locales`.
bool set_german() {
  for (const char* name : {"de_DE.UTF-8", "de_DE"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) return true;
  }
  const auto folder =
      std::filesystem::temp_directory_path() / ("sinew_locale_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const auto make = "localedef -i de_DE -f UTF-8 '" + (folder / "de_DE.UTF-8").string() + "' 2>/dev/null";
  ::setenv("LOCPATH", folder.c_str(), 1);
  const bool set = std::system(make.c_str()) == 0 && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  ::unsetenv("LOCPATH");
  std::filesystem::remove_all(folder);
  return set;
}

class Locale : public testing::Test {
 protected:
  ~Locale() override {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
  }
  static std::string written_again() {
    const ReadResult result =
        read_urdf_text(pair("revolute",
                            "<origin xyz='1.57079632679 -12345.678 1e-3' rpy='.1 .2 .3'/>"
                            "<limit lower='-1.5' upper='1234.5' effort='0.5' velocity='2.25'/>"),
                       "file.urdf");
    EXPECT_EQ(result.description.bodies.at(1).placement.translation,
              (Vector3<double>{1.57079632679, -12345.678, 1e-3}));
    const ReadResult refused = read_urdf_text(
        robot("<link name='a'><inertial><mass value='-1.5'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' "
              "iyz='0' izz='1'/></inertial></link>"),
        "file.urdf");
    const std::string scene = source_folder() + "/models/scene.yaml";
    const SceneResult read = read_scene_text("model: arm6.urdf\ngravity: [0.5, -1234.5, 1e-3]\n", scene);
    EXPECT_EQ(read.scene->robots.at(0).model.gravity(), (Vector3<double>{0.5, -1234.5, 1e-3}));
    const SceneResult wrong =
        read_scene_text("model: arm6.urdf\nbase: {quaternion: [1.5, 0, 0, 0]}\n", scene);
    return write_urdf(result.description).text + errors_of(refused.findings) + errors_of(wrong.findings);
  }
};

TEST_F(Locale, OfTheStreamsDoesNotChangeANumber) {
  const std::string plain = written_again();
  std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  EXPECT_EQ(written_again(), plain);
}

TEST_F(Locale, OfTheProcessDoesNotChangeANumber) {
  const std::string plain = written_again();
  if (!set_german()) GTEST_SKIP() << "no German locale on this machine; Debian's package locales brings it";
  ASSERT_STREQ(std::localeconv()->decimal_point, ",");
  EXPECT_EQ(written_again(), plain);
}

TEST_F(Locale, ChangedByAnotherThreadDoesNotChangeANumber) {
  const std::string plain = written_again();
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
      std::locale::global(std::locale::classic());
    }
  });
  for (int i = 0; i < 200; ++i) EXPECT_EQ(written_again(), plain);
  done = true;
  other.join();
}

}  // namespace sinew::test::locale_test
