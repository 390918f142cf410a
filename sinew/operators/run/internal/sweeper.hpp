// Executes encoded sweeps (code.hpp): link by link, instruction by instruction, step by step. The sum of an
// instruction's steps stays in registers; finished values go through memory.
#pragma once

#include <concepts>

#include "sinew/operators/run/internal/change.hpp"
#include "sinew/operators/run/internal/code.hpp"
#include "sinew/operators/run/internal/link_algebra.hpp"
#include "sinew/operators/run/internal/values.hpp"

namespace sinew::operators {

// Runs sweeps over one block of memory, whose elements S are numbers or SIMD packs of numbers.
template <class S>
class Sweeper {
 public:
  Sweeper(const Configuration::Values& values, S* memory) : values_(values), memory_(memory) {}

  // Runs a sweep over a range of links. All values at other links count as zero.
  void run(const CodeSweep& sweep, const LinkRange& links) {
    const Tree<double>& tree = values_.tree();
    for (const CodeInstruction& made : sweep.instructions) {
      if (made.place == Place::frame) at_frames(sweep, made, 0);
    }
    const bool inward = sweep.direction == Direction::inward;
    if (inward && links.last < tree.links.size()) clear_sums(sweep, links.last);
    if (links.first > 1) clear_values(sweep, links.first);
    const std::size_t count = sweep.is_at_frames ? values_.frame_links.size() : links.last - links.first;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = sweep.is_at_frames ? values_.frame_links[i]
                            : inward           ? links.last - 1 - i
                                               : links.first + i;
      if (sweep.is_at_frames && (k < links.first || k >= links.last)) continue;
      at_joint(tree, values_.work.joints, k,
               [&](const auto& joint) SINEW_INLINE_LAMBDA { at_link(sweep, joint, k); });
    }
  }

 private:
  static std::size_t row(std::size_t k) { return 6 * (k - 1); }

  // Calls f with the row of every link before `cut` that has a child at or after `cut`. Because links are numbered
  // branch by branch, these are the links that carry link `cut`.
  template <class F>
  void at_carriers(std::size_t cut, F&& f) const {
    const auto& links = values_.tree().links;
    for (int k = links[cut].parent; k > 0; k = links[std::size_t(k)].parent) f(row(std::size_t(k)));
  }
  // Clears the sums over children at links whose last child is skipped because it is at or after `cut`: that child
  // would have come first and would have overwritten the sum.
  void clear_sums(const CodeSweep& sweep, std::size_t cut) {
    at_carriers(cut, [&](std::size_t at) {
      for (const CodeInstruction& made : sweep.instructions) {
        if (made.handed_to != nowhere) put(memory_ + made.handed_to + at, Force<S>{});
      }
      for (const Handed& handed : sweep.handed) put(memory_ + handed.to + at, Force<S>{});
    });
  }
  // Clears the values that children read from parents that are skipped because they are before `cut`.
  void clear_values(const CodeSweep& sweep, std::size_t cut) {
    at_carriers(cut, [&](std::size_t at) {
      for (const Step& step : sweep.steps) {
        if (step.op == Op::from_parent) put(memory_ + step.from + at, Force<S>{});
      }
    });
  }

  template <class Joint>
  SINEW_INLINE void at_link(const CodeSweep& sweep, const Joint& joint, std::size_t k) {
    for (const CodeInstruction& made : sweep.instructions) {
      if (made.is_at_frames && values_.frames_of(k).empty()) continue;
      const Step *step = sweep.steps.data() + made.first, *const last = sweep.steps.data() + made.last;
      switch (made.place) {
        case Place::body: {
          Force<S> total{};
          for (; step != last; ++step) add_body(*step, joint, k, total);
          if (made.is_kept) put(memory_ + made.to + row(k), total);
          if (made.handed_to != nowhere) hand_in(joint, total, made.handed_to);
          break;
        }
        case Place::joint: {
          S total[6]{};
          for (; step != last; ++step) add_joint(*step, joint, k, total);
          for (int i = 0; i < joint.count(); ++i) memory_[made.to + std::size_t(joint.link.v + i)] = total[i];
          break;
        }
        default:
          at_frames(sweep, made, k);
      }
    }
    for (const auto& [from, to] : sweep.handed) hand_in(joint, six(memory_ + from + row(k)), to);
  }

  // Adds a link's value, transformed to its parent, to the sum over the parent's children. The last child comes first
  // and overwrites the sum. At links without children the sum stays zero.
  template <class Joint>
  SINEW_INLINE void hand_in(const Joint& joint, const Force<S>& f, std::size_t to) {
    const auto parent = std::size_t(joint.link.parent);
    if (parent == 0) return;
    Force<S> handed = to_parent(joint, f);
    if (joint.link.v_end != values_.tree().links[parent].v_end) handed += six(memory_ + to + row(parent));
    put(memory_ + to + row(parent), handed);
  }

  template <class Joint>
  SINEW_INLINE void add_body(const Step& step, const Joint& joint, std::size_t k, Force<S>& total) {
    const S* const from = memory_ + step.from;
    const auto& link = joint.link;
    const double c = step.coefficient;
    const auto add = [&](const Force<S>& f) SINEW_INLINE_LAMBDA {
      if (c == 1)
        total += f;
      else
        total += c * f;
    };
    switch (step.op) {
      case Op::same:
        return add(six(from + row(k)));
      case Op::from_parent:
        if (link.parent != 0)
          add(as_force(to_child(joint, six_motion(from + row(std::size_t(link.parent))))));
        return;
      case Op::axes_adjoint:
        for (int i = 0; i < joint.count(); ++i) advance(joint, total, i, S(c * from[link.v + i]));
        return;
      case Op::gain:
        for (int i = 0; i < joint.count(); ++i)
          total += times(S(c * from[link.v + i]), values_.gain[std::size_t(link.v + i)]);
        return;
      case Op::inertia:
        return add(link.inertia * six_motion(from + row(k)));
      case Op::frames:
        if (values_.frames_of(k).empty()) return;
        [[fallthrough]];
      default:
        return add(rare(step, k));
    }
  }

  // Not inlined, so that the loop that calls it keeps its sum in registers.
  SINEW_NO_INLINE Force<S> rare(const Step& step, std::size_t k) const {
    const S* const from = memory_ + step.from;
    switch (step.op) {
      case Op::covariance: {
        const Force<S> x = six(from + row(k));
        return times(values_.work.covariance[k], x.angular, x.linear);
      }
      case Op::composite_inertia:
        return values_.r[k] * six_motion(from + row(k));
      case Op::costate_covariance: {  // stored linear over angular
        const Force<S> x = six(from + row(k));
        const Force<S> swapped = times(values_.Upsilon[k].swapped, x.linear, x.angular);
        return {swapped.linear, swapped.angular};
      }
      case Op::frames: {
        Force<S> total{};
        for (const ChosenFrame& frame : values_.frames_of(k))
          total += to_parent(frame.placement, six(from + 6 * frame.index));
        return total;
      }
      case Op::covariance_change: {
        const Force<S> x = six(from + row(k));
        return times(change(step).covariance[k], x.angular, x.linear);
      }
      case Op::composite_inertia_change:
        return change(step).composite_inertia[k] * six_motion(from + row(k));
      case Op::costate_covariance_change: {  // stored linear over angular
        const Force<S> x = six(from + row(k));
        const Force<S> swapped = times(change(step).costate_covariance[k].swapped, x.linear, x.angular);
        return {swapped.linear, swapped.angular};
      }
      case Op::cross: {
        const auto [w, u] = motion(step, k);
        const Force<S> x = six(from + row(k));
        return {cross(w, x.angular) + cross(u, x.linear), cross(w, x.linear)};
      }
      case Op::cross_adjoint: {
        const auto [w, u] = motion(step, k);
        const Force<S> x = six(from + row(k));
        return {cross(x.angular, w), cross(x.linear, w) + cross(x.angular, u)};
      }
      case Op::gain_change:
      case Op::axes_change_adjoint: {
        Force<S> total{};
        for (int j = values_.tree().links[k].v; j < values_.v_end(k); ++j)
          total += times(from[j], column(step, step.op == Op::gain_change, std::size_t(j)));
        return total;
      }
      case Op::no_change:
        return {};
      case Op::bias_acceleration:
        return times(from[0], Force<double>{values_.a[k].angular, values_.a[k].linear});
      case Op::weights: {
        const Motion<double>& upwards = values_.work.acceleration[k];
        return times(from[0], Force<double>{upwards.angular, upwards.linear});
      }
      default:
        return times(from[0], values_.b[k]);
    }
  }

  template <class Joint>
  SINEW_INLINE void add_joint(const Step& step, const Joint& joint, std::size_t k, S* total) {
    const S* const from = memory_ + step.from;
    const int v = joint.link.v;
    const double c = step.coefficient;
    const auto each = [&](const auto& of) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) total[i] = total[i] + c * of(i);
    };
    switch (step.op) {
      case Op::same:
        return each([&](int i) SINEW_INLINE_LAMBDA { return from[v + i]; });
      case Op::axes: {
        const Force<S> f = six(from + row(k));
        return each([&](int i) SINEW_INLINE_LAMBDA { return joint.measure(f, i); });
      }
      case Op::gain_adjoint: {
        const Force<S> f = six(from + row(k));
        return each([&](int i) SINEW_INLINE_LAMBDA { return product(values_.gain[std::size_t(v + i)], f); });
      }
      case Op::variance:
        if constexpr (!is_step_joint<Joint>) {
          if (values_.is_block(k))
            return add_block(values_.block(k).D.data(), joint.count(), c, from + v, total);
        }
        return each([&](int i)
                        SINEW_INLINE_LAMBDA { return values_.variance[std::size_t(v + i)] * from[v + i]; });
      case Op::variance_inverse:
        if constexpr (!is_step_joint<Joint>) {
          if (values_.is_block(k))
            return add_block(values_.block(k).inverse.data(), joint.count(), c, from + v, total);
        }
        return each([&](int i) SINEW_INLINE_LAMBDA {
          return values_.work.measurement[std::size_t(v + i)].inverse_variance * from[v + i];
        });
      case Op::armature:
        return each([&](int i) SINEW_INLINE_LAMBDA {
          return values_.tree().armature[std::size_t(v + i)] * from[v + i];
        });
      default:
        rare_joint(step, k, total);
    }
  }

  // Not inlined, like rare().
  SINEW_NO_INLINE void rare_joint(const Step& step, std::size_t k, S* total) const {
    const S* const from = memory_ + step.from;
    const int v = values_.tree().links[k].v, n = values_.v_end(k) - v;
    const double c = step.coefficient;
    // A quantity derived from D: a number, or the block of a joint with several DOFs.
    const auto add = [&](const std::vector<double>& numbers, const auto& blocks, auto block) {
      if (values_.is_block(k))
        return add_block((blocks[std::size_t(values_.block_of[k])].*block).data(), n, c, from + v, total);
      total[0] = total[0] + c * numbers[std::size_t(v)] * from[v];
    };
    switch (step.op) {
      case Op::variance_root:
        return add(values_.root, values_.blocks, &VarianceBlock::root);
      case Op::variance_root_inverse:
        return add(values_.root_inverse, values_.blocks, &VarianceBlock::root_inverse);
      case Op::variance_change:
        return add(change(step).variance, change(step).blocks, &Change::Block::variance);
      case Op::variance_root_change:
        return add(change(step).root, change(step).blocks, &Change::Block::root);
      case Op::gain_change_adjoint:
      case Op::axes_change: {
        const Force<S> f = six(from + row(k));
        for (int i = 0; i < n; ++i)
          total[i] =
              total[i] + c * product(column(step, step.op == Op::gain_change_adjoint, std::size_t(v + i)), f);
        return;
      }
      case Op::no_change:
        return;
      default: {  // Op::torques, Op::velocities
        const std::vector<double>& vector = step.op == Op::torques ? values_.T : values_.v;
        for (int i = 0; i < n; ++i) total[i] = total[i] + c * vector[std::size_t(v + i)] * from[0];
      }
    }
  }
  const Change& change(const Step& step) const { return *values_.changes[std::size_t(step.extra)]; }
  // The motion of a cross product, at a link.
  Motion<double> motion(const Step& step, std::size_t k) const {
    return six_motion(values_.motions[std::size_t(step.extra)]->numbers().data() + row(k));
  }
  // The change of G or of H^*, for one DOF.
  Force<double> column(const Step& step, bool is_gain, std::size_t j) const {
    const Motion<double>& axis = change(step).axis[j];
    return is_gain ? change(step).gain[j] : Force<double>{axis.angular, axis.linear};
  }
  SINEW_NO_INLINE static void add_block(const double* block, int n, double c, const S* x, S* total) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) total[i] = total[i] + c * block[n * j + i] * x[j];
    }
  }

  // Computes a frame-space value at the frames of a link. Frames on the ground (k = 0) do not move.
  void at_frames(const CodeSweep& sweep, const CodeInstruction& made, std::size_t k) {
    for (const ChosenFrame& frame : values_.frames_of(k)) {
      Force<S> total{};
      for (std::size_t s = made.first; s < made.last; ++s) {
        const auto& [op, coefficient, start, extra] = sweep.steps[s];
        if (op == Op::same)
          total += coefficient * six(memory_ + start + 6 * frame.index);
        else if (k != 0)
          total += coefficient * as_force(to_child(frame.placement, six_motion(memory_ + start + row(k))));
      }
      put(memory_ + made.to + 6 * frame.index, total);
    }
  }

  const Configuration::Values& values_;
  S* const memory_;
};

}  // namespace sinew::operators
