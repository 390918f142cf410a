#include "sinew/model/description/tendon_rules.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

using Kind = TendonElement::Kind;

// The rules of one tendon.
class TendonRules {
 public:
  using Joints = std::unordered_map<std::string_view, JointKind>;
  using Bodies = std::unordered_set<std::string_view>;

  TendonRules(const Tendon& tendon, const Joints& joints, const Bodies& bodies, Findings& findings)
      : tendon_(tendon), joints_(joints), bodies_(bodies), findings_(findings) {}

  void check() const {
    if (tendon_.name.empty()) error("the name is empty; every tendon needs one");
    if (tendon_.joints.empty() == tendon_.path.empty()) {
      error(tendon_.path.empty() ? "it has neither joints nor a path; expected one of them"
                                 : "it has joints and a path; expected one of them");
    }
    for (const TendonJoint& term : tendon_.joints) check_joint(term);
    if (!std::isfinite(tendon_.offset)) error("its offset is not finite");
    if (!tendon_.path.empty()) check_path();
    check_forces();
  }

 private:
  void error(const std::string& what) const {
    findings_.error(tendon_.source, "tendon '" + tendon_.name + "': " + what);
  }

  void check_joint(const TendonJoint& term) const {
    const auto joint = joints_.find(term.joint);
    if (term.joint.empty() || joint == joints_.end()) {
      error("joint '" + term.joint + "' does not exist");
    } else if (velocity_size(joint->second) != 1) {
      error("joint '" + term.joint + "' is " + name_of(joint->second) +
            "; expected a joint with one degree of freedom");
    }
    if (!std::isfinite(term.coefficient))
      error("the coefficient of joint '" + term.joint + "' is not finite");
  }

  Kind kind_at(std::size_t i) const { return i < tendon_.path.size() ? tendon_.path[i].kind : Kind::pulley; }

  void check_path() const {
    const auto& path = tendon_.path;
    if (path.size() < 2) error("its path has one element; expected two or more");
    for (std::size_t i = 0; i < path.size(); ++i) {
      const std::string what =
          "element " + std::to_string(i + 1) + " of its path (" + name_of(path[i].kind) + ")";
      const Kind before = kind_at(i - 1),
                 after = kind_at(i + 1);  // beyond the ends, as if there were pulleys
      switch (path[i].kind) {
        case Kind::point:
          if (before == Kind::pulley && after == Kind::pulley)
            error(what + " has no neighbour; expected another point before or after it");
          break;
        case Kind::sphere:
        case Kind::cylinder:
          if (before != Kind::point || after != Kind::point)
            error(what + " is not between two points; expected a point before and after it");
          if (!(path[i].radius > 0) || !std::isfinite(path[i].radius))
            error(what + ": its radius is " + number_text(path[i].radius) + ", expected a number above 0");
          break;
        case Kind::pulley:
          if (after == Kind::pulley)
            error(what + " is followed by " + (i + 1 < path.size() ? "another one" : "nothing") +
                  "; expected a point after it");
          if (!(path[i].divisor > 0) || !std::isfinite(path[i].divisor))
            error(what + ": its divisor is " + number_text(path[i].divisor) + ", expected a number above 0");
          break;
        default:
          error(what + ": its kind is " + std::to_string(int(path[i].kind)) +
                ", which is not a valid TendonElement::Kind; expected 0 (point) to 3 (pulley)");
      }
    }
    for_each_end(tendon_, [&](const LoopEnd& end) {
      if (!end.body.empty() && !bodies_.contains(end.body))
        error("its path contains body '" + end.body + "', which does not exist");
    });
  }

  void check_forces() const {
    if (!std::isfinite(tendon_.stiffness)) error("its stiffness is not finite");
    if (!(tendon_.damping >= 0) || !std::isfinite(tendon_.damping))
      error("its damping is " + number_text(tendon_.damping) + ", expected a finite number >= 0");
    if (tendon_.rest_lengths) {
      const auto [shortest, longest] = *tendon_.rest_lengths;
      if (!std::isfinite(shortest) || !std::isfinite(longest) || shortest > longest)
        error("its rest lengths are " + number_text(shortest) + " and " + number_text(longest) +
              ", expected finite numbers, the shorter one first");
    }
    if (std::isnan(tendon_.lower) || std::isnan(tendon_.upper) || tendon_.lower > tendon_.upper)
      error("limits are reversed: lower " + number_text(tendon_.lower) + ", upper " +
            number_text(tendon_.upper));
  }

  const Tendon& tendon_;
  const Joints& joints_;
  const Bodies& bodies_;
  Findings& findings_;
};

}  // namespace

const char* name_of(TendonElement::Kind kind) {
  switch (kind) {
    case Kind::point:
      return "point";
    case Kind::sphere:
      return "sphere";
    case Kind::cylinder:
      return "cylinder";
    case Kind::pulley:
      return "pulley";
  }
  return "unknown";
}

void check_tendons(const Description& description, Findings& findings) {
  if (description.tendons.empty()) return;
  TendonRules::Joints joints;
  TendonRules::Bodies bodies;
  for (const Body& body : description.bodies) {
    joints.emplace(body.joint.name, body.joint.kind);
    bodies.insert(body.name);
  }
  std::unordered_set<std::string_view> names;
  for (const Tendon& tendon : description.tendons) {
    if (!tendon.name.empty() && !names.insert(tendon.name).second)
      findings.error(tendon.source, "tendon name '" + tendon.name + "' is used twice; names must be unique");
    TendonRules(tendon, joints, bodies, findings).check();
  }
}

void remove_tendons_of(Description& description, const std::unordered_set<std::string>& bodies,
                       const std::unordered_set<std::string>& joints) {
  std::erase_if(description.tendons, [&](const Tendon& tendon) {
    bool is_lost = std::any_of(tendon.joints.begin(), tendon.joints.end(),
                               [&](const TendonJoint& term) { return joints.contains(term.joint); });
    for_each_end(tendon, [&](const LoopEnd& end) { is_lost = is_lost || bodies.contains(end.body); });
    return is_lost;
  });
}

void lock_joint_of_tendons(Description& description, const std::string& joint, double q) {
  std::erase_if(description.tendons, [&](Tendon& tendon) {
    const auto locks = std::erase_if(tendon.joints, [&](const TendonJoint& term) {
      if (term.joint != joint) return false;
      tendon.offset += term.coefficient * q;
      return true;
    });
    return locks > 0 && tendon.joints.empty();
  });
}

}  // namespace sinew
