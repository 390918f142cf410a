#include "sinew/codegen/parameters.hpp"

#include <algorithm>
#include <stdexcept>

namespace sinew {
namespace {

[[noreturn]] void unknown(const std::string& name, const std::string& why) {
  throw std::invalid_argument(
      "no parameter '" + name + "': " + why +
      " (expected BODY.mass, BODY.com.x, BODY.inertia.xx, JOINT.armature or gravity.x, "
      "with x, y, z and xx, xy, xz, yy, yz, zz)");
}

double* component(Vector3<double>& v, std::string_view axis) {
  if (axis == "x") return &v.x;
  if (axis == "y") return &v.y;
  return axis == "z" ? &v.z : nullptr;
}

double* component(Symmetric3<double>& m, std::string_view axes) {
  if (axes == "xx") return &m.xx;
  if (axes == "xy") return &m.xy;
  if (axes == "xz") return &m.xz;
  if (axes == "yy") return &m.yy;
  if (axes == "yz") return &m.yz;
  return axes == "zz" ? &m.zz : nullptr;
}

struct Split {
  std::string_view owner, rest;
};
// At the first dot after the owner's name; names may have dots themselves, so the longest that fits is taken.
template <class IsName>
Split split(std::string_view name, IsName&& is_name) {
  for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    if (is_name(name.substr(0, dot))) return {name.substr(0, dot), name.substr(dot + 1)};
  }
  return {};
}

// The places of a constant: one, or one for each freedom of a joint.
std::vector<double*> places(Description& description, const std::string& name) {
  double* place = nullptr;
  if (name.starts_with("gravity.")) place = component(description.gravity, std::string_view(name).substr(8));
  if (place) return {place};
  const auto body_of = [&](std::string_view text) {
    return std::find_if(description.bodies.begin(), description.bodies.end(),
                        [&](const Body& body) { return body.name == text; });
  };
  const auto [owner, rest] =
      split(name, [&](auto text) { return body_of(text) != description.bodies.end(); });
  if (!owner.empty()) {
    Inertial& inertial = body_of(owner)->inertial;
    if (rest == "mass") place = &inertial.mass;
    if (rest.starts_with("com.")) place = component(inertial.com, rest.substr(4));
    if (rest.starts_with("inertia.")) place = component(inertial.inertia, rest.substr(8));
    if (place) return {place};
  }
  if (!name.ends_with(".armature"))
    unknown(name, owner.empty() ? "it begins with no body, joint or gravity"
                                : "body '" + std::string(owner) + "' has no such constant");
  const std::string joint_name = name.substr(0, name.size() - 9);
  for (Body& body : description.bodies) {
    Joint& joint = body.joint;
    if (joint.name != joint_name || joint.kind == JointKind::fixed) continue;
    if (joint.freedoms.empty()) joint.freedoms.resize(1);  // shared by all
    std::vector<double*> list;
    for (Freedom& freedom : joint.freedoms) list.push_back(&freedom.armature);
    return list;
  }
  unknown(name, "there is no joint '" + joint_name + "' that moves");
}

}  // namespace

double parameter_value(const Description& description, const std::string& name) {
  Description copy = description;
  return *places(copy, name).front();
}

void set_parameter(Description& description, const std::string& name, double value) {
  for (double* place : places(description, name)) *place = value;
}

Model with_parameters(const Model& model, std::span<const std::string> names,
                      std::span<const double> values) {
  Description description = model.description();
  for (std::size_t i = 0; i < names.size(); ++i) set_parameter(description, names[i], values[i]);
  return Model(std::move(description));
}

FrameIndex frame_of(const Model& model, const Wanted& wanted) {
  if (!wanted.frame.empty()) return model.frame(wanted.frame);
  const auto frames = model.frames();
  for (int i = int(frames.size()) - 1; i > 0; --i) {
    if (frames[std::size_t(i)].is_body) return {i};
  }
  return ground;
}

}  // namespace sinew
