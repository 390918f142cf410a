// Saves and restores what a mechanism and its dynamics keep from one step to the next.
#include "sinew/base/number_text.hpp"
#include "sinew/simulate/run/dynamics.hpp"
#include "sinew/simulate/saved/internal/made_of.hpp"

namespace sinew {

// ---- Mechanism -----------------------------------------------------------------------------------

void Mechanism::save(StateWriter& out) const {
  const Constraints<double>& constraints = system_.chain().constraints();
  for (const auto& loop : constraints.loops()) out.write(loop.active);
  for (const auto& coupling : constraints.couplings()) out.write(coupling.active);
  for (int i = 0; i < lock_count(); ++i) {
    out.write(constraints.couplings()[std::size_t(coupling_of(i))].polynomial[0]);
    out.write(yields_[std::size_t(i)]);
  }
}

void Mechanism::restore(StateReader& in) {
  for (int i = 0; i < system_.loop_count(); ++i) system_.set_loop_closed(i, in.read_flag());
  for (int i = 0; i < system_.coupling_count(); ++i) system_.chain().set_coupling_active(i, in.read_flag());
  for (int i = 0; i < lock_count(); ++i) {
    system_.chain().set_locked_position(coupling_of(i), in.read());
    yields_[std::size_t(i)] = in.read_flag();
  }
}

// ---- Dynamics ------------------------------------------------------------------------------------

void Dynamics::save(StateWriter& out) const {
  out.write_list(constant_);
  out.write(limits_efforts_);
  out.write(worst_effort_);
  out.write(sets_torques_);
  for (const Driven& driven : controllers_) {
    out.write(double(driven.sampled));
    out.write_list(driven.tau);
    out.write_part(*driven.controller);
  }
  for (const auto& force : forces_) out.write_part(*force);
}

void Dynamics::restore(StateReader& in) {
  in.read_list(std::span(constant_));
  limits_efforts_ = in.read_flag();
  worst_effort_ = in.read();
  sets_torques_ = in.read_flag();
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    Driven& driven = controllers_[i];
    driven.sampled = long(in.read());
    in.read_list(std::span(driven.tau));
    in.read_part("controller " + std::to_string(i + 1), *driven.controller);
  }
  for (std::size_t i = 0; i < forces_.size(); ++i)
    in.read_part("force element " + std::to_string(i + 1), *forces_[i]);
}

void Dynamics::list_parts(std::vector<std::string>& list) const {
  list.push_back(counted(controllers_.size(), "controller"));
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    const Driven& driven = controllers_[i];
    list.push_back("controller " + std::to_string(i + 1) + " of class " + class_name(*driven.controller) +
                   " for robot '" + driven.robot.name() + "', " +
                   (driven.period == 0 ? "continuous" : "every " + number_text(driven.period) + " s"));
  }
  list.push_back(counted(forces_.size(), "force element"));
  for (std::size_t i = 0; i < forces_.size(); ++i)
    list.push_back("force element " + std::to_string(i + 1) + " of class " + class_name(*forces_[i]));
}

}  // namespace sinew
