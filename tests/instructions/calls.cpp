// calls MODEL BASE: calls each core recursion a few times, each from its own function, for tools/instruction_counts.py,
// which reads callgrind's counts below that function.
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/state.hpp"

namespace {

constexpr int calls = 8;

struct Robot {
  explicit Robot(const sinew::Model& model_)
      : model(model_),
        work(model),
        tip(model, model.frame(model.description().bodies.back().name)),
        result(static_cast<std::size_t>(model.velocity_size())),
        matrix(model.velocity_size(), model.velocity_size()) {
    for (int i = 0; i < calls; ++i) states.push_back(random_state(model, static_cast<std::uint64_t>(i)));
  }

  sinew::Model model;
  sinew::Workspace<double> work;
  sinew::OperationalSpace<double> tip;
  std::vector<double> result;
  sinew::Matrix<double> matrix;
  std::vector<sinew::State> states;
};

}  // namespace

// Names that callgrind prints unchanged. The script uses the part after "count_".
extern "C" {
[[gnu::noinline]] void count_forward_dynamics(Robot& robot, const sinew::State& state) {
  forward_dynamics(robot.work, state.q, state.v, state.tau, robot.result);
}
[[gnu::noinline]] void count_inverse_dynamics(Robot& robot, const sinew::State& state) {
  inverse_dynamics(robot.work, state.q, state.v, state.a, robot.result);
}
[[gnu::noinline]] void count_mass_matrix(Robot& robot, const sinew::State& state) {
  mass_matrix<double>(robot.work, state.q, robot.matrix);
}
[[gnu::noinline]] void count_inverse_mass_matrix(Robot& robot, const sinew::State& state) {
  inverse_mass_matrix<double>(robot.work, state.q, robot.matrix);
}
[[gnu::noinline]] void count_filter(Robot& robot, const sinew::State& state) {
  update_filter<double>(robot.work, state.q);
}
[[gnu::noinline]] void count_omega(Robot& robot, const sinew::State&) {
  ++robot.work.contents.position;  // so that Omega is computed again
  robot.tip.omega(robot.work);
}
}

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("usage: calls MODEL as_written|floating\n", stderr);
    return 2;
  }
  const bool floating = std::string_view(argv[2]) == "floating";
  Robot robot(sinew::load(argv[1], {.base = floating ? sinew::Base::floating : sinew::Base::as_written}));
  for (const sinew::State& state : robot.states) {
    for (auto* recursion : {count_forward_dynamics, count_inverse_dynamics, count_mass_matrix,
                            count_inverse_mass_matrix, count_filter, count_omega})
      recursion(robot, state);
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "calls: %s\n", error.what());
  return 1;
}
