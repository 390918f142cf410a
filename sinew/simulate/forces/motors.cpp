#include "sinew/simulate/forces/motors.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/base/check_number.hpp"

namespace sinew::detail {
namespace {

// Returns one number for each degree of freedom.
std::vector<double> spread(const char* what, std::span<const double> gains, std::size_t dofs) {
  if (gains.size() != 1 && gains.size() != dofs)
    throw std::invalid_argument("the " + std::string(what) + " has " + std::to_string(gains.size()) +
                                " numbers, expected 1 or one for each of " + std::to_string(dofs) +
                                " degrees of freedom");
  for (const double gain : gains) checked_gain(what, gain);
  if (gains.size() == 1) return std::vector<double>(dofs, gains[0]);
  return {gains.begin(), gains.end()};
}

void refuse_floating_joints(const char* law, const Model& model) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::floating)
      throw std::invalid_argument(std::string(law) +
                                  " control needs a motor on every degree of freedom; joint '" + joint.name +
                                  "' of '" + model.name() + "' is a floating joint");
  }
}

}  // namespace

std::vector<int> motor_dofs(const Model& model, std::span<const std::string> joints) {
  std::vector<int> motors;
  const auto add = [&](const JointInfo& joint) {
    for (int i = 0; i < joint.v_size; ++i) {
      if (std::find(motors.begin(), motors.end(), joint.v_index + i) != motors.end())
        throw std::invalid_argument("joint '" + joint.name + "' is named twice among the motors");
      motors.push_back(joint.v_index + i);
    }
  };
  for (const std::string& name : joints) add(model.joint(name));
  if (!joints.empty()) return motors;
  for (const JointInfo& joint : model.joints()) {
    if (joint.v_size == 1 && !model.is_follower(joint.name) && !model.has_lock(joint.name)) add(joint);
  }
  return motors;
}

double checked_gain(const char* what, double gain) {
  edge::check_not_negative("the " + std::string(what), gain);
  return gain;
}

std::vector<double> gains_of_motors(const char* what, const Model& model, std::span<const int> motors,
                                    std::span<const double> gains) {
  const std::vector<double> each = spread(what, gains, motors.size());
  std::vector<double> all(std::size_t(model.velocity_size()));
  for (std::size_t i = 0; i < motors.size(); ++i) all[std::size_t(motors[i])] = each[i];
  return all;
}

std::vector<double> gains_of_dofs(const char* what, const Model& model, std::span<const double> gains) {
  return spread(what, gains, std::size_t(model.velocity_size()));
}

std::vector<double> gains_of_pose(const char* what, std::span<const double> gains) {
  return spread(what, gains, 6);
}

void require_motors_on_leaders(const char* law, const Model& model) {
  refuse_floating_joints(law, model);
  if (const std::size_t loops = model.description().loops.size(); loops > 0)
    throw std::invalid_argument(std::string(law) + " control is for robots without loops; '" + model.name() +
                                "' has " + std::to_string(loops) + " (computed_torque keeps loops closed)");
}

bool have_plain_coordinates(const Model& model, std::span<const int> dofs) {
  return std::ranges::all_of(dofs, [&](int dof) {
    return std::ranges::any_of(model.joints(), [&](const JointInfo& joint) {
      return dof >= joint.v_index && dof < joint.v_index + joint.v_size && joint.q_size == joint.v_size;
    });
  });
}

void set_loop_active(ClosedChain<double>& chain, const std::string& name, bool active) {
  const auto loops = chain.constraints().loops();
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].name == name) chain.set_loop_active(int(i), active);
  }
}

void save_loops(const ClosedChain<double>& chain, StateWriter& out) {
  for (const auto& loop : chain.constraints().loops()) out.write(loop.active);
}

void restore_loops(ClosedChain<double>& chain, StateReader& in) {
  const int count = int(chain.constraints().loops().size());
  for (int i = 0; i < count; ++i) chain.set_loop_active(i, in.read_flag());
}

}  // namespace sinew::detail
