// Computes the dynamics of a robot with followers in its independent coordinates u: mass matrix, its inverse and
// factors, Coriolis matrix, inverse and forward dynamics, Jacobians.
//
// With v = N u and a = N u' + dN/dt u (model/joints/independent_coordinates.hpp), for quantities of the tree on the
// right:
//
//   M_u = N^* M N = U D U^T                     chains/followers/reduced_factors.hpp
//   C_u = N^* (C N + M dN/dt)                   dM_u/dt - 2 C_u is skew-symmetric, as dM/dt - 2 C is
//   tau_u = N^* (inverse dynamics of a)         bias force: u' = 0
//   u' = M_u^-1 (N^* tau - bias_u)
//   J_u = J N,   dJ_u/dt u = dJ/dt v + J dN/dt u
//
// q, v, a and tau are those of all joints, but the followers' entries of q, v and a are not read: their leaders
// determine them. Results in u have one entry for each independent coordinate. Loops count as open:
// chains/constrained_system.hpp closes them.
//
// Cost: the recursions of the tree, n^2 products for N^* M N, and those of the factors where M_u^-1 is needed.
#pragma once

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/mass_matrix/coriolis.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/chains/followers/reduced_factors.hpp"

namespace sinew {

namespace edge {
[[noreturn]] void moves_no_inertia(const Model& model, int v);
}

// Owns its working memory: make it once per thread; its functions allocate nothing. A model without followers gives the
// quantities of the tree. The library contains it for double and float.
template <Scalar T>
class IndependentDynamics {
 public:
  // Throws std::invalid_argument for models whose joints follow twice or in a cycle.
  explicit IndependentDynamics(const Model& model) : IndependentDynamics(Workspace<T>(model)) {}
  // Takes a workspace that was made with another tree, such as one of symbols.
  explicit IndependentDynamics(Workspace<T> work);

  const Model& model() const { return work_.model; }
  // The independent coordinates, with N at the position of the last call.
  const IndependentCoordinates<T>& coordinates() const { return coordinates_; }
  int size() const { return coordinates_.size(); }
  std::span<const int> independent() const { return coordinates_.independent(); }  // indices of u in v
  // The workspace of the tree, with the followers where their leaders put them. Give it no other position.
  Workspace<T>& workspace() { return work_; }

  // These two set the state to which the functions without q refer.
  void set_position(In<T> q);
  void set_state(In<T> q, In<T> v);

  // Both triangles, size() x size().
  void mass_matrix(In<T> q, MatrixOut<T> M);
  // Throws, like the three functions after it, std::domain_error, which names the joint, if an independent joint moves
  // no inertia.
  void inverse_mass_matrix(In<T> q, MatrixOut<T> inverse);
  void udut(In<T> q, MatrixOut<T> U, Out<T> D);
  void solve_mass_matrix(In<T> x, Out<T> y);  // y = M_u^-1 x, at the position of the last call
  // The accelerations of all joints.
  void forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a, const EnvironmentIn<T>& environment = {});

  void coriolis_matrix(In<T> q, In<T> v, MatrixOut<T> C);
  void inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau, const EnvironmentIn<T>& environment = {});
  void bias_force(In<T> q, In<T> v, Out<T> bias, const EnvironmentIn<T>& environment = {});
  void gravity_force(In<T> q, Out<T> gravity);

  // These two are at the position, or at the state, of the last call. J: 6 x size().
  void jacobian(FrameIndex frame, Reference reference, MatrixOut<T> J);
  Motion<T> jacobian_rate_times_velocity(FrameIndex frame, Reference reference = Reference::body);

  // The factors of M_u at the position of the last call.
  const detail::ReducedFactors<T>& factors();
  // Changes with every position.
  PositionKey key() const { return work_.contents.key(); }

 private:
  void check_state(const char* function) const;
  void compute_reduced_mass(MatrixOut<T> out);
  // The bias of the tree for a = dN/dt u, reduced.
  void compute_bias(const EnvironmentIn<T>& environment, Out<T> out);

  Workspace<T> work_;
  IndependentCoordinates<T> coordinates_;
  detail::ReducedFactors<T> factors_;
  std::vector<T> q_, v_, a_, tau_;  // of all joints
  std::vector<T> u_, rates_;
  Matrix<T> full_, other_;
  bool factorised_ = false;
  PositionKey known_{};  // where q_ was set
};

template <Scalar T>
IndependentDynamics<T>::IndependentDynamics(Workspace<T> work)
    : work_(std::move(work)),
      coordinates_(work_.model),
      factors_(detail::ReducedPattern(work_.model, coordinates_.indices())),
      q_(std::size_t(work_.model.position_size())),
      v_(std::size_t(work_.model.velocity_size())),
      a_(v_.size()),
      tau_(v_.size()),
      u_(std::size_t(coordinates_.size())),
      rates_(u_.size()),
      full_(int(v_.size()), int(v_.size())),
      other_(full_) {}

template <Scalar T>
void IndependentDynamics<T>::check_state(const char* function) const {
  if constexpr (guards_results<T>) {
    if (known_ != work_.contents.key())
      edge::moved_on(function, "a function of IndependentDynamics that takes q", work_.contents);
  }
}

template <Scalar T>
void IndependentDynamics<T>::set_position(In<T> q) {
  edge::check_size("q", q, model().position_size());
  std::copy(q.data(), q.data() + q.size(), q_.begin());
  coordinates_.follow(q_);
  factorised_ = false;
  sinew::set_position(work_, q_);
  known_ = work_.contents.key();
}

template <Scalar T>
void IndependentDynamics<T>::set_state(In<T> q, In<T> v) {
  edge::check_size("q", q, model().position_size());
  std::copy(q.data(), q.data() + q.size(), q_.begin());
  coordinates_.follow(q_);
  coordinates_.select(v, u_);
  coordinates_.expand(u_, v_);
  factorised_ = false;
  sinew::set_state(work_, q_, v_);
  known_ = work_.contents.key();
}

template <Scalar T>
void IndependentDynamics<T>::compute_reduced_mass(MatrixOut<T> out) {
  sinew::mass_matrix(work_, q_, full_);
  coordinates_.reduce_matrix(full_, out);
}

template <Scalar T>
void IndependentDynamics<T>::mass_matrix(In<T> q, MatrixOut<T> M) {
  set_position(q);
  compute_reduced_mass(M);
  edge::check_overflow("the mass matrix", M);
}

template <Scalar T>
const detail::ReducedFactors<T>& IndependentDynamics<T>::factors() {
  check_state("IndependentDynamics::factors");
  if (factorised_) return factors_;
  edge::check_possible("IndependentDynamics::factors", work_);
  compute_reduced_mass(factors_.matrix());
  if (const int bad = factors_.factorise(); bad >= 0)
    edge::moves_no_inertia(work_.model, independent()[std::size_t(bad)]);
  factorised_ = true;
  return factors_;
}

template <Scalar T>
void IndependentDynamics<T>::inverse_mass_matrix(In<T> q, MatrixOut<T> inverse) {
  edge::check_size("the inverse mass matrix", inverse, size(), size());
  set_position(q);
  factors().inverse(inverse);
  edge::check_overflow("the inverse mass matrix", inverse);
}

template <Scalar T>
void IndependentDynamics<T>::udut(In<T> q, MatrixOut<T> U, Out<T> D) {
  edge::check_size("U", U, size(), size());
  edge::check_size("D", D, size());
  set_position(q);
  const detail::ReducedFactors<T>& found = factors();
  for (int k = 0; k < size(); ++k) {
    for (int i = 0; i < size(); ++i) U(i, k) = T(i == k ? 1 : 0);
    for (const int i : found.pattern().rows(k)) U(i, k) = found.U(i, k);
    D[std::size_t(k)] = found.U(k, k);  // D is left on the diagonal
  }
  edge::check_overflow("U", U);
  edge::check_overflow("D", D);
}

template <Scalar T>
void IndependentDynamics<T>::solve_mass_matrix(In<T> x, Out<T> y) {
  edge::check_input("x", x, size());
  edge::check_size("the result y", y, size());
  const detail::ReducedFactors<T>& found = factors();
  if (y.data() != x.data()) std::copy(x.data(), x.data() + x.size(), y.data());
  found.solve(y);
  edge::check_overflow("the result y", y);
}

template <Scalar T>
void IndependentDynamics<T>::compute_bias(const EnvironmentIn<T>& environment, Out<T> out) {
  if (coordinates_.indices().is_constant) {
    sinew::bias_force(work_, q_, v_, tau_, environment);
  } else {
    for (T& rate : rates_) rate = T(0);
    coordinates_.expand_rates(u_, rates_, a_);
    sinew::inverse_dynamics(work_, q_, v_, a_, tau_, environment);
  }
  coordinates_.reduce(tau_, out);
}

template <Scalar T>
void IndependentDynamics<T>::forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                                              const EnvironmentIn<T>& environment) {
  edge::check_input("tau", tau, model().velocity_size());
  edge::check_size("the result a", a, model().velocity_size());
  set_state(q, v);
  compute_bias(environment, rates_);
  for (std::size_t j = 0; j < tau_.size(); ++j) tau_[j] = tau[j];
  coordinates_.reduce(tau_, {a_.data(), u_.size()});
  for (std::size_t g = 0; g < rates_.size(); ++g) rates_[g] = a_[g] - rates_[g];
  factors().solve(rates_);
  coordinates_.expand_rates(u_, rates_, a);
  edge::check_overflow("forward dynamics", a);
}

template <Scalar T>
void IndependentDynamics<T>::coriolis_matrix(In<T> q, In<T> v, MatrixOut<T> C) {
  edge::check_size("the Coriolis matrix", C, size(), size());
  set_state(q, v);
  sinew::mass_matrix(work_, q_, other_);
  sinew::coriolis_matrix(work_, q_, v_, full_);
  // N^* (C N + M dN/dt), with dN(j)/dt = c(j) u
  const auto& column = coordinates_.indices().column;
  for (int g = 0; g < size(); ++g) {
    for (int h = 0; h < size(); ++h) C(h, g) = T(0);
  }
  for (std::size_t j = 0; j < column.size(); ++j) {
    const int g = column[j];
    if (g < 0) continue;
    const T s = coordinates_.slope(int(j)), rate = coordinates_.curvature(int(j)) * u_[std::size_t(g)];
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (column[i] < 0) continue;
      const T sum = full_(int(i), int(j)) * s + other_(int(i), int(j)) * rate;
      C(column[i], g) = C(column[i], g) + coordinates_.slope(int(i)) * sum;
    }
  }
  edge::check_overflow("the Coriolis matrix", C);
}

template <Scalar T>
void IndependentDynamics<T>::inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau,
                                              const EnvironmentIn<T>& environment) {
  edge::check_input("a", a, model().velocity_size());
  edge::check_size("the result tau", tau, size());
  set_state(q, v);
  coordinates_.select(a, rates_);
  coordinates_.expand_rates(u_, rates_, a_);
  sinew::inverse_dynamics(work_, q_, v_, a_, tau_, environment);
  coordinates_.reduce(tau_, tau);
  edge::check_overflow("inverse dynamics", tau);
}

template <Scalar T>
void IndependentDynamics<T>::bias_force(In<T> q, In<T> v, Out<T> bias, const EnvironmentIn<T>& environment) {
  edge::check_size("the result bias", bias, size());
  set_state(q, v);
  compute_bias(environment, bias);
  edge::check_overflow("the bias force", bias);
}

template <Scalar T>
void IndependentDynamics<T>::gravity_force(In<T> q, Out<T> gravity) {
  edge::check_size("the result gravity", gravity, size());
  set_position(q);
  sinew::gravity_force(work_, q_, tau_);
  coordinates_.reduce(tau_, gravity);
  edge::check_overflow("the gravity force", gravity);
}

template <Scalar T>
void IndependentDynamics<T>::jacobian(FrameIndex frame, Reference reference, MatrixOut<T> J) {
  check_state("IndependentDynamics::jacobian");
  edge::check_size("the Jacobian", J, 6, size());
  if constexpr (!guards_results<T>) update_poses(work_, q_);
  for (int g = 0; g < size(); ++g) {
    for (int i = 0; i < 6; ++i) J(i, g) = T(0);
  }
  kinematics::for_each_column(work_, frame, reference, [&](int j, const Motion<T>& column) {
    const int g = coordinates_.indices().column[std::size_t(j)];
    if (g < 0) return;
    const std::array<T, 6> six = components(column);
    for (int i = 0; i < 6; ++i) J(i, g) = J(i, g) + coordinates_.slope(j) * six[std::size_t(i)];
  });
}

template <Scalar T>
Motion<T> IndependentDynamics<T>::jacobian_rate_times_velocity(FrameIndex frame, Reference reference) {
  check_state("IndependentDynamics::jacobian_rate_times_velocity");
  Motion<T> rate = sinew::jacobian_rate_times_velocity(work_, frame, reference);
  if (coordinates_.indices().is_constant) return rate;
  kinematics::for_each_column(work_, frame, reference, [&](int j, const Motion<T>& column) {
    const int g = coordinates_.indices().column[std::size_t(j)];
    if (g < 0) return;
    const T& u = u_[std::size_t(g)];
    rate += (coordinates_.curvature(j) * (u * u)) * column;
  });
  return rate;
}

extern template class IndependentDynamics<double>;
extern template class IndependentDynamics<float>;

}  // namespace sinew
