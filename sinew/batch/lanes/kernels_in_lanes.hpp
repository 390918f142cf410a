// The recursions on lanes: numbers of a few states are gathered side by side, computed, and scattered.
//
// Compiled several times for one program. Every function that is not inlined carries the tag `Isa` in its name, lest a
// machine run code for a newer one (tools/check_lane_symbols).
#pragma once

#include <optional>
#include <vector>

#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/inverse_mass_matrix.hpp"
#include "sinew/algorithms/jacobian.hpp"
#include "sinew/algorithms/mass_matrix.hpp"
#include "sinew/algorithms/operational_space.hpp"
#include "sinew/batch/lanes/lane_kernels.hpp"
#include "sinew/scalar/lanes.hpp"

namespace sinew {

// A joint of the user's making computes one state after the other.
template <class T, int count, class Isa>
inline void set_custom_joint(const PlacedJointData<T>& joint, const Lanes<T, count, Isa>* q,
                             const Lanes<T, count, Isa>* v, Transform<Lanes<T, count, Isa>>& placement,
                             Motion<Lanes<T, count, Isa>>* axes, Motion<Lanes<T, count, Isa>>& axes_rate) {
  const auto set = [](auto& lanes_of, const auto& one, int lane) SINEW_INLINE_LAMBDA {
    constexpr std::size_t numbers = sizeof one / sizeof(T);
    for (std::size_t i = 0; i < numbers; ++i)
      (reinterpret_cast<Lanes<T, count, Isa>*>(&lanes_of) + i)->vector[lane] =
          *(reinterpret_cast<const T*>(&one) + i);
  };
  for (int lane = 0; lane < count; ++lane) {
    T position[6], velocity[6];
    for (int i = 0; i < joint.count; ++i) {
      position[i] = q[i][lane];
      if (v) velocity[i] = v[i][lane];
    }
    Transform<T> pose;
    Motion<T> columns[6], rate;
    set_custom_joint<T>(joint, position, v ? velocity : nullptr, pose, columns, rate);
    set(placement, pose, lane);
    for (int i = 0; i < joint.count; ++i) set(axes[i], columns[i], lane);
    set(axes_rate, rate, lane);
  }
}

template <std::floating_point T, class Isa>
class KernelsInLanes final : public LaneKernels<T> {
  static constexpr int count = Isa::width / int(sizeof(T));
  using L = Lanes<T, count, Isa>;
  using Mask = LaneMask<L>;
  static constexpr std::size_t numbers_at_once =
      192;  // of results: they and what they go to stay in the first cache

 public:
  explicit KernelsInLanes(const Model& model)
      : model_(model),
        work_(model),
        q_(std::size_t(model.position_size())),
        v_(std::size_t(model.velocity_size())),
        third_(v_.size()),
        out_(numbers_at_once) {}

  int lanes() const override { return count; }

  void prepare(const BatchCall<T>& call) override {
    if (!gives_frames(call.job) && out_.size() < call.out.numbers) out_.resize(call.out.numbers);
    if (call.forces.numbers > forces_.size()) {
      forces_.resize(call.forces.numbers);
      external_.resize(forces_.size() / 6);
    }
    if (call.job == BatchJob::omega &&
        !(space_ && frame_ == call.frames[0] && reference_ == call.reference)) {
      frame_ = call.frames[0];
      reference_ = call.reference;
      space_.emplace(model_, frame_, reference_);
    }
  }

  void run(const BatchCall<T>& call, std::size_t first, std::size_t last, BatchReport& report) override {
    for (std::size_t state = first; state < last; state += count) {
      regular_ = Mask{} == Mask{};
      trace_ = {};
      read(call.q, state, q_.data());
      read(call.v, state, v_.data());
      read(call.third, state, third_.data());
      answer(call, state, read_environment(call, state));
      strike_out_failed(call, state, report);
    }
  }

 private:
  void read(const StateArray<const T>& from, std::size_t state, L* block) {
    gather<count, Isa::width>(from, state, reinterpret_cast<T*>(block));
    check(block, from.numbers);
  }
  // A number that is not finite leaves its trace in a sum of zeros; in several sums, lest each number wait for the last.
  void check(const L* x, std::size_t numbers) {
    constexpr std::size_t sums = 4;
    L trace[sums] = {};
    const std::size_t rest = numbers % sums;
    for (std::size_t i = 0; i < rest; ++i) trace[i] = T(0) * x[i];
    for (std::size_t i = rest; i < numbers; i += sums) {
      for (std::size_t k = 0; k < sums; ++k) trace[k] += T(0) * x[i + k];
    }
    trace_ += (trace[0] + trace[1]) + (trace[2] + trace[3]);
  }

  Environment<L> read_environment(const BatchCall<T>& call, std::size_t state) {
    Environment<L> environment;
    read(call.base_acceleration, state, &environment.base_acceleration.angular.x);
    if (call.forces.numbers == 0) return environment;
    read(call.forces, state, forces_.data());
    for (std::size_t i = 0; i < call.frames.size(); ++i) {
      const L* const f = forces_.data() + 6 * i;
      external_[i] = {call.frames[i], {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}};
    }
    environment.forces = std::span(external_).first(call.frames.size());
    return environment;
  }

  void answer(const BatchCall<T>& call, std::size_t state, const Environment<L>& environment) {
    const VectorView<L> out(out_.data(), call.out.numbers);
    const int freedoms = model_.velocity_size();
    switch (call.job) {
      case BatchJob::forward_dynamics:
        sinew::forward_dynamics(model_, work_, q_, v_, third_, out, environment);
        break;
      case BatchJob::inverse_dynamics:
        sinew::inverse_dynamics(model_, work_, q_, v_, third_, out, environment);
        break;
      case BatchJob::bias_force:
        sinew::bias_force(model_, work_, q_, v_, out, environment);
        break;
      case BatchJob::gravity_force:
        sinew::gravity_force(model_, work_, q_, out);
        break;
      case BatchJob::mass_matrix:
        sinew::mass_matrix(model_, work_, q_, MatrixView<L>(out.data(), freedoms, freedoms));
        break;
      case BatchJob::inverse_mass_matrix:
        sinew::inverse_mass_matrix(model_, work_, q_, MatrixView<L>(out.data(), freedoms, freedoms));
        check_regular();
        break;
      case BatchJob::poses:
        update_poses(model_, work_, q_);
        return write_frames<12>(call, state, [&](FrameIndex frame, L* to) SINEW_INLINE_LAMBDA {
          const auto [rotation, origin] = pose(model_, work_, frame);
          for (const Vector3<L>& v : {rotation.column_x(), rotation.column_y(), rotation.column_z(), origin})
            *to++ = v.x, *to++ = v.y, *to++ = v.z;
        });
      case BatchJob::velocities:
        update_velocities(model_, work_, q_, v_);
        return write_frames<6>(call, state, [&](FrameIndex frame, L* to) SINEW_INLINE_LAMBDA {
          const auto twist = components(velocity(model_, work_, frame, call.reference));
          std::copy(twist.begin(), twist.end(), to);
        });
      case BatchJob::jacobian:
        update_poses(model_, work_, q_);
        sinew::jacobian(model_, work_, call.frames[0], call.reference,
                        MatrixView<L>(out.data(), 6, freedoms));
        break;
      case BatchJob::omega:
        if (call.reference != Reference::body) update_poses(model_, work_, q_);
        update_filter(model_, work_, q_);
        check_regular();
        space_->update(model_, work_);
        std::copy(space_->omega().data(), space_->omega().data() + 36, out.data());
    }
    write(call, state, 0, call.out.numbers);
  }
  void check_regular() {
    for (const Measurement<L>& m : work_.measurement)
      regular_ &= is_positive(m.inverse_variance) & is_finite(m.inverse_variance);
  }

  // Numbers first, ..., first + numbers - 1 of the results, a few at a time: then they are fetched once to be checked and
  // written.
  void write(const BatchCall<T>& call, std::size_t state, std::size_t first, std::size_t numbers) {
    for (std::size_t i = 0; i < numbers; i += numbers_at_once) {
      const std::size_t some = std::min(numbers_at_once, numbers - i);
      check(out_.data() + i, some);
      scatter<count, Isa::width>(reinterpret_cast<const T*>(out_.data() + i), call.out.part(first + i, some),
                                 state);
    }
  }
  // The results of frames, a few frames at a time: all of those of a long chain would leave the caches on the way.
  template <std::size_t numbers, class Get>
  SINEW_INLINE void write_frames(const BatchCall<T>& call, std::size_t state, const Get& get) {
    constexpr std::size_t frames_at_once = numbers_at_once / numbers;
    for (std::size_t first = 0; first < call.frames.size(); first += frames_at_once) {
      const auto frames = call.frames.subspan(first, std::min(frames_at_once, call.frames.size() - first));
      for (std::size_t i = 0; i < frames.size(); ++i) get(frames[i], out_.data() + numbers * i);
      write(call, state, numbers * first, numbers * frames.size());
    }
  }
  // What was written for a state that could not be computed becomes NaN.
  void strike_out_failed(const BatchCall<T>& call, std::size_t first, BatchReport& report) {
    const Mask computed = regular_ & is_finite(trace_);
    if (!lanes::any(~computed)) [[likely]]
      return;
    const std::size_t end = std::min(first + count, call.out.states);
    for (std::size_t state = first; state < end; ++state) {
      if (computed[state - first]) continue;
      ++report.failed;
      report.first_failed = std::min(report.first_failed, state);
      for (std::size_t i = 0; i < call.out.numbers; ++i)
        call.out(i, state) = std::numeric_limits<T>::quiet_NaN();
    }
  }

  Model model_;
  Workspace<L> work_;
  std::vector<L> q_, v_, third_, out_, forces_;
  std::vector<ExternalForce<L>> external_;
  std::optional<OperationalSpace<L>> space_;  // of this frame
  FrameIndex frame_{};
  Reference reference_ = Reference::body;
  Mask regular_{};  // states at which every joint moves some inertia
  L trace_{};       // zero for the states whose numbers are finite so far, NaN for the others
};

template <int lanes, class T, class Isa>
void gather_block(const StateArray<const T>& from, std::size_t first, T* block) {
  gather<lanes, Isa::width>(from, first, block);
}
template <int lanes, class T, class Isa>
void scatter_block(const T* block, const StateArray<T>& to, std::size_t first) {
  scatter<lanes, Isa::width>(block, to, first);
}
template <std::floating_point T, class Isa>
BlockTransfers<T> block_transfers() {
  return {gather_block<transfer_lanes, T, Isa>, scatter_block<transfer_lanes, T, Isa>};
}

template <std::floating_point T, class Isa>
std::unique_ptr<LaneKernels<T>> make_lane_kernels(const Model& model) {
  return std::make_unique<KernelsInLanes<T, Isa>>(model);
}

}  // namespace sinew
