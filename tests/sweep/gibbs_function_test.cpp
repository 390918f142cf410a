// The accelerations of a robot minimise Gibbs' function (DD91 section V) among all accelerations that its joints allow.
#include <gtest/gtest.h>

#include "sinew/sweep/optimal_control.hpp"
#include "tests/support/subject.hpp"
#include "tests/sweep/robot_system.hpp"

namespace sinew::test::gibbs_function_test {

using Real = long double;

// Gibbs' function of a tree, body by body from the accelerations of the centres of mass in world axes:
//   m |c''|^2 / 2 + w' . I w' / 2 + w' . (w x I w) minus force . acceleration, summed over the bodies.
Real gibbs_function(const Sample& sample, const DenseReference<Real>& dense, const std::vector<double>& a) {
  Real sum = 0;
  std::size_t v = 0;
  for (const std::string& name : DenseReference<Real>::coordinate_order(sample.description)) {
    const Body& body = *std::find_if(sample.description.bodies.begin(), sample.description.bodies.end(),
                                     [&](const Body& b) { return b.name == name; });
    const Mat3<Real> rotation = dense.pose(name).rotation;
    const Mat3<Real> inertia = rotation * to_dense<Real>(body.inertial.inertia) * rotation.transpose();
    const Vec3<Real> arm = rotation * to_dense<Real>(body.inertial.com);
    const Vec6<Real> acceleration = dense.acceleration(name, Reference::aligned, a);
    const Vec3<Real> w = dense.velocity(name, Reference::aligned).head(3), w_rate = acceleration.head(3);
    const Vec3<Real> centre = acceleration.tail(3) + w_rate.cross(arm) + w.cross(w.cross(arm));
    const Real mass = body.inertial.mass;
    sum += mass * centre.squaredNorm() / 2 - mass * to_dense<Real>(sample.description.gravity).dot(centre);
    sum += w_rate.dot(inertia * w_rate) / 2 + w_rate.dot(w.cross(inertia * w));
    const auto& dofs = body.joint.dofs;
    for (int i = 0; i < velocity_size(body.joint); ++i, ++v) {
      const Real rotor = dofs.empty() ? 0 : dofs[dofs.size() == 1 ? 0 : i].armature;
      sum += rotor * a[v] * a[v] / 2 - Real(sample.tau[v]) * a[v];
    }
  }
  for (const DenseForce& f : sample.environment.forces) {
    const Mat3<Real> rotation = dense.pose(f.frame).rotation;
    const Vec6<Real> acceleration = dense.acceleration(f.frame, Reference::aligned, a),
                     force = f.force.cast<Real>();
    sum -= (rotation * force.head(3)).dot(acceleration.head(3)) +
           (rotation * force.tail(3)).dot(acceleration.tail(3));
  }
  return sum;
}

TEST(GibbsFunction, IsMinimalAtTheAccelerationsOfATree) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    Sample sample = random_sample(i);
    sample.environment.base_acceleration.setZero();
    Subject s(sample);
    if (s.dofs() == 0) continue;
    std::vector<double> a = s.zeros();
    forward_dynamics(s.work, sample.q, sample.v, sample.tau, a, s.environment());
    const auto dense = s.dense<Real>();
    const Real least = gibbs_function(sample, dense, a);
    const MatX<Real> mass = dense.mass_matrix();
    for (int perturbation = 0; perturbation < 5; ++perturbation) {
      std::vector<double> other = a;
      const double size = std::pow(10.0, -perturbation);
      VecX<Real> difference(s.dofs());
      for (int k = 0; k < s.dofs(); ++k) {
        other[static_cast<std::size_t>(k)] += random.uniform(-size, size);
        difference[k] = Real(other[static_cast<std::size_t>(k)]) - a[static_cast<std::size_t>(k)];
      }
      const Real rise = gibbs_function(sample, dense, other) - least;
      ASSERT_GT(rise, 0) << "sample " << i << " perturbation of size " << size;
      // No first-order term: the increase is that of the quadratic part alone.
      const Real expected = difference.dot(mass * difference) / 2;
      ASSERT_NEAR(static_cast<double>(rise / expected), 1, 1e-5) << "sample " << i << " size " << size;
    }
  }
}

// The cost that the control problem reports is Gibbs' function, up to a constant independent of the joint
// accelerations.
TEST(GibbsFunction, IsTheCostOfTheControlProblem) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    Sample sample;
    sample.description = random_description(random, {.bodies = 1 + random.below(8), .serial = true});
    sample.q = random_position(sample.description, random);
    sample.v = random_velocity(sample.description, random);
    sample.tau = random_velocity(sample.description, random);
    const DenseReference<Real> dense(sample.description, sample.q, sample.v);
    if (dense.velocity_size() == 0 || condition_of(dense.mass_matrix().cast<double>()) > 1e6) continue;
    const auto control = sweep::optimal_control(sweep::dual(robot_system(sample)));
    std::vector<double> a;
    for (const auto& stage : control.stages) a.insert(a.end(), stage.u.begin(), stage.u.end());
    // Compared at these accelerations and at zero, because only the difference is defined.
    auto at_rest = sweep::dual(robot_system(sample));
    for (auto& stage : at_rest) stage.B = {}, stage.R = {}, stage.t = {};
    const double drop = control.cost - sweep::optimal_control(at_rest).cost;
    const Real expected =
        gibbs_function(sample, dense, a) - gibbs_function(sample, dense, std::vector<double>(a.size()));
    ASSERT_NEAR(drop, static_cast<double>(expected), 1e-9 * (1 + std::abs(control.cost))) << "chain " << i;
  }
}

}  // namespace sinew::test::gibbs_function_test
