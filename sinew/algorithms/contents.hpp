// Records which results in a workspace belong to the state that it was given last, so that no function can read a
// result of an earlier state.
//
// A function that takes a position records it with `move_to` (algorithms/workspace.hpp), drops the results that it is
// about to overwrite and adds the results that it leaves. A position that differs from the last one drops all
// results. A function that reads results of an earlier call checks them with `edge::require`, which throws
// std::logic_error and names both functions.
#pragma once

namespace sinew {

// Results that can be read later, one bit each.
namespace content {
enum : unsigned {
  poses = 1u << 0,               // of all links
  velocities = 1u << 1,          // of all links
  bias_accelerations = 1u << 2,  // of all links, at zero joint accelerations
  link_accelerations = 1u << 3,  // of all links, without gravity
  costates = 1u << 4,            // lambda of all links, with gravity as an acceleration of the ground
  filter = 1u << 5,              // P, D and G of the tree
  filter_states = 1u << 6,       // z of the tree
  innovations = 1u << 7,         // e
  dynamics = 1u << 8,            // costates, the velocities of the same state, and all loads on the bodies
  compound_filter = 1u << 9,     // the filter of chains/constraint_embedding.hpp
  all_accelerations = link_accelerations | costates | dynamics,
  // The results that depend on velocities. A function that takes v drops them.
  of_velocity = velocities | bias_accelerations | all_accelerations | filter_states | innovations,
  all_but_poses = of_velocity | filter | compound_filter
};
}  // namespace content

struct Contents {
  unsigned held = 0;         // bits of `content`
  unsigned position = 1;     // counter, increased whenever a given position differs from the last one
  const char* by = nullptr;  // the last function that took a state or overwrote a result

  void drop(const char* function, unsigned lost) {
    held &= ~lost;
    by = function;
  }
  void add(unsigned found) { held |= found; }
  bool has(unsigned what) const { return (held & what) == what; }
};

namespace edge {
[[noreturn]] void not_held(const char* function, unsigned what, const Contents& contents);
// `made_by`: the function whose results belong to an earlier position of the workspace.
[[noreturn]] void moved_on(const char* function, const char* made_by, const Contents& contents);
}  // namespace edge

}  // namespace sinew
