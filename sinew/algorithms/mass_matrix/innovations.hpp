// Multiplies and solves with the innovations factors of the mass matrix, M = L D L^* with L = I + H phi K.
//
// SOA Lemmas 1-3, (11)-(13): L is causal, its inverse I - H psi K is the whitening filter, and every product with
// one of them is one sweep over vectors. The sweeps use D and G of the filter at the position of the workspace:
//
//   inward    z = sum phi z+
//             y = x + H z,    z+ = z + G x          y = L x
//             y = x - H z,    z+ = z + G y          y = L^-1 x
//   outward   lambda+ = phi^* lambda
//             y = x + G^* lambda+,  lambda = lambda+ + H^* x      y = L^* x
//             y = x - G^* lambda+,  lambda = lambda+ + H^* y      y = L^-* x
//
// m = L D^(1/2) is a square root of the mass matrix, M = m m^*: m and m^-* turn independent random numbers into vectors
// with covariance M and M^-1. Armature is part of D, as measurement noise is in a filter.
//
// x and y may be the same vector. The sweeps overwrite the z and lambda that forward_dynamics left; P, D and G stay.
//
// Cost: O(n). Per revolute link 26 multiplications and 19 additions for a product inward, 46 and 31 outward, where G is
// transformed to the parent so that G^* lambda+ does not wait for lambda+.
#pragma once

#include <cmath>
#include <random>

#include "sinew/algorithms/dynamics/filter.hpp"

namespace sinew {

// These four compute y = L x, L^* x, L^-1 x and L^-* x.
template <Scalar T>
void factor_times(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_adjoint_times(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_solve(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_adjoint_solve(Workspace<T>& work, In<T> x, Out<T> y);

// These four do the same with the square root m = L D^(1/2) in place of L.
template <Scalar T>
void square_root_times(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_adjoint_times(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_solve(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_adjoint_solve(Workspace<T>& work, In<T> x, Out<T> y);

namespace innovations {

// Sweeps from tip to base. Calls `at(j, Hz)` for every degree of freedom (DOF) j and adds its gain, times the number
// that `at` returns, to the state. If `loaded` is true, work.force of every link is added to the state; if false, its
// old values are ignored.
template <bool loaded, Scalar T, class At>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, At&& at) {
  Force<T>* const force = work.force.data();
  const Measurement<T>* const measurement = work.measurement.data();
  Force<T> carried{}, z;
  tree_walk::inward(
      tree, work.joints, all_links(tree),
      [&](const auto& own, std::size_t k) SINEW_INLINE_LAMBDA {
        z = {};
        if (own.next_is_child) z = carried;
        if (loaded || own.junction) z += force[k];
      },
      [&](const auto& joint, std::size_t) SINEW_INLINE_LAMBDA {
        const auto& link = joint.link;
        for (int i = joint.count() - 1; i >= 0; --i)
          z += at(link.v + i, joint.measure(z, i)) * measurement[link.v + i].gain;
        if (link.parent == 0) return false;
        carried = joint.force_to_parent(z);
        return true;
      },
      [&](std::size_t parent, bool first)
          SINEW_INLINE_LAMBDA { tree_walk::add_or_overwrite(force[parent], carried, first && !loaded); });
}

// Sweeps from base to tip. Calls `at(j, G^* lambda+)` for every DOF j and adds its axis, times the acceleration that
// `at` returns, to the costate.
template <Scalar T, class At>
inline void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, At&& at) {
  Motion<T>* const acceleration = work.acceleration.data();
  const Measurement<T>* const measurement = work.measurement.data();
  acceleration[0] = {};
  Motion<T> lambda{};
  tree_walk::outward(
      tree, work.joints, all_links(tree),
      [&](std::size_t parent) SINEW_INLINE_LAMBDA { lambda = acceleration[parent]; },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        const int first = joint.link.v;
        if constexpr (is_step_joint<decltype(joint)>) {
          // G^* lambda+ = (phi G)^* lambda(k+1), so that it does not wait for lambda+.
          const T rate = at(first, dot(joint.force_to_parent(measurement[first].gain), lambda));
          lambda = joint.motion_to_child(lambda);
          joint.advance_one(lambda, 0, rate);
        } else {
          lambda = joint.motion_to_child(lambda);
          for (int i = 0; i < joint.count(); ++i)
            joint.advance_one(lambda, i, at(first + i, dot(measurement[first + i].gain, lambda)));
        }
        acceleration[k] = lambda;
      });
}

// The results that these sweeps overwrite.
inline constexpr unsigned overwritten = content::filter_states | content::all_accelerations;

// Checks the arguments, calls `sweep(tree, x, y)` and checks the result. `function`: the name that error messages give.
template <Scalar T, class Sweep>
SINEW_INLINE void product(const char* function, Workspace<T>& work, In<T> x, Out<T> y, Sweep&& sweep) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_input("x", x, tree.v_size);
  edge::check_size("the result y", y, tree.v_size);
  filter::need(work, function);
  work.contents.drop(function, overwritten);
  sweep(tree, x.data(), y.data());
  edge::check_overflow("the product", y);
}

template <Scalar T>
SINEW_INLINE T standard_deviation(const Workspace<T>& work, int j) {
  using std::sqrt;
  return T(1) / sqrt(work.measurement[std::size_t(j)].inverse_variance);
}

}  // namespace innovations

template <Scalar T>
void factor_times(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_times", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work, [=](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      const T given = x[j];
      y[j] = given + Hz;
      return given;
    });
  });
}
template <Scalar T>
void factor_solve(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_solve", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work,
                               [=](int j, const T& Hz) SINEW_INLINE_LAMBDA { return y[j] = x[j] - Hz; });
  });
}
template <Scalar T>
void factor_adjoint_times(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_adjoint_times", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::outward(tree, work, [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
      const T given = x[j];
      y[j] = given + Glambda;
      return given;
    });
  });
}
template <Scalar T>
void factor_adjoint_solve(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_adjoint_solve", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::outward(tree, work,
                         [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA { return y[j] = x[j] - Glambda; });
  });
}

template <Scalar T>
void square_root_times(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("square_root_times", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work, [=, &work](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      const T given = innovations::standard_deviation(work, j) * x[j];
      y[j] = given + Hz;
      return given;
    });
  });
}
template <Scalar T>
void square_root_solve(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("square_root_solve", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work, [=, &work](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      const T innovation = x[j] - Hz;
      y[j] = innovation / innovations::standard_deviation(work, j);
      return innovation;
    });
  });
}
template <Scalar T>
void square_root_adjoint_times(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_adjoint_times", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::outward(tree, work, [=, &work](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
          const T given = x[j];
          y[j] = innovations::standard_deviation(work, j) * (given + Glambda);
          return given;
        });
      });
}
template <Scalar T>
void square_root_adjoint_solve(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_adjoint_solve", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::outward(tree, work, [=, &work](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
          return y[j] = x[j] / innovations::standard_deviation(work, j) - Glambda;
        });
      });
}

// Returns log det M = sum of log D.
template <Scalar T>
T log_determinant(Workspace<T>& work) {
  using std::log;
  filter::need(work, "log_determinant");
  T sum{};
  for (const Measurement<T>& m : work.measurement) sum = sum - log(m.inverse_variance);
  edge::check_overflow("the determinant of the mass matrix", &sum, 1);
  return sum;
}

// These two draw joint momenta with covariance M, and joint velocities with covariance M^-1 (the Maxwell-Boltzmann
// distribution at unit temperature), with a generator of <random>.
template <Scalar T, class Generator>
void sample_momentum(Workspace<T>& work, Generator& generator, Out<T> momentum) {
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < momentum.size(); ++i) momentum[i] = T(normal(generator));
  square_root_times(work, momentum, momentum);
}
template <Scalar T, class Generator>
void sample_velocity(Workspace<T>& work, Generator& generator, Out<T> velocity) {
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = T(normal(generator));
  square_root_adjoint_solve(work, velocity, velocity);
}

extern template void factor_times(Workspace<double>&, In<double>, Out<double>);
extern template void factor_times(Workspace<float>&, In<float>, Out<float>);
extern template void factor_adjoint_times(Workspace<double>&, In<double>, Out<double>);
extern template void factor_adjoint_times(Workspace<float>&, In<float>, Out<float>);
extern template void factor_solve(Workspace<double>&, In<double>, Out<double>);
extern template void factor_solve(Workspace<float>&, In<float>, Out<float>);
extern template void factor_adjoint_solve(Workspace<double>&, In<double>, Out<double>);
extern template void factor_adjoint_solve(Workspace<float>&, In<float>, Out<float>);
extern template void square_root_times(Workspace<double>&, In<double>, Out<double>);
extern template void square_root_times(Workspace<float>&, In<float>, Out<float>);
extern template void square_root_adjoint_times(Workspace<double>&, In<double>, Out<double>);
extern template void square_root_adjoint_times(Workspace<float>&, In<float>, Out<float>);
extern template void square_root_solve(Workspace<double>&, In<double>, Out<double>);
extern template void square_root_solve(Workspace<float>&, In<float>, Out<float>);
extern template void square_root_adjoint_solve(Workspace<double>&, In<double>, Out<double>);
extern template void square_root_adjoint_solve(Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
