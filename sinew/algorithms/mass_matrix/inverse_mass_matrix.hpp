// Computes the inverse of the mass matrix without the mass matrix, from the covariances of the states and costates.
//
// R87 (69)-(72), (80)-(83); R88 Result 10.2. The filter gives P, D and G, and the smoother gives Omega, c and d
// (algorithms/mass_matrix/costate_covariance.hpp). Then only the force z_j = psi(k, j) G(j) that a unit torque at joint
// j sends inward remains to be propagated:
//
//   m^-1(k, k) = c(k)
//   m^-1(k, j) = d(k) z_j(k)                      joint j is outboard of link k              (70)
//   m^-1(i, j) = z_i(p)^* Omega(p) z_j(p)         different branches that meet at link p
//   z_j(k)  ->  phi (z_j - G H z_j)               inward                                     (72)
//
// One vector per joint moves inward. All vectors that cross a joint do so in one loop, several per instruction.
//
// Omega costs more than a hundred multiplications per link. A shallow tree is faster without it, from the factors of
// the inverse: W = I - H psi K has the entries W(k, j) = - H(k) z_j(k), and M^-1 = W^* D^-1 W, SOA (13).
//
// Cost: O(n) for the covariances; 32 multiplications for a pair of joints on one branch, 6 for a pair on different
// branches. In a shallow tree: 26 for a pair on one branch, and one for each joint on the common path of a pair to
// the ground.
#pragma once

#include <algorithm>

#include "sinew/algorithms/dynamics/unit_forces.hpp"
#include "sinew/algorithms/mass_matrix/costate_covariance.hpp"
#include "sinew/algorithms/mass_matrix/innovations.hpp"

namespace sinew {

// Computes both triangles of M^-1, n_v x n_v, at q or at the position of the workspace. Throws the exceptions of
// update_filter (algorithms/dynamics/filter.hpp).
template <Scalar T>
void inverse_mass_matrix(Workspace<T>& work, In<T> q, MatrixOut<T> inverse);
template <Scalar T>
void inverse_mass_matrix(Workspace<T>& work, MatrixOut<T> inverse);

// These three compute y = M^-1 x, one column of M^-1, and its diagonal at the position of the workspace, each in O(n).
template <Scalar T>
void solve_mass_matrix(Workspace<T>& work, In<T> x, Out<T> y);
template <Scalar T>
void inverse_mass_column(Workspace<T>& work, int dof, Out<T> column);
template <Scalar T>
void inverse_mass_diagonal(Workspace<T>& work, Out<T> diagonal);

namespace inverse_mass {

// Computes d, and Omega at the junctions, and writes c to `diagonal`. Base to tip. This is tree_walk::outward
// written out: with the function, whose copies of Omega the compiler allocates differently, it takes 0.8 % more
// instructions.
template <Scalar T>
inline void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* diagonal, std::size_t stride) {
  const Measurement<T>* const measurement = work.measurement.data();
  Motion<T>* const influence = work.influence.data();
  InverseInertia<T> carried{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    const auto& link = tree.links[k];
    if (std::size_t(link.parent) + 1 != k) carried = work.inverse_inertia[std::size_t(link.parent)];
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      if constexpr (is_step_joint<decltype(joint)>) {
        carried = costate_covariance::past_joint(joint, measurement, carried, influence, diagonal, stride);
      } else {
        carried = costate_covariance::past_placed_joint(joint, measurement, InverseInertia<T>(carried),
                                                        influence, diagonal, stride);
      }
    });
    if (link.junction) work.inverse_inertia[k] = carried;
  }
}

inline constexpr int shallow = 30;  // degrees of freedom on one path: both methods take equally long

// A copy of d and G of a degree of freedom (DOF), so that the compiler knows that storing an entry of the matrix does
// not change them.
template <Scalar T>
struct JointCopy {
  Motion<T> d;
  Force<T> gain;
};
// Returns the number of DOFs of a joint, or 6 if its class does not determine it.
template <class Joint>
constexpr int most_dofs() {
  if constexpr (requires { typename std::integral_constant<int, Joint::count()>; }) return Joint::count();
  return 6;
}

// Computes the lower triangle of W^* if `factor` is true, of M^-1 if it is false, column by column, tip to base.
template <bool factor, Scalar T>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* inverse) {
  const auto size = std::size_t(tree.v_size);
  Momenta<T>& z = work.momenta;
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      const int own = link.v, count = joint.count(), end = link.v_end;
      T* const columns = inverse + std::size_t(own) * size;
      JointCopy<T> copies[most_dofs<std::remove_cvref_t<decltype(joint)>>()];
      for (int i = 0; i < count; ++i) {
        if (!factor) copies[i].d = work.influence[std::size_t(own + i)];
        copies[i].gain = work.measurement[std::size_t(own + i)].gain;
      }
      // Passes the force of DOF j, or a pack of the forces of j and those after it, through the first DOFs of the joint
      // and stores an entry at each.
      const auto pass = [&]<class S>(int first, Force<S>& f, int j) SINEW_INLINE_LAMBDA {
        unit_forces::cross_dofs(joint, first, copies, f,
                                [&](int i, const S& e, const Force<S>& at) SINEW_INLINE_LAMBDA {
                                  T* const entry = columns + std::size_t(i) * size + j;
                                  if constexpr (factor) {
                                    detail::keep(entry, S(-e));
                                  } else {
                                    detail::keep(entry, S(dot(copies[i].d, at)));
                                  }
                                });
      };
      const auto through = [&](const auto& phi) SINEW_INLINE_LAMBDA {
        for (int i = 0; i < count; ++i) {
          Force<T> f = copies[i].gain;
          pass(i, f, own + i);
          phi(f);
          z.set(own + i, f);
        }
        unit_forces::for_each_column<true>(z, own + count, end, [&](auto& f, int j) SINEW_INLINE_LAMBDA {
          pass(count, f, j);
          phi(f);
        });
      };
      if (link.parent == 0) return through([](auto&) SINEW_INLINE_LAMBDA {});
      unit_forces::with_phi(joint, through);
    });
    if constexpr (factor) continue;
    // Entries of pairs on different branches that meet at the parent. They are zero if it is the ground, whose Omega
    // is zero.
    const auto& link = tree.links[k];
    const int later = tree.links[std::size_t(link.parent)].v_end;
    if (link.v_end == later) continue;
    for (int i = link.v; i < link.v_end; ++i) {
      T* const column = inverse + std::size_t(i) * size;
      const Motion<T> d = work.inverse_inertia[std::size_t(link.parent)] * z.get(i);
      unit_forces::for_each_column<false>(z, link.v_end, later,
                                          [&](const auto& f, int j)
                                              SINEW_INLINE_LAMBDA { detail::keep(column + j, dot(d, f)); });
    }
  }
}

// Replaces the lower triangle of W^* by that of W^* D^-1 W, in place, starting with the last column, which no other
// needs.
template <Scalar T>
inline void multiply_factors(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, T* inverse) {
  const auto size = std::size_t(tree.v_size);
  const T* rows[shallow];  // W(k, .) of the DOFs k between the ground and DOF i, and last that of i
  T weights[shallow];      // 1 / D(k)
  int i = tree.v_size - 1, count = 0, end = 0;
  for (std::size_t l = tree.links.size() - 1; l > 0; --l) {
    if (!tree.links[l].next_is_child) {  // the tip of another branch: list the DOFs from the ground to it
      int own_end = i + 1;
      count = 0;
      for (std::size_t k = l; k != 0; k = std::size_t(tree.links[k].parent)) {
        for (int f = own_end - 1; f >= tree.links[k].v; --f)
          rows[shallow - ++count] = inverse + std::size_t(f) * size;
        end = tree.links[k].v_end;
        own_end = tree.links[std::size_t(tree.links[k].parent) + 1].v;
      }
      for (int k = 0; k < count; ++k) {
        rows[k] = rows[shallow - count + k];
        weights[k] = work.measurement[std::size_t(rows[k] - inverse) / size].inverse_variance;
      }
    }
    for (; i >= tree.links[l].v; --i, --count) {
      T* const column = inverse + std::size_t(i) * size;
      T coefficients[shallow];
      for (int k = 0; k < count; ++k) coefficients[k] = weights[k] * rows[k][i];
      // From the end of the column, in whole packs. Entries that they write above the diagonal are overwritten later.
      const auto sum = [&]<class S>(S total, int j) SINEW_INLINE_LAMBDA {
        S entry;
        for (int k = 0; k < count; ++k) {
          detail::read(entry, rows[k] + j);
          total = total + coefficients[k] * entry;
        }
        detail::keep(column + j, total);
      };
      int j = end;
      if constexpr (detail::has_packs<T>) {
        for (constexpr int width = detail::pack_size<T>; j > i && j >= width; j -= width)
          sum(detail::Pack<T>{}, j - width);
      }
      for (; j > i; --j) sum(T{}, j - 1);
    }
  }
}

}  // namespace inverse_mass

template <Scalar T>
void inverse_mass_matrix(Workspace<T>& work, In<T> q, MatrixOut<T> inverse) {
  edge::check_size("the inverse mass matrix", inverse, work.tree->v_size, work.tree->v_size);
  edge::check_possible("inverse_mass_matrix", work);
  update_filter(work, q);
  inverse_mass_matrix(work, inverse);
}

template <Scalar T>
void inverse_mass_matrix(Workspace<T>& work, MatrixOut<T> inverse) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("the inverse mass matrix", inverse, tree.v_size, tree.v_size);
  filter::need(work, "inverse_mass_matrix");
  const auto size = std::size_t(tree.v_size);
  if (tree.depth <= inverse_mass::shallow) {
    std::fill(inverse.data(), inverse.data() + size * size, T(0));
    for (std::size_t j = 0; j < size; ++j) inverse.data()[j * (size + 1)] = T(1);
    inverse_mass::inward<true>(tree, work, inverse.data());
    inverse_mass::multiply_factors(tree, work, inverse.data());
  } else {
    inverse_mass::outward(tree, work, inverse.data(), size + 1);
    inverse_mass::inward<false>(tree, work, inverse.data());
  }
  for (std::size_t j = 1; j < size; ++j) {
    T* const column = inverse.data() + j * size;
    for (std::size_t i = 0; i < j; ++i) column[i] = inverse.data()[i * size + j];
  }
  if constexpr (std::floating_point<T>) {
    T trace{};  // if the trace of a positive definite matrix is finite, all its entries are
    for (std::size_t j = 0; j < size; ++j) trace += inverse.data()[j * (size + 1)];
    edge::check_overflow("the inverse mass matrix", &trace, 1);
  }
}

template <Scalar T>
void solve_mass_matrix(Workspace<T>& work, In<T> x_in, Out<T> y_out) {
  innovations::product("solve_mass_matrix", work, x_in, y_out, [&](const auto& tree, const T* x, T* y) {
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
void inverse_mass_column(Workspace<T>& work, int dof, Out<T> column) {
  edge::check_workspace(work);
  edge::check_size("the column", column, work.model.velocity_size());
  edge::check_dof(dof, work.model.velocity_size());
  std::fill(column.data(), column.data() + column.size(), T(0));
  column[std::size_t(dof)] = T(1);
  solve_mass_matrix(work, column, column);
}

template <Scalar T>
void inverse_mass_diagonal(Workspace<T>& work, Out<T> diagonal) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("the diagonal", diagonal, tree.v_size);
  filter::need(work, "inverse_mass_diagonal");
  inverse_mass::outward(tree, work, diagonal.data(), 1);
  edge::check_overflow("the diagonal of the inverse mass matrix", diagonal);
}

extern template void inverse_mass_matrix(Workspace<double>&, In<double>, MatrixOut<double>);
extern template void inverse_mass_matrix(Workspace<double>&, MatrixOut<double>);
extern template void solve_mass_matrix(Workspace<double>&, In<double>, Out<double>);
extern template void inverse_mass_column(Workspace<double>&, int, Out<double>);
extern template void inverse_mass_diagonal(Workspace<double>&, Out<double>);
extern template void inverse_mass_matrix(Workspace<float>&, In<float>, MatrixOut<float>);
extern template void inverse_mass_matrix(Workspace<float>&, MatrixOut<float>);
extern template void solve_mass_matrix(Workspace<float>&, In<float>, Out<float>);
extern template void inverse_mass_column(Workspace<float>&, int, Out<float>);
extern template void inverse_mass_diagonal(Workspace<float>&, Out<float>);

}  // namespace sinew
