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

 public:
  explicit KernelsInLanes(const Model& model)
      : model_(model),
        work_(model),
        q_(std::size_t(model.position_size())),
        v_(std::size_t(model.velocity_size())),
        third_(v_.size()) {}

  int lanes() const override { return count; }

  void prepare(const BatchCall<T>& call) override {
    if (out_.size() < call.out.numbers) out_.resize(call.out.numbers);
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
      const Environment<L> environment = read_environment(call, state);
      compute(call, environment);
      write(call, state, report);
    }
  }

 private:
  void read(const StateArray<const T>& from, std::size_t state, L* block) {
    gather<count, Isa::width>(from, state, reinterpret_cast<T*>(block));
    check(block, from.numbers);
  }
  // A number that is not finite leaves its trace in a sum of zeros.
  void check(const L* x, std::size_t numbers) {
    L trace = trace_;
    for (std::size_t i = 0; i < numbers; ++i) trace += T(0) * x[i];
    trace_ = trace;
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

  void compute(const BatchCall<T>& call, const Environment<L>& environment) {
    const VectorView<L> out(out_.data(), call.out.numbers);
    const int freedoms = model_.velocity_size();
    switch (call.job) {
      case BatchJob::forward_dynamics:
        return sinew::forward_dynamics(model_, work_, q_, v_, third_, out, environment);
      case BatchJob::inverse_dynamics:
        return sinew::inverse_dynamics(model_, work_, q_, v_, third_, out, environment);
      case BatchJob::bias_force:
        return sinew::bias_force(model_, work_, q_, v_, out, environment);
      case BatchJob::gravity_force:
        return sinew::gravity_force(model_, work_, q_, out);
      case BatchJob::mass_matrix:
        return sinew::mass_matrix(model_, work_, q_, MatrixView<L>(out.data(), freedoms, freedoms));
      case BatchJob::inverse_mass_matrix:
        sinew::inverse_mass_matrix(model_, work_, q_, MatrixView<L>(out.data(), freedoms, freedoms));
        return check_regular();
      case BatchJob::poses:
        update_poses(model_, work_, q_);
        return read_poses(call.frames);
      case BatchJob::velocities:
        update_velocities(model_, work_, q_, v_);
        for (std::size_t i = 0; i < call.frames.size(); ++i) {
          const auto twist = components(velocity(model_, work_, call.frames[i], call.reference));
          std::copy(twist.begin(), twist.end(), out_.data() + 6 * i);
        }
        return;
      case BatchJob::jacobian:
        update_poses(model_, work_, q_);
        return sinew::jacobian(model_, work_, call.frames[0], call.reference,
                               MatrixView<L>(out.data(), 6, freedoms));
      case BatchJob::omega:
        if (call.reference != Reference::body) update_poses(model_, work_, q_);
        update_filter(model_, work_, q_);
        check_regular();
        space_->update(model_, work_);
        std::copy(space_->omega().data(), space_->omega().data() + 36, out.data());
    }
  }
  void read_poses(std::span<const FrameIndex> frames) {
    L* to = out_.data();
    for (const FrameIndex frame : frames) {
      const auto [rotation, origin] = pose(model_, work_, frame);
      for (const Vector3<L>& v : {rotation.column_x(), rotation.column_y(), rotation.column_z(), origin}) {
        *to++ = v.x;
        *to++ = v.y;
        *to++ = v.z;
      }
    }
  }
  void check_regular() {
    for (const Measurement<L>& m : work_.measurement)
      regular_ &= is_positive(m.inverse_variance) & is_finite(m.inverse_variance);
  }

  void write(const BatchCall<T>& call, std::size_t state, BatchReport& report) {
    check(out_.data(), call.out.numbers);
    const Mask computed = regular_ & is_finite(trace_);
    if (lanes::any(~computed)) [[unlikely]] {
      const std::size_t used = std::min(std::size_t(count), call.out.states - state);
      for (std::size_t i = 0; i < used; ++i) {
        if (computed[i]) continue;
        ++report.failed;
        report.first_failed = std::min(report.first_failed, state + i);
      }
      const L nothing(std::numeric_limits<T>::quiet_NaN());
      for (std::size_t i = 0; i < call.out.numbers; ++i) out_[i] = select(computed, out_[i], nothing);
    }
    scatter<count, Isa::width>(reinterpret_cast<const T*>(out_.data()), call.out, state);
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
