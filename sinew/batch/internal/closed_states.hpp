// Computes the forward dynamics of many states of a robot with closed loops or couplings, one state after the other,
// and leaves all other quantities, which are those of the tree, to the kernels that use SIMD lanes.
//
// Cost: that of chains/constrained_system.hpp for each state; float states are computed in double.
#pragma once

#include "sinew/batch/lanes/lane_kernels.hpp"

namespace sinew {

// Makes the kernels that one thread of a batch uses for a model with loops, or with followers that are not embedded.
// `tree`: the kernels for the other quantities.
template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_closed_kernels(const Model& model, std::unique_ptr<LaneKernels<T>> tree);

extern template std::unique_ptr<LaneKernels<double>> make_closed_kernels(
    const Model&, std::unique_ptr<LaneKernels<double>>);
extern template std::unique_ptr<LaneKernels<float>> make_closed_kernels(const Model&,
                                                                        std::unique_ptr<LaneKernels<float>>);

}  // namespace sinew
