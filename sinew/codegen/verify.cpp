#include "sinew/codegen/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "sinew/base/uniform.hpp"
#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/trace/internal/open_parameters.hpp"
#include "sinew/model/state.hpp"

namespace sinew {
namespace {

using Values = std::vector<double>;

// A state with the numbers that derivatives take: rates, and weights.
struct StateAndRates {
  State at, rates;
};

// The input of a function by the name of its argument.
const Values& input_named(const StateAndRates& inputs, const Values& parameters, const std::string& name) {
  const auto& [state, rates] = inputs;
  if (name == "q") return state.q;
  if (name == "v") return state.v;
  if (name == "tau") return state.tau;
  if (name == "a") return state.a;
  if (name == "dq") return rates.v;
  if (name == "dv" || name == "weights") return state.a;
  if (name == "dtau") return rates.tau;
  if (name == "da") return rates.a;
  return parameters;
}

// Changes every number by about one rounding, alternately up and down.
StateAndRates rounded(StateAndRates inputs, double epsilon) {
  auto& [state, rates] = inputs;
  for (Values* numbers : {&state.q, &state.v, &state.tau, &state.a, &rates.v, &rates.tau, &rates.a}) {
    double step = epsilon;
    for (double& x : *numbers) x *= 1 + step, step = -step;
  }
  return inputs;
}

Values general_answer(GeneralRobot& robot, const SymbolicFunction& function, const QuantityRequest& wanted,
                      const StateAndRates& given) {
  std::vector<const double*> inputs;
  for (const Argument& input : function.inputs) inputs.push_back(input_named(given, {}, input.name).data());
  Values answer(function.outputs.at(0).entries.size());
  robot.evaluate(wanted.quantity, frame_of(robot.model(), wanted), inputs, answer.data());
  return answer;
}

// The larger of two numbers; NaN if either is NaN.
double larger(double x, double y) {
  return x > y || std::isnan(x) ? x : y;
}

double difference(const Values& x, const Values& reference) {
  double size = 1, largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    size = std::max(size, std::abs(reference[i]));
    largest = larger(largest, std::abs(x[i] - reference[i]));
  }
  return largest / size;
}

// A model whose parameters differ somewhat from their nominal values, and these values. If the result is not a valid
// model, parameters that are zero stay zero; if it is still invalid, all parameters keep their nominal values.
struct Variant {
  Model model;
  Values parameters;
};
Variant variant(const Model& model, const ParameterList& parameters, std::uint64_t seed) {
  if (parameters.names.empty()) return {model, {}};
  for (const double largest_for_zero : {1e-6, 0.0}) {
    Uniform random(seed);
    Values values = parameters.nominal;
    for (double& x : values) x = x == 0 ? random(0, largest_for_zero) : x * random(0.97, 1.03);
    try {
      Model changed = with_parameters(model, parameters.names, values);
      if (changed.is_possible() || !model.is_possible()) return {std::move(changed), values};
    } catch (const InvalidModel&) {
    }
  }
  return {model, parameters.nominal};
}

}  // namespace

Verification verify(const Model& model, const SymbolicRobot& robot, std::span<const QuantityRequest> wanted,
                    const CodeUnderTest& code, const VerifyOptions& options) {
  const double epsilon = options.single_precision ? double(std::numeric_limits<float>::epsilon())
                                                  : std::numeric_limits<double>::epsilon();
  const double always_allowed = 1e-12 * epsilon / std::numeric_limits<double>::epsilon();
  const auto lanes = std::size_t(options.lanes);
  Verification result;
  for (std::uint64_t seed = 1; result.states < options.states; result.states += options.lanes) {
    const Variant now = variant(model, robot.parameters, seed);
    // generated code leaves loops open
    GeneralRobot general(now.model, GeneralRobot::Loops::cut, robot.followers);
    std::vector<StateAndRates> states;
    for (std::size_t lane = 0; lane < lanes; ++lane, ++seed)
      states.push_back({random_state(now.model, seed), random_state(now.model, ~seed)});
    for (std::size_t f = 0; f < wanted.size(); ++f) {
      const SymbolicFunction& function = robot.functions[f];
      std::vector<Values> blocks;
      std::vector<const double*> inputs;
      for (const Argument& input : function.inputs) {
        Values& block = blocks.emplace_back(input.entries.size() * lanes);
        for (std::size_t i = 0; i < block.size(); ++i)
          block[i] = input_named(states[i % lanes], now.parameters, input.name)[i / lanes];
        inputs.push_back(block.data());
      }
      const std::size_t size = function.outputs.at(0).entries.size();
      Values output(size * lanes);
      code(f, inputs, output.data());
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        Values answer(size);
        for (std::size_t i = 0; i < size; ++i) answer[i] = output[i * lanes + lane];
        const Values reference = general_answer(general, function, wanted[f], states[lane]);
        const Values moved = general_answer(general, function, wanted[f], rounded(states[lane], epsilon));
        const double error = difference(answer, reference);
        const double allowed = std::max(always_allowed, 100 * difference(moved, reference));
        result.worst = larger(result.worst, error);
        if (error <= allowed || !result.complaint.empty()) continue;
        std::ostringstream text;
        text << function.name << " differs from the general recursion by " << error << " (expected at most "
             << allowed << ")";
        result.complaint = text.str();
      }
    }
  }
  return result;
}

CodeUnderTest evaluated(const SymbolicRobot& robot) {
  return [&](std::size_t index, std::span<const double* const> inputs, double* output) {
    const SymbolicFunction& function = robot.functions[index];
    std::vector<double> numbers(std::size_t(robot.graph.input_count()));
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const std::vector<Symbol>& entries = function.inputs[k].entries;
      for (std::size_t i = 0; i < entries.size(); ++i)
        numbers[std::size_t(robot.graph[entries[i]].value)] = inputs[k][i];
    }
    const std::vector<double> values = robot.graph.evaluate(numbers);
    for (const Argument& results : function.outputs) {
      for (const Symbol& result : results.entries) *output++ = SymbolGraph::value(result, values);
    }
  };
}

}  // namespace sinew
