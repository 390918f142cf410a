// Forward dynamics of a very long serial chain on several cores: filter and smoother in blocks of links.
//
// R87 (35)-(47) cut into blocks that work at the same time. A block, its joints free to move, is to the rest of the chain
//
//   F = P0 lambda + z0 + psi f                        force on what carries it
//   lambda_tip = psi^* lambda + nu - Omega f          acceleration of its last link
//
// with lambda the acceleration of what carries it and f the force of what hangs on its last link, f = P lambda_tip + z.
// These are the elements of the associative scan of sweep/filter_scan.hpp (A = psi, C = P0, b = z0, J = Omega, eta = nu),
// and the chain is solved in three phases, the borders between blocks one after the other in between:
//
//   1  joints; pose and velocity of the block's last link relative to what carries the block
//   2  velocities; filter with nothing on the last link; six unit forces carried inward from there give psi and Omega
//   3  filter once more with the true P and z on the last link, as far as they are felt; smoother
//
// In most chains a force dies away within a hundred links or two, because the joints give way to it: where nothing is left
// of the unit forces but far less than rounding, they are carried no further and the filter of phase 2 stands. A chain that
// is stretched taut transmits force through all its links.
//
// Cost: O(n / threads + blocks). docs/long_chains.md says from which length on it is quicker than forward_dynamics.
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/batch/chain_block.hpp"
#include "sinew/chains/team.hpp"

namespace sinew {

struct LongChainOptions {
  int threads = 0;  // 0: as many as the machine has
  // 0: one for each thread, unless they become too short to gain. The bits of the answers depend on this number alone.
  int blocks = 0;
};

// Made once for a model; afterwards nothing allocates. One call at a time.
template <std::floating_point T>
class LongChain {
 public:
  // Throws std::invalid_argument for a negative number of threads or blocks. A robot that branches has one block, on one
  // thread: forward_dynamics itself.
  explicit LongChain(const Model& model, const LongChainOptions& options = {});

  int blocks() const { return int(blocks_.size()); }
  int threads() const { return team_.size(); }
  // Whether the last call, after the blocks, took the serial sweeps: the borders between blocks had lost digits, or a
  // block was singular without what hangs on it. The answers are then those of sinew::forward_dynamics to the last bit,
  // and take longer than without blocks.
  bool fell_back() const { return fell_back_; }

  // As sinew::forward_dynamics: answers, exceptions, and what is left in `work`.
  void forward_dynamics(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                        const EnvironmentIn<T>& environment = {});

  // The same in steps, for measuring: phases 1 to 3 of a block, and the borders between the blocks after phases 1 and 2. Of
  // a call only the block and the workspace are checked.
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
  using Block = ChainBlock<T>;

  void carry_unit_forces(const Call& call, Block& block);
  Block& block_of(const Call& call, int index);
  bool borders_agree(const Call& call) const;
  bool is_last(const Block& block) const { return &block == &blocks_.back(); }

  OwnedModel model_;
  std::vector<Block> blocks_;   // base to tip
  std::vector<Force<T>> bias_;  // per link: what the filter of phase 3 starts from again
  Team team_;
  bool fell_back_ = false;
};

extern template class LongChain<double>;
extern template class LongChain<float>;

}  // namespace sinew
