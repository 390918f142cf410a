// Records which results in a workspace belong to the state that it was given last, so that no function can return a
// result of an earlier state.
//
// A function that takes a position records it with `move_to` (algorithms/workspace/workspace.hpp), drops the results
// that it is about to overwrite and adds the results that it leaves. A position that differs from the last one drops
// all results. A function that reads poses, velocities or the filter computes them if they are missing
// (kinematics::need_poses and need_velocities, filter::need). Results that cannot be computed from the state alone,
// such as the forces of a forward dynamics, are checked with `edge::require`, which throws std::logic_error and names
// both functions.
#pragma once

#include <cstdint>

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
  compound_filter = 1u << 9,     // the filter of chains/embedding/constraint_embedding.hpp
  joint_velocities = 1u << 10,   // v itself, as it was given with the position
  all_accelerations = link_accelerations | costates | dynamics,
  // The results that depend on velocities. A function that takes v drops them.
  of_velocity =
      joint_velocities | velocities | bias_accelerations | all_accelerations | filter_states | innovations,
  all_but_poses = of_velocity | filter | compound_filter
};
}  // namespace content

namespace detail {

// Tells one workspace from all others. A copy of a workspace is another workspace.
class WorkspaceId {
 public:
  WorkspaceId();
  WorkspaceId(const WorkspaceId&) : WorkspaceId() {}
  WorkspaceId& operator=(const WorkspaceId& other) {
    if (this != &other) value_ = WorkspaceId().value_;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace detail

// One position that was given to one workspace. Objects that keep results of their own compare it to see whether these
// results still belong to the workspace.
struct PositionKey {
  std::uint64_t workspace = 0, position = 0;
  friend bool operator==(const PositionKey&, const PositionKey&) = default;
};

struct Contents {
  unsigned held = 0;           // bits of `content`
  const char* by = nullptr;    // the last function that took a state or overwrote a result
  std::uint64_t position = 1;  // counter, increased whenever a given position differs from the last one
  detail::WorkspaceId workspace{};
  const void* compound_filter_of = nullptr;  // the EmbeddedTree that computed the compound filter

  void drop(const char* function, unsigned lost) {
    held &= ~lost;
    by = function;
  }
  void add(unsigned found) { held |= found; }
  bool has(unsigned what) const { return (held & what) == what; }
  bool has_position() const { return by != nullptr; }
  PositionKey key() const { return {workspace.value(), position}; }
};

namespace edge {
[[noreturn]] void not_held(const char* function, unsigned what, const Contents& contents);
[[noreturn]] void no_position(const char* function);
// `made_by`: the function whose results belong to an earlier position of the workspace.
[[noreturn]] void moved_on(const char* function, const char* made_by, const Contents& contents);
}  // namespace edge

}  // namespace sinew
