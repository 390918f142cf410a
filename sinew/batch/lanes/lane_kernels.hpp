// What one thread of a batch does, compiled for each instruction set (sinew/batch/lanes/).
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
// Whether the results are those of frames, one after the other.
constexpr bool gives_frames(BatchJob job) {
  return job == BatchJob::poses || job == BatchJob::velocities;
}

// One call of a batch: arrays that are not there are empty.
template <std::floating_point T>
struct BatchCall {
  BatchJob job;
  StateArray<const T> q = {}, v = {}, third = {};  // a or tau
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
  // Makes the working memory that the call needs, where it has not been made for another.
  virtual void prepare(const BatchCall<T>& call) = 0;
  // The states first, ..., last - 1; `first` is a multiple of lanes().
  virtual void run(const BatchCall<T>& call, std::size_t first, std::size_t last, BatchReport& report) = 0;
};

extern template class LaneKernels<double>;
extern template class LaneKernels<float>;

// gather and scatter of blocks of eight states (sinew/batch/blocks.hpp), in the registers of an instruction set.
inline constexpr int transfer_lanes = 8;
template <std::floating_point T>
struct BlockTransfers {
  void (*gather)(const StateArray<const T>& from, std::size_t first, T* block);
  void (*scatter)(const T* block, const StateArray<T>& to, std::size_t first);
};

// Of an instruction set that is known when compiling.
template <std::floating_point T, class Isa>
BlockTransfers<T> block_transfers();
template <std::floating_point T, class Isa>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(const Model& model);

// Of one that is known when running. Throws std::invalid_argument where it is not available.
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
