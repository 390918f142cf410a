#include "sinew/codegen/compiled_batch.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "sinew/batch/checked_call.hpp"
#include "sinew/batch/workers.hpp"
#include "sinew/codegen/build/internal/compiled_robot_data.hpp"

namespace sinew {
namespace {

using Numbers = detail::StateArray<const double>;
using Inputs = std::array<const double*, most_inputs>;

// Number of states in one task: enough to outweigh the cost of assigning it to a thread.
constexpr std::size_t task_size = 32 * batch_lanes;

// Number of blocks that are gathered before the first is evaluated. Gathering stores small pieces that the code loads
// in large ones. A processor cannot forward several small stores to one large load, so they should have reached memory
// by then.
constexpr std::size_t blocks_at_once = 4;

static_assert(batch_lanes == transfer_lanes);
constexpr BlockTransfers<double> one_by_one = {detail::gather<1, sizeof(double), double>,
                                               detail::scatter<1, sizeof(double), double>};

// Working memory of one thread, aligned so that whole vector registers can be loaded from it.
class Block {
 public:
  explicit Block(std::size_t numbers) : lines_(numbers / 8 + 1) {}
  double* data() { return lines_.data()->numbers; }

 private:
  struct alignas(64) Line {
    double numbers[8];
  };
  std::vector<Line> lines_;
};

}  // namespace

struct CompiledBatch::Parts {
  Parts(const CompiledRobot& of, const BatchOptions& options)
      : robot(of),
        layout(options.layout),
        workers(options.threads),
        transfers(block_transfers<double>(options.instructions.value_or(best_instruction_set()))) {
    std::size_t numbers = 0;
    for (const CompiledRobot::Data::Function& function : robot.data_->functions) {
      std::size_t sum = function.output_size + robot.data_->parameter_count();
      for (const auto& input : function.inputs) sum += input.size;
      numbers = std::max(numbers, sum);
    }
    blocks.assign(std::size_t(workers.count()), Block(numbers * batch_lanes * blocks_at_once));
  }

  // Evaluates the states [first, last), `lanes` at a time. There must be at most blocks_at_once such blocks.
  template <class Evaluate>
  static void evaluate_blocks(std::size_t lanes, const BlockTransfers<double>& transfers,
                              std::span<const Numbers> inputs, const detail::StateArray<double>& output,
                              std::size_t first, std::size_t last, double* memory, const Evaluate& evaluate) {
    std::array<Inputs, blocks_at_once> gathered;
    std::array<double*, blocks_at_once> results;
    std::size_t count = 0;
    for (std::size_t at = first; at < last; at += lanes, ++count) {
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        const bool is_for_all = inputs[k].states == 1;
        transfers.gather(inputs[k], is_for_all ? 0 : at, memory);
        gathered[count][k] = memory;
        memory += inputs[k].numbers * lanes;
      }
      results[count] = memory;
      memory += output.numbers * lanes;
    }
    for (std::size_t b = 0; b < count; ++b) evaluate({gathered[b].data(), inputs.size()}, results[b]);
    for (std::size_t b = 0; b < count; ++b) transfers.scatter(results[b], output, first + b * lanes);
  }

  CompiledRobot robot;
  Layout layout;
  Workers workers;
  BlockTransfers<double> transfers;
  std::vector<Block> blocks;  // per worker: inputs and results of some states
};

CompiledBatch::CompiledBatch(const CompiledRobot& robot, const BatchOptions& options)
    : parts_(std::make_unique<Parts>(robot, options)) {}
CompiledBatch::~CompiledBatch() = default;
CompiledBatch::CompiledBatch(CompiledBatch&&) noexcept = default;
CompiledBatch& CompiledBatch::operator=(CompiledBatch&&) noexcept = default;

CompiledBatch::Parts& CompiledBatch::parts() const {
  if (!parts_) edge::moved_from("the batch");
  return *parts_;
}

void CompiledBatch::call(Quantity quantity, std::string_view frame,
                         std::span<const VectorView<const double>> inputs, VectorView<double> output,
                         VectorView<const double> parameters) {
  const CompiledRobot::Data& data = *parts().robot.data_;
  const std::size_t index = data.find(quantity, frame);
  const CompiledRobot::Data::Function& function = data.functions[index];
  const std::size_t q_size = function.inputs[0].size;
  const std::size_t states = q_size == 0 ? 0 : inputs[0].size() / q_size;
  std::array<Numbers, most_inputs> arrays;
  std::size_t count = 0;
  for (; count < inputs.size(); ++count) {
    const auto& [name, size] = function.inputs[count];
    if (inputs[count].size() != size * states)
      edge::wrong_size(name.c_str(), inputs[count].size(), size * states);
    arrays[count] = {inputs[count].data(), size, states, parts().layout};
  }
  if (output.size() != function.output_size * states)
    edge::wrong_size("the result", output.size(), function.output_size * states);
  if (const std::size_t open = data.parameter_count(); open > 0 || parameters.size() > 0) {
    const bool is_given = parameters.size() != 0, is_for_all = parameters.size() == open;
    if (is_given && !is_for_all && parameters.size() != open * states)
      edge::wrong_size("the parameters", parameters.size(), open * states);
    arrays[count++] = {is_given ? parameters.data() : data.parameters.nominal.data(), open,
                       is_given && !is_for_all ? states : 1, parts().layout};
  }
  const detail::StateArray<double> results{output.data(), function.output_size, states, parts().layout};
  const std::span<const Numbers> all(arrays.data(), count);
  for (std::size_t i = 0; i < count; ++i)
    check_apart("the result", results, i < inputs.size() ? function.inputs[i].name.c_str() : "the parameters",
                all[i]);

  const std::size_t tasks = (states + task_size - 1) / task_size;
  parts().workers.for_each(tasks, [&](int worker, std::size_t task) {
    double* const memory = parts().blocks[std::size_t(worker)].data();
    const std::size_t end = std::min(states, (task + 1) * task_size);
    const auto take = [&](std::size_t lanes, const BlockTransfers<double>& transfers, const auto& evaluate) {
      const std::size_t step = lanes * blocks_at_once;
      for (std::size_t first = task * task_size; first < end; first += step)
        Parts::evaluate_blocks(lanes, transfers, all, results, first, std::min(end, first + step), memory,
                               evaluate);
    };
    if (data.has_lanes(index)) {
      const GeneratedFunction code = data.lanes->functions[std::size_t(function.code)];
      take(batch_lanes, parts().transfers, [&](std::span<const double* const> in, double* out) {
        std::array<const void*, most_inputs> pointers;
        std::copy(in.begin(), in.end(), pointers.begin());
        code(pointers.data(), out);
      });
    } else {
      take(1, one_by_one, [&](std::span<const double* const> in, double* out) {
        try {
          data.evaluate(index, in, out);
        } catch (const InvalidModel&) {
          throw;
        } catch (const ImpossibleRobot&) {
          throw;
        } catch (const std::exception&) {  // affects no other state
          std::fill_n(out, function.output_size, std::numeric_limits<double>::quiet_NaN());
        }
      });
    }
  });
}

void CompiledBatch::forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                                     In<double> parameters) {
  call(Quantity::forward_dynamics, {}, std::array{q, v, tau}, a, parameters);
}
void CompiledBatch::inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                                     In<double> parameters) {
  call(Quantity::inverse_dynamics, {}, std::array{q, v, a}, tau, parameters);
}
void CompiledBatch::bias_force(In<double> q, In<double> v, Out<double> tau, In<double> parameters) {
  call(Quantity::bias_force, {}, std::array{q, v}, tau, parameters);
}
void CompiledBatch::gravity_force(In<double> q, Out<double> tau, In<double> parameters) {
  call(Quantity::gravity_force, {}, std::array{q}, tau, parameters);
}
void CompiledBatch::mass_matrix(In<double> q, Out<double> M, In<double> parameters) {
  call(Quantity::mass_matrix, {}, std::array{q}, M, parameters);
}
void CompiledBatch::inverse_mass_matrix(In<double> q, Out<double> inverse, In<double> parameters) {
  call(Quantity::inverse_mass_matrix, {}, std::array{q}, inverse, parameters);
}
void CompiledBatch::omega(In<double> q, Out<double> omega, std::string_view frame, In<double> parameters) {
  call(Quantity::omega, frame, std::array{q}, omega, parameters);
}
void CompiledBatch::jacobian(In<double> q, Out<double> J, std::string_view frame, In<double> parameters) {
  call(Quantity::jacobian, frame, std::array{q}, J, parameters);
}
void CompiledBatch::pose(In<double> q, Out<double> rotation_and_origin, std::string_view frame,
                         In<double> parameters) {
  call(Quantity::pose, frame, std::array{q}, rotation_and_origin, parameters);
}
void CompiledBatch::forward_dynamics_derivatives(In<double> q, In<double> v, In<double> tau,
                                                 Out<double> derivatives, In<double> parameters) {
  call(Quantity::forward_dynamics_derivatives, {}, std::array{q, v, tau}, derivatives, parameters);
}
void CompiledBatch::forward_dynamics_jvp(In<double> q, In<double> v, In<double> tau, In<double> dq,
                                         In<double> dv, In<double> dtau, Out<double> da,
                                         In<double> parameters) {
  call(Quantity::forward_dynamics_jvp, {}, std::array{q, v, tau, dq, dv, dtau}, da, parameters);
}
void CompiledBatch::forward_dynamics_vjp(In<double> q, In<double> v, In<double> tau, In<double> weights,
                                         Out<double> gradient, In<double> parameters) {
  call(Quantity::forward_dynamics_vjp, {}, std::array{q, v, tau, weights}, gradient, parameters);
}
void CompiledBatch::inverse_dynamics_derivatives(In<double> q, In<double> v, In<double> a,
                                                 Out<double> derivatives, In<double> parameters) {
  call(Quantity::inverse_dynamics_derivatives, {}, std::array{q, v, a}, derivatives, parameters);
}
void CompiledBatch::inverse_dynamics_jvp(In<double> q, In<double> v, In<double> a, In<double> dq,
                                         In<double> dv, In<double> da, Out<double> dtau,
                                         In<double> parameters) {
  call(Quantity::inverse_dynamics_jvp, {}, std::array{q, v, a, dq, dv, da}, dtau, parameters);
}
void CompiledBatch::inverse_dynamics_vjp(In<double> q, In<double> v, In<double> a, In<double> weights,
                                         Out<double> gradient, In<double> parameters) {
  call(Quantity::inverse_dynamics_vjp, {}, std::array{q, v, a, weights}, gradient, parameters);
}

}  // namespace sinew
