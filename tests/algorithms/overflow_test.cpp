// Inputs that overflow or are NaN cause an exception; NaN and infinity are never returned.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/algorithms/dynamics/force_response.hpp"
#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"
#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/udut.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::overflow_test {

// A floating body carries an arm with a slide and two hinges.
Description floating_arm() {
  const Inertial rod{2, {0.1, 0.2, -0.3}, {0.2, 0.01, 0, 0.25, 0, 0.1}};
  Description robot{.name = "arm", .bodies = {{.name = "trunk", .inertial = rod}}};
  robot.bodies[0].joint = {.name = "base", .kind = JointKind::floating};
  robot.bodies.push_back(hinged("slide", "trunk", {0.1, 0, 0}, rod, {0, 0, 1}));
  robot.bodies.back().joint.kind = JointKind::prismatic;
  robot.bodies.push_back(hinged("upper", "slide", {0, 0, 0.3}, rod, {0, 1, 0}));
  robot.bodies.push_back(hinged("lower", "upper", {0, 0, 0.3}, rod, {1, 0, 0}));
  robot.bodies.back().joint.dofs = {{.armature = 0.1, .damping = 2}};
  return robot;
}

const Model& shared_arm() {
  static const Model model(floating_arm());
  return model;
}

template <class T>
struct Subject {
  const Model& model = shared_arm();
  const FrameIndex tip = model.frame("lower");
  Workspace<T> work{model};
  DiagonalWorkspace<T> diagonal{model};
  const int n = model.velocity_size();
  std::vector<T> q, v, x;  // x: further input of the algorithm

  // All coordinates except those of the quaternion, all velocities, all of x.
  Subject(T position, T velocity, T other) : v(std::size_t(n), velocity), x(v.size(), other) {
    const std::vector<double> neutral = model.neutral_position();
    q.assign(neutral.begin(), neutral.end());
    for (std::size_t i = 0; i < q.size(); ++i) {
      if (i < 3 || i > 6) q[i] = position;
    }
    for (std::size_t i = 1; i < x.size(); i += 2) v[i] = -v[i], x[i] = -x[i];
  }
  Force<T> force() const { return {{x[0], x[0], x[0]}, {x[0], x[0], x[0]}}; }
  Motion<T> motion() const { return {{x[0], x[0], x[0]}, {x[0], x[0], x[0]}}; }
};

template <class T>
struct Algorithm {
  const char* name;
  std::function<std::vector<T>(Subject<T>&)> run;  // returns its results
};

template <class T>
std::vector<T> numbers(const Matrix<T>& m) {
  return {m.data(), m.data() + m.rows() * m.cols()};
}
template <class T, class Six>
std::vector<T> six(const Six& x) {
  return {x.data(), x.data() + 6};
}
template <class T>
std::vector<T> pose_numbers(const Transform<T>& x) {
  std::vector<T> all{&x.rotation.row_x.x, &x.rotation.row_x.x + 9};
  all.insert(all.end(), &x.translation.x, &x.translation.x + 3);
  return all;
}

// A result of n numbers, or a matrix, which `f(subject, out)` fills.
template <class T, class F>
auto vector_of(F f) {
  return [f](Subject<T>& s) {
    std::vector<T> out(s.v.size());
    f(s, out);
    return out;
  };
}
template <class T, class F>
auto matrix_of(F f, int rows = 0) {
  return [f, rows](Subject<T>& s) {
    Matrix<T> out(rows > 0 ? rows : s.n, rows == 6 ? s.n : rows == 36 ? 6 : s.n);
    if (rows == 36) out = Matrix<T>(6, 6);
    f(s, out);
    return numbers(out);
  };
}

template <class T>
std::vector<Algorithm<T>> algorithms() {
  using S = Subject<T>;
  using V = std::vector<T>;
  using M = Matrix<T>;
  const auto filtered = [](S& s) { update_filter<T>(s.work, s.q); };
  const auto posed = [](S& s) { update_poses<T>(s.work, s.q); };
  std::vector<Algorithm<T>> all{
      {"forward dynamics", vector_of<T>([](S& s, V& a) { forward_dynamics(s.work, s.q, s.v, s.x, a); })},
      {"forward dynamics with a force", vector_of<T>([](S& s, V& a) {
         const ExternalForce<T> force{s.tip, s.force()};
         const V zeros(a.size());
         forward_dynamics(s.work, s.q, zeros, zeros, a, {.forces = {&force, 1}});
       })},
      {"forward dynamics on a moving base", vector_of<T>([](S& s, V& a) {
         const V zeros(a.size());
         forward_dynamics(s.work, s.q, zeros, zeros, a, {.base_acceleration = s.motion()});
       })},
      {"inverse dynamics", vector_of<T>([](S& s, V& tau) { inverse_dynamics(s.work, s.q, s.v, s.x, tau); })},
      {"bias force", vector_of<T>([](S& s, V& out) { bias_force(s.work, s.q, s.v, out); })},
      {"gravity force", vector_of<T>([](S& s, V& out) { gravity_force(s.work, s.q, out); })},
      {"mass matrix", matrix_of<T>([](S& s, M& out) { mass_matrix<T>(s.work, s.q, out); })},
      {"inverse mass matrix", matrix_of<T>([](S& s, M& out) { inverse_mass_matrix<T>(s.work, s.q, out); })},
      {"inverse mass times", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         solve_mass_matrix<T>(s.work, s.x, y);
       })},
      {"inverse mass diagonal", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         inverse_mass_diagonal<T>(s.work, y);
       })},
      {"factor times", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         factor_times<T>(s.work, s.x, y);
       })},
      {"factor solve", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         factor_solve<T>(s.work, s.x, y);
       })},
      {"factor adjoint times", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         factor_adjoint_times<T>(s.work, s.x, y);
       })},
      {"factor adjoint solve", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         factor_adjoint_solve<T>(s.work, s.x, y);
       })},
      {"square root times", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         square_root_times<T>(s.work, s.x, y);
       })},
      {"square root solve", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         square_root_solve<T>(s.work, s.x, y);
       })},
      {"square root adjoint times", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         square_root_adjoint_times<T>(s.work, s.x, y);
       })},
      {"square root adjoint solve", vector_of<T>([=](S& s, V& y) {
         filtered(s);
         square_root_adjoint_solve<T>(s.work, s.x, y);
       })},
      {"sample momentum", vector_of<T>([=](S& s, V& y) {
         std::mt19937 generator(1);
         filtered(s);
         sample_momentum<T>(s.work, generator, y);
       })},
      {"log determinant",
       [=](S& s) {
         filtered(s);
         return V{log_determinant(s.work)};
       }},
      {"U D U^T", matrix_of<T>([](S& s, M& out) {
         V d(s.v.size());
         udut<T>(s.work, s.q, out, d);
         EXPECT_TRUE(edge::all_finite(d.data(), d.size()));
       })},
      {"forward dynamics by U D U^T",
       vector_of<T>([](S& s, V& a) { forward_dynamics_by_udut<T>(s.work, s.q, s.v, s.x, a); })},
      {"Coriolis product", vector_of<T>([](S& s, V& out) { coriolis_product(s.work, s.q, s.v, s.x, out); })},
      {"Coriolis matrix", matrix_of<T>([](S& s, M& out) { coriolis_matrix<T>(s.work, s.q, s.v, out); })},
      {"residual Coriolis",
       vector_of<T>([](S& s, V& mu) { residual_coriolis<T>(s.diagonal, s.q, s.v, mu); })},
      {"residual acceleration", vector_of<T>([](S& s, V& rate) {
         V v(rate.size());
         residual_acceleration<T>(s.diagonal, s.q, s.v, s.x, v, rate);
         EXPECT_TRUE(edge::all_finite(v.data(), v.size()));
       })},
      {"rate of the square root",
       vector_of<T>([](S& s, V& out) { square_root_adjoint_rate_times<T>(s.diagonal, s.q, s.v, s.x, out); })},
      {"force response", vector_of<T>([=](S& s, V& a) {
         const ExternalForce<T> force{s.tip, s.force()};
         filtered(s);
         force_response<T>(s.work, {&force, 1}, a);
       })},
      {"parts of the acceleration", vector_of<T>([](S& s, V& sum) {
         V moments(sum.size()), forces(sum.size());
         acceleration_parts<T>(s.work, s.q, s.v, s.x, moments, forces, sum);
         for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_TRUE(std::isfinite(moments[i] - forces[i]));
       })},
      {"joint forces",
       [](S& s) {
         std::vector<JointForce<T>> forces(s.model.joints().size());
         joint_forces<T>(s.work, s.q, s.v, s.x, forces);
         V sixes;
         for (const JointForce<T>& force : forces) {
           for (const T x : six<T>(force.whole)) sixes.push_back(x);
           for (const T x : six<T>(force.constraint)) sixes.push_back(x);
         }
         return sixes;
       }},
      {"kinetic energy", [](S& s) { return V{kinetic_energy<T>(s.work, s.q, s.v)}; }},
      {"potential energy", [](S& s) { return V{potential_energy<T>(s.work, s.q)}; }},
      {"centre of mass",
       [](S& s) {
         const Vector3<T> c = centre_of_mass<T>(s.work, s.q);
         return V{c.x, c.y, c.z};
       }},
      {"momentum", [](S& s) { return six<T>(centroidal_momentum<T>(s.work, s.q, s.v)); }},
      {"momentum matrix",
       matrix_of<T>([](S& s, M& out) { centroidal_momentum_matrix<T>(s.work, s.q, out); }, 6)},
      {"pose",
       [=](S& s) {
         posed(s);
         return pose_numbers(pose(s.work, s.tip));
       }},
      {"Jacobian", matrix_of<T>(
                       [=](S& s, M& out) {
                         posed(s);
                         jacobian<T>(s.work, s.tip, Reference::aligned, out);
                       },
                       6)},
      {"Jacobian times",
       [=](S& s) {
         posed(s);
         return six<T>(jacobian_times<T>(s.work, s.tip, Reference::world, s.x));
       }},
      {"Jacobian adjoint times", vector_of<T>([=](S& s, V& tau) {
         posed(s);
         jacobian_adjoint_times<T>(s.work, s.tip, Reference::world, s.force(), tau);
       })},
      {"J J^*", matrix_of<T>(
                    [=](S& s, M& out) {
                      posed(s);
                      jacobian_outer_product<T>(s.work, s.tip, Reference::world, out);
                    },
                    36)},
      {"J^* J", matrix_of<T>([=](S& s, M& out) {
         posed(s);
         jacobian_inner_product<T>(s.work, s.tip, Reference::world, out);
       })},
      {"minimum-norm velocity", vector_of<T>([=](S& s, V& v) {
         posed(s);
         minimum_norm_velocity<T>(s.work, s.tip, s.motion(), v, {.damping = T(0.1)});
       })},
      {"minimum-norm acceleration", vector_of<T>([](S& s, V& a) {
         update_velocities<T>(s.work, s.q, s.v);
         minimum_norm_acceleration<T>(s.work, s.tip, s.motion(), a, {.damping = T(0.1)});
       })},
      {"Omega",
       [=](S& s) {
         posed(s);
         filtered(s);
         OperationalSpace<T> space(s.model, s.tip, Reference::world);
         return numbers(space.omega(s.work));
       }},
      {"operational bias",
       [=](S& s) {
         filtered(s);
         OperationalSpace<T> space(s.model, s.tip);
         V out(6);
         space.bias(s.work, s.q, s.v, out);
         return out;
       }},
      {"projected moments", vector_of<T>([=](S& s, V& out) {
         filtered(s);
         OperationalSpace<T> space(s.model, s.tip);
         space.project(s.work, s.x, out);
       })},
  };
  for (const Reference reference : {Reference::body, Reference::world, Reference::aligned}) {
    all.push_back({"velocity of a frame", [=](S& s) {
                     update_velocities<T>(s.work, s.q, s.v);
                     return six<T>(velocity(s.work, s.tip, reference));
                   }});
    all.push_back({"dJ/dt v", [=](S& s) {
                     update_velocities<T>(s.work, s.q, s.v);
                     return six<T>(jacobian_rate_times_velocity(s.work, s.tip, reference));
                   }});
    all.push_back({"acceleration of a frame", [=](S& s) {
                     update_accelerations<T>(s.work, s.q, s.v, s.x);
                     return six<T>(acceleration(s.work, s.tip, reference));
                   }});
  }
  return all;
}

template <class T>
class Overflow : public testing::Test {
 protected:
  // One, the root of the largest number, nearly the largest number, and steps beyond it.
  static std::vector<T> sizes() {
    const T most = std::numeric_limits<T>::max();
    return {T(0.5),     std::pow(most, T(0.25)), std::pow(most, T(0.4)), T(2) * std::sqrt(most),
            most / 100, T(0.99) * most};
  }
};
using Numbers = testing::Types<double, float>;
TYPED_TEST_SUITE(Overflow, Numbers);

TYPED_TEST(Overflow, IsNeverReturned) {
  using T = TypeParam;
  int finite = 0, refused = 0;
  for (const auto& algorithm : algorithms<T>()) {
    for (const T position : this->sizes()) {
      for (const T velocity : this->sizes()) {
        for (const T other : this->sizes()) {
          Subject<T> subject(position, velocity, other);
          std::vector<T> results;
          try {
            results = algorithm.run(subject);
          } catch (const std::overflow_error& error) {
            EXPECT_TRUE(contains(error.what(), "overflows for these numbers"));
            ++refused;
            continue;
          } catch (const std::domain_error&) {  // singular due to rounding
            continue;
          }
          ++finite;
          EXPECT_TRUE(edge::all_finite(results.data(), results.size()))
              << algorithm.name << " at sizes " << position << ", " << velocity << ", " << other;
        }
      }
    }
  }
  EXPECT_GT(finite, 1000);
  EXPECT_GT(refused, 1000);
}

TYPED_TEST(Overflow, IsDistinguishedFromNotANumber) {
  using T = TypeParam;
  const T nothing = std::numeric_limits<T>::quiet_NaN();
  for (const auto& algorithm : algorithms<T>()) {
    Subject<T> in_q(nothing, 1, 1), in_all(nothing, nothing, nothing);
    EXPECT_TRUE(contains(complaint([&] { algorithm.run(in_q); }), "is nan, expected a finite number"))
        << algorithm.name;
    EXPECT_NE(complaint([&] { algorithm.run(in_all); }), "no complaint") << algorithm.name;
  }
}

TYPED_TEST(Overflow, OfOrdinaryNumbersDoesNotHappen) {
  using T = TypeParam;
  for (const auto& algorithm : algorithms<T>()) {
    Subject<T> subject(T(0.3), 1, 1);
    EXPECT_NO_THROW(algorithm.run(subject)) << algorithm.name;
  }
}

TEST(OverflowOf, EachQuantityIsNamedInTheMessage) {
  Subject<double> s(0, 1e200, 0);
  std::vector<double> out(s.v.size());
  const auto said = [&](auto&& call) { return complaint<std::overflow_error>(call); };
  EXPECT_EQ(said([&] { forward_dynamics(s.work, s.q, s.v, s.x, out); }),
            "forward dynamics overflows for these numbers");
  EXPECT_EQ(said([&] { inverse_dynamics(s.work, s.q, s.v, s.x, out); }),
            "inverse dynamics overflows for these numbers");
  EXPECT_EQ(said([&] { bias_force(s.work, s.q, s.v, out); }), "the bias force overflows for these numbers");
  EXPECT_EQ(said([&] { update_velocities(s.work, s.q, s.v); }),
            "the acceleration of a body overflows for these numbers");
  Subject<double> far(1e200, 0, 0);
  Matrix<double> M(far.n, far.n);
  EXPECT_EQ(said([&] { mass_matrix(far.work, far.q, M); }), "the mass matrix overflows for these numbers");
  EXPECT_EQ(said([&] { update_filter(far.work, far.q); }),
            "the articulated inertia overflows for these numbers");
}

TEST(OverflowOf, PlanarChainsIsAnErrorToo) {
  const PlanarChain chain(
      std::vector<PlanarLink>(3, {.length = 1, .mass = 1, .centre = {0.5, 0}, .inertia = 1}));
  PlanarWorkspace<double> work(chain);
  const std::vector<double> zeros(3), fast(3, 1e200), fastest(3, 1.7e308);
  std::vector<double> out(3);
  EXPECT_EQ(complaint<std::overflow_error>([&] { forward_dynamics(work, zeros, fast, zeros, out); }),
            "forward dynamics overflows for these numbers");
  EXPECT_EQ(complaint<std::overflow_error>([&] { inverse_dynamics(work, zeros, fast, zeros, out); }),
            "inverse dynamics overflows for these numbers");
  EXPECT_EQ(complaint<std::overflow_error>([&] { solve_mass_matrix(work, zeros, fastest, out); }),
            "the product with the inverse mass matrix overflows for these numbers");
}

TEST(OverflowOf, PositionsIsAnErrorAndSoIsATimeThatIsNotANumber) {
  const Model model(floating_arm());
  const std::vector<double> q = model.neutral_position();
  std::vector<double> fast(9, 1e200), out(q.size()), wide = q, u(9);
  const double nothing = std::nan("");
  EXPECT_EQ(complaint([&] { model.integrate(q, fast, nothing, out); }),
            "the time[0] is nan, expected a finite number");
  fast[8] = nothing;
  EXPECT_EQ(complaint([&] { model.integrate(q, fast, 1, out); }), "v[8] is nan, expected a finite number");
  fast[8] = 1e200;
  EXPECT_EQ(complaint<std::overflow_error>([&] { model.integrate(q, fast, 1e200, out); }),
            "the position overflows for these numbers");
  wide[7] = 1.7e308;
  std::vector<double> other = q;
  other[7] = -1.7e308;
  EXPECT_EQ(complaint<std::overflow_error>([&] { difference(model, other, wide, u); }),
            "the difference of positions overflows for these numbers");
  std::fill(wide.begin(), wide.end(), 0.0);
  EXPECT_TRUE(contains(complaint([&] { make_unit(model, wide); }), "the quaternion of joint 'base'"));
}

TEST(OverflowOf, InverseKinematicsIsAnError) {
  const Model model(planar_chain(3));
  Workspace<double> work(model);
  const std::vector<double> q(3);
  const FrameIndex tip = model.frame("tip");
  EXPECT_TRUE(contains(complaint<std::overflow_error>([&] {
                         inverse_kinematics(work, tip, {{}, {1e200, 0, 0}}, q);
                       }),
                       "overflows for these numbers"));
  EXPECT_NE(complaint([&] { inverse_kinematics(work, tip, {}, q, {.iterations = -1}); }), "no complaint");
  EXPECT_NE(complaint([&] { inverse_kinematics(work, FrameIndex{77}, {}, q); }), "no complaint");
}

}  // namespace sinew::test::overflow_test
