// Saved simulations that do not fit, parts that read other numbers than they wrote, and saving at unusual times.
#include <gtest/gtest.h>

#include <stdexcept>

#include "sinew/model/examples.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/passivity_control.hpp"
#include "sinew/simulate/forces/forces.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::save_refusal_test {

// A chain with one part of every kind, of which each can be left out or replaced.
struct ChainOptions {
  int links = 2;
  double mass = 1, period = 0.01, record_interval = 0.1;
  IntegratorKind integrator = IntegratorKind::rk4;
  bool passive = false;
  std::size_t springs = 1;
  std::string event = "low";
  double time = 0.35;
};

Simulation chain(const ChainOptions& options = {}) {
  Description description = planar_chain(options.links);
  description.bodies[0].inertial.mass = options.mass;
  const Model model(description);
  Simulation simulation(model, {}, {.duration = 1, .record_interval = options.record_interval});
  simulation.set_integrator({.kind = options.integrator, .step = 1e-3});
  simulation.state().q[0] = 0.8;
  const TrajectoryPlan here = standing_at(model.neutral_position());
  if (options.passive) {
    simulation.add(std::make_unique<PassivityControl>(model, PassivityPlan{.damping = {2}, .target = here}),
                   options.period);
  } else {
    simulation.add(
        std::make_unique<JointPd>(model, JointPdPlan{.stiffness = {20}, .damping = {2}, .target = here}),
        options.period);
  }
  for (std::size_t i = 0; i < options.springs; ++i)
    simulation.add(std::make_unique<JointSpring>(model, JointSpringPlan{.joint = "joint1", .stiffness = 2}));
  simulation.add(std::make_unique<FunctionEvent>(
      options.event, [](const SimulationState& state) { return state.q[0] + 9; }, nullptr));
  simulation.add(TimedEvent{.time = options.time, .name = "kick"});
  return simulation;
}

TEST(Save, IsRefusedByASimulationThatIsMadeDifferently) {
  Simulation simulation = chain();
  simulation.advance_to(0.2);
  const SimulationState before = simulation.state();
  const auto refusal = [&](const ChainOptions& options) {
    Simulation other = chain(options);
    other.advance_to(0.1);
    return complaint([&] { simulation.restore(other.save()); });
  };
  EXPECT_EQ(refusal({}), "no complaint");
  simulation.reset(before);
  EXPECT_EQ(refusal({.links = 3}),
            "cannot restore a simulation of robot 'planar_chain_3' into one of 'planar_chain_2'");
  EXPECT_EQ(refusal({.mass = 2}),
            "cannot restore a simulation of another robot that is also called 'planar_chain_2'");
  EXPECT_EQ(
      refusal({.record_interval = 0.05}),
      "cannot restore: the saved simulation has records every 0.05 s until 1 s; this one has records every "
      "0.1 s until 1 s");
  EXPECT_EQ(
      refusal({.integrator = IntegratorKind::rkmk4}),
      "cannot restore: the saved simulation has an integrator of class sinew::MuntheKaasRk4; this one has an "
      "integrator of class sinew::CommutatorFreeRk4");
  EXPECT_EQ(
      refusal({.passive = true}),
      "cannot restore: the saved simulation has controller 1 of class sinew::PassivityControl for robot "
      "'planar_chain_2', every 0.01 s; this one has controller 1 of class sinew::JointPd for robot "
      "'planar_chain_2', every 0.01 s");
  EXPECT_TRUE(contains(refusal({.period = 0}), "'planar_chain_2', continuous; this one has"));
  EXPECT_EQ(refusal({.springs = 0}),
            "cannot restore: the saved simulation has no force elements; this one has 1 force element");
  EXPECT_TRUE(contains(refusal({.springs = 3}), "has 3 force elements; this one has 1 force element"));
  EXPECT_TRUE(
      contains(refusal({.event = "high"}), "has event 'high' of class sinew::FunctionEvent; this one"));
  EXPECT_EQ(
      refusal({.time = 0.4}),
      "cannot restore: the saved simulation has event 'kick' at 0.4 s; this one has event 'kick' at 0.35 s");
  EXPECT_EQ(simulation.state(), before);
}

// Another number of joints has stops or friction. The parts that were read before the difference are put back.
TEST(Save, IsRefusedIfPartsOfTheSameClassHaveOtherSizesAndChangesNothing) {
  const Description three = blocks({block("a", "", 2, {0, 0, 1}, {.lower = 0, .upper = 5}),
                                    block("b", "", 2, {1, 0, 0}, {.dry_friction = 3}),
                                    block("c", "", 2, {1, 0, 0}, {.dry_friction = 1})});
  const auto make = [&](LimitKind kind) {
    SimulationPlan plan = plan_of(1, {.kind = kind});
    plan.integrator = {.kind = IntegratorKind::rk4, .step = 1e-3};
    plan.mechanism.lockable_joints = {"a", "b", "c"};
    return make_simulation({.whole = Model(three), .state = {.q = {1, 1, 1}, .v = {0, 1, 1}}}, plan);
  };
  Simulation stopped = make(LimitKind::hard), free = make(LimitKind::none), never = make(LimitKind::hard);
  free.advance_to(0.9);  // b sticks
  stopped.advance_to(0.1);
  never.advance_to(0.1);
  EXPECT_EQ(complaint([&] { stopped.restore(free.save()); }),
            "event 'limits and friction': the saved list has 2 numbers; expected 3");
  stopped.advance_to(1);
  never.advance_to(1);
  EXPECT_EQ(stopped.state(), never.state());
}

// ---- Hooks ---------------------------------------------------------------------------------------

// Writes `writes` numbers and reads `reads`.
struct Careless : Controller {
  Careless(int writes_, int reads_) : writes(writes_), reads(reads_) {}
  void torques(double, In<double>, In<double>, Out<double> tau) override { tau[0] = memory; }
  void save(StateWriter& out) const override {
    for (int i = 0; i < writes; ++i) out.write(memory);
  }
  void restore(StateReader& in) override {
    for (int i = 0; i < reads; ++i) memory = in.read();
  }
  int writes, reads;
  double memory = 1;
};

TEST(Save, RefusesAPartThatReadsOtherNumbersThanItWrote) {
  const auto make = [](int writes, int reads) {
    Simulation simulation(Model(planar_chain(1)));
    simulation.set_integrator({.kind = IntegratorKind::rk4, .step = 1e-3});
    simulation.add(std::make_unique<Careless>(writes, reads));
    return simulation;
  };
  Simulation one = make(1, 1), two = make(2, 2), three = make(3, 3);
  EXPECT_EQ(complaint([&] { two.restore(three.save()); }),
            "controller 1: restore reads 2 numbers; 3 were saved");
  EXPECT_EQ(complaint([&] { two.restore(one.save()); }),
            "controller 1: restore reads more numbers than the 1 that were saved");
  EXPECT_TRUE(two.advance_to(0.1));
}

TEST(Save, ReadsListsAsTheyWereWritten) {
  StateWriter out;
  out.write_list(std::vector<double>{1, 2, 3});
  out.write(true);
  out.write_list({});
  StateReader in(out.numbers(), "a part");
  std::vector<double> two(2);
  EXPECT_EQ(complaint([&] { StateReader(out.numbers(), "a part").read_list(std::span(two)); }),
            "a part: the saved list has 3 numbers; expected 2");
  EXPECT_EQ(in.read_list(), (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(in.read_flag());
  EXPECT_TRUE(in.read_list().empty());
  EXPECT_NO_THROW(in.check_end());
  const std::vector<double> wrong{7};
  EXPECT_EQ(complaint([&] { StateReader(wrong, "a part").read_list(); }),
            "a part: restore reads a list where none was saved");
}

// ---- Unusual times -------------------------------------------------------------------------------

TEST(Save, OfAMovedFromSimulationThrows) {
  Simulation first = chain();
  first.advance_to(0.1);
  const SavedSimulation saved = first.save();
  Simulation moved = std::move(first);
  EXPECT_EQ(complaint<std::logic_error>([&] { first.save(); }),
            "the simulation was moved from and can no longer be used");
  EXPECT_EQ(complaint<std::logic_error>([&] { first.restore(saved); }),
            "the simulation was moved from and can no longer be used");
  moved.restore(saved);
  EXPECT_EQ(moved.state(), saved.state());
  first = chain();
  first.restore(saved);
  EXPECT_EQ(first.state(), saved.state());
}

TEST(Save, IsAValueThatOutlivesItsSimulation) {
  std::vector<SavedSimulation> all;
  {
    Simulation simulation = chain();
    for (int i = 0; i < 3; ++i) {
      simulation.advance_by(0.1);
      all.push_back(simulation.save());
    }
  }
  SavedSimulation copy = all[2];
  const SavedSimulation moved = std::move(all[2]);
  copy = all[1];
  Simulation other = chain();
  other.restore(copy);
  EXPECT_EQ(other.state(), all[1].state());
  other.restore(moved);
  EXPECT_EQ(other.state(), all[2].state());
  EXPECT_GT(other.time(), copy.time());
}

TEST(Save, RewindsASimulationThatAnEventStopped) {
  Simulation simulation(Model(planar_chain(1)));
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = 1e-3});
  simulation.state().q = {0.5};
  simulation.add(std::make_unique<FunctionEvent>(
      "low", [](const SimulationState& state) { return state.q[0]; },
      [](EventContext& context) { context.stop = true; }));
  ASSERT_TRUE(simulation.advance_to(0.1));
  const SavedSimulation before = simulation.save();
  ASSERT_FALSE(simulation.advance_to(5));
  const SavedSimulation stopped = simulation.save();
  simulation.restore(before);
  EXPECT_EQ(simulation.report().end, RunEnd::finished);
  EXPECT_FALSE(simulation.advance_to(5));
  EXPECT_EQ(simulation.state(), stopped.state());
  simulation.restore(before);
  simulation.restore(stopped);
  EXPECT_FALSE(simulation.advance_by(1));
  EXPECT_EQ(simulation.report().end, RunEnd::stopped_by_event);
}

TEST(Save, IsWhereARunAndAChangedStateStart) {
  Simulation first = chain(), second = chain();
  first.advance_to(0.2);
  first.state().v[1] += 0.5;
  const SavedSimulation saved = first.save();
  first.run();
  const SimulationState end = first.state();
  second.restore(saved);
  EXPECT_EQ(second.state(), saved.state());
  second.run();
  EXPECT_EQ(second.state(), end);
  first.restore(saved);
  first.run();
  EXPECT_EQ(first.state(), end);
}

}  // namespace sinew::test::save_refusal_test
