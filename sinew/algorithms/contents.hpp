// What a workspace holds of the state that it was given last, so that nothing answers for an earlier one.
//
// A function that is given a position says so (`move_to` of algorithms/workspace.hpp), drops what it is about to overwrite
// and adds what it leaves behind. A position that differs from the last one drops everything. A function that reads what
// an earlier call left asks for it first: `edge::require` throws std::logic_error that names both functions.
#pragma once

namespace sinew {

// Results that can be read later, one bit each.
namespace content {
enum : unsigned {
  poses = 1u << 0,               // of all links
  velocities = 1u << 1,          // of all links
  bias_accelerations = 1u << 2,  // of all links, at zero joint accelerations
  link_accelerations = 1u << 3,  // of all links, as they move: without gravity
  costates = 1u << 4,            // lambda of all links: with gravity as an acceleration of the ground
  filter = 1u << 5,              // P, D and G of the tree
  filter_states = 1u << 6,       // z of the tree
  innovations = 1u << 7,         // e
  dynamics = 1u << 8,            // costates, the velocities that belong to them, and all loads on the bodies
  compound_filter = 1u << 9,     // that of chains/constraint_embedding.hpp
  all_accelerations = link_accelerations | costates | dynamics,
  // What depends on velocities: a function that is given v drops it.
  of_velocity = velocities | bias_accelerations | all_accelerations | filter_states | innovations,
  all_but_poses = of_velocity | filter | compound_filter
};
}  // namespace content

struct Contents {
  unsigned held = 0;         // bits of `content`
  unsigned position = 1;     // counts the positions given
  const char* by = nullptr;  // the function that was given a state, or overwrote something, last

  void drop(const char* function, unsigned lost) {
    held &= ~lost;
    by = function;
  }
  void add(unsigned found) { held |= found; }
  bool has(unsigned what) const { return (held & what) == what; }
};

namespace edge {
[[noreturn]] void not_held(const char* function, unsigned what, const Contents& contents);
// `made_by`: the function that kept something of an earlier position of the workspace.
[[noreturn]] void moved_on(const char* function, const char* made_by, const Contents& contents);
}  // namespace edge

}  // namespace sinew
