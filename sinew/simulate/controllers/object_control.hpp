// Object control for several arms: computes the joint torques with which the arms carry one object along a motion,
// share its load, and squeeze it as commanded.
//
// SOA section 6: feedback linearising control of configuration and internal forces, after Kreutz & Lokshin 1988; R88
// section 12 names this and load balancing as applications of its section 8. With lambda the object's demanded
// acceleration (simulate/controllers/tracking.hpp), A the map from the grasps' forces to the object and S the shares,
//
//   w = M lambda + b                       load: the force that moves and carries the object     R88 (4.4)
//   f = S A^* (A S A^*)^-1 w + squeeze     contact forces, A f = w, with the commanded internal part       (4.1)
//   Omega_i x_i = A_i^* lambda - r_i       forces that make arm i follow the object: the third stage       (8.3)
//   tau_i = inverse dynamics of -d v_i + B_i^* (x_i + f_i)
//
// r_i are the accelerations of the grasps of arm i alone under the torques of -d v_i; Omega_i is the response of the
// arm to forces at its grasps. Each arm is an operational-space controller of its grasps, loaded with its share of
// the object: motions that do not move the grasps decay at the rate d. An arm at a singular position follows
// approximately, by a damped solution (dense/solvers/damped_solver.hpp).
//
// When a grasp is released, the arms that still hold the object take over its load. An arm that holds nothing supports
// its own weight and comes to rest.
//
// Cost: linear in the number of links of the arms, plus solving systems of six equations per grasp.
#pragma once

#include "sinew/chains/arms/load_sharing.hpp"
#include "sinew/dense/solvers/damped_solver.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class ObjectControl : public Controller {
 public:
  // q, v and tau are those of the whole: the arms', then the object's (chains/arms/merge_arms.hpp). Throws
  // std::invalid_argument for objects that are not one rigid body, unknown grasps, lists of the wrong size.
  ObjectControl(const std::vector<Model>& arms, const Model& object, const std::vector<Grasp>& grasps,
                const ObjectPlan& plan);
  ObjectControl(const ObjectControl&) = delete;
  ObjectControl& operator=(const ObjectControl&) = delete;

  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  void grasp_changed(const std::string& name, bool held) override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

  // After torques(): the forces that the rows of each grasp shall transmit to the object, arm by arm, and the part of
  // them that only squeezes it.
  std::span<const double> demanded_forces() const { return {forces_.data(), std::size_t(rows_)}; }
  std::span<const double> demanded_squeeze() const { return {squeeze_.data(), std::size_t(rows_)}; }
  const MultiArm<double>& system() const { return system_; }

 private:
  void share_load(In<double> load);
  void set_squeeze();
  void add_arm_forces(int arm, const Motion<double>& lambda);

  MultiArm<double> system_;
  MultiArmKinematics<double> kinematics_;
  LoadSharing<double> sharing_;
  Tracking tracking_;
  std::vector<FrameIndex> bodies_{};              // of the arms, at the grasps
  std::vector<std::string> names_;                // of the grasps
  std::vector<Force<double>> commanded_squeeze_;  // per grasp
  std::vector<double> stiffness_, damping_;
  double joint_damping_;
  int rows_ = 0;
  std::vector<double> forces_, squeeze_, along_rows_, slowing_, alone_;
  std::vector<std::vector<ExternalForce<double>>> on_arms_;  // per arm, one per row
  std::vector<Workspace<double>> work_;                      // the arms', and the object's
  Matrix<double> omega_;
  DampedSolver solver_;
  LeastNormSolver<double> row_solver_{6};
};

}  // namespace sinew
