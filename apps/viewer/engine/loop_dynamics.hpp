// Computes accelerations with the loops closed, by the method that suits the robot: the arms' own filters for several
// arms with one object (R88), otherwise the filter of the tree with the constraint rows of its loops
// (chains/closed_chain.hpp).
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
  // Closes the loops for which `held` is true and opens the others; hold_all closes all loops.
  void hold(const std::vector<bool>& held);
  void hold_all();
  bool is_held(int loop) const { return chain_.constraints().loops()[std::size_t(loop)].active; }
  // True if any loop is closed or there are couplings.
  bool is_constrained() const { return !chain_.constraints().active_rows().empty(); }

  void accelerations(Workspace<double>& work, In<double> q, In<double> v, In<double> tau, Out<double> a);

  // Results of the last call of accelerations().
  Force<double> loop_force(int loop) const;  // on the second end, in its axes
  void add_coupling_moments(Out<double> tau) const;
  std::optional<ArmsTrace> arms() const;  // empty: a single mechanism, or arms with loops or couplings

 private:
  GraspTrace grasp_trace(int grasp) const;

  Model model_;
  ClosedChain<double> chain_;
  std::optional<MultiArm<double>> arms_;  // grasps in the order of the loops
  bool with_couplings_;
};

}  // namespace sinew::viewer
