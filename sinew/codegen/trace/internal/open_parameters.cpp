#include "sinew/codegen/trace/internal/open_parameters.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace sinew {

namespace {

// The inertial parameters of a body as symbols, in the form of the description.
struct OpenInertial {
  Symbol mass;
  Vector3<Symbol> com;
  Symmetric3<Symbol> inertia;  // about the centre of mass

  explicit OpenInertial(const Inertial& given)
      : mass(given.mass), com(given.com.cast<Symbol>()), inertia(given.inertia.cast<Symbol>()) {}
  RigidInertia<Symbol> about_frame() const {
    return {mass, mass * com, inertia + point_mass_inertia(mass, com)};
  }
};

// The field with this name of an inertial, of numbers or symbols; null if there is none.
template <class Inertia>
auto* field_of(Inertia& x, std::string_view field) {
  using Number = decltype(&x.mass);
  auto& c = x.com;
  auto& i = x.inertia;
  const struct {
    std::string_view name;
    Number number;
  } fields[] = {{"mass", &x.mass},     {"com.x", &c.x},       {"com.y", &c.y},       {"com.z", &c.z},
                {"inertia.xx", &i.xx}, {"inertia.xy", &i.xy}, {"inertia.xz", &i.xz}, {"inertia.yy", &i.yy},
                {"inertia.yz", &i.yz}, {"inertia.zz", &i.zz}};
  for (const auto& f : fields) {
    if (f.name == field) return f.number;
  }
  return Number{};
}

// The field in "OWNER.field", where the owner's name may contain dots; empty if the name has another owner.
std::string_view field_in(std::string_view name, std::string_view owner) {
  const bool own = name.size() > owner.size() && name.starts_with(owner) && name[owner.size()] == '.';
  return own ? name.substr(owner.size() + 1) : std::string_view{};
}

template <class T>
T* component(Vector3<T>& v, std::string_view axis) {
  return axis == "x" ? &v.x : axis == "y" ? &v.y : axis == "z" ? &v.z : nullptr;
}

double nominal_value(const Model& model, const std::string& name) {
  for (const Body& body : model.description().bodies) {
    const std::string_view field = field_in(name, body.name);
    if (const double* x = field_of(body.inertial, field)) return *x;
  }
  for (const JointInfo& joint : model.joints()) {
    if (field_in(name, joint.name) != "armature") continue;
    const auto dofs = model.dofs().subspan(std::size_t(joint.v_index), std::size_t(joint.v_size));
    if (std::any_of(dofs.begin(), dofs.end(),
                    [&](const DegreeOfFreedom& f) { return f.armature != dofs[0].armature; }))
      throw std::invalid_argument("parameter '" + name +
                                  "': the degrees of freedom of the joint have different armatures");
    return dofs[0].armature;
  }
  Vector3<double> gravity = model.gravity();
  if (const double* x = component(gravity, field_in(name, "gravity"))) return *x;
  throw std::invalid_argument("no parameter '" + name +
                              "'; there are BODY.mass, BODY.com.x, .y, .z, BODY.inertia.xx, .xy, .xz, .yy, "
                              ".yz, .zz, JOINT.armature and "
                              "gravity.x, .y, .z");
}

}  // namespace

ParameterList find_parameters(const Model& model, std::span<const std::string> names) {
  ParameterList list;
  for (const std::string& name : names) {
    if (std::find(list.names.begin(), list.names.end(), name) != list.names.end())
      throw std::invalid_argument("parameter '" + name + "' is given twice");
    list.names.push_back(name);
    list.nominal.push_back(nominal_value(model, name));
  }
  return list;
}

void open_parameters(const Model& model, const ParameterList& parameters, std::span<const Symbol> values,
                     Tree<Symbol>& tree) {
  const auto& bodies = model.description().bodies;
  std::vector<OpenInertial> inertials;
  for (const Body& body : bodies) inertials.emplace_back(body.inertial);
  std::vector<bool> is_open(tree.links.size());
  Vector3<Symbol> gravity = model.gravity().cast<Symbol>();
  bool gravity_is_open = false;
  for (std::size_t p = 0; p < values.size(); ++p) {
    const std::string& name = parameters.names[p];
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (Symbol* x = field_of(inertials[b], field_in(name, bodies[b].name))) {
        *x = values[p];
        is_open[std::size_t(model.frame(model.frame(bodies[b].name)).link)] = true;
      }
    }
    for (const JointInfo& joint : model.joints()) {
      if (field_in(name, joint.name) != "armature") continue;
      for (int i = 0; i < joint.v_size; ++i) tree.armature[std::size_t(joint.v_index + i)] = values[p];
    }
    if (Symbol* x = component(gravity, field_in(name, "gravity"))) *x = values[p], gravity_is_open = true;
  }
  // The inertia of a link is that of all bodies fixed to it.
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    if (is_open[k]) tree.links[k].inertia = {};
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const FrameInfo& frame = model.frame(model.frame(bodies[b].name));
    const auto k = std::size_t(frame.link);
    if (!is_open[k]) continue;
    tree.links[k].inertia =
        tree.links[k].inertia + to_parent(frame.placement.cast<Symbol>(), inertials[b].about_frame());
  }
  if (gravity_is_open) tree.gravity = tree.world.motion_to_parent({{}, -gravity});
}

Model with_parameters(const Model& model, std::span<const std::string> names,
                      std::span<const double> values) {
  Description description = model.description();
  for (std::size_t p = 0; p < names.size(); ++p) {
    for (Body& body : description.bodies) {
      if (double* x = field_of(body.inertial, field_in(names[p], body.name))) *x = values[p];
      Joint& joint = body.joint;
      if (joint.kind == JointKind::fixed || field_in(names[p], joint.name) != "armature") continue;
      if (joint.dofs.empty()) joint.dofs.resize(1);  // one entry for all DOFs
      for (DegreeOfFreedom& dof : joint.dofs) dof.armature = values[p];
    }
    if (double* x = component(description.gravity, field_in(names[p], "gravity"))) *x = values[p];
  }
  return Model(std::move(description));
}

}  // namespace sinew
