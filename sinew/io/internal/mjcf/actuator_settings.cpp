#include "sinew/io/internal/mjcf/actuator_settings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <span>

namespace sinew::mjcf {
namespace {

using std::string_view;

constexpr string_view common[] = {
    "name",    "class",    "group",       "nsample",     "interp",       "delay",     "ctrlrange",     "user",
    "joint",   "tendon",   "site",        "refsite",     "slidersite",   "cranksite", "jointinparent", "gear",
    "damping", "armature", "lengthrange", "cranklength", "forcelimited", "forcerange"};
constexpr string_view of_general[] = {"ctrllimited", "actlimited", "actrange", "body",    "actdim",
                                      "input",       "velrange",   "ffrange",  "dyntype", "gaintype",
                                      "biastype",    "dynprm",     "gainprm",  "biasprm", "actearly"};
constexpr string_view of_motor[] = {"ctrllimited"};
constexpr string_view of_position[] = {"ctrllimited", "inheritrange", "kp", "kv", "dampratio", "timeconst"};
constexpr string_view of_velocity[] = {"ctrllimited", "kv"};
constexpr string_view of_intvelocity[] = {"ctrllimited", "actlimited", "actrange", "inheritrange",
                                          "kp",          "kv",         "dampratio"};
constexpr string_view of_damper[] = {"kv"};
constexpr string_view of_cylinder[] = {"ctrllimited", "timeconst", "area", "diameter", "bias"};

struct ActuatorKind {
  string_view name;
  std::span<const string_view> own;  // attributes
  bool is_supported;
};
constexpr ActuatorKind kinds[] = {{"general", of_general, true},
                                  {"motor", of_motor, true},
                                  {"position", of_position, true},
                                  {"velocity", of_velocity, true},
                                  {"intvelocity", of_intvelocity, true},
                                  {"damper", of_damper, true},
                                  {"cylinder", of_cylinder, true},
                                  {"orientation", {}, false},
                                  {"pid", {}, false},
                                  {"muscle", {}, false},
                                  {"adhesion", {}, false},
                                  {"dcmotor", {}, false},
                                  {"plugin", {}, false}};

const ActuatorKind* find_kind(string_view name) {
  const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                 [&](const ActuatorKind& each) { return each.name == name; });
  return kind == std::end(kinds) ? nullptr : kind;
}

bool contains(std::span<const string_view> names, string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Reads the attributes of one element.
class SettingsReader {
 public:
  SettingsReader(Element element, const AttributeReader& reader, ActuatorSettings& settings)
      : element_(element), reader_(reader), settings_(settings) {}

  void read_common() {
    range("ctrllimited", "ctrlrange", settings_.control);
    range("forcelimited", "forcerange", settings_.force);
    range("actlimited", "actrange", settings_.activation);
    list("gear", settings_.gear);
    list("damping", settings_.damping);
    number("armature", settings_.armature);
    number("delay", settings_.delay);
  }

  void read_general() {
    word("gaintype", settings_.gain_type);
    word("biastype", settings_.bias_type);
    word("dyntype", settings_.dynamics_type);
    list("gainprm", settings_.gain);
    list("biasprm", settings_.bias);
    list("dynprm", settings_.dynamics);
  }

  void forget_other_shortcut(string_view kind) {
    if (settings_.shortcut.empty() || settings_.shortcut == kind) return;
    const ActuatorSettings fresh;
    settings_.gain = fresh.gain;
    settings_.bias = fresh.bias;
    settings_.dynamics = fresh.dynamics;
    set_types("fixed", "none", "none");
  }

  // Sets the types that all elements except <general> imply.
  void set_types(const std::string& gain, const std::string& bias, const std::string& dynamics) {
    settings_.gain_type = gain;
    settings_.bias_type = bias;
    settings_.dynamics_type = dynamics;
  }

  void read_motor() {
    settings_.gain[0] = 1;
    set_types("fixed", "none", "none");
  }

  // A servo with the spring kp and the damper kv, or a damping ratio: a positive bias[2].
  void read_servo() {
    number("kp", settings_.gain[0]);
    settings_.bias[0] = 0;
    settings_.bias[1] = -settings_.gain[0];
    double damping = 0, ratio = 0;
    const bool has_damping = not_negative("kv", damping), has_ratio = not_negative("dampratio", ratio);
    if (has_damping && has_ratio) reader_.error(element_, "kv and dampratio exclude each other");
    if (has_damping) settings_.bias[2] = -damping;
    if (has_ratio) settings_.bias[2] = ratio;
    number("inheritrange", settings_.inherited_range);
    set_types("fixed", "affine", std::string(settings_.dynamics_type));
  }
  void read_position() {
    read_servo();
    if (settings_.shortcut != "position") settings_.dynamics_type = "none";
    double time_constant = 0;
    if (!not_negative("timeconst", time_constant)) return;
    settings_.dynamics[0] = time_constant;
    settings_.dynamics_type = time_constant == 0 ? "none" : "filterexact";
  }
  void read_intvelocity() {
    read_servo();
    settings_.dynamics_type = "integrator";
  }

  void read_velocity() {
    settings_.bias = {};
    number("kv", settings_.gain[0]);
    settings_.bias[2] = -settings_.gain[0];
    set_types("fixed", "affine", "none");
  }

  void read_damper() {
    double damping = settings_.gain_type == "affine" ? -settings_.gain[2] : 0;
    not_negative("kv", damping);
    settings_.gain = {};
    settings_.gain[2] = -damping;
    settings_.control.limited = ActuatorSettings::Limited::yes;
    set_types("affine", "none", "none");
    if (settings_.control.numbers[0] < 0 || settings_.control.numbers[1] < 0)
      reader_.error(element_, "ctrlrange: expected a range of numbers of 0 or more for a damper");
  }

  void read_cylinder() {
    number("timeconst", settings_.dynamics[0]);
    if (const auto bias = reader_.numbers(element_, "bias", 3, 3))
      std::copy(bias->begin(), bias->end(), settings_.bias.begin());
    number("area", settings_.gain[0]);
    double diameter = 0;
    if (not_negative("diameter", diameter)) settings_.gain[0] = std::numbers::pi / 4 * diameter * diameter;
    set_types("fixed", "affine", "filter");
  }

 private:
  void number(const char* name, double& value) { value = reader_.number(element_, name).value_or(value); }
  // Returns false if the attribute is absent or invalid.
  bool not_negative(const char* name, double& value) {
    const auto read = reader_.number(element_, name);
    if (!read) return false;
    if (*read < 0) reader_.error(element_, std::string(name) + ": expected a number of 0 or more");
    value = *read;
    return *read >= 0;
  }
  // Fewer numbers keep the remaining ones, as in MuJoCo.
  template <std::size_t size>
  void list(const char* name, std::array<double, size>& values) {
    if (const auto read = reader_.numbers(element_, name, 1, size))
      std::copy(read->begin(), read->end(), values.begin());
  }
  void word(const char* name, std::string& value) {
    if (const char* const written = element_.attribute(name)) value = written;
  }
  void range(const char* limited, const char* range, ActuatorSettings::Range& values) {
    using enum ActuatorSettings::Limited;
    if (const char* const written = element_.attribute(limited)) {
      const string_view text = written;
      if (text != "false" && text != "true" && text != "auto")
        reader_.error(element_, std::string(limited) + ": expected one of false, true, auto; got " +
                                    xml::in_quotes(text));
      values.limited = text == "true" ? yes : text == "false" ? no : automatic;
    }
    if (const auto read = reader_.numbers(element_, range, 2, 2))
      std::copy(read->begin(), read->end(), values.numbers.begin());
  }

  Element element_;
  const AttributeReader& reader_;
  ActuatorSettings& settings_;
};

}  // namespace

bool is_actuator(string_view kind) {
  return find_kind(kind) != nullptr;
}
bool is_supported_actuator(string_view kind) {
  const ActuatorKind* const found = find_kind(kind);
  return found != nullptr && found->is_supported;
}

void read_settings(Element element, const AttributeReader& reader, ActuatorSettings& settings) {
  const ActuatorKind& kind = *find_kind(element.name());
  SettingsReader of(element, reader, settings);
  if (!kind.is_supported) {  // what inherits from it is not supported either, unless it sets the types
    const std::string name(kind.name);
    settings.shortcut = name;
    return of.set_types(name, name, name);
  }
  for (const auto& [name, value] : element.attributes()) {
    if (!contains(common, name) && !contains(kind.own, name))
      reader.error(element,
                   "<" + std::string(kind.name) + "> has an unknown attribute " + xml::in_quotes(name));
  }
  of.read_common();
  if (kind.name != "general") of.forget_other_shortcut(kind.name);
  if (kind.name == "general") of.read_general();
  if (kind.name == "motor") of.read_motor();
  if (kind.name == "position") of.read_position();
  if (kind.name == "intvelocity") of.read_intvelocity();
  if (kind.name == "velocity") of.read_velocity();
  if (kind.name == "damper") of.read_damper();
  if (kind.name == "cylinder") of.read_cylinder();
  settings.shortcut = kind.name == "general" ? "" : std::string(kind.name);
}

}  // namespace sinew::mjcf
