#include "sinew/operators/formula/derivative.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/compare/verify.hpp"
#include "sinew/operators/run/prepared.hpp"
#include "sinew/operators/simplify/simplify.hpp"
#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::derivative_test {

using namespace names;
using test::relative_error;
using test::Subject;

// The derivative of the dense matrix while q moves along a direction and v and T stay, by fourth-order differences.
test::MatrixXd difference_quotient(const Expression& x, const Model& model, const test::Sample& sample,
                                   const std::vector<double>& along) {
  Configuration at(model, {FrameIndex{int(model.frames().size()) - 1}});
  const auto moved = [&](double time) {
    std::vector<double> position(sample.q.size());
    model.integrate(sample.q, along, time, position);
    at.set(position, sample.v, sample.tau);
    return test::as_dense(dense(x, at));
  };
  const double h = 1e-3;
  return (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
}

// A vector of joint space with the user's numbers.
Expression vector_of(const char* name, std::vector<double> numbers) {
  return constant(name, joint_space, number_space, std::move(numbers));
}

const Expression of_position[] = {
    H, phi,  E_phi, M,     R,      P,           D,         D_half,
    G, K,    psi,   E_psi, taubar, Pplus,       r,         Upsilon,
    B, Mass, J,     Omega, inv(D), inv(D_half), inv(Mass), D_half * ~(I + H * phi * K)};

// Calls `work(subject, configuration)` at random states of robots with every kind of joint, which must not be nearly
// singular.
template <class Work>
void at_random_states(int samples, Work&& work) {
  int count = 0;
  for (int i = 0; i < samples; ++i) {
    SCOPED_TRACE(i);
    Subject<> subject(test::random_sample(i));
    if (subject.dofs() == 0 || subject.dofs() > 16) continue;
    if (test::condition_of(subject.dense().mass_matrix()) > 1e4) continue;
    Configuration at(subject.model, {FrameIndex{int(subject.model.frames().size()) - 1}});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    work(subject, at);
    ++count;
  }
  EXPECT_GT(count, samples / 4);
}

TEST(Derivative, AlongAVectorIsThatOfTheMatrix) {
  at_random_states(40, [&](const Subject<>& subject, const Configuration& at) {
    test::Random random(7);
    const std::vector<double> direction = test::random_velocity(subject.sample.description, random);
    const Expression x = vector_of("x", direction);
    for (const Expression& of : of_position) {
      const auto expected = difference_quotient(of, subject.model, subject.sample, direction);
      EXPECT_LT((test::as_dense(dense(d(of, x), at)) - expected).norm(), 1e-5 * (1 + expected.norm()))
          << to_text(of);
    }
  });
}

TEST(Derivative, AlongTheVelocitiesIsTheRate) {
  at_random_states(40, [&](const Subject<>& subject, const Configuration& at) {
    for (const Expression& of : of_position) {
      const auto expected = difference_quotient(of, subject.model, subject.sample, subject.sample.v);
      EXPECT_LT((test::as_dense(dense(d(of), at)) - expected).norm(), 1e-5 * (1 + expected.norm()))
          << to_text(of);
      EXPECT_EQ(rate(of), d(of)) << to_text(of);
      EXPECT_EQ(d(of, v), d(of)) << to_text(of);
    }
  });
}

// The sweeps against the dense matrices, in turn along v, along a given vector, and along one that changes with the
// position.
TEST(Derivative, RunsAsSweeps) {
  std::size_t count = 0;
  at_random_states(16, [&](const Subject<>& subject, const Configuration&) {
    test::Random random(3);
    const Expression x = vector_of("x", test::random_velocity(subject.sample.description, random));
    const Expression directions[] = {v, x, Mass * x};
    const VerifyOptions options{.configurations = 1,
                                .frames = {FrameIndex{int(subject.model.frames().size()) - 1}}};
    for (const Expression& of : of_position) {
      const Expression& along = directions[count++ % 3];
      EXPECT_LT(verify(d(of, along), subject.model, options).error, 1e-9)
          << to_text(of) << " " << to_text(along);
    }
  });
}

TEST(Derivative, IsThatOfTheMassMatrixRecursionOnDualNumbers) {
  at_random_states(30, [&](Subject<>& subject, Configuration& at) {
    std::vector<Dual<double>> moving(subject.sample.q.size());
    detail::set_moving_position(subject.model.tree<double>(), subject.sample.q.data(),
                                subject.sample.v.data(), moving.data());
    Workspace<Dual<double>> work(subject.model);
    const int n = subject.dofs();
    Matrix<Dual<double>> of_dual(n, n);
    mass_matrix<Dual<double>>(work, moving, of_dual);
    Matrix<double> actual(n, n), expected(n, n);
    for (int k = 0; k < n * n; ++k) expected.data()[k] = of_dual.data()[k].rate;
    Prepared(d(Mass), at, Purpose::matrix).matrix(actual);
    EXPECT_LT(relative_error(actual, expected), 1e-12);
  });
}

// The same for the product with a vector, without forming a matrix, and for the number x* d(Mass) y.
TEST(Derivative, OfTheMassMatrixIsMultipliedWithoutFormingIt) {
  const Expression derivatives[] = {d(Mass), d(inv(Mass)), d(J), d(Omega), d(D), d(psi)};
  for (const Expression& x : derivatives) {
    const Setting setting{.links = 100};
    const Expression simplified = simplify(x, setting).result();
    const Cost cost = cost_of(simplified, setting);
    EXPECT_EQ(cost.flops[2] + cost.flops[3], 0) << to_text(x) << " " << to_text(simplified);
  }
  at_random_states(20, [&](const Subject<>& subject, Configuration& at) {
    const auto n = std::size_t(subject.dofs());
    std::vector<double> first(n), second(n), product(n), number(1);
    for (std::size_t i = 0; i < n; ++i)
      first[i] = std::sin(1.0 + double(i)), second[i] = std::cos(2.0 * double(i));
    const Expression x = vector_of("x", first), y = vector_of("y", second);
    Prepared(d(Mass) * y, at).apply({}, product);
    Prepared(~x * d(Mass) * y, at).apply({}, number);
    double expected = 0, size = 1;
    for (std::size_t i = 0; i < n; ++i) expected += first[i] * product[i], size += std::abs(product[i]);
    EXPECT_NEAR(number[0], expected, 1e-11 * size);
  });
}

// v* dM/dt v = 2 v* (bias torques without weights): the joints' inertia does no work of its own.
TEST(Derivative, OfTheMassMatrixDoesTheWorkOfTheBiasTorques) {
  for (int i = 0; i < 15; ++i) {
    test::Sample sample = test::random_sample(i);
    sample.description.gravity = {};
    const Model model(sample.description);
    if (model.velocity_size() == 0) continue;
    const Verification power = verify(~v * (d(Mass) * v - 2 * C), model, {.configurations = 2});
    EXPECT_LT(power.value, 1e-11) << i;
    EXPECT_LT(power.error, 1e-11) << i;
  }
}

// The Coriolis matrix of body-space operators. V: velocities of the links.
TEST(Derivative, OfTheMassMatrixIsTheSymmetricPartOfTwiceTheCoriolisMatrix) {
  const Expression V = ~phi * ~H * v, X = cross(V);
  const Expression coriolis = H * phi * (M * d(~phi * ~H) + (X * M - M * ~X) * ~phi * ~H);
  const Expression zero = d(Mass) - coriolis - ~coriolis;
  for (const bool has_custom_joints : {false, true})
    EXPECT_EQ(simplify(zero, {.has_custom_joints = has_custom_joints}).result().kind(),
              Expression::Kind::zero);
  for (int i = 0; i < 10; ++i) {
    test::Sample sample = test::random_sample(i);
    sample.description.gravity = {};
    const Model model(sample.description);
    if (model.velocity_size() == 0) continue;
    EXPECT_LT(verify(zero, model).value, 1e-11) << i;
    const bool has_custom_joints = Configuration(model).setting(Purpose::matrix).has_custom_joints;
    if (has_custom_joints) continue;  // their axes change with the velocity in the bias acceleration
    EXPECT_LT(verify(coriolis * v - C, model).value, 1e-11) << i;
  }
}

TEST(Derivative, OfOperatorsWithoutTheFilterCanBeDifferentiatedAgain) {
  at_random_states(16, [&](const Subject<>& subject, const Configuration& at) {
    test::Random random(5);
    const std::vector<double> second = test::random_velocity(subject.sample.description, random);
    const Expression x = vector_of("x", test::random_velocity(subject.sample.description, random)),
                     y = vector_of("y", second);
    if (at.setting(Purpose::matrix).has_custom_joints) {
      EXPECT_TRUE(test::contains(test::complaint([&] { Prepared(d(d(Mass, x), y), at); }), "custom joints"));
      return;
    }
    for (const Expression& of : {phi, Mass, J}) {
      const auto expected = difference_quotient(d(of, x), subject.model, subject.sample, second);
      EXPECT_LT((test::as_dense(dense(d(d(of, x), y), at)) - expected).norm(), 1e-5 * (1 + expected.norm()))
          << to_text(of);
      EXPECT_LT(verify(d(d(of, x), y), subject.model,
                       {.configurations = 1, .frames = {FrameIndex{int(subject.model.frames().size()) - 1}}})
                    .error,
                1e-11);
    }
  });
}

TEST(Derivative, IsLinearInTheDirectionAndObeysTheRulesOfProductsInversesAndAdjoints) {
  const Expression x = vector_of("x", {}), zero = Expression::zero(joint_space, number_space);
  EXPECT_EQ(d(H * P, x), d(H, x) * P + H * d(P, x));
  EXPECT_EQ(d(~K, x), ~d(K, x));
  EXPECT_EQ(d(inv(D), x), -inv(D) * d(D, x) * inv(D));
  EXPECT_EQ(d(2 * P - M, x), 2 * d(P, x));
  EXPECT_EQ(d(Mass, zero).kind(), Expression::Kind::zero);
  EXPECT_EQ(d(T, x).kind(), Expression::Kind::zero);
  EXPECT_EQ(d(v, x).kind(), Expression::Kind::zero);
  EXPECT_EQ(cross(~H * v), dVx);
  EXPECT_EQ(d(cross(~H * x), v), cross(d(~H) * x));
  EXPECT_NE(d(P, x), d(P, vector_of("y", {})));
  EXPECT_NE(d(P, vector_of("x", {1})), d(P, vector_of("x", {2})));
}

TEST(Derivative, AlongAnythingButAVectorOfJointSpaceIsRefused) {
  const auto complaint = [&](const Expression& along) {
    return test::complaint([&] { return d(Mass, along); });
  };
  EXPECT_EQ(complaint(H), "cannot differentiate along H: expected a vector of joint space");
  EXPECT_EQ(complaint(b), "cannot differentiate along b: expected a vector of joint space");
  EXPECT_EQ(test::complaint([&] { return cross(v); }),
            "cannot form the cross product with v: expected a vector of body space");
}

TEST(Derivative, ThatIsNotKnownIsRefusedByName) {
  for (const Expression& x : {d(P), d(G), d(psi), d(r), d(Upsilon), d(D_half)})
    EXPECT_TRUE(test::contains(test::complaint([&] { return d(x); }), "is not in the language"))
        << to_text(x);
  Description rim = test::double_pendulum(1, 2, 1, 1);
  rim.bodies[1].joint.kind = JointKind::custom;
  rim.bodies[1].joint.custom = std::make_shared<test::RollingRim>(0.3);
  const Model model(rim);
  Configuration at(model);
  for (const Expression& x : {d(C), d(a), d(rate(v)), d(d(Mass))})
    EXPECT_TRUE(test::contains(test::complaint([&] { Prepared(x, at); }), "has custom joints")) << to_text(x);
  EXPECT_NO_THROW(Prepared(d(Mass), at));
}

// The linearised inverse and forward dynamics, as the products that LinearizedDynamics computes.
TEST(Derivative, OfTheDynamicsIsTheirLinearization) {
  at_random_states(20, [&](Subject<>& subject, Configuration& at) {
    if (at.setting(Purpose::matrix).has_custom_joints) return;
    test::Random random(11);
    const std::vector<double> dq = test::random_velocity(subject.sample.description, random);
    const Expression x = vector_of("x", dq);
    std::vector<double> expected = subject.zeros(), actual = subject.zeros(), a = subject.zeros();
    const std::vector<double> none = subject.zeros();
    LinearizedDynamics<double> linearized(subject.model);
    forward_dynamics(subject.work, subject.sample.q, subject.sample.v, subject.sample.tau, a);
    linearized.update(subject.work);
    linearized.inverse_jvp(subject.work, dq, none, none, expected);
    Prepared(d(Mass, x) * rate(v) + d(C, x), at).apply({}, actual);
    EXPECT_LT(relative_error(actual, expected), 1e-9);
    linearized.forward_jvp(subject.work, dq, none, none, expected);
    Prepared(d(rate(v), x), at).apply({}, actual);
    EXPECT_LT(relative_error(actual, expected), 1e-7);
  });
}

TEST(Derivative, OfTheBiasTermsIsThatOfTheMatrix) {
  at_random_states(16, [&](const Subject<>& subject, const Configuration& at) {
    if (at.setting(Purpose::matrix).has_custom_joints) return;
    test::Random random(2);
    const std::vector<double> direction = test::random_velocity(subject.sample.description, random);
    const Expression x = vector_of("x", direction);
    for (const Expression& of : {a, b, C, g, nu, cross(~phi * ~H * v)}) {
      const auto expected = difference_quotient(of, subject.model, subject.sample, direction);
      EXPECT_LT((test::as_dense(dense(d(of, x), at)) - expected).norm(), 1e-5 * (1 + expected.norm()))
          << to_text(of);
      EXPECT_LT(verify(d(of, x), subject.model, {.configurations = 1}).error, 1e-9) << to_text(of);
    }
  });
}

// Expressions that share a configuration share the derivatives along a direction, and notice a new position.
TEST(Derivative, FollowsThePosition) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  Configuration at(model), other(model);
  const Expression x = vector_of("x", {0.3, -2});
  Prepared first(d(D, x), at, Purpose::matrix), second(d(inv(D), x), at, Purpose::matrix);
  Matrix<double> actual(2, 2), expected(2, 2);
  for (const double angle : {0.1, 0.7, 2.0}) {
    const std::vector<double> q{angle, 2 * angle};
    at.set(q);
    other.set(q);
    first.matrix(actual);
    Prepared(d(D, x), other, Purpose::matrix).matrix(expected);
    EXPECT_EQ(relative_error(actual, expected), 0);
    second.matrix(actual);
    EXPECT_LT(relative_error(actual, dense(d(inv(D), x), other)), 1e-13);
  }
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
  for (const Expression& x : {a, b, T, C, rate(P), rate(v), mu})
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

}  // namespace sinew::operators::derivative_test
