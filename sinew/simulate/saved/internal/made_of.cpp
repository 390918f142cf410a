#include "sinew/simulate/saved/internal/made_of.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace sinew {
namespace {

// ---- Robots --------------------------------------------------------------------------------------

template <class Item, class Alike>
bool lists_are_alike(const std::vector<Item>& a, const std::vector<Item>& b, const Alike& alike) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
}

bool mimics_are_alike(const std::optional<Mimic>& a, const std::optional<Mimic>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->joint == b->joint && a->multiplier == b->multiplier && a->offset == b->offset;
}

// Custom joints of one class count as alike.
bool customs_are_alike(const CustomJoint* a, const CustomJoint* b) {
  if (!a || !b) return a == b;
  return typeid(*a) == typeid(*b);
}

bool joints_are_alike(const Joint& a, const Joint& b) {
  return a.name == b.name && a.kind == b.kind && a.axis == b.axis && a.axis2 == b.axis2 &&
         a.pitch == b.pitch && a.dofs == b.dofs && mimics_are_alike(a.mimic, b.mimic) &&
         customs_are_alike(a.custom.get(), b.custom.get());
}

bool bodies_are_alike(const Body& a, const Body& b) {
  return a.name == b.name && a.parent == b.parent && a.placement == b.placement &&
         joints_are_alike(a.joint, b.joint) && a.inertial.mass == b.inertial.mass &&
         a.inertial.com == b.inertial.com && a.inertial.inertia == b.inertial.inertia;
}

bool ends_are_alike(const LoopEnd& a, const LoopEnd& b) {
  return a.body == b.body && a.placement == b.placement;
}

bool loops_are_alike(const Loop& a, const Loop& b) {
  return a.name == b.name && a.connection.kind == b.connection.kind &&
         a.connection.distance == b.connection.distance &&
         a.connection.directions == b.connection.directions && ends_are_alike(a.first, b.first) &&
         ends_are_alike(a.second, b.second);
}

bool couplings_are_alike(const Coupling& a, const Coupling& b) {
  return a.name == b.name && a.joint == b.joint && a.leader == b.leader && a.polynomial == b.polynomial;
}

bool sides_are_alike(const std::optional<LoopEnd>& a, const std::optional<LoopEnd>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return ends_are_alike(*a, *b);
}

bool tendons_are_alike(const Tendon& a, const Tendon& b) {
  const auto terms = [](const TendonJoint& x, const TendonJoint& y) {
    return x.joint == y.joint && x.coefficient == y.coefficient;
  };
  const auto elements = [](const TendonElement& x, const TendonElement& y) {
    return x.kind == y.kind && ends_are_alike(x.at, y.at) && x.radius == y.radius &&
           sides_are_alike(x.side, y.side) && x.divisor == y.divisor;
  };
  return a.name == b.name && lists_are_alike(a.joints, b.joints, terms) && a.offset == b.offset &&
         lists_are_alike(a.path, b.path, elements) && a.stiffness == b.stiffness && a.damping == b.damping &&
         a.rest_lengths == b.rest_lengths && a.lower == b.lower && a.upper == b.upper &&
         a.actuation == b.actuation;
}

bool actuators_are_alike(const Actuator& a, const Actuator& b) {
  const Transmission &first = a.transmission, &second = b.transmission;
  return a.name == b.name && first.kind == second.kind && first.target == second.target &&
         ends_are_alike(first.site, second.site) && sides_are_alike(first.reference, second.reference) &&
         first.gear == second.gear && a.gain == b.gain && a.bias == b.bias && a.activation == b.activation &&
         a.time_constant == b.time_constant && a.control_range == b.control_range &&
         a.activation_range == b.activation_range && a.force_range == b.force_range;
}

// Returns whether two robots move alike: shapes, frames and the files that they were read from may differ.
bool robots_are_alike(const Model& a, const Model& b) {
  if (a.is_same(b)) return true;
  const Description &first = a.description(), &second = b.description();
  return a.name() == b.name() && first.gravity == second.gravity &&
         lists_are_alike(first.bodies, second.bodies, bodies_are_alike) &&
         lists_are_alike(first.loops, second.loops, loops_are_alike) &&
         lists_are_alike(first.couplings, second.couplings, couplings_are_alike) &&
         lists_are_alike(first.tendons, second.tendons, tendons_are_alike) &&
         lists_are_alike(first.actuators, second.actuators, actuators_are_alike);
}

}  // namespace

// ---- Parts ---------------------------------------------------------------------------------------

std::string counted(std::size_t count, const std::string& what) {
  return (count == 0 ? "no" : std::to_string(count)) + " " + what + (count == 1 ? "" : "s");
}

std::string name_of(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type.name();
}

void check_same(const MadeOf& saved, const MadeOf& here) {
  if (!robots_are_alike(saved.model, here.model)) {
    const std::string &theirs = saved.model.name(), &own = here.model.name();
    throw std::invalid_argument(
        theirs == own ? "cannot restore a simulation of another robot that is also called '" + own + "'"
                      : "cannot restore a simulation of robot '" + theirs + "' into one of '" + own + "'");
  }
  if (saved.parts == here.parts) return;
  // Both lists contain the numbers of parts, so the first difference comes before the end of either.
  const auto [theirs, own] = std::mismatch(saved.parts.begin(), saved.parts.end(), here.parts.begin());
  throw std::invalid_argument("cannot restore: the saved simulation has " + *theirs + "; this one has " +
                              *own);
}

}  // namespace sinew
