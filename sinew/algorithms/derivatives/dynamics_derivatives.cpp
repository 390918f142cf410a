#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"

#include "sinew/algorithms/derivatives/internal/forward_dynamics_columns.hpp"
#include "sinew/algorithms/derivatives/internal/inverse_dynamics_columns.hpp"
#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"

namespace sinew {
namespace {

using namespace common_frame;

// Like edge::all_finite, but reads a register at a time.
template <class T>
bool all_finite(const T* x, std::size_t count) {
  Side<T> zero(T(0));  // x - x is zero or NaN
  const std::size_t whole = count - count % std::size_t(width<T>);
  for (std::size_t i = 0; i < whole; i += std::size_t(width<T>)) {
    const Side<T> some = read_side<T>(x + i);
    zero += some - some;
  }
  return lanes::sum<T, width<T>>(zero.vector) == T(0) && edge::all_finite(x + whole, count - whole);
}

template <class T>
void check_vector(const char* what, const VectorView<const T>& x, int size) {
  edge::check_size(what, x, size);
  if (!all_finite(x.data(), x.size())) edge::check_finite(what, x);
}

}  // namespace

template <Scalar T>
struct DynamicsDerivatives<T>::Parts {
  explicit Parts(const Model& of)
      : model(of),
        frame(model, std::max(InverseDynamicsColumns<T>::row_count, ForwardDynamicsColumns<T>::row_count)),
        of_torques(frame.dofs),
        of_accelerations(frame.dofs),
        zeros(frame.dofs.parent.size()),
        unused(2 * zeros.size() * zeros.size()),
        acceleration(zeros.size()) {}

  // Checks the arguments and returns the tree.
  const Tree<T>& checked(const VectorView<const T>& q, const Environment<T>& environment) const {
    const Tree<T>& tree = model.tree<T>();
    edge::check_position<T>(tree, q);
    if (!all_finite(q.data(), q.size())) edge::check_finite("q", q);
    edge::check_environment(environment);
    return tree;
  }

  const Model model;
  CommonFrame<T> frame;
  InverseDynamicsColumns<T> of_torques;
  ForwardDynamicsColumns<T> of_accelerations;
  std::vector<T> zeros, unused, acceleration;
};

template <Scalar T>
DynamicsDerivatives<T>::DynamicsDerivatives(const Model& model) {
  edge::check_differentiable(model);
  parts_ = std::make_unique<Parts>(model);
}
template <Scalar T>
DynamicsDerivatives<T>::~DynamicsDerivatives() = default;
template <Scalar T>
DynamicsDerivatives<T>::DynamicsDerivatives(DynamicsDerivatives&&) noexcept = default;
template <Scalar T>
DynamicsDerivatives<T>& DynamicsDerivatives<T>::operator=(DynamicsDerivatives&&) noexcept = default;

template <Scalar T>
typename DynamicsDerivatives<T>::Parts& DynamicsDerivatives<T>::parts() const {
  if (!parts_) edge::moved_from("the derivatives of the dynamics");
  return *parts_;
}
template <Scalar T>
const Model& DynamicsDerivatives<T>::model() const {
  return parts().model;
}

template <Scalar T>
void DynamicsDerivatives<T>::differentiate_inverse_dynamics(const char* what, const T* q, const T* v,
                                                            const T* a, T* by_q, T* by_v, T* by_a,
                                                            const Environment<T>& environment) {
  auto& [model, frame, columns, unused1, unused2, unused3, unused4] = parts();
  frame.set_position(q);
  frame.set_velocity(v);
  frame.set_acceleration(a, environment);
  frame.set_rates_of_position();
  frame.set_bodies(environment);
  frame.rows.template sum_inward<row::summed>(row::moment, frame.dofs);
  columns.prepare(frame.rows);
  const bool is_finite = columns.write(frame.rows, by_q, by_v, by_a);
  const auto& armature = model.template tree<T>().armature;
  for (std::size_t j = 0; j < armature.size(); ++j) by_a[j * (armature.size() + 1)] += armature[j];
  if (!is_finite) edge::overflows(what);
}

template <Scalar T>
void DynamicsDerivatives<T>::inverse_dynamics(In<T> q, In<T> v, In<T> a, MatrixOut<T> by_q, MatrixOut<T> by_v,
                                              MatrixOut<T> by_a, const Environment<T>& environment) {
  const int n = parts().checked(q, environment).v_size;
  check_vector<T>("v", v, n);
  check_vector<T>("a", a, n);
  edge::check_size("the derivative by q", by_q, n, n);
  edge::check_size("the derivative by v", by_v, n, n);
  edge::check_size("the derivative by a", by_a, n, n);
  differentiate_inverse_dynamics("the derivative of inverse dynamics", q.data(), v.data(), a.data(),
                                 by_q.data(), by_v.data(), by_a.data(), environment);
}

template <Scalar T>
void DynamicsDerivatives<T>::bias_force(In<T> q, In<T> v, MatrixOut<T> by_q, MatrixOut<T> by_v,
                                        const Environment<T>& environment) {
  const int n = parts().checked(q, environment).v_size;
  check_vector<T>("v", v, n);
  edge::check_size("the derivative by q", by_q, n, n);
  edge::check_size("the derivative by v", by_v, n, n);
  differentiate_inverse_dynamics("the derivative of the bias force", q.data(), v.data(), nullptr, by_q.data(),
                                 by_v.data(), parts().unused.data(), environment);
}

template <Scalar T>
void DynamicsDerivatives<T>::gravity_force(In<T> q, MatrixOut<T> by_q) {
  const int n = parts().checked(q, {}).v_size;
  edge::check_size("the derivative by q", by_q, n, n);
  T* const unused = parts().unused.data();
  differentiate_inverse_dynamics("the derivative of the gravity force", q.data(), parts().zeros.data(),
                                 nullptr, by_q.data(), unused, unused + parts().unused.size() / 2, {});
}

template <Scalar T>
void DynamicsDerivatives<T>::forward_dynamics(In<T> q, In<T> v, In<T> tau, MatrixOut<T> by_q,
                                              MatrixOut<T> by_v, MatrixOut<T> by_tau, Out<T> a,
                                              const Environment<T>& environment) {
  auto& [model, frame, unused1, columns, unused2, unused3, acceleration] = parts();
  edge::check_possible("DynamicsDerivatives::forward_dynamics", model);
  const Tree<T>& tree = parts().checked(q, environment);
  const int n = tree.v_size;
  check_vector<T>("v", v, n);
  check_vector<T>("tau", tau, n);
  edge::check_size("the derivative by q", by_q, n, n);
  edge::check_size("the derivative by v", by_v, n, n);
  edge::check_size("the derivative by tau", by_tau, n, n);
  edge::check_size("the result a", a, n);
  frame.set_position(q.data());
  frame.set_velocity(v.data());
  frame.set_acceleration(nullptr, environment);
  frame.set_bodies(environment);
  columns.filter(frame, tree.armature.data(), tau.data());
  columns.check_regular(frame, model);
  columns.accelerate(frame, acceleration.data());
  frame.set_rates_of_position();
  frame.rows.template sum_inward<6>(row::f, frame.dofs);
  columns.prepare(frame);
  const bool is_finite = columns.write(frame, by_q.data(), by_v.data(), by_tau.data());
  std::copy(acceleration.begin(), acceleration.end(), a.data());
  edge::check_overflow("forward dynamics", a);
  if (!is_finite) edge::overflows("the derivative of forward dynamics");
}

template class DynamicsDerivatives<double>;
template class DynamicsDerivatives<float>;

}  // namespace sinew
