// Invalid arguments cause an exception that names the mistake; NaN is never returned.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "sinew/algorithms/dynamics/filter_results.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::wrong_inputs_test {

const double nothing = std::nan("");

class WrongInputs : public testing::Test {
 protected:
  WrongInputs() : model(with_floating_base(grounded())), work(model), v(6 + 2), tau(v.size()), out(v.size()) {
    q = model.neutral_position();
  }
  static Description grounded() {
    Description chain = planar_chain(2);
    chain.bodies.push_back({.name = "base", .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}});
    for (Body& body : chain.bodies) {
      if (body.parent.empty() && body.name != "base") body.parent = "base";
    }
    return chain;
  }

  Model model;
  Workspace<double> work;
  std::vector<double> q, v, tau, out;
};

TEST_F(WrongInputs, OfTheWrongSizeAreReportedWithBothSizes) {
  q.pop_back();
  EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out); }), "q has 8 numbers, expected 9");
  q.push_back(0);
  v.push_back(0);
  EXPECT_EQ(complaint([&] { inverse_dynamics(work, q, v, tau, out); }), "v has 9 numbers, expected 8");
  Matrix<double> small(7, 8);
  EXPECT_EQ(complaint([&] { mass_matrix(work, q, small); }), "the mass matrix is 7 x 8, expected 8 x 8");
}

TEST_F(WrongInputs, ThatAreNotANumberAreReportedWithTheirIndex) {
  tau[3] = nothing;
  EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out); }),
            "tau[3] is nan, expected a finite number");
  EXPECT_EQ(complaint([&] { inverse_dynamics(work, q, v, tau, out); }),
            "a[3] is nan, expected a finite number");
  v[1] = INFINITY;
  EXPECT_EQ(complaint([&] { bias_force(work, q, v, out); }), "v[1] is inf, expected a finite number");
  q[8] = nothing;
  Matrix<double> mass(8, 8);
  EXPECT_EQ(complaint([&] { mass_matrix(work, q, mass); }), "q[8] is nan, expected a finite number");
  EXPECT_EQ(complaint([&] { update_poses(work, q); }), "q[8] is nan, expected a finite number");
}

TEST_F(WrongInputs, InTheEnvironmentAreReportedToo) {
  const ExternalForce<double> force{model.frame("base"), {{0, 0, nothing}, {}}};
  const std::string expected = "an external force[2] is nan, expected a finite number";
  EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out, {.forces = {&force, 1}}); }), expected);
  EXPECT_EQ(complaint([&] { inverse_dynamics(work, q, v, tau, out, {.forces = {&force, 1}}); }), expected);
  EXPECT_EQ(complaint([&] { bias_force(work, q, v, out, {.forces = {&force, 1}}); }), expected);
  const Environment<double> thrown{.base_acceleration = {{}, {nothing, 0, 0}}};
  EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out, thrown); }),
            "the base acceleration[3] is nan, expected a finite number");
}

TEST_F(WrongInputs, WithAQuaternionOfLengthZeroAreRefused) {
  q[3] = 0;
  const std::string expected = "the quaternion at q[3] has length zero";
  Matrix<double> mass(8, 8);
  EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out); }), expected);
  EXPECT_EQ(complaint([&] { inverse_dynamics(work, q, v, tau, out); }), expected);
  EXPECT_EQ(complaint([&] { gravity_force(work, q, out); }), expected);
  EXPECT_EQ(complaint([&] { mass_matrix(work, q, mass); }), expected);
  EXPECT_EQ(complaint([&] { update_velocities(work, q, v); }), expected);
  EXPECT_EQ(complaint([&] { model.integrate(q, v, 1, q); }),
            "the quaternion of joint 'floating_base' has length zero");
}

TEST_F(WrongInputs, DoNotIncludeQuaternionsOfOtherLengthsThanOne) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (const double length : {1.0, 1e-3, -2.0}) {
        std::fill(q.begin() + 3, q.begin() + 7, 0.0);
        q[std::size_t(3 + i)] = length;
        q[std::size_t(3 + j)] = -length;
        EXPECT_NO_THROW(forward_dynamics(work, q, v, tau, out)) << i << " " << j;
      }
    }
  }
}

TEST_F(WrongInputs, WithUnknownFramesAndDegreesOfFreedomAreRefused) {
  Matrix<double> J(6, 8);
  for (const int value : {-1, 99999}) {
    forward_dynamics(work, q, v, tau, out);
    update_velocities(work, q, v);
    const FrameIndex frame{value};
    const std::string expected = "frame index " + std::to_string(value) + " is outside 0..4";
    const ExternalForce<double> force{frame, {}};
    EXPECT_EQ(complaint([&] { pose(work, frame); }), expected);
    EXPECT_EQ(complaint([&] { velocity(work, frame); }), expected);
    EXPECT_EQ(complaint([&] { jacobian(work, frame, Reference::body, J); }), expected);
    EXPECT_EQ(complaint([&] { articulated_inertia(work, frame); }), expected);
    EXPECT_EQ(complaint([&] { OperationalSpace<double>(model, frame); }), expected);
    EXPECT_EQ(complaint([&] { forward_dynamics(work, q, v, tau, out, {.forces = {&force, 1}}); }), expected);
  }
  forward_dynamics(work, q, v, tau, out);
  for (const int dof : {-1, 8}) {
    const std::string number = std::to_string(dof);
    EXPECT_EQ(complaint([&] { inverse_mass_column(work, dof, out); }),
              "there is no degree of freedom " + number + ": expected 0 to 7");
    EXPECT_EQ(complaint([&] { gain(work, dof, model.frame("tip")); }),
              "degree of freedom " + number + " does not move frame 'tip'");
  }
}

TEST_F(WrongInputs, IncludeAWorkspaceThatWasMovedFrom) {
  const std::string expected = "the workspace was moved from and can no longer be used";
  Workspace<double> moved = std::move(work);
  EXPECT_EQ(complaint<std::logic_error>([&] { forward_dynamics(work, q, v, tau, out); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { pose(work, ground); }), expected);
  EXPECT_NO_THROW(forward_dynamics(moved, q, v, tau, out));
  work = std::move(moved);
  EXPECT_NO_THROW(forward_dynamics(work, q, v, tau, out));
  EXPECT_EQ(complaint<std::logic_error>([&] { forward_dynamics(moved, q, v, tau, out); }), expected);
  OperationalSpace<double> space(model, ground), other = std::move(space);
  EXPECT_EQ(complaint<std::logic_error>([&] { space.omega(work); }),
            "the operational space was moved from and can no longer be used");
}

TEST_F(WrongInputs, DoNotIncludeAModelThatWasMoved) {
  Model moved = std::move(model);
  EXPECT_TRUE(model.is_same(moved));
  EXPECT_EQ(model.velocity_size(), 8);
  EXPECT_NO_THROW(forward_dynamics(work, q, v, tau, out));
  const PlanarChain chain = PlanarChain::from(Model(planar_chain(2)));
  PlanarChain copy = chain;
  const PlanarChain last = std::move(copy);
  EXPECT_EQ(last.size(), 2);
  EXPECT_EQ(copy.size(), 2);
  PlanarWorkspace<double> planar(chain), taken = std::move(planar);
  const std::vector<double> two(2);
  std::vector<double> a(2);
  EXPECT_EQ(complaint<std::logic_error>([&] { forward_dynamics(planar, two, two, two, a); }),
            "the workspace was moved from and can no longer be used");
  EXPECT_NO_THROW(forward_dynamics(taken, two, two, two, a));
}

TEST_F(WrongInputs, SuchAsUnknownNamesAreReportedWithTheKnownNames) {
  EXPECT_EQ(complaint([&] { model.frame("hand"); }),
            "no frame or body 'hand'; there are: base, link1, link2, tip");
  EXPECT_EQ(complaint([&] { model.joint("elbow"); }),
            "no moving joint 'elbow'; there are: floating_base, joint1, joint2");
}

}  // namespace sinew::test::wrong_inputs_test
