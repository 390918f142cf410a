#include "sinew/model/description/log_cholesky.hpp"

#include <cmath>
#include <stdexcept>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

// U without the factor exp alpha.
struct UnitFactor {
  explicit UnitFactor(const LogCholesky& numbers)
      : e{std::exp(numbers[1]), std::exp(numbers[2]), std::exp(numbers[3])},
        s12(numbers[4]),
        s23(numbers[5]),
        s13(numbers[6]),
        t{numbers[7], numbers[8], numbers[9]} {}

  double e[3];  // exp d1, exp d2, exp d3
  double s12, s23, s13, t[3];
};

// Returns the parameters of a body with these pseudo-inertia entries: I = tr(S) - S.
InertialParameters parameters_of(double m, const double* h, const Symmetric3<double>& S) {
  return {m, h[0], h[1], h[2], S.yy + S.zz, -S.xy, -S.xz, S.xx + S.zz, -S.yz, S.xx + S.yy};
}

void check(const LogCholesky& numbers) {
  edge::check_finite("the log-Cholesky parameters", VectorView<const double>(numbers));
}

// Returns the square root of `left`, what the later columns of U leave of the diagonal entry `whole`.
double root(double left, double whole) {
  constexpr double rounding = 1e-14;
  if (!(left > rounding * whole))
    throw std::invalid_argument(
        "the inertia has no log-Cholesky parameters: its pseudo-inertia is not positive "
        "definite (a pivot is " +
        number_text(left) + "); the body is flat or cannot exist");
  return std::sqrt(left);
}

}  // namespace

LogCholesky log_cholesky(const InertialParameters& parameters) {
  edge::check_finite("the inertial parameters", VectorView<const double>(parameters));
  const auto& [m, hx, hy, hz, xx, xy, xz, yy, yz, zz] = parameters;
  const double scale = root(m, 0);
  const double t1 = hx / m, t2 = hy / m, t3 = hz / m, half = (xx + yy + zz) / 2;
  // S / m - t t^T, from which the columns of U are taken from the last to the first.
  const double szz = (half - zz) / m, syy = (half - yy) / m, sxx = (half - xx) / m;
  const double e3 = root(szz - t3 * t3, szz), s23 = (-yz / m - t2 * t3) / e3, s13 = (-xz / m - t1 * t3) / e3;
  const double e2 = root(syy - t2 * t2 - s23 * s23, syy), s12 = (-xy / m - t1 * t2 - s13 * s23) / e2;
  const double e1 = root(sxx - t1 * t1 - s13 * s13 - s12 * s12, sxx);
  return {std::log(scale), std::log(e1), std::log(e2), std::log(e3), s12, s23, s13, t1, t2, t3};
}

InertialParameters parameters_from_log_cholesky(const LogCholesky& numbers) {
  check(numbers);
  const auto& [e, s12, s23, s13, t] = UnitFactor(numbers);
  const double mass = std::exp(2 * numbers[0]);
  InertialParameters parameters =
      parameters_of(1, t,
                    {e[0] * e[0] + s12 * s12 + s13 * s13 + t[0] * t[0], s12 * e[1] + s13 * s23 + t[0] * t[1],
                     s13 * e[2] + t[0] * t[2], e[1] * e[1] + s23 * s23 + t[1] * t[1],
                     s23 * e[2] + t[1] * t[2], e[2] * e[2] + t[2] * t[2]});
  for (double& x : parameters) x *= mass;
  edge::check_overflow("the inertia of the log-Cholesky parameters", parameters.data(), parameters.size());
  return parameters;
}

Matrix<double> log_cholesky_jacobian(const LogCholesky& numbers) {
  const InertialParameters parameters = parameters_from_log_cholesky(numbers);
  const auto& [e, s12, s23, s13, t] = UnitFactor(numbers);
  const double zero[3] = {};
  const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const InertialParameters columns[] = {
      parameters,  // by alpha: doubled below
      parameters_of(0, zero, {2 * e[0] * e[0], 0, 0, 0, 0, 0}),
      parameters_of(0, zero, {0, s12 * e[1], 0, 2 * e[1] * e[1], 0, 0}),
      parameters_of(0, zero, {0, 0, s13 * e[2], 0, s23 * e[2], 2 * e[2] * e[2]}),
      parameters_of(0, zero, {2 * s12, e[1], 0, 0, 0, 0}),
      parameters_of(0, zero, {0, s13, 0, 2 * s23, e[2], 0}),
      parameters_of(0, zero, {2 * s13, s23, e[2], 0, 0, 0}),
      parameters_of(0, unit[0], {2 * t[0], t[1], t[2], 0, 0, 0}),
      parameters_of(0, unit[1], {0, t[0], 0, 2 * t[1], t[2], 0}),
      parameters_of(0, unit[2], {0, 0, t[0], 0, t[1], 2 * t[2]}),
  };
  Matrix<double> J(inertial_parameters_per_body, inertial_parameters_per_body);
  for (int j = 0; j < J.cols(); ++j) {
    const double scale = j == 0 ? 2 : parameters[0];
    for (int i = 0; i < J.rows(); ++i) J(i, j) = scale * columns[j][std::size_t(i)];
  }
  edge::check_overflow("the derivatives of the inertia", MatrixView<double>(J));
  return J;
}

}  // namespace sinew
