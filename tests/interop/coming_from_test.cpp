// The calls of C++ in docs/coming_from/: python/tests/test_coming_from.py checks that each of them occurs here.
#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::coming_from_test {
namespace {

class ComingFrom : public testing::Test {
 protected:
  const std::string file = source_folder() + "/models/humanoid.urdf";
  const Model robot = load(file, {.base = Base::floating});
  const int n = robot.velocity_size();
  const FrameIndex hand = robot.frame("left_hand");
  const State state = random_state(robot, 1), other = random_state(robot, 2);
  const std::vector<double> q = state.q, later = other.q;
  std::vector<double> v = state.v, a = state.a, tau = state.tau;
  Workspace<double> work{robot};
};

TEST_F(ComingFrom, ConvertersAreMadeFromConventions) {
  // clang-format off
  const interop::Converter peer(robot, interop::Convention::mujoco);
  std::vector<double> their_q(peer.position_size()), their_v(peer.velocity_size());
  peer.q_from_sinew(q, their_q);
  peer.v_from_sinew(q, v, their_v);

  interop::Convention other = interop::Convention::pinocchio;
  other.name = "Other";
  other.quaternion = interop::QuaternionOrder::wxyz;
  other.order = interop::JointOrder::as_written;
  const interop::Converter to_other(robot, other);
  // clang-format on
  EXPECT_EQ(their_q, q);
  to_other.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, q);
  const std::array<double, 6> six{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(peer.wrench_to_sinew(six).angular, (Vector3<double>{4, 5, 6}));
}

TEST_F(ComingFrom, TheCallsCompileAndRun) {
  std::vector<double> q_next(q.size()), u(v.size());
  const std::vector<double> zeros(v.size());
  Matrix<double> M(n, n), J(6, n);
  const Force<double> force{{4, 5, 6}, {1, 2, 3}};
  const Motion<double> twist{{0, 0, 0.1}, {0.1, 0, 0}};
  const interop::Converter peer(robot, interop::Convention::mujoco);
  {
    const Model same = load(file, {.base = Base::floating});
    EXPECT_EQ(load(file).velocity_size() + 6, same.velocity_size());
    Workspace<double> work(robot);
    set_state(work, q, v);
    EXPECT_EQ(std::pair(robot.position_size(), robot.velocity_size()), std::pair(n + 1, n));
  }
  EXPECT_GT(robot.mass(), 0);
  EXPECT_EQ(robot.neutral_position().size(), q.size());
  EXPECT_EQ(robot.initial_position().size(), q.size());
  EXPECT_EQ(int(robot.joints().size()), n - 5);
  robot.integrate(q, v, 0.01, q_next);
  const double dt = 0.01;
  robot.integrate(q, v, dt, q_next);
  difference(robot, q, later, u);

  set_position(work, q);
  const Transform<double> target = pose(work, hand);
  set_state(work, q, v);
  velocity(work, hand);
  velocity(work, hand, Reference::aligned);
  velocity(work, hand, Reference::world);
  jacobian_rate_times_velocity(work, hand);
  jacobian_rate_times_velocity(work, hand, Reference::aligned);
  update_accelerations(work, q, v, a);
  acceleration(work, hand, Reference::aligned);
  jacobian(work, hand, Reference::body, J);
  jacobian(work, hand, Reference::aligned, J);
  jacobian_adjoint_times(work, hand, Reference::aligned, force, tau);
  jacobian_adjoint_times(work, hand, Reference::body, force, tau);
  EXPECT_LT(norm((target * target).translation - target * target.translation), 1e-12);
  EXPECT_EQ(rotation_from_rpy(Vector3<double>{0, 0, 0}), Rotation<double>{});
  rotation_from_rpy(Vector3<double>{0.4, 0.3, -0.2});

  inverse_dynamics(work, q, v, a, tau);
  forward_dynamics(work, q, v, tau, a);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], state.a[i], 1e-8);
  peer.a_to_sinew(q, v, zeros, a);
  mass_matrix(work, q, M);
  inverse_mass_matrix(work, q, M);
  coriolis_matrix(work, q, v, M);
  coriolis_product(work, q, v, v, tau);
  bias_force(work, q, v, tau);
  gravity_force(work, q, tau);
  solve_mass_matrix(work, tau, a);
  EXPECT_GT(kinetic_energy(work, q, v), 0);
  EXPECT_LT(potential_energy(work, q), 1e4);
  centre_of_mass(work, q);
  centroidal_momentum(work, q, v);
  EXPECT_TRUE(inverse_kinematics(work, hand, target, q).converged);
  EXPECT_EQ(minimum_norm_velocity(work, hand, twist, v, {.reference = Reference::aligned}), 6);
}

}  // namespace
}  // namespace sinew::test::coming_from_test
