// Serial arms whose tips are welded to the ground or to each other: SOA (23) to (26) in dense matrices.
//   alpha_f = J M^-1 (T - C) + J' v     free acceleration of a tip         Lambda^-1 = J M^-1 J^*
//   f = Lambda_c (alpha_2f - alpha_1f),  Lambda_c^-1 = Lambda_1^-1 + Lambda_2^-1                         (26)
//   M_1 a_1 + C_1 = T_1 + J_1^* f,  M_2 a_2 + C_2 = T_2 - J_2^* f                                        (23)
#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_reference.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::welded_arms_test {

// An arm with its own part of the state, and the results of (24) and (25) for its tip in the tip's frame.
struct Arm {
  Arm(const Description& description, const std::vector<double>& q, const std::vector<double>& v,
      const std::vector<double>& tau)
      : dense(description, q, v),
        M(dense.mass_matrix()),
        force(as_dense(tau) - dense.bias_force()),
        J(dense.jacobian("tip", Reference::body)),
        inverse_inertia(J * M.solve_symmetric(J.transpose())) {
    const std::vector<double> zero(v.size());
    free_acceleration = J * M.solve_symmetric(force) + dense.acceleration("tip", Reference::body, zero);
  }
  VectorXd acceleration(const Vec6<double>& f) const { return M.solve_symmetric(force + J.transpose() * f); }

  DenseReference<double> dense;
  MatrixXd M;
  VectorXd force;
  MatrixXd J, inverse_inertia;
  Vec6<double> free_acceleration;
};

Transform<double> to_transform(const Pose<double>& pose) {
  const auto row = [&](int i) {
    return Vector3<double>{pose.rotation(i, 0), pose.rotation(i, 1), pose.rotation(i, 2)};
  };
  return {{row(0), row(1), row(2)}, {pose.translation.x(), pose.translation.y(), pose.translation.z()}};
}

LoopEnd tip_of(const Description& arm, const std::string& prefix = "") {
  const auto tip =
      std::find_if(arm.frames.begin(), arm.frames.end(), [](const Frame& f) { return f.name == "tip"; });
  return {prefix + tip->body, tip->placement};
}

TEST(WeldedArm, ToTheGroundHasTheForceThatStopsItsTip) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Description arm = random_chain(7, seed);
    Random random(seed);
    const std::vector<double> q = random_position(arm, random), tau = random_velocity(arm, random);
    Description welded = arm;
    const Pose<double> tip = DenseReference<double>(arm, q).pose("tip");
    welded.loops = {{.name = "weld", .first = {"", to_transform(tip)}, .second = tip_of(arm)}};
    const std::vector<double> v = let_through(welded, q, random_velocity(arm, random));
    const Arm free(arm, q, v, tau);
    const Vec6<double> f = -free.inverse_inertia.solve_symmetric(free.free_acceleration);
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(welded, strategy);
      ASSERT_LE(relative_error(robot.accelerate(q, v, tau), free.acceleration(f)), 1e-8)
          << name_of(strategy) << " seed " << seed;
      ASSERT_LE(relative_error(robot.chain.loop_force(0), f), 1e-8) << name_of(strategy) << " seed " << seed;
      ASSERT_EQ(robot.chain.rank(), 6);
    }
  }
}

// The second arm is placed so that its tip meets that of the first.
Description welded_pair(const Description& first, const Description& second, const std::vector<double>& q1,
                        const std::vector<double>& q2, Transform<double>& second_base) {
  const Pose<double> tip1 = DenseReference<double>(first, q1).pose("tip"),
                     tip2 = DenseReference<double>(second, q2).pose("tip");
  const Pose<double> back{tip2.rotation.transpose(), -tip2.rotation.transpose() * tip2.translation};
  second_base = to_transform(tip1 * back);
  Description pair = first;
  pair.frames.clear();
  for (Body body : second.bodies) {
    if (body.parent.empty()) {
      body.placement = second_base * body.placement;
    } else {
      body.parent = "other_" + body.parent;
    }
    body.name = "other_" + body.name;
    body.joint.name = "other_" + body.joint.name;
    pair.bodies.push_back(body);
  }
  // f is the force on arm 1.
  pair.loops = {{.name = "weld", .first = tip_of(second, "other_"), .second = tip_of(first)}};
  return pair;
}

TEST(WeldedArm, ToAnotherSharesTheForceOfTheirCommonInertia) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Description first = random_chain(7, seed);
    Description second = random_chain(6, 100 + seed);
    Random random(seed);
    const std::vector<double> q1 = random_position(first, random), q2 = random_position(second, random);
    Transform<double> base;
    const Description pair = welded_pair(first, second, q1, q2, base);
    for (Body& body : second.bodies) {
      if (body.parent.empty()) body.placement = base * body.placement;
    }
    std::vector<double> q = q1;
    q.insert(q.end(), q2.begin(), q2.end());
    const std::vector<double> v = let_through(pair, q, random_velocity(pair, random)),
                              tau = random_velocity(pair, random);
    const Arm arm1(first, q1, {v.begin(), v.begin() + 7}, {tau.begin(), tau.begin() + 7});
    const Arm arm2(second, q2, {v.begin() + 7, v.end()}, {tau.begin() + 7, tau.end()});
    const Vec6<double> f = (arm1.inverse_inertia + arm2.inverse_inertia)
                               .solve_symmetric(arm2.free_acceleration - arm1.free_acceleration);
    VectorXd expected(13);
    expected << arm1.acceleration(f), arm2.acceleration(-f);
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(pair, strategy);
      ASSERT_LE(relative_error(robot.accelerate(q, v, tau), expected), 1e-8)
          << name_of(strategy) << " seed " << seed;
      ASSERT_LE(relative_error(robot.chain.loop_force(0), f), 1e-8) << name_of(strategy) << " seed " << seed;
    }
  }
}

}  // namespace sinew::test::welded_arms_test
