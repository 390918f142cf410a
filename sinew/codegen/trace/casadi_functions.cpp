#include "sinew/codegen/trace/casadi_functions.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/codegen/trace/internal/differentiated.hpp"

namespace sinew {
namespace {

CasadiMatrix dense(const Argument& argument, int rows, int cols = 1) {
  return {argument.name, {rows, cols, 1}};
}
CasadiMatrix column(const Argument& argument) {
  return dense(argument, int(argument.entries.size()));
}

// Takes the zeros out of a matrix, and returns its pattern.
CasadiMatrix compress(Argument& matrix, int rows, int cols) {
  CasadiMatrix out{matrix.name, {rows, cols, 0}};
  std::vector<int> row_of;
  std::vector<Symbol> stored;
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) {
      const Symbol& x = matrix.entries[std::size_t(j * rows + i)];
      if (x != Symbol{}) row_of.push_back(i), stored.push_back(x);
    }
    out.sparsity.push_back(int(row_of.size()));
  }
  out.sparsity.insert(out.sparsity.end(), row_of.begin(), row_of.end());
  if (stored.size() == matrix.entries.size()) out.sparsity = {rows, cols, 1};
  out.is_passed = !stored.empty();
  matrix.entries = std::move(stored);
  return out;
}

// The result's number of rows.
int rows_of(const Argument& result, ResultShape shape, std::size_t independent) {
  if (shape == ResultShape::six_rows || shape == ResultShape::six_by_six) return 6;
  return int(shape == ResultShape::joint_matrix ? independent : result.entries.size());
}

class CasadiGroup {
 public:
  CasadiGroup(CasadiRobot& robot, std::size_t function, ResultShape shape) : robot_(robot) {
    const SymbolicFunction& f = robot.robot.functions[function];
    const Argument& result = f.outputs.at(0);
    name_ = f.name;
    count_ = int(result.entries.size());
    const int rows = rows_of(result, shape, robot.robot.independent.size()),
              cols = rows == 0 ? 1 : count_ / rows;
    result_ = dense(result, rows, cols);
    for (const Argument& argument : f.inputs) {
      sizes_.push_back(int(argument.entries.size()));
      arguments_.push_back(column(argument));
    }
    robot.robot.functions[function].name = "compute_" + name_;
    robot.functions.push_back({"", name_, function, arguments_, {result_}});
    // Derivatives are given the result, which they do not need.
    std::vector<int> nothing(std::size_t(cols) + 3);
    nothing[0] = rows, nothing[1] = cols;
    arguments_.push_back({"out_" + result.name, nothing, false});
  }

  void add_rates(SymbolicFunction& function) {
    CasadiFunction& out = add("fwd1_", function);
    for (std::size_t k = sizes_.size(); k < function.inputs.size(); ++k)
      out.inputs.push_back(column(function.inputs[k]));
    out.outputs.push_back({function.outputs[0].name, result_.sparsity});
    keep(function);
  }
  void add_weights(SymbolicFunction& function) {
    CasadiFunction& out = add("adj1_", function);
    out.inputs.push_back({function.inputs.back().name, result_.sparsity});
    for (const Argument& each : function.outputs) out.outputs.push_back(column(each));
    keep(function);
  }
  void add_jacobian(SymbolicFunction& function) {
    CasadiFunction& out = add("jac_", function);
    for (std::size_t k = 0; k < sizes_.size(); ++k)
      out.outputs.push_back(compress(function.outputs[k], count_, sizes_[k]));
    std::erase_if(function.outputs, [](const Argument& matrix) { return matrix.entries.empty(); });
    keep(function);
  }

 private:
  CasadiFunction& add(const std::string& prefix, SymbolicFunction& function) {
    function.name = "compute_" + prefix + name_;
    return robot_.functions.emplace_back(
        CasadiFunction{prefix, name_, robot_.robot.functions.size(), arguments_, {}});
  }
  void keep(SymbolicFunction& function) { robot_.robot.functions.push_back(std::move(function)); }

  CasadiRobot& robot_;
  std::string name_;
  int count_ = 0;  // of the result's numbers
  CasadiMatrix result_;
  std::vector<int> sizes_;  // of the arguments
  std::vector<CasadiMatrix> arguments_;
};

}  // namespace

CasadiRobot trace_for_casadi(const Model& model, std::span<const QuantityRequest> wanted,
                             std::span<const std::string> parameters, Followers followers) {
  for (const QuantityRequest& each : wanted) {
    if (is_derivative(each.quantity))
      throw std::invalid_argument(std::string(info(each.quantity).name) +
                                  " is not written for CasADi, which gets the derivatives of " +
                                  "forward-dynamics and inverse-dynamics with these");
  }
  DifferentiatedRobot traced = trace_with_derivatives(model, wanted, parameters, followers);
  CasadiRobot out{std::move(traced.robot), {}};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CasadiGroup group(out, i, info(wanted[i].quantity).shape);
    group.add_rates(traced.derivatives[i].rates);
    group.add_weights(traced.derivatives[i].weights);
    group.add_jacobian(traced.derivatives[i].jacobian);
  }
  return out;
}

}  // namespace sinew
