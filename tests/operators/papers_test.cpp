// Compares the papers' formulas, written as printed, with the hand-written recursions: on random trees with joints of
// one to six degrees of freedom, floating bases and rotor inertias.
#include <gtest/gtest.h>

#include "sinew/operators/run/prepared.hpp"
#include "sinew/spatial/force_columns.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::papers_test {

using namespace names;
using test::relative_error;
using test::Subject;

constexpr int samples = 60;

// A robot of the samples with its last frame chosen, at its random state.
template <class F>
void for_samples(F&& f) {
  int compared = 0;
  for (int i = 0; i < samples; ++i) {
    Subject<> subject(test::random_sample(i));
    if (subject.dofs() == 0) continue;
    const FrameIndex tip{int(subject.model.frames().size()) - 1};
    Configuration at(subject.model, {tip});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    SCOPED_TRACE(i);
    f(subject, at, tip);
    ++compared;
  }
  EXPECT_GT(compared, samples / 2);
}

Matrix<double> matrix_of(const Expression& x, const Configuration& at) {
  Matrix<double> out(at.size_of(x.to()), at.size_of(x.from()));
  Prepared(x, at, Purpose::matrix).matrix(out);
  return out;
}
std::vector<double> vector_of(const Expression& x, const Configuration& at) {
  std::vector<double> out(std::size_t(at.size_of(x.to())));
  Prepared(x, at).apply({}, out);
  return out;
}

const std::vector<double> force_of_tip{0.3, -0.2, 0.5, 4, -2, 7};
ExternalForce<double> opposite_force_on(FrameIndex tip) {
  const std::vector<double>& f = force_of_tip;
  return {tip, {{-f[0], -f[1], -f[2]}, {-f[3], -f[4], -f[5]}}};
}

TEST(Papers, Soa1IsTheJacobian) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex tip) {
    Matrix<double> expected(6, subject.dofs());
    update_poses(subject.work, subject.sample.q);
    jacobian(subject.work, tip, Reference::body, expected);
    EXPECT_LT(relative_error(matrix_of(~B * ~phi * ~H, at), expected), 1e-12);
  });
}

TEST(Papers, Soa3And11AreTheMassMatrix) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex) {
    const int n = subject.dofs();
    Matrix<double> expected(n, n);
    mass_matrix(subject.work, subject.sample.q, expected);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) expected(i, j) = expected(j, i);
    }
    EXPECT_LT(relative_error(matrix_of(H * phi * M * ~phi * ~H + R, at), expected), 1e-12);
    EXPECT_LT(relative_error(matrix_of((I + H * phi * K) * D * ~(I + H * phi * K), at), expected), 1e-10);
  });
}

TEST(Papers, Soa4IsTheBiasOfInverseDynamics) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex) {
    std::vector<double> expected = subject.zeros();
    inverse_dynamics(subject.work, subject.sample.q, subject.sample.v, subject.zeros(), expected);
    EXPECT_LT(relative_error(vector_of(H * phi * (M * ~phi * a + b), at), expected), 1e-11);
  });
}

TEST(Papers, Soa14And15AreForwardDynamics) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex tip) {
    const std::vector<ExternalForce<double>> on_tip{opposite_force_on(tip)};
    std::vector<double> expected = subject.zeros();
    forward_dynamics(subject.work, subject.sample.q, subject.sample.v, subject.sample.tau, expected,
                     {.forces = on_tip});
    const Expression f0 = constant("f0", frame_space, number_space, force_of_tip);
    const Expression without_bias = T - H * phi * (M * ~phi * a + b + B * f0);
    const Expression W = I - H * psi * K;
    EXPECT_LT(relative_error(vector_of(~W * inv(D) * W * without_bias, at), expected), 1e-7);
  });
}

TEST(Papers, Soa18IsTheResponseToATipForce) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex tip) {
    const std::vector<ExternalForce<double>> on_tip{opposite_force_on(tip)};
    std::vector<double> expected = subject.zeros(), actual = subject.zeros();
    update_filter(subject.work, subject.sample.q);
    force_response(subject.work, on_tip, expected);
    const Expression W = I - H * psi * K;
    const Expression as_17 = -(~W * inv(D) * W * H * phi * B), as_18 = -(~W * inv(D) * H * psi * B);
    for (const Expression& x : {as_17, as_18}) {
      Prepared(x, at).apply(force_of_tip, actual);
      EXPECT_LT(relative_error(actual, expected), 1e-7);
    }
    EXPECT_EQ(Prepared(as_17, at).derivation().result(), Prepared(as_18, at).derivation().result());
  });
}

TEST(Papers, Soa19And20AreTheOperationalSpaces) {
  for_samples([](Subject<>& subject, const Configuration& at, FrameIndex tip) {
    update_filter(subject.work, subject.sample.q);
    OperationalSpace<double> space(subject.model, {&tip, 1}, Reference::body);
    EXPECT_LT(relative_error(matrix_of(J * inv(Mass) * ~J, at), space.omega(subject.work)), 1e-8);
    EXPECT_LT(relative_error(matrix_of(~B * ~psi * ~H * inv(D) * H * psi * B, at), space.omega(subject.work)),
              1e-8);
  });
}

// A random tree with two bodies that can move relative to each other in all directions.
struct TwoHands {
  TwoHands(std::uint64_t seed, bool has_gravity)
      : random(seed), model(make(has_gravity)), q(test::random_position(model.description(), random)) {
    const auto& bodies = model.description().bodies;
    names[0] = bodies[bodies.size() / 2].name;
    names[1] = bodies.back().name;
    Workspace<double> work(model);
    update_poses(work, q);
    for (int i = 0; i < 2; ++i) {
      frames.push_back(model.frame(names[i]));
      poses[i] = pose(work, frames.back());
    }
  }
  bool are_on_different_links() const {
    const int first = model.frame(frames[0]).link, second = model.frame(frames[1]).link;
    return first != second;
  }
  std::vector<double> random_numbers() { return test::random_velocity(model.description(), random); }

  test::Random random;
  Model model;
  std::vector<double> q;
  std::string names[2];
  std::vector<FrameIndex> frames;
  Transform<double> poses[2];

 private:
  Model make(bool has_gravity) {
    Description made = test::random_description(random, {.bodies = 14});
    for (Body& body : made.bodies) body.joint.mimic.reset();
    if (!has_gravity) made.gravity = {};
    return Model(made);
  }
};

bool is_well_conditioned(const Expression& x, const Configuration& at) {
  const double condition = test::condition_of(test::as_dense(matrix_of(x, at)));
  return condition > 0 &&
         condition < 1e6;  // rounding makes the smallest eigenvalue of a singular matrix negative
}

TEST(Papers, Soa26IsTheForwardDynamicsOfAClosedChain) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    TwoHands hands(seed, true);
    if (!hands.are_on_different_links()) continue;
    const Transform<double> second_in_first = inverse(hands.poses[0]) * hands.poses[1];
    const std::array<double, 36> on_first = force_columns(second_in_first);
    std::vector<double> columns;
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) columns.push_back(on_first[std::size_t(6 * i + k)]);
      for (int k = 0; k < 6; ++k) columns.push_back(i == k ? -1 : 0);
    }
    const Expression S = constant("S", frame_space, Space{"loop", 6}, columns);
    Configuration at(hands.model, hands.frames);
    at.set(hands.q);
    if (!is_well_conditioned(~S * Omega * S, at)) continue;

    const Expression Lambda_c = inv(~S * Omega * S);
    const std::vector<double> any = hands.random_numbers(), tau = hands.random_numbers();
    std::vector<double> v(any.size()), expected(any.size());
    Prepared(I - inv(Mass) * ~J * S * Lambda_c * ~S * J, at).apply(any, v);
    at.set(hands.q, v, tau);
    const Expression free = inv(Mass) * (T - C), alpha_free = J * free + ~B * ~phi * a;
    const std::vector<double> actual = vector_of(free - inv(Mass) * ~J * S * Lambda_c * ~S * alpha_free, at);

    Description closed = hands.model.description();
    closed.loops = {
        {.name = "clasp", .first = {hands.names[0], second_in_first}, .second = {hands.names[1], {}}}};
    const Model linkage(closed);
    Workspace<double> work(linkage);
    ClosedChain<double> chain(linkage);
    chain.forward_dynamics(work, hands.q, v, tau, expected);
    EXPECT_EQ(chain.rank(), 6) << seed;
    EXPECT_LT(relative_error(actual, expected), 1e-6) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

TEST(Papers, R88Equation87IsTheForwardDynamicsOfArmsThatHoldAnObject) {
  int compared = 0;
  for (std::uint64_t seed = 100; seed < 140; ++seed) {
    TwoHands hands(seed, false);
    if (!hands.are_on_different_links()) continue;
    const Transform<double> object_pose = hands.poses[0];
    std::vector<double> A_columns;
    std::vector<Grasp> grasps;
    for (int i = 0; i < 2; ++i) {
      const Transform<double> placement = inverse(object_pose) * hands.poses[i];
      const std::array<double, 36> columns = force_columns(placement);
      A_columns.insert(A_columns.end(), columns.begin(), columns.end());
      grasps.push_back(
          {.name = hands.names[i], .first = {"object", placement}, .second = {hands.names[i], {}}});
    }
    const Space object{"object", 6};
    const Expression A = constant("A", object, frame_space, A_columns);
    std::vector<double> inertia(36);
    for (std::size_t i = 0; i < 6; ++i) inertia[7 * i] = i < 3 ? 0.1 * double(i + 1) : 3;
    const Expression M_C = constant("M_C", object, object, inertia);

    const Expression L = H * psi * K, K_0 = inv(D_half) * H * psi * B;  // R88 calls K_0 K, and SOA's K G S
    const Expression Omega_0 = ~K_0 * K_0 + ~A * inv(M_C) * A;
    Configuration at(hands.model, hands.frames);
    at.set(hands.q);
    if (!is_well_conditioned(Omega_0, at)) continue;
    std::vector<double> tau = hands.random_numbers(), actual(tau.size());
    Prepared((I - ~L) * inv(D_half) * (I - K_0 * inv(Omega_0) * ~K_0) * inv(D_half) * (I - L), at)
        .apply(tau, actual);

    MultiArm<double> system({hands.model}, rigid_object({3, {}, {0.1, 0, 0, 0.2, 0, 0.3}}, {}), grasps);
    std::vector<double> q = hands.q;
    const Vector3<double> p = object_pose.translation;
    q.insert(q.end(), {p.x, p.y, p.z});
    const auto [w, x, y, z] = quaternion_of(object_pose.rotation);
    q.insert(q.end(), {w, x, y, z});
    tau.resize(tau.size() + 6);
    std::vector<double> expected(tau.size());
    system.forward_dynamics(q, std::vector<double>(tau.size()), tau, expected);
    expected.resize(actual.size());
    EXPECT_LT(relative_error(actual, expected), 1e-6) << seed;
    ++compared;
  }
  EXPECT_GT(compared, 5);
}

}  // namespace sinew::operators::papers_test
