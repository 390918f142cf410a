// Compares each kind of connection with motions that satisfy it by construction: its error stays zero, its directions
// do no work, their derivatives agree with the bias, and together with the motions they span all six dimensions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sinew/chains/constraints/connection_rows.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::connection_rows_test {

using Pose = Transform<double>;

constexpr double pitch = 0.3, length = 0.7;

Pose turn(const Vector3<double>& axis, double angle) {
  return {rotation_about(axis, angle), {}};
}
Pose shift(double x, double y, double z) {
  return {{}, {x, y, z}};
}
const Vector3<double> ex{1, 0, 0}, ey{0, 1, 0}, ez{0, 0, 1};
Pose any_turn(const double* p) {
  return turn(ez, p[0]) * turn(ey, p[1]) * turn(ex, p[2]);
}

// The second frame in the first, by as many parameters as the connection leaves free.
struct Case {
  Connection connection;
  int dofs;
  Pose (*pose)(const double* p);
};

const Case cases[] = {
    {{ConnectionKind::weld}, 0, [](const double*) { return Pose{}; }},
    {{ConnectionKind::revolute}, 1, [](const double* p) { return turn(ez, p[0]); }},
    {{ConnectionKind::prismatic}, 1, [](const double* p) { return shift(0, 0, p[0]); }},
    {{ConnectionKind::cylindrical}, 2, [](const double* p) { return shift(0, 0, p[0]) * turn(ez, p[1]); }},
    {{ConnectionKind::universal}, 2, [](const double* p) { return turn(ez, p[0]) * turn(ex, p[1]); }},
    {{ConnectionKind::spherical}, 3, [](const double* p) { return any_turn(p); }},
    {{ConnectionKind::planar}, 3, [](const double* p) { return shift(p[0], p[1], 0) * turn(ez, p[2]); }},
    {{ConnectionKind::point_on_line}, 4, [](const double* p) { return shift(0, 0, p[3]) * any_turn(p); }},
    {{ConnectionKind::line_on_plane},
     4,
     [](const double* p) { return shift(p[0], p[1], 0) * turn(ez, p[2]) * turn(ex, p[3]); }},
    {{ConnectionKind::point_on_plane}, 5, [](const double* p) { return shift(p[3], p[4], 0) * any_turn(p); }},
    {{ConnectionKind::distance, length},
     5,
     [](const double* p) { return turn(ez, p[3]) * turn(ey, p[4]) * shift(0, 0, length) * any_turn(p); }},
    // A screw: it allows only the motion with its pitch.
    {{ConnectionKind::directions, 0, {{ex, {}}, {ey, {}}, {{}, ex}, {{}, ey}, {{0, 0, -pitch}, ez}}},
     1,
     [](const double* p) { return shift(0, 0, pitch * p[0]) * turn(ez, p[0]); }},
};

// A smooth curve in the parameters.
struct Path {
  explicit Path(Random& random) {
    for (auto& c : coefficients) c = {random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
  }
  std::array<double, 5> at(double t) const {
    std::array<double, 5> p{};
    for (std::size_t i = 0; i < 5; ++i) {
      const Vector3<double>& c = coefficients[i];
      p[i] = c.x + c.y * t + c.z * t * t / 2;
    }
    return p;
  }
  Vector3<double> coefficients[5];
};

// Derivative by five points.
template <class Function>
auto derivative(const Function& f, double t) {
  constexpr double h = 1e-3;
  return (1 / (12 * h)) * ((f(t - 2 * h) - f(t + 2 * h)) + 8.0 * (f(t + h) - f(t - h)));
}

// Twist of the second frame relative to the first, in the second's axes: (R^T dR/dt, R^T dp/dt).
template <class Curve>
Motion<double> twist(const Curve& pose, double t) {
  const auto row = [&](auto member) {
    return derivative([&](double s) { return pose(s).rotation.*member; }, t);
  };
  const Rotation<double> R = pose(t).rotation,
                         rate{row(&Rotation<double>::row_x), row(&Rotation<double>::row_y),
                              row(&Rotation<double>::row_z)};
  const Rotation<double> spin = transpose(R) * rate;  // skew-symmetric
  return {{spin.row_z.y, spin.row_x.z, spin.row_y.x},
          transpose_times(R, derivative([&](double s) { return pose(s).translation; }, t))};
}

ConnectionRows<double> rows_at(const Connection& connection, const Pose& X, const Motion<double>& V) {
  ConnectionRows<double> rows;
  connection_rows(connection, X, V, rows);
  return rows;
}

// Checks that the rows are satisfied along a motion: velocity, and acceleration with the bias.
template <class Curve>
void expect_kept(const Connection& connection, const Curve& pose) {
  const Motion<double> V = twist(pose, 0);
  const Motion<double> rate = derivative([&](double t) { return twist(pose, t); }, 0);
  const auto rows = rows_at(connection, pose(0), V);
  ASSERT_EQ(rows.count, row_count(connection));
  for (int i = 0; i < rows.count; ++i) {
    EXPECT_NEAR(dot(rows.direction[i], V), 0, 1e-9) << name_of(connection.kind) << " row " << i;
    EXPECT_NEAR(dot(rows.direction[i], rate) + rows.bias[i], 0, 1e-6)
        << name_of(connection.kind) << " row " << i;
  }
}

Vector6d as_dense(const Motion<double>& m) {
  return {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
}
Vector6d as_dense(const Force<double>& f) {
  return {f.angular.x, f.angular.y, f.angular.z, f.linear.x, f.linear.y, f.linear.z};
}

TEST(ConnectionRows, AreSatisfiedByMotionsThatKeepTheConnection) {
  for (const Case& each : cases) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed);
      const Path path(random);
      expect_kept(each.connection, [&](double t) { return each.pose(path.at(t).data()); });
    }
  }
}

// Not holonomic: the ball rolls with both Euler rates coupled so that the rotation about the first's z cancels.
TEST(ConnectionRows, OfASoftFingerAreSatisfiedByRollingWithoutSpin) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Path path(random);
    const double lean = random.uniform(-3, 3);
    const Rotation<double> start = random.rotation();
    expect_kept({ConnectionKind::soft_finger}, [&](double t) {
      const double spin = path.at(t)[0];
      return turn(ez, -spin * std::cos(lean)) * turn(ey, lean) * turn(ez, spin) * Pose{start, {}};
    });
  }
}

TEST(ConnectionRows, OfASoftFingerForbidSpinAboutTheNormalAndAllowRolling) {
  Random random(1);
  const Rotation<double> R = random.rotation();
  const auto rows = rows_at({ConnectionKind::soft_finger}, {R, {}}, {});
  EXPECT_NEAR(dot(rows.direction[0], Motion<double>{transpose_times(R, ez), {}}), 1, 1e-15);
  for (int i = 0; i < rows.count; ++i) {
    for (const Vector3<double>& axis : {ex, ey})
      EXPECT_NEAR(dot(rows.direction[i], Motion<double>{transpose_times(R, axis), {}}), 0, 1e-15);
  }
}

// Transmitted forces and free motions are complementary: 6 = rows + degrees of freedom.
TEST(ConnectionRows, AndTheFreeMotionsSpanSixDimensions) {
  for (const Case& each : cases) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const std::array<double, 5> p = Path(random).at(0);
      Matrix6d all;
      for (int i = 0; i < each.dofs; ++i) {
        const auto pose = [&](double t) {
          std::array<double, 5> moved = p;
          moved[std::size_t(i)] += t;
          return each.pose(moved.data());
        };
        all.col(i) = as_dense(twist(pose, 0)).normalized();
      }
      const auto rows = rows_at(each.connection, each.pose(p.data()), {});
      ASSERT_EQ(rows.count + each.dofs, 6) << name_of(each.connection.kind);
      for (int i = 0; i < rows.count; ++i) all.col(each.dofs + i) = as_dense(rows.direction[i]).normalized();
      // Near a rotation by ninety degrees two of the motions become nearly parallel.
      const double least = singular_values(all)[5];
      EXPECT_GT(least, 1e-4) << name_of(each.connection.kind) << " seed " << seed;
      const MatrixXd work = all.rightCols(rows.count).transpose() * all.leftCols(each.dofs);
      if (work.size() > 0) {
        EXPECT_LT(work.largest(), 1e-10);
      }
    }
  }
}

TEST(ConnectionError, IsZeroIfTheConnectionIsClosed) {
  for (const Case& each : cases) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      double error[6] = {1, 1, 1, 1, 1, 1};
      connection_error(each.connection, each.pose(Path(random).at(0).data()), error);
      for (int i = 0; i < row_count(each.connection); ++i)
        EXPECT_NEAR(error[i], 0, 1e-15) << name_of(each.connection.kind) << " row " << i;
    }
  }
}

// Near a closed position the errors change along any motion at the velocity of the rows.
TEST(ConnectionError, ChangesAtTheVelocityOfTheRows) {
  for (const Case& each : cases) {
    if (each.connection.kind == ConnectionKind::directions) continue;  // does not constrain positions
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed);
      const Pose closed = each.pose(Path(random).at(0).data());
      const Vector3<double> axis = random.unit_vector(), direction = random.vector(1);
      const auto pose = [&](double t) { return closed * Pose{rotation_about(axis, t), t * direction}; };
      const auto rows = rows_at(each.connection, closed, {});
      for (int i = 0; i < rows.count; ++i) {
        const auto error = [&](double t) {
          double errors[6];
          connection_error(each.connection, pose(t), errors);
          return errors[i];
        };
        EXPECT_NEAR(derivative(error, 0), dot(rows.direction[i], Motion<double>{axis, direction}), 1e-9)
            << name_of(each.connection.kind) << " row " << i;
      }
    }
  }
}

TEST(ConnectionRows, AreConstantForTheKindsThatSaySo) {
  Random random(7);
  for (int kind = 0; kind <= int(ConnectionKind::directions); ++kind) {
    Connection connection{ConnectionKind(kind), length};
    if (connection.kind == ConnectionKind::directions) connection.directions = {{ex, {}}, {ey, ez}};
    bool are_constant = true;
    for (int i = 0; i < 10; ++i) {
      const double angles[] = {random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
      const Pose X = shift(0.3, -0.4, random.uniform(0.1, 1)) * any_turn(angles);
      const Motion<double> V{random.vector(1), random.vector(1)};
      ConnectionRows<double> rows, at_rest;
      connection_rows(connection, X, V, rows);
      connection_rows(connection, Pose{{}, ez}, {}, at_rest);
      for (int j = 0; j < rows.count; ++j)
        are_constant = are_constant && rows.direction[j] == at_rest.direction[j] && rows.bias[j] == 0;
    }
    EXPECT_EQ(detail::has_constant_rows(connection.kind), are_constant) << name_of(connection.kind);
  }
}

TEST(ConnectionError, OfOppositeAxesIsHalfARevolution) {
  for (const ConnectionKind kind :
       {ConnectionKind::revolute, ConnectionKind::cylindrical, ConnectionKind::planar}) {
    double error[6];
    connection_error({kind}, turn(ex, std::numbers::pi), error);
    EXPECT_NEAR(std::hypot(error[0], error[1]), std::numbers::pi, 1e-12) << name_of(kind);
  }
}

TEST(ConnectionKind, IsFoundByItsName) {
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    EXPECT_EQ(connection_kind(name_of(ConnectionKind(i))), ConnectionKind(i));
  }
  for (const char* const name : {"", "hinge", "Weld", "weld "}) EXPECT_FALSE(connection_kind(name)) << name;
}

TEST(FrameAlong, HasItsZAlongAnAxisOfAnyLength) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Vector3<double> axis = random.unit_vector(), point = random.vector(1);
    const Pose frame = frame_along(point, random.uniform(0.1, 10) * axis);
    EXPECT_EQ(frame.translation, point);
    EXPECT_LT(norm(frame.rotation.column_z() - axis), 1e-14);
    EXPECT_LT(norm(cross(frame.rotation.column_x(), frame.rotation.column_y()) - axis), 1e-14);
  }
  EXPECT_EQ(frame_along({}, {0, 0, 2}).rotation, Rotation<double>{});
  EXPECT_EQ(frame_along({}, {0, 0, -2}).rotation.column_x(), ex);
}

}  // namespace sinew::test::connection_rows_test
