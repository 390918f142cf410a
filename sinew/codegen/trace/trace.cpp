#include <algorithm>
#include <stdexcept>

#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/source/internal/source_names.hpp"
#include "sinew/codegen/trace/function.hpp"
#include "sinew/codegen/trace/internal/base_inertias.hpp"
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
    const auto inputs = [&](const char* name, const char* meaning, int count) {
      Argument argument{name, meaning, {}};
      for (int i = 0; i < count; ++i) argument.entries.push_back(graph.input());
      return argument;
    };
    q_ = inputs("q", "positions", model.position_size());
    v_ = inputs("v", "velocities", model.velocity_size());
    tau_ = inputs("tau", "joint torques", model.velocity_size());
    a_ = inputs("a", "joint accelerations", model.velocity_size());
    dq_ = inputs("dq", "rates of q, as velocities", model.velocity_size());
    dv_ = inputs("dv", "rates of v", model.velocity_size());
    dtau_ = inputs("dtau", "rates of tau", model.velocity_size());
    da_ = inputs("da", "rates of a", model.velocity_size());
    weights_of_a_ = inputs("weights", "weights of a", model.velocity_size());
    weights_of_tau_ = inputs("weights", "weights of tau", independent);
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

 private:
  using Vector = std::vector<Symbol>;

  Vector result(const QuantityRequest& wanted) const {
    if (followers_ == Followers::embedded && wanted.quantity != Quantity::pose)
      return result_of(EmbeddedQuantities(model_, tree_, graph_, q_.entries), wanted);
    const SymbolicQuantities tree(model_, tree_, graph_, q_.entries);
    if (wanted.quantity == Quantity::pose) return tree.pose(frame_of(model_, wanted));
    return result_of(tree, wanted);
  }

  template <class Quantities>
  Vector derivative_of(const Quantities& at, Quantity quantity) const {
    const SymbolicDerivatives<Quantities> derivatives(at, tree_, graph_, dq_.entries);
    const SymbolicArguments given{q_.entries, v_.entries, tau_.entries},
        to_invert{q_.entries, v_.entries, a_.entries};
    switch (quantity) {
      case Quantity::forward_dynamics_jvp:
        return derivatives.forward_jvp(given, a_.entries, {dq_.entries, dv_.entries, dtau_.entries});
      case Quantity::forward_dynamics_vjp:
        return derivatives.forward_vjp(given, a_.entries, weights_of_a_.entries);
      case Quantity::forward_dynamics_derivatives:
        return derivatives.forward_matrices(given, a_.entries);
      case Quantity::inverse_dynamics_jvp:
        return derivatives.inverse_jvp(to_invert, {dq_.entries, dv_.entries, da_.entries});
      case Quantity::inverse_dynamics_vjp:
        return derivatives.inverse_vjp(to_invert, weights_of_tau_.entries);
      default:
        return derivatives.inverse_matrices(to_invert);
    }
  }

  template <class Quantities>
  Vector result_of(const Quantities& at, const QuantityRequest& wanted) const {
    if (is_derivative(wanted.quantity) && is_among(offered::by_compiled_robots, wanted.quantity))
      return derivative_of(at, wanted.quantity);
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

// Derivatives of forward dynamics are those of a tree or of its independent coordinates, never those of closed loops.
void check_derivative(const Model& model, const QuantityInfo& what, Followers followers) {
  const std::string refused =
      "compiled robots do not compute " + std::string(what.name) + " of " + model.name();
  if (followers == Followers::free && has_followers(model))
    throw std::invalid_argument(refused + " with free followers; embed them");
  if (what.takes(QuantityInfo::tau) && GeneralRobot::has_open_constraints(model, followers))
    throw std::invalid_argument(refused + ", which has loops: loop '" + model.description().loops.at(0).name +
                                "'");
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
    if (is_derivative(what.quantity)) check_derivative(model, what, followers);
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

}  // namespace

SymbolicRobot trace(const Model& model, std::span<const QuantityRequest> wanted,
                    std::span<const std::string> parameters, Followers followers) {
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

}  // namespace sinew
