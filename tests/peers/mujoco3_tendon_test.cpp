// Tendons of MJCF have the lengths, rates, moment arms and forces that they have in MuJoCo 3, on hand-written files that
// use every feature and on random robots.
#include <fmt/format.h>

#include "tests/peers/mujoco3_model.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {
namespace {

using MujocoTendons = Mujoco3Files;

const std::string box = "<geom type='box' size='.1 .2 .3' pos='.1 -.2 .05' euler='10 20 30'/>";

std::string model(const std::string& world, const std::string& tendons, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody>" + world + "</worldbody><tendon>" + tendons +
         "</tendon></mujoco>";
}

// Two links with a slide, a ball joint on the second one, and a free body.
const std::string links =
    "<site name='hook' pos='.3 .2 .1'/><geom name='drum' type='cylinder' size='.2 .4' pos='0 .4 0' euler='90 "
    "0 20'/>"
    "<body name='a' pos='0 0 .5'><joint name='h' axis='0 1 0' ref='20' springref='35' damping='.3'/>"
    "<joint name='s' type='slide' axis='1 0 0' ref='.2'/>" +
    box +
    "<site name='a1' pos='.5 .1 0'/><site name='a2' pos='-.4 0 .3'/>"
    "<body name='b' pos='.7 0 0'><joint name='o' type='ball' pos='.1 0 0'/>" +
    box +
    "<geom name='ball' size='.25' pos='.4 .1 0'/><site name='b1' pos='.1 -.6 .2'/><site name='b2' pos='.5 .6 "
    "0'/>"
    "<site name='over' pos='.4 .1 .5'/></body></body>"
    "<body name='f' pos='1 1 1'><freejoint name='free'/>" +
    box + "<site name='f1' pos='.1 .2 .3'/></body>";

TEST_F(MujocoTendons, FixedTendonsCombineJoints) {
  Mujoco3Pair pair(
      write("robot.xml", model(links,
                               "<fixed name='t' stiffness='3' damping='.7'>"
                               "<joint joint='h' coef='2'/><joint joint='s' coef='-.5'/></fixed>"
                               "<fixed stiffness='2' springlength='.1 .4'>"
                               "<joint joint='s' coef='1'/><joint joint='s' coef='3'/></fixed>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, SpatialTendonsRunThroughSites) {
  Mujoco3Pair pair(
      write("robot.xml", model(links,
                               "<spatial name='t' stiffness='3' damping='.7'><site site='hook'/>"
                               "<site site='a1'/><site site='b1'/><site site='f1'/></spatial>"
                               "<spatial name='u' stiffness='5' springlength='.3'>"
                               "<site site='b2'/><site site='a2'/><site site='a1'/></spatial>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, PulleysDivideTheLengthsOfTheirParts) {
  Mujoco3Pair pair(
      write("robot.xml", model(links,
                               "<spatial name='t' stiffness='3' damping='.7'><pulley divisor='3'/>"
                               "<site site='hook'/><site site='a1'/><pulley divisor='2'/>"
                               "<site site='a2'/><site site='b1'/><pulley divisor='.5'/>"
                               "<site site='f1'/><site site='b2'/><site site='a1'/></spatial>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, WrapAroundSpheresAndCylinders) {
  Mujoco3Pair pair(write(
      "robot.xml", model(links,
                         "<spatial name='t' stiffness='3' damping='.7'><site site='hook'/><geom geom='drum'/>"
                         "<site site='a2'/><site site='b1'/><geom geom='ball'/><site site='b2'/></spatial>"
                         "<spatial name='u' stiffness='3'><site site='b1'/>"
                         "<geom geom='ball' sidesite='over'/><site site='b2'/></spatial>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, ClassesGiveDefaultsAndOneSpringLengthStandsForTwo) {
  Mujoco3Pair pair(write(
      "robot.xml",
      model(links,
            "<spatial name='t' springlength='.6'><site site='hook'/><site site='a1'/></spatial>"
            "<spatial name='u' class='k'><site site='hook'/><site site='b1'/></spatial>"
            "<fixed name='v' class='k' range='-1 2'><joint joint='h' coef='1'/></fixed>"
            "<fixed name='w' class='k' limited='false' range='-1 2'><joint joint='h' coef='1'/></fixed>",
            "<default><tendon springlength='.2 .9' stiffness='4'/><default class='k'><tendon damping='2' "
            "width='.1' "
            "range='.1 .5' springlength='-1 -1'/></default></default>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, FlagsSwitchSpringsAndDampersOff) {
  for (const std::string flag : {"spring", "damper", "limit"}) {
    SCOPED_TRACE(flag);
    Mujoco3Pair pair(
        write("robot.xml", model(links,
                                 "<spatial stiffness='3' damping='.7' range='0 .5'><site site='hook'/>"
                                 "<site site='a1'/></spatial>",
                                 "<option><flag " + flag + "='disable'/></option>")));
    pair.expect_same_dynamics();
  }
}

TEST_F(MujocoTendons, ReplicasAndAttachedModelsHaveTendonsOfTheirOwn) {
  write(
      "child.xml",
      "<mujoco><worldbody><site name='floor' pos='.1 0 0'/><geom name='post' type='cylinder' size='.1 1' "
      "pos='.4 0 0'/>"
      "<body name='c' pos='0 0 .2'><joint name='j' axis='0 1 0'/>" +
          box +
          "<site name='s' pos='.8 0 0'/></body></worldbody><tendon>"
          "<spatial name='t' stiffness='2'><site site='floor'/><geom geom='post'/><site site='s'/></spatial>"
          "<fixed name='u' stiffness='3'><joint joint='j' coef='2'/></fixed></tendon></mujoco>");
  Mujoco3Pair pair(write(
      "robot.xml",
      "<mujoco><asset><model name='m' file='child.xml'/></asset><worldbody><site name='top' pos='0 0 3'/>"
      "<body name='base'><joint name='spin'/>" +
          box +
          "<geom name='before' size='.1'/><frame pos='0 0 1' euler='0 30 0'><attach model='m' "
          "prefix='x_'/></frame></body>"
          "<replicate count='3' offset='0 1 0' euler='0 0 20'><body name='arm'><joint name='k' axis='0 1 "
          "0'/>" +
          box +
          "<geom name='knob' size='.2' pos='.5 .1 0'/><site name='tip' pos='1 0 "
          "0'/></body></replicate></worldbody>"
          "<tendon><spatial name='r' stiffness='5'><site site='top'/><geom geom='knob'/><site "
          "site='tip'/></spatial>"
          "<fixed name='q' damping='3'><joint joint='k' coef='2'/></fixed></tendon></mujoco>"));
  pair.expect_same_dynamics();
}

TEST_F(MujocoTendons, EqualitiesOfFixedTendonsHoldExactlyWhereTheirConstraintErrorsAreZeroInMujoco) {
  const std::string slides = [] {
    std::string text;
    for (const char* const name : {"x", "y", "z"})
      text +=
          fmt::format("<body><joint name='{}' type='slide' ref='.{}'/>{}</body>", name, name[0] - 'w', box);
    return text;
  }();
  const std::string tendons =
      "<tendon><fixed name='tx'><joint joint='x' coef='2'/></fixed><fixed name='ty'><joint joint='y' "
      "coef='-3'/></fixed>"
      "<fixed name='txy'><joint joint='x' coef='.5'/><joint joint='y' coef='-1.5'/></fixed></tendon>";
  for (const std::string constraint :
       {"tendon1='tx' tendon2='ty' polycoef='.1 .2 .3 -.4 .5'", "tendon1='txy' polycoef='.1 0 0 0 0'",
        "tendon1='txy' tendon2='ty' polycoef='.1 .2 0 0 0'", "tendon1='ty' polycoef='.3 0 0 0 0'"}) {
    SCOPED_TRACE(constraint);
    Mujoco3Pair pair(write("robot.xml", "<mujoco><worldbody>" + slides + "</worldbody>" + tendons +
                                            "<equality><tendon " + constraint + "/></equality></mujoco>"));
    const auto& couplings = pair.ours().description().couplings;
    ASSERT_EQ(couplings.size(), 1u);
    const Coupling& coupling = couplings[0];
    std::vector<double> q{.7, -.4, .3};
    const double x = coupling.leader.empty() ? 0 : q[std::size_t(pair.ours().joint(coupling.leader).q_index)];
    double value = 0;
    for (std::size_t k = 5; k-- > 0;) value = value * x + coupling.polynomial[k];
    q[std::size_t(pair.ours().joint(coupling.joint).q_index)] = value;
    EXPECT_NEAR(pair.their_equality_error(q), 0, 1e-14);
    q[std::size_t(pair.ours().joint(coupling.joint).q_index)] += 1e-3;
    EXPECT_GT(pair.their_equality_error(q), 1e-4);
  }
}

// ---- Random robots --------------------------------------------------------------------------------

std::string vector_text(const Vector3<double>& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x, v.y, v.z);
}

// A tree of bodies, each with sites s0, s1, ... and obstacles g0, g1, ... with a side site d0, d1, ... next to them.
struct RandomTendons {
  int sites = 0, obstacles = 0, last_site = 0;
  bool has_rings;  // side sites are inside the obstacles
  std::string text;

  RandomTendons(int seed, bool rings) : has_rings(rings) {
    Random random(std::uint64_t(seed) + 100);
    std::string world = parts(random);
    for (int i = 0; i < 3; ++i) world += body(random, i == 2, 0);
    std::string tendons;
    for (int i = 0; i < 8; ++i) tendons += tendon(random);
    text = model(world, tendons);
  }

  std::string parts(Random& random) {
    std::string result;
    for (int i = 0; i < 3; ++i)
      result += fmt::format("<site name='s{}' pos='{}'/>", sites++, vector_text(random.vector(1)));
    const bool sphere = random.chance(.5);
    const double radius = random.uniform(.1, .6);
    const Vector3<double> at = random.vector(1), angles = random.vector(180);
    result += fmt::format("<geom name='g{}' type='{}' size='{:.17g} .3' pos='{}' euler='{}'/>", obstacles,
                          sphere ? "sphere" : "cylinder", radius, vector_text(at), vector_text(angles));
    const double distance = radius * (has_rings ? random.uniform(.1, .9) : random.uniform(1.1, 2));
    result += fmt::format("<site name='d{}' pos='{}'/>", obstacles++,
                          vector_text(at + distance * random.unit_vector()));
    return result;
  }

  std::string body(Random& random, bool is_free, int depth) {
    const char* const types[] = {"hinge", "slide", "ball"};
    const Vector3<double> at = random.vector(1), angles = random.vector(180), axis = random.unit_vector();
    const char* const type = types[random.below(3)];
    std::string result = fmt::format("<body pos='{}' euler='{}'>", vector_text(at), vector_text(angles));
    result += is_free ? "<freejoint/>" : fmt::format("<joint type='{}' axis='{}'/>", type, vector_text(axis));
    result += box + parts(random);
    for (int i = depth < 2 ? random.below(3) : 0; i > 0; --i) result += body(random, false, depth + 1);
    return result + "</body>";
  }

  std::string tendon(Random& random) {
    std::string path = next_site(random);
    for (int i = random.below(4); i >= 0; --i) {
      if (random.chance(.7)) path += obstacle(random);
      path += next_site(random);
      if (i == 0 || random.chance(.8)) continue;
      path += fmt::format("<pulley divisor='{:.17g}'/>", random.uniform(.5, 3));
      path += next_site(random);
    }
    const double stiffness = random.uniform(1, 9), rest = random.uniform(.1, 3);
    return fmt::format("<spatial stiffness='{:.17g}' damping='.3' springlength='{:.17g}'>{}</spatial>",
                       stiffness, rest, path);
  }

  // A site other than the last one: MuJoCo refuses sites that are repeated.
  std::string next_site(Random& random) {
    last_site = (last_site + 1 + random.below(sites - 1)) % sites;
    return fmt::format("<site site='s{}'/>", last_site);
  }

  std::string obstacle(Random& random) const {
    const int which = random.below(obstacles);
    const bool has_side = has_rings || random.chance(.5);
    return has_side ? fmt::format("<geom geom='g{0}' sidesite='d{0}'/>", which)
                    : fmt::format("<geom geom='g{}'/>", which);
  }
};

TEST_F(MujocoTendons, RandomPathsAroundRandomObstacles) {
  int wraps = 0;
  for (int seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Mujoco3Pair pair(write("robot.xml", RandomTendons(seed, false).text));
    pair.expect_same_dynamics();
    wraps += pair.wraps();
  }
  EXPECT_GT(wraps, 300);
}

// MuJoCo stops its iteration for the touching point at an error of up to 1e-6; the length depends on it quadratically.
TEST_F(MujocoTendons, RandomPathsThroughRings) {
  int wraps = 0;
  for (int seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    Mujoco3Pair pair(write("robot.xml", RandomTendons(seed, true).text));
    pair.expect_same_dynamics(1e-9, 1e-5);
    wraps += pair.wraps();
  }
  EXPECT_GT(wraps, 300);
}

}  // namespace
}  // namespace sinew::test
