#include <algorithm>
#include <stdexcept>

#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/source/internal/source_names.hpp"
#include "sinew/codegen/trace/function.hpp"
#include "sinew/codegen/trace/internal/base_inertias.hpp"
#include "sinew/codegen/trace/internal/differentiated.hpp"
#include "sinew/codegen/trace/internal/embedded_quantities.hpp"
#include "sinew/codegen/trace/internal/open_parameters.hpp"
#include "sinew/codegen/trace/internal/symbolic_derivatives.hpp"
#include "sinew/codegen/trace/internal/symbolic_quantities.hpp"
#include "sinew/codegen/trace/internal/tidy_constants.hpp"
#include "sinew/model/tree/cast_tree.hpp"

namespace sinew {

FrameIndex frame_of(const Model& model, const QuantityRequest& wanted) {
  return wanted.frame.empty() ? model.last_body() : model.frame(wanted.frame);
}

namespace {

class Tracer {
 public:
  Tracer(const Model& model, const Tree<Symbol>& tree, SymbolGraph& graph, std::vector<Symbol> parameters,
         int independent, Followers followers)
      : model_(model), tree_(tree), graph_(graph), parameters_(std::move(parameters)), followers_(followers) {
    q_ = input("q", "positions", std::size_t(model.position_size()));
    v_ = input("v", "velocities", std::size_t(model.velocity_size()));
    tau_ = input("tau", "joint torques", std::size_t(model.velocity_size()));
    a_ = input("a", "joint accelerations", std::size_t(model.velocity_size()));
    dq_ = input("dq", "rates of q, as velocities", std::size_t(model.velocity_size()));
    dv_ = input("dv", "rates of v", std::size_t(model.velocity_size()));
    dtau_ = input("dtau", "rates of tau", std::size_t(model.velocity_size()));
    da_ = input("da", "rates of a", std::size_t(model.velocity_size()));
    weights_of_a_ = input("weights", "weights of a", std::size_t(model.velocity_size()));
    weights_of_tau_ = input("weights", "weights of tau", std::size_t(independent));
  }

  SymbolicFunction run(const QuantityRequest& wanted) const {
    const QuantityInfo& what = info(wanted.quantity);
    SymbolicFunction function{identifier(what.name), std::string(what.contents), {q_}, {}};
    if (what.takes(QuantityInfo::frame)) {
      const std::string& frame = model_.frame(frame_of(model_, wanted)).name;
      if (const std::string suffix = identifier(frame); !suffix.empty()) function.name += "_" + suffix;
      function.meaning += ", of frame '" + frame + "'";
    }
    if (what.takes(QuantityInfo::v)) function.inputs.push_back(v_);
    if (what.takes(QuantityInfo::tau)) function.inputs.push_back(tau_);
    if (what.takes(QuantityInfo::a)) function.inputs.push_back(a_);
    if (what.takes(QuantityInfo::rates)) {
      function.inputs.insert(function.inputs.end(), {dq_, dv_, what.takes(QuantityInfo::tau) ? dtau_ : da_});
    } else if (what.takes(QuantityInfo::weights)) {
      function.inputs.push_back(what.takes(QuantityInfo::tau) ? weights_of_a_ : weights_of_tau_);
    }
    if (!parameters_.empty()) function.inputs.push_back({"parameters", "parameters left open", parameters_});
    function.outputs.push_back({std::string(what.symbol), std::string(what.contents), result(wanted)});
    return function;
  }

  // The derivatives of a function by the numbers of its arguments.
  DerivativeFunctions differentiate(const QuantityRequest& wanted, const SymbolicFunction& function) const {
    Vector arguments;
    for (const Argument& argument : function.inputs) arguments = joined({arguments, argument.entries});
    if (wanted.quantity != Quantity::forward_dynamics)
      return derivative_functions(function,
                                  RecordedDerivatives(graph_, function.outputs.at(0).entries, arguments));
    if (followers_ == Followers::embedded) {
      const EmbeddedQuantities at(model_, tree_, graph_, q_.entries);
      return derivative_functions(function, forward_derivatives(at, arguments));
    }
    const SymbolicQuantities at(model_, tree_, graph_, q_.entries);
    return derivative_functions(function, forward_derivatives(at, arguments));
  }

 private:
  using Vector = std::vector<Symbol>;

  Argument input(const std::string& name, const std::string& meaning, std::size_t count) const {
    Argument argument{name, meaning, {}};
    for (std::size_t i = 0; i < count; ++i) argument.entries.push_back(graph_.input());
    return argument;
  }

  template <class Derivatives>
  DerivativeFunctions derivative_functions(const SymbolicFunction& of, const Derivatives& derivatives) const {
    const Argument& result = of.outputs.at(0);
    const std::size_t rows = result.entries.size();
    DerivativeFunctions out;
    for (const auto& [function, what] : {std::pair(&out.rates, "rates of "),
                                         {&out.weights, "weights of the arguments of "},
                                         {&out.jacobian, "Jacobian of "}})
      *function = {of.name, what + of.meaning, of.inputs, {}};
    Vector seeds;
    for (const Argument& argument : of.inputs) {
      const Argument& seed = out.rates.inputs.emplace_back(
          input("fwd_" + argument.name, "rates of " + argument.name, argument.entries.size()));
      seeds = joined({seeds, seed.entries});
    }
    out.rates.outputs.push_back({"fwd_" + result.name, "rates", derivatives.rates(seeds)});
    const Argument& weights =
        out.weights.inputs.emplace_back(input("adj_" + result.name, "weights of " + result.name, rows));
    const Vector by_arguments = derivatives.weights(weights.entries);
    const Vector columns = derivatives.columns(unit_directions(by_arguments.size()));
    auto weight = by_arguments.begin();
    auto column = columns.begin();
    for (const Argument& argument : of.inputs) {
      const auto count = std::ptrdiff_t(argument.entries.size()), numbers = count * std::ptrdiff_t(rows);
      out.weights.outputs.push_back({"adj_" + argument.name, "weights", {weight, weight + count}});
      out.jacobian.outputs.push_back(
          {"jac_" + result.name + "_" + argument.name, "Jacobian", {column, column + numbers}});
      weight += count, column += numbers;
    }
    return out;
  }

  Vector result(const QuantityRequest& wanted) const {
    if (followers_ == Followers::embedded && wanted.quantity != Quantity::pose)
      return result_of(EmbeddedQuantities(model_, tree_, graph_, q_.entries), wanted);
    const SymbolicQuantities tree(model_, tree_, graph_, q_.entries);
    if (wanted.quantity == Quantity::pose) return tree.pose(frame_of(model_, wanted));
    return result_of(tree, wanted);
  }

  template <class Quantities>
  Vector derivative_of(const Quantities& at, const QuantityInfo& what) const {
    const bool is_forward = what.takes(QuantityInfo::tau);
    const Vector& third = is_forward ? tau_.entries : a_.entries;
    const Vector arguments = joined({q_.entries, v_.entries, third});
    const Directions directions =
        along_velocities(tree_, q_.entries, v_.entries.size(), v_.entries.size() + third.size());
    const auto of = [&](const auto& derivatives) -> Vector {
      if (what.takes(QuantityInfo::rates)) {
        const Vector& rates = is_forward ? dtau_.entries : da_.entries;
        return derivatives.rates(combined(directions, joined({dq_.entries, dv_.entries, rates})));
      }
      if (what.takes(QuantityInfo::weights))
        return along(directions,
                     derivatives.weights(is_forward ? weights_of_a_.entries : weights_of_tau_.entries));
      return derivatives.columns(directions);
    };
    if (is_forward) return of(forward_derivatives(at, arguments));
    return of(RecordedDerivatives(graph_, at.torques(v_.entries, third), arguments));
  }
  template <class Quantities>
  ForwardDynamicsDerivatives<Quantities> forward_derivatives(const Quantities& at,
                                                             const Vector& arguments) const {
    return {at, graph_, v_.entries, tau_.entries, a_.entries, arguments};
  }

  template <class Quantities>
  Vector result_of(const Quantities& at, const QuantityRequest& wanted) const {
    if (is_derivative(wanted.quantity)) return derivative_of(at, info(wanted.quantity));
    const Vector zeros(v_.entries.size());
    switch (wanted.quantity) {
      case Quantity::forward_dynamics:
        return at.accelerations(v_.entries, tau_.entries);
      case Quantity::inverse_dynamics:
        return at.torques(v_.entries, a_.entries);
      case Quantity::bias_force:
        return at.torques(v_.entries, zeros);
      case Quantity::gravity_force:
        return at.torques(zeros, zeros);
      case Quantity::mass_matrix:
        return at.mass_matrix();
      case Quantity::inverse_mass_matrix:
        return at.inverse_mass_matrix();
      case Quantity::omega:
        return at.omega(frame_of(model_, wanted));
      case Quantity::jacobian:
        return at.jacobian(frame_of(model_, wanted));
      default:
        throw std::invalid_argument("compiled robots do not compute " +
                                    std::string(info(wanted.quantity).name));
    }
  }

  const Model& model_;
  const Tree<Symbol>& tree_;
  SymbolGraph& graph_;
  Argument q_, v_, tau_, a_, dq_, dv_, dtau_, da_, weights_of_a_, weights_of_tau_;
  Vector parameters_;
  Followers followers_;
};

// Throws std::invalid_argument if the derivatives would be those of closed loops. `what`: the derivatives in words.
void check_derivative(const Model& model, const std::string& what, bool is_forward, Followers followers) {
  const bool is_free = followers == Followers::free && has_followers(model);
  if (!is_free && !(is_forward && GeneralRobot::has_open_constraints(model, followers))) return;
  throw std::invalid_argument(
      "compiled robots do not compute " + what + " of " + model.name() +
      (is_free ? " with free followers; embed them"
               : ", which has loops: loop '" + model.description().loops.at(0).name + "'"));
}

// Throws std::invalid_argument for custom joints, for quantities that are requested twice, and for derivatives of
// closed chains.
void check(const Model& model, std::span<const QuantityRequest> wanted, Followers followers) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::custom)
      throw std::invalid_argument(
          "joint '" + joint.name +
          "' is a custom joint and cannot be compiled, because it cannot run on symbols");
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const QuantityInfo& what = info(wanted[i].quantity);
    if (divides_by_inertia(what.quantity))
      edge::check_possible(("compiled " + std::string(what.name)).c_str(), model);
    if (is_derivative(what.quantity))
      check_derivative(model, std::string(what.name), what.takes(QuantityInfo::tau), followers);
    const bool of_frame = what.takes(QuantityInfo::frame);
    const FrameIndex frame = frame_of(model, wanted[i]);
    for (const QuantityRequest& other : wanted.first(i)) {
      if (other.quantity != what.quantity || (of_frame && frame_of(model, other) != frame)) continue;
      const std::string of = of_frame ? " of frame '" + model.frame(frame).name + "'" : "";
      throw std::invalid_argument(std::string(what.name) + of + " is requested twice");
    }
  }
}

// Adds a number to the name if another function has it: different frame names can give the same identifier.
void make_name_unique(SymbolicFunction& function, std::span<const SymbolicFunction> others) {
  const std::string name = function.name;
  const auto is_same = [&](const SymbolicFunction& other) { return other.name == function.name; };
  for (int number = 2; std::any_of(others.begin(), others.end(), is_same); ++number)
    function.name = name + "_" + std::to_string(number);
}

// Traces every wanted quantity and passes it to `use` with its tracer.
template <class Use>
SymbolicRobot trace_each(const Model& model, std::span<const QuantityRequest> wanted,
                         std::span<const std::string> parameters, Followers followers, const Use& use) {
  check(model, wanted, followers);
  SymbolicRobot robot;
  if (has_followers(model)) robot.followers = followers;
  for (int v = 0; v < model.velocity_size(); ++v) robot.independent.push_back(v);
  if (robot.followers == Followers::embedded) robot.independent = IndependentIndices(model).velocities;
  robot.parameters = find_parameters(model, parameters);
  const SymbolGraph::Recording recording(robot.graph);
  std::vector<Symbol> open;
  for (std::size_t i = 0; i < parameters.size(); ++i) open.push_back(robot.graph.input());

  auto tree = cast_tree<Symbol>(model.tree<double>());
  open_parameters(model, robot.parameters, open, tree);
  tidy_constants(robot.graph, tree);
  regroup_inertias(tree);
  tidy_constants(robot.graph, tree);

  const Tracer tracer(model, tree, robot.graph, open, int(robot.independent.size()), robot.followers);
  for (const QuantityRequest& each : wanted) {
    try {
      SymbolicFunction function = tracer.run(each);
      make_name_unique(function, robot.functions);
      robot.functions.push_back(std::move(function));
      use(tracer, each, robot.functions.back());
    } catch (const std::length_error&) {
      throw std::invalid_argument(
          std::string(info(each.quantity).name) + " of " + model.name() + " with its " +
          std::to_string(model.velocity_size()) +
          " degrees of freedom takes too many operations for straight-line code (more than " +
          std::to_string(SymbolGraph::most_nodes) + "); use the general recursions");
    }
  }
  return robot;
}

}  // namespace

SymbolicRobot trace(const Model& model, std::span<const QuantityRequest> wanted,
                    std::span<const std::string> parameters, Followers followers) {
  return trace_each(model, wanted, parameters, followers,
                    [](const Tracer&, const QuantityRequest&, const SymbolicFunction&) {});
}

DifferentiatedRobot trace_with_derivatives(const Model& model, std::span<const QuantityRequest> wanted,
                                           std::span<const std::string> parameters, Followers followers) {
  for (const QuantityRequest& each : wanted) {
    if (info(each.quantity).takes(QuantityInfo::tau))
      check_derivative(model, "derivatives of " + std::string(info(each.quantity).name), true, followers);
  }
  std::vector<DerivativeFunctions> derivatives;
  SymbolicRobot robot =
      trace_each(model, wanted, parameters, followers,
                 [&](const Tracer& tracer, const QuantityRequest& each, const SymbolicFunction& function) {
                   derivatives.push_back(tracer.differentiate(each, function));
                 });
  return {std::move(robot), std::move(derivatives)};
}

}  // namespace sinew
