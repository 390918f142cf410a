// Reads the results of forward dynamics at bodies and degrees of freedom from two workspaces: that of the filter with
// the loops cut, and that of the same filter with the loops' forces acting on the bodies.
//
// Each joint is measured again here, in the frame of its body, as one joint with general columns. A joint that the
// library represents by several links (universal, cylindrical, planar) then shows the innovations that belong to its
// own P and z.
#pragma once

#include <span>
#include <vector>

#include "apps/viewer/engine/evaluation.hpp"
#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew::viewer {

struct SweepInput {
  In<double> v, tau;
  In<double> closed_tau;  // tau plus the torques of couplings
  In<double> a;
};

class SweepTrace {
 public:
  // `bodies`: the frames to show.
  SweepTrace(const Model& model, std::span<const FrameIndex> bodies);

  // Reads `free` and `closed` after forward_dynamics with v and tau, or closed_tau. Does not set K, which needs poses.
  void read(const Workspace<double>& free, const Workspace<double>& closed, const SweepInput& input,
            Evaluation& out) const;

 private:
  struct Place {
    FrameIndex frame;
    int joint;  // index in model.joints() of the joint that moves the body's link; -1: none
  };
  BodyTrace on_ground(const Workspace<double>& work, const FrameInfo& info) const;

  Model model_;
  std::vector<Place> bodies_;
};

}  // namespace sinew::viewer
