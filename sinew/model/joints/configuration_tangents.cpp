#include "sinew/model/joints/configuration_tangents.hpp"

#include <type_traits>

#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/spatial/exponential_derivatives.hpp"

namespace sinew {
namespace {

// The velocity of a spherical joint (Vector3) or of a floating joint (Motion), as numbers in memory.
template <class Velocity>
Velocity get(const double* x) {
  if constexpr (std::is_same_v<Velocity, Motion<double>>) return {read(x), read(x + 3)};
  if constexpr (std::is_same_v<Velocity, Vector3<double>>) return read(x);
}
void set(double* x, const Vector3<double>& value) {
  write(x, value);
}
void set(double* x, const Motion<double>& value) {
  write(x, value.angular);
  write(x + 3, value.linear);
}

// Replaces the part of each column that belongs to a joint with a quaternion by f<Velocity>(v, j, part), where v is the
// joint's index in a velocity and j that of the column.
template <class Function>
void replace_parts(const Model& model, MatrixOut<double> columns, const Function& f) {
  const auto replace = [&]<class Velocity>(int v, const Velocity*) {
    for (int j = 0; j < columns.cols(); ++j) {
      double* const x = &columns(v, j);
      set(x, f(v, j, get<Velocity>(x)));
    }
  };
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::spherical)
      replace(joint.v_index, static_cast<const Vector3<double>*>(nullptr));
    if (joint.kind == JointKind::floating)
      replace(joint.v_index, static_cast<const Motion<double>*>(nullptr));
  }
}

void check(const char* what, const Model& model, In<double> u, MatrixIn<double> columns) {
  edge::check_input(what, u, model.velocity_size());
  edge::check_size("the small motions", columns, model.velocity_size(), columns.cols());
}

}  // namespace

void move_tangents(const Model& model, In<double> u, MatrixOut<double> columns) {
  check("u", model, u, columns);
  replace_parts(model, columns, [&]<class Velocity>(int v, int, const Velocity& x) {
    return moved_by_exp(get<Velocity>(u.data() + v), x);
  });
}

void exponential_tangents(const Model& model, In<double> u, MatrixOut<double> columns) {
  check("u", model, u, columns);
  replace_parts(model, columns, [&]<class Velocity>(int v, int, const Velocity& x) {
    return dexp(get<Velocity>(u.data() + v), x);
  });
}

void rate_tangents(const Model& model, In<double> u, In<double> v, MatrixIn<double> du,
                   MatrixOut<double> dv) {
  check("u", model, u, dv);
  edge::check_input("v", v, model.velocity_size());
  edge::check_size("the changes of u", du, model.velocity_size(), dv.cols());
  replace_parts(model, dv, [&]<class Velocity>(int at, int j, const Velocity& change) {
    return inverse_dexp_change(get<Velocity>(u.data() + at), get<Velocity>(v.data() + at),
                               get<Velocity>(&du(at, j)), change);
  });
}

void add_transport(const Model& model, In<double> v, MatrixIn<double> x, MatrixOut<double> rates) {
  check("v", model, v, rates);
  edge::check_size("the small motions", x, model.velocity_size(), rates.cols());
  replace_parts(model, rates, [&]<class Velocity>(int at, int j, const Velocity& rate) {
    return rate - cross(get<Velocity>(v.data() + at), get<Velocity>(&x(at, j)));
  });
}

}  // namespace sinew
