// calls MODEL BASE: calls each core recursion a few times, each from its own function, for tools/instruction_counts.py,
// which reads callgrind's counts below that function. The recursions are those of the robot, of the robot with its feet
// (or without feet, its tip) welded to the ground, and of three fixed robots that hold one object; those of a mechanism
// with loops are those of the closed chain.
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/chains/arms/multi_arm.hpp"
#include "sinew/chains/loops/closed_chain.hpp"
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

sinew::Model closed(const sinew::Model& model) {
  sinew::Description description = model.description();
  if (!description.loops.empty()) return model;
  for (const sinew::Body& body : description.bodies) {
    if (body.name.ends_with("foot"))
      description.loops.push_back({.name = body.name, .second = {.body = body.name}});
  }
  const std::string tip = description.bodies.back().name;
  if (description.loops.empty()) description.loops.push_back({.name = tip, .second = {.body = tip}});
  return sinew::Model(description);
}

struct ClosedRobot {
  explicit ClosedRobot(const sinew::Model& model) : work(model), chain(model) {
    result.resize(static_cast<std::size_t>(model.velocity_size()));
  }

  sinew::Workspace<double> work;
  sinew::ClosedChain<double> chain;
  std::vector<double> result;
};

struct ThreeArms {
  explicit ThreeArms(const sinew::Model& model)
      : system({model, model, model}, sinew::rigid_object({2, {}, {0.1, 0, 0, 0.1, 0, 0.1}}, model.gravity()),
               grasps(model)),
        result(static_cast<std::size_t>(system.velocity_size())) {
    const std::vector<double> neutral = system.neutral_position();
    for (std::uint64_t i = 0; i < calls; ++i) {
      sinew::State& all = states.emplace_back();
      for (std::uint64_t arm = 0; arm < 3; ++arm) {
        const sinew::State one = random_state(model, i + arm);
        all.q.insert(all.q.end(), one.q.begin(), one.q.end());
        all.v.insert(all.v.end(), one.v.begin(), one.v.end());
        all.tau.insert(all.tau.end(), one.tau.begin(), one.tau.end());
      }
      all.q.insert(all.q.end(), neutral.begin() + std::ptrdiff_t(all.q.size()), neutral.end());
      all.v.resize(result.size());
      all.tau.resize(result.size());
    }
  }
  static std::vector<sinew::Grasp> grasps(const sinew::Model& model) {
    const std::string tip = model.description().bodies.back().name;
    std::vector<sinew::Grasp> list;
    for (int i = 0; i < 3; ++i) {
      const sinew::Transform<double> place{{}, {0.1 * i, 0.2, 0}};
      list.push_back({.name = "hand", .arm = i, .first = {"object", place}, .second = {tip, {}}});
    }
    return list;
  }

  sinew::MultiArm<double> system;
  std::vector<double> result;
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
[[gnu::noinline]] void count_closed_forward_dynamics(ClosedRobot& robot, const sinew::State& state) {
  robot.chain.forward_dynamics(robot.work, state.q, state.v, state.tau, robot.result);
}
[[gnu::noinline]] void count_three_arms(ThreeArms& arms, const sinew::State& state) {
  arms.system.forward_dynamics(state.q, state.v, state.tau, arms.result);
}
}

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fputs("usage: calls MODEL as_written|floating\n", stderr);
    return 2;
  }
  const bool floating = std::string_view(argv[2]) == "floating";
  Robot robot(sinew::load(argv[1], {.base = floating ? sinew::Base::floating : sinew::Base::as_written}));
  ClosedRobot closed_robot(closed(robot.model));
  for (const sinew::State& state : robot.states) count_closed_forward_dynamics(closed_robot, state);
  if (!robot.model.description().loops.empty()) return 0;
  for (const sinew::State& state : robot.states) {
    for (auto* recursion : {count_forward_dynamics, count_inverse_dynamics, count_mass_matrix,
                            count_inverse_mass_matrix, count_filter, count_omega})
      recursion(robot, state);
  }
  if (floating) return 0;
  ThreeArms arms(robot.model);
  for (const sinew::State& state : arms.states) count_three_arms(arms, state);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "calls: %s\n", error.what());
  return 1;
}
