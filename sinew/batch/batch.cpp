#include "sinew/batch/batch.hpp"

#include <algorithm>
#include <vector>

#include "sinew/batch/checked_call.hpp"
#include "sinew/batch/internal/closed_states.hpp"
#include "sinew/batch/workers.hpp"

namespace sinew {

template <std::floating_point T>
struct Batch<T>::Parts {
  Model model;
  Layout layout;
  InstructionSet instructions;
  bool reproducible;
  Workers workers;
  std::vector<int> independent{};
  std::vector<std::unique_ptr<LaneKernels<T>>> kernels{};  // one for each worker
  std::vector<BatchReport> reports{};

  CheckedCall<T> call(Quantity quantity, VectorView<const T> q) const {
    return CheckedCall<T>(model, layout, quantity, q, int(independent.size()));
  }
  BatchReport run(const BatchCall<T>& call) {
    for (auto& kernel : kernels) kernel->prepare(call);
    std::fill(reports.begin(), reports.end(), BatchReport{});
    // Several pieces for each thread, so that one delayed thread does not delay the whole batch. All pieces but the
    // last have a multiple of `lanes` states.
    const std::size_t lanes = std::size_t(kernels[0]->lanes()), states = call.q.states;
    const std::size_t blocks = (states + lanes - 1) / lanes;
    const std::size_t pieces = std::min(blocks, workers.count() == 1 ? 1 : 8 * kernels.size());
    workers.for_each(pieces, [&](int worker, std::size_t i) {
      const std::size_t first = lanes * (blocks * i / pieces), last = lanes * (blocks * (i + 1) / pieces);
      kernels[std::size_t(worker)]->run(call, first, std::min(last, states), reports[std::size_t(worker)]);
    });
    BatchReport all;
    for (const BatchReport& report : reports) {
      all.failed += report.failed;
      all.first_failed = std::min(all.first_failed, report.first_failed);
    }
    return all;
  }
};

template <std::floating_point T>
Batch<T>::Batch(const Model& model, const BatchOptions& options)
    : parts_(new Parts{model, options.layout, options.instructions.value_or(best_instruction_set()),
                       options.reproducible, Workers(options.threads)}) {
  const bool is_embedded = options.followers == Followers::embedded && has_followers(model);
  for (int v = 0; v < model.velocity_size() && !is_embedded; ++v) parts_->independent.push_back(v);
  if (is_embedded) parts_->independent = IndependentIndices(model).velocities;
  for (int i = 0; i < parts_->workers.count(); ++i) {
    auto kernels = make_lane_kernels<T>(parts_->instructions, parts_->reproducible, model,
                                        is_embedded ? Followers::embedded : Followers::free);
    const bool is_left_open = is_embedded ? !model.description().loops.empty() : model.is_closed();
    if (is_left_open) kernels = make_closed_kernels<T>(model, std::move(kernels));
    parts_->kernels.push_back(std::move(kernels));
  }
  parts_->reports.resize(parts_->kernels.size());
}
template <std::floating_point T>
Batch<T>::~Batch() = default;
template <std::floating_point T>
Batch<T>::Batch(Batch&&) noexcept = default;
template <std::floating_point T>
Batch<T>& Batch<T>::operator=(Batch&&) noexcept = default;

template <std::floating_point T>
auto Batch<T>::parts() const -> Parts& {
  if (!parts_) edge::moved_from("the batch");
  return *parts_;
}

template <std::floating_point T>
const Model& Batch<T>::model() const {
  return parts().model;
}
template <std::floating_point T>
InstructionSet Batch<T>::instructions() const {
  return parts().instructions;
}
template <std::floating_point T>
bool Batch<T>::is_reproducible() const {
  return parts().reproducible;
}
template <std::floating_point T>
int Batch<T>::lanes() const {
  return parts().kernels[0]->lanes();
}
template <std::floating_point T>
int Batch<T>::threads() const {
  return parts().workers.count();
}

template <std::floating_point T>
std::span<const int> Batch<T>::independent() const {
  return parts().independent;
}

template <std::floating_point T>
BatchReport Batch<T>::forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                                       const BatchEnvironment<T>& environment) {
  return parts().run(parts()
                         .call(Quantity::forward_dynamics, q)
                         .with_velocity(v)
                         .with("tau", tau)
                         .in(environment)
                         .into("the result a", a));
}
template <std::floating_point T>
BatchReport Batch<T>::inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau,
                                       const BatchEnvironment<T>& environment) {
  return parts().run(parts()
                         .call(Quantity::inverse_dynamics, q)
                         .with_velocity(v)
                         .with("a", a)
                         .in(environment)
                         .into("the result tau", tau));
}
template <std::floating_point T>
BatchReport Batch<T>::bias_force(In<T> q, In<T> v, Out<T> bias, const BatchEnvironment<T>& environment) {
  return parts().run(
      parts().call(Quantity::bias_force, q).with_velocity(v).in(environment).into("the result bias", bias));
}
template <std::floating_point T>
BatchReport Batch<T>::gravity_force(In<T> q, Out<T> gravity) {
  return parts().run(parts().call(Quantity::gravity_force, q).into("the result gravity", gravity));
}
template <std::floating_point T>
BatchReport Batch<T>::mass_matrix(In<T> q, Out<T> M) {
  return parts().run(parts().call(Quantity::mass_matrix, q).into("the mass matrix", M));
}
template <std::floating_point T>
BatchReport Batch<T>::inverse_mass_matrix(In<T> q, Out<T> inverse) {
  return parts().run(parts().call(Quantity::inverse_mass_matrix, q).into("the inverse mass matrix", inverse));
}
template <std::floating_point T>
BatchReport Batch<T>::poses(In<T> q, std::span<const FrameIndex> frames, Out<T> poses) {
  return parts().run(
      parts().call(Quantity::pose, q).of(frames, Reference::body).into("the array of poses", poses));
}
template <std::floating_point T>
BatchReport Batch<T>::velocities(In<T> q, In<T> v, std::span<const FrameIndex> frames, Reference reference,
                                 Out<T> twists) {
  return parts().run(parts()
                         .call(Quantity::velocity, q)
                         .with_velocity(v)
                         .of(frames, reference)
                         .into("the array of twists", twists));
}
template <std::floating_point T>
BatchReport Batch<T>::jacobian(In<T> q, FrameIndex frame, Reference reference, Out<T> J) {
  return parts().run(parts().call(Quantity::jacobian, q).of({&frame, 1}, reference).into("the Jacobian", J));
}
template <std::floating_point T>
BatchReport Batch<T>::omega(In<T> q, FrameIndex frame, Reference reference, Out<T> omega) {
  return parts().run(
      parts().call(Quantity::omega, q).of({&frame, 1}, reference).into("the result omega", omega));
}

template class Batch<double>;
template class Batch<float>;

}  // namespace sinew
