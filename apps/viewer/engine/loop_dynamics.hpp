// Accelerations with the loops closed, by the way that suits the robot: the arms' own filters for several arms with one
// object (R88), else the filter of the tree with the rows of its loops (chains/closed_chain.hpp).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "apps/viewer/engine/evaluation.hpp"
#include "apps/viewer/engine/page_robot.hpp"
#include "sinew/chains/closed_chain.hpp"
#include "sinew/chains/multi_arm.hpp"

namespace sinew::viewer {

class LoopDynamics {
 public:
  LoopDynamics(const Model& model, const PageRobot& robot);

  ClosedChain<double>& chain() { return chain_; }
  // All loops, or those of `held`.
  void hold(const std::vector<bool>& held);
  void hold_all();
  bool is_held(int loop) const { return chain_.constraints().loops()[std::size_t(loop)].active; }
  // With loops that are held, or couplings.
  bool is_constrained() const { return !chain_.constraints().active_rows().empty(); }

  void accelerations(Workspace<double>& work, In<double> q, In<double> v, In<double> tau, Out<double> a);

  // Of the last accelerations.
  Force<double> loop_force(int loop) const;  // on the second end, in its axes
  void add_coupling_moments(Out<double> tau) const;
  std::optional<ArmsTrace> arms() const;  // none: not several arms, or with loops and couplings within them

 private:
  GraspTrace grasp_trace(int grasp) const;

  Model model_;
  ClosedChain<double> chain_;
  std::optional<MultiArm<double>> arms_;  // grasps in the order of the loops
  bool with_couplings_;
};

}  // namespace sinew::viewer
