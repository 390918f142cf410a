#include "sinew/simulate/optimal/motion_feedback.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/check_number.hpp"
#include "sinew/model/joints/configuration_group.hpp"

namespace sinew {

MotionFeedback::MotionFeedback(const Model& model, OptimizedMotion motion)
    : model_(model), motion_(std::move(motion)), e_(std::size_t(model.velocity_size())) {
  const std::size_t steps = motion_.tau.size();
  if (steps == 0 || motion_.times.size() != steps + 1 || motion_.q.size() != steps + 1 ||
      motion_.v.size() != steps + 1 || motion_.K.size() != steps)
    throw std::invalid_argument("the motion has no steps, or not the states and feedback of each");
  const int n = model.velocity_size();
  edge::check_positive("the first step of the motion", motion_.times[1] - motion_.times[0]);
  edge::check_size("the limits of the motion", In<double>(motion_.limits), n);
  for (std::size_t i = 0; i <= steps; ++i) {
    edge::check_size("q of the motion", In<double>(motion_.q[i]), model.position_size());
    edge::check_size("v of the motion", In<double>(motion_.v[i]), n);
    if (i == steps) break;
    edge::check_size("tau of the motion", In<double>(motion_.tau[i]), n);
    if (motion_.K[i].rows() != n || motion_.K[i].cols() != 2 * n)
      throw std::invalid_argument("K of the motion has " + std::to_string(motion_.K[i].rows()) + " x " +
                                  std::to_string(motion_.K[i].cols()) + " numbers; expected " +
                                  std::to_string(n) + " x " + std::to_string(2 * n));
  }
}

void MotionFeedback::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  const int n = model_.velocity_size();
  edge::check_size("v", v, n);
  edge::check_size("the result tau", tau, n);
  const double step = motion_.times[1] - motion_.times[0];
  // A sample at the beginning of a step may be early by rounding.
  const double count = std::floor(t / step + 1e-6);
  const auto k = std::size_t(std::clamp(count, 0.0, double(motion_.tau.size() - 1)));
  const std::size_t state = count >= double(motion_.tau.size()) ? k + 1 : k;
  difference(model_, motion_.q[state], q, e_);
  const Matrix<double>& K = motion_.K[k];
  for (int i = 0; i < n; ++i) {
    double sum = motion_.tau[k][std::size_t(i)];
    for (int j = 0; j < n; ++j) {
      const auto at = std::size_t(j);
      sum += K(i, j) * e_[at] + K(i, n + j) * (v[at] - motion_.v[state][at]);
    }
    const double most = motion_.limits[std::size_t(i)];
    tau[std::size_t(i)] = std::clamp(sum, -most, most);
  }
}

}  // namespace sinew
