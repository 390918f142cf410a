#include "sinew/operators/run/configuration.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/operators/run/internal/square_root.hpp"
#include "sinew/operators/run/internal/values.hpp"
#include "sinew/operators/run/internal/variance_block.hpp"

namespace sinew::operators {

Configuration::Values::Values(const Model& model, std::vector<FrameIndex> chosen)
    : work(model),
      first_frame(work.tree->links.size() + 1),
      link_of_dof(std::size_t(model.velocity_size())),
      dofs(work.tree->links.size()),
      q(std::size_t(model.position_size())),
      v(link_of_dof.size()),
      T(v.size()),
      gain(v.size()),
      variance(v.size()),
      block_of(work.tree->links.size(), -1),
      r(work.tree->links.size()),
      Upsilon(work.tree->links.size()),
      diagonal(v.size()),
      a(work.tree->links.size()),
      b(work.tree->links.size()),
      root(v.size()),
      root_inverse(v.size()) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const FrameInfo& info = model.frame(chosen[i]);
    frames.push_back({info.link, info.placement, int(i)});
  }
  std::ranges::stable_sort(frames, {}, &ChosenFrame::link);
  for (std::size_t k = 0; k < first_frame.size(); ++k)
    first_frame[k] =
        std::size_t(std::ranges::lower_bound(frames, int(k), {}, &ChosenFrame::link) - frames.begin());
  for (std::size_t k = 1; k < block_of.size(); ++k) {
    if (!frames_of(k).empty()) frame_links.push_back(k);
    at_joint(tree(), work.joints, k, [&](const auto& joint) { dofs[k] = joint.count(); });
    std::fill_n(link_of_dof.begin() + tree().links[k].v, dofs[k], k);
    if (dofs[k] == 1) continue;
    block_of[k] = int(blocks.size());
    blocks.emplace_back();
  }
}

void Configuration::Values::need_filter() {
  if (has_filter) return;
  edge::check_possible("the operator expression", work);
  filter::inward_covariances(tree(), work);
  filter::check_regular(work);
  for (std::size_t j = 0; j < gain.size(); ++j) {
    gain[j] = work.measurement[j].gain;
    variance[j] = 1 / work.measurement[j].inverse_variance;
  }
  for (std::size_t k = 1; k < block_of.size(); ++k) {
    if (!is_block(k)) continue;
    at_joint(tree(), work.joints, k, [&](const auto& joint) {
      VarianceBlock& block = blocks[std::size_t(block_of[k])];
      make_block(joint, work.measurement.data() + joint.link.v, gain.data() + joint.link.v, block.D.data(),
                 block.inverse.data());
    });
  }
  has_filter = true;
}

void Configuration::Values::need_composite_inertias() {
  if (has_composite_inertias) return;
  composite_inertias(tree(), work.joints, r);
  has_composite_inertias = true;
}

void Configuration::Values::need_costate_covariances() {
  if (has_costate_covariances) return;
  need_filter();
  costate_covariances(tree(), work, Upsilon, diagonal.data());
  has_costate_covariances = true;
}

void Configuration::Values::need_bias() {
  if (has_bias) return;
  work.velocity[0] = {};
  work.acceleration[0] = tree().gravity;  // gravity as an upward acceleration, transformed to each link
  for (std::size_t k = 1; k < a.size(); ++k) {
    at_joint(tree(), work.joints, k, [&](const auto& joint) {
      const double* const rates = v.data() + joint.link.v;
      Motion<double>& V = work.velocity[k];
      V = joint.motion_to_child(work.velocity[std::size_t(joint.link.parent)]);
      joint.advance(V, rates);
      a[k] = joint.bias(V, rates);
      Motion<double>& upwards = work.acceleration[k];
      upwards = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      b[k] = gyroscopic_force(joint.link.inertia, V) + joint.link.inertia * upwards;
    });
  }
  has_bias = true;
}

void Configuration::Values::need_roots() {
  if (has_roots) return;
  need_filter();
  for (std::size_t k = 1; k < block_of.size(); ++k) {
    if (is_block(k)) {
      VarianceBlock& block = blocks[std::size_t(block_of[k])];
      square_root(block.D.data(), dofs[k], block.root.data(), block.root_inverse.data());
    } else {
      const auto j = std::size_t(tree().links[k].v);
      root[j] = std::sqrt(variance[j]);
      root_inverse[j] = 1 / root[j];
    }
  }
  has_roots = true;
}

Configuration::Configuration(const Model& model, std::vector<FrameIndex> frames)
    : values_(std::make_unique<Values>(model, std::move(frames))) {
  set(model.neutral_position());
}
Configuration::~Configuration() = default;
Configuration::Configuration(Configuration&&) noexcept = default;

void Configuration::set(In<double> q) {
  std::ranges::fill(values().v, 0.0);
  std::ranges::fill(values().T, 0.0);
  set(q, values().v, values().T);
}

void Configuration::set(In<double> q, In<double> v, In<double> T) {
  Values& values = this->values();
  edge::check_position<double>(values.tree(), q);
  edge::check_finite("q", q);
  edge::check_input("v", v, values.tree().v_size);
  edge::check_input("T", T, values.tree().v_size);
  std::copy_n(q.data(), q.size(), values.q.data());
  if (v.data() != values.v.data()) std::copy_n(v.data(), v.size(), values.v.data());
  if (T.data() != values.T.data()) std::copy_n(T.data(), T.size(), values.T.data());
  detail::set_joints<double>(values.tree(), values.work.joints, q.data(), v.data());
  ++values.count;
  values.has_filter = values.has_composite_inertias = values.has_costate_covariances = values.has_bias =
      values.has_roots = false;
}

const Model& Configuration::model() const {
  return values().work.model;
}

int Configuration::size_of(const Space& space) const {
  if (space.size > 0) return space.size;
  if (space == joint_space) return values().tree().v_size;
  if (space == body_space) return 6 * (int(values().tree().links.size()) - 1);
  if (space == frame_space) return 6 * int(values().frames.size());
  throw std::invalid_argument("the size of " + space.name + " space is not known");
}

Setting Configuration::setting(Purpose wanted) const {
  const Tree<double>& tree = values().tree();
  return Setting{.links = int(tree.links.size()) - 1,
                 .frames = int(values().frames.size()),
                 .frame_links = int(values().frame_links.size()),
                 .has_armature = std::ranges::any_of(tree.armature, [](double x) { return x != 0; }),
                 .is_serial_chain = is_serial(tree),
                 .has_custom_joints = std::ranges::any_of(
                     tree.placed_joints, [](const auto& joint) { return joint.kind == JointKind::custom; }),
                 .wanted = wanted};
}

Configuration::Values& Configuration::values() const {
  if (!values_) edge::moved_from("the configuration");
  return *values_;
}

}  // namespace sinew::operators
