// A four-bar linkage: closed from a rough guess, moved by its crank, and what its closing joint carries.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model linkage = load("models/four_bar.urdf");
  const auto freedoms = static_cast<std::size_t>(linkage.velocity_size());
  Workspace<double> work(linkage);
  ClosedChain<double> chain(linkage);  // made once, like the workspace

  // The crank at 0.4 rad, the rest a guess. A weight of zero holds a freedom.
  const auto crank = static_cast<std::size_t>(linkage.joint("crank_joint").v_index);
  std::vector<double> q = linkage.neutral_position(), weights(freedoms, 1.0);
  q[static_cast<std::size_t>(linkage.joint("crank_joint").q_index)] = 0.4;
  weights[crank] = 0;
  const Assembly assembly = assemble(linkage, work, chain, q, {.weights = weights});
  std::printf("closed to %.0e m in %d steps: q = %.6f %.6f %.6f\n", assembly.error, assembly.steps, q[0],
              q[1], q[2]);

  // Three joints, five rows of the closing joint: one freedom, because three rows say what the plane says already.
  ClosedKinematics<double> kinematics(linkage, chain);
  kinematics.update(linkage, work, chain, q);
  std::printf("%d rows of rank %d leave %d degree of freedom\n", chain.rows(), kinematics.rank(),
              kinematics.freedoms());

  // All rates for 2 rad/s of the crank.
  std::vector<double> v(freedoms);
  const Matrix<double>& motion = kinematics.independent_motions();
  for (std::size_t i = 0; i < freedoms; ++i)
    v[i] = 2 * motion(static_cast<int>(i), 0) / motion(static_cast<int>(crank), 0);

  // Under its own weight.
  std::vector<double> tau(freedoms), a(freedoms);
  chain.forward_dynamics(linkage, work, q, v, tau, a);
  const Force<double> force = chain.loop_force(0);
  std::printf("crank %.4f rad/s^2, closing joint %.4f N\n", a[crank], norm(force.linear));

  // The motor on the crank that keeps it at this speed: the accelerations of the others follow from the loop.
  std::vector<double> driven(freedoms);
  for (std::size_t i = 0; i < freedoms; ++i)
    driven[i] = a[i] - a[crank] * motion(static_cast<int>(i), 0) / motion(static_cast<int>(crank), 0);
  const int motor[] = {static_cast<int>(crank)};
  ClosedInverseDynamics<double> inverse(linkage, chain, motor);
  const double missing = inverse.solve(linkage, work, chain, q, v, driven, tau);
  std::printf("motor %.4f Nm, missing %.0e\n", tau[crank], missing);

  // It does.
  chain.forward_dynamics(linkage, work, q, v, tau, a);
  return assembly.closed && std::abs(a[crank]) < 1e-9 ? 0 : 1;
}
