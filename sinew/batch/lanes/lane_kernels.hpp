// Declares what one thread of a batch computes, and the functions that choose the code for an instruction set.
#pragma once

#include "sinew/batch/batch.hpp"
#include "sinew/model/quantities.hpp"

namespace sinew {

// One call of a batch, for one of offered::by_batches. Arrays that the quantity does not take are empty.
template <std::floating_point T>
struct BatchCall {
  Quantity quantity;
  ResultShape shape;                                       // of the quantity
  detail::StateArray<const T> q = {}, v = {}, third = {};  // third: a or tau
  detail::StateArray<T> out = {};
  std::span<const FrameIndex> frames = {};
  Reference reference = Reference::body;
  detail::StateArray<const T> base_acceleration = {}, forces = {};
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

// `gather` and `scatter` of sinew/batch/lanes/blocks.hpp for blocks of eight states, compiled for an instruction set.
inline constexpr int transfer_lanes = 8;
template <std::floating_point T>
struct BlockTransfers {
  void (*gather)(const detail::StateArray<const T>& from, std::size_t first, T* block);
  void (*scatter)(const T* block, const detail::StateArray<T>& to, std::size_t first);
};

// These two are for an instruction set that is known at compile time.
template <std::floating_point T, class Isa>
BlockTransfers<T> block_transfers();
template <std::floating_point T, class Isa>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(const Model& model, Followers followers);

// These two are for an instruction set that is known at run time. They throw std::invalid_argument if it is not
// available. If `reproducible` is true, the kernels give the same bits as the functions for single states;
// make_lane_kernels then throws std::invalid_argument if single_states_are_reproducible() is false. If `reproducible`
// is false, they are faster.
template <std::floating_point T>
BlockTransfers<T> block_transfers(InstructionSet instructions);
template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(InstructionSet instructions, bool reproducible,
                                                  const Model& model, Followers followers);

extern template BlockTransfers<double> block_transfers(InstructionSet);
extern template BlockTransfers<float> block_transfers(InstructionSet);
extern template std::unique_ptr<LaneKernels<double>> make_lane_kernels(InstructionSet, bool, const Model&,
                                                                       Followers);
extern template std::unique_ptr<LaneKernels<float>> make_lane_kernels(InstructionSet, bool, const Model&,
                                                                      Followers);

}  // namespace sinew
