// A robot at a position, with its chosen frames: what the operators' values are taken from.
//
// set(q) runs the filter; set(q, v, tau) also fills the vectors a, b and T. Nothing allocates after construction. Body
// space has one spatial vector per moving link, base to tip, in the frame of the body that hangs on it (of the link,
// where a joint of several freedoms is a run of links); angular over linear. Inward sweeps go from the last to the first.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/operators/cost.hpp"

namespace sinew::operators {

class Configuration {
 public:
  explicit Configuration(const Model& model, std::vector<FrameIndex> frames = {});
  ~Configuration();
  Configuration(Configuration&&) noexcept;

  void set(In<double> q);
  void set(In<double> q, In<double> v, In<double> tau);

  const Model& model() const;
  int size_of(const Space& space) const;
  Setting setting(Wanted wanted) const;

  struct Values;  // values.hpp: for the sweeps and the dense matrices
  const Values& values() const;

 private:
  std::unique_ptr<Values> values_;
};

}  // namespace sinew::operators
