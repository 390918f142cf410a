#include "apps/cli/optimize.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "apps/cli/errors.hpp"
#include "apps/cli/json_text.hpp"
#include "sinew/simulate/optimal/motion_feedback.hpp"

namespace sinew::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Shows iterations and cost in one line of a terminal, at most ten times a second.
class SearchLine {
 public:
  explicit SearchLine(bool wanted) : shows_(wanted && isatty(STDERR_FILENO) != 0) {}
  ~SearchLine() {
    if (is_there_) std::fputs("\r\033[K", stderr);
  }
  void show(int iteration, double cost) {
    const auto now = Clock::now();
    if (!shows_ || (is_there_ && now - last_ < std::chrono::milliseconds(100))) return;
    fmt::print(stderr, "\r\033[Kiteration {}: cost {:.6g}", iteration, cost);
    std::fflush(stderr);
    is_there_ = true;
    last_ = now;
  }

 private:
  bool shows_, is_there_ = false;
  Clock::time_point last_{};
};

OptimizePlan plan_of(const OptimizeRequest& request, const Scene& scene) {
  if (!scene.optimize)
    throw RequestError(fmt::format("{} has no section optimize; expected one with the target",
                                   request.simulation.model.file));
  OptimizePlan plan = *scene.optimize;
  if (request.iterations) {
    if (*request.iterations < 1)
      throw RequestError(fmt::format("--iterations: {} was given; expected 1 or more", *request.iterations));
    plan.iterations = *request.iterations;
  }
  return plan;
}

}  // namespace

Optimized optimize(const OptimizeRequest& request, std::string& notes) {
  Optimized found;
  OptimizePlan plan;
  const auto change = [&](Scene& scene, const Interrupt& interrupt) {
    plan = plan_of(request, scene);
    const SceneRobot& robot = scene.robots.at(0);
    SimulationPlan& simulation = scene.simulation;
    SearchLine line(!request.simulation.quiet);
    const auto began = Clock::now();
    found.motion =
        optimize(robot.model, robot.state.q, robot.state.v, plan,
                 {.joint_damping = simulation.joint_damping, .joint_springs = simulation.joint_springs},
                 [&](int iteration, double cost) {
                   line.show(iteration, cost);
                   return !interrupt.happened();
                 });
    interrupt.forget();  // it ended the search; the simulation of the best motion runs
    found.wall_seconds = std::chrono::duration<double>(Clock::now() - began).count();
    simulation.controllers.clear();
    simulation.constant_torques = false;
    simulation.integrator = {.kind = plan.integrator, .step = plan.step};
    simulation.options.duration = found.motion.times.back();
  };
  const auto add = [&](Simulation& simulation) {
    simulation.add(std::make_unique<MotionFeedback>(simulation.mechanism().model(), found.motion), plan.step);
  };
  found.run = simulate(request.simulation, notes, change, add);
  return found;
}

std::string optimization_text(const Optimized& found) {
  const OptimizedMotion& motion = found.motion;
  std::string text = fmt::format(
      "search      {} iterations in {:.3g} s, cost {:.6g} (at the start {:.6g}), {}\n", motion.iterations,
      found.wall_seconds, motion.cost(), motion.costs.front(), motion.converged ? "converged" : motion.why);
  if (!motion.left_out.empty())
    text += fmt::format("not in the search: {}\n", fmt::join(motion.left_out, ", "));
  return text + "\n" + simulation_text(found.run);
}

std::string optimization_json(const Optimized& found) {
  const OptimizedMotion& motion = found.motion;
  const Json report = {{"iterations", motion.iterations},
                       {"converged", motion.converged},
                       {"why", motion.why},
                       {"costs", motion.costs},
                       {"wall_seconds", found.wall_seconds},
                       {"left_out", motion.left_out},
                       {"q", motion.q.back()},
                       {"v", motion.v.back()},
                       {"simulation", Json::parse(simulation_json(found.run))}};
  return text_of(report);
}

}  // namespace sinew::cli
