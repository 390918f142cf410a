// Each control law against what it promises: by the dynamics at an instant, by finite differences, and over time
// against the closed form of a mass on a spring with a damper.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/mass_matrix.hpp"
#include "sinew/chains/closed_inverse_dynamics.hpp"
#include "sinew/io/load.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/simulate/computed_torque.hpp"
#include "sinew/simulate/decoupled_control.hpp"
#include "sinew/simulate/joint_pd.hpp"
#include "sinew/simulate/operational_space_control.hpp"
#include "sinew/simulate/passivity_control.hpp"
#include "tests/support/random.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {
namespace {

std::string model_file(const std::string& name) {
  return std::string(SINEW_SOURCE_DIR) + "/models/" + name;
}

// A chain with a ball joint in the middle, whose base floats where that is asked for.
Model ball_arm(bool floats = false) {
  Description arm = random_chain(5, 3);
  arm.bodies[2].joint.kind = JointKind::spherical;
  if (floats) {
    arm = with_floating_base(arm);
    Body base{.name = "base"};
    base.joint = {.name = "free", .kind = JointKind::floating};
    base.inertial = {3, {0.1, 0, 0.2}, {0.4, 0, 0, 0.5, 0, 0.6}};
    arm.bodies[0].parent = "base";
    arm.bodies.insert(arm.bodies.begin(), base);
  }
  return Model(arm);
}

TrajectoryPlan motion(const Model& model, std::uint64_t seed) {
  TrajectoryPlan plan{.interpolation = Interpolation::spline, .times = {0, 1, 2.5}};
  for (std::uint64_t i = 0; i < 3; ++i) plan.values.push_back(random_state(model, 10 * seed + i).q);
  return plan;
}

std::vector<double> accelerations(const Model& model, const State& state, const std::vector<double>& tau) {
  Workspace<double> work(model);
  std::vector<double> a(tau.size());
  forward_dynamics(model, work, state.q, state.v, tau, a);
  return a;
}

std::vector<double> moments(Controller& controller, double t, const State& state) {
  std::vector<double> tau(state.v.size(), std::nan(""));
  controller.moments(t, state.q, state.v, tau);
  return tau;
}

// Where the state is h later, by accelerations that stay.
State moved(const Model& model, const State& state, const std::vector<double>& a, double h) {
  State later = state;
  std::vector<double> mean(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    mean[i] = state.v[i] + h * a[i] / 2;
    later.v[i] = state.v[i] + h * a[i];
  }
  model.integrate(state.q, mean, h, later.q);
  return later;
}

// e of e'' + 2 c e' + c^2 e = 0.
double fading(double e, double rate, double c, double t) {
  return (e + (rate + c * e) * t) * std::exp(-c * t);
}

std::vector<std::string> all_joints(const Model& model, std::size_t first = 0) {
  std::vector<std::string> names;
  for (const JointInfo& joint : model.joints().subspan(first)) names.push_back(joint.name);
  return names;
}

SimulationReport run(const Model& model, const State& start, std::unique_ptr<Controller> controller,
                     double duration, Phase& end, double step = 2e-3) {
  Simulation simulation(model, {}, {.duration = duration, .record_interval = duration});
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = step});
  simulation.phase().q = start.q;
  simulation.phase().v = start.v;
  simulation.add(std::move(controller));
  const SimulationReport report = simulation.run();
  end = simulation.phase();
  return report;
}

// ---- Joint PD ------------------------------------------------------------------------------------

TEST(JointPd, APendulumWithoutGravityInItsLawHangsWhereTheSpringBalances) {
  const Model model(pendulum(2, 0.5, 0.1));
  const double target = 1, stiffness = 30;
  double low = 0, high = target;  // stiffness (target - q) = m g l sin q
  for (int i = 0; i < 60; ++i) {
    const double q = (low + high) / 2;
    (stiffness * (target - q) > 2 * 9.81 * 0.5 * std::sin(q) ? low : high) = q;
  }
  Phase end;
  run(model, {.q = {0}, .v = {0}},
      std::make_unique<JointPd>(
          model,
          JointPdPlan{
              .stiffness = {stiffness}, .damping = {5}, .gravity = false, .target = standing_at({target})}),
      8, end, 1e-2);
  EXPECT_NEAR(end.q[0], low, 1e-9);
  EXPECT_NEAR(end.v[0], 0, 1e-9);
}

TEST(JointPd, WithGravityARobotAtItsTargetStaysThere) {
  const Model model = ball_arm();
  const State there = random_state(model, 5);
  JointPd control(model, {.joints = all_joints(model), .target = standing_at(there.q)});
  const State state{.q = there.q, .v = std::vector<double>(there.v.size())};
  for (const double a : accelerations(model, state, moments(control, 0, state))) EXPECT_NEAR(a, 0, 1e-9);
}

TEST(JointPd, OneMotorHoldsALinkageUp) {
  const Scene scene = load_scene(model_file("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  State state{.q = scene.robots[0].state.q, .v = {0, 0, 0}};
  JointPd control(model, {.joints = {"crank_joint"}, .target = standing_at(state.q)});
  const std::vector<double> tau = moments(control, 0, state);
  EXPECT_NE(tau[0], 0);
  EXPECT_EQ(tau[1], 0);
  Mechanism mechanism(model);
  std::vector<double> a(3);
  mechanism.accelerations(state.q, state.v, tau, a);
  for (const double x : a) EXPECT_NEAR(x, 0, 1e-9);
}

TEST(JointPd, MotorsTakeTheirOwnGainsAndOthersGetNothing) {
  const Model model(random_chain(4, 1));
  const State state = random_state(model, 1), target = random_state(model, 2);
  JointPd control(model, {.joints = {"joint3", "joint1"},
                          .stiffness = {30, 10},
                          .damping = {3, 1},
                          .gravity = false,
                          .target = standing_at(target.q)});
  const std::vector<double> tau = moments(control, 0, state);
  EXPECT_DOUBLE_EQ(tau[0], 10 * (target.q[0] - state.q[0]) - 1 * state.v[0]);
  EXPECT_EQ(tau[1], 0);
  EXPECT_DOUBLE_EQ(tau[2], 30 * (target.q[2] - state.q[2]) - 3 * state.v[2]);
  EXPECT_EQ(tau[3], 0);
}

// ---- Computed torque -----------------------------------------------------------------------------

TEST(ComputedTorque, ErrorsFadeLikeAMassOnASpringAlsoOfABallJoint) {
  const Model model = ball_arm();
  State start = random_state(model, 11);
  const TrajectoryPlan target = motion(model, 4);
  const double c = 6;
  Tracking tracking(model, target);
  tracking.update(0, start.q, start.v);
  const std::vector<double> e(tracking.error().begin(), tracking.error().end()),
      rate(tracking.error_rate().begin(), tracking.error_rate().end());
  Phase end;
  run(model, start,
      std::make_unique<ComputedTorque>(
          model,
          ComputedTorquePlan{
              .joints = all_joints(model), .stiffness = {c * c}, .damping = {2 * c}, .target = target}),
      0.4, end);
  tracking.update(0.4, end.q, end.v);
  for (std::size_t i = 0; i < e.size(); ++i)
    EXPECT_NEAR(tracking.error()[i], fading(e[i], rate[i], c, 0.4), 1e-7) << i;
}

TEST(ComputedTorque, OfAFloatingRobotTheMotorsObeyTheirLaw) {
  const Model model = ball_arm(true);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const State state = random_state(model, seed);
    ComputedTorque control(model, {.stiffness = {50}, .damping = {8}, .target = motion(model, seed)});
    const std::vector<double> tau = moments(control, 0.7, state), a = accelerations(model, state, tau);
    std::vector<double> q(state.q.size()), v(state.v.size()), target(state.v.size());
    Trajectory(model, motion(model, seed)).at(0.7, q, v, target);
    int motors = 0;
    for (const JointInfo& joint : model.joints()) {
      for (int k = 0; k < joint.v_size; ++k) {
        const auto i = std::size_t(joint.v_index + k);
        if (joint.v_size > 1) {
          EXPECT_EQ(tau[i], 0);
          continue;
        }
        const auto j = std::size_t(joint.q_index);
        EXPECT_NEAR(a[i], target[i] + 8 * (v[i] - state.v[i]) + 50 * (q[j] - state.q[j]), 1e-7);
        ++motors;
      }
    }
    EXPECT_EQ(motors, 4);
  }
}

TEST(ComputedTorque, TheCrankOfALinkageObeysItsLaw) {
  const Scene scene = load_scene(model_file("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  const State& start = scene.robots[0].state;
  const double c = 8;
  std::vector<double> target = start.q;
  target[0] += 1;
  Phase end;
  const SimulationReport report =
      run(model, start,
          std::make_unique<ComputedTorque>(model, ComputedTorquePlan{.joints = {"crank_joint"},
                                                                     .stiffness = {c * c},
                                                                     .damping = {2 * c},
                                                                     .target = standing_at(target)}),
          0.3, end, 1e-3);
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_NEAR(target[0] - end.q[0], fading(1, -start.v[0], c, 0.3), 1e-8);
}

// With more motors than freedoms: the moments of least norm that give the same accelerations come from another method.
TEST(ComputedTorque, TwoArmsWithABeamMoveAsNearToTheLawAsTheGraspsAllow) {
  const Scene scene = load_scene(model_file("dual_arm_beam.yaml"));
  const Model model = as_one_model(scene);
  const State state = as_one_state(scene);
  State target = random_state(model, 3);
  ComputedTorque control(model, {.stiffness = {20}, .damping = {4}, .target = standing_at(target.q)});
  const std::vector<double> tau = moments(control, 0, state);
  Mechanism mechanism(model);
  std::vector<double> a(tau.size()), least(tau.size()), motors(tau.size());
  mechanism.accelerations(state.q, state.v, tau, a);
  std::vector<int> actuated(14);
  for (int i = 0; i < 14; ++i) actuated[std::size_t(i)] = i;
  ClosedInverseDynamics<double> inverse(model, mechanism.chain(), actuated);
  Workspace<double> work(model);
  EXPECT_LT(inverse.solve(model, work, mechanism.chain(), state.q, state.v, a, least), 1e-7);
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], least[i], 1e-6) << i;
  // What is missing of the law is nothing that a motion could give.
  const Matrix<double>& S = inverse.kinematics().independent_motions();
  for (int k = 0; k < S.cols(); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < 14; ++i)
      sum += S(int(i), k) * (a[i] - 20 * (target.q[i] - state.q[i]) + 4 * state.v[i]);
    EXPECT_NEAR(sum, 0, 1e-6);
  }
}

TEST(ComputedTorque, KnowsWhenALoopIsOpened) {
  const Scene scene = load_scene(model_file("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  const State& state = scene.robots[0].state;
  ComputedTorque control(model,
                         {.joints = {"crank_joint", "rocker_joint"}, .target = standing_at({1, 2, 3})});
  control.grasp_changed("closing_joint", false);
  const std::vector<double> a = accelerations(model, state, moments(control, 0, state));
  for (const std::size_t i : {0, 2})
    EXPECT_NEAR(a[i], 100 * (double(i + 1) - state.q[i]) - 20 * state.v[i], 1e-7);
}

// ---- Operational space ---------------------------------------------------------------------------

Transform<double> frame_pose(const Model& model, const std::vector<double>& q, const std::string& frame) {
  Workspace<double> work(model);
  update_poses(model, work, q);
  return pose(model, work, model.frame(frame));
}

TEST(OperationalSpaceControl, TheErrorsOfTheFrameFadeLikeAMassOnASpring) {
  const Model model = load(model_file("arm7.urdf"));
  State start{.q = {0.3, 0.6, 0.2, -1.4, 0.1, 1.1, 0.4}, .v = {0.3, -0.2, 0.1, 0.4, 0.2, -0.3, 0.5}};
  const Transform<double> there = frame_pose(model, {0.1, 0.7, 0, -1.2, 0.3, 0.9, 0}, "tool");
  const auto coordinates = pose_coordinates(there);
  const double c = 5, duration = 0.5;
  Workspace<double> work(model);
  update_velocities(model, work, start.q, start.v);
  const Transform<double> from = pose(model, work, model.frame("tool"));
  const Motion<double> twist = velocity(model, work, model.frame("tool"), Reference::aligned);
  Tracking tracking(pose_model(), standing_at({coordinates.begin(), coordinates.end()}));
  const auto turned = [&](const std::vector<double>& q,
                          const std::vector<double>& v) {  // e and e' of turning
    update_velocities(model, work, q, v);
    tracking.update(0, pose_coordinates(pose(model, work, model.frame("tool"))),
                    components(velocity(model, work, model.frame("tool"))));
    std::vector<double> both(tracking.error().begin(), tracking.error().begin() + 3);
    both.insert(both.end(), tracking.error_rate().begin(), tracking.error_rate().begin() + 3);
    return both;
  };
  const std::vector<double> turn = turned(start.q, start.v);
  Phase end;
  run(model, start,
      std::make_unique<OperationalSpaceControl>(
          model, OperationalSpacePlan{.frame = "tool",
                                      .stiffness = {c * c},
                                      .damping = {2 * c},
                                      .target = standing_at({coordinates.begin(), coordinates.end()})}),
      duration, end);
  const Vector3<double> e = there.translation - from.translation,
                        left = there.translation - frame_pose(model, end.q, "tool").translation;
  EXPECT_NEAR(left.x, fading(e.x, -twist.linear.x, c, duration), 1e-8);
  EXPECT_NEAR(left.y, fading(e.y, -twist.linear.y, c, duration), 1e-8);
  EXPECT_NEAR(left.z, fading(e.z, -twist.linear.z, c, duration), 1e-8);
  const std::vector<double> last = turned(end.q, end.v);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(last[i], fading(turn[i], turn[i + 3], c, duration), 1e-8);
}

TEST(OperationalSpaceControl, TheNullSpaceDoesNotMoveTheFrameAndIsDampedByKineticEnergy) {
  const Model model(random_chain(9, 7));
  const FrameIndex tip = model.frame("tip");
  Workspace<double> work(model);
  Matrix<double> M(9, 9);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed), other = random_state(model, seed + 50);
    const auto target = pose_coordinates(frame_pose(model, other.q, "tip"));
    OperationalSpacePlan plan{.frame = "tip", .target = standing_at({target.begin(), target.end()})};
    std::vector<double> a[2];
    Motion<double> rate[2];
    for (const int k : {0, 1}) {
      plan.joint_damping = k == 0 ? 0 : 3;
      OperationalSpaceControl control(model, plan);
      a[k] = accelerations(model, state, moments(control, 0, state));
      update_accelerations(model, work, state.q, state.v, a[k]);
      rate[k] = acceleration(model, work, tip);
    }
    EXPECT_LT(norm(rate[0].angular - rate[1].angular), 1e-7);
    EXPECT_LT(norm(rate[0].linear - rate[1].linear), 1e-7);
    // The difference n is a motion that does not move the frame, and n^* M (a - a_0) = 0.
    mass_matrix(model, work, state.q, M);
    double product = 0, size = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      for (std::size_t j = 0; j < 9; ++j) {
        const double n = a[1][i] - a[0][i];
        product += n * M(int(i), int(j)) * (a[1][j] + 3 * state.v[j]);
        size += n * M(int(i), int(j)) * (a[1][j] - a[0][j]);
      }
    }
    EXPECT_GT(size, 1e-3);
    EXPECT_NEAR(product, 0, 1e-7 * (1 + size));
  }
}

TEST(OperationalSpaceControl, PassesAStretchedWristWithoutJumps) {
  const Model model = load(model_file("arm6.urdf"));
  const auto target = pose_coordinates(frame_pose(model, {0.2, 0.4, 0.9, 0.1, 0.5, 0.2}, "tool"));
  OperationalSpaceControl control(model,
                                  {.frame = "tool", .target = standing_at({target.begin(), target.end()})});
  State state{.q = {0, 0.3, 0.5, 0, 0, 0}, .v = {0, 0, 0, 0, 0, 0}};
  std::vector<double> before;
  double most = 0, jump = 0;
  for (double wrist = -0.02; wrist <= 0.02; wrist += 4e-6) {
    state.q[4] = wrist;
    const std::vector<double> tau = moments(control, 0, state);
    for (std::size_t i = 0; i < tau.size(); ++i) {
      ASSERT_TRUE(std::isfinite(tau[i]));
      most = std::max(most, std::abs(tau[i]));
      if (!before.empty()) jump = std::max(jump, std::abs(tau[i] - before[i]));
    }
    before = tau;
  }
  EXPECT_LT(jump, 0.05 * most);
  state.q[4] = 0.5;
  double far = 0;
  for (const double moment : moments(control, 0, state)) far = std::max(far, std::abs(moment));
  EXPECT_LT(most, 50 * far);
}

// Two hinges, of which the target stands off their plane; how the tip turns is not asked for.
TEST(OperationalSpaceControl, AnArmWithTooFewFreedomsGoesWhereItCan) {
  const Model model(planar_chain(2));
  const State start{.q = {0.5, 0.9}, .v = {0, 0}};
  const Transform<double> from = frame_pose(model, start.q, "tip");
  auto target = pose_coordinates(frame_pose(model, {0.8, 0.3}, "tip"));
  target[1] += 0.2;
  const double c = 5, duration = 0.8;
  Phase end;
  run(model, start,
      std::make_unique<OperationalSpaceControl>(
          model, OperationalSpacePlan{.frame = "tip",
                                      .stiffness = {0, 0, 0, c * c, c * c, c * c},
                                      .damping = {0, 0, 0, 2 * c, 2 * c, 2 * c},
                                      .target = standing_at({target.begin(), target.end()})}),
      duration, end);
  const Transform<double> there = frame_pose(model, end.q, "tip");
  EXPECT_NEAR(target[0] - there.translation.x, fading(target[0] - from.translation.x, 0, c, duration), 1e-8);
  EXPECT_NEAR(target[2] - there.translation.z, fading(target[2] - from.translation.z, 0, c, duration), 1e-8);
}

// ---- Passivity -----------------------------------------------------------------------------------

TEST(PassivityControl, TheEnergyOfTheErrorFallsByWhatTheDampingTakes) {
  const Model model = ball_arm();
  Workspace<double> work(model);
  const int n = model.velocity_size();
  Matrix<double> M(n, n);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed);
    PassivityControl control(model, {.rate = {4}, .damping = {7}, .target = motion(model, seed)});
    const double t = 0.8, h = 1e-6;
    const std::vector<double> a = accelerations(model, state, moments(control, t, state));
    double power = 0;
    for (const double s : control.sliding_velocity()) power -= 7 * s * s;
    const auto energy = [&](double later) {
      const State there = moved(model, state, a, later);
      moments(control, t + later, there);
      mass_matrix(model, work, there.q, M);
      double sum = 0;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
          sum += control.sliding_velocity()[std::size_t(i)] * M(i, j) *
                 control.sliding_velocity()[std::size_t(j)];
      }
      return sum / 2;
    };
    const double rate = (energy(h) - energy(-h)) / (2 * h);
    EXPECT_NEAR(rate, power, 1e-5 * (1 + std::abs(power)));
  }
}

TEST(PassivityControl, CatchesUpWithAMotion) {
  const Model model = load(model_file("arm7.urdf"));
  const TrajectoryPlan target = motion(model, 2);
  const State start = random_state(model, 9);
  Workspace<double> work(model);
  Matrix<double> M(7, 7);
  mass_matrix(model, work, start.q, M);
  PassivityPlan plan{.rate = {8}, .damping = {}, .target = target};
  for (int i = 0; i < 7; ++i) plan.damping.push_back(10 * M(i, i));
  Phase end;
  run(model, start, std::make_unique<PassivityControl>(model, plan), 4, end);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(end.q[i], target.values[2][i], 1e-4);
}

// ---- Decoupled -----------------------------------------------------------------------------------

TEST(DecoupledControl, EveryResidualVelocityObeysItsOwnLaw) {
  const Model model = ball_arm();
  Workspace<double> work(model);
  const auto n = std::size_t(model.velocity_size());
  const double omega = 6, zeta = 0.8;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed);
    const TrajectoryPlan target = motion(model, seed);
    DecoupledControl control(model, {.frequency = omega, .damping_ratio = zeta, .target = target});
    Tracking tracking(model, target);
    const double t = 0.8, h = 1e-5;
    const std::vector<double> a = accelerations(model, state, moments(control, t, state));
    std::vector<double> eta(n);
    const auto residual = [&](double later) {
      const State there = moved(model, state, a, later);
      tracking.update(t + later, there.q, there.v);
      std::vector<double> nu(n);
      for (std::size_t i = 0; i < n; ++i) nu[i] = tracking.velocity()[i] - there.v[i];
      update_filter(model, work, there.q);
      square_root_adjoint_times(model, work, nu, nu);
      square_root_adjoint_times(model, work, tracking.error(), eta);
      return nu;
    };
    const std::vector<double> behind = residual(h), before = residual(-h), now = residual(0);
    for (std::size_t i = 0; i < n; ++i) {
      const double law = -2 * zeta * omega * now[i] - omega * omega * eta[i];
      EXPECT_NEAR((behind[i] - before[i]) / (2 * h), law, 1e-5 * (1 + std::abs(law)));
    }
  }
}

// ---- What cannot be ------------------------------------------------------------------------------

TEST(Controllers, SayWhatIsWrongWithTheirPlans) {
  const Model model(random_chain(3, 1)), floating = ball_arm(true);
  const TrajectoryPlan here = standing_at(model.neutral_position());
  const auto message = [](auto make) {
    try {
      make();
    } catch (const std::invalid_argument& problem) {
      return std::string(problem.what());
    }
    return std::string("nothing");
  };
  EXPECT_NE(message([&] { JointPd(model, {.joints = {"elbow"}, .target = here}); }).find("joint2"),
            std::string::npos);
  EXPECT_NE(message([&] {
              JointPd(model, {.joints = {"joint1", "joint1"}, .target = here});
            }).find("twice"),
            std::string::npos);
  EXPECT_NE(message([&] {
              JointPd(model, {.stiffness = {1, 2}, .target = here});
            }).find("3 freedoms"),
            std::string::npos);
  EXPECT_NE(message([&] { ComputedTorque(model, {.damping = {-1}, .target = here}); }).find("damping"),
            std::string::npos);
  EXPECT_NE(message([&] { PassivityControl(model, {.rate = {std::nan("")}, .target = here}); }).find("rate"),
            std::string::npos);
  EXPECT_NE(message([&] {
              OperationalSpaceControl(model, {.frame = "hand", .target = standing_at({0, 0, 0, 1, 0, 0, 0})});
            }).find("tip"),
            std::string::npos);
  EXPECT_NE(message([&] { DecoupledControl(floating, {.target = motion(floating, 1)}); }).find("floats"),
            std::string::npos);
  EXPECT_NE(message([&] { JointPd(model, {}); }).find("waypoint"), std::string::npos);
  JointPd fine(model, {.target = here});
  std::vector<double> tau(2);
  EXPECT_THROW(fine.moments(0, here.values[0], here.values[0], tau), std::invalid_argument);
}

}  // namespace
}  // namespace sinew::test
