// Computes forward dynamics (ABA) of a very long serial chain on several cores, with filter and smoother in blocks of
// links.
//
// R87 (35)-(47), cut into blocks that are computed at the same time. A block whose joints are free to move obeys
//
//   F = P0 lambda + z0 + psi f                        force on the link before the block
//   lambda_tip = psi^* lambda + nu - Omega f          acceleration of its last link
//
// where lambda is the acceleration of the link before the block and f = P lambda_tip + z is the force of the links
// after the block. These are the elements of the associative scan of sweep/scans/filter_scan.hpp (A = psi, C = P0, b =
// z0, J = Omega, eta = nu). The chain is solved in three phases; between them the borders between the blocks are solved
// one after the other:
//
//   1  joints; pose and velocity of the block's last link relative to the link before the block
//   2  velocities; filter without the links after the block; six unit forces on the last link, propagated inward, give
//      psi, Omega and nu
//   3  filter again with the true P and z of the links after the block, for the links that they affect; smoother
//
// In most chains a force dies away within one or two hundred links, because the joints yield to it. Once the unit
// forces are far smaller than rounding errors, they are propagated no further, and for the links inboard of that
// point the results of phase 2 are final. A chain that is stretched taut transmits force through all its links.
//
// Cost: O(n / threads + blocks). docs/long_chains.md says from which length on it is faster than forward_dynamics.
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/base/team.hpp"
#include "sinew/batch/long_chain/chain_block.hpp"

namespace sinew {

struct LongChainOptions {
  int threads = 0;  // 0: as many as the machine has
  // 0: one for each thread, or fewer if the blocks would be too short to gain speed. The bits of the results depend
  // on the number of blocks but not on the number of threads.
  int blocks = 0;
};

// Make it once for a model; calls then allocate nothing. Make one call at a time.
template <std::floating_point T>
class LongChain {
 public:
  // Throws std::invalid_argument for a negative number of threads or blocks. A robot with branches has one block on one
  // thread, for which sinew::forward_dynamics is called.
  explicit LongChain(const Model& model, const LongChainOptions& options = {});

  int blocks() const { return int(blocks_.size()); }
  int threads() const { return team_.size(); }
  // Returns whether the last call repeated the computation with the serial sweeps, because the borders between blocks
  // had lost digits or a block was singular without the links after it. The results are then those of
  // sinew::forward_dynamics to the last bit, but took longer than without blocks.
  bool fell_back() const { return fell_back_; }

  // Computes the same as sinew::forward_dynamics, with the same exceptions and the same results left in `work`.
  void forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                        const EnvironmentIn<T>& environment = {});

  // The same in single steps, for timing: phases 1 to 3 of a block, and the borders between the blocks after phases 1
  // and 2. These functions check only the block's index and the workspace.
  struct Call {
    Workspace<T>& work;
    const T *q, *v, *tau;
    T* a;
    const Environment<T>& environment;
  };
  void relative_motion(const Call& call, int block);
  void border_velocities(const Call& call);
  void filter_alone(const Call& call, int block);
  void border_forces(const Call& call);
  void filter_and_smooth(const Call& call, int block);

 private:
  using C = ConstantOf<T>;
  using Block = detail::ChainBlock<T>;

  void carry_unit_forces(const Call& call, Block& block);
  Block& block_of(const Call& call, int index);
  bool borders_agree(const Call& call) const;
  bool is_last(const Block& block) const { return &block == &blocks_.back(); }

  OwnedModel model_;
  std::vector<Block> blocks_;   // base to tip
  std::vector<Force<T>> bias_;  // per link: bias force, from which the filter of phase 3 starts again
  detail::Team team_;
  bool fell_back_ = false;
};

extern template class LongChain<double>;
extern template class LongChain<float>;

}  // namespace sinew
