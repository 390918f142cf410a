// Runs the filter and the smoother over a cluster of links whose joints constrain one another. The rest of the tree
// sees the cluster as one body with one joint of few degrees of freedom.
//
// Let A v' + b = 0 be the constraints on the joints of a cluster (chains/embedding/cluster_tree.hpp), v' = S u' + c
// their solution (dense/solvers/row_elimination.hpp), p the link that carries the cluster (the anchor) and k any of its
// links:
//
//   lambda(k) = phi^*(p, k) lambda(p) + W(k) u' + beta(k)      motion of the links, W = phi^* H^* S
//   D = sum W^* P W + S^* armature S                           innovation variance, here a small matrix
//   G = sum phi(p, k) P W D^-1                                 gain, seen from p
//   P+ = sum phi P phi^* - G D G^*                             articulated inertia of the cluster, acting on p
//   e = S^* (tau - H phi (z + P beta) - armature c)            innovation
//   z+ = sum phi (z + P beta) + G e
//   u' = D^-1 e - G^* lambda(p),   v' = S u' + c               smoother
//   A^* m = H phi (z + P lambda) + armature v' - tau           forces of the constraints
//
// P and z of a link include those of other clusters that it carries. These are R87 (36)-(47) with the cluster's axes W
// in place of H^*; Jain 2012 calls the construction constraint embedding.
//
// Cost: per link 390 + 70 u + 3 u^2 multiplications for u independent degrees of freedom, and 26 for each constraint
// row whose path crosses the link's joint; then the elimination of the rows and the factorisation of D, see
// estimated_cost.
#pragma once

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/chains/constraints/constraints.hpp"
#include "sinew/chains/embedding/cluster_tree.hpp"
#include "sinew/dense/solvers/row_elimination.hpp"

namespace sinew {

namespace detail {
// The terms that the sweeps over a compound body add to its linear response: none; c, the particular solution of the
// constraints; or c and the bias accelerations of the joints.
enum class Offset { none, rows, motion };
}  // namespace detail

template <Scalar T>
class CompoundBody {
 public:
  using C = ConstantOf<T>;
  struct Member {
    int link;
    int parent;  // its index among the members; -1: the anchor
    int first;   // its first degree of freedom, counted within the cluster
    int count;   // of its degrees of freedom
  };

  // The cluster's ties are numbered through the loops and then the couplings of `constraints`.
  CompoundBody(const Tree<C>& tree, const Cluster& cluster, const Constraints<T>& constraints);

  int anchor() const { return anchor_; }
  std::span<const Member> members() const { return members_; }
  std::span<const int> rows() const { return rows_; }  // of the constraints
  int dofs() const { return int(velocity_index_.size()); }
  int rank() const { return elimination_.rank(); }
  int independent_count() const { return dofs() - rank(); }
  std::span<const int> independent() const { return elimination_.independent(); }  // DOFs within the cluster
  int velocity_index(int dof) const { return velocity_index_[std::size_t(dof)]; }
  bool is_regular() const { return solver_.is_regular(); }

  // Computes S from the rows in `constraints`. If `biased`, also computes c from their rates and v; if not, v is not
  // read.
  template <bool biased>
  void embed(const Tree<C>& tree, const Workspace<T>& work, const Constraints<T>& constraints, const T* v);
  // Replaces c by the solution of A v' = rows, one number for each row of the constraints.
  void set_offset(const T* rows);
  // The filter inward (P, D and G, then e and z) and the smoother outward. v is read for detail::Offset::motion only.
  void inward_covariance(const Tree<C>& tree, Workspace<T>& work);
  template <detail::Offset offset>
  void inward_state(const Tree<C>& tree, Workspace<T>& work, const T* v, const T* tau);
  template <detail::Offset offset>
  void outward(const Tree<C>& tree, Workspace<T>& work, const T* v, T* a);
  // The constraint forces, one for each row; call after `outward`.
  std::span<const T> multipliers(const Tree<C>& tree, const Workspace<T>& work, const T* tau, const T* a);

  const Matrix<T>& basis() const { return S_; }
  void add_offset(T* a) const;  // a += c, where a holds the accelerations of the whole robot
  // Multiplications of forward dynamics with multipliers, assuming rows of full rank.
  double estimated_cost() const;

 private:
  // The path from one end of a loop inward to the common ancestor of its two ends.
  struct EndPath {
    int loop;
    bool of_second;
    int row, rows;             // of the cluster: the first one, and how many
    std::vector<int> members;  // inward
  };
  struct Ratio {
    int coupling, row, follower, leader;  // follower, leader: DOFs within the cluster; -1: no leader
  };
  template <bool biased>
  void carry_rows(const Tree<C>& tree, const Workspace<T>& work, const Constraints<T>& constraints,
                  const EndPath& path, const T* v);
  // Sums the forces of(m, link) of the members inward to f and calls at(DOF, H f) for every degree of freedom. Returns
  // the force that acts on the anchor.
  template <class Of, class At>
  Force<T> carry_inward(const Tree<C>& tree, const detail::JointState<T>& joints, Of&& of, At&& at);
  // One column for each degree of freedom of the cluster; member -1 is the anchor.
  Motion<T>* axes(int member) { return axes_.data() + std::size_t((member + 1) * dofs()); }
  Force<T>* momenta(int member) { return momenta_.data() + std::size_t((member + 1) * dofs()); }

  int anchor_;
  std::vector<Member> members_;
  std::vector<int> velocity_index_, rows_;
  std::vector<EndPath> paths_;
  std::vector<Ratio> ratios_;
  RowElimination<T> elimination_;
  std::vector<T> bias_, multipliers_;  // bias: -b, the required A v'
  Matrix<T> S_;
  std::vector<T> c_;
  std::vector<Motion<T>> axes_;    // W
  std::vector<Force<T>> momenta_;  // P W, of the member and those it carries
  std::vector<Force<T>> gain_;     // G
  std::vector<ArticulatedInertia<T>> composite_;
  Matrix<T> D_;
  SymmetricSolver<T> solver_;
  std::vector<Motion<T>> offset_;  // beta
  std::vector<Force<T>> carried_;
  std::vector<T> innovation_, torques_;
};

template <Scalar T>
CompoundBody<T>::CompoundBody(const Tree<C>& tree, const Cluster& cluster, const Constraints<T>& constraints)
    : anchor_(cluster.anchor), elimination_(0, 0), solver_(0) {
  std::vector<int> member_of(tree.links.size(), -1);
  for (const int k : cluster.links) {
    const Link<C>& link = tree.links[std::size_t(k)];
    const int count = is_step(link.kind) ? 1 : tree.placed_joints[std::size_t(link.side)].count;
    member_of[std::size_t(k)] = int(members_.size());
    members_.push_back({k, member_of[std::size_t(link.parent)], dofs(), count});
    for (int i = 0; i < count; ++i) velocity_index_.push_back(link.v + i);
  }
  const int loops = int(constraints.loops().size());
  for (const int tie : cluster.ties) {
    const int row = int(rows_.size());
    if (tie < loops) {
      const auto& loop = constraints.loops()[std::size_t(tie)];
      EndPath first{tie, false, row, loop.row_count, {}}, second{tie, true, row, loop.row_count, {}};
      std::size_t a = loop.first.link, b = loop.second.link;
      while (a != b) {
        std::size_t& outer = a > b ? a : b;
        (a > b ? first : second).members.push_back(member_of[outer]);
        outer = std::size_t(tree.links[outer].parent);
      }
      paths_.push_back(first);
      paths_.push_back(second);
      for (int i = 0; i < loop.row_count; ++i) rows_.push_back(loop.row + i);
    } else {
      const auto& coupling = constraints.couplings()[std::size_t(tie - loops)];
      const auto dof = [&](std::size_t link) {
        return link == 0 ? -1 : members_[std::size_t(member_of[link])].first;
      };
      ratios_.push_back({tie - loops, row, dof(coupling.follower.link), dof(coupling.leader.link)});
      rows_.push_back(coupling.row);
    }
  }
  const std::size_t size = velocity_index_.size(), places = members_.size() + 1;
  elimination_ = RowElimination<T>(int(rows_.size()), dofs());
  bias_.resize(rows_.size());
  multipliers_.resize(rows_.size());
  S_ = D_ = Matrix<T>(dofs(), dofs());
  c_.resize(size);
  axes_.resize(places * size);
  momenta_.resize(places * size);
  gain_.resize(size);
  composite_.resize(places);
  solver_ = SymmetricSolver<T>(dofs());
  offset_.resize(places);
  carried_.resize(places);
  innovation_.resize(size);
  torques_.resize(size);
}

// Propagates unit forces along the rows of a loop inward from one of its ends. Their projection on each joint's axes
// gives the entries of A, and their product with the joint's bias acceleration is subtracted from bias_.
template <Scalar T>
template <bool biased>
void CompoundBody<T>::carry_rows(const Tree<C>& tree, const Workspace<T>& work,
                                 const Constraints<T>& constraints, const EndPath& path, const T* v) {
  constexpr C rounding = 1000 * std::numeric_limits<C>::epsilon();
  const auto largest_of = [](const Force<T>& f) {
    const auto& [n, l] = f;
    return std::max({detail::magnitude(n.x), detail::magnitude(n.y), detail::magnitude(n.z),
                     detail::magnitude(l.x), detail::magnitude(l.y), detail::magnitude(l.z)});
  };
  const auto& loop = constraints.loops()[std::size_t(path.loop)];
  const Transform<T> placement = path.of_second ? loop.second.placement : loop.on_first;
  Force<T> z[6];
  // The largest component of each z so far. Entries of A below its rounding error are set to zero.
  T largest[6]{};
  for (int i = 0; i < loop.row_count; ++i) {
    const Force<T>& along = loop.rows.direction[i];
    z[i] = placement.force_to_parent(path.of_second ? along : T(-1) * along);
  }
  Matrix<T>& A = elimination_.matrix();
  for (const int m : path.members) {
    const Member& member = members_[std::size_t(m)];
    const auto k = std::size_t(member.link);
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Motion<T> bias{};
      if constexpr (biased) bias = joint.bias(work.velocity[k], v + joint.link.v);
      for (int i = 0; i < loop.row_count; ++i) {
        largest[i] = std::max(largest[i], largest_of(z[i]));
        for (int j = 0; j < member.count; ++j) {
          const T torque = joint.measure(z[i], j);
          A(path.row + i, member.first + j) =
              detail::magnitude(torque) > rounding * largest[i] ? torque : T(0);
        }
        if constexpr (biased) {
          T& sum = bias_[std::size_t(path.row + i)];
          sum = sum - dot(z[i], bias);
        }
        z[i] = joint.force_to_parent(z[i]);
      }
    });
  }
}

template <Scalar T>
template <bool biased>
void CompoundBody<T>::embed(const Tree<C>& tree, const Workspace<T>& work, const Constraints<T>& constraints,
                            const T* v) {
  Matrix<T>& A = elimination_.matrix();
  A.reset(A.rows(), A.cols());
  std::fill(bias_.begin(), bias_.end(), T(0));
  for (const EndPath& path : paths_) {
    const auto& loop = constraints.loops()[std::size_t(path.loop)];
    if (!loop.active) continue;
    carry_rows<biased>(tree, work, constraints, path, v);
    for (int i = 0; i < loop.row_count && biased && path.of_second; ++i) {
      T& sum = bias_[std::size_t(path.row + i)];
      sum = sum - loop.rate[i];
    }
  }
  for (const Ratio& ratio : ratios_) {
    const auto& coupling = constraints.couplings()[std::size_t(ratio.coupling)];
    if (!coupling.active) continue;
    A(ratio.row, ratio.follower) = T(1);
    if (ratio.leader >= 0) A(ratio.row, ratio.leader) = -coupling.slope;
    if constexpr (biased) bias_[std::size_t(ratio.row)] = -coupling.rate;
  }
  elimination_.factorise();
  S_.reset(dofs(), independent_count());
  elimination_.null_space(S_);
  if constexpr (biased) elimination_.particular(bias_, c_);
}

template <Scalar T>
void CompoundBody<T>::inward_covariance(const Tree<C>& tree, Workspace<T>& work) {
  const int u = independent_count();
  for (int m = 0; m < int(members_.size()); ++m) {
    const Member& member = members_[std::size_t(m)];
    at_joint(tree, work.joints, std::size_t(member.link), [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const Motion<T>* const before = axes(member.parent);  // those of the anchor stay zero
      Motion<T>* const own = axes(m);
      for (int c = 0; c < u; ++c) {
        own[c] = joint.motion_to_child(before[c]);
        joint.advance(own[c], &S_(member.first, c));
      }
    });
  }
  D_.reset(u, u);
  for (int c = 0; c < u; ++c) {
    for (int j = 0; j < dofs(); ++j) {
      const T weighted = tree.armature[std::size_t(velocity_index(j))] * S_(j, c);
      for (int d = c; d < u; ++d) D_(d, c) = D_(d, c) + S_(j, d) * weighted;
    }
  }
  std::fill(momenta_.begin(), momenta_.end(), Force<T>{});
  std::fill(composite_.begin(), composite_.end(), ArticulatedInertia<T>{});
  for (int m = int(members_.size()) - 1; m >= 0; --m) {
    const Member& member = members_[std::size_t(m)];
    const auto k = std::size_t(member.link);
    ArticulatedInertia<T>& P = work.covariance[k];
    P += tree.links[k].inertia;
    const Motion<T>* const W = axes(m);
    Force<T>* const own = momenta(m);
    for (int c = 0; c < u; ++c) {
      const Force<T> column = P * W[c];
      for (int d = c; d < u; ++d) D_(d, c) = D_(d, c) + dot(W[d], column);
      own[c] += column;
    }
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Force<T>* const before = momenta(member.parent);
      for (int c = 0; c < u; ++c) before[c] += joint.force_to_parent(own[c]);
      if (anchor_ == 0) return;  // the ground needs no inertia
      auto& sum = composite_[std::size_t(member.parent + 1)];
      sum = sum + joint.to_parent(composite_[std::size_t(m + 1)] + P);
    });
  }
  solver_.factorise(D_, 100 * double(std::numeric_limits<C>::epsilon()));
  Force<T>* const felt = momenta(-1);
  for (int i = 0; i < 6; ++i) {
    for (int c = 0; c < u; ++c) innovation_[std::size_t(c)] = felt[c][i];
    solver_.solve(VectorView<T>(innovation_.data(), std::size_t(u)));
    for (int c = 0; c < u; ++c) gain_[std::size_t(c)][i] = innovation_[std::size_t(c)];
  }
  if (anchor_ == 0) return;
  ArticulatedInertia<T>& plus = composite_[0];
  for (int c = 0; c < u; ++c) plus = minus_product(plus, gain_[std::size_t(c)], felt[c]);
  work.covariance[std::size_t(anchor_)] = work.covariance[std::size_t(anchor_)] + plus;
}

template <Scalar T>
template <class Of, class At>
Force<T> CompoundBody<T>::carry_inward(const Tree<C>& tree, const detail::JointState<T>& joints, Of&& of,
                                       At&& at) {
  std::fill(carried_.begin(), carried_.end(), Force<T>{});
  for (int m = int(members_.size()) - 1; m >= 0; --m) {
    const Member& member = members_[std::size_t(m)];
    const Force<T> f = carried_[std::size_t(m + 1)] + of(m, std::size_t(member.link));
    at_joint(tree, joints, std::size_t(member.link), [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < member.count; ++i) at(member.first + i, joint.measure(f, i));
      carried_[std::size_t(member.parent + 1)] += joint.force_to_parent(f);
    });
  }
  return carried_[0];
}

template <Scalar T>
void CompoundBody<T>::set_offset(const T* rows) {
  for (std::size_t i = 0; i < rows_.size(); ++i) bias_[i] = rows[rows_[i]];
  elimination_.particular(bias_, c_);
}

template <Scalar T>
template <detail::Offset offset>
void CompoundBody<T>::inward_state(const Tree<C>& tree, Workspace<T>& work, const T* v, const T* tau) {
  constexpr bool has_offset = offset != detail::Offset::none;
  if constexpr (has_offset) {
    for (std::size_t m = 0; m < members_.size(); ++m) {
      const auto k = std::size_t(members_[m].link);
      at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
        Motion<T> beta = joint.motion_to_child(offset_[std::size_t(members_[m].parent + 1)]);
        if constexpr (offset == detail::Offset::motion)
          beta += joint.bias(work.velocity[k], v + joint.link.v);
        joint.advance(beta, c_.data() + members_[m].first);
        offset_[m + 1] = beta;
      });
    }
  }
  Force<T> z = carry_inward(
      tree, work.joints,
      [&](int m, std::size_t k) {
        if constexpr (has_offset) return work.force[k] + work.covariance[k] * offset_[std::size_t(m + 1)];
        return work.force[k];
      },
      [&](int j, const T& Hz) {
        const auto index = std::size_t(velocity_index(j));
        T torque = tau[index] - Hz;
        if constexpr (has_offset) torque = torque - tree.armature[index] * c_[std::size_t(j)];
        torques_[std::size_t(j)] = torque;
      });
  for (int c = 0; c < independent_count(); ++c) {
    T e{};
    for (int j = 0; j < dofs(); ++j) e = e + S_(j, c) * torques_[std::size_t(j)];
    innovation_[std::size_t(c)] = e;
    z += e * gain_[std::size_t(c)];
  }
  if (anchor_ == 0) return;
  work.force[std::size_t(anchor_)] += z;
}

template <Scalar T>
template <detail::Offset offset>
void CompoundBody<T>::outward(const Tree<C>& tree, Workspace<T>& work, const T* v, T* a) {
  const int u = independent_count();
  const Motion<T> lambda_p = work.acceleration[std::size_t(anchor_)];
  solver_.solve(VectorView<T>(innovation_.data(), std::size_t(u)));
  for (int c = 0; c < u; ++c)
    innovation_[std::size_t(c)] = innovation_[std::size_t(c)] - dot(gain_[std::size_t(c)], lambda_p);
  for (int j = 0; j < dofs(); ++j) {
    T sum{};
    if constexpr (offset != detail::Offset::none) sum = c_[std::size_t(j)];
    for (int c = 0; c < u; ++c) sum = sum + S_(j, c) * innovation_[std::size_t(c)];
    a[velocity_index(j)] = sum;
  }
  for (const Member& member : members_) {
    const auto k = std::size_t(member.link);
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Motion<T> lambda = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      joint.advance(lambda, a + joint.link.v);
      if constexpr (offset == detail::Offset::motion)
        lambda += joint.bias(work.velocity[k], v + joint.link.v);
      work.acceleration[k] = lambda;
    });
  }
}

template <Scalar T>
std::span<const T> CompoundBody<T>::multipliers(const Tree<C>& tree, const Workspace<T>& work, const T* tau,
                                                const T* a) {
  carry_inward(
      tree, work.joints,
      [&](int, std::size_t k) { return work.force[k] + work.covariance[k] * work.acceleration[k]; },
      [&](int j, const T& torque) {
        const auto index = std::size_t(velocity_index(j));
        torques_[std::size_t(j)] = torque + tree.armature[index] * a[index] - tau[index];
      });
  elimination_.multipliers(torques_, multipliers_);
  return multipliers_;
}

template <Scalar T>
void CompoundBody<T>::add_offset(T* a) const {
  for (int j = 0; j < dofs(); ++j) a[velocity_index(j)] = a[velocity_index(j)] + c_[std::size_t(j)];
}

template <Scalar T>
double CompoundBody<T>::estimated_cost() const {
  const auto links = double(members_.size()), rows = double(rows_.size());
  const double rank = std::min<double>(rows, dofs()), u = std::max(1.0, dofs() - rows);
  double steps = 0;  // number of pairs of a row and a joint that its path crosses
  for (const EndPath& path : paths_) steps += double(path.members.size()) * path.rows;
  return links * (390 + 70 * u + 3 * u * u) + 26 * steps + rank * rows * dofs() + rank * rank * (u + 3) / 2 +
         u * (u * u / 6 + 8 * u + 27);
}

}  // namespace sinew
