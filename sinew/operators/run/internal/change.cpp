#include "sinew/operators/run/internal/change.hpp"

#include <algorithm>

#include "sinew/algorithms/mass_matrix/costate_covariance.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "sinew/operators/run/internal/square_root.hpp"
#include "sinew/operators/run/internal/variance_block.hpp"
#include "sinew/operators/simplify/simplify.hpp"

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
ArticulatedInertia<double> rate_of(const ArticulatedInertia<Moving>& m) {
  return {rate_of(m.angular), rate_of(m.mixed), rate_of(m.linear)};
}

template <class Record>
int index_of(std::vector<std::shared_ptr<Record>>& list, const auto& is_wanted, const auto& make) {
  const auto found = std::ranges::find_if(list, is_wanted);
  if (found != list.end()) return int(found - list.begin());
  auto made = make();  // may add records that it depends on
  list.push_back(std::move(made));
  return int(list.size()) - 1;
}

}  // namespace

VectorOfPosition::VectorOfPosition(const Expression& vector_, const Configuration& at)
    : vector(vector_),
      values_(at.values()),
      runner_(simplify(vector_, at.setting(Purpose::product_with_vector)).result(), at),
      numbers_(std::size_t(runner_.rows())) {}

void VectorOfPosition::need() {
  if (made_at_ == values_.count) return;
  const double one = 1;
  runner_.apply(&one, 1, numbers_.data());
  made_at_ = values_.count;
}

Change::Change(const Expression& direction, const Configuration& at)
    : axis(at.values().v.size()),
      gain(axis.size()),
      variance(axis.size()),
      root(axis.size()),
      blocks(at.values().blocks.size()),
      covariance(at.values().tree().links.size()),
      composite_inertia(covariance.size()),
      costate_covariance(covariance.size()),
      values_(at.values()),
      direction_(direction, at),
      work_(at.model()),
      q_(std::size_t(at.model().position_size())),
      diagonal_(axis.size()),
      gain_(axis.size()),
      composite_inertia_(covariance.size()),
      costate_covariance_(covariance.size()) {}

void Change::set_position() {
  if (set_at_ == values_.count) return;
  direction_.need();
  detail::set_moving_position(values_.tree(), values_.q.data(), direction_.numbers().data(), q_.data());
  detail::set_joints<Moving>(values_.tree(), work_.joints, q_.data());
  set_at_ = values_.count;
}

void Change::need_axes() {
  if (axes_at_ == values_.count) return;
  set_position();
  for (std::size_t k = 1; k < covariance.size(); ++k) {
    at_joint(values_.tree(), work_.joints, k, [&](const auto& joint) {
      for (int i = 0; i < joint.count(); ++i) {
        const Motion<Moving> moving = joint.axis(i);
        axis[std::size_t(joint.link.v + i)] = {rate_of(moving.angular), rate_of(moving.linear)};
      }
    });
  }
  axes_at_ = values_.count;
}

void Change::need_filter() {
  if (filter_at_ == values_.count) return;
  values_.need_roots();
  set_position();
  filter::inward_covariances(values_.tree(), work_);
  for (std::size_t k = 1; k < covariance.size(); ++k) {
    covariance[k] = rate_of(work_.covariance[k]);
    at_joint(values_.tree(), work_.joints, k, [&](const auto& joint) {
      const int n = joint.count(), first = joint.link.v;
      Moving D[36], D_inverse[36];
      make_block(joint, work_.measurement.data() + first, gain_.data() + first, D, D_inverse);
      for (int i = 0; i < n; ++i) {
        const auto j = std::size_t(first + i);
        gain[j] = {rate_of(gain_[j].angular), rate_of(gain_[j].linear)};
      }
      if (values_.is_block(k)) {
        Block& block = blocks[std::size_t(values_.block_of[k])];
        for (int i = 0; i < n * n; ++i) block.variance[std::size_t(i)] = D[i].rate;
        square_root_rate(values_.block(k).D.data(), block.variance.data(), n, block.root.data());
      } else {
        variance[std::size_t(first)] = D[0].rate;
        root[std::size_t(first)] = 0.5 * D[0].rate * values_.root_inverse[std::size_t(first)];
      }
    });
  }
  filter_at_ = values_.count;
}

void Change::need_composite_inertias() {
  if (composites_at_ == values_.count) return;
  set_position();
  composite_inertias(values_.tree(), work_.joints, composite_inertia_);
  for (std::size_t k = 1; k < covariance.size(); ++k) {
    const RigidInertia<Moving>& moving = composite_inertia_[k];
    composite_inertia[k] = {moving.mass.rate, rate_of(moving.moment), rate_of(moving.inertia)};
  }
  composites_at_ = values_.count;
}

void Change::need_costate_covariances() {
  if (costates_at_ == values_.count) return;
  need_filter();
  costate_covariances(values_.tree(), work_, costate_covariance_, diagonal_.data());
  for (std::size_t k = 1; k < covariance.size(); ++k)
    costate_covariance[k] = {rate_of(costate_covariance_[k].swapped)};
  costates_at_ = values_.count;
}

int change_along(const Expression& direction, const Configuration& at) {
  return index_of(
      at.values().changes, [&](const auto& change) { return change->direction() == direction; },
      [&] { return std::make_shared<Change>(direction, at); });
}
int motion_of(const Expression& motion, const Configuration& at) {
  return index_of(
      at.values().motions, [&](const auto& known) { return known->vector == motion; },
      [&] { return std::make_shared<VectorOfPosition>(motion, at); });
}

}  // namespace sinew::operators
