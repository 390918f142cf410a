// Artificial records of a run, for tests of recorders: each number encodes its position.
#pragma once

#include <string>
#include <vector>

#include "sinew/simulate/simulation.hpp"

namespace sinew::test {

// A floating body with a prismatic joint on it, connected to the ground by two loops.
inline Model made_up_model(const std::string& second_loop = "left/pin") {
  const Inertial inertial{.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}};
  Description description{
      .name = "made up",
      .bodies = {
          {.name = "base", .joint = {.name = "free", .kind = JointKind::floating}, .inertial = inertial},
          {.name = "slider",
           .parent = "base",
           .joint = {.name = "rail, the \"long\" one", .kind = JointKind::prismatic},
           .inertial = inertial}}};
  for (const std::string& name : {std::string("pin"), second_loop}) {
    description.loops.push_back({.name = name,
                                 .connection = {.kind = ConnectionKind::spherical},
                                 .first = {},
                                 .second = {.body = "base"}});
  }
  return Model(description);
}

struct ArtificialRun {
  Model model = made_up_model();
  SimulationOptions options{.duration = 10, .record_interval = 0.01, .frames = {"slider"}};
  std::vector<double> q{}, v{}, a{}, tau{};
  std::vector<Force<double>> loops{};
  std::vector<Transform<double>> frames{};

  explicit ArtificialRun(double duration = 10) { options.duration = duration; }

  sinew::Sample sample(int row) {
    const auto list = [&](std::size_t size, double offset) {
      std::vector<double> values(size);
      for (std::size_t i = 0; i < size; ++i) values[i] = offset + double(i) / 3 + row * 1e-3;
      return values;
    };
    q = list(8, 1), v = list(7, 2), a = list(7, 3), tau = list(7, 4);
    const double x = row;
    loops = {{{x, 1, 2}, {3, 4, 5}}, {{6, 7, 8}, {9, 10, x}}};
    frames = {{Rotation<double>{}, {x, 2 * x, -x}}};
    return {.t = row * options.record_interval,
            .q = q,
            .v = v,
            .a = a,
            .actuation = tau,
            .loop_forces = loops,
            .kinetic = x,
            .potential = -x,
            .stored = 0.5,
            .work = 0.25 * x,
            .impact_loss = 0,
            .energy_error = 1e-9 * x,
            .position_error = 1e-12,
            .velocity_error = 1e-11,
            .frames = frames};
  }
};

}  // namespace sinew::test
