// Compares classics without loops (docs/classics.md), from their scene files, with closed forms, with motions
// integrated in quadruple precision, and with conservation of energy and momentum.
//
// A tolerance bounds the error of one step. Errors of steps accumulate and are propagated by the motion, so that the
// expected error at the end is a multiple of the tolerance, which each test states, and never less than rounding.
#include <gtest/gtest.h>

#include <numbers>

#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/io/load.hpp"
#include "tests/support/classics.hpp"

namespace sinew::test::classics_test {

double promise(double factor, double tolerance) {
  return factor * (tolerance + 1e-14);
}

// A quaternion and its opposite are one rotation.
double quaternion_distance(const double* q, const std::vector<double>& expected) {
  std::vector<double> opposite = expected;
  for (double& x : opposite) x = -x;
  return std::min(distance(q, expected), distance(q, opposite));
}

TEST(Classics, ThePendulumFollowsTheEllipticFunctions) {
  Classic pendulum("pendulum");
  const struct {
    double t, x, y;
  } exact[] = {{1, 9.8629175113187531936e-01, -1.6501085312554116875e-01},
               {5, -9.4230543504375733550e-01, -3.3475433841400058079e-01},
               {10, -2.7508746257611686005e-01, -9.6141920509912506427e-01}};
  pendulum.run_with_tolerances(1, [&](double tolerance) {
    for (const auto& [t, x, y] : exact)
      EXPECT_LE(distance(pendulum.recorded.at(t).frames[0].translation, {x, 0, y}), promise(10, tolerance))
          << t;
  });
}

TEST(Classics, TheDoublePendulumFollowsTheQuadruplePrecisionSolution) {
  Classic pendulum("double_pendulum");
  // Angles from the vertical and their derivatives.
  const struct {
    double t;
    std::vector<double> angles, rates;
  } exact[] = {{1,
                {-6.2508769980639062995e-01, -1.0345850856800123406e+00},
                {-3.92227957288797661687e+00, -1.30309924869633124332e+00}},
               {2,
                {-4.8297153425175437745e-01, -1.3240487123023625488e+00},
                {3.06528819207340131517e+00, 2.94927154757161898304e+00}},
               {5,
                {-6.2718670506653073014e-01, -1.3013155502098116779e+00},
                {2.12540867384291065065e+00, 3.88188872726560743925e+00}},
               {10,
                {-5.6847466401595018878e-01, -5.2639372793240469833e-01},
                {6.07838488576196485482e+00, -9.68136068170887875808e+00}}};
  pendulum.run_with_tolerances(1, [&](double tolerance) {
    for (const auto& [t, angles, rates] : exact) {
      const Recorded::Row& row = pendulum.recorded.at(t);
      EXPECT_LE(distance(std::vector{row.q[0], row.q[0] + row.q[1]}, angles), promise(20, tolerance)) << t;
      EXPECT_LE(distance(std::vector{row.v[0], row.v[0] + row.v[1]}, rates), promise(50, tolerance)) << t;
    }
    EXPECT_LE(pendulum.relative_energy_error(), promise(1, tolerance));
  });
}

TEST(Classics, TheDoublePendulumConservesEnergyToABillionthForTenSeconds) {
  Classic pendulum("double_pendulum");
  pendulum.run();
  EXPECT_LE(pendulum.relative_energy_error(), 1e-9);
}

TEST(Classics, TheChainConservesEnergy) {
  Classic chain("chain");
  chain.run();
  EXPECT_LE(chain.relative_energy_error(), 1e-9);
}

// Ten crossed links, thrown without gravity: the centre of mass moves along a line, and the angular momentum about it
// is constant.
TEST(Classics, AChainThrownWithoutGravityConservesMomentum) {
  Description description = load(Classic::folder() + "chain.urdf", {.base = Base::floating}).description();
  description.gravity = {};
  const Model model(description);
  const State thrown = random_state(model, 7);
  SimulationPlan plan{.options = {.duration = 2, .record_interval = 0.1}};
  plan.integrator = {
      .kind = IntegratorKind::adaptive, .relative_tolerance = 1e-11, .absolute_tolerance = 1e-12};
  Classic chain(model, {.q = thrown.q, .v = thrown.v}, plan);
  const Recorded& seen = chain.run();
  Workspace<double> work(model);
  const Force<double> start = centroidal_momentum(work, thrown.q, thrown.v);
  for (const Recorded::Row& row : seen.rows) {
    const Force<double> now = centroidal_momentum(work, row.q, row.v);
    EXPECT_LE(distance(now.angular, start.angular), 1e-9 * norm(start.angular)) << row.t;
    EXPECT_LE(distance(now.linear, start.linear), 1e-9 * norm(start.linear)) << row.t;
  }
  EXPECT_LE(chain.relative_energy_error(), 1e-9);
}

TEST(Classics, TheFreeBodyTumblingAboutItsIntermediateAxisFollowsEllipticFunctions) {
  Classic body("tumbling_body");
  const struct {
    double t;
    std::vector<double> rate, quaternion;
  } exact[] = {{1,
                {-9.4169820328651445534e-03, 1.0000056602086773664e+00, 1.9905439378951212946e-02},
                {8.77529137340391739383e-01, 1.32111605720722365402e-04, 4.79417159592973969229e-01,
                 1.00887438740634823626e-02}},
               {10,
                {-8.0366451887752060932e-01, -5.9516664985310065690e-01, 4.6439087663398265050e-01},
                {1.22971637078475840360e-01, 2.08079910244275886276e-01, -4.18839178551550386152e-01,
                 -8.75302501959885986898e-01}},
               {20,
                {8.4601002665117268200e-02, -9.9646508737037888300e-01, 5.2463732399767299047e-02},
                {-5.55622888321513673993e-02, 9.96815747811350474411e-01, 1.72940590279151756467e-02,
                 -5.45170844540471086530e-02}},
               {100,
                {1.9083657194806012398e-03, 1.0000481779095848697e+00, 1.9180214282078017778e-02},
                {-9.69267985229849742970e-01, 1.35928097253093425335e-04, 2.45835718252912068724e-01,
                 9.18444135998448098727e-03}}};
  const Vector3<double> momentum{0.01, 2, 0.06};  // inertia times angular velocity at the start
  body.run_with_tolerances(1, [&](double tolerance) {
    for (const auto& [t, rate, quaternion] : exact) {
      const Recorded::Row& row = body.recorded.at(t);
      EXPECT_LE(distance(row.v, rate), promise(10, tolerance)) << t;
      EXPECT_LE(quaternion_distance(&row.q[3], quaternion), promise(10, tolerance)) << t;
    }
    for (const Recorded::Row& row : body.recorded.rows) {
      const Vector3<double> own{row.v[0], 2 * row.v[1], 3 * row.v[2]};
      EXPECT_LE(distance(row.frames[0].rotation * own, momentum), promise(10, tolerance)) << row.t;
      double square = 0;
      for (std::size_t i = 3; i < 7; ++i) square += row.q[i] * row.q[i];
      EXPECT_NEAR(square, 1, 1e-13) << row.t;
    }
  });
}

TEST(Classics, TheHeavyTopFollowsTheQuadruplePrecisionSolution) {
  Classic top("heavy_top");
  const struct {
    double t;
    std::vector<double> centre, rate, quaternion;
  } exact[] = {{0.1,
                {4.21296658925402043647e-01, 8.94571974345592990891e-01, -1.49164700561899611618e-01},
                {4.80894133172809231185e+00, 150, 1.02830075671832984154e+00},
                {3.31822912608300823122e-01, 1.77338056666937025470e-01, 9.14975159138727902369e-01,
                 -1.45826014430888623141e-01}},
               {0.2,
                {6.05550561377119770136e-01, 5.98957681794919157685e-01, -5.23983027430003184781e-01},
                {-2.69159091214340862135e+00, 150, 4.91726098989399441715e+00},
                {-7.08279152974312562109e-01, 4.38781088126581897370e-01, 5.45728396145417673415e-01,
                 8.93997528240050104624e-02}},
               {1,
                {1.73343964098386042592e-01, 6.40088592070568782861e-01, -7.48490791133581309484e-01},
                {-8.22078101682704456256e-01, 150, -5.92329134811733618608e+00},
                {7.32943980679663718147e-01, -2.78285719337612678518e-01, 5.31824611334162617923e-01,
                 -3.20176142736249281409e-01}},
               {2,
                {-1.50416822745641759810e-01, -7.24165591636895650749e-01, -6.73022269560444096050e-01},
                {1.22233219497394236787e-01, 150, -5.85562458920545772829e+00},
                {1.22947135041533467104e-01, -4.91079892550027014699e-01, 3.50430030343620961839e-01,
                 -7.87986887550485669324e-01}}};
  // It makes 48 revolutions.
  top.run_with_tolerances(0.1, [&](double tolerance) {
    for (const auto& [t, centre, rate, quaternion] : exact) {
      const Recorded::Row& row = top.recorded.at(t);
      EXPECT_LE(distance(row.frames[0].translation, {centre[0], centre[1], centre[2]}),
                promise(100, tolerance))
          << t;
      EXPECT_LE(distance(row.v, rate), promise(200, tolerance)) << t;
      EXPECT_LE(quaternion_distance(row.q.data(), quaternion), promise(100, tolerance)) << t;
    }
    EXPECT_LE(top.relative_energy_error(), promise(10, tolerance));
  });
}

}  // namespace sinew::test::classics_test
