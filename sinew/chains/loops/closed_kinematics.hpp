// Computes the velocities that a closed chain allows: its degrees of freedom, independent velocities, and the Jacobians
// of frames with respect to them.
//
//   J v = 0                    the velocities that keep the loops closed              chains/constraints/constraint_sweep.hpp
//   v = S u                    all of them, from independent joint velocities u       dense/solvers/row_elimination.hpp
//   v - J^* (J J^*)^+ J v      the one nearest to v
//   J_frame S                  the Jacobian of a frame with respect to u
//
// The size of u, the number of degrees of freedom, is determined at each position: it is the number of joint velocities
// minus the rank of J. This is also correct where rows are linearly dependent (a Bennett linkage), and the number grows
// at singular positions.
//
// Cost: the Jacobian, and its elimination: m r n multiplications for m rows of rank r and n joint velocities.
#pragma once

#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/dense/solvers/least_norm.hpp"
#include "sinew/dense/solvers/row_elimination.hpp"

namespace sinew {

// Constructed once for a closed chain; calls allocate nothing.
template <Scalar T>
class ClosedKinematics {
 public:
  ClosedKinematics(const Model& model, const ClosedChain<T>& chain);

  // Sets the position for which all functions below give results, and that of the workspace. Throws
  // std::invalid_argument if the workspace or the closed chain belongs to another model.
  void update(Workspace<T>& work, ClosedChain<T>& chain, In<T> q);
  const Matrix<T>& constraint_jacobian() const { return J_; }  // rows x joint velocities
  int rank() const { return elimination_.rank(); }
  int dofs() const { return J_.cols() - rank(); }
  std::span<const int> independent() const { return elimination_.independent(); }  // indices of u in v
  const Matrix<T>& independent_motions() const { return S_; }  // S, joint velocities x dofs()

  void expand(In<T> u, Out<T> v) const;  // v = S u
  // The consistent velocities nearest to v; v and the result may be the same vector.
  void project(In<T> v, Out<T> nearest);
  // The Jacobian of a frame with respect to the independent velocities, 6 x dofs(). Throws std::logic_error if
  // `work` is no longer at the position of `update`.
  void jacobian(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> out);
  // The multipliers x of least norm with J^* x = torques. These joint torques must lie in the range of J^*.
  void multipliers(In<T> torques, Out<T> x) { elimination_.multipliers(torques, x); }

  void check(const Model& model, const ClosedChain<T>& chain) const {
    edge::check_made_for("the kinematics of the closed chain", model_, model);
    edge::check_made_for("the closed chain", chain.constraints().model(), model);
  }

 private:
  OwnedModel model_;
  Matrix<T> J_, S_, JJ_, frame_;
  RowElimination<T> elimination_;
  LeastNormSolver<T> solver_;
  std::vector<T> rows_;
  bool projecting_ = false;  // J J^* is factorised
  PositionKey known_{};      // where `update` was called
};

template <Scalar T>
ClosedKinematics<T>::ClosedKinematics(const Model& model, const ClosedChain<T>& chain)
    : model_(model),
      J_(chain.rows(), model.velocity_size()),
      S_(model.velocity_size(), model.velocity_size()),
      JJ_(chain.rows(), chain.rows()),
      frame_(6, model.velocity_size()),
      elimination_(chain.rows(), model.velocity_size()),
      solver_(chain.rows()),
      rows_(std::size_t(chain.rows())) {
  check(model, chain);
}

template <Scalar T>
void ClosedKinematics<T>::update(Workspace<T>& work, ClosedChain<T>& chain, In<T> q) {
  check(work.model, chain);
  update_poses(work, q);
  chain.jacobian(work, q, J_);
  elimination_.matrix() = J_;
  elimination_.factorise();
  S_.reset(J_.cols(), dofs());
  elimination_.null_space(S_);
  projecting_ = false;
  known_ = work.contents.key();
}

template <Scalar T>
void ClosedKinematics<T>::expand(In<T> u, Out<T> v) const {
  edge::check_input("u", u, S_.cols());
  edge::check_size("the result v", v, S_.rows());
  for (int i = 0; i < S_.rows(); ++i) {
    T sum{};
    for (int c = 0; c < S_.cols(); ++c) sum = sum + S_(i, c) * u[std::size_t(c)];
    v[std::size_t(i)] = sum;
  }
  edge::check_overflow("the velocity of the joints", v);
}

template <Scalar T>
void ClosedKinematics<T>::project(In<T> v, Out<T> nearest) {
  const int m = J_.rows(), n = J_.cols();
  edge::check_input("v", v, n);
  edge::check_size("the result", nearest, n);
  if (!projecting_) {
    for (int a = 0; a < m; ++a) {
      for (int b = 0; b <= a; ++b) {
        T sum{};
        for (int i = 0; i < n; ++i) sum = sum + J_(a, i) * J_(b, i);
        JJ_(a, b) = sum;
      }
    }
    solver_.factorise(JJ_);
    projecting_ = true;
  }
  for (int a = 0; a < m; ++a) {
    T sum{};
    for (int i = 0; i < n; ++i) sum = sum + J_(a, i) * v[std::size_t(i)];
    rows_[std::size_t(a)] = sum;
  }
  solver_.solve(rows_);
  for (int i = 0; i < n; ++i) {
    T sum = v[std::size_t(i)];
    for (int a = 0; a < m; ++a) sum = sum - J_(a, i) * rows_[std::size_t(a)];
    nearest[std::size_t(i)] = sum;
  }
  edge::check_overflow("the nearest velocity", nearest);
}

template <Scalar T>
void ClosedKinematics<T>::jacobian(Workspace<T>& work, FrameIndex frame, Reference reference,
                                   MatrixOut<T> out) {
  edge::check_made_for("the kinematics of the closed chain", model_, work.model);
  edge::check_size("the Jacobian of the closed chain", out, 6, S_.cols());
  if (known_ != work.contents.key())
    edge::moved_on("ClosedKinematics::jacobian", "ClosedKinematics::update", work.contents);
  sinew::jacobian(work, frame, reference, frame_);
  for (int c = 0; c < S_.cols(); ++c) {
    for (int r = 0; r < 6; ++r) {
      T sum{};
      for (int i = 0; i < S_.rows(); ++i) sum = sum + frame_(r, i) * S_(i, c);
      out(r, c) = sum;
    }
  }
  edge::check_overflow("the Jacobian of the closed chain", out);
}

extern template class ClosedKinematics<double>;
extern template class ClosedKinematics<float>;

}  // namespace sinew
