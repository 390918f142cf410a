#include "tests/support/point_masses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/support/decompositions.hpp"
#include "tests/support/dense_reference.hpp"

namespace sinew::test {

namespace {

using Points = MatrixXd;

struct PointOnBody {
  std::string body;
  double mass;
  Vector3d place;
};

// The second moment S = tr(I)/2 - I has principal values s_i; masses m/6 at +-sqrt(3 s_i / m) along its
// principal directions have the same mass, centre and inertia.
std::vector<PointOnBody> points_of(const Description& description) {
  std::vector<PointOnBody> points;
  for (const Body& body : description.bodies) {
    const double mass = body.inertial.mass;
    if (mass == 0) continue;
    const Matrix3d inertia = to_dense<double>(body.inertial.inertia);
    const Matrix3d second = inertia.trace() / 2 * Matrix3d::Identity() - inertia;
    const auto [values, directions] = eigen_system(second);
    for (int i = 0; i < 3; ++i) {
      const double reach = std::sqrt(3 * std::max(0.0, values[i]) / mass);
      const Vector3d arm = reach * directions.col(i), com = to_dense<double>(body.inertial.com);
      points.push_back({body.name, mass / 6, com + arm});
      points.push_back({body.name, mass / 6, com - arm});
    }
  }
  return points;
}

Points place(const Description& description, const std::vector<PointOnBody>& points,
             const std::vector<double>& q) {
  const DenseReference<double> robot(description, q);
  Points at(3, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Pose<double> pose = robot.pose(points[i].body);
    at.col(i) = pose.rotation * points[i].place + pose.translation;
  }
  return at;
}

// Central differences of eighth order.
constexpr double step = 0.02;
Points first_derivative(const std::function<Points(double)>& at) {
  const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  Points sum = Points::Zero(3, at(0).cols());
  for (int i = 1; i <= 4; ++i) sum += weight[i - 1] / step * (at(i * step) - at(-i * step));
  return sum;
}
Points second_derivative(const std::function<Points(double)>& at) {
  const double weight[] = {8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  Points sum = -205.0 / 72 / (step * step) * at(0);
  for (int i = 1; i <= 4; ++i) sum += weight[i - 1] / (step * step) * (at(i * step) + at(-i * step));
  return sum;
}

// The quaternion times that of the rotation vector.
void rotate_by(std::span<double> wxyz, const Vector3d& rotation_vector) {
  const double angle = rotation_vector.norm();
  if (angle == 0) return;
  const double w = wxyz[0], c = std::cos(angle / 2);
  const Vector3d u = to_dense<double>(wxyz.subspan(1)), s = std::sin(angle / 2) / angle * rotation_vector;
  const Vector3d rotated = w * s + c * u + u.cross(s);
  wxyz[0] = w * c - u.dot(s), wxyz[1] = rotated[0], wxyz[2] = rotated[1], wxyz[3] = rotated[2];
}

}  // namespace

std::vector<double> position_after(const Description& description, const std::vector<double>& q,
                                   const std::vector<double>& v, const std::vector<double>& a, double time) {
  std::vector<double> result = q;
  int iq = 0, iv = 0;
  for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
    const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& b) { return b.name == name; });
    const int q_size = position_size(body->joint), v_size = velocity_size(body->joint);
    const VectorXd rate = to_dense<double>(std::span(v).subspan(iv, v_size));
    const VectorXd growth = to_dense<double>(std::span(a).subspan(iv, v_size));
    const std::span<double> moved = std::span(result).subspan(iq, q_size);
    if (q_size == v_size) {
      for (int i = 0; i < q_size; ++i) moved[i] += time * rate[i] + time * time / 2 * growth[i];
    } else {  // to second order in time the body rate of exp(w t + w' t^2 / 2) is w + w' t
      const std::span<double> wxyz = moved.last(4);
      const Vector3d w = rate.head(3), rotation = time * w + time * time / 2 * growth.head(3);
      const Matrix3d start = rotation_matrix<double>(wxyz);
      rotate_by(wxyz, rotation);
      if (q_size == 7) {  // p' = R v, p'' = R (w x v + v')
        const Vector3d linear = rate.tail(3);
        const Vector3d shift = start * (time * linear + time * time / 2 * (w.cross(linear) + growth.tail(3)));
        for (int i = 0; i < 3; ++i) moved[i] += shift[i];
      }
    }
    iq += q_size;
    iv += v_size;
  }
  return result;
}

PointMassResult point_mass_dynamics(const Description& description, const std::vector<double>& q,
                                    const std::vector<double>& v, const std::vector<double>& a) {
  const std::vector<PointOnBody> points = points_of(description);
  const auto along = [&](const std::vector<double>& rate, const std::vector<double>& growth) {
    return [&, rate, growth](double time) {
      return place(description, points, position_after(description, q, rate, growth, time));
    };
  };
  const Points velocity = first_derivative(along(v, a));
  Points force = second_derivative(along(v, a));
  PointMassResult result{VectorXd::Zero(static_cast<Index>(v.size())), 0};
  for (std::size_t i = 0; i < points.size(); ++i) {
    force.col(i) = points[i].mass * (force.col(i) - to_dense<double>(description.gravity));
    result.kinetic_energy += points[i].mass / 2 * velocity.col(i).squaredNorm();
  }
  const std::vector<double> still(v.size());
  int iv = 0;
  for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
    const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& b) { return b.name == name; });
    const std::vector<DegreeOfFreedom>& dofs = body->joint.dofs;
    for (int i = 0; i < velocity_size(body->joint); ++i, ++iv) {
      std::vector<double> unit = still;
      unit[iv] = 1;
      const double armature = dofs.empty() ? 0 : dofs[dofs.size() == 1 ? 0 : i].armature;
      result.tau[iv] = first_derivative(along(unit, still)).cwiseProduct(force).sum() + armature * a[iv];
      result.kinetic_energy += armature / 2 * v[iv] * v[iv];
    }
  }
  return result;
}

}  // namespace sinew::test
