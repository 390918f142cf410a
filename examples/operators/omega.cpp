// Computes the inverse of the operational-space inertia at the tip, SOA (19)-(20). The formula J Mass^-1 J* is
// simplified to B* Upsilon B and runs as the outward sweep of SOA 5.2. On a shorter arm B* psi* H* D^-1 H psi B would
// be cheaper: six vectors propagated inward.
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 6);
  const FrameIndex tool = arm.frame("tool");
  Configuration at(arm, {tool});
  at.set(state.q);

  Prepared omega(J * inv(Mass) * ~J, at, as_matrix);
  Matrix<double> computed(6, 6);
  omega.matrix(computed);
  std::printf("J Mass^-1 J* becomes %s\n", to_text(omega.derivation().result()).c_str());

  Workspace<double> work(arm);
  set_position(work, state.q);
  OperationalSpace<double> space(arm, tool, Reference::body);
  std::printf("1 N along the tool's axis accelerates it by %.4f m/s^2\n", computed(5, 5));
  return report(difference(computed.data(), space.omega(work).data(), 36));
}
