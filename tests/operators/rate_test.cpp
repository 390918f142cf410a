#include "sinew/operators/formula/rate.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/compare/verify.hpp"
#include "sinew/operators/run/prepared.hpp"
#include "sinew/operators/simplify/simplify.hpp"
#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::rate_test {

using namespace names;
using test::relative_error;
using test::Subject;

// d/dt of the dense matrix while q moves with v, by fourth-order differences.
test::MatrixXd difference_quotient(const Expression& x, const Model& model, const std::vector<double>& q,
                                   const std::vector<double>& v) {
  Configuration at(model, {FrameIndex{int(model.frames().size()) - 1}});
  const auto moved = [&](double time) {
    std::vector<double> position(q.size());
    model.integrate(q, v, time, position);
    at.set(position, v, std::vector<double>(v.size()));
    return test::as_dense(dense(x, at));
  };
  const double h = 1e-3;
  return (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
}

TEST(Rate, IsTheDerivativeByTime) {
  const Expression all[] = {
      H,     phi,    E_phi, M, R,    P, D,     D_half, G,           K,         psi,
      E_psi, taubar, Pplus, B, Mass, J, Omega, inv(D), inv(D_half), inv(Mass), D_half * ~(I + H * phi * K)};
  int compared = 0;
  for (int i = 0; i < 40; ++i) {
    Subject<> subject(test::random_sample(i));
    if (subject.dofs() == 0 || subject.dofs() > 16) continue;
    if (test::condition_of(subject.dense().mass_matrix()) > 1e4) continue;
    Configuration at(subject.model, {FrameIndex{int(subject.model.frames().size()) - 1}});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    for (const Expression& x : all) {
      const test::MatrixXd expected =
          difference_quotient(x, subject.model, subject.sample.q, subject.sample.v);
      EXPECT_LT((test::as_dense(dense(rate(x), at)) - expected).norm(), 1e-5 * (1 + expected.norm()))
          << to_text(x) << " " << i;
    }
    ++compared;
  }
  EXPECT_GT(compared, 10);
}

TEST(Rate, OfTheJointVelocitiesIsForwardDynamics) {
  for (int i = 0; i < 20; ++i) {
    Subject<> subject(test::random_sample(i));
    if (subject.dofs() == 0) continue;
    Configuration at(subject.model);
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    std::vector<double> expected = subject.zeros(), actual = subject.zeros();
    forward_dynamics(subject.work, subject.sample.q, subject.sample.v, subject.sample.tau, expected);
    Prepared(rate(v), at).apply({}, actual);
    EXPECT_LT(relative_error(actual, expected), 1e-7) << i;
  }
}

TEST(Rate, OfConstantsIsZero) {
  const Expression given = constant("X", joint_space, joint_space, {});
  for (const Expression& x : {M, R, B, given, Expression::identity(joint_space), ~B * M * B})
    EXPECT_EQ(rate(x).kind(), Expression::Kind::zero) << to_text(x);
  EXPECT_EQ(rate(given * D), given * rate(D));
  EXPECT_EQ(rate(~K), ~rate(K));
}

TEST(Rate, ThatCannotBeExpressedIsRefused) {
  for (const Expression& x : {r, Upsilon, a, b, T, C, dVx, rate(P), rate(v), mu})
    EXPECT_TRUE(test::contains(test::complaint([&] { return rate(x); }), "is not in the language"))
        << to_text(x);
}

// SOA section 6, as printed: nu' + mu = epsilon.
TEST(Rate, TheDiagonalEquationsOfMotionAreDerived) {
  const Expression equation = rate(nu) + mu - epsilon;
  EXPECT_EQ(parse("rate(nu) + mu - epsilon"), equation);
  EXPECT_EQ(parse("rate(D^(1/2) (I + H phi K)* v) + mu - D^(-1/2) (I - H psi K) T"),
            rate(parse(find_symbol("nu")->definition)) + mu - parse(find_symbol("epsilon")->definition));
  for (const bool has_armature : {false, true}) {
    const Derivation derivation = simplify(equation, {.has_armature = has_armature});
    EXPECT_EQ(derivation.result().kind(), Expression::Kind::zero) << to_text(derivation.result());
  }
  const Model chain(random_chain(6, 3));
  EXPECT_LT(verify(equation, chain).value, 1e-13);
  EXPECT_GT(verify(rate(nu) - mu - epsilon, chain).value, 1e-4);
}

// A sample whose joints have one degree of freedom each: there the algorithms use the same root of D.
Description of_single_dofs(Description description) {
  for (Body& body : description.bodies) {
    const int dofs = velocity_size(body.joint.kind);
    if (dofs != 1 || body.joint.kind == JointKind::custom) {
      body.joint.kind = JointKind::revolute;
      body.joint.custom = nullptr;
      body.joint.dofs.resize(std::min<std::size_t>(body.joint.dofs.size(), 1));
    }
    if (body.inertial.mass == 0) body.inertial = {1, {0.1, 0, 0.2}, {1, 0, 0, 1, 0, 1}};
    body.joint.mimic.reset();
  }
  description.gravity = {};
  return description;
}

TEST(Rate, ResidualsInnovationsAndTheirBiasAreThoseOfTheDiagonalDynamics) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    test::Random random(seed);
    const Model model(of_single_dofs(test::random_description(random, {.custom_joints = false})));
    if (model.velocity_size() == 0) continue;
    const std::vector<double> q = test::random_position(model.description(), random),
                              velocities = test::random_velocity(model.description(), random),
                              moments = test::random_velocity(model.description(), random);
    const std::size_t n = velocities.size();
    Configuration at(model);
    at.set(q, velocities, moments);
    DiagonalWorkspace<double> work(model);
    std::vector<double> actual(n), expected(n), same_velocities(n), residuals(n);
    const auto compare = [&](const Expression& x, const char* what) {
      Prepared(x, at).apply({}, actual);
      EXPECT_LT(relative_error(actual, expected), 1e-7) << what << " " << seed;
    };
    update_filter(work.plain, q);
    square_root_adjoint_times(work.plain, velocities, residuals);
    expected = residuals;
    compare(nu, "nu");
    square_root_solve(work.plain, moments, expected);
    compare(epsilon, "epsilon");
    residual_coriolis(work, q, velocities, expected);
    compare(mu, "mu");
    square_root_adjoint_rate_times(work, q, velocities, velocities, expected);
    compare(rate(D_half * ~(I + H * phi * K)) * v, "rate of the root");
    residual_acceleration(work, q, residuals, moments, same_velocities, expected);
    compare(rate(nu), "rate of nu");
    compare(epsilon - mu, "epsilon - mu");
    ++compared;
  }
  EXPECT_GT(compared, 8);
}

TEST(Rate, TheEnergyOfTheResidualsIsTheKineticEnergyAndTheirBiasDoesNoWork) {
  for (int i = 0; i < 30; ++i) {
    test::Sample sample = test::random_sample(i);
    sample.description.gravity = {};
    Subject<> subject(sample);
    if (subject.dofs() == 0) continue;
    Configuration at(subject.model);
    at.set(sample.q, sample.v, sample.tau);
    std::vector<double> twice_energy(1), work(1), size(1);
    Prepared(~nu * nu, at).apply({}, twice_energy);
    Prepared(~nu * mu, at).apply({}, work);
    Prepared(~mu * mu, at).apply({}, size);
    const double energy = kinetic_energy(subject.work, sample.q, sample.v);
    EXPECT_NEAR(twice_energy[0] / 2, energy, 1e-10 * (1 + energy)) << i;
    EXPECT_NEAR(work[0], 0, 1e-7 * (1 + std::sqrt(twice_energy[0] * size[0]))) << i;
  }
}

}  // namespace sinew::operators::rate_test
