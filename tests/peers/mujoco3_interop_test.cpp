// The converter between sinew and MuJoCo 3: coordinates, mass matrix, bias forces, accelerations and Jacobians of the same
// robots agree after conversion, in both directions.
#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/interop.hpp"
#include "sinew/model/state.hpp"
#include "tests/peers/mujoco3_model.hpp"
#include "tests/support/places.hpp"

namespace sinew::test {
namespace {

using interop::Convention;
using interop::Converter;
using interop::PeerJoint;

// A tree with two bodies that float and one on a ball joint. MuJoCo and sinew number its joints alike.
constexpr const char* ball_and_free = R"(
<mujoco>
  <worldbody>
    <body name="arm" pos="0.1 0.2 0.3" euler="20 30 40">
      <joint name="hinge" axis="1 2 3"/>
      <geom type="box" size="0.1 0.2 0.3" pos="0.05 0 0" mass="1"/>
      <body name="ball" pos="0.2 0 0.1" euler="10 0 50">
        <joint name="socket" type="ball"/>
        <geom type="box" size="0.3 0.1 0.2" pos="0.1 0.2 0" mass="2"/>
        <body name="rod" pos="0.1 0 0">
          <joint name="slide" type="slide" axis="0 1 1"/>
          <geom type="box" size="0.1 0.1 0.2" pos="0 0.2 0.1" mass="0.5"/>
        </body>
      </body>
    </body>
    <body name="rock" pos="1 0 0" euler="0 0 90">
      <freejoint name="flight"/>
      <geom type="box" size="0.3 0.1 0.2" pos="0.1 0.2 0.3" mass="3"/>
    </body>
    <body name="bird" pos="0 1 0">
      <freejoint/>
      <geom type="box" size="0.1 0.1 0.3" pos="0 0.2 0.1" mass="1"/>
      <body name="wing" pos="0 0.1 0">
        <joint name="flap" axis="1 0 0"/>
        <geom type="box" size="0.1 0.1 0.3" pos="0 0.2 0.1" mass="1"/>
      </body>
    </body>
  </worldbody>
</mujoco>)";

// MuJoCo's joints in its order. Joints without a name have that of their body.
std::vector<PeerJoint> joints_of(const mjModel& model) {
  std::vector<PeerJoint> joints;
  for (int i = 0; i < model.njnt; ++i) {
    const std::string name = model.names + model.name_jntadr[i];
    const int end = i + 1 < model.njnt ? int(model.jnt_qposadr[i + 1]) : int(model.nq);
    joints.push_back({name.empty() ? model.names + model.name_bodyadr[model.jnt_bodyid[i]] : name,
                      end - model.jnt_qposadr[i]});
  }
  return joints;
}

class InteropMujoco3 : public Mujoco3Files {
 protected:
  // `ours`: the file that sinew reads, which may be another description of MuJoCo's robot.
  void compare(const std::string& ours, const std::string& theirs, const ReadOptions& options = {},
               double tolerance = 1e-9) {
    char error[1000] = "";
    const std::unique_ptr<mjModel, DeleteMujoco3> m(mj_loadXML(theirs.c_str(), nullptr, error, sizeof error));
    ASSERT_TRUE(m) << error;
    m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_ACTUATION;
    const std::unique_ptr<mjData, DeleteMujoco3> d(mj_makeData(m.get()));
    const Model model = load(ours, options);
    const Converter peer(model, Convention::mujoco, joints_of(*m));
    ASSERT_EQ(peer.position_size(), m->nq);
    ASSERT_EQ(peer.velocity_size(), m->nv);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(seed);
      compare_at(model, peer, *m, *d, random_state(model, seed), tolerance);
    }
  }

 private:
  static void compare_at(const Model& model, const Converter& peer, const mjModel& m, mjData& d,
                         const State& state, double tolerance) {
    const auto& [q, v, tau, acceleration] = state;
    const int n = int(m.nv);
    const auto numbers = [](mjtNum* first, int count) {
      return VectorView<mjtNum>(first, std::size_t(count));
    };
    peer.q_from_sinew(q, numbers(d.qpos, int(m.nq)));
    peer.v_from_sinew(q, v, numbers(d.qvel, n));
    peer.tau_from_sinew(q, tau, numbers(d.qfrc_applied, n));
    mj_forward(&m, &d);

    Workspace<double> work(model);
    MatrixXd M(n, n), their_M(n, n), converted(n, n);
    mass_matrix(work, q, M);
    mj_fullM(&m, &d, their_M.data());
    peer.mass_matrix_to_sinew(q, their_M, converted);
    EXPECT_LT(relative_error(converted, M), tolerance);
    peer.mass_matrix_from_sinew(q, M, converted);
    EXPECT_LT(relative_error(converted, their_M), tolerance);

    VectorXd a(n), their_a(n), tau_back(n), bias(n), at_zero(n);
    forward_dynamics(work, q, v, tau, a);
    peer.a_to_sinew(q, v, numbers(d.qacc, n), their_a);
    EXPECT_LT(relative_error(their_a, a), tolerance);
    peer.a_from_sinew(q, v, a, their_a);
    EXPECT_LT(relative_error(their_a, VectorXd(DensePart<double>(d.qacc, n))), tolerance);
    peer.tau_to_sinew(q, numbers(d.qfrc_applied, n), tau_back);
    EXPECT_LT(relative_error(tau_back, as_dense(tau)), 1e-14);

    // MuJoCo's bias force is the torque at zero qacc.
    peer.a_to_sinew(q, v, VectorXd::Zero(n), at_zero);
    inverse_dynamics(work, q, v, at_zero, tau_back);
    peer.tau_from_sinew(q, tau_back, bias);
    EXPECT_LT(relative_error(bias, VectorXd(DensePart<double>(d.qfrc_bias, n))), tolerance);

    for (int body = 1; body < m.nbody; ++body) {
      const char* const name = m.names + m.name_bodyadr[body];
      SCOPED_TRACE(name);
      compare_frame(peer, m, d, state, work, model.frame(name), body, tolerance);
    }
  }

  static void compare_frame(const Converter& peer, const mjModel& m, mjData& d, const State& state,
                            Workspace<double>& work, FrameIndex frame, int body, double tolerance) {
    const int n = int(m.nv);
    std::vector<mjtNum> jacp(std::size_t(3 * n)), jacr(std::size_t(3 * n));
    mj_jacBody(&m, &d, jacp.data(), jacr.data(), body);
    MatrixXd their_J(6, n), J(6, n), converted(6, n);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < n; ++j) {
        their_J(i, j) = jacp[std::size_t(i * n + j)];
        their_J(i + 3, j) = jacr[std::size_t(i * n + j)];
      }
    }
    set_state(work, state.q, state.v);
    jacobian(work, frame, Reference::aligned, J);
    peer.jacobian_to_sinew(state.q, their_J, converted);
    EXPECT_LT(relative_error(converted, J), tolerance);
    peer.jacobian_from_sinew(state.q, J, converted);
    EXPECT_LT(relative_error(converted, their_J), tolerance);

    // Local: in the axes of the body, at its origin.
    std::array<mjtNum, 6> twist;
    for (const bool local : {false, true}) {
      mj_objectVelocity(&m, &d, mjOBJ_XBODY, body, twist.data(), local);
      const Motion<double> own = velocity(work, frame, local ? Reference::body : Reference::aligned);
      EXPECT_LT(relative_error(as_dense(peer.twist_to_sinew(twist)), as_dense(own)), tolerance);
      EXPECT_LT(relative_error(VectorXd(DensePart<double>(peer.twist_from_sinew(own).data(), 6)),
                               VectorXd(DensePart<double>(twist.data(), 6))),
                tolerance);
    }

    // A wrench on the body, about its centre of mass in world axes, as in xfrc_applied.
    std::array<mjtNum, 6> wrench{1, 2, 3, 4, 5, 6};
    VectorXd at_joints = VectorXd::Zero(n), converted_back(n);
    mj_applyFT(&m, &d, &wrench[0], &wrench[3], &d.xipos[3 * body], body, at_joints.data());
    const mjtNum* const x = d.xipos + 3 * body;
    const mjtNum* const o = d.xpos + 3 * body;
    const Transform<double> shift{{}, {x[0] - o[0], x[1] - o[1], x[2] - o[2]}};
    const Force<double> about_origin = shift.force_to_parent(peer.wrench_to_sinew(wrench));
    peer.tau_from_sinew(state.q, VectorXd(J.transpose() * VectorXd(as_dense(about_origin))), converted_back);
    EXPECT_LT(relative_error(converted_back, at_joints), tolerance);
  }
};

TEST_F(InteropMujoco3, AgreesOnBallAndFreeJoints) {
  const std::string file = write("robot.xml", ball_and_free);
  compare(file, file);
}

TEST_F(InteropMujoco3, AgreesOnTheHumanoid) {
  const std::string file = source_folder() + "/models/humanoid.xml";
  compare(file, file);
}

// sinew reads the URDF, in which the joints have the same names, and MuJoCo the MJCF. The inertias of the two files differ
// by rounding.
TEST_F(InteropMujoco3, AgreesOnTheHumanoidFromAnotherFile) {
  compare(source_folder() + "/models/humanoid.urdf", source_folder() + "/models/humanoid.xml",
          {.base = Base::floating}, 1e-5);
}

// Bodies in another order have other indices of their joints.
TEST_F(InteropMujoco3, AgreesOnRobotsInAnotherOrder) {
  std::string reordered = ball_and_free;
  const std::size_t rock = reordered.find("    <body name=\"rock\""),
                    bird = reordered.find("    <body name=\"bird\""), end = reordered.find("  </worldbody>");
  const std::string other = reordered.substr(0, rock) + reordered.substr(bird, end - bird) +
                            reordered.substr(rock, bird - rock) + reordered.substr(end);
  compare(write("robot.xml", ball_and_free), write("other.xml", other));
}

}  // namespace
}  // namespace sinew::test
