// Counts operations by running the recursions on Counted, and compares them with the papers' tables, the headers and
// docs/operation_counts.md. If a number changes here, change it there too.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/scalar/counted.hpp"
#include "tests/support/places.hpp"
#include "tests/support/rodriguez_planar.hpp"

namespace sinew {

void PrintTo(const Operations& x, std::ostream* out) {
  *out << x.additions << " A " << x.multiplications << " M " << x.divisions << " D " << x.sines_cosines
       << " sines and cosines";
}

namespace test::operation_counts_test {

using Numbers = std::vector<Counted>;

Numbers inputs(int count, double first, double step) {
  Numbers list;
  for (int i = 0; i < count; ++i) list.push_back(Counted::input(first + step * i));
  return list;
}
Numbers reversed(const Numbers& list) {
  return {list.rbegin(), list.rend()};
}

// ---- R87: planar chains --------------------------------------------------------------------------------

class PaperCounts : public testing::Test {
 protected:
  // A chain of the paper and the same chain of the library, which numbers links from the base.
  explicit PaperCounts(int links = 6) : n(links), chain(made(links)), work(chain) {
    for (const PlanarLink& link : chain.links()) {
      paper.insert(paper.begin(), {link.length, link.mass, link.centre.x, link.inertia});
    }
  }
  static PlanarChain made(int links) {
    std::vector<PlanarLink> list;
    for (int k = 0; k < links; ++k) {
      list.push_back({.length = 0.9 + 0.1 * k, .mass = 1.5 - 0.1 * k, .centre = {0.4, 0}, .inertia = 0.5});
    }
    return PlanarChain(list);
  }

  int n;
  PlanarChain chain;
  PlanarWorkspace<Counted> work;
  std::vector<RodriguezLink> paper;
  const Numbers q = inputs(n, 0.4, -0.3), v = inputs(n, 1, 0.5), tau = inputs(n, -0.2, 0.7);
  TableOfOperations table;
};

Operations line(long additions, long multiplications, long divisions = 0) {
  return {.additions = additions, .multiplications = multiplications, .divisions = divisions};
}

TEST_F(PaperCounts, OfAPlanarChainAreThoseOfTableII) {
  const Numbers a = smoothed_accelerations(paper, reversed(q), reversed(tau), table);
  EXPECT_EQ(table["State propagation"], line(1, 1));
  EXPECT_EQ(table["Inertia propagation"], line(4, 3));
  EXPECT_EQ(table["Gain"], line(0, 0, 2));
  EXPECT_EQ(table["Innovations"], line(1, 0));
  EXPECT_EQ(table["Residuals"], line(0, 0, 1));
  EXPECT_EQ(table["State update"], line(5, 6));
  EXPECT_EQ(table["Inertia update"], line(10, 9));
  EXPECT_EQ(table["Costate propagation"], line(1, 1));
  EXPECT_EQ(table["Joint acceleration"], line(3, 2));
  EXPECT_EQ(table["Costate update"] + table["Costate update, joint axis"], line(3, 4));
  EXPECT_EQ(table.sum(), line(28 * n, 26 * n, 3 * n));

  Numbers library(q.size());
  solve_mass_matrix(work, q, tau, library);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(double(reversed(a)[i]), double(library[i]), 1e-12);
}

TEST_F(PaperCounts, OfAPlanarChainAreThoseOfTableIII) {
  const Matrix<Counted> mass = assembled_mass_matrix(paper, reversed(q), table);
  EXPECT_EQ(table["Mass"], line(1, 0));
  EXPECT_EQ(table["Mass center"], line(2, 1));
  EXPECT_EQ(table["Rotational inertia"], line(3, 3));
  EXPECT_EQ(table["State propagation"], line(1, 1));
  EXPECT_EQ(table["State update"], line(2, 4));
  EXPECT_EQ(table.repetitions("Rotational inertia"), n);
  EXPECT_EQ(table.repetitions("State propagation"), n * (n - 1) / 2);  // R87: N (N + 1) / 2
  EXPECT_EQ(table.repetitions("State update"), n * (n - 1) / 2);

  Matrix<Counted> library(n, n);
  mass_matrix(work, q, library);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) EXPECT_NEAR(double(mass(n - 1 - i, n - 1 - j)), double(library(i, j)), 1e-12);
  }
}

// Counts all executed operations, or those that remain after constants are folded.
enum Kind { executed, folded };

// Inputs for a recursion.
struct Call {
  explicit Call(int links)
      : n(links),
        q(inputs(n, 0.4, -0.3)),
        v(inputs(n, 1, 0.5)),
        x(inputs(n, -0.2, 0.7)),
        at_rest(q.size()),
        out(q.size()),
        matrix(n, n) {}
  int n;
  Numbers q, v, x, at_rest, out;
  Matrix<Counted> matrix;
};

template <class Recursion>
Operations counted(Kind kind, Recursion&& recursion) {
  const CountOperations count;
  recursion();
  return kind == executed ? count.executed() : count.folded();
}

// count(n) = slope n + constant for chains of 2 to 20 links.
template <class Count>
void expect_linear(Count&& count, const Operations& slope, const Operations& constant = {}) {
  Operations expected = slope + constant;
  for (int n = 2; n <= 20; ++n) {
    expected = expected + slope;
    EXPECT_EQ(count(n), expected) << n << " links";
  }
}

Operations with_turns(Operations x) {
  x.sines_cosines = 2;
  return x;
}

// Rods as in the paper, their centres on the line between the joints.
struct Rods : Call {
  explicit Rods(int links)
      : Call(links),
        chain(std::vector<PlanarLink>(std::size_t(links),
                                      {.length = 0.9, .mass = 1.5, .centre = {0.4, 0}, .inertia = 0.5})),
        work(chain) {}
  PlanarChain chain;
  PlanarWorkspace<Counted> work;
};

TEST(PlanarCounts, OfTheLibraryGrowByTheSameForEveryLink) {
  const auto solve = [](Kind kind) {
    return [kind](int n) {
      Rods r(n);
      return counted(kind, [&] { solve_mass_matrix(r.work, r.q, r.x, r.out); });
    };
  };
  expect_linear(solve(executed), with_turns(line(25, 23, 3)));
  expect_linear(solve(folded), with_turns(line(22, 21, 3)), line(-20, -10));
  expect_linear(
      [](int n) {
        Rods r(n);
        return counted(executed, [&] { forward_dynamics(r.work, r.q, r.v, r.x, r.out); });
      },
      with_turns(line(34, 34, 3)));
  expect_linear(
      [](int n) {
        Rods r(n);
        return counted(executed, [&] { inverse_dynamics(r.work, r.q, r.v, r.x, r.out); });
      },
      with_turns(line(22, 23)));
  expect_linear(
      [](int n) {
        Rods r(n);
        const Operations all = counted(executed, [&] { mass_matrix(r.work, r.q, r.matrix); });
        return all - line(n * (n - 1), n * (n - 1));
      },
      with_turns(line(14, 10)));
}

// R87's own estimates, and the counts of examples/planar_operation_counts.cpp.
TEST(PlanarCounts, CrossWhereFigure4Shows) {
  const auto sweeps = [](double n) { return 27 * n; };
  const auto matrix = [](double n) { return n * n * n / 3 + n * n + 2 * n * (n + 5); };
  for (int n = 5; n <= 20; ++n) EXPECT_LT(sweeps(n), matrix(n));
  for (int n = 1; n <= 3; ++n) EXPECT_GT(sweeps(n), matrix(n));
  EXPECT_NEAR(matrix(4) - sweeps(4), 4.0 / 3, 1e-12);  // so the formulas cross at four links

  std::ifstream file(source_folder() + "/docs/figures/planar_operation_counts.csv");
  std::string text;
  ASSERT_TRUE(std::getline(file, text));
  int rows = 0;
  for (; std::getline(file, text); ++rows) {
    std::istringstream numbers(text);
    long n = 0, by_sweeps = 0, by_matrix = 0;
    char comma = 0;
    numbers >> n;
    for (int i = 0; i < 6; ++i) {
      long x = 0;
      numbers >> comma >> x;
      (i < 3 ? by_sweeps : by_matrix) += x;
    }
    EXPECT_EQ(by_sweeps < by_matrix, n >= 5) << text;
  }
  EXPECT_EQ(rows, 20);
}

// ---- Spatial chains ------------------------------------------------------------------------------------

// All three parameters of each step are nonzero, except those that the first and the last link do not have.
struct Chain : Call {
  explicit Chain(int links) : Call(links), model(random_chain(links, 3)), work(model) {}
  Model model;
  Workspace<Counted> work;
};

Operations forward(int n, Kind kind) {
  Chain r(n);
  return counted(kind, [&] { forward_dynamics(r.work, r.q, r.v, r.x, r.out); });
}

// The filter and the smoother alone: with velocity and gravity known to be zero, everything else folds away.
Operations forward_at_rest(int n) {
  Chain r(n);
  const Model weightless = r.model.with_gravity({});
  Workspace<Counted> work(weightless);
  return counted(folded, [&] { forward_dynamics(work, r.q, r.at_rest, r.x, r.out); });
}

Operations bias(int n) {
  Chain r(n);
  return counted(folded, [&] { bias_force(r.work, r.q, r.v, r.out); });
}

TEST(OperationCounts, OfForwardDynamicsAreAsStated) {
  expect_linear([](int n) { return forward(n, executed); }, with_turns(line(205, 238, 1)), line(-97, -128));
  expect_linear([](int n) { return forward(n, folded); }, with_turns(line(202, 236, 1)),
                line(-233, -249, -1));
}

// The operations that one more link adds to forward dynamics if each axis is parallel or perpendicular to the previous
// one.
Operations forward_per_link(const std::vector<Vector3<double>>& axes) {
  const auto all = [&](int n) {
    Description chain;
    for (int i = 0; i < n; ++i) {
      const std::string name = "link" + std::to_string(i), parent = i == 0 ? "" : chain.bodies.back().name;
      Body body{.name = name, .parent = parent, .placement = {{}, {0.3, 0.1, 0.2}}};
      body.joint = {
          .name = name + "_joint", .kind = JointKind::revolute, .axis = axes[std::size_t(i) % axes.size()]};
      body.inertial = {1, {0.1, 0.2, 0.3}, {0.3, 0.01, 0.02, 0.4, 0.03, 0.5}};
      chain.bodies.push_back(body);
    }
    const Model model(chain);
    Workspace<Counted> work(model);
    Call call(n);
    return counted(executed, [&] { forward_dynamics(work, call.q, call.v, call.x, call.out); });
  };
  return all(42) - all(41);
}

TEST(OperationCounts, OfForwardDynamicsAreFewerIfAxesAreParallelOrPerpendicular) {
  EXPECT_EQ(forward_per_link({{0, 0, 1}}), with_turns(line(182, 187, 1)));
  EXPECT_EQ(forward_per_link({{0, 0, 1}, {1, 0, 0}}), with_turns(line(182, 187, 1)));
}

TEST(OperationCounts, OfTheOtherRecursionsAreAsStated) {
  expect_linear(
      [](int n) {
        Chain r(n);
        return counted(executed, [&] { inverse_dynamics(r.work, r.q, r.v, r.x, r.out); });
      },
      with_turns(line(97, 122)), line(-26, -36));
  expect_linear(
      [](int n) {
        Chain r(n);
        return counted(executed, [&] { update_poses(r.work, r.q); });
      },
      with_turns(line(19, 30)), line(0, -3));
  // 20 multiplications and 12 additions for each degree of freedom that a joint moves and is not the first.
  expect_linear(
      [](int n) {
        Chain r(n);
        const Operations all = counted(executed, [&] { mass_matrix(r.work, r.q, r.matrix); });
        return all - line(12 * (n * (n - 1) / 2), 20 * (n * (n - 1) / 2));
      },
      with_turns(line(46, 37)), line(-44, -37));
}

// The operations that one more link adds if the filter is already computed.
template <class Recursion>
Operations per_link(Recursion&& recursion) {
  const auto all = [&](int n) {
    Chain r(n);
    update_filter(r.work, r.q);
    return counted(executed, [&] { recursion(r); });
  };
  return all(41) - all(40);
}

TEST(OperationCounts, OfTheFilterAndOfItsUsersAreAsStated) {
  EXPECT_EQ(per_link([](Chain& r) { update_filter(r.work, r.q); }), with_turns(line(94, 95, 1)));
  EXPECT_EQ(per_link([](Chain& r) { factor_times(r.work, r.x, r.out); }), line(19, 26));
  EXPECT_EQ(per_link([](Chain& r) { factor_adjoint_solve(r.work, r.x, r.out); }), line(31, 46));
  EXPECT_EQ(per_link([](Chain& r) { solve_mass_matrix(r.work, r.x, r.out); }), line(50, 73));
  EXPECT_EQ(per_link([](Chain& r) { inverse_mass_diagonal(r.work, r.out); }), line(128, 128));
  EXPECT_EQ(per_link([](Chain& r) {
              OperationalSpace<Counted> tip(r.model, FrameIndex{int(r.model.frames().size()) - 1});
              tip.omega(r.work);
            }),
            line(129, 183));
}

// S97 Table I: 201 n - 335 multiplications and divisions, 193 n - 361 additions, with given torques of velocity and
// gravity.
TEST(OperationCounts, AreFewerThanThoseOfSahasTableIFromFourLinksOn) {
  expect_linear(forward_at_rest, with_turns(line(132, 146, 1)), line(-165, -166, -1));
  for (int n = 4; n <= 20; ++n) {
    const Operations ours = forward_at_rest(n);
    EXPECT_LT(ours.multiplications + ours.divisions, 201 * n - 335) << n;
    EXPECT_LT(ours.additions, 193 * n - 361) << n;
  }
}

// With the bias included, no inverse dynamics precedes: fewer operations than forward dynamics at rest and bias_force
// together.
TEST(OperationCounts, AreFewerWithTheBiasIncludedThanComputedBefore) {
  for (int n = 3; n <= 20; ++n) {
    EXPECT_EQ(bias(n).multiplications, 121 * n - 139);
    EXPECT_EQ(bias(n).additions, 93 * n - 118);
    EXPECT_LT(forward(n, folded).multiplications,
              forward_at_rest(n).multiplications + bias(n).multiplications);
    EXPECT_LT(forward(n, folded).additions, forward_at_rest(n).additions + bias(n).additions);
  }
}

}  // namespace test::operation_counts_test
}  // namespace sinew
