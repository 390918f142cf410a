// Forces that cross a joint, one by one and in packs, against psi = phi (I - G H) written out with the joint's axes.
#include "sinew/algorithms/dynamics/unit_forces.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/filter.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::unit_forces_test {

constexpr int columns = 11;  // packs and a remainder

Momenta<double> some_columns() {
  Momenta<double> z(columns);
  for (int j = 0; j < columns; ++j) {
    const double x = j;
    z.set(j, {{1 + x, 2 - x, 0.5 * x}, {x - 4, 3, 0.25 * x * x}});
  }
  return z;
}

// Calls f(joint, work) for the joints of some random robots, whose filter is known.
template <class F>
void at_random_joints(F&& f) {
  for (int i = 0; i < sample_count(); i += 8) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    for (std::size_t k = 1; k < s.work.tree->links.size(); ++k)
      at_joint(*s.work.tree, s.work.joints, k, [&](const auto& joint) { f(joint, s.work); });
  }
}

double difference(const Force<double>& a, const Force<double>& b) {
  double most = 0;
  for (int i = 0; i < 6; ++i) most = std::max(most, std::abs(a[i] - b[i]) / (1 + std::abs(b[i])));
  return most;
}

TEST(UnitForces, YieldAtTheJoint) {
  at_random_joints([](const auto& joint, const Workspace<double>& work) {
    Momenta<double> z = some_columns();
    const Measurement<double>* const measurement = work.measurement.data() + joint.link.v;
    double measured[6][columns];
    unit_forces::with_phi(joint, [&](const auto& phi) {
      unit_forces::for_each_column<true>(z, 0, columns, [&](auto& f, int j) {
        unit_forces::cross_dofs(joint, joint.count(), measurement, f,
                                [&](int i, const auto& e, const auto&) { detail::keep(&measured[i][j], e); });
        phi(f);
      });
    });
    for (int j = 0; j < columns; ++j) {
      Force<double> expected = some_columns().get(j);
      for (int i = joint.count() - 1; i >= 0; --i) {
        const double e = dot(joint.axis(i), expected);
        ASSERT_NEAR(measured[i][j], e, 1e-12 * (1 + std::abs(e)));
        expected -= measured[i][j] * measurement[i].gain;
      }
      ASSERT_LE(difference(z.get(j), joint.force_to_parent(expected)), 1e-12);
    }
  });
}

TEST(UnitForces, PassLockedJointsWhole) {
  at_random_joints([](const auto& joint, const Workspace<double>&) {
    Momenta<double> z = some_columns();
    unit_forces::for_each_column<true>(z, 0, columns, [&](auto& f, int) {
      unit_forces::cross_dofs(joint, joint.count(), nullptr, f, [](int, const auto&, const auto&) {});
    });
    for (int j = 0; j < columns; ++j) ASSERT_EQ(difference(z.get(j), some_columns().get(j)), 0.0);
  });
}

// A torque at the joint counts like a force that is measured there.
TEST(UnitForces, IncludeTorquesThatAreAddedToTheMeasurement) {
  at_random_joints([](const auto& joint, const Workspace<double>& work) {
    const Measurement<double>* const measurement = work.measurement.data() + joint.link.v;
    Force<double> z{}, expected{};
    unit_forces::cross_dofs(joint, 1, measurement, z, [](int, double& e, const Force<double>&) { e += 2; });
    unit_forces::subtract(measurement[0].gain, 2.0, expected);
    ASSERT_EQ(difference(z, expected), 0.0);
  });
}

// Bits of a column do not depend on whether it is in a pack.
TEST(UnitForces, AreTheSameInPacks) {
  at_random_joints([](const auto& joint, const Workspace<double>& work) {
    const Measurement<double>* const measurement = work.measurement.data() + joint.link.v;
    Momenta<double> together = some_columns(), apart = together;
    const auto none = [](int, const auto&, const auto&) {};
    unit_forces::with_phi(joint, [&](const auto& phi) {
      const auto cross = [&](auto& f, int) {
        unit_forces::cross_dofs(joint, joint.count(), measurement, f, none);
        phi(f);
      };
      unit_forces::for_each_column<true>(together, 0, columns, cross);
      for (int j = 0; j < columns; ++j) unit_forces::for_each_column<true>(apart, j, j + 1, cross);
    });
    for (int j = 0; j < columns; ++j) ASSERT_EQ(difference(together.get(j), apart.get(j)), 0.0);
  });
}

}  // namespace sinew::test::unit_forces_test
