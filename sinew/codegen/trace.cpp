#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/inverse_mass_matrix.hpp"
#include "sinew/algorithms/jacobian.hpp"
#include "sinew/algorithms/kinematics.hpp"
#include "sinew/algorithms/mass_matrix.hpp"
#include "sinew/algorithms/operational_space.hpp"
#include "sinew/codegen/base_inertias.hpp"
#include "sinew/codegen/function.hpp"
#include "sinew/codegen/open_parameters.hpp"
#include "sinew/codegen/tidy_constants.hpp"
#include "sinew/model/cast_tree.hpp"

namespace sinew {

std::string identifier(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool keeps = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out += keeps ? c : '_';
  }
  return out;
}

FrameIndex frame_of(const Model& model, const Wanted& wanted) {
  if (!wanted.frame.empty()) return model.frame(wanted.frame);
  FrameIndex last = ground;
  for (int i = 1; i < int(model.frames().size()); ++i) {
    if (model.frames()[std::size_t(i)].is_body) last = {i};
  }
  return last;
}

namespace {

class Tracer {
 public:
  Tracer(const Model& model, const Tree<Symbol>& tree, SymbolGraph& graph, std::vector<Symbol> parameters)
      : model_(model), tree_(tree), parameters_(std::move(parameters)) {
    const auto inputs = [&](const char* name, const char* meaning, int count) {
      Argument argument{name, meaning, {}};
      for (int i = 0; i < count; ++i) argument.entries.push_back(graph.input());
      return argument;
    };
    q_ = inputs("q", "positions", model.position_size());
    v_ = inputs("v", "velocities", model.velocity_size());
    tau_ = inputs("tau", "joint moments", model.velocity_size());
    a_ = inputs("a", "joint accelerations", model.velocity_size());
  }

  SymbolicFunction run(const Wanted& wanted) const {
    const QuantityInfo& what = info(wanted.quantity);
    SymbolicFunction function{identifier(what.name), std::string(what.meaning), {q_}, {}};
    Workspace<Symbol> work(model_, tree_);
    const auto& q = q_.entries;
    const auto n = std::size_t(model_.velocity_size());
    std::vector<Symbol> out;
    std::string name;
    const auto matrix = [&](int rows) {
      out.resize(std::size_t(rows) * n);
      return MatrixView<Symbol>(out.data(), rows, int(n));
    };
    FrameIndex frame;
    if (what.of_frame) {
      frame = frame_of(model_, wanted);
      function.name += "_" + identifier(model_.frame(frame).name);
      function.meaning += ", of frame '" + model_.frame(frame).name + "'";
    }
    switch (wanted.quantity) {
      case Quantity::forward_dynamics:
        out.resize(n), name = "a";
        function.inputs.insert(function.inputs.end(), {v_, tau_});
        forward_dynamics(model_, work, q, v_.entries, tau_.entries, out);
        break;
      case Quantity::inverse_dynamics:
        out.resize(n), name = "tau";
        function.inputs.insert(function.inputs.end(), {v_, a_});
        inverse_dynamics(model_, work, q, v_.entries, a_.entries, out);
        break;
      case Quantity::bias_force:
        out.resize(n), name = "tau";
        function.inputs.push_back(v_);
        bias_force(model_, work, q, v_.entries, out);
        break;
      case Quantity::gravity_force:
        out.resize(n), name = "tau";
        gravity_force(model_, work, q, out);
        break;
      case Quantity::mass_matrix:
        name = "M";
        mass_matrix(model_, work, q, matrix(int(n)));
        break;
      case Quantity::inverse_mass_matrix:
        name = "M_inverse";
        inverse_mass_matrix(model_, work, q, matrix(int(n)));
        break;
      case Quantity::operational_inertia: {
        name = "Omega";
        update_poses(model_, work, q);
        update_filter(model_, work, q);
        OperationalSpace<Symbol> space(model_, frame, Reference::aligned);
        space.update(model_, work);
        out.assign(space.omega().data(), space.omega().data() + 36);
        break;
      }
      case Quantity::jacobian:
        name = "J";
        update_poses(model_, work, q);
        jacobian(model_, work, frame, Reference::aligned, matrix(6));
        break;
      case Quantity::pose: {
        name = "X";
        update_poses(model_, work, q);
        const auto [r, p] = pose(model_, work, frame);
        for (const Vector3<Symbol>& column : {r.column_x(), r.column_y(), r.column_z(), p})
          out.insert(out.end(), {column.x, column.y, column.z});
        break;
      }
    }
    if (!parameters_.empty()) function.inputs.push_back({"parameters", "parameters left open", parameters_});
    function.outputs.push_back({name, std::string(what.meaning), out});
    return function;
  }

 private:
  const Model& model_;
  const Tree<Symbol>& tree_;
  Argument q_, v_, tau_, a_;
  std::vector<Symbol> parameters_;
};

}  // namespace

SymbolicRobot trace(const Model& model, std::span<const Wanted> wanted,
                    std::span<const std::string> parameters) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::custom)
      throw std::invalid_argument("joint '" + joint.name +
                                  "' is a custom joint, known by its numbers only: it cannot be compiled");
  }
  SymbolicRobot robot;
  robot.parameters = find_parameters(model, parameters);
  const SymbolGraph::Recording recording(robot.graph);
  std::vector<Symbol> open;
  for (std::size_t i = 0; i < parameters.size(); ++i) open.push_back(robot.graph.input());

  auto tree = cast_tree<Symbol>(model.tree<double>());
  open_parameters(model, robot.parameters, open, tree);
  tidy_constants(robot.graph, tree);
  regroup_inertias(tree);
  tidy_constants(robot.graph, tree);

  const Tracer tracer(model, tree, robot.graph, open);
  for (const Wanted& each : wanted) robot.functions.push_back(tracer.run(each));
  return robot;
}

}  // namespace sinew
