// Computes the operational space of frames of a robot with followers, over its independent coordinates u.
//
// With J_u = J N and M_u = N^* M N = U D U^T (chains/followers/independent_dynamics.hpp), Y = U^-1 J_u^* gives
//
//   Omega = J_u M_u^-1 J_u^* = Y^* D^-1 Y
//   Lambda = Omega^-1
//   p = - Lambda (J_u u'_0 + dJ_u/dt u)           bias, u'_0: accelerations at zero joint torques
//   J+ = M_u^-1 J_u^* Lambda                      dynamically consistent pseudo-inverse
//   P tau = tau - J_u^* Lambda J_u M_u^-1 tau     joint torques that do not accelerate the frames
//
// The rows of Y that can differ from zero are those of the joints that move the frames, with their followers and
// leaders, and of the joints that these are coupled with on the way to the base.
//
// Cost: that of the factors, and for r rows and p joints on the paths, of depth d, r p (d + r / 2) multiplications.
#pragma once

#include "sinew/chains/followers/independent_dynamics.hpp"

namespace sinew {

// The counterpart of OperationalSpace (algorithms/operational_space/operational_space.hpp) for the independent
// coordinates: the functions have the same meaning, with u in place of v. They refer to the state of the dynamics, which
// has to be of the same model. Make it once; its functions allocate nothing.
template <Scalar T>
class IndependentOperationalSpace {
 public:
  using Dynamics = IndependentDynamics<T>;

  // Throws std::invalid_argument if there is no frame or an unknown one.
  IndependentOperationalSpace(const Dynamics& dynamics, std::span<const FrameIndex> frames,
                              Reference reference = Reference::body);
  IndependentOperationalSpace(const Dynamics& dynamics, FrameIndex frame,
                              Reference reference = Reference::body)
      : IndependentOperationalSpace(dynamics, std::span<const FrameIndex>(&frame, 1), reference) {}

  int size() const { return omega_.rows(); }
  const Matrix<T>& omega(Dynamics& dynamics);
  int rank(Dynamics& dynamics);  // of Omega and of J_u
  bool is_regular(Dynamics& dynamics) { return rank(dynamics) == size(); }

  void jacobian_times(Dynamics& dynamics, In<T> u, Out<T> twists);
  void jacobian_adjoint_times(Dynamics& dynamics, In<T> forces, Out<T> tau);

  // These need a regular Omega. Otherwise they throw std::domain_error, which names the frames and the rank.
  void lambda(Dynamics& dynamics, MatrixOut<T> out);
  // Sets the state of the dynamics.
  void bias(Dynamics& dynamics, In<T> q, In<T> v, Out<T> out, const EnvironmentIn<T>& environment = {});
  void pseudo_inverse(Dynamics& dynamics, MatrixOut<T> out);
  void project(Dynamics& dynamics, In<T> tau, Out<T> out);

 private:
  void need_omega(Dynamics& dynamics);
  void compute_omega(Dynamics& dynamics);
  void require_regular(Dynamics& dynamics);
  void multiply(In<T> u, Out<T> twists) const;
  void multiply_adjoint(In<T> forces, Out<T> tau) const;

  OwnedModel model_;
  std::vector<FrameIndex> frames_;
  std::string names_;
  Reference reference_;
  std::vector<int> reach_;  // indices in u of the rows of Y that may differ from zero, ascending
  Matrix<T> frame_;         // J_u of one frame
  Matrix<T> Jt_, Y_;        // J_u^* and Y
  std::vector<T> joint_, torques_, stacked_, zeros_, all_;
  Matrix<T> omega_;
  SymmetricSolver<T> solver_;
  bool factorised_ = false;
  PositionKey known_{};
};

namespace edge {
// Defined with OperationalSpace.
[[noreturn]] void no_frames();
[[noreturn]] void singular_frames(const std::string& frames, int rank, int rows);
// Returns the columns of N that move the frames, completed by the rows that the factors couple them with.
std::vector<int> reach_of(const Model& model, const IndependentIndices& indices,
                          const detail::ReducedPattern& pattern, std::span<const FrameIndex> frames);
}  // namespace edge

template <Scalar T>
IndependentOperationalSpace<T>::IndependentOperationalSpace(const Dynamics& dynamics,
                                                            std::span<const FrameIndex> frames,
                                                            Reference reference)
    : model_(dynamics.model()),
      frames_(frames.begin(), frames.end()),
      reference_(reference),
      frame_(6, dynamics.size()),
      Jt_(dynamics.size(), int(6 * frames.size())),
      Y_(Jt_),
      joint_(std::size_t(dynamics.size())),
      torques_(joint_.size()),
      stacked_(6 * frames.size()),
      zeros_(std::size_t(model_.velocity_size())),
      all_(zeros_.size()),
      omega_(int(stacked_.size()), int(stacked_.size())),
      solver_(omega_.rows()) {
  if (frames.empty()) edge::no_frames();
  for (const FrameIndex frame : frames)
    names_ += (names_.empty() ? "'" : ", '") + model_.frame(frame).name + "'";
  reach_ = edge::reach_of(model_, dynamics.coordinates().indices(),
                          detail::ReducedPattern(model_, dynamics.coordinates().indices()), frames_);
}

template <Scalar T>
void IndependentOperationalSpace<T>::need_omega(Dynamics& dynamics) {
  edge::check_made_for("the operational space", model_, dynamics.model());
  if (guards_results<T> && known_ == dynamics.key()) return;
  known_ = {};
  compute_omega(dynamics);
  known_ = dynamics.key();
}

template <Scalar T>
void IndependentOperationalSpace<T>::compute_omega(Dynamics& dynamics) {
  const detail::ReducedFactors<T>& factors = dynamics.factors();
  factorised_ = false;
  const int rows = size();
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    dynamics.jacobian(frames_[f], reference_, frame_);
    for (int r = 0; r < 6; ++r) {
      for (int g = 0; g < frame_.cols(); ++g) Jt_(g, int(6 * f) + r) = Y_(g, int(6 * f) + r) = frame_(r, g);
    }
  }
  // U Y = J_u^*, and the sum of its rows' products
  std::fill(omega_.data(), omega_.data() + std::size_t(rows) * std::size_t(rows), T(0));
  for (auto k = reach_.rbegin(); k != reach_.rend(); ++k) {
    for (int r = 0; r < rows; ++r) {
      const T y = Y_(*k, r), weighted = y * factors.inverse_D(*k);
      for (const int i : factors.pattern().rows(*k)) Y_(i, r) = Y_(i, r) - factors.U(i, *k) * y;
      for (int s = 0; s <= r; ++s) omega_(r, s) = omega_(r, s) + weighted * Y_(*k, s);
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int s = 0; s < r; ++s) omega_(s, r) = omega_(r, s);
  }
  edge::check_overflow("Omega", MatrixView<T>(omega_));
}

template <Scalar T>
const Matrix<T>& IndependentOperationalSpace<T>::omega(Dynamics& dynamics) {
  need_omega(dynamics);
  return omega_;
}
template <Scalar T>
int IndependentOperationalSpace<T>::rank(Dynamics& dynamics) {
  need_omega(dynamics);
  if (!factorised_) solver_.factorise(omega_);
  factorised_ = true;
  return solver_.rank();
}
template <Scalar T>
void IndependentOperationalSpace<T>::require_regular(Dynamics& dynamics) {
  if (!is_regular(dynamics)) edge::singular_frames(names_, rank(dynamics), size());
}
template <Scalar T>
void IndependentOperationalSpace<T>::lambda(Dynamics& dynamics, MatrixOut<T> out) {
  require_regular(dynamics);
  solver_.inverse(out);
  edge::check_overflow("the operational inertia", out);
}

template <Scalar T>
void IndependentOperationalSpace<T>::multiply(In<T> u, Out<T> twists) const {
  for (std::size_t r = 0; r < twists.size(); ++r) {
    T sum = T(0);
    for (const int g : reach_) sum = sum + Jt_(g, int(r)) * u[std::size_t(g)];
    twists[r] = sum;
  }
}
template <Scalar T>
void IndependentOperationalSpace<T>::multiply_adjoint(In<T> forces, Out<T> tau) const {
  for (std::size_t g = 0; g < tau.size(); ++g) tau[g] = T(0);
  for (const int g : reach_) {
    T sum = T(0);
    for (std::size_t r = 0; r < forces.size(); ++r) sum = sum + Jt_(g, int(r)) * forces[r];
    tau[std::size_t(g)] = sum;
  }
}
template <Scalar T>
void IndependentOperationalSpace<T>::jacobian_times(Dynamics& dynamics, In<T> u, Out<T> twists) {
  need_omega(dynamics);
  edge::check_input("u", u, Jt_.rows());
  edge::check_size("the twists", twists, size());
  multiply(u, twists);
  edge::check_overflow("the product", twists);
}
template <Scalar T>
void IndependentOperationalSpace<T>::jacobian_adjoint_times(Dynamics& dynamics, In<T> forces, Out<T> tau) {
  need_omega(dynamics);
  edge::check_input("the forces", forces, size());
  edge::check_size("the result tau", tau, Jt_.rows());
  multiply_adjoint(forces, tau);
  edge::check_overflow("the product", tau);
}

template <Scalar T>
void IndependentOperationalSpace<T>::bias(Dynamics& dynamics, In<T> q, In<T> v, Out<T> out,
                                          const EnvironmentIn<T>& environment) {
  edge::check_made_for("the operational space", model_, dynamics.model());
  edge::check_size("the result bias", out, size());
  dynamics.forward_dynamics(q, v, zeros_, all_, environment);
  dynamics.coordinates().select(all_, joint_);
  require_regular(dynamics);
  multiply(joint_, out);
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const Motion<T> rate = dynamics.jacobian_rate_times_velocity(frames_[f], reference_);
    for (std::size_t i = 0; i < 6; ++i) out[6 * f + i] = -(out[6 * f + i] + rate[int(i)]);
  }
  solver_.solve(out);
  edge::check_overflow("the operational bias", out);
}

template <Scalar T>
void IndependentOperationalSpace<T>::pseudo_inverse(Dynamics& dynamics, MatrixOut<T> out) {
  require_regular(dynamics);
  edge::check_size("the pseudo-inverse", out, Jt_.rows(), size());
  for (int j = 0; j < size(); ++j) {
    std::fill(stacked_.begin(), stacked_.end(), T(0));
    stacked_[std::size_t(j)] = T(1);
    solver_.solve(stacked_);
    multiply_adjoint(stacked_, torques_);
    dynamics.solve_mass_matrix(torques_,
                               VectorView<T>(out.data() + std::size_t(j) * joint_.size(), joint_.size()));
  }
}

template <Scalar T>
void IndependentOperationalSpace<T>::project(Dynamics& dynamics, In<T> tau, Out<T> out) {
  require_regular(dynamics);
  edge::check_size("the result", out, Jt_.rows());
  dynamics.solve_mass_matrix(tau, joint_);
  multiply(joint_, stacked_);
  solver_.solve(stacked_);
  multiply_adjoint(stacked_, torques_);
  for (std::size_t i = 0; i < torques_.size(); ++i) out[i] = tau[i] - torques_[i];
  edge::check_overflow("the projection", out);
}

extern template class IndependentOperationalSpace<double>;
extern template class IndependentOperationalSpace<float>;

}  // namespace sinew
