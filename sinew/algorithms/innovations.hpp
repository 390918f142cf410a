// The innovations factorisation of the mass matrix, M = L D L^* with L = I + H phi K, and its inverse.
//
// SOA Lemmas 1-3, (11)-(13): L is causal, its inverse I - H psi K is the whitening filter, and every product with
// one of them is one sweep over vectors. With the filter in hand (algorithms/filter.hpp):
//
//   inward    z = sum phi z+
//             y = x + H z,    z+ = z + G x          y = L x
//             y = x - H z,    z+ = z + G y          y = L^-1 x
//   outward   lambda+ = phi^* lambda
//             y = x + G^* lambda+,  lambda = lambda+ + H^* x      y = L^* x
//             y = x - G^* lambda+,  lambda = lambda+ + H^* y      y = L^-* x
//
// m = L D^(1/2) is a square root of the mass matrix, M = m m^*: it makes vectors with covariance M or M^-1 out of
// independent numbers. Armature is part of D, as measurement noise is in a filter.
//
// x and y may be the same vector. The sweeps overwrite the z and lambda that forward_dynamics left; P, D and G stay.
//
// Cost: O(n). Per revolute link 26 multiplications and 19 additions for a product inward, 46 and 31 outward, where G is
// carried to the parent so that the sweep need not wait for lambda+ to be measured.
#pragma once

#include <cmath>
#include <random>

#include "sinew/algorithms/filter.hpp"

namespace sinew {

// y = L x, L^* x, L^-1 x and L^-* x.
template <Scalar T>
void factor_times(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_adjoint_times(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_solve(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void factor_adjoint_solve(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);

// The same with the square root m = L D^(1/2) in place of L.
template <Scalar T>
void square_root_times(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_adjoint_times(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_solve(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void square_root_adjoint_solve(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);

namespace innovations {

// Tip to base. `at(j, Hz)` is called for freedom j with the component of the state that it measures, and returns how
// much of its gain joins the state. With `loaded` the state also takes in work.force of every link.
template <bool loaded, Scalar T, class At>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, At&& at) {
  Force<T>* const force = work.force.data();
  const Measurement<T>* const measurement = work.measurement.data();
  Force<T> carried{};
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    const auto& own = tree.links[k];
    Force<T> z{};
    if (own.next_is_child) z = carried;
    if (loaded || own.junction) z += force[k];
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      for (int i = joint.count() - 1; i >= 0; --i)
        z += at(link.v + i, joint.measure(z, i)) * measurement[link.v + i].gain;
      if (link.parent == 0) return;
      carried = joint.force_to_parent(z);
      const auto parent = std::size_t(link.parent);
      if (parent + 1 == k) return;
      const bool first = !loaded && link.v_end == tree.links[parent].v_end;
      force[parent] = first ? carried : force[parent] + carried;
    });
  }
}

// Base to tip. `at(j, G lambda+)` returns the rate of freedom j that joins the costate.
template <Scalar T, class At>
inline void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, At&& at) {
  Motion<T>* const acceleration = work.acceleration.data();
  const Measurement<T>* const measurement = work.measurement.data();
  acceleration[0] = {};
  Motion<T> lambda{};
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      if (std::size_t(joint.link.parent) + 1 != k) lambda = acceleration[joint.link.parent];
      if constexpr (std::derived_from<std::remove_cvref_t<decltype(joint)>, StepJoint<T>>) {
        // G^* lambda+ = (phi G)^* lambda(k+1): nothing on the way from joint to joint waits for it.
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
}

// What these sweeps overwrite.
inline constexpr unsigned overwritten = content::filter_states | content::all_accelerations;

// Checks at the edge, and between them `sweep(tree, x, y)`. `function`: whose name a complaint gives.
template <Scalar T, class Sweep>
SINEW_INLINE void product(const char* function, const Model& model, Workspace<T>& work, In<T> x, Out<T> y,
                          Sweep&& sweep) {
  const auto& tree = edge::tree_of(model, work);
  const edge::InUse in_use(work);
  edge::check_input("x", x, tree.v_size);
  edge::check_size("the result y", y, tree.v_size);
  edge::require(work, function, content::filter);
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
void factor_times(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_times", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work, [=](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      const T given = x[j];
      y[j] = given + Hz;
      return given;
    });
  });
}
template <Scalar T>
void factor_solve(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_solve", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    innovations::inward<false>(tree, work,
                               [=](int j, const T& Hz) SINEW_INLINE_LAMBDA { return y[j] = x[j] - Hz; });
  });
}
template <Scalar T>
void factor_adjoint_times(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("factor_adjoint_times", model, work, x_in, y_out,
                       [&](const auto& tree, const T* x, T* y) {
                         innovations::outward(tree, work, [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
                           const T given = x[j];
                           y[j] = given + Glambda;
                           return given;
                         });
                       });
}
template <Scalar T>
void factor_adjoint_solve(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "factor_adjoint_solve", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::outward(
            tree, work, [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA { return y[j] = x[j] - Glambda; });
      });
}

template <Scalar T>
void square_root_times(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_times", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::inward<false>(tree, work, [=, &work](int j, const T& Hz) SINEW_INLINE_LAMBDA {
          const T given = innovations::standard_deviation(work, j) * x[j];
          y[j] = given + Hz;
          return given;
        });
      });
}
template <Scalar T>
void square_root_solve(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_solve", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::inward<false>(tree, work, [=, &work](int j, const T& Hz) SINEW_INLINE_LAMBDA {
          const T innovation = x[j] - Hz;
          y[j] = innovation / innovations::standard_deviation(work, j);
          return innovation;
        });
      });
}
template <Scalar T>
void square_root_adjoint_times(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_adjoint_times", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::outward(tree, work, [=, &work](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
          const T given = x[j];
          y[j] = innovations::standard_deviation(work, j) * (given + Glambda);
          return given;
        });
      });
}
template <Scalar T>
void square_root_adjoint_solve(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(
      "square_root_adjoint_solve", model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
        innovations::outward(tree, work, [=, &work](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
          return y[j] = x[j] / innovations::standard_deviation(work, j) - Glambda;
        });
      });
}

// log det M = sum of log D.
template <Scalar T>
T log_determinant(const Model& model, const Workspace<T>& work) {
  using std::log;
  edge::check_workspace(model, work);
  edge::require(work, "log_determinant", content::filter);
  T sum{};
  for (const Measurement<T>& m : work.measurement) sum = sum - log(m.inverse_variance);
  edge::check_overflow("the determinant of the mass matrix", &sum, 1);
  return sum;
}

// Joint momenta with covariance M, and joint velocities with covariance M^-1 (Maxwell and Boltzmann's at unit
// temperature), from a generator of <random>.
template <Scalar T, class Generator>
void sample_momentum(const Model& model, Workspace<T>& work, Generator& generator, Out<T> momentum) {
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < momentum.size(); ++i) momentum[i] = T(normal(generator));
  square_root_times(model, work, momentum, momentum);
}
template <Scalar T, class Generator>
void sample_velocity(const Model& model, Workspace<T>& work, Generator& generator, Out<T> velocity) {
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = T(normal(generator));
  square_root_adjoint_solve(model, work, velocity, velocity);
}

extern template void factor_times(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void factor_times(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void factor_adjoint_times(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void factor_adjoint_times(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void factor_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void factor_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void factor_adjoint_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void factor_adjoint_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void square_root_times(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void square_root_times(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void square_root_adjoint_times(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void square_root_adjoint_times(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void square_root_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void square_root_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void square_root_adjoint_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void square_root_adjoint_solve(const Model&, Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
