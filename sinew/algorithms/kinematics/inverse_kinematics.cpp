#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/model/state.hpp"

namespace sinew {

void edge::lost_rank(const std::string& frame, int rank, int expected) {
  throw std::domain_error("frame '" + frame +
                          "' cannot make the required motion at this position: its Jacobian has rank " +
                          std::to_string(rank) + ", expected " + std::to_string(expected) +
                          "; add damping or choose a smaller task");
}

namespace {

class Search {
 public:
  Search(Workspace<double>& work, FrameIndex frame, const Transform<double>& target,
         const InverseKinematicsOptions& options)
      : model_(work.model),
        work_(work),
        frame_(frame),
        target_(target),
        options_(options),
        next_(work.position.size()),
        step_(std::size_t(model_.velocity_size())),
        weights_(step_.size()) {}

  // Takes damped steps from result.q until the error is small, no step reduces it much, or the iterations are used up.
  void descend(InverseKinematicsResult& result);
  double squared_error(const InverseKinematicsResult& r) const {
    return r.angle_error * r.angle_error +
           r.position_error * r.position_error / (options_.length * options_.length);
  }

 private:
  // Updates the poses at q, stores the sizes of the error in `result` and returns the error: the rotation and
  // displacement from the frame to the target, in the frame's axes.
  Motion<double> error_at(std::span<const double> q, InverseKinematicsResult& result);
  void take_step(const Motion<double>& error, double damping, std::span<const double> q);
  // Calls f(x, j, dof) for every degree of freedom j that may have limits, where q[x] is its coordinate.
  // Quaternions have no limits. Does nothing if options_.within_limits is false.
  template <class F>
  void at_limits(F&& f) const {
    for (const JointInfo& joint : model_.joints()) {
      for (int i = 0; i < joint.v_size && joint.q_size == joint.v_size && options_.within_limits; ++i) {
        const auto j = std::size_t(joint.v_index + i);
        f(std::size_t(joint.q_index + i), j, model_.dofs()[j]);
      }
    }
  }
  void keep_within_limits(std::span<double> q) const {
    at_limits([&](std::size_t x, std::size_t, const DegreeOfFreedom& dof) {
      q[x] = std::clamp(q[x], dof.lower, dof.upper);
    });
  }

  const Model& model_;
  Workspace<double>& work_;
  const FrameIndex frame_;
  const Transform<double>& target_;
  const InverseKinematicsOptions& options_;
  std::vector<double> next_, step_, weights_;
};

Motion<double> Search::error_at(std::span<const double> q, InverseKinematicsResult& result) {
  set_position(work_, q);
  const Transform<double> displacement = inverse(pose(work_, frame_)) * target_;
  Motion<double> error{rotation_vector_of(displacement.rotation), displacement.translation};
  if (options_.task == Task::position) error.angular = {};
  if (options_.task == Task::orientation) error.linear = {};
  result.angle_error = norm(error.angular);
  result.position_error = norm(error.linear);
  return error;
}

// A joint that is at a limit and would move beyond it is locked by a large weight, and the step is computed again.
void Search::take_step(const Motion<double>& error, double damping, std::span<const double> q) {
  constexpr double held = 1e8;
  for (std::size_t j = 0; j < weights_.size(); ++j)
    weights_[j] = options_.weights.empty() ? 1 : options_.weights[j];
  for (bool again = true; again;) {
    again = false;
    minimum_norm_velocity(
        work_, frame_, error, step_,
        {.task = options_.task, .damping = damping, .length = options_.length, .weights = weights_});
    at_limits([&](std::size_t x, std::size_t j, const DegreeOfFreedom& dof) {
      const bool beyond = (q[x] <= dof.lower && step_[j] < 0) || (q[x] >= dof.upper && step_[j] > 0);
      if (!beyond || weights_[j] >= held) return;
      weights_[j] = held;
      again = true;
    });
  }
  model_.integrate(q, step_, 1, next_);
  keep_within_limits(next_);
}

void Search::descend(InverseKinematicsResult& result) {
  constexpr double least_damping = 1e-5;            // makes a step accurate to ten digits of the error
  constexpr double stiffest = 1e6, relaxed = 1e-3;  // bounds of the ratio of damping^2 to error^2
  constexpr int patience = 10;                      // steps that reduce error^2 by less than a hundredth
  keep_within_limits(result.q);
  Motion<double> error = error_at(result.q, result);
  double ratio = 0.1;
  for (int i = 0, idle = 0;; ++i) {
    result.converged = result.angle_error <= options_.angle_tolerance &&
                       result.position_error <= options_.position_tolerance;
    if (result.converged || i == options_.iterations || idle == patience || ratio > stiffest) return;
    ++result.iterations;
    const double square = squared_error(result);
    edge::check_overflow("the error of inverse kinematics", &square, 1);
    take_step(error, std::max(least_damping, std::sqrt(ratio * square)), result.q);
    InverseKinematicsResult there;
    const Motion<double> left = error_at(next_, there);
    if (squared_error(there) < square) {
      idle = squared_error(there) < 0.99 * square ? 0 : idle + 1;
      ratio = std::max(relaxed, ratio / 4);
      std::swap(result.q, next_);
      result.angle_error = there.angle_error;
      result.position_error = there.position_error;
      error = left;
    } else {
      ratio *= 8;
      set_position(work_, result.q);
    }
  }
}

}  // namespace

InverseKinematicsResult inverse_kinematics(Workspace<double>& work, FrameIndex frame,
                                           const Transform<double>& target, std::span<const double> q,
                                           const InverseKinematicsOptions& options) {
  edge::check_workspace(work);
  edge::check_size("q", VectorView<const double>(q), work.model.position_size());
  edge::check_finite("the target's position", VectorView<const double>(&target.translation.x, 3));
  edge::check_finite("the target's rotation", VectorView<const double>(&target.rotation.row_x.x, 9));
  edge::check_positive("the length", options.length);
  edge::check_not_negative("the tolerance of angles", options.angle_tolerance);
  edge::check_not_negative("the tolerance of positions", options.position_tolerance);
  edge::check_not_negative("the number of iterations", options.iterations);
  edge::check_not_negative("the number of restarts", options.restarts);
  if (!options.weights.empty())
    edge::check_size("the weights", VectorView<const double>(options.weights), work.model.velocity_size());
  const edge::InUse in_use(work);
  Search search(work, frame, target, options);
  InverseKinematicsResult best{.q = {q.begin(), q.end()}};
  search.descend(best);
  for (int start = 1; start <= options.restarts && !best.converged; ++start) {
    InverseKinematicsResult other{.q = random_state(work.model, std::uint64_t(start)).q,
                                  .iterations = best.iterations};
    search.descend(other);
    best.iterations = other.iterations;
    if (other.converged || search.squared_error(other) < search.squared_error(best)) best = std::move(other);
  }
  set_position(work, best.q);
  work.contents.drop("inverse_kinematics", content::of_velocity);
  return best;
}

template int minimum_norm_velocity(Workspace<double>&, FrameIndex, const Motion<double>&, Out<double>,
                                   const MinimumNorm<double>&);
template int minimum_norm_velocity(Workspace<float>&, FrameIndex, const Motion<float>&, Out<float>,
                                   const MinimumNorm<float>&);
template int minimum_norm_acceleration(Workspace<double>&, FrameIndex, const Motion<double>&, Out<double>,
                                       const MinimumNorm<double>&);
template int minimum_norm_acceleration(Workspace<float>&, FrameIndex, const Motion<float>&, Out<float>,
                                       const MinimumNorm<float>&);

}  // namespace sinew
