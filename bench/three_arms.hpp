// Three copies of a robot that hold one object.
#pragma once

#include "sinew/chains/arms/multi_arm.hpp"
#include "sinew/model/state.hpp"

namespace bench {

// Three copies of the robot, each in a state of its own, with their tips welded to one object.
class ThreeArms {
 public:
  ThreeArms(const sinew::Model& model, const std::string& tip)
      : system_({model, model, model},
                sinew::rigid_object({2, {}, {0.1, 0, 0, 0.1, 0, 0.1}}, model.gravity()), grasps(tip)),
        result_(static_cast<std::size_t>(system_.velocity_size())) {}

  void prepare(std::span<const sinew::State> states) {
    const std::vector<double> rest = system_.neutral_position();
    const auto object_q = rest.end() - system_.object().position_size();
    states_.clear();
    for (std::size_t i = 0; i < states.size(); ++i) {
      sinew::State& all = states_.emplace_back();
      for (std::size_t arm = 0; arm < 3; ++arm) {
        const sinew::State& one = states[(i + arm) % states.size()];
        all.q.insert(all.q.end(), one.q.begin(), one.q.end());
        all.v.insert(all.v.end(), one.v.begin(), one.v.end());
        all.tau.insert(all.tau.end(), one.tau.begin(), one.tau.end());
      }
      all.q.insert(all.q.end(), object_q, rest.end());
      all.v.resize(result_.size());
      all.tau.resize(result_.size());
    }
  }
  void run(std::size_t index) {
    const sinew::State& state = states_[index];
    system_.forward_dynamics(state.q, state.v, state.tau, result_);
  }
  const std::vector<double>& result() const { return result_; }

 private:
  static std::vector<sinew::Grasp> grasps(const std::string& tip) {
    std::vector<sinew::Grasp> list(3);
    for (int i = 0; i < 3; ++i) {
      const sinew::Transform<double> place{{}, {0.1 * i, 0.2, 0}};
      list[static_cast<std::size_t>(i)] = {
          .name = "hand", .arm = i, .first = {"object", place}, .second = {tip, {}}};
    }
    return list;
  }

  sinew::MultiArm<double> system_;
  std::vector<double> result_;
  std::vector<sinew::State> states_;
};

}  // namespace bench
