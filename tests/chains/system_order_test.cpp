// A constrained system, and several arms with the objects that work on them, give results for the position that they
// were given last, or throw: random sequences of calls on one system, each result compared with that of a fresh one.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <typeinfo>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_arms.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::system_order_test {

using Numbers = std::vector<double>;

struct GivenState {
  Numbers q, v, tau;
};

template <class Six>
Numbers numbers_of_six(const Six& six) {
  return Numbers(six.data(), six.data() + 6);
}
Numbers numbers_of(const Matrix<double>& m) {
  return Numbers(m.data(), m.data() + m.rows() * m.cols());
}
Numbers numbers_of(std::span<const double> numbers) {
  return Numbers(numbers.begin(), numbers.end());
}
Numbers forces_across_joints(Workspace<double>& work) {
  std::vector<JointForce<double>> forces(work.model.joints().size());
  joint_forces(work, forces);
  Numbers all;
  for (const JointForce<double>& force : forces) {
    const Numbers six = numbers_of_six(force.whole);
    all.insert(all.end(), six.begin(), six.end());
  }
  return all;
}

// Numbers, or the message of the exception that was thrown instead.
struct Answer {
  Numbers values{};
  std::string exception{};
  bool refused = false;  // std::logic_error itself: results are missing
};
template <class System>
struct Call {
  const char* name;
  std::function<Numbers(System&, GivenState&)> run;

  Answer operator()(System& system, GivenState& given) const {
    try {
      return {run(system, given)};
    } catch (const std::exception& error) {
      return {.exception = error.what(), .refused = typeid(error) == typeid(std::logic_error)};
    }
  }
};

// Makes random calls on one system. A fresh system that is given only the calls at the last position has to answer in
// the same way. Counts the answers with numbers.
template <class System>
class RandomCalls {
 public:
  using Make = std::function<std::unique_ptr<System>()>;
  RandomCalls(Make make, std::vector<Call<System>> givers, std::vector<Call<System>> readers)
      : make_(std::move(make)), givers_(std::move(givers)), readers_(std::move(readers)) {}

  void run(const std::vector<GivenState>& states, int calls, Random& random, int& answered) {
    system_ = make_();
    since_.clear();
    past_.clear();
    for (int i = 0; i < calls && !testing::Test::HasFatalFailure(); ++i) {
      if (i == 0 || random.below(3) == 0) {
        const Call<System>& giver = givers_[std::size_t(random.below(int(givers_.size())))];
        give(giver, states[std::size_t(random.below(int(states.size())))]);
      } else {
        read(readers_[std::size_t(random.below(int(readers_.size())))], answered);
      }
    }
  }

 private:
  void give(const Call<System>& giver, const GivenState& given) {
    if (!since_.empty() && since_.back().second.q != given.q) since_.clear();
    past_ += std::string(" > ") + giver.name;
    const Answer expected = answer_of_fresh(giver, given);
    since_.emplace_back(&giver, given);
    GivenState mine = given;
    expect_same(giver(*system_, mine), expected);
    if (mine.q != given.q) since_.clear(), since_.emplace_back(&to_position_, mine);
  }
  void read(const Call<System>& reader, int& answered) {
    past_ += std::string(" > ") + reader.name;
    GivenState given = since_.back().second;
    const Answer expected = answer_of_fresh(reader, given), actual = reader(*system_, given);
    answered += actual.exception.empty();
    since_.emplace_back(&reader, since_.back().second);  // some readers compute what others read
    expect_same(actual, expected);
  }
  Answer answer_of_fresh(const Call<System>& call, GivenState given) {
    const std::unique_ptr<System> fresh = make_();
    for (auto [giver, state] : since_) (*giver)(*fresh, state);
    return call(*fresh, given);
  }
  void expect_same(const Answer& actual, const Answer& expected) const {
    ASSERT_EQ(actual.exception.empty(), expected.exception.empty())
        << past_ << ": " << actual.exception << " | " << expected.exception;
    ASSERT_EQ(actual.refused, expected.refused) << past_ << ": " << actual.exception;
    ASSERT_EQ(actual.values.size(), expected.values.size()) << past_;
    double size = 1e-6, difference = 0;
    for (std::size_t i = 0; i < actual.values.size(); ++i) {
      size = std::max(size, std::abs(expected.values[i]));
      difference = std::max(difference, std::abs(actual.values[i] - expected.values[i]));
    }
    ASSERT_LE(difference, 1e-7 * size) << past_;
  }

  Make make_;
  std::vector<Call<System>> givers_, readers_;
  Call<System> to_position_ = givers_.front();  // gives the position and nothing else
  std::unique_ptr<System> system_{};
  std::vector<std::pair<const Call<System>*, GivenState>> since_{};  // the calls at the last position
  std::string past_{};
};

// ---- ConstrainedSystem --------------------------------------------------------------------------------------------

using SystemCall = Call<ConstrainedSystem>;

std::vector<SystemCall> system_givers() {
  const auto rows = [](const ConstrainedSystem& system) { return std::size_t(system.rows()); };
  return {
      {"position_errors",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers errors(rows(system));
         system.position_errors(given.q, errors);
         return errors;
       }},
      {"forward_dynamics",
       [](ConstrainedSystem& system, GivenState& given) {
         Numbers a(given.v.size());
         system.forward_dynamics(given.q, given.v, given.tau, a);
         return a;
       }},
      {"inverse_dynamics",
       [](ConstrainedSystem& system, GivenState& given) {
         Numbers tau(given.v.size());
         system.inverse_dynamics(given.q, given.v, given.tau, tau);
         return tau;
       }},
      {"impulse",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers change(given.v.size());
         system.impulse(given.q, Numbers(rows(system), 0.5), change);
         return change;
       }},
      {"velocity_errors",
       [=](ConstrainedSystem& system, GivenState& given) {
         Numbers errors(rows(system));
         system.velocity_errors(given.q, given.v, errors);
         return errors;
       }},
      {"kinematics", [](ConstrainedSystem& system,
                        GivenState& given) { return Numbers{double(system.kinematics(given.q).rank())}; }},
      {"assemble",
       [](ConstrainedSystem& system, GivenState& given) {
         return Numbers{system.assemble(given.q, {.max_steps = 2}).error};
       }},
  };
}

std::vector<SystemCall> system_readers() {
  return {
      {"rank", [](ConstrainedSystem& system, GivenState&) { return Numbers{double(system.rank())}; }},
      {"loop",
       [](ConstrainedSystem& system, GivenState&) {
         return system.loop_count() == 0 ? Numbers{} : numbers_of_six(system.loop(0).force);
       }},
      {"coupling",
       [](ConstrainedSystem& system, GivenState&) {
         return system.coupling_count() == 0 ? Numbers{} : Numbers{system.coupling(0).torque};
       }},
      {"arm",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arm_count() == 0 ? Numbers{} : numbers_of(system.arm(0).acceleration);
       }},
      {"object",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arm_count() == 0 ? Numbers{} : numbers_of(system.object().torque);
       }},
      {"pose in the workspace",
       [](ConstrainedSystem& system, GivenState&) {
         const FrameIndex tip{int(system.model().frames().size()) - 1};
         const Vector3<double> p = pose(system.workspace(), tip).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"forces across joints in the workspace",
       [](ConstrainedSystem& system, GivenState&) {
         return system.arms() ? Numbers{} : forces_across_joints(system.workspace());
       }},
  };
}

// Two positions, the first of which has two velocities.
std::vector<GivenState> three_states(const GivenState& first, const Numbers& other_q, Random& random) {
  const auto others = [&] {
    Numbers x(first.v.size());
    for (double& each : x) each = random.uniform(-1, 1);
    return x;
  };
  std::vector<GivenState> states{first, {first.q, others(), others()}};
  states.push_back({other_q, others(), others()});
  return states;
}

TEST(SystemOrder, DoesNotMatterForConstrainedSystems) {
  Random random(3);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    const auto states =
        three_states({sample.q, sample.v, sample.tau}, random_position(sample.description, random), random);
    const auto strategy = Strategy(i % 4);
    RandomCalls<ConstrainedSystem>(
        [&] {
          return std::make_unique<ConstrainedSystem>(model, ConstrainedSystemOptions{.strategy = strategy});
        },
        system_givers(), system_readers())
        .run(states, 60, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(SystemOrder, DoesNotMatterForConstrainedSystemsOfArms) {
  Random random(4);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ArmsSample one = random_arms(i, {.regular = true});
    const ArmsAndObject parts{.arms = one.arms(), .object = one.object(), .grasps = one.grasps};
    Numbers other = one.q;
    other[0] += 0.3, other[1] -= 0.2;
    RandomCalls<ConstrainedSystem>([&] { return std::make_unique<ConstrainedSystem>(parts); },
                                   system_givers(), system_readers())
        .run(three_states({one.q, one.v, one.tau}, other, random), 60, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(SystemOrder, AnImpulseHasNoAccelerationsOfArms) {
  const ArmsSample sample = random_arms(2, {.regular = true});
  ConstrainedSystem system({.arms = sample.arms(), .object = sample.object(), .grasps = sample.grasps});
  Numbers a(sample.v.size()), moved = sample.q;
  moved[0] += 0.3;
  system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  system.impulse(moved, Numbers(std::size_t(system.rows()), 0.5), a);
  EXPECT_NO_THROW(system.loop(0));
  EXPECT_EQ(
      complaint<std::logic_error>([&] { system.arm(0); }),
      "ConstrainedSystem::arm: ConstrainedSystem::impulse computes no accelerations: call forward_dynamics "
      "after it");
  Workspace<double> work(system.model());
  set_position(work, moved);
  const FrameIndex last{int(system.model().frames().size()) - 1}, first{1};
  EXPECT_EQ(pose(system.workspace(), first).translation.x, pose(work, first).translation.x);
  EXPECT_EQ(pose(system.workspace(), last).translation.x, pose(work, last).translation.x);
}

TEST(SystemOrder, ResultsOfAnotherPositionAreRefused) {
  const Model linkage(n_four_bar(2, ConnectionKind::revolute));
  ConstrainedSystem system(linkage);
  State state = random_state(linkage, 3);
  Numbers a(state.v.size()), errors(std::size_t(system.rows()));
  system.forward_dynamics(state.q, state.v, state.tau, a);
  system.position_errors(state.q, errors);
  EXPECT_NO_THROW(system.loop("pin0"));
  state.q[0] += 0.1;
  system.position_errors(state.q, errors);
  EXPECT_EQ(
      complaint<std::logic_error>([&] { system.loop("pin0"); }),
      "ConstrainedSystem::loop: ConstrainedSystem::position_errors has given the system another position: "
      "call forward_dynamics after it");
  EXPECT_THROW(system.rank(), std::logic_error);
}

// ---- Several arms -------------------------------------------------------------------------------------------------

struct Arms {
  explicit Arms(const ArmsSample& sample)
      : system(sample.arms(), sample.object(), sample.grasps),
        kinematics(system),
        influence(system),
        corrector(system),
        sharing(kinematics) {}
  MultiArm<double> system;
  MultiArmKinematics<double> kinematics;
  MultiArmInfluence<double> influence;
  PredictorCorrector<double> corrector;
  LoadSharing<double> sharing;
};

std::vector<Call<Arms>> arms_givers() {
  const auto nothing = Numbers{};
  return {
      {"MultiArmKinematics::update(q)",
       [=](Arms& arms, GivenState& given) { return arms.kinematics.update(given.q), nothing; }},
      {"forward_dynamics",
       [](Arms& arms, GivenState& given) {
         Numbers a(given.v.size());
         arms.system.forward_dynamics(given.q, given.v, given.tau, a);
         return a;
       }},
      {"contact_forces",
       [=](Arms& arms, GivenState& given) {
         return arms.system.contact_forces(given.q, given.v, given.tau), nothing;
       }},
      {"MultiArmKinematics::update(q, v)",
       [=](Arms& arms, GivenState& given) { return arms.kinematics.update(given.q, given.v), nothing; }},
      {"MultiArmInfluence::update",
       [](Arms& arms, GivenState& given) {
         arms.influence.update(given.q);
         return numbers_of(arms.influence.accelerations());
       }},
  };
}

std::vector<Call<Arms>> arms_readers() {
  const auto motion = [](void (MultiArmKinematics<double>::*f)(Out<double>)) {
    return [f](Arms& arms, GivenState& given) {
      Numbers v = given.tau;
      (arms.kinematics.*f)(v);
      return v;
    };
  };
  const auto object_motion = [](int (MultiArmKinematics<double>::*f)(Out<double>)) {
    return [f](Arms& arms, GivenState& given) {
      Numbers v = given.tau;
      (arms.kinematics.*f)(v);
      return v;
    };
  };
  return {
      {"contact_force", [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.contact_force(0)); }},
      {"contact_force_on_object",
       [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.contact_force_on_object(0)); }},
      {"row_forces",
       [](Arms& arms, GivenState&) {
         Numbers all(std::size_t(arms.system.rows()));
         arms.system.row_forces(all);
         return all;
       }},
      {"relative_pose",
       [](Arms& arms, GivenState&) {
         const Vector3<double> p = arms.system.relative_pose(0).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"object_acceleration",
       [](Arms& arms, GivenState&) { return numbers_of(arms.system.object_acceleration()); }},
      {"object_bias", [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.object_bias()); }},
      {"mass_centre_acceleration",
       [](Arms& arms, GivenState&) { return numbers_of_six(arms.system.mass_centre_acceleration()); }},
      {"pose of a part",
       [](Arms& arms, GivenState&) {
         const Vector3<double> p = pose(arms.system.workspace(0), FrameIndex{1}).translation;
         return Numbers{p.x, p.y, p.z};
       }},
      {"forces across joints of a part",
       [](Arms& arms, GivenState&) { return forces_across_joints(arms.system.workspace(0)); }},
      {"object_velocity", object_motion(&MultiArmKinematics<double>::object_velocity)},
      {"object_acceleration of joint accelerations",
       object_motion(&MultiArmKinematics<double>::object_acceleration)},
      {"joint_velocities", motion(&MultiArmKinematics<double>::joint_velocities)},
      {"joint_accelerations", motion(&MultiArmKinematics<double>::joint_accelerations)},
      {"project_velocity",
       [](Arms& arms, GivenState& given) {
         Numbers v = given.v;
         arms.kinematics.project_velocity(v);
         return v;
       }},
      {"relative_acceleration",
       [](Arms& arms, GivenState& given) {
         Numbers rows(std::size_t(arms.kinematics.rows()));
         arms.kinematics.relative_acceleration(given.tau, rows);
         return rows;
       }},
      {"update_object_map",
       [](Arms& arms, GivenState&) {
         arms.kinematics.update_object_map();
         return numbers_of(arms.kinematics.object_map());
       }},
      {"LoadSharing::share",
       [](Arms& arms, GivenState&) {
         Numbers forces(std::size_t(arms.kinematics.rows()));
         arms.sharing.share(Numbers{1, 2, 3, 4, 5, 6}, forces);
         return forces;
       }},
      {"PredictorCorrector",
       [](Arms& arms, GivenState&) {
         arms.corrector.update(arms.system);
         return numbers_of_six(arms.corrector.object_acceleration());
       }},
  };
}

TEST(SystemOrder, DoesNotMatterForSeveralArms) {
  Random random(5);
  int answered = 0;
  for (int i = 0; i < sample_count() / 80; ++i) {
    const ArmsSample one = random_arms(i, {.regular = true});
    Numbers other = one.q;
    other[0] += 0.3, other[1] -= 0.2;
    RandomCalls<Arms>([&] { return std::make_unique<Arms>(one); }, arms_givers(), arms_readers())
        .run(three_states({one.q, one.v, one.tau}, other, random), 80, random, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, 10 * sample_count() / 80);
}

TEST(SystemOrder, ReleasedGraspsAreLeftOutAtOnce) {
  const ArmsSample sample = random_arms(2, {.regular = true});
  Arms arms(sample);
  Numbers a(sample.v.size());
  arms.system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  const int last = arms.system.grasp_count() - 1;
  ASSERT_GT(last, 0);
  const Numbers kept = numbers_of(arms.system.row_forces(last));
  arms.kinematics.update_object_map();
  arms.system.release(0);
  Numbers rows(std::size_t(arms.system.rows()));
  arms.system.row_forces(rows);
  EXPECT_EQ(Numbers(rows.end() - std::ptrdiff_t(kept.size()), rows.end()), kept);
  EXPECT_EQ(norm(arms.system.contact_force_on_object(0).linear), 0);
  EXPECT_THROW(arms.system.relative_pose(0), std::logic_error);
  EXPECT_THROW(arms.kinematics.object_map(), std::logic_error);
  EXPECT_THROW(arms.kinematics.update_object_map(), std::logic_error);
  EXPECT_THROW(arms.corrector.update(arms.system), std::logic_error);
  arms.system.forward_dynamics(sample.q, sample.v, sample.tau, a);
  EXPECT_NO_THROW(arms.corrector.update(arms.system));
}

}  // namespace sinew::test::system_order_test
