// Compares linkages with hand-computed equations of motion: one degree of freedom x, the other angles as functions of
// it, and Lagrange's equation J x'' + J' x'^2 / 2 + dV/dx = Q with J(x) the inertia reflected to x.
#include <gtest/gtest.h>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::linkages_test {

constexpr double g = 9.81;
using Plane = Vector2d;

Plane direction(double angle) {
  return {std::cos(angle), std::sin(angle)};
}
Plane across(const Plane& r) {  // rotated by 90 degrees
  return {-r.y(), r.x()};
}
double cross(const Plane& a, const Plane& b) {
  return a.x() * b.y() - a.y() * b.x();
}
// A point of a link relative to the link's joint, in world axes.
Plane turned(const PlanarLink& link, double angle) {
  return link.x * direction(angle) + link.y * across(direction(angle));
}
double about_joint(const PlanarLink& link) {
  return link.moment + link.mass * (link.x * link.x + link.y * link.y);
}

// A function of the degree of freedom with its first and second derivative.
struct Function {
  double value, slope, bend;
};
// Its first and second time derivative.
double rate(const Function& f, double v) {
  return f.slope * v;
}
double acceleration(const Function& f, double v, double a) {
  return f.slope * a + f.bend * v * v;
}

// a e(crank) + b e(coupler) = d + c e(rocker)
struct FourBarState {
  FourBarState(const FourBar& bar, double crank) {
    const Plane pin = bar.a * direction(crank), base(bar.d, 0), line = base - pin;
    // The coupler's end is the intersection of the circles of coupler and rocker on the left of the line.
    const double length = line.norm();
    const double along = (length * length + bar.b * bar.b - bar.c * bar.c) / (2 * length);
    closes = bar.b > std::abs(along) + 0.05 * bar.b;
    const double height = std::sqrt(std::max(0.0, bar.b * bar.b - along * along));
    const Plane end = pin + along / length * line + height / length * across(line);
    const double t3 = std::atan2(end.y() - pin.y(), end.x() - pin.x());
    const double t4 = std::atan2(end.y(), end.x() - bar.d);
    const double sine = std::sin(t3 - t4), cosine = std::cos(t3 - t4);
    const double k3 = bar.a / bar.b * std::sin(t4 - crank) / sine;
    const double k4 = bar.a / bar.c * std::sin(t3 - crank) / sine;
    const auto quotient_rule = [&](double ratio, double angle,
                                   double k) {  // derivative of ratio sin(angle) / sine
      return ratio * (std::cos(angle) * (k - 1) * sine - std::sin(angle) * cosine * (k3 - k4)) /
             (sine * sine);
    };
    coupler = {t3, k3, quotient_rule(bar.a / bar.b, t4 - crank, k4)};
    rocker = {t4, k4, quotient_rule(bar.a / bar.c, t3 - crank, k3)};
  }

  Function coupler, rocker;
  bool closes;
};

struct FourBarAnswer {
  std::vector<double> acceleration;
  Plane pin_force;  // on the rocker, in world axes
};

FourBarAnswer four_bar_by_hand(const FourBar& bar, double x, double v, const std::vector<double>& tau) {
  const FourBarState s(bar, x);
  const auto& [t3, k3, k3_slope] = s.coupler;
  const auto& [t4, k4, k4_slope] = s.rocker;
  // The coupler's centre of mass: its position with first and second derivatives by x.
  const Plane r3 = turned(bar.coupler, t3), slope = bar.a * across(direction(x)) + k3 * across(r3);
  const Plane bend = -bar.a * direction(x) + k3_slope * across(r3) - k3 * k3 * r3;
  const double m3 = bar.coupler.mass, i4 = about_joint(bar.rocker);
  const double J = about_joint(bar.crank) + m3 * slope.squaredNorm() + bar.coupler.moment * k3 * k3 +
                   i4 * k4 * k4 + bar.armature[0] + bar.armature[1] * (k3 - 1) * (k3 - 1) +
                   bar.armature[2] * k4 * k4;
  const double half_J_slope = m3 * slope.dot(bend) + bar.coupler.moment * k3 * k3_slope + i4 * k4 * k4_slope +
                              bar.armature[1] * (k3 - 1) * k3_slope + bar.armature[2] * k4 * k4_slope;
  const double V_slope = g * (bar.crank.mass * turned(bar.crank, x).x() + m3 * slope.y() +
                              bar.rocker.mass * turned(bar.rocker, t4).x() * k4);
  const double Q = tau[0] + tau[1] * (k3 - 1) + tau[2] * k4;
  const double a = (Q - V_slope - half_J_slope * v * v) / J;
  const double a3 = acceleration(s.coupler, v, a), a4 = acceleration(s.rocker, v, a);
  // Moments about the ends of coupler and rocker away from the pin give two equations for its force F:
  // c e4 x F and -b e3 x F.
  const Plane felt = slope * a + bend * v * v + Plane(0, g);
  const double on_rocker =
      (i4 + bar.armature[2]) * a4 + bar.rocker.mass * g * turned(bar.rocker, t4).x() - tau[2];
  const double on_coupler =
      tau[1] - bar.armature[1] * (a3 - a) - m3 * cross(r3, felt) - bar.coupler.moment * a3;
  const Plane e3 = bar.b * direction(t3), e4 = bar.c * direction(t4);
  const Plane force = (on_rocker * e3 - on_coupler * e4) / cross(e4, e3);
  return {{a, a3 - a, a4}, force};
}

const FourBar some_four_bar{.a = 0.3,
                            .b = 0.9,
                            .c = 0.7,
                            .d = 0.8,
                            .crank = {1.2, 0.1, 0.03, 0.02},
                            .coupler = {2.1, 0.4, -0.12, 0.15},
                            .rocker = {1.7, 0.3, 0.05, 0.09},
                            .armature = {0.05, 0.02, 0.03}};

TEST(FourBar, EqualsTheHandComputedAccelerationsAtAllPositions) {
  Random random(1);
  for (const Strategy strategy : all_strategies) {
    for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::spherical,
                                     ConnectionKind::cylindrical, ConnectionKind::revolute}) {
      ClosedRobot robot(some_four_bar.description(pin), strategy);
      for (int i = 0; i < 100; ++i) {
        const double x = 0.0628 * i, v = random.uniform(-5, 5);
        const std::vector<double> tau{random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)};
        const FourBarState s(some_four_bar, x);
        ASSERT_TRUE(s.closes);
        const std::vector<double> a = robot.accelerate({x, s.coupler.value - x, s.rocker.value},
                                                       {v, rate(s.coupler, v) - v, rate(s.rocker, v)}, tau);
        const FourBarAnswer expected = four_bar_by_hand(some_four_bar, x, v, tau);
        ASSERT_LE(relative_error(a, expected.acceleration), 1e-11) << name_of(strategy) << " at " << x;
        ASSERT_EQ(robot.chain.rank(), 2);
        const Force<double> pin_force = robot.chain.loop_force(0);
        const Matrix2d axes =
            (Matrix2d() << direction(s.rocker.value), across(direction(s.rocker.value))).finished();
        ASSERT_LE(relative_error(axes * Plane(pin_force.linear.x, pin_force.linear.y), expected.pin_force),
                  1e-11)
            << name_of(strategy) << " at " << x;
        ASSERT_NEAR(pin_force.linear.z, 0, 1e-12);
        ASSERT_NEAR(norm(pin_force.angular), 0, 1e-12);
      }
    }
  }
}

// r sin(crank) + l sin(rod) = e, slider = r cos(crank) + l cos(rod)
struct SliderCrankState {
  SliderCrankState(const SliderCrank& s, double x) {
    const double angle = std::asin((s.e - s.r * std::sin(x)) / s.l), cosine = std::cos(angle);
    const double k = -s.r * std::cos(x) / (s.l * cosine);
    const double k_slope = (s.r * std::sin(x) / s.l + std::sin(angle) * k * k) / cosine;
    rod = {angle, k, k_slope};
    slider = {s.r * std::cos(x) + s.l * cosine, -s.r * std::sin(x) - s.l * std::sin(angle) * k,
              -s.r * std::cos(x) - s.l * (cosine * k * k + std::sin(angle) * k_slope)};
  }
  Function rod, slider;
};

// `push` acts on the slider along x, `torque` on the crank.
double slider_crank_by_hand(const SliderCrank& s, double x, double v, double torque, double push) {
  const SliderCrankState state(s, x);
  const auto& [angle, k, k_slope] = state.rod;
  const Plane r = turned(s.rod, angle), slope = s.r * across(direction(x)) + k * across(r);
  const Plane bend = -s.r * direction(x) + k_slope * across(r) - k * k * r;
  const double J = about_joint(s.crank) + s.rod.mass * slope.squaredNorm() + s.rod.moment * k * k +
                   s.slider * state.slider.slope * state.slider.slope;
  const double half_J_slope = s.rod.mass * slope.dot(bend) + s.rod.moment * k * k_slope +
                              s.slider * state.slider.slope * state.slider.bend;
  const double V_slope = g * (s.crank.mass * turned(s.crank, x).x() + s.rod.mass * slope.y());
  return (torque + push * state.slider.slope - V_slope - half_J_slope * v * v) / J;
}

const SliderCrank some_slider_crank{.r = 0.2,
                                    .l = 0.7,
                                    .e = 0.1,
                                    .crank = {1.5, 0.05, -0.02, 0.03},
                                    .rod = {0.8, 0.3, 0.04, 0.05},
                                    .slider = 1.1};

TEST(SliderCrank, ClosedAtThePinEqualsTheHandComputedAccelerations) {
  Random random(2);
  for (const Strategy strategy : all_strategies) {
    for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::revolute}) {
      ClosedRobot robot(some_slider_crank.closed_at_the_pin(pin), strategy);
      for (int i = 0; i < 100; ++i) {
        const double x = 0.0628 * i, v = random.uniform(-5, 5), torque = random.uniform(-5, 5),
                     push = random.uniform(-20, 20);
        const SliderCrankState s(some_slider_crank, x);
        const std::vector<double> a =
            robot.accelerate({x, s.rod.value - x, s.slider.value}, {v, rate(s.rod, v) - v, rate(s.slider, v)},
                             {torque, 0, push});
        const double expected = slider_crank_by_hand(some_slider_crank, x, v, torque, push);
        ASSERT_LE(relative_error(a, std::vector{expected, acceleration(s.rod, v, expected) - expected,
                                                acceleration(s.slider, v, expected)}),
                  1e-11)
            << name_of(strategy) << " at " << x;
        ASSERT_EQ(robot.chain.rank(), 2);
      }
    }
  }
}

TEST(SliderCrank, ClosedAtTheGuideEqualsTheHandComputedAccelerations) {
  Random random(3);
  for (const Strategy strategy : all_strategies) {
    ClosedRobot robot(some_slider_crank.closed_at_the_guide(), strategy);
    for (int i = 0; i < 100; ++i) {
      const double x = 0.0628 * i, v = random.uniform(-5, 5), torque = random.uniform(-5, 5);
      const SliderCrankState s(some_slider_crank, x);
      const double rod_rate = rate(s.rod, v);
      const std::vector<double> a =
          robot.accelerate({x, s.rod.value - x, -s.rod.value}, {v, rod_rate - v, -rod_rate}, {torque, 0, 0});
      const double expected = slider_crank_by_hand(some_slider_crank, x, v, torque, 0);
      const double rod = acceleration(s.rod, v, expected);
      ASSERT_LE(relative_error(a, std::vector{expected, rod - expected, -rod}), 1e-11)
          << name_of(strategy) << " at " << x;
      ASSERT_EQ(robot.chain.rank(), 2);
    }
  }
}

// Rods at angle x, couplers horizontal.
std::vector<double> alternating(int count, double x) {
  std::vector<double> numbers{x};
  for (int i = 0; i < count; ++i) numbers.insert(numbers.end(), {-x, x});
  return numbers;
}

TEST(NFourBar, OnTheRegularBranchIsAPendulum) {
  for (const Strategy strategy : all_strategies) {
    for (const int count : {1, 2, 5, 12}) {
      for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::revolute}) {
        ClosedRobot robot(n_four_bar(count, pin), strategy);
        const std::vector<double> tau(robot.a.size());
        for (const double x : {1.5708, 0.9, 0.3, -0.7, -1.5, -2.9}) {
          for (const double v : {0.0, -1.0, 6.9}) {
            const double J = (count + 1) / 3.0 + count, P = (count + 1) / 2.0 + count;
            robot.accelerate(alternating(count, x), alternating(count, v), tau);
            ASSERT_LE(relative_error(robot.a, alternating(count, -P * g * std::cos(x) / J)), 1e-10)
                << name_of(strategy) << " N " << count << " at " << x;
            ASSERT_EQ(robot.chain.rank(), 2 * count);
          }
        }
      }
    }
  }
}

TEST(NFourBar, StretchedOutLosesHalfItsConstraintsAndReportsIt) {
  for (const Strategy strategy : all_strategies) {
    for (const int count : {1, 2, 5}) {
      for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::revolute}) {
        ClosedRobot robot(n_four_bar(count, pin), strategy);
        const std::vector<double> tau(robot.a.size());
        for (const double v : {0.0, 2.0}) {
          robot.accelerate(alternating(count, 0), alternating(count, v), tau);
          ASSERT_EQ(robot.chain.rank(), count) << name_of(strategy);
          const MaximalCoordinates<long double> reference(robot.model.description(), alternating(count, 0),
                                                          alternating(count, v));
          ASSERT_EQ(reference.rank(), count);
          ASSERT_LE(relative_error(robot.a, reference.forward_dynamics(tau).acceleration), 1e-10)
              << name_of(strategy);
        }
      }
    }
  }
}

// Classical Runge-Kutta steps of a robot whose coordinates are all angles.
struct Moving {
  VectorXd q, v;
};
Moving step(ClosedRobot<>& robot, const Moving& s, double h) {
  const auto numbers = [](const VectorXd& x) { return std::vector<double>(x.begin(), x.end()); };
  const auto slope = [&](const Moving& at) -> Moving {
    const std::vector<double> tau(robot.a.size());
    return {at.v, as_dense(robot.accelerate(numbers(at.q), numbers(at.v), tau))};
  };
  const auto on = [&](const Moving& k, double time) -> Moving {
    return {s.q + time * k.q, s.v + time * k.v};
  };
  const Moving k1 = slope(s), k2 = slope(on(k1, h / 2)), k3 = slope(on(k2, h / 2)), k4 = slope(on(k3, h));
  return {s.q + h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q),
          s.v + h / 6 * (k1.v + 2 * k2.v + 2 * k3.v + k4.v)};
}

TEST(FourBar, ConservesEnergyAndStaysClosedWhileItSwings) {
  ClosedRobot robot(some_four_bar.description(ConnectionKind::revolute));
  const FourBarState start(some_four_bar, 0.8);
  const double v = 6;
  Moving state{Vector3d(0.8, start.coupler.value - 0.8, start.rocker.value),
               Vector3d(v, rate(start.coupler, v) - v, rate(start.rocker, v))};
  const auto seen = [&](const auto& ask) {
    const std::vector<double> q(state.q.begin(), state.q.end()), w(state.v.begin(), state.v.end());
    return ask(q, w);
  };
  const auto energy = [&](const std::vector<double>& q, const std::vector<double>& w) {
    const DenseReference<double> dense(robot.model.description(), q, w);
    return dense.kinetic_energy() + dense.potential_energy();
  };
  const auto gap = [&](const std::vector<double>& q, const std::vector<double>& w) {
    const MaximalCoordinates<double> reference(robot.model.description(), q, w);
    return std::max(reference.closure().largest(), reference.rate().largest());
  };
  const double before = seen(energy);
  for (int i = 0; i < 1000; ++i) state = step(robot, state, 0.001);
  EXPECT_GT(std::abs(state.q[0] - 0.8), 1) << "it hardly moved";
  EXPECT_NEAR(seen(energy), before, 1e-8);
  EXPECT_LE(seen(gap), 1e-8);
  EXPECT_NEAR(FourBarState(some_four_bar, state.q[0]).rocker.value, state.q[2], 1e-8);
}

}  // namespace sinew::test::linkages_test
