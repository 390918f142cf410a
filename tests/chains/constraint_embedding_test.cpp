// Compares loops embedded into compound bodies with loose bodies in maximal coordinates, with dense matrices, and,
// without loops, with the open chain.
#include "sinew/chains/embedding/constraint_embedding.hpp"

#include <gtest/gtest.h>

#include "sinew/chains/loops/closed_chain.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::constraint_embedding_test {

template <class T = double>
struct Embedded {
  explicit Embedded(ClosedSample s)
      : sample(std::move(s)),
        model(sample.description),
        work(model),
        constraints(model),
        tree(model, constraints),
        a(static_cast<std::size_t>(model.velocity_size())) {}

  void forward_dynamics(const Environment<T>& environment = {}) {
    const auto cast = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
    tree.forward_dynamics(work, constraints, cast(sample.q), cast(sample.v), cast(sample.tau), a,
                          environment);
  }
  void update() { tree.update(work, constraints, sample.q); }
  // Acting on the second end, in its axes.
  Force<T> loop_force(std::size_t loop) const {
    const auto& state = constraints.loops()[loop];
    Force<T> sum{};
    for (int i = 0; i < state.row_count; ++i)
      sum += tree.multipliers()[static_cast<std::size_t>(state.row + i)] * state.rows.direction[i];
    return sum;
  }
  // S, column by column.
  MatrixXd basis() const {
    MatrixXd S(model.velocity_size(), tree.size());
    for (int c = 0; c < tree.size(); ++c) {
      const VectorXd unit = VectorXd::Unit(tree.size(), c);
      VectorXd column(model.velocity_size());
      tree.expand(unit, column);
      S.col(c) = column;
    }
    return S;
  }

  ClosedSample sample;
  Model model;
  Workspace<T> work;
  Constraints<T> constraints;
  EmbeddedTree<T> tree;
  std::vector<T> a;
};

TEST(ConstraintEmbedding, GivesTheAccelerationsForcesAndRankOfMaximalCoordinates) {
  int redundant = 0, compounds = 0;
  const int count = std::min(1000, sample_count());
  for (int i = 0; i < count; ++i) {
    Embedded<> s(random_closed_sample(i));
    const MaximalCoordinates<long double> reference(s.sample.description, s.sample.q, s.sample.v);
    const auto answer = reference.forward_dynamics(s.sample.tau);
    s.forward_dynamics();
    ASSERT_LE(relative_error(s.a, answer.acceleration), 1e-10) << "sample " << i;
    ASSERT_EQ(s.tree.rank(), reference.rank()) << "sample " << i;
    redundant += s.tree.rank() < s.constraints.size() ? 1 : 0;
    compounds += static_cast<int>(s.tree.compounds().size());
    for (std::size_t l = 0; l < s.constraints.loops().size(); ++l)
      ASSERT_LE(relative_error(s.loop_force(l), answer.loop_force[l]), 1e-9)
          << "sample " << i << " loop " << l;
    for (std::size_t c = 0; c < s.constraints.couplings().size(); ++c) {
      const auto row = static_cast<std::size_t>(s.constraints.couplings()[c].row);
      const double expected = static_cast<double>(answer.coupling_torque[c]);
      ASSERT_NEAR(s.tree.multipliers()[row], expected, 1e-9 * std::max(1.0, std::abs(expected)))
          << "sample " << i;
    }
  }
  EXPECT_GE(redundant, count / 5);
  EXPECT_GE(compounds, count);
}

TEST(ConstraintEmbedding, InSinglePrecisionAgreesToItsRounding) {
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    Embedded<> fine(sample);
    Embedded<float> coarse(sample);
    fine.forward_dynamics();
    coarse.forward_dynamics();
    // In single precision a nearly dependent row may count as dependent.
    const MatrixXd S = fine.basis();
    if (coarse.tree.rank() != fine.tree.rank() || S.size() == 0 || S.largest() > 10) continue;
    const MatrixXd mass = DenseReference<double>(sample.description, sample.q).mass_matrix();
    if (condition_of(mass) > 1e3) continue;
    ++compared;
    ASSERT_LE(relative_error(coarse.a, fine.a), 2e-2) << "sample " << i;
  }
  EXPECT_GE(compared, 30);
}

// Without loops it is the filter of the open chain, with all forces.
TEST(ConstraintEmbedding, WithoutLoopsIsTheForwardDynamicsOfTheTree) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject<> s(random_sample(i));
    for (Body& body : s.sample.description.bodies) ASSERT_FALSE(body.joint.mimic);
    Constraints<double> constraints(s.model);
    EmbeddedTree<double> tree(s.model, constraints);
    std::vector<double> a = s.zeros(), expected = a;
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, expected, s.environment());
    tree.forward_dynamics(s.work, constraints, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    ASSERT_LE(relative_error(a, expected), allowed_error(1e-12, s.dense().mass_matrix())) << "sample " << i;
    ASSERT_EQ(tree.size(), s.dofs());
    ASSERT_EQ(tree.rank(), 0);
  }
}

// Of all accelerations that keep the loops closed, J a + b = 0, those for which M a + bias - tau does no work along any
// motion that the loops allow.
VectorXd dense_accelerations(const ClosedSample& sample, const DenseEnvironment& environment) {
  const DenseReference<double> dense(sample.description, sample.q, sample.v);
  const MaximalCoordinates<double> rows(sample.description, sample.q, sample.v);
  const MatrixXd J = rows.jacobian(), M = dense.mass_matrix();
  const VectorXd b = rows.rate_change(std::vector<double>(sample.v.size()));
  const SingularValues svd = decompose(J, 1e-9);
  const Index rank = J.isZero(1e-9) ? 0 : svd.rank;
  const MatrixXd allowed = svd.V.rightCols(M.cols() - rank);
  VectorXd a = VectorXd::Zero(M.cols());
  if (rank > 0) a = svd.solve(-b);
  const VectorXd left = as_dense(sample.tau) - dense.bias_force(environment) - M * a;
  return a + allowed * (allowed.transpose() * M * allowed).solve_symmetric(allowed.transpose() * left);
}

TEST(ConstraintEmbedding, IncludesExternalForcesAndTheAccelerationOfTheGround) {
  Random random(5);
  const auto numbers = [](const Vector3<double>& a, const Vector3<double>& l) {
    return Vec6<double>(a.x, a.y, a.z, l.x, l.y, l.z);
  };
  for (int i = 0; i < sample_count() / 10; ++i) {
    Embedded<> s(random_closed_sample(i));
    const Vector3<double> turning = random.vector(2), moving = random.vector(2);
    DenseEnvironment expected{.base_acceleration = numbers(turning, moving), .forces = {}};
    std::vector<ExternalForce<double>> forces;
    for (const Body& body : s.sample.description.bodies) {
      const Vector3<double> moment = random.vector(5), force = random.vector(5);
      expected.forces.push_back({body.name, numbers(moment, force)});
      forces.push_back({s.model.frame(body.name), {moment, force}});
    }
    s.forward_dynamics({.base_acceleration = {turning, moving}, .forces = forces});
    ASSERT_LE(relative_error(s.a, dense_accelerations(s.sample, expected)), 1e-8) << "sample " << i;
  }
}

TEST(ConstraintEmbedding, OpensAndClosesLoops) {
  for (int i = 0; i < 100; ++i) {
    Embedded<> s(random_closed_sample(i));
    s.forward_dynamics();
    const std::vector<double> closed = s.a;
    const auto set_active = [&](bool active) {
      for (std::size_t l = 0; l < s.constraints.loops().size(); ++l)
        s.constraints.set_loop_active(static_cast<int>(l), active);
      for (std::size_t c = 0; c < s.constraints.couplings().size(); ++c)
        s.constraints.set_coupling_active(static_cast<int>(c), active);
    };
    set_active(false);
    s.forward_dynamics();
    ASSERT_EQ(s.tree.rank(), 0);
    for (const double m : s.tree.multipliers()) ASSERT_EQ(m, 0);
    const DenseReference<double> open(s.sample.description, s.sample.q, s.sample.v);
    ASSERT_LE(relative_error(s.a, open.forward_dynamics(s.sample.tau)),
              allowed_error(1e-10, open.mass_matrix()))
        << "sample " << i;
    set_active(true);
    s.forward_dynamics();
    ASSERT_EQ(s.a, closed) << "sample " << i;
  }
}

TEST(ConstraintEmbedding, HasIndependentVelocitiesThatKeepTheLoopsClosed) {
  for (int i = 0; i < sample_count() / 8; ++i) {
    Embedded<> s(random_closed_sample(i));
    s.update();
    const MaximalCoordinates<double> reference(s.sample.description, s.sample.q);
    const MatrixXd S = s.basis();
    ASSERT_EQ(S.cols() + reference.rank(), S.rows()) << "sample " << i;
    ASSERT_LE(relative_error(reference.jacobian() * S, MatrixXd::Zero(reference.rows(), S.cols())),
              1e-10 * std::max(1.0, S.size() == 0 ? 0 : S.largest()))
        << "sample " << i;
    // They are joint velocities, each of a different joint.
    const auto size = static_cast<std::size_t>(s.tree.size());
    MatrixXd own(size, size);
    for (std::size_t c = 0; c < size; ++c) own.row(c) = S.row(s.tree.independent()[c]);
    ASSERT_EQ(own, MatrixXd::Identity(s.tree.size(), s.tree.size())) << "sample " << i;
  }
}

// S^* M S and the quantities derived from it, at positions where its condition number allows a comparison.
TEST(ConstraintEmbedding, ReducesTheOpenChainsMatricesToTheClosedChain) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 8; ++i) {
    Embedded<> s(random_closed_sample(i));
    s.update();
    const int size = s.tree.size();
    if (size == 0) continue;
    const DenseReference<double> dense(s.sample.description, s.sample.q, s.sample.v);
    const MatrixXd S = s.basis(), mass = dense.mass_matrix(), reduced = S.transpose() * mass * S;
    if (condition_of(reduced) > 1e8) continue;
    ++compared;
    Matrix<double> M(s.model.velocity_size(), s.model.velocity_size()), actual(size, size), omega(6, 6);
    mass_matrix(s.work, s.sample.q, M);
    s.tree.reduce_matrix(M, actual);
    ASSERT_LE(relative_error(actual, reduced), 1e-11) << "sample " << i;
    VectorXd x(size), y(size), moments(size);
    for (int c = 0; c < size; ++c) x[c] = std::cos(c);
    s.tree.solve_mass_matrix(s.work, x, y);
    ASSERT_LE(relative_error(reduced * y, x), 1e-7) << "sample " << i;

    const std::string& body = s.sample.description.bodies.back().name;
    const MatrixXd J = dense.jacobian(body, Reference::body), JS = J * S;
    MatrixXd columns(6, size);
    s.tree.reduce_columns(J, columns);
    ASSERT_LE(relative_error(columns, JS), 1e-12) << "sample " << i;
    s.tree.omega(s.work, s.model.frame(body), omega);
    ASSERT_LE(relative_error(omega, JS * reduced.solve_symmetric(JS.transpose())), 1e-7) << "sample " << i;
    s.tree.omega(s.work, ground, omega);
    ASSERT_EQ(as_dense(omega), MatrixXd::Zero(6, 6));

    // Torques on the independent joints alone produce the accelerations for which they were computed.
    s.tree.inverse_dynamics(s.work, s.constraints, s.sample.q, s.sample.v, x, moments);
    std::fill(s.sample.tau.begin(), s.sample.tau.end(), 0);
    for (int c = 0; c < size; ++c)
      s.sample.tau[static_cast<std::size_t>(s.tree.independent()[c])] = moments[c];
    s.forward_dynamics();
    for (int c = 0; c < size; ++c) y[c] = s.a[static_cast<std::size_t>(s.tree.independent()[c])];
    ASSERT_LE(relative_error(y, x), 1e-7) << "sample " << i;
  }
  EXPECT_GE(compared, sample_count() / 20);
}

// A stack of four-bars: parallelograms, closed at all angles. A spatial hinge closes each, which gives three redundant
// rows.
Description four_bars_on_each_other(int count) {
  Description robot = planar_mechanism("four-bars");
  const PlanarLink rod{1, 0.5, 0.1, 1.0 / 12};
  std::string carrier;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    robot.bodies.push_back(planar_link("rocker" + n, carrier, {1, 0, 0}, rod));
    robot.bodies.push_back(planar_link("crank" + n, carrier, {}, rod));
    robot.bodies.push_back(planar_link("coupler" + n, "crank" + n, {1, 0, 0}, rod));
    robot.loops.push_back(planar_pin("pin" + n, ConnectionKind::revolute, {"coupler" + n, {{}, {1, 0, 0}}},
                                     {"rocker" + n, {{}, {1, 0, 0}}}));
    carrier = "coupler" + n;
  }
  return robot;
}
ClosedSample moving_four_bars(int count, Random& random) {
  ClosedSample sample{.description = four_bars_on_each_other(count), .q = {}, .v = {}, .tau = {}};
  for (int i = 0; i < count; ++i) {
    const double angle = random.uniform(0.5, 2.5), rate = random.uniform(-1, 1);
    sample.q.insert(sample.q.end(), {angle, angle, -angle});
    sample.v.insert(sample.v.end(), {rate, rate, -rate});
    for (int j = 0; j < 3; ++j) sample.tau.push_back(random.uniform(-1, 1));
  }
  return sample;
}

TEST(ConstraintEmbedding, OfStackedFourBarsHasACompoundBodyForEach) {
  Random random(7);
  Embedded<> s(moving_four_bars(8, random));
  s.forward_dynamics();
  EXPECT_EQ(s.tree.compounds().size(), 8u);
  EXPECT_EQ(s.tree.size(), 8);
  EXPECT_EQ(s.tree.rank(), 16);
  for (const CompoundBody<double>& body : s.tree.compounds()) EXPECT_EQ(body.members().size(), 3u);
  const auto answer = MaximalCoordinates<long double>(s.sample.description, s.sample.q, s.sample.v)
                          .forward_dynamics(s.sample.tau);
  EXPECT_LE(relative_error(s.a, answer.acceleration), 1e-9);
  for (std::size_t l = 0; l < 8; ++l)
    EXPECT_LE(relative_error(s.loop_force(l), answer.loop_force[l]), 1e-9) << "loop " << l;
  // The cost estimate grows with the number of loops; the automatic choice uses it.
  Embedded<> twice(moving_four_bars(16, random));
  EXPECT_NEAR(twice.tree.estimated_cost(), 2 * s.tree.estimated_cost(), 1);
  EXPECT_EQ(ClosedChain<double>(s.model).strategy(), Strategy::embedding);
}

// A floating carrier with a gear train across two branches, a locked joint, and a loop through the ground.
TEST(ConstraintEmbedding, OfGearsAcrossBranchesAndALoopThroughTheGroundEqualsMaximalCoordinates) {
  Random random(8);
  const PlanarLink rod{1, 0.5, 0.1, 1.0 / 12};
  Description robot = planar_mechanism("geared");
  Body carrier{.name = "carrier"};
  carrier.joint = {.name = "free", .kind = JointKind::floating};
  carrier.inertial = {3, {0.1, 0.2, 0.3}, {0.4, 0, 0, 0.5, 0, 0.6}};
  robot.bodies = {carrier,
                  planar_link("left", "carrier", {1, 0, 0}, rod),
                  planar_link("left_tip", "left", {1, 0, 0}, rod),
                  planar_link("right", "carrier", {-1, 0, 0}, rod),
                  planar_link("right_tip", "right", {1, 0, 0}, rod),
                  planar_link("tail", "carrier", {0, 1, 0}, rod)};
  robot.couplings = {{.name = "gear",
                      .joint = "left_tip_joint",
                      .leader = "right_tip_joint",
                      .polynomial = {0, -2, 0.5, 0, 0}},
                     {.name = "brake", .joint = "tail_joint", .polynomial = {0.3, 0, 0, 0, 0}}};
  ClosedSample sample{
      .description = robot, .q = {0, 0, 0, 1, 0, 0, 0, 0.2, 0, 0.5, 0.4, 0.3}, .v = {}, .tau = {}};
  sample.q[8] = -2 * 0.4 + 0.5 * 0.4 * 0.4;
  const auto compare = [&](int compounds) {
    sample.v.clear(), sample.tau.clear();
    for (int i = 0; i < 11; ++i)
      sample.v.push_back(random.uniform(-1, 1)), sample.tau.push_back(random.uniform(-1, 1));
    sample.v = let_through(sample.description, sample.q, sample.v);
    Embedded<> s(sample);
    s.forward_dynamics();
    EXPECT_EQ(s.tree.compounds().size(), static_cast<std::size_t>(compounds));
    const auto answer =
        MaximalCoordinates<long double>(sample.description, sample.q, sample.v).forward_dynamics(sample.tau);
    EXPECT_LE(relative_error(s.a, answer.acceleration), 1e-10);
    return s.tree.compounds().front().members().size();
  };
  EXPECT_EQ(compare(2), 4u);  // the four links of the gear, on the carrier; the tail
  // The carrier's origin slides along the x axis of the world.
  sample.description.loops = {
      planar_pin("rail", ConnectionKind::point_on_line, {"", frame_along({}, {1, 0, 0})}, {"carrier", {}})};
  EXPECT_EQ(compare(3), 1u);
  // A loop from the ground to the tip of a branch joins all links of the gear into one compound body.
  const DenseReference<double> dense(sample.description, sample.q);
  const auto tip = dense.pose("left_tip").translation;
  sample.description.loops.push_back({.name = "hand",
                                      .connection = {.kind = ConnectionKind::spherical},
                                      .first = {"", {{}, {tip.x(), tip.y(), tip.z()}}},
                                      .second = {"left_tip", {}}});
  EXPECT_EQ(compare(2), 5u);
}

TEST(ConstraintEmbedding, RefusesInvalidArguments) {
  Random random(9);
  Embedded<> s(moving_four_bars(2, random));
  std::vector<double> wrong(5);
  const auto& [description, q, v, tau] = s.sample;
  EXPECT_THROW(s.tree.forward_dynamics(s.work, s.constraints, wrong, v, tau, s.a), std::invalid_argument);
  EXPECT_THROW(s.tree.forward_dynamics(s.work, s.constraints, q, v, tau, wrong), std::invalid_argument);
  s.update();
  EXPECT_THROW(s.tree.expand(wrong, s.a), std::invalid_argument);
  EXPECT_THROW(s.tree.solve_mass_matrix(s.work, wrong, wrong), std::invalid_argument);
  std::vector<double> not_finite = v;
  not_finite[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(s.tree.forward_dynamics(s.work, s.constraints, q, not_finite, tau, s.a),
               std::invalid_argument);
}

TEST(ConstraintEmbedding, NamesAJointOfACompoundBodyThatMovesNoInertiaAtThisPosition) {
  Description robot{.name = "two sliders bolted together"};
  for (const char* name : {"first", "second"}) {
    robot.bodies.push_back({.name = name,
                            .joint = {.name = std::string(name) + "_crank",
                                      .kind = JointKind::custom,
                                      .custom = std::make_shared<DeadCentre>()},
                            .inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}}});
  }
  robot.loops = {{.name = "bolt", .first = {"first", {}}, .second = {"second", {}}}};
  Embedded<> s({.description = robot, .q = {0, 0}, .v = {1, 1}, .tau = {1, 2}});
  EXPECT_TRUE(contains(complaint<std::domain_error>([&] { s.forward_dynamics(); }), "'first_crank'"));
  s.sample.q = {0.5, 0.5};
  s.forward_dynamics();
  EXPECT_NEAR(2 * 2 * (0.5 * 0.5 * s.a[0] + 0.5), 3, 1e-13);  // sum of m (q^2 q'' + q q'^2) = sum of tau
  EXPECT_NEAR(s.a[1], s.a[0], 1e-14);
}

}  // namespace sinew::test::constraint_embedding_test
