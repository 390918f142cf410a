// Computes the response of a robot to forces along its constraint rows in one inward sweep: the Delassus matrix
// Omega = J M^-1 J^*, the constraint Jacobian, and the accelerations along the rows.
//
// R88 (8.2), (8.4) and SOA (20): K = D^(-1/2) H psi B. Row j starts as a unit force on one link and the opposite force
// on another, or as torques t at the joints of the two (chains/constraints/constraint_paths.hpp). Given the filter, at
// every degree of freedom i on the path to the ground
//
//   inward    e(i, j) = t(i, j) + H z(j)                   measurement of row j at degree of freedom i: D^(1/2) K
//             z(j) -> phi (z(j) - G e(i, j))
//             Omega(a, b) += e(i, a) e(i, b) / D            K^* K: acceleration along row a per unit of force along b
//             c(j) += e(i, j) e(i) / D + z+ . a             free acceleration along row j; e: innovation, a: bias
//
// and at the ground c(j) += z . (acceleration of the ground). The same sweep accumulates the free accelerations, so
// that no outward sweep is needed for them. Without the filter (G = 0, D = 1) the sweep gives the Jacobian of the
// rows, e = B^*, their velocity covariance Q = B B^*, R88 (5.6), and the accelerations along them at zero joint
// accelerations.
//
// Cost: per revolute link and row 34 multiplications and 29 additions, and one of each for every pair of rows that
// cross the link's joint.
#pragma once

#include <algorithm>
#include <cstring>

#include "sinew/algorithms/dynamics/unit_forces.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/constraints/constraint_paths.hpp"

namespace sinew::detail {

// The pack in which blocks of Omega are summed: no wider than a register of the machine, because a wider one is put
// together in memory for every number that multiplies it.
template <class T>
struct BlockPack {
  using type = T;
  static constexpr int size = 1;
  static SINEW_INLINE void read(type& value, const T* from) { value = *from; }
  static SINEW_INLINE void keep(T* to, const type& value) { *to = value; }
};
template <class T>
requires has_packs<T>
struct BlockPack<T> {
  static constexpr int size = std::min(pack_size<T>, register_size<T>);
  using type = Pack<T, size>;
  static SINEW_INLINE void read(type& value, const T* from) { std::memcpy(&value, from, sizeof value); }
  static SINEW_INLINE void keep(T* to, const type& value) { std::memcpy(to, &value, sizeof value); }
};

// Constructed once; calls allocate nothing. Rows are numbered in the order of `paths`.
template <Scalar T>
class ConstraintResponse {
 public:
  ConstraintResponse(const Model& model, const std::vector<ConstraintPath>& paths);

  const ConstraintPaths& paths() const { return paths_; }
  int rows() const { return paths_.rows; }
  int row(int path, int i) const { return paths_.list[std::size_t(path)].first_row + i; }
  // used false excludes the rows of a path from the sweeps, true includes them again. Results of excluded rows are
  // undefined.
  void use(int path, bool used) { used_[std::size_t(path)] = used; }

  // Set the unit forces of row i of a path, in the frames of their links: `set` on the second link, set_against the
  // opposite force on the first. Call them before every sweep.
  SINEW_INLINE void set(int path, int i, const Force<T>& force) { z_.set(column(path, i), force); }
  SINEW_INLINE void set_against(int path, int i, const Force<T>& force) {
    z_.set(column(path, i) + paths_.columns, force);
  }
  // Sets the torques of a path that has them (ConstraintPath::acts_on_joints). They are kept for later sweeps.
  void set_torques(int path, const T& torque, const T& against) {
    path_torques_[2 * std::size_t(path)] = torque, path_torques_[2 * std::size_t(path) + 1] = against;
  }

  // Computes in `work` the poses of the links on the paths.
  void update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const;

  // Computes e, Omega and c. `work` must hold the results of the filter. `base`: the ground's acceleration, in the
  // frame of link 0.
  void carry(const Workspace<T>& work, const T* v, const Motion<T>& base) {
    sweep<true, true>(work, v);
    add_base(base);
    multiply<true>(work);
  }
  // Computes B^*, Q and the accelerations at zero joint accelerations. `work` must hold the joints and the velocities.
  void carry_unfiltered(const Workspace<T>& work, const T* v) {
    sweep<false, true>(work, v);
    multiply<false>(work);
  }
  // Computes B^*. The joints of `work` must be set.
  void carry_jacobian(const Workspace<T>& work) { sweep<false, false>(work, nullptr); }

  // Results, indexed by rows.
  Matrix<T>& omega() { return omega_; }
  const Matrix<T>& omega() const { return omega_; }
  SINEW_INLINE const T& acceleration(int row) const { return c_[std::size_t(column_of_[std::size_t(row)])]; }
  // Calls f(i, e(i, row)) for every degree of freedom i that the row's path crosses, base to tip.
  template <class F>
  SINEW_INLINE void for_each_dof(int row, const F& f) const {
    for (const auto& [begin, end] : paths_.list[std::size_t(path_of_[std::size_t(row)])].dofs) {
      for (int i = begin; i < end; ++i) f(i, measured(i)[column_of_[std::size_t(row)]]);
    }
  }
  // Computes e^* D^-1 times the innovations of `work`: the accelerations along the rows that they cause. Those of
  // excluded rows are undefined.
  void accelerations(const Workspace<T>& work, Out<T> rows) const;
  // Adds e x, the effect of forces x along the rows, to the innovations of `work`.
  void correct(Workspace<T>& work, const T* x) const;

 private:
  using Packed = PackOrNumber<T>;
  using Block = BlockPack<T>;
  static constexpr int width = pack_size<T>;
  static constexpr int few_packs = (3 + Block::size - 1) / Block::size,
                       most_packs = (6 + Block::size - 1) / Block::size;

  template <bool filtered, bool moving>
  void sweep(const Workspace<T>& work, const T* v);
  template <bool filtered, bool moving, class Joint>
  SINEW_INLINE void cross_joint(const Joint& joint, const ConstraintPaths::Step& step,
                                const Workspace<T>& work, const T* v);
  void add_base(const Motion<T>& base);
  template <bool filtered>
  void multiply(const Workspace<T>& work);
  template <bool filtered, int most_rows, int packs>
  void multiply(const ConstraintPaths::Meeting& meeting, const Workspace<T>& work);

  SINEW_INLINE int column(int path, int i) const { return paths_.list[std::size_t(path)].first_column + i; }
  // For each degree of freedom, one number per column. Six more of padding allow `multiply` to read six columns of any
  // path.
  SINEW_INLINE T* measured(int dof) {
    return measured_.data() + std::size_t(dof) * std::size_t(paths_.columns + 6);
  }
  SINEW_INLINE const T* measured(int dof) const {
    return measured_.data() + std::size_t(dof) * std::size_t(paths_.columns + 6);
  }

  ConstraintPaths paths_;
  std::vector<char> used_;                // per path
  std::vector<T> path_torques_;           // per path and end
  std::vector<int> path_of_, column_of_;  // per row
  Momenta<T> z_;                          // the columns from the second links, then those from the first
  std::vector<T> torques_;                // t at the joint that is being crossed, per column of both ends
  std::vector<T> measured_;               // e
  std::vector<T> c_;                      // per column
  Matrix<T> omega_;
};

template <Scalar T>
ConstraintResponse<T>::ConstraintResponse(const Model& model, const std::vector<ConstraintPath>& paths)
    : paths_(model, paths, width),
      used_(paths.size(), true),
      path_torques_(2 * paths.size()),
      z_(2 * paths_.columns),
      torques_(2 * std::size_t(paths_.columns)),
      measured_(std::size_t(model.velocity_size()) * std::size_t(paths_.columns + 6)),
      c_(std::size_t(paths_.columns)),
      omega_(paths_.rows, paths_.rows) {
  for (int path = 0; path < int(paths.size()); ++path) {
    for (int i = 0; i < paths[std::size_t(path)].rows; ++i) {
      path_of_.push_back(path);
      column_of_.push_back(column(path, i));
    }
  }
}

template <Scalar T>
void ConstraintResponse<T>::update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const {
  kinematics::PoseSweep<T> poses(tree, work);
  for (auto step = paths_.steps.rbegin(); step != paths_.steps.rend(); ++step) {
    if (step->link != 0) poses.visit(std::size_t(step->link));
  }
}

template <Scalar T>
template <bool filtered, bool moving>
void ConstraintResponse<T>::sweep(const Workspace<T>& work, const T* v) {
  std::fill(c_.begin(), c_.end(), T(0));
  for (const ConstraintPaths::Step& step : paths_.steps) {
    for (const auto& [path, begin, end] : step.joining) {
      for (int j = begin; j < end; ++j) z_.set(j, z_.get(j) + z_.get(j + paths_.columns));
    }
    if (step.link == 0) return;
    for (const auto& [path, against, column] : step.torques)
      torques_[std::size_t(column)] = path_torques_[2 * std::size_t(path) + against];
    at_joint(*work.tree, work.joints, std::size_t(step.link), [&](const auto& joint) SINEW_INLINE_LAMBDA {
      cross_joint<filtered, moving>(joint, step, work, v);
    });
    for (const ConstraintPaths::JointTorque& torque : step.torques)
      torques_[std::size_t(torque.column)] = T(0);
  }
}

template <Scalar T>
template <bool filtered, bool moving, class Joint>
SINEW_INLINE void ConstraintResponse<T>::cross_joint(const Joint& joint, const ConstraintPaths::Step& step,
                                                     const Workspace<T>& work, const T* v) {
  const Measurement<T>* const measurement = work.measurement.data() + step.dof;
  const bool acts_on_joints = !step.torques.empty();
  Motion<T> bias{};
  if constexpr (moving) bias = joint.bias(work.velocity[std::size_t(step.link)], v + step.dof);
  unit_forces::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
    for (const auto& [path, begin, end] : step.crossing) {
      if (!used_[std::size_t(path)]) continue;
      const int to_own = column(path, 0) - begin;  // e and c are the same for both ends
      for (int j = begin; j < end; j += width) {
        Force<Packed> z = unit_forces::read_column<Packed>(z_, j);
        Packed c;
        read(c, c_.data() + j + to_own);
        const auto on_measured = [&](int i, Packed& e, const Force<Packed>&) SINEW_INLINE_LAMBDA {
          if (acts_on_joints) {
            Packed t;
            read(t, torques_.data() + j);
            e = e + t;
          }
          keep(measured(step.dof + i) + j + to_own, e);
          if constexpr (filtered) c = c + T(measurement[i].inverse_variance * measurement[i].innovation) * e;
        };
        if constexpr (filtered) {
          unit_forces::cross_dofs(joint, joint.count(), measurement, z, on_measured);
        } else {
          unit_forces::cross_dofs(joint, joint.count(), nullptr, z, on_measured);
        }
        if constexpr (moving) {
          c = c + dot(bias, z);
          keep(c_.data() + j + to_own, c);
        }
        phi(z);
        unit_forces::write_column(z_, j, z);
      }
    }
  });
}

template <Scalar T>
void ConstraintResponse<T>::add_base(const Motion<T>& base) {
  for (int j = 0; j < paths_.columns; j += width) {
    Packed c;
    read(c, c_.data() + j);
    keep(c_.data() + j, Packed(c + dot(base, unit_forces::read_column<Packed>(z_, j))));
  }
}

template <Scalar T>
template <bool filtered>
void ConstraintResponse<T>::multiply(const Workspace<T>& work) {
  for (const ConstraintPaths::Meeting& meeting : paths_.meetings) {
    if (!used_[std::size_t(meeting.left)] || !used_[std::size_t(meeting.right)]) continue;
    const bool has_few_rows = paths_.list[std::size_t(meeting.left)].rows <= 3;
    if (paths_.list[std::size_t(meeting.right)].rows > few_packs * Block::size) {
      has_few_rows ? multiply<filtered, 3, most_packs>(meeting, work)
                   : multiply<filtered, 6, most_packs>(meeting, work);
    } else {
      has_few_rows ? multiply<filtered, 3, few_packs>(meeting, work)
                   : multiply<filtered, 6, few_packs>(meeting, work);
    }
  }
}

// Computes a block of Omega, summed in registers: always most_rows rows, of which only those that exist are stored.
template <Scalar T>
template <bool filtered, int most_rows, int packs>
void ConstraintResponse<T>::multiply(const ConstraintPaths::Meeting& meeting, const Workspace<T>& work) {
  const ConstraintPaths::Path& left = paths_.list[std::size_t(meeting.left)];
  const ConstraintPaths::Path& right = paths_.list[std::size_t(meeting.right)];
  typename Block::type sums[most_rows][packs]{};
  for (const auto& [begin, end] : meeting.dofs) {
    for (int i = begin; i < end; ++i) {
      const T* const e = measured(i);
      typename Block::type weighted[packs];
      for (int l = 0; l < packs; ++l) {
        Block::read(weighted[l], e + right.first_column + l * Block::size);
        if constexpr (filtered) weighted[l] = work.measurement[std::size_t(i)].inverse_variance * weighted[l];
      }
      for (int a = 0; a < most_rows; ++a) {
        for (int l = 0; l < packs; ++l) sums[a][l] = sums[a][l] + e[left.first_column + a] * weighted[l];
      }
    }
  }
  T block[most_rows][packs * Block::size];
  for (int a = 0; a < most_rows; ++a) {
    for (int l = 0; l < packs; ++l) Block::keep(&block[a][l * Block::size], sums[a][l]);
  }
  for (int a = 0; a < left.rows; ++a) {
    for (int b = 0; b < right.rows; ++b) {
      omega_(left.first_row + a, right.first_row + b) = block[a][b];
      if (meeting.left != meeting.right) omega_(right.first_row + b, left.first_row + a) = block[a][b];
    }
  }
}

template <Scalar T>
void ConstraintResponse<T>::accelerations(const Workspace<T>& work, Out<T> rows) const {
  std::fill(rows.data(), rows.data() + rows.size(), T(0));
  for (std::size_t k = 0; k < paths_.list.size(); ++k) {
    if (!used_[k]) continue;
    const ConstraintPaths::Path& path = paths_.list[k];
    T* const sums = rows.data() + path.first_row;
    for (const auto& [begin, end] : path.dofs) {
      for (int i = begin; i < end; ++i) {
        const T* const e = measured(i) + path.first_column;
        const Measurement<T>& m = work.measurement[std::size_t(i)];
        const T rate = m.inverse_variance * m.innovation;
        for (int a = 0; a < path.rows; ++a) sums[a] = sums[a] + e[a] * rate;
      }
    }
  }
}

template <Scalar T>
void ConstraintResponse<T>::correct(Workspace<T>& work, const T* x) const {
  for (std::size_t k = 0; k < paths_.list.size(); ++k) {
    if (!used_[k]) continue;
    const ConstraintPaths::Path& path = paths_.list[k];
    for (const auto& [begin, end] : path.dofs) {
      for (int i = begin; i < end; ++i) {
        const T* const e = measured(i) + path.first_column;
        T& innovation = work.measurement[std::size_t(i)].innovation;
        T sum = innovation;
        for (int a = 0; a < path.rows; ++a) sum = sum + e[a] * x[path.first_row + a];
        innovation = sum;
      }
    }
  }
}

extern template class ConstraintResponse<double>;
extern template class ConstraintResponse<float>;

}  // namespace sinew::detail
