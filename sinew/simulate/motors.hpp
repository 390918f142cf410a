// What controllers are told about a robot: which freedoms have motors, and gains for them. Wrong names and numbers are
// std::invalid_argument.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/chains/closed_chain.hpp"

namespace sinew {

// The freedoms of the joints named, by their place in v, in the order named. None named: all joints of one freedom but
// those that follow another.
std::vector<int> motor_freedoms(const Model& model, std::span<const std::string> joints);
// One number per freedom: those of `gains`, which has one for all motors or one for each, and zero for freedoms
// without.
std::vector<double> gains_of_motors(const char* what, const Model& model, std::span<const int> motors,
                                    std::span<const double> gains);
// The same with a motor on every freedom.
std::vector<double> gains_of_freedoms(const char* what, const Model& model, std::span<const double> gains);
// Six numbers, of one for all or six: turning, then moving.
std::vector<double> gains_of_pose(const char* what, std::span<const double> gains);
// Not negative, and finite.
double checked_gain(const char* what, double gain);
// Of laws that need a motor on every freedom and no loops: says which joint floats, or how many rows hold the robot.
void require_motors_everywhere(const char* law, const Model& model);

// Opens or closes the loop of that name; of other names nothing is heard.
void set_loop_held(ClosedChain<double>& chain, const std::string& name, bool held);

// The loops of a robot, for controllers that reckon with them; none where the model has none.
class KnownLoops {
 public:
  explicit KnownLoops(const Model& model);
  bool any() const { return chain_.has_value(); }
  ClosedChain<double>& chain() { return *chain_; }
  void changed(const std::string& name, bool held) {
    if (chain_) set_loop_held(*chain_, name, held);
  }

 private:
  std::optional<ClosedChain<double>> chain_;
};

}  // namespace sinew
