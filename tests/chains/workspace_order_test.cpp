// A workspace gives results for the state that it was given last, or throws, whatever was called before: random
// sequences of all public functions on one workspace, each result compared with that of a fresh workspace.
#include <gtest/gtest.h>

#include <optional>

#include "tests/chains/workspace_calls.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::workspace_order_test {

using namespace workspace_calls;

Answer answer_of(const Function& function, Desk& desk) {
  return test::answer_of([&] { return function.call(desk); });
}

// Random calls on one workspace. `states`: two positions, each with two velocities.
class Sequence {
 public:
  Sequence(const Model& model, Strategy strategy, const std::vector<Given>& states, std::uint64_t seed)
      : model_(model), strategy_(strategy), states_(states), random_(seed), desk_(model, strategy) {}

  void run(int calls, int& answered) {
    for (int i = 0; i < calls && !testing::Test::HasFatalFailure(); ++i) {
      random_.below(3) == 0 ? give() : read(answered);
    }
  }

 private:
  std::string history(const char* name) const { return past_ + " > " + name; }

  void give() {
    const Function& function = givers_[std::size_t(random_.below(int(givers_.size())))];
    const Given given = states_[std::size_t(random_.below(int(states_.size())))];
    desk_.given = given;
    Desk fresh(model_, strategy_);
    fresh.given = given;
    const Answer expected = answer_of(function, fresh), actual = answer_of(function, desk_);
    past_ += std::string(" > ") + function.name;
    expect_same(actual, expected, past_);
    if (!actual.exception.empty()) {  // whether the state was taken is undefined: give it again
      set_state(desk_.work, given.q, given.v);
      desk_.given = dynamics_given_ = given;
      position_ = given.q;
      velocity_ = given.v;
      dynamics_ = &givers_[1];
      has_position_ = true;
      return;
    }
    const bool same = has_position_ && position_ == desk_.given.q;
    if (function.kind == Kind::takes_state) {
      velocity_ = given.v;
      dynamics_ = &function;
      dynamics_given_ = given;
    } else if (!same || function.kind == Kind::forgets_velocity) {
      velocity_.reset();
      dynamics_ = nullptr;
    }
    position_ = desk_.given.q;
    has_position_ = true;
  }

  void read(int& answered) {
    const Function& function = readers_[std::size_t(random_.below(int(readers_.size())))];
    if (!has_position_) return;
    Desk fresh(model_, strategy_);
    fresh.given = desk_.given;
    if (function.kind == Kind::reads_dynamics) {
      if (dynamics_) {
        fresh.given = dynamics_given_;
        answer_of(*dynamics_, fresh);
        fresh.given = desk_.given;
        if (std::string(function.name) == "armstrong_form")
          desk_.given.tau = fresh.given.tau = dynamics_given_.tau;
      }
    } else if (velocity_) {
      set_state(fresh.work, position_, *velocity_);
    } else {
      set_position(fresh.work, position_);
    }
    if (function.kind == Kind::reads_own_position) {
      fresh.kinematics.update(fresh.work, fresh.chain, position_);
      fresh.embedded.update(fresh.work, fresh.constraints, position_);
    }
    const Answer expected = answer_of(function, fresh), actual = answer_of(function, desk_);
    past_ += std::string(" > ") + function.name;
    const bool may_refuse =
        function.kind == Kind::reads_dynamics || function.kind == Kind::reads_own_position;
    if (actual.refused && may_refuse) return;
    answered += may_refuse;
    expect_same(actual, expected, past_);
  }

  const std::vector<Function> givers_ = givers(), readers_ = readers();
  Model model_;
  Strategy strategy_;
  std::vector<Given> states_;
  Random random_;
  Desk desk_;
  bool has_position_ = false;
  Numbers position_{};
  std::optional<Numbers> velocity_{};
  const Function* dynamics_ = nullptr;  // the last function that took velocities at this position
  Given dynamics_given_{};
  std::string past_{};
};

// Two positions, one of them with two velocities.
std::vector<Given> random_states(const Description& description, Random& random) {
  const auto rates = [&] { return random_velocity(description, random); };
  std::vector<Given> states;
  for (int i = 0; i < 2; ++i) {
    const Numbers q = random_position(description, random);
    for (int j = 0; j < 2; ++j) states.push_back({q, rates(), rates(), rates()});
  }
  return states;
}

TEST(WorkspaceOrder, DoesNotMatterForTrees) {
  Random random(1);
  int answered = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const Description description = random_sample(i).description;
    if (description.bodies.size() > 12) continue;
    const Model model(description);
    Sequence(model, Strategy::automatic, random_states(description, random), std::uint64_t(i))
        .run(150, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, sample_count() / 40);
}

TEST(WorkspaceOrder, DoesNotMatterForClosedChainsOfEveryStrategy) {
  constexpr Strategy strategies[] = {Strategy::block_omega, Strategy::embedding, Strategy::dense};
  Random random(2);
  int answered = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    std::vector<Given> states = random_states(sample.description, random);
    states[0].q = states[1].q = sample.q;
    states[0].v = sample.v;
    Sequence(model, strategies[i % 3], states, std::uint64_t(i)).run(150, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, sample_count() / 20);
}

}  // namespace sinew::test::workspace_order_test
