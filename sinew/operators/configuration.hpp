// A robot at a position, with its chosen frames: what the operators' values are taken from.
//
// Body space has one spatial vector per moving link, base to tip, angular over linear, in the link's own frame, which
// lowering has chosen for speed (a joint of several freedoms may be a run of links). What is asked for in the frames of
// the description goes through B: ~B takes motions of links to those of the chosen frames, B forces the other way.
//
// What an expression needs of a position (the filter's covariances, composite inertias, bias terms, rates) is made when it
// is first asked for. Nothing allocates after construction. One configuration per thread. One that was moved from throws
// std::logic_error.
#pragma once

#include <memory>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/operators/cost.hpp"

namespace sinew::operators {

class Configuration {
 public:
  // At the model's neutral position.
  explicit Configuration(const Model& model, std::vector<FrameIndex> frames = {});
  ~Configuration();
  Configuration(Configuration&&) noexcept;

  void set(In<double> q);                              // at rest, without joint moments
  void set(In<double> q, In<double> v, In<double> T);  // v: for a, b, v and rates

  const Model& model() const;
  int size_of(const Space& space) const;
  Setting setting(Purpose wanted) const;

  struct Values;  // values.hpp: for the sweeps and the dense matrices
  Values& values() const;

 private:
  std::unique_ptr<Values> values_;
};

}  // namespace sinew::operators
