// Makes random calls on an object and compares each answer with that of a fresh object.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sinew/dynamics.hpp"
#include "tests/chains/answers.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

struct GivenState {
  Numbers q, v, tau;
};

inline Numbers forces_across_joints(Workspace<double>& work) {
  std::vector<JointForce<double>> forces(work.model.joints().size());
  joint_forces(work, forces);
  Numbers all;
  for (const JointForce<double>& force : forces) {
    const Numbers six = numbers_of_six(force.whole);
    all.insert(all.end(), six.begin(), six.end());
  }
  return all;
}

template <class System>
struct Call {
  const char* name;
  std::function<Numbers(System&, GivenState&)> run;

  Answer operator()(System& system, GivenState& given) const {
    return answer_of([&] { return run(system, given); });
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
    expect_same(giver(*system_, mine), expected, past_);
    if (mine.q != given.q) since_.clear(), since_.emplace_back(&to_position_, mine);
  }
  void read(const Call<System>& reader, int& answered) {
    past_ += std::string(" > ") + reader.name;
    GivenState given = since_.back().second;
    const Answer expected = answer_of_fresh(reader, given), actual = reader(*system_, given);
    answered += actual.exception.empty();
    since_.emplace_back(&reader, since_.back().second);  // some readers compute what others read
    expect_same(actual, expected, past_);
  }
  Answer answer_of_fresh(const Call<System>& call, GivenState given) {
    const std::unique_ptr<System> fresh = make_();
    for (auto [giver, state] : since_) (*giver)(*fresh, state);
    return call(*fresh, given);
  }
  Make make_;
  std::vector<Call<System>> givers_, readers_;
  Call<System> to_position_ = givers_.front();  // gives the position and nothing else
  std::unique_ptr<System> system_{};
  std::vector<std::pair<const Call<System>*, GivenState>> since_{};  // the calls at the last position
  std::string past_{};
};

// Two positions, the first of which has two velocities.
inline std::vector<GivenState> three_states(const GivenState& first, const Numbers& other_q, Random& random) {
  const auto others = [&] {
    Numbers x(first.v.size());
    for (double& each : x) each = random.uniform(-1, 1);
    return x;
  };
  std::vector<GivenState> states{first, {first.q, others(), others()}};
  states.push_back({other_q, others(), others()});
  return states;
}

}  // namespace sinew::test
