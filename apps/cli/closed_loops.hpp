// Computes the forward dynamics of a model with its loops and couplings closed, and the constraint errors of the state.
#pragma once

#include <string>
#include <vector>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/model/state.hpp"

namespace sinew::cli {

struct LoopForce {
  const Loop* loop;
  Force<double> force;  // acts on the second end, from the first; in the second end's axes at its origin
};

struct CouplingTorque {
  std::string name;
  double torque;  // on the joint that follows
};

struct ClosedLoops {
  std::string method{};  // ConstrainedSystem::method
  int rows = 0, rank = 0, dofs = 0;
  std::vector<LoopForce> loops{};           // in the order of the model's description, into which they point
  std::vector<CouplingTorque> couplings{};  // those of mimic joints come last
  ConstraintErrors constraint_errors{};
};

// Returns the number of loops, couplings and mimic joints.
int constraint_count(const Model& model);

// "2 loops, 1 coupling, 1 mimic joint"
std::string constraints_in_words(const Model& model);
// "2 loops"
std::string loops_in_words(const Model& model);

Strategy strategy_named(const std::string& name);  // throws RequestError with the known names

// Moves q and v to a nearby state that satisfies the loops. The joints in `held_joints` keep their q and v. Throws
// RequestError if no such state is found.
void assemble_state(const Model& model, const std::vector<std::string>& held_joints, State& state);

// Computes the accelerations `a` at q, v and tau of `state`, and returns the forces of the loops and couplings.
ClosedLoops close_loops(ConstrainedSystem& system, const State& state, std::span<double> a);

// Returns a warning line for each constraint error that is too large; empty if there is none.
std::string notes_of(const ConstraintErrors& found);

}  // namespace sinew::cli
