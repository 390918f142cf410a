// Runs the recursions on SIMD lanes: gathers a few states side by side, computes them together, and scatters the
// results.
//
// This file is compiled several times for one program. Every function that is not inlined has the tag `Isa` in its
// name, so that a machine does not run code for a newer one (tools/check_lane_symbols).
#pragma once

#include <optional>
#include <vector>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/batch/lanes/internal/custom_joint_in_lanes.hpp"
#include "sinew/batch/lanes/internal/states_in_lanes.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"

namespace sinew {

template <std::floating_point T, class Isa>
class KernelsInLanes final : public LaneKernels<T> {
  using States = StatesInLanes<T, Isa>;
  using L = typename States::L;

 public:
  KernelsInLanes(const Model& model, Followers followers)
      : model_(model),
        work_(model),
        q_(std::size_t(model.position_size())),
        v_(std::size_t(model.velocity_size())),
        third_(v_.size()),
        out_(States::numbers_at_once) {
    if (followers == Followers::embedded) embedded_.emplace(model);
  }

  int lanes() const override { return States::count; }

  void prepare(const BatchCall<T>& call) override {
    if (!is_per_frame(call.shape) && out_.size() < call.out.numbers) out_.resize(call.out.numbers);
    if (call.forces.numbers > forces_.size()) {
      forces_.resize(call.forces.numbers);
      external_.resize(forces_.size() / 6);
    }
    if (call.quantity == Quantity::omega &&
        !(space_ && frame_ == call.frames[0] && reference_ == call.reference)) {
      frame_ = call.frames[0];
      reference_ = call.reference;
      space_.emplace(model_, frame_, reference_);
      if (embedded_) embedded_space_.emplace(*embedded_, frame_, reference_);
    }
  }

  void run(const BatchCall<T>& call, std::size_t first, std::size_t last, BatchReport& report) override {
    for (std::size_t state = first; state < last; state += States::count) {
      States states(state);
      states.read(call.q, q_.data());
      states.read(call.v, v_.data());
      states.read(call.third, third_.data());
      answer(call, states, read_environment(call, states));
      states.strike_out_failed(call.out, report);
    }
  }

 private:
  Environment<L> read_environment(const BatchCall<T>& call, States& states) {
    Environment<L> environment;
    states.read(call.base_acceleration, environment.base_acceleration.data());
    if (call.forces.numbers == 0) return environment;
    states.read(call.forces, forces_.data());
    for (std::size_t i = 0; i < call.frames.size(); ++i) {
      const L* const f = forces_.data() + 6 * i;
      external_[i] = {call.frames[i], {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}};
    }
    environment.forces = std::span(external_).first(call.frames.size());
    return environment;
  }

  void answer(const BatchCall<T>& call, States& states, const Environment<L>& environment) {
    if (embedded_ && answer_embedded(call, states, environment)) return;
    const VectorView<L> out(out_.data(), call.out.numbers);
    const int dofs = model_.velocity_size();
    switch (call.quantity) {
      case Quantity::forward_dynamics:
        sinew::forward_dynamics(work_, q_, v_, third_, out, environment);
        break;
      case Quantity::inverse_dynamics:
        sinew::inverse_dynamics(work_, q_, v_, third_, out, environment);
        break;
      case Quantity::bias_force:
        sinew::bias_force(work_, q_, v_, out, environment);
        break;
      case Quantity::gravity_force:
        sinew::gravity_force(work_, q_, out);
        break;
      case Quantity::mass_matrix:
        sinew::mass_matrix(work_, q_, MatrixView<L>(out.data(), dofs, dofs));
        break;
      case Quantity::inverse_mass_matrix:
        sinew::inverse_mass_matrix(work_, q_, MatrixView<L>(out.data(), dofs, dofs));
        keep_regular(states);
        break;
      case Quantity::pose:
        update_poses(work_, q_);
        return write_frames<12>(call, states, [&](FrameIndex frame, L* to) SINEW_INLINE_LAMBDA {
          const auto [rotation, origin] = pose(work_, frame);
          for (const Vector3<L>& v : {rotation.column_x(), rotation.column_y(), rotation.column_z(), origin})
            *to++ = v.x, *to++ = v.y, *to++ = v.z;
        });
      case Quantity::velocity:
        update_velocities(work_, q_, v_);
        return write_frames<6>(call, states, [&](FrameIndex frame, L* to) SINEW_INLINE_LAMBDA {
          const auto twist = components(velocity(work_, frame, call.reference));
          std::copy(twist.begin(), twist.end(), to);
        });
      case Quantity::jacobian:
        update_poses(work_, q_);
        sinew::jacobian(work_, call.frames[0], call.reference, MatrixView<L>(out.data(), 6, dofs));
        break;
      case Quantity::omega:
        if (call.reference != Reference::body) update_poses(work_, q_);
        update_filter(work_, q_);
        keep_regular(states);
        std::copy_n(space_->omega(work_).data(), 36, out.data());
        break;
      default:  // not among offered::by_batches
        return;
    }
    states.write(out_.data(), call.out);
  }
  // Computes the quantities that depend on followers. Returns false for the others.
  bool answer_embedded(const BatchCall<T>& call, States& states, const Environment<L>& environment) {
    IndependentDynamics<L>& dynamics = *embedded_;
    const VectorView<L> out(out_.data(), call.out.numbers);
    const int dofs = dynamics.size();
    switch (call.quantity) {
      case Quantity::forward_dynamics:
        dynamics.forward_dynamics(q_, v_, third_, out, environment);
        keep_factorised(states);
        break;
      case Quantity::inverse_dynamics:
        dynamics.inverse_dynamics(q_, v_, third_, out, environment);
        break;
      case Quantity::bias_force:
        dynamics.bias_force(q_, v_, out, environment);
        break;
      case Quantity::gravity_force:
        dynamics.gravity_force(q_, out);
        break;
      case Quantity::mass_matrix:
        dynamics.mass_matrix(q_, MatrixView<L>(out.data(), dofs, dofs));
        break;
      case Quantity::inverse_mass_matrix:
        dynamics.inverse_mass_matrix(q_, MatrixView<L>(out.data(), dofs, dofs));
        keep_factorised(states);
        break;
      case Quantity::jacobian:
        dynamics.set_position(q_);
        dynamics.jacobian(call.frames[0], call.reference, MatrixView<L>(out.data(), 6, dofs));
        break;
      case Quantity::omega:
        dynamics.set_position(q_);
        std::copy_n(embedded_space_->omega(dynamics).data(), 36, out.data());
        keep_factorised(states);
        break;
      default:
        return false;
    }
    states.write(out_.data(), call.out);
    return true;
  }
  // Marks the states as failed at which an independent joint moves no inertia.
  void keep_factorised(States& states) {
    const detail::ReducedFactors<L>& factors = embedded_->factors();
    for (int k = 0; k < embedded_->size(); ++k)
      states.keep(is_positive(factors.inverse_D(k)) & is_finite(factors.inverse_D(k)));
  }
  // Marks the states as failed at which a joint moves no inertia of its own.
  void keep_regular(States& states) const {
    for (const Measurement<L>& m : work_.measurement)
      states.keep(is_positive(m.inverse_variance) & is_finite(m.inverse_variance));
  }
  // Writes the results of frames, a few frames at a time, because those of all frames of a long chain would not stay
  // in the caches.
  template <std::size_t numbers, class Get>
  SINEW_INLINE void write_frames(const BatchCall<T>& call, States& states, const Get& get) {
    constexpr std::size_t frames_at_once = States::numbers_at_once / numbers;
    for (std::size_t first = 0; first < call.frames.size(); first += frames_at_once) {
      const auto frames = call.frames.subspan(first, std::min(frames_at_once, call.frames.size() - first));
      for (std::size_t i = 0; i < frames.size(); ++i) get(frames[i], out_.data() + numbers * i);
      states.write(out_.data(), call.out.part(numbers * first, numbers * frames.size()));
    }
  }

  Model model_;
  Workspace<L> work_;
  std::vector<L> q_, v_, third_, out_, forces_;
  std::vector<ExternalForce<L>> external_;
  std::optional<OperationalSpace<L>> space_;  // of frame_, in reference_
  std::optional<IndependentDynamics<L>> embedded_;
  std::optional<IndependentOperationalSpace<L>> embedded_space_;
  FrameIndex frame_{};
  Reference reference_ = Reference::body;
};

template <int lanes, class T, class Isa>
void gather_block(const detail::StateArray<const T>& from, std::size_t first, T* block) {
  detail::gather<lanes, Isa::width>(from, first, block);
}
template <int lanes, class T, class Isa>
void scatter_block(const T* block, const detail::StateArray<T>& to, std::size_t first) {
  detail::scatter<lanes, Isa::width>(block, to, first);
}
template <std::floating_point T, class Isa>
BlockTransfers<T> block_transfers() {
  return {gather_block<transfer_lanes, T, Isa>, scatter_block<transfer_lanes, T, Isa>};
}

template <std::floating_point T, class Isa>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(const Model& model, Followers followers) {
  return std::make_unique<KernelsInLanes<T, Isa>>(model, followers);
}

}  // namespace sinew
