// Compares the Puma 560 with the parameters of Corke and Armstrong-Helouvry with the Robotics Toolbox's published
// numbers (four decimals) and with the same quantities in quadruple precision (sixteen digits).
//
// Two links of the published table are not possible bodies. Link 1 has an inertia about its axis but no mass: it is an
// armature. Link 3 violates the triangle inequality (0.086 > 0.066 + 0.0125). The inertia diag(d, d, 0) of a thin rod
// along a joint's axis may be assigned to either side of the joint without any effect on the dynamics, so 0.01 of it is
// moved across joint 3 from link 2 to link 3.
#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/subject.hpp"

namespace sinew::test::puma_test {

constexpr double pi = std::numbers::pi;
const std::vector<double> qn{0, pi / 4, pi, 0, pi / 4, 0}, ones(6, 1.0), zeros(6, 0.0);

struct Link560 {
  double d, a, alpha, mass;
  Vector3<double> com, moments;
  double motor_inertia, gear, viscous, coulomb;
};

const Link560 links[] = {
    {0.67183, 0, pi / 2, 0, {0, 0, 0}, {0, 0, 0}, 200e-6, -62.6111, 1.48e-3, 0.395},
    {0, 0.4318, 0, 17.4, {-0.3638, 0.006, 0.2275}, {0.13, 0.524, 0.539}, 200e-6, 107.815, 0.817e-3, 0.126},
    {0.15005,
     0.0203,
     -pi / 2,
     4.8,
     {-0.0203, -0.0141, 0.070},
     {0.066, 0.086, 0.0125},
     200e-6,
     -53.7063,
     1.38e-3,
     0.132},
    {0.4318, 0, pi / 2, 0.82, {0, 0.019, 0}, {1.8e-3, 1.3e-3, 1.8e-3}, 33e-6, 76.0364, 71.2e-6, 11.2e-3},
    {0, 0, -pi / 2, 0.34, {0, 0, 0}, {0.3e-3, 0.4e-3, 0.3e-3}, 33e-6, 71.923, 82.6e-6, 9.26e-3},
    {0, 0, 0, 0.09, {0, 0, 0.032}, {0.15e-3, 0.15e-3, 0.04e-3}, 33e-6, 76.686, 36.7e-6, 3.96e-3},
};

// Standard Denavit-Hartenberg frames are at a link's outer end, a body's frame at its joint: the transform between them
// is Tz(d) Tx(a) Rx(alpha).
Description puma560() {
  Description robot{.name = "puma560"};
  Transform<double> far_end;
  for (int i = 0; i < 6; ++i) {
    const Link560& link = links[i];
    const Vector3<double> x{1, 0, 0};
    Body body{.name = "link" + std::to_string(i + 1), .parent = i == 0 ? "" : "link" + std::to_string(i)};
    body.placement = far_end;
    far_end = {rotation_about(x, link.alpha), {link.a, 0, link.d}};
    const Symmetric3<double> inertia{link.moments.x, 0, 0, link.moments.y, 0, link.moments.z};
    body.inertial = {link.mass, far_end * link.com, conjugate(far_end.rotation, inertia)};
    body.joint = {.name = "joint" + std::to_string(i + 1), .kind = JointKind::revolute};
    body.joint.dofs = {{.armature = link.gear * link.gear * link.motor_inertia,
                        .damping = link.gear * link.gear * link.viscous,
                        .dry_friction = std::abs(link.gear) * link.coulomb}};
    robot.bodies.push_back(body);
  }
  robot.bodies[0].inertial = {};
  robot.bodies[0].joint.dofs[0].armature += 0.35;
  for (const int sign : {-1, 1}) {
    Symmetric3<double>& inertia = robot.bodies[sign < 0 ? 1 : 2].inertial.inertia;
    inertia.xx += sign * 0.01;
    inertia.yy += sign * 0.01;
  }
  return robot;
}

class Puma : public testing::Test {
 protected:
  Model model{puma560()};
  Workspace<double> work{model};

  std::vector<double> moments(const std::vector<double>& v, const std::vector<double>& a,
                              const Environment<double>& environment = {}) {
    std::vector<double> tau(6);
    inverse_dynamics(work, qn, v, a, tau, environment);
    return tau;
  }
  std::vector<double> with_friction(std::vector<double> tau, const std::vector<double>& v, int sign) const {
    std::vector<double> friction(6);
    joint_friction(model, v, friction);
    for (int i = 0; i < 6; ++i) tau[i] += sign * friction[i];
    return tau;
  }
};

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], tolerance) << "joint " << i + 1;
}

TEST_F(Puma, HasThePublishedPose) {
  update_poses(work, qn);
  const Vector3<double> at = pose(work, model.frame("link6")).translation;
  EXPECT_NEAR(at.x, 0.59630314857461553, 1e-15);
  EXPECT_NEAR(at.y, -0.15005, 1e-15);
  EXPECT_NEAR(at.z, 0.65747573234191309, 1e-15);
}

TEST_F(Puma, HasThePublishedGravityTorques) {
  const auto gravity = [&](const std::vector<double>& q) {
    std::vector<double> tau(6);
    gravity_force(work, q, tau);
    return tau;
  };
  expect_near(gravity(qn), {0, 3.1639880378357121e+01, 6.0351380230105122e+00, 0, 2.82528e-02, 0}, 1e-13);
  expect_near(gravity(zeros), {0, 3.748366665e+01, 2.4892875e-01, 0, 0, 0}, 1e-13);
  expect_near(gravity({0, pi / 2, -pi / 2, 0, 0, 0}), {0, -7.7523525e-01, 2.4892875e-01, 0, 0, 0}, 1e-13);
  expect_near(gravity({0, 0, -pi / 2, 0, 0, 0}), {0, 4.6006938e+01, 8.7722001, 0, 2.82528e-02, 0}, 1e-13);
}

TEST_F(Puma, HasThePublishedTorques) {
  expect_near(moments(zeros, ones),
              {3.3531108580630242, 3.6002511243975702e+01, 7.4259640773502702, 1.9004303456689685e-01,
               2.0344093111341469e-01, 1.9413278993924746e-01},
              1e-13);
  expect_near(moments(ones, ones),
              {1.9620364869799013, 3.7785429833311303e+01, 6.6739373223921206, 1.9126611638255665e-01,
               2.0582040960248651e-01, 1.9428107421049492e-01},
              1e-13);
  expect_near(moments(ones, zeros),
              {-1.3910743710831228, 3.3422798967692722e+01, 5.2831112680523626, 1.2230818156598012e-03,
               3.0632278489071817e-02, 1.4828427124746190e-04},
              1e-13);
}

TEST_F(Puma, HasThePublishedTorquesWithFriction) {
  const auto total = [&](const std::vector<double>& a) { return with_friction(moments(ones, a), ones, -1); };
  expect_near(total(ones),
              {3.2495242754930701e+01, 6.0866988475136303e+01, 1.7743594912764321e+01, 1.4545190260797087,
               1.2991104105378865, 7.1378088748369492e-01},
              1e-13);
  expect_near(total(zeros),
              {2.9142131896867677e+01, 5.6504357609517722e+01, 1.6352768858424563e+01, 1.2644759915128118,
               1.1239222794244718, 5.1964809754444746e-01},
              1e-13);
  expect_near(total(ones), {32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781}, 1e-4);
}

TEST_F(Puma, HasNoGravityTorquesWithoutGravity) {
  const Model weightless = model.with_gravity({});
  Workspace<double> weightless_work(weightless);
  std::vector<double> tau(6);
  inverse_dynamics(weightless_work, qn, ones, ones, tau);
  expect_near(with_friction(tau, ones, -1), {32.4952, 29.2271, 11.7085, 1.45452, 1.27086, 0.713781}, 1e-4);
}

// The published wrench is exerted by the robot, so its opposite acts on the last link.
TEST_F(Puma, HasThePublishedTorquesUnderAWrenchAtItsTip) {
  const ExternalForce<double> wrench[] = {{model.frame("link6"), {{-1, -2, -3}, {-1, -2, -3}}}};
  expect_near(moments(zeros, zeros, {.forces = wrench}), {0.642756, 29.0866, 4.70321, 2.82843, -1.97175, 3},
              1e-4);
}

TEST_F(Puma, HasThePublishedMassMatrix) {
  MatrixXd mass(6, 6), expected(6, 6);
  mass_matrix(work, qn, mass);
  expected << 3.65937541215279, -4.04361246041519e-01, 1.00613647779784e-01, -2.51695582803061e-03, 0, 0,  //
      -4.04361246041519e-01, 4.41374193363579, 3.50890664956415e-01, 0, 2.35951306789489e-03, 0,           //
      1.00613647779784e-01, 3.50890664956415e-01, 9.37841575215040e-01, 0, 1.48016638851980e-03, 0,        //
      -2.51695582803061e-03, 0, 0, 1.92531706123680e-01, 0, 2.82842712474619e-05,                          //
      0, 2.35951306789489e-03, 1.48016638851980e-03, 0, 1.71348451657000e-01, 0,                           //
      0, 0, 0, 2.82842712474619e-05, 0, 1.94104505668000e-01;
  EXPECT_LE((mass - expected).largest(), 3e-14);
}

// (J M^-1 J^T)^-1 with the linear part first, as published.
TEST_F(Puma, HasThePublishedOperationalSpaceInertia) {
  MatrixXd mass(6, 6), columns(6, 6), linear_first(6, 6), expected(6, 6);
  mass_matrix(work, qn, mass);
  update_poses(work, qn);
  jacobian(work, model.frame("link6"), Reference::aligned, columns);
  linear_first << columns.bottomRows(3), columns.topRows(3);
  const MatrixXd actual = (linear_first * mass.solve_symmetric(linear_first.transpose())).inverse();
  expected << 17.2954, -2.7542, -9.6233, 0, .2795, 0,    //
      -2.7542, 12.1909, 1.2459, -.3254, -.0703, -.9652,  //
      -9.6233, 1.2459, 13.3348, 0, .2767, 0,             //
      0, -.3254, 0, .1941, 0, .1941,                     //
      .2795, -.0703, .2767, 0, .1713, 0,                 //
      0, -.9652, 0, .1941, 0, .5791;
  EXPECT_LE((actual - expected).largest(), 6e-5);
}

TEST_F(Puma, HasThePublishedVelocityTerms) {
  const std::vector<double> v{1, 2, 3, 1, 2, 3};
  std::vector<double> bias(6), gravity(6);
  bias_force(work, qn, v, bias);
  gravity_force(work, qn, gravity);
  for (int i = 0; i < 6; ++i) bias[i] -= gravity[i];
  expect_near(bias,
              {-4.6344217633084629, 8.7257112245805974, -1.9268101608881572, 2.2557893147213460e-03,
               1.9052433368279485e-02, 3.6485281374238570e-04},
              1e-13);
}

TEST_F(Puma, HasThePublishedAccelerations) {
  const std::vector<double> v{.1, .2, .8, .2, .5, 1}, tau{1, 3.2, 1.8, .1, .7, 4.6};
  std::vector<double> a(6);
  forward_dynamics(work, qn, v, tau, a);
  expect_near(a,
              {-3.5404756862084472e-01, -6.3989262832367536, -2.0684942474671584, 5.1124353855717931e-01,
               4.0212231564682579, 2.3698454065202608e+01},
              1e-12);
  forward_dynamics(work, qn, v, with_friction(tau, v, 1), a);
  expect_near(a,
              {-7.4102231636855583, -9.8432245815684389, -1.0969398445087412e+01, -4.4314287513763569,
               -9.8814107239864700e-01, 2.1022781949286930e+01},
              1e-12);
  expect_near(a, {-7.4102, -9.8432, -10.9694, -4.4314, -0.9881, 21.0228}, 5e-5);
}

}  // namespace sinew::test::puma_test
