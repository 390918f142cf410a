#include "sinew/codegen/build/internal/compiled_robot_data.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "sinew/codegen/trace/internal/open_parameters.hpp"

namespace sinew {

GeneralRobots::Member GeneralRobots::take(const double* parameters) const {
  const std::vector<double> values(parameters, parameters + names_.size());
  {
    const std::lock_guard lock(mutex_);
    for (auto member = free_.begin(); member != free_.end(); ++member) {
      if (member->parameters != values) continue;
      Member taken = std::move(*member);
      free_.erase(member);
      return taken;
    }
    if (!names_.empty()) free_.clear();  // these have other parameter values
  }
  const Model model = names_.empty() ? model_ : with_parameters(model_, names_, values);
  return {GeneralRobot(model, GeneralRobot::Loops::closed, followers_), values};
}

void GeneralRobots::evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs,
                             double* output) const {
  Member member = take(names_.empty() ? nullptr : inputs.back());
  member.robot.evaluate(quantity, frame, inputs, output);
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(member));
}

CompiledRobot::Data::Data(const Model& of, SymbolicRobot& robot, std::span<const QuantityRequest> wanted_)
    : model(of),
      wanted(wanted_.begin(), wanted_.end()),
      parameters(robot.parameters),
      independent(robot.independent),
      followers(robot.followers),
      general(of, parameters.names, followers) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const SymbolicFunction& from = robot.functions[i];
    Function to{wanted[i], frame_of(model, wanted[i]),        from.name,
                {},        from.outputs.at(0).entries.size(), int(i)};
    const std::size_t count = from.inputs.size() - (parameters.names.empty() ? 0 : 1);
    for (std::size_t k = 0; k < count; ++k)
      to.inputs.push_back({from.inputs[k].name, from.inputs[k].entries.size()});
    functions.push_back(std::move(to));
  }
}

std::vector<QuantityRequest> CompiledRobot::Data::leave_to_general(SymbolicRobot& robot) {
  std::vector<QuantityRequest> left;
  std::vector<SymbolicFunction> compiled;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool is_general = wanted[i].quantity == Quantity::forward_dynamics &&
                            GeneralRobot::has_open_constraints(model, followers);
    functions[i].code = is_general ? -1 : int(compiled.size());
    if (is_general) continue;
    compiled.push_back(std::move(robot.functions[i]));
    left.push_back(wanted[i]);
  }
  robot.functions = std::move(compiled);
  return left;
}

std::size_t CompiledRobot::Data::find(Quantity quantity, std::string_view frame) const {
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool fits = functions[i].wanted.quantity == quantity &&
                      (frame.empty() || model.frame(functions[i].frame).name == frame);
    if (fits) return i;
  }
  std::string message = model.name() + " was compiled without " + std::string(info(quantity).name);
  if (!frame.empty()) message += " of frame '" + std::string(frame) + "'";
  message += "; it has";
  for (const Function& function : functions)
    message += (&function == functions.data() ? " " : ", ") + function.name;
  throw std::invalid_argument(message);
}

void CompiledRobot::Data::evaluate(std::size_t function, std::span<const double* const> inputs,
                                   double* output) const {
  if (!has_code(function))
    return general.evaluate(functions[function].wanted.quantity, functions[function].frame, inputs, output);
  std::array<const void*, most_inputs> pointers;
  std::copy(inputs.begin(), inputs.end(), pointers.begin());
  one->functions[std::size_t(functions[function].code)](pointers.data(), output);
}

}  // namespace sinew
