// Checks joints: kinds, axes, degrees of freedom, initial positions.
#include <algorithm>
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/internal/rules.hpp"

namespace sinew {
namespace {

// The rules of the joint of one body.
class JointRules {
 public:
  JointRules(const Body& body, Findings& findings)
      : joint_(body.joint), source_(body.source), findings_(findings) {}

  void check() const {
    if (joint_.kind == JointKind::fixed) return;
    if (joint_.kind < JointKind::fixed || joint_.kind > JointKind::custom) {
      return error("its kind is " + std::to_string(int(joint_.kind)) +
                   ", which is not a valid JointKind; expected 0 (fixed) to " +
                   std::to_string(int(JointKind::custom)) + " (custom)");
    }
    check_axes();
    int count = velocity_size(joint_.kind);
    if (joint_.kind == JointKind::custom) {
      if (!joint_.custom) return error("is custom but has no CustomJoint");
      count = joint_.custom->dofs();
      if (count < 1 || count > 6)
        return error("has " + std::to_string(count) + " degrees of freedom, expected 1 to 6");
    }
    const auto given = int(joint_.dofs.size());
    if (given > 1 && given != count) {
      error("lists " + std::to_string(given) + " degrees of freedom, expected none, one for all, or " +
            std::to_string(count));
    }
    for (const DegreeOfFreedom& dof : joint_.dofs) check_dof(dof);
    const int positions = joint_.kind == JointKind::custom ? count : position_size(joint_.kind);
    if (!joint_.initial.empty()) check_initial(std::size_t(positions));
  }

 private:
  void error(const std::string& what) const {
    findings_.error(source_, "joint '" + joint_.name + "': " + what);
  }

  void check_axes() const {
    const bool uses_axis = joint_.kind != JointKind::spherical && joint_.kind != JointKind::floating &&
                           joint_.kind != JointKind::custom;
    if (uses_axis) check_axis("axis", joint_.axis);
    if (joint_.kind == JointKind::universal) {
      check_axis("second axis", joint_.axis2);
      const double area = norm(cross(joint_.axis, joint_.axis2));
      if (area < 1e-9 * norm(joint_.axis) * norm(joint_.axis2))
        error("the two axes of a universal joint are parallel");
    }
    if (joint_.kind == JointKind::helical && !std::isfinite(joint_.pitch))
      error("pitch is " + number_text(joint_.pitch) + ", expected a finite number");
  }

  void check_axis(const std::string& what, const Vector3<double>& axis) const {
    if (is_finite(axis) && norm(axis) >= 1e-9) return;
    error(what + " is (" + number_text(axis.x) + ", " + number_text(axis.y) + ", " + number_text(axis.z) +
          "), expected a direction of length above 1e-9");
  }

  void check_dof(const DegreeOfFreedom& dof) const {
    const auto not_negative = [&](const std::string& name, double value) {
      if (std::isfinite(value) && value >= 0) return;
      error(name + " is " + number_text(value) + ", expected a finite number >= 0");
    };
    not_negative("armature", dof.armature);
    not_negative("damping", dof.damping);
    not_negative("dry friction", dof.dry_friction);
    if (!std::isfinite(dof.stiffness)) error("stiffness is not finite");
    if (!std::isfinite(dof.rest_position)) error("rest position is not finite");
    if (std::isnan(dof.lower) || std::isnan(dof.upper) || dof.lower > dof.upper) {
      error("limits are reversed: lower " + number_text(dof.lower) + ", upper " + number_text(dof.upper));
    }
    if (!(dof.actuation.lower <= dof.actuation.upper)) {
      error("the range of its actuators is from " + number_text(dof.actuation.lower) + " to " +
            number_text(dof.actuation.upper) + "; expected the lower number first");
    }
    if (!(dof.max_velocity >= 0))
      error("velocity limit is " + number_text(dof.max_velocity) + ", expected >= 0");
    if (!(dof.max_effort >= 0)) error("effort limit is " + number_text(dof.max_effort) + ", expected >= 0");
  }

  void check_initial(std::size_t positions) const {
    const std::vector<double>& q = joint_.initial;
    if (q.size() != positions) {
      return error("the initial position has " + std::to_string(q.size()) + " numbers, expected " +
                   std::to_string(positions));
    }
    if (!std::all_of(q.begin(), q.end(), [](double x) { return std::isfinite(x); }))
      return error("the initial position is not finite");
    if (joint_.kind != JointKind::spherical && joint_.kind != JointKind::floating) return;
    const double* const r = &q[positions - 4];
    const double length = std::hypot(std::hypot(r[0], r[1]), std::hypot(r[2], r[3]));
    if (std::abs(length - 1) > 1e-6)
      error("the quaternion of the initial position has length " + number_text(length) + ", expected 1");
  }

  const Joint& joint_;
  const Source& source_;
  Findings& findings_;
};

}  // namespace

void check_joints(const Description& description, Findings& findings) {
  for (const Body& body : description.bodies) JointRules(body, findings).check();
}

}  // namespace sinew
