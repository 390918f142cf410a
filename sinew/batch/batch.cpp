#include "sinew/batch/batch.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "sinew/batch/lanes/lane_kernels.hpp"
#include "sinew/batch/workers.hpp"

namespace sinew {

template <std::floating_point T>
LaneKernels<T>::~LaneKernels() = default;
template class LaneKernels<double>;
template class LaneKernels<float>;

namespace {

// Calls f with the tag of an instruction set.
template <class F>
auto with_tag(InstructionSet instructions, F&& f) {
  if (!is_available(instructions))
    throw std::invalid_argument("batches with " + std::string(name_of(instructions)) +
                                " instructions are not available here: the best are " +
                                std::string(name_of(best_instruction_set())));
  switch (instructions) {
#ifdef SINEW_HAS_WIDE_LANES
    case InstructionSet::avx2:
      return f(isa::Avx2{});
    case InstructionSet::avx512:
      return f(isa::Avx512{});
#endif
    default:
      return f(isa::Portable{});
  }
}

[[noreturn]] void not_a_multiple(std::size_t given, std::size_t numbers) {
  throw std::invalid_argument("q has " + std::to_string(given) + " numbers: expected a multiple of " +
                              std::to_string(numbers) + ", those of one state");
}

}  // namespace

template <std::floating_point T>
BlockTransfers<T> block_transfers(InstructionSet instructions) {
  return with_tag(instructions, []<class Isa>(Isa) { return block_transfers<T, Isa>(); });
}
template BlockTransfers<double> block_transfers(InstructionSet);
template BlockTransfers<float> block_transfers(InstructionSet);

template <std::floating_point T>
struct Batch<T>::Parts {
  Model model;
  Layout layout;
  InstructionSet instructions;
  Workers workers;
  std::vector<std::unique_ptr<LaneKernels<T>>> kernels{};  // one for each worker
  std::vector<BatchReport> reports{};

  // The caller's arrays in a call of so many states.
  struct Arrays {
    std::size_t states, q_size, v_size;
    Layout layout;

    template <class N>
    StateArray<N> operator()(const char* what, VectorView<N> x, std::size_t numbers) const {
      if (x.size() != numbers * states) edge::wrong_size(what, x.size(), numbers * states);
      return {x.data(), numbers, states, layout};
    }
    StateArray<const T> velocities(const char* what, VectorView<const T> x) const {
      return (*this)(what, x, v_size);
    }
  };
  Arrays arrays(VectorView<const T> q) const {
    const auto q_size = std::size_t(model.position_size()), v_size = std::size_t(model.velocity_size());
    const std::size_t states = q_size == 0 ? 0 : q.size() / q_size;
    if (q.size() != states * q_size) not_a_multiple(q.size(), q_size);
    return {states, q_size, v_size, layout};
  }
  std::span<const FrameIndex> known(std::span<const FrameIndex> frames) const {
    for (const FrameIndex frame : frames) model.frame(frame);  // throws for an unknown one
    return frames;
  }

  BatchReport run(BatchCall<T> call, const Arrays& array, const BatchEnvironment<T>& environment) {
    const auto& [base_acceleration, frames, forces] = environment;
    if (base_acceleration.size() != 0)
      call.base_acceleration = array("the base acceleration", base_acceleration, 6);
    call.frames = known(frames);
    call.forces = array("the external forces", forces, 6 * frames.size());
    return run(call);
  }
  BatchReport run(const BatchCall<T>& call) {
    for (auto& kernel : kernels) kernel->prepare(call);
    std::fill(reports.begin(), reports.end(), BatchReport{});
    // Several pieces for each thread, lest one that is held up holds up all; each a multiple of the lanes.
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
                       Workers(options.threads)}) {
  for (int i = 0; i < parts_->workers.count(); ++i)
    parts_->kernels.push_back(
        with_tag(parts_->instructions, [&]<class Isa>(Isa) { return make_lane_kernels<T, Isa>(model); }));
  parts_->reports.resize(parts_->kernels.size());
}
template <std::floating_point T>
Batch<T>::~Batch() = default;
template <std::floating_point T>
Batch<T>::Batch(Batch&&) noexcept = default;
template <std::floating_point T>
Batch<T>& Batch<T>::operator=(Batch&&) noexcept = default;

template <std::floating_point T>
const Model& Batch<T>::model() const {
  return parts_->model;
}
template <std::floating_point T>
InstructionSet Batch<T>::instructions() const {
  return parts_->instructions;
}
template <std::floating_point T>
int Batch<T>::lanes() const {
  return parts_->kernels[0]->lanes();
}
template <std::floating_point T>
int Batch<T>::threads() const {
  return parts_->workers.count();
}

template <std::floating_point T>
BatchReport Batch<T>::forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                                       const BatchEnvironment<T>& environment) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::forward_dynamics,
                      .q = array("q", q, array.q_size),
                      .v = array.velocities("v", v),
                      .third = array.velocities("tau", tau),
                      .out = array("the result a", a, array.v_size)},
                     array, environment);
}
template <std::floating_point T>
BatchReport Batch<T>::inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau,
                                       const BatchEnvironment<T>& environment) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::inverse_dynamics,
                      .q = array("q", q, array.q_size),
                      .v = array.velocities("v", v),
                      .third = array.velocities("a", a),
                      .out = array("the result tau", tau, array.v_size)},
                     array, environment);
}
template <std::floating_point T>
BatchReport Batch<T>::bias_force(In<T> q, In<T> v, Out<T> bias, const BatchEnvironment<T>& environment) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::bias_force,
                      .q = array("q", q, array.q_size),
                      .v = array.velocities("v", v),
                      .out = array("the result bias", bias, array.v_size)},
                     array, environment);
}
template <std::floating_point T>
BatchReport Batch<T>::gravity_force(In<T> q, Out<T> gravity) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::gravity_force,
                      .q = array("q", q, array.q_size),
                      .out = array("the result gravity", gravity, array.v_size)});
}
template <std::floating_point T>
BatchReport Batch<T>::mass_matrix(In<T> q, Out<T> M) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::mass_matrix,
                      .q = array("q", q, array.q_size),
                      .out = array("the mass matrix", M, array.v_size * array.v_size)});
}
template <std::floating_point T>
BatchReport Batch<T>::inverse_mass_matrix(In<T> q, Out<T> inverse) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::inverse_mass_matrix,
                      .q = array("q", q, array.q_size),
                      .out = array("the inverse mass matrix", inverse, array.v_size * array.v_size)});
}
template <std::floating_point T>
BatchReport Batch<T>::poses(In<T> q, std::span<const FrameIndex> frames, Out<T> poses) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::poses,
                      .q = array("q", q, array.q_size),
                      .out = array("the array of poses", poses, 12 * frames.size()),
                      .frames = parts_->known(frames)});
}
template <std::floating_point T>
BatchReport Batch<T>::velocities(In<T> q, In<T> v, std::span<const FrameIndex> frames, Reference reference,
                                 Out<T> twists) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::velocities,
                      .q = array("q", q, array.q_size),
                      .v = array.velocities("v", v),
                      .out = array("the array of twists", twists, 6 * frames.size()),
                      .frames = parts_->known(frames),
                      .reference = reference});
}
template <std::floating_point T>
BatchReport Batch<T>::jacobian(In<T> q, FrameIndex frame, Reference reference, Out<T> J) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::jacobian,
                      .q = array("q", q, array.q_size),
                      .out = array("the Jacobian", J, 6 * array.v_size),
                      .frames = parts_->known({&frame, 1}),
                      .reference = reference});
}
template <std::floating_point T>
BatchReport Batch<T>::omega(In<T> q, FrameIndex frame, Reference reference, Out<T> omega) {
  const auto array = parts_->arrays(q);
  return parts_->run({.job = BatchJob::omega,
                      .q = array("q", q, array.q_size),
                      .out = array("the result omega", omega, 36),
                      .frames = parts_->known({&frame, 1}),
                      .reference = reference});
}

template class Batch<double>;
template class Batch<float>;

}  // namespace sinew
