// What forward dynamics left at the bodies and freedoms, read out of two workspaces: that of the filter with the loops cut,
// and that of the same filter with the loops' forces acting on the bodies.
//
// A joint is measured here once more, in the frame of its body, as one joint of general columns: a joint that the library
// takes as a run of links (universal, cylindrical, planar) then shows the innovations that belong to its own P and z.
#pragma once

#include <span>
#include <vector>

#include "apps/viewer/engine/evaluation.hpp"
#include "sinew/algorithms/workspace.hpp"

namespace sinew::viewer {

struct SweepInput {
  In<double> v, tau;
  In<double> closed_tau;  // with the moments of couplings
  In<double> a;
};

class SweepTrace {
 public:
  // `bodies`: which frames are shown.
  SweepTrace(const Model& model, std::span<const FrameIndex> bodies);

  // Both workspaces after forward_dynamics with v, tau (closed_tau) and a. K is left out: that needs poses.
  void read(const Workspace<double>& free, const Workspace<double>& closed, const SweepInput& input,
            Evaluation& out) const;

 private:
  struct Place {
    FrameIndex frame;
    int joint;  // in model.joints(): the one that moves the body's link; -1: none does
  };
  BodyTrace on_ground(const Workspace<double>& work, const FrameInfo& info) const;

  Model model_;
  std::vector<Place> bodies_;
};

}  // namespace sinew::viewer
