#include "sinew/simulate/controllers/object_control.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {
namespace {

std::vector<std::string> names_of(const std::vector<Grasp>& grasps) {
  std::vector<std::string> names;
  for (const Grasp& grasp : grasps)
    names.push_back(grasp.name.empty() ? "grasp" + std::to_string(names.size() + 1) : grasp.name);
  return names;
}

int rows_of(const std::vector<Grasp>& grasps) {
  int rows = 0;
  for (const Grasp& grasp : grasps) rows += row_count(grasp.connection);
  return rows;
}

std::size_t place_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return std::size_t(found - names.begin());
  std::string message = "there is no grasp '" + name + "' to squeeze with; there are";
  for (const std::string& known : names) message += " '" + known + "'";
  throw std::invalid_argument(message);
}

const Model& rigid(const Model& object) {
  if (object.joints().size() != 1 || object.joints()[0].kind != JointKind::floating)
    throw std::invalid_argument("object control moves one rigid body that floats; '" + object.name() +
                                "' has " + std::to_string(object.velocity_size()) + " degrees of freedom");
  return object;
}

}  // namespace

ObjectControl::ObjectControl(const std::vector<Model>& arms, const Model& object,
                             const std::vector<Grasp>& grasps, const ObjectPlan& plan)
    : system_(arms, rigid(object), grasps),
      kinematics_(system_),
      sharing_(kinematics_),
      tracking_(object, plan.target),
      names_(names_of(grasps)),
      commanded_squeeze_(grasps.size()),
      stiffness_(detail::gains_of_pose("stiffness", plan.stiffness)),
      damping_(detail::gains_of_pose("damping", plan.damping)),
      joint_damping_(detail::checked_gain("joint damping", plan.joint_damping)),
      forces_(std::size_t(rows_of(grasps))),
      squeeze_(forces_.size()),
      along_rows_(forces_.size()),
      slowing_(std::size_t(system_.velocity_size())),
      alone_(slowing_.size()),
      on_arms_(arms.size()),
      omega_(int(forces_.size()), int(forces_.size())),
      solver_(int(forces_.size())) {
  if (!plan.shares.empty()) sharing_.set_shares(plan.shares);
  for (const Grasp& grasp : grasps) {
    const std::string& body = grasp.second.body;
    bodies_.push_back(body.empty() ? ground : arms[std::size_t(grasp.arm)].frame(body));
  }
  for (const ObjectPlan::Squeeze& squeeze : plan.squeeze) {
    edge::check_finite("a squeeze", VectorView<const double>(squeeze.force.data(), 6));
    commanded_squeeze_[place_of(squeeze.grasp, names_)] += squeeze.force;
  }
  for (std::size_t i = 0; i <= arms.size(); ++i) work_.emplace_back(system_.model(int(i)));
  for (auto& forces : on_arms_) forces.reserve(forces_.size());
}

void ObjectControl::grasp_changed(const std::string& name, bool held) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] != name || system_.is_held(int(i)) == held) continue;
    held ? system_.hold(int(i)) : system_.release(int(i));
  }
}

void ObjectControl::save(StateWriter& out) const {
  for (int i = 0; i < system_.grasp_count(); ++i) out.write(system_.is_held(i));
}
void ObjectControl::restore(StateReader& in) {
  for (int i = 0; i < system_.grasp_count(); ++i) in.read_flag() ? system_.hold(i) : system_.release(i);
}

// Computes squeeze_: the part of the commanded forces that the rows of the grasps can transmit, and of it the part that
// does not move the object.
void ObjectControl::set_squeeze() {
  std::size_t at = 0;
  for (int arm = 0; arm < system_.arm_count(); ++arm) {
    const auto& rows = system_.part(arm).rows;
    for (std::size_t first = 0; first < rows.size();) {
      const multi_arm::Contact<double>& contact = system_.contact(rows[first].contact);
      const int count = contact.rows.count;
      const auto inner = [](const Force<double>& a, const Force<double>& b) {
        return dot(a.angular, b.angular) + dot(a.linear, b.linear);
      };
      omega_.reset(count, count);
      for (int i = 0; i < count; ++i) {
        for (int j = 0; j <= i; ++j)
          omega_(i, j) = inner(contact.rows.direction[i], contact.rows.direction[j]);
        along_rows_[at + std::size_t(i)] =
            inner(contact.rows.direction[i], commanded_squeeze_[std::size_t(rows[first].contact)]);
      }
      row_solver_.factorise(omega_);
      row_solver_.solve(VectorView<double>(along_rows_.data() + at, std::size_t(count)));
      at += std::size_t(count);
      first += std::size_t(count);
    }
  }
  const auto rows = std::size_t(rows_);
  sharing_.squeeze_part(VectorView<const double>(along_rows_.data(), rows),
                        VectorView<double>(squeeze_.data(), rows));
}

void ObjectControl::share_load(In<double> load) {
  kinematics_.update_object_map();
  rows_ = kinematics_.rows();
  set_squeeze();
  sharing_.share(load, VectorView<double>(forces_.data(), std::size_t(rows_)));
  for (std::size_t r = 0; r < std::size_t(rows_); ++r) forces_[r] += squeeze_[r];
}

// Adds the forces on the arm at its grasps: the reaction to x_i + f_i.
void ObjectControl::add_arm_forces(int arm, const Motion<double>& lambda) {
  const multi_arm::Part<double>& part = system_.part(arm);
  const std::size_t rows = part.rows.size();
  omega_.reset(int(rows), int(rows));
  for (std::size_t a = 0; a < rows; ++a) {
    const multi_arm::Row& row = part.rows[a];
    const multi_arm::Contact<double>& contact = system_.contact(row.contact);
    for (std::size_t b = 0; b <= a; ++b)
      omega_(int(a), int(b)) = part.response.omega()(row.on_arm, part.rows[b].on_arm);
    along_rows_[a] = (contact.on_ground ? 0 : dot(lambda, contact.on_object[row.row])) - part.side[a];
  }
  solver_.factorise(omega_);
  solver_.solve(VectorView<double>(along_rows_.data(), rows));
  for (std::size_t a = 0; a < rows; ++a) {
    const multi_arm::Row& row = part.rows[a];
    const multi_arm::Contact<double>& contact = system_.contact(row.contact);
    const Force<double> force =
        contact.grasp.second.placement.force_to_parent(contact.rows.direction[row.row]);
    on_arms_[std::size_t(arm)].push_back(
        {bodies_[std::size_t(row.contact)],
         -(along_rows_[a] + forces_[std::size_t(part.first_row) + a]) * force});
  }
}

void ObjectControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_input("q", q, system_.position_size());
  edge::check_input("v", v, system_.velocity_size());
  edge::check_size("the result tau", tau, system_.velocity_size());
  const int arms = system_.arm_count();
  const auto part_of_q = [&](int part) {
    return In<double>(q.data() + system_.q_index(part), std::size_t(system_.model(part).position_size()));
  };
  const auto part_of = [&](auto x, int part) {
    return decltype(x)(x.data() + system_.v_index(part), std::size_t(system_.model(part).velocity_size()));
  };
  double demand[6], load[6];
  const VectorView<double> acceleration(demand, 6);
  tracking_.update(t, part_of_q(arms), part_of(v, arms));
  tracking_.demand(stiffness_, damping_, acceleration);
  inverse_dynamics(work_.back(), part_of_q(arms), part_of(v, arms), acceleration,
                   VectorView<double>(load, 6));

  const VectorView<double> slowing(slowing_), alone(alone_);
  for (std::size_t i = 0; i < slowing_.size(); ++i) slowing_[i] = -joint_damping_ * v[i];
  for (int arm = 0; arm < arms; ++arm) {
    inverse_dynamics(work_[std::size_t(arm)], part_of_q(arm), part_of(v, arm), part_of(slowing, arm),
                     part_of(alone, arm));
  }
  system_.contact_forces(q, v, alone_);
  share_load(VectorView<double>(load, 6));
  // Accelerations in the sweeps include gravity, as if the ground accelerated upwards.
  const Workspace<double>& object = system_.workspace(arms);
  const Motion<double> lambda = Motion<double>{read(demand), read(demand + 3)} +
                                object.joints.placements[0].motion_to_child(
                                    detail::ground_acceleration(*object.tree, Environment<double>{}));
  std::fill(tau.data(), tau.data() + tau.size(), 0.0);
  for (int arm = 0; arm < arms; ++arm) {
    auto& forces = on_arms_[std::size_t(arm)];
    forces.clear();
    add_arm_forces(arm, lambda);
    inverse_dynamics(work_[std::size_t(arm)], part_of_q(arm), part_of(v, arm), part_of(slowing, arm),
                     part_of(tau, arm), {.forces = forces});
  }
}

}  // namespace sinew
