// Compares screws with the general transform: the same phi in two forms.
#include "sinew/spatial/screw.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sinew/spatial/inverse_inertia.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::screw_test {

constexpr int repetitions = 200;

// Largest difference between the numbers of two aggregates of doubles.
template <class Aggregate>
double difference(const Aggregate& a, const Aggregate& b) {
  static_assert(sizeof(Aggregate) % sizeof(double) == 0);
  const auto* x = reinterpret_cast<const double*>(&a);
  const auto* y = reinterpret_cast<const double*>(&b);
  double worst = 0;
  for (std::size_t i = 0; i < sizeof(Aggregate) / sizeof(double); ++i)
    worst = std::max(worst, std::abs(x[i] - y[i]));
  return worst;
}

struct Pair {
  ScrewX<double> x;
  ScrewZ<double> z;
  Transform<double> along_x, along_z;  // the same as transforms
};

Pair random_screws(test::Random& random) {
  const double alpha = random.uniform(-4, 4), theta = random.uniform(-4, 4);
  const double a = random.uniform(-1, 1), d = random.uniform(-1, 1);
  return {{std::cos(alpha), std::sin(alpha), a},
          {std::cos(theta), std::sin(theta), d},
          {rotation_about<double>({1, 0, 0}, alpha), {a, 0, 0}},
          {rotation_about<double>({0, 0, 1}, theta), {0, 0, d}}};
}

Symmetric3<double> random_symmetric(test::Random& random) {
  const Vector3<double> a = random.vector(1), b = random.vector(1);
  return {a.x, a.y, a.z, b.x, b.y, b.z};
}

RigidInertia<double> random_rigid(test::Random& random) {
  return {random.uniform(0, 2), random.vector(1), random_symmetric(random)};
}

ArticulatedInertia<double> random_articulated(test::Random& random) {
  const Vector3<double> x = random.vector(1), y = random.vector(1), z = random.vector(1);
  return {random_symmetric(random), {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z}, random_symmetric(random)};
}

TEST(Screw, MapsMotionsForcesAndPosesLikeTheTransform) {
  test::Random random(1);
  for (int i = 0; i < repetitions; ++i) {
    const auto [x, z, along_x, along_z] = random_screws(random);
    const Motion<double> m{random.vector(1), random.vector(1)};
    const Force<double> f{random.vector(1), random.vector(1)};
    const Transform<double> pose{random.rotation(), random.vector(1)};
    EXPECT_LT(difference(x.motion_to_child(m), along_x.motion_to_child(m)), 1e-14);
    EXPECT_LT(difference(z.motion_to_child(m), along_z.motion_to_child(m)), 1e-14);
    EXPECT_LT(difference(x.force_to_parent(f), along_x.force_to_parent(f)), 1e-14);
    EXPECT_LT(difference(z.force_to_parent(f), along_z.force_to_parent(f)), 1e-14);
    EXPECT_LT(difference(pose * x, pose * along_x), 1e-14);
    EXPECT_LT(difference(pose * z, pose * along_z), 1e-14);
  }
}

TEST(Screw, MapsInertiasLikeTheTransform) {
  test::Random random(2);
  for (int i = 0; i < repetitions; ++i) {
    const auto [x, z, along_x, along_z] = random_screws(random);
    const RigidInertia<double> r = random_rigid(random);
    const ArticulatedInertia<double> p = random_articulated(random);
    EXPECT_LT(difference(x.to_parent(r), to_parent(along_x, r)), 1e-13);
    EXPECT_LT(difference(z.to_parent(r), to_parent(along_z, r)), 1e-13);
    EXPECT_LT(difference(x.to_parent(p), to_parent(along_x, p)), 1e-13);
    EXPECT_LT(difference(z.to_parent(p), to_parent(along_z, p)), 1e-13);
  }
}

TEST(Screw, MapsTheFifteenNumbersPastARevoluteJointLikeTheFullMatrix) {
  test::Random random(3);
  for (int i = 0; i < repetitions; ++i) {
    const auto [x, z, along_x, along_z] = random_screws(random);
    ArticulatedInertia<double> full = random_articulated(random);
    full.angular.xz = full.angular.yz = full.angular.zz = 0;
    full.mixed.zx = full.mixed.zy = full.mixed.zz = 0;
    const auto& [a, b, c] = full;
    const InertiaPastRevolute<double> sparse{a.xx, a.xy, a.yy, b.xx, b.xy, b.xz, b.yx, b.yy, b.yz, c};
    EXPECT_LT(difference(x.to_parent(z.to_parent(sparse)), to_parent(along_x, to_parent(along_z, full))),
              1e-13);
  }
}

// Compares a screw whose rotation is known at compile time with the general one.
template <class RotationX>
void expect_the_rotation(double cosine, double sine) {
  test::Random random(6);
  for (int i = 0; i < repetitions; ++i) {
    const ScrewX<double, RotationX> known{{}, random.uniform(-1, 1)};
    const ScrewX<double> general{cosine, sine, known.shift};
    const Motion<double> m{random.vector(1), random.vector(1)};
    const Force<double> f{random.vector(1), random.vector(1)};
    const Transform<double> pose{random.rotation(), random.vector(1)};
    const RigidInertia<double> r = random_rigid(random);
    const ArticulatedInertia<double> p = random_articulated(random);
    const auto& [a, b, c] = p;
    const InertiaPastRevolute<double> sparse{a.xx, a.xy, a.yy, b.xx, b.xy, b.xz, b.yx, b.yy, b.yz, c};
    const InverseInertia<double> omega{p};
    EXPECT_EQ(difference(known.motion_to_child(m), general.motion_to_child(m)), 0);
    EXPECT_EQ(difference(known.force_to_parent(f), general.force_to_parent(f)), 0);
    EXPECT_EQ(difference(pose * known, pose * general), 0);
    EXPECT_LT(difference(known.to_parent(r), general.to_parent(r)), 1e-15);
    EXPECT_LT(difference(known.to_parent(p), general.to_parent(p)), 1e-15);
    EXPECT_LT(difference(known.to_parent(sparse), general.to_parent(sparse)), 1e-15);
    EXPECT_LT(difference(to_child(known, omega), to_child(general, omega)), 1e-15);
  }
}

TEST(Screw, WithoutRotationEqualsTheGeneralOneAtZeroDegrees) {
  expect_the_rotation<NoRotation>(1, 0);
}

TEST(Screw, WithAQuarterRevolutionEqualsTheGeneralOneAtNinetyDegrees) {
  expect_the_rotation<QuarterRotation>(0, 1);
}

TEST(ArticulatedInertia, InTheParentFrameGivesTheSamePower) {
  test::Random random(4);
  for (int i = 0; i < repetitions; ++i) {
    const Transform<double> x{random.rotation(), random.vector(1)};
    const ArticulatedInertia<double> p = random_articulated(random);
    const Motion<double> m{random.vector(1), random.vector(1)};
    const Motion<double> seen = x.motion_to_child(m);
    EXPECT_NEAR(dot(m, to_parent(x, p) * m), dot(seen, p * seen), 1e-13);
  }
}

TEST(RigidInertia, IsItsOwnArticulatedInertiaWithoutMovingChildren) {
  test::Random random(5);
  for (int i = 0; i < repetitions; ++i) {
    const Transform<double> x{random.rotation(), random.vector(1)};
    const RigidInertia<double> r = random_rigid(random);
    const Motion<double> m{random.vector(1), random.vector(1)};
    EXPECT_LT(difference(r * m, ArticulatedInertia<double>(r) * m), 1e-14);
    EXPECT_LT(
        difference(ArticulatedInertia<double>(to_parent(x, r)), to_parent(x, ArticulatedInertia<double>(r))),
        1e-13);
  }
}

}  // namespace sinew::test::screw_test
