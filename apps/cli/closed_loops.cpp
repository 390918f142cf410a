#include "apps/cli/closed_loops.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::cli {
namespace {

int mimic_count(const Description& description) {
  return static_cast<int>(std::count_if(
      description.bodies.begin(), description.bodies.end(),
      [](const Body& body) { return body.joint.mimic && body.joint.kind != JointKind::fixed; }));
}

}  // namespace

int constraint_count(const Model& model) {
  const Description& description = model.description();
  return static_cast<int>(description.loops.size() + description.couplings.size()) + mimic_count(description);
}

std::string loops_in_words(const Model& model) {
  const std::size_t loops = model.description().loops.size();
  return fmt::format("{} loop{}", loops, loops == 1 ? "" : "s");
}

std::string constraints_in_words(const Model& model) {
  const Description& description = model.description();
  const int couplings = static_cast<int>(description.couplings.size());
  const int mimics = mimic_count(description);
  std::vector<std::string> parts;
  if (!description.loops.empty()) parts.push_back(loops_in_words(model));
  if (couplings > 0) parts.push_back(fmt::format("{} coupling{}", couplings, couplings == 1 ? "" : "s"));
  if (mimics > 0) parts.push_back(mimics == 1 ? "1 mimic joint" : fmt::format("{} mimic joints", mimics));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Strategy strategy_named(const std::string& name) {
  std::vector<std::string> known;
  for (const Strategy strategy :
       {Strategy::automatic, Strategy::block_omega, Strategy::embedding, Strategy::dense}) {
    if (name == name_of(strategy)) return strategy;
    known.emplace_back(name_of(strategy));
  }
  throw RequestError(unknown_name("strategy", name, known));
}

void assemble_state(const Model& model, const std::vector<std::string>& held_joints, State& state) {
  std::vector<int> held;
  for (const std::string& name : held_joints) {
    const auto joints = model.joints();
    const auto joint =
        std::find_if(joints.begin(), joints.end(), [&](const JointInfo& info) { return info.name == name; });
    if (joint == joints.end()) {
      std::vector<std::string> known;
      for (const JointInfo& info : joints) known.push_back(info.name);
      throw RequestError("--hold: " + unknown_name("joint", name, known));
    }
    for (int i = 0; i < joint->v_size; ++i) held.push_back(joint->v_index + i);
  }
  const ConstraintErrors left = make_consistent(model, state.q, state.v, held);
  if (left.fit()) return;
  const ConstraintError& worst = left.position.fits() ? left.velocity : left.position;
  throw RequestError(
      fmt::format("--assemble: found no state that satisfies the loops: constraint error of {} is {:.3g}",
                  worst.row, worst.size));
}

ClosedLoops close_loops(ConstrainedSystem& system, const State& state, std::span<double> a) {
  system.forward_dynamics(state.q, state.v, state.tau, a);
  ClosedLoops closed{.method = system.method(),
                     .rows = system.rows(),
                     .rank = system.rank(),
                     .dofs = system.model().velocity_size() - system.rank(),
                     .constraint_errors = constraint_errors(system.model(), state.q, state.v)};
  const std::vector<Loop>& loops = system.model().description().loops;
  for (int i = 0; i < system.loop_count(); ++i)
    closed.loops.push_back({&loops[static_cast<std::size_t>(i)], system.loop(i).force});
  for (int i = 0; i < system.coupling_count(); ++i) {
    const CouplingResult coupling = system.coupling(i);
    closed.couplings.push_back({std::string(coupling.name), coupling.torque});
  }
  return closed;
}

std::string notes_of(const ConstraintErrors& found) {
  const auto& [position, velocity] = found;
  std::string notes;
  if (!position.fits()) {
    notes += fmt::format("sinew: warning: q violates the loops: constraint error of {} is {:.3g} m or rad\n",
                         position.row, position.size);
  }
  if (!velocity.fits()) {
    notes +=
        fmt::format("sinew: warning: v violates the loops: constraint error of {} is {:.3g} m/s or rad/s\n",
                    velocity.row, velocity.size);
  }
  return notes;
}

}  // namespace sinew::cli
