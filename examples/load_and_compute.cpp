// Loads a robot from a file, computes joint accelerations from joint torques (forward dynamics, ABA), and the torques
// back from the accelerations (inverse dynamics, RNEA).
//
//   load_and_compute [MODEL]      (default models/arm7.urdf; run it from the project's folder)
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

int main(int argument_count, char** arguments) {
  try {
    const sinew::Model robot = sinew::load(argument_count > 1 ? arguments[1] : "models/arm7.urdf");
    sinew::Workspace<double> work(robot);  // one per thread; nothing is allocated after this

    const sinew::State state = sinew::random_state(robot, 1);  // or your own q, v, tau
    std::vector<double> acceleration(state.v.size()), torque(state.v.size());
    sinew::forward_dynamics(work, state.q, state.v, state.tau, acceleration);
    sinew::inverse_dynamics(work, state.q, state.v, acceleration, torque);

    std::printf("%s: %d degrees of freedom\n", robot.name().c_str(), robot.velocity_size());
    double largest_error = 0;
    for (std::size_t i = 0; i < torque.size(); ++i) {
      std::printf("  v[%zu]  tau %9.4f   qdd %10.4f\n", i, state.tau[i], acceleration[i]);
      largest_error = std::fmax(largest_error, std::fabs(torque[i] - state.tau[i]));
    }
    std::printf("inverse after forward dynamics gives tau back within %.1e\n", largest_error);
    return largest_error < 1e-9 ? 0 : 1;
  } catch (const sinew::InvalidModel& error) {
    std::fprintf(stderr, "%s\n", error.findings().to_string().c_str());  // every finding, with file and line
    return 1;
  }
}
