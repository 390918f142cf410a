// Unit forces along the rows of the constraints, carried inward through the joints: the Jacobian of the constraints, and
// how the constraints answer to forces along them.
//
// R88 8.2 and SOA (20), for any loops and couplings of a tree. Row j starts as a unit force along its direction on its
// second link and against it on its first, or as unit moments at its two joints. With the filter in hand, at every
// freedom i on the way to the ground
//
//   K(i, j) = t(i, j) + H z_j,    z_j -> phi (z_j - G K(i, j))         t: unit moments of a coupling
//
// (R88's K is D^(-1/2) times this one). The same sweep without gains gives K = J^*. Then, with the innovations e of the
// filter and the bias accelerations a of its joints,
//
//   Omega = K^* D^-1 K = J M^-1 J^*                                     what a unit multiplier does to a row
//   J a_free = K^* D^-1 e + sum z+ . a + z(ground) . a(ground)          what the row does without the constraints
//
// so that no sweep outward is needed to know the free accelerations of the ends.
//
// The ways of a row's two ends are two columns of forces until they meet; they are added there. Columns of one loop fill
// whole vector registers.
//
// A row may say nothing at all: between bodies that do not move against each other, or at a hinge that has another one on
// its axis. What rounding leaves of it is cleared, measured by the forces the row starts with.
//
// Cost: per revolute link and row on the way 20 + 6 + 6 multiplications for z, and half the rows for Omega.
#pragma once

#include <algorithm>
#include <limits>
#include <map>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/chains/constraints.hpp"
#include "sinew/chains/lane.hpp"

namespace sinew {

template <Scalar T>
class ConstraintSweep {
 public:
  ConstraintSweep(const Model& model, const Constraints<T>& constraints);

  // The rows J, size() x v_size; after Constraints::update_position.
  void jacobian(const Constraints<T>& constraints, const Workspace<T>& work, MatrixOut<T> J);

  // Omega and the rows' accelerations without the constraints, rates included; after Constraints::update_velocity and
  // the inward sweep of forward dynamics, with the ground's acceleration in work.acceleration[0].
  void update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v);
  const Matrix<T>& omega() const { return omega_; }
  std::span<const T> free_accelerations() const { return free_; }

  // Multiplications of forward dynamics that goes through here, the solution for the multipliers included; fitted to
  // measured times, so as to compare with EmbeddedTree::estimated_cost.
  double estimated_cost(int freedoms) const;

  // e += K x: what multipliers along the rows do to the innovations.
  void correct(Workspace<T>& work, const T* x);

 private:
  using Lane = typename LaneOf<T>::type;
  static constexpr int width = LaneOf<T>::size, most_lanes = (6 + width - 1) / width;
  static constexpr double rounding = 100 * double(std::numeric_limits<ConstantOf<T>>::epsilon());
  static constexpr ConstantOf<T> square_rounding = ConstantOf<T>(rounding * rounding);
  static SINEW_INLINE T square(const Force<T>& f) {
    return dot(f.angular, f.angular) + dot(f.linear, f.linear);
  }

  // The columns of one loop: its rows, padded to whole lanes; in z, and where they begin in K.
  struct Columns {
    int begin, end, in_K;
    int row, rows;
  };
  // A unit moment of a coupling: on its follower, or the slope against its leader.
  struct Moment {
    std::size_t coupling;
    bool on_follower;
    int column;
  };
  // Freedoms that follow one another.
  struct Run {
    int begin, end;
  };
  // A block of Omega: the rows of two loops, and the freedoms on the ways of both.
  struct Product {
    Columns left, right;
    std::vector<Run> runs;
  };
  // At a link columns of first ends join those of second ends; then columns cross the joint.
  struct Step {
    std::size_t link = 0;
    int freedom = 0, freedoms = 0;  // of the joint: the first one, and how many
    std::vector<Columns> joining{}, crossing{};
    std::vector<Moment> moments{};
  };

  void start(const Constraints<T>& constraints);
  void clear_what_rounding_left(const Workspace<T>& work);
  template <bool filtered>
  void sweep(const Constraints<T>& constraints, const Workspace<T>& work, const T* v);
  template <bool filtered, class Joint>
  void cross_joint(const Joint& joint, const Step& step, const Workspace<T>& work, const T* v);
  void find_products();
  template <int lanes>
  void multiply(const Product& product, const Workspace<T>& work);
  template <class Visit>
  SINEW_INLINE void for_each_lane(const Columns& columns, const Visit& visit);
  T* gains(int freedom) { return K_.data() + std::size_t(freedom) * std::size_t(columns_ + 6); }

  int columns_ = 0;             // of the second ends; those of the first ends stand this much further
  std::vector<int> column_of_;  // per row
  std::vector<Step> steps_;     // tip to base, the ground last
  std::vector<Product> products_;
  Momenta<T> z_{0};
  std::vector<T> moments_;      // t at the joint that is being crossed, per column of both ends
  std::vector<T> K_;            // per freedom one number for every column, and six more to be read at the end
  std::vector<T> sums_;         // per column: its free acceleration
  std::vector<T> multipliers_;  // per column
  std::vector<T> square_size_;  // per row: of the forces it starts with
  std::vector<T> free_;
  Matrix<T> omega_;
};

template <Scalar T>
ConstraintSweep<T>::ConstraintSweep(const Model& model, const Constraints<T>& constraints)
    : square_size_(std::size_t(constraints.size()), T(1)),
      free_(std::size_t(constraints.size())),
      omega_(constraints.size(), constraints.size()) {
  const auto& tree = model.tree<ConstantOf<T>>();
  for (const auto& loop : constraints.loops()) columns_ += padded<T>(loop.row_count);
  columns_ += padded<T>(1) * int(constraints.couplings().size());

  steps_.resize(tree.links.size());  // one per link, until those that nothing crosses are dropped
  for (std::size_t k = 1; k < steps_.size(); ++k) {
    const int end = k + 1 < steps_.size() ? tree.links[k + 1].v : tree.v_size;
    steps_[k] = {.link = k, .freedom = tree.links[k].v, .freedoms = end - tree.links[k].v};
  }
  int begin = 0;
  const auto add_way = [&](std::size_t first, std::size_t second, int rows) {
    const Columns of_second{begin, begin + padded<T>(rows), begin, int(column_of_.size()), rows};
    const Columns of_first{begin + columns_, of_second.end + columns_, begin, of_second.row, rows};
    for (int i = 0; i < rows; ++i) column_of_.push_back(begin + i);
    begin = of_second.end;
    const auto parent = [&](std::size_t& k) { k = std::size_t(tree.links[k].parent); };
    std::size_t meeting = second;
    for (std::size_t k = first; k != meeting;) k > meeting ? parent(k) : parent(meeting);
    for (std::size_t k = first; k != meeting; parent(k)) steps_[k].crossing.push_back(of_first);
    for (std::size_t k = second; k != 0; parent(k)) steps_[k].crossing.push_back(of_second);
    if (first != 0) steps_[meeting].joining.push_back(of_second);
    return meeting;
  };
  for (const auto& loop : constraints.loops()) add_way(loop.first.link, loop.second.link, loop.row_count);
  for (std::size_t i = 0; i < constraints.couplings().size(); ++i) {
    const std::size_t follower = constraints.couplings()[i].follower.link;
    const std::size_t leader = constraints.couplings()[i].leader.link;
    const int column = begin;
    const std::size_t meeting = add_way(leader, follower, 1);
    steps_[follower].moments.push_back({i, true, column});
    if (leader != 0)
      steps_[leader].moments.push_back({i, false, leader == meeting ? column : column + columns_});
  }
  std::erase_if(steps_, [](const Step& s) { return s.link != 0 && s.crossing.empty(); });
  find_products();
  std::reverse(steps_.begin(), steps_.end());

  const auto all = std::size_t(columns_);
  z_ = Momenta<T>(2 * columns_);
  moments_.resize(2 * all);
  K_.resize(std::size_t(tree.v_size) * (all + 6));
  sums_.resize(all);
  multipliers_.resize(all);
}

template <Scalar T>
double ConstraintSweep<T>::estimated_cost(int freedoms) const {
  const auto rows = double(column_of_.size());
  double sum = 250.0 * freedoms + rows * rows * rows / 3;
  for (const Step& step : steps_) {
    double crossing = 0;
    for (const Columns& columns : step.crossing) crossing += columns.rows;
    sum += crossing * (60 + crossing / 2);
  }
  return sum;
}

template <Scalar T>
void ConstraintSweep<T>::find_products() {
  std::map<std::pair<int, int>, Product> found;  // by the first rows of the two
  for (const Step& step : steps_) {
    for (const Columns& left : step.crossing) {
      for (const Columns& right : step.crossing) {
        if (right.row > left.row) continue;
        Product& product = found[{left.row, right.row}];
        product.left = left, product.right = right;
        auto& runs = product.runs;
        if (runs.empty() || runs.back().end != step.freedom) runs.push_back({step.freedom, step.freedom});
        runs.back().end += step.freedoms;
      }
    }
  }
  for (auto& [rows, product] : found) products_.push_back(std::move(product));
}

// The unit forces, on the links of the ends.
template <Scalar T>
void ConstraintSweep<T>::start(const Constraints<T>& constraints) {
  for (const auto& loop : constraints.loops()) {
    for (int i = 0; i < loop.row_count; ++i) {
      const Force<T> force = loop.second.placement.force_to_parent(loop.rows.direction[i]);
      z_.set(column_of_[std::size_t(loop.row + i)], force);
      square_size_[std::size_t(loop.row + i)] = square(force);
    }
    if (loop.first.link == 0) continue;
    const Transform<T> from_first = loop.first.placement * loop.X;
    for (int i = 0; i < loop.row_count; ++i) {
      const int column = column_of_[std::size_t(loop.row + i)] + columns_;
      const Force<T> force = T(-1) * from_first.force_to_parent(loop.rows.direction[i]);
      z_.set(column, force);
      square_size_[std::size_t(loop.row + i)] += square(force);
    }
  }
  for (const auto& coupling : constraints.couplings()) {
    const int column = column_of_[std::size_t(coupling.row)];
    z_.set(column, {});
    z_.set(column + columns_, {});
  }
}

template <Scalar T>
template <class Visit>
SINEW_INLINE void ConstraintSweep<T>::for_each_lane(const Columns& columns, const Visit& visit) {
  for (int j = columns.begin; j < columns.end; j += width) {
    Force<Lane> f = load_lane(z_, j);
    visit(f, j);
    store_lane(z_, j, f);
  }
}

template <Scalar T>
template <bool filtered, class Joint>
void ConstraintSweep<T>::cross_joint(const Joint& joint, const Step& step, const Workspace<T>& work,
                                     const T* v) {
  const Measurement<T>* const measurement = work.measurement.data() + step.freedom;
  const bool with_moments = !step.moments.empty();
  Motion<T> a{};
  if constexpr (filtered) a = joint.bias(work.velocity[step.link], v + step.freedom);
  composite::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
    for (const Columns& columns : step.crossing) {
      const int in_K = columns.in_K - columns.begin;
      for_each_lane(columns, [&](Force<Lane>& z, int j) SINEW_INLINE_LAMBDA {
        Lane sum;
        read(sum, sums_.data() + j + in_K);
        for (int i = joint.count() - 1; i >= 0; --i) {
          Lane e = joint.measure(z, i);
          if (with_moments) {
            Lane t;
            read(t, moments_.data() + j);
            e = e + t;
          }
          keep(gains(step.freedom + i) + j + in_K, e);
          if constexpr (filtered) {
            const auto& [gain, inverse_variance, innovation] = measurement[i];
            sum = sum + T(inverse_variance * innovation) * e;
            take_off(gain, e, z);
          }
        }
        if constexpr (filtered) {
          sum = sum + dot(a, z);
          keep(sums_.data() + j + in_K, sum);
        }
        phi(z);
      });
    }
  });
}

template <Scalar T>
template <bool filtered>
void ConstraintSweep<T>::sweep(const Constraints<T>& constraints, const Workspace<T>& work, const T* v) {
  start(constraints);
  for (const Step& step : steps_) {
    for (const Columns& columns : step.joining) {
      for (int i = 0; i < columns.rows; ++i) {
        const int j = columns.begin + i;
        z_.set(j, z_.get(j) + z_.get(j + columns_));
      }
    }
    if (step.link == 0) return;
    for (const auto& [coupling, on_follower, column] : step.moments) {
      const auto& state = constraints.couplings()[coupling];
      if (state.active) moments_[std::size_t(column)] = on_follower ? T(1) : -state.slope;
    }
    at_joint(*work.tree, work.joints, step.link,
             [&](const auto& joint) SINEW_INLINE_LAMBDA { cross_joint<filtered>(joint, step, work, v); });
    for (const Moment& moment : step.moments) moments_[std::size_t(moment.column)] = T(0);
  }
}

// K(left)^* D^-1 K(right). Six rows of the left are multiplied whether it has so many or not.
template <Scalar T>
template <int lanes>
void ConstraintSweep<T>::multiply(const Product& product, const Workspace<T>& work) {
  Lane sums[6][lanes]{};
  for (const Run& run : product.runs) {
    for (int i = run.begin; i < run.end; ++i) {
      const T* const K = gains(i);
      const T inverse_variance = work.measurement[std::size_t(i)].inverse_variance;
      Lane right[lanes];
      for (int l = 0; l < lanes; ++l) {
        read(right[l], K + product.right.in_K + l * width);
        right[l] = inverse_variance * right[l];
      }
      for (int a = 0; a < 6; ++a) {
        const T left = K[product.left.in_K + a];
        for (int l = 0; l < lanes; ++l) sums[a][l] = sums[a][l] + left * right[l];
      }
    }
  }
  T block[6][lanes * width];
  for (int a = 0; a < 6; ++a) {
    for (int l = 0; l < lanes; ++l) keep(&block[a][l * width], sums[a][l]);
  }
  const bool apart = product.left.row != product.right.row;
  for (int a = 0; a < product.left.rows; ++a) {
    const int i = product.left.row + a;
    for (int b = 0; b < product.right.rows; ++b) {
      const int j = product.right.row + b;
      omega_(i, j) = block[a][b];
      if (apart) omega_(j, i) = block[a][b];
    }
  }
}

template <Scalar T>
void ConstraintSweep<T>::clear_what_rounding_left(const Workspace<T>& work) {
  T answers{};
  for (const Measurement<T>& m : work.measurement) answers = answers + m.inverse_variance;
  const int size = omega_.rows();
  for (int j = 0; j < size; ++j) {
    if (omega_(j, j) > square_rounding * (square_size_[std::size_t(j)] * answers)) continue;
    for (int i = 0; i < size; ++i) omega_(i, j) = omega_(j, i) = T(0);
  }
}

template <Scalar T>
void ConstraintSweep<T>::jacobian(const Constraints<T>& constraints, const Workspace<T>& work,
                                  MatrixOut<T> J) {
  edge::check_size("the Jacobian of the constraints", J, constraints.size(), work.tree->v_size);
  sweep<false>(constraints, work, nullptr);
  for (int i = 0; i < J.cols(); ++i) {
    const T* const K = gains(i);
    for (int j = 0; j < J.rows(); ++j) J(j, i) = K[column_of_[std::size_t(j)]];
  }
  for (int j = 0; j < J.rows(); ++j) {
    T sum{};
    for (int i = 0; i < J.cols(); ++i) sum = sum + J(j, i) * J(j, i);
    if (sum > square_rounding * square_size_[std::size_t(j)]) continue;
    for (int i = 0; i < J.cols(); ++i) J(j, i) = T(0);
  }
}

template <Scalar T>
void ConstraintSweep<T>::update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v) {
  std::fill(sums_.begin(), sums_.end(), T(0));
  sweep<true>(constraints, work, v);
  for (const Product& product : products_) {
    if (product.right.end - product.right.begin > width) {
      multiply<most_lanes>(product, work);
      continue;
    }
    multiply<1>(product, work);
  }
  for (std::size_t j = 0; j < column_of_.size(); ++j) {
    const int column = column_of_[j];
    free_[j] = sums_[std::size_t(column)] + dot(z_.get(column), work.acceleration[0]);
  }
  clear_what_rounding_left(work);
  for (const auto& loop : constraints.loops()) {
    if (!loop.active) continue;
    Motion<T> first{};  // the acceleration of a first end on the ground, seen from the second
    if (loop.first.link == 0)
      first = loop.X.motion_to_child(loop.first.placement.motion_to_child(work.acceleration[0]));
    for (int i = 0; i < loop.row_count; ++i) {
      T& row = free_[std::size_t(loop.row + i)];
      row = row - dot(loop.rows.direction[i], first) + loop.rate[i];
    }
  }
  for (const auto& coupling : constraints.couplings()) {
    T& row = free_[std::size_t(coupling.row)];
    if (coupling.active) row = row + coupling.rate;
  }
}

template <Scalar T>
void ConstraintSweep<T>::correct(Workspace<T>& work, const T* x) {
  for (std::size_t j = 0; j < column_of_.size(); ++j) multipliers_[std::size_t(column_of_[j])] = x[j];
  for (const Step& step : steps_) {
    for (int i = step.freedom; i < step.freedom + step.freedoms; ++i) {
      const T* const K = gains(i);
      T& innovation = work.measurement[std::size_t(i)].innovation;
      for (const Columns& columns : step.crossing) {
        const int first = columns.in_K;
        for (int j = first; j < first + columns.rows; ++j)
          innovation = innovation + K[j] * multipliers_[std::size_t(j)];
      }
    }
  }
}

extern template class ConstraintSweep<double>;
extern template class ConstraintSweep<float>;

}  // namespace sinew
