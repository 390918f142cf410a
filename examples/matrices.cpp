// Uses sinew with Eigen, whose vectors and matrices are arguments and results, without copies: solves the
// equations of motion by a Cholesky factorisation and finds the joint velocities that move the tool
// without moving the elbow.
#include <Eigen/Dense>
#include <cstdio>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/arm7.urdf");
  Workspace<double> work(robot);
  const State state = random_state(robot, 2);
  const Eigen::Map<const Eigen::VectorXd> q(state.q.data(), 7), v(state.v.data(), 7),
      tau(state.tau.data(), 7);

  // M a + bias = tau, solved by Eigen.
  Eigen::MatrixXd M(7, 7);
  Eigen::VectorXd bias(7), a(7);
  mass_matrix(work, q, M);
  bias_force(work, q, v, bias);
  const Eigen::VectorXd solved = M.llt().solve(tau - bias);
  forward_dynamics(work, q, v, tau, a);
  std::printf("forward dynamics and Cholesky factorisation differ by %.1e\n", (a - solved).norm() / a.norm());

  // The Jacobians of two frames in one matrix; the columns of a block lie side by side.
  Eigen::MatrixXd J(6, 14);
  jacobian(work, robot.frame("tool"), Reference::aligned, J.leftCols(7));
  jacobian(work, robot.frame("link4"), Reference::aligned, J.rightCols(7));
  Eigen::MatrixXd tasks(6, 7);
  tasks << J.block(3, 0, 3, 7), J.block(3, 7, 3, 7);  // the linear rows: velocities of both origins
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(6);
  wanted[0] = 0.1;
  const Eigen::VectorXd motion = tasks.completeOrthogonalDecomposition().solve(wanted);
  std::printf("the tool moves at 0.1 m/s and the elbow rests if the joints move with");
  for (const double rate : motion) std::printf(" %.3f", rate);
  std::printf(" rad/s\n");
  return (a - solved).norm() < 1e-9 * a.norm() && (tasks * motion - wanted).norm() < 1e-9 ? 0 : 1;
}
