// Compares Coriolis products and matrices with derivatives of the dense mass matrix.
#include "sinew/algorithms/mass_matrix/coriolis.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::coriolis_test {

std::vector<double> moved(const Subject<>& s, const VectorXd& v, double time) {
  std::vector<double> q(s.sample.q.size());
  s.model.integrate(s.sample.q, std::span(v.data(), static_cast<std::size_t>(v.size())), time, q);
  return q;
}

// The derivative of a function of time at zero, by central differences of eighth order.
template <class F>
auto rate_of(F&& f) {
  constexpr double step = 0.02, weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  MatrixXd sum = weights[0] * (f(step) - f(-step));
  for (int i = 1; i < 4; ++i) sum += weights[i] * (f((i + 1) * step) - f(-(i + 1) * step));
  return MatrixXd(sum / step);
}

// dM/dt of the dense M for the velocity v.
MatrixXd mass_rate(const Subject<>& s, const VectorXd& v) {
  return rate_of([&](double time) {
    return DenseReference<double>(s.sample.description, moved(s, v, time)).mass_matrix();
  });
}

// [v, w]: the Lie bracket of two velocities; zero except for spherical and floating joints, whose velocities are not
// derivatives
// of coordinates.
VectorXd bracket(const Model& model, const VectorXd& v, const VectorXd& w) {
  VectorXd sum = VectorXd::Zero(v.size());
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) continue;
    const int k = joint.v_index;
    const Vector3d turn = v.segment(k, 3), other = w.segment(k, 3);
    sum.segment(k, 3) = turn.cross(other);
    if (joint.kind == JointKind::spherical) continue;
    const Vector3d slide = v.segment(k + 3, 3), other_slide = w.segment(k + 3, 3);
    sum.segment(k + 3, 3) = turn.cross(other_slide) + slide.cross(other);
  }
  return sum;
}

bool has_rates_only(const Model& model) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.q_size != joint.v_size) return false;
  }
  return true;
}

MatrixXd mass_without_armature(const Subject<>& s) {
  MatrixXd mass = s.dense().mass_matrix();
  for (int i = 0; i < s.dofs(); ++i) mass(i, i) -= s.model.dofs()[i].armature;
  return mass;
}

// C(i, k) = sum over j of v(j) (d_j M(k, i) + d_k M(i, j) - d_i M(j, k)) / 2, the Christoffel symbols; if directions do
// not commute, with the additional terms of Koszul's formula.
MatrixXd christoffel_matrix(const Subject<>& s, const VectorXd& v) {
  const int n = s.dofs();
  const MatrixXd mass = mass_without_armature(s), unit = MatrixXd::Identity(n, n);
  std::vector<MatrixXd> rates;
  for (int j = 0; j < n; ++j) rates.push_back(mass_rate(s, unit.col(j)));
  MatrixXd C = MatrixXd::Zero(n, n);
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < n; ++k) {
      const VectorXd jk = mass * bracket(s.model, unit.col(j), unit.col(k));
      for (int i = 0; i < n; ++i) {
        const double ki = mass.row(j).dot(bracket(s.model, unit.col(k), unit.col(i)));
        const double ij = mass.row(k).dot(bracket(s.model, unit.col(i), unit.col(j)));
        C(i, k) += v[j] * (rates[j](k, i) + rates[k](i, j) - rates[i](j, k) + jk[i] - ki + ij) / 2;
      }
    }
  }
  return C;
}

VectorXd product(Subject<>& s, const VectorXd& v, const VectorXd& w) {
  VectorXd out(s.dofs());
  coriolis_product(s.work, s.sample.q, v, w, out);
  return out;
}

MatrixXd matrix(Subject<>& s, const VectorXd& v) {
  MatrixXd C = MatrixXd::Constant(s.dofs(), s.dofs(), 1e30);
  coriolis_matrix(s.work, s.sample.q, v, C);
  return C;
}

TEST(Coriolis, MatrixIsThatOfTheChristoffelSymbols) {
  int rates_only = 0;
  for (int i = 0; i < std::min(150, sample_count()); ++i) {
    Subject s(random_sample(i));
    if (s.dofs() > 16) continue;
    rates_only += has_rates_only(s.model);
    const VectorXd v = as_dense(s.sample.v);
    const MatrixXd expected = christoffel_matrix(s, v);
    const double scale = std::max(1.0, mass_without_armature(s).largest());
    ASSERT_LE(relative_error(matrix(s, v), expected), 1e-11 * scale) << "sample " << i;
  }
  EXPECT_GT(rates_only, 20);
}

TEST(Coriolis, ProductsAreThoseOfTheMatrix) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const VectorXd v = as_dense(s.sample.v), w = as_dense(s.sample.a);
    const MatrixXd C = matrix(s, v);
    ASSERT_LE(relative_error(product(s, v, w), C * w), 1e-12) << "sample " << i;
    for (int k = 0; k < s.dofs() && i % 10 == 0; ++k) {
      const VectorXd unit = VectorXd::Unit(s.dofs(), k);
      ASSERT_LE(relative_error(product(s, v, unit), C.col(k)), 1e-12) << "sample " << i << " column " << k;
    }
  }
}

TEST(Coriolis, TimesTheVelocityItselfIsTheVelocityTermOfTheBiasForce) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const VectorXd v = as_dense(s.sample.v);
    const auto dense = s.dense();
    const VectorXd expected = dense.bias_force() - dense.gravity_force();
    ASSERT_LE(relative_error(product(s, v, v), expected), 1e-10) << "sample " << i;
  }
}

TEST(Coriolis, MakesMassRateMinusTwiceTheMatrixSkew) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    Subject s(random_sample(i));
    const VectorXd v = 0.3 * as_dense(s.sample.v);
    const MatrixXd rate = rate_of([&](double time) {
      MatrixXd mass(s.dofs(), s.dofs());
      mass_matrix(s.work, moved(s, v, time), mass);
      return mass;
    });
    const MatrixXd C = matrix(s, v);
    const double scale = std::max(1.0, mass_without_armature(s).cwiseAbs().sum());
    ASSERT_LE(relative_error(C + C.transpose(), rate), 1e-12 * scale) << "sample " << i;
  }
}

// Torsion-free: exchanging the velocities changes the product by M [v, w], which is zero if velocities are derivatives
// of coordinates.
TEST(Coriolis, ProductIsSymmetricInTheVelocitiesUpToTheBracket) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const VectorXd v = as_dense(s.sample.v), w = as_dense(s.sample.a), vw = product(s, v, w);
    const VectorXd expected = product(s, w, v) + mass_without_armature(s) * bracket(s.model, v, w);
    ASSERT_LE(relative_error(vw, expected), 1e-11) << "sample " << i;
  }
}

TEST(Coriolis, ProductIsLinearInBothVelocitiesHoweverDifferentInSize) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(random_sample(i));
    const VectorXd v = as_dense(s.sample.v), w = as_dense(s.sample.a), u = as_dense(s.sample.tau);
    const VectorXd vw = product(s, v, w), vu = product(s, v, u), uw = product(s, u, w);
    ASSERT_LE(relative_error(product(s, v, 2 * w - 3 * u), 2 * vw - 3 * vu), 1e-11) << "sample " << i;
    ASSERT_LE(relative_error(product(s, 2 * v - 3 * u, w), 2 * vw - 3 * uw), 1e-11) << "sample " << i;
    ASSERT_LE(relative_error(product(s, 1e8 * v, 1e-8 * w), vw), 1e-12) << "sample " << i;
    ASSERT_LE(product(s, v, 0 * w).largest(), 0) << "sample " << i;
  }
}

// d(axes) w along v is the symmetric part, which is the joint's bias, plus half of (H^T w) x (H^T v).
TEST(Coriolis, RatesOfACustomJointsAxesAreTheirDerivatives) {
  const std::shared_ptr<const CustomJoint> joints[] = {
      std::make_shared<UserUniversal>(Vector3<double>{0.6, 0, 0.8}, Vector3<double>{0, 0.8, 0.6}),
      std::make_shared<RollingRim>(0.3), std::make_shared<Cam>(), std::make_shared<YawPitchRollFree>()};
  Random random(7);
  for (const auto& custom : joints) {
    const int n = custom->dofs();
    const auto draw = [&] { return VectorXd::filled_by(n, [&] { return random.uniform(-2, 2); }); };
    const VectorXd q = draw(), v = draw(), w = draw();
    const auto twist = [&](const VectorXd& at, const VectorXd& rates) {
      JointMotion motion;
      const auto count = static_cast<std::size_t>(n);
      custom->evaluate(std::span(at.data(), count), std::span(rates.data(), count), motion);
      Vec6<double> sum = Vec6<double>::Zero();
      for (int i = 0; i < n; ++i) sum += rates[i] * as_dense(motion.axes[i]);
      return sum;
    };
    const auto motion_of = [](const Vec6<double>& x) {
      return Motion<double>{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
    };
    const MatrixXd expected = rate_of([&](double time) { return MatrixXd(twist(q + time * v, w)); });
    const PlacedJointData<double> joint{.count = n, .custom = custom.get()};
    const Motion<double> rate = detail::mixed_axes_rate<double>(joint, q.data(), v.data(), w.data()) +
                                0.5 * cross(motion_of(twist(q, w)), motion_of(twist(q, v)));
    EXPECT_LE(relative_error(rate, expected), 1e-12) << n << " dofs";
  }
}

TEST(Coriolis, OfADoublePendulumEqualsTheHandComputedOne) {
  const double m2 = 0.8, l1 = 0.9, l2 = 0.6;
  const Model model(double_pendulum(1.3, m2, l1, l2));
  Workspace<double> work(model);
  Matrix2d C;
  const double v1 = 1.2, v2 = -0.5, h = m2 * l1 * l2 * std::sin(-1.1);
  coriolis_matrix(work, std::vector{0.7, -1.1}, std::vector{v1, v2}, C);
  const Matrix2d expected{{-h * v2, -h * (v1 + v2)}, {h * v1, 0}};
  EXPECT_LE(relative_error(C, expected), 1e-15);
}

// Rotation about its centre of mass: (v x J w + w x J v + J (v x w)) / 2.
TEST(Coriolis, OfAFreeBodyEqualsTheHandComputedOne) {
  const Vector3d moments(0.2, 0.5, 0.6), v(1, -2, 3), w(0.5, 1.5, -1);
  const Model model(free_body(3.0, {0.2, 0.5, 0.6}));
  Workspace<double> work(model);
  Vec6<double> V = Vec6<double>::Zero(), W = Vec6<double>::Zero(), out;
  V.head(3) = v;
  W.head(3) = w;
  coriolis_product(work, model.neutral_position(), V, W, out);
  const Matrix3d inertia = moments.asDiagonal();
  Vec6<double> expected = Vec6<double>::Zero();
  expected.head(3) = (v.cross(inertia * w) + w.cross(inertia * v) + inertia * v.cross(w)) / 2;
  EXPECT_LE(relative_error(out, expected), 1e-15);
}

template <class T>
std::vector<T> cast(const std::vector<double>& v) {
  return {v.begin(), v.end()};
}

TEST(Coriolis, OfLongChainsIsTheSameInDoubleAndLongDouble) {
  for (const Description& chain : {planar_chain(1000), random_chain(1000, 3)}) {
    const Model model(chain);
    const State state = random_state(model, 5);
    Workspace<double> work(model);
    Workspace<long double> exact(model);
    const auto q = cast<long double>(state.q), v = cast<long double>(state.v), w = cast<long double>(state.a);
    std::vector<double> out(v.size());
    std::vector<long double> expected(v.size());
    coriolis_product(work, state.q, state.v, state.a, out);
    coriolis_product(exact, q, v, w, expected);
    EXPECT_LE(relative_error(out, expected), 1e-12);
    MatrixXd C(v.size(), v.size());
    coriolis_matrix(work, state.q, state.v, C);
    EXPECT_LE(relative_error(C * as_dense(state.a), as_dense(expected)), 1e-12);
  }
}

TEST(Coriolis, RefusesWrongSizes) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const std::vector<double> two(2), three(3), broken{0, std::nan("")};
  std::vector<double> out(2);
  Matrix<double> wide(2, 3), square(2, 2);
  EXPECT_THROW(coriolis_product(work, three, two, two, out), std::invalid_argument);
  EXPECT_THROW(coriolis_product(work, two, three, two, out), std::invalid_argument);
  EXPECT_THROW(coriolis_product(work, two, two, three, out), std::invalid_argument);
  EXPECT_THROW(coriolis_product(work, two, two, broken, out), std::invalid_argument);
  EXPECT_THROW(coriolis_matrix(work, two, broken, square), std::invalid_argument);
  EXPECT_THROW(coriolis_matrix(work, two, two, wide), std::invalid_argument);
}

}  // namespace sinew::test::coriolis_test
