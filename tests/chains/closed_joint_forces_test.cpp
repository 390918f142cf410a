// Compares forces across the joints (fixed ones included) of closed mechanisms and of arms that hold an object with
// inverse dynamics of the open tree, on which the loop forces act as external forces.
#include <gtest/gtest.h>

#include "sinew/io/load.hpp"
#include "tests/support/arms_together.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/files.hpp"
#include "tests/support/hinges_for_fixed_joints.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::closed_joint_forces_test {

using Forces = std::map<std::string, Force<double>>;

// The library's results, by the outer body of each joint.
Forces all_forces(const Model& model, Workspace<double>& work) {
  std::vector<JointForce<double>> moving(model.joints().size());
  std::vector<Force<double>> fixed(model.fixed_joints().size());
  joint_forces(work, moving);
  fixed_joint_forces(work, fixed);
  Forces forces;
  for (std::size_t i = 0; i < moving.size(); ++i) forces[model.joints()[i].body] = moving[i].whole;
  for (std::size_t i = 0; i < fixed.size(); ++i) forces[model.fixed_joints()[i].body] = fixed[i];
  return forces;
}

// The largest difference relative to the largest number or 1.
double error_of(const Forces& forces, const Forces& expected) {
  double error = forces.size() == expected.size() ? 0 : infinity, scale = 1;
  for (const auto& [body, force] : expected) {
    scale = std::max(scale, as_dense(force).largest());
    const double difference = (as_dense(forces.at(body)) - as_dense(force)).largest();
    error = difference <= error ? error : difference;
  }
  return error / scale;
}

// The loop forces on their ends, as external forces.
void add_loop_pushes(ClosedRobot<>& robot, const std::vector<double>& q, std::vector<Push>& pushes) {
  Workspace<double> work(robot.model);
  update_poses(work, q);
  const auto pose_of = [&](const LoopEnd& end) {
    return pose(work, robot.model.frame(end.body)) * end.placement;
  };
  const auto& loops = robot.model.description().loops;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Force<double> on_second = robot.chain.loop_force(static_cast<int>(i));
    const Transform<double> apart = inverse(pose_of(loops[i].first)) * pose_of(loops[i].second);
    pushes.push_back({loops[i].second, on_second});
    pushes.push_back({loops[i].first, -1.0 * apart.force_to_parent(on_second)});
  }
}

TEST(ClosedJointForces, OfAFourBarEqualThoseOfTheOpenTreeUnderItsLoopForce) {
  const Model model = load(model_path("four_bar.urdf"));
  const std::vector<double> q{0.6, -0.6536769762607008, 0.15174818152516267};
  const std::vector<double> v{1, -1.1967604348344538, 0.13631010766031798}, tau{0.5, 0, 0};
  for (const Strategy strategy : all_strategies) {
    ClosedRobot robot(model.description(), strategy);
    robot.accelerate(q, v, tau);
    std::vector<Push> pushes;
    add_loop_pushes(robot, q, pushes);
    const Forces forces = all_forces(robot.model, robot.work);
    const Forces expected = forces_if_held(model.description(), q, v, robot.a, pushes);
    EXPECT_LE(error_of(forces, expected), 1e-13) << name_of(strategy);
    EXPECT_NEAR(norm(forces.at(model.joints()[2].body).linear), 6.95, 0.01) << name_of(strategy);
  }
}

// Sensors are inserted at the ends of some loops and below some bodies.
ClosedSample with_sensors(ClosedSample sample, Random& random) {
  Description& robot = sample.description;
  for (Loop& loop : robot.loops) {
    if (random.chance(0.5)) loop.second = behind_sensor(robot, loop.second, random);
    if (random.chance(0.5)) loop.first = behind_sensor(robot, loop.first, random);
  }
  const std::size_t count = robot.bodies.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!random.chance(0.3) || robot.bodies[i].name.starts_with("sensor")) continue;
    const LoopEnd moved = behind_sensor(robot, {robot.bodies[i].parent, robot.bodies[i].placement}, random);
    robot.bodies[i].parent = moved.body;
    robot.bodies[i].placement = moved.placement;
  }
  return sample;
}

// The order of q and v follows the tree: a sensor and its descendants come after the other children of its body.
std::vector<double> reordered(const Model& from, const Model& to, const std::vector<double>& x,
                              bool positions) {
  std::vector<double> y(x.size());
  for (const JointInfo& joint : from.joints()) {
    const JointInfo& same = to.joint(joint.name);
    if (positions) {
      std::copy_n(x.begin() + joint.q_index, joint.q_size, y.begin() + same.q_index);
    } else {
      std::copy_n(x.begin() + joint.v_index, joint.v_size, y.begin() + same.v_index);
    }
  }
  return y;
}

TEST(ClosedJointForces, EqualThoseOfTheOpenTreeUnderItsLoopForces) {
  int loaded_sensors = 0;
  for (int i = 0; i < std::min(250, sample_count()); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const ClosedSample plain = random_closed_sample(i), sample = with_sensors(plain, random);
    const Model from(plain.description), to(sample.description);
    const std::vector<double> q = reordered(from, to, plain.q, true), v = reordered(from, to, plain.v, false),
                              tau = reordered(from, to, plain.tau, false);
    const Motion<double> base{random.vector(1), random.vector(2)};
    const Push outside{{sample.description.bodies.back().name, {}}, {random.vector(5), random.vector(5)}};
    for (const Strategy strategy : all_strategies) {
      ClosedRobot robot(sample.description, strategy);
      const ExternalForce<double> acting{robot.model.frame(outside.at.body), outside.force};
      robot.chain.forward_dynamics(robot.work, q, v, tau, robot.a,
                                   {.base_acceleration = base, .forces = {&acting, 1}});
      std::vector<Push> pushes{outside};
      add_loop_pushes(robot, q, pushes);
      const Forces expected = forces_if_held(sample.description, q, v, robot.a, pushes, base);
      ASSERT_LE(error_of(all_forces(robot.model, robot.work), expected), 1e-9)
          << "sample " << i << " " << name_of(strategy);
      // The second call has no external force: that of the first must not remain.
      robot.accelerate(q, v, tau);
      pushes.clear();
      add_loop_pushes(robot, q, pushes);
      ASSERT_LE(error_of(all_forces(robot.model, robot.work),
                         forces_if_held(sample.description, q, v, robot.a, pushes)),
                1e-9)
          << "sample " << i << " " << name_of(strategy);
    }
    for (const Loop& loop : sample.description.loops)
      loaded_sensors += loop.first.body.starts_with("sensor") + loop.second.body.starts_with("sensor");
  }
  EXPECT_GE(loaded_sensors, std::min(250, sample_count()) / 3);
}

TEST(ClosedJointForces, OfArmsThatHoldAnObjectIncludeTheContacts) {
  int sensors = 0, rigid = 0;
  const int count = std::min(250, sample_count() / 4);
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    ArmsSample sample = random_arms(i, {.regular = i % 3 == 0});
    for (Grasp& grasp : sample.grasps) {
      Description& arm = sample.parts[static_cast<std::size_t>(grasp.arm)];
      if (random.chance(0.5)) grasp.second = behind_sensor(arm, grasp.second, random), ++sensors;
      if (!grasp.first.body.empty() && random.chance(0.5))
        grasp.first = behind_sensor(sample.parts.back(), grasp.first, random), ++sensors;
    }
    Together together(sample);
    together.solve();
    rigid += together.system.object_is_rigid();
    for (int part = 0; part <= together.system.arm_count(); ++part) {
      const auto index = static_cast<std::size_t>(part);
      const Model& model = together.system.model(part);
      std::vector<Push> pushes;
      for (const auto& [frame, w] : sample.environments[index].forces)
        pushes.push_back({{frame, {}}, {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}});
      for (int g = 0; g < together.system.grasp_count(); ++g) {
        const Grasp& grasp = sample.grasps[static_cast<std::size_t>(g)];
        if (grasp.arm == part) pushes.push_back({grasp.second, -1.0 * together.system.contact_force(g)});
        if (part == together.system.arm_count() && !grasp.first.body.empty())
          pushes.push_back({grasp.first, together.system.contact_force_on_object(g)});
      }
      const auto own = [&](const std::vector<double>& all, int start, int size) {
        return std::vector<double>(all.begin() + start, all.begin() + start + size);
      };
      const int v_index = together.system.v_index(part);
      const Forces expected = forces_if_held(
          sample.parts[index], own(sample.q, together.system.q_index(part), model.position_size()),
          own(sample.v, v_index, model.velocity_size()), own(together.a, v_index, model.velocity_size()),
          pushes, together.environments->list[index].base_acceleration);
      ASSERT_LE(error_of(all_forces(model, together.system.workspace(part)), expected), 1e-9)
          << "sample " << i << " part " << part;
    }
  }
  EXPECT_GT(sensors, count / 2);
  EXPECT_GT(rigid, count / 5);
}

TEST(ClosedJointForces, AreRefusedForArmsWithoutComputedAccelerations) {
  const ArmsSample sample = random_arms(3, {.regular = true});
  Together together(sample);
  std::vector<JointForce<double>> forces(together.system.model(0).joints().size());
  together.system.contact_forces(together.q, together.v, together.tau);
  EXPECT_THROW(joint_forces(together.system.workspace(0), forces), std::logic_error);
  together.solve();
  EXPECT_NO_THROW(joint_forces(together.system.workspace(0), forces));
}

TEST(ClosedJointForces, LeaveNoStateOfTheOpenTreeInTheWorkspace) {
  const ClosedSample sample = random_closed_sample(1);
  for (const Strategy strategy : all_strategies) {
    ClosedRobot robot(sample.description, strategy);
    robot.accelerate(sample.q, sample.v, sample.tau);
    const JointInfo& joint = robot.model.joints()[0];
    EXPECT_NO_THROW(costate(robot.work, joint.frame)) << name_of(strategy);
    EXPECT_THROW(filter_state(robot.work, joint.frame), std::logic_error) << name_of(strategy);
    EXPECT_THROW(armstrong_form(robot.work, joint, sample.tau), std::logic_error) << name_of(strategy);
    const auto read_filter = [&] {
      articulated_inertia(robot.work, joint.frame);
      innovation(robot.work, 0);
    };
    if (robot.chain.strategy() == Strategy::block_omega) {
      EXPECT_NO_THROW(read_filter());
    } else {
      EXPECT_THROW(read_filter(), std::logic_error) << name_of(strategy);
    }
  }
}

TEST(ClosedJointForces, OfTheLoopsAreRefusedWhenTheChainMovesToAnotherPosition) {
  const ClosedSample sample = random_closed_sample(2);
  ClosedRobot robot(sample.description);
  robot.accelerate(sample.q, sample.v, sample.tau);
  const Force<double> before = robot.chain.loop_force(0);
  std::vector<double> errors(static_cast<std::size_t>(robot.chain.rows()));
  robot.chain.position_errors(robot.work, sample.q, errors);
  EXPECT_EQ(robot.chain.loop_force(0), before);
  robot.chain.position_errors(robot.work, robot.model.neutral_position(), errors);
  EXPECT_THROW(robot.chain.loop_force(0), std::logic_error);
  EXPECT_THROW(robot.chain.multipliers(), std::logic_error);
  EXPECT_THROW(robot.chain.rank(), std::logic_error);
}

TEST(ClosedJointForces, OfALoopStayTheSameWhenItIsOpenedUntilTheNextForwardDynamics) {
  const std::vector<double> q{1, -1, 1}, v{0.5, -0.5, 0.5}, tau{1, 2, 3};
  for (const Strategy strategy : all_strategies) {
    ClosedRobot robot(n_four_bar(1, ConnectionKind::revolute), strategy);
    robot.accelerate(q, v, tau);
    const Force<double> before = robot.chain.loop_force(0);
    EXPECT_GT(norm(before.linear), 0) << name_of(strategy);
    robot.chain.set_loop_active(0, false);
    std::vector<double> errors(static_cast<std::size_t>(robot.chain.rows()));
    robot.chain.position_errors(robot.work, q, errors);
    EXPECT_EQ(robot.chain.loop_force(0), before) << name_of(strategy);
    robot.accelerate(q, v, tau);
    EXPECT_EQ(robot.chain.loop_force(0), Force<double>{}) << name_of(strategy);
    robot.chain.set_loop_active(0, true);
    robot.accelerate(q, v, tau);
    EXPECT_EQ(robot.chain.loop_force(0), before) << name_of(strategy);
  }
}

}  // namespace sinew::test::closed_joint_forces_test
