// Computes the feedback of a linear system at least quadratic cost over an infinite time (linear-quadratic regulator,
// LQR), in discrete and in continuous time.
//
//   discrete     x1 = A x + B u    cost = sum x^T M x / 2 + u^T R u / 2          u = -K x,  K = (R + B^T S B)^-1 B^T S A
//                S = A^T S A - A^T S B K + M                                     the discrete Riccati equation
//   continuous   x' = A x + B u    cost = integral of the same                   u = -K x,  K = R^-1 B^T S
//                A^T S + S A - S B R^-1 B^T S + M = 0                            the continuous Riccati equation
//
// x^T S x / 2 is the cost from x. Over a finite time optimal_control has the gains of every stage; its recursion for S
// from S = 0 takes one step of the Riccati equation at a time. Doubling takes 2^k steps at once (W.-W. Lin & S.-F. Xu,
// "Convergence analysis of structure-preserving doubling algorithms", SIAM J. Matrix Anal. Appl. 28(1), 2006): with
// G = B R^-1 B^T and H = M at the start,
//
//   A <- A (1 + G H)^-1 A,   G <- G + A (1 + G H)^-1 G A^T,   H <- H + A^T H (1 + G H)^-1 A
//
// and H tends to S. The continuous equation has the same solution as a discrete one, which a Cayley transform makes of it
// (E. K.-W. Chu, H.-Y. Fan & W.-W. Lin, "A structure-preserving doubling algorithm for continuous-time algebraic Riccati
// equations", Linear Algebra Appl. 396, 2005): with G and H as above, gamma > 0, F = A - gamma and W = F^T + H F^-1 G,
//
//   A <- 1 + 2 gamma W^-T,   G <- 2 gamma F^-1 G W^-1,   H <- 2 gamma W^-1 H F^-1
//
// Cost: about 8 n^3 multiplications for each doubling, of which five to fifteen are usual, and the eigenvalues of the
// closed loop, in continuous time also those of the Hamiltonian matrix of 2 n rows.
#pragma once

#include "sinew/dense/views.hpp"

namespace sinew::sweep {

struct Lqr {
  Matrix<double> K{};  // u = -K x
  Matrix<double> S{};  // x^T S x / 2 is the cost from x
  int doublings = 0;
};

// M is symmetric and positive semi-definite, R symmetric and positive definite. Throw std::invalid_argument for wrong sizes
// and for matrices without these properties, and std::domain_error if there is no such feedback: B does not move a motion
// that does not decay, or M does not see it. The message names its eigenvalue.
Lqr discrete_lqr(MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M, MatrixIn<double> R);
Lqr continuous_lqr(MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M, MatrixIn<double> R);

}  // namespace sinew::sweep
