#include "sinew/codegen/build/internal/general_derivatives.hpp"

namespace sinew {

GeneralDerivatives::GeneralDerivatives(const Model& model)
    : robot_(model),
      linearized_(model),
      result_(std::size_t(model.velocity_size())),
      unit_(result_.size()),
      row_(3 * result_.size()) {}

void GeneralDerivatives::evaluate(Quantity quantity, std::span<const double* const> inputs, double* output) {
  const QuantityInfo& what = info(quantity);
  const std::size_t n = result_.size(), position_size = std::size_t(robot_.model().position_size());
  const bool is_forward = what.takes(QuantityInfo::tau);
  const std::size_t rows = is_forward ? n : std::size_t(robot_.size());
  const auto input = [&](std::size_t i) { return VectorView<const double>(inputs[i], n); };
  const VectorView<const double> q(inputs[0], position_size);
  const VectorView<double> result(result_.data(), rows);
  if (is_forward)
    linearized_.linearize_forward(robot_, q, input(1), input(2), result);
  else
    linearized_.linearize_inverse(robot_, q, input(1), input(2), result);
  const auto carry_back = [&](VectorView<const double> weights, double* gradient) {
    const VectorView<double> by_q(gradient, n), by_v(gradient + n, n), by_third(gradient + 2 * n, n);
    if (is_forward)
      linearized_.forward_vjp(robot_, weights, by_q, by_v, by_third);
    else
      linearized_.inverse_vjp(robot_, weights, by_q, by_v, by_third);
  };
  if (what.takes(QuantityInfo::rates)) {
    const VectorView<double> rates(output, rows);
    if (is_forward)
      linearized_.forward_jvp(robot_, input(3), input(4), input(5), rates);
    else
      linearized_.inverse_jvp(robot_, input(3), input(4), input(5), rates);
  } else if (what.takes(QuantityInfo::weights)) {
    carry_back({inputs[3], rows}, output);
  } else {
    for (std::size_t i = 0; i < rows; ++i) {
      unit_[i] = 1;
      carry_back({unit_.data(), rows}, row_.data());
      unit_[i] = 0;
      for (std::size_t j = 0; j < row_.size(); ++j) output[j * rows + i] = row_[j];
    }
  }
}

}  // namespace sinew
