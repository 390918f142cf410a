#include "tests/support/random_arms.hpp"

#include "sinew/model/description/placement.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"

namespace sinew::test {
namespace {

Transform<double> random_transform(Random& random, double size) {
  return {random.rotation(), random.vector(size)};
}

Connection random_connection(Random& random, int kind) {
  Connection connection{.kind = ConnectionKind(kind), .distance = random.uniform(0.1, 1)};
  if (connection.kind != ConnectionKind::directions) return connection;
  for (int i = 1 + random.below(6); i > 0; --i)
    connection.directions.push_back({random.vector(1), random.vector(1)});
  return connection;
}

std::string random_body(const Description& robot, Random& random) {
  return robot.bodies[std::size_t(random.below(int(robot.bodies.size())))].name;
}

void append(std::vector<double>& to, const std::vector<double>& numbers) {
  to.insert(to.end(), numbers.begin(), numbers.end());
}

}  // namespace

std::vector<Model> ArmsSample::arms() const {
  std::vector<Model> models;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) models.emplace_back(parts[i]);
  return models;
}

ArmsSample random_arms(int index, const ArmsOptions& options) {
  Random random(std::uint64_t(index) + 40'000);
  constexpr int kinds = int(ConnectionKind::directions) + 1;
  ArmsSample sample;
  const Vector3<double> gravity = random.vector(10);
  const int arms = 1 + random.below(4);
  for (int i = 0; i < arms; ++i) {
    Description arm = options.regular || random.chance(0.4)
                          ? random_chain(7 + random.below(3), std::uint64_t(index * 10 + i))
                          : random_description(random, {.bodies = 1 + random.below(9)});
    sample.parts.push_back(with_placement(arm, random_transform(random, 1)));
  }
  if (options.regular || random.chance(0.5)) {
    const double mass = random.uniform(0.5, 5);
    sample.parts.push_back(
        rigid_object({mass, random.vector(0.2), {0.3, 0.02, 0.01, 0.4, 0.03, 0.5}}).description());
  } else {
    sample.parts.push_back(random_description(random, {.bodies = 1 + random.below(5)}));
  }
  for (int i = 0; i < arms; ++i) {
    const int count = options.regular ? 1 : random.below(4);
    for (int g = 0; g < count; ++g) {
      const int kind = random.chance(0.3) ? 0 : (index + g) % kinds;
      const bool on_ground = !options.regular && random.chance(0.2);
      Description& arm = sample.parts[std::size_t(i)];
      const std::string first = on_ground ? "" : random_body(sample.parts.back(), random);
      const std::string second = options.regular ? arm.bodies.back().name : random_body(arm, random);
      const std::string name = "grasp " + std::to_string(sample.grasps.size());
      sample.grasps.push_back({.name = name,
                               .arm = i,
                               .connection = random_connection(random, kind),
                               .first = {first, random_transform(random, 0.3)},
                               .second = {second, random_transform(random, 0.3)}});
      arm.frames.push_back(
          {.name = name, .body = second, .placement = sample.grasps.back().second.placement});
      if (!on_ground)
        sample.parts.back().frames.push_back(
            {.name = name, .body = first, .placement = sample.grasps.back().first.placement});
    }
  }
  const Motion<double> base =
      random.chance(0.5) ? Motion<double>{} : Motion<double>{random.vector(1), random.vector(1)};
  for (Description& part : sample.parts) {
    part.gravity = gravity;
    append(sample.q, random_position(part, random));
    const std::vector<double> v = random_velocity(part, random);
    append(sample.v, options.at_rest ? std::vector<double>(v.size()) : v);
    append(sample.tau, random_velocity(part, random));
    DenseEnvironment environment;
    environment.base_acceleration << as_dense(base);
    if (options.forces && random.chance(0.5)) {
      environment.forces.push_back(
          {random_body(part, random), as_dense(Force<double>{random.vector(5), random.vector(5)})});
    }
    sample.environments.push_back(environment);
  }
  return sample;
}

DenseArms::DenseArms(const ArmsSample& sample) {
  std::vector<DenseReference<double>> parts;
  std::vector<int> first_v;
  int q = 0, v = 0;
  for (const Description& part : sample.parts) {
    const Model model(part);
    const auto slice = [&](const std::vector<double>& x, int from, int size) {
      return std::vector<double>(x.begin() + from, x.begin() + from + size);
    };
    parts.emplace_back(part, slice(sample.q, q, model.position_size()),
                       slice(sample.v, v, model.velocity_size()));
    first_v.push_back(v);
    q += model.position_size(), v += model.velocity_size();
  }
  object_v = first_v.back();
  M = MatX<double>::Zero(v, v);
  h.resize(v);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int n = parts[i].velocity_size();
    M.block(first_v[i], first_v[i], n, n) = parts[i].mass_matrix();
    h.segment(first_v[i], n) = parts[i].bias_force(sample.environments[i]);
  }
  tau = as_dense(sample.tau);

  int rows = 0;
  for (const Grasp& grasp : sample.grasps) first_row.push_back(rows), rows += row_count(grasp.connection);
  J = MatX<double>::Zero(rows, v);
  rate.resize(rows);
  const int object_size = parts.back().velocity_size();
  for (std::size_t g = 0; g < sample.grasps.size(); ++g) {
    const Grasp& grasp = sample.grasps[g];
    const bool on_ground = grasp.first.body.empty();
    const auto arm = std::size_t(grasp.arm);
    const auto to_transform = [](const Pose<double>& pose) {
      const auto row = [&](int i) {
        return Vector3<double>{pose.rotation(i, 0), pose.rotation(i, 1), pose.rotation(i, 2)};
      };
      return Transform<double>{{row(0), row(1), row(2)},
                               {pose.translation[0], pose.translation[1], pose.translation[2]}};
    };
    const auto to_motion = [](const Vec6<double>& m) {
      return Motion<double>{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}};
    };
    const Transform<double> first =
        on_ground ? grasp.first.placement : to_transform(parts.back().pose(grasp.name));
    const Transform<double> X = inverse(first) * to_transform(parts[arm].pose(grasp.name));
    const auto seen = [&](const Vec6<double>& m) { return as_dense(X.motion_to_child(to_motion(m))); };
    const Vec6<double> V2 = parts[arm].velocity(grasp.name, Reference::body);
    const std::vector<double> zeros(static_cast<std::size_t>(parts[arm].velocity_size()));
    const std::vector<double> none(static_cast<std::size_t>(object_size));
    Vec6<double> V = V2, dV = parts[arm].acceleration(grasp.name, Reference::body, zeros);
    MatX<double> second_columns = parts[arm].jacobian(grasp.name, Reference::body), first_columns;
    if (!on_ground) {
      V -= seen(parts.back().velocity(grasp.name, Reference::body));
      dV -= seen(parts.back().acceleration(grasp.name, Reference::body, none));
      first_columns = parts.back().jacobian(grasp.name, Reference::body);
      for (int j = 0; j < object_size; ++j) first_columns.col(j) = seen(first_columns.col(j));
    }
    dV -= as_dense(cross(to_motion(V2), to_motion(V)));
    ConnectionRows<double> lines;
    connection_rows(grasp.connection, X, to_motion(V), lines);
    for (int j = 0; j < lines.count; ++j) {
      const Vec6<double> direction = as_dense(lines.direction[j]);
      const int row = first_row[g] + j;
      J.block(row, first_v[arm], 1, second_columns.cols()) = direction.transpose() * second_columns;
      if (!on_ground) J.block(row, object_v, 1, object_size) = -direction.transpose() * first_columns;
      rate[row] = direction.dot(dV) + lines.bias[j];
    }
  }
  A = -J.rightCols(object_size).transpose();
}

VecX<double> DenseArms::row_forces() const {
  if (J.rows() == 0) return VecX<double>(0);
  const VecX<double> right = J * M.solve_symmetric(tau - h) + rate;
  const MatX<double> whole = omega();
  // Rows scaled to ones, then split into the range and the null space of Omega.
  const VecX<double> scale =
      whole.diagonal().unaryExpr([](double x) { return x > 1e-20 ? 1 / std::sqrt(x) : 1.0; });
  const auto [values, vectors] = eigen_system(scale.asDiagonal() * whole * scale.asDiagonal());
  VecX<double> inverse = values;
  int nullity = 0;
  for (double& x : inverse) x = x > 1e-10 ? 1 / x : (++nullity, 0.0);
  const VecX<double> some =
      scale.asDiagonal() *
      (vectors * (inverse.asDiagonal() * (vectors.transpose() * (scale.asDiagonal() * right))));
  if (nullity == 0) return some;
  const MatX<double> null_space = scale.asDiagonal() * vectors.leftCols(nullity);
  const MatX<double> basis = pivoted_qr(null_space).Q.leftCols(nullity);
  return some - basis * (basis.transpose() * some);
}

VecX<double> DenseArms::accelerations(const VecX<double>& on_object) const {
  return M.solve_symmetric(tau - h - J.transpose() * on_object);
}

template <class T>
Environments<T>::Environments(const ArmsSample& sample, const std::vector<Model>& models) {
  for (std::size_t i = 0; i < models.size(); ++i) {
    forces.emplace_back();
    for (const DenseForce& f : sample.environments[i].forces) {
      const auto& w = f.force;
      forces.back().push_back(
          {models[i].frame(f.frame), {{T(w[0]), T(w[1]), T(w[2])}, {T(w[3]), T(w[4]), T(w[5])}}});
    }
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    const auto& a = sample.environments[i].base_acceleration;
    list.push_back({.base_acceleration = {{T(a[0]), T(a[1]), T(a[2])}, {T(a[3]), T(a[4]), T(a[5])}},
                    .forces = forces[i]});
  }
}

template struct Environments<double>;
template struct Environments<float>;

}  // namespace sinew::test
