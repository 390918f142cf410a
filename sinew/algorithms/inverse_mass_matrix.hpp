// The inverse of the mass matrix, without the mass matrix: from the covariances of the states and costates.
//
// R87 (69)-(72), (80)-(83); R88 Result 10.2. With P, D and G from the filter, and Omega, c, d from the smoother
// (algorithms/costate_covariance.hpp), the force z_j = psi(k, j) G(j) that a unit moment at joint j sends inward is
// all that is left to carry:
//
//   m^-1(k, k) = c(k)
//   m^-1(k, j) = d(k) z_j(k)                      joint j is carried by link k               (70)
//   m^-1(i, j) = z_i(p)^* Omega(p) z_j(p)         different branches that part at link p
//   z_j(k)  ->  phi (z_j - G H z_j)               inward                                     (72)
//
// One vector per joint moves inward, all those of a link in one loop, several to an instruction.
//
// Cost: O(n) for the covariances; 32 multiplications for a pair of joints on one branch, 6 for a pair on different
// ones.
#pragma once

#include <algorithm>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/algorithms/costate_covariance.hpp"
#include "sinew/algorithms/innovations.hpp"

namespace sinew {

// M^-1: n_v x n_v, both triangles.
template <Scalar T>
void inverse_mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> inverse);

// With the filter in hand: M^-1 x, column j of M^-1, and its diagonal, each in O(n).
template <Scalar T>
void inverse_mass_times(const Model& model, Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void inverse_mass_column(const Model& model, Workspace<T>& work, int freedom, Out<T> column);
template <Scalar T>
void inverse_mass_diagonal(const Model& model, Workspace<T>& work, Out<T> diagonal);

namespace inverse_mass {

// Omega at the junctions, d and, into `diagonal`, c. Base to tip.
template <Scalar T>
inline void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* diagonal, std::size_t stride) {
  InverseInertia<T> carried{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const auto& link = tree.links[k];
    if (std::size_t(link.parent) + 1 != k) carried = work.inverse_inertia[std::size_t(link.parent)];
    carried = costate_covariance::step(tree, work, k, carried,
                                       [&](const auto& joint, int j, int i, const auto& influence)
                                           SINEW_INLINE_LAMBDA {
                                             Motion<T> d = influence.u;
                                             joint.advance_one(d, i, -influence.c);
                                             work.influence[std::size_t(j)] = d;
                                             diagonal[std::size_t(j) * stride] = influence.c;
                                           });
    if (link.junction) work.inverse_inertia[k] = carried;
  }
}

template <class T>
SINEW_INLINE void keep(T* to, const T& value) {
  *to = value;
}
template <class T>
SINEW_INLINE void keep(T* to, const Pack<T>& value) {
  store<T>(value, to);
}

// What a joint does to the forces that arrive at it: copies, which no store of an entry can change.
template <Scalar T, class Joint>
struct Passage {
  static constexpr int most() {
    if constexpr (requires { typename std::integral_constant<int, Joint::count()>; }) return Joint::count();
    return 6;
  }
  const Joint& joint;
  T* inverse;
  std::size_t size;
  Motion<T> d[most()];
  Force<T> G[most()];

  SINEW_INLINE Passage(const Joint& joint_, const Workspace<T>& work, T* inverse_)
      : joint(joint_),
        inverse(inverse_ + std::size_t(joint.link.v) * std::size_t(work.tree->v_size)),
        size(std::size_t(work.tree->v_size)) {
    for (int i = 0; i < joint.count(); ++i) {
      d[i] = work.influence[std::size_t(joint.link.v + i)];
      G[i] = work.measurement[std::size_t(joint.link.v + i)].gain;
    }
  }
  // The force of freedom j, or of a pack of them, past the first `count` freedoms: an entry of M^-1 at each.
  template <class S>
  SINEW_INLINE void pass(int count, Force<S>& z, int j) const {
    for (int i = count - 1; i >= 0; --i) {
      keep(inverse + std::size_t(i) * size + j, S(dot(d[i], z)));
      const S e = joint.measure(z, i);
      const auto& [g, l] = G[i];
      z = {{z.angular.x - g.x * e, z.angular.y - g.y * e, z.angular.z - g.z * e},
           {z.linear.x - l.x * e, z.linear.y - l.y * e, z.linear.z - l.z * e}};
    }
  }
};

// The lower triangle, column by column; tip to base.
template <Scalar T>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* inverse) {
  const auto size = std::size_t(tree.v_size);
  Momenta<T>& z = work.momenta;
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      const int own = link.v, count = joint.count(), end = link.v_end;
      const Passage<T, std::remove_cvref_t<decltype(joint)>> passage(joint, work, inverse);
      const auto through = [&](const auto& phi) SINEW_INLINE_LAMBDA {
        for (int i = 0; i < count; ++i) {
          Force<T> f = passage.G[i];
          passage.pass(i, f, own + i);
          phi(f);
          z.set(own + i, f);
        }
        composite::for_each<true>(z, own + count, end, [&](auto& f, int j) SINEW_INLINE_LAMBDA {
          passage.pass(count, f, j);
          phi(f);
        });
      };
      if (link.parent == 0) return through([](auto&) SINEW_INLINE_LAMBDA {});
      composite::with_phi(joint, through);
    });
    // Those of other branches that part from these at the parent. What parts at the ground is felt by nobody else.
    const auto& link = tree.links[k];
    const int later = tree.links[std::size_t(link.parent)].v_end;
    if (link.v_end == later) continue;
    for (int i = link.v; i < link.v_end; ++i) {
      T* const column = inverse + std::size_t(i) * size;
      const Motion<T> d = work.inverse_inertia[std::size_t(link.parent)] * z.get(i);
      composite::for_each<false>(z, link.v_end, later, [&](const auto& f, int j) SINEW_INLINE_LAMBDA {
        keep(column + j, dot(d, f));
      });
    }
  }
}

}  // namespace inverse_mass

template <Scalar T>
void inverse_mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> inverse) {
  const auto& tree = model.tree<ConstantOf<T>>();
  edge::check_size("the inverse mass matrix", inverse, tree.v_size, tree.v_size);
  update_filter(model, work, q);
  const auto size = std::size_t(tree.v_size);
  inverse_mass::outward(tree, work, inverse.data(), size + 1);
  inverse_mass::inward(tree, work, inverse.data());
  for (std::size_t j = 1; j < size; ++j) {
    T* const column = inverse.data() + j * size;
    for (std::size_t i = 0; i < j; ++i) column[i] = inverse.data()[i * size + j];
  }
}

template <Scalar T>
void inverse_mass_times(const Model& model, Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product(model, work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
    const Measurement<T>* const measurement = work.measurement.data();
    innovations::inward<false>(tree, work, [=](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      const T innovation = x[j] - Hz;
      y[j] = measurement[j].inverse_variance * innovation;
      return innovation;
    });
    innovations::outward(tree, work,
                         [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA { return y[j] = y[j] - Glambda; });
  });
}

template <Scalar T>
void inverse_mass_column(const Model& model, Workspace<T>& work, int freedom, Out<T> column) {
  edge::check_size("the column", column, model.velocity_size());
  edge::check_freedom(freedom, model.velocity_size());
  std::fill(column.data(), column.data() + column.size(), T(0));
  column[std::size_t(freedom)] = T(1);
  inverse_mass_times(model, work, column, column);
}

template <Scalar T>
void inverse_mass_diagonal(const Model& model, Workspace<T>& work, Out<T> diagonal) {
  edge::check_workspace(model, work);
  edge::check_size("the diagonal", diagonal, model.velocity_size());
  inverse_mass::outward(model.tree<ConstantOf<T>>(), work, diagonal.data(), 1);
}

extern template void inverse_mass_matrix(const Model&, Workspace<double>&, In<double>, MatrixOut<double>);
extern template void inverse_mass_times(const Model&, Workspace<double>&, In<double>, Out<double>);
extern template void inverse_mass_column(const Model&, Workspace<double>&, int, Out<double>);
extern template void inverse_mass_diagonal(const Model&, Workspace<double>&, Out<double>);
extern template void inverse_mass_matrix(const Model&, Workspace<float>&, In<float>, MatrixOut<float>);
extern template void inverse_mass_times(const Model&, Workspace<float>&, In<float>, Out<float>);
extern template void inverse_mass_column(const Model&, Workspace<float>&, int, Out<float>);
extern template void inverse_mass_diagonal(const Model&, Workspace<float>&, Out<float>);

}  // namespace sinew
