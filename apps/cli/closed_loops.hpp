// Forward dynamics with the loops and couplings of a model closed, and how well the state fits them.
#pragma once

#include <string>
#include <vector>

#include "sinew/chains/consistent_state.hpp"
#include "sinew/model/state.hpp"

namespace sinew::cli {

struct LoopForce {
  const Loop* loop;
  Force<double> force;  // on the second end by the first, in the second end's axes at its origin
};

struct CouplingMoment {
  std::string name;
  double moment;  // on the joint that follows
};

struct ClosedLoops {
  std::string method{};  // the name of the strategy, or multi_arm
  int rows = 0, rank = 0, freedoms = 0;
  std::vector<LoopForce> loops{};           // as in the model's description, which they point into
  std::vector<CouplingMoment> couplings{};  // those of joints that mimic come last
  Misfits misfits{};
};

// Loops, couplings and joints that mimic another.
int constraint_count(const Model& model);

// "2 loops, 1 coupling, 1 joint that mimics"
std::string constraints_in_words(const Model& model);

Strategy strategy_named(const std::string& name);  // throws RequestError that lists the names

// Moves q and v to a state nearby that fits the loops; the joints named keep theirs. Throws RequestError where there is
// none.
void assemble_state(const Model& model, const std::vector<std::string>& held_joints, State& state);

// Fills the accelerations, and leaves in `work` what the forces across the joints are read from.
ClosedLoops close_loops(const Model& model, Workspace<double>& work, Strategy strategy,
                        std::span<const double> q, std::span<const double> v, std::span<const double> tau,
                        std::span<double> a);

// Notes for what does not fit, a line each; empty when all is well.
std::string notes_of(const Misfits& found);

}  // namespace sinew::cli
