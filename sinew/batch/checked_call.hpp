// Builds a call of a batch and checks its arguments one after the other, the result last.
//
//   CheckedCall<T>(model, layout, Quantity::bias_force, q, dofs).with_velocity(v).into("the result bias", bias)
//
// `dofs`: number of coordinates of the results, which is smaller than that of v if followers are embedded.
// The size of q gives the number of states. Sizes that do not fit, unknown frames, and a result that overlaps an
// argument without being the same array throw std::invalid_argument.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "sinew/batch/lanes/lane_kernels.hpp"

namespace sinew {

// Throws std::invalid_argument if a result overlaps an argument, unless both are the same array: a state is read
// before it is written.
template <class T>
void check_apart(const char* what, const detail::StateArray<T>& result, const char* name,
                 const detail::StateArray<const T>& argument) {
  const T *const begin = result.data, *const end = begin + result.numbers * result.states;
  const T *const from = argument.data, *const to = from + argument.numbers * argument.states;
  const std::less<const T*> before;
  const bool is_apart = !before(begin, to) || !before(from, end);
  if (is_apart || (begin == from && end == to)) return;
  throw std::invalid_argument(std::string(what) + " overlaps " + name +
                              ": expected memory of its own, or the same array as " + name);
}

template <std::floating_point T>
class CheckedCall {
 public:
  CheckedCall(const Model& model, Layout layout, Quantity quantity, VectorView<const T> q, int dofs)
      : model_(model),
        layout_(layout),
        dofs_(std::size_t(dofs)),
        call_{.quantity = quantity, .shape = info(quantity).shape} {
    if (divides_by_inertia(quantity)) edge::check_possible("the batch", model);
    const auto numbers = std::size_t(model.position_size());
    states_ = numbers == 0 ? 0 : q.size() / numbers;
    if (q.size() != states_ * numbers)
      throw std::invalid_argument("q has " + std::to_string(q.size()) + " numbers: expected a multiple of " +
                                  std::to_string(numbers) + ", those of one state");
    call_.q = argument("q", q, numbers);
  }

  CheckedCall& with_velocity(VectorView<const T> v) {
    call_.v = argument("v", v, std::size_t(model_.velocity_size()));
    return *this;
  }
  CheckedCall& with(const char* what, VectorView<const T> a_or_tau) {
    call_.third = argument(what, a_or_tau, std::size_t(model_.velocity_size()));
    return *this;
  }
  CheckedCall& in(const BatchEnvironment<T>& environment) {
    const auto& [base_acceleration, frames, forces] = environment;
    if (base_acceleration.size() != 0)
      call_.base_acceleration = argument("the base acceleration", base_acceleration, 6);
    call_.forces = argument("the external forces", forces, 6 * frames.size());
    return of(frames, Reference::body);
  }
  CheckedCall& of(std::span<const FrameIndex> frames, Reference reference) {
    for (const FrameIndex frame : frames) model_.frame(frame);  // throws for an unknown frame
    call_.frames = frames;
    call_.reference = reference;
    return *this;
  }
  const BatchCall<T>& into(const char* what, VectorView<T> result) {
    const std::size_t numbers = result_numbers();
    call_.out = array(what, result, is_per_frame(call_.shape) ? numbers * call_.frames.size() : numbers);
    for (int i = 0; i < count_; ++i) check_apart(what, call_.out, arguments_[i].name, arguments_[i].numbers);
    return call_;
  }

 private:
  struct Argument {
    const char* name;
    detail::StateArray<const T> numbers;
  };

  // Numbers of the result for each state, or for each frame and state.
  std::size_t result_numbers() const {
    switch (call_.shape) {
      case ResultShape::joint_torques:
        return dofs_;
      case ResultShape::joint_matrix:
        return dofs_ * dofs_;
      case ResultShape::six_rows:
        return 6 * dofs_;
      default:  // accelerations are those of all joints
        return result_size(call_.quantity, model_).numbers();
    }
  }
  template <class N>
  detail::StateArray<N> array(const char* what, VectorView<N> x, std::size_t numbers) const {
    if (x.size() != numbers * states_) edge::wrong_size(what, x.size(), numbers * states_);
    return {x.data(), numbers, states_, layout_};
  }
  detail::StateArray<const T> argument(const char* what, VectorView<const T> x, std::size_t numbers) {
    arguments_[count_] = {what, array(what, x, numbers)};
    return arguments_[count_++].numbers;
  }

  const Model& model_;
  Layout layout_;
  std::size_t dofs_;
  BatchCall<T> call_;
  std::size_t states_ = 0;
  Argument arguments_[5] = {};  // q, v, a or tau, base acceleration, forces
  int count_ = 0;
};

}  // namespace sinew
