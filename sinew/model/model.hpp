// The robot, ready to compute with: immutable, flat, shared by threads.
//
// Built once from a Description. Joints are lowered to links (model/lowering.hpp) whose frames are chosen for
// speed; whatever is asked for by name comes back in the frames of the description.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/description.hpp"

namespace sinew {

template <class C>
struct Tree;  // the lowered form, model/tree.hpp

// Index of a frame. Every body of the description is a frame, also one behind a fixed joint, and so is every
// named frame; `ground` is the world.
struct FrameIndex {
  int value = 0;
  friend constexpr auto operator<=>(const FrameIndex&, const FrameIndex&) = default;
};
inline constexpr FrameIndex ground{0};

// A joint that moves, and where its coordinates stand.
struct JointInfo {
  std::string name{};
  JointKind kind;
  std::string body{};  // the body it carries
  int q_index, q_size;
  int v_index, v_size;
  FrameIndex frame{};  // of that body
};

struct FrameInfo {
  std::string name{};
  int link;                       // the lowered link that carries it
  Transform<double> placement{};  // of the frame in the link's own frame
  bool is_body;
};

class Model {
 public:
  // Throws InvalidModel with every finding when the description has errors.
  explicit Model(Description description);

  // Whether this is the same robot, not only an equal one: copies of a model are.
  bool is_same(const Model& other) const { return data_ == other.data_; }

  const Description& description() const;
  const std::string& name() const;
  const Findings& warnings() const;  // what validation noticed without refusing

  int position_size() const;  // length of q
  int velocity_size() const;  // length of v, tau and accelerations
  std::span<const JointInfo> joints() const;
  std::span<const FrameInfo> frames() const;            // [0] is the ground
  const JointInfo& joint(std::string_view name) const;  // throws std::invalid_argument
  FrameIndex frame(std::string_view name) const;        // throws std::invalid_argument
  const FrameInfo& frame(FrameIndex frame) const;
  std::span<const Freedom> freedoms() const;  // one per velocity
  const Vector3<double>& gravity() const;
  double mass() const;  // of everything that can move

  std::vector<double> neutral_position() const;  // zeros and unit quaternions
  std::vector<double> initial_position() const;  // neutral but for joints whose description has an `initial`
  // Position after moving with v for `time` (exact for constant body rates).
  void integrate(std::span<const double> q, std::span<const double> v, double time,
                 std::span<double> out) const;
  // Follower coordinates set from their leaders': q_f = multiplier q_l + offset, chains of them composed.
  void follow_mimics(std::span<double> q) const;

  Model with_gravity(const Vector3<double>& gravity) const;

  // The lowered tree, constants in double or float. For the sweeps.
  template <class C>
  const Tree<C>& tree() const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace sinew
