#include "sinew/simulate/controllers/trajectory.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "sinew/base/number_text.hpp"
#include "sinew/chains/arms/grasp.hpp"
#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/spatial/rotation_chart.hpp"

namespace sinew {
namespace {

void check_waypoints(const Model& model, const TrajectoryPlan& plan) {
  if (plan.times.empty()) throw std::invalid_argument("a trajectory needs at least one waypoint");
  if (plan.times.size() != plan.values.size())
    throw std::invalid_argument("a trajectory has " + std::to_string(plan.times.size()) + " times for " +
                                std::to_string(plan.values.size()) + " waypoints");
  for (std::size_t i = 0; i < plan.times.size(); ++i) {
    const std::string which = "waypoint " + std::to_string(i + 1);
    if (!std::isfinite(plan.times[i]))
      throw std::invalid_argument("the time of " + which + " is " + number_text(plan.times[i]));
    if (i > 0 && !(plan.times[i] > plan.times[i - 1]))
      throw std::invalid_argument("the times of waypoints must increase; " + which + " is at " +
                                  number_text(plan.times[i]) + " s, the one before at " +
                                  number_text(plan.times[i - 1]) + " s");
    edge::check_input<double>((which + " of '" + model.name() + "'").c_str(), plan.values[i],
                              model.position_size());
  }
}

// Velocities and accelerations at the ends of a segment, as derivatives with respect to x; d: the displacement over it.
struct Ends {
  double v0, a0, v1, a1;
};
void set_quintic(double d, const Ends& ends, double* c) {
  const double remaining = d - ends.v0 - ends.a0 / 2;
  const double faster = ends.v1 - ends.v0 - ends.a0, harder = ends.a1 - ends.a0;
  c[0] = ends.v0;
  c[1] = ends.a0 / 2;
  c[2] = 10 * remaining - 4 * faster + harder / 2;
  c[3] = -15 * remaining + 7 * faster - harder;
  c[4] = 6 * remaining - 3 * faster + harder / 2;
}

// Value, first and second time derivative.
struct Followed {
  double value, first, second;
};
Followed follow(const double* c, double x, double h) {
  return {x * (c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])))),
          (c[0] + x * (2 * c[1] + x * (3 * c[2] + x * (4 * c[3] + x * 5 * c[4])))) / h,
          (2 * c[1] + x * (6 * c[2] + x * (12 * c[3] + x * 20 * c[4]))) / (h * h)};
}

void normalise(double* quaternion) {
  const double length =
      std::hypot(std::hypot(quaternion[0], quaternion[1]), std::hypot(quaternion[2], quaternion[3]));
  if (!(length > 0)) throw std::invalid_argument("a quaternion of a waypoint has length zero");
  for (int i = 0; i < 4; ++i) quaternion[i] /= length;
}

}  // namespace

TrajectoryPlan standing_at(std::vector<double> q) {
  TrajectoryPlan plan{.times = {0}};
  plan.values.push_back(std::move(q));
  return plan;
}

Model pose_model() {
  return rigid_object({.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}, {}, "pose");
}

Trajectory::Trajectory(const Model& model, const TrajectoryPlan& plan)
    : model_(model), times_(plan.times), values_(plan.values) {
  check_waypoints(model, plan);
  for (std::vector<double>& q : values_) {
    for (const JointInfo& joint : model.joints()) {
      const JointRotation rotation(joint);
      if (rotation.has_quaternion()) normalise(q.data() + rotation.q);
    }
  }
  const std::size_t stretches = times_.size() - 1, dofs = std::size_t(model.velocity_size());
  std::vector<std::vector<double>> d(stretches, std::vector<double>(dofs));
  for (std::size_t s = 0; s < stretches; ++s) set_differences(s, d[s]);
  std::vector<std::vector<Knot>> knots(times_.size(), std::vector<Knot>(dofs));
  if (plan.interpolation == Interpolation::spline) set_spline_knots(d, knots);
  polynomials_.assign(stretches, std::vector<Polynomial>(dofs));
  for (std::size_t s = 0; s < stretches; ++s) set_polynomials(s, d[s], knots[s], knots[s + 1]);
}

void Trajectory::set_differences(std::size_t stretch, std::vector<double>& d) const {
  const std::vector<double>&from = values_[stretch], &to = values_[stretch + 1];
  for (const JointInfo& joint : model_.joints()) {
    const JointRotation rotation(joint);
    if (rotation.has_quaternion())
      write(d.data() + rotation.v, rotation_vector_of(transpose(rotation.at(from)) * rotation.at(to)));
    for (int i = 0; i < rotation.plain; ++i)
      d[std::size_t(rotation.plain_v + i)] =
          to[std::size_t(joint.q_index + i)] - from[std::size_t(joint.q_index + i)];
  }
}

// The second derivative of a cubic between two waypoints is 6 d/h^2 - (4 v0 + 2 v1)/h at the first and -6 d/h^2 + (2 v0
// + 4 v1)/h at the second. Requiring both to agree at every waypoint gives the velocities: a tridiagonal system, solved
// by elimination.
void Trajectory::set_spline_knots(const std::vector<std::vector<double>>& d,
                                  std::vector<std::vector<Knot>>& knots) const {
  const std::size_t last = knots.size() - 1;
  std::vector<double> above(last + 1);
  for (std::size_t k = 0; k < knots[0].size(); ++k) {
    for (std::size_t i = 1; i < last; ++i) {
      const double before = 1 / (times_[i] - times_[i - 1]), behind = 1 / (times_[i + 1] - times_[i]);
      const double pivot = 2 * (before + behind) - before * above[i - 1];
      above[i] = behind / pivot;
      const double side = 3 * (d[i - 1][k] * before * before + d[i][k] * behind * behind);
      knots[i][k].velocity = (side - before * knots[i - 1][k].velocity) / pivot;
    }
    for (std::size_t i = last; i-- > 1;) knots[i][k].velocity -= above[i] * knots[i + 1][k].velocity;
    for (std::size_t i = 1; i < last; ++i) {
      const double rate = 1 / (times_[i + 1] - times_[i]);
      knots[i][k].acceleration =
          (6 * d[i][k] * rate - 4 * knots[i][k].velocity - 2 * knots[i + 1][k].velocity) * rate;
    }
  }
}

void Trajectory::set_polynomials(std::size_t stretch, const std::vector<double>& d,
                                 const std::vector<Knot>& from, const std::vector<Knot>& to) {
  const double h = times_[stretch + 1] - times_[stretch];
  const auto set = [&](int dof, double v1, double a1) {
    const auto k = std::size_t(dof);
    set_quintic(d[k], {h * from[k].velocity, h * h * from[k].acceleration, h * v1, h * h * a1},
                polynomials_[stretch][k].c);
  };
  for (const JointInfo& joint : model_.joints()) {
    const JointRotation rotation(joint);
    if (rotation.has_quaternion()) {
      // At the start of a segment the rates of the rotation vector are the body's rates; at its end they are not.
      const Knot* const end = to.data() + rotation.v;
      const RotationRates rates = chart_rates(
          read(d.data() + rotation.v), {{end[0].velocity, end[1].velocity, end[2].velocity},
                                        {end[0].acceleration, end[1].acceleration, end[2].acceleration}});
      set(rotation.v, rates.first.x, rates.second.x);
      set(rotation.v + 1, rates.first.y, rates.second.y);
      set(rotation.v + 2, rates.first.z, rates.second.z);
    }
    for (int i = rotation.plain_v; i < rotation.plain_v + rotation.plain; ++i)
      set(i, to[std::size_t(i)].velocity, to[std::size_t(i)].acceleration);
  }
}

void Trajectory::at(double t, Out<double> q, Out<double> v, Out<double> a) const {
  edge::check_size("the result q", q, model_.position_size());
  edge::check_size("the result v", v, model_.velocity_size());
  edge::check_size("the result a", a, model_.velocity_size());
  if (!(t > times_.front()) || t >= times_.back()) {
    const std::vector<double>& there = t >= times_.back() ? values_.back() : values_.front();
    std::copy(there.begin(), there.end(), q.data());
    std::fill(v.data(), v.data() + v.size(), 0.0);
    std::fill(a.data(), a.data() + a.size(), 0.0);
    return;
  }
  const auto stretch = std::size_t(std::upper_bound(times_.begin(), times_.end(), t) - times_.begin()) - 1;
  const double h = times_[stretch + 1] - times_[stretch], x = (t - times_[stretch]) / h;
  const std::vector<double>& from = values_[stretch];
  const auto followed = [&](int dof) { return follow(polynomials_[stretch][std::size_t(dof)].c, x, h); };
  for (const JointInfo& joint : model_.joints()) {
    const JointRotation rotation(joint);
    Vector3<double> omega{};
    Rotation<double> R{};
    if (rotation.has_quaternion()) {
      const Followed fx = followed(rotation.v), fy = followed(rotation.v + 1), fz = followed(rotation.v + 2);
      const Vector3<double> phi{fx.value, fy.value, fz.value};
      const RotationRates rates =
          body_rates(phi, {{fx.first, fy.first, fz.first}, {fx.second, fy.second, fz.second}});
      rotation.rotate(from, phi, q);
      write(v.data() + rotation.v, rates.first);
      write(a.data() + rotation.v, rates.second);
      omega = rates.first;
      R = rotation.at({q.data(), q.size()});
    }
    if (joint.kind == JointKind::floating) {
      const Followed fx = followed(rotation.plain_v), fy = followed(rotation.plain_v + 1),
                     fz = followed(rotation.plain_v + 2);
      write(q.data() + joint.q_index,
            read(from.data() + joint.q_index) + Vector3<double>{fx.value, fy.value, fz.value});
      const Vector3<double> velocity = transpose_times(R, Vector3<double>{fx.first, fy.first, fz.first});
      write(v.data() + rotation.plain_v, velocity);
      write(a.data() + rotation.plain_v,
            transpose_times(R, Vector3<double>{fx.second, fy.second, fz.second}) - cross(omega, velocity));
      continue;
    }
    for (int i = 0; i < rotation.plain; ++i) {
      const Followed f = followed(rotation.plain_v + i);
      const auto at_q = std::size_t(joint.q_index + i), at_v = std::size_t(rotation.plain_v + i);
      q[at_q] = from[at_q] + f.value;
      v[at_v] = f.first;
      a[at_v] = f.second;
    }
  }
}

}  // namespace sinew
