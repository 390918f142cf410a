// Compares random closed chains with maximal coordinates, a different formulation that shares only the description with
// the library.
#include "sinew/chains/loops/closed_chain.hpp"

#include <gtest/gtest.h>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/dense_spatial.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::closed_chain_test {

using Real = long double;

struct Expected {
  explicit Expected(const ClosedSample& sample)
      : reference(sample.description, sample.q, sample.v),
        answer(reference.forward_dynamics(sample.tau)),
        jacobian(reference.jacobian().cast<double>()) {}

  MaximalCoordinates<Real> reference;
  MaximalAnswer<Real> answer;
  MatrixXd jacobian;
};

int closed_sample_count() {
  return std::min(500, sample_count());
}

TEST(ClosedChain, HasTheAccelerationsOfMaximalCoordinates) {
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Expected expected(sample);
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(sample.description, strategy);
      robot.accelerate(sample.q, sample.v, sample.tau);
      ASSERT_LE(relative_error(robot.a, expected.answer.acceleration), 1e-8)
          << "sample " << i << " " << name_of(strategy);
      ASSERT_EQ(robot.chain.rows(), expected.reference.rows()) << "sample " << i << " " << name_of(strategy);
      ASSERT_EQ(robot.chain.rank(), expected.reference.rank()) << "sample " << i << " " << name_of(strategy);
    }
  }
}

// For dependent constraint rows the multipliers of least norm are chosen, so that the forces are always unique.
TEST(ClosedChain, HasTheForcesOfMaximalCoordinates) {
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Expected expected(sample);
    const double scale = std::max(1.0, expected.answer.multipliers.cast<double>().largest()) * 1e-8;
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(sample.description, strategy);
      robot.accelerate(sample.q, sample.v, sample.tau);
      for (std::size_t k = 0; k < sample.description.loops.size(); ++k) {
        const VectorXd error =
            as_dense(robot.chain.loop_force(static_cast<int>(k))) - as_dense(expected.answer.loop_force[k]);
        ASSERT_LE(error.largest(), scale) << "sample " << i << " " << name_of(strategy) << " loop " << k
                                          << " " << name_of(sample.description.loops[k].connection.kind);
      }
      for (std::size_t k = 0; k < expected.answer.coupling_torque.size(); ++k) {
        ASSERT_NEAR(robot.chain.coupling_torque(static_cast<int>(k)),
                    static_cast<double>(expected.answer.coupling_torque[k]), scale)
            << "sample " << i << " " << name_of(strategy) << " coupling " << k;
      }
    }
  }
}

// M a + bias = tau + J^T multipliers: the forces explain the accelerations, even if they are not unique.
TEST(ClosedChain, ForcesAccountForTheAccelerations) {
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const DenseReference<double> tree(sample.description, sample.q, sample.v);
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(sample.description, strategy);
      robot.accelerate(sample.q, sample.v, sample.tau);
      VectorXd moments = as_dense(sample.tau);
      Description framed = sample.description;
      for (std::size_t k = 0; k < framed.loops.size(); ++k) {
        const Loop& loop = framed.loops[k];
        framed.frames.push_back({"first", loop.first.body, loop.first.placement});
        framed.frames.push_back({"second", loop.second.body, loop.second.placement});
        const DenseReference<double> ends(framed, sample.q);
        const VectorXd force = as_dense(robot.chain.loop_force(static_cast<int>(k)));
        // The Jacobians of both ends at the second's origin, in its axes.
        const Pose<double> first = ends.pose("first"), second = ends.pose("second");
        const Pose<double> apart{first.rotation.transpose() * second.rotation,
                                 first.rotation.transpose() * (second.translation - first.translation)};
        const MatrixXd relative = ends.jacobian("second", Reference::body) -
                                  motion_inward(apart) * ends.jacobian("first", Reference::body);
        moments += relative.transpose() * force;
        framed.frames.resize(framed.frames.size() - 2);
      }
      const int couplings = static_cast<int>(robot.chain.constraints().couplings().size());
      const MatrixXd J = MaximalCoordinates<double>(sample.description, sample.q).jacobian();
      for (int k = 0; k < couplings; ++k)
        moments += J.row(J.rows() - couplings + k).transpose() * robot.chain.coupling_torque(k);
      const VectorXd used = tree.mass_matrix() * as_dense(robot.a) + tree.bias_force();
      const double scale =
          std::max({1.0, moments.largest(), used.largest(),
                    (tree.mass_matrix().cwiseAbs() * as_dense(robot.a).cwiseAbs()).maxCoeff()});
      ASSERT_LE((used - moments).largest(), 1e-9 * scale) << "sample " << i << " " << name_of(strategy);
    }
  }
}

// External forces and a moving ground, compared with the stacked equations in joint coordinates.
TEST(ClosedChain, IncludesExternalForcesAndTheAccelerationOfTheGround) {
  for (int i = 0; i < closed_sample_count() / 2; ++i) {
    ClosedSample sample = random_closed_sample(i);
    Random random(static_cast<std::uint64_t>(i));
    const auto six = [&] { return Vec6<double>::filled_by([&] { return random.uniform(-5, 5); }); };
    DenseEnvironment acting{six(), {{sample.description.bodies.front().name, six()}}};
    const DenseReference<double> tree(sample.description, sample.q, sample.v);
    const MaximalCoordinates<double> rows(sample.description, sample.q, sample.v);
    const MatrixXd M = tree.mass_matrix(), rounded = rows.jacobian();
    const MatrixXd J = rounded.unaryExpr([](double x) { return std::abs(x) < 1e-12 ? 0 : x; });
    const VectorXd free = M.solve_symmetric(as_dense(sample.tau) - tree.bias_force(acting));
    const VectorXd open = J * free + rows.rate_change(std::vector<double>(sample.v.size()));
    const MatrixXd omega = J * M.solve_symmetric(J.transpose());
    const VectorXd expected = free - M.solve_symmetric(J.transpose() * least_norm_solve(omega, open, 1e-9));
    const auto& b = acting.base_acceleration;
    const auto& f = acting.forces[0].force;
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(sample.description, strategy);
      const ExternalForce<double> force{robot.model.frame(acting.forces[0].frame),
                                        {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}};
      robot.chain.forward_dynamics(
          robot.work, sample.q, sample.v, sample.tau, robot.a,
          {.base_acceleration = {{b[0], b[1], b[2]}, {b[3], b[4], b[5]}}, .forces = std::span(&force, 1)});
      ASSERT_LE(relative_error(robot.a, expected), 1e-7) << "sample " << i << " " << name_of(strategy);
    }
  }
}

// The second difference of the positions along the motion, which would be of the order of the step's square if the loop
// were open.
TEST(ClosedChain, AccelerationsKeepTheLoopsClosed) {
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    const VectorXd a = as_dense(robot.accelerate(sample.q, sample.v, sample.tau)), v = as_dense(sample.v);
    const double pace = 1 + v.largest() + std::sqrt(a.largest());
    const double h = 1e-3 / pace;
    const auto closure_after = [&](double time) {
      const VectorXd mean = v + time / 2 * a;
      std::vector<double> q(sample.q.size());
      robot.model.integrate(sample.q, std::vector<double>(mean.begin(), mean.end()), time, q);
      return MaximalCoordinates<Real>(sample.description, q).closure();
    };
    const VecX<Real> bend = closure_after(h) - 2 * closure_after(0) + closure_after(-h);
    ASSERT_LE(bend.largest(), 1e-10) << "sample " << i;
  }
}

// Both ends of a closed loop have the same velocity along its forces.
TEST(ClosedChain, LoopsDoNoWork) {
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    robot.accelerate(sample.q, sample.v, sample.tau);
    const DenseReference<double> tree(sample.description, sample.q, sample.v);
    const VectorXd v = as_dense(sample.v);
    const VectorXd moments =
        tree.mass_matrix() * as_dense(robot.a) + tree.bias_force() - as_dense(sample.tau);
    const double scale = std::max(1.0, moments.cwiseAbs().dot(v.cwiseAbs()));
    ASSERT_LE(std::abs(moments.dot(v)), 1e-9 * scale) << "sample " << i;
  }
}

TEST(ClosedChain, WithALoopGivenTwiceAcceleratesAlikeAndSharesTheForce) {
  int shared = 0;
  for (int i = 0; i < 100; ++i) {
    ClosedSample sample = random_closed_sample(i);
    Description twice = sample.description;
    const std::size_t count = twice.loops.size();
    for (std::size_t k = 0; k < count; ++k) {
      twice.loops.push_back(twice.loops[k]);
      twice.loops.back().name += " again";
    }
    for (const Strategy strategy : all_strategies) {
      ClosedRobot once(sample.description, strategy), robot(twice, strategy);
      once.accelerate(sample.q, sample.v, sample.tau);
      robot.accelerate(sample.q, sample.v, sample.tau);
      ASSERT_LE(relative_error(robot.a, once.a), 1e-8) << "sample " << i << " " << name_of(strategy);
      ASSERT_EQ(robot.chain.rank(), once.chain.rank());
      if (!twice.couplings.empty() || once.chain.rank() < once.chain.rows()) continue;
      for (std::size_t k = 0; k < count; ++k) {
        const auto force = as_dense(once.chain.loop_force(static_cast<int>(k)));
        for (const std::size_t copy : {k, count + k}) {
          ASSERT_LE(relative_error(2 * as_dense(robot.chain.loop_force(static_cast<int>(copy))), force), 1e-8)
              << "sample " << i << " " << name_of(strategy);
        }
        ++shared;
      }
    }
  }
  EXPECT_GT(shared, 50);
}

// Only samples for which float can decide which rows are dependent.
TEST(ClosedChain, InFloatAgreesToItsPrecision) {
  int compared = 0;
  for (int i = 0; i < closed_sample_count(); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const VectorXd sizes = row_sizes(sample.description, sample.q);
    if (std::any_of(sizes.begin(), sizes.end(),
                    [&](double x) { return x > 1e-10 * sizes[0] && x < 0.03 * sizes[0]; }))
      continue;
    const Expected expected(sample);
    ClosedRobot<float> robot(sample.description);
    robot.accelerate(sample.q, sample.v, sample.tau);
    ASSERT_EQ(robot.chain.rank(), expected.reference.rank()) << "sample " << i;
    ASSERT_LE(relative_error(robot.a, expected.answer.acceleration), 1e-3) << "sample " << i;
    ++compared;
  }
  EXPECT_GE(compared, closed_sample_count() / 2);
}

// A door on two hinges, and a further loop that repeats them: its rows are zero up to rounding.
TEST(ClosedChain, ThatOnlyRepeatsAJointChangesNothing) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Vector3<double> axis = random.unit_vector(), place = random.vector(1);
    Description door{.name = "door"};
    Body frame{.name = "frame", .placement = {random.rotation(), random.vector(1)}};
    frame.joint = {.name = "turntable", .kind = JointKind::revolute, .axis = random.unit_vector()};
    frame.inertial = {5, random.vector(0.2), {1, 0, 0, 1, 0, 1}};
    Body leaf = hinged("leaf", "frame", place, {3, random.vector(0.4), {0.2, 0, 0, 0.3, 0, 0.4}}, axis);
    door.bodies = {frame, leaf};
    Description repeated = door;
    repeated.loops.push_back({.name = "second hinge",
                              .connection = {.kind = ConnectionKind::revolute},
                              .first = {"frame", frame_along(place + 0.7 * axis, axis)},
                              .second = {"leaf", frame_along(0.7 * axis, axis)}});
    const std::vector<double> q{random.uniform(-3, 3), random.uniform(-3, 3)},
        v{random.uniform(-3, 3), random.uniform(-3, 3)}, tau{random.uniform(-3, 3), random.uniform(-3, 3)};
    const auto expected = DenseReference<double>(door, q, v).forward_dynamics(tau);
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(repeated, strategy);
      ASSERT_LE(relative_error(robot.accelerate(q, v, tau), expected), 1e-12) << name_of(strategy);
      ASSERT_EQ(robot.chain.rank(), 0) << name_of(strategy);
      ASSERT_EQ(norm(robot.chain.loop_force(0).linear), 0) << name_of(strategy);
    }
    ClosedRobot<float> in_float(repeated);
    ASSERT_LE(relative_error(in_float.accelerate(q, v, tau), expected), 1e-4);
    ASSERT_EQ(in_float.chain.rank(), 0);
  }
}

}  // namespace sinew::test::closed_chain_test
