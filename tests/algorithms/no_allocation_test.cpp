// No algorithm allocates once the workspace is made; the program replaces operator new to count.
#include <gtest/gtest.h>

#include <functional>

#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::no_allocation_test {

template <class T>
void expect_no_allocations() {
  for (int i = 0; i < 64; ++i) {
    Subject<T> s(random_sample(i));
    const std::vector<T> q = s.cast(s.sample.q), v = s.cast(s.sample.v), tau = s.cast(s.sample.tau);
    std::vector<T> out = s.zeros(), second = out, third = out, six_numbers(6);
    Matrix<T> square(s.dofs(), s.dofs()), six(6, s.dofs()), tall(s.dofs(), 6), lambda(6, 6);
    OperationalSpace<T> space(s.model, all_frames(s.model).back(), Reference::aligned);
    DiagonalWorkspace<T> diagonal(s.model);
    const Environment<T> environment = s.environment();
    const std::vector<FrameIndex> frames = all_frames(s.model);
    const auto count = [&](const char* name, const std::function<void()>& call) {
      const long before = allocations;
      call();
      EXPECT_EQ(allocations - before, 0) << name << ", sample " << i;
    };
    count("forward dynamics", [&] { forward_dynamics(s.work, q, v, tau, out, environment); });
    count("inverse dynamics", [&] { inverse_dynamics(s.work, q, v, tau, out, environment); });
    count("bias force", [&] { bias_force(s.work, q, v, out, environment); });
    count("gravity force", [&] { gravity_force(s.work, q, out); });
    count("mass matrix", [&] { mass_matrix(s.work, q, square); });
    std::vector<JointForce<T>> forces(s.model.joints().size());
    count("joint forces", [&] { joint_forces(s.work, q, v, tau, forces, environment); });
    count("joint forces after forward dynamics", [&] {
      forward_dynamics(s.work, q, v, tau, out, environment);
      joint_forces(s.work, forces);
      for (const JointInfo& joint : s.model.joints()) armstrong_form(s.work, joint, tau);
    });
    std::vector<Force<T>> fixed(s.model.fixed_joints().size());
    count("forces across fixed joints", [&] { fixed_joint_forces(s.work, fixed); });
    if (std::ranges::none_of(s.model.joints(),
                             [](const JointInfo& joint) { return joint.kind == JointKind::custom; })) {
      DynamicsDerivatives<T> derivatives(s.model);
      Matrix<T> by_q = square, by_v = square;
      count("derivatives of inverse dynamics",
            [&] { derivatives.inverse_dynamics(q, v, tau, by_q, by_v, square, environment); });
      count("derivatives of forward dynamics",
            [&] { derivatives.forward_dynamics(q, v, tau, by_q, by_v, square, out, environment); });
      count("derivative of the gravity force", [&] { derivatives.gravity_force(q, by_q); });
    }
    count("U D U^T", [&] { udut(s.work, q, square, out); });
    count("forward dynamics by U D U^T",
          [&] { forward_dynamics_by_udut(s.work, q, v, tau, out, environment); });
    count("inverse mass matrix", [&] { inverse_mass_matrix(s.work, q, square); });
    count("products with the filter in hand", [&] {
      update_filter(s.work, q);
      solve_mass_matrix(s.work, tau, out);
      inverse_mass_diagonal(s.work, out);
      factor_times(s.work, tau, out);
      square_root_adjoint_solve(s.work, tau, out);
      force_response(s.work, environment.forces, out);
    });
    count("parts of the accelerations",
          [&] { acceleration_parts(s.work, q, v, tau, out, second, third, environment); });
    count("operational space", [&] {
      update_poses(s.work, q);
      update_filter(s.work, q);
      if (!space.is_regular(s.work)) return;
      space.lambda(s.work, lambda);
      space.bias(s.work, q, v, six_numbers, environment);
      space.project(s.work, tau, out);
      space.pseudo_inverse(s.work, tall);
    });
    count("Coriolis product", [&] { coriolis_product(s.work, q, v, tau, out); });
    count("Coriolis matrix", [&] { coriolis_matrix(s.work, q, v, square); });
    count("poses", [&] { update_poses(s.work, q); });
    count("velocities", [&] { update_velocities(s.work, q, v); });
    count("accelerations", [&] { update_accelerations(s.work, q, v, tau); });
    count("frames", [&] {
      for (const FrameIndex frame : frames) {
        pose(s.work, frame);
        for (const Reference reference : all_references) {
          velocity(s.work, frame, reference);
          acceleration(s.work, frame, reference);
          jacobian(s.work, frame, reference, six);
        }
      }
    });
    update_velocities(s.work, q, v);
    count("rates of Jacobians", [&] {
      for (const FrameIndex frame : frames) jacobian_rate_times_velocity(s.work, frame, Reference::world);
    });
    count("products of Jacobians", [&] {
      for (const FrameIndex frame : frames) {
        jacobian_times(s.work, frame, Reference::body, v);
        jacobian_adjoint_times(s.work, frame, Reference::body, {}, out);
        jacobian_inner_product(s.work, frame, Reference::body, square);
        minimum_norm_velocity(s.work, frame, {}, out, {.damping = 1});
        minimum_norm_acceleration(s.work, frame, {}, out, {.damping = 1});
      }
    });
    count("residual acceleration",
          [&] { residual_acceleration(diagonal, q, v, tau, out, second, environment); });
    count("Coriolis term of the residuals", [&] { residual_coriolis(diagonal, q, v, out); });
    count("kinetic energy", [&] { kinetic_energy(s.work, q, v); });
    count("potential energy", [&] { potential_energy(s.work, q); });
    count("centre of mass", [&] { centre_of_mass(s.work, q); });
    count("centroidal momentum", [&] { centroidal_momentum(s.work, q, v); });
    count("centroidal momentum matrix", [&] { centroidal_momentum_matrix(s.work, q, six); });
  }
}

TEST(Allocations, AreNoneInDouble) {
  expect_no_allocations<double>();
}
TEST(Allocations, AreNoneInFloat) {
  expect_no_allocations<float>();
}

TEST(Allocations, AreNoneInPlanarChains) {
  const PlanarChain chain = PlanarChain::from(Model(planar_chain(9)));
  PlanarWorkspace<double> work(chain);
  const std::vector<double> q(9, 0.3), v(9, -0.2), x(9, 1);
  std::vector<double> out(9);
  Matrix<double> mass(9, 9);
  const long before = allocations;
  forward_dynamics(work, q, v, x, out);
  solve_mass_matrix(work, q, x, out);
  inverse_dynamics(work, q, v, x, out);
  mass_matrix(work, q, mass);
  EXPECT_EQ(allocations - before, 0);
}

TEST(Allocations, AreNoneInJointFriction) {
  const Subject s(random_sample(11));
  std::vector<double> tau = s.zeros();
  const long before = allocations;
  joint_friction(s.model, s.sample.v, tau);
  EXPECT_EQ(allocations - before, 0);
}

TEST(Allocations, AreCounted) {
  const long before = allocations;
  const std::vector<double> memory(100);
  EXPECT_EQ(allocations - before, 1) << memory.size();
}

}  // namespace sinew::test::no_allocation_test
