// Computes accelerations with the loops closed for the page, and lists what it shows of them: the forces of the loops
// and, for several arms with one object, the contact forces of each grasp (R88).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "apps/viewer/engine/evaluation.hpp"
#include "apps/viewer/engine/page_robot.hpp"
#include "sinew/chains/constrained_system.hpp"

namespace sinew::viewer {

class LoopDynamics {
 public:
  LoopDynamics(const Model& model, const PageRobot& robot);

  ConstrainedSystem& system() { return system_; }
  // Closes the loops for which `closed` is true and opens the others; close_all closes all loops.
  void set_closed(const std::vector<bool>& closed);
  void close_all();

  // Results of the last system().forward_dynamics.
  void add_coupling_torques(Out<double> tau) const;
  std::optional<ArmsTrace> arms() const;  // empty: a single mechanism, or arms with loops or couplings

 private:
  ConstrainedSystem system_;
};

}  // namespace sinew::viewer
