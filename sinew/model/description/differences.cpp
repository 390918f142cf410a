#include "sinew/model/description/differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <span>
#include <unordered_map>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

std::string list_text(std::span<const double> numbers) {
  if (numbers.empty()) return "";
  if (numbers.size() == 1) return number_text(numbers[0]);
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : ", ") + number_text(x);
  return "(" + text + ")";
}

std::string on_body_or_ground(const std::string& body) {
  return body.empty() ? "the ground" : body;
}

// Returns the unit vector along `axis`, because only its direction counts.
Vector3<double> direction_of(const Vector3<double>& axis) {
  const double length = norm(axis);
  return length > 0 ? (1 / length) * axis : axis;
}

class Comparison {
 public:
  explicit Comparison(double tolerance) : tolerance_(tolerance) {}

  void run(const Description& a, const Description& b) {
    where_ = "robot";
    compare("gravity", a.gravity, b.gravity);
    each("body", a.bodies, b.bodies, [this](const Body& x, const Body& y) { bodies(x, y); });
    each("frame", a.frames, b.frames, [this](const Frame& x, const Frame& y) {
      texts("body", on_body_or_ground(x.body), on_body_or_ground(y.body));
      placements("", x.placement, y.placement);
    });
    each("loop", a.loops, b.loops, [this](const Loop& x, const Loop& y) { loops(x, y); });
    each("named position", a.named_positions, b.named_positions,
         [this](const NamedPosition& x, const NamedPosition& y) {
           for (const auto& [joint, q] : x.joints) position(joint, q, y);
           for (const auto& [joint, q] : y.joints) {
             if (!position_of(x, joint)) numbers("joint '" + joint + "'", {}, q);
           }
           controls(x, y);
         });
    each("coupling", a.couplings, b.couplings, [this](const Coupling& x, const Coupling& y) {
      texts("joint", x.joint, y.joint);
      texts("leader", x.leader, y.leader);
      numbers("polynomial", x.polynomial, y.polynomial);
    });
    each("tendon", a.tendons, b.tendons, [this](const Tendon& x, const Tendon& y) { tendons(x, y); });
    each("actuator", a.actuators, b.actuators,
         [this](const Actuator& x, const Actuator& y) { actuators(x, y); });
    each("sensor", a.sensors, b.sensors, [this](const Sensor& x, const Sensor& y) { sensors(x, y); });
  }
  std::vector<Difference> take() && { return std::move(list_); }

 private:
  void add(std::string what, std::string first, std::string second) {
    list_.push_back({where_, std::move(what), std::move(first), std::move(second)});
  }
  void texts(const char* what, const std::string& a, const std::string& b) {
    if (a != b) add(what, a, b);
  }
  void numbers(const std::string& what, std::span<const double> a, std::span<const double> b) {
    double largest = 0;  // except infinity, the limit of what has none
    for (const auto& list : {a, b}) {
      for (const double x : list) largest = std::max(largest, std::isfinite(x) ? std::abs(x) : 0);
    }
    const auto near = [&](double x, double y) { return x == y || std::abs(x - y) <= tolerance_ * largest; };
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), near)) add(what, list_text(a), list_text(b));
  }
  void number(const std::string& what, double a, double b) { numbers(what, {&a, 1}, {&b, 1}); }
  void compare(const std::string& what, const Vector3<double>& a, const Vector3<double>& b) {
    numbers(what, std::array{a.x, a.y, a.z}, std::array{b.x, b.y, b.z});
  }
  void placements(const std::string& of, const Transform<double>& a, const Transform<double>& b) {
    compare(of + "position", a.translation, b.translation);
    const auto entries = [](const Rotation<double>& r) {
      return std::array{r.row_x.x, r.row_x.y, r.row_x.z, r.row_y.x, r.row_y.y,
                        r.row_y.z, r.row_z.x, r.row_z.y, r.row_z.z};
    };
    numbers(of + "rotation", entries(a.rotation), entries(b.rotation));
  }

  static const std::vector<double>* position_of(const NamedPosition& position, const std::string& joint) {
    for (const auto& [name, q] : position.joints) {
      if (name == joint) return &q;
    }
    return nullptr;
  }
  void position(const std::string& joint, const std::vector<double>& q, const NamedPosition& other) {
    const std::vector<double>* const other_q = position_of(other, joint);
    numbers("joint '" + joint + "'", q,
            other_q ? std::span<const double>(*other_q) : std::span<const double>());
  }

  // Calls `compare_two` for the things of the same name and lists those that only one description has.
  template <class Thing, class CompareTwo>
  void each(const char* kind, const std::vector<Thing>& a, const std::vector<Thing>& b,
            const CompareTwo& compare_two) {
    std::unordered_map<std::string, const Thing*> others;
    for (const Thing& thing : b) others.emplace(thing.name, &thing);
    for (const Thing& thing : a) {
      where_ = std::string(kind) + " '" + thing.name + "'";
      const auto other = others.find(thing.name);
      if (other == others.end()) {
        add("exists", "yes", "");
        continue;
      }
      compare_two(thing, *other->second);
      others.erase(other);
    }
    for (const Thing& thing : b) {
      if (!others.contains(thing.name)) continue;
      where_ = std::string(kind) + " '" + thing.name + "'";
      add("exists", "", "yes");
    }
  }

  void bodies(const Body& a, const Body& b) {
    texts("parent", on_body_or_ground(a.parent), on_body_or_ground(b.parent));
    placements("", a.placement, b.placement);
    number("mass", a.inertial.mass, b.inertial.mass);
    compare("centre of mass", a.inertial.com, b.inertial.com);
    number("gravity compensation", a.gravity_compensation, b.gravity_compensation);
    const auto entries = [](const Symmetric3<double>& m) {
      return std::array{m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    };
    numbers("inertia (xx, yy, zz, xy, xz, yz)", entries(a.inertial.inertia), entries(b.inertial.inertia));
    for (const Shape::Role role : {Shape::Role::visual, Shape::Role::collision}) {
      const auto count = [role](const Body& body) {
        return std::count_if(body.shapes.begin(), body.shapes.end(),
                             [role](const Shape& shape) { return shape.role == role; });
      };
      number(role == Shape::Role::visual ? "number of visual shapes" : "number of collision shapes",
             double(count(a)), double(count(b)));
    }
    const std::string name = a.joint.name.empty() ? b.joint.name : a.joint.name;
    if (!name.empty()) where_ = "joint '" + name + "'";
    joints(a.joint, b.joint);
  }

  void joints(const Joint& a, const Joint& b) {
    texts("name", a.name, b.name);
    texts("kind", name_of(a.kind), name_of(b.kind));
    if (a.kind != b.kind || a.kind == JointKind::fixed) return;
    const bool has_axis =
        a.kind != JointKind::spherical && a.kind != JointKind::floating && a.kind != JointKind::custom;
    if (has_axis) compare("axis", direction_of(a.axis), direction_of(b.axis));
    if (a.kind == JointKind::universal) compare("second axis", direction_of(a.axis2), direction_of(b.axis2));
    if (a.kind == JointKind::helical) number("pitch", a.pitch, b.pitch);
    numbers("initial position", a.initial, b.initial);
    texts("leader", a.mimic ? a.mimic->joint : "", b.mimic ? b.mimic->joint : "");
    if (a.mimic && b.mimic) {
      number("multiplier", a.mimic->multiplier, b.mimic->multiplier);
      number("offset", a.mimic->offset, b.mimic->offset);
    }
    if (a.dofs.size() > 1 || b.dofs.size() > 1) {
      const std::size_t count = std::max(a.dofs.size(), b.dofs.size());
      for (std::size_t i = 0; i < count; ++i)
        dofs("DOF " + std::to_string(i) + ": ", dof_of(a, i), dof_of(b, i));
    } else {
      dofs("", dof_of(a, 0), dof_of(b, 0));
    }
  }
  static DegreeOfFreedom dof_of(const Joint& joint, std::size_t i) {
    if (joint.dofs.empty()) return {};
    return joint.dofs[joint.dofs.size() == 1 ? 0 : std::min(i, joint.dofs.size() - 1)];
  }
  void dofs(const std::string& of, const DegreeOfFreedom& a, const DegreeOfFreedom& b) {
    number(of + "lower limit", a.lower, b.lower);
    number(of + "upper limit", a.upper, b.upper);
    number(of + "velocity limit", a.max_velocity, b.max_velocity);
    number(of + "effort limit", a.max_effort, b.max_effort);
    ranges(of + "range of actuators", a.actuation, b.actuation);
    number(of + "damping", a.damping, b.damping);
    number(of + "dry friction", a.dry_friction, b.dry_friction);
    number(of + "armature", a.armature, b.armature);
    number(of + "stiffness", a.stiffness, b.stiffness);
    number(of + "rest position", a.rest_position, b.rest_position);
  }

  void loops(const Loop& a, const Loop& b) {
    texts("kind", name_of(a.connection.kind), name_of(b.connection.kind));
    number("distance", a.connection.distance, b.connection.distance);
    texts("first body", on_body_or_ground(a.first.body), on_body_or_ground(b.first.body));
    texts("second body", on_body_or_ground(a.second.body), on_body_or_ground(b.second.body));
    placements("first end: ", a.first.placement, b.first.placement);
    placements("second end: ", a.second.placement, b.second.placement);
  }

  void tendons(const Tendon& a, const Tendon& b) {
    texts("joints", joints_of(a), joints_of(b));
    number("offset", a.offset, b.offset);
    number("number of elements", double(a.path.size()), double(b.path.size()));
    if (a.path.size() == b.path.size()) {
      for (std::size_t i = 0; i < a.path.size(); ++i) elements(i + 1, a.path[i], b.path[i]);
    }
    number("stiffness", a.stiffness, b.stiffness);
    number("damping", a.damping, b.damping);
    numbers("rest lengths", rest_lengths_of(a), rest_lengths_of(b));
    number("lower limit", a.lower, b.lower);
    number("upper limit", a.upper, b.upper);
    ranges("range of actuators", a.actuation, b.actuation);
  }
  void elements(std::size_t position, const TendonElement& a, const TendonElement& b) {
    const std::string of = "element " + std::to_string(position) + ": ";
    texts((of + "kind").c_str(), name_of(a.kind), name_of(b.kind));
    number(of + "divisor", a.divisor, b.divisor);
    number(of + "radius", a.radius, b.radius);
    ends(of, a.at, b.at);
    if (a.side || b.side) ends(of + "side: ", a.side.value_or(LoopEnd{}), b.side.value_or(LoopEnd{}));
  }
  void ranges(const std::string& what, const Interval& a, const Interval& b) {
    numbers(what, std::array{a.lower, a.upper}, std::array{b.lower, b.upper});
  }
  void ends(const std::string& of, const LoopEnd& a, const LoopEnd& b) {
    texts((of + "body").c_str(), on_body_or_ground(a.body), on_body_or_ground(b.body));
    placements(of, a.placement, b.placement);
  }
  static std::string joints_of(const Tendon& tendon) {
    std::string text;
    for (const TendonJoint& term : tendon.joints)
      text += (text.empty() ? "" : " + ") + number_text(term.coefficient) + " " + term.joint;
    return text;
  }
  static std::span<const double> rest_lengths_of(const Tendon& tendon) {
    return tendon.rest_lengths ? std::span<const double>(*tendon.rest_lengths) : std::span<const double>();
  }
  void references(const std::optional<LoopEnd>& a, const std::optional<LoopEnd>& b) {
    if (a && b) return ends("reference: ", *a, *b);
    texts("reference", a ? on_body_or_ground(a->body) : "", b ? on_body_or_ground(b->body) : "");
  }
  void actuators(const Actuator& a, const Actuator& b) {
    texts("transmission", name_of(a.transmission.kind), name_of(b.transmission.kind));
    texts("target", a.transmission.target, b.transmission.target);
    ends("site: ", a.transmission.site, b.transmission.site);
    references(a.transmission.reference, b.transmission.reference);
    numbers("gear", a.transmission.gear, b.transmission.gear);
    numbers("gain", a.gain, b.gain);
    numbers("bias", a.bias, b.bias);
    texts("activation", name_of(a.activation), name_of(b.activation));
    number("time constant", a.time_constant, b.time_constant);
    ranges("control range", a.control_range, b.control_range);
    ranges("activation range", a.activation_range, b.activation_range);
    ranges("force range", a.force_range, b.force_range);
  }
  void sensors(const Sensor& a, const Sensor& b) {
    texts("kind", name_of(a.kind), name_of(b.kind));
    texts("object", a.object, b.object);
    ends("", a.frame, b.frame);
    references(a.reference, b.reference);
    compare("field", a.field, b.field);
    number("cutoff", a.cutoff, b.cutoff);
  }
  void controls(const NamedPosition& a, const NamedPosition& b) {
    const std::map<std::string, double> first(a.controls.begin(), a.controls.end()),
        second(b.controls.begin(), b.controls.end());
    const auto compare_control = [&](const std::string& actuator) {
      const auto x = first.find(actuator), y = second.find(actuator);
      number("control of actuator '" + actuator + "'", x == first.end() ? 0 : x->second,
             y == second.end() ? 0 : y->second);
    };
    for (const auto& [actuator, control] : first) compare_control(actuator);
    for (const auto& [actuator, control] : second) {
      if (!first.contains(actuator)) compare_control(actuator);
    }
  }

  double tolerance_;
  std::string where_;
  std::vector<Difference> list_;
};

}  // namespace

std::vector<Difference> differences(const Description& first, const Description& second, double tolerance) {
  Comparison comparison(tolerance);
  comparison.run(first, second);
  return std::move(comparison).take();
}

}  // namespace sinew
