// Classics with loops (docs/classics.md) stay closed, conserve energy, and agree with the literature.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/classics.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::closed_classics_test {

// Hairer and Wanner's problem, in quadruple precision: beta, Theta, gamma, Phi, delta, Omega, epsilon.
TEST(ClosedClassics, TheSqueezerEqualsTheQuadruplePrecisionSolutionAt0Point03Seconds) {
  Classic squeezer("squeezer");
  const Recorded& seen = squeezer.run();
  const int place_in_book[7] = {0, 1, 2, 4, 3, 6, 5};
  const struct {
    double t, angles[7], rates[7];
  } exact[] = {
      {0.01,
       {2.160113131531526506184739e+00, -1.883364231107044319303390e+00, 1.585167580012266932547966e-01,
        -3.286410751746703065828222e-01, 5.251547747977294611021106e-01, 3.286410751746703065828222e-01,
        1.068427204632401148733883e+00},
       {7.119231528311039790635821e+02, -7.867700808599397566624635e+02, -1.364381913781196977012497e+02,
        -2.402930292678645514714640e+02, 4.791548225371054242290706e+00, 2.402930292678645514714640e+02,
        -4.114056696161048829921621e+01}},
      {0.02,
       {8.184905889661675544086649e+00, -7.890505363730449509659406e+00, 2.095369133846975581904219e-01,
        -2.383255965958512477343928e-01, 5.225369171559963719111262e-01, 2.383255965958512477343928e-01,
        1.086275108599873241595637e+00},
       {7.265583426091277086822994e+02, -7.486324206323291147175815e+02, -1.457392375844047127675014e+02,
        -2.595007994767750386035498e+02, 9.790501855163069997538133e+00, 2.595007994767750386035498e+02,
        -5.775747174274601444636623e+01}},
      {0.03,
       {1.581077119515370709711939e+01, -1.575637105841183946972775e+01, 4.082224011964580485828232e-02,
        -5.347301163420795937701850e-01, 5.244099658799540693716558e-01, 5.347301163420795937701850e-01,
        1.048080741041937873068515e+00},
       {1.139920302259106064198097e+03, -1.424379295177540073196026e+03, 1.103291191061859374532731e+01,
        1.929337410503204083162756e+01, 5.735699148295024538176879e-01, -1.929337410503204083162756e+01,
        3.231791492491308749907484e-01}}};
  for (const auto& [t, angles, rates] : exact) {
    const Recorded::Row& row = seen.at(t);
    for (int i = 0; i < 7; ++i) {
      EXPECT_NEAR(row.q[i], angles[place_in_book[i]], 1e-9) << i << " at " << t;
      EXPECT_NEAR(row.v[i], rates[place_in_book[i]], 1e-7) << i << " at " << t;
    }
  }
  EXPECT_LE(squeezer.report.worst_position_error, 1e-10);
  EXPECT_LE(squeezer.relative_energy_error(), 1e-9);
}

// All rods of the N four-bar swing alike: J th'' = - P g cos th (tests/support/linkages.hpp). When they are horizontal,
// the rank of the constraint rows drops and each four-bar could fold.
struct SwingOfRods {
  int count;
  double t, x, y, vx, vy;
};
const SwingOfRods exact_swings[] = {{1, 1, -2.60712675183650356345e-01, -9.65416439159073167909e-01,
                                     -6.637809496121751439e+00, 1.792553970388930558e+00},
                                    {1, 2, 7.70854717928670767345e-02, 9.97024488183951825984e-01,
                                     1.031356872689423192e+00, -7.973989812716799825e-02},
                                    {1, 5, -9.44908186042953891411e-01, -3.27335485318983460755e-01,
                                     -1.858930891262724561e+00, 5.366112429670041782e+00},
                                    {1, 10, 4.78385057760970559005e-01, 8.78150178791209301164e-01,
                                     1.727264075547153636e+00, -9.409521793715156442e-01},
                                    {2, 1, -1.95020301949435093644e-01, -9.80799205662173832602e-01,
                                     -6.676678036881158066e+00, 1.327578325160487214e+00},
                                    {2, 5, -8.11310461005107412190e-01, -5.84615545348975547683e-01,
                                     -3.569117397193209186e+00, 4.953105171313326973e+00},
                                    {2, 10, 3.28458111540815378652e-01, 9.44518538178600962161e-01,
                                     1.423051470206944123e+00, -4.948688454870429590e-01},
                                    {5, 1, -1.47047449313945937224e-01, -9.89129439279947071436e-01,
                                     -6.679514663046185966e+00, 9.930000613176120901e-01},
                                    {5, 5, -6.61400888033844742615e-01, -7.50032576164556715423e-01,
                                     -4.757875287793818008e+00, 4.195635017072506379e+00},
                                    {5, 10, 2.35789135845255853187e-01, 9.71804241304465331223e-01,
                                     1.241564817683632277e+00, -3.012412202117347826e-01},
                                    {40, 1, -1.15356880632109898063e-01, -9.93324111300450185687e-01,
                                     -6.669987523941771591e+00, 7.746000986623433152e-01},
                                    {40, 2, 3.44663073004071618561e-02, 9.99405860329562956470e-01,
                                     1.005951172814109384e+00, -3.469203416516176462e-02},
                                    {40, 5, -5.40190050675526274134e-01, -8.41543052464443054855e-01,
                                     -5.436369112578548747e+00, 3.489628365197337985e+00},
                                    {40, 10, 1.80512226686728390103e-01, 9.83572740582311574881e-01,
                                     1.148441277469414133e+00, -2.107700667794239318e-01}};

void expect_swing(const Recorded& seen, int count, double promised) {
  for (const SwingOfRods& exact : exact_swings) {
    if (exact.count != count) continue;
    const Recorded::Row& row = seen.at(exact.t);
    const double x = std::cos(row.q[0]), y = std::sin(row.q[0]);
    EXPECT_LE(
        distance(std::vector{x, y, -y * row.v[0], x * row.v[0]}, {exact.x, exact.y, exact.vx, exact.vy}),
        promised)
        << "N = " << count << ", t = " << exact.t;
    for (std::size_t i = 0; i < row.q.size(); i += 2) EXPECT_NEAR(row.q[i], row.q[0], promised) << i;
  }
}

Classic rods(int count, const SimulationPlan& plan) {
  const Model model(n_four_bar(count, ConnectionKind::point_on_line));
  State state;
  for (int i = 0; i < model.velocity_size(); ++i) {
    const int sign = i % 2 == 0 ? 1 : -1;  // rods, and couplers in the opposite sense
    state.q.push_back(sign * std::numbers::pi / 2);
    state.v.push_back(-sign);
  }
  return {model, state, plan};
}

// Fixed steps pass these positions; their error decreases with the fourth power of the step.
double promise_of_order_four(const IntegratorOptions& options) {
  return 1000 * std::pow(options.step.value(), 4);
}

TEST(ClosedClassics, TheNFourBarPassesItsSingularPositions) {
  Classic five("n_four_bar");
  expect_swing(five.run(), 5, promise_of_order_four(five.plan.integrator));
  EXPECT_LE(five.report.worst_position_error, 1e-12);
  for (const int count : {1, 2}) {
    Classic few = rods(count, five.plan);
    few.plan.options.frames.clear();
    expect_swing(few.run(), count, promise_of_order_four(few.plan.integrator));
  }
}

TEST(ClosedClassics, FortyFourBarsPassTheirSingularPositions) {
  SimulationPlan plan{.options = {.duration = 10, .record_interval = 1}};
  plan.integrator = {.kind = IntegratorKind::rkmk4, .step = 0.01};
  Classic forty = rods(40, plan);
  expect_swing(forty.run(), 40, promise_of_order_four(plan.integrator));
}

// The multistep method sees the ends of steps only. Its errors are far above the tolerance but scale with it. A step
// that ends next to a singular position can, depending on rounding, leave no consistent continuation; the run then
// reports it.
TEST(ClosedClassics, TheNFourBarPassesItsSingularPositionsWithAdaptiveStepsOrStopsThere) {
  int passed = 0;
  for (const double tolerance : {1e-8, 1e-10}) {
    SimulationPlan plan{.options = {.duration = 10, .record_interval = 1}};
    plan.integrator = {
        .kind = IntegratorKind::stiff, .relative_tolerance = tolerance, .absolute_tolerance = tolerance / 10};
    for (const int count : {1, 2, 5}) {
      Classic few = rods(count, plan);
      few.try_to_run();
      if (few.report.end == RunEnd::finished) {
        expect_swing(few.recorded, count, 2e5 * tolerance);
        ++passed;
      } else {
        EXPECT_NE(few.report.why.find("below the resolution of time"), std::string::npos) << few.report.why;
      }
    }
  }
  EXPECT_GE(passed, 4) << "of 6";
}

TEST(ClosedClassics, TheFourBarStaysClosedForAMinute) {
  Classic four_bar("four_bar");
  four_bar.run();
  EXPECT_LE(four_bar.report.worst_position_error, 1e-12);
  EXPECT_LE(four_bar.relative_energy_error(), 1e-10);
}

TEST(ClosedClassics, TheStewartPlatformStaysClosedForAMinute) {
  Classic platform("stewart_platform");
  platform.plan.options.record_interval = 0.1;
  platform.run();
  EXPECT_LE(platform.report.worst_position_error, 1e-12);
  EXPECT_LE(platform.relative_energy_error(), 1e-8);
}

}  // namespace sinew::test::closed_classics_test
