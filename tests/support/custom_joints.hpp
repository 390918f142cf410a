// Custom joints as a user might write them: each provides its pose, its axes P(q), and the derivative of the axes times
// v.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew::test {

// A copy of the built-in universal joint: rotation about `axis`, then about `axis2` (unit vectors).
class UserUniversal : public CustomJoint {
 public:
  UserUniversal(const Vector3<double>& axis, const Vector3<double>& axis2) : axis_(axis), axis2_(axis2) {}
  int dofs() const override { return 2; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    const Rotation<double> second = rotation_about(axis2_, q[1]);
    const Vector3<double> first_axis = transpose_times(second, axis_);
    motion.pose = {rotation_about(axis_, q[0]) * second, {}};
    motion.axes[0] = {first_axis, {}};
    motion.axes[1] = {axis2_, {}};
    // d/dt (R2^T a) = -(a2 v1) x (R2^T a)
    motion.bias = {-v[0] * v[1] * cross(axis2_, first_axis), {}};
  }

 private:
  Vector3<double> axis_, axis2_;
};

// A wheel of the given radius that rolls along x on the plane y = 0, with its body frame at a point of the rim: the
// point moves on a cycloid, so both direction and length of the axis' linear part depend on q. The hub is at (0,
// radius, 0).
class RollingRim : public CustomJoint {
 public:
  explicit RollingRim(double radius) : radius_(radius) {}
  int dofs() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    const Vector3<double> axis{0, 0, -1};
    const double s = std::sin(q[0]), c = std::cos(q[0]);
    const Vector3<double> slope{radius_ * (1 - c), radius_ * s, 0}, bend{radius_ * s, radius_ * c, 0};
    const Rotation<double> rotation = rotation_about(axis, q[0]);
    motion.pose = {rotation, {radius_ * (q[0] - s), radius_ * (1 - c), 0}};
    const Vector3<double> linear = transpose_times(rotation, slope);
    motion.axes[0] = {axis, linear};
    motion.bias = {{}, v[0] * v[0] * (transpose_times(rotation, bend) - cross(axis, linear))};
  }

 private:
  double radius_;
};

// A slide whose travel is a nonlinear function of its coordinate, x = q + 0.3 sin q: a cam. One degree of freedom, no
// rotation.
class Cam : public CustomJoint {
 public:
  int dofs() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    motion.pose = {{}, {q[0] + 0.3 * std::sin(q[0]), 0, 0}};
    motion.axes[0] = {{}, {1 + 0.3 * std::cos(q[0]), 0, 0}};
    motion.bias = {{}, {-0.3 * std::sin(q[0]) * v[0] * v[0], 0, 0}};
  }
};

// A slider on a crank, x = q^2 / 2: at q = 0, the dead centre, rotating the crank does not move it.
class DeadCentre : public CustomJoint {
 public:
  int dofs() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    motion.pose.translation = {q[0] * q[0] / 2, 0, 0};
    motion.axes[0] = {{}, {q[0], 0, 0}};
    motion.bias = {{}, {v[0] * v[0], 0, 0}};
  }
};

// Six degrees of freedom: position x y z, then rotations about the moving axes z, y, x (yaw, pitch, roll).
class YawPitchRollFree : public CustomJoint {
 public:
  int dofs() const override { return 6; }
  void evaluate(std::span<const double> q, std::span<const double> v, JointMotion& motion) const override {
    const Vector3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    const Rotation<double> roll = rotation_about(x, q[5]), pitch = rotation_about(y, q[4]);
    const Rotation<double> rotation = rotation_about(z, q[3]) * pitch * roll;
    motion.pose = {rotation, {q[0], q[1], q[2]}};
    const Vector3<double> yaw_axis = transpose_times(roll, transpose_times(pitch, z));
    const Vector3<double> pitch_axis = transpose_times(roll, y);
    motion.axes[0] = {{}, rotation.row_x};
    motion.axes[1] = {{}, rotation.row_y};
    motion.axes[2] = {{}, rotation.row_z};
    motion.axes[3] = {yaw_axis, {}};
    motion.axes[4] = {pitch_axis, {}};
    motion.axes[5] = {x, {}};
    // Each axis is fixed in the frame before the rotations that follow it; these rotations move it.
    const Vector3<double> after_pitch = v[5] * x, after_yaw = v[4] * pitch_axis + after_pitch;
    const Vector3<double> all = v[3] * yaw_axis + after_yaw;
    motion.bias = {-v[3] * cross(after_yaw, yaw_axis) - v[4] * cross(after_pitch, pitch_axis),
                   -cross(all, v[0] * rotation.row_x + v[1] * rotation.row_y + v[2] * rotation.row_z)};
  }
};

}  // namespace sinew::test
