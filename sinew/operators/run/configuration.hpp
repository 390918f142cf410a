// Holds the state at which operators are evaluated: a robot, its joint positions, velocities and torques, and the
// chosen frames.
//
// Body space has one spatial vector per moving link, base to tip, angular over linear, in the link's own frame.
// Lowering chooses this frame for speed, and may split a joint with several DOFs into a run of links. The operator B
// leads to the frames of the description: ~B maps motions of links to motions of the chosen frames, and B maps forces
// at the chosen frames to forces on links.
//
// Quantities that depend on the position (the filter's covariances, composite inertias, bias terms, derivatives) are computed
// when an expression first needs them. Setting a position and evaluating prepared expressions allocate nothing. Use one
// configuration per thread. A configuration that was moved from throws std::logic_error.
#pragma once

#include <memory>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/operators/simplify/cost.hpp"

namespace sinew::operators {

class Configuration {
 public:
  // Starts at the model's neutral position.
  explicit Configuration(const Model& model, std::vector<FrameIndex> frames = {});
  ~Configuration();
  Configuration(Configuration&&) noexcept;

  void set(In<double> q);                              // v = 0 and T = 0
  void set(In<double> q, In<double> v, In<double> T);  // v enters a, b, v and derivatives along v

  const Model& model() const;
  int size_of(const Space& space) const;
  Setting setting(Purpose wanted) const;

  struct Values;  // values.hpp: for the sweeps and the dense matrices
  Values& values() const;

 private:
  std::unique_ptr<Values> values_;
};

}  // namespace sinew::operators
