#include "sinew/algorithms/dynamics/tendon_forces.hpp"

#include <algorithm>
#include <optional>

namespace sinew {

TendonSprings::TendonSprings(const Model& model) {
  std::optional<Workspace<double>> initial;  // made only if a tendon needs it
  const auto& tendons = model.description().tendons;
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    if (tendons[i].stiffness == 0) continue;
    const TendonIndex index{int(i)};
    Spring& spring = springs_.emplace_back(Spring{index, tendons[i].stiffness, 0, 0});
    if (const auto& rest = tendons[i].rest_lengths) {
      spring.shortest = (*rest)[0];
      spring.longest = (*rest)[1];
      continue;
    }
    if (!initial) set_position(initial.emplace(model), model.initial_position());
    spring.shortest = spring.longest = tendon_length(*initial, index);
  }
}

double TendonSprings::Spring::stretch(Workspace<double>& work) const {
  const double length = tendon_length(work, tendon);
  return length - std::clamp(length, shortest, longest);
}

void TendonSprings::add_torques(Workspace<double>& work, Out<double> tau) const {
  for (const Spring& spring : springs_) {
    const double stretch = spring.stretch(work);
    if (stretch != 0) add_tendon_torques(work, spring.tendon, -spring.stiffness * stretch, tau);
  }
}

double TendonSprings::energy(Workspace<double>& work) const {
  double sum = 0;
  for (const Spring& spring : springs_) {
    const double stretch = spring.stretch(work);
    sum += 0.5 * spring.stiffness * stretch * stretch;
  }
  return sum;
}

TendonDampers::TendonDampers(const Model& model) {
  const auto& tendons = model.description().tendons;
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    if (tendons[i].damping != 0) dampers_.push_back({{int(i)}, tendons[i].damping});
  }
}

double TendonDampers::add_torques(Workspace<double>& work, Out<double> tau) const {
  double power = 0;
  for (const auto& [tendon, damping] : dampers_) {
    const double rate = tendon_velocity(work, tendon);
    add_tendon_torques(work, tendon, -damping * rate, tau);
    power -= damping * rate * rate;
  }
  return power;
}

void tendon_springs(Workspace<double>& work, In<double> q, Out<double> tau) {
  set_position(work, q);
  edge::check_size("the result tau", tau, work.model.velocity_size());
  std::fill_n(tau.data(), tau.size(), 0.0);
  TendonSprings(work.model).add_torques(work, tau);
}

void tendon_damping(Workspace<double>& work, In<double> q, In<double> v, Out<double> tau) {
  set_state(work, q, v);
  edge::check_size("the result tau", tau, work.model.velocity_size());
  std::fill_n(tau.data(), tau.size(), 0.0);
  TendonDampers(work.model).add_torques(work, tau);
}

}  // namespace sinew
