// Tests derivatives by external forces and by the base's acceleration, and forces held constant in the world.
#include "sinew/algorithms/derivatives/environment_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::environment_derivatives_test {

using D = Dual<double>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

struct Case : Subject<> {
  explicit Case(int index) : Subject(sample_without_custom_joints(index)), linear(model) {
    Random random(static_cast<unsigned>(index) + 6000);
    for (auto* vector : {&dq, &w}) *vector = random_velocity(sample.description, random);
  }
  std::vector<double> torques(const Environment<double>& environment) {
    std::vector<double> tau = zeros();
    inverse_dynamics(work, sample.q, sample.v, sample.a, tau, environment);
    return tau;
  }

  LinearizedDynamics<double> linear;
  std::vector<double> dq, w;
};

TEST(WorldForces, ChangeTheTorquesAsForcesThatKeepTheirDirection) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(i);
    std::vector<double> dtau = c.torques(c.environment()), none = c.zeros();
    c.linear.update(c.work);
    c.linear.inverse_jvp(c.work, c.dq, none, none, dtau);
    for (const auto& force : c.forces) add_world_force_jvp(c.work, force, c.dq, dtau);

    // The same forces as dual numbers that turn back in their frames while the frames turn.
    std::vector<D> q(c.sample.q.size()), v(c.w.size()), a = v, tau = v;
    detail::set_moving_position(c.model.tree<double>(), c.sample.q.data(), c.dq.data(), q.data());
    for (std::size_t k = 0; k < v.size(); ++k) v[k] = c.sample.v[k], a[k] = c.sample.a[k];
    Workspace<D> dual(c.model);
    update_poses(dual, q);
    std::vector<ExternalForce<D>> forces;
    for (const auto& [frame, force] : c.forces) {
      const Rotation<double> now = pose(c.work, frame).rotation;
      const Rotation<D> turning = pose(dual, frame).rotation;
      const auto held = [&](const Vector3<double>& x) {
        return transpose_times(turning, (now * x).template cast<D>());
      };
      forces.push_back({frame, {held(force.angular), held(force.linear)}});
    }
    const Motion<D> base = c.environment().base_acceleration.cast<D>();
    inverse_dynamics(dual, q, v, a, tau, {.base_acceleration = base, .forces = forces});
    std::vector<double> expected;
    for (const D& x : tau) expected.push_back(x.rate);
    ASSERT_LE(relative_error(dtau, as_dense(expected)), 1e-11) << i;

    std::vector<double> by_q = c.zeros(), by_v = by_q, by_a = by_q;
    c.linear.inverse_vjp(c.work, c.w, by_q, by_v, by_a);
    for (const auto& force : c.forces) add_world_force_vjp(c.work, force, c.w, by_q);
    const double size = 1 + std::sqrt(dot(by_q, by_q) * dot(c.dq, c.dq) + dot(c.w, c.w) * dot(dtau, dtau));
    ASSERT_NEAR(dot(by_q, c.dq), dot(c.w, dtau), 1e-12 * size) << i;
  }
}

// Inverse dynamics is linear in the forces and in the acceleration of the base.
TEST(EnvironmentDerivatives, AreTheDifferencesThatForcesAndTheBaseMake) {
  Random random(9);
  for (int i = 0; i < sample_count() / 8; ++i) {
    Case c(i);
    const FrameIndex frame{1 + random.below(static_cast<int>(c.model.frames().size()) - 1)};
    ExternalForce<double> push{frame, {}};
    Motion<double> jerk;
    for (int k = 0; k < 6; ++k) push.force[k] = random.uniform(-1, 1), jerk[k] = random.uniform(-1, 1);
    const std::vector<double> without = c.torques({}), pushed = c.torques({.forces = {&push, 1}}),
                              shaken = c.torques({.base_acceleration = jerk});
    const double size = 1e-12 * (1 + std::sqrt(dot(c.w, c.w) * (dot(pushed, pushed) + dot(shaken, shaken))));
    const Motion<double> by_force = external_force_vjp(c.work, frame, c.w);
    ASSERT_NEAR(sinew::dot(by_force, push.force), dot(c.w, pushed) - dot(c.w, without), size) << i;
    const Force<double> by_base = base_acceleration_vjp(c.work, c.w);
    ASSERT_NEAR(sinew::dot(by_base, jerk), dot(c.w, shaken) - dot(c.w, without), size) << i;
  }
}

}  // namespace sinew::test::environment_derivatives_test
