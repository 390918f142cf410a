#include "sinew/io/internal/mjcf/actuator.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/tree_names.hpp"

namespace sinew::mjcf {
namespace {

constexpr const char* targets_of_actuators[] = {"joint",      "jointinparent", "tendon",  "cranksite",
                                                "slidersite", "site",          "refsite", "body"};

int count_words(const char* text) {
  int words = 0;
  bool is_inside = false;
  for (const char* c = text; *c != '\0'; ++c) {
    const bool is_blank = *c == ' ' || *c == '\t' || *c == '\n' || *c == '\r';
    words += !is_blank && !is_inside;
    is_inside = !is_blank;
  }
  return words;
}

// Returns the number of controls of an actuator, whose numbers in keyframes follow each other.
int control_count(Element element) {
  const auto kind = element.name();
  const char* const input = element.attribute("input");
  if (kind == "orientation") return input != nullptr && std::string_view(input) == "quat" ? 4 : 3;
  if (kind == "pid") return input != nullptr ? count_words(input) : 2;
  if (kind == "dcmotor" && input != nullptr)
    return std::string_view(input) == "none" ? 0 : count_words(input);
  return 1;
}

class ActuatorReader {
 public:
  ActuatorReader(Reading& reading, BodyTree& tree) : reading_(reading), tree_(tree), names_(tree) {}

  void read(const Referring& from) {
    element_ = from.element;
    suffix_ = from.suffix;
    TreeActuator result{
        .actuator = {.source = element_.source()}, .controls = control_count(element_), .group = from.group};
    const char* const name = element_.attribute("name");
    if (name != nullptr && *name != '\0') result.actuator.name = name + suffix_;
    result.is_left_out = !reading_.settings.options.actuation || !read_supported(result);
    reading_.actuator_names.add(result.actuator.name, element_, reading_.findings);
    if (!suffix_.empty() && name != nullptr) tree_.replicas[name].insert(suffix_);
    tree_.actuators.push_back(std::move(result));
  }

 private:
  void leave_out(const std::string& what) {
    reading_.ignored.add(element_.source(), what + " are not part of the model");
  }

  // Returns false if the actuator is left out, with an error or a warning.
  bool read_supported(TreeActuator& result) {
    const std::string kind(element_.name());
    const char* const name = element_.attribute("name");
    const AttributeReader reader(reading_.findings,
                                 name != nullptr ? kind + " " + xml::in_quotes(name) : kind);
    if (!is_actuator(kind)) {
      reader.error(element_, "unknown element <" + kind + "> in <actuator>");
      return false;
    }
    if (!is_supported_actuator(kind)) return leave_out("actuators of the kind <" + kind + ">"), false;
    const char* const named = element_.attribute("class");
    const int class_index = named != nullptr
                                ? reading_.defaults.find(named, element_, Defaults::main_class, reader)
                                : Defaults::main_class;
    ActuatorSettings settings = reading_.defaults.of_actuators(class_index);
    read_settings(element_, reader, settings);
    if (!set_transmission(reader, settings, result) || !set_law(reader, settings, result)) return false;
    set_ranges(reader, settings, result);
    return true;
  }

  template <class Part>
  const Part* named(const std::map<std::string, Part>& parts, const char* kind, const char* attribute,
                    const AttributeReader& reader) const {
    return find_named(parts, kind, element_.attribute(attribute) + suffix_, element_, attribute, reader);
  }

  // Returns false if the actuator is left out, with an error or a warning.
  bool set_transmission(const AttributeReader& reader, const ActuatorSettings& settings,
                        TreeActuator& result) {
    Transmission& transmission = result.actuator.transmission;
    transmission.gear = settings.gear;
    if (element_.has("body")) return leave_out("actuators on bodies"), false;
    if (element_.has("site")) {
      const TreeEnd* const site = named(names_.sites(), "site", "site", reader);
      if (site == nullptr) return false;
      transmission.kind = TransmissionKind::site;
      result.site = *site;
      if (!element_.has("refsite")) return true;
      const TreeEnd* const reference = named(names_.sites(), "site", "refsite", reader);
      if (reference == nullptr) return false;
      transmission.reference.emplace();
      result.reference = *reference;
      return true;
    }
    if (element_.has("cranksite")) return leave_out("actuators of slider-cranks"), false;
    if (element_.has("tendon")) {
      const int* const tendon = named(names_.tendons(), "tendon", "tendon", reader);
      if (tendon == nullptr) return false;
      transmission.kind = TransmissionKind::tendon;
      result.tendon = *tendon;
      return true;
    }
    const char* const attribute = element_.has("jointinparent") ? "jointinparent" : "joint";
    if (!element_.has(attribute)) {
      reader.error(element_,
                   "it acts on nothing; expected the attribute joint, jointinparent, site or tendon");
      return false;
    }
    const TreeJoint* const joint = named(names_.joints(), "joint", attribute, reader);
    if (joint == nullptr) return false;
    transmission.kind =
        element_.has("jointinparent") ? TransmissionKind::joint_in_parent : TransmissionKind::joint;
    result.joint = *joint;
    return true;
  }

  bool set_law(const AttributeReader& reader, const ActuatorSettings& settings, TreeActuator& result) {
    Actuator& actuator = result.actuator;
    if (settings.gain_type != "fixed" && settings.gain_type != "affine")
      return leave_out("actuators with the gaintype '" + settings.gain_type + "'"), false;
    if (settings.bias_type != "none" && settings.bias_type != "affine")
      return leave_out("actuators with the biastype '" + settings.bias_type + "'"), false;
    const std::string& dynamics = settings.dynamics_type;
    const bool filters = dynamics == "filter" || dynamics == "filterexact";
    if (dynamics != "none" && dynamics != "integrator" && !filters)
      return leave_out("actuators with the dyntype '" + dynamics + "'"), false;
    actuator.gain = {settings.gain[0], 0, 0};
    if (settings.gain_type == "affine") std::copy_n(settings.gain.begin(), 3, actuator.gain.begin());
    const bool has_ratio = settings.gain[0] == -settings.bias[1] && settings.bias[2] > 0;
    if (settings.bias_type == "affine") {
      std::copy_n(settings.bias.begin(), 3, actuator.bias.begin());
      if (has_ratio) result.damping_ratio = settings.bias[2];
    }
    if (dynamics == "integrator") actuator.activation = ActivationKind::integrator;
    if (filters && settings.dynamics[0] > 0) {
      actuator.activation = ActivationKind::filter;
      actuator.time_constant = settings.dynamics[0];
    }
    if (settings.delay > 0) reading_.ignored.add(element_.source(), "the delays of actuators are left out");
    if (settings.damping[1] != 0 || settings.damping[2] != 0)
      reading_.ignored.add(element_.source(),
                           "the quadratic and cubic terms of the damping of actuators are left out");
    const bool has_losses = settings.armature != 0 || settings.damping[0] != 0;
    const double square = settings.gear[0] * settings.gear[0];
    switch (actuator.transmission.kind) {
      case TransmissionKind::site:
        if (has_losses)
          reader.error(element_, "only actuators on joints and tendons can have armature and damping");
        break;
      case TransmissionKind::tendon:
        if (has_losses)
          reading_.ignored.add(element_.source(),
                               "the armature and damping of actuators on tendons are left out");
        break;
      default:
        result.armature = square * settings.armature;
        if (reading_.settings.with_damping()) result.damping = square * settings.damping[0];
    }
    return true;
  }

  Interval range_of(const AttributeReader& reader, const ActuatorSettings::Range& range, const char* name) {
    using enum ActuatorSettings::Limited;
    const auto& [lower, upper] = range.numbers;
    const bool has_range = lower != 0 || upper != 0;
    if (range.limited == automatic && has_range && !reading_.settings.autolimits) {
      reader.error(element_, std::string(name) + "range without " + name +
                                 "limited while autolimits is false; expected " + name +
                                 "limited=\"true\" or \"false\"");
    }
    if (range.limited == no || (range.limited == automatic && !has_range)) return {};
    if (lower < upper) return {lower, upper};
    reader.error(element_, std::string(name) +
                               "range: the lower limit must be below the upper one of a limited actuator");
    return {};
  }

  void set_ranges(const AttributeReader& reader, const ActuatorSettings& settings, TreeActuator& result) {
    ActuatorSettings::Range control = settings.control, activation = settings.activation;
    Actuator& actuator = result.actuator;
    if (settings.inherited_range > 0) {
      auto& inherits = actuator.activation == ActivationKind::integrator ? activation : control;
      inherit_range(reader, settings.inherited_range, result, inherits.numbers);
    }
    if (reading_.settings.options.clampctrl) actuator.control_range = range_of(reader, control, "ctrl");
    actuator.activation_range = range_of(reader, activation, "act");
    actuator.force_range = range_of(reader, settings.force, "force");
  }

  // Sets a range about the middle of that of the joint or tendon.
  void inherit_range(const AttributeReader& reader, double factor, const TreeActuator& actuator,
                     std::array<double, 2>& range) {
    if (range[0] != 0 || range[1] != 0)
      return reader.error(element_, "inheritrange and a range of its own exclude each other");
    const TransmissionKind kind = actuator.actuator.transmission.kind;
    Interval inherited;
    if (kind == TransmissionKind::tendon) {
      const Tendon& tendon = tree_.tendons[std::size_t(actuator.tendon)].tendon;
      inherited = {tendon.lower, tendon.upper};
    } else if (kind == TransmissionKind::joint) {
      const Joint& joint = tree_.bodies[std::size_t(actuator.joint.body)].joints[actuator.joint.index];
      inherited = {joint.dof.lower, joint.dof.upper};
    } else {
      return reader.error(element_, "inheritrange: expected an actuator on a joint or a tendon");
    }
    if (!std::isfinite(inherited.lower) || !std::isfinite(inherited.upper))
      return reader.warning(element_, "inheritrange has no effect: what it acts on has no limits");
    const double middle = 0.5 * (inherited.lower + inherited.upper),
                 radius = 0.5 * (inherited.upper - inherited.lower) * factor;
    range = {middle - radius, middle + radius};
  }

  Reading& reading_;
  BodyTree& tree_;
  TreeNames names_;
  Element element_;
  std::string suffix_;  // of the copy that is read
};

}  // namespace

void read_actuators(Element section, Reading& reading, BodyTree& tree) {
  ActuatorReader reader(reading, tree);
  read_with_copies(section, "actuator", targets_of_actuators, reading, tree,
                   [&](const Referring& each) { reader.read(each); });
}

}  // namespace sinew::mjcf
