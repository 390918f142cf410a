#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
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

struct Limits {
  double lower, upper;
};

// Returns the limits of every degree of freedom. Those of followers bound their leaders, where all relations between
// the two are linear and the leader keeps a range.
std::vector<Limits> limits_of(const Model& model, const IndependentIndices& indices) {
  struct Line {
    bool is_line = true;
    double slope = 1, offset = 0;  // of its position over that of the independent joint
  };
  std::vector<Limits> limits;
  for (const DegreeOfFreedom& dof : model.dofs()) limits.push_back({dof.lower, dof.upper});
  std::vector<Line> lines(limits.size());
  for (const Follower& f : indices.followers) {
    if (f.leader_v < 0) continue;
    const Line& leader = lines[std::size_t(f.leader_v)];
    Line& own = lines[std::size_t(f.v)];
    own = {leader.is_line && f.is_linear(), f.polynomial[1] * leader.slope,
           f.polynomial[0] + f.polynomial[1] * leader.offset};
    const int column = indices.column[std::size_t(f.v)];
    if (!own.is_line || own.slope == 0 || column < 0) continue;
    const Limits& follower = limits[std::size_t(f.v)];
    Limits& root = limits[std::size_t(indices.velocities[std::size_t(column)])];
    const double first = (follower.lower - own.offset) / own.slope;
    const double second = (follower.upper - own.offset) / own.slope;
    const Limits both{std::max(root.lower, std::min(first, second)),
                      std::min(root.upper, std::max(first, second))};
    if (both.lower <= both.upper) root = both;
  }
  return limits;
}

// What the search needs for a robot whose followers follow: N, J N, and the step and the weights of the independent
// degrees of freedom.
struct IndependentStep {
  explicit IndependentStep(const Model& model)
      : coordinates(model),
        J(6, coordinates.size()),
        step(std::size_t(coordinates.size())),
        weights(step.size()) {}

  // Computes the columns of J N in the frame's axes and N^* W N.
  void update(Workspace<double>& work, FrameIndex frame, std::span<const double> q,
              const std::vector<double>& all_weights) {
    coordinates.update(q);
    const std::vector<int>& column = coordinates.indices().column;
    J.reset(6, coordinates.size());
    std::fill(weights.begin(), weights.end(), 0);
    for (std::size_t j = 0; j < column.size(); ++j) {
      const double s = coordinates.slope(int(j));
      if (column[j] >= 0) weights[std::size_t(column[j])] += s * s * all_weights[j];
    }
    kinematics::for_each_column(work, frame, Reference::body, [&](int j, const Motion<double>& axis) {
      const int g = column[std::size_t(j)];
      for (int i = 0; i < 6 && g >= 0; ++i) J(i, g) += coordinates.slope(j) * axis[i];
    });
  }

  IndependentCoordinates<double> coordinates;
  Matrix<double> J;
  std::vector<double> step, weights;
};

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
        weights_(step_.size()) {
    if (options.followers == Followers::embedded && has_followers(model_)) independent_.emplace(model_);
    if (independent_) limits_ = limits_of(model_, independent_->coordinates.indices());
  }

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
  void solve_for_step(const Motion<double>& error, double damping, std::span<const double> q);
  Limits limits(std::size_t j) const {
    return independent_ ? limits_[j] : Limits{model_.dofs()[j].lower, model_.dofs()[j].upper};
  }
  bool follows(std::size_t j) const {
    if (!independent_) return false;
    const std::span<const int> moves = independent_->coordinates.independent();
    return !std::binary_search(moves.begin(), moves.end(), int(j));
  }
  // Calls f(x, j, limits) for every degree of freedom j that may have limits and does not follow, where q[x] is its
  // coordinate. Quaternions have no limits. Does nothing if options_.within_limits is false.
  template <class F>
  void at_limits(F&& f) const {
    for (const JointInfo& joint : model_.joints()) {
      for (int i = 0; i < joint.v_size && joint.q_size == joint.v_size && options_.within_limits; ++i) {
        const auto j = std::size_t(joint.v_index + i);
        if (!follows(j)) f(std::size_t(joint.q_index + i), j, limits(j));
      }
    }
  }
  // Moves joints beyond their limits back, and followers to where their leaders put them.
  void make_valid(std::span<double> q) {
    at_limits([&](std::size_t x, std::size_t, const Limits& range) {
      q[x] = std::clamp(q[x], range.lower, range.upper);
    });
    if (independent_) independent_->coordinates.follow(q);
  }

  const Model& model_;
  Workspace<double>& work_;
  const FrameIndex frame_;
  const Transform<double>& target_;
  const InverseKinematicsOptions& options_;
  std::vector<double> next_, step_, weights_;
  std::optional<IndependentStep> independent_{};  // if followers follow
  std::vector<Limits> limits_{};
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

// Computes step_ from weights_.
void Search::solve_for_step(const Motion<double>& error, double damping, std::span<const double> q) {
  MinimumNorm<double> norm{
      .task = options_.task, .damping = damping, .length = options_.length, .weights = weights_};
  if (!independent_) {
    minimum_norm_velocity(work_, frame_, error, step_, norm);
    return;
  }
  independent_->update(work_, frame_, q, weights_);
  norm.weights = independent_->weights;
  const Matrix<double>& J = independent_->J;
  const auto each_column = [&](auto&& f) {
    for (int g = 0; g < J.cols(); ++g)
      f(g, Motion<double>{{J(0, g), J(1, g), J(2, g)}, {J(3, g), J(4, g), J(5, g)}});
  };
  minimum_norm::solve<double>(work_, frame_, each_column, error, independent_->step, norm);
  independent_->coordinates.expand(independent_->step, step_);
}

// A joint that is at a limit and would move beyond it is locked by a large weight, and the step is computed again.
void Search::take_step(const Motion<double>& error, double damping, std::span<const double> q) {
  constexpr double held = 1e8;
  for (std::size_t j = 0; j < weights_.size(); ++j)
    weights_[j] = options_.weights.empty() ? 1 : options_.weights[j];
  for (bool again = true; again;) {
    again = false;
    solve_for_step(error, damping, q);
    at_limits([&](std::size_t x, std::size_t j, const Limits& range) {
      const bool beyond = (q[x] <= range.lower && step_[j] < 0) || (q[x] >= range.upper && step_[j] > 0);
      if (!beyond || weights_[j] >= held) return;
      weights_[j] = held;
      again = true;
    });
  }
  model_.integrate(q, step_, 1, next_);
  make_valid(next_);
}

void Search::descend(InverseKinematicsResult& result) {
  constexpr double least_damping = 1e-5;            // makes a step accurate to ten digits of the error
  constexpr double stiffest = 1e6, relaxed = 1e-3;  // bounds of the ratio of damping^2 to error^2
  constexpr int patience = 10;                      // steps that reduce error^2 by less than a hundredth
  make_valid(result.q);
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
