// Computes the joint motions of minimum norm that give a frame a velocity, an acceleration or a pose (inverse
// kinematics).
//
// R88 Results 5.5 and 5.7, with weights, damping and a preferred motion v0:
//
//   Q = J W^-1 J^*                           velocity covariance                        (5.6)
//   Q x = V - J v0                           six equations, or three
//   v = v0 + W^-1 J^* x                      joint velocities                           (5.5), (5.8)
//
// This v is the nearest to v0, in the norm v^* W v, of all joint velocities that give the twist V. Joint accelerations
// follow from the same equations with A - dJ/dt v in place of V. With damping lambda the equations are
// (Q + lambda^2 S) x = V - J v0. Their solution minimises
//
//   |V - J v|^2 + lambda^2 (v - v0)^* W (v - v0)
//
// and is bounded at singular positions. The first norm counts `length` metres as one radian:
// S = diag(1, 1, 1, length^2, length^2, length^2), so that the solution does not depend on the unit of length.
//
// A pose is found by repeating the damped step (Levenberg 1944, Marquardt 1963), with lambda^2 proportional to the
// square of the remaining error (Sugihara 2011). For robots with followers, v = N u
// (model/joints/independent_coordinates.hpp), J N takes the place of J and N^* W N, which is diagonal, that of W.
//
// Cost: with six revolute joints, in world axes, 541 multiplications and 424 additions after update_poses; 53 and 45
// for each further joint.
#pragma once

#include "sinew/algorithms/kinematics/jacobian_products.hpp"
#include "sinew/base/check_number.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"

namespace sinew {

// The part of a frame's motion that is prescribed: all six numbers, the angular three, or the linear three.
enum class Task { pose, orientation, position };

template <Scalar T>
struct MinimumNorm {
  Reference reference = Reference::body;  // coordinates in which the motion is given
  Task task = Task::pose;
  T damping{0};                     // lambda; zero: exactly the given motion, or an exception if singular
  T length{1};                      // metres that count as much as a radian; matters only with damping
  VectorView<const T> weights{};    // W, one positive number per degree of freedom (DOF); empty: all one
  VectorView<const T> preferred{};  // v0, one number per DOF; empty: zero
};
template <class T>
using MinimumNormIn = std::type_identity_t<MinimumNorm<T>>;

// Computes v, the joint velocities that give the frame the twist. The position is that of the workspace. Returns the
// rank of the Jacobian's rows of the task. Throws std::domain_error if this rank is less than the number of rows and
// there is no damping, and std::overflow_error if a result is too large for the number type. DOFs that do not move
// the frame get their preferred velocity.
template <Scalar T>
int minimum_norm_velocity(Workspace<T>& work, FrameIndex frame, const std::type_identity_t<Motion<T>>& twist,
                          Out<T> v, const MinimumNormIn<T>& options = {});

// Computes a, the joint accelerations that give the frame the acceleration (as `acceleration` of
// algorithms/kinematics/kinematics.hpp defines it). The state is that of the workspace. Returns and throws as
// minimum_norm_velocity does.
template <Scalar T>
int minimum_norm_acceleration(Workspace<T>& work, FrameIndex frame,
                              const std::type_identity_t<Motion<T>>& acceleration, Out<T> a,
                              const MinimumNormIn<T>& options = {});

struct InverseKinematicsOptions {
  Task task = Task::pose;
  double angle_tolerance = 1e-8, position_tolerance = 1e-8;  // rad, m
  double length = 1;                                         // metres of error that count as much as a radian
  int iterations = 100;                                      // at most, from each start
  bool within_limits = true;          // true: q stays within the limits of the DOFs; false: it need not
  int restarts = 0;                   // further starts from random positions, at most, until one converges
  std::span<const double> weights{};  // W of every step, one positive number per DOF; empty: all one
  // embedded: mimic joints and coupled joints follow, and their start in q is ignored. Their own limits bound their
  // leaders where the relation is linear. free: they move by themselves.
  Followers followers = Followers::embedded;
};

struct InverseKinematicsResult {
  std::vector<double> q;  // the best position found
  bool converged = false;
  int iterations = 0;
  double angle_error = 0, position_error = 0;  // what remains; zero for a part that is not in the task
};

// Searches, from the start `q`, for a position at which the frame has the pose `target` in the world. If the result
// has not converged, the target is out of reach, the search ended in a local minimum, or it needs more iterations.
// Leaves the workspace at the position found, without velocities. Allocates its result and working vectors. Throws
// std::invalid_argument for joints that follow twice, unless followers are free.
InverseKinematicsResult inverse_kinematics(Workspace<double>& work, FrameIndex frame,
                                           const Transform<double>& target, std::span<const double> q,
                                           const InverseKinematicsOptions& options = {});

namespace edge {
[[noreturn]] void lost_rank(const std::string& frame, int rank, int expected);
}  // namespace edge

namespace minimum_norm {

struct Rows {
  int first, count;
};
constexpr Rows rows_of(Task task) {
  return {task == Task::position ? 3 : 0, task == Task::pose ? 6 : 3};
}

template <Scalar T>
inline void check(const Workspace<T>& work, const Motion<T>& wanted, const Out<T>& out,
                  const MinimumNorm<T>& options) {
  const int dofs = work.model.velocity_size();
  edge::check_workspace(work);
  edge::check_finite("the frame's motion", VectorView<const T>(wanted.data(), 6));
  edge::check_size("the result", out, dofs);
  if (options.damping != T(0)) edge::check_positive("the damping", double(options.damping));
  edge::check_positive("the length", double(options.length));
  if (options.preferred.size() != 0) edge::check_input("the preferred motion", options.preferred, dofs);
  if (options.weights.size() == 0) return;
  edge::check_size("the weights", options.weights, dofs);
  for (std::size_t j = 0; j < options.weights.size(); ++j)
    edge::check_positive("a weight", double(options.weights[j]));
}

// Returns the square of the largest distance of the frame, and of the links that move it, from the world's origin.
template <Scalar T>
inline T farthest_square(Workspace<T>& work, FrameIndex frame) {
  const Vector3<T> at = pose(work, frame).translation;
  T square = dot(at, at);
  for (int k = work.model.frame(frame).link;; k = work.tree->links[std::size_t(k)].parent) {
    const Vector3<T>& origin = work.pose[std::size_t(k)].translation;
    if (dot(origin, origin) > square) square = dot(origin, origin);
    if (k == 0) return square;
  }
}

// Sets the diagonal entry of a row of Q to zero if the row contains only rounding errors, so that the solver, which
// judges each row by itself, does not count it. Such rows are far smaller than the other two of their kind (angular
// or linear), or are linear and far smaller than `lever`, the size that rotations about axes at the present distances
// can give.
template <Scalar T>
inline void drop_noise(const MatrixView<T>& Q, Rows rows, const T& lever) {
  constexpr double rounding = 100 * double(std::numeric_limits<ConstantOf<T>>::epsilon());
  for (int first = 0; first < rows.count; first += 3) {
    T most = rows.first + first == 3 ? T(rounding * rounding) * lever : T(0);
    for (int i = first; i < first + 3; ++i) {
      const T part = T(SymmetricSolver<T>::default_tolerance) * Q(i, i);
      if (part > most) most = part;
    }
    for (int i = first; i < first + 3; ++i) {
      if (!(Q(i, i) > most)) Q(i, i) = T(0);
    }
  }
}

// Computes v = v0 + W^-1 J^* (Q + lambda^2 S)^-1 (wanted - J v0) and returns the rank of Q. each_column(f) calls
// f(j, column) for the columns of J that may differ from zero.
template <Scalar T, class EachColumn>
inline int solve(Workspace<T>& work, FrameIndex frame, const EachColumn& each_column, Motion<T> wanted,
                 Out<T> out, const MinimumNorm<T>& options) {
  const auto share = [&](int j) {
    return options.weights.size() == 0 ? T(1) : T(1) / options.weights[std::size_t(j)];
  };
  const bool prefers = options.preferred.size() != 0;
  const Rows rows = rows_of(options.task);
  const int first = rows.first, count = rows.count;

  T numbers[36] = {};
  const MatrixView<T> Q(numbers, count, count);
  T angular{};
  each_column([&](int j, const Motion<T>& column) {
    const std::array<T, 6> c = components(column);
    for (int b = 0; b < count; ++b) {
      const T part = share(j) * c[std::size_t(first + b)];
      for (int a = b; a < count; ++a) Q(a, b) = Q(a, b) + c[std::size_t(first + a)] * part;
    }
    angular = angular + share(j) * dot(column.angular, column.angular);
    if (prefers) wanted = wanted - options.preferred[std::size_t(j)] * column;
  });
  drop_noise(Q, rows, angular * farthest_square(work, frame));

  const int rank = work.frame_solver.factorise(Q);
  if (options.damping != T(0)) {
    const T square = options.damping * options.damping, metres = options.length * options.length;
    for (int a = 0; a < count; ++a) Q(a, a) = Q(a, a) + (first + a < 3 ? square : metres * square);
    work.frame_solver.factorise(Q);
  } else if (rank < count) {
    edge::lost_rank(work.model.frame(frame).name, rank, count);
  }
  const std::array<T, 6> right = components(wanted);
  T x[6];
  for (int a = 0; a < count; ++a) x[a] = right[std::size_t(first + a)];
  work.frame_solver.solve(VectorView<T>(x, std::size_t(count)));

  for (std::size_t j = 0; j < out.size(); ++j) out[j] = prefers ? options.preferred[j] : T(0);
  each_column([&](int j, const Motion<T>& column) {
    const std::array<T, 6> c = components(column);
    T sum{};
    for (int a = 0; a < count; ++a) sum = sum + c[std::size_t(first + a)] * x[a];
    out[std::size_t(j)] = out[std::size_t(j)] + share(j) * sum;
  });
  edge::check_overflow("the minimum-norm motion", out);
  return rank;
}

// Does so for the Jacobian of the tree.
template <Scalar T>
inline int solve(Workspace<T>& work, FrameIndex frame, const Motion<T>& wanted, Out<T> out,
                 const MinimumNorm<T>& options) {
  const edge::InUse in_use(work);
  const auto each_column = [&](auto&& f) SINEW_INLINE_LAMBDA {
    kinematics::for_each_column(work, frame, options.reference, f);
  };
  return solve<T>(work, frame, each_column, wanted, out, options);
}

}  // namespace minimum_norm

template <Scalar T>
int minimum_norm_velocity(Workspace<T>& work, FrameIndex frame, const std::type_identity_t<Motion<T>>& twist,
                          Out<T> v, const MinimumNormIn<T>& options) {
  minimum_norm::check<T>(work, twist, v, options);
  return minimum_norm::solve<T>(work, frame, twist, v, options);
}

template <Scalar T>
int minimum_norm_acceleration(Workspace<T>& work, FrameIndex frame,
                              const std::type_identity_t<Motion<T>>& acceleration, Out<T> a,
                              const MinimumNormIn<T>& options) {
  minimum_norm::check<T>(work, acceleration, a, options);
  const Motion<T> bias = jacobian_rate_times_velocity(work, frame, options.reference);
  return minimum_norm::solve<T>(work, frame, acceleration - bias, a, options);
}

extern template int minimum_norm_velocity(Workspace<double>&, FrameIndex, const Motion<double>&, Out<double>,
                                          const MinimumNorm<double>&);
extern template int minimum_norm_velocity(Workspace<float>&, FrameIndex, const Motion<float>&, Out<float>,
                                          const MinimumNorm<float>&);
extern template int minimum_norm_acceleration(Workspace<double>&, FrameIndex, const Motion<double>&,
                                              Out<double>, const MinimumNorm<double>&);
extern template int minimum_norm_acceleration(Workspace<float>&, FrameIndex, const Motion<float>&, Out<float>,
                                              const MinimumNorm<float>&);

}  // namespace sinew
