// Computes the equations of motion in velocities for which the mass matrix is the unit matrix (diagonalised dynamics).
//
// SOA section 6: with the square root m = (I + H phi K) D^(1/2) of the mass matrix
// (algorithms/mass_matrix/innovations.hpp) the residual velocities nu and the innovations eps
//
//   nu = m^* v  = D^(1/2) (I + H phi K)^* v         v = m^-* nu       square_root_adjoint_times, ..._adjoint_solve
//   eps = m^-1 tau = D^(-1/2) (I - H psi K) tau     tau = m eps       square_root_solve, square_root_times
//
// obey dnu/dt + mu(q, nu) = eps. (SOA prints psi in nu; phi is right.) The kinetic energy is |nu|^2 / 2. From
// M v' + C v = tau and dnu/dt = m^* v' + (dm^*/dt) v follows
//
//   mu = m^-1 C v - (dm^*/dt) v
//
// mu does no work: nu^* mu = v^* C v - v^* (dM/dt) v / 2 = 0. tau includes gravity and all other forces: eps is
// computed from the joint torques minus gravity_force, and d/dt |nu|^2 / 2 = nu^* eps is their power. dm^*/dt is
// never formed: the filter and the sweep for m^* v run on dual numbers, with q moving along v.
//
// Cost: O(n), 3.8 times forward_dynamics for 7 to 3,000 joints.
#pragma once

#include "sinew/algorithms/mass_matrix/coriolis.hpp"
#include "sinew/algorithms/mass_matrix/innovations.hpp"
#include "sinew/model/joints/moving_position.hpp"

namespace sinew {

// Working memory of the functions below.
template <Scalar T>
struct DiagonalWorkspace {
  explicit DiagonalWorkspace(const Model& model)
      : plain(model),
        moving(model),
        moving_q(std::size_t(model.position_size())),
        moving_v(std::size_t(model.velocity_size())),
        torque(moving_v.size()) {}

  Workspace<T> plain;         // contains P, D and G after residual_coriolis and residual_acceleration
  Workspace<Dual<T>> moving;  // the same on dual numbers, with q moving along v
  std::vector<Dual<T>> moving_q, moving_v;
  std::vector<T> torque;
};

// Computes mu, the Coriolis-like term, from the joint velocities v.
template <Scalar T>
void residual_coriolis(DiagonalWorkspace<T>& work, In<T> q, In<T> v, Out<T> mu);

// Computes nu_rate = dnu/dt, and v, so that the whole state (q, nu) can be integrated with dq/dt = v.
template <Scalar T>
void residual_acceleration(DiagonalWorkspace<T>& work, In<T> q, In<T> nu, In<T> tau, Out<T> v, Out<T> nu_rate,
                           const EnvironmentIn<T>& environment = {});

// Computes out = (dm^*/dt) w while q moves along v.
template <Scalar T>
void square_root_adjoint_rate_times(DiagonalWorkspace<T>& work, In<T> q, In<T> v, In<T> w, Out<T> out);

namespace diagonal {

// Writes (dm^*/dt) w to the rates of work.moving_v, with w constant.
template <Scalar T>
inline void move_square_root(DiagonalWorkspace<T>& work, const T* q, const T* v, const T* w) {
  detail::set_moving_position(work.plain.model.template tree<ConstantOf<T>>(), q, v, work.moving_q.data());
  for (std::size_t j = 0; j < work.moving_v.size(); ++j) work.moving_v[j] = w[j];
  update_filter(work.moving, work.moving_q);
  square_root_adjoint_times(work.moving, work.moving_v, work.moving_v);
}

}  // namespace diagonal

template <Scalar T>
void residual_coriolis(DiagonalWorkspace<T>& work, In<T> q, In<T> v, Out<T> mu) {
  edge::check_workspace(work.plain);
  edge::check_size("the result mu", mu, work.plain.model.velocity_size());
  coriolis_product(work.plain, q, v, v, work.torque);
  update_filter(work.plain, q);
  diagonal::move_square_root(work, q.data(), v.data(), v.data());
  square_root_solve(work.plain, work.torque, mu);
  for (std::size_t j = 0; j < mu.size(); ++j) mu[j] = mu[j] - work.moving_v[j].rate;
  edge::check_overflow("the Coriolis term", mu);
}

template <Scalar T>
void residual_acceleration(DiagonalWorkspace<T>& work, In<T> q, In<T> nu, In<T> tau, Out<T> v, Out<T> nu_rate,
                           const EnvironmentIn<T>& environment) {
  edge::check_workspace(work.plain);
  edge::check_input("nu", nu, work.plain.model.velocity_size());
  edge::check_input("tau", tau, work.plain.model.velocity_size());
  edge::check_size("the result v", v, work.plain.model.velocity_size());
  edge::check_size("the result nu_rate", nu_rate, work.plain.model.velocity_size());
  update_filter(work.plain, q);
  square_root_adjoint_solve(work.plain, nu, v);
  const VectorView<const T> velocity(v.data(), v.size());
  bias_force(work.plain, q, velocity, work.torque, environment);
  for (std::size_t j = 0; j < v.size(); ++j) work.torque[j] = tau[j] - work.torque[j];
  square_root_solve(work.plain, work.torque, nu_rate);
  diagonal::move_square_root(work, q.data(), v.data(), v.data());
  for (std::size_t j = 0; j < v.size(); ++j) nu_rate[j] = nu_rate[j] + work.moving_v[j].rate;
  edge::check_overflow("the residual acceleration", nu_rate);
}

template <Scalar T>
void square_root_adjoint_rate_times(DiagonalWorkspace<T>& work, In<T> q, In<T> v, In<T> w, Out<T> out) {
  edge::check_workspace(work.plain);
  edge::check_input("q", q, work.plain.model.position_size());
  edge::check_input("v", v, work.plain.model.velocity_size());
  edge::check_input("w", w, work.plain.model.velocity_size());
  edge::check_size("the result", out, work.plain.model.velocity_size());
  diagonal::move_square_root(work, q.data(), v.data(), w.data());
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = work.moving_v[j].rate;
  edge::check_overflow("the product", out);
}

extern template void residual_coriolis(DiagonalWorkspace<double>&, In<double>, In<double>, Out<double>);
extern template void residual_coriolis(DiagonalWorkspace<float>&, In<float>, In<float>, Out<float>);
extern template void residual_acceleration(DiagonalWorkspace<double>&, In<double>, In<double>, In<double>,
                                           Out<double>, Out<double>, const EnvironmentIn<double>&);
extern template void residual_acceleration(DiagonalWorkspace<float>&, In<float>, In<float>, In<float>,
                                           Out<float>, Out<float>, const EnvironmentIn<float>&);
extern template void square_root_adjoint_rate_times(DiagonalWorkspace<double>&, In<double>, In<double>,
                                                    In<double>, Out<double>);
extern template void square_root_adjoint_rate_times(DiagonalWorkspace<float>&, In<float>, In<float>,
                                                    In<float>, Out<float>);

}  // namespace sinew
