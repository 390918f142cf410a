// Declares what one thread of a batch computes, and the functions that choose the code for an instruction set.
#pragma once

#include "sinew/batch/batch.hpp"

namespace sinew {

enum class BatchJob {
  forward_dynamics,
  inverse_dynamics,
  bias_force,
  gravity_force,
  mass_matrix,
  inverse_mass_matrix,
  poses,
  velocities,
  jacobian,
  omega,
};
// Returns whether the results are those of several frames, one after the other.
constexpr bool gives_frames(BatchJob job) {
  return job == BatchJob::poses || job == BatchJob::velocities;
}

// One call of a batch. Arrays that the job does not use are empty.
template <std::floating_point T>
struct BatchCall {
  BatchJob job;
  StateArray<const T> q = {}, v = {}, third = {};  // third: a or tau
  StateArray<T> out = {};
  std::span<const FrameIndex> frames = {};
  Reference reference = Reference::body;
  StateArray<const T> base_acceleration = {}, forces = {};
};

template <std::floating_point T>
class LaneKernels {
 public:
  virtual ~LaneKernels();
  virtual int lanes() const = 0;
  // Allocates the working memory that the call needs, unless an earlier call has done so.
  virtual void prepare(const BatchCall<T>& call) = 0;
  // Computes the states first, ..., last - 1; `first` is a multiple of lanes().
  virtual void run(const BatchCall<T>& call, std::size_t first, std::size_t last, BatchReport& report) = 0;
};

extern template class LaneKernels<double>;
extern template class LaneKernels<float>;

// `gather` and `scatter` of sinew/batch/blocks.hpp for blocks of eight states, compiled for an instruction set.
inline constexpr int transfer_lanes = 8;
template <std::floating_point T>
struct BlockTransfers {
  void (*gather)(const StateArray<const T>& from, std::size_t first, T* block);
  void (*scatter)(const T* block, const StateArray<T>& to, std::size_t first);
};

// These two are for an instruction set that is known at compile time.
template <std::floating_point T, class Isa>
BlockTransfers<T> block_transfers();
template <std::floating_point T, class Isa>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(const Model& model);

// These two are for an instruction set that is known at run time. They throw std::invalid_argument if it is not
// available. If `reproducible` is true, the kernels give the same bits as the functions for single states;
// make_lane_kernels then throws std::invalid_argument if single_states_are_reproducible() is false. If `reproducible`
// is false, they are faster.
template <std::floating_point T>
BlockTransfers<T> block_transfers(InstructionSet instructions);
template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(InstructionSet instructions, bool reproducible,
                                                  const Model& model);

extern template BlockTransfers<double> block_transfers(InstructionSet);
extern template BlockTransfers<float> block_transfers(InstructionSet);
extern template std::unique_ptr<LaneKernels<double>> make_lane_kernels(InstructionSet, bool, const Model&);
extern template std::unique_ptr<LaneKernels<float>> make_lane_kernels(InstructionSet, bool, const Model&);

}  // namespace sinew
