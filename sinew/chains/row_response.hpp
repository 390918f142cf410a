// How a robot answers to forces along the rows of its connections, all of them carried inward at once.
//
// R88 (8.2), (8.4): K = D^(-1/2) H psi B. A row is a unit force on a link; with the filter in hand
//
//   inward    e(i, j) = H z(j),   z+ = z - G e            what freedom i measures of row j: D^(1/2) K
//             Omega(a, b) += e(i, a) e(i, b) / D           K^* K: acceleration along row a per unit of force along b
//             c(j) += e(i, j) e(i) / D + z+ . a            free acceleration along row j; e: innovation, a: bias
//
// and at the ground c(j) += z . (its acceleration). The free accelerations come on the way, so that the smoothing of
// stage 2 is not run. Without the filter (G = 0, D = 1) the same sweep gives the Jacobian of the rows, e = B^*, their
// velocity covariance Q = B B^*, R88 (5.6), and the accelerations along them at zero joint accelerations.
//
// Rows that start at a link stay together, those of outer links beside them, so that the rows that pass a link are
// consecutive and go through its joint several to an instruction. A block of rows is padded with zeros.
//
// Cost: per revolute link and row 34 multiplications and 29 additions, and one of each for every two rows that pass.
#pragma once

#include <algorithm>
#include <span>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/algorithms/kinematics.hpp"
#include "sinew/chains/lane.hpp"

namespace sinew {

template <std::floating_point T>
class RowResponse {
 public:
  using Lane = typename LaneOf<T>::type;
  static constexpr int width = LaneOf<T>::size;

  // The rows of one connection, on a link of the robot.
  struct End {
    int link;
    int rows;
    bool used = true;
    int first = 0;  // index of its first row
  };
  // A link that rows pass: first to last, padding included.
  struct Step {
    int link, freedoms;
    int first, last;
  };

  // The ends in any order; they keep their numbers.
  RowResponse(const Tree<ConstantOf<T>>& tree, std::vector<End> ends);

  // Lets go of an end, or takes it up again. Costs as much as the paths of the ends are long; no allocation.
  void use(const Tree<ConstantOf<T>>& tree, int end, bool used);

  int size() const { return stride_; }  // indices of rows, padding included

  // Leaves in `work` the poses of the links that rows pass.
  void update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const;

  // The unit force of a row, in the frame of its link. To be set before every sweep.
  SINEW_INLINE void set(int end, int row, const Force<T>& direction) { z_.set(index(end, row), direction); }
  SINEW_INLINE int index(int end, int row) const { return ends_[std::size_t(end)].first + row; }

  // With the filter of `work` in hand: e, Omega and c. `base`: the ground's acceleration, in the frame of link 0.
  void carry(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const T* v, const Motion<T>& base) {
    sweep<true>(tree, work, v, base);
  }
  // With joints and velocities set in `work`: B^*, Q and the accelerations at zero joint accelerations.
  void carry_unfiltered(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const T* v,
                        const Motion<T>& base) {
    sweep<false>(tree, work, v, base);
  }
  // Rows by index.
  SINEW_INLINE const T& omega(int a, int b) const {
    return omega_[std::size_t(std::min(a, b) * stride_ + std::max(a, b))];
  }
  SINEW_INLINE const T& acceleration(int row) const { return c_[std::size_t(row)]; }
  // Calls f(freedom, e, first, last) for every freedom rows pass, tip to base; e[j] is what it measures of row j, for j
  // in [first, last).
  template <class F>
  SINEW_INLINE void for_each_freedom(const Tree<ConstantOf<T>>& tree, F&& f) const {
    for (const Step& step : steps_) {
      const int v = tree.links[std::size_t(step.link)].v;
      for (int i = v; i < v + step.freedoms; ++i)
        f(i, measured_.data() + std::size_t(i) * std::size_t(stride_), step.first, step.last);
    }
  }

 private:
  void find_paths(const Tree<ConstantOf<T>>& tree);
  template <bool filtered>
  void sweep(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const T* v, const Motion<T>& base);
  template <bool filtered, int lanes>
  void multiply(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const End& a, const End& b);

  std::vector<End> ends_;
  std::vector<Step> steps_;   // tip to base
  std::vector<int> step_at_;  // per link: its place in `steps_` while they are found
  int stride_ = 0;
  Momenta<T> z_;
  std::vector<T> measured_;  // e: per freedom all rows
  std::vector<T> omega_;     // per row, from itself on
  std::vector<T> c_;
};

namespace row_response {

template <class C>
int freedoms(const Tree<C>& tree, const Link<C>& link) {
  switch (link.kind) {
    case LinkKind::spherical:
      return 3;
    case LinkKind::floating:
      return 6;
    case LinkKind::columns:
      return tree.placed_joints[std::size_t(link.side)].count;
    default:
      return 1;
  }
}

// Padded to whole lanes, in the order of their links.
template <class T, class End>
int place_rows(std::vector<End>& ends) {
  std::vector<End*> order;
  for (End& end : ends) order.push_back(&end);
  std::stable_sort(order.begin(), order.end(), [](const End* a, const End* b) { return a->link < b->link; });
  int count = 0;
  for (End* end : order) {
    end->first = count;
    count += padded<T>(end->rows);
  }
  return count;
}

}  // namespace row_response

template <std::floating_point T>
RowResponse<T>::RowResponse(const Tree<ConstantOf<T>>& tree, std::vector<End> ends)
    : ends_(std::move(ends)),
      step_at_(tree.links.size(), -1),
      stride_(row_response::place_rows<T>(ends_)),
      z_(stride_),
      measured_(std::size_t(tree.v_size) * std::size_t(stride_) + 6),
      omega_(std::size_t(stride_) * std::size_t(stride_)),
      c_(std::size_t(stride_)) {
  steps_.reserve(tree.links.size());
  find_paths(tree);
}

template <std::floating_point T>
void RowResponse<T>::use(const Tree<ConstantOf<T>>& tree, int end, bool used) {
  End& changed = ends_[std::size_t(end)];
  changed.used = used;
  for (int row = 0; row < changed.rows; ++row) set(end, row, {});
  find_paths(tree);
}

template <std::floating_point T>
void RowResponse<T>::find_paths(const Tree<ConstantOf<T>>& tree) {
  steps_.clear();
  for (const End& end : ends_) {
    if (!end.used) continue;
    const int last = end.first + padded<T>(end.rows);
    for (auto k = std::size_t(end.link); k != 0; k = std::size_t(tree.links[k].parent)) {
      if (step_at_[k] < 0) {
        step_at_[k] = int(steps_.size());
        steps_.push_back({int(k), row_response::freedoms(tree, tree.links[k]), end.first, last});
      }
      Step& step = steps_[std::size_t(step_at_[k])];
      step.first = std::min(step.first, end.first);
      step.last = std::max(step.last, last);
    }
  }
  for (const Step& step : steps_) step_at_[std::size_t(step.link)] = -1;
  std::sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.link > b.link; });
}

template <std::floating_point T>
void RowResponse<T>::update_poses(const Tree<ConstantOf<T>>& tree, Workspace<T>& work) const {
  kinematics::PoseSweep<T> sweep(tree, work);
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) sweep.visit(std::size_t(step->link));
}

template <std::floating_point T>
template <bool filtered>
void RowResponse<T>::sweep(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const T* v,
                           const Motion<T>& base) {
  std::fill(c_.begin(), c_.end(), T(0));
  for (const Step& step : steps_) {
    const auto k = std::size_t(step.link);
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      const Measurement<T>* const m = work.measurement.data() + first;
      T* const e = measured_.data() + std::size_t(first) * std::size_t(stride_);
      const Motion<T> bias = joint.bias(work.velocity[k], v + first);
      composite::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
        for (int j = step.first; j < step.last; j += width) {
          Force<Lane> z = load_lane(z_, j);
          Lane c;
          read(c, c_.data() + j);
          for (int i = joint.count() - 1; i >= 0; --i) {
            const Lane measured = joint.measure(z, i);
            keep(e + i * stride_ + j, measured);
            if constexpr (filtered) {
              take_off(m[i].gain, measured, z);
              c = c + (m[i].inverse_variance * m[i].innovation) * measured;
            }
          }
          c = c + dot(bias, z);
          keep(c_.data() + j, c);
          phi(z);
          store_lane(z_, j, z);
        }
      });
    });
  }
  for (int j = 0; j < stride_; j += width) {
    Lane c;
    read(c, c_.data() + j);
    keep(c_.data() + j, Lane(c + dot(base, load_lane(z_, j))));
  }
  for (const End& a : ends_) {
    for (const End& b : ends_) {
      if (!a.used || !b.used || a.first > b.first) continue;
      padded<T>(b.rows) == width ? multiply<filtered, 1>(tree, work, a, b)
                                 : multiply<filtered, 2>(tree, work, a, b);
    }
  }
}

// The block of Omega between two ends, summed in registers: always six rows, of which those that are not there are
// dropped.
template <std::floating_point T>
template <bool filtered, int lanes>
void RowResponse<T>::multiply(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const End& a,
                              const End& b) {
  Lane sums[6][lanes] = {};
  for_each_freedom(tree, [&](int i, const T* e, int first, int last) SINEW_INLINE_LAMBDA {
    if (a.first < first || b.first >= last) return;
    const T* const left = e + a.first;
    Lane right[lanes];
    for (int l = 0; l < lanes; ++l) read(right[l], e + b.first + l * width);
    const T weight = filtered ? work.measurement[std::size_t(i)].inverse_variance : T(1);
    for (int j = 0; j < 6; ++j) {
      const T weighted = weight * left[j];
      for (int l = 0; l < lanes; ++l) sums[j][l] = sums[j][l] + weighted * right[l];
    }
  });
  for (int j = 0; j < a.rows; ++j) {
    T* const row = omega_.data() + std::size_t(a.first + j) * std::size_t(stride_) + std::size_t(b.first);
    for (int l = 0; l < lanes; ++l) keep(row + l * width, sums[j][l]);
  }
}

}  // namespace sinew
