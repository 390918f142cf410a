// The change of velocities that changes the rows of the constraints as asked, at the least cost in kinetic energy: the
// jump where a loop closes on moving bodies, and the step by which errors of a closed chain are taken out.
//
//   J dv = c,    dv = M^-1 J^* x,    Omega x = c                x: impulses along the rows
//
// Over an instant only accelerations count: velocities, gravity and moments drop out of the filter, and it reads as the
// forward dynamics of the same chain at rest, with the rows asked to accelerate by c (SOA 5.3, (23)-(26), with the force
// of the closing joint an impulse). Rows that depend on each other get what the least-norm multipliers give.
//
// Cost: that of forward dynamics of the closed chain.
#pragma once

#include "sinew/chains/closed_chain.hpp"

namespace sinew {

// Made once for the model of a closed chain; afterwards nothing allocates. Another model is refused, with
// std::invalid_argument.
template <Scalar T>
class Impulse {
 public:
  explicit Impulse(const Model& model) : model_(model), zeros_(std::size_t(model.velocity_size())) {}

  bool is_for(const Model& model) const { return model_.is_same(model); }

  // change: dv; rows: c, one number per row of the chain. The impulses are chain.multipliers() and loop_force afterwards.
  void solve(const Model& model, Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> rows,
             Out<T> change) {
    edge::check_made_for("the impulse", model_, model);
    chain.set_demand(rows);
    const Withdraw at_the_end{chain};
    // A ground that falls with gravity is one without.
    const Vector3<T> g = model.gravity().template cast<T>();
    chain.forward_dynamics(model, work, q, zeros_, zeros_, change, {.base_acceleration = {{}, g}});
  }

 private:
  struct Withdraw {
    ClosedChain<T>& chain;
    ~Withdraw() { chain.set_demand({}); }
  };
  OwnedModel model_;
  std::vector<T> zeros_;
};

}  // namespace sinew
