// Compares accelerations and forces of robots with loops with MuJoCo's.
//
// Its constraints are soft: with the inverse inertia A = J M^-1 J^T of the rows it solves (A + R) f = ..., where R is
// (1 - d) / d times an estimate of A's diagonal and the impedance d is at most 0.9999. A single result therefore has an
// error of about 1e-4, more if A is badly conditioned; but it is a smooth function of R, and extrapolation from three
// impedances gives the result for R = 0, the hard constraint. MuJoCo omits dJ/dt v in the rows' accelerations, so the
// comparison is at rest.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/loops/assembly.hpp"
#include "sinew/io/load.hpp"
#include "tests/peers/mujoco_model.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {
namespace {

struct SoftAnswer {
  VectorXd acceleration, force;  // force: one number per row
};

SoftAnswer ask_mujoco(mjModel& model, const std::vector<double>& q, const std::vector<double>& tau,
                      double impedance) {
  for (int i = 0; i < model.neq; ++i) std::fill_n(model.eq_solimp + mjNIMP * i, 2, impedance);
  const MujocoData data(mj_makeData(&model));
  std::copy(q.begin(), q.end(), data->qpos);
  std::copy(tau.begin(), tau.end(), data->qfrc_applied);
  mj_forward(&model, data.get());
  return {DensePart<double>(data->qacc, model.nv), DensePart<double>(data->efc_force, data->nefc)};
}

// Evaluates the polynomial through the results at the first `count` impedances at R = 0: a line or a parabola.
SoftAnswer hard_limit(mjModel& model, const std::vector<double>& q, const std::vector<double>& tau,
                      int count = 3) {
  const double impedance[] = {0.9999, 0.9997, 0.9994};
  const auto R = [&](int i) { return (1 - impedance[i]) / impedance[i]; };
  SoftAnswer limit;
  for (int i = 0; i < count; ++i) {
    double weight = 1;
    for (int j = 0; j < count; ++j) {
      if (j != i) weight *= R(j) / (R(j) - R(i));
    }
    const SoftAnswer answer = ask_mujoco(model, q, tau, impedance[i]);
    if (i == 0) limit = {VectorXd::Zero(answer.acceleration.size()), VectorXd::Zero(answer.force.size())};
    limit.acceleration += weight * answer.acceleration;
    limit.force += weight * answer.force;
  }
  return limit;
}

// A robot with hinges and slides, in both libraries.
struct BothRobots {
  explicit BothRobots(const std::string& text)
      : ours(read_mjcf_text(text, "loops.xml").description), theirs(mujoco_from_text(text)) {
    theirs->opt.disableflags |= mjDSBL_CONTACT;
    theirs->opt.solver = mjSOL_NEWTON;
    theirs->opt.tolerance = 0;
  }

  // A closed position other than that of the description.
  std::vector<double> closed_position(Random& random) {
    std::vector<double> q = ours.model.neutral_position();
    for (double& x : q) x += random.uniform(-0.3, 0.3);
    const Assembly result = assemble(ours.work, ours.chain, q);
    EXPECT_TRUE(result.closed) << result.worst_row << " " << result.error;
    return q;
  }

  ClosedRobot<> ours;
  MujocoModel theirs;
};

std::string body(const std::string& name, Random& random, const std::string& inside) {
  const Vector3<double> p = random.vector(0.4), a = random.unit_vector(), c = random.vector(0.2);
  const double mass = random.uniform(0.5, 2);
  const char* const type = random.chance(0.8) ? "hinge" : "slide";
  return fmt::format(
      "<body name='{0}' pos='{1} {2} {3}'><joint name='{0}_joint' type='{4}' axis='{5} {6} {7}' "
      "armature='0.05'/>"
      "<inertial pos='{8} {9} {10}' mass='{11}' diaginertia='0.2 0.25 0.3'/>{12}</body>",
      name, p.x, p.y, p.z, type, a.x, a.y, a.z, c.x, c.y, c.z, mass, inside);
}

std::string arm(const std::string& name, int links, Random& random) {
  std::string text;
  for (int i = links; i >= 1; --i) text = body(fmt::format("{}{}", name, i), random, text);
  return text;
}

std::string robot_text(const std::string& bodies, const std::string& equality) {
  return "<mujoco><compiler angle='radian'/><worldbody>" + bodies + "</worldbody><equality>" + equality +
         "</equality></mujoco>";
}

// The soft result is off by 1 % at most. The error of the parabola is estimated by its difference from the line, which
// is small where A is well conditioned.
void expect_same_accelerations(BothRobots& robots, const std::vector<double>& q, Random& random) {
  std::vector<double> tau(robots.ours.a.size());
  for (double& x : tau) x = random.uniform(-5, 5);
  const VectorXd ours = as_dense(robots.ours.accelerate(q, std::vector<double>(tau.size()), tau));
  const VectorXd soft = ask_mujoco(*robots.theirs, q, tau, 0.9999).acceleration;
  const VectorXd line = hard_limit(*robots.theirs, q, tau, 2).acceleration;
  const VectorXd parabola = hard_limit(*robots.theirs, q, tau).acceleration;
  EXPECT_LE(relative_error(ours, soft), 0.01);
  EXPECT_LE(relative_error(ours, parabola), 1e-8 + relative_error(parabola, line));
}

TEST(MujocoLoops, OfTwoArmsWithWeldedTipsAccelerateAlike) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string left = arm("left", 6, random), right = arm("right", 5, random);
    BothRobots robots(robot_text(left + right, "<weld body1='left6' body2='right5'/>"));
    expect_same_accelerations(robots, robots.closed_position(random), random);
    EXPECT_EQ(robots.ours.chain.rank(), 6);
  }
}

TEST(MujocoLoops, OfConnectedAndGearedChainsAccelerateAlike) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(100 + seed);
    const std::string a = arm("a", 4, random), b = arm("b", 3, random), c = arm("c", 3, random);
    BothRobots robots(
        robot_text(a + b + c,
                   "<connect body1='a4' body2='b3' anchor='0.1 0.2 -0.1'/>"
                   "<connect body1='b2' body2='c3' anchor='-0.2 0.1 0.3'/>"
                   "<joint joint1='a2_joint' joint2='c1_joint' polycoef='0 0.7 -0.4 0.2 0.1'/>"));
    expect_same_accelerations(robots, robots.closed_position(random), random);
    EXPECT_EQ(robots.ours.chain.rank(), 7);
  }
}

// MuJoCo's rows are the motion of the first anchor relative to the second in world axes: it acts on the second body by
// -f.
TEST(MujocoLoops, OfAFourBarHaveTheSameForce) {
  const std::string link = "<inertial pos='0.1 0 0.15' mass='1.3' diaginertia='0.02 0.02 0.02'/>";
  const std::string bars = "<body name='crank'><joint axis='0 1 0'/>" + link +
                           "<body name='coupler' pos='0 0 0.3'><joint axis='0 1 0'/>" + link +
                           "</body></body><body name='rocker' pos='0.5 0 0.05'><joint axis='0 1 0'/>" + link +
                           "</body>";
  BothRobots robots(robot_text(bars, "<connect body1='rocker' body2='coupler' anchor='0 0 0.3'/>"));
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> q = robots.closed_position(random);
    expect_same_accelerations(robots, q, random);
    EXPECT_EQ(robots.ours.chain.rank(), 2);
    const std::vector<double> tau{1, -2, 0.5};
    robots.ours.accelerate(q, {0, 0, 0}, tau);
    update_poses(robots.ours.work, q);
    const Rotation<double> axes = pose(robots.ours.work, robots.ours.model.frame("coupler")).rotation *
                                  robots.ours.model.description().loops[0].second.placement.rotation;
    const Vector3<double> ours = axes * robots.ours.chain.loop_force(0).linear;
    const Vector3d theirs = -hard_limit(*robots.theirs, q, tau).force;
    EXPECT_LE((as_dense(ours) - theirs).norm(), 1e-6 * theirs.norm()) << "position " << i;
  }
}

}  // namespace
}  // namespace sinew::test
