#include "sinew/algorithms/derivatives/regressor.hpp"

namespace sinew {

void joint_regressor(In<double> v, In<double> a, MatrixOut<double> Y) {
  const auto n = int(v.size());
  edge::check_finite("v", v);
  edge::check_input("a", a, n);
  edge::check_size("the regressor", Y, n, joint_parameters_per_dof * n);
  std::fill_n(Y.data(), std::size_t(n) * std::size_t(Y.cols()), 0.0);
  for (int i = 0; i < n; ++i) {
    const double rate = v[std::size_t(i)];
    Y(i, i) = a[std::size_t(i)];
    Y(i, n + i) = rate;
    Y(i, 2 * n + i) = rate > 0 ? 1 : rate < 0 ? -1 : 0;
  }
}

template void torque_regressor(Workspace<double>&, MatrixOut<double>);
template void torque_regressor(Workspace<float>&, MatrixOut<float>);
template void torque_regressor(Workspace<double>&, In<double>, In<double>, In<double>, MatrixOut<double>,
                               const EnvironmentIn<double>&);
template void torque_regressor(Workspace<float>&, In<float>, In<float>, In<float>, MatrixOut<float>,
                               const EnvironmentIn<float>&);

}  // namespace sinew
