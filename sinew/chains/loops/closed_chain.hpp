// Computes forward dynamics of a model with closed loops and couplings: the joint accelerations that satisfy the
// constraints, and the constraint forces (the multipliers). Omega is the Delassus matrix J M^-1 J^*.
//
// SOA 5.3, (23)-(26), R88 Result 8.1, for any number of loops of any kind in a tree. The filter runs over the tree as
// if the loops were cut; unit forces along the constraint rows are propagated inward through the filter
// (chains/constraints/constraint_sweep.hpp), and
//
//   Omega x = - (J a_free + dJ/dt v)        multipliers: forces along the rows on the second ends          (26)
//   e = e_free + K x                        corrected innovations                                  R88 (8.4)
//
// after which one outward sweep gives the accelerations. If rows are linearly dependent (a planar loop closed by a
// revolute joint), the accelerations are still unique; the multipliers are those of least norm.
//
// Two other methods (Strategy) give the same results: compound bodies (chains/embedding/constraint_embedding.hpp) and
// the dense equations (chains/loops/dense_closed_chain.hpp).
//
// Cost: that of forward dynamics; per row about a tenth of it for the links between the ends and the ground; and
// m^3 / 6 multiplications for m rows.
#pragma once

#include <cstdint>
#include <optional>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/innovations.hpp"
#include "sinew/chains/constraints/constraint_sweep.hpp"
#include "sinew/chains/embedding/constraint_embedding.hpp"
#include "sinew/chains/loops/dense_closed_chain.hpp"
#include "sinew/chains/loops/not_solved.hpp"

namespace sinew {

// The method that computes the accelerations.
enum class Strategy {
  automatic,    // block_omega or embedding, whichever is expected to need fewer multiplications
  block_omega,  // O(n) and a small dense system for the rows
  embedding,    // each loop becomes a compound body: O(n) also in the number of loops
  dense         // mass matrix and Jacobian, for cross-checks
};
const char* name_of(Strategy strategy);
namespace edge {
void check_strategy(Strategy strategy);  // throws std::invalid_argument for a value that is not an enumerator
}

// Constructed once for a model; calls allocate nothing. Use one per thread, like the workspace. A call with a different
// model throws std::invalid_argument. Files that use scalars other than double and float include
// chains/embedding/constraint_embedding_impl.hpp.
template <Scalar T>
class ClosedChain {
 public:
  // Takes the loops, couplings and mimic joints of the model's description. The model may have none of them.
  explicit ClosedChain(const Model& model, Strategy strategy = Strategy::automatic);

  Strategy strategy() const { return strategy_; }  // never automatic
  int rows() const { return constraints_.size(); }
  const Constraints<T>& constraints() const { return constraints_; }
  // active false disables a loop or a coupling between calls (a foot is lifted); true enables it again.
  void set_loop_active(int loop, bool active) {
    keep_loop_forces();
    constraints_.set_loop_active(loop, active);
    has_factors_ = false;
  }
  void set_coupling_active(int coupling, bool active) {
    constraints_.set_coupling_active(coupling, active);
    has_factors_ = false;
  }
  // Sets the position at which a coupling without a leader locks its joint.
  void set_locked_position(int coupling, T position) { constraints_.set_locked_position(coupling, position); }
  // Sets the accelerations along the rows that forward_dynamics produces instead of zero. They stay in effect until the
  // next call; an empty vector restores zero.
  void set_demand(In<T> row_accelerations) { constraints_.set_demand(row_accelerations); }

  // The constraint errors of a position, and their rates at a velocity (J v): one number per row.
  void position_errors(Workspace<T>& work, In<T> q, Out<T> errors);
  void velocity_errors(Workspace<T>& work, In<T> q, In<T> v, Out<T> errors);
  // The constraint Jacobian J, rows() x v_size: J v = 0 for the velocities that keep the loops closed.
  void jacobian(Workspace<T>& work, In<T> q, MatrixOut<T> J);

  // Assumes that q closes the loops and v keeps them closed. Throws as the forward dynamics of the tree does.
  void forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                        const EnvironmentIn<T>& environment = {});

  // Solves M a = f + J^* x, J a = c with the factors of the last forward_dynamics: the linear response of the chain to
  // joint torques f and to accelerations c along the rows. x has least norm; components of c that redundant rows cannot
  // have are ignored. Throws std::logic_error if these factors belong to another position or to other active rows.
  void solve(Workspace<T>& work, In<T> f, In<T> c, Out<T> a, Out<T> x);
  // Counts the factorisations of this chain, and is zero while it holds no factors for its active rows.
  std::uint64_t factors() const { return has_factors_ ? factorisations_ : 0; }

  // Results of the last forward_dynamics. They throw std::logic_error if it has not been called, if it threw, or if
  // another function has given another position since.
  int rank() const {  // number of linearly independent active rows
    check_solved();
    return embedded_ ? embedded_->rank() : row_solver_.rank();
  }
  std::span<const T> multipliers() const {
    check_solved();
    return found_multipliers();
  }
  Force<T> loop_force(int loop) const;  // on the second end by the first, in the second end's axes
  // For the reaction forces of the joints, including fixed ones, call joint_forces and fixed_joint_forces on the
  // workspace (algorithms/dynamics/constraint_forces.hpp).
  T coupling_torque(int coupling) const;  // joint torque on the follower; -slope times it acts on the leader

 private:
  void check_solved() const {
    if (!solved_) edge::not_solved("the closed chain");
  }
  const Tree<ConstantOf<T>>& tree_of(const Workspace<T>& work) const {
    edge::check_made_for("the closed chain", constraints_.model(), work.model);
    return edge::tree_of(work);
  }
  std::span<const T> found_multipliers() const {
    return embedded_ ? embedded_->multipliers() : row_solver_.multipliers();
  }
  void set_position(const char* function, Workspace<T>& work, In<T> q);
  // Marks the results as missing if they belong to another position than that of the workspace.
  void drop_results_unless_at(const Workspace<T>& work) {
    solved_ = solved_ && solved_at_ == work.contents.key();
  }
  void note_solved(const Workspace<T>& work);
  // Loop forces are computed when they are read. Stores them before the rows of a loop that is disabled become zero.
  void keep_loop_forces();

  Strategy strategy_;
  Constraints<T> constraints_;
  detail::ConstraintSweep<T> sweep_;
  detail::RowSolver<T> row_solver_;
  std::optional<EmbeddedTree<T>> embedded_;
  std::optional<detail::DenseClosedChain<T>> dense_;
  std::vector<T> response_rows_;       // of `solve`
  std::vector<Force<T>> loop_forces_;  // of the last forward_dynamics, if has_loop_forces_
  bool has_loop_forces_ = false;
  bool solved_ = false;  // the last forward_dynamics succeeded
  PositionKey solved_at_{};
  bool has_factors_ = false;  // of the rows that are active
  std::uint64_t factorisations_ = 0;
};

template <Scalar T>
ClosedChain<T>::ClosedChain(const Model& model, Strategy strategy)
    : strategy_(strategy),
      constraints_(model),
      sweep_(model, constraints_),
      row_solver_(constraints_.size()),
      response_rows_(std::size_t(constraints_.size())),
      loop_forces_(constraints_.loops().size()) {
  edge::check_strategy(strategy);
  if (strategy == Strategy::automatic || strategy == Strategy::embedding)
    embedded_.emplace(model, constraints_);
  if (strategy == Strategy::automatic) {
    const bool compound = embedded_->estimated_cost() < sweep_.estimated_cost(model.velocity_size());
    strategy_ = compound ? Strategy::embedding : Strategy::block_omega;
    if (!compound) embedded_.reset();
  }
  if (strategy == Strategy::dense) dense_.emplace(model, constraints_.size());
}

template <Scalar T>
void ClosedChain<T>::set_position(const char* function, Workspace<T>& work, In<T> q) {
  const auto& tree = tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  detail::move_to<T>(work, function, 0, q.data());
  drop_results_unless_at(work);
  constraints_.update_position(tree, work, q.data());
}

template <Scalar T>
void ClosedChain<T>::position_errors(Workspace<T>& work, In<T> q, Out<T> errors) {
  set_position("ClosedChain::position_errors", work, q);
  constraints_.errors(q.data(), errors);
}

template <Scalar T>
void ClosedChain<T>::velocity_errors(Workspace<T>& work, In<T> q, In<T> v, Out<T> errors) {
  const auto& tree = tree_of(work);
  const edge::InUse in_use(work);
  update_velocities(work, q, v);
  drop_results_unless_at(work);
  constraints_.update_position(tree, work, q.data());
  constraints_.update_velocity(work, v.data());
  constraints_.velocities(v.data(), errors);
}

template <Scalar T>
void ClosedChain<T>::jacobian(Workspace<T>& work, In<T> q, MatrixOut<T> J) {
  set_position("ClosedChain::jacobian", work, q);
  has_factors_ = has_factors_ && strategy_ != Strategy::block_omega;  // the sweep of the rows is used again
  sweep_.jacobian(constraints_, work, J);
  edge::check_overflow("the Jacobian of the constraints", J);
}

template <Scalar T>
void ClosedChain<T>::forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                                      const EnvironmentIn<T>& environment) {
  const auto& tree = tree_of(work);
  edge::check_possible("ClosedChain::forward_dynamics", work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_size("v", v, tree.v_size);
  edge::check_size("tau", tau, tree.v_size);
  edge::check_size("the result a", a, tree.v_size);
  solved_ = has_factors_ = false;
  if (dense_) {
    dense_->forward_dynamics(work, constraints_, sweep_, row_solver_, q, v, tau, a, environment);
    return note_solved(work);
  }
  if (embedded_) {
    embedded_->forward_dynamics(work, constraints_, q, v, tau, a, environment);
    return note_solved(work);
  }
  detail::move_to(work, "ClosedChain::forward_dynamics", content::all_but_poses, q.data(), v.data());
  filter::outward_velocities(tree, work, v.data(), environment);
  filter::inward(tree, work, v.data(), tau.data());
  constraints_.update_position(tree, work, q.data());
  constraints_.update_velocity(work, v.data());
  work.acceleration[0] = detail::ground_acceleration(tree, environment);
  sweep_.update(constraints_, work, v.data());
  if (!row_solver_.solve(constraints_, sweep_.omega(), sweep_.free_accelerations()))
    filter::explain_not_finite<T>(work, q, v, tau, environment);
  sweep_.correct(work, found_multipliers().data());
  filter::outward_accelerations(tree, work, v.data(), a.data(), environment);
  filter::check_result<T>(work, q, v, tau, environment, a);
  constraints_.add_loads(work, found_multipliers().data());
  note_solved(work);
  // z belongs to the tree with its loops cut and is not a result.
  work.contents.add(filter::all_results & ~content::filter_states);
}

template <Scalar T>
void ClosedChain<T>::note_solved(const Workspace<T>& work) {
  solved_ = has_factors_ = true;
  has_loop_forces_ = false;
  solved_at_ = work.contents.key();
  ++factorisations_;
}

template <Scalar T>
void ClosedChain<T>::keep_loop_forces() {
  if (!solved_ || has_loop_forces_) return;
  for (std::size_t i = 0; i < loop_forces_.size(); ++i)
    loop_forces_[i] = constraints_.loop_force(int(i), found_multipliers().data());
  has_loop_forces_ = true;
}

template <Scalar T>
void ClosedChain<T>::solve(Workspace<T>& work, In<T> f, In<T> c, Out<T> a, Out<T> x) {
  const auto& tree = tree_of(work);
  edge::check_input("f", f, tree.v_size);
  edge::check_input("c", c, rows());
  edge::check_size("the result a", a, tree.v_size);
  edge::check_size("the result x", x, rows());
  if (!has_factors_ || solved_at_ != work.contents.key())
    edge::moved_on("ClosedChain::solve", "ClosedChain::forward_dynamics", work.contents);
  if (x.data() != c.data()) std::copy(c.data(), c.data() + c.size(), x.data());
  if (dense_) {
    dense_->solve(constraints_, row_solver_, f, a, x);
  } else if (embedded_) {
    if (!embedded_->has_filter(work))
      embedded_->update(work, constraints_, {work.position.data(), work.position.size()});
    embedded_->solve(work, f, a, x);
  } else {
    filter::need(work, "ClosedChain::solve");
    work.contents.drop("ClosedChain::solve", innovations::overwritten | content::innovations);
    Measurement<T>* const measurement = work.measurement.data();
    innovations::inward<false>(tree, work, [=](int j, const T& Hz) SINEW_INLINE_LAMBDA {
      return measurement[j].innovation = f[std::size_t(j)] - Hz;
    });
    sweep_.accelerations(work, response_rows_);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] - response_rows_[i];
    row_solver_.solve_again(constraints_, x);
    sweep_.correct(work, x.data());
    innovations::outward(tree, work, [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA {
      return a[std::size_t(j)] = measurement[j].inverse_variance * measurement[j].innovation - Glambda;
    });
  }
  edge::check_overflow("the response of the closed chain", a);
  edge::check_overflow("a multiplier", x);
}

template <Scalar T>
Force<T> ClosedChain<T>::loop_force(int loop) const {
  edge::check_constraint("loop", loop, int(loop_forces_.size()));
  check_solved();
  return has_loop_forces_ ? loop_forces_[std::size_t(loop)]
                          : constraints_.loop_force(loop, found_multipliers().data());
}

template <Scalar T>
T ClosedChain<T>::coupling_torque(int coupling) const {
  edge::check_constraint("coupling", coupling, int(constraints_.couplings().size()));
  check_solved();
  return multipliers()[std::size_t(constraints_.couplings()[std::size_t(coupling)].row)];
}

extern template class ClosedChain<double>;
extern template class ClosedChain<float>;

}  // namespace sinew
