// How a robot answers to forces along the rows of its constraints, all of them carried inward at once.
//
// R88 (8.2), (8.4) and SOA (20): K = D^(-1/2) H psi B. Row j starts as a unit force on a link, and against it on another,
// or as unit moments t at the joints of the two (chains/row_paths.hpp). With the filter in hand, at every freedom i on
// the way to the ground
//
//   inward    e(i, j) = t(i, j) + H z(j)                   what freedom i measures of row j: D^(1/2) K
//             z(j) -> phi (z(j) - G e(i, j))
//             Omega(a, b) += e(i, a) e(i, b) / D            K^* K: acceleration along row a per unit of force along b
//             c(j) += e(i, j) e(i) / D + z+ . a             free acceleration along row j; e: innovation, a: bias
//
// and at the ground c(j) += z . (its acceleration). The free accelerations come on the way: no sweep outward is needed to
// know them. Without the filter (G = 0, D = 1) the same sweep gives the Jacobian of the rows, e = B^*, their velocity
// covariance Q = B B^*, R88 (5.6), and the accelerations along them at zero joint accelerations.
//
// Cost: per revolute link and row 34 multiplications and 29 additions, and one of each for every two rows that pass.
#pragma once

#include <algorithm>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/algorithms/kinematics.hpp"
#include "sinew/chains/lane.hpp"
#include "sinew/chains/row_paths.hpp"

namespace sinew {

// Made once; afterwards nothing allocates. Rows are numbered in the order of the ways.
template <Scalar T>
class RowResponse {
 public:
  RowResponse(const Model& model, const std::vector<RowWay>& ways);

  const RowPaths& paths() const { return paths_; }
  int rows() const { return paths_.rows; }
  int row(int way, int i) const { return paths_.ways[std::size_t(way)].first_row + i; }
  // Leaves out the rows of a way, of which nothing is known then, or takes them up again.
  void use(int way, bool used) { used_[std::size_t(way)] = used; }

  // The unit forces of a row, in the frames of their links; to be set before every sweep. On the link against which it
  // acts the force is the opposite one.
  SINEW_INLINE void set(int way, int i, const Force<T>& force) { z_.set(column(way, i), force); }
  SINEW_INLINE void set_against(int way, int i, const Force<T>& force) {
    z_.set(column(way, i) + paths_.columns, force);
  }
  // The unit moments of a way that has them. They stay.
  void set_moments(int way, const T& moment, const T& against) {
    moment_[2 * std::size_t(way)] = moment, moment_[2 * std::size_t(way) + 1] = against;
  }

  // Leaves in `work` the poses of the links that rows pass.
  void update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const;

  // With the filter of `work` in hand: e, Omega and c. `base`: the ground's acceleration, in the frame of link 0.
  void carry(const Workspace<T>& work, const T* v, const Motion<T>& base) {
    sweep<true, true>(work, v);
    add_base(base);
    multiply<true>(work);
  }
  // With joints and velocities set in `work`: B^*, Q and the accelerations at zero joint accelerations.
  void carry_unfiltered(const Workspace<T>& work, const T* v) {
    sweep<false, true>(work, v);
    multiply<false>(work);
  }
  // With joints set in `work`: B^*.
  void carry_jacobian(const Workspace<T>& work) { sweep<false, false>(work, nullptr); }

  // By rows.
  Matrix<T>& omega() { return omega_; }
  const Matrix<T>& omega() const { return omega_; }
  SINEW_INLINE const T& acceleration(int row) const { return c_[std::size_t(column_of_[std::size_t(row)])]; }
  // Calls f(i, e(i, row)) for every freedom that the row passes, from the tip.
  template <class F>
  SINEW_INLINE void for_each_freedom(int row, const F& f) const {
    for (const auto& [begin, end] : paths_.ways[std::size_t(way_of_[std::size_t(row)])].freedoms) {
      for (int i = begin; i < end; ++i) f(i, measured(i)[column_of_[std::size_t(row)]]);
    }
  }
  // The innovations of `work` += e x: what forces x along the rows do to them.
  void correct(Workspace<T>& work, const T* x) const;

 private:
  using Lane = typename LaneOf<T>::type;
  static constexpr int width = LaneOf<T>::size, most_lanes = (6 + width - 1) / width;

  template <bool filtered, bool moving>
  void sweep(const Workspace<T>& work, const T* v);
  template <bool filtered, bool moving, class Joint>
  SINEW_INLINE void cross_joint(const Joint& joint, const RowPaths::Step& step, const Workspace<T>& work,
                                const T* v);
  void add_base(const Motion<T>& base);
  template <bool filtered>
  void multiply(const Workspace<T>& work);
  template <bool filtered, int lanes>
  void multiply(const RowPaths::Meeting& meeting, const Workspace<T>& work);

  SINEW_INLINE int column(int way, int i) const { return paths_.ways[std::size_t(way)].first_column + i; }
  // Per freedom one number for every column, and six more to be read at the end.
  SINEW_INLINE T* measured(int freedom) {
    return measured_.data() + std::size_t(freedom) * std::size_t(paths_.columns + 6);
  }
  SINEW_INLINE const T* measured(int freedom) const {
    return measured_.data() + std::size_t(freedom) * std::size_t(paths_.columns + 6);
  }

  RowPaths paths_;
  std::vector<char> used_;               // per way
  std::vector<T> moment_;                // per way and end
  std::vector<int> way_of_, column_of_;  // per row
  Momenta<T> z_;                         // the columns of the ways, and those of their other ends
  std::vector<T> moments_;               // t at the joint that is being crossed, per column of both ends
  std::vector<T> measured_;              // e
  std::vector<T> c_;                     // per column
  Matrix<T> omega_;
};

template <Scalar T>
RowResponse<T>::RowResponse(const Model& model, const std::vector<RowWay>& ways)
    : paths_(model, ways, width),
      used_(ways.size(), true),
      moment_(2 * ways.size()),
      z_(2 * paths_.columns),
      moments_(2 * std::size_t(paths_.columns)),
      measured_(std::size_t(model.velocity_size()) * std::size_t(paths_.columns + 6)),
      c_(std::size_t(paths_.columns)),
      omega_(paths_.rows, paths_.rows) {
  for (int way = 0; way < int(ways.size()); ++way) {
    for (int i = 0; i < ways[std::size_t(way)].rows; ++i) {
      way_of_.push_back(way);
      column_of_.push_back(column(way, i));
    }
  }
}

template <Scalar T>
void RowResponse<T>::update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const {
  kinematics::PoseSweep<T> poses(tree, work);
  for (auto step = paths_.steps.rbegin(); step != paths_.steps.rend(); ++step) {
    if (step->link != 0) poses.visit(std::size_t(step->link));
  }
}

template <Scalar T>
template <bool filtered, bool moving>
void RowResponse<T>::sweep(const Workspace<T>& work, const T* v) {
  std::fill(c_.begin(), c_.end(), T(0));
  for (const RowPaths::Step& step : paths_.steps) {
    for (const auto& [way, begin, end] : step.joining) {
      for (int j = begin; j < end; ++j) z_.set(j, z_.get(j) + z_.get(j + paths_.columns));
    }
    if (step.link == 0) return;
    for (const auto& [way, against, column] : step.moments)
      moments_[std::size_t(column)] = moment_[2 * std::size_t(way) + against];
    at_joint(*work.tree, work.joints, std::size_t(step.link), [&](const auto& joint) SINEW_INLINE_LAMBDA {
      cross_joint<filtered, moving>(joint, step, work, v);
    });
    for (const RowPaths::Moment& moment : step.moments) moments_[std::size_t(moment.column)] = T(0);
  }
}

template <Scalar T>
template <bool filtered, bool moving, class Joint>
SINEW_INLINE void RowResponse<T>::cross_joint(const Joint& joint, const RowPaths::Step& step,
                                              const Workspace<T>& work, const T* v) {
  const Measurement<T>* const measurement = work.measurement.data() + step.freedom;
  const bool with_moments = !step.moments.empty();
  Motion<T> bias{};
  if constexpr (moving) bias = joint.bias(work.velocity[std::size_t(step.link)], v + step.freedom);
  composite::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
    for (const auto& [way, begin, end] : step.crossing) {
      if (!used_[std::size_t(way)]) continue;
      const int to_own = column(way, 0) - begin;  // e and c are the same for both ends
      for (int j = begin; j < end; j += width) {
        Force<Lane> z = load_lane(z_, j);
        Lane c;
        read(c, c_.data() + j + to_own);
        for (int i = joint.count() - 1; i >= 0; --i) {
          Lane e = joint.measure(z, i);
          if (with_moments) {
            Lane t;
            read(t, moments_.data() + j);
            e = e + t;
          }
          keep(measured(step.freedom + i) + j + to_own, e);
          if constexpr (filtered) {
            const auto& [gain, inverse_variance, innovation] = measurement[i];
            c = c + T(inverse_variance * innovation) * e;
            take_off(gain, e, z);
          }
        }
        if constexpr (moving) {
          c = c + dot(bias, z);
          keep(c_.data() + j + to_own, c);
        }
        phi(z);
        store_lane(z_, j, z);
      }
    }
  });
}

template <Scalar T>
void RowResponse<T>::add_base(const Motion<T>& base) {
  for (int j = 0; j < paths_.columns; j += width) {
    Lane c;
    read(c, c_.data() + j);
    keep(c_.data() + j, Lane(c + dot(base, load_lane(z_, j))));
  }
}

template <Scalar T>
template <bool filtered>
void RowResponse<T>::multiply(const Workspace<T>& work) {
  for (const RowPaths::Meeting& meeting : paths_.meetings) {
    if (!used_[std::size_t(meeting.left)] || !used_[std::size_t(meeting.right)]) continue;
    if (paths_.ways[std::size_t(meeting.right)].rows > width) {
      multiply<filtered, most_lanes>(meeting, work);
      continue;
    }
    multiply<filtered, 1>(meeting, work);
  }
}

// A block of Omega, summed in registers: always six rows, of which those that are not there are dropped.
template <Scalar T>
template <bool filtered, int lanes>
void RowResponse<T>::multiply(const RowPaths::Meeting& meeting, const Workspace<T>& work) {
  const RowPaths::Way& left = paths_.ways[std::size_t(meeting.left)];
  const RowPaths::Way& right = paths_.ways[std::size_t(meeting.right)];
  Lane sums[6][lanes]{};
  for (const auto& [begin, end] : meeting.freedoms) {
    for (int i = begin; i < end; ++i) {
      const T* const e = measured(i);
      Lane weighted[lanes];
      for (int l = 0; l < lanes; ++l) {
        read(weighted[l], e + right.first_column + l * width);
        if constexpr (filtered) weighted[l] = work.measurement[std::size_t(i)].inverse_variance * weighted[l];
      }
      for (int a = 0; a < 6; ++a) {
        for (int l = 0; l < lanes; ++l) sums[a][l] = sums[a][l] + e[left.first_column + a] * weighted[l];
      }
    }
  }
  T block[6][lanes * width];
  for (int a = 0; a < 6; ++a) {
    for (int l = 0; l < lanes; ++l) keep(&block[a][l * width], sums[a][l]);
  }
  for (int a = 0; a < left.rows; ++a) {
    for (int b = 0; b < right.rows; ++b) {
      omega_(left.first_row + a, right.first_row + b) = block[a][b];
      if (meeting.left != meeting.right) omega_(right.first_row + b, left.first_row + a) = block[a][b];
    }
  }
}

template <Scalar T>
void RowResponse<T>::correct(Workspace<T>& work, const T* x) const {
  for (std::size_t k = 0; k < paths_.ways.size(); ++k) {
    if (!used_[k]) continue;
    const RowPaths::Way& way = paths_.ways[k];
    for (const auto& [begin, end] : way.freedoms) {
      for (int i = begin; i < end; ++i) {
        const T* const e = measured(i) + way.first_column;
        T& innovation = work.measurement[std::size_t(i)].innovation;
        T sum = innovation;
        for (int a = 0; a < way.rows; ++a) sum = sum + e[a] * x[way.first_row + a];
        innovation = sum;
      }
    }
  }
}

extern template class RowResponse<double>;
extern template class RowResponse<float>;

}  // namespace sinew
