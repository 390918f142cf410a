// Computes the dynamics of a robot with closed loops as those of a tree, in which the links of each loop form one
// compound body (constraint embedding): forward and inverse dynamics, the reduced mass matrix and operational-space
// inertia.
//
// A. Jain, "Multibody graph transformations and analysis, part II: closed-chain constraint embedding", Nonlinear
// Dynamics 67, 2012; clusters as in M. Chignoli, N. Adrian, S. Kim, P. M. Wensing, "Recursive rigid-body dynamics
// algorithms for systems with kinematic loops", 2023. The constraints are solved inside each cluster of links
// (chains/cluster_tree.hpp) for independent joint velocities u,
//
//   v = S u,    v' = S u' + c
//
// and the filter and smoother of the open chain run over the clusters (chains/compound_body.hpp); a link in no loop is
// a cluster by itself. The mass matrix of the closed chain is S^* M S. Pivoting selects the independent joints at each
// position, so that they and the rank of the constraints may differ from one position to another.
//
// Cost: O(n) for the links in no loop, and CompoundBody::estimated_cost for each cluster. The cost of many small loops
// is proportional to their number, whereas that of one system of all rows grows with the cube of the number.
#pragma once

#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics.hpp"
#include "sinew/chains/compound_body.hpp"

namespace sinew {

// Constructed once for a model and its constraints; calls allocate nothing. A call with a different model, or with
// constraints of a different model, throws std::invalid_argument. Inactive constraints are ignored.
template <Scalar T>
class EmbeddedTree {
 public:
  EmbeddedTree(const Model& model, const Constraints<T>& constraints);

  std::span<const CompoundBody<T>> compounds() const { return compounds_; }
  double estimated_cost() const;  // multiplications of forward_dynamics

  // Computes the accelerations of all joints. Leaves lambda of the closed chain in `work`, so that joint_forces can be
  // called, and the constraints at q and v. `work` then holds the filter of the compound bodies, not that of the open
  // chain.
  void forward_dynamics(Workspace<T>& work, Constraints<T>& constraints, In<T> q, In<T> v, In<T> tau,
                        Out<T> a, const EnvironmentIn<T>& environment = {});
  // After forward_dynamics, one per row: the force along it on the second end. They have least norm if rows are
  // redundant.
  std::span<const T> multipliers() const { return multipliers_; }

  // Computes the filter of the compound bodies at a position. The functions below give results for the position of the
  // last `update` or forward_dynamics; those that take a workspace throw std::logic_error if it has moved on.
  void update(Workspace<T>& work, Constraints<T>& constraints, In<T> q);
  int rank() const;                                      // of the constraints
  int size() const { return int(independent_.size()); }  // of u
  // The indices of u in v, cluster by cluster.
  std::span<const int> independent() const { return independent_; }

  // S u, S^* tau, S^* M S and J S: reduce quantities of the open chain (a mass matrix, the Jacobian of a frame) to
  // those of the closed chain.
  void expand(In<T> u, Out<T> v) const;
  void reduce(In<T> tau, Out<T> reduced) const;
  void reduce_matrix(MatrixIn<T> M, MatrixOut<T> reduced) const;
  void reduce_columns(MatrixIn<T> J, MatrixOut<T> reduced) const;
  // The joint torques on the independent joints that produce du/dt = rate while all other joint torques are zero. The
  // independent joints are those at q.
  void inverse_dynamics(Workspace<T>& work, Constraints<T>& constraints, In<T> q, In<T> v, In<T> rate,
                        Out<T> tau, const EnvironmentIn<T>& environment = {});
  // (S^* M S)^-1 x, O(n).
  void solve_mass_matrix(Workspace<T>& work, In<T> x, Out<T> y);
  // Omega = J S (S^* M S)^-1 (J S)^*, 6 x 6: acceleration of a frame per unit of force on it, in the axes of the
  // frame. Its inverse is the operational-space inertia.
  void omega(Workspace<T>& work, FrameIndex frame, MatrixOut<T> out);

 private:
  // A link in no loop, or a compound body.
  struct Step {
    std::size_t link;
    int v, count;  // its degrees of freedom; for a compound body those of its first link
    int compound;  // index in compounds_; -1: a link in no loop
    int u = 0;     // where its independent coordinates start
  };
  // How a link in no loop receives the articulated inertias of the links that it carries.
  struct Handing {
    bool from_next = false;       // from link k+1, in registers
    bool through_memory = false;  // from the sum in work.covariance[k]
  };

  void check(const Model& model) const { edge::check_made_for("the tree of compound bodies", model_, model); }
  void check(const Model& model, const Constraints<T>& constraints) const {
    check(model);
    edge::check_made_for("the set of constraints", constraints.model(), model);
  }
  template <bool biased>
  void embed(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, const Constraints<T>& constraints,
             const T* v);
  void inward_covariances(const Tree<ConstantOf<T>>& tree, Workspace<T>& work);
  template <bool biased>
  void inward_states(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* tau);
  template <bool biased>
  void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, T* a);
  void compute_filter(Workspace<T>& work);
  void require_filter(const Workspace<T>& work, const char* function) const;
  // Calls at(c, j, s) for every entry s of S, in row j and column c, that is not structurally zero.
  template <class At>
  void for_each_entry(At&& at) const;

  OwnedModel model_;
  std::vector<CompoundBody<T>> compounds_;
  std::vector<Step> steps_;  // base to tip
  std::vector<Handing> handing_;
  std::vector<std::size_t> sums_;  // links whose work.covariance sums the inertias that they carry
  std::vector<int> independent_;
  std::vector<T> joint_, moments_, multipliers_;
  PositionKey known_{};  // where the filter of the compound bodies was computed
};

template <Scalar T>
EmbeddedTree<T>::EmbeddedTree(const Model& model, const Constraints<T>& constraints)
    : model_(model),
      handing_(model.tree<ConstantOf<T>>().links.size()),
      joint_(std::size_t(model.velocity_size())),
      moments_(joint_.size()),
      multipliers_(std::size_t(constraints.size())) {
  check(model, constraints);
  const auto& tree = model.tree<ConstantOf<T>>();
  std::vector<int> parents;
  for (const auto& link : tree.links) parents.push_back(link.parent);
  std::vector<Tie> ties;
  for (const auto& loop : constraints.loops()) ties.push_back({int(loop.first.link), int(loop.second.link)});
  for (const auto& coupling : constraints.couplings()) {
    const int follower = int(coupling.follower.link), leader = int(coupling.leader.link);
    ties.push_back({leader == 0 ? follower : leader, follower, true});
  }
  const ClusterTree found = find_clusters(parents, ties);
  const auto is_free = [&](std::size_t k) {
    return k != 0 && k < parents.size() && !found.clusters[std::size_t(found.cluster_of[k])].is_compound();
  };
  for (const Cluster& cluster : found.clusters) {
    const auto k = std::size_t(cluster.links.front());
    const auto& link = tree.links[k];
    const bool compound = cluster.is_compound();
    const int count = is_step(link.kind) ? 1 : tree.placed_joints[std::size_t(link.side)].count;
    steps_.push_back({k, link.v, count, compound ? int(compounds_.size()) : -1});
    if (compound) compounds_.emplace_back(tree, cluster, constraints);
    handing_[k].from_next = link.next_is_child && is_free(k) && is_free(k + 1);
  }
  for (const Cluster& cluster : found.clusters) {
    const auto before = std::size_t(cluster.anchor);
    if (before + 1 == std::size_t(cluster.links.front()) && handing_[before].from_next) continue;
    handing_[before].through_memory = true;
  }
  for (std::size_t k = 1; k < parents.size(); ++k) {
    if (!is_free(k) || handing_[k].through_memory) sums_.push_back(k);
  }
  independent_.reserve(joint_.size());
}

template <Scalar T>
double EmbeddedTree<T>::estimated_cost() const {
  double sum = 0;
  for (const CompoundBody<T>& body : compounds_) sum += body.estimated_cost();
  return sum + 300 * double(steps_.size() - compounds_.size());
}

template <Scalar T>
int EmbeddedTree<T>::rank() const {
  int sum = 0;
  for (const CompoundBody<T>& body : compounds_) sum += body.rank();
  return sum;
}

template <Scalar T>
void EmbeddedTree<T>::forward_dynamics(Workspace<T>& work, Constraints<T>& constraints, In<T> q, In<T> v,
                                       In<T> tau, Out<T> a, const EnvironmentIn<T>& environment) {
  check(work.model, constraints);
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("tau", tau, tree.v_size);
  edge::check_size("the result a", a, tree.v_size);
  edge::check_environment(environment);
  move_to(work, "EmbeddedTree::forward_dynamics", content::all_but_poses, q.data(), v.data());
  filter::outward_velocities(tree, work, v.data(), environment);
  constraints.update_position(tree, work, q.data());
  constraints.update_velocity(work, v.data());
  embed<true>(tree, work, constraints, v.data());
  compute_filter(work);
  inward_states<true>(tree, work, v.data(), tau.data());
  work.acceleration[0] = ground_acceleration(tree, environment);
  outward<true>(tree, work, v.data(), a.data());
  for (CompoundBody<T>& body : compounds_) {
    const std::span<const T> found = body.multipliers(tree, work, tau.data(), a.data());
    for (std::size_t i = 0; i < found.size(); ++i) multipliers_[std::size_t(body.rows()[i])] = found[i];
  }
  edge::check_overflow("forward dynamics of the closed chain", a);
  edge::check_overflow("a multiplier", multipliers_.data(), multipliers_.size());
  constraints.add_loads(work, multipliers_.data());
  work.contents.add(content::velocities | content::costates | content::dynamics | content::compound_filter);
  known_ = work.contents.key();
}

template <Scalar T>
void EmbeddedTree<T>::update(Workspace<T>& work, Constraints<T>& constraints, In<T> q) {
  check(work.model, constraints);
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  move_to<T>(work, "EmbeddedTree::update", content::filter | content::compound_filter, q.data());
  constraints.update_position(tree, work, q.data());
  embed<false>(tree, work, constraints, nullptr);
  compute_filter(work);
  work.contents.add(content::compound_filter);
  known_ = work.contents.key();
}

extern template class EmbeddedTree<double>;
extern template class EmbeddedTree<float>;

}  // namespace sinew

#include "sinew/chains/embedded_quantities.hpp"
#include "sinew/chains/embedded_sweeps.hpp"
