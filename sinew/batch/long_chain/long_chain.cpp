#include "sinew/batch/long_chain/long_chain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "sinew/batch/long_chain/internal/spatial_arrays.hpp"

namespace sinew {
namespace {

// Blocks with fewer links are not faster than the serial sweeps (docs/long_chains.md).
constexpr int shortest_block = 250;

int block_count(int asked, int threads, int links) {
  if (asked < 0)
    throw std::invalid_argument("the number of blocks is " + std::to_string(asked) +
                                ": expected 0 (sinew chooses) or more");
  return std::clamp(asked > 0 ? asked : std::min(threads, links / shortest_block), 1, std::max(1, links));
}

template <class X>
std::span<const X> part(const std::vector<X>& all, LinkRange range) {
  return std::span(all).subspan(range.first, range.last - range.first);
}

template <class T>
T largest_component(const Motion<T>& a) {
  T largest(0);
  for (const T x : components(a)) largest = std::max(largest, std::abs(x));
  return largest;
}

// Returns whether two accelerations of a link, found by two methods, agree in most of their digits. They may be tiny: in
// a rope that is released at rest, all links far from its end fall freely. Therefore digits also count relative to the
// largest acceleration of all links, which is only searched for if the two differ.
template <class T>
bool agree(const Motion<T>& a, const Motion<T>& b, std::span<const Motion<T>> of_links) {
  constexpr T allowed = T(1e4) * std::numeric_limits<T>::epsilon();
  const T difference = largest_component(a - b);
  if (difference <= allowed * std::max(largest_component(a), largest_component(b))) return true;
  T largest(0);
  for (const Motion<T>& each : of_links) largest = std::max(largest, largest_component(each));
  return difference <= allowed * largest;
}

}  // namespace

template <std::floating_point T>
LongChain<T>::LongChain(const Model& model, const LongChainOptions& options)
    : model_(model), bias_(model.tree<C>().links.size()) {
  const Tree<C>& tree = model.tree<C>();
  const int threads = detail::thread_count(options.threads);
  const int count = block_count(options.blocks, threads, int(tree.links.size()) - 1);
  blocks_ = detail::cut_into_blocks<T>(tree, is_serial(tree) ? count : 1);
  team_ = detail::Team(std::min(threads, blocks()));
}

template <std::floating_point T>
auto LongChain<T>::block_of(const Call& call, int index) -> Block& {
  edge::check_made_for("the workspace", call.work.model, model_);
  edge::check_index("block", index, blocks());
  return blocks_[std::size_t(index)];
}

template <std::floating_point T>
void LongChain<T>::relative_motion(const Call& call, int index) {
  Block& block = block_of(call, index);
  Workspace<T>& work = call.work;
  const Tree<C>& tree = *work.tree;
  detail::set_rotating_links<T>(part(tree.rotating_links, block.rotating_links), work.joints, call.q);
  detail::set_other_moves<T>(tree, part(tree.other_moves, block.other_moves), work.joints, call.q, call.v);
  if (is_last(block)) return;
  if (index == 0) {  // the link before the first block is the ground, which does not move
    filter::outward_velocities(tree, block.links, work, call.v, Motion<T>{});
    block.velocity = work.velocity[block.links.last - 1];
    return;
  }
  Transform<T> pose{};
  Motion<T> V{};
  for (std::size_t k = block.links.first; k < block.links.last; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      pose = joint.pose_of_child(pose);
      V = joint.motion_to_child(V);
      joint.advance(V, call.v + joint.link.v);
    });
  }
  block.pose = pose;
  block.velocity = V;
}

template <std::floating_point T>
void LongChain<T>::border_velocities(const Call&) {
  for (std::size_t i = 1; i < blocks_.size(); ++i) {
    const Block& before = blocks_[i - 1];
    blocks_[i].base_velocity = before.pose.motion_to_child(before.base_velocity) + before.velocity;
  }
}

template <std::floating_point T>
void LongChain<T>::filter_alone(const Call& call, int index) {
  Block& block = block_of(call, index);
  Workspace<T>& work = call.work;
  const auto [first, last] = block.links;
  if (index > 0 || is_last(block))
    filter::outward_velocities(*work.tree, block.links, work, call.v, block.base_velocity);
  for (const auto& [frame, force] : call.environment.forces) {
    const FrameInfo& info = work.model.frame(frame);
    const auto link = std::size_t(info.link);
    if (link >= first && link < last)
      work.force[link] -= info.placement.template cast<T>().force_to_parent(force);
  }
  if (!is_last(block))
    std::copy(work.force.begin() + std::ptrdiff_t(first), work.force.begin() + std::ptrdiff_t(last),
              bias_.begin() + std::ptrdiff_t(first));
  filter::Carried<T> carried{};
  filter::inward(*work.tree, block.links, work, call.v, call.tau, true, &carried);
  write(carried.covariance, block.element.C);
  write(carried.state, block.element.b);
  if (!is_last(block)) carry_unit_forces(call, block);
}

// Computes psi, Omega and nu of a block from the results of its filter.
template <std::floating_point T>
void LongChain<T>::carry_unit_forces(const Call& call, Block& block) {
  constexpr std::size_t now_and_then = 8;  // links between two checks of how large the forces still are
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  const T nothing = rounding * std::sqrt(rounding);
  const Workspace<T>& work = call.work;
  detail::BlockResponse<T> forces(block.first_dofs);
  std::size_t k = block.links.last;
  bool felt = true;
  while (felt && k > block.links.first) {
    --k;
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      forces.cross_joint(joint, work.measurement.data() + first,
                         joint.bias(work.velocity[k], call.v + first));
    });
    felt = k % now_and_then != 0 || forces.exceed(nothing);
  }
  block.reach = k;
  forces.write_to(block.element);
}

template <std::floating_point T>
void LongChain<T>::border_forces(const Call& call) {
  // Inward: z and P of the links after each block.
  for (std::size_t i = blocks_.size() - 1; i-- > 0;) {
    Block &block = blocks_[i], &after = blocks_[i + 1];
    if (is_last(after)) {
      block.z = after.element.b, block.P = after.element.C;
    } else {
      block.z = after.z, block.P = after.P;
      after.border.advance(after.element, block.z, block.P);
    }
    block.border.correct(block.element, block.P, block.first_dofs.measurements());
  }
  // Outward: the acceleration of each block's last link.
  blocks_[0].base_acceleration = call.work.acceleration[0] =
      detail::ground_acceleration(*call.work.tree, call.environment);
  for (std::size_t i = 0; i + 1 < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    write(block.base_acceleration, block.lambda);
    block.border.retreat(block.element, block.z, block.lambda);
    blocks_[i + 1].base_acceleration = read_six<Motion<T>>(block.lambda);
  }
}

template <std::floating_point T>
void LongChain<T>::filter_and_smooth(const Call& call, int index) {
  Block& block = block_of(call, index);
  Workspace<T>& work = call.work;
  if (!is_last(block)) {
    const auto from = std::ptrdiff_t(block.reach), to = std::ptrdiff_t(block.links.last);
    std::copy(bias_.begin() + from, bias_.begin() + to, work.force.begin() + from);
    filter::Carried<T> carried{read_inertia(block.P), read_six<Force<T>>(block.z)};
    filter::inward(*work.tree, {block.reach, block.links.last}, work, call.v, call.tau, true, &carried);
  }
  filter::outward_accelerations(*work.tree, block.links, work, call.v, call.a, block.base_acceleration);
}

// Compares the two accelerations of each block's last link: border_forces and the block's own smoother compute it
// independently.
template <std::floating_point T>
bool LongChain<T>::borders_agree(const Call& call) const {
  for (std::size_t i = 0; i + 1 < blocks_.size(); ++i) {
    const std::vector<Motion<T>>& all = call.work.acceleration;
    if (!agree<T>(all[blocks_[i].links.last - 1], blocks_[i + 1].base_acceleration, all)) return false;
  }
  return true;
}

template <std::floating_point T>
void LongChain<T>::forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                                    const EnvironmentIn<T>& environment) {
  edge::check_made_for("the long chain", model_, work.model);
  const auto& tree = edge::tree_of(work);
  edge::check_possible("LongChain::forward_dynamics", work);
  const edge::InUse in_use(work);
  if (blocks_.size() > 1) {
    edge::check_position<T>(tree, q);
    edge::check_size("v", v, tree.v_size);
    edge::check_size("tau", tau, tree.v_size);
    edge::check_size("the result a", a, tree.v_size);
    const Call call{work, q.data(), v.data(), tau.data(), a.data(), environment};
    detail::note_position(work, "LongChain::forward_dynamics", content::all_but_poses, q.data());
    detail::note_velocity(work, v.data());
    detail::clear_loads(work);
    for (const auto& [frame, force] : environment.forces)
      detail::add_load(work, detail::loaded_body(work.model, frame),
                       work.model.frame(frame).placement.template cast<T>().force_to_parent(force));
    team_.for_each(blocks(), [&](int i) { relative_motion(call, i); });
    border_velocities(call);
    team_.for_each(blocks(), [&](int i) { filter_alone(call, i); });
    border_forces(call);
    team_.for_each(blocks(), [&](int i) { filter_and_smooth(call, i); });
    fell_back_ = !borders_agree(call) || !edge::all_finite(a.data(), a.size());
    if (!fell_back_) return work.contents.add(filter::all_results);
  }
  // There is only one block, or digits were lost, or a block is singular without the links after it, or the input is
  // wrong, which this call reports.
  sinew::forward_dynamics(work, q, v, tau, a, environment);
}

template class LongChain<double>;
template class LongChain<float>;

}  // namespace sinew
