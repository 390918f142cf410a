// Maps between the coordinates of all joints and the independent ones of a robot with followers: mimic joints, and the
// joints of couplings, move as their leaders determine.
//
//   q_f = p(q_l)                                  p: the polynomial of a mimic (linear) or of a coupling
//   v = N u                                       u: the velocities of all joints that do not follow
//   a = N u' + dN/dt u
//   tau_u = N^* tau
//
// A row of N has at most one entry s that is not zero, because a joint follows one leader. Leaders can be followers:
//
//   s_f = p' s_l          c_f = p'' s_l^2 + p' c_l          v_f = s_f u,  a_f = s_f u' + c_f u^2
//
// A coupling without a leader locks its joint: its row of N is zero. Loop joints are not part of this: loops count as
// open here, and chains/loops/closed_kinematics.hpp has the independent velocities that they leave.
//
// Cost: at most 13 multiplications per follower for N, one per joint for a product with N or N^*.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew {

// How a function treats followers. `embedded`: they follow, and the results are those of the independent coordinates.
// `free`: every joint moves by itself, as if there were no mimics and couplings.
enum class Followers { embedded, free };
const char* name_of(Followers followers);

// Returns whether the model has mimic joints or couplings.
bool has_followers(const Model& model);

struct Follower {
  std::string joint{};
  int q = 0, v = 0;  // indices of its coordinates
  // The joint that it follows directly, as indices in q and v, and as an index among the followers. -1: none, the joint
  // is locked; or the leader is no follower.
  int leader_q = -1, leader_v = -1, leader = -1;
  std::array<double, 5> polynomial{};
  bool is_linear() const { return polynomial[2] == 0 && polynomial[3] == 0 && polynomial[4] == 0; }
};

// The structure of N, which is the same at all positions.
struct IndependentIndices {
  // Throws std::invalid_argument for a joint that follows twice, and for leaders that form a cycle.
  explicit IndependentIndices(const Model& model);

  std::vector<Follower> followers{};  // leaders before those that follow them
  std::vector<int> positions{};       // indices in q of the independent positions
  std::vector<int> velocities{};      // indices in v of u
  std::vector<int> column{};          // for each entry of v, its column of N; -1: a locked joint
  bool is_constant = true;            // N does not depend on q
};

// Works for any scalar. Make it once; its functions allocate nothing, except `names`.
template <Scalar T>
class IndependentCoordinates {
 public:
  explicit IndependentCoordinates(const Model& model)
      : model_(model),
        indices_(model),
        position_(indices_.followers.size()),
        slope_(std::size_t(model.velocity_size()), T(1)),
        curvature_(slope_.size()) {}

  const Model& model() const { return model_; }
  const IndependentIndices& indices() const { return indices_; }
  std::span<const Follower> followers() const { return indices_.followers; }
  int size() const { return int(indices_.velocities.size()); }          // of u
  int position_size() const { return int(indices_.positions.size()); }  // of the independent positions
  std::span<const int> independent() const { return indices_.velocities; }
  // The names of the entries of u, as in model/joints/coordinates.hpp.
  std::vector<std::string> names() const;

  // Computes N and dN/dt at q. The followers' entries of q are not read.
  void update(In<T> q);
  // Does the same, and sets the followers' entries of q.
  void follow(Out<T> q);
  // These two convert between q and the independent positions; `positions_to_q` also updates N.
  void q_to_positions(In<T> q, Out<T> positions) const;
  void positions_to_q(In<T> positions, Out<T> q);

  // The functions below refer to the position of the last update.
  const T& slope(int v) const { return slope_[std::size_t(v)]; }
  const T& curvature(int v) const { return curvature_[std::size_t(v)]; }
  void select(In<T> v, Out<T> u) const;                        // u from v; also u' from a
  void expand(In<T> u, Out<T> v) const;                        // v = N u
  void expand_rates(In<T> u, In<T> rates, Out<T> a) const;     // a = N u' + dN/dt u
  void reduce(In<T> tau, Out<T> reduced) const;                // tau_u = N^* tau
  void reduce_matrix(MatrixIn<T> M, MatrixOut<T> out) const;   // N^* M N
  void reduce_columns(MatrixIn<T> J, MatrixOut<T> out) const;  // J N
  // Joint torques with N^* tau = tau_u: those of motors on the independent joints alone.
  void spread(In<T> reduced, Out<T> tau) const;

 private:
  int column(std::size_t v) const { return indices_.column[v]; }

  Model model_;
  IndependentIndices indices_;
  std::vector<T> position_;           // of the followers
  std::vector<T> slope_, curvature_;  // s and c of every entry of v
};

template <Scalar T>
void IndependentCoordinates<T>::update(In<T> q) {
  edge::check_size("q", q, model_.position_size());
  for (std::size_t i = 0; i < position_.size(); ++i) {
    const Follower& f = indices_.followers[i];
    T &s = slope_[std::size_t(f.v)], &c = curvature_[std::size_t(f.v)];
    T p[5];
    for (std::size_t k = 0; k < 5; ++k) p[k] = T(f.polynomial[k]);
    if (f.leader_v < 0) {
      position_[i] = p[0], s = T(0), c = T(0);
      continue;
    }
    const T& x = f.leader < 0 ? q[std::size_t(f.leader_q)] : position_[std::size_t(f.leader)];
    const T &leader_s = slope_[std::size_t(f.leader_v)], &leader_c = curvature_[std::size_t(f.leader_v)];
    if (f.is_linear()) {
      position_[i] = p[0] + p[1] * x;
      s = p[1] * leader_s;
      c = p[1] * leader_c;
      continue;
    }
    position_[i] = p[0] + x * (p[1] + x * (p[2] + x * (p[3] + x * p[4])));
    const T first = p[1] + x * (T(2) * p[2] + x * (T(3) * p[3] + x * (T(4) * p[4])));
    const T second = T(2) * p[2] + x * (T(6) * p[3] + x * (T(12) * p[4]));
    s = first * leader_s;
    c = second * (leader_s * leader_s) + first * leader_c;
  }
}

template <Scalar T>
void IndependentCoordinates<T>::follow(Out<T> q) {
  update({q.data(), q.size()});
  for (std::size_t i = 0; i < position_.size(); ++i) q[std::size_t(indices_.followers[i].q)] = position_[i];
}

template <Scalar T>
void IndependentCoordinates<T>::q_to_positions(In<T> q, Out<T> positions) const {
  edge::check_size("q", q, model_.position_size());
  edge::check_size("the independent positions", positions, position_size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = q[std::size_t(indices_.positions[i])];
}
template <Scalar T>
void IndependentCoordinates<T>::positions_to_q(In<T> positions, Out<T> q) {
  edge::check_size("q", q, model_.position_size());
  edge::check_size("the independent positions", positions, position_size());
  for (std::size_t i = 0; i < positions.size(); ++i) q[std::size_t(indices_.positions[i])] = positions[i];
  follow(q);
}

template <Scalar T>
void IndependentCoordinates<T>::select(In<T> v, Out<T> u) const {
  edge::check_size("v", v, model_.velocity_size());
  edge::check_size("the independent velocities", u, size());
  for (std::size_t g = 0; g < u.size(); ++g) u[g] = v[std::size_t(indices_.velocities[g])];
}

template <Scalar T>
void IndependentCoordinates<T>::expand(In<T> u, Out<T> v) const {
  edge::check_size("the independent velocities", u, size());
  edge::check_size("v", v, model_.velocity_size());
  for (std::size_t j = 0; j < v.size(); ++j)
    v[j] = column(j) < 0 ? T(0) : T(slope_[j] * u[std::size_t(column(j))]);
}

template <Scalar T>
void IndependentCoordinates<T>::expand_rates(In<T> u, In<T> rates, Out<T> a) const {
  edge::check_size("the independent velocities", u, size());
  edge::check_size("the independent accelerations", rates, size());
  edge::check_size("a", a, model_.velocity_size());
  for (std::size_t j = 0; j < a.size(); ++j) {
    const auto g = std::size_t(column(j));
    a[j] = column(j) < 0 ? T(0) : T(slope_[j] * rates[g] + curvature_[j] * (u[g] * u[g]));
  }
}

template <Scalar T>
void IndependentCoordinates<T>::reduce(In<T> tau, Out<T> reduced) const {
  edge::check_size("tau", tau, model_.velocity_size());
  edge::check_size("the reduced torques", reduced, size());
  for (std::size_t g = 0; g < reduced.size(); ++g) reduced[g] = T(0);
  for (std::size_t j = 0; j < tau.size(); ++j) {
    if (column(j) < 0) continue;
    T& sum = reduced[std::size_t(column(j))];
    sum = sum + slope_[j] * tau[j];
  }
}

template <Scalar T>
void IndependentCoordinates<T>::reduce_matrix(MatrixIn<T> M, MatrixOut<T> out) const {
  const int n = model_.velocity_size();
  edge::check_size("the matrix", M, n, n);
  edge::check_size("the reduced matrix", out, size(), size());
  for (int g = 0; g < size(); ++g) {
    for (int h = 0; h < size(); ++h) out(h, g) = T(0);
  }
  for (int j = 0; j < n; ++j) {
    const int g = column(std::size_t(j));
    for (int i = 0; i < n && g >= 0; ++i) {
      const int h = column(std::size_t(i));
      if (h >= 0) out(h, g) = out(h, g) + slope(i) * (M(i, j) * slope(j));
    }
  }
}

template <Scalar T>
void IndependentCoordinates<T>::reduce_columns(MatrixIn<T> J, MatrixOut<T> out) const {
  const int n = model_.velocity_size(), rows = J.rows();
  edge::check_size("the matrix", J, rows, n);
  edge::check_size("the reduced matrix", out, rows, size());
  for (int g = 0; g < size(); ++g) {
    for (int i = 0; i < rows; ++i) out(i, g) = T(0);
  }
  for (int j = 0; j < n; ++j) {
    const int g = column(std::size_t(j));
    for (int i = 0; i < rows && g >= 0; ++i) out(i, g) = out(i, g) + J(i, j) * slope(j);
  }
}

template <Scalar T>
void IndependentCoordinates<T>::spread(In<T> reduced, Out<T> tau) const {
  edge::check_size("the reduced torques", reduced, size());
  edge::check_size("tau", tau, model_.velocity_size());
  for (std::size_t j = 0; j < tau.size(); ++j) tau[j] = T(0);
  for (std::size_t g = 0; g < reduced.size(); ++g) tau[std::size_t(indices_.velocities[g])] = reduced[g];
}

namespace edge {
std::vector<std::string> names_of_independent(const Model& model, std::span<const int> velocities);
}
template <Scalar T>
std::vector<std::string> IndependentCoordinates<T>::names() const {
  return edge::names_of_independent(model_, indices_.velocities);
}

}  // namespace sinew
