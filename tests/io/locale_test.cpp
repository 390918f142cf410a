// ros/urdfdom#98, urdfdom_headers#41, drake PR#10326, mc_rbdyn_urdf PR#15: where the decimal sign is a comma,
// other readers took 1.57079632679 for 1. Here every locale gives the same bits, in both directions.
#include <gtest/gtest.h>

#include <atomic>
#include <clocale>
#include <locale>
#include <thread>

#include "tests/io/urdf_texts.hpp"

namespace sinew::test {
namespace {

class CommaForPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

const char* const german_names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE"};

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
    return write_urdf(result.description) + result.findings.to_string();
  }
};

TEST_F(Locale, OfTheStreamsDoesNotChangeANumber) {
  const std::string plain = written_again();
  std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  EXPECT_EQ(written_again(), plain);
}

TEST_F(Locale, OfTheProcessDoesNotChangeANumber) {
  const std::string plain = written_again();
  bool set = false;
  for (const char* name : german_names) set = set || std::setlocale(LC_ALL, name) != nullptr;
  if (!set) GTEST_SKIP() << "no German locale on this machine";
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

}  // namespace
}  // namespace sinew::test
