// The moments under which errors of the joints fade as those of a mass on a spring with a damper:
//
//   a = demanded acceleration,  e'' + damping e' + stiffness e = 0             (simulate/tracking.hpp)
//   tau = inverse dynamics of a
//
// where every freedom has a motor and there are no loops. Otherwise only the motors' accelerations can be asked for,
// and all else moves as it must. With S the independent motions that loops leave (chains/closed_kinematics.hpp), B^*
// what the motors see of a motion, and a_0 the accelerations without motors,
//
//   W = B^* S (S^* M S)^-1 S^* B          how the motors answer to moments
//   W tau = P (B^* a - B^* a_0)           P: nearest motion of the motors that the loops allow
//
// So the errors of the motors fade by the law where there are as many motors as freedoms, or fewer (a floating base, a
// pendulum that hangs on a driven one); where there are more the law is met in the least-squares sense, by the least
// moments.
//
// Cost: O(n); with loops or freedoms without motors forward dynamics, the mass matrix, and cubes of the freedoms.
#pragma once

#include "sinew/chains/closed_kinematics.hpp"
#include "sinew/simulate/motors.hpp"
#include "sinew/simulate/plan.hpp"
#include "sinew/simulate/tracking.hpp"

namespace sinew {

class ComputedTorque : public Controller {
 public:
  // Throws std::invalid_argument for unknown joints and lists of the wrong size.
  ComputedTorque(const Model& model, const ComputedTorquePlan& plan);
  void moments(double t, In<double> q, In<double> v, Out<double> tau) override;
  void grasp_changed(const std::string& name, bool held) override;

 private:
  void set_answers(In<double> q);
  void project_demand();

  Model model_;
  Workspace<double> work_;
  Tracking tracking_;
  std::vector<int> motors_;
  std::vector<double> stiffness_, damping_, a_;
  // Of what is not simply inverse dynamics.
  struct Partial {
    Partial(const Model& model, std::size_t motors);
    ClosedChain<double> chain;
    ClosedKinematics<double> kinematics;
    Matrix<double> M, MS, reduced, gram, W;
    Matrix<double> B, X;  // S^* B and (S^* M S)^-1 S^* B
    SymmetricSolver<double> inertia_solver;
    LeastNormSolver<double> gram_solver, answer_solver;
    std::vector<double> zeros, free, demand, y;
  };
  std::optional<Partial> partial_{};
};

}  // namespace sinew
