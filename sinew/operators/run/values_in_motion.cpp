// Computes the rates of a configuration's values while the joints move with v, by running the filter on dual numbers.
#include "sinew/algorithms/dynamics/filter.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "sinew/operators/run/internal/square_root.hpp"
#include "sinew/operators/run/internal/values.hpp"
#include "sinew/operators/run/internal/variance_block.hpp"

namespace sinew::operators {
namespace {

using Moving = Dual<double>;

Vector3<double> rate_of(const Vector3<Moving>& x) {
  return {x.x.rate, x.y.rate, x.z.rate};
}
Symmetric3<double> rate_of(const Symmetric3<Moving>& m) {
  return {m.xx.rate, m.xy.rate, m.xz.rate, m.yy.rate, m.yz.rate, m.zz.rate};
}
Matrix3<double> rate_of(const Matrix3<Moving>& m) {
  return {m.xx.rate, m.xy.rate, m.xz.rate, m.yx.rate, m.yy.rate, m.yz.rate, m.zx.rate, m.zy.rate, m.zz.rate};
}

}  // namespace

struct MovingFilter {
  explicit MovingFilter(const Model& model)
      : work(model), q(std::size_t(model.position_size())), gain(std::size_t(model.velocity_size())) {}

  Workspace<Moving> work;
  std::vector<Moving> q;
  std::vector<Force<Moving>> gain;
};

void Configuration::Values::make_room_for_rates() {
  if (!moving) moving = std::make_shared<MovingFilter>(work.model);
}

void Configuration::Values::need_rates() {
  if (has_rates) return;
  need_roots();
  make_room_for_rates();
  set_moving_position(tree(), q.data(), v.data(), moving->q.data());
  update_filter(moving->work, moving->q);
  for (std::size_t k = 1; k < covariance_rate.size(); ++k) {
    const ArticulatedInertia<Moving>& P = moving->work.covariance[k];
    covariance_rate[k] = {rate_of(P.angular), rate_of(P.mixed), rate_of(P.linear)};
    relative_velocity[k] = {};
    at_joint(tree(), work.joints, k,
             [&](const auto& joint) { joint.advance(relative_velocity[k], v.data() + joint.link.v); });
    at_joint(tree(), moving->work.joints, k, [&](const auto& joint) {
      const int n = joint.count(), first = joint.link.v;
      Moving D[36], D_inverse[36];
      make_block(joint, moving->work.measurement.data() + first, moving->gain.data() + first, D, D_inverse);
      for (int i = 0; i < n; ++i) {
        const auto j = std::size_t(first + i);
        gain_rate[j] = {rate_of(moving->gain[j].angular), rate_of(moving->gain[j].linear)};
        const Motion<Moving> axis = joint.axis(i);
        axis_rate[j] = {rate_of(axis.angular), rate_of(axis.linear)};
      }
      if (is_block(k)) {
        VarianceBlock& block = blocks[std::size_t(block_of[k])];
        for (int i = 0; i < n * n; ++i) block.rate[std::size_t(i)] = D[i].rate;
        square_root_rate(block.D.data(), block.rate.data(), n, block.root_rate.data());
      } else {
        variance_rate[std::size_t(first)] = D[0].rate;
        root_rate[std::size_t(first)] = 0.5 * D[0].rate * root_inverse[std::size_t(first)];
      }
    });
  }
  has_rates = true;
}

}  // namespace sinew::operators
