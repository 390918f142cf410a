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

// Calls f<Velocity>(v), where v is the joint's index in a velocity, for each joint with a quaternion.
template <class Function>
void for_each_quaternion(const Model& model, const Function& f) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::spherical) f.template operator()<Vector3<double>>(joint.v_index);
    if (joint.kind == JointKind::floating) f.template operator()<Motion<double>>(joint.v_index);
  }
}

// Replaces the part of each column that belongs to a joint with a quaternion by f<Velocity>(v, j, part), where v is the
// joint's index in a velocity and j that of the column.
template <class Function>
void replace_parts(const Model& model, MatrixOut<double> columns, const Function& f) {
  for_each_quaternion(model, [&]<class Velocity>(int v) {
    for (int j = 0; j < columns.cols(); ++j) {
      double* const x = &columns(v, j);
      set(x, f(v, j, get<Velocity>(x)));
    }
  });
}

// Adds the transpose of the linear map f, times `weights`, to `out`.
template <class Velocity, class Map>
void add_transposed(const Map& f, const Velocity& weights, double* out) {
  constexpr int size = sizeof(Velocity) / sizeof(double);
  double weight[size], column[size];
  set(weight, weights);
  for (int j = 0; j < size; ++j) {
    double unit[size]{};
    unit[j] = 1;
    set(column, f(get<Velocity>(unit)));
    for (int i = 0; i < size; ++i) out[j] += column[i] * weight[i];
  }
}

// Replaces the part of the weights that belongs to each joint with a quaternion by the transpose of f<Velocity>(v, .).
template <class Function>
void replace_weights(const Model& model, Out<double> weights, const Function& f) {
  for_each_quaternion(model, [&]<class Velocity>(int v) {
    double* const part = weights.data() + v;
    const auto given = get<Velocity>(part);
    set(part, Velocity{});
    add_transposed([&](const Velocity& x) { return f(v, x); }, given, part);
  });
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

void move_weights(const Model& model, In<double> u, Out<double> weights) {
  edge::check_size("the weights", weights, model.velocity_size());
  replace_weights(model, weights, [&]<class Velocity>(int v, const Velocity& x) {
    return moved_by_exp(get<Velocity>(u.data() + v), x);
  });
}

void exponential_weights(const Model& model, In<double> u, Out<double> weights) {
  edge::check_size("the weights", weights, model.velocity_size());
  replace_weights(model, weights, [&]<class Velocity>(int v, const Velocity& x) {
    return dexp(get<Velocity>(u.data() + v), x);
  });
}

void rate_weights(const Model& model, In<double> u, In<double> v, Out<double> by_u, Out<double> weights) {
  edge::check_size("the weights of u", by_u, model.velocity_size());
  edge::check_size("the weights", weights, model.velocity_size());
  for_each_quaternion(model, [&]<class Velocity>(int at) {
    const auto displacement = get<Velocity>(u.data() + at), velocity = get<Velocity>(v.data() + at);
    add_transposed(
        [&](const Velocity& du) { return inverse_dexp_change(displacement, velocity, du, Velocity{}); },
        get<Velocity>(weights.data() + at), by_u.data() + at);
  });
  replace_weights(model, weights, [&]<class Velocity>(int at, const Velocity& dv) {
    return inverse_dexp_change(get<Velocity>(u.data() + at), get<Velocity>(v.data() + at), Velocity{}, dv);
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
