// Defines `Model`, the robot that all algorithms compute with. It is immutable and can be shared by threads.
//
// A model is built once from a Description. Joints are lowered to links (model/tree/internal/lowering.hpp) whose frames
// are chosen for speed; results for named bodies and frames are given in the frames of the description.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/description/checked_description.hpp"
#include "sinew/spatial/rigid_inertia.hpp"

namespace sinew {

template <class C>
struct Tree;  // the lowered form, model/tree/tree.hpp

// Index of a frame. Every body of the description has a frame, including bodies on fixed joints, and so has every named
// frame; `ground` is the world frame.
struct FrameIndex {
  int value = 0;
  friend constexpr auto operator<=>(const FrameIndex&, const FrameIndex&) = default;
};
inline constexpr FrameIndex ground{0};

// A moving joint, and the indices of its coordinates in q and v.
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
  FrameIndex parent{};   // the body that carries it, or the ground
  int fixed_joint = -1;  // for a body on a fixed joint: index of that joint in fixed_joints()
};

// A fixed joint, whose body is merged into the link that carries it.
struct FixedJointInfo {
  std::string name{};
  std::string body{};              // the body it carries
  FrameIndex frame{};              // of that body
  RigidInertia<double> inertia{};  // of that body alone, about its frame
};

// Index of a tendon, in the order of the description.
struct TendonIndex {
  int value = 0;
  friend constexpr auto operator<=>(const TendonIndex&, const TendonIndex&) = default;
};

// A tendon with the joints and links that its length depends on. Its forces are in the description.
struct TendonInfo {
  struct Joint {
    int q, v;
    double coefficient;
  };
  struct End {
    int link = 0;
    Transform<double> placement{};  // in the link's own frame
  };
  struct Element {
    TendonElement::Kind kind = TendonElement::Kind::point;
    End at{};
    double radius = 0;
    std::optional<End> side{};
    double divisor = 1;
  };
  std::string name{};
  std::vector<Joint> joints{};  // of a fixed tendon
  double offset = 0;
  std::vector<Element> path{};  // of a spatial tendon
};

class Model {
 public:
  // Throws InvalidModel with every finding when the description has errors. Physical errors are kept: such a model has
  // no forward dynamics.
  explicit Model(Description description);
  // Does the same for a description that has been validated, without validating it again.
  explicit Model(CheckedDescription description);
  // Copies share the robot. Moving a model copies it: the moved-from model is still the same robot.
  Model(const Model&) = default;
  Model& operator=(const Model&) = default;

  // Returns true if this and `other` are copies of one model, false if they were built separately, even if equal.
  bool is_same(const Model& other) const { return data_ == other.data_; }

  const Description& description() const;
  const std::string& name() const;
  // Returns the warnings of the validation and, for a model that `load` has read, all warnings of the reader.
  const Findings& warnings() const;
  // Returns the reasons why the robot cannot exist, such as impossible inertias. If there are any, functions that
  // divide by the inertia that a joint moves throw ImpossibleRobot; all others work.
  const Findings& physical_errors() const;
  bool is_possible() const;  // false if there are physical errors

  int position_size() const;  // length of q
  int velocity_size() const;  // length of v, tau and accelerations
  std::span<const JointInfo> joints() const;
  std::span<const FixedJointInfo> fixed_joints() const;  // those nearer to the ground first
  std::span<const FrameInfo> frames() const;             // [0] is the ground
  const JointInfo& joint(std::string_view name) const;   // throws std::invalid_argument
  FrameIndex frame(std::string_view name) const;         // throws std::invalid_argument
  const FrameInfo& frame(FrameIndex frame) const;
  // Returns the last body in the order of frames(), in which every branch is complete before the next one starts; the
  // ground if there are no bodies.
  FrameIndex last_body() const;
  std::span<const DegreeOfFreedom> dofs() const;    // one per velocity
  std::span<const TendonInfo> tendons() const;      // in the order of the description
  TendonIndex tendon(std::string_view name) const;  // throws std::invalid_argument
  const Vector3<double>& gravity() const;
  double mass() const;  // of everything that can move
  // Returns true if the description has loops, couplings or mimic joints, which the tree alone does not satisfy:
  // forward dynamics then needs chains/constrained_system.hpp.
  bool is_closed() const;
  // Returns true if another joint determines the position of this joint: it is a mimic joint, or the joint of a
  // coupling with a leader. A name that no moving joint has gives false, here and below.
  bool is_follower(std::string_view joint) const;
  // Returns true if a coupling without a leader locks this joint whenever the coupling is active. It may be inactive:
  // joints that a simulation can lock (simulate/run/mechanism.hpp) have such a coupling.
  bool has_lock(std::string_view joint) const;

  std::vector<double> neutral_position() const;  // zeros and unit quaternions
  std::vector<double> initial_position() const;  // neutral, except for joints that have an `initial`
  // Returns q of a named position of the description. Mimic joints that it does not list follow their leaders. Throws
  // std::invalid_argument, with a suggestion, if there is no such position.
  std::vector<double> named_position(std::string_view name) const;
  // Return one control for each actuator of the description: zeros, or those of a named position. Zeros are moved into
  // the ranges of the controls. Throws std::invalid_argument, with a suggestion, if there is no such position.
  std::vector<double> initial_controls() const;
  std::vector<double> named_controls(std::string_view name) const;
  // Computes the position after moving with v for `time` (exact for constant body rates). Throws
  // std::invalid_argument for numbers that are not finite and quaternions of length zero, and std::overflow_error if
  // the position overflows. `out` may be q.
  void integrate(std::span<const double> q, std::span<const double> v, double time,
                 std::span<double> out) const;
  // Sets the coordinates of followers from those of their leaders, q_f = multiplier q_l + offset. A leader may itself
  // be a follower.
  void follow_mimics(std::span<double> q) const;

  Model with_gravity(const Vector3<double>& gravity) const;  // keeps the findings

  // The lowered tree, constants in double or float. For the sweeps.
  template <class C>
  const Tree<C>& tree() const;

 private:
  friend class OwnedModel;
  struct Data;
  // `description`: has no errors.
  static std::shared_ptr<const Data> build(Description description, const Findings& findings);
  std::shared_ptr<const Data> data_;
};

// The model that working memory was made for. It moves with the memory: a moved-from object has no model, which
// edge::check_made_for detects.
class OwnedModel : public Model {
 public:
  OwnedModel(const Model& model) : Model(model) {}
  OwnedModel(const OwnedModel&) = default;
  OwnedModel(OwnedModel&& other) noexcept : Model(other) { other.data_.reset(); }
  OwnedModel& operator=(const OwnedModel&) = default;
  OwnedModel& operator=(OwnedModel&& other) noexcept {
    data_.swap(other.data_);
    if (this != &other) other.data_.reset();
    return *this;
  }
  bool is_moved_from() const { return data_ == nullptr; }
};

namespace edge {
[[noreturn]] void impossible(const char* function, const Model& model);
// Throws ImpossibleRobot, which names `function` and the first physical error, if the model has physical errors.
inline void check_possible(const char* function, const Model& model) {
  if (!model.is_possible()) impossible(function, model);
}

[[noreturn]] void wrong_model(const char* what, bool is_moved_from);
void check_index(const char* what, int index, int count);

// Throws std::logic_error if `what` ("the closed chain") was moved from, and std::invalid_argument if it was not made
// for this very model.
inline void check_made_for(const char* what, const OwnedModel& own, const Model& model) {
  if (!own.is_same(model)) wrong_model(what, own.is_moved_from());
}
}  // namespace edge

}  // namespace sinew
