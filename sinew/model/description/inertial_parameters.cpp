#include "sinew/model/description/inertial_parameters.hpp"

#include <algorithm>
#include <unordered_map>

#include "sinew/dense/views.hpp"

namespace sinew {
namespace {

// Returns the bodies of a description by name.
std::unordered_map<std::string_view, Body*> bodies_of(Description& description) {
  std::unordered_map<std::string_view, Body*> bodies;
  for (Body& body : description.bodies) bodies.emplace(body.name, &body);
  return bodies;
}

void check(std::span<const double> parameters, std::size_t expected) {
  edge::check_input("the parameters", VectorView<const double>(parameters), int(expected));
}

Description possible(Description description) {
  Findings findings = validate(description);
  if (findings.has_errors() || findings.has_physical_errors()) throw InvalidModel(std::move(findings));
  return description;
}

}  // namespace

InertialParameters inertial_parameters(const Inertial& inertial) {
  const auto& [mass, com, about_com] = inertial;
  return detail::numbers_of<double>({mass, mass * com, about_com + point_mass_inertia(mass, com)});
}

Inertial inertial_from_parameters(const InertialParameters& parameters) {
  const RigidInertia<double> inertia = detail::inertia_of(parameters.data());
  if (inertia.mass == 0) {
    if (inertia.moment != Vector3<double>{})
      throw std::invalid_argument("a body without mass has a first moment; expected zeros");
    return {.mass = 0, .com = {}, .inertia = inertia.inertia};
  }
  const Vector3<double> com = 1 / inertia.mass * inertia.moment;
  return {inertia.mass, com, inertia.inertia - point_mass_inertia(inertia.mass, com)};
}

std::vector<double> inertial_parameters(const Model& model) {
  Description description = model.description();
  const auto bodies = bodies_of(description);
  std::vector<double> all;
  for (const FrameInfo& frame : model.frames()) {
    if (!frame.is_body) continue;
    const InertialParameters ten = inertial_parameters(bodies.at(frame.name)->inertial);
    all.insert(all.end(), ten.begin(), ten.end());
  }
  return all;
}

std::vector<double> joint_parameters(const Model& model) {
  std::vector<double> all;
  for (const auto member :
       {&DegreeOfFreedom::armature, &DegreeOfFreedom::damping, &DegreeOfFreedom::dry_friction}) {
    for (const DegreeOfFreedom& dof : model.dofs()) all.push_back(dof.*member);
  }
  return all;
}

Description with_inertial_parameters(const Model& model, std::span<const double> parameters) {
  Description description = model.description();
  const auto bodies = bodies_of(description);
  check(parameters, inertial_parameters_per_body * bodies.size());
  const double* next = parameters.data();
  for (const FrameInfo& frame : model.frames()) {
    if (!frame.is_body) continue;
    InertialParameters ten;
    std::copy_n(next, ten.size(), ten.begin());
    next += ten.size();
    try {
      bodies.at(frame.name)->inertial = inertial_from_parameters(ten);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("body '" + frame.name + "': " + error.what());
    }
  }
  return possible(std::move(description));
}

Description with_joint_parameters(const Model& model, std::span<const double> parameters) {
  Description description = model.description();
  const auto bodies = bodies_of(description);
  const std::size_t n = model.dofs().size();
  check(parameters, joint_parameters_per_dof * n);
  for (const JointInfo& joint : model.joints()) {
    const auto first = std::size_t(joint.v_index), count = std::size_t(joint.v_size);
    const auto dofs = model.dofs().subspan(first, count);
    std::vector<DegreeOfFreedom> changed(dofs.begin(), dofs.end());
    for (std::size_t i = 0; i < count; ++i) {
      changed[i].armature = parameters[first + i];
      changed[i].damping = parameters[n + first + i];
      changed[i].dry_friction = parameters[2 * n + first + i];
    }
    bodies.at(joint.body)->joint.dofs = std::move(changed);
  }
  return possible(std::move(description));
}

}  // namespace sinew
