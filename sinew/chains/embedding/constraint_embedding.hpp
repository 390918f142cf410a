// Computes the dynamics of a robot with closed loops as those of a tree, in which the links of each loop form one
// compound body (constraint embedding): forward and inverse dynamics, the reduced mass matrix and operational-space
// inertia.
//
// A. Jain, "Multibody graph transformations and analysis, part II: closed-chain constraint embedding", Nonlinear
// Dynamics 67, 2012; clusters as in M. Chignoli, N. Adrian, S. Kim, P. M. Wensing, "Recursive rigid-body dynamics
// algorithms for systems with kinematic loops", 2023. The constraints are solved inside each cluster of links
// (chains/embedding/cluster_tree.hpp) for independent joint velocities u,
//
//   v = S u,    v' = S u' + c
//
// and the filter and smoother of the open chain run over the clusters (chains/embedding/compound_body.hpp); a link in
// no loop is a cluster by itself. The mass matrix of the closed chain is S^* M S. Pivoting selects the independent
// joints at each position, so that they and the rank of the constraints may differ from one position to another.
//
// Cost: O(n) for the links in no loop, and CompoundBody::estimated_cost for each cluster. The cost of many small loops
// is proportional to their number, whereas that of one system of all rows grows with the cube of the number.
#pragma once

#include "sinew/chains/embedding/compound_body.hpp"

namespace sinew {

// Constructed once for a model and its constraints; calls allocate nothing. A call with a different model, or with
// constraints of a different model, throws std::invalid_argument. Inactive constraints are ignored. The library
// contains the class for double and float; files that use it with another scalar include
// chains/embedding/constraint_embedding_impl.hpp.
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

  // Whether `work` holds the filter of these compound bodies at its position.
  bool has_filter(const Workspace<T>& work) const {
    return known_ == work.contents.key() && work.contents.compound_filter_of == this &&
           work.contents.has(content::compound_filter);
  }
  // Solves M a = f + J^* x, J a = c for the tree of all joints, with the factors of the last forward_dynamics or
  // `update` (ClosedChain::solve). x: c in, the multipliers out.
  void solve(Workspace<T>& work, In<T> f, Out<T> a, Out<T> x);

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
  template <detail::Offset offset>
  void inward_states(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* tau);
  template <detail::Offset offset>
  void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, T* a);
  void compute_filter(Workspace<T>& work);
  void find_multipliers(const Workspace<T>& work, const T* tau, const T* a, Out<T> out);
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
  std::vector<T> joint_, torques_, multipliers_;
  PositionKey known_{};  // where the filter of the compound bodies was computed
};

extern template class EmbeddedTree<double>;
extern template class EmbeddedTree<float>;

}  // namespace sinew
