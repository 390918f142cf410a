#include "sinew/batch/long_chain.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/scalar/registers.hpp"

namespace sinew {
namespace {

// Fewer links to a block gain nothing over the serial sweeps (docs/long_chains.md).
constexpr int shortest_block = 250;

int at_least_zero(const char* what, int asked) {
  if (asked >= 0) return asked;
  throw std::invalid_argument(std::string("the number of ") + what + " is " + std::to_string(asked) +
                              ": expected 0 (sinew chooses) or more");
}

template <class C>
bool is_serial(const Tree<C>& tree) {
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    if (std::size_t(tree.links[k].parent) + 1 != k) return false;
  }
  return true;
}

template <class X>
std::span<const X> part(const std::vector<X>& all, LinkRange range) {
  return std::span(all).subspan(range.first, range.last - range.first);
}

// Whether the link has inertia of its own about its joint's axes: as the last of a block it has no other.
template <class C>
bool stands_alone(const Link<C>& link) {
  const auto& [mass, moment, inertia] = link.inertia;
  switch (link.kind) {
    case LinkKind::revolute:
    case LinkKind::helical:
      return inertia.zz > C(0);
    case LinkKind::prismatic:
      return mass > C(0);
    default:
      return mass > C(0) && inertia.xx > C(0) && inertia.yy > C(0) && inertia.zz > C(0);
  }
}

// Six forces side by side that start as unit forces on the last link of a block and are carried inward through its joints:
//
//   e = H f,  Omega += e^* e / D,  nu += e (tau - H z) / D,  f -> f - G e,  nu += f a,  f -> phi f
template <class T>
class UnitForces {
 public:
  UnitForces() {
    f_[0 / width].angular.x[0 % width] = f_[1 / width].angular.y[1 % width] =
        f_[2 / width].angular.z[2 % width] = T(1);
    f_[3 / width].linear.x[3 % width] = f_[4 / width].linear.y[4 % width] =
        f_[5 / width].linear.z[5 % width] = T(1);
  }

  template <class Joint>
  SINEW_INLINE void pass(const Joint& joint, const Measurement<T>* measurement, const Motion<T>& bias) {
    for (int i = joint.count() - 1; i >= 0; --i) {
      const auto& [gain, inverse_variance, innovation] = measurement[i];
      T e[count * width];
      Lanes weighted[count];
      for (int g = 0; g < count; ++g) {
        const Lanes lanes = joint.measure(f_[g], i);
        std::memcpy(e + g * width, &lanes, sizeof lanes);
        weighted[g] = inverse_variance * lanes;
        nu_[g] += innovation * weighted[g];
        const auto& [a, l] = gain;
        f_[g] = {
            {f_[g].angular.x - a.x * lanes, f_[g].angular.y - a.y * lanes, f_[g].angular.z - a.z * lanes},
            {f_[g].linear.x - l.x * lanes, f_[g].linear.y - l.y * lanes, f_[g].linear.z - l.z * lanes}};
      }
      for (int j = 0; j < 6; ++j) {
        for (int g = 0; g <= j / width; ++g) omega_[j][g] += e[j] * weighted[g];
      }
    }
    composite::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
      for (int g = 0; g < count; ++g) {
        nu_[g] += dot(bias, f_[g]);
        phi(f_[g]);
      }
    });
  }

  // Whether some number of them is larger.
  bool exceed(T size) const {
    bool larger = false;
    for (const Force<Lanes>& f : f_) {
      for (const Lanes* x :
           {&f.angular.x, &f.angular.y, &f.angular.z, &f.linear.x, &f.linear.y, &f.linear.z}) {
        for (int lane = 0; lane < width; ++lane) larger |= !(std::abs((*x)[lane]) <= size);
      }
    }
    return larger;
  }

  void write_to(sweep::FilterElement<T>& out) const {
    for (int j = 0; j < 6; ++j) {
      const int g = j / width, lane = j % width;
      const auto& [a, l] = f_[g];
      const T column[6] = {a.x[lane], a.y[lane], a.z[lane], l.x[lane], l.y[lane], l.z[lane]};
      for (int i = 0; i < 6; ++i) out.A(i, j) = column[i];
      for (int i = j; i < 6; ++i) out.J(i, j) = out.J(j, i) = omega_[i][g][lane];
      out.eta[std::size_t(j)] = nu_[g][lane];
    }
  }

 private:
  // As many numbers as the registers of the machine that is compiled for hold.
  static constexpr int width = __BIGGEST_ALIGNMENT__ / int(sizeof(T)), count = (6 + width - 1) / width;
  using Lanes = typename lanes::Registers<T, width>::Reals;

  Force<Lanes> f_[count] = {};
  Lanes omega_[6][count] = {};  // its lower triangle
  Lanes nu_[count] = {};
};

template <class Six, class T>
void write(const Six& six, std::vector<T>& out) {
  const auto& [a, l] = six;
  out = {a.x, a.y, a.z, l.x, l.y, l.z};
}
template <class Six, class T>
Six read_six(const std::vector<T>& x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

template <class T>
void write(const ArticulatedInertia<T>& P, Matrix<T>& out) {
  const auto& [a, b, c] = P;
  const T rows[6][6] = {{a.xx, a.xy, a.xz, b.xx, b.xy, b.xz}, {a.xy, a.yy, a.yz, b.yx, b.yy, b.yz},
                        {a.xz, a.yz, a.zz, b.zx, b.zy, b.zz}, {b.xx, b.yx, b.zx, c.xx, c.xy, c.xz},
                        {b.xy, b.yy, b.zy, c.xy, c.yy, c.yz}, {b.xz, b.yz, b.zz, c.xz, c.yz, c.zz}};
  for (int j = 0; j < 6; ++j) {
    for (int i = 0; i < 6; ++i) out(i, j) = rows[i][j];
  }
}
template <class T>
ArticulatedInertia<T> read_inertia(const Matrix<T>& m) {
  return {{m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)},
          {m(0, 3), m(0, 4), m(0, 5), m(1, 3), m(1, 4), m(1, 5), m(2, 3), m(2, 4), m(2, 5)},
          {m(3, 3), m(3, 4), m(3, 5), m(4, 4), m(4, 5), m(5, 5)}};
}
}  // namespace

template <Scalar T>
LongChain<T>::LongChain(const Model& model, const LongChainOptions& options)
    : model_(model), bias_(model.tree<C>().links.size()) {
  const Tree<C>& tree = model.tree<C>();
  const int links = int(tree.links.size()) - 1;
  int threads = at_least_zero("threads", options.threads), count = at_least_zero("blocks", options.blocks);
  if (threads == 0) threads = std::max(1, int(std::thread::hardware_concurrency()));
  if (count == 0) count = std::min(threads, links / shortest_block);
  cut(tree, is_serial(tree) ? std::clamp(count, 1, std::max(1, links)) : 1);
  threads = std::min(threads, blocks());
  if (threads > 1) team_ = std::make_unique<Team>(threads);
}

// Into as many blocks, or fewer where too few links stand alone. The last block, which carries no unit forces and filters
// once, is half as long again as the others.
template <Scalar T>
void LongChain<T>::cut(const Tree<C>& tree, int count) {
  const std::size_t links = tree.links.size() - 1;
  std::size_t first = 1;
  const auto turns_before = [&](std::size_t link) {
    const auto before = [](const Turn<C>& turn, std::size_t k) { return std::size_t(turn.link) < k; };
    return std::size_t(std::lower_bound(tree.turns.begin(), tree.turns.end(), link, before) -
                       tree.turns.begin());
  };
  const auto moves_before = [&](std::size_t link) {
    return std::size_t(std::lower_bound(tree.other_moves.begin(), tree.other_moves.end(), int(link)) -
                       tree.other_moves.begin());
  };
  const auto add = [&](std::size_t last) {
    Block& block = blocks_.emplace_back();
    block.links = {first, last};
    block.turns = {turns_before(first), turns_before(last)};
    block.other_moves = {moves_before(first), moves_before(last)};
    // Once, for the memory.
    block.border.factorise(block.element, block.P);
    block.border.advance(block.element, block.z, block.P);
    block.border.retreat(block.element, block.z, block.lambda);
    first = last;
  };
  for (int i = 1; i < count; ++i) {
    std::size_t last = std::max(first, links * std::size_t(2 * i) / std::size_t(2 * count + 1)) + 1;
    while (last <= links && !stands_alone(tree.links[last - 1])) ++last;
    if (last <= links) add(last);
  }
  add(links + 1);
}

template <Scalar T>
template <class Task>
void LongChain<T>::for_each_block(const Task& task) {
  if (!team_) {
    for (int i = 0; i < blocks(); ++i) task(i);
    return;
  }
  team_->run([&](int member) {
    for (int i = member; i < blocks(); i += team_->size()) task(i);
  });
}

template <Scalar T>
void LongChain<T>::relative_motion(const Call& call, int index) {
  Block& block = blocks_[std::size_t(index)];
  Workspace<T>& work = call.work;
  const Tree<C>& tree = *work.tree;
  set_turns<T>(part(tree.turns, block.turns), work.joints, call.q);
  set_other_moves<T>(tree, part(tree.other_moves, block.other_moves), work.joints, call.q, call.v);
  if (is_last(block)) return;
  if (index == 0) {  // what carries it does not move
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

template <Scalar T>
void LongChain<T>::border_velocities(const Call&) {
  for (std::size_t i = 1; i < blocks_.size(); ++i) {
    const Block& before = blocks_[i - 1];
    blocks_[i].base_velocity = before.pose.motion_to_child(before.base_velocity) + before.velocity;
  }
}

template <Scalar T>
void LongChain<T>::filter_alone(const Call& call, int index) {
  Block& block = blocks_[std::size_t(index)];
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

// psi, Omega and nu of a block, with its filter in hand.
template <Scalar T>
void LongChain<T>::carry_unit_forces(const Call& call, Block& block) {
  constexpr std::size_t now_and_then = 8;  // links between two looks at what is left of the forces
  constexpr T rounding = std::numeric_limits<T>::epsilon();
  const T nothing = rounding * std::sqrt(rounding);
  const Workspace<T>& work = call.work;
  UnitForces<T> forces;
  std::size_t k = block.links.last;
  bool felt = true;
  while (felt && k > block.links.first) {
    --k;
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const int first = joint.link.v;
      forces.pass(joint, work.measurement.data() + first, joint.bias(work.velocity[k], call.v + first));
    });
    felt = k % now_and_then != 0 || forces.exceed(nothing);
  }
  block.reach = k;
  forces.write_to(block.element);
}

template <Scalar T>
void LongChain<T>::border_forces(const Call& call) {
  // Inward: z and P on the last link of each block.
  for (std::size_t i = blocks_.size() - 1; i-- > 0;) {
    Block &block = blocks_[i], &after = blocks_[i + 1];
    if (is_last(after)) {
      block.z = after.element.b, block.P = after.element.C;
    } else {
      block.z = after.z, block.P = after.P;
      after.border.advance(after.element, block.z, block.P);
    }
    block.border.factorise(block.element, block.P);
  }
  // Outward: the acceleration of each block's last link.
  blocks_[0].base_acceleration = call.work.acceleration[0] =
      ground_acceleration(*call.work.tree, call.environment);
  for (std::size_t i = 0; i + 1 < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    write(block.base_acceleration, block.lambda);
    block.border.retreat(block.element, block.z, block.lambda);
    blocks_[i + 1].base_acceleration = read_six<Motion<T>>(block.lambda);
  }
}

template <Scalar T>
void LongChain<T>::filter_and_smooth(const Call& call, int index) {
  Block& block = blocks_[std::size_t(index)];
  Workspace<T>& work = call.work;
  if (!is_last(block)) {
    const auto from = std::ptrdiff_t(block.reach), to = std::ptrdiff_t(block.links.last);
    std::copy(bias_.begin() + from, bias_.begin() + to, work.force.begin() + from);
    filter::Carried<T> carried{read_inertia(block.P), read_six<Force<T>>(block.z)};
    filter::inward(*work.tree, {block.reach, block.links.last}, work, call.v, call.tau, true, &carried);
  }
  filter::outward_accelerations(*work.tree, block.links, work, call.v, call.a, block.base_acceleration);
}

template <Scalar T>
void LongChain<T>::forward_dynamics(const Model& model, Workspace<T>& work, In<T> q, In<T> v, In<T> tau,
                                    Out<T> a, const EnvironmentIn<T>& environment) {
  if (!model_.is_same(model)) throw std::invalid_argument("the blocks were made for another model");
  const auto& tree = edge::tree_of(model, work);
  if (blocks_.size() > 1) {
    edge::check_position<T>(tree, q);
    edge::check_size("v", v, tree.v_size);
    edge::check_size("tau", tau, tree.v_size);
    edge::check_size("the result a", a, tree.v_size);
    const Call call{work, q.data(), v.data(), tau.data(), a.data(), environment};
    for_each_block([&](int i) { relative_motion(call, i); });
    border_velocities(call);
    for_each_block([&](int i) { filter_alone(call, i); });
    border_forces(call);
    for_each_block([&](int i) { filter_and_smooth(call, i); });
    if (edge::all_finite(a.data(), a.size())) return;
  }
  // One block; or a block that is singular without what hangs on it, or a mistake in the input, which this tells.
  sinew::forward_dynamics(model, work, q, v, tau, a, environment);
}

template class LongChain<double>;
template class LongChain<float>;

}  // namespace sinew
