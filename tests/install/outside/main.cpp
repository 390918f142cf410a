// Loads the robot named by the argument, and checks that inverse dynamics undoes forward dynamics.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

int main(int, char** arguments) {
  const sinew::Model robot = sinew::load(arguments[1]);
  sinew::Workspace<double> work(robot);
  const sinew::State state = sinew::random_state(robot, 1);
  std::vector<double> acceleration(state.v.size()), moment(state.v.size());
  sinew::forward_dynamics(work, state.q, state.v, state.tau, acceleration);
  sinew::inverse_dynamics(work, state.q, state.v, acceleration, moment);
  double largest = 0;
  for (std::size_t i = 0; i < moment.size(); ++i)
    largest = std::fmax(largest, std::fabs(moment[i] - state.tau[i]));
  std::printf("%s: tau comes back within %.1e\n", robot.name().c_str(), largest);
  return largest < 1e-9 ? 0 : 1;
}
