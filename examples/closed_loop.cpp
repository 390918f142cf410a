// Computes the motion of a four-bar linkage: closes its loop from a rough guess, drives it by its crank, and computes
// the force in its closing joint.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model linkage = load("models/four_bar.urdf");
  const auto dofs = static_cast<std::size_t>(linkage.velocity_size());
  // The crank has the only motor. The system is constructed once; it owns its working memory.
  ConstrainedSystem system(linkage, {.actuated = {linkage.joint("crank_joint").v_index}});

  // The crank is at 0.4 rad; the other positions are a guess. A weight of zero locks a degree of freedom.
  const auto crank = static_cast<std::size_t>(linkage.joint("crank_joint").v_index);
  std::vector<double> q = linkage.neutral_position(), weights(dofs, 1.0);
  q[static_cast<std::size_t>(linkage.joint("crank_joint").q_index)] = 0.4;
  weights[crank] = 0;
  const Assembly assembly = system.assemble(q, {.weights = weights});
  std::printf("closed to %.0e m in %d steps: q = %.6f %.6f %.6f\n", assembly.error, assembly.steps, q[0],
              q[1], q[2]);

  // Three joints and five constraint rows of the closing joint leave one degree of freedom, because the mechanism is
  // planar and three of the rows are redundant.
  const ClosedKinematics<double>& kinematics = system.kinematics(q);
  std::printf("%d rows of rank %d leave %d degree of freedom\n", system.rows(), kinematics.rank(),
              kinematics.dofs());

  // The velocities of all joints when the crank rotates at 2 rad/s.
  std::vector<double> v(dofs);
  const Matrix<double>& motion = kinematics.independent_motions();
  for (std::size_t i = 0; i < dofs; ++i)
    v[i] = 2 * motion(static_cast<int>(i), 0) / motion(static_cast<int>(crank), 0);

  // Forward dynamics under gravity, without motors.
  std::vector<double> tau(dofs), a(dofs);
  system.forward_dynamics(q, v, tau, a);
  const Force<double> force = system.loop("closing_joint").force;
  std::printf("crank %.4f rad/s^2, closing joint %.4f N\n", a[crank], norm(force.linear));

  // The motor torque on the crank that keeps its speed constant. The accelerations of the other joints follow from the
  // loop.
  std::vector<double> driven(dofs);
  for (std::size_t i = 0; i < dofs; ++i)
    driven[i] = a[i] - a[crank] * motion(static_cast<int>(i), 0) / motion(static_cast<int>(crank), 0);
  const double missing = system.inverse_dynamics(q, v, driven, tau);
  std::printf("motor %.4f Nm, residual %.0e Nm\n", tau[crank], missing);

  // With this torque the crank does not accelerate.
  system.forward_dynamics(q, v, tau, a);
  return assembly.closed && std::abs(a[crank]) < 1e-9 ? 0 : 1;
}
