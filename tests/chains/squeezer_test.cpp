// Compares Andrews' squeezing mechanism, seven bodies and three loops in the plane, with published numbers: Hairer and
// Wanner, Solving Ordinary Differential Equations II (1996), VII.7; initial values to 30 digits and the state at 0.03 s
// from the Test Set for IVP Solvers; that state and its accelerations are also integrated in quadruple precision.
#include <gtest/gtest.h>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::squeezer_test {

constexpr double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072;
constexpr double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                 ub = .00449, zf = .02, zt = .04, fa = .01421;

// Angles in the order of the book: beta, Theta, gamma, Phi, delta, Omega, epsilon. K4 is carried by K5 and K6 by K7, so
// that the library's order differs.
constexpr int place_in_book[7] = {0, 1, 2, 4, 3, 6, 5};

Description squeezer(ConnectionKind pin) {
  Description robot{.name = "squeezer", .gravity = {0, 0, 0}};
  robot.bodies = {planar_link("K1", "", {}, {.04325, ra, 0, 2.194e-6}),
                  planar_link("K2", "K1", {rr, 0, 0}, {.00365, -da, 0, 4.410e-7}),
                  planar_link("K3", "", {xb, yb, 0}, {.02373, sa, sb, 5.255e-6}),
                  planar_link("K5", "", {xa, ya, 0}, {.07050, ta, tb, 1.169e-5}),
                  planar_link("K4", "K5", {zt, 0, 0}, {.00706, 0, -(e - ea), 5.667e-7}),
                  planar_link("K7", "", {xa, ya, 0}, {.05498, ua, ub, 1.912e-5}),
                  planar_link("K6", "K7", {0, -u, 0}, {.00706, zf - fa, 0, 5.667e-7})};
  robot.frames = {{"D", "K3", {{}, {sd, -sc, 0}}}};
  // K2 meets the three others in one point.
  const LoopEnd end{"K2", {{}, {-d, 0, 0}}};
  robot.loops = {planar_pin("K2-K3", pin, end, {"K3", {{}, {0, -ss, 0}}}),
                 planar_pin("K2-K4", pin, end, {"K4", {{}, {0, -e, 0}}}),
                 planar_pin("K2-K6", pin, end, {"K6", {{}, {zf, 0, 0}}})};
  return robot;
}

std::vector<double> reordered(const std::vector<double>& book) {
  std::vector<double> numbers;
  for (const int i : place_in_book) numbers.push_back(book[i]);
  return numbers;
}

struct Squeezer {
  Squeezer(Strategy strategy, ConnectionKind pin) : robot(squeezer(pin), strategy) {}

  // The motor drives K1; the spring between C on the ground and D on K3 pulls at D.
  void accelerate(const std::vector<double>& q, const std::vector<double>& v) {
    const double c = std::cos(q[2]), s = std::sin(q[2]), c0 = 4530, rest = .07785;
    const double x = sd * c + sc * s + xb - xc, y = sd * s - sc * c + yb - yc, length = std::hypot(x, y);
    const double pull = -c0 * (length - rest) / length;
    const ExternalForce<double> spring{robot.model.frame("D"),
                                       {{}, {pull * (c * x + s * y), pull * (c * y - s * x), 0}}};
    robot.chain.forward_dynamics(robot.work, reordered(q), reordered(v),
                                 std::vector<double>{.033, 0, 0, 0, 0, 0, 0}, robot.a,
                                 {.forces = std::span(&spring, 1)});
  }
  // The book's multipliers are the forces on K3, K4 and K6 in world axes.
  std::vector<double> multipliers(const std::vector<double>& q) const {
    const double angles[] = {q[2], q[3] + q[4], q[5] + q[6]};
    std::vector<double> numbers;
    for (int i = 0; i < 3; ++i) {
      const double c = std::cos(angles[i]), s = std::sin(angles[i]);
      const Vector3<double> f = robot.chain.loop_force(i).linear;
      numbers.insert(numbers.end(), {c * f.x - s * f.y, s * f.x + c * f.y});
    }
    return numbers;
  }

  ClosedRobot<> robot;
};

template <class Check>
void for_all_squeezers(const Check& check) {
  for (const Strategy strategy : all_strategies) {
    for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::revolute}) {
      SCOPED_TRACE(std::string(name_of(strategy)) + " " + name_of(pin));
      Squeezer mechanism(strategy, pin);
      check(mechanism);
      EXPECT_EQ(mechanism.robot.chain.rank(), 6);
    }
  }
}

TEST(Squeezer, HasThePublishedInitialAccelerations) {
  const std::vector<double> q{-0.0617138900142764496358948458001, 0,
                              0.455279819163070380255912382449,   0.222668390165885884674473185609,
                              0.487364979543842550225598953530,   -0.222668390165885884674473185609,
                              1.23054744454982119249735015568};
  for_all_squeezers([&](Squeezer& mechanism) {
    mechanism.accelerate(q, std::vector<double>(7));
    EXPECT_LE(relative_error(mechanism.robot.a, reordered({14222.4439199541138705911625887,
                                                           -10666.8329399655854029433719415, 0, 0, 0, 0, 0})),
              1e-12);
    EXPECT_LE(relative_error(mechanism.multipliers(q),
                             std::vector{98.5668703962410896057654982170, -6.12268834425566265503114393122,
                                         0.0, 0.0, 0.0, 0.0}),
              1e-12);
  });
}

TEST(Squeezer, HasTheAccelerationsOfQuadruplePrecisionAt0Point03Seconds) {
  const std::vector<double> q{1.581077119515370709711939e+01, -1.575637105841183946972775e+01,
                              4.082224011964580485828232e-02, -5.347301163420795937701850e-01,
                              5.244099658799540693716558e-01, 5.347301163420795937701850e-01,
                              1.048080741041937873068515e+00};
  const std::vector<double> v{1.139920302259106064198097e+03, -1.424379295177540073196026e+03,
                              1.103291191061859374532731e+01, 1.929337410503204083162756e+01,
                              5.735699148295024538176879e-01, -1.929337410503204083162756e+01,
                              3.231791492491308749907484e-01};
  const std::vector<double> a{-2.463176312287463447005080e+04, 5.185031963646423153375400e+04,
                              3.241026007075786058119411e+05,  5.667494220009953264932948e+05,
                              1.674363541834544460964463e+04,  -5.667494220009953264932948e+05,
                              9.826507801544162688490504e+03};
  const std::vector<double> lambda{1.991753481045386281862395e+02, -2.975530997497176332441573e+01,
                                   2.306654361162215112861737e+01, 3.145272527577113707538454e+01,
                                   2.264249478639437857771292e+01, 1.161739235261125590680148e+01};
  for_all_squeezers([&](Squeezer& mechanism) {
    mechanism.accelerate(q, v);
    EXPECT_LE(relative_error(mechanism.robot.a, reordered(a)), 1e-11);
    EXPECT_LE(relative_error(mechanism.multipliers(q), lambda), 1e-11);
  });
}

}  // namespace sinew::test::squeezer_test
