// The converter without a peer: its maps are consistent with each other and with motion, and it says what it refuses.
// tests/peers/*_interop_test.cpp compare it with the libraries that it knows.
#include "sinew/interop/converter.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::converter_test {
namespace {

using interop::Axes;
using interop::Convention;
using interop::Converter;
using interop::Halves;
using interop::PeerJoint;

Body body(const std::string& name, const std::string& parent, Joint joint) {
  return {.name = name,
          .parent = parent,
          .placement = {rotation_from_rpy(Vector3<double>{0.3, -0.2, 0.4}), {0.1, 0.2, -0.3}},
          .joint = std::move(joint),
          .inertial = {1, {0.1, 0.2, 0.3}, {0.5, 0.01, 0.02, 0.6, 0.03, 0.7}}};
}

// A robot with one joint of each kind that the convention has. Its base floats on a tilted, fixed platform.
Description robot_of(const Convention& convention) {
  Description robot{.name = "robot", .bodies = {body("platform", "", {.name = "mount"})}};
  std::string parent = "platform";
  for (const JointKind kind :
       {JointKind::floating, JointKind::continuous, JointKind::spherical, JointKind::planar,
        JointKind::prismatic, JointKind::helical, JointKind::universal, JointKind::revolute}) {
    if (!convention.joints.contains(kind)) continue;
    const std::string name = name_of(kind);
    Joint joint{.name = name + "_joint", .kind = kind};
    if (kind == JointKind::helical) joint.pitch = 0.1;
    robot.bodies.push_back(body(name, parent, joint));
    parent = name;
  }
  return robot;
}

std::vector<Convention> conventions() {
  Convention other = Convention::pinocchio;  // no library, but a combination that the others leave out
  other.name = "other";
  other.floats_in_world = true;
  other.floating_angular = Axes::base;
  other.floating_velocity = Halves::angular_first;
  return {{}, Convention::pinocchio, Convention::mujoco, Convention::drake, Convention::kdl, other};
}

class EveryConvention : public testing::TestWithParam<Convention> {
 protected:
  // The joints in another order than the model's.
  std::vector<std::string> names() const {
    auto names = joint_names(model, interop::JointOrder::as_written);
    std::reverse(names.begin(), names.end());
    return names;
  }

  const Model model{robot_of(GetParam())};
  const Converter peer{model, GetParam(), names()};
  const State state = random_state(model, 3);
  const int n = model.velocity_size();

  VectorXd peer_position(const std::vector<double>& q) const {
    VectorXd result(peer.position_size());
    peer.q_from_sinew(q, result);
    return result;
  }
  VectorXd peer_velocity(const std::vector<double>& q, const std::vector<double>& v) const {
    VectorXd result(n);
    peer.v_from_sinew(q, v, result);
    return result;
  }
};

TEST_P(EveryConvention, BringsEverythingBack) {
  const auto& [q, v, tau, a] = state;
  VectorXd there(n), back(n), position(model.position_size());
  peer.q_to_sinew(peer_position(q), position);
  // A quaternion and its opposite are the same rotation.
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) continue;
    const int w = joint.q_index + joint.q_size - 4;
    if (position[w] * q[std::size_t(w)] < 0) {
      for (int i = w; i < w + 4; ++i) position[i] = -position[i];
    }
  }
  EXPECT_LT(relative_error(position, as_dense(q)), 1e-14);
  peer.v_from_sinew(q, v, there);
  peer.v_to_sinew(q, there, back);
  EXPECT_LT(relative_error(back, as_dense(v)), 1e-14);
  peer.a_from_sinew(q, v, a, there);
  peer.a_to_sinew(q, v, there, back);
  EXPECT_LT(relative_error(back, as_dense(a)), 1e-14);
  peer.tau_from_sinew(q, tau, there);
  peer.tau_to_sinew(q, there, back);
  EXPECT_LT(relative_error(back, as_dense(tau)), 1e-14);

  Workspace<double> work(model);
  MatrixXd M(n, n), their_M(n, n), M_back(n, n), J(6, n), their_J(6, n), J_back(6, n);
  mass_matrix(work, q, M);
  peer.mass_matrix_from_sinew(q, M, their_M);
  peer.mass_matrix_to_sinew(q, their_M, M_back);
  EXPECT_LT(relative_error(M_back, M), 1e-14);
  jacobian(work, model.last_body(), Reference::aligned, J);
  peer.jacobian_from_sinew(q, J, their_J);
  peer.jacobian_to_sinew(q, their_J, J_back);
  EXPECT_LT(relative_error(J_back, J), 1e-14);

  const Motion<double> twist{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(peer.twist_to_sinew(peer.twist_from_sinew(twist)), twist);
  const Force<double> wrench{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(peer.wrench_to_sinew(peer.wrench_from_sinew(wrench)), wrench);
}

TEST_P(EveryConvention, PreservesPowerEnergyAndTwists) {
  const auto& [q, v, tau, a] = state;
  const VectorXd their_v = peer_velocity(q, v);
  VectorXd their_tau(n);
  peer.tau_from_sinew(q, tau, their_tau);
  EXPECT_NEAR(their_v.dot(their_tau), as_dense(v).dot(as_dense(tau)), 1e-13);

  Workspace<double> work(model);
  MatrixXd M(n, n), their_M(n, n), J(6, n), their_J(6, n);
  mass_matrix(work, q, M);
  peer.mass_matrix_from_sinew(q, M, their_M);
  EXPECT_NEAR(their_v.dot(their_M * their_v), as_dense(v).dot(M * as_dense(v)), 1e-12);

  jacobian(work, model.last_body(), Reference::aligned, J);
  peer.jacobian_from_sinew(q, J, their_J);
  const Vector6d twist = J * as_dense(v), their_twist = their_J * their_v;
  const bool swapped = GetParam().jacobian == Halves::linear_first;
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(their_twist[swapped ? (i + 3) % 6 : i], twist[i], 1e-13);
}

// The peer's acceleration is the rate of the peer's velocity along a motion with constant acceleration.
TEST_P(EveryConvention, AccelerationsAreRatesOfVelocities) {
  const std::vector<double>&q = state.q, &v = state.v, &a = state.a;
  const auto velocity_at = [&](double time) {
    std::vector<double> later_q(q.size()), mean(v.size()), later_v(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      mean[i] = v[i] + 0.5 * time * a[i];
      later_v[i] = v[i] + time * a[i];
    }
    model.integrate(q, mean, time, later_q);
    return peer_velocity(later_q, later_v);
  };
  const double h = 1e-5;
  VectorXd their_a(n);
  peer.a_from_sinew(q, v, a, their_a);
  EXPECT_LT(relative_error((1 / (2 * h)) * (velocity_at(h) - velocity_at(-h)), their_a), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Converter, EveryConvention, testing::ValuesIn(conventions()),
                         [](const auto& info) { return std::string(info.param.name); });

// A body in the world, rotated by 90 degrees about z: its x axis is the world's y axis.
class Rotated : public testing::Test {
 protected:
  const Model model{{.name = "box",
                     .bodies = {{.name = "box",
                                 .joint = {.name = "free", .kind = JointKind::floating},
                                 .inertial = {1, {}, {1, 0, 0, 1, 0, 1}}}}}};
  const double half = std::numbers::sqrt2 / 2;
  const std::vector<double> q{1, 2, 3, half, 0, 0, half}, v{0.1, 0.2, 0.3, 4, 5, 6};
};

TEST_F(Rotated, IsKnownToMujoco) {
  const Converter peer(model, Convention::mujoco);
  std::vector<double> their_q(7), their_v(6), their_a(6);
  peer.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, q);
  peer.v_from_sinew(q, v, their_v);
  EXPECT_LT(relative_error(as_dense(their_v), as_dense(std::vector{-5., 4., 6., 0.1, 0.2, 0.3})), 1e-15);
  // omega x linear = (0.2*6 - 0.3*5, 0.3*4 - 0.1*6, 0.1*5 - 0.2*4) = (-0.3, 0.6, -0.3), in world axes (-0.6, -0.3, -0.3)
  peer.a_from_sinew(q, v, std::vector<double>(6), their_a);
  EXPECT_LT(relative_error(as_dense(their_a), as_dense(std::vector{-0.6, -0.3, -0.3, 0., 0., 0.})), 1e-14);
}

TEST_F(Rotated, IsKnownToPinocchio) {
  const Converter peer(model, Convention::pinocchio, std::vector<std::string>{"root_joint"});
  std::vector<double> their_q(7), their_v(6), their_a(6);
  peer.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, (std::vector{1., 2., 3., 0., 0., half, half}));
  peer.v_from_sinew(q, v, their_v);
  EXPECT_EQ(their_v, (std::vector{4., 5., 6., 0.1, 0.2, 0.3}));
  peer.a_from_sinew(q, v, v, their_a);
  EXPECT_EQ(their_a, their_v);
}

TEST_F(Rotated, IsKnownToDrake) {
  const Converter peer(model, Convention::drake, std::vector<std::string>{"box"});
  std::vector<double> their_q(7), their_v(6);
  peer.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, (std::vector{half, 0., 0., half, 1., 2., 3.}));
  peer.v_from_sinew(q, v, their_v);
  EXPECT_LT(relative_error(as_dense(their_v), as_dense(std::vector{-0.2, 0.1, 0.3, -5., 4., 6.})), 1e-15);
}

// A base that floats on a tilted, fixed platform: its pose and its twist in the world are those of the body.
TEST(Converter, GivesThePoseInTheWorldToPeersThatFloatThere) {
  const Model model(robot_of(Convention::mujoco));
  const State state = random_state(model, 5);
  Workspace<double> work(model);
  set_state(work, state.q, state.v);
  const FrameIndex base = model.frame("floating");
  const Transform<double> at = pose(work, base);
  const Motion<double> twist = velocity(work, base, Reference::aligned);

  const Converter mujoco(model, Convention::mujoco), drake(model, Convention::drake);
  std::vector<double> q(std::size_t(mujoco.position_size())), v(std::size_t(mujoco.velocity_size()));
  mujoco.q_from_sinew(state.q, q);
  EXPECT_LT(norm(Vector3<double>{q[0], q[1], q[2]} - at.translation), 1e-14);
  EXPECT_LT(relative_error(as_dense(rotation_from_quaternion(q[3], q[4], q[5], q[6])), as_dense(at.rotation)),
            1e-14);
  mujoco.v_from_sinew(state.q, state.v, v);
  EXPECT_LT(norm(Vector3<double>{v[0], v[1], v[2]} - twist.linear), 1e-14);
  EXPECT_LT(norm(at.rotation * Vector3<double>{v[3], v[4], v[5]} - twist.angular), 1e-14);

  q.resize(std::size_t(drake.position_size()));
  drake.q_from_sinew(state.q, q);
  EXPECT_LT(norm(Vector3<double>{q[4], q[5], q[6]} - at.translation), 1e-14);
  EXPECT_LT(relative_error(as_dense(rotation_from_quaternion(q[0], q[1], q[2], q[3])), as_dense(at.rotation)),
            1e-14);
  drake.v_from_sinew(state.q, state.v, v);
  EXPECT_LT(norm(Vector3<double>{v[0], v[1], v[2]} - twist.angular), 1e-14);
  EXPECT_LT(norm(Vector3<double>{v[3], v[4], v[5]} - twist.linear), 1e-14);
}

// ---- The order and the form of joints --------------------------------------------------------------
Description branched() {
  const auto hinge = [](const std::string& name) {
    return Joint{.name = name, .kind = JointKind::continuous};
  };
  return {.name = "branched",
          .bodies = {body("base", "", {.name = "mount"}), body("b", "base", hinge("j_b")),
                     body("d", "b", hinge("j_d")), body("plate", "base", {.name = "fixed_plate"}),
                     body("a", "base", hinge("j_a")), body("e", "plate", hinge("j_e")),
                     body("c", "plate", hinge("j_c"))}};
}

TEST(JointNames, AreInTheOrderOfTheFileOrOfTheAlphabet) {
  const Model model(branched());
  using Names = std::vector<std::string>;
  EXPECT_EQ(joint_names(model, interop::JointOrder::as_written), (Names{"j_b", "j_d", "j_e", "j_c", "j_a"}));
  // base: fixed_plate, j_a, j_b. The joints on the plate are where the plate's joint is.
  EXPECT_EQ(joint_names(model, interop::JointOrder::by_name), (Names{"j_c", "j_e", "j_a", "j_b", "j_d"}));
}

TEST(Converter, UsesTheOrderOfTheConventionByDefault) {
  const Model model(branched());
  const Converter kdl(model, Convention::kdl), mujoco(model, Convention::mujoco);
  const std::vector<double> q{1, 2, 3, 4, 5};
  std::vector<double> their_q(5);
  kdl.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, (std::vector<double>{4, 3, 5, 1, 2}));
  mujoco.q_from_sinew(q, their_q);
  EXPECT_EQ(their_q, q);
}

TEST(Converter, ReadsAnglesAsThePeerSays) {
  const Model model(branched());
  const auto size = [&](int of_first) {
    std::vector<PeerJoint> joints{{"j_a", of_first}};
    for (const char* name : {"j_b", "j_c", "j_d", "j_e"}) joints.push_back({name, 2});
    return Converter(model, Convention::pinocchio, joints).position_size();
  };
  EXPECT_EQ(size(2), 10);
  EXPECT_EQ(size(-1), 10);
  EXPECT_EQ(size(1), 9);
  EXPECT_THROW(size(3), std::invalid_argument);
  // Any multiple of the cosine and the sine gives the angle.
  const Converter peer(model, Convention::pinocchio);
  std::vector<double> q(5), their_q{0, 2, -1, 0, 3, 3, 1, 0, 1, 0};
  peer.q_to_sinew(their_q, q);
  const double quarter = std::numbers::pi / 2;
  EXPECT_LT(relative_error(as_dense(q), as_dense(std::vector{0., 0., 2 * quarter, quarter, quarter / 2})),
            1e-15);
  their_q[1] = 0;
  EXPECT_EQ(complaint([&] { peer.q_to_sinew(their_q, q); }), "cosine and sine of joint 'j_c' are both zero");
}

TEST(Converter, KnowsJointsByTheBodyThatTheyCarryAndIgnoresFixedOnes) {
  const Model model(branched());
  const std::vector<std::string> names{"a", "mount", "j_b", "fixed_plate", "c", "d", "j_e"};
  const Converter peer(model, Convention::mujoco, names);
  std::vector<std::string> found;
  for (const interop::JointMap& joint : peer.joints()) found.push_back(joint.name);
  EXPECT_EQ(found, (std::vector<std::string>{"j_a", "j_b", "j_c", "j_d", "j_e"}));
}

TEST(Converter, NamesEveryJointThatDoesNotFit) {
  const Model model(branched());
  const std::vector<PeerJoint> joints{{"j_a"}, {"j_x"}, {"a"}, {"j_b", 7}, {"fixed_plate", 1}, {"j_c"}};
  EXPECT_EQ(complaint([&] { Converter(model, Convention::mujoco, joints); }),
            "the joints of MuJoCo do not fit those of robot 'branched':\n"
            "  unknown joint 'j_x': did you mean 'j_b'? (expected one of j_b, j_d, j_e, j_c, j_a)\n"
            "  joint 'j_a' is listed twice\n"
            "  continuous joint 'j_b': its q has 7 numbers in MuJoCo, expected 1\n"
            "  joint 'fixed_plate' is fixed in the model\n"
            "  not listed: 'j_d', 'j_e' (lock joints that the peer does not move)");
}

TEST(Converter, NamesEveryJointThatThePeerDoesNotHave) {
  const Model model(robot_of(Convention{}));
  EXPECT_EQ(complaint([&] { Converter(model, Convention::kdl); }),
            "the joints of KDL do not fit those of robot 'robot':\n"
            "  floating joint 'floating_joint': KDL has no such joints\n"
            "  spherical joint 'spherical_joint': KDL has no such joints\n"
            "  planar joint 'planar_joint': KDL has no such joints\n"
            "  helical joint 'helical_joint': KDL has no such joints\n"
            "  universal joint 'universal_joint': KDL has no such joints");
  Description flying{
      .name = "flying",
      .bodies = {body("slider", "", {.name = "rail", .kind = JointKind::prismatic}),
                 body("flyer", "slider", {.name = "free", .kind = JointKind::floating}),
                 body("puck", "", {.name = "table", .kind = JointKind::planar, .axis = {1, 0, 0}})}};
  EXPECT_EQ(
      complaint([&] { Converter(Model(flying), Convention::drake); }),
      "the joints of Drake do not fit those of robot 'flying':\n"
      "  floating joint 'free': in Drake floating joints are on the ground, but joint 'rail' carries this "
      "one");
  EXPECT_EQ(complaint([&] { Converter(Model(flying), Convention::pinocchio); }),
            "the joints of Pinocchio do not fit those of robot 'flying':\n"
            "  planar joint 'table': in Pinocchio it moves in the plane of x and y, so its axis has to be z");
  // The name of the root is not clear if two bodies float on the ground.
  Description two{.name = "two",
                  .bodies = {body("a", "", {.name = "free_a", .kind = JointKind::floating}),
                             body("b", "", {.name = "free_b", .kind = JointKind::floating})}};
  const std::vector<std::string> names{"root_joint", "free_b"};
  EXPECT_TRUE(contains(complaint([&] { Converter(Model(two), Convention::pinocchio, names); }),
                       "unknown joint 'root_joint'"));
}

TEST(Converter, ChecksSizesAndNumbers) {
  const Model model(branched());
  const Converter peer(model, Convention::pinocchio);
  std::vector<double> q(5), their_q(10), v(5), wrong(4);
  MatrixXd M(5, 5), J(6, 5), wrong_matrix(5, 6);
  const auto refused = [](const std::string& message, auto&& call) {
    EXPECT_TRUE(starts_with(complaint(call), message));
  };
  refused("the peer's q has 4 numbers, expected 10", [&] { peer.q_to_sinew(wrong, q); });
  refused("q has 4 numbers, expected 5", [&] { peer.q_to_sinew(their_q, wrong); });
  refused("q has 4 numbers, expected 5", [&] { peer.q_from_sinew(wrong, their_q); });
  refused("the peer's q has 4 numbers, expected 10", [&] { peer.q_from_sinew(q, wrong); });
  refused("q has 4 numbers", [&] { peer.v_to_sinew(wrong, v, v); });
  refused("the peer's v has 4 numbers", [&] { peer.v_to_sinew(q, wrong, v); });
  refused("v has 4 numbers", [&] { peer.v_to_sinew(q, v, wrong); });
  refused("v has 4 numbers", [&] { peer.v_from_sinew(q, wrong, v); });
  refused("the peer's v has 4 numbers", [&] { peer.v_from_sinew(q, v, wrong); });
  refused("v has 4 numbers", [&] { peer.a_to_sinew(q, wrong, v, v); });
  refused("the peer's a has 4 numbers", [&] { peer.a_to_sinew(q, v, wrong, v); });
  refused("a has 4 numbers", [&] { peer.a_from_sinew(q, v, wrong, v); });
  refused("the peer's tau has 4 numbers", [&] { peer.tau_to_sinew(q, wrong, v); });
  refused("tau has 4 numbers", [&] { peer.tau_from_sinew(q, wrong, v); });
  refused("the peer's matrix is 5 x 6, expected 5 x 5",
          [&] { peer.mass_matrix_to_sinew(q, wrong_matrix, M); });
  refused("the peer's matrix is 5 x 6, expected 5 x 5",
          [&] { peer.mass_matrix_from_sinew(q, M, wrong_matrix); });
  refused("the peer's Jacobian is 5 x 6, expected 6 x 5",
          [&] { peer.jacobian_to_sinew(q, wrong_matrix, J); });
  refused("the Jacobian is 5 x 6, expected 6 x 5", [&] { peer.jacobian_to_sinew(q, J, wrong_matrix); });
  refused("the peer's twist has 4 numbers, expected 6", [&] { peer.twist_to_sinew(wrong); });
  refused("the peer's wrench has 4 numbers, expected 6", [&] { peer.wrench_to_sinew(wrong); });
  v[2] = NAN;
  refused("v[2]", [&] { peer.v_from_sinew(q, v, v); });
  M(1, 2) = NAN;
  refused("the matrix(1, 2) is nan; expected a finite number", [&] { peer.mass_matrix_from_sinew(q, M, M); });

  const Model box(
      {.name = "box", .bodies = {body("box", "", {.name = "free", .kind = JointKind::floating})}});
  std::vector<double> no_rotation(7), twist(6), result(6);
  EXPECT_EQ(complaint([&] { Converter(box, Convention::drake).v_from_sinew(no_rotation, twist, result); }),
            "the quaternion of joint 'free' has length zero");
}

}  // namespace
}  // namespace sinew::test::converter_test
