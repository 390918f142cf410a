// Computes the change of joint velocities that changes the velocities along the constraint rows by given amounts with
// the least kinetic energy: the impact when a loop closes between moving bodies, and the correction step that removes
// the constraint errors of a closed chain.
//
//   J dv = c,    dv = M^-1 J^* x,    Omega x = c                x: impulses along the rows
//
// During an impact of zero duration, velocities, gravity and joint torques have no effect. The equations are therefore
// those of forward dynamics of the same chain at rest, with the acceleration c prescribed along the rows (SOA 5.3,
// (23)-(26), with an impulse as the force of the closing joint). If rows are linearly dependent, x has least norm.
//
// Cost: that of forward dynamics of the closed chain.
#pragma once

#include "sinew/chains/loops/closed_chain.hpp"

namespace sinew {

// Constructed once for the model of a closed chain; calls allocate nothing. A call with a different model throws
// std::invalid_argument.
template <Scalar T>
class Impulse {
 public:
  explicit Impulse(const Model& model) : model_(model), zeros_(std::size_t(model.velocity_size())) {}

  bool is_for(const Model& model) const { return model_.is_same(model); }

  // change: dv; rows: c, one number per row of the chain. Sets the position of the workspace. Afterwards
  // chain.multipliers() and chain.loop_force give the impulses.
  void solve(Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> rows, Out<T> change) {
    solve(work, chain, q, rows, change, [] {});
  }
  // The same; calls `then` while the workspace holds the velocities zero and the results of forward dynamics with them.
  template <class Then>
  void solve(Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> rows, Out<T> change, Then&& then) {
    edge::check_made_for("the impulse", model_, work.model);
    chain.set_demand(rows);
    const Withdraw at_the_end{chain, work};
    // A ground that accelerates with gravity cancels it.
    const Vector3<T> g = work.model.gravity().template cast<T>();
    chain.forward_dynamics(work, q, zeros_, zeros_, change, {.base_acceleration = {{}, g}});
    then();
  }

 private:
  struct Withdraw {
    ClosedChain<T>& chain;
    Workspace<T>& work;
    ~Withdraw() {
      chain.set_demand({});
      work.contents.drop("Impulse::solve", content::of_velocity);  // zero velocities, not those of the caller
    }
  };
  OwnedModel model_;
  std::vector<T> zeros_;
};

}  // namespace sinew
